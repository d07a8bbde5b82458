//! What a piece can do, in words: the one source of them, whoever shows a movement.

mod area;
mod directions;
mod english;
mod japanese;
mod route;
mod sense;

pub use sense::{Passes, Range, Sense};

use crate::lang::Lang;
use crate::words::Words;
use area::Squares;
use komadai_rules::PieceType;
use komadai_rules::diagram::{Content, Diagram, Kind, Kinds, Line, Mark, Note, Offset, Way};
use komadai_rules::variant::{Landing, PlacedOn, Placement, Supply};

pub(crate) use area::somewhere;
use route::Route;
use std::collections::{BTreeMap, BTreeSet};

/// Turns between two legs in eighths of a full turn, clockwise.
type Turns<'a> = &'a BTreeSet<u8>;

/// Where something is done.
#[derive(Clone, Copy, Debug)]
enum At<'a> {
    /// Wherever the sign stands that is explained.
    Here,
    /// On these squares, or in these directions.
    Squares(&'a Squares),
}

/// One thing that a piece can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it is.
    pub sense: Sense,
    /// The same in words, with the squares.
    pub words: String,
}

/// What a sign in a picture of this movement means; the squares are seen in the picture.
pub fn meaning(words: &Words<'_>, sense: &Sense, diagram: &Diagram) -> String {
    with_notes(words, sense, At::Here, diagram)
}

fn plain(lang: Lang, sense: &Sense, at: At<'_>) -> String {
    match lang {
        Lang::En => english::words(sense, at),
        Lang::Ja => japanese::words(sense, at),
    }
}

/// Flights and castling depend on other pieces, which notes tell.
fn with_notes(words: &Words<'_>, sense: &Sense, at: At<'_>, diagram: &Diagram) -> String {
    let said = plain(words.lang, sense, at);
    let told = diagram.notes.iter().find_map(|note| match (note, sense.manner) {
        (Note::FliesOver { stopped_by, .. }, Kind::Fly) => {
            let who = words.pieces(&words.types(stopped_by));
            let stop = if who.len() > 1 { "stop" } else { "stops" };
            let who = words.lang.all(&who);
            Some(words.say(
                format!("{said}; only {who} {stop} it"),
                format!("{said}（飛び越えられないのは{who}だけ）"),
            ))
        }
        (Note::Castles { partners, .. }, Kind::Castle) => {
            let whom = words.lang.either(&words.pieces(&words.types(partners)));
            let fixed = words.variant.castling.landing == Landing::Fixed;
            let to = match at {
                // The squares of the picture are those from the usual start.
                _ if fixed => words.say(", wherever they started", "どこから始まっても"),
                At::Here => String::new(),
                At::Squares(set) => {
                    let to = area::somewhere(words.lang, set);
                    words.say(format!(", to {to}"), format!("{to}へ"))
                }
            };
            Some(if sense.has(Kind::Initial) {
                words.say(
                    format!("castles with a {whom}, both unmoved{to}"),
                    format!("{whom}と{to}キャスリング（どちらもまだ動いていないときだけ）"),
                )
            } else {
                words.say(
                    format!("castles with a {whom} that is unmoved{to}"),
                    format!("まだ動いていない{whom}と{to}キャスリング"),
                )
            })
        }
        _ => None,
    });
    told.unwrap_or(said)
}

/// What neither signs nor squares can say; `None` where there is nothing to add.
pub fn note(words: &Words<'_>, note: &Note) -> Option<String> {
    match note {
        Note::Anywhere { kinds } => {
            let sense = Sense::of(kinds, Range::default());
            let only = english::only(&sense).unwrap_or_default();
            let first =
                if kinds.contains(&Kind::Initial) { ", only as its first move" } else { "" };
            Some(words.say(
                format!("any square of the board{only}{first}"),
                format!("盤上のどこへでも動ける{}", japanese::conditions(&sense)),
            ))
        }
        Note::Burns { always: true } => Some(words.say(
            "enemies on these squares burn after its moves and after their own:",
            "動いた先の周り（＊）にいる敵と、そこへ動いて来た敵を焼く",
        )),
        Note::Burns { always: false } => Some(words.say(
            "enemies on these squares burn after its moves:",
            "動いた先の周り（＊）にいる敵を焼く",
        )),
        Note::Confined => {
            Some(words.say("never leaves its own part of the board", "入れるマスが限られている"))
        }
        Note::FliesOver { .. }
        | Note::Castles { .. }
        | Note::Regional
        | Note::Choosy
        | Note::Other => None,
    }
}

