//! Moves on a position: what each piece may do, and the position after it.

use super::scene::{Cell, Content, Man, Outcome, Scene};
use super::{placing, stuck, walk};
use komadai_rules::variant::{BurnWhen, DropLimit, Explosion, Landing, LimitPlace, Movement};
use komadai_rules::{Color, PieceType, Setup, Square, Variant};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A move of a piece on the board, before promotion.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) from: Cell,
    pub(crate) color: Color,
    pub(crate) kind: PieceType,
    pub(crate) outcome: Outcome,
}

/// How a position came about.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// `None` for drops and passes.
    pub(crate) from: Option<Cell>,
    /// What was dropped.
    pub(crate) drop: Option<PieceType>,
    pub(crate) promotes: Option<PieceType>,
    pub(crate) outcome: Outcome,
    /// What has exploded, where it stood then.
    pub(crate) exploded: Vec<Exploded>,
    pub(crate) after: Setup,
}

/// A piece that an explosion has destroyed: where, whose and what.
pub(crate) type Exploded = (Cell, Color, PieceType);

/// The square as an index.
pub(crate) fn cell(square: Square) -> Cell {
    square.index()
}

/// The index as a square.
pub(crate) fn square(cell: Cell) -> Square {
    Square(cell as u8)
}

/// Whether a list of squares holds this one.
pub(crate) fn lists(squares: &[Square], cell: Cell) -> bool {
    squares.contains(&square(cell))
}

/// The pieces of one side: where and what.
pub(crate) fn army(s: &Setup, color: Color) -> Vec<(Cell, PieceType)> {
    let men = s.board.iter().enumerate();
    men.filter_map(|(at, man)| man.filter(|(c, _)| *c == color).map(|(_, t)| (at, t))).collect()
}

thread_local! {
    /// The variant last asked about, and what is known of its types.
    static TRACKED: RefCell<(String, Vec<bool>)> = const { RefCell::new((String::new(), Vec::new())) };
}

/// See [`Variant::tracks_unmoved`]: asked so often that it is remembered.
pub(crate) fn tracks_unmoved(v: &Variant, kind: PieceType) -> bool {
    TRACKED.with_borrow_mut(|(id, types)| {
        if *id != v.id || types.len() != v.pieces.len() {
            let all = (0..v.pieces.len()).map(|t| v.tracks_unmoved(PieceType(t as u8)));
            (*id, *types) = (v.id.clone(), all.collect());
        }
        types[kind.index()]
    })
}

/// Whether the piece on a square has never moved: it stands on a start square of its own, and in
/// the record of its type's pieces, if there is one.
pub(crate) fn is_virgin(v: &Variant, s: &Setup, at: Cell) -> bool {
    let Some((color, kind)) = s.board[at] else {
        return false;
    };
    let is_kept = |unmoved: &Vec<Square>| lists(unmoved, at) || !tracks_unmoved(v, kind);
    lists(&v.pieces[kind.index()].starts[color.index()], at)
        && s.unmoved.as_ref().is_none_or(is_kept)
}

/// The board as one side sees it, from no square in particular.
pub(crate) fn overview(v: &Variant, s: &Setup, color: Color) -> Scene {
    let size = s.board.len();
    let marks = |squares: &[Square]| {
        let mut marks = vec![false; size];
        squares.iter().for_each(|&sq| marks[cell(sq)] = true);
        marks
    };
    let (holes, vanishing) = (marks(&v.board.holes), marks(&v.board.vanishing));
    let content = |at: Cell| match s.board[at] {
        Some(man) => Content::Man(describe(v, s, at, man)),
        None if holes[at] || vanishing[at] => Content::Gone,
        None => Content::Empty,
    };
    Scene {
        files: i32::from(v.board.files),
        ranks: i32::from(v.board.ranks),
        contents: Rc::new((0..size).map(content).collect()),
        vanishing: Rc::new(vanishing),
        from: 0,
        color,
        virgin: false,
        home: None,
        en_passant: if color == s.side { passed_pawn(v, s) } else { None },
        wild: false,
        confined: confined(v),
        over: None,
        takes: None,
    }
}

