//! `match`: games between two engines, and what they say about their strength.

mod progress;

use super::write_json;
use crate::args::GameChoice;
use crate::{balance, library};
use anyhow::{Context, bail, ensure};
use komadai_arena::adjudicate::{Adjudication, Draw, Resign};
use komadai_arena::clock::Control;
use komadai_arena::elo::{Elo, Error};
use komadai_arena::openings::{self, Level, Opening, Openings};
use komadai_arena::report::{Record, Standing, Summary};
use komadai_arena::sprt::{Sprt, SprtState};
use komadai_arena::{Engine, Event, Limits, Settings, engine, run as play, saved, values};
use komadai_rules::{AnyGame, variant};
use progress::{Progress, Score, tell_when_interrupted};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::Duration;

const HELP: &str = "\
An engine is a command with keys after it, in one argument, quoted as in a shell where needed:
  --engine \"fairy-stockfish proto=usi option.Hash=64\"
  --engine \"cmd='stockfish --x' proto=uci name=SF dir=/tmp nodes=5000\"
Keys: cmd, proto (usi, uci, xboard), name, variant (the engine's name for the game), dir, \
option.NAME, init (a line to send first), restart (on: a new process for every game), squares \
(shogi: 7g7f over XBoard's protocol), and limits of its own: tc, movetime, nodes, depth.
Short forms: komadai (this program), level:N (this program at level N), random:SEED (any legal \
move), greedy:SEED (the capture or promotion that gains most at once, else any move).

Time controls: 60 (a minute), 8+0.08 (and 0.08 s with every move), 40/300 (5 minutes for 40 \
moves), 5:00,30x3 (then three byoyomi periods of 30 s). Without any limit, programs play at 10+0.1.

Every opening is played twice, with sides exchanged. This program is the \
referee: a draw that the side to move may claim is given at once. An illegal move, a crash or a \
loss on time loses the game and is reported with its position.

A file of openings has one on each line: `startpos`, `sfen ...` or `fen ...`, each with or without \
`moves ...` after it.

Examples:
  komadai match minishogi greedy:1 random:1 --games 20
  komadai match shogi level:3 level:2 --games 100 --pgn games.pgn
  komadai match judkins komadai \"fairy-stockfish proto=uci\" \\
      --movetime 0.1 --sprt elo0=0 elo1=10 --out match.jsonl --resume";