/// Everything that a piece can do, with the squares. Fire and notes are left to [`note`].
pub fn told(words: &Words<'_>, diagram: &Diagram) -> Vec<Told> {
    let mut told = plainly(words, diagram);
    told.extend(by_routes(words.lang, diagram));
    told.extend(hooks(words.lang, diagram));
    let bent: BTreeSet<Sense> =
        diagram.curves.iter().map(|curve| Sense::of_curve(&curve.kinds)).collect();
    told.extend(bent.into_iter().map(|sense| {
        let said = plain(words.lang, &sense, At::Here);
        let said =
            words.say(format!("{said}, as the picture shows"), format!("{said}（図の通り）"));
        Told { sense, words: said }
    }));
    if diagram.notes.contains(&Note::Other) {
        let sense = Sense::of(&Kinds::from([Kind::Other]), Range::default());
        let said = words.say(
            "goes further in ways that are too long to be told: its notation tells them",
            "ほかにも長い動き方がある（正確には表記を参照）",
        );
        told.push(Told { sense, words: said });
    }
    told.sort_by(|a, b| a.sense.cmp(&b.sense));
    told
}

/// How far from where a move has ended something may be placed, where that matters.
pub(crate) fn placing_reach(words: &Words<'_>, rule: &Placement) -> Option<String> {
    let board = &words.variant.board;
    let reach = rule.reach.as_ref()?;
    let diagram = Diagram::of_movement(&reach.tree, (board.files, board.ranks)).ok()?;
    let told: Vec<String> = told(words, &diagram).into_iter().map(|told| told.words).collect();
    (!told.is_empty()).then(|| told.join(words.lang.pick("; ", "、")))
}

/// How a piece comes on the board as a part of other pieces' moves, if it does: `placed on an empty square after a move`.
pub(crate) fn placed(words: &Words<'_>, piece: PieceType) -> Option<String> {
    let rule = words.variant.placement.as_ref().filter(|rule| rule.pieces.contains(&piece))?;
    let (first_en, first_ja) = match rule.first_moves {
        true => ("the first move of a piece", "駒の初めての手"),
        false => ("a move", "手"),
    };
    let (where_en, where_ja) = match rule.squares {
        PlacedOn::Any => ("an empty square", "空いたマス"),
        PlacedOn::Vacated => ("the square that is left", "元のマス"),
    };
    let (from_en, from_ja) = match rule.supply {
        Supply::Hand => (" out of the hand", "持ち駒から"),
        Supply::Endless | Supply::Single => ("", ""),
    };
    Some(words.say(
        format!("placed{from_en} on {where_en} after {first_en}"),
        format!("{first_ja}に続けて、{from_ja}{where_ja}に置く"),
    ))
}

/// What is said by naming the squares or the directions.
fn plainly(words: &Words<'_>, diagram: &Diagram) -> Vec<Told> {
    let mut groups: BTreeMap<Sense, Squares> = BTreeMap::new();
    for mark in diagram.marks.iter().filter(|mark| is_plain(mark)) {
        groups.entry(Sense::of_mark(mark)).or_default().insert(mark.at);
    }
    for line in diagram.lines.iter().filter(|line| line.stops.is_empty() && line.turns.is_empty()) {
        groups.entry(Sense::of_line(line)).or_default().insert(Offset { x: line.dx, y: line.dy });
    }
    let tell = |(sense, squares): (Sense, Squares)| {
        let words = with_notes(words, &sense, At::Squares(&squares), diagram);
        Told { sense, words }
    };
    groups.into_iter().map(tell).collect()
}