/// The squares of the types that may not stand everywhere.
fn confined(v: &Variant) -> Rc<HashMap<(Color, PieceType), Vec<Cell>>> {
    let types = (0..v.pieces.len()).map(|t| PieceType(t as u8));
    let squares = types.flat_map(|kind| Color::BOTH.map(|color| (color, kind))).filter_map(|who| {
        let squares = &v.pieces[who.1.index()].confine.as_ref()?[who.0.index()];
        Some((who, squares.iter().map(|square| cell(*square)).collect()))
    });
    Rc::new(squares.collect())
}

fn describe(v: &Variant, s: &Setup, at: Cell, (color, kind): (Color, PieceType)) -> Man {
    let piece = &v.pieces[kind.index()];
    let allowed = v.castling.partners.is_empty() || v.castling.partners.contains(&kind);
    let castles = allowed && is_virgin(v, s, at);
    Man { color, kind, royal: piece.royal, rank: piece.rank, castles }
}

/// The board as the piece on `from` sees it.
pub(crate) fn seen_from(v: &Variant, s: &Setup, overview: &Scene, from: Cell) -> Scene {
    let mut scene = overview.clone();
    Rc::make_mut(&mut scene.contents)[from] = Content::Empty;
    Scene { from, virgin: is_virgin(v, s, from), home: home(v, s, from), ..scene }
}

/// The file of the usual start square of the piece on a square, where castling goes by that.
fn home(v: &Variant, s: &Setup, at: Cell) -> Option<i32> {
    let (color, kind) = s.board[at].filter(|_| v.castling.landing == Landing::Fixed)?;
    let square = v.pieces[kind.index()].at[color.index()].first()?;
    Some(i32::from(v.board.file(*square)))
}

/// The en passant squares with the piece that can have passed over them just now.
pub(crate) fn passed_pawn(v: &Variant, s: &Setup) -> Option<(Vec<Cell>, Cell)> {
    let over: Vec<Cell> = s.en_passant.iter().map(|square| cell(*square)).collect();
    let first = *over.first()?;
    let mortal = |(_, kind): &(Cell, PieceType)| !v.pieces[kind.index()].royal;
    let empty = |at: &Cell| s.board[*at].is_none();
    let opened = |&(at, kind): &(Cell, PieceType)| {
        let began = |from: &Cell| {
            let mut before = Setup { en_passant: Vec::new(), ..s.clone() };
            before.board[at] = None;
            before.board[*from] = Some((!s.side, kind));
            let view = Scene {
                virgin: lists(&v.pieces[kind.index()].starts[(!s.side).index()], *from),
                ..seen_from(v, &before, &overview(v, &before, !s.side), *from)
            };
            let to = |o: &Outcome| o.to == at && over.iter().all(|square| o.opens.contains(square));
            outcomes(v, &view, kind).iter().any(to)
        };
        // Something may have been placed where it came from.
        let left = |from: &Cell| empty(from) || placing::is_placed(v, s, *from);
        over.iter().all(empty) && beyond(v, at, first).filter(left).any(|from| began(&from))
    };
    let named = |&(at, _): &(Cell, PieceType)| s.passed_pawn.is_none_or(|pawn| cell(pawn) == at);
    let pawn = army(s, !s.side).into_iter().filter(mortal).filter(named).find(opened)?;
    Some((over, pawn.0))
}

/// Names the pawn that has passed only where it would not be found without.
pub(crate) fn name_passed_pawn(v: &Variant, s: &mut Setup) {
    let named = s.passed_pawn.take();
    let found = passed_pawn(v, s).map(|(_, pawn)| square(pawn));
    s.passed_pawn = named.filter(|_| found.is_some() && found != named);
}

