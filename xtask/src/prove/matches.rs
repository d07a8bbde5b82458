//! Strength: matches of the program against itself without a part, against weaker levels, and
//! against other programs. Every match is one chunk, played by `komadai match`.

use super::{Args, Chunk, Finding, Page, Plan, cores, komadai, workshop};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// What is asked of `komadai match`.
pub(super) struct Match {
    pub(super) group: String,
    pub(super) variant: String,
    pub(super) engines: [String; 2],
    pub(super) games: u64,
    pub(super) limits: &'static [&'static str],
    /// The share of the points that the first engine must reach at least, and may reach at most.
    pub(super) bounds: Option<(f64, f64)>,
}

#[derive(Deserialize)]
struct Summary {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    illegal: u64,
    crashes: u64,
    timeouts: u64,
}

/// The parts that the engine's option `Without` knows.
pub(super) const FEATURES: &[&str] = &[
    "aspiration",
    "null-move",
    "reverse-futility",
    "internal-reduction",
    "late-move-reduction",
    "late-move-pruning",
    "futility",
    "exchange-pruning",
    "check-extension",
    "history",
    "continuation",
];

/// Where both sides agree for long that it is decided, it is.
pub(super) const AGREED: &str = "--resign=moves=4 score=1500 twosided";

/// On a small board eight random plies decide most games.
pub(super) const FEW: &str = "--random-plies=4";

pub(super) const VARIANTS: [&str; 6] =
    ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

/// Many short games of each variant, in which nobody may ever play what the rules forbid.
pub(super) fn games(args: &Args) -> Result<Plan> {
    let matches = VARIANTS.iter().map(|variant| Match {
        group: variant.to_string(),
        variant: variant.to_string(),
        engines: ["komadai".into(), "komadai name=again".into()],
        games: args.matches.unwrap_or(1_000),
        limits: &["--nodes=100"],
        bounds: None,
    });
    let what = "The engine plays itself with 100 nodes a move, and the rules are the referee. No \
                illegal move, no crash, no loss on time.";
    Ok(Plan { page: Page::Proof, ..plan("games", what, chunks(matches)?) })
}

/// What each part of the search is worth: the program against itself without it.
pub(super) fn ablation(args: &Args) -> Result<Plan> {
    let mut matches = Vec::new();
    for variant in ["minishogi", "raichu"] {
        for feature in FEATURES {
            matches.push(Match {
                group: format!("{variant} without {feature}"),
                variant: variant.into(),
                engines: ["komadai name=whole".into(), without(feature)],
                games: args.matches.unwrap_or(400),
                limits: &["--nodes=5000", FEW, AGREED],
                bounds: None,
            });
        }
    }
    let what = "What each part of the search is worth: the whole search against itself without that part, \
                5,000 nodes a move. Elo above 0 means that the part helps. Where the error is larger than the \
                gain, 400 games do not decide; longer matches of such parts stand in \
                [experiments.md](experiments.md), beside the parts that were measured in the same way and \
                dropped.";
    Ok(plan("ablation", what, chunks(matches)?))
}

fn without(feature: &str) -> String {
    format!("komadai name=without-{feature} option.Without={feature}")
}

/// Each level against the one below.
pub(super) fn levels(args: &Args) -> Result<Plan> {
    let mut matches = Vec::new();
    for variant in ["minishogi", "shogi", "raichu"] {
        for level in 2..=8 {
            matches.push(Match {
                group: format!("{variant} level {level} against {}", level - 1),
                variant: variant.into(),
                engines: [format!("level:{level}"), format!("level:{}", level - 1)],
                games: args.matches.unwrap_or(100),
                // The highest level has no limit of its own.
                limits: match (variant, level) {
                    ("raichu", 5..) => &["--nodes=20000", FEW, AGREED],
                    _ => &["--nodes=20000", FEW],
                },
                bounds: Some((0.6, 0.9)),
            });
        }
    }
    let what = "Each level against the one below: it should take 60 to 90 % of the points. Level 8 has \
                no limit of its own; here it gets 20,000 nodes a move, which take 20 ms (minishogi) to \
                50 ms (Raichu). With more time it wins more. Decided games of Raichu go on for long, \
                so from level 5 on such a game ends when both sides have called it decided four times.";
    Ok(plan("levels", what, chunks_by_search(matches, &komadai()?)?))
}

/// 100 ms a move, and some patience with slow clocks.
const MOVE_TIME: &[&str] = &["--movetime=0.1", "--margin=500", FEW, AGREED];

/// The same until it is clear which of two programs is the stronger one by far.
const TESTED: &[&str] = &["--movetime=0.1", "--margin=500", FEW, AGREED, "--sprt=elo0=0 elo1=100"];

