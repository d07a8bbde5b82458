//! Both implementations side by side on the positions of one game.

use super::{self as reference, Next, ends, text};
use fastrand::Rng;
use komadai_records::moves::{find, spell};
use komadai_records::position::{parse, to_sfen, write};
use komadai_rules::variant::CaptureBan;
use komadai_rules::{
    AnyGame, Color, Effect, Fate, Game, Move, MoveKind, Opening, PieceType, Play, Position, Setup,
    SetupError, Square, Variant, any_size,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Games are cut off here, so that openings do not crowd out the rest.
const LONGEST_GAME: u32 = 60;
/// Every so many positions the moves after each move are counted as well.
const COUNT_EVERY: u32 = 50;
/// Counting them takes the slow implementation too long where there are more moves than this.
const MOST_COUNTED: usize = 40;
/// So many of the moves of each position are asked whether they are legal.
const MOVES_ASKED: usize = 3;
/// So many of the moves of each position are written and read again.
const MOVES_WRITTEN: usize = 3;
/// So many ways there and back are tried from each position, where it matters what moves threaten.
const ROUNDS_TRIED: usize = 4;

/// Plays many positions of a game that is known to be good.
pub(crate) fn play(v: &Variant) {
    let most = setting("KOMADAI_POSITIONS", 500) as u32;
    let seed =
        v.id.bytes()
            .fold(setting("KOMADAI_SEED", 1), |s, b| s.wrapping_mul(31).wrapping_add(b.into()));
    assert!(with_size(v, seed, most, usize::MAX), "it compiles");
}

/// Plays a few positions of any game; `false` if it does not compile.
pub(crate) fn glance(v: &Variant, seed: u64) -> bool {
    let positions = setting("KOMADAI_POSITIONS", 12) as u32;
    with_size(v, seed, positions, 50 * positions as usize)
}

fn with_size(v: &Variant, seed: u64, positions: u32, moves: usize) -> bool {
    AnyGame::compile(v).is_ok_and(|any| {
        any_size!(AnyGame, &any, game => Contest::new(v, &any, game, seed).play(positions, moves))
    })
}

/// A number from the environment.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Both implementations at one game.
struct Contest<'v, const N: usize> {
    v: &'v Variant,
    any: AnyGame,
    game: Arc<Game<N>>,
    rng: Rng,
    seen: u32,
    /// The moves of all positions seen.
    moves: usize,
    /// Positions by key, to see that no key means two of them.
    keys: HashMap<u64, Setup>,
}

/// What explodes by a move, in the order of the squares.
fn exploded<const N: usize>(position: &Position<N>, m: Move) -> Vec<(usize, Color, PieceType)> {
    let removed = Effect::of(position, m).removed.into_iter();
    let exploded = removed.filter(|removed| removed.fate == Fate::Exploded);
    let mut exploded: Vec<_> =
        exploded.map(|removed| (removed.square.index(), removed.side, removed.piece)).collect();
    exploded.sort_by_key(|(at, ..)| *at);
    exploded
}

/// A move of any kind between any squares.
fn any_move(rng: &mut Rng) -> Move {
    use komadai_rules::MoveKind::{
        Castle, Drop, EnPassant, Jitto, Pass, Path, Shot, Step, Through,
    };
    let kinds = [Step, Drop, Through, Shot, Jitto, Pass, Castle, EnPassant, Path];
    let mut square = || Square(rng.u8(..));
    let (from, via, to) = (square(), square().0, square());
    Move::new(kinds[rng.usize(0..kinds.len())], from, via, to, rng.u8(0..3))
}

/// The position as the reference has it, and how it came about.
type Line = Vec<Setup>;

impl<'v, const N: usize> Contest<'v, N> {
    fn new(v: &'v Variant, any: &AnyGame, game: &Arc<Game<N>>, seed: u64) -> Self {
        let (any, game, rng) = (any.clone(), Arc::clone(game), Rng::with_seed(seed));
        Contest { v, any, game, rng, seen: 0, moves: 0, keys: HashMap::new() }
    }