/// The squares from which a straight line leads over one square to another, the edges at the left and
/// right joined.
fn beyond(v: &Variant, to: Cell, over: Cell) -> impl Iterator<Item = Cell> {
    let (files, ranks) = (i32::from(v.board.files), i32::from(v.board.ranks));
    let place = move |at: Cell| (at as i32 % files, at as i32 / files);
    let in_line = move |from: &Cell| {
        let ((fx, fy), (x, y), (tx, ty)) = (place(*from), place(over), place(to));
        (-1..2).flat_map(|dx| (-1..2).map(move |dy| (dx, dy))).any(|(dx, dy)| {
            let mut at = (fx, fy);
            let mut passed = false;
            for _ in 0..files.max(ranks) {
                at = ((at.0 + dx).rem_euclid(files), at.1 + dy);
                if at == (tx, ty) {
                    return passed;
                }
                passed |= at == (x, y);
            }
            false
        })
    };
    (0..(files * ranks) as Cell).filter(in_line)
}

/// What the pieces of one side may do, its own safety apart.
pub(crate) fn candidates(v: &Variant, s: &Setup, color: Color) -> Vec<Candidate> {
    let overview = overview(v, s, color);
    let mut candidates = Vec::new();
    for (from, kind) in army(s, color) {
        let outcomes = outcomes(v, &seen_from(v, s, &overview, from), moves_as(v, s, from, kind));
        let candidate = |outcome| Candidate { from, color, kind, outcome };
        candidates.extend(outcomes.into_iter().map(candidate));
    }
    candidates
}

/// As what a piece moves: as a friend beside it, where it borrows its movement.
fn moves_as(v: &Variant, s: &Setup, at: Cell, kind: PieceType) -> PieceType {
    let Some(rule) = v.borrowing.as_ref().filter(|rule| rule.borrowers.contains(&kind)) else {
        return kind;
    };
    let friend = s.board[at].and_then(|(color, _)| {
        let lender = s.board[lender(v, color, at)?]?;
        (lender.0 == color && rule.lenders.contains(&lender.1)).then_some(lender.1)
    });
    friend.unwrap_or(kind)
}

/// The square beside one on which a friend would stand that lends.
pub(crate) fn lender(v: &Variant, color: Color, at: Cell) -> Option<Cell> {
    let (file, rank) = v.borrowing.as_ref()?.from;
    let forward = if color == Color::First { 1 } else { -1 };
    let (files, ranks) = (i32::from(v.board.files), i32::from(v.board.ranks));
    let x = at as i32 % files + forward * i32::from(file);
    let y = at as i32 / files + forward * i32::from(rank);
    let there =
        ((0..files).contains(&x) && (0..ranks).contains(&y)).then_some((y * files + x) as usize)?;
    (!lists(&v.board.holes, there)).then_some(there)
}

/// All outcomes of a type's movement and flights, seen from `view.from`.
pub(crate) fn outcomes(v: &Variant, view: &Scene, kind: PieceType) -> Vec<Outcome> {
    let piece = &v.pieces[kind.index()];
    let holds = |zones: &Option<[Vec<Square>; 2]>, at: Cell| {
        zones.as_ref().is_none_or(|zones| lists(&zones[view.color.index()], at))
    };
    let steps = piece.moves.iter().filter(|m| holds(&m.from, view.from)).flat_map(|m| {
        let view = Scene { over: m.over.clone(), takes: m.takes.clone(), ..view.clone() };
        let outcomes = walk::outcomes(&view, &m.tree).into_iter();
        outcomes.filter(move |outcome| holds(&m.to, outcome.to))
    });
    let flights = piece.flies.iter().flat_map(|m| walk::flights(view, &m.tree, piece.rank));
    super::scene::distinct(steps.chain(flights).collect())
}

