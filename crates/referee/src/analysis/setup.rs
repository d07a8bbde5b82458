//! Positions as data, to be put together by hand, and what is wrong with them.

use super::Patience;
use crate::game::End;
use crate::rules::{House, Work};
use komadai_records::json::{Board, BoardPiece, Hands, PerSide, Side};
use komadai_records::{position, reason};
use komadai_rules::variant::{Counted, Supply};
use komadai_rules::{Color, Opening, OpeningError, PieceType, Setup, SetupError, Square, Variant};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position as data, which no game need be able to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupForm {
    board: SetupBoard,
    /// To move.
    side: Side,
    /// Plies since the start.
    #[serde(default)]
    ply: u32,
    /// How many of its next turns each side must pass.
    #[serde(default = "none")]
    passes: PerSide<u8>,
    /// Where pieces stand that have never moved; null for all that stand where they start.
    #[serde(default)]
    #[schema(required)]
    unmoved: Option<Vec<String>>,
    /// The squares that a piece has just passed over, on which it may be taken.
    #[serde(default)]
    en_passant: Vec<String>,
    /// Which piece that is; null for the only one that can be.
    #[serde(default)]
    #[schema(required)]
    passed_pawn: Option<String>,
    /// Plies since the last capture or pawn move, where the game counts them.
    #[serde(default)]
    quiet: u32,
    /// How many checks each side has given, where the game counts them.
    #[serde(default = "none")]
    checks_given: PerSide<u8>,
    /// Where the piece stands that has just captured what may not be captured in return.
    #[serde(default)]
    #[schema(required)]
    just_took: Option<String>,
    /// How far a side has counted its moves, where the game is drawn by that; null for a count that begins here,
    /// if any does.
    #[serde(default)]
    #[schema(required)]
    counted: Option<CountedForm>,
}

/// How far a side has counted its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CountedForm {
    /// By which rule of the file, from 0.
    rule: u8,
    /// To which limit of it, from 0.
    limit: u8,
    /// Two for each number; even while the side that counts is to move.
    plies: u16,
}

/// What stands on the board and lies in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetupBoard {
    pieces: Vec<BoardPiece>,
    hands: Hands,
    /// Squares that are not there while nothing stands on them; not read.
    #[serde(default)]
    gone: Vec<String>,
}

/// A position as text and as data, and what is wrong with it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupView {
    /// As SFEN or FEN.
    position: String,
    setup: SetupForm,
    /// Everything that keeps a game from beginning here.
    problems: Vec<Told>,
    /// What no game could have reached here, though one may begin.
    composed: Vec<Told>,
    /// How the rules end a game that begins here.
    #[schema(required)]
    end: Option<End>,
    uses: Uses,
}

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Told {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_ja: Option<String>,
}

/// What positions of a variant have besides pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
struct Uses {
    /// Pieces come on the board from the hand.
    drops: bool,
    /// Turns that must be passed.
    passes: bool,
    /// The types for which it matters whether they have moved.
    unmoved: Vec<String>,
    en_passant: bool,
    /// Plies without a capture are counted.
    quiet: bool,
    /// How many checks of one side end the game, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<u8>,
}

/// Larger numbers are no numbers of plies.
const MOST_PLIES: u32 = 100_000;

fn none() -> PerSide<u8> {
    PerSide::from([0, 0])
}

impl SetupView {
    /// Looks at a position text.
    ///
    /// # Errors
    /// What is wrong with the text; what is wrong with the position is told in the result.
    pub fn of_text<W: Work>(
        house: &House<W>,
        text: &str,
        patience: &Patience,
    ) -> Result<Self, String> {
        let setup = position::parse(house.variant(), text).map_err(|error| error.to_string())?;
        SetupView::of(house, &setup, Vec::new(), patience)
    }

    /// Looks at a position that was put together.
    ///
    /// # Errors
    /// Squares and pieces that the game does not have, and what no text can say of its positions.
    pub fn of_form<W: Work>(
        house: &House<W>,
        form: &SetupForm,
        patience: &Patience,
    ) -> Result<Self, String> {
        if form.ply.max(form.quiet) > MOST_PLIES {
            return Err(format!("a game has {MOST_PLIES} plies at most"));
        }
        let (setup, problems) = form.setup(house.variant())?;
        SetupView::of(house, &setup, problems, patience)
    }