    /// Random games until enough positions, or enough moves, have been looked at.
    fn play(mut self, positions: u32, moves: usize) -> bool {
        let start = self.v.start_setup(None).expect("a start");
        let start = reference::canonical(self.v, &start);
        let mut begun = 0;
        while self.seen < positions && self.moves < moves && begun < 4 * positions {
            begun += 1;
            let s = match self.rng.bool() {
                true => self.shuffled().unwrap_or_else(|| start.clone()),
                false => self.random_position(),
            };
            let most = LONGEST_GAME.min(positions - self.seen);
            if let Some(play) = self.begin(&s) {
                self.go_on(play, s, most, moves);
            }
        }
        true
    }

    fn go_on(&mut self, mut play: Play<N>, s: Setup, most: u32, moves: usize) {
        let mut line: Line = vec![s];
        for _ in 0..most {
            let nexts = self.compare(&play, &line);
            if nexts.is_empty() || self.moves >= moves {
                break;
            }
            self.go_round(&play, &line);
            let (m, next) = nexts[self.rng.usize(0..nexts.len())].clone();
            play.push(m);
            line.push(next);
        }
    }

    /// Two moves of each side, there and back, again and again until that ends the game: it matters what
    /// they threaten.
    fn go_round(&mut self, play: &Play<N>, line: &Line) {
        let rule = self.v.end.repetition.as_ref();
        let Some(rule) = rule.filter(|rule| !rule.perpetual_chase.is_empty()) else { return };
        for _ in 0..ROUNDS_TRIED {
            let Some(round) = self.round(play) else { continue };
            let (mut play, mut line) = (play.clone(), line.clone());
            let plies = round.len() * (rule.times as usize - 1);
            for m in round.iter().cycle().take(plies) {
                play.push(*m);
                line.push(written(play.position()));
                if self.check_end(&play, &line, &[]) {
                    break;
                }
            }
        }
    }

    /// Four moves that lead to the same position, if they are found at once.
    fn round(&mut self, play: &Play<N>) -> Option<Vec<Move>> {
        let mut position = play.position().clone();
        let key = position.key();
        let mut round: Vec<Move> = Vec::new();
        for ply in 0..4 {
            let mut moves = position.legal_moves();
            if ply >= 2 {
                let there = round[ply - 2];
                moves.retain(|m| (m.from(), m.to()) == (there.to(), there.from()));
            } else {
                moves.retain(|m| m.kind() == MoveKind::Step && position.at(m.to()).is_none());
            }
            let m = *moves.get(self.rng.usize(0..moves.len().max(1)))?;
            position.make(m);
            round.push(m);
        }
        (position.key() == key).then_some(round)
    }

    /// The game that begins with a position; `None` if it cannot be set up.
    fn begin(&self, s: &Setup) -> Option<Play<N>> {
        match Position::from_setup(&self.game, s) {
            Ok(position) => Some(Play::new(position)),
            Err(errors) => {
                self.check_refusal(s, &errors);
                None
            }
        }
    }

    /// A position is refused for a check out of turn only if there is one.
    fn check_refusal(&self, s: &Setup, errors: &[SetupError]) {
        let turned = Setup { side: !s.side, en_passant: Vec::new(), ..s.clone() };
        let checked = reference::in_check(self.v, &turned);
        let refused = errors.iter().any(|e| matches!(e, SetupError::OpponentInCheck(..)));
        assert!(checked || !refused, "nobody is in check:\n{}", self.show(s));
    }

