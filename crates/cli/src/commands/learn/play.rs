//! Games of a generation, by all threads.

use super::{Course, bar};
use indicatif::ProgressBar;
use komadai_engine::AnyEngine;
use komadai_learn::selfplay::{Player, Settings};
use komadai_learn::store::{Samples, Seen, Writer};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After so many games in a row without a position that had not been seen before, more games lead nowhere: they are
/// decided where they begin, or always the same ones.
const MOST_IDLE: u64 = 2_000;

/// So often the progress is told where it is not shown.
const TOLD: Duration = Duration::from_secs(60);

/// Plays until a generation has the positions that it needs, or there are no more.
pub(super) fn games(
    course: &Course<'_>,
    engine: &AnyEngine,
    generation: u32,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let folder = course.folder.generation(generation);
    let seed = course.args.seed;
    let open = |thread| Writer::open(&folder.join(format!("{seed}-{thread}.games")), course.kind());
    let mut writers = (0..course.threads).map(open).collect::<Result<Vec<_>, _>>()?;
    let mut seen = Seen::default();
    let files = course.folder.games(generation..=generation)?;
    let known = Samples::read(course.kind(), &files, &mut seen)?;
    let progress = Progress {
        seen: Mutex::new(seen),
        count: AtomicU64::new((known.train().len() + known.held_out().len()) as u64),
        idle: AtomicU64::new(0),
        is_ended: AtomicBool::new(false),
        wanted: course.args.positions,
        begun: Instant::now(),
        bar: bar(course.args.positions),
    };
    drop(known);
    let before = progress.count.load(Relaxed);
    std::thread::scope(|scope| {
        let start = |(thread, writer)| {
            let stream = Stream { seed, generation, thread };
            let progress = &progress;
            scope.spawn(move || {
                let played = play(course, engine, stream, writer, progress);
                if played.is_err() {
                    progress.end();
                }
                played
            })
        };
        let threads: Vec<_> = (0..).zip(&mut writers).map(start).collect();
        let mut told = Instant::now();
        let mut telling = Ok(());
        while !threads.iter().all(|thread| thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(50));
            if progress.bar.is_some() {
                progress.show(before);
            } else if told.elapsed() >= TOLD && telling.is_ok() {
                told = Instant::now();
                telling = progress.tell(before, out);
                if telling.is_err() {
                    progress.end();
                }
            }
        }
        threads.into_iter().try_for_each(|thread| thread.join().expect("a game does not panic"))?;
        anyhow::Ok(telling?)
    })?;
    if progress.is_stuck() {
        writeln!(
            out,
            "  {MOST_IDLE} games in a row have brought no new position: no more are played."
        )?;
    }
    Ok(())
}

/// Which games a thread plays.
#[derive(Clone, Copy)]
struct Stream {
    seed: u64,
    generation: u32,
    thread: u64,
}

impl Stream {
    /// The seed of a game: another one for each.
    fn game(self, number: u64) -> u64 {
        let Stream { seed, generation, thread } = self;
        [seed, u64::from(generation), thread, number].into_iter().fold(1, |mixed: u64, part| {
            (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }
}

/// How far all threads are.
struct Progress {
    seen: Mutex<Seen>,
    /// Positions that differ from each other.
    count: AtomicU64,
    /// Games in a row that have brought none.
    idle: AtomicU64,
    /// Whether something went wrong.
    is_ended: AtomicBool,
    wanted: u64,
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn is_done(&self) -> bool {
        let is_ended = self.is_ended.load(Relaxed);
        is_ended || self.count.load(Relaxed) >= self.wanted || self.is_stuck()
    }

    fn is_stuck(&self) -> bool {
        self.idle.load(Relaxed) >= MOST_IDLE
    }

    /// No game is begun any more.
    fn end(&self) {
        self.is_ended.store(true, Relaxed);
    }

    fn add(&self, positions: usize) {
        if positions > 0 {
            self.count.fetch_add(positions as u64, Relaxed);
            self.idle.store(0, Relaxed);
        } else {
            self.idle.fetch_add(1, Relaxed);
        }
    }

    /// Positions, and how many more there are each second than there were before.
    fn speed(&self, before: u64) -> (u64, f64) {
        let count = self.count.load(Relaxed).min(self.wanted);
        let seconds = self.begun.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        (count, count.saturating_sub(before) as f64 / seconds)
    }

    fn show(&self, before: u64) {
        let Some(bar) = &self.bar else { return };
        let (count, speed) = self.speed(before);
        bar.set_position(count);
        bar.set_message(format!("positions, {speed:.0} a second"));
    }

    fn tell(&self, before: u64, out: &mut dyn Write) -> std::io::Result<()> {
        let ((count, speed), wanted) = (self.speed(before), self.wanted);
        writeln!(out, "  {count} of {wanted} positions, {speed:.0} a second")
    }
}

fn play(
    course: &Course<'_>,
    engine: &AnyEngine,
    stream: Stream,
    writer: &mut Writer,
    progress: &Progress,
) -> anyhow::Result<()> {
    let args = course.args;
    let settings =
        Settings { nodes: args.nodes, random_plies: args.random_plies, ..Settings::default() };
    let player = Player::new(&course.game, engine, settings);
    let mut player = player.with_starts(course.starts()?);
    while !progress.is_done() {
        let samples = player.play(stream.game(writer.games()))?;
        let mut seen = progress.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let new = writer.write(&samples, &mut seen)?;
        drop(seen);
        progress.add(new);
    }
    Ok(())
}
