//! What ffish.js answers, by our rules. `npm/rules/ffish.js` gives these answers ffish's names.

use crate::rulebook::{self, Settings};
use crate::trouble::{Kind, Trouble};
use komadai_fairy::{
    Game, GameText, Games, Notation, Rules, drawn, ended, is_too_weak, pocket, rows,
};
use komadai_records::json::{Winner, checked};
use komadai_records::pgn;
use komadai_rules::{AnyPlay, Color, Move};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// So many games are kept; beyond, all are forgotten.
const MOST_GAMES: usize = 64;
/// The game of whoever names none.
const USUAL: &str = "chess";
/// What it is called, too.
const STANDARD: [&str; 3] = ["", "standard", "Standard"];

#[derive(Default)]
struct Known {
    games: Games,
    /// By name, and whether pieces are shuffled.
    kept: HashMap<(String, bool), Rc<Game>>,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// The name of a game as it is known.
fn name_of(given: Option<String>) -> String {
    given.filter(|name| !STANDARD.contains(&name.as_str())).unwrap_or_else(|| USUAL.to_owned())
}

fn game(name: &str, chess960: bool) -> Result<Rc<Game>, Trouble> {
    let key = (name.to_owned(), chess960);
    if let Some(kept) = KNOWN.with_borrow(|known| known.kept.get(&key).cloned()) {
        return Ok(kept);
    }
    let found = KNOWN.with_borrow(|known| known.games.find(name, chess960))?;
    let rules = match &found.rules {
        Rules::Own(id) => rulebook::builtin(id, Settings::new())?,
        Rules::Imported(source) => rulebook::text(&source.name, &source.text, Settings::new())?,
    };
    let kept = Rc::new(Game::of(&rules.game, &found));
    KNOWN.with_borrow_mut(|known| {
        if known.kept.len() >= MOST_GAMES {
            known.kept.clear();
        }
        known.kept.insert(key, Rc::clone(&kept));
    });
    Ok(kept)
}

/// That of a number; where none is given, ffish.js writes and reads SAN, whatever the game.
fn notation(number: Option<i32>) -> Result<Notation, Trouble> {
    let Some(number) = number else { return Ok(Notation::San) };
    Notation::of(number.into()).map_err(|error| Trouble::new(Kind::General, error.to_string()))
}

fn side(first: bool) -> Color {
    if first { Color::First } else { Color::Second }
}

/// The names of the games that can be played.
#[wasm_bindgen(js_name = fairyVariants, skip_typescript)]
pub fn fairy_variants() -> Vec<String> {
    KNOWN.with_borrow(|known| known.games.names())
}

/// Takes in the games of a `variants.ini`. Each is read when it is asked for.
#[wasm_bindgen(js_name = fairyConfigure, skip_typescript)]
pub fn fairy_configure(text: &str) {
    KNOWN.with_borrow_mut(|known| {
        known.games.configure(text);
        known.kept.clear();
    });
}

/// Whether captured pieces go to the hand of the captor.
///
/// # Errors
/// There is no such game.
#[wasm_bindgen(js_name = fairyCapturesToHand, skip_typescript)]
pub fn fairy_captures_to_hand(name: Option<String>) -> Result<bool, Trouble> {
    Ok(game(&name_of(name), false)?.variant().captures_to_hand)
}

/// The position in which a game begins.
///
/// # Errors
/// There is no such game.
#[wasm_bindgen(js_name = fairyStart, skip_typescript)]
pub fn fairy_start(name: Option<String>) -> Result<String, Trouble> {
    let start = game(&name_of(name), false)?.start_fen();
    start.map_err(|error| Trouble::opening(error, "startpos"))
}

/// Whether a FEN is one of a game (1), or what is wrong.
///
/// # Errors
/// There is no such game.
#[wasm_bindgen(js_name = fairyValidity, skip_typescript)]
pub fn fairy_validity(
    fen: &str,
    name: Option<String>,
    chess960: Option<bool>,
) -> Result<i32, Trouble> {
    Ok(game(&name_of(name), chess960.unwrap_or_default())?.validity(fen).code())
}

/// The first game of a PGN.
///
/// # Errors
/// It cannot be read, there is no such game, or a move is not legal.
#[wasm_bindgen(js_name = fairyPgn, skip_typescript)]
pub fn fairy_pgn(text: &str) -> Result<FairyGame, Trouble> {
    let read = GameText::read(text).map_err(|bad| Trouble::of_record(&bad))?;
    let (name, chess960) = read.variant();
    let moves = read.moves(&*game(&name, chess960)?);
    let moves = moves.map_err(|error| Trouble::opening(error, read.header("FEN")))?;
    Ok(FairyGame { moves: moves.join(" "), read })
}

/// A game of a PGN, as ffish.js has it.
#[wasm_bindgen(skip_typescript)]
pub struct FairyGame {
    read: GameText,
    moves: String,
}

#[wasm_bindgen]
impl FairyGame {
    /// The names of what is said above the moves.
    #[wasm_bindgen(js_name = headerKeys)]
    pub fn header_keys(&self) -> String {
        let names = self.read.headers.iter().map(|(name, _)| name.as_str());
        names.collect::<Vec<_>>().join(" ")
    }

