//! Searches that wait for a thread, and who is served next.
//!
//! The most urgent searches come first. Among these, the address is next that has had a thread for the least
//! time, and among the searches of one address the game that was served longest ago. So nobody gets more time
//! than anybody else by asking for more, and whoever wants little of it has it soon. Only time that others wanted
//! counts: whoever had the engine alone owes nobody anything.

use super::{Full, LEAST_SLICE, ROUND, SLICE, Search, Urgency, is_stopped};
use crate::address::Owner;
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

/// For so many milliseconds whoever has had a thread counts among those who want one.
const LATELY: u64 = 2_000;

/// Searches that wait, and those that run.
pub(super) struct Queue {
    /// How many searches may run at a time, besides those that are late.
    threads: usize,
    /// When it began: times are counted from here.
    began: Instant,
    /// In the order in which they came.
    waiting: Vec<Search>,
    running: Vec<Running>,
    owners: TimeUsed<Owner>,
    /// When somebody was last given a thread for something so urgent, in the last [`LATELY`] milliseconds.
    lately: HashMap<(Owner, Urgency), u64>,
    games: LastServed<GameId>,
    /// Whether the last search that was served was an analysis: the next turn is that of a game.
    analysed: bool,
    pub(super) closed: bool,
}

/// A search that has a thread.
pub(super) struct Running {
    game: GameId,
    owner: Owner,
    urgency: Urgency,
    is_hint: bool,
    since: u64,
    wanted: Arc<Wanted>,
}

/// Whether somebody else wants a thread.
#[derive(Debug)]
pub(super) struct Wanted {
    /// From when on: milliseconds since the pool began, or never.
    from: AtomicU64,
    /// How long the search may keep the thread then.
    pub(super) slice: Duration,
}

impl Wanted {
    fn never(slice: Duration) -> Self {
        Wanted { from: AtomicU64::new(u64::MAX), slice }
    }

    /// Whether somebody else wants the thread at a time.
    pub(super) fn is_at(&self, now: u64) -> bool {
        self.from.load(Ordering::Relaxed) <= now
    }
}

/// What a search may use while so many other addresses want the engine: all have had a turn after [`ROUND`]. So
/// whoever comes last does not wait long, whatever the others were expected to use.
fn slice(others: usize, threads: usize) -> Duration {
    let turns = u32::try_from(others.div_ceil(threads) + 1).unwrap_or(u32::MAX);
    (ROUND / turns).clamp(LEAST_SLICE, SLICE)
}

/// How much time everybody has had that others wanted, in milliseconds from where all began, or came back from
/// wanting nothing. Who will have had least by the end of the next search comes next (fair queueing by finish times:
/// Demers, Keshav and Shenker, 1989). Whoever waits stands still, while those who are served go on: so nobody waits
/// for ever. And nobody stands ahead of the others by more than a fair slice, so nobody waits for long.
struct TimeUsed<K> {
    used: HashMap<K, u64>,
    /// Where whoever was served last stood then: nobody who comes begins further behind.
    now: u64,
}

/// Who was served when, and how long the last search took, which the next one is expected to take, too.
struct LastServed<K> {
    served: HashMap<K, Served>,
    now: u64,
}

