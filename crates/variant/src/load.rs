//! From text to a checked [`Variant`].

use crate::diagnostic::{Diagnostic, Diagnostics, Location, Report, Severity, Source};
use crate::format::{self, Key, Named, game, play};
use crate::pieces::{Read, Reader};
use crate::roster::Roster;
use crate::section::Section;
use crate::squares::Frame;
use crate::tree::{Node, Value};
use crate::{
    BUILTIN, Board, Borrowing, CaptureLimit, Castling, DropLimit, Drops, Explosion, LimitPlace,
    Passing, Placement, Promotion, PromotionLimit, Shock, Start, Variant, When,
};
use crate::{builtin, check, end, inherit, movement, shuffle, suggest};
use std::sync::Arc;

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
/// `resolve` gives the text of a file named by `extends`, and may leave out those that are built in; `settings` are
/// changes by hand, pairs of a dotted key and a TOML value or bare word, laid upon the file before
/// it is checked.
///
/// # Errors
/// Everything that is wrong with the file, its parents and the settings.
///
/// ```
/// # use komadai_variant::*;
/// let text = "extends = 'chess'\n[board]\nfiels = 8\n";
/// let errors = load(&Source::new("mine.toml", text), &|_| None, &[]).unwrap_err();
/// assert_eq!(errors[0].to_string(), "mine.toml:3:1: unknown key `fiels` in `board`");
/// assert_eq!(errors[0].help.as_deref(), Some("did you mean `files`?"));
/// ```
pub fn load(
    source: &Source,
    resolve: &dyn Fn(&str) -> Option<String>,
    settings: &[(String, String)],
) -> Result<Loaded, Diagnostics> {
    let mut report = Report::default();
    let tree = inherit::read(&mut report, source, resolve, settings);
    let variant = tree.filter(|_| !report.failed()).and_then(|tree| build(&report, &tree));
    let good = !report.failed();
    let mut found = report.into_found();
    match variant {
        Some(variant) if good => Ok(Loaded { variant, warnings: found }),
        _ => {
            found.sort_by_key(|d| d.severity != Severity::Error);
            Err(Diagnostics(found))
        }
    }
}

/// Reads a built-in variant, with changes by hand.
///
/// # Errors
/// Everything that is wrong with the settings, or that there is no game of that name.
///
/// ```
/// # use komadai_variant::*;
/// assert_eq!(load_builtin("chess", &[]).unwrap().variant.name, "Chess");
/// let errors = load_builtin("ches", &[]).unwrap_err();
/// assert!(errors.to_string().ends_with("no game `ches` is built in (did you mean `chess`?)"));
/// ```
pub fn load_builtin(id: &str, settings: &[(String, String)]) -> Result<Loaded, Diagnostics> {
    let text = builtin(id).ok_or_else(|| not_built_in(id))?;
    load(&Source::new(format!("{id}.toml"), text), &|_| None, settings)
}

fn not_built_in(id: &str) -> Diagnostic {
    let asked = Arc::new(Source::new(id, id));
    let help = suggest::help(id, BUILTIN.iter().map(|game| game.id));
    Diagnostic::error(&asked, 0..id.len(), format!("no game `{id}` is built in")).with_help(help)
}

/// Reads the tables in turn. `None` where a fault leaves nothing for the next table to stand on.
fn build(report: &Report, tree: &Node) -> Option<Variant> {
    let file = Section::open(report, "", tree, tree.at, format::root());
    file.choice(&game::FORMAT);
    let frame = frame(&file)?;
    let symmetry = frame.symmetry;
    let pieces = file.table(&game::PIECES);
    let roster = Roster::read(&pieces);
    let mut read = Reader::new(&pieces, &frame, &roster).read();
    let capture = file.table(&game::CAPTURE);
    let captures_to_hand = capture.choice(&play::TO);
    let (id, (name, name_ja)) = identity(&file, report);
    let ([first, second], [first_ja, second_ja]) = sides(&file);
    let mut variant = Variant {
        id,
        name,
        name_ja,
        author: file.string(&game::AUTHOR),
        aliases: file.texts(&game::ALIASES).into_iter().map(|(text, _)| text.into()).collect(),
        sides: [first, second],
        sides_ja: [first_ja, second_ja],
        promotion: promotion(&file, &frame, &roster),
        captures_to_hand,
        capture_duty: capture.choice(&play::DUTY),
        capture_limits: capture_limits(&capture, &roster),
        explosion: explosion(&capture, &roster),
        drops: drops(&file, &frame, &roster, captures_to_hand, &read),
        shocks: shocks(&file, &roster),
        borrowing: borrowing(&file, &roster),
        placement: placement(&file, &frame, &roster),
        passing: passing(&file),
        castling: castling(&file, &roster),
        end: end::read(&file, &frame, &roster),
        starts: starts(&file, &frame),
        shuffle: shuffle::read(&file, &frame, &roster, &mut read),
        board: frame.board,
        pieces: Vec::new(),
        tracked: Vec::new(),
        castlers: Vec::new(),
    };
    file.table(&game::EN_PASSANT);
    check::pieces(&file, &variant, &read);
    variant.pieces = read.into_iter().map(|r| r.piece).collect();
    variant.note_unmoved();
    check::variant(&file, &variant, symmetry);
    Some(variant)
}

