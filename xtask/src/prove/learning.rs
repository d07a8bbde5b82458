//! What the program learns of a game from nothing, and what that is worth.

use super::matches::{AGREED, FEW, LEVEL, Match, play};
use super::{Args, Chunk, Page, Plan, cores, document, komadai, workshop};
use crate::shell;
use anyhow::{Context, Result};
use std::path::Path;
use xshell::cmd;

/// A game to learn, and for how long.
struct Lesson {
    group: &'static str,
    /// As the program's commands want it: a name, or the path of a file.
    game: String,
    /// After so many minutes no generation is begun.
    minutes: u64,
}

const LIMITS: &[&str] = &["--movetime=0.1", "--margin=500", FEW, AGREED, LEVEL];

/// A game that comes with the program, and the file of the README.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = komadai()?;
    // Games are only gone on with by the program that began them.
    let folder = workshop().join(format!("learning-{}", document::commit()?));
    std::fs::create_dir_all(&folder)?;
    let lessons = [
        Lesson { group: "the README's game", game: readme_game(&folder)?, minutes: 60 },
        Lesson { group: "minishogi", game: "minishogi".into(), minutes: 60 },
    ];
    let games = args.matches.unwrap_or(200);
    let chunks = lessons.into_iter().map(|lesson| chunk(lesson, games, &program, &folder));
    Ok(Plan {
        page: Page::Strength,
        what: format!(
            "What `komadai learn` makes from nothing on {} cores: no generation is begun after an hour. Then the \
             program plays with this network against itself without any, 100 ms a move, from random openings in \
             which neither side is ahead by more than 50 centipawns.",
            cores()
        ),
        unit: "games",
        command: "cargo xtask prove learning".into(),
        // It learns on all cores.
        at_once: 1,
        chunks: chunks.collect(),
    })
}

/// Writes the game that the README shows to a folder.
fn readme_game(folder: &Path) -> Result<String> {
    let readme = std::fs::read_to_string(shell::root().join("README.md"))?;
    let (_, text) = readme.split_once("```toml\n").context("the README shows no game")?;
    let (text, _) = text.split_once("```").context("the README's game has no end")?;
    let path = folder.join("readme.toml");
    std::fs::write(&path, text)?;
    Ok(path.display().to_string())
}

fn chunk(lesson: Lesson, games: u64, program: &Path, folder: &Path) -> Chunk {
    let Lesson { group, game, minutes } = lesson;
    let name = Path::new(&game).file_stem().unwrap_or_default();
    let net = folder.join(name).with_extension("net");
    let program = program.to_owned();
    let one = Match {
        group: format!("{group} after {minutes} minutes, against itself without a network"),
        engines: [
            format!("komadai option.EvalFile='{}'", net.display()),
            "komadai name=without option.EvalFile=none".into(),
        ],
        variant: game,
        games,
        limits: LIMITS,
        bounds: Some((0.5, 1.0)),
    };
    Chunk {
        id: format!("{} {games} games", one.group),
        group: one.group.clone(),
        seed: Some(1),
        run: Box::new(move |_| {
            learn(&program, &one.variant, minutes, &net)?;
            play(&one, &program)
        }),
    }
}

/// Learns a game, or goes on with it.
fn learn(program: &Path, game: &str, minutes: u64, net: &Path) -> Result<()> {
    let sh = shell::open()?;
    let (minutes, games) = (minutes.to_string(), net.with_extension("learn"));
    let learn = cmd!(sh, "{program} learn {game} --folder {games} --out {net} --minutes {minutes}");
    shell::capture(learn).map(drop)
}
