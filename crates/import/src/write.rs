//! Writing the variant file.

use crate::game::{
    CountLimit, Counting, Explosion, Game, Movement, Passing, Piece, Placement, Points,
    PromotionLimit, Put, Repetition, Shock, Sides, Symmetry,
};
use crate::region;
use komadai_variant::{Diagnostic, Severity};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The whole file, with the remarks as comments.
pub(crate) fn file(game: &Game, remarks: &[Diagnostic]) -> String {
    let mut text = String::new();
    for line in &game.head {
        comment(&mut text, line);
    }
    let remarks = remarks.iter().filter(|found| found.severity == Severity::Warning);
    for (i, remark) in remarks.enumerate() {
        if i == 0 {
            text.push_str("#\n");
        }
        comment(&mut text, &format!("- {}", remark.message));
    }
    let mut table = |written: String| {
        text.push('\n');
        text.push_str(&written);
    };
    table(identity(game));
    table(board(game));
    table(sides(game));
    table(pieces(game));
    let tables = [castling(game), promotion(game), capture(game), explosion(game), drops(game)];
    tables.into_iter().flatten().for_each(&mut table);
    game.placement.iter().for_each(|it| table(placement(game, it)));
    game.shocks.iter().map(shock).for_each(&mut table);
    game.passing.iter().map(passing).for_each(&mut table);
    table(end(game));
    game.shuffle.iter().map(|step| put(game, step)).for_each(&mut table);
    text
}

