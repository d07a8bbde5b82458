//! Searches that wait for a thread, and who is served next.
//!
//! The most urgent searches come first. Among these, the address is next that has had the least of late, and among
//! the searches of one address the game is next that was served longest ago. So nobody gets more time than anybody
//! else by asking for more, and whoever wants little of it has it soon. What an address has had counts up to a short
//! slice, and nothing is expected of a search: so nobody waits for much more than one slice of each other address,
//! whatever anybody wanted before.

use super::{Full, LEAST_SLICE, ROUND, SLICE, Search, Urgency, is_stopped, millis};
use crate::address::Owner;
use crate::had::Had;
use crate::id::GameId;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Hints that one game, and one address, may wait for. Moves of the engine are never refused.
const MOST_HINTS_OF_A_GAME: usize = 2;
const MOST_HINTS_OF_AN_OWNER: usize = 8;
/// After so many milliseconds an analysis is as urgent as a game.
const PATIENCE: u64 = 1_000;
/// More addresses or games than this are not remembered.
const MOST_REMEMBERED: usize = 4096;

/// A search that has not given its thread back after so many milliseconds, although somebody else has wanted
/// it for so long, does not count among those that run.
const LATE: u64 = 500;

/// What an address has had of late counts up to so much.
const MOST_HAD: Duration = Duration::from_millis(30);

/// For so many milliseconds whoever has had a thread counts among those who want one.
const LATELY: u64 = 2_000;

/// Searches that wait, and those that run.
pub(super) struct Queue {
    /// How many searches may run at a time, besides those that are late.
    threads: usize,
    /// Times are counted from where it began.
    clock: Clock,
    /// In the order in which they came.
    waiting: Vec<Search>,
    running: Vec<Running>,
    had: HashMap<Owner, Had>,
    /// When somebody was last given a thread for something so urgent, in the last [`LATELY`] milliseconds.
    lately: HashMap<(Owner, Urgency), u64>,
    /// Counted up with each search that is served...
    served: u64,
    /// ... and what it was when a game was last served.
    games: HashMap<GameId, u64>,
    /// Whether the last search that was served was an analysis: the next turn is that of a game.
    analysed: bool,
    pub(super) closed: bool,
}

/// How long ago a queue began.
enum Clock {
    Runs(Instant),
    /// It goes on when a test says so.
    #[cfg(test)]
    Stands(Duration),
}

impl Clock {
    fn elapsed(&self) -> Duration {
        match self {
            Clock::Runs(began) => began.elapsed(),
            #[cfg(test)]
            Clock::Stands(elapsed) => *elapsed,
        }
    }
}

/// A search that has a thread.
pub(super) struct Running {
    game: GameId,
    owner: Owner,
    urgency: Urgency,
    since: u64,
    wanted: Arc<Wanted>,
}

/// Whether somebody else wants a thread.
#[derive(Debug)]
pub(super) struct Wanted {
    /// From when on: milliseconds since the pool began, or never.
    from: AtomicU64,
    /// How long the search may keep the thread then, in milliseconds.
    slice: AtomicU64,
}

impl Wanted {
    fn never(slice: u64) -> Self {
        Wanted { from: AtomicU64::new(u64::MAX), slice: AtomicU64::new(slice) }
    }

    /// Whether somebody else wants the thread at a time.
    fn is_at(&self, now: u64) -> bool {
        self.from.load(Ordering::Relaxed) <= now
    }

    /// Whether a search that has a thread since then is to give it back now.
    pub(super) fn is_over(&self, since: u64, now: u64) -> bool {
        now.saturating_sub(since) >= self.slice() && self.is_at(now)
    }

    fn slice(&self) -> u64 {
        self.slice.load(Ordering::Relaxed)
    }
}

/// What a search may use while so many other addresses want the engine, in milliseconds: all have had a turn after
/// [`ROUND`].
fn slice(others: usize, threads: usize) -> u64 {
    let turns = u32::try_from(others.div_ceil(threads) + 1).unwrap_or(u32::MAX);
    millis((ROUND / turns).clamp(LEAST_SLICE, SLICE))
}

