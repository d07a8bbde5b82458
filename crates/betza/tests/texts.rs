//! Texts, what they print as, and what is wrong with them.

use komadai_betza::{
    Atom, Base, Chain, Direction, Joint, Modality, Modifier, ParseError, Reach, TermKind, parse,
};

/// Asserts that a text prints so, and that the print means the same and is final.
#[track_caller]
fn check_print(text: &str, printed: &str) {
    let tree = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).descriptor;
    assert_eq!(tree.to_string(), printed, "{text}");
    let again = parse(printed).unwrap_or_else(|e| panic!("{text} as {printed}: {e}")).descriptor;
    assert_eq!(again, tree, "{text} as {printed}");
    assert_eq!(tree.canonical(), tree, "{text}");
}

/// Asserts the first offending byte, and words of the message or its help.
#[track_caller]
fn check_error(text: &str, offset: usize, words: &str) {
    let error: ParseError = parse(text).map(|p| p.descriptor.to_string()).expect_err(text);
    assert_eq!(error.span.start, offset, "{text}: {error}");
    assert!(text.is_char_boundary(error.span.end), "{text}: {error}");
    assert!(error.to_string().contains(words), "{text}: {error}");
}

/// Asserts the one warning's place and words.
#[track_caller]
fn check_warning(text: &str, offset: usize, words: &str) {
    let warnings = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).warnings;
    let [warning] = warnings.as_slice() else { panic!("{text}: {warnings:?}") };
    assert_eq!(warning.span.start, offset, "{text}: {}", warning.message);
    assert!(warning.message.contains(words), "{text}: {}", warning.message);
}

/// A pawn that may go three squares is passed on each of them.
#[test]
fn what_may_be_passed_is_no_doubtful_text() {
    for text in ["ifmnW3", "fmnW2", "ifnR"] {
        assert_eq!(parse(text).unwrap().warnings, [], "{text}");
    }
}

#[test]
fn descriptions_in_use_are_read_and_printed() {
    let lines = include_str!("data/descriptors.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (text, printed) = line.split_once(" -> ").unwrap_or((line, line));
        check_print(text, printed);
    }
}

#[test]
fn modifiers_print_in_canonical_order() {
    for (text, printed) in [
        ("mfW", "fmW"),
        ("ceifF", "ifceF"),
        ("nmDifW", "mnDifW"),
        ("jjbR", "bjjR"),
        ("jsjR", "sjjR"),
        ("cmafmR", "mcafmR"),
        ("a(pacf)2mfR", "a(pafc)2fmR"),
        ("[mfF?fsR]", "[fmF?fsR]"),
        ("rfN", "rfN"),
        ("frffK", "frffK"),
        ("kujnyogptedcmsfiR", "isfmcdetpgoynjukR"),
    ] {
        check_print(text, printed);
    }
}

#[test]
fn letters_kept_apart_do_not_pair() {
    check_print("fmsK", "ffsmK");
    check_print("frmlK", "frlmK");
    check_print("fmfsK", "fffsmK");
    check_print("fmvK", "fvmK");
    check_warning("fmsK", 0, "stand together");
    assert_eq!(parse("fmsW").unwrap().warnings, [], "on a rook's lines letters just add up");
}

#[test]
fn letters_that_meet_at_a_group_keep_their_order() {
    for text in ["f(ms)1K", "(sm)1faK", "af(dssz)1W", "af(qyrrfaf)1W", "l(mlfrrlrfffsaz)4B"] {
        check_print(text, text);
    }
    check_print("a(pacf)2mfR", "a(pafc)2fmR");
    check_print("mf(af)2cK", "fm(af)2cK");
}

#[test]
fn letters_around_a_crooked_slide_keep_their_order() {
    check_print("fqmrB", "fqmrB");
    check_print("mfqrB", "fqrmB");
    check_print("fmzrB", "ffzrmB");
}

#[test]
fn ranges() {
    for (text, printed) in [
        ("W", "W"),
        ("W4", "W4"),
        ("W04", "W04"),
        ("W004", "W04"),
        ("W0", "WW"),
        ("N0", "NN"),
        ("WX0", "WX0"),
        ("B0", "B"),
        ("QQ", "Q"),
        ("R4", "R4"),
        ("WWW", "WWW"),
        ("BBB3", "BBB3"),
        ("LC3", "C1C3"),
        ("CLL", "C1CC"),
        ("fWW", "fWW"),
        ("WfW", "WfW"),
        ("WXYX", "WXXY"),
    ] {
        check_print(text, printed);
    }
}

