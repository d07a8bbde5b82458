//! Heavy files stay in their corner: work on their positions holds up nobody but their players.

use super::Work;
use crate::address::Owner;
use crate::at_once::{Askers, Share, Turn, Turns};
use crate::slices::Room;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;

/// Work on a position that takes longer belongs into the corner.
const LIGHT: Duration = Duration::from_millis(10);
/// Work that takes longer than this waits only for its like.
const SHORT: Duration = Duration::from_millis(200);
/// Work on many positions makes way for others after so long, where they may take long...
const SLICE: Duration = Duration::from_millis(250);
/// ... and where none of them does: most games are read in less.
const SLICE_OF_LIGHT: Duration = Duration::from_millis(20);
/// For so long after it a variant is taken for heavy, in milliseconds. Somebody who wants much work done
/// would otherwise have light work done in between.
const REMEMBERED_MS: u64 = 600_000;
/// So many pieces of work by the rules of one file are done at a time while it is taken for light: nobody
/// knows it before the first of them is done.
const MOST_OUTSIDE: usize = 2;

/// So much work of each kind may have begun in the corner.
const MOST_BEGUN: usize = 32;
/// So many positions are worked on at a time that somebody makes up by the server's own files.
const MOST_OF_FILES: usize = 2;

/// Where the work on heavy positions is done, whatever the game, in slices: it makes way for what others want again and
/// again.
pub(crate) struct Corner {
    /// For all work by rules that somebody has made up, light or heavy: nobody knows it beforehand.
    made_up: Turns,
    /// For positions of the program's own games that somebody has made up, and that take seconds...
    long: Turns,
    /// ... for such by the server's own files...
    files: Turns,
    /// ... and for those of both that take some hundredths of a second, as a move on a board full of lions does.
    short: Turns,
    /// For positions that somebody makes up by those files that are taken for light.
    light: Turns,
    /// For positions of the program's own games, one or as many as a tree has.
    games: Turns,
    /// For the program's own games: any number is worked on at a time, but one for each address.
    own: Turns,
    /// For all else that is done outside: one for each address, too, however many variants it has games of.
    each: Turns,
}

/// How much work the positions of a variant are. A user's file may make it any amount.
pub(crate) struct Weight {
    kind: Kind,
    /// Until when it is taken for heavy: milliseconds since the program began.
    heavy_until: AtomicU64,
    /// Until when its work is taken for such as takes seconds.
    long_until: AtomicU64,
    /// For work that is done outside the corner.
    outside: Arc<Semaphore>,
    memory: usize,
    /// Held as long as anybody uses rules that somebody has made up: every game by these has the weight.
    _places: Vec<Share>,
}

/// What there is to expect of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// They come up in one of the program's own games, which are all light.
    Own,
    /// They are of one of these games, but somebody has made up where it begins.
    OwnMadeUp,
    /// They come up in a game of a file that belongs to the server.
    File,
    /// Somebody has made up the rules, or where a game of a file begins: it may be any amount of work.
    MadeUp,
}

/// Where a piece of work is done, for as long as this lives.
pub(crate) enum Place {
    Corner(Turn),
    Outside(#[expect(dead_code, reason = "held, not read")] [Turn; 2]),
}

impl Place {
    /// Does work in it, in this thread, which must not be one of those that answer.
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        match self {
            Place::Corner(turn) => turn.during(work),
            Place::Outside(_) => {
                let _place = self;
                work()
            }
        }
    }
}

impl Corner {
    /// So much work may have begun in slices.
    pub(crate) const MOST_BEGUN: usize = 5 * MOST_BEGUN + MOST_OF_FILES;

    /// Where work is done in slices in this room.
    pub(crate) fn new(room: &Room) -> Self {
        let begun = [(); 5].map(|()| Turns::in_slices(MOST_BEGUN, room));
        let [made_up, long, files, short, games] = begun;
        let light = Turns::in_slices(MOST_OF_FILES, room);
        let [own, each] = [(); 2].map(|()| Turns::new(Semaphore::MAX_PERMITS));
        Corner { made_up, long, files, short, light, games, own, each }
    }

    /// Waits until any of those who ask for the same work may begin with work by rules that somebody has made up.
    pub(crate) async fn for_made_up(&self, askers: &Askers) -> Turn {
        askers.turn(&self.made_up).await
    }
}

fn now_ms() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX)
}

impl Weight {
    /// Of the program's own game, or of a file's, by rules that somebody has made up or not, which take so many bytes of
    /// memory.
    pub(super) fn new(builtin: bool, made_up: bool, memory: usize, places: Vec<Share>) -> Self {
        let kind = match (made_up, builtin) {
            (true, _) => Kind::MadeUp,
            (false, true) => Kind::Own,
            (false, false) => Kind::File,
        };
        Weight::of(kind, Arc::new(Semaphore::new(MOST_OUTSIDE)), memory, places)
    }

