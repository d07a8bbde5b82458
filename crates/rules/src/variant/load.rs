//! From text to a checked [`Variant`].

use super::diagnostic::{Diagnostic, Report, Severity, Source};
use super::pieces::{Read, Reader};
use super::roster::Roster;
use super::section::{ANY, Section};
use super::squares::{Frame, Symmetry};
use super::tree::Node;
use super::{
    Board, Castling, Coordinates, Drops, PositionText, Promotion, Shock, Start, Variant, When,
    check, end, inherit,
};
use crate::square::Color;

const KEYS: &[&str] = &[
    "format",
    "id",
    "name",
    "author",
    "aliases",
    "board",
    "sides",
    "pieces",
    "promotion",
    "capture",
    "drops",
    "shock",
    "castling",
    "en_passant",
    "end",
    "starts",
];

/// A variant that was found good, and what is doubtful about it all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The variant.
    pub variant: Variant,
    /// Findings that do not keep it from being played.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a variant file.
///
/// `resolve` gives the text of a file named by `extends` that is not built in; `settings` are
/// changes by hand, pairs of a dotted key and a TOML value or bare word, laid upon the file before
/// it is checked.
///
/// # Errors
/// Everything that is wrong with the file, its parents and the settings; never empty.
///
/// ```
/// # use komadai_rules::variant::*;
/// let text = "extends = 'chess'\n[board]\nfiels = 8\n";
/// let errors = load(&Source::new("mine.toml", text), &|_| None, &[]).unwrap_err();
/// assert_eq!(errors[0].to_string(), "mine.toml:3:1: unknown key `fiels` in `board`");
/// assert_eq!(errors[0].help.as_deref(), Some("did you mean `files`?"));
/// ```
pub fn load(
    source: &Source,
    resolve: &dyn Fn(&str) -> Option<String>,
    settings: &[(String, String)],
) -> Result<Loaded, Vec<Diagnostic>> {
    let mut report = Report::default();
    let tree = inherit::read(&mut report, source, resolve, settings);
    let variant = tree.filter(|_| !report.failed()).and_then(|tree| build(&report, &tree));
    let good = !report.failed();
    let mut found = report.into_found();
    match variant {
        Some(variant) if good => Ok(Loaded { variant, warnings: found }),
        _ => {
            found.sort_by_key(|d| d.severity != Severity::Error);
            Err(found)
        }
    }
}

/// Reads a built-in variant, with changes by hand; `None` if there is none of that name.
pub fn load_builtin(
    id: &str,
    settings: &[(String, String)],
) -> Option<Result<Loaded, Vec<Diagnostic>>> {
    let source = Source::new(format!("{id}.toml"), super::builtin(id)?);
    Some(load(&source, &|_| None, settings))
}

/// Reads the tables in turn. `None` where a fault leaves nothing for the next table to stand on.
fn build(report: &Report, tree: &Node) -> Option<Variant> {
    let file = Section::open(report, "", tree, KEYS);
    file.choice("format", &[("variant/1", ())]);
    let frame = frame(&file)?;
    file.require("pieces");
    let pieces = file.table("pieces", ANY);
    let roster = Roster::read(&pieces);
    let read = Reader::new(&pieces, &frame, &roster).read();
    let captures_to_hand = captures_to_hand(&file);
    let (id, name) = identity(&file, report);
    let mut variant = Variant {
        id,
        name,
        author: file.string("author"),
        aliases: file.texts("aliases").into_iter().map(|(text, _)| text.to_string()).collect(),
        sides: sides(&file),
        promotion: promotion(&file, &frame),
        captures_to_hand,
        drops: drops(&file, &frame, &roster, captures_to_hand, &read),
        shocks: shocks(&file, &roster),
        castling: castling(&file, &roster),
        end: end::read(&file, &frame, &roster),
        starts: starts(&file, &frame),
        board: frame.board,
        pieces: Vec::new(),
    };
    file.table("en_passant", &[]);
    check::pieces(&file, &variant, &read);
    variant.pieces = read.into_iter().map(|r| r.piece).collect();
    check::variant(&file, &variant);
    Some(variant)
}

