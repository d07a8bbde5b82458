//! A fuzz target under libFuzzer: the one that the environment names in `KOMADAI_FUZZ`.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<String> =
    LazyLock::new(|| std::env::var("KOMADAI_FUZZ").expect("KOMADAI_FUZZ names a target"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| komadai_fuzz::run(&TARGET, data));