    fn of<W: Work>(
        house: &House<W>,
        setup: &Setup,
        mut problems: Vec<Told>,
        patience: &Patience,
    ) -> Result<Self, String> {
        let variant = house.variant();
        let position = position::write(variant, &sayable(variant, setup));
        position::parse(variant, &position)
            .map_err(|error| format!("no text can say this position: {error}"))?;
        let interrupt = patience.interrupt();
        let opened = house.game().open_while(&Opening::Setup(setup.clone()), &interrupt);
        let (mut end, mut composed) = (None, Vec::new());
        match opened {
            Ok(play) => {
                end = play.ending().map(End::from);
                let errors = house.game().composed(setup, &interrupt);
                composed = errors.iter().map(|error| Told::problem(variant, error)).collect();
                match &Told::without_royal(variant, setup)[..] {
                    [] => {}
                    // As in problems of mate.
                    [side] => composed.push(Told::no_royal(variant, &[*side])),
                    both => problems.push(Told::no_royal(variant, both)),
                }
            }
            Err(OpeningError::Impossible(errors)) => {
                problems.extend(errors.iter().map(|error| Told::problem(variant, error)));
            }
            Err(error) => problems.push(Told { text: error.to_string(), text_ja: None }),
        }
        patience.held(()).map_err(|error| error.to_string())?;
        Ok(SetupView {
            position,
            setup: SetupForm::of(variant, setup),
            problems,
            composed,
            end,
            uses: Uses {
                drops: variant.drops.allowed || places_held(variant),
                passes: !variant.shocks.is_empty(),
                unmoved: types(variant)
                    .filter(|piece| variant.tracks_unmoved(*piece))
                    .map(|piece| variant.pieces[piece.index()].id.clone())
                    .collect(),
                en_passant: house.game().has_en_passant(),
                quiet: variant.end.quiet.is_some(),
                checks: variant.end.checks.map(|rule| rule.count),
            },
        })
    }
}

/// Whether moves place pieces from the hand.
fn places_held(variant: &Variant) -> bool {
    variant.placement.as_ref().is_some_and(|rule| rule.supply == Supply::Hand)
}

/// A setup without what means nothing in it, which its text could not say.
fn sayable(variant: &Variant, setup: &Setup) -> Setup {
    let passes = if variant.shocks.is_empty() { [0; 2] } else { setup.passes };
    let tracked =
        |square: &Square| setup.at(*square).is_some_and(|(_, piece)| variant.tracks_unmoved(piece));
    let unmoved = setup.unmoved.as_ref();
    let unmoved = unmoved.map(|squares| squares.iter().copied().filter(tracked).collect());
    let most = variant.end.checks.map_or(0, |rule| rule.count);
    let checks_given = setup.checks_given.map(|given| given.min(most));
    let counted = setup.counted.filter(|counted| {
        let rule = variant.end.counting.get(usize::from(counted.rule));
        rule.is_some_and(|rule| usize::from(counted.limit) < rule.limits.len())
    });
    Setup { passes, unmoved, checks_given, counted, ..setup.clone() }
}

impl Told {
    /// The sides without a royal piece, in a game that has some.
    fn without_royal(variant: &Variant, setup: &Setup) -> Vec<Color> {
        let royal = |piece: PieceType| variant.pieces[piece.index()].royal;
        let has =
            |side: Color| setup.board.iter().flatten().any(|(of, it)| *of == side && royal(*it));
        let none = variant.pieces.iter().all(|piece| !piece.royal);
        Color::BOTH.into_iter().filter(|side| !none && !has(*side)).collect()
    }