/// Id and name; a file without them is called after itself.
fn identity(file: &Section<'_>, report: &Report) -> (String, String) {
    let own = &report.source(0).name;
    let stem = own.rsplit(['/', '\\']).next().unwrap_or(own);
    let stem = stem.split('.').next().unwrap_or(stem).to_lowercase();
    let id = match file.text("id") {
        Some((id, at)) => {
            check_word(file, id, at);
            id.to_string()
        }
        None => stem.chars().map(|c| if is_word_letter(c) { c } else { '-' }).collect(),
    };
    let id = if id.is_empty() { "game".to_string() } else { id };
    let name = file.string("name").unwrap_or_else(|| id.clone());
    (id, name)
}

fn is_word_letter(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_'
}

/// Names that are typed on command lines are plain words.
fn check_word(section: &Section<'_>, word: &str, at: super::diagnostic::Place) {
    if word.is_empty() || !word.chars().all(is_word_letter) {
        let help = "small letters, digits, `-` and `_`";
        section.report.error_help(at, format!("`{word}` cannot be typed as a name"), help);
    }
}

const BOARD_KEYS: &[&str] =
    &["files", "ranks", "first_rank", "holes", "vanishing", "coordinates", "text"];

/// Board and symmetry. `None` without a board of a possible size.
fn frame(file: &Section<'_>) -> Option<Frame> {
    file.require("board");
    let table = file.table("board", BOARD_KEYS);
    if !table.present {
        return None;
    }
    table.require("files");
    table.require("ranks");
    let symmetries =
        [("rotate", Symmetry::Rotate), ("mirror", Symmetry::Mirror), ("none", Symmetry::None)];
    let sides = file.table("sides", SIDES_KEYS);
    let coordinates = [("algebraic", Coordinates::Algebraic), ("shogi", Coordinates::Shogi)];
    let texts = [("sfen", PositionText::Sfen), ("fen", PositionText::Fen)];
    let board = Board {
        files: table.number("files", 1..=16)? as u8,
        ranks: table.number("ranks", 1..=16)? as u8,
        first_rank: table.number("first_rank", 0..=1).unwrap_or(1) as u8,
        holes: Vec::new(),
        vanishing: Vec::new(),
        coordinates: table.choice("coordinates", &coordinates).unwrap_or(Coordinates::Algebraic),
        text: table.choice("text", &texts).unwrap_or(PositionText::Sfen),
    };
    let symmetry = sides.choice("symmetry", &symmetries).unwrap_or(Symmetry::Rotate);
    let mut frame = Frame { board, symmetry };
    let listed = |key| frame.squares(&table, key).into_iter().map(|(square, _)| square).collect();
    let (holes, vanishing): (Vec<_>, Vec<_>) = (listed("holes"), listed("vanishing"));
    if let Some(both) = vanishing.iter().find(|square| holes.contains(square)) {
        let name = frame.board.square_name(*both);
        let message = format!("{name} cannot be a hole and a vanishing square at once");
        file.report.error(table.place("vanishing"), message);
    }
    frame.board.holes = holes;
    frame.board.vanishing = vanishing;
    Some(frame)
}

const SIDES_KEYS: &[&str] = &["first", "second", "symmetry"];

fn sides(file: &Section<'_>) -> [String; 2] {
    let sides = file.table("sides", SIDES_KEYS);
    [("first", "First"), ("second", "Second")]
        .map(|(key, default)| sides.string(key).unwrap_or_else(|| default.to_string()))
}

const PROMOTION_KEYS: &[&str] = &["zone", "when", "choice", "forced", "by_shot", "burns_at_once"];

fn promotion(file: &Section<'_>, frame: &Frame) -> Promotion {
    let table = file.table("promotion", PROMOTION_KEYS);
    let when = when(&table);
    if when != When::default() && !table.has("zone") {
        let help = "for example `zone = \"last 3\"`";
        file.report.error_help(table.place("when"), "`promotion.when` needs a `zone`", help);
    }
    Promotion {
        zone: frame.zone(&table, "zone").unwrap_or_default(),
        when,
        mandatory: table
            .choice("choice", &[("optional", false), ("mandatory", true)])
            .unwrap_or(false),
        forced_when_stuck: table
            .choice("forced", &[("stuck", true), ("none", false)])
            .unwrap_or(false),
        by_shot: table.flag("by_shot", true),
        burns_at_once: table.flag("burns_at_once", false),
    }
}