/// A name in English and perhaps in Japanese.
type Names = (String, Option<String>);

/// Id and names; a file without them is called after itself.
fn identity(file: &Section<'_>, report: &Report) -> (String, Names) {
    let own = &report.source(0).name;
    let stem = own.rsplit(['/', '\\']).next().unwrap_or(own);
    let stem = stem.split('.').next().unwrap_or(stem).to_lowercase();
    let id = match file.text(&game::ID) {
        Some((id, at)) => {
            check_word(file, id, at);
            id.to_string()
        }
        None => stem.chars().map(|c| if is_word_letter(c) { c } else { '-' }).collect(),
    };
    let id = if id.is_empty() { "game".to_string() } else { id };
    let names = names(file, &game::NAME, &id);
    (id, names)
}

/// The names under a key; where there is none, the default.
fn names(section: &Section<'_>, key: &Key<Named>, default: &str) -> Names {
    let (english, japanese) = match section.get(key.name).map(|node| &node.value) {
        Some(Value::Table(_)) => {
            let table = section.table(&key.other_way());
            (table.string(&game::EN), table.string(&game::JA))
        }
        _ => (section.string(&key.one_way()), None),
    };
    (english.unwrap_or_else(|| default.to_string()), japanese)
}

fn is_word_letter(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_'
}

/// Names that are typed on command lines are plain words.
fn check_word(section: &Section<'_>, word: &str, at: Location) {
    if word.is_empty() || !word.chars().all(is_word_letter) {
        let help = "small letters, digits, `-` and `_`";
        section.report.error_help(at, format!("`{word}` cannot be typed as a name"), help);
    }
}

/// Board and symmetry. `None` without a board of a possible size.
fn frame(file: &Section<'_>) -> Option<Frame> {
    let table = file.table(&game::BOARD);
    if file.has(game::BOARD.name) && !table.present {
        file.report.error(file.place(game::BOARD.name), "a game needs a board");
    }
    let board = Board {
        files: table.number(&game::FILES)? as u8,
        ranks: table.number(&game::RANKS)? as u8,
        first_rank: table.usual(&game::FIRST_RANK) as u8,
        holes: Vec::new(),
        vanishing: Vec::new(),
        coordinates: table.choice(&game::COORDINATES),
        text: table.choice(&game::TEXT),
    };
    let symmetry = file.table(&game::SIDES).choice(&game::SYMMETRY);
    let mut frame = Frame { board, symmetry };
    let listed = |key| frame.squares(&table, key).into_iter().map(|(square, _)| square).collect();
    let (holes, vanishing): (Vec<_>, Vec<_>) = (listed(&game::HOLES), listed(&game::VANISHING));
    if let Some(both) = vanishing.iter().find(|square| holes.contains(square)) {
        let name = frame.board.square_name(*both);
        let message = format!("{name} cannot be a hole and a vanishing square at once");
        file.report.error(table.place(game::VANISHING.name), message);
    }
    frame.board.holes = holes;
    frame.board.vanishing = vanishing;
    Some(frame)
}

/// The names of the sides, in English and in Japanese.
fn sides(file: &Section<'_>) -> ([String; 2], [Option<String>; 2]) {
    let table = file.table(&game::SIDES);
    let (first, first_ja) = names(&table, &game::FIRST, "First");
    let (second, second_ja) = names(&table, &game::SECOND, "Second");
    ([first, second], [first_ja, second_ja])
}

fn promotion(file: &Section<'_>, frame: &Frame, roster: &Roster) -> Promotion {
    let table = file.table(&game::PROMOTION);
    let mut when = When::default();
    for add in table.several(&play::WHEN) {
        add(&mut when);
    }
    if when != When::default() && !table.has(play::ZONE.name) {
        let help = "for example `zone = \"last 3\"`";
        let at = table.place(play::WHEN.name);
        file.report.error_help(at, "`promotion.when` needs a `zone`", help);
    }
    let limit = |limit: Section<'_>| PromotionLimit {
        types: roster.select(&limit, &play::PROMOTION_LIMIT_TYPES),
        count: limit.number(&play::PROMOTION_LIMIT_COUNT),
        sides: limit.choice(&play::PROMOTION_LIMIT_SIDE),
    };
    Promotion {
        limits: table.tables(&play::PROMOTION_LIMITS).map(limit).collect(),
        zone: frame.zone(&table, &play::ZONE).unwrap_or_default(),
        when,
        mandatory: table.choice(&play::CHOICE),
        forced_when_stuck: table.choice(&play::FORCED),
        by_shot: table.flag(&play::BY_SHOT),
        burns_at_once: table.flag(&play::BURNS_AT_ONCE),
    }
}