/// A comment of one line.
fn comment(text: &mut String, line: &str) {
    let shown: String = line.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let _ = writeln!(text, "# {shown}");
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars().filter(|c| !c.is_control()) {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted + "\""
}

/// A letter as a key.
fn key(id: &str) -> String {
    if id.bytes().all(|b| b.is_ascii_alphanumeric()) { id.into() } else { quoted(id) }
}

/// One text, or a list of them.
fn texts(all: &[String]) -> String {
    match all {
        [one] => quoted(one),
        _ => list(all),
    }
}

fn list(all: &[String]) -> String {
    let all: Vec<String> = all.iter().map(|text| quoted(text)).collect();
    format!("[{}]", all.join(", "))
}

/// A zone: once, if the second side's follows from the first side's.
fn zone(game: &Game, [first, second]: &Sides) -> String {
    let turned: BTreeSet<_> =
        first.iter().map(|square| game.symmetry.opposite(&game.board, *square)).collect();
    let turned: BTreeSet<_> = turned.into_iter().filter(|s| game.board.has(*s)).collect();
    let text = |squares| quoted(&region::zone(squares, &game.board));
    match turned == *second && !first.is_empty() {
        true => text(first),
        false => format!("{{ first = {}, second = {} }}", text(first), text(second)),
    }
}

fn identity(game: &Game) -> String {
    let (id, name) = (quoted(&game.id), quoted(&game.name));
    // Else what is in hand could be dropped, too.
    let held = game.placement.as_ref().is_some_and(|it| it.supply == "hand");
    let drops = if held && !game.drops.allowed { "drops = false\n" } else { "" };
    format!("format = \"variant/1\"\nid = {id}\nname = {name}\n{drops}")
}

fn board(game: &Game) -> String {
    let mut text = format!("[board]\nfiles = {}\nranks = {}\n", game.board.files, game.board.ranks);
    if !game.board.holes.is_empty() {
        let _ = writeln!(text, "holes = {}", quoted(&region::list(&game.board.holes, &game.board)));
    }
    if game.board.from_0 {
        text.push_str("first_rank = 0\n");
    }
    text + "text = \"fen\"\n"
}

fn sides(game: &Game) -> String {
    let (symmetry, means) = match game.symmetry {
        Symmetry::Mirror => ("mirror", "the same files on the other side"),
        Symmetry::Rotate => ("rotate", "the board turned by half a circle"),
        Symmetry::None => ("none", "each side's squares are written"),
    };
    format!(
        "[sides]\nfirst = \"White\"\nsecond = \"Black\"\nsymmetry = \"{symmetry}\"  # {means}\n"
    )
}

/// The pieces, a line each, with columns that stand below one another.
fn pieces(game: &Game) -> String {
    let rows: Vec<Vec<String>> = game.pieces.iter().map(|piece| row(game, piece)).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    letters(game).into_iter().for_each(|line| comment(&mut text, line));
    text.push_str("[pieces]\n");
    for (piece, row) in game.pieces.iter().zip(&rows) {
        let id = key(&piece.id);
        let pad = game.pieces.iter().map(|piece| key(&piece.id).len()).max().unwrap_or(1);
        let _ = write!(text, "{id:pad$} = {{ ");
        let last = row.iter().rposition(|cell| !cell.is_empty()).unwrap_or(0);
        for (column, cell) in row.iter().enumerate().take(last + 1) {
            let comma = if cell.is_empty() || column == last { "" } else { "," };
            let cell = format!("{cell}{comma}");
            match column == last {
                true => text.push_str(&cell),
                false if widths[column] == 0 => {}
                false => {
                    let width = widths[column] + 2;
                    let _ = write!(text, "{cell:width$}");
                }
            }
        }
        text.push_str(" }\n");
    }
    text
}

/// What the less usual letters mean, of those that the pieces have.
fn letters(game: &Game) -> Vec<&'static str> {
    let movements = || game.pieces.iter().flat_map(|piece| &piece.movements);
    let any = |letter: char| movements().any(|movement| movement.text.contains(letter));
    let promoted = game.pieces.iter().any(|piece| piece.id.starts_with('+'));
    let mut lines = Vec::new();
    if game.pieces.iter().any(|piece| piece.held.is_some()) {
        lines.push("`+` stands before what has promoted; `held` says what that is in the hand.");
    } else if promoted && game.captures_to_hand {
        lines.push("`+` stands before what has promoted; in the hand it is the plain piece again.");
    } else if promoted {
        lines.push("`+` stands before what has promoted.");
    }
    if any('O') {
        lines.push("`O` castles, with a partner; the number says how many files the king goes.");
    }
    if any('i') {
        lines.push("`i` begins what is possible only as the first move of a piece.");
    }
    if any('e') {
        lines.push("`e` captures in passing what has just moved by `n`.");
    }
    if any('k') {
        lines.push("`k` takes kings only, so that they may not face each other.");
    }
    if any('p') || any('g') {
        lines.push("`p` passes over one piece, `g` up to the square right behind it.");
    }
    if movements().any(|movement| movement.from.is_some() || movement.to.is_some()) {
        lines.push(
            "`from` and `to` list the only squares from which, or to which, a movement holds.",
        );
    }
    if movements().any(|movement| movement.side.is_some()) {
        lines.push("`side` names the only side whose pieces move so.");
    }
    if movements().any(|movement| !movement.spares.is_empty()) {
        lines.push("`over` and `takes` name what it hops over and captures, here all but some.");
    }
    if game.pieces.iter().any(|piece| piece.burns.is_some()) {
        lines.push("`burns` lists the squares around a piece on which it burns every enemy.");
    }
    if game.pieces.iter().any(|piece| piece.confine.is_some()) {
        lines.push("`confine` lists the only squares on which a piece may stand.");
    }
    lines
}

/// The cells of a piece's line; empty for what it does not need.
fn row(game: &Game, piece: &Piece) -> Vec<String> {
    let cell = |wanted: bool, text: String| if wanted { text } else { String::new() };
    let [first, second] =
        piece.at.each_ref().map(|squares| quoted(&region::list(squares, &game.board)));
    let apart = game.symmetry == Symmetry::None;
    let hand = match piece.hand {
        [first, second] if first == second => first.to_string(),
        [first, second] => format!("{{ first = {first}, second = {second} }}"),
    };
    let confine = piece.confine.as_ref().map(|sides| format!("confine = {}", zone(game, sides)));
    vec![
        format!("name = {}", quoted(&piece.name)),
        format!("move = {}", movements(game, &piece.movements)),
        cell(!piece.at[0].is_empty(), format!("at = {first}")),
        cell(apart && !piece.at[1].is_empty(), format!("at2 = {second}")),
        cell(piece.hand != [0, 0], format!("hand = {hand}")),
        cell(piece.royal, "royal = true".into()),
        cell(!piece.promotes.is_empty(), format!("promotes = {}", texts(&piece.promotes))),
        cell(piece.held.is_some(), format!("held = {}", texts(piece.held.as_slice()))),
        confine.unwrap_or_default(),
        cell(piece.burns.is_some(), format!("burns = {}", texts(piece.burns.as_slice()))),
    ]
}