/// Whether the square alone tells it. (Hits are only for the eye, vague ways have a note.)
fn is_plain(mark: &Mark) -> bool {
    match Sense::of_mark(mark) {
        Sense { manner: Kind::Hit | Kind::Other | Kind::Chain, .. } => false,
        Sense { manner: Kind::Area, range: Range { steps: 2, .. }, .. } => has_all_ways(mark),
        Sense { manner: Kind::Area, .. } => false,
        Sense { manner: Kind::Pass | Kind::Shot, .. } => mark.ways.is_empty(),
        _ => true,
    }
}

/// Whether the piece may come by every square that is next to both.
fn has_all_ways(mark: &Mark) -> bool {
    let beside = |at: Offset, other: Offset| {
        let (dx, dy) = ((at.x - other.x).abs(), (at.y - other.y).abs());
        dx.max(dy) == 1
    };
    let origin = Offset::default();
    let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| Offset { x, y }));
    let expected: BTreeSet<Offset> =
        around.filter(|at| beside(*at, origin) && beside(*at, mark.at)).collect();
    let found: BTreeSet<Offset> =
        mark.ways.iter().filter(|way| way.len() == 1).map(|way| way[0].at).collect();
    expected == found
}

/// What has to be told leg by leg.
fn by_routes(lang: Lang, diagram: &Diagram) -> Vec<Told> {
    let mut groups: BTreeMap<(Sense, Vec<Content>), Vec<Route>> = BTreeMap::new();
    let mut add = |sense: Sense, stops: &Way, route: Route| {
        let contents = stops.iter().map(|stop| stop.is).collect();
        groups.entry((sense, contents)).or_default().push(route);
    };
    for mark in diagram.marks.iter().filter(|mark| !is_plain(mark)) {
        let sense = Sense::of_mark(mark);
        if matches!(sense.manner, Kind::Hit | Kind::Other) {
            continue;
        }
        for way in &mark.ways {
            add(sense.clone(), way, Route::to(way, mark.at));
        }
    }
    for line in diagram.lines.iter().filter(|line| !line.stops.is_empty()) {
        let route = Route::along(&line.stops, (line.dx, line.dy), (line.from, line.to));
        add(Sense::of_line(line), &line.stops, route);
    }
    let tell = |((sense, contents), routes): ((Sense, Vec<Content>), Vec<Route>)| {
        let words = route::words(lang, &sense, &contents, &routes);
        Told { sense, words }
    };
    groups.into_iter().map(tell).collect()
}

/// Turns in eighths, each with how far the line goes on then.
type Turned = BTreeSet<(u8, Option<u8>)>;

/// Lines with a corner.
fn hooks(lang: Lang, diagram: &Diagram) -> Vec<Told> {
    let mut groups: BTreeMap<(Sense, Turned), Squares> = BTreeMap::new();
    let cornered = |line: &&Line| !line.turns.is_empty() && line.stops.is_empty();
    for line in diagram.lines.iter().filter(cornered) {
        let turn = |t: &komadai_rules::diagram::Turn| {
            Some((route::turn((line.dx, line.dy), (t.dx, t.dy))?, t.to))
        };
        let turns = line.turns.iter().filter_map(turn).collect();
        let direction = Offset { x: line.dx, y: line.dy };
        groups.entry((Sense::of_line(line), turns)).or_default().insert(direction);
    }
    let tell = |((sense, turns), squares): ((Sense, Turned), Squares)| {
        let said = plain(lang, &sense, At::Squares(&squares));
        let farthest = turns.iter().map(|(_, to)| *to).max().flatten();
        let far = if turns.iter().any(|(_, to)| to.is_none()) { None } else { farthest };
        let turned = turns.iter().map(|(turn, _)| *turn).collect();
        let leg = route::leg(lang, &turned, (1, far));
        let words = lang.say(format!("{said}: then {leg}"), format!("{said}（{leg}）"));
        Told { sense, words }
    };
    groups.into_iter().map(tell).collect()
}