/// Whether a piece of this type may stand on a square.
pub(crate) fn may_stand(v: &Variant, color: Color, kind: PieceType, at: Cell) -> bool {
    let confine = &v.pieces[kind.index()].confine;
    confine.as_ref().is_none_or(|squares| lists(&squares[color.index()], at))
}

/// Every way to play a candidate: without promotion, and with each that is possible.
pub(crate) fn plays(v: &Variant, s: &Setup, candidate: &Candidate) -> Vec<Play> {
    let possible =
        |play: &Play| play.promotes.is_none_or(|kind| !has_enough(v, s, candidate.color, kind));
    threats(v, s, candidate).into_iter().filter(possible).collect()
}

/// The same with promotions to what there is enough of: they threaten all the same.
pub(crate) fn threats(v: &Variant, s: &Setup, candidate: &Candidate) -> Vec<Play> {
    let to = candidate.outcome.to;
    let partner_stands = candidate.outcome.partner.is_none_or(|(was, now)| {
        s.board[was].is_some_and(|(color, kind)| may_stand(v, color, kind, now))
    });
    if !may_stand(v, candidate.color, candidate.kind, to) || !partner_stands {
        return Vec::new();
    }
    let forms = forms(v, s, candidate);
    let play = |form: Option<PieceType>| Play {
        from: Some(candidate.from),
        drop: None,
        promotes: form,
        outcome: candidate.outcome.clone(),
        exploded: exploded(v, s, candidate, form),
        after: after(v, s, candidate, form),
    };
    forms.into_iter().map(play).collect()
}

/// What the piece may become: `None` for staying what it is.
fn forms(v: &Variant, s: &Setup, candidate: &Candidate) -> Vec<Option<PieceType>> {
    let fits = |kind: &PieceType| may_stand(v, candidate.color, *kind, candidate.outcome.to);
    let kinds = v.pieces[candidate.kind.index()].promotes.iter().copied().filter(fits);
    let options: Vec<Option<PieceType>> = kinds.map(Some).collect();
    if options.is_empty() {
        return vec![None];
    }
    let forced = v.promotion.forced_when_stuck
        && stuck::is_stuck(v, candidate.color, candidate.kind, candidate.outcome.to);
    let entitled = may_promote(v, s, candidate);
    if forced || entitled && v.promotion.mandatory {
        options
    } else if entitled {
        [vec![None], options].concat()
    } else {
        vec![None]
    }
}

/// Whether a side has as many pieces of a kind on the board as it may have by promotion.
fn has_enough(v: &Variant, s: &Setup, color: Color, kind: PieceType) -> bool {
    let count = |board: &[Option<(Color, PieceType)>]| {
        board.iter().filter(|content| **content == Some((color, kind))).count()
    };
    let limits = v.promotion.limits.iter().filter(|limit| limit.types.contains(&kind));
    limits.filter(|limit| limit.sides[color.index()]).any(|limit| {
        let at_start = || v.start_setup(None).map_or(0, |start| count(&start.board));
        count(&s.board) >= limit.count.map_or_else(at_start, |most| most as usize)
    })
}

/// Whether the move gives the right to promote.
fn may_promote(v: &Variant, s: &Setup, candidate: &Candidate) -> bool {
    let Candidate { from, color, outcome, .. } = candidate;
    let in_zone = |at: Cell| lists(&v.promotion.zone[color.index()], at);
    let (starts, ends) = (in_zone(*from), in_zone(outcome.to));
    let enemy = |at: &&Cell| s.board[**at].is_some_and(|(c, _)| c != *color);
    let captured: Vec<Cell> = outcome.captures.iter().filter(enemy).copied().collect();
    let moved = outcome.to != *from;
    let counts = !captured.is_empty() && (moved || v.promotion.by_shot);
    let when = &v.promotion.when;
    let by_ends = match (starts, ends) {
        (false, true) => when.enter,
        (true, true) => when.inside,
        (true, false) => when.leave,
        (false, false) => false,
    };
    let inside = captured.iter().any(|&at| in_zone(at));
    let stays = stuck::is_stuck(v, *color, candidate.kind, outcome.to);
    by_ends
        || when.stuck && stays
        || counts && (when.capture_inside && inside || when.capture_from_inside && starts)
}

