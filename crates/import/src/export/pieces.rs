//! Pieces: a type of Fairy-Stockfish for each movement, and a letter for each type.

use super::Section;
use super::moves::{Said, betza, said};
use crate::movement::{Kind, Moves, Step};
use crate::types::Type;
use komadai_variant::{Mate, PieceType, Square};
use std::collections::{BTreeMap, BTreeSet};

/// What became of the pieces.
pub(super) struct Pieces {
    /// The letter of each type of ours, as lists of types write it. A promoted piece may share that of another
    /// that moves alike, and is of its type then.
    pub(super) letters: Vec<char>,
    /// What each is there.
    kinds: Vec<Option<Type>>,
    pub(super) said: Vec<Said>,
    /// The one that is called a pawn.
    pub(super) pawn: Option<PieceType>,
    /// The royal one.
    pub(super) royal: Option<Royal>,
}

/// How a royal piece is said to be one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Royal {
    /// As the king, who is never taken.
    King(PieceType),
    /// As a piece that a side must not run out of, and whose attack must be answered: it may explode.
    Defended(PieceType),
    /// As a piece that a side must not run out of.
    Taken(PieceType),
}

impl Royal {
    pub(super) fn piece(self) -> PieceType {
        let (Royal::King(piece) | Royal::Defended(piece) | Royal::Taken(piece)) = self;
        piece
    }
}

impl Pieces {
    /// Whether it is of a type with this key.
    pub(super) fn is(&self, piece: PieceType, key: &str) -> bool {
        self.kinds[piece.index()].is_some_and(|kind| kind.key() == key)
    }

    /// Whether another piece that is not one of these has the type of one of them.
    fn are_shared(&self, types: &[PieceType]) -> bool {
        let others = (0..self.letters.len()).filter(|i| !types.contains(&PieceType(*i as u8)));
        let letter = |i: usize| self.letters[i];
        others.map(letter).any(|other| types.iter().any(|t| letter(t.index()) == other))
    }

    /// Letters of types, each once.
    pub(super) fn list(&self, types: &[PieceType]) -> String {
        let mut letters = Vec::new();
        for letter in types.iter().map(|t| self.letters[t.index()]).filter(|l| *l != WALL) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        if letters.is_empty() { "-".into() } else { letters.into_iter().collect() }
    }
}

/// What stands for the letter of a piece that is none there.
const WALL: char = '*';

/// The types with a rule of their own; movements like theirs become other types.
const SPECIAL: [&str; 4] = ["pawn", "janggiCannon", "janggiElephant", "immobile"];

/// The first custom type is the thirty-seventh.
const CUSTOM: usize = 25;