#[test]
fn trees_say_what_was_written() {
    let tree = parse("fmW4[F?fsR]").unwrap().descriptor;
    let [first, second] = tree.terms.as_slice() else { panic!("two terms") };
    assert_eq!((first.span.clone(), second.span.clone()), (0..4, 4..11));
    let TermKind::Chain(Chain { atom, range, .. }) = &first.kind else { panic!("a chain") };
    assert_eq!((atom, *range), (&Atom { base: Base::W, xs: 0, ys: 0 }, Reach::UpTo(4)));
    let TermKind::Bracket(bracket) = &second.kind else { panic!("a bracket") };
    let joints: Vec<_> = bracket.parts.iter().map(|p| p.joint).collect();
    assert_eq!(joints, [Joint::MustGoOn, Joint::MayStop]);
}

#[test]
fn groups_are_written_out() {
    let tree = parse("mfcaj(paf)2cB").unwrap().descriptor;
    let TermKind::Chain(chain) = &tree.terms[0].kind else { panic!("a chain") };
    let letters = |copies| -> Vec<String> {
        chain
            .legs(copies)
            .iter()
            .map(|leg| leg.iter().map(|m: &Modifier| m.letter()).collect())
            .collect()
    };
    assert_eq!(chain.most_copies(), 2);
    assert_eq!(letters(0), ["fmc", "cj"]);
    assert_eq!(letters(1), ["fmc", "pj", "fc"]);
    assert_eq!(letters(2), ["fmc", "pj", "fp", "fc"]);
}

#[test]
fn steps_of_atoms() {
    for (text, step) in [
        ("W", (1, 0)),
        ("N", (2, 1)),
        ("C", (3, 1)),
        ("L", (3, 1)),
        ("Z", (3, 2)),
        ("J", (3, 2)),
        ("G", (3, 3)),
        ("WX", (4, 0)),
        ("FX", (4, 1)),
        ("HX", (6, 0)),
        ("ZX", (6, 2)),
        ("DY", (4, 2)),
        ("AY", (4, 4)),
        ("CY", (5, 3)),
        ("ZY", (5, 4)),
        ("WY", (3, 2)),
    ] {
        let tree = parse(text).unwrap().descriptor;
        let TermKind::Chain(chain) = &tree.terms[0].kind else { panic!("a chain") };
        assert_eq!(chain.atom.step(), Some(step), "{text}");
    }
}

#[test]
fn letters_convert_both_ways() {
    for d in Direction::ALL {
        assert_eq!(Modifier::from_letter(d.letter()), Some(Modifier::Direction(*d)));
    }
    for m in Modality::ALL {
        assert_eq!(Modifier::from_letter(m.letter()), Some(Modifier::Modality(*m)));
    }
    for b in Base::ALL {
        assert_eq!(Base::from_letter(b.letter()), Some(*b));
    }
}

#[test]
fn unknown_letters() {
    check_error("KNADcaKmcabE", 11, "no atom `E`");
    check_error("E", 0, "did you mean the modifier `e`");
    check_error("WV", 1, "modifier `v`");
    check_error("fmw", 2, "did you mean the atom `W`");
    check_error("kn", 2, "did you mean `N`");
    check_error("KNADcaKmcab", 11, "expected an atom, found the end");
    check_error("Wf", 2, "modifiers stand before an atom");
    check_error("a", 1, "expected an atom");
    check_error("XW", 0, "follow an atom");
    check_error("W F", 1, "no spaces");
    check_error("W\n", 1, "no spaces");
    check_error("Wé", 1, "`é`");
    check_error("W象", 1, "expected an atom or a modifier");
    check_error("W/F", 1, "`/`");
    check_error("", 0, "found nothing");
}

#[test]
fn refused_by_name() {
    check_error("KxR", 1, "relay");
    check_error("[xF-R]", 1, "relay");
    check_error("qQ", 0, "`qQ`");
    check_error("WmqQ", 2, "`qQ`");
    check_error("qKK", 0, "`qK`");
    check_error("fqS3", 1, "`qS`");
    check_error("W(4,1)", 1, "step vectors");
    check_error("iifmD", 1, "`ii`");
}

#[test]
fn ranges_that_are_none() {
    check_error("W100", 1, "99");
    check_error("W99999999999999999999", 1, "99");
    check_error("W00", 1, "exactly 0");
    check_error("WW3", 2, "a range already");
    check_error("KNADcaKmcabZZ9", 13, "a range already");
    check_error("W3*", 2, "a range already");
    check_error("W*3", 2, "a range already");
    check_error("3W", 0, "behind its atom");
    check_error("*W", 0, "behind its atom");
    check_error(&format!("W{}", "X".repeat(40)), 0, "longer than 99");
}

