//! The compiled rules against the slow second implementation, on random positions of every game.
//!
//! Every variant plays random games, half of them from positions that no game would reach. In each
//! position the legal moves must lead to exactly the same positions by both implementations; checks,
//! ends, keys and texts are compared as well. `KOMADAI_POSITIONS` says how many positions a variant
//! gets (500, a random file 12), `KOMADAI_SEED` where the random numbers begin (1).
//!
//! Random variant files get a few positions each. `KOMADAI_FILES` says how many files there are
//! (300, in four tests), `KOMADAI_FILE` runs the file of that seed alone and shows it.
#![allow(clippy::disallowed_methods, reason = "how long it runs is said from outside")]

mod reference;

use komadai_rules::Variant;
use komadai_rules::variant::{Diagnostics, Loaded, SHELF, Source, load, load_builtin};
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
    files: riders hoppers lions cylinder fire reinforcements castles duty atomic powder chase
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

#[test]
fn shelf_games() {
    for (seed, game) in (1..).zip(SHELF) {
        let variant = load_builtin(game.id, &[]).expect("it loads").variant;
        assert!(contest::glance(&variant, seed), "{}", game.id);
    }
}

/// A quarter of the seeds.
fn share(quarter: u64) -> impl Iterator<Item = u64> {
    if let Ok(seed) = std::env::var("KOMADAI_FILE") {
        let seed = seed.parse().expect("a number");
        return (seed..seed + u64::from(quarter == 0)).step_by(1);
    }
    let first = contest::setting("KOMADAI_SEED", 1);
    (first + quarter..first + contest::setting("KOMADAI_FILES", 300)).step_by(4)
}

/// Plays a file for each seed, and tells of all that differ.
fn check_files(seeds: impl Iterator<Item = u64>) {
    let differs = |seed: &u64| catch_unwind(AssertUnwindSafe(|| check_file(*seed))).is_err();
    let wrong: Vec<u64> = seeds.filter(differs).collect();
    assert!(wrong.is_empty(), "{} files differ: {wrong:?}", wrong.len());
}

/// Plays the first file of a seed that can be played: about three of ten are refused.
fn check_file(seed: u64) {
    let played = (0..30).any(|attempt| {
        let text = random_file::write(seed, attempt);
        let loaded = load(&Source::new("random.toml", &*text), &|_| None, &[]);
        if loaded.is_ok() && std::env::var_os("KOMADAI_FILE").is_some() {
            println!("{text}");
        }
        loaded.is_ok_and(|loaded| contest::glance(&loaded.variant, seed))
    });
    assert!(played, "no file of seed {seed} can be played");
}