    /// What is said by such a name; empty for nothing.
    pub fn headers(&self, item: &str) -> String {
        self.read.header(item).to_owned()
    }

    /// The moves of the main line.
    #[wasm_bindgen(js_name = mainlineMoves)]
    pub fn mainline_moves(&self) -> String {
        self.moves.clone()
    }
}

/// A game in progress, as ffish.js has it: it changes with each move.
#[wasm_bindgen(skip_typescript)]
pub struct FairyBoard {
    name: String,
    chess960: bool,
    game: Rc<Game>,
    play: AnyPlay,
}

impl FairyBoard {
    /// A move that may be none.
    fn legal(&self, text: &str) -> Option<Move> {
        self.game.find(&self.play, text).ok()
    }

    fn begin(&mut self, fen: &str) -> Result<(), Trouble> {
        let play = self.game.open(fen);
        self.play = play.map_err(|error| Trouble::opening(error, fen))?;
        Ok(())
    }
}

#[wasm_bindgen]
impl FairyBoard {
    /// A game by its name, from a position or the usual start.
    ///
    /// # Errors
    /// There is no such game, or it cannot begin there.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: Option<String>,
        fen: Option<String>,
        chess960: Option<bool>,
    ) -> Result<FairyBoard, Trouble> {
        let (name, chess960) = (name_of(name), chess960.unwrap_or_default());
        let game = game(&name, chess960)?;
        let fen = fen.filter(|fen| !fen.is_empty()).unwrap_or_else(|| "startpos".to_owned());
        let play = game.open(&fen).map_err(|error| Trouble::opening(error, &fen))?;
        Ok(FairyBoard { name, chess960, game, play })
    }