/// Openings in which neither side is ahead, as far as a short search can see: many random ones are decided, on a
/// small board most.
pub(super) const LEVEL: &str = "--balanced=50";
const BALANCED: &[&str] = &["--movetime=0.1", "--margin=500", FEW, AGREED, LEVEL];

/// Another program.
struct Peer<'a> {
    variant: &'static str,
    name: &'static str,
    /// As `komadai match` wants it.
    engine: &'a str,
    /// How many games at most.
    games: u64,
    limits: &'static [&'static str],
    /// The share of the points that we have to reach.
    least: Option<f64>,
}

impl Peer<'_> {
    /// Where its games begin, if not where those of others do.
    fn openings(&self) -> &'static str {
        if self.limits.contains(&LEVEL) { ", from balanced openings" } else { "" }
    }
}

const fn fairy(
    variant: &'static str,
    engine: &'static str,
    games: u64,
    least: Option<f64>,
) -> Peer<'static> {
    Peer { variant, name: "fairy-stockfish", engine, games, limits: MOVE_TIME, least }
}

/// From level openings.
const fn balanced(peer: Peer<'static>) -> Peer<'static> {
    Peer { limits: BALANCED, least: None, ..peer }
}

const fn sjaak(variant: &'static str) -> Peer<'static> {
    let engine = "/usr/games/sjaakii proto=xboard";
    Peer { variant, name: "sjaakii", engine, games: 200, limits: TESTED, least: Some(0.5) }
}

/// GPS Shogi knows no time for one move, but a second of byoyomi. Its book would play the first moves.
const GPS: Peer<'static> = Peer {
    variant: "shogi",
    name: "gpsshogi",
    engine: "cmd='env OSL_HOME=/usr/share/gpsshogi-data /usr/games/gpsusi' proto=usi option.Thread=1 \
             option.BookDepth=0",
    games: 40,
    limits: &["--tc=0,1x1", "--margin=1000", FEW, AGREED],
    least: None,
};

const FAIRY: &str = "/usr/games/fairy-stockfish proto=usi";

/// 100 Elo behind are 36 % of the points. GNU Shogi is not among them: its clock counts whole seconds.
const PEERS: &[Peer<'static>] = &[
    sjaak("chess"),
    sjaak("shogi"),
    GPS,
    fairy("chess", "/usr/games/fairy-stockfish proto=uci", 100, None),
    fairy("shogi", FAIRY, 100, None),
    fairy("minishogi", FAIRY, 100, Some(0.36)),
    balanced(fairy("minishogi", FAIRY, 100, None)),
    fairy("judkins", FAIRY, 100, Some(0.36)),
    balanced(fairy("judkins", FAIRY, 100, None)),
];

/// What has to be there for them, and in which package of Debian it is.
const PROGRAMS: [(&str, &str); 4] = [
    ("/usr/games/fairy-stockfish", "fairy-stockfish"),
    ("/usr/games/sjaakii", "sjaakii"),
    ("/usr/games/gpsusi", "gpsshogi"),
    ("/usr/share/gpsshogi-data", "gpsshogi-data"),
];

/// Games that no other program plays: there it plays the program that was the last before it learnt from its
/// own games.
const ALONE: [&str; 2] = ["raichu", "minjiku"];

/// That program's commit, of 24 November 2026.
const BEFORE: &str = "7d89a24ea091";

/// The program against others.
pub(super) fn strength(args: &Args) -> Result<Plan> {
    for (path, package) in PROGRAMS {
        shell::require_file(path, package)?;
    }
    let old = format!("cmd='{} engine' proto=usi", built_aside(BEFORE)?.display());
    let program = komadai()?;
    let peer = |peer: &Peer<'_>| Match {
        group: format!("{} against {}{}", peer.variant, peer.name, peer.openings()),
        variant: peer.variant.into(),
        engines: ["komadai".into(), format!("{} name={}", peer.engine, peer.name)],
        games: args.matches.unwrap_or(peer.games),
        limits: peer.limits,
        bounds: peer.least.map(|least| (least, 1.0)),
    };
    let greedy = VARIANTS.iter().map(|variant| Match {
        group: format!("{variant} against a greedy player"),
        variant: variant.to_string(),
        engines: ["komadai".into(), "greedy:1".into()],
        games: args.matches.unwrap_or(40),
        limits: MOVE_TIME,
        bounds: Some((0.99, 1.0)),
    });
    let before = |variant, limits| {
        peer(&Peer { variant, name: BEFORE, engine: &old, games: 60, limits, least: None })
    };
    let alone =
        ALONE.iter().flat_map(|variant| [before(variant, MOVE_TIME), before(variant, BALANCED)]);
    // What takes long begins early, so that no core waits at the end.
    let matches = PEERS.iter().map(peer).chain(alone).chain(greedy);
    let what = "The program against other programs, 100 ms a move (GPS Shogi: a second of byoyomi), one \
                thread each. A match that we must not lose ends as soon as a sequential test has decided it. \
                Many random openings already decide the game, on a small board most of them do: then both \
                programs win with the same side. In balanced ones neither side is ahead by more than 50 \
                centipawns, as our program sees it at 20,000 nodes. Raichu and Minjiku are played against an \
                earlier build of the program, the last that learnt nothing from its own games.";
    Ok(plan("strength", what, chunks_by_search(matches, &program)?))
}

