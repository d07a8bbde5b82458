//! Games of a generation, by all threads.

use super::{Course, bar};
use anyhow::Context;
use komadai_engine::AnyEngine;
use komadai_learn::selfplay::{Player, Settings};
use komadai_learn::store::Writer;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Plays until a generation has the positions that it needs.
pub(super) fn games(
    course: &Course<'_>,
    engine: &AnyEngine,
    generation: u32,
    folder: &Path,
) -> anyhow::Result<()> {
    let wanted = course.args.positions;
    let seed = course.args.seed;
    let open = |thread| {
        let path = folder.join(format!("{seed}-{thread}.games"));
        let name = path.display().to_string();
        Writer::open(&path, course.squares()).with_context(|| format!("cannot write `{name}`"))
    };
    let mut writers = (0..course.threads).map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let known = course.samples(generation..=generation)?;
    let count = AtomicU64::new((known.train().len() + known.held_out().len()) as u64);
    drop(known);
    let progress = Progress { count: &count, wanted, begun: Instant::now(), bar: bar(wanted) };
    std::thread::scope(|scope| {
        let threads: Vec<_> = writers
            .iter_mut()
            .enumerate()
            .map(|(thread, writer)| {
                let stream = Stream { seed, generation, thread: thread as u64 };
                let progress = &progress;
                scope.spawn(move || play(course, engine, stream, writer, progress))
            })
            .collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a game does not panic"))
    })
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
        [u64::from(generation), thread, number].into_iter().fold(seed, |seed, number| {
            (seed ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }
}

struct Progress<'a> {
    count: &'a AtomicU64,
    wanted: u64,
    begun: Instant,
    bar: Option<indicatif::ProgressBar>,
}

impl Progress<'_> {
    fn is_done(&self) -> bool {
        self.count.load(Relaxed) >= self.wanted
    }

    fn add(&self, samples: usize) {
        let count = self.count.fetch_add(samples as u64, Relaxed) + samples as u64;
        if let Some(bar) = &self.bar {
            bar.set_position(count);
            let seconds = self.begun.elapsed().max(Duration::from_millis(1)).as_secs_f64();
            bar.set_message(format!("positions, {:.0} a second", bar.position() as f64 / seconds));
        }
    }
}

fn play(
    course: &Course<'_>,
    engine: &AnyEngine,
    stream: Stream,
    writer: &mut Writer,
    progress: &Progress<'_>,
) -> anyhow::Result<()> {
    let args = course.args;
    let settings =
        Settings { nodes: args.nodes, random_plies: args.random_plies, ..Settings::default() };
    let player = Player::new(&course.game, engine, settings);
    let mut player = player.with_starts(course.starts()?);
    while !progress.is_done() {
        let samples = player.play(stream.game(writer.games()))?;
        writer.write(&samples)?;
        progress.add(samples.len());
    }
    Ok(())
}