    /// Compares all that is known of the last position of a line. Gives the moves on from it, where
    /// the game goes on.
    fn compare(&mut self, play: &Play<N>, line: &Line) -> Vec<(Move, Setup)> {
        let s = line.last().expect("a line has a position");
        let mut position = play.position().clone();
        self.seen += 1;
        assert_eq!(written(&position), *s, "read and written again:\n{}", self.show(s));
        self.check_key(&position, s);
        let checked = reference::in_check(self.v, s);
        assert_eq!(position.in_check(), checked, "in check by the reference:\n{}", self.show(s));
        let expected = reference::successors(self.v, s);
        let nexts = self.check_successors(s, &mut position, &expected);
        self.check_checks(&mut position, s);
        self.check_legality(&position, s);
        if self.seen.is_multiple_of(COUNT_EVERY) && expected.len() <= MOST_COUNTED {
            assert_eq!(position.perft(2), reference::perft(self.v, s, 2), "{}", self.show(s));
        }
        let over = self.check_end(play, line, &nexts);
        self.check_texts(play, s, &nexts);
        if over { Vec::new() } else { nexts }
    }

    fn check_key(&mut self, position: &Position<N>, s: &Setup) {
        assert_eq!(position.key(), position.recomputed_key(), "the key:\n{}", self.show(s));
        let plain = ends::identity(s);
        let known = self.keys.entry(position.key()).or_insert_with(|| plain.clone()) == &plain;
        assert!(known, "one key, two positions:\n{}", self.show(s));
    }