#[derive(Clone, Copy)]
struct Served {
    /// Counted up with each search that is served.
    at: u64,
    /// In milliseconds.
    took: u64,
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
            began: Instant::now(),
            waiting: Vec::new(),
            running: Vec::new(),
            owners: TimeUsed::default(),
            lately: HashMap::new(),
            games: LastServed::default(),
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
        self.waiting.push(Search { since: self.now(), from: self.owners.now, ..search });
        self.tell_running();
        Ok(())
    }

    /// Milliseconds since it began.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The search that is next, if one more may run.
    pub(super) fn pop(&mut self) -> Option<Search> {
        let now = self.now();
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
        let fair = self.fair_slice(self.now());
        let turn = |(_, search): &(usize, &Search)| {
            let Served { at, took } = self.games.last(&search.game);
            let expected = if search.is_hint { fair } else { took.min(fair) };
            let owner = self.owners.of(&search.owner, search.from, expected);
            (search.urgency_at(now), owner, at)
        };
        let waiting = self.waiting.iter().enumerate();
        let (at, _) =
            waiting.filter(|(_, search)| !keepers.contains(&search.owner)).min_by_key(turn)?;
        let search = self.waiting.remove(at);
        self.owners.serve(search.owner, search.from);
        self.games.serve(search.game.clone());
        self.analysed = search.urgency == Urgency::Analysis;
        Some(search)
    }

    /// Notes that a search has got a thread.
    pub(super) fn begin(&mut self, search: &Search) -> Arc<Wanted> {
        let Search { owner, urgency, is_hint, .. } = *search;
        let (game, since) = (search.game.clone(), self.now());
        let others = self.others(search, since);
        let wanted = Arc::new(Wanted::never(slice(others, self.threads)));
        self.lately.insert((owner, urgency), since);
        let running = Running { game, owner, urgency, is_hint, since, wanted: Arc::clone(&wanted) };
        self.running.push(running);
        self.tell_running();
        wanted
    }

    /// How many other addresses wait for something as urgent, or have lately had a thread for it.
    fn others(&mut self, search: &Search, now: u64) -> usize {
        self.lately.retain(|_, at| at.saturating_add(LATELY) >= now);
        let waiting = self.waiting.iter().map(|other| (other.owner, other.urgency));
        let lately = self.lately.keys().copied();
        let counts = |(owner, urgency): &(Owner, Urgency)| {
            *owner != search.owner && *urgency <= search.urgency
        };
        let others = waiting.chain(lately).filter(counts);
        others.map(|(owner, _)| owner).collect::<HashSet<Owner>>().len()
    }

    /// Notes that it has given the thread back.
    pub(super) fn end(&mut self, wanted: &Arc<Wanted>) {
        let Some(at) = self.running.iter().position(|it| Arc::ptr_eq(&it.wanted, wanted)) else {
            return;
        };
        let now = self.now();
        let Running { game, owner, is_hint, since, .. } = self.running.remove(at);
        if !is_hint {
            self.games.correct(&game, now.saturating_sub(since));
        }
        // A slice that began when few wanted the engine may be longer than those of now, and costs no more than they do.
        let from = wanted.from.load(Ordering::Relaxed).max(since);
        let cost = now.saturating_sub(from).min(self.fair_slice(now));
        self.owners.correct(&owner, cost);
    }

    /// What each address may use of a thread, in milliseconds, if all that want the engine have a turn in a round.
    fn fair_slice(&self, now: u64) -> u64 {
        let lately = self.lately.iter().filter(|(_, at)| at.saturating_add(LATELY) >= now);
        let lately = lately.map(|((owner, _), _)| *owner);
        let waiting = self.waiting.iter().map(|search| search.owner);
        let owners: HashSet<Owner> = waiting.chain(lately).collect();
        let ms = slice(owners.len().saturating_sub(1), self.threads).as_millis();
        u64::try_from(ms).unwrap_or(u64::MAX)
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

impl<K> Default for TimeUsed<K> {
    fn default() -> Self {
        TimeUsed { used: HashMap::new(), now: 0 }
    }
}

impl<K: Eq + Hash> TimeUsed<K> {
    /// What a search is taken to use until it has ended.
    const EXPECTED: u64 = SLICE.as_millis() as u64;

    /// Where somebody will stand after a search that has waited since `from` and is expected to take so long. Whoever
    /// wants nothing for a while saves nothing up, but goes before those who stand at the same.
    fn of(&self, who: &K, from: u64, expected: u64) -> (u64, u64) {
        let time = self.by(who);
        (time.max(from) + expected, time)
    }

    fn by(&self, who: &K) -> u64 {
        self.used.get(who).copied().unwrap_or_default()
    }

    /// Serves a search that has waited since `from`.
    fn serve(&mut self, who: K, from: u64) {
        let begins = self.by(&who).max(from);
        self.now = begins.max(self.now);
        if self.used.len() >= MOST_REMEMBERED {
            // All others stand there anyway.
            self.used.retain(|_, time| *time > self.now);
        }
        if self.used.len() >= MOST_REMEMBERED {
            self.used.clear();
        }
        self.used.insert(who, begins + Self::EXPECTED);
    }

    /// Somebody who was served has had so many milliseconds that others wanted, and a part of one.
    fn correct(&mut self, who: &K, cost: u64) {
        if let Some(time) = self.used.get_mut(who) {
            *time = time.saturating_sub(Self::EXPECTED) + cost + 1;
        }
    }
}

impl<K> Default for LastServed<K> {
    fn default() -> Self {
        LastServed { served: HashMap::new(), now: 0 }
    }
}

impl<K: Eq + Hash> LastServed<K> {
    /// What the first search of somebody is taken to use, in milliseconds: most want little.
    const FIRST: u64 = 50;

    /// When somebody was last served, 0 for never, and how long that took.
    fn last(&self, who: &K) -> Served {
        self.served.get(who).copied().unwrap_or(Served { at: 0, took: Self::FIRST })
    }

    fn serve(&mut self, who: K) {
        if self.served.len() >= MOST_REMEMBERED {
            self.served.clear();
        }
        self.now += 1;
        let took = self.last(&who).took;
        self.served.insert(who, Served { at: self.now, took });
    }

    /// Somebody who was served has had so many milliseconds, and a part of one.
    fn correct(&mut self, who: &K, took: u64) {
        if let Some(served) = self.served.get_mut(who) {
            served.took = took + 1;
        }
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

    fn search(game: usize, by: u8, urgency: Urgency) -> Search {
        Search {
            game: GameId::parse(&format!("{game:022}")).unwrap(),
            owner: owner(by),
            urgency,
            since: 0,
            from: 0,
            is_hint: false,
            thinker: Box::new(|_, _| Thought::default()),
            progress: Arc::new(Mutex::new(Progress::Waiting)),
            began: oneshot::channel().0,
            done: oneshot::channel().0,
        }
    }

    /// Searches come as (game, address, urgency); the games are served in this order.
    fn check(come: &[(usize, u8, Urgency)], served: &[usize]) {
        let mut queue = Queue::new(1);
        for (game, by, urgency) in come {
            queue.push(search(*game, *by, *urgency)).unwrap();
        }
        let games = std::iter::from_fn(|| queue.pop()).map(|search| search.game.to_string());
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

    /// However many take whole slices, whoever wants little waits for the one that runs.
    #[test]
    fn who_has_used_little_is_next() {
        use Urgency::{Analysis, Watched};
        let mut queue = Queue::new(1);
        let pass = |queue: &mut Queue, ms| queue.began -= std::time::Duration::from_millis(ms);
        let take = |queue: &mut Queue, ms| {
            let search = queue.pop().unwrap();
            let wanted = queue.begin(&search);
            pass(queue, ms);
            (search.owner, wanted)
        };
        for round in 0..20 {
            for by in 1..4 {
                queue.push(search(100 * usize::from(by) + round, by, Watched)).unwrap();
                queue.push(search(1_000 * usize::from(by) + round, by, Analysis)).unwrap();
            }
            let (greedy, wanted) = take(&mut queue, 100);
            assert_ne!(greedy, owner(9));
            // At first nobody has used more than anybody else.
            if round >= 3 {
                queue.push(search(1, 9, Watched)).unwrap();
            }
            pass(&mut queue, 150);
            queue.end(&wanted);
            if round >= 3 {
                let (quick, wanted) = take(&mut queue, 3);
                assert_eq!(quick, owner(9), "round {round}");
                queue.end(&wanted);
            }
        }
    }

    /// However many short searches come without end, somebody unknown waits for few of them, and whoever wanted much
    /// before for twice as much at most.
    #[test]
    fn short_searches_without_end_hold_nobody_up() {
        use Urgency::Watched;
        let mut queue = Queue::new(1);
        let games = 100..;
        let mut busy = games.map(|game| search(game, 1, Watched));
        // Serves whoever is next; how long that took.
        let mut serve = |queue: &mut Queue| {
            queue.push(busy.next().unwrap()).unwrap();
            let next = queue.pop().unwrap();
            let wanted = queue.begin(&next);
            let ms = if next.owner == owner(1) { 20 } else { 250 };
            queue.began -= std::time::Duration::from_millis(ms);
            queue.end(&wanted);
            (next.owner, ms)
        };
        for _ in 0..20 {
            serve(&mut queue);
        }
        for most in [60, 500, 500] {
            queue.push(search(1, 2, Watched)).unwrap();
            let mut waited = 0;
            while let (_, ms @ 20) = serve(&mut queue) {
                waited += ms;
                assert!(waited <= most, "{waited}");
            }
        }
    }

    /// Whatever others seem to want: here their last searches were as short as can be.
    #[test]
    fn nobody_waits_longer_than_a_round() {
        use Urgency::Watched;
        let mut queue = Queue::new(1);
        let (greedy, visitor) = (1..11, 99);
        for round in 0..20 {
            for by in greedy.clone() {
                queue.push(search(usize::from(by), by, Watched)).unwrap();
            }
            while queue.len() > 0 {
                serve(&mut queue, true);
            }
            for by in greedy.clone() {
                queue.push(search(100 + usize::from(by), by, Watched)).unwrap();
            }
            let (_, mut waited) = serve(&mut queue, false);
            let hint = Search { is_hint: true, ..search(1_000, visitor, Watched) };
            queue.push(hint).unwrap();
            queue.push(search(1_000, visitor, Watched)).unwrap();
            for by in greedy.clone() {
                queue.push(search(200 + usize::from(by), by, Watched)).unwrap();
            }
            let (mut served, mut turns) = (0, 0);
            while served < 2 && turns < 100 {
                let (owner, ms) = serve(&mut queue, false);
                waited += ms;
                turns += 1;
                served += u32::from(owner == self::owner(visitor));
            }
            assert!(waited <= 2 * ROUND + SLICE, "round {round}: {waited:?}, {turns} turns");
            while queue.len() > 0 {
                serve(&mut queue, false);
            }
        }
    }

    /// A visitor has the engine alone for a while, for a hint or an analysis, and wants a short search when others come
    /// who take whole slices without end.
    #[test]
    fn who_had_the_engine_alone_owes_nothing() {
        use Urgency::{Analysis, Watched};
        for (alone, urgency, is_hint) in [
            (1_000, Watched, true),
            (3_000, Watched, false),
            (60_000, Analysis, true),
            (15_000, Analysis, true),
        ] {
            for others in [1, 2, 3, 10] {
                for contested in [false, true] {
                    let waited = waits_after(alone, urgency, is_hint, others, contested);
                    let most = 2 * ROUND + if contested { SLICE } else { Duration::ZERO };
                    let name = format!("{alone} ms, {urgency:?}, {others}, {contested}");
                    assert!(waited <= most, "{name}: {waited:?}");
                }
            }
        }
    }

    /// How long the visitor waits; `contested` says whether the others come while the visitor has the engine still.
    fn waits_after(
        alone: u64,
        urgency: Urgency,
        is_hint: bool,
        others: u8,
        contested: bool,
    ) -> Duration {
        let mut queue = Queue::new(1);
        let visitor = 99;
        let come = |queue: &mut Queue, by: u8| {
            if !queue.waiting.iter().any(|search| search.owner == owner(by)) {
                queue.push(search(usize::from(by), by, Urgency::Watched)).unwrap();
            }
        };
        // The others play before, so that it is known how much they want.
        let all = |queue: &mut Queue| (1..=others).for_each(|by| come(queue, by));
        all(&mut queue);
        while queue.len() > 0 {
            serve(&mut queue, false);
        }
        queue.began -= Duration::from_millis(2 * LATELY);
        queue.push(Search { is_hint, ..search(1_000, visitor, urgency) }).unwrap();
        let first = queue.pop().unwrap();
        let wanted = queue.begin(&first);
        queue.began -= Duration::from_millis(alone);
        if contested {
            all(&mut queue);
            queue.began -= wanted.slice;
        }
        queue.end(&wanted);
        all(&mut queue);
        let (mut waited, mut turns) = (Duration::ZERO, 0);
        if !contested {
            waited += serve(&mut queue, false).1;
            all(&mut queue);
        }
        queue.push(search(1_001, visitor, Urgency::Watched)).unwrap();
        loop {
            let (served, ms) = serve(&mut queue, false);
            if served == owner(visitor) {
                return waited;
            }
            waited += ms;
            turns += 1;
            assert!(turns < 100, "{waited:?}");
            all(&mut queue);
        }
    }

    /// Serves whoever is next, for a moment or for a whole slice; how long that took.
    fn serve(queue: &mut Queue, short: bool) -> (Owner, Duration) {
        let next = queue.pop().unwrap();
        let wanted = queue.begin(&next);
        let ms = if short { Duration::from_millis(1) } else { wanted.slice };
        queue.began -= ms;
        queue.end(&wanted);
        (next.owner, ms)
    }

    #[test]
    fn the_more_addresses_wait_the_shorter_are_the_slices() {
        for (others, threads, ms) in
            [(0, 1, 250), (1, 1, 250), (2, 1, 166), (10, 1, 45), (10, 2, 83), (500, 1, 20)]
        {
            assert_eq!(slice(others, threads).as_millis(), ms, "{others} {threads}");
        }
    }

    #[test]
    fn who_analyses_does_not_wait_for_ever() {
        use Urgency::{Analysis, Watched};
        let mut queue = Queue::new(2);
        let running = queue.begin(&search(1, 1, Watched));
        queue.push(search(2, 2, Analysis)).unwrap();
        queue.push(search(3, 1, Watched)).unwrap();
        assert!(!running.is_at(queue.now()));
        assert!(running.is_at(queue.now() + PATIENCE), "without anybody asking");
        queue.owners.serve(owner(1), 0);
        queue.began -= std::time::Duration::from_millis(PATIENCE);
        assert_eq!(queue.pop().unwrap().urgency, Analysis);
        assert_eq!(queue.pop().unwrap().urgency, Watched);
    }

    #[test]
    fn a_game_waits_for_one_analysis_at_most() {
        use Urgency::{Analysis, Watched};
        let mut queue = Queue::new(1);
        for number in 1..10 {
            queue.push(search(usize::from(number), number, Analysis)).unwrap();
        }
        queue.began -= std::time::Duration::from_millis(2 * PATIENCE);
        // All of them have waited longer than the game, and were served less.
        queue.push(search(10, 10, Watched)).unwrap();
        queue.owners.serve(owner(10), 0);
        let order: Vec<Urgency> = std::iter::from_fn(|| queue.pop()).map(|it| it.urgency).collect();
        assert_eq!(order[..3], [Analysis, Watched, Analysis], "{order:?}");
    }

    #[test]
    fn hints_are_refused_and_moves_never() {
        let hint = |game, by| Search { is_hint: true, ..search(game, by, Urgency::Watched) };
        let mut queue = Queue::new(1);
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
        let mut queue = Queue::new(1);
        let stopped = search(1, 1, Urgency::Watched);
        drop(super::super::Ticket(Arc::clone(&stopped.progress)));
        queue.push(stopped).unwrap();
        assert!(queue.pop().is_none());
    }

    #[test]
    fn a_running_search_hears_of_those_who_wait() {
        use Urgency::{Analysis, Engines, Watched};
        let check = |runs: (u8, Urgency), waits: (u8, Urgency), wanted: bool| {
            let mut queue = Queue::new(1);
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
        let mut queue = Queue::new(1);
        let late = queue.begin(&search(1, 1, Watched));
        queue.push(search(2, 2, Watched)).unwrap();
        assert!(queue.pop().is_none(), "it has only just been asked for");
        queue.began -= std::time::Duration::from_millis(LATE);
        let next = queue.pop().expect("what is late does not count");
        queue.begin(&next);
        queue.push(search(3, 3, Watched)).unwrap();
        assert!(queue.pop().is_none(), "the second one is not late");
        queue.end(&late);
        assert!(queue.pop().is_none());
    }

    #[test]
    fn who_keeps_a_thread_has_no_other_one() {
        use Urgency::Watched;
        let mut queue = Queue::new(1);
        queue.begin(&search(1, 1, Watched));
        queue.push(search(2, 1, Watched)).unwrap();
        queue.push(search(3, 2, Watched)).unwrap();
        queue.began -= std::time::Duration::from_millis(LATE);
        let next = queue.pop().expect("somebody else's");
        assert_eq!(next.owner, owner(2));
        queue.running.retain(|running| running.owner == owner(1));
        assert!(queue.pop().is_none(), "only the one who keeps a thread waits");
    }
}