fn movements(game: &Game, movements: &[Movement]) -> String {
    let written = |movement: &Movement| {
        let text = quoted(&movement.text);
        let zones = [("from", &movement.from), ("to", &movement.to)];
        let zones = zones.into_iter().filter_map(|(key, sides)| Some((key, sides.as_ref()?)));
        let zones = zones.map(|(key, sides)| format!(", {key} = {}", zone(game, sides)));
        let side = movement.side.map(|side| format!(", side = {}", quoted(side)));
        let spares = list(&movement.spares);
        let spares = ["over", "takes"].map(|key| format!(", {key} = {{ not = {spares} }}"));
        let spares = spares.into_iter().filter(|_| !movement.spares.is_empty());
        let where_: String = zones.chain(side).chain(spares).collect();
        if where_.is_empty() { text } else { format!("{{ move = {text}{where_} }}") }
    };
    match movements {
        [one] => written(one),
        _ => format!("[{}]", movements.iter().map(written).collect::<Vec<_>>().join(", ")),
    }
}

fn castling(game: &Game) -> Option<String> {
    let mut text = String::from("[castling]\n");
    let head = text.len();
    if !game.partners.is_empty() {
        let _ = writeln!(text, "partners = {}", list(&game.partners));
    }
    if game.castles_to_fixed_files {
        text.push_str("landing = \"fixed\"  # from wherever the king starts\n");
    }
    (text.len() > head).then_some(text)
}

fn promotion(game: &Game) -> Option<String> {
    let promotion = game.promotion.as_ref()?;
    let when: Vec<String> = promotion.when.iter().map(|word| (*word).into()).collect();
    let mut text =
        format!("[promotion]\nzone = {}\nwhen = {}\n", zone(game, &promotion.zone), list(&when));
    if promotion.mandatory {
        text.push_str("choice = \"mandatory\"\n");
    }
    if promotion.forced_when_stuck {
        text.push_str("forced = \"stuck\"  # where it could never move again\n");
    }
    let alike = |limit: &PromotionLimit| (limit.count, limit.side);
    let sorts: BTreeSet<_> = promotion.limits.iter().map(alike).collect();
    for (count, side) in sorts {
        let limits = promotion.limits.iter().filter(|limit| alike(limit) == (count, side));
        let types: Vec<String> = limits.map(|limit| limit.id.clone()).collect();
        let types = texts(&types);
        let _ = write!(text, "\n[[promotion.limits]]\ntypes = {types}\ncount = {count}\n");
        if let Some(side) = side {
            let _ = writeln!(text, "side = {}", quoted(side));
        }
    }
    Some(text)
}

fn capture(game: &Game) -> Option<String> {
    let mut text = String::from("[capture]\n");
    if game.captures_to_hand {
        text.push_str("to = \"hand\"\n");
    }
    if game.must_capture {
        text.push_str("duty = \"any\"  # who can capture must\n");
    }
    (game.captures_to_hand || game.must_capture).then_some(text)
}

fn explosion(game: &Game) -> Option<String> {
    let Explosion { spares, withstands } = game.explosion.as_ref()?;
    let mut text = String::from("# Whatever captures is gone, with all that stands around.\n");
    text.push_str("[capture.explosion]\naround = \"K\"\n");
    for (key, types) in [("spares", spares), ("withstands", withstands)] {
        if !types.is_empty() {
            let _ = writeln!(text, "{key} = {}", texts(types));
        }
    }
    Some(text)
}