/// The position after a candidate, before it is known whether the move is legal. En passant is
/// still open here whether or not somebody can make use of it.
fn after(v: &Variant, s: &Setup, candidate: &Candidate, form: Option<PieceType>) -> Setup {
    let Candidate { color, kind, outcome, .. } = candidate;
    let mut next = turned_over(v, s);
    next.board = board_after(s, candidate, form);
    let mut removed: Vec<Cell> = outcome.captures.iter().copied().collect();
    // A capture explodes before anything burns.
    for (at, ..) in exploded(v, s, candidate, form) {
        next.board[at] = None;
        removed.push(at);
    }
    let survives = next.board[outcome.to].is_some();
    let burned = burned(v, s, candidate, form);
    let scorched = survives && next_to_passive_burner(v, &next, *color, outcome.to);
    if scorched {
        next.board[outcome.to] = None;
        removed.push(outcome.to);
    } else if survives {
        burned.iter().for_each(|&at| next.board[at] = None);
        removed.extend(&burned);
    }
    if v.captures_to_hand {
        take_in_hand(v, s, *color, outcome, &mut next);
    }
    next.unmoved = Some(still_unmoved(v, s, candidate, &next));
    // Royals are not taken in passing, nor what promotes.
    if !v.pieces[kind.index()].royal && form.is_none() && survives && !scorched {
        next.en_passant = outcome.opens.iter().copied().map(square).collect();
        next.passed_pawn = Some(square(outcome.to));
    }
    let left = next.passes[(!*color).index()];
    next.passes[(!*color).index()] = left.max(shock(v, s, candidate, &next));
    next.quiet = quiet(v, s, *kind, !removed.is_empty());
    next
}

/// The same position with the other side to move and nothing pending.
fn turned_over(v: &Variant, s: &Setup) -> Setup {
    Setup {
        side: !s.side,
        ply: s.ply + 1,
        en_passant: Vec::new(),
        passed_pawn: None,
        just_took: None,
        quiet: if v.end.quiet.is_some() { s.quiet + 1 } else { 0 },
        ..s.clone()
    }
}

/// Whether the side to move must pass.
pub(crate) fn must_pass(s: &Setup) -> bool {
    s.passes[s.side.index()] > 0
}

/// The position after a pass.
pub(crate) fn passed(v: &Variant, s: &Setup) -> Play {
    let mut after = turned_over(v, s);
    let left = &mut after.passes[s.side.index()];
    *left = left.saturating_sub(1);
    Play {
        from: None,
        drop: None,
        promotes: None,
        outcome: Outcome::default(),
        exploded: Vec::new(),
        after,
    }
}

type Board = Vec<Option<(Color, PieceType)>>;

/// The board after the move itself, before burning.
fn board_after(s: &Setup, candidate: &Candidate, form: Option<PieceType>) -> Board {
    let Candidate { from, color, kind, outcome } = candidate;
    let mut board = s.board.clone();
    board[*from] = None;
    for &(was, _) in &outcome.relocates {
        board[was] = None;
    }
    for &at in &outcome.captures {
        board[at] = None;
    }
    if let Some((was, _)) = outcome.partner {
        board[was] = None;
    }
    for &(was, now) in outcome.relocates.iter().chain(&outcome.partner) {
        board[now] = s.board[was];
    }
    board[outcome.to] = Some((*color, form.unwrap_or(*kind)));
    board
}

/// Whether a candidate takes an enemy.
pub(crate) fn takes_an_enemy(s: &Setup, candidate: &Candidate) -> bool {
    let owner = |at: &Cell| s.board[*at].map(|(color, _)| color);
    candidate.outcome.captures.iter().any(|at| owner(at) == Some(!candidate.color))
}