const MOMENTS: &[&str] = &["enter", "inside", "leave", "capture-inside", "capture-from-inside"];

fn when(table: &Section<'_>) -> When {
    let mut when = When::default();
    for (word, at) in table.texts("when") {
        match word {
            "enter" => when.enter = true,
            "inside" => when.inside = true,
            "leave" => when.leave = true,
            "capture-inside" => when.capture_inside = true,
            "capture-from-inside" => when.capture_from_inside = true,
            _ => {
                let help = super::suggest::help(word, MOMENTS.iter().copied());
                let message = format!("`{word}` is no moment of promotion");
                table.report.error_help(at, message, help);
            }
        }
    }
    when
}

fn captures_to_hand(file: &Section<'_>) -> bool {
    let table = file.table("capture", &["to"]);
    table.choice("to", &[("nowhere", false), ("hand", true)]).unwrap_or(false)
}

const DROPS_KEYS: &[&str] = &["forbid", "one_per_file", "no_mate", "zone", "promoted"];

fn drops(
    file: &Section<'_>,
    frame: &Frame,
    roster: &Roster,
    captures_to_hand: bool,
    pieces: &[Read],
) -> Drops {
    let table = file.table("drops", DROPS_KEYS);
    let off = file.has("drops") && !table.present;
    let held = pieces.iter().find(|read| read.piece.hand != [0, 0]);
    if let (true, Some(read)) = (off, held) {
        let message = "a piece in hand at the start can never be dropped: `drops` is switched off";
        file.report.error(read.at, message);
    }
    let mut not_stuck = false;
    for (word, at) in table.texts("forbid") {
        not_stuck |= word == "stuck";
        if word != "stuck" {
            let help = "only `stuck`: where the piece could never move again";
            table.report.error_help(at, format!("`{word}` cannot be forbidden"), help);
        }
    }
    Drops {
        allowed: !off && (captures_to_hand || held.is_some()),
        not_stuck,
        one_per_file: roster.select(&table, "one_per_file"),
        no_mate: roster.select(&table, "no_mate"),
        zone: frame.zone(&table, "zone"),
        promoted: table.flag("promoted", false),
    }
}

/// `[[shock]]`, any number of times.
fn shocks(file: &Section<'_>, roster: &Roster) -> Vec<Shock> {
    use super::tree::Value;
    let nodes: &[Node] = match file.get("shock") {
        Some(Node { value: Value::List(nodes), .. }) => nodes,
        Some(node @ Node { value: Value::Table(_), .. }) => std::slice::from_ref(node),
        Some(Node { value: Value::Flag(false), .. }) | None => &[],
        Some(node) => {
            file.wrong("shock", node, "a table, `[[shock]]`");
            &[]
        }
    };
    let keys = &["captured", "unless_by", "skip_turns"];
    let read = |node| {
        let table = Section::open(file.report, "shock", node, keys);
        table.require("captured");
        Shock {
            captured: roster.select(&table, "captured"),
            unless_by: roster.select(&table, "unless_by"),
            skip_turns: table.number("skip_turns", 1..=8).unwrap_or(1) as u8,
        }
    };
    nodes.iter().map(read).collect()
}

fn castling(file: &Section<'_>, roster: &Roster) -> Castling {
    let table = file.table("castling", &["through_check", "partners"]);
    Castling {
        through_check: table.flag("through_check", false),
        partners: roster.select(&table, "partners"),
    }
}

fn starts(file: &Section<'_>, frame: &Frame) -> Vec<Start> {
    let table = file.table("starts", ANY);
    let sides = [("first", Color::First), ("second", Color::Second)];
    let mut starts = Vec::new();
    for entry in table.entries() {
        check_word(&table, &entry.key, entry.at);
        let start = table.table(&entry.key, &["name", "without", "side"]);
        if start.present {
            starts.push(Start {
                id: entry.key.clone(),
                name: start.string("name").unwrap_or_else(|| entry.key.clone()),
                without: frame.squares(&start, "without").into_iter().map(|(s, _)| s).collect(),
                side: start.choice("side", &sides).unwrap_or(Color::First),
            });
        }
    }
    starts
}