    fn of(kind: Kind, outside: Arc<Semaphore>, memory: usize, places: Vec<Share>) -> Self {
        let (heavy_until, long_until) = (AtomicU64::new(0), AtomicU64::new(0));
        Weight { kind, heavy_until, long_until, outside, memory, _places: places }
    }

    /// How much memory rules take that are not those of all games of their kind: told in moves, of a kilobyte each.
    pub(crate) fn moves(&self) -> usize {
        self.memory / 1_024
    }

    /// Does work on a position for somebody, in the corner if the variant is known to be heavy. Other
    /// tasks of the thread go on elsewhere meanwhile.
    pub(crate) async fn carry<T>(&self, corner: &Corner, by: Owner, work: impl FnOnce() -> T) -> T {
        self.carry_for(corner, &by.into(), work).await
    }

    /// The same for all who wait for it.
    pub(crate) async fn carry_for<T>(
        &self,
        corner: &Corner,
        askers: &Askers,
        work: impl FnOnce() -> T,
    ) -> T {
        if self.kind == Kind::Own {
            // Much may be asked at one instant.
            let _turn = askers.turn(&corner.own).await;
            // To look back over a long game may take a while.
            return if self.was_heavy() { apart(|| self.weigh(work)) } else { self.weigh(work) };
        }
        let place = self.place(corner, askers).await;
        apart(|| place.during(|| self.weigh(work)))
    }

    /// Does work, and notes how long it took. Not for the threads that answer.
    pub(crate) fn weigh<T>(&self, work: impl FnOnce() -> T) -> T {
        let worked = Worked::new();
        let done = work();
        self.note(worked.time());
        done
    }

    /// Waits for a place in the corner before positions are worked on that somebody makes up: those of a
    /// user's file may be heavy though all before were light.
    pub(crate) async fn place_for_any(&self, corner: &Corner, by: Owner) -> Place {
        match self.kind {
            Kind::Own => Place::Corner(corner.games.wait(by).await),
            Kind::OwnMadeUp if self.is_short() => Place::Corner(corner.short.wait(by).await),
            Kind::OwnMadeUp => Place::Corner(corner.long.wait(by).await),
            Kind::File if !self.is_heavy() => Place::Corner(corner.light.wait(by).await),
            Kind::File => Place::Corner(corner.files.wait(by).await),
            Kind::MadeUp => Place::Corner(corner.made_up.wait(by).await),
        }
    }

    /// The same for work on a whole game. It may take seconds, and holds up nobody who asks for one position.
    pub(crate) async fn place_for_many(&self, corner: &Corner, by: Owner) -> Place {
        match self.kind {
            Kind::OwnMadeUp if self.is_heavy() => Place::Corner(corner.files.wait(by).await),
            Kind::OwnMadeUp => Place::Corner(corner.games.wait(by).await),
            Kind::File => Place::Corner(corner.files.wait(by).await),
            Kind::Own | Kind::MadeUp => self.place_for_any(corner, by).await,
        }
    }

    /// Waits for a place where work can be done, for any of those who ask for it.
    pub(crate) async fn place(&self, corner: &Corner, askers: &Askers) -> Place {
        if self.kind == Kind::Own {
            return Place::Corner(askers.turn(&corner.games).await);
        }
        match self.outside(corner, askers).await {
            Some(outside) => Place::Outside(outside),
            None => Place::Corner(self.enter(corner, askers).await),
        }
    }

    /// Waits until none of an asker's work is done outside the corner. `None` if this belongs into the corner.
    async fn outside(&self, corner: &Corner, askers: &Askers) -> Option<[Turn; 2]> {
        if self.is_heavy() || self.is_made_up() {
            return None;
        }
        let each = askers.turn(&corner.each).await;
        let outside = Arc::clone(&self.outside).try_acquire_owned().ok()?.into();
        // It may have shown meanwhile what it is.
        (!self.is_heavy()).then_some([each, outside])
    }

    /// Waits for the place in the corner, for any of those who ask for the same work.
    pub(crate) async fn enter(&self, corner: &Corner, askers: &Askers) -> Turn {
        match self.kind {
            Kind::MadeUp => corner.for_made_up(askers).await,
            _ if self.is_short() => askers.turn(&corner.short).await,
            Kind::File => askers.turn(&corner.files).await,
            _ => askers.turn(&corner.long).await,
        }
    }

    /// Whether its work belongs to what takes some hundredths of a second.
    fn is_short(&self) -> bool {
        match self.kind {
            Kind::Own => true,
            // What its positions have taken so far, they will take again.
            Kind::OwnMadeUp | Kind::File => !self.was_long(),
            Kind::MadeUp => false,
        }
    }