    fn check_successors(
        &mut self,
        s: &Setup,
        position: &mut Position<N>,
        expected: &[Next],
    ) -> Vec<(Move, Setup)> {
        let mut reached: HashMap<Next, Vec<Move>> = HashMap::new();
        let moves = position.legal_moves();
        self.moves += moves.len() + 1;
        for &m in &moves {
            let exploded = exploded(position, m);
            position.make(m);
            assert_eq!(position.key(), position.recomputed_key(), "{m:?}:\n{}", self.show(s));
            reached.entry(Next { after: written(position), exploded }).or_default().push(m);
            assert_eq!(position.unmake(), Some(m));
            assert_eq!(written(position), *s, "{m:?} taken back:\n{}", self.show(s));
        }
        let missing = expected.iter().filter(|next| !reached.contains_key(next));
        let missing: String = missing.map(|next| self.difference(s, &next.after)).collect();
        let extra = reached.iter().filter(|(next, _)| !expected.contains(next));
        let extra: String =
            extra.map(|(next, m)| format!("{m:?}: {}", self.difference(s, &next.after))).collect();
        let twice: Vec<_> = reached.values().filter(|moves| moves.len() > 1).collect();
        assert!(
            missing.is_empty() && extra.is_empty() && twice.is_empty(),
            "{}\nmissing:\n{missing}extra:\n{extra}twice: {twice:?}",
            self.show(s)
        );
        assert_eq!(position.count_legal(), moves.len() as u64, "counted:\n{}", self.show(s));
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "any:\n{}", self.show(s));
        let of = |next: &Next| reached[next][0];
        expected.iter().map(|next| (of(next), next.after.clone())).collect()
    }

    /// Among the moves that may give check are all that do, or that make the opponent pass; and nothing but
    /// legal moves, each once.
    fn check_checks(&self, position: &mut Position<N>, s: &Setup) {
        let (legal, mut found) = (position.legal_moves(), Vec::new());
        position.checking_moves_into(&mut found);
        for m in &legal {
            position.make(*m);
            let forces = position.in_check() || position.must_pass();
            position.unmake();
            assert!(!forces || found.contains(m), "{m:?} is a check:\n{}", self.show(s));
        }
        let distinct: HashSet<&Move> = found.iter().collect();
        let all = distinct.len() == found.len() && found.iter().all(|m| legal.contains(m));
        assert!(all, "among the checks: {found:?}\n{}", self.show(s));
    }

    /// A move is legal if it is one of the legal moves, also when it is asked for alone: asked of a few,
    /// and of one that may belong to no position at all.
    fn check_legality(&self, position: &Position<N>, s: &Setup) {
        let legal = position.legal_moves();
        let mut asked = position.pseudo_legal_moves();
        asked.extend(&legal);
        let mut rng = Rng::with_seed(position.key());
        let mut chosen = vec![any_move(&mut rng)];
        for _ in 0..MOVES_ASKED.min(asked.len()) {
            chosen.push(asked.swap_remove(rng.usize(0..asked.len())));
        }
        for m in chosen {
            assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?}:\n{}", self.show(s));
        }
    }

    /// Whether the game is over: so it must be by both implementations.
    fn check_end(&self, play: &Play<N>, line: &Line, nexts: &[(Move, Setup)]) -> bool {
        let found = play.ending().map(|ending| (ending.status.to_string(), ending.winner));
        let expected = ends::ending(self.v, line);
        let s = &line[line.len() - 1];
        assert_eq!(found, expected, "the end, by the rules and the reference:\n{}", self.show(s));
        let allowed: HashSet<Move> = play.legal_moves().into_iter().collect();
        for (m, next) in nexts {
            let barred = ends::is_barred(self.v, line, next);
            assert_eq!(allowed.contains(m), !barred, "{m:?} barred: {barred}:\n{}", self.show(s));
        }
        found.is_some()
    }

    /// The position and some of its moves, written and read again. Whatever a game comes to can be
    /// set up anew.
    fn check_texts(&mut self, play: &Play<N>, s: &Setup, nexts: &[(Move, Setup)]) {
        let position = play.position();
        let setup = position.to_setup();
        let text = write(self.v, &setup);
        let read = parse(self.v, &text);
        let read = read.unwrap_or_else(|e| panic!("{text}: {e}\n{}", self.show(s)));
        assert_eq!(read, setup, "{text}:\n{}", self.show(s));
        let anew = self.any.open(&Opening::Setup(setup));
        let anew = anew.unwrap_or_else(|e| panic!("set up anew: {e}\n{}", self.show(s)));
        assert_eq!(anew.key(), position.key(), "set up anew:\n{}", self.show(s));
        for _ in 0..MOVES_WRITTEN.min(nexts.len()) {
            let (m, _) = nexts[self.rng.usize(0..nexts.len())];
            let spelling = spell(&anew, m);
            for text in [spelling.usi(self.v), spelling.algebraic(self.v)] {
                let read = find(&anew, &text);
                if ends::bars_now(self.v, s) && read.is_err() {
                    continue;
                }
                assert_eq!(read, Ok(m), "`{text}` read again:\n{}", self.show(s));
            }
        }
    }

    /// One of the shuffled starts, if there are any.
    fn shuffled(&mut self) -> Option<Setup> {
        let shuffle = self.v.shuffle.as_ref()?;
        let number = self.rng.u64(0..shuffle.count()?);
        let setup = self.v.start_setup(Some(&number.to_string()))?;
        assert_eq!(shuffle.number(&setup), Some(number), "{}", self.v.id);
        Some(reference::canonical(self.v, &setup))
    }

    /// Royals as many as at the start, any other pieces, and some in hand where that is allowed.
    fn random_position(&mut self) -> Setup {
        let v = self.v;
        let types = v.pieces.len();
        let side = Color::BOTH[self.rng.usize(0..2)];
        let mut s = v.start_setup(None).expect("a start");
        s = Setup { board: vec![None; s.board.len()], side, ply: side as u32, unmoved: None, ..s };
        s.hands = [vec![0; types], vec![0; types]];
        if let Some(rule) = v.end.checks {
            s.checks_given = [0; 2].map(|_| self.rng.u8(0..rule.count + u8::from(rule.count == 1)));
        }
        for color in Color::BOTH {
            let royal = |t: &PieceType| v.pieces[t.index()].royal;
            let all: Vec<PieceType> = (0..types).map(|t| PieceType(t as u8)).collect();
            let (royals, others): (Vec<_>, Vec<_>) = all.into_iter().partition(royal);
            for kind in royals {
                for _ in 0..v.pieces[kind.index()].at[color.index()].len() {
                    self.put(&mut s, color, kind);
                }
            }
            for _ in 0..3 + self.rng.usize(0..v.board.files.into()) {
                let kind = others[self.rng.usize(0..others.len())];
                self.put(&mut s, color, kind);
                if v.drops.allowed && self.rng.u8(0..3) == 0 {
                    let held = v.pieces[others[self.rng.usize(0..others.len())].index()].demotes_to;
                    if v.captures_to_hand || v.pieces[held.index()].hand[color.index()] > 0 {
                        s.hands[color.index()][held.index()] += 1;
                    }
                }
            }
        }
        let returned = v.capture_limits.iter().any(|limit| limit.when == CaptureBan::InReturn);
        if returned && self.rng.bool() {
            let squares = (0..s.board.len()).map(|at| Square(at as u8));
            let waiting = |at: &Square| s.at(*at).is_some_and(|(color, _)| color != s.side);
            let waiting: Vec<Square> = squares.filter(waiting).collect();
            s.just_took = self.rng.choice(waiting);
        }
        reference::canonical(v, &s)
    }

    /// Puts a piece on some empty square where it may stand, half of the time a start square.
    fn put(&mut self, s: &mut Setup, color: Color, kind: PieceType) {
        let piece = &self.v.pieces[kind.index()];
        let starts = &piece.starts[color.index()];
        for _ in 0..100 {
            let square = match self.rng.bool() {
                true if !starts.is_empty() => starts[self.rng.usize(0..starts.len())],
                _ => Square(self.rng.usize(0..s.board.len()) as u8),
            };
            let allowed = |zones: &[Vec<Square>; 2]| zones[color.index()].contains(&square);
            let free = s.at(square).is_none() && !self.v.board.holes.contains(&square);
            if free && piece.confine.as_ref().is_none_or(allowed) {
                s.board[square.index()] = Some((color, kind));
                return;
            }
        }
    }

    /// The board as text, the side to move below it.
    fn show(&self, s: &Setup) -> String {
        let files = usize::from(self.v.board.files);
        let mut text = format!("{}\n", self.v.id);
        for rank in s.board.chunks(files).rev() {
            text.extend(rank.iter().map(|&man| format!("{:>3}", self.letter(man))));
            text.push('\n');
        }
        format!("{text}{}\n{:?} to move, {}", to_sfen(self.v, s), s.side, self.rest(s))
    }

    fn letter(&self, man: Option<(Color, PieceType)>) -> String {
        match man {
            None => ".".to_owned(),
            Some((Color::First, t)) => self.v.pieces[t.index()].id.clone(),
            Some((Color::Second, t)) => self.v.pieces[t.index()].id.to_lowercase(),
        }
    }

    /// What a position says besides the board.
    fn rest(&self, s: &Setup) -> String {
        let name = |sq: &Square| self.name(sq.index());
        let unmoved: Option<Vec<String>> =
            s.unmoved.as_ref().map(|list| list.iter().map(name).collect());
        let en_passant: Vec<_> = s.en_passant.iter().map(name).collect();
        let hands = s.hands.clone().map(|hand| {
            let held = hand.iter().enumerate().filter(|(_, n)| **n > 0);
            held.map(|(t, n)| format!("{}{n}", self.v.pieces[t].id)).collect::<String>()
        });
        format!(
            "hands {hands:?} passes {:?} unmoved {unmoved:?} en passant {en_passant:?} quiet {} \
             checks given {:?} just took {:?} counted {:?}",
            s.passes, s.quiet, s.checks_given, s.just_took, s.counted
        )
    }

    fn name(&self, cell: usize) -> String {
        text::name(self.v.board.files, self.v.board.first_rank, cell)
    }

    /// What a move has changed.
    fn difference(&self, s: &Setup, next: &Setup) -> String {
        let mut text = String::from("  ");
        for (cell, (was, is)) in s.board.iter().zip(&next.board).enumerate() {
            if was != is {
                let (was, is) = (self.letter(*was), self.letter(*is));
                text += &format!("{}: {was} -> {is}, ", self.name(cell));
            }
        }
        text + &self.rest(next) + "\n"
    }
}

/// The position as the reference writes it: no record of unmoved pieces, where none is kept, is an
/// empty record.
fn written<const N: usize>(position: &Position<N>) -> Setup {
    let s = position.to_setup();
    Setup { unmoved: s.unmoved.or(Some(Vec::new())), ..s }
}