/// What explodes when an enemy is taken: who took it, and what stands around that is not spared.
fn exploded(
    v: &Variant,
    s: &Setup,
    candidate: &Candidate,
    form: Option<PieceType>,
) -> Vec<Exploded> {
    let Some(rule) = v.explosion.as_ref().filter(|_| takes_an_enemy(s, candidate)) else {
        return Vec::new();
    };
    let centre = candidate.outcome.to;
    let around = squares_around(v, s, candidate.color, None, centre);
    let board = board_after(s, candidate, form);
    let men = board.iter().enumerate();
    let men = men.filter_map(|(at, man)| man.map(|(color, kind)| (at, color, kind)));
    let goes = |(at, _, kind): &Exploded| {
        !rule.withstands.contains(kind)
            && (*at == centre || around.contains(at) && !rule.spares.contains(kind))
    };
    men.filter(goes).collect()
}

/// The enemies that burn by the mover's own power.
fn burned(v: &Variant, s: &Setup, candidate: &Candidate, form: Option<PieceType>) -> Vec<Cell> {
    let burns = |kind: PieceType| v.pieces[kind.index()].burns.is_some();
    let as_promoted = form.filter(|&t| v.promotion.burns_at_once && burns(t));
    let kind = as_promoted.unwrap_or(candidate.kind);
    if !burns(kind) {
        return Vec::new();
    }
    let mut s = s.clone();
    s.board = board_after(&s, candidate, form);
    burn_targets(v, &s, candidate.color, kind, candidate.outcome.to)
}

/// The enemies on the burning offsets around a square.
fn burn_targets(v: &Variant, s: &Setup, color: Color, kind: PieceType, at: Cell) -> Vec<Cell> {
    let burnt = squares_around(v, s, color, Some(kind), at);
    army(s, !color).into_iter().map(|(at, _)| at).filter(|at| burnt.contains(at)).collect()
}

type Burner = (String, Color, Option<PieceType>, Cell);

thread_local! {
    static BURNT: RefCell<HashMap<Burner, Rc<BTreeSet<Cell>>>> = RefCell::new(HashMap::new());
}

/// The squares on which a burner burns, or on which a capture explodes: those to which a piece could go by
/// that movement if the board were empty and had no holes.
fn squares_around(
    v: &Variant,
    s: &Setup,
    color: Color,
    kind: Option<PieceType>,
    at: Cell,
) -> Rc<BTreeSet<Cell>> {
    let squares = || {
        let contents = Rc::new(vec![Content::Empty; s.board.len()]);
        let view = Scene { contents, from: at, ..overview(v, s, color) };
        let movement = match kind {
            Some(kind) => v.pieces[kind.index()].burns.as_ref(),
            None => v.explosion.as_ref().and_then(|rule| rule.around.as_ref()),
        };
        let trees = movement.iter().map(|movement| &movement.tree);
        trees.flat_map(|tree| walk::outcomes(&view, tree)).map(|o| o.to).collect()
    };
    let burner = (v.id.clone(), color, kind, at);
    BURNT.with_borrow_mut(|known| {
        Rc::clone(known.entry(burner).or_insert_with(|| Rc::new(squares())))
    })
}

/// Whether what has just ended its move here goes up in the flames of an enemy that always burns.
/// It goes before it can burn anything itself.
fn next_to_passive_burner(v: &Variant, next: &Setup, color: Color, at: Cell) -> bool {
    army(next, !color).into_iter().any(|(burner, kind)| {
        v.pieces[kind.index()].burn_when == BurnWhen::Always
            && burn_targets(v, next, !color, kind, burner).contains(&at)
    })
}

