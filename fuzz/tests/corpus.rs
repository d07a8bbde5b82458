//! Every target over its stored corpus, on any compiler, without a fuzzer.
#![allow(clippy::disallowed_methods, reason = "the corpus is files")]

use komadai_fuzz::{names, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Every seed, and a few cut short: what is incomplete must be refused as gracefully.
fn check(name: &str) {
    let seeds = entries(&corpus().join(name));
    assert!(!seeds.is_empty(), "{name} has no seeds");
    for path in seeds {
        let data = std::fs::read(&path).unwrap();
        println!("{}", path.display());
        for cut in [0, data.len() / 3, data.len() * 2 / 3, data.len()] {
            run(name, &data[..cut]);
        }
    }
}

#[test]
fn every_target_has_a_corpus_and_every_corpus_a_target() {
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
    let folders: BTreeSet<String> = entries(&corpus()).iter().map(name).collect();
    let targets: BTreeSet<String> = names().map(str::to_owned).collect();
    assert_eq!(folders, targets);
}

#[test]
fn betza() {
    check("betza");
}

#[test]
fn variant_file() {
    check("variant_file");
}

#[test]
fn import() {
    check("import");
}

#[test]
fn position() {
    check("position");
}

#[test]
fn move_text() {
    check("move_text");
}

#[test]
fn play() {
    check("play");
}

#[test]
fn universal() {
    check("universal");
}

#[test]
fn xboard() {
    check("xboard");
}

#[test]
fn batch() {
    check("batch");
}

#[test]
fn api() {
    check("api");
}

#[test]
fn websocket() {
    check("websocket");
}