impl Section<'_> {
    pub(super) fn pieces(&mut self) -> Pieces {
        let variant = self.variant;
        let mut all = Vec::new();
        for piece in &variant.pieces {
            match said(&piece.moves) {
                Ok(said) => all.push(said),
                Err(why) => {
                    self.refuse(format!("`{}` {why}", piece.id));
                    all.push(Said::default());
                }
            }
            self.refuse_if(piece.flies.is_some(), "captures over pieces of lower rank (`flies`)");
            self.refuse_if(piece.burns.is_some(), "pieces that burn others (`burns`)");
        }
        let mut pieces = Pieces {
            letters: vec!['?'; variant.pieces.len()],
            kinds: vec![None; variant.pieces.len()],
            said: all,
            pawn: None,
            royal: self.royal(),
        };
        pieces.pawn = self.pawn(&pieces.said);
        self.assign(&mut pieces);
        self.confined(&pieces);
        self.xiangqi(&pieces);
        pieces
    }

    /// Kings that may not face each other, and soldiers beyond the river.
    fn xiangqi(&mut self, pieces: &Pieces) {
        for (i, said) in pieces.said.iter().enumerate() {
            let piece = PieceType(i as u8);
            if said.faces {
                let is_king = pieces.royal == Some(Royal::King(piece));
                self.refuse_if(!is_king, "captures of royals only, by other pieces than kings");
                self.say("flyingGeneral", true);
            }
            let Some(zones) = &said.crosses else { continue };
            match [0, 1].map(|side| self.first_rank_beyond(&zones[side], side)) {
                [Some(first), Some(second)] if first == second && pieces.is(piece, "soldier") => {
                    self.say("soldierPromotionRank", first + 1);
                }
                _ => {
                    let id = &self.variant.pieces[i].id;
                    self.refuse(format!("`{id}` moves otherwise on some squares"));
                }
            }
        }
    }

    /// The rank from which on all squares are those, as a side counts ranks.
    fn first_rank_beyond(&self, squares: &[Square], side: usize) -> Option<u8> {
        let squares: BTreeSet<_> = squares.iter().map(|square| self.at(*square)).collect();
        let rank = |at: &crate::region::Square| self.board.rank_of(at.1, side == 1);
        (0..self.board.ranks).find(|from| {
            let all = self.board.squares().into_iter();
            all.filter(|at| rank(at) >= *from).collect::<BTreeSet<_>>() == squares
        })
    }

    /// Letters that stand for these pieces and no others.
    pub(super) fn letters(&mut self, pieces: &Pieces, types: &[PieceType], what: &str) -> String {
        self.refuse_if(
            pieces.are_shared(types),
            &format!("pieces that count in {what} beside others that move alike"),
        );
        pieces.list(types)
    }

    /// The royal type; where it may be taken or explode, it is no king.
    fn royal(&mut self) -> Option<Royal> {
        let variant = self.variant;
        let royals: Vec<usize> =
            (0..variant.pieces.len()).filter(|i| variant.pieces[*i].royal).collect();
        let [royal] = royals[..] else {
            self.refuse_if(royals.len() > 1, "several kinds of royal pieces");
            return None;
        };
        let piece = &variant.pieces[royal];
        let several = piece.at.iter().any(|at| at.len() > 1) || piece.hand != [0, 0];
        let becomes =
            variant.pieces.iter().any(|other| other.promotes.contains(&PieceType(royal as u8)));
        self.refuse_if(several || becomes, "several royal pieces of a side");
        self.refuse_if(variant.end.mate != Mate::NoMove, "mate before the capture (`end.mate`)");
        let piece = PieceType(royal as u8);
        Some(match (variant.end.royals_may_be_left, &variant.explosion) {
            (true, _) => Royal::Taken(piece),
            (false, Some(_)) => Royal::Defended(piece),
            (false, None) => Royal::King(piece),
        })
    }

    /// The piece with first steps or captures in passing, of which there may be one.
    fn pawn(&mut self, said: &[Said]) -> Option<PieceType> {
        let own = |said: &Said| {
            said.in_passing != [false; 2] || said.moves.steps.iter().any(|step| step.first)
        };
        let pawns: Vec<usize> = (0..said.len()).filter(|i| own(&said[*i])).collect();
        let plain = Moves::read("fmWfcF").unwrap_or_default();
        let like = |said: &Said| same(&without_first(&said.moves), &plain);
        // Without first steps a pawn is one all the same: it has rules of its own for drops.
        let pawn = match pawns[..] {
            [pawn] => Some(pawn),
            [] => said.iter().position(like),
            _ => None,
        };
        for index in pawns {
            let id = &self.variant.pieces[index].id;
            if pawn != Some(index) || !like(&said[index]) {
                self.refuse(format!(
                    "`{id}` has first steps or captures in passing, and is no pawn of chess"
                ));
            }
        }
        let pawn = pawn.filter(|index| like(&said[*index]));
        self.first_steps(pawn.map(|index| (index, &said[index])));
        pawn.map(|index| PieceType(index as u8))
    }

    fn first_steps(&mut self, pawn: Option<(usize, &Said)>) {
        let Some((index, said)) = pawn else {
            self.say("doubleStep", false);
            return;
        };
        let first: Vec<Step> = said.moves.steps.iter().filter(|step| step.first).copied().collect();
        let at = &self.variant.pieces[index].at;
        match first[..] {
            [] => self.say("doubleStep", false),
            [Step { kind: Kind::Lame, vector: (0, 2), captures: false, .. }] => {
                self.say_regions("doubleStepRegion", at);
            }
            [Step { kind: Kind::Slide(3), vector: (0, 1), captures: false, .. }] => {
                self.say_regions("doubleStepRegion", at);
                self.say_regions("tripleStepRegion", at);
            }
            _ => self.refuse(format!("first steps of `{}`", self.variant.pieces[index].id)),
        }
        if !first.is_empty() && said.in_passing != [true; 2] {
            self.say("enPassantRegion", "-");
        }
    }

    /// Gives every piece a type and a letter.
    fn assign(&mut self, pieces: &mut Pieces) {
        let variant = self.variant;
        let own = |i: usize| variant.pieces[i].id.chars().next().filter(|c| *c != '+');
        let mut used: BTreeSet<char> =
            (0..variant.pieces.len()).filter_map(own).map(|c| c.to_ascii_lowercase()).collect();
        let mut types: BTreeSet<Type> = BTreeSet::new();
        let mut known: Vec<(Moves, usize)> = Vec::new();
        let mut lines: BTreeMap<Type, String> = BTreeMap::new();
        // Plain pieces first: what has promoted may move like one of them.
        let wall = self.wall().map(PieceType::index);
        wall.iter().for_each(|i| pieces.letters[*i] = WALL);
        let plain = (0..variant.pieces.len()).filter(|i| own(*i).is_some() && Some(*i) != wall);
        let promoted = (0..variant.pieces.len()).filter(|i| own(*i).is_none());
        for i in plain.chain(promoted) {
            let moves = without_first(&pieces.said[i].moves);
            let shared = known.iter().find(|(other, _)| own(i).is_none() && same(other, &moves));
            if let Some((_, like)) = shared {
                (pieces.letters[i], pieces.kinds[i]) = (pieces.letters[*like], pieces.kinds[*like]);
                continue;
            }
            let letter = match own(i) {
                Some(letter) => letter.to_ascii_lowercase(),
                None => ('a'..='z').find(|c| !used.contains(c)).unwrap_or('?'),
            };
            used.insert(letter);
            pieces.letters[i] = letter;
            let index = PieceType(i as u8);
            let (king, pawn) =
                (pieces.royal == Some(Royal::King(index)), pieces.pawn == Some(index));
            let kind = match &pieces.said[i].crosses {
                Some(_) => Type::of_key("soldier").map(|kind| (kind, letter.to_string())),
                None => self.kind(letter, &moves, (king, pawn), &types),
            };
            let Some((kind, value)) = kind.filter(|(kind, _)| !types.contains(kind)) else {
                self.refuse(format!("the movement of `{}`", variant.pieces[i].id));
                continue;
            };
            types.insert(kind);
            pieces.kinds[i] = Some(kind);
            lines.insert(kind, format!("{} = {value}", kind.key()));
            // Royals, pawns and soldiers have rules of their own.
            let royal = pieces.royal.is_some_and(|royal| royal.piece() == index);
            if !royal && !pawn && pieces.said[i].crosses.is_none() {
                known.push((moves, i));
            }
        }
        self.refuse_if(
            pieces.letters.contains(&'?'),
            "more kinds of pieces than there are letters",
        );
        self.lines.extend(lines.into_values());
    }

    /// The type for a movement, and what its key is set to.
    fn kind(
        &self,
        letter: char,
        moves: &Moves,
        (king, pawn): (bool, bool),
        types: &BTreeSet<Type>,
    ) -> Option<(Type, String)> {
        if pawn {
            return Some((Type::PAWN, letter.to_string()));
        }
        let text = betza(moves)?;
        if king {
            let usual = same(moves, &Moves::read("K").ok()?);
            let value = if usual { letter.to_string() } else { format!("{letter}:{text}") };
            return Some((Type::KING, value));
        }
        let free = |kind: &Type| !types.contains(kind);
        let known =
            Type::all().filter(|kind| !kind.is_custom() && *kind != Type::KING).filter(free);
        let alike = known
            .filter(|kind| !SPECIAL.contains(&kind.key().as_str()))
            .find(|kind| Moves::read(kind.movement()).is_ok_and(|other| same(&other, moves)));
        if let Some(kind) = alike {
            return Some((kind, letter.to_string()));
        }
        let custom = Type::all().filter(|kind| kind.is_custom()).take(CUSTOM).find(free)?;
        Some((custom, format!("{letter}:{text}")))
    }

    /// Where pieces may stand.
    fn confined(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        for (i, piece) in variant.pieces.iter().enumerate() {
            let kept = piece.confine.as_ref().or(pieces.said[i].to.as_ref());
            // Pawns that stand on some ranks only are told by how they are dropped.
            let Some(zones) = kept.filter(|_| pieces.pawn != Some(PieceType(i as u8))) else {
                continue;
            };
            let Some(kind) = pieces.kinds[i] else { continue };
            if pieces.are_shared(&[PieceType(i as u8)]) {
                self.refuse(format!("where `{}` may stand: another piece moves alike", piece.id));
                continue;
            }
            let key = kind.key();
            let (first, rest) = key.split_at(1);
            let key = format!("{}{rest}", first.to_ascii_uppercase());
            for (colour, zone) in ["White", "Black"].into_iter().zip(zones) {
                let region = self.region(zone);
                self.say(&format!("mobilityRegion{colour}{key}"), region);
            }
        }
    }
}

fn without_first(moves: &Moves) -> Moves {
    Moves { steps: moves.steps.iter().filter(|step| !step.first).copied().collect() }
}

/// Whether two movements have the same steps.
fn same(one: &Moves, other: &Moves) -> bool {
    let within = |a: &Moves, b: &Moves| a.steps.iter().all(|step| b.steps.contains(step));
    within(one, other) && within(other, one)
}
