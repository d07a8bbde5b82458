//! What each part of the search does to the size of its tree: nodes to an equal depth with it and
//! without. Games at few nodes a move cannot tell a part that is worth a little from one that is not.

use super::matches::FEATURES;
use super::search::{GAMES, Goal, forget, played, start};
use super::usi::Engine;
use super::{Args, Chunk, Finding, Page, Plan, cores, komadai};
use anyhow::{Context, Result};
use std::path::Path;

/// Sets of games that the positions are from.
const SAMPLES: u64 = 3;
/// Plies less than take a second.
const LESS: u64 = 4;

/// A chunk for each part.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = komadai()?;
    let seed = args.seed;
    let chunks = FEATURES.iter().map(|feature| {
        let program = program.clone();
        Chunk {
            id: format!("{feature} {seed}"),
            group: format!("without {feature}"),
            seed: Some(seed),
            run: Box::new(move |_| grown(&program, feature, seed)),
        }
    });
    Ok(Plan {
        page: Page::Strength,
        what: "What each part of the search does to the size of the tree: the nodes to an equal depth \
               without that part, divided by those with all parts; the geometric mean over 36 \
               positions of each game, from all parts of games that the engine has played against \
               itself. A part with a figure above 1 makes the tree smaller. An extension is meant to \
               make it larger."
            .into(),
        unit: "searches",
        command: format!("cargo xtask prove tree --seed {seed}"),
        at_once: cores(),
        chunks: chunks.collect(),
    })
}

fn grown(program: &Path, feature: &str, seed: u64) -> Result<Finding> {
    let (mut count, mut told) = (0, Vec::new());
    for Goal { variant, depth, .. } in GAMES {
        let mut engines = [start(program, variant, 1)?, start(program, variant, 1)?];
        engines[1].say(&format!("setoption name Without value {feature}"))?;
        let (mut logarithms, mut positions) = (0.0_f64, 0_u32);
        for sample in seed..seed + SAMPLES {
            for position in played(program, variant, sample)? {
                let [whole, without] = &mut engines;
                let whole = nodes(whole, &position, depth - LESS)?;
                let without = nodes(without, &position, depth - LESS)?;
                logarithms += (without / whole).ln();
                positions += 1;
            }
        }
        told.push(format!("{variant} {:.2}", (logarithms / f64::from(positions)).exp()));
        count += 2 * u64::from(positions);
    }
    Ok(Finding { count, note: Some(told.join(", ")) })
}

/// How many nodes a search to a depth takes, the memory empty at first.
fn nodes(engine: &mut Engine, position: &str, depth: u64) -> Result<f64> {
    forget(engine, position)?;
    engine.say(&format!("go depth {depth}"))?;
    let told = engine.until("bestmove")?;
    let last = told.last().context("no line of the engine's")?;
    Ok(last.nodes.max(1) as f64)
}
