//! Texts in XBoard's words.

use komadai_betza::{parse, to_xboard};

#[track_caller]
fn check(text: &str, expected: &str) {
    let tree = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).descriptor;
    assert_eq!(to_xboard(&tree).as_deref(), Ok(expected), "{text}");
}

#[track_caller]
fn check_error(text: &str, offset: usize, words: &str) {
    let tree = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).descriptor;
    let error = to_xboard(&tree).expect_err(text);
    assert_eq!(error.span.start, offset, "{text}: {error}");
    assert!(error.message.contains(words), "{text}: {error}");
}

#[test]
fn letters_and_ranges() {
    check("mfWceifF", "fmWifceF");
    check("isO2", "isO2");
    check("NN", "N0");
    check("W0", "W0");
    check("R", "R");
    check("W01", "W1");
    check("LJ", "CZ");
    check("WY", "Z");
    check("FY", "G");
    check("nWnN", "WnN");
}

#[test]
fn stars_are_alfils_and_dabbabas() {
    check("KNScaKmcabK", "KNADcaKmcabK");
    check("fS", "fD");
    check("frS", "frA");
    check("ffrrfsS", "fAfrD");
    check("fsvsF", "F");
    check("vSS", "vD0");
    check("faS", "faDfafsbsD");
    check("aflS", "aflAaflD");
}

#[test]
fn groups_are_written_out() {
    check("B(paf)2cB", "BcBpafcBpafpafcB");
    check("(caf)2mF", "mFcafmFcafcafmF");
    check("(j)2R", "RjRjjR");
}

#[test]
fn brackets_become_chains() {
    check("[F?fsR]", "FyafsF");
    check("[F?R]", "FyafsF");
    check("[W-fsB]", "yafsW");
    check("[W?F]", "WafsW");
    check("[R-fsF]", "yafsR");
    check("[K?Q]", "KyafK");
    check("[mpW-F]", "mpafsW");
    check("[mpF-R]", "gyafsF");
    check("[F?fsR-fsF]", "FyafsyafsF");
    check("[imW-cfsF]", "imafscW");
}

#[test]
fn terms_stay_apart() {
    check("cK1K", "cK1K");
    check("mR0R4", "mR0R4");
    check("ASS", "A1A0D0");
    check("fmWfceF", "fmWfceF");
}

#[test]
fn directions_that_xboard_misreads_are_said_apart() {
    check("ffrrK", "fKrK");
    check("frffK", "frfK");
    check("sfK", "fsK");
    check("ffrF", "flfrfrbrF");
    check("fhhrN", "hrNfhN");
    check("vsmbN", "sbmN");
    check("affrrK", "afKarK");
    check("vvrhZ", "rhvZ");
    check("vnlllllllhllllllllvC", "lllhvnC");
    check("fsffsifhCbfB", "ifsfffhsCbfB");
    check("frlfflscribhNNK", "ifrlfflrrbhscN0K");
    check("fhvvssC", "C");
    check("vsQ", "fsbsQ");
}

#[test]
fn a_swap_needs_the_letter_of_a_slider() {
    check("yafsW3", "yafsR3");
    check("yafsWW", "yafsR");
    check("yafsR1", "yafsW");
    check("gafQ", "gafQ");
}

#[test]
fn what_xboard_cannot_say() {
    check_error("WucR", 1, "`u`");
    check_error("WckR", 1, "`k`");
    check_error("WzB", 1, "`z`");
    check_error("WafqK", 1, "`q`");
    check_error("WcaibR", 1, "as many steps");
    check_error("WU", 1, "universal");
    check_error("WisO1", 1, "two squares");
    check_error("WisjO2", 1, "corner");
    check_error("WFX", 1, "step of `FX`");
    check_error("WRX", 1, "step of `RX`");
    check_error("WN03", 1, "exact range");
    check_error("WfW*", 3, "`*`");
    check_error("W[F-fsR*?F]", 7, "`*`");
    check_error("WF*W*", 2, "`*`");
    check_error("WcabN", 1, "go on after a step of `N`");
    check_error("WeaK", 1, "en passant");
    check_error("WB(paf)30cB", 2, "79 characters");
}

#[test]
fn brackets_that_are_no_chain() {
    check_error("W[N-W]", 1, "share one atom");
    check_error("W[K-W]", 1, "share one atom");
    check_error("W[W-R3]", 1, "share one range");
    check_error("W[cF-fsR]", 1, "only after empty squares");
}