impl Running {
    /// Whether it should have given its thread back by now.
    fn is_late(&self, now: u64) -> bool {
        now.checked_sub(LATE).is_some_and(|then| self.since <= then && self.wanted.is_at(then))
    }
}

impl Queue {
    /// Empty, for so many searches at a time.
    pub(super) fn new(threads: usize) -> Self {
        Queue {
            threads,
            clock: Clock::Runs(Instant::now()),
            waiting: Vec::new(),
            running: Vec::new(),
            had: HashMap::new(),
            lately: HashMap::new(),
            served: 0,
            games: HashMap::new(),
            analysed: false,
            closed: false,
        }
    }

    /// Takes up a search.
    ///
    /// # Errors
    /// When it is one hint too many.
    pub(super) fn push(&mut self, search: Search) -> Result<(), Full> {
        self.waiting.retain(|search| !is_stopped(&search.progress));
        if search.is_hint {
            let hints = || self.waiting.iter().filter(|other| other.is_hint);
            if hints().filter(|other| other.game == search.game).count() >= MOST_HINTS_OF_A_GAME
                || hints().filter(|other| other.owner == search.owner).count()
                    >= MOST_HINTS_OF_AN_OWNER
            {
                return Err(Full);
            }
        }
        let is_known = self
            .waiting
            .iter()
            .any(|other| (other.owner, other.urgency) == (search.owner, search.urgency));
        self.waiting.push(Search { since: self.now(), ..search });
        self.tell_running();
        if !is_known {
            self.shorten_slices();
        }
        Ok(())
    }

    /// Milliseconds since it began.
    pub(super) fn now(&self) -> u64 {
        millis(self.clock.elapsed())
    }

    /// The search that is next, if one more may run.
    pub(super) fn pop(&mut self) -> Option<Search> {
        // What all have had is compared at one moment: it fades while others are looked at.
        let elapsed = self.clock.elapsed();
        let now = millis(elapsed);
        let (late, running): (Vec<&Running>, Vec<&Running>) =
            self.running.iter().partition(|running| running.is_late(now));
        if running.len() >= self.threads {
            return None;
        }
        // Whoever keeps a thread has no other one.
        let keepers: Vec<Owner> =
            late.iter().map(|running| running.owner).filter(Owner::is_some).collect();
        self.waiting.retain(|search| !is_stopped(&search.progress));
        // However many analyse, a game waits for one of them at most.
        let now = if self.analysed { 0 } else { now };
        let turn = |(_, search): &(usize, &Search)| {
            let has_thread = self.running.iter().any(|running| running.owner == search.owner);
            let game = self.games.get(&search.game).copied().unwrap_or_default();
            (search.urgency_at(now), has_thread, self.had(search, elapsed), game)
        };
        let waiting = self.waiting.iter().enumerate();
        let (at, _) =
            waiting.filter(|(_, search)| !keepers.contains(&search.owner)).min_by_key(turn)?;
        let search = self.waiting.remove(at);
        self.served += 1;
        remember(&mut self.games, search.game.clone(), self.served);
        self.analysed = search.urgency == Urgency::Analysis;
        Some(search)
    }

    /// What the address of a search has had of late at some time, in microseconds.
    fn had(&self, search: &Search, now: Duration) -> u64 {
        let had = self.had.get(&search.owner).copied().unwrap_or_default();
        (had.at(now) * 1e6) as u64
    }

    /// Notes that a search has got a thread.
    pub(super) fn begin(&mut self, search: &Search) -> Arc<Wanted> {
        let Search { owner, urgency, .. } = *search;
        let since = self.now();
        self.lately.retain(|_, at| at.saturating_add(LATELY) >= since);
        self.lately.insert((owner, urgency), since);
        let wanted = Arc::new(Wanted::never(slice(self.others(owner, urgency), self.threads)));
        let running = Running {
            game: search.game.clone(),
            owner,
            urgency,
            since,
            wanted: Arc::clone(&wanted),
        };
        self.running.push(running);
        self.tell_running();
        wanted
    }

