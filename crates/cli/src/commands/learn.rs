//! `learn`: a network for a game, from the program's own play.

mod judge;
mod play;

use super::match_::read_openings;
use crate::args::GameChoice;
use crate::{library, nets};
use anyhow::{Context, Error, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use komadai_arena::openings::Opening;
use komadai_engine::net::{Header, Learnt, Net};
use komadai_engine::{AnyEngine, fingerprint};
use komadai_learn::store::Samples;
use komadai_learn::trainer::{Epoch, Plan, Trained, train_in_several_ways};
use komadai_rules::{AnyGame, AnyPlay};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const HELP: &str = "\
The program plays the game against itself, fits a network to what came of it, and keeps the network if it wins a \
match on the clock against what was there before; then again with the new network, until nothing is gained or the \
time is over. Everything is kept in the folder: the same command goes on where it was interrupted, and the games of \
other machines count as soon as their files lie there too.

The network of a variant file lies beside it and is used from then on: my-game.net for my-game.toml. Any other one is \
chosen by the engine's option EvalFile.

Examples:
  komadai learn minishogi --minutes 60
  komadai learn my-game.toml";

/// How long, and how.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,

    /// Where games and networks are kept [default: GAME.learn, beside a variant file]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Where to write the network [default: GAME.net, beside a variant file]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Begin no new generation after so many minutes
    #[arg(long, value_name = "M", default_value_t = 60.0)]
    minutes: f64,

    /// Positions of each generation
    #[arg(long, value_name = "N", default_value_t = 800_000)]
    positions: u64,

    /// The most generations
    #[arg(long, value_name = "N", default_value_t = 8)]
    generations: u32,

    /// Nodes for every move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// A file of openings, one on each line as for `komadai match`; games begin there
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// How many random plies a game begins with at most, after its opening
    #[arg(long, value_name = "N", default_value_t = 10)]
    random_plies: u32,

    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,

    /// The seed of openings; another one for each machine that plays for the same network
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The time control of matches
    #[arg(long, value_name = "CONTROL", default_value = "2+0.02")]
    tc: String,

    /// The most games of a match
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
}

/// What is learnt, and where it is kept.
struct Course<'a> {
    args: &'a Args,
    game: AnyGame,
    openings: Vec<Opening>,
    folder: PathBuf,
    out: PathBuf,
    threads: usize,
}

/// What is told line by line, also to a file: learning takes hours.
struct LineByLine<'a>(&'a mut dyn Write);

impl Write for LineByLine<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let written = self.0.write(text)?;
        if text[..written].contains(&b'\n') {
            self.0.flush()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let out = &mut LineByLine(out);
    let course = Course::new(args)?;
    fs::create_dir_all(&course.folder)
        .with_context(|| format!("cannot make `{}`", course.folder.display()))?;
    let begun = Instant::now();
    let limit = Duration::try_from_secs_f64(args.minutes * 60.0).context("--minutes")?;
    for number in 1..=args.generations {
        let known = course.verdict(number);
        if known.is_none() && begun.elapsed() >= limit {
            break;
        }
        let kept = match known {
            Some(kept) => kept,
            None => course.generation(number, out)?,
        };
        if !kept {
            break;
        }
    }
    match course.best() {
        Some(best) => {
            let file = course.out.display();
            fs::copy(&best, &course.out).with_context(|| format!("cannot write `{file}`"))?;
            writeln!(out, "The network is `{file}`.")?;
        }
        None => writeln!(out, "No network plays better than the program without one.")?,
    }
    Ok(())
}

