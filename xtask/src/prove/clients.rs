//! Real programs play with the engine: by USI, UCI and XBoard's protocol, by clock and by mouse; and
//! random lines are said to it. The script is `xtask/python/clients.py`.

use super::{Args, Chunk, Page, Plan, differential, komadai};
use crate::shell;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// What is played: the script's word, the game or its file, how many games, whether it needs a screen.
const PLAYS: &[(&str, &str, &str, bool)] = &[
    ("python-chess-uci", "chess", "6", false),
    ("python-chess-xboard", "chess", "6", false),
    ("python-chess-uci", "chess960", "6", false),
    ("python-chess-xboard", "chess960", "6", false),
    ("cshogi", "shogi", "4", false),
    ("xboard", "shogi", "1", true),
    ("xboard", "minishogi", "1", true),
    ("xboard", "judkins", "1", true),
    ("xboard", "raichu", "1", true),
    ("xboard", "minjiku", "1", true),
    ("xboard", "chess", "1", true),
    ("xboard", "crates/protocol/tests/data/lion-shogi.toml", "3", true),
    ("xboard", "crates/protocol/tests/data/chess-in-hand.toml", "3", true),
    ("xboard", "crates/protocol/tests/data/lion-chess.toml", "3", true),
    ("uci2wb", "chess", "1", true),
    ("uci2wb", "shogi", "1", true),
    ("clicks", "raichu", "1", true),
    ("clicks", "minjiku", "1", true),
    ("clicks", "minishogi", "1", true),
    ("ranks", "boards of 3 to 16 ranks", "1", true),
    ("loads", "shogi", "1", true),
    ("loads", "minishogi", "1", true),
    ("loads", "judkins", "1", true),
    ("loads", "raichu", "1", true),
    ("loads", "minjiku", "1", true),
    ("loads", "chess", "1", true),
];

/// Where the programs stand, and the packages that bring them.
const NEEDED: &[(&str, &str)] = &[
    ("/usr/games/xboard", "xboard"),
    ("/usr/games/uci2wb", "uci2wb"),
    ("/usr/bin/xvfb-run", "xvfb"),
    ("/usr/bin/xauth", "xauth"),
    ("/usr/bin/xdotool", "xdotool"),
    ("/usr/bin/xclip", "xclip"),
    ("/usr/games/fairy-stockfish", "fairy-stockfish"),
    ("/usr/games/sjaakii", "sjaakii"),
    ("/usr/games/stockfish", "stockfish"),
    ("/usr/games/gnuminishogi", "gnuminishogi"),
];

/// Random lines for each protocol.
const LINES: u64 = 100_000;
/// Games that the ignored tests of the match runner play with engines of others.
const PEER_GAMES: u64 = 25 * 6;
const PROTOCOLS: &[&str] = &["usi", "uci", "xboard"];

#[derive(Clone)]
struct Programs {
    python: PathBuf,
    komadai: PathBuf,
}

/// A chunk for each play, and one for the random lines of each protocol.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    for (program, package) in NEEDED {
        shell::require_file(program, package)?;
    }
    let programs = Programs { python: differential::python()?, komadai: komadai()? };
    let plays = PLAYS.iter().map(|play| chunk(*play, programs.clone()));
    Ok(Plan {
        page: Page::Proof,
        what: "Real clients play with the engine on both sides: python-chess by UCI and by XBoard's \
               protocol, cshogi's match runner by USI, XBoard under Xvfb in every game and in three \
               files of inventors, in chess and shogi through uci2wb as well. Every game reaches a \
               result, and XBoard's log mentions no illegal move. With the mouse: a lion's double \
               capture, an igui, a rifle shot, a drop and a promotion; and on boards of 3 to 16 ranks moves, on \
               all but the last a game as well. XBoard loads records of every game, up to the first shot. The engine also gets 100,000 \
               random lines in each protocol and still answers afterwards."
            .into(),
        unit: "games, moves or lines",
        command: "cargo xtask prove clients".into(),
        // Clocks run, and there is one mouse.
        at_once: 1,
        chunks: plays.chain(PROTOCOLS.iter().map(|protocol| lines(protocol))).chain([peers()]).collect(),
    })
}

fn chunk(
    (job, variant, games, screen): (&'static str, &str, &'static str, bool),
    programs: Programs,
) -> Chunk {
    let variant = variant.to_string();
    let name = Path::new(&variant).file_name().unwrap_or_default().display().to_string();
    Chunk {
        id: format!("{job} {variant} {games}"),
        group: format!("{job} {name}"),
        seed: None,
        run: Box::new(move |_| play(job, &variant, games, screen, &programs).map(Into::into)),
    }
}

/// What the script says at its end.
#[derive(Deserialize)]
struct Answer {
    count: u64,
}

fn play(job: &str, variant: &str, games: &str, screen: bool, programs: &Programs) -> Result<u64> {
    let sh = shell::open()?;
    let command =
        if screen { cmd!(sh, "xvfb-run -a -s '-screen 0 1280x1400x24'") } else { cmd!(sh, "env") };
    let command = command.arg(&programs.python).args(["-B", "xtask/python/clients.py", job]);
    let command = command.args(["--variant", variant, "--games", games]);
    let answer = shell::capture(command.arg("--komadai").arg(&programs.komadai))?;
    // The match runner talks too.
    let last = answer.lines().last().unwrap_or_default();
    let answer: Answer = serde_json::from_str(last).context("the script's answer")?;
    Ok(answer.count)
}

/// Engines of others in our match runner, by every protocol.
fn peers() -> Chunk {
    let run = || -> Result<u64> {
        let sh = shell::open()?;
        let words = ["--release", "--package=komadai-arena", "--test=real_engines"];
        shell::capture(cmd!(sh, "cargo test {words...} -- --ignored"))?;
        Ok(PEER_GAMES)
    };
    Chunk {
        id: "matches with the engines of others".into(),
        group: "matches with the engines of others".into(),
        seed: None,
        run: Box::new(move |_| run().map(Into::into)),
    }
}

fn lines(protocol: &'static str) -> Chunk {
    let run = move || -> Result<u64> {
        let test = format!("{protocol}_survives_anything");
        let sh = shell::open()?;
        let words = ["--release", "--package=komadai-protocol", "--test=protocol"];
        let command = cmd!(sh, "cargo test {words...} {test}");
        shell::capture(command.env("KOMADAI_LINES", LINES.to_string()))?;
        Ok(LINES)
    };
    Chunk {
        id: format!("{LINES} lines of {protocol}"),
        group: format!("random lines of {protocol}"),
        seed: Some(0),
        run: Box::new(move |_| run().map(Into::into)),
    }
}