    /// The legal moves as UCI writes them.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> String {
        self.game.legal_moves(&self.play).join(" ")
    }

    /// The legal moves as people write them.
    #[wasm_bindgen(js_name = legalMovesSan)]
    pub fn legal_moves_san(&self) -> String {
        let written = |m: &Move| self.game.written(&self.play, *m, Notation::San);
        self.game.moves(&self.play).iter().map(written).collect::<Vec<_>>().join(" ")
    }

    /// How many moves are legal.
    #[wasm_bindgen(js_name = numberLegalMoves)]
    pub fn number_legal_moves(&self) -> usize {
        self.game.moves(&self.play).len()
    }

    /// Plays a move; the answer is whether it is legal.
    pub fn push(&mut self, text: &str) -> bool {
        let found = self.legal(text);
        found.inspect(|m| self.play.push(*m)).is_some()
    }

    /// The same of a move as people write it.
    ///
    /// # Errors
    /// The notation is not known here.
    #[wasm_bindgen(js_name = pushSan)]
    pub fn push_san(&mut self, text: &str, notation: Option<i32>) -> Result<bool, Trouble> {
        let notation = self::notation(notation)?;
        let found = self.game.read(&self.play, text, notation).ok();
        Ok(found.inspect(|m| self.play.push(*m)).is_some())
    }

    /// Plays moves.
    ///
    /// # Errors
    /// The first that is not legal; those before it have been played.
    #[wasm_bindgen(js_name = pushMoves)]
    pub fn push_moves(&mut self, texts: &str) -> Result<(), Trouble> {
        self.push_san_moves(texts, None)
    }

    /// The same of moves as people write them.
    ///
    /// # Errors
    /// The first that is not legal; those before it have been played.
    #[wasm_bindgen(js_name = pushSanMoves)]
    pub fn push_san_moves(&mut self, texts: &str, notation: Option<i32>) -> Result<(), Trouble> {
        let notation = self::notation(notation)?;
        for (number, text) in (1..).zip(texts.split_whitespace()) {
            let found = self.game.read(&self.play, text, notation);
            let m = found.map_err(|refusal| Trouble::refused(&refusal, text).at(number, text))?;
            self.play.push(m);
        }
        Ok(())
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// There is none.
    pub fn pop(&mut self) -> Result<(), Trouble> {
        let start = || Trouble::new(Kind::Position, "no move has been played");
        self.play.pop().map(drop).ok_or_else(start)
    }

    /// Begins anew, at the usual start.
    ///
    /// # Errors
    /// The game has none.
    pub fn reset(&mut self) -> Result<(), Trouble> {
        self.begin("startpos")
    }

    /// Whether it is a game with shuffled pieces.
    pub fn is960(&self) -> bool {
        self.chess960
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.game.fen(&self.play)
    }

    /// Begins anew, at a position.
    ///
    /// # Errors
    /// The game cannot begin there; it stays where it is.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, fen: &str) -> Result<(), Trouble> {
        self.begin(fen)
    }

    /// A legal move as people write it; empty for any other.
    ///
    /// # Errors
    /// The notation is not known here.
    #[wasm_bindgen(js_name = sanMove)]
    pub fn san_move(&self, text: &str, notation: Option<i32>) -> Result<String, Trouble> {
        let notation = self::notation(notation)?;
        let written = |m| self.game.written(&self.play, m, notation);
        Ok(self.legal(text).map(written).unwrap_or_default())
    }

    /// Legal moves that follow each other as people write them; empty where one of them is not legal.
    ///
    /// # Errors
    /// The notation is not known here.
    #[wasm_bindgen(js_name = variationSan)]
    pub fn variation_san(
        &self,
        texts: &str,
        notation: Option<i32>,
        numbers: Option<bool>,
    ) -> Result<String, Trouble> {
        let notation = self::notation(notation)?;
        let (game, texts) = (&self.game, texts.split_whitespace().collect::<Vec<_>>());
        let written = match numbers.unwrap_or(true) {
            true => game.variation(&self.play, &texts, notation),
            false => game.written_all(&self.play, &texts, notation).map(|all| all.join(" ")),
        };
        Ok(written.unwrap_or_default())
    }

    /// Whether the first side is to move.
    pub fn turn(&self) -> bool {
        self.play.side() == Color::First
    }

    /// The number of the move, from 1.
    #[wasm_bindgen(js_name = fullmoveNumber)]
    pub fn fullmove_number(&self) -> u32 {
        self.play.ply() / 2 + 1
    }

    /// Plies without a capture or a move of a pawn.
    #[wasm_bindgen(js_name = halfmoveClock)]
    pub fn halfmove_clock(&self) -> u32 {
        self.game.clock(&self.play)
    }

    /// Plies since the start of the game.
    #[wasm_bindgen(js_name = gamePly)]
    pub fn game_ply(&self) -> u32 {
        self.play.ply()
    }

    /// Whether a side can never mate.
    #[wasm_bindgen(js_name = hasInsufficientMaterial)]
    pub fn has_insufficient_material(&self, first: bool) -> bool {
        is_too_weak(&self.play, side(first))
    }

    /// Whether neither side can ever mate.
    #[wasm_bindgen(js_name = isInsufficientMaterial)]
    pub fn is_insufficient_material(&self) -> bool {
        Color::BOTH.into_iter().all(|side| is_too_weak(&self.play, side))
    }

    /// Whether the game is over, if a player ends it where one may, or without that.
    #[wasm_bindgen(js_name = isGameOver)]
    pub fn is_game_over(&self, claim: Option<bool>) -> bool {
        ended(&self.play, claim.unwrap_or_default()).is_some()
    }

    /// How it has ended.
    pub fn result(&self, claim: Option<bool>) -> String {
        let end = ended(&self.play, claim.unwrap_or_default());
        pgn::result(end.map(|winner| winner.map_or(Winner::Draw, Winner::from))).to_owned()
    }

    /// The squares of the royals of the side to move that are in check.
    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self) -> String {
        checked(&self.play).join(" ")
    }

    /// Whether the side to move is in check.
    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.play.in_check()
    }

    /// Whether royals face each other, where that matters.
    #[wasm_bindgen(js_name = isBikjang)]
    pub fn is_bikjang(&self) -> bool {
        self.play.royals_face()
    }

    /// Whether a legal move captures.
    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, text: &str) -> bool {
        self.legal(text).is_some_and(|m| !self.play.captures(m).is_empty())
    }

    /// The moves that were played.
    #[wasm_bindgen(js_name = moveStack)]
    pub fn move_stack(&self) -> String {
        self.game.history(&self.play).join(" ")
    }

    /// The pieces in a hand, in lower case.
    pub fn pocket(&self, first: bool) -> String {
        pocket(&self.game, &self.play, side(first))
    }

    /// The board as a line for each rank.
    #[wasm_bindgen(js_name = toString)]
    pub fn to_text(&self) -> String {
        rows(&self.play)
    }

    /// The board as a table, with what else there is to know.
    #[wasm_bindgen(js_name = toVerboseString)]
    pub fn to_verbose_text(&self) -> String {
        drawn(&self.game, &self.play)
    }

    /// The name of the game.
    pub fn variant(&self) -> String {
        self.name.clone()
    }
}
