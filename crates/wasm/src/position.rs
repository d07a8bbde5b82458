//! Positions: games in progress as values that never change.

use crate::forms::{self, Branch, Held, Man, PositionOptions};
use crate::moves;
use crate::plain::{Told, given};
use crate::rulebook::{self, Rules, Settings};
use crate::trouble::{Kind, Trouble};
use crate::variant::Variant;
use js_sys::Object;
use komadai_records::json::{
    Board, Check, ChecksGiven, CountedMoves, Declaration, checks, text_of,
};
use komadai_records::moves::{Refusal, spell_each};
use komadai_records::notation::{Form, alike, find};
use komadai_records::{json, opening, position};
use komadai_rules::{AnyPlay, Color, MoveKind, Square};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// A position with all that was played before it.
#[wasm_bindgen]
pub struct Position {
    pub(crate) rules: Rc<Rules>,
    /// Where the game began.
    pub(crate) start: Rc<str>,
    pub(crate) play: AnyPlay,
}

fn form(name: Option<String>) -> Result<Form, Trouble> {
    let name = name.unwrap_or_else(|| "usi".to_owned());
    let unknown = || Trouble::new(Kind::General, format!("there is no form of moves `{name}`"));
    let known = || "usi, algebraic, uci, san, western or japanese".to_owned();
    Form::of(&name).ok_or_else(|| unknown().help(known()))
}

fn side_word(side: Color) -> String {
    json::Side::from(side).to_string()
}

/// Some legal moves as texts.
fn texts_of(play: &AnyPlay, form: Form, moves: &[komadai_rules::Move]) -> Vec<String> {
    spell_each(play, moves).iter().map(|spelling| form.write(play, spelling)).collect()
}

impl Position {
    /// Where a game begins, and what has been played.
    ///
    /// # Errors
    /// The options do not fit the game.
    pub(crate) fn open(rules: &Rc<Rules>, options: &PositionOptions) -> Result<Self, Trouble> {
        let (start, text) = (options.start.as_deref(), options.position.as_deref());
        let play = opening::open(&rules.game, start, text)
            .map_err(|error| Trouble::opening(error, text.unwrap_or_default()))?;
        let begin = Position::begin(rules, play);
        begin.after(&options.moves.as_ref().map(forms::Moves::texts).unwrap_or_default())
    }

    /// A position of a game that comes with the package.
    ///
    /// # Errors
    /// There is no such game, or the options do not fit it.
    pub fn of(id: &str, options: &PositionOptions) -> Result<Self, Trouble> {
        Position::open(&rulebook::builtin(id, Settings::new())?, options)
    }

    /// A game that begins so.
    pub(crate) fn begin(rules: &Rc<Rules>, play: AnyPlay) -> Self {
        Position { rules: Rc::clone(rules), start: text_of(&play).into(), play }
    }

    /// The same game further on, or further back.
    pub(crate) fn with(&self, play: AnyPlay) -> Self {
        Position { rules: Rc::clone(&self.rules), start: Rc::clone(&self.start), play }
    }

    /// The same after some moves.
    fn after(&self, texts: &[&str]) -> Result<Self, Trouble> {
        let mut play = self.play.clone();
        for text in texts {
            let number = play.moves().len() + 1;
            let m = find(&play, text).map_err(|refusal| {
                let trouble = Trouble::refused(&refusal, text);
                if texts.len() > 1 { trouble.at(number, text) } else { trouble }
            })?;
            play.push(m);
        }
        Ok(self.with(play))
    }

    /// The legal move that a text means.
    pub(crate) fn found(&self, text: &str) -> Result<komadai_rules::Move, Trouble> {
        find(&self.play, text).map_err(|refusal| Trouble::refused(&refusal, text))
    }

    fn square(&self, name: &str) -> Result<Square, Trouble> {
        let variant = self.play.variant();
        let found = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        found.ok_or_else(|| {
            let message = format!("`{name}` is not a square of {}", variant.name);
            Trouble::new(Kind::General, message).about(name)
        })
    }
}