impl<'a> Course<'a> {
    fn new(args: &'a Args) -> anyhow::Result<Self> {
        let game = library::game(&args.game.variant, &args.game.settings)?;
        let name = &args.game.variant;
        let id = &game.variant().id;
        let usual = |ending: &str| match nets::beside(name) {
            Some(beside) => beside.with_extension(ending),
            None => PathBuf::from(format!("{id}.{ending}")),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let openings = args.openings.as_deref().map(|path| read_openings(path, &game));
        Ok(Course {
            folder: args.folder.clone().unwrap_or_else(|| usual("learn")),
            out: args.out.clone().unwrap_or_else(|| usual("net")),
            threads: args.threads.map_or(cores, usize::from),
            openings: openings.transpose()?.unwrap_or_default(),
            args,
            game,
        })
    }

    /// Where games begin; none for the usual start.
    fn starts(&self) -> anyhow::Result<Vec<AnyPlay>> {
        let after = |opening: &Opening| Ok(opening.play(&self.game).map_err(Error::msg)?.play);
        self.openings.iter().map(after).collect()
    }

    fn squares(&self) -> usize {
        let board = &self.game.variant().board;
        usize::from(board.files) * usize::from(board.ranks)
    }

    fn of_generation(&self, number: u32) -> PathBuf {
        self.folder.join(format!("generation-{number}"))
    }

    /// Whether the network of a generation was kept; none where that is not known yet.
    fn verdict(&self, number: u32) -> Option<bool> {
        let text = fs::read_to_string(self.of_generation(number).join("verdict")).ok()?;
        Some(text.trim() == "kept")
    }

    /// The last network that was kept.
    fn best(&self) -> Option<PathBuf> {
        let kept =
            (1..).map_while(|number| self.verdict(number).filter(|kept| *kept).map(|_| number));
        kept.last().map(|number| self.of_generation(number).join("candidate.net"))
    }

    /// Plays, learns and judges; whether the network is kept.
    fn generation(&self, number: u32, out: &mut dyn Write) -> anyhow::Result<bool> {
        let folder = self.of_generation(number);
        fs::create_dir_all(&folder)?;
        let best = self.best();
        let net = best.as_deref().map(|best| nets::read(best, &self.game)).transpose()?;
        writeln!(out, "Generation {number}: playing")?;
        let engine = AnyEngine::new(&self.game).with_net(net.as_ref());
        play::games(self, &engine, number, &folder)?;
        let candidate = folder.join("candidate.net");
        // Those of the generation before are not much weaker.
        let samples = self.samples(number.saturating_sub(1).max(1)..=number)?;
        if !candidate.exists() {
            writeln!(
                out,
                "Generation {number}: learning from {} positions of {} games",
                samples.train().len(),
                samples.games()
            )?;
            let learnt = net.map_or_else(Vec::new, |net| net.header().learnt.clone());
            let Some(net) = self.learn(&samples, learnt, out)? else {
                return keep(&folder, false);
            };
            write_whole(&candidate, &net.to_bytes())?;
        }
        writeln!(out, "Generation {number}: a match against what was there before")?;
        let (kept, gain) = judge::judge(self, &candidate, best.as_deref(), &folder, out)?;
        let net = nets::read(&candidate, &self.game)?;
        let mut header = net.header().clone();
        if let Some(last) = header.learnt.last_mut() {
            last.elo = gain;
        }
        let net = Net::new(self.game.variant(), header, net.weights().clone())?;
        write_whole(&candidate, &net.to_bytes())?;
        keep(&folder, kept)
    }

    /// The positions of some generations.
    fn samples(&self, numbers: RangeInclusive<u32>) -> anyhow::Result<Samples> {
        let mut files = Vec::new();
        for number in numbers {
            for entry in fs::read_dir(self.of_generation(number))? {
                let path = entry?.path();
                if path.extension().is_some_and(|ending| ending == "games") {
                    files.push(path);
                }
            }
        }
        files.sort();
        Ok(Samples::read(self.squares(), &files)?)
    }

    /// Trains a network; none where it predicts no better than the derived evaluation.
    fn learn(
        &self,
        samples: &Samples,
        mut learnt: Vec<Learnt>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<Arc<Net>>> {
        ensure!(!samples.held_out().is_empty(), "there are not enough games to learn from");
        let variant = self.game.variant();
        let (plan, trained) = self.train(samples, out)?;
        let Trained { weights, scale, loss, before } = trained;
        if loss >= before {
            writeln!(out, "  It predicts no better than the evaluation without it ({before:.4}).")?;
            return Ok(None);
        }
        writeln!(out, "  loss {loss:.4}, without it {before:.4}")?;
        learnt.push(Learnt {
            positions: samples.train().len() as u64,
            games: samples.games(),
            loss: [loss, before].map(|loss| (loss * 10_000.0).round() as u32),
            elo: None,
        });
        let header = Header {
            game: variant.id.clone(),
            rules: fingerprint(&self.game),
            hidden: plan.hidden,
            buckets: plan.buckets,
            sight: plan.sight,
            scale,
            license: "MIT OR Apache-2.0".to_owned(),
            learnt,
        };
        Ok(Some(Arc::new(Net::new(variant, header, weights)?)))
    }

    /// The best way to train, and what came of it.
    fn train(&self, samples: &Samples, out: &mut dyn Write) -> anyhow::Result<(Plan, Trained)> {
        let begun = Instant::now();
        let plan = Plan { threads: self.threads, ..Plan::for_samples(samples.train().len()) };
        let mut told = Ok(());
        let mut tell = |plan: &Plan, epoch: Option<Epoch>| {
            let line = match epoch {
                None => format!("{} units, rate {:.4}", plan.hidden, plan.rate),
                Some(Epoch { number, train, held_out }) => {
                    let seconds = begun.elapsed().as_secs_f64();
                    format!(
                        "epoch {number}: loss {train:.4}, held out {held_out:.4} ({seconds:.0} s)"
                    )
                }
            };
            if told.is_ok() {
                told = writeln!(out, "  {line}");
            }
            told.is_ok()
        };
        let best = train_in_several_ways(self.game.variant(), samples, plan, &mut tell);
        told?;
        Ok(best)
    }
}

fn keep(folder: &Path, kept: bool) -> anyhow::Result<bool> {
    write_whole(&folder.join("verdict"), if kept { b"kept\n" } else { b"refused\n" })?;
    Ok(kept)
}

/// Writes a file so that it is there as a whole, or as before.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, bytes).with_context(|| format!("cannot write `{}`", new.display()))?;
    Ok(fs::rename(&new, path)?)
}

/// A bar on a terminal.
fn bar(length: u64) -> Option<ProgressBar> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta} left");
    let bar = || {
        ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    };
    io::stderr().is_terminal().then(bar)
}