    /// How many other addresses wait for something as urgent, or have lately had a thread for it.
    fn others(&self, owner: Owner, urgency: Urgency) -> usize {
        let waiting = self.waiting.iter().map(|other| (other.owner, other.urgency));
        let others = waiting.chain(self.lately.keys().copied());
        let others = others.filter(|(other, urgent)| *other != owner && *urgent <= urgency);
        others.map(|(other, _)| other).collect::<HashSet<Owner>>().len()
    }

    /// Notes that it has given the thread back, and for how long it has worked.
    pub(super) fn end(&mut self, wanted: &Arc<Wanted>, worked: Duration) {
        let Some(at) = self.running.iter().position(|it| Arc::ptr_eq(&it.wanted, wanted)) else {
            return;
        };
        let Running { owner, .. } = self.running.remove(at);
        let had = self.had.get(&owner).copied().unwrap_or_default();
        remember(&mut self.had, owner, had.and(worked, MOST_HAD, self.clock.elapsed()));
    }

    /// Forgets everything that waits, for good.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.waiting.clear();
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Tells every running search from when on its thread is wanted: by somebody else for something as
    /// urgent, or for something more urgent. For another game of its own address it is wanted only after a
    /// while, for several people may share the address. What goes on for ever also makes way for what else its
    /// own address analyses.
    fn tell_running(&self) {
        for running in &self.running {
            let from = self.waiting.iter().filter_map(|search| search.wants_from(running)).min();
            running.wanted.from.store(from.unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }

    /// The more wait, the sooner those that run are to end.
    fn shorten_slices(&self) {
        for running in &self.running {
            let slice = slice(self.others(running.owner, running.urgency), self.threads);
            running.wanted.slice.fetch_min(slice, Ordering::Relaxed);
        }
    }
}

/// Remembers something of somebody, and of the others unless these are too many.
fn remember<K: Eq + Hash, V>(of: &mut HashMap<K, V>, who: K, what: V) {
    if of.len() >= MOST_REMEMBERED && !of.contains_key(&who) {
        of.clear();
    }
    of.insert(who, what);
}

impl Search {
    /// How urgent it is by now: whoever analyses waits for those who play, but not for ever.
    fn urgency_at(&self, now: u64) -> Urgency {
        let waits = self.urgency == Urgency::Analysis && now >= self.since.saturating_add(PATIENCE);
        if waits { Urgency::Watched } else { self.urgency }
    }

    /// From when on it wants the thread of a search that runs; `None` for never.
    fn wants_from(&self, running: &Running) -> Option<u64> {
        let is_endless = running.urgency == Urgency::Analysis;
        let is_other_game = self.game != running.game;
        let is_other = self.owner != running.owner || is_endless && is_other_game;
        let later = self.since.saturating_add(PATIENCE);
        [(self.since, is_other), (later, is_other || is_other_game)].into_iter().find_map(
            |(at, is_other)| {
                let urgent = self.urgency_at(at).cmp(&running.urgency);
                (urgent.is_lt() || urgent.is_eq() && is_other).then_some(at)
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Progress;
    use super::*;
    use crate::address::Address;
    use crate::rules::Thought;
    use std::net::Ipv4Addr;
    use std::sync::Mutex;
    use tokio::sync::oneshot;

    fn owner(number: u8) -> Owner {
        Some(Address::from(std::net::IpAddr::from(Ipv4Addr::new(192, 0, 2, number))))
    }

    /// One whose time is that of the test, however busy the machine is.
    fn queue(threads: usize) -> Queue {
        Queue { clock: Clock::Stands(Duration::ZERO), ..Queue::new(threads) }
    }

    fn search(game: usize, by: u8, urgency: Urgency) -> Search {
        Search {
            game: GameId::parse(&format!("{game:022}")).unwrap(),
            owner: owner(by),
            urgency,
            since: 0,
            is_hint: false,
            thinker: Box::new(|_, _| Thought::default()),
            progress: Arc::new(Mutex::new(Progress::Waiting)),
            began: oneshot::channel().0,
            done: oneshot::channel().0,
        }
    }

    /// Searches come as (game, address, urgency); the games are served in this order.
    fn check(come: &[(usize, u8, Urgency)], served: &[usize]) {
        let mut queue = queue(1);
        for (game, by, urgency) in come {
            queue.push(search(*game, *by, *urgency)).unwrap();
        }
        let games = come.iter().map(|_| serve(&mut queue, None).game.to_string());
        let games: Vec<usize> = games.map(|game| game.parse().unwrap()).collect();
        assert_eq!(games, served, "{come:?}");
    }

    #[test]
    fn everybody_is_served_in_turn() {
        use Urgency::{Engines, Left, Watched};
        // Games take turns, however many searches each wants.
        let games = [1, 1, 1, 2, 3, 2].map(|game| (game, 1, Watched));
        check(&games, &[1, 2, 3, 1, 2, 1]);
        // Addresses take turns, however many games each has.
        let greedy = [(1, 1, Watched), (2, 1, Watched), (3, 1, Watched), (4, 2, Watched)];
        check(&greedy, &[1, 4, 2, 3]);
        // Games that people play and watch come first.
        let urgent = [(1, 1, Engines), (2, 1, Left), (3, 1, Watched), (4, 2, Engines)];
        check(&urgent, &[3, 2, 4, 1]);
    }

    /// What an address has had fades, but not while the queue is looked through.
    #[test]
    fn many_games_of_one_address_are_served_as_they_came() {
        let mut queue = Queue::new(1);
        for game in 1..=2_000 {
            queue.push(search(game, 1, Urgency::Watched)).unwrap();
        }
        for game in 1..=10 {
            let next = queue.pop().unwrap();
            assert_eq!(next.game.to_string().parse(), Ok(game));
            let wanted = queue.begin(&next);
            queue.end(&wanted, MOST_HAD);
        }
    }

    /// Serves whoever is next, for so many milliseconds or as long as a slice is.
    fn serve(queue: &mut Queue, length: Option<u64>) -> Search {
        let next = queue.pop().unwrap();
        let wanted = queue.begin(&next);
        let length = length.unwrap_or(wanted.slice());
        pass(queue, length);
        queue.end(&wanted, Duration::from_millis(length));
        next
    }

    fn pass(queue: &mut Queue, ms: u64) {
        let now = queue.clock.elapsed();
        queue.clock = Clock::Stands(now + Duration::from_millis(ms));
    }

    /// However many short searches come without end, somebody else waits for few of them.
    #[test]
    fn short_searches_without_end_hold_nobody_up() {
        use Urgency::Watched;
        let mut queue = queue(1);
        let mut games = 100..;
        for _ in 0..100 {
            queue.push(search(1, 2, Watched)).unwrap();
            let began = queue.now();
            let mut was_served = false;
            while !was_served {
                queue.push(search(games.next().unwrap(), 1, Watched)).unwrap();
                queue.push(search(games.next().unwrap(), 1, Watched)).unwrap();
                was_served = serve(&mut queue, Some(20)).owner == owner(2);
            }
            assert!(queue.now() - began <= 100);
        }
    }

    /// Who wants little has it at once, though others want the engine without end.
    #[test]
    fn who_has_had_little_is_next() {
        use Urgency::{Analysis, Watched};
        let mut queue = queue(1);
        for round in 0..50 {
            for by in 1..=10 {
                queue.push(search(100 * usize::from(by) + round, by, Watched)).unwrap();
                queue.push(search(1_000 * usize::from(by) + round, by, Analysis)).unwrap();
            }
            serve(&mut queue, None);
            if round % 10 == 9 {
                queue.push(search(1, 99, Watched)).unwrap();
                assert_eq!(serve(&mut queue, Some(1)).owner, owner(99), "round {round}");
            }
        }
    }

    /// A visitor plays a few quick moves now and then.
    #[test]
    fn who_wants_little_several_times_has_it_at_once() {
        use Urgency::Watched;
        let mut queue = queue(1);
        for by in 1..=10 {
            queue.push(search(usize::from(by), by, Watched)).unwrap();
        }
        let others = |queue: &mut Queue, slices| {
            for _ in 0..slices {
                let served = serve(queue, None).owner;
                queue.push(Search { owner: served, ..search(100, 1, Watched) }).unwrap();
            }
        };
        for game in 0..20 {
            others(&mut queue, 40);
            for ply in 0..3 {
                queue.push(search(1_000 + game, 99, Watched)).unwrap();
                assert_eq!(serve(&mut queue, Some(4)).owner, owner(99), "{game} {ply}");
                others(&mut queue, 1);
            }
        }
    }

    /// A visitor has the engine, alone or while others want it, and wants a short search when ten come who take whole
    /// slices without end.
    #[test]
    fn who_had_the_engine_waits_for_a_round() {
        use Urgency::{Analysis, Watched};
        for (before, urgency) in [(1_000, Watched), (60_000, Analysis)] {
            for first in [0, 1, 10] {
                let mut queue = queue(1);
                queue.push(search(1, 99, urgency)).unwrap();
                let visitor = queue.pop().unwrap();
                let wanted = queue.begin(&visitor);
                pass(&mut queue, before);
                for by in 1..=first {
                    queue.push(search(usize::from(by), by, Watched)).unwrap();
                }
                let more = if first > 0 { wanted.slice() } else { 0 };
                pass(&mut queue, more);
                queue.end(&wanted, Duration::from_millis(before + more));
                for by in first + 1..=10 {
                    queue.push(search(usize::from(by), by, Watched)).unwrap();
                }
                queue.push(search(2, 99, Watched)).unwrap();
                let began = queue.now();
                loop {
                    let served = serve(&mut queue, None).owner;
                    if served == owner(99) {
                        break;
                    }
                    queue.push(Search { owner: served, ..search(100, 1, Watched) }).unwrap();
                }
                let waited = queue.now() - began;
                assert!(waited <= millis(ROUND), "{before} {urgency:?} {first}: {waited} ms");
            }
        }
    }

    /// Ten who ask for whatever may keep a visitor waiting, at random, and what comes of it.
    struct Siege {
        queue: Queue,
        random: fastrand::Rng,
        /// How long each search would go on, by the number of its game.
        lengths: Vec<u64>,
        running: Vec<(Arc<Wanted>, usize, u64)>,
        how: How,
        visitor_waits: Option<u64>,
        longest: u64,
    }

    /// How the others ask.
    #[derive(Clone, Copy, Debug)]
    enum How {
        Not,
        AllAtOnce,
        OneByOne,
        Always,
    }

    const VISITOR: u8 = 99;
    const BESIEGERS: std::ops::RangeInclusive<u8> = 1..=10;

    impl Siege {
        fn new(threads: usize, seed: u64) -> Self {
            Siege {
                queue: queue(threads),
                random: fastrand::Rng::with_seed(seed),
                lengths: Vec::new(),
                running: Vec::new(),
                how: How::Not,
                visitor_waits: None,
                longest: 0,
            }
        }

        fn ask(&mut self, by: u8, urgency: Urgency, length: u64) {
            let number = self.lengths.len();
            self.lengths.push(length);
            self.queue.push(search(number, by, urgency)).unwrap();
        }

        fn has(&self, by: u8) -> bool {
            self.queue.waiting.iter().any(|search| search.owner == owner(by))
                || self.queue.running.iter().any(|running| running.owner == owner(by))
        }

        /// Some that are short, and one that is not.
        fn besiege(&mut self, by: u8) {
            use Urgency::{Analysis, Watched};
            for _ in 0..self.random.usize(0..3) {
                let length = self.random.u64(0..40);
                self.ask(by, Watched, length);
            }
            let urgency = if self.random.u8(0..4) == 0 { Analysis } else { Watched };
            self.ask(by, urgency, u64::MAX);
        }

        /// Perhaps the others know when.
        fn visit(&mut self) {
            use Urgency::{Analysis, Watched};
            if self.random.u8(0..4) == 0 {
                BESIEGERS.for_each(|by| self.besiege(by));
            }
            let (urgency, length) = match self.random.u8(0..6) {
                0 => (Watched, 1_000),
                1 => (Analysis, 5_000),
                _ => (Watched, self.random.u64(0..5)),
            };
            self.ask(VISITOR, urgency, length);
            self.visitor_waits = (urgency == Watched).then_some(self.queue.now());
        }

        /// What happens in a millisecond.
        fn step(&mut self) {
            use How::{AllAtOnce, Always, Not, OneByOne};
            if self.random.u16(0..700) == 0 {
                self.how = [Not, AllAtOnce, OneByOne, Always][self.random.usize(0..4)];
                if matches!(self.how, AllAtOnce) {
                    BESIEGERS.for_each(|by| self.besiege(by));
                }
            }
            let comes = if matches!(self.how, Always) { 1 } else { 30 };
            for by in BESIEGERS {
                let asks = !matches!(self.how, Not | AllAtOnce) && self.random.u16(0..comes) == 0;
                if asks && !self.has(by) {
                    self.besiege(by);
                }
            }
            if !self.has(VISITOR) && self.random.u16(0..50) == 0 {
                self.visit();
            }
            self.serve();
            pass(&mut self.queue, 1);
        }

        fn serve(&mut self) {
            let now = self.queue.now();
            let (queue, lengths) = (&mut self.queue, &self.lengths);
            self.running.retain(|(wanted, number, since)| {
                let goes_on = !wanted.is_over(*since, now) && now - since < lengths[*number];
                if !goes_on {
                    queue.end(wanted, Duration::from_millis(now - since));
                }
                goes_on
            });
            while let Some(next) = self.queue.pop() {
                let wanted = self.queue.begin(&next);
                let number = next.game.to_string().parse().unwrap();
                self.running.push((wanted, number, now));
                if next.owner == owner(VISITOR) {
                    let waited = self.visitor_waits.take().map_or(0, |since| now - since);
                    self.longest = self.longest.max(waited);
                }
            }
        }
    }

    /// However ten addresses ask, nobody waits much longer than a round.
    #[test]
    fn nobody_waits_for_long() {
        for threads in [1, 2, 3] {
            for seed in 0..8 {
                let mut siege = Siege::new(threads, seed);
                (0..30_000).for_each(|_| siege.step());
                let longest = siege.longest;
                assert!(longest <= millis(ROUND) * 3 / 2, "{threads} {seed}: {longest} ms");
            }
        }
    }

    #[test]
    fn the_more_addresses_wait_the_shorter_are_the_slices() {
        for (others, threads, ms) in
            [(0, 1, 200), (1, 1, 200), (2, 1, 133), (10, 1, 36), (10, 2, 66), (500, 1, 20)]
        {
            assert_eq!(slice(others, threads), ms, "{others} {threads}");
        }
    }

    #[test]
    fn who_analyses_does_not_wait_for_ever() {
        use Urgency::{Analysis, Watched};
        let mut queue = queue(2);
        let running = queue.begin(&search(1, 1, Watched));
        queue.push(search(2, 2, Analysis)).unwrap();
        queue.push(search(3, 1, Watched)).unwrap();
        assert!(!running.is_at(queue.now()));
        assert!(running.is_at(queue.now() + PATIENCE), "without anybody asking");
        pass(&mut queue, PATIENCE);
        assert_eq!(queue.pop().unwrap().urgency, Analysis);
        assert_eq!(queue.pop().unwrap().urgency, Watched);
    }

    #[test]
    fn a_game_waits_for_one_analysis_at_most() {
        use Urgency::{Analysis, Watched};
        let mut queue = queue(1);
        for number in 1..10 {
            queue.push(search(usize::from(number), number, Analysis)).unwrap();
        }
        pass(&mut queue, 2 * PATIENCE);
        // All of them have waited longer than the game, and were served less.
        queue.push(search(10, 10, Watched)).unwrap();
        let had = Had::default().and(MOST_HAD, MOST_HAD, queue.clock.elapsed());
        queue.had.insert(owner(10), had);
        let order: Vec<Urgency> = std::iter::from_fn(|| queue.pop()).map(|it| it.urgency).collect();
        assert_eq!(order[..3], [Analysis, Watched, Analysis], "{order:?}");
    }

    #[test]
    fn hints_are_refused_and_moves_never() {
        let hint = |game, by| Search { is_hint: true, ..search(game, by, Urgency::Watched) };
        let mut queue = queue(1);
        for game in 0..MOST_HINTS_OF_AN_OWNER / MOST_HINTS_OF_A_GAME {
            for _ in 0..MOST_HINTS_OF_A_GAME {
                queue.push(hint(game, 1)).unwrap();
            }
            assert!(queue.push(hint(game, 2)).is_err(), "of this game there are enough");
        }
        assert!(queue.push(hint(99, 1)).is_err(), "of this address there are enough");
        assert!(queue.push(hint(99, 2)).is_ok());
        for game in 0..100 {
            queue.push(search(game, 1, Urgency::Watched)).unwrap();
        }
    }

    #[test]
    fn a_stopped_search_is_never_begun() {
        let mut queue = queue(1);
        let stopped = search(1, 1, Urgency::Watched);
        drop(super::super::Ticket(Arc::clone(&stopped.progress)));
        queue.push(stopped).unwrap();
        assert!(queue.pop().is_none());
    }

    #[test]
    fn a_running_search_hears_of_those_who_wait() {
        use Urgency::{Analysis, Engines, Watched};
        let check = |runs: (u8, Urgency), waits: (u8, Urgency), wanted: bool| {
            let mut queue = queue(1);
            let running = queue.begin(&search(1, runs.0, runs.1));
            queue.push(search(2, waits.0, waits.1)).unwrap();
            assert_eq!(running.is_at(queue.now()), wanted, "{runs:?} {waits:?}");
            // Games of one address take turns, too, but not at once.
            let later = wanted || waits.1 <= runs.1;
            assert_eq!(running.is_at(queue.now() + PATIENCE), later, "{runs:?} {waits:?} later");
        };
        check((1, Watched), (1, Watched), false);
        check((1, Watched), (2, Watched), true);
        check((1, Watched), (2, Engines), false);
        check((1, Engines), (1, Watched), true);
        check((1, Analysis), (1, Analysis), true);
        check((1, Analysis), (1, Engines), false);
        check((1, Analysis), (1, Watched), true);
    }
    #[test]
    fn a_search_that_keeps_its_thread_does_not_keep_others_waiting() {
        use Urgency::Watched;
        let mut queue = queue(1);
        let late = queue.begin(&search(1, 1, Watched));
        queue.push(search(2, 2, Watched)).unwrap();
        assert!(queue.pop().is_none(), "it has only just been asked for");
        pass(&mut queue, LATE);
        let next = queue.pop().expect("what is late does not count");
        queue.begin(&next);
        queue.push(search(3, 3, Watched)).unwrap();
        assert!(queue.pop().is_none(), "the second one is not late");
        queue.end(&late, Duration::from_millis(LATE));
        assert!(queue.pop().is_none());
    }

    #[test]
    fn who_keeps_a_thread_has_no_other_one() {
        use Urgency::Watched;
        let mut queue = queue(1);
        queue.begin(&search(1, 1, Watched));
        queue.push(search(2, 1, Watched)).unwrap();
        queue.push(search(3, 2, Watched)).unwrap();
        pass(&mut queue, LATE);
        let next = queue.pop().expect("somebody else's");
        assert_eq!(next.owner, owner(2));
        queue.running.retain(|running| running.owner == owner(1));
        assert!(queue.pop().is_none(), "only the one who keeps a thread waits");
    }
}