/// What names the search of a game: other networks, evaluations, searches or rules have another one.
fn signature(program: &Path, variant: &str) -> Result<String> {
    #[derive(Deserialize)]
    struct Bench {
        signature: String,
    }
    let sh = shell::open()?;
    let bench = cmd!(sh, "{program} bench {variant} --depth 12 --json").quiet().read()?;
    Ok(serde_json::from_str::<Bench>(&bench)?.signature)
}

/// The program of an earlier commit, built in a clone of its own.
fn built_aside(commit: &str) -> Result<PathBuf> {
    let folder = workshop().join(commit);
    let program = folder.join("target/release/komadai");
    if program.exists() {
        return Ok(program);
    }
    if !folder.exists() {
        let (root, sh) = (shell::root(), shell::open()?);
        cmd!(sh, "git clone --quiet --shared --no-checkout {root} {folder}").run()?;
    }
    let sh = shell::open_in(&folder)?;
    cmd!(sh, "git checkout --quiet {commit}").run()?;
    cmd!(sh, "cargo build --quiet --release").env_remove("CARGO_TARGET_DIR").run()?;
    Ok(program)
}

fn plan(job: &str, what: &str, chunks: Vec<Chunk>) -> Plan {
    Plan {
        page: Page::Strength,
        what: what.into(),
        unit: "games",
        command: format!("cargo xtask prove {job}"),
        // One side thinks at a time, so a game needs one core.
        at_once: cores(),
        chunks,
    }
}

fn chunks(matches: impl IntoIterator<Item = Match>) -> Result<Vec<Chunk>> {
    let program = komadai()?;
    Ok(matches.into_iter().map(|m| chunk(m, program.clone())).collect())
}

/// Matches that hold for as long as the search of their game is the same: a new network of one game leaves those of
/// the others as they are.
fn chunks_by_search(
    matches: impl IntoIterator<Item = Match>,
    program: &Path,
) -> Result<Vec<Chunk>> {
    let mut signatures = BTreeMap::new();
    let named = |m: Match| -> Result<Chunk> {
        let signature = match signatures.entry(m.variant.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(signature(program, &m.variant)?),
        };
        let chunk = chunk(m, program.into());
        Ok(Chunk { id: format!("{} search {signature}", chunk.id), ..chunk })
    };
    matches.into_iter().map(named).collect()
}

fn chunk(m: Match, program: PathBuf) -> Chunk {
    Chunk {
        id: format!("{} {} games {}", m.group, m.games, m.limits.join(" ")),
        group: m.group.clone(),
        seed: Some(1),
        run: Box::new(move |_| play(&m, &program)),
    }
}

pub(super) fn play(m: &Match, program: &Path) -> Result<Finding> {
    let sh = shell::open()?;
    let (variant, games, limits) = (&m.variant, m.games.to_string(), m.limits);
    let [first, second] = &m.engines;
    let command = cmd!(sh, "{program} match {variant} --json --seed=1 --games={games} {limits...}");
    let lines = command.args(["--engine", first, "--engine", second]).read()?;
    let last = lines.lines().last().context("the match said nothing")?;
    let summary: Summary = serde_json::from_str(last).context("the last line is no summary")?;
    let score = (summary.wins as f64 + 0.5 * summary.draws as f64) / summary.games.max(1) as f64;
    let elo = match (summary.elo, summary.elo_error) {
        (Some(elo), _) if summary.wins == summary.games => format!(", at least {elo:+.0} Elo"),
        (Some(elo), _) if summary.losses == summary.games => format!(", at most {elo:+.0} Elo"),
        (Some(elo), Some(error)) => format!(", {elo:+.0} ± {error:.0} Elo"),
        (Some(elo), None) => format!(", {elo:+.0} Elo"),
        _ => String::new(),
    };
    let note = format!(
        "+{} ={} -{}, {:.1} %{elo}",
        summary.wins,
        summary.draws,
        summary.losses,
        100.0 * score
    );
    let Summary { illegal, crashes, timeouts, .. } = summary;
    ensure!(
        illegal + crashes + timeouts == 0,
        "{note}; {illegal} illegal moves, {crashes} crashes, {timeouts} losses on time"
    );
    if let Some((least, most)) = m.bounds {
        ensure!(
            (least..=most).contains(&score),
            "{note}; expected {least} to {most} of the points"
        );
    }
    Ok(Finding { count: summary.games, note: Some(note) })
}
