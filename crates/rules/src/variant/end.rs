//! The table `[end]`.

use super::roster::Roster;
use super::section::Section;
use super::squares::Frame;
use super::{
    DeadPosition, Declaration, DeclarationRule, End, Extinction, Flag, IllegalMove, Mate, Outcome,
    QuietMoves, Repetition, RepetitionResult, Royals,
};
use crate::square::Color;

const KEYS: &[&str] = &[
    "check",
    "royals",
    "stalemate",
    "mate",
    "burn_is_check",
    "check_through_shock",
    "repetition",
    "quiet_moves",
    "move_limit",
    "illegal_move",
    "dead_position",
    "declaration",
    "flag",
    "extinction",
];

/// Reads when the game ends.
pub(super) fn read(file: &Section<'_>, frame: &Frame, roster: &Roster) -> End {
    let end = file.table("end", KEYS);
    let outcomes = [("draw", Outcome::Draw), ("loss", Outcome::Loss), ("win", Outcome::Win)];
    let mates = [("no-move", Mate::NoMove), ("no-move-keeps-a-royal", Mate::NoMoveKeepsARoyal)];
    let illegal = [("loss", IllegalMove::Loss), ("refused", IllegalMove::Refused)];
    let read = End {
        royals_may_be_left: end
            .choice("check", &[("must-answer", false), ("none", true)])
            .unwrap_or(false),
        royals: end
            .choice("royals", &[("any", Royals::Any), ("all", Royals::All)])
            .unwrap_or(Royals::Any),
        stalemate: end.choice("stalemate", &outcomes).unwrap_or(Outcome::Draw),
        mate: end.choice("mate", &mates).unwrap_or(Mate::NoMove),
        burn_is_check: end.flag("burn_is_check", true),
        check_through_shock: end.flag("check_through_shock", false),
        repetition: repetition(&end),
        quiet: quiet_moves(&end, roster),
        move_limit: switched_number(&end, "move_limit"),
        illegal_move: end.choice("illegal_move", &illegal).unwrap_or(IllegalMove::Loss),
        dead: dead_position(&end, roster),
        declaration: declaration(&end, frame, roster),
        flag: flag(&end, frame, roster),
        extinction: extinction(&end, roster),
    };
    if read.mate == Mate::NoMoveKeepsARoyal && !read.royals_may_be_left {
        let help = "with `end.check = \"must-answer\"` mate is `no-move`";
        let message = "`end.mate = \"no-move-keeps-a-royal\"` contradicts the duty to answer check";
        end.report.error_help(end.place("mate"), message, help);
    }
    read
}

/// A number that `false` switches off.
fn switched_number(end: &Section<'_>, key: &str) -> Option<u32> {
    match end.get(key).map(|node| &node.value) {
        Some(super::tree::Value::Flag(false)) => None,
        _ => end.number(key, 1..=1_000_000),
    }
}

fn repetition(end: &Section<'_>) -> Option<Repetition> {
    let table = end.table("repetition", &["claim", "times", "result", "perpetual_check", "exempt"]);
    if !table.present {
        return None;
    }
    table.require("times");
    let results = [
        ("draw", RepetitionResult::Draw),
        ("loss-first", RepetitionResult::Loses(Color::First)),
        ("loss-second", RepetitionResult::Loses(Color::Second)),
        ("loss-mover", RepetitionResult::MoverLoses),
        ("forbidden", RepetitionResult::Forbidden),
    ];
    let perpetual = [("loss", true), ("none", false)];
    let exempt = [("in-check", true), ("none", false)];
    let read = Repetition {
        claim: table.number("claim", 2..=1000),
        times: table.number("times", 2..=1000).unwrap_or(4),
        result: table.choice("result", &results).unwrap_or(RepetitionResult::Draw),
        perpetual_check_loses: table.choice("perpetual_check", &perpetual).unwrap_or(false),
        exempt_in_check: table.choice("exempt", &exempt).unwrap_or(false),
    };
    check_repetition(&table, &read);
    Some(read)
}