    /// Work on many positions makes way for others after so long.
    pub(crate) fn slice(&self) -> Duration {
        match self.kind {
            Kind::Own => SLICE_OF_LIGHT,
            _ if self.is_heavy() && self.is_short() => SHORT / 2,
            _ => SLICE,
        }
    }

    /// Whether it is one of the program's own games, whatever may have been changed of how it ends.
    pub(crate) fn is_builtin(&self) -> bool {
        matches!(self.kind, Kind::Own | Kind::OwnMadeUp)
    }

    /// Whether work on its positions belongs into the corner, as far as is known.
    pub(crate) fn is_heavy(&self) -> bool {
        self.kind != Kind::Own && self.was_heavy()
    }

    /// Whether some of its work was heavy a while ago.
    fn was_heavy(&self) -> bool {
        now_ms() < self.heavy_until.load(Ordering::Relaxed)
    }

    /// Whether some of its work took more than that.
    fn was_long(&self) -> bool {
        now_ms() < self.long_until.load(Ordering::Relaxed)
    }
}

impl Work for Weight {
    /// Somebody has made up more than where one of the program's own games begins.
    fn is_made_up(&self) -> bool {
        self.kind == Kind::MadeUp
    }

    fn of_made_up_position(&self) -> Option<Self> {
        let kind = match self.kind {
            Kind::Own => Kind::OwnMadeUp,
            Kind::File | Kind::MadeUp => Kind::MadeUp,
            Kind::OwnMadeUp => return None,
        };
        Some(Weight::of(kind, Arc::clone(&self.outside), self.memory, Vec::new()))
    }

    fn note(&self, took: Duration) {
        let until = now_ms().saturating_add(REMEMBERED_MS);
        for (limit, heavy_until) in [(LIGHT, &self.heavy_until), (SHORT, &self.long_until)] {
            if took > limit {
                heavy_until.store(until, Ordering::Relaxed);
            }
        }
    }

    fn done() -> Duration {
        Worked::all()
    }
}

/// How long this thread has worked since. Others may have had the processor meanwhile: what is only held up is
/// not heavy.
pub(crate) struct Worked(Duration);

impl Worked {
    pub(crate) fn new() -> Self {
        Worked(Worked::all())
    }

    /// For so long.
    pub(crate) fn time(&self) -> Duration {
        Worked::all().saturating_sub(self.0)
    }