fn drops(game: &Game) -> Option<String> {
    let drops = &game.drops;
    let mut text = String::from("[drops]\n");
    let head = text.len();
    if drops.not_stuck {
        text.push_str("forbid = [\"stuck\"]  # where it could never move again\n");
    }
    match &drops.limit {
        Some((types, 1)) => {
            let _ = writeln!(text, "one_per_file = {}", list(types));
        }
        Some((types, count)) => {
            let _ = writeln!(text, "limits = {{ types = {}, count = {count} }}", texts(types));
        }
        None => {}
    }
    if !drops.no_mate.is_empty() {
        let _ = writeln!(text, "no_mate = {}", list(&drops.no_mate));
    }
    if let Some(sides) = &drops.zone {
        let _ = writeln!(text, "zone = {}", zone(game, sides));
    }
    if drops.promoted {
        text.push_str("promoted = true\n");
    }
    (drops.allowed && text.len() > head).then_some(text)
}

/// What a move places besides.
fn placement(game: &Game, placement: &Placement) -> String {
    let mut text = format!(
        "[placement]\npieces = {}\nsupply = {}\n",
        texts(&placement.pieces),
        quoted(placement.supply)
    );
    if placement.vacated {
        text.push_str("on = \"vacated\"\n");
    }
    if let Some(reach) = &placement.reach {
        let _ = writeln!(text, "reach = {}  # from where the move has ended", quoted(reach));
    }
    if let Some(sides) = &placement.zone {
        let _ = writeln!(text, "zone = {}", zone(game, sides));
    }
    if !placement.by.is_empty() {
        let _ = writeln!(text, "by = {}", texts(&placement.by));
    }
    let flags = [
        (placement.first_moves, "first_moves"),
        (placement.optional, "optional"),
        (placement.required, "required"),
    ];
    for (_, key) in flags.iter().filter(|(wanted, _)| *wanted) {
        let _ = writeln!(text, "{key} = true");
    }
    if placement.captured {
        let _ = write!(
            text,
            "\n[[capture.limits]]\ncaptured = {}\nwhen = \"always\"\n",
            texts(&placement.pieces)
        );
    }
    text
}

/// Who may pass.
fn passing(right: &Passing) -> String {
    let side = right.side.map(|side| format!("side = {}\n", quoted(side)));
    let when = quoted(right.when);
    format!("[[passing]]\nwhen = {when}\n{}", side.unwrap_or_default())
}

/// Captures after which the captor moves again.
fn shock(shock: &Shock) -> String {
    let mut text = format!("[[shock]]\ncaptured = {}\n", texts(&shock.captured));
    if !shock.unless_by.is_empty() {
        let _ = writeln!(text, "unless_by = {}", texts(&shock.unless_by));
    }
    text
}

/// A step of the draw for the start.
fn put(game: &Game, put: &Put) -> String {
    let mut text = format!("[[shuffle]]\nput = {}\n", list(&put.pieces));
    if let Some(on) = &put.on {
        let _ = writeln!(text, "on = {}", quoted(&region::list(on, &game.board)));
    }
    text
}