fn check_repetition(table: &Section<'_>, read: &Repetition) {
    let forbidden = read.result == RepetitionResult::Forbidden;
    if read.exempt_in_check && !forbidden {
        let help = "only a forbidden repetition (`result = \"forbidden\"`) has exemptions";
        table.report.error_help(
            table.place("exempt"),
            "nobody is barred, so nobody is exempt",
            help,
        );
    }
    if read.perpetual_check_loses && forbidden {
        let help =
            "a forbidden repetition never comes about: take `exempt` to spare the checked side";
        let message = "`perpetual_check` contradicts `result = \"forbidden\"`";
        table.report.error_help(table.place("perpetual_check"), message, help);
    }
    if read.claim.is_some_and(|claim| claim >= read.times) {
        let message =
            "a draw must be claimed before the repetition ends the game: `claim` < `times`";
        table.report.error(table.place("claim"), message);
    }
}

fn quiet_moves(end: &Section<'_>, roster: &Roster) -> Option<QuietMoves> {
    let table = end.table("quiet_moves", &["claim", "plies", "result", "reset"]);
    if !table.present {
        return None;
    }
    table.require("plies");
    table.choice("result", &[("draw", ())]);
    let mut read = QuietMoves {
        claim: table.number("claim", 1..=1_000_000),
        plies: table.number("plies", 1..=1_000_000).unwrap_or(150),
        reset_by_capture: !table.has("reset"),
        reset_by: Vec::new(),
    };
    for (word, at) in table.texts("reset") {
        match word {
            "capture" => read.reset_by_capture = true,
            id => read.reset_by.extend(roster.expect(&table, id, at)),
        }
    }
    if read.claim.is_some_and(|claim| claim >= read.plies) {
        let message = "a draw must be claimed before the count ends the game: `claim` < `plies`";
        table.report.error(table.place("claim"), message);
    }
    Some(read)
}

/// `"draw"` for the bare royals alone, or a table of what else cannot win.
fn dead_position(end: &Section<'_>, roster: &Roster) -> Option<DeadPosition> {
    if let Some(super::tree::Value::Text(_)) = end.get("dead_position").map(|node| &node.value) {
        end.choice("dead_position", &[("draw", ())]);
        return Some(DeadPosition::default());
    }
    let table = end.table("dead_position", &["lone", "one_colour", "walls"]);
    table.present.then(|| DeadPosition {
        lone: roster.select(&table, "lone"),
        one_colour: roster.select(&table, "one_colour"),
        walls: roster.select(&table, "walls"),
    })
}

fn declaration(end: &Section<'_>, frame: &Frame, roster: &Roster) -> Option<Declaration> {
    let table = end.table(
        "declaration",
        &["zone", "pieces", "major", "major_points", "win_27", "rule_24", "rule"],
    );
    if !table.present {
        return None;
    }
    table.require("zone");
    let points = |section: &Section<'_>, key: &str, default: u32| {
        section.number(key, 0..=10_000).unwrap_or(default)
    };
    let win_27 = table.table("win_27", &["first", "second"]);
    let rule_24 = table.table("rule_24", &["win", "draw"]);
    let rules = [
        ("27", DeclarationRule::Points27),
        ("24", DeclarationRule::Points24),
        ("none", DeclarationRule::None),
    ];
    Some(Declaration {
        zone: frame.zone(&table, "zone").unwrap_or_default(),
        pieces: points(&table, "pieces", 10),
        major: roster.select(&table, "major"),
        major_points: points(&table, "major_points", 5),
        win_27: [points(&win_27, "first", 28), points(&win_27, "second", 27)],
        rule_24: (points(&rule_24, "win", 31), points(&rule_24, "draw", 24)),
        rule: table.choice("rule", &rules).unwrap_or(DeclarationRule::Points27),
    })
}

fn flag(end: &Section<'_>, frame: &Frame, roster: &Roster) -> Option<Flag> {
    let table = end.table("flag", &["types", "zone"]);
    if !table.present {
        return None;
    }
    table.require("types");
    table.require("zone");
    Some(Flag {
        types: roster.select(&table, "types"),
        zone: frame.zone(&table, "zone").unwrap_or_default(),
    })
}

fn extinction(end: &Section<'_>, roster: &Roster) -> Option<Extinction> {
    let table = end.table("extinction", &["types", "count"]);
    if !table.present {
        return None;
    }
    table.require("types");
    Some(Extinction {
        types: roster.select(&table, "types"),
        count: table.number("count", 0..=255).unwrap_or(0),
    })
}