/// The words of `match`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,

    /// The two engines, as with --engine
    #[arg(value_name = "ENGINE", num_args = 0..=2)]
    engines: Vec<String>,

    /// An engine; give two, and the results are those of the first
    #[arg(long = "engine", value_name = "ENGINE", conflicts_with = "engines")]
    more_engines: Vec<String>,

    /// How many games at most [default: 100, with --sprt 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,

    /// How many pairs of games at most
    #[arg(long, value_name = "N", conflicts_with = "games",
          value_parser = clap::value_parser!(u64).range(1..=5_000_000))]
    rounds: Option<u64>,

    /// A file of openings, one on each line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "start"])]
    openings: Option<PathBuf>,

    /// How many random plies a game begins with (0: every game begins at the start)
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_plies: u32,

    /// The named start of random openings, such as a handicap; where starts are shuffled, a number, or
    /// `random` for one that each pair of games draws
    #[arg(long, value_name = "NAME")]
    start: Option<String>,

    /// Begin where neither side is ahead by more than this, by a search of 20,000 nodes; of twenty random
    /// openings that are not so level, the most level one is taken
    #[arg(long, value_name = "CENTIPAWNS", conflicts_with = "openings")]
    balanced: Option<u32>,

    /// The seed of the openings: the same seed gives the same openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,

    /// The time control, such as 8+0.08
    #[arg(long, value_name = "CONTROL")]
    tc: Option<Control>,

    /// The time for every move
    #[arg(long, value_name = "SECONDS", value_parser = engine::movetime)]
    movetime: Option<Duration>,

    /// The nodes for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The depth of every search
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// How much longer than its time a move may take
    #[arg(long, value_name = "MS", default_value_t = 200,
          value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    margin: u64,

    /// How long a move may take when only nodes or depth are limited
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = engine::movetime)]
    patience: Duration,

    /// How long an engine may take to start, and to get ready for a game
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = engine::movetime)]
    start_timeout: Duration,

    /// A side loses when its last N scores are all -S or less: moves=3 score=600 (and twosided)
    #[arg(long, value_name = "KEY=N", num_args = 1..)]
    resign: Vec<String>,

    /// From move M on, a game is drawn when its last N scores are within S: after=40 moves=8 score=10
    #[arg(long, value_name = "KEY=N", num_args = 1..)]
    draw: Vec<String>,

    /// A game of this many plies is a draw (0: no limit)
    #[arg(long, value_name = "N", default_value_t = 2000)]
    max_plies: u32,

    /// Stop as soon as a test is decided: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized]
    #[arg(long, value_name = "KEY=X", num_args = 1..)]
    sprt: Vec<String>,

    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Write the games as JSON, one on each line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Continue the match in the file of --out; all of its games stay, even where --games is less
    #[arg(long, requires = "out")]
    resume: bool,
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut settings = args.settings()?;
    let saved = args.saved(&settings)?;
    // Games that were played stay in the file, even if fewer are asked for than there are.
    let last_saved = saved.iter().map(|record| record.game).max().unwrap_or(0);
    settings.games = settings.games.max(last_saved);
    let mut files = Files::open(args, &settings, &saved)?;
    let mut progress = Progress::begin(settings.games);
    let score = Score::default();
    tell_when_interrupted(args, json, &settings, &score);
    let mut tell = |event: Event<'_>| match event {
        Event::Played(record) => {
            progress.played();
            files.save(record)
        }
        Event::Counted(record, standing) => {
            *score.lock().unwrap_or_else(PoisonError::into_inner) = *standing;
            files.write_pgn(record, &settings)?;
            progress.tell(standing, &settings);
            progress.suspend(|| {
                if json {
                    write_json(out, record).map_err(io::Error::other)?
                } else {
                    write_game(out, record)?
                }
                out.flush()
            })
        }
    };
    let summary = play(&settings, saved, &mut tell);
    progress.end();
    let last = *score.lock().unwrap_or_else(PoisonError::into_inner);
    let summary = summary?;
    if json {
        write_json(out, &summary)
    } else {
        write_summary(out, &summary, &last, &settings).map_err(Into::into)
    }
}

impl Args {
    fn settings(&self) -> anyhow::Result<Settings> {
        let game = library::game(&self.game.variant, &self.game.settings)?;
        let is_file = variant::builtin(&self.game.variant).is_none();
        let file = is_file.then(|| std::path::absolute(&self.game.variant)).transpose()?;
        let sprt = joined(&self.sprt).map(|text| text.parse::<Sprt>()).transpose();
        let sprt = sprt.context("--sprt")?;
        ensure!(
            self.balanced.is_none() || self.random_plies > 0,
            "--balanced chooses among random openings: --random-plies cannot be 0"
        );
        let balance = self.balanced.map(|most| balance::of(&self.game.variant, &game, most));
        let rounds = self.rounds.map(|rounds| 2 * rounds);
        let usual = if sprt.is_some() { 100_000 } else { 100 };
        Ok(Settings {
            file,
            set: self.game.settings.clone(),
            engines: self.engines()?,
            limits: Limits {
                control: self.tc.clone(),
                movetime: self.movetime,
                nodes: self.nodes,
                depth: self.depth,
            },
            games: self.games.or(rounds).unwrap_or(usual),
            openings: self.openings(&game)?,
            game,
            seed: self.seed,
            concurrency: self.concurrency.into(),
            adjudication: Adjudication {
                resign: joined(&self.resign).map(|text| resign(&text)).transpose()?,
                draw: joined(&self.draw).map(|text| draw(&text)).transpose()?,
                max_plies: Some(self.max_plies).filter(|plies| *plies > 0),
            },
            sprt,
            margin: Duration::from_millis(self.margin),
            patience: self.patience,
            start_wait: self.start_timeout,
            values: values::by_reach,
            balance,
        })
    }

    fn engines(&self) -> anyhow::Result<[Engine; 2]> {
        let this = std::env::current_exe().context("cannot tell where this program is")?;
        let own = [this.display().to_string(), "engine".to_owned()];
        let texts = self.engines.iter().chain(&self.more_engines);
        let engines: Result<Vec<Engine>, _> = texts.map(|text| Engine::parse(text, &own)).collect();
        let Ok([first, mut second]) = <[Engine; 2]>::try_from(engines?) else {
            bail!("a match is between two engines: give --engine twice");
        };
        if first.name == second.name {
            second.name += " (2)";
        }
        Ok([first, second])
    }

