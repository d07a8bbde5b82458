//! The other way round: a game of ours as a section of `variants.ini`.

mod ends;
mod moves;
mod pieces;
mod placement;
mod rules;

use crate::region::{Board, Region, Square as At};
use komadai_variant::{CaptureDuty, PassWhen, PieceType, Square, Variant};
use pieces::Pieces;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A game as a section of `variants.ini`.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The name of the section.
    pub name: String,
    /// The section.
    pub text: String,
    /// What is otherwise there, and does not keep anybody from playing the same moves.
    pub remarks: Vec<String>,
}

/// Fairy-Stockfish holds boards of so many files and ranks.
const MOST: (u8, u8) = (12, 10);

/// Turns a game into a section that Fairy-Stockfish reads.
///
/// # Errors
/// Everything that it cannot say.
///
/// # Example
///
/// ```
/// # use komadai_variant::load_builtin;
/// let chess = load_builtin("chess", &[]).unwrap().variant;
/// let section = komadai_import::export(&chess).unwrap();
/// assert!(section.text.contains("startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
///
/// let raichu = load_builtin("raichu", &[]).unwrap().variant;
/// let refused = komadai_import::export(&raichu).unwrap_err();
/// assert!(refused.contains(&"captures that cost a turn (`shock`)".to_owned()));
/// ```
pub fn export(variant: &Variant) -> Result<Exported, Vec<String>> {
    let mut section = Section::of(variant);
    section.board();
    let pieces = section.pieces();
    section.promotion(&pieces);
    section.captures(&pieces);
    section.drops(&pieces);
    section.castling(&pieces);
    section.placement(&pieces);
    section.ends(&pieces);
    section.start(&pieces);
    section.finish()
}

/// A section that is being written.
struct Section<'v> {
    variant: &'v Variant,
    board: Board,
    lines: Vec<String>,
    refused: Vec<String>,
    remarks: Vec<String>,
}

impl<'v> Section<'v> {
    fn of(variant: &'v Variant) -> Self {
        let board = &variant.board;
        let at = |square: &Square| (board.file(*square), board.rank(*square));
        let holes = board.holes.iter().map(at).collect();
        let board = Board { files: board.files, ranks: board.ranks, holes, from_0: false };
        Section { variant, board, lines: vec![], refused: vec![], remarks: vec![] }
    }