    /// That these sides have no royal piece.
    fn no_royal(variant: &Variant, sides: &[Color]) -> Self {
        let royals = || variant.pieces.iter().filter(|piece| piece.royal).map(|piece| &piece.name);
        let english: Vec<&str> = royals().map(|name| name.en.as_str()).collect();
        let japanese: Vec<&str> =
            royals().map(|name| name.kanji.as_deref().unwrap_or(&name.en)).collect();
        let called = |side: &Color| variant.sides[side.index()].as_str();
        let called_ja =
            |side: &Color| variant.sides_ja[side.index()].as_deref().unwrap_or(called(side));
        let names: Vec<&str> = sides.iter().map(called).collect();
        let names_ja: Vec<&str> = sides.iter().map(called_ja).collect();
        let verb = if sides.len() == 1 { "has" } else { "have" };
        let (english, japanese) = (english.join(" or "), japanese.join("・"));
        Told {
            text: format!("{} {verb} no {english}", names.join(" and ")),
            text_ja: Some(format!("{}に{japanese}がありません", names_ja.join("と"))),
        }
    }

    fn problem(variant: &Variant, error: &SetupError) -> Self {
        Told { text: error.to_string(), text_ja: Some(reason::impossible(variant, error)) }
    }
}

impl SetupForm {
    fn of(variant: &Variant, setup: &Setup) -> Self {
        let names = |squares: &[Square]| squares.iter().map(|s| variant.square_name(*s)).collect();
        let Board { pieces, hands, gone } = Board::of_setup(variant, setup);
        SetupForm {
            board: SetupBoard { pieces, hands, gone },
            side: setup.side.into(),
            ply: setup.ply,
            passes: PerSide::from(setup.passes),
            unmoved: setup.unmoved.as_deref().map(names),
            en_passant: names(&setup.en_passant),
            passed_pawn: setup.passed_pawn.map(|square| variant.square_name(square)),
            quiet: setup.quiet,
            checks_given: PerSide::from(setup.checks_given),
            just_took: setup.just_took.map(|square| variant.square_name(square)),
            counted: setup.counted.map(|Counted { rule, limit, plies }| CountedForm {
                rule,
                limit,
                plies,
            }),
        }
    }

    /// As the rules have it, and what cannot be said there.
    fn setup(&self, variant: &Variant) -> Result<(Setup, Vec<Told>), String> {
        let mut setup = Setup {
            board: vec![None; variant.board.size()],
            hands: [Color::First, Color::Second].map(|_| vec![0; variant.pieces.len()]),
            side: self.side.into(),
            ply: self.ply,
            passes: [self.passes.first, self.passes.second],
            unmoved: self.unmoved.as_deref().map(|names| squares(variant, names)).transpose()?,
            en_passant: squares(variant, &self.en_passant)?,
            passed_pawn: self.passed_pawn.as_deref().map(|at| square(variant, at)).transpose()?,
            quiet: self.quiet,
            checks_given: [self.checks_given.first, self.checks_given.second],
            just_took: self.just_took.as_deref().map(|at| square(variant, at)).transpose()?,
            counted: self.counted.map(|CountedForm { rule, limit, plies }| Counted {
                rule,
                limit,
                plies,
            }),
        };
        setup.en_passant.sort_unstable();
        let mut problems = Vec::new();
        for BoardPiece { square: at, side, piece } in &self.board.pieces {
            let index = square(variant, at)?.index();
            if setup.board[index].is_some() {
                problems.push(Told { text: format!("two pieces stand on {at}"), text_ja: None });
            }
            setup.board[index] = Some(((*side).into(), piece_type(variant, piece)?));
        }
        for (color, hand) in [&self.board.hands.first, &self.board.hands.second].iter().enumerate()
        {
            for (piece, count) in *hand {
                setup.hands[color][piece_type(variant, piece)?.index()] = *count;
            }
        }
        Ok((setup, problems))
    }
}

fn types(variant: &Variant) -> impl Iterator<Item = PieceType> {
    (0..=u8::MAX).take(variant.pieces.len()).map(PieceType)
}

fn square(variant: &Variant, name: &str) -> Result<Square, String> {
    variant.parse_square(name).ok_or_else(|| format!("this board has no square `{name}`"))
}

fn squares(variant: &Variant, names: &[String]) -> Result<Vec<Square>, String> {
    names.iter().map(|name| square(variant, name)).collect()
}

fn piece_type(variant: &Variant, id: &str) -> Result<PieceType, String> {
    let missing = || format!("{} has no piece `{id}`", variant.name);
    types(variant).find(|piece| variant.pieces[piece.index()].id == id).ok_or_else(missing)
}