    fn openings(&self, game: &AnyGame) -> anyhow::Result<Openings> {
        let Some(path) = &self.openings else {
            let random = Openings::Random { plies: self.random_plies, start: self.start.clone() };
            let none = Openings::Random { plies: 0, start: self.start.clone() };
            let any = Level { values: &[], balance: None };
            none.of_pair(game, any, 0, 0).map_err(anyhow::Error::msg)?;
            return Ok(random);
        };
        Ok(Openings::Listed(read_openings(path, game)?))
    }

    /// The games that have been played before.
    fn saved(&self, settings: &Settings) -> anyhow::Result<Vec<Record>> {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let [pgn, games] = [&self.pgn, &self.out].map(|path| path.as_ref().map(absolute));
        ensure!(pgn.is_none() || pgn != games, "--pgn and --out need different files");
        let is_empty =
            |path: &&PathBuf| std::fs::metadata(path).map_or(true, |file| file.len() == 0);
        let Some(path) = self.out.as_ref().filter(|path| self.resume && !is_empty(path)) else {
            let mut files = [&self.out, &self.pgn].into_iter().flatten();
            if let Some(path) = files.find(|path| !is_empty(path)) {
                let path = path.display();
                if self.resume {
                    bail!("`{path}` already has games, but the file of --out has none to continue")
                } else {
                    bail!(
                        "`{path}` exists already: name another file, or continue the match with --resume"
                    )
                }
            }
            return Ok(Vec::new());
        };
        let cannot = || format!("cannot continue `{}`", path.display());
        let file = File::open(path).with_context(cannot)?;
        saved::read(&mut BufReader::new(file), &settings.fingerprint()).with_context(cannot)
    }
}

fn joined(words: &[String]) -> Option<String> {
    (!words.is_empty()).then(|| words.join(" "))
}

/// `moves=3 score=600 twosided`.
fn resign(text: &str) -> anyhow::Result<Resign> {
    let mut rule = Resign { moves: 3, score: 600, two_sided: false };
    for (key, value) in keys(text) {
        match (key, value) {
            ("moves", value) => rule.moves = number(value).context("--resign moves")?,
            ("score", value) => rule.score = number(value).context("--resign score")?,
            ("twosided", "") => rule.two_sided = true,
            _ => bail!("--resign: expected moves=N score=N twosided, not `{key}`"),
        }
    }
    Ok(rule)
}

/// `after=40 moves=8 score=10`.
fn draw(text: &str) -> anyhow::Result<Draw> {
    let mut rule = Draw { after: 40, moves: 8, score: 10 };
    for (key, value) in keys(text) {
        match key {
            "after" => rule.after = number(value).context("--draw after")?,
            "moves" => rule.moves = number(value).context("--draw moves")?,
            "score" => rule.score = number(value).context("--draw score")?,
            _ => bail!("--draw: expected after=N moves=N score=N, not `{key}`"),
        }
    }
    Ok(rule)
}

fn keys(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.split_once('=').unwrap_or((word, "")))
}

fn number<N: TryFrom<u32>>(value: &str) -> anyhow::Result<N> {
    let number = value.parse::<u32>().ok().filter(|n| (1..=1_000_000).contains(n));
    let number = number.and_then(|n| N::try_from(n).ok());
    number.with_context(|| format!("`{value}` is not a number from 1 to a million"))
}

/// The files that games are written to.
struct Files {
    out: Option<File>,
    pgn: Option<File>,
}

impl Files {
    fn open(args: &Args, settings: &Settings, saved: &[Record]) -> anyhow::Result<Self> {
        let cannot = |path: &Path| format!("cannot write `{}`", path.display());
        let out = args
            .out
            .as_ref()
            .map(|path| rewrite(path, settings, saved).with_context(|| cannot(path)));
        let pgn = args.pgn.as_ref().map(|path| File::create(path).with_context(|| cannot(path)));
        Ok(Files { out: out.transpose()?, pgn: pgn.transpose()? })
    }

    fn save(&mut self, record: &Record) -> io::Result<()> {
        match &mut self.out {
            Some(file) => saved::write_game(file, record),
            None => Ok(()),
        }
    }

    fn write_pgn(&mut self, record: &Record, settings: &Settings) -> io::Result<()> {
        let Some(file) = &mut self.pgn else { return Ok(()) };
        let pgn = settings.pgn(record).map_err(io::Error::other)?;
        writeln!(file, "{pgn}")
    }
}