    fn say(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    fn refuse(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.refused.contains(&what) {
            self.refused.push(what);
        }
    }

    fn remark(&mut self, what: impl Into<String>) {
        self.remarks.push(what.into());
    }

    fn refuse_if(&mut self, it: bool, what: &str) {
        if it {
            self.refuse(what);
        }
    }

    fn at(&self, square: Square) -> At {
        (self.variant.board.file(square), self.variant.board.rank(square))
    }

    fn board(&mut self) {
        let board = &self.variant.board;
        let (files, ranks) = (board.files, board.ranks);
        self.refuse_if(
            files > MOST.0 || ranks > MOST.1,
            "boards of more than 12 files or 10 ranks",
        );
        self.refuse_if(!board.vanishing.is_empty(), "squares that vanish (`board.vanishing`)");
        self.say("maxRank", ranks);
        self.say("maxFile", files);
    }

    /// Squares as a key lists them: whole ranks in short.
    fn region(&self, squares: &[Square]) -> String {
        let squares: BTreeSet<At> = squares.iter().map(|square| self.at(*square)).collect();
        let squares: BTreeSet<At> = squares.into_iter().filter(|at| self.board.has(*at)).collect();
        if squares.is_empty() {
            return "-".to_owned();
        }
        let mut text = Vec::new();
        for rank in 0..self.board.ranks {
            let all = Region::ranks(&[rank]).on(&self.board);
            if !all.is_empty() && all.is_subset(&squares) {
                text.push(format!("*{}", rank + 1));
            } else {
                text.extend(
                    squares.iter().filter(|at| at.1 == rank).map(|at| self.board.name(*at)),
                );
            }
        }
        text.join(" ")
    }

    /// A key of each side.
    fn say_regions(&mut self, key: &str, zones: &[Vec<Square>; 2]) {
        for (colour, zone) in ["White", "Black"].into_iter().zip(zones) {
            let region = self.region(zone);
            self.say(&format!("{key}{colour}"), region);
        }
    }

    /// Captures and what they do.
    fn captures(&mut self, pieces: &Pieces) {
        let variant = self.variant;
        self.refuse_if(!variant.shocks.is_empty(), "captures that cost a turn (`shock`)");
        if let Some(explosion) = &variant.explosion {
            let around = explosion.around.as_ref().is_some_and(|around| around.text == "K");
            let spares: Vec<PieceType> = pieces.pawn.into_iter().collect();
            let fits = around && explosion.spares == spares && explosion.withstands.is_empty();
            let fits = fits && !variant.captures_to_hand;
            self.refuse_if(!fits, "explosions but for those of Atomic Chess (`capture.explosion`)");
            self.say("blastOnCapture", true);
        }
        self.refuse_if(variant.borrowing.is_some(), "movements that are borrowed (`borrowing`)");
        self.passing();
        let limited = !variant.capture_limits.iter().all(|limit| self.is_of_walls(limit));
        self.refuse_if(limited, "captures that may not be made (`capture.limits`)");
        match variant.capture_duty {
            CaptureDuty::None => {}
            CaptureDuty::Any => self.say("mustCapture", true),
            CaptureDuty::Most => self.refuse("the duty to capture the most (`capture.duty`)"),
        }
    }

    /// Who may pass. There two passes in a row end the game, and who may pass where it is stuck may not otherwise.
    fn passing(&mut self) {
        let variant = self.variant;
        for (side, colour) in ["White", "Black"].into_iter().enumerate() {
            let own = || variant.passing.iter().filter(|right| right.sides[side]);
            if own().any(|right| right.when == PassWhen::Always) {
                self.say(&format!("pass{colour}"), true);
            } else if own().next().is_some() {
                self.say(&format!("passOnStalemate{colour}"), true);
            }
        }
        let ends = variant.passing.is_empty() || variant.end.two_passes;
        self.refuse_if(!ends, "passes that do not end the game (`end.two_passes`)");
        let drops = variant.drops.allowed && !variant.passing.is_empty();
        self.refuse_if(drops, "passes of sides that may have no piece on the board (`passing`)");
        if variant.end.facing {
            self.say("bikjangRule", true);
        }
        self.points();
    }

    /// Points that decide what would be a draw.
    fn points(&mut self) {
        let Some(points) = &self.variant.end.points else { return };
        let all = (0..self.variant.pieces.len()).map(|i| points.of(PieceType(i as u8)));
        let values: BTreeSet<u32> = all.collect();
        let worth = (values.iter().eq([&0]), values.iter().eq([&1]));
        match (worth, points.lead) {
            ((true, _), Some(0)) => self.say("materialCounting", "whitedrawodds"),
            ((true, _), Some(1)) => self.say("materialCounting", "blackdrawodds"),
            ((_, true), None) => self.say("materialCounting", "unweighted"),
            _ => self.refuse("what pieces are worth (`end.points`)"),
        }
    }

    fn finish(self) -> Result<Exported, Vec<String>> {
        if !self.refused.is_empty() {
            return Err(self.refused);
        }
        let variant = self.variant;
        // A section of the name of its own games would be passed over.
        let own = crate::games(&crate::builtin()).contains(&variant.id);
        let name = if own { format!("komadai-{}", variant.id) } else { variant.id.clone() };
        let shown: String = variant.name.chars().filter(|c| !c.is_control()).collect();
        let mut text = format!("[{name}]  # {shown}\n");
        for remark in &self.remarks {
            let _ = writeln!(text, "# {remark}");
        }
        for line in &self.lines {
            let _ = writeln!(text, "{line}");
        }
        Ok(Exported { name, text, remarks: self.remarks })
    }
}
