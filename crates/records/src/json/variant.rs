//! What there is to know of a game before it begins.

use super::{Board, PieceInfo, Side, Zone, names, text_of};
use crate::file::Format;
use crate::position;
use komadai_rules::variant::{self, DeclarationRule, PositionText, Shuffle, Variant};
use komadai_rules::{AnyGame, Opening, PieceType, Square};
use serde::{Deserialize, Serialize};

/// A game: its board, its pieces, its starts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariantInfo {
    /// The name for programs.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The same in Japanese, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_ja: Option<String>,
    /// The inventor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// What the sides are called.
    pub sides: PerSide<String>,
    /// The same in Japanese, where the game says it of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides_ja: Option<PerSide<String>>,
    /// How the second side's camp follows from the first's, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<Symmetry>,
    /// The board.
    pub board: BoardInfo,
    /// Where pieces promote, win and may be dropped, where that is not everywhere.
    pub zones: Vec<Zone>,
    /// Whether pieces in hand may be dropped.
    pub drops: bool,
    /// Whether captured pieces go to the captor's hand.
    pub captures_to_hand: bool,
    /// Whether an impasse may be declared.
    pub declaration: bool,
    /// Whether a side may pass at some time, though it need not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passing: bool,
    /// The forms of files that can tell of its games.
    pub records: Vec<Format>,
    /// The pieces.
    pub pieces: Vec<PieceInfo>,
    /// The named starts besides the usual one.
    pub starts: Vec<StartInfo>,
    /// The starts that are shuffled, where there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<ShuffleInfo>,
    /// The usual start.
    pub position: String,
    /// The same as a board.
    pub board_at_start: Board,
}

/// Something that each side has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PerSide<T> {
    /// The first side's.
    pub first: T,
    /// The second side's.
    pub second: T,
}

/// How the second side's camp follows from the first's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// The board is turned.
    Rotate,
    /// The files stay.
    Mirror,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardInfo {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// What the first side's back rank is called.
    pub first_rank: u8,
    /// Squares that never exist.
    pub holes: Vec<String>,
    /// Squares that exist while occupied.
    pub vanishing: Vec<String>,
    /// How squares are written for people.
    pub coordinates: Coordinates,
}

/// How squares are written for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Coordinates {
    /// `e4`: file letter, rank number.
    Algebraic,
    /// `5d`: file number from the right, rank letter from the top.
    Shogi,
}

/// A named start, such as a handicap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StartInfo {
    /// The name for programs.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The same in Japanese, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_ja: Option<String>,
    /// The position.
    pub position: String,
    /// Who moves first.
    pub to_move: Side,
}

impl VariantInfo {
    /// A game with what its pieces are worth, in the order of its list; `None` where it has no
    /// start that keeps its own rules.
    pub fn of(game: &AnyGame, values: &[i32]) -> Option<Self> {
        let variant = game.variant();
        let start = game.open(&Opening::Usual).ok()?;
        let pieces = (0u8..).map(PieceType).zip(values);
        Some(VariantInfo {
            id: variant.id.clone(),
            name: variant.name.clone(),
            name_ja: variant.name_ja.clone(),
            author: variant.author.clone(),
            aliases: variant.aliases.clone(),
            sides: PerSide::from(variant.sides.clone()),
            sides_ja: japanese_sides(variant),
            symmetry: symmetry(variant),
            board: BoardInfo::of(variant),
            zones: Zone::all(variant),
            drops: variant.drops.allowed,
            captures_to_hand: variant.captures_to_hand,
            declaration: may_declare(variant),
            passing: !variant.passing.is_empty(),
            records: Format::ALL.into_iter().filter(|it| it.can_tell_of(variant)).collect(),
            pieces: pieces.map(|(piece, v)| PieceInfo::of(variant, piece, *v)).collect(),
            starts: StartInfo::all(variant),
            shuffle: variant.shuffle.as_ref().map(|shuffle| ShuffleInfo::of(variant, shuffle)),
            position: text_of(&start),
            board_at_start: Board::of(&start),
        })
    }
}

impl<T> From<[T; 2]> for PerSide<T> {
    fn from([first, second]: [T; 2]) -> Self {
        PerSide { first, second }
    }
}

impl From<variant::Coordinates> for Coordinates {
    fn from(coordinates: variant::Coordinates) -> Self {
        match coordinates {
            variant::Coordinates::Algebraic => Coordinates::Algebraic,
            variant::Coordinates::Shogi => Coordinates::Shogi,
        }
    }
}

impl BoardInfo {
    fn of(variant: &Variant) -> Self {
        let board = &variant.board;
        BoardInfo {
            files: board.files,
            ranks: board.ranks,
            first_rank: board.first_rank,
            holes: names(variant, board.holes.iter().copied()),
            vanishing: names(variant, board.vanishing.iter().copied()),
            coordinates: board.coordinates.into(),
        }
    }
}

/// Starts at which pieces stand on each other's squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShuffleInfo {
    /// How many there are; they are called by numbers from 0.
    pub count: u64,
    /// The pieces.
    pub pieces: Vec<String>,
    /// Their squares.
    pub squares: PerSide<Vec<String>>,
}

impl ShuffleInfo {
    fn of(variant: &Variant, shuffle: &Shuffle) -> Self {
        let mut types: Vec<PieceType> =
            shuffle.steps.iter().flat_map(|step| step.pieces.iter().copied()).collect();
        types.sort_unstable();
        types.dedup();
        let of = |side: usize| names(variant, shuffle.squares.iter().map(|squares| squares[side]));
        ShuffleInfo {
            count: shuffle.count().unwrap_or_default(),
            pieces: types.iter().map(|piece| variant.pieces[piece.index()].id.clone()).collect(),
            squares: PerSide { first: of(0), second: of(1) },
        }
    }
}

impl StartInfo {
    fn all(variant: &Variant) -> Vec<Self> {
        let info = |start: &komadai_rules::variant::Start| {
            let setup = variant.start_setup(Some(&start.id))?;
            Some(StartInfo {
                id: start.id.clone(),
                name: start.name.clone(),
                name_ja: start.name_ja.clone(),
                position: position::write(variant, &setup),
                to_move: start.side.into(),
            })
        };
        variant.starts.iter().filter_map(info).collect()
    }
}

fn japanese_sides(variant: &Variant) -> Option<PerSide<String>> {
    let [first, second] = variant.sides_ja.clone();
    Some(PerSide { first: first?, second: second? })
}

fn may_declare(variant: &Variant) -> bool {
    variant.end.declaration.as_ref().is_some_and(|rule| rule.rule != DeclarationRule::None)
}

/// How the second side's camp follows from the first's: found from where the pieces stand at the
/// start. The file says it, but its reader needs it no more. Armies that differ look at each other as those of
/// chess do where positions are written as in chess.
pub fn symmetry(variant: &Variant) -> Option<Symmetry> {
    let start = variant.start_setup(None)?;
    let board = &variant.board;
    let (last_file, last_rank) = (board.files - 1, board.ranks - 1);
    let holds = |image: &dyn Fn(u8, u8) -> Option<Square>| {
        board.squares().all(|square| {
            let there = image(board.file(square), board.rank(square)).and_then(|s| start.at(s));
            start.at(square) == there.map(|(color, piece)| (!color, piece))
        })
    };
    if holds(&|file, rank| board.square(last_file - file, last_rank - rank)) {
        return Some(Symmetry::Rotate);
    }
    let is_chess = board.text == PositionText::Fen;
    let mirrors = holds(&|file, rank| board.square(file, last_rank - rank)) || is_chess;
    mirrors.then_some(Symmetry::Mirror)
}