fn end(game: &Game) -> String {
    let end = &game.end;
    let mut text = String::from("[end]\n");
    if let Some((royals, why)) = end.royals {
        let _ = writeln!(text, "royals = {}  # {why}", quoted(royals));
    }
    if end.no_checks {
        text.push_str("giving_check = \"forbidden\"\n");
    }
    let _ = writeln!(text, "stalemate = {}", quoted(end.stalemate));
    if end.mated != "loss" {
        let _ = writeln!(text, "mated = {}  # what the mated side gets", quoted(end.mated));
    }
    if let Some(count) = end.checks {
        let _ = writeln!(text, "checks = {{ count = {count} }}  # so many checks win");
    }
    if let Some(rule) = end.repetition.as_ref().filter(|rule| rule.chases.is_empty()) {
        let check = if rule.perpetual_check_loses { ", perpetual_check = \"loss\"" } else { "" };
        let (times, result) = (rule.times, quoted(rule.result));
        let _ = writeln!(text, "repetition = {{ times = {times}, result = {result}{check} }}");
    }
    if let Some((plies, resets)) = &end.quiet {
        let mut reset = vec!["capture".to_owned()];
        reset.extend(resets.iter().cloned());
        let (moves, reset) = (plies / 2, list(&reset));
        let _ = write!(text, "quiet_moves = {{ plies = {plies}, reset = {reset} }}");
        let _ = writeln!(text, "  # {moves} moves of each side");
    }
    if end.two_passes {
        text.push_str("two_passes = \"draw\"  # when both sides pass\n");
    }
    if end.facing {
        text.push_str("facing = \"draw\"  # when a side passes while the kings face each other\n");
    }
    if let Some(rule) = end.repetition.as_ref().filter(|rule| !rule.chases.is_empty()) {
        repetition(&mut text, game, rule);
    }
    if let Some(points) = &end.points {
        self::points(&mut text, points);
    }
    if let Some(goal) = &end.flag {
        let (types, zone) = (texts(&goal.types), zone(game, &goal.zone));
        let _ = write!(text, "\n[end.flag]\ntypes = {types}\nzone = {zone}\n");
        if let Some(reply) = goal.reply {
            let _ = writeln!(text, "reply = {}", quoted(reply));
        }
        if goal.safe {
            text.push_str("safe = true\n");
        }
    }
    if let Some(rule) = &end.extinction {
        let _ = write!(text, "\n[[end.extinction]]\ntypes = {}\n", texts(&rule.types));
        if rule.each {
            text.push_str("each = true  # one of them is enough\n");
        }
        if rule.count > 0 {
            let _ = writeln!(text, "count = {}", rule.count);
        }
        if rule.against > 0 {
            let _ = writeln!(text, "against = {}", rule.against);
        }
        if rule.reply {
            text.push_str("reply = true\n");
        }
        let _ = writeln!(text, "result = {}", quoted(rule.result));
    }
    for rule in &end.counting {
        counting(&mut text, rule);
    }
    text
}

/// The table, which names what may not be chased.
fn repetition(text: &mut String, game: &Game, rule: &Repetition) {
    let (times, result) = (rule.times, quoted(rule.result));
    let _ = write!(text, "\n[end.repetition]\ntimes = {times}\nresult = {result}\n");
    if rule.perpetual_check_loses {
        text.push_str("perpetual_check = \"loss\"\n");
    }
    text.push_str("perpetual_chase = [\n");
    for chase in &rule.chases {
        let (victims, by) = (texts(&chase.victims), texts(&chase.by));
        let _ = write!(text, "    {{ victims = {victims}, by = {by}");
        if let Some(squares) = &chase.zone {
            let _ = write!(text, ", zone = {}", zone(game, squares));
        }
        let protected = if chase.protected { ", protected = true" } else { "" };
        let _ = writeln!(text, "{protected} }},");
    }
    text.push_str("]\n");
}

/// Points that decide what would be a draw.
fn points(text: &mut String, points: &Points) {
    text.push_str("\n[end.points]\n");
    if let Some(lead) = points.lead {
        let _ = writeln!(
            text,
            "lead = {lead}  # with fewer points more than the other the first side loses"
        );
    }
    text.push_str("values = [\n");
    for (types, points) in &points.values {
        let _ = writeln!(text, "  {{ types = {}, points = {points} }},", texts(types));
    }
    text.push_str("]\n");
}

fn counting(text: &mut String, rule: &Counting) {
    text.push_str("\n[[end.counting]]\n");
    if !rule.without.is_empty() {
        let _ = writeln!(text, "without = {}", texts(&rule.without));
    }
    if let Some(most) = rule.at_most {
        let _ = writeln!(text, "at_most = {most}  # pieces of the side that counts");
    }
    if rule.from_pieces {
        text.push_str("from_pieces = true\n");
    }
    text.push_str("limits = [\n");
    for CountLimit { types, count, moves } in &rule.limits {
        let types =
            if types.is_empty() { String::new() } else { format!("types = {}, ", texts(types)) };
        let count = if *count == 1 { String::new() } else { format!("count = {count}, ") };
        let _ = writeln!(text, "  {{ {types}{count}moves = {moves} }},");
    }
    text.push_str("]\n");
}
