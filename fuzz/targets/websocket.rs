//! The target of the same name under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| komadai_fuzz::run("websocket", data));