#[wasm_bindgen]
impl Position {
    /// A position of a game that comes with the package; `Variant.position` begins others.
    ///
    /// # Errors
    /// There is no such game, or the options do not fit it.
    #[wasm_bindgen(constructor)]
    pub fn new(
        id: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "PositionOptions")] options: Option<Object>,
    ) -> Result<Position, Trouble> {
        Position::of(id, &given(options)?)
    }

    /// The game.
    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> Variant {
        Variant(Rc::clone(&self.rules))
    }

    /// The position as the game usually writes it.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        text_of(&self.play)
    }

    /// The position as SFEN.
    #[wasm_bindgen(getter)]
    pub fn sfen(&self) -> String {
        position::to_sfen(self.play.variant(), &self.play.setup())
    }

    /// The position as FEN.
    #[wasm_bindgen(getter)]
    pub fn fen(&self) -> String {
        position::to_fen(self.play.variant(), &self.play.setup())
    }

    /// The position in which the game began.
    #[wasm_bindgen(getter)]
    pub fn start(&self) -> String {
        self.start.to_string()
    }

    /// Who is to move.
    #[wasm_bindgen(getter, unchecked_return_type = "Side")]
    pub fn side(&self) -> String {
        side_word(self.play.side())
    }

    /// What the game calls who is to move.
    #[wasm_bindgen(getter, js_name = sideName)]
    pub fn side_name(&self) -> String {
        self.rules.variant().sides[self.play.side().index()].clone()
    }

    /// Plies since the start of the game.
    #[wasm_bindgen(getter)]
    pub fn ply(&self) -> u32 {
        self.play.ply()
    }

    /// Whether the side to move is in check.
    #[wasm_bindgen(getter, js_name = inCheck)]
    pub fn in_check(&self) -> bool {
        self.play.in_check()
    }

    /// The squares of attackers and of the royals that they attack.
    #[wasm_bindgen(getter, unchecked_return_type = "Check[]")]
    pub fn checks(&self) -> Told<Vec<Check>> {
        Told(checks(&self.play))
    }

    /// Whether the side to move has to pass.
    #[wasm_bindgen(getter, js_name = mustPass)]
    pub fn must_pass(&self) -> bool {
        self.play.must_pass()
    }

    /// How the game has ended; `undefined` while it goes on.
    #[wasm_bindgen(getter, unchecked_return_type = "Result | undefined")]
    pub fn result(&self) -> Told<Option<forms::Result>> {
        Told(self.play.ending().map(|end| {
            forms::Result {
                status: end.status.to_string(),
                winner: end.winner.map(json::Side::from),
                reason: end.reason.clone(),
                score: match end.winner {
                    Some(Color::First) => "1-0",
                    Some(Color::Second) => "0-1",
                    None => "1/2-1/2",
                }
                .to_owned(),
            }
        }))
    }

    /// Whether the game is over.
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.play.ending().is_some()
    }

    /// The draws that the side to move may claim: `repetition`, `move-limit`.
    #[wasm_bindgen(getter)]
    pub fn claims(&self) -> Vec<String> {
        self.play.claims().iter().map(ToString::to_string).collect()
    }

    /// What a declaration would bring, by each rule.
    #[wasm_bindgen(getter, unchecked_return_type = "Declaration | undefined")]
    pub fn declaration(&self) -> Told<Option<Declaration>> {
        Told(self.play.declaration().map(|it| Declaration::from(&it)))
    }

    /// How many checks each side has given, where they count.
    #[wasm_bindgen(getter, js_name = checksGiven, unchecked_return_type = "ChecksGiven | undefined")]
    pub fn checks_given(&self) -> Told<Option<ChecksGiven>> {
        Told(ChecksGiven::of(&self.play))
    }

    /// How far a side has counted its moves, where the game is drawn by that.
    #[wasm_bindgen(getter, unchecked_return_type = "CountedMoves | undefined")]
    pub fn counted(&self) -> Told<Option<CountedMoves>> {
        Told(CountedMoves::of(&self.play))
    }

    /// Equal where positions are the same for repetition.
    #[wasm_bindgen(getter)]
    pub fn key(&self) -> u64 {
        self.play.key()
    }

    /// What stands where, by the names of squares.
    #[wasm_bindgen(getter, unchecked_return_type = "Record<string, Man>")]
    pub fn board(&self) -> Told<BTreeMap<String, Man>> {
        let pieces = Board::of(&self.play).pieces.into_iter();
        Told(pieces.map(|it| (it.square, Man { side: it.side, piece: it.piece })).collect())
    }

    /// What each side holds.
    #[wasm_bindgen(getter, unchecked_return_type = "Held")]
    pub fn hands(&self) -> Told<Held> {
        let held = Board::of(&self.play).hands;
        let counted = |hand: json::Hand| hand.into_iter().map(|(id, n)| (id, u32::from(n)));
        Told(Held { first: counted(held.first).collect(), second: counted(held.second).collect() })
    }

    /// The legal moves, or those that begin on a square.
    ///
    /// # Errors
    /// There is no such square.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "Move[]")]
    pub fn legal_moves(&self, square: Option<String>) -> Result<Told<Vec<forms::Move>>, Trouble> {
        let mut legal = self.play.legal_moves();
        if let Some(name) = square {
            let square = self.square(&name)?;
            let off_board = |kind| matches!(kind, MoveKind::Drop | MoveKind::Pass);
            legal.retain(|m| !off_board(m.kind()) && m.from() == square);
        }
        Ok(Told(moves::told(&self.play, &legal)))
    }

    /// The legal moves as texts: quicker than a list of objects.
    ///
    /// # Errors
    /// There is no such form of moves.
    #[wasm_bindgen(js_name = legalTexts)]
    pub fn legal_texts(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "MoveNotation")] form: Option<String>,
    ) -> Result<Vec<String>, Trouble> {
        Ok(texts_of(&self.play, self::form(form)?, &self.play.legal_moves()))
    }

    /// How many moves are legal, whatever was on the board before: quicker than a list of them.
    #[wasm_bindgen(js_name = countLegal)]
    pub fn count_legal(&self) -> f64 {
        number(self.play.count_legal())
    }

    /// The moves played so far, as texts.
    ///
    /// # Errors
    /// There is no such form of moves.
    pub fn moves(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "MoveNotation")] form: Option<String>,
    ) -> Result<Vec<String>, Trouble> {
        let form = self::form(form)?;
        let mut play = self.play.clone();
        while play.pop().is_some() {}
        let told = |m: &komadai_rules::Move| {
            let text = texts_of(&play, form, &[*m]).concat();
            play.push(*m);
            text
        };
        Ok(self.play.moves().iter().map(told).collect())
    }

    /// The legal move that a text means, in any notation.
    ///
    /// # Errors
    /// Why it means none.
    #[wasm_bindgen(unchecked_return_type = "Move")]
    pub fn find(&self, text: &str) -> Result<Told<Option<forms::Move>>, Trouble> {
        Ok(Told(moves::told(&self.play, &[self.found(text)?]).pop()))
    }

    /// A legal move, read in any notation, as it is written in another one.
    ///
    /// # Errors
    /// There is no such move, or no such form.
    pub fn write(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "MoveNotation")] form: String,
    ) -> Result<String, Trouble> {
        Ok(texts_of(&self.play, self::form(Some(form))?, &[self.found(text)?]).concat())
    }

    /// The position after some moves, in any notation, with spaces between them.
    ///
    /// # Errors
    /// Which of them is not legal, and why.
    pub fn play(&self, moves: &str) -> Result<Position, Trouble> {
        self.after(&moves.split_whitespace().collect::<Vec<_>>())
    }

    /// The position some plies before; one if nothing is said.
    ///
    /// # Errors
    /// The game had not begun.
    pub fn back(&self, plies: Option<u32>) -> Result<Position, Trouble> {
        let mut play = self.play.clone();
        for _ in 0..plies.unwrap_or(1) {
            let start = || Trouble::new(Kind::Position, "the game had not begun before that");
            play.pop().ok_or_else(start)?;
        }
        Ok(self.with(play))
    }

    /// A game that begins here.
    #[wasm_bindgen(js_name = withoutHistory)]
    pub fn without_history(&self) -> Position {
        Position::begin(&self.rules, self.play.without_history())
    }

    /// Why a text is no legal move; `undefined` if it is one.
    #[wasm_bindgen(js_name = whyNot, unchecked_return_type = "Refusal | undefined")]
    pub fn why_not(&self, text: &str) -> Told<Option<forms::Refusal>> {
        let Err(refusal) = find(&self.play, text) else { return Told(None) };
        let kind = match refusal {
            Refusal::Unreadable(_) => "unreadable",
            Refusal::Ambiguous(_) => "ambiguous",
            Refusal::Illegal(_) => "illegal",
        };
        Told(Some(forms::Refusal {
            kind: kind.to_owned(),
            key: refusal.key(),
            message: refusal.to_string(),
            japanese: refusal.japanese(self.play.variant()),
            meant: alike(&self.play, text),
        }))
    }

    /// How many lines of so many plies there are.
    pub fn perft(&self, depth: u32) -> f64 {
        number(self.play.without_history().perft(depth))
    }

    /// The same for each legal move.
    #[wasm_bindgen(js_name = perftDivided, unchecked_return_type = "Branch[]")]
    pub fn perft_divided(&self, depth: u32) -> Told<Vec<Branch>> {
        let mut play = self.play.without_history();
        let legal = if depth > 0 { play.legal_moves_without_history() } else { Vec::new() };
        let texts = texts_of(&self.play, Form::Usi, &legal);
        let mut count = |m| {
            play.push(m);
            let lines = play.perft(depth - 1);
            play.pop();
            lines
        };
        let branch = |(text, m)| Branch { text, lines: count(m) };
        Told(texts.into_iter().zip(legal).map(branch).collect())
    }

    /// Whether two games began at the same place and went the same way.
    pub fn equals(&self, other: &Position) -> bool {
        self.start == other.start
            && self.play.moves() == other.play.moves()
            && *self.rules == *other.rules
    }

    /// The position as the game usually writes it.
    #[wasm_bindgen(js_name = toString)]
    pub fn to_js_string(&self) -> String {
        self.text()
    }
}

/// A count as a number of JavaScript: exact up to nine thousand billions.
fn number(count: u64) -> f64 {
    count as f64
}