/// Captured enemies change sides and lose their promotion.
fn take_in_hand(v: &Variant, s: &Setup, color: Color, outcome: &Outcome, next: &mut Setup) {
    let royal = |kind: PieceType| v.pieces[kind.index()].royal;
    for &at in &outcome.captures {
        if let Some((_, kind)) = s.board[at].filter(|(c, kind)| *c != color && !royal(*kind)) {
            let held = v.pieces[kind.index()].demotes_to;
            next.hands[color.index()][held.index()] += 1;
        }
    }
}

/// How many turns the opponent must pass. No pass is pending once the game is over.
fn shock(v: &Variant, s: &Setup, candidate: &Candidate, next: &Setup) -> u8 {
    if !has_royals(v, next, !candidate.color) {
        return 0;
    }
    let fallen =
        |kinds: &[PieceType]| {
            candidate.outcome.captures.iter().any(|&at| {
                s.board[at].is_some_and(|(c, t)| c != candidate.color && kinds.contains(&t))
            })
        };
    let shocks = v.shocks.iter();
    shocks
        .filter(|shock| fallen(&shock.captured) && !shock.unless_by.contains(&candidate.kind))
        .map(|shock| shock.skip_turns)
        .max()
        .unwrap_or(0)
}

/// Whether the loss of royals decides the game.
pub(crate) fn royals_can_fall(v: &Variant) -> bool {
    let burners = v.pieces.iter().any(|p| p.burns.is_some());
    let explodes = |t: usize| {
        let kind = PieceType(t as u8);
        let safe =
            |rule: &Explosion| rule.spares.contains(&kind) || rule.withstands.contains(&kind);
        v.explosion.as_ref().is_some_and(|rule| !safe(rule))
    };
    (0..v.pieces.len()).any(|t| {
        v.pieces[t].royal
            && (v.end.royals_may_be_left || burners && !v.end.burn_is_check || explodes(t))
    })
}

/// Whether a side still has a royal, where the loss of them decides the game.
pub(crate) fn has_royals(v: &Variant, s: &Setup, color: Color) -> bool {
    !royals_can_fall(v) || !royals(v, s, color).is_empty()
}

/// The royals of a side.
pub(crate) fn royals(v: &Variant, s: &Setup, color: Color) -> Vec<Cell> {
    let army = army(s, color).into_iter();
    army.filter(|(_, kind)| v.pieces[kind.index()].royal).map(|(at, _)| at).collect()
}

fn quiet(v: &Variant, s: &Setup, kind: PieceType, removed: bool) -> u32 {
    match &v.end.quiet {
        None => 0,
        Some(rule) if rule.reset_by.contains(&kind) || rule.reset_by_capture && removed => 0,
        Some(_) => s.quiet + 1,
    }
}

/// Pieces that have still never moved.
fn still_unmoved(v: &Variant, s: &Setup, candidate: &Candidate, next: &Setup) -> Vec<Square> {
    let outcome = &candidate.outcome;
    let displaced: Vec<Cell> = outcome
        .relocates
        .iter()
        .chain(&outcome.partner)
        .flat_map(|&(was, now)| [was, now])
        .chain([candidate.from, outcome.to])
        .collect();
    let untouched = unmoved(v, s)
        .into_iter()
        .filter(|&sq| next.board[cell(sq)] == s.board[cell(sq)] && !displaced.contains(&cell(sq)));
    live_marks(v, &Setup { unmoved: Some(untouched.collect()), ..next.clone() })
}

/// The squares of all pieces that have never moved, of the types for which that is kept.
pub(crate) fn unmoved(v: &Variant, s: &Setup) -> Vec<Square> {
    let all = (0..s.board.len()).filter(|&at| {
        is_virgin(v, s, at) && s.board[at].is_some_and(|(_, kind)| tracks_unmoved(v, kind))
    });
    all.map(square).collect()
}