#[test]
fn groups_that_are_none() {
    check_error("(paf3R", 4, "expected `)`");
    check_error("(paf", 4, "found the end");
    check_error("(pafR)3", 4, "the atom follows");
    check_error("(paf)R", 5, "a number");
    check_error("(paf)", 5, "a number");
    check_error("(paf)100R", 5, "99");
    check_error("(p(af)2)3R", 2, "do not nest");
    check_error("(paf)3(paf)2R", 6, "only one group");
    check_error("()3R", 0, "empty");
    check_error("paf)3R", 3, "nothing is open");
    check_error("(m)2R", 1, "twice");
    check_error("(j)3R", 1, "at most twice");
}

#[test]
fn brackets_that_are_none() {
    check_error("[F?fsR", 6, "`]`");
    check_error("[F?", 3, "found the end");
    check_error("[", 1, "found the end");
    check_error("[]", 1, "expected an atom");
    check_error("[F-?R]", 3, "expected an atom");
    check_error("F?fsR]", 1, "in brackets");
    check_error("F]", 1, "nothing is open");
    check_error("[FR]", 2, "joined by");
    check_error("[FafsR]", 2, "joined by");
    check_error("[F-aR]", 3, "does not stand in brackets");
    check_error("[F-[R]]", 3, "do not nest");
    check_error("[F-(f)2R]", 3, "groups do not stand");
    check_error("f[F-R]", 1, "inside brackets");
    check_error("[F?fsR]3", 7, "expected an atom");
    check_error("[W-fsW]", 3, "45 degrees");
    check_error("[F-fR]", 3, "only turn by 45");
}

#[test]
fn letters_without_meaning() {
    check_error("mmW", 1, "twice");
    check_error("cacfcR", 4, "twice");
    check_error("jjjR", 2, "at most twice");
    check_error("hW", 0, "oblique");
    check_error("fhK", 1, "oblique");
    check_error("hN", 0, "beside it");
    check_error("hfN", 0, "beside it");
    check_error("afhN", 2, "later leg");
    check_error("zaK", 0, "earlier bend");
    check_error("[zF-R]", 1, "earlier bend");
    check_error("aszW", 2, "stand alone or with");
    check_error("zqB", 1, "both");
    check_error("KX", 1, "lengthened");
    check_error("SY", 1, "lengthened");
}

#[test]
fn castling_and_the_universal_leaper() {
    check_print("sijO3", "isjO3");
    check_print("imU", "imU");
    check_error("isO", 2, "number of squares");
    check_error("isOO", 2, "number of squares");
    check_error("isO02", 2, "number of squares");
    check_error("ifO2", 1, "castling");
    check_error("iscO2", 2, "castling");
    check_error("iscaO2", 4, "one of several legs");
    check_error("OX2", 1, "lengthened");
    check_error("fU", 0, "every square");
    check_error("nU", 0, "every square");
    check_error("U2", 0, "no range");
    check_error("UU", 0, "no range");
    check_error("[U-K]", 1, "one of several legs");
}

#[test]
fn doubtful_texts() {
    check_warning("L", 0, "read as `C`");
    check_warning("WcabJ", 4, "read as `Z`");
    check_warning("fmW*", 3, "`*`");
    check_warning("RR", 1, "no limit");
    check_warning("WFW", 2, "earlier term");
    check_warning("(paf)0R", 0, "never repeated");
    check_warning("[F]", 0, "single part");
    check_warning("[F-fsfR]", 3, "other directions say nothing");
    check_warning("ffffW", 0, "given twice");
    check_warning("sfK", 0, "XBoard reads");
    check_warning("nW", 0, "nothing lies half-way");
    check_warning("nW3", 0, "nothing lies half-way");
    check_warning("mnW", 1, "nothing lies half-way");
    check_warning("nC", 0, "rounded down");
    check_warning("njA", 0, "can never move");
    check_warning("pW", 0, "can never move");
    check_warning("pR1", 0, "can never move");
    check_warning("pgR", 0, "adds nothing");
    check_warning("yR", 0, "none does");
    check_warning("muR", 1, "captures nothing");
    check_warning("uaR", 0, "captures nothing");
}

#[test]
fn undoubted_texts() {
    for text in ["fmWfceFifmnD", "KNScaKmcabK", "nN", "nAY", "nSS", "ffrrK", "ucR", "uR", "yafsF"] {
        assert_eq!(parse(text).unwrap().warnings, [], "{text}");
    }
}