fn drops(
    file: &Section<'_>,
    frame: &Frame,
    roster: &Roster,
    captures_to_hand: bool,
    pieces: &[Read],
) -> Drops {
    let table = file.table(&game::DROPS);
    let off = file.has(game::DROPS.name) && !table.present;
    let held = pieces.iter().find(|read| read.piece.hand != [0, 0]);
    let one_per_file = DropLimit {
        types: roster.select(&table, &play::ONE_PER_FILE),
        per: LimitPlace::File,
        count: 1,
    };
    let limit = |limit: Section<'_>| DropLimit {
        types: roster.select(&limit, &play::LIMIT_TYPES),
        per: limit.choice(&play::LIMIT_PER),
        count: limit.number(&play::LIMIT_COUNT).unwrap_or(1),
    };
    let limits = std::iter::once(one_per_file).chain(table.tables(&play::LIMITS).map(limit));
    Drops {
        allowed: !off && (captures_to_hand || held.is_some()),
        not_stuck: !table.several(&play::FORBID).is_empty(),
        limits: limits.filter(|limit| !limit.types.is_empty()).collect(),
        no_mate: roster.select(&table, &play::NO_MATE),
        zone: frame.zone(&table, &play::DROP_ZONE),
        promoted: table.flag(&play::PROMOTED),
    }
}

/// What a capture destroys.
fn explosion(capture: &Section<'_>, roster: &Roster) -> Option<Explosion> {
    let table = capture.table(&play::EXPLOSION);
    let around = table.text(&play::AROUND);
    table.present.then(|| Explosion {
        around: around.and_then(|(text, at)| movement::parse_plain(table.report, text, at)),
        spares: roster.select(&table, &play::SPARES),
        withstands: roster.select(&table, &play::WITHSTANDS),
    })
}

/// Captures that may not be made.
fn capture_limits(capture: &Section<'_>, roster: &Roster) -> Vec<CaptureLimit> {
    let read = |table: Section<'_>| CaptureLimit {
        captured: roster.select(&table, &play::LIMITED),
        by: roster.select_or_all(&table, &play::LIMITED_BY),
        when: table.choice(&play::LIMITED_WHEN),
        beyond: table.usual(&play::LIMITED_BEYOND) as u8,
        unless_also: roster.select(&table, &play::LIMITED_UNLESS_ALSO),
    };
    capture.tables(&play::CAPTURE_LIMITS).map(read).collect()
}

/// `[[shock]]`, any number of times.
fn shocks(file: &Section<'_>, roster: &Roster) -> Vec<Shock> {
    let read = |table: Section<'_>| Shock {
        captured: roster.select(&table, &play::CAPTURED),
        unless_by: roster.select(&table, &play::UNLESS_BY),
        skip_turns: table.usual(&play::SKIP_TURNS) as u8,
    };
    file.tables(&game::SHOCK).map(read).collect()
}

/// Who moves as a friend does.
fn borrowing(file: &Section<'_>, roster: &Roster) -> Option<Borrowing> {
    let table = file.table(&game::BORROWING);
    table.present.then(|| Borrowing {
        from: table.choice(&play::BORROWS_FROM),
        lenders: roster.select_or_all(&table, &play::LENDERS),
        borrowers: roster.select_or_all(&table, &play::BORROWERS),
    })
}

/// Who may pass.
fn passing(file: &Section<'_>) -> Vec<Passing> {
    let read = |table: Section<'_>| Passing {
        when: table.choice(&play::PASS_WHEN),
        sides: table.choice(&play::PASS_SIDE),
    };
    file.tables(&game::PASSING).map(read).collect()
}

/// What is placed as a part of a move.
fn placement(file: &Section<'_>, frame: &Frame, roster: &Roster) -> Option<Placement> {
    let table = file.table(&game::PLACEMENT);
    let reach = table.text(&play::PLACED_WITHIN);
    table.present.then(|| Placement {
        pieces: roster.select(&table, &play::PLACED),
        supply: table.choice(&play::SUPPLY),
        squares: table.choice(&play::PLACED_ON),
        reach: reach.and_then(|(text, at)| movement::parse_plain(table.report, text, at)),
        zone: frame.zone(&table, &play::PLACED_ZONE),
        by: roster.select_or_all(&table, &play::PLACED_BY),
        first_moves: table.flag(&play::FIRST_MOVES),
        optional: table.flag(&play::OPTIONAL),
        required: table.flag(&play::PLACING_REQUIRED),
    })
}

fn castling(file: &Section<'_>, roster: &Roster) -> Castling {
    let table = file.table(&game::CASTLING);
    Castling {
        through_check: table.flag(&play::THROUGH_CHECK),
        partners: roster.select(&table, &play::PARTNERS),
        landing: table.choice(&play::LANDING),
    }
}

fn starts(file: &Section<'_>, frame: &Frame) -> Vec<Start> {
    let table = file.table(&game::STARTS);
    let mut starts = Vec::new();
    for entry in table.entries() {
        check_word(&table, &entry.key, entry.at);
        let start = table.row(&entry.key, &game::START);
        if start.present {
            let (name, name_ja) = names(&start, &game::START_NAME, &entry.key);
            starts.push(Start {
                id: entry.key.clone(),
                name,
                name_ja,
                without: frame.squares(&start, &game::WITHOUT).into_iter().map(|s| s.0).collect(),
                side: start.choice(&game::SIDE),
            });
        }
    }
    starts
}
