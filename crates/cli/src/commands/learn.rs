//! `learn`: a network for a game, from the program's own play.

mod folder;
mod judge;
mod play;

use super::match_::read_openings;
use crate::args::GameChoice;
use crate::{library, nets};
use anyhow::{Context, Error, ensure};
use folder::{Folder, write_whole};
use indicatif::{ProgressBar, ProgressStyle};
pub(super) use judge::in_words;
use komadai_arena::clock::Control;
use komadai_arena::openings::Opening;
use komadai_engine::AnyEngine;
use komadai_engine::net::{Header, Learnt, Net};
use komadai_learn::sample::Shape;
use komadai_learn::store::{Kind, Samples, Seen};
use komadai_learn::trainer::{Epoch, Plan, Trained, train_in_several_ways};
use komadai_rules::variant::RANDOM_START;
use komadai_rules::{AnyGame, AnyPlay};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

const HELP: &str = "\
The program plays the game against itself, without a network at first, fits a network to what came of it, and keeps \
the network if it wins a match on the clock against what played the games; then again with the new network, until \
nothing is gained or the time is over. Everything is kept in the folder: the same command goes on where it was \
interrupted, and files of games from other machines count if they lie there before a generation has enough of them.

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
    #[arg(long, value_name = "M", default_value = "60", value_parser = minutes)]
    minutes: Duration,

    /// Positions of each generation, those that come again counted once
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
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=1000))]
    random_plies: u32,

    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,

    /// The seed of openings; another one for each machine that plays for the same network
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The time control of matches
    #[arg(long, value_name = "CONTROL", default_value = "2+0.02")]
    tc: Control,

    /// The most games of a match
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse::<f64>().ok();
    let time = minutes.and_then(|minutes| Duration::try_from_secs_f64(minutes * 60.0).ok());
    time.ok_or_else(|| "expected a number of minutes, such as 60 or 0.5".to_owned())
}

/// What is learnt, and where it is kept.
struct Course<'a> {
    args: &'a Args,
    game: AnyGame,
    openings: Vec<Opening>,
    /// The fingerprint of the rules.
    rules: u64,
    folder: Folder,
    /// Where the network is written.
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
    let begun = Instant::now();
    let mut said = "No generation was begun.".to_owned();
    for number in 1..=args.generations {
        let kept = match course.folder.verdict(number) {
            Some(false) => {
                let folder = course.folder.generation(number);
                writeln!(
                    out,
                    "Generation {number} was refused before; remove `{}` to try with other settings.",
                    folder.display()
                )?;
                false
            }
            Some(true) => true,
            None if begun.elapsed() >= args.minutes => break,
            None => course.generation(number, out)?,
        };
        if course.folder.publish(&course.out)? {
            said = format!("The network is `{}`.", course.out.display());
        } else {
            said = "No network plays better than the program without one.".to_owned();
        }
        if !kept {
            break;
        }
    }
    Ok(writeln!(out, "{said}")?)
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
        let openings = openings.transpose()?.unwrap_or_default();
        let rules = nets::rules(&game)?;
        let folder = args.folder.clone().unwrap_or_else(|| usual("learn"));
        let course = Course {
            folder: Folder::open(folder, rules)?,
            out: args.out.clone().unwrap_or_else(|| usual("net")),
            threads: args.threads.map_or(cores, usize::from),
            openings,
            rules,
            args,
            game,
        };
        course.folder.check_own(&course.out)?;
        Ok(course)
    }

    /// Where games begin; none for the usual start.
    fn starts(&self) -> anyhow::Result<Vec<AnyPlay>> {
        let after = |opening: &Opening| Ok(opening.play(&self.game).map_err(Error::msg)?.play);
        self.openings.iter().map(after).collect()
    }

    /// The start to ask for where starts are drawn by lot.
    fn shuffled(&self) -> Option<&'static str> {
        self.game.variant().shuffle.as_ref().map(|_| RANDOM_START)
    }

    /// What its files of games hold.
    fn kind(&self) -> Kind {
        Kind { shape: Shape::of(self.game.variant()), rules: self.rules }
    }

    /// Plays, learns and judges; whether the network is kept.
    fn generation(&self, number: u32, out: &mut dyn Write) -> anyhow::Result<bool> {
        let folder = self.folder.generation(number);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make `{}`", folder.display()))?;
        let candidate = self.folder.candidate(number);
        let best = self.folder.best();
        if !candidate.exists() {
            let net = best.as_deref().map(|best| nets::read(best, &self.game)).transpose()?;
            let Some(net) = self.candidate(number, net.as_ref(), out)? else {
                self.folder.set_verdict(number, false)?;
                return Ok(false);
            };
            judge::forget(&folder)?;
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
        self.folder.set_verdict(number, kept)?;
        Ok(kept)
    }

    /// Plays with a network, and learns from the games; none where nothing was learnt.
    fn candidate(
        &self,
        number: u32,
        net: Option<&Arc<Net>>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<Arc<Net>>> {
        writeln!(out, "Generation {number}: playing")?;
        let engine = AnyEngine::new(&self.game).with_net(net);
        play::games(self, &engine, number, out)?;
        // Those of the generation before are not much weaker.
        let files = self.folder.games(number.saturating_sub(1).max(1)..=number)?;
        let samples = Samples::read(self.kind(), &files, &mut Seen::default())?;
        writeln!(
            out,
            "Generation {number}: learning from {} positions of {} games",
            samples.train().len(),
            samples.games()
        )?;
        let learnt = net.map_or_else(Vec::new, |net| net.header().learnt.clone());
        self.learn(&samples, learnt, out)
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
            rules: self.rules,
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

/// A bar on a terminal.
fn bar(length: u64) -> Option<ProgressBar> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta} left");
    let bar = || {
        ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    };
    io::stderr().is_terminal().then(bar)
}