/// Writes what has been played anew, so that no half line stays; the old file lives until then.
pub(super) fn rewrite(path: &Path, settings: &Settings, saved: &[Record]) -> io::Result<File> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut file = File::create(&new)?;
    saved::write_settings(&mut file, &settings.fingerprint())?;
    saved.iter().try_for_each(|record| saved::write_game(&mut file, record))?;
    std::fs::rename(&new, path)?;
    Ok(file)
}

/// `+12 =3 -5, Elo 120.0 ± 80.0 (95 %), LLR 0.50 in (-2.94, 2.94)`.
fn words_of(standing: &Standing, settings: &Settings) -> String {
    let Summary { wins, draws, losses, llr, .. } = standing.summary(settings.sprt.as_ref());
    let mut words = format!("+{wins} ={draws} -{losses}");
    if let Some(elo) = elo_of(standing) {
        words += &format!(", Elo {elo}");
    }
    if let (Some(llr), Some(sprt)) = (llr, &settings.sprt) {
        let (lower, upper) = sprt.bounds();
        words += &format!(", LLR {llr:.2} in ({lower:.2}, {upper:.2})");
    }
    let faults = standing.illegal + standing.crashes + standing.timeouts;
    if faults > 0 {
        words += &format!(", {faults} faults");
    }
    words
}

/// `120.0 ± 80.0`; `?` where nothing can be said of the error; `at least 580.3` where one side has all
/// points.
fn with_error(Elo { difference, error }: Elo) -> String {
    match error {
        Error::Within(margin) => format!("{difference:.1} ± {margin:.1}"),
        Error::AtLeast => format!("at least {difference:.1}"),
        Error::AtMost => format!("at most {difference:.1}"),
        Error::Unknown => format!("{difference:.1} ± ?"),
    }
}

/// `120.0 ± 80.0 (95 %)`.
fn elo_of(standing: &Standing) -> Option<String> {
    standing.pairs.elo().map(|elo| format!("{} (95 %)", with_error(elo)))
}

fn write_game(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    let Record { game, first, second, status, plies, reason, .. } = record;
    let result = record.winner.result();
    writeln!(out, "{game:>5}  {first} - {second}  {result}  {status}, {plies} plies: {reason}")?;
    let Some(fault) = &record.fault else { return Ok(()) };
    writeln!(out, "       {} of {}: {}", fault.kind.status(), fault.engine, fault.what)?;
    writeln!(out, "       position: {}", fault.position)?;
    fault.lines.iter().try_for_each(|line| writeln!(out, "       {line}"))
}

fn write_summary(
    out: &mut dyn Write,
    summary: &Summary,
    standing: &Standing,
    settings: &Settings,
) -> io::Result<()> {
    let Summary { games, wins, draws, losses, illegal, crashes, timeouts, .. } = summary;
    let [first, second] = &settings.engines;
    let percent = 100.0 * (*wins as f64 + *draws as f64 / 2.0) / (*games).max(1) as f64;
    writeln!(
        out,
        "{} against {}: {games} games, {wins} won, {draws} drawn, {losses} lost ({percent:.1} %)",
        first.name, second.name
    )?;
    if let Some(elo) = elo_of(standing) {
        let normalized = standing
            .pairs
            .normalized()
            .map_or_else(String::new, |elo| format!(", normalized {}", with_error(elo)));
        let pairs = standing.pairs.0.map(|n| n.to_string()).join(" ");
        writeln!(out, "Elo {elo}{normalized}; pairs by score: {pairs}")?;
    }
    if let (Some(llr), Some(sprt)) = (summary.llr, &settings.sprt) {
        let (lower, upper) = sprt.bounds();
        let verdict = match sprt.state(&standing.pairs) {
            SprtState::AcceptH0 => "H0 accepted",
            SprtState::AcceptH1 => "H1 accepted",
            SprtState::Continue => "not decided",
        };
        writeln!(out, "SPRT {sprt}: LLR {llr:.2} in ({lower:.2}, {upper:.2}), {verdict}")?;
    }
    writeln!(out, "illegal moves {illegal}, crashes {crashes}, time losses {timeouts}")
}

/// The openings of a file.
pub(super) fn read_openings(path: &Path, game: &AnyGame) -> anyhow::Result<Vec<Opening>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read `{name}`"))?;
    openings::read(game, &text).with_context(|| format!("openings `{name}`"))
}
