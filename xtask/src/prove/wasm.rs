//! The npm packages beside the same crates built for this machine, and in Chromium.
//!
//! `crates/wasm/examples/trace.rs` says from Rust what `xtask/node/wasm.mjs` says from JavaScript.

use super::{Args, Chunk, Finding, Page, Plan, records};
use crate::{shell, wasm, web};
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use xshell::cmd;

/// The games that are played: those of the program, and some with rules of their own.
const GAMES: &[&str] = &[
    "shogi",
    "minishogi",
    "judkins",
    "raichu",
    "minjiku",
    "chess",
    "crazyhouse",
    "atomic",
    "duck",
    "amazons",
    "capablanca",
];
/// Random games of each.
const EACH: &str = "5";
/// The games that are played beside ffish.js, and how many of each.
const FFISH: &[&str] = &[
    "chess",
    "chess960",
    "crazyhouse",
    "atomic",
    "3check",
    "kingofthehill",
    "racingkings",
    "antichess",
    "horde",
    "capablanca",
    "grand",
    "shako",
    "seirawan",
    "makruk",
    "xiangqi",
    "janggi",
    "shogi",
    "minishogi",
    "kyotoshogi",
];
const FFISH_GAMES: &str = "20";
/// Where the problems stand.
const MATES: &str = "crates/engine/tests/cases/mates.json";

/// A chunk for each game, one for the mates, and two for the browser.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let packages = wasm::build_all()?;
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --package komadai-wasm --example trace").run()?;
    let trace = shell::target_dir().join("release/examples/trace");
    let engine = packages.join("engine");
    let beside = |what: &'static str, argument: &'static str| {
        let (trace, engine) = (trace.clone(), engine.clone());
        Chunk {
            id: what.to_owned(),
            group: what.to_owned(),
            seed: None,
            run: Box::new(move |_| compare(&trace, &engine, what, argument)),
        }
    };
    let mut chunks: Vec<Chunk> = GAMES.iter().map(|game| beside(game, EACH)).collect();
    chunks.push(beside("mates", MATES));
    let peers = records::packages()?;
    chunks.extend(FFISH.iter().map(|game| {
        let (peers, rules) = (peers.clone(), packages.join("rules"));
        Chunk {
            id: format!("ffish {game}"),
            group: "ffish.js".to_owned(),
            seed: None,
            run: Box::new(move |_| beside_ffish(&peers, &rules, game)),
        }
    }));
    web::prepare_browser()?;
    let for_pages = wasm::for_pages(&packages);
    chunks.push(Chunk {
        id: "browser".into(),
        group: "in a worker of Chromium".into(),
        seed: None,
        run: Box::new(move |_| in_browser(&packages)),
    });
    chunks.push(Chunk {
        id: "pages".into(),
        group: "in the pages of the program".into(),
        seed: None,
        run: Box::new(move |_| in_pages(&for_pages)),
    });
    Ok(Plan {
        page: Page::Proof,
        what: "The npm packages in Node beside the same crates built for this machine: random games with every legal \
               move, check, result and key at each ply, a search of 2,000 nodes in each game with all that it answers, \
               the stored mate problems, the package for the engine in a worker of Chromium, and analyses on the \
               visitor's machine in the program's own pages, and the site of files. The build with SIMD and the one without say the same. The \
               names of ffish beside ffish.js: random games with the moves, FEN, check, result, pockets and written \
               moves at each ply."
            .into(),
        unit: "lines",
        command: "cargo xtask prove wasm".into(),
        at_once: super::cores(),
        chunks,
    })
}

/// What both builds say, line by line.
fn compare(trace: &Path, package: &Path, what: &str, argument: &str) -> Result<Finding> {
    let sh = shell::open()?;
    let wanted = shell::capture(cmd!(sh, "{trace} {what} {argument}"))?;
    let mut count = 0;
    for build in ["scalar", "simd"] {
        let told = cmd!(sh, "node xtask/node/wasm.mjs {package} {build} {what} {argument}");
        let told = shell::capture(told)?;
        for (number, (told, wanted)) in (1..).zip(told.lines().zip(wanted.lines())) {
            ensure!(told == wanted, "{build}, line {number}: {told}\ninstead of {wanted}");
            count += 1;
        }
        let (told, wanted) = (told.lines().count(), wanted.lines().count());
        ensure!(told == wanted && wanted > 0, "{build}: {told} lines instead of {wanted}");
    }
    Ok(count.into())
}

/// Random games on our names of ffish and on ffish.js.
fn beside_ffish(peers: &Path, rules: &Path, game: &str) -> Result<Finding> {
    let sh = shell::open_in(peers)?;
    let told = shell::capture(cmd!(sh, "node ffish.mjs {rules} {game} {FFISH_GAMES}"))?;
    Ok(told.trim().parse::<u64>()?.into())
}

fn in_browser(packages: &PathBuf) -> Result<Finding> {
    let sh = web::open()?;
    let words = ["tests/wasm.test.ts"];
    // The test needs no server of ours.
    let command = web::browser_tests(&sh, Path::new("none"), &words);
    shell::capture(command.env("KOMADAI_NPM", packages))?;
    Ok(1.into())
}

/// The program with the engine in its pages, which searches there.
fn in_pages(engine: &Path) -> Result<Finding> {
    // In a folder of its own: the program of everyday has no such pages.
    let folder = shell::target_dir().join("wasm/pages");
    let sh = shell::open()?;
    let build = cmd!(sh, "cargo build --release --package komadai --target-dir {folder}");
    shell::capture(build.env("KOMADAI_ENGINE", engine))?;
    let (sh, program) = (web::open()?, folder.join("release/komadai"));
    let command =
        web::browser_tests(&sh, &program, &["tests/machine.test.ts", "tests/site.test.ts"]);
    shell::capture(command.env("KOMADAI_ENGINE", engine))?;
    // Two analyses; and on the site of files two games, the rules with an analysis, and a game without a connection.
    Ok(6.into())
}