/// The marks that can still matter: a mark that serves castling alone goes with the last right.
pub(crate) fn live_marks(v: &Variant, s: &Setup) -> Vec<Square> {
    let marks = unmoved(v, s);
    let rights: Vec<(Cell, Cell)> = marks
        .iter()
        .flat_map(|&king| {
            castling_partners(v, s, cell(king)).into_iter().map(move |p| (cell(king), p))
        })
        .collect();
    let matters = |at: Cell| {
        let (_, kind) = s.board[at].expect("a piece is marked");
        let moves = &v.pieces[kind.index()].moves;
        moves.iter().any(|m| walk::asks_virginity(&m.tree))
            || placing::may_follow(v, s, at)
            || rights.iter().any(|&(king, partner)| king == at || partner == at)
    };
    marks.into_iter().filter(|&sq| matters(cell(sq))).collect()
}

/// The squares of the partners with which a king may still castle, some day.
fn castling_partners(v: &Variant, s: &Setup, king: Cell) -> Vec<Cell> {
    let (color, kind) = s.board[king].expect("a piece is marked");
    let view = seen_from(v, s, &overview(v, s, color), king);
    let moves = v.pieces[kind.index()].moves.iter();
    let begins =
        |m: &&Movement| m.from.as_ref().is_none_or(|zone| lists(&zone[color.index()], king));
    let squares = moves.filter(begins).flat_map(|m| walk::partner_squares(&view, &m.tree));
    let castles = |at: &Cell| match view.contents[*at] {
        Content::Man(man) => man.color == color && man.castles,
        _ => false,
    };
    squares.filter(castles).collect()
}

/// Every way to drop, the rule against mating drops apart.
pub(crate) fn drops(v: &Variant, s: &Setup) -> Vec<Play> {
    if !v.drops.allowed {
        return Vec::new();
    }
    let mut plays = Vec::new();
    for held in (0..v.pieces.len()).map(|t| PieceType(t as u8)) {
        if s.hands[s.side.index()][held.index()] == 0 {
            continue;
        }
        let mut forms = vec![held];
        if v.drops.promoted {
            forms.extend(&v.pieces[held.index()].promotes);
        }
        for form in forms {
            let squares = (0..s.board.len()).filter(|&to| may_drop(v, s, form, to));
            plays.extend(squares.map(|to| dropped(v, s, held, form, to)));
        }
    }
    plays
}

fn may_drop(v: &Variant, s: &Setup, kind: PieceType, to: Cell) -> bool {
    let side = s.side;
    let file = |at: Cell| at % usize::from(v.board.files);
    let enough = |limit: &DropLimit| {
        let there = army(s, side).into_iter().filter(|&(at, t)| {
            t == kind && (limit.per == LimitPlace::Board || file(at) == file(to))
        });
        limit.types.contains(&kind) && there.count() >= limit.count as usize
    };
    let exists = !lists(&v.board.holes, to) && !lists(&v.board.vanishing, to);
    exists
        && s.board[to].is_none()
        && v.drops.zone.as_ref().is_none_or(|zone| lists(&zone[side.index()], to))
        && may_stand(v, side, kind, to)
        && !v.pieces[kind.index()].royal
        && !v.drops.limits.iter().any(enough)
        && !(v.drops.not_stuck && stuck::is_stuck(v, side, kind, to))
}

fn dropped(v: &Variant, s: &Setup, held: PieceType, form: PieceType, to: Cell) -> Play {
    let mut after = turned_over(v, s);
    after.hands[s.side.index()][held.index()] -= 1;
    after.board[to] = Some((s.side, form));
    // A drop is no move of a piece on the board.
    after.quiet = if v.end.quiet.is_some() { s.quiet + 1 } else { 0 };
    after.unmoved = Some(live_marks(v, &Setup { unmoved: Some(unmoved(v, s)), ..after.clone() }));
    let promotes = (form != held).then_some(form);
    let outcome = Outcome { to, ..Outcome::default() };
    Play { from: None, drop: Some(held), promotes, outcome, exploded: Vec::new(), after }
}