    #[cfg(unix)]
    fn all() -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.try_into().unwrap_or_default()
    }

    #[cfg(not(unix))]
    fn all() -> Duration {
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

/// Does work that takes a while; other tasks of the thread go on elsewhere meanwhile.
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => work(),
        _ => tokio::task::block_in_place(work),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::pause;
    use std::sync::atomic::AtomicBool;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn heavy_work_is_done_in_the_corner_for_a_long_time() {
        let (corner, weight) =
            (Corner::new(&Room::new(1)), Weight::new(false, false, 0, Vec::new()));
        let place = async || weight.place(&corner, &None.into()).await;
        assert!(matches!(place().await, Place::Outside(_)));
        weight.note(2 * LIGHT);
        for _ in 0..100 {
            weight.weigh(|| ());
        }
        assert!(matches!(place().await, Place::Corner(_)));
    }

    /// Somebody, by a number.
    fn by(number: u8) -> Owner {
        Some(std::net::IpAddr::from([10, 0, 0, number]).into())
    }

    #[tokio::test]
    async fn little_is_begun_outside_before_it_is_known_how_much_it_is() {
        let (corner, weight) =
            (Corner::new(&Room::new(1)), Weight::new(false, false, 0, Vec::new()));
        let place = async |number| weight.place(&corner, &by(number).into()).await;
        let _outside = [place(1).await, place(2).await];
        assert!(matches!(place(3).await, Place::Corner(_)));
    }

    #[tokio::test]
    async fn outside_each_address_has_one_worked_on_at_a_time() {
        let (corner, own) = (Corner::new(&Room::new(1)), Weight::new(true, false, 0, Vec::new()));
        let [one, other] = [0, 1].map(|_| own.of_made_up_position().unwrap());
        let place = async |weight: &Weight, number| {
            let askers = by(number).into();
            tokio::time::timeout(LIGHT, weight.place(&corner, &askers)).await
        };
        let held = place(&one, 1).await;
        assert!(matches!(held, Ok(Place::Outside(_))));
        assert!(place(&other, 1).await.is_err());
        assert!(matches!(place(&other, 2).await, Ok(Place::Outside(_))));
        drop(held);
        assert!(matches!(place(&other, 1).await, Ok(Place::Outside(_))));
        // What is known to be heavy waits elsewhere, and holds up nothing light.
        one.note(2 * LIGHT);
        let _heavy = place(&one, 1).await;
        assert!(matches!(place(&other, 1).await, Ok(Place::Outside(_))));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn heavy_work_by_made_up_rules_makes_way_for_light_work() {
        let corner = Corner::new(&Room::new(1));
        let weight = Weight::new(true, true, 0, Vec::new());
        let over = Arc::new(AtomicBool::new(false));
        let mut heavy = Vec::new();
        for number in 1..=10 {
            let askers = by(number).into();
            let place = tokio::time::timeout(PATIENCE, weight.place(&corner, &askers)).await;
            let place = place.expect("the others make way");
            let over = Arc::clone(&over);
            let work = move || {
                while !over.load(Ordering::Relaxed) {
                    pause::point();
                }
            };
            heavy.push(tokio::task::spawn_blocking(move || place.during(work)));
        }
        for _ in 0..10 {
            let light = weight.carry(&corner, by(11), || ());
            tokio::time::timeout(PATIENCE, light).await.expect("heavy work makes way");
        }
        // Each address has but one begun.
        let askers = by(1).into();
        assert!(tokio::time::timeout(LIGHT, weight.place(&corner, &askers)).await.is_err());
        over.store(true, Ordering::Relaxed);
        for work in heavy {
            work.await.unwrap();
        }
    }

    #[tokio::test]
    async fn the_programs_own_games_do_not_wait_for_the_end_of_long_work() {
        let (corner, weight) =
            (Corner::new(&Room::new(1)), Weight::new(true, false, 0, Vec::new()));
        weight.note(2 * LIGHT);
        let _busy = corner.long.wait(None).await;
        assert!(matches!(weight.place(&corner, &None.into()).await, Place::Corner(_)));
        assert!(matches!(weight.place_for_any(&corner, None).await, Place::Corner(_)));
    }

    #[tokio::test]
    async fn of_the_programs_own_games_each_address_has_one_worked_on_at_a_time() {
        let (corner, weight) =
            (Corner::new(&Room::new(1)), Weight::new(true, false, 0, Vec::new()));
        let _busy = corner.own.wait(by(1)).await;
        let work = async |by| tokio::time::timeout(LIGHT, weight.carry(&corner, by, || ())).await;
        assert!(work(by(1)).await.is_err());
        assert!(work(by(2)).await.is_ok());
    }

    #[tokio::test]
    async fn what_is_asked_of_one_position_waits_for_no_tree() {
        let (corner, file) = (Corner::new(&Room::new(2)), Weight::new(false, false, 0, Vec::new()));
        let _tree = file.place_for_many(&corner, None).await;
        let any = async || tokio::time::timeout(LIGHT, file.place_for_any(&corner, None)).await;
        assert!(any().await.is_ok());
        file.note(2 * LIGHT);
        assert!(any().await.is_err());
    }

    #[tokio::test]
    async fn made_up_positions_wait_for_each_other_but_for_no_file() {
        let (corner, all) = (Corner::new(&Room::new(4)), Weight::new(true, false, 0, Vec::new()));
        let [one, other] = [0, 1].map(|_| all.of_made_up_position().unwrap());
        let _busy = corner.long.wait(None).await;
        one.note(2 * LIGHT);
        let held = one.place(&corner, &None.into()).await;
        assert!(matches!(held, Place::Corner(_)));
        // One game says nothing of another...
        assert!(matches!(other.place(&corner, &None.into()).await, Place::Outside(_)));
        // ... but heavy ones are worked on one by one.
        other.note(2 * LIGHT);
        let waits = tokio::time::timeout(LIGHT, other.place(&corner, &None.into())).await;
        assert!(waits.is_err());
        // What is done on a whole game is done elsewhere.
        let _record = other.place_for_many(&corner, None).await;
        drop(held);
        let place = tokio::time::timeout(LIGHT, one.place_for_any(&corner, None)).await;
        assert!(place.is_ok());
    }

    #[tokio::test]
    async fn what_takes_seconds_holds_up_no_file_that_takes_less() {
        let (corner, file) = (Corner::new(&Room::new(4)), Weight::new(false, false, 0, Vec::new()));
        let made_up = file.of_made_up_position().unwrap();
        made_up.note(2 * SHORT);
        let _long = made_up.place(&corner, &None.into()).await;
        file.note(2 * LIGHT);
        let place = async || tokio::time::timeout(LIGHT, file.place(&corner, &None.into())).await;
        assert!(matches!(place().await, Ok(Place::Corner(_))));
        let any = tokio::time::timeout(LIGHT, file.place_for_any(&corner, None)).await;
        assert!(any.is_ok(), "what strangers make up holds up no game of a file of the server");
        drop(any);
        // It has shown that it takes as much: it waits for its like.
        file.note(2 * SHORT);
        let held = place().await;
        assert!(matches!(held, Ok(Place::Corner(_))));
        assert!(place().await.is_err());
    }
}
