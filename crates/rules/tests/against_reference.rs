//! The compiled rules against the slow second implementation, on random positions of every game.
//!
//! Every variant plays random games, half of them from positions that no game would reach. In each
//! position the legal moves must lead to exactly the same positions by both implementations.
//! `KOMADAI_POSITIONS` says how many positions a variant gets (500), `KOMADAI_SEED` where the
//! random numbers begin (1).

mod reference;

use komadai_rules::variant::{Loaded, Source, load, load_builtin};
use komadai_rules::{Color, Game, PieceType, Position, Setup, SetupError, Square, Variant};
use reference::text;
use std::collections::HashMap;
use std::sync::Arc;

/// Games are cut off here, so that openings do not crowd out the rest.
const LONGEST_GAME: u32 = 60;
/// Every so many positions the moves after each move are counted as well.
const COUNT_EVERY: u32 = 50;
/// Counting them takes the slow implementation too long where there are more moves than this.
const MOST_COUNTED: usize = 40;

macro_rules! games {
    (built_in: $($built_in:ident)*; files: $($file:ident)*) => {
        $(#[test]
        fn $built_in() {
            check(&variant(stringify!($built_in)));
        })*
        $(#[test]
        fn $file() {
            check(&read(include_str!(concat!("variants/", stringify!($file), ".toml"))));
        })*
    };
}

games! {
    built_in: shogi minishogi judkins raichu minjiku chess;
    files: riders hoppers lions cylinder fire reinforcements castles
}

/// A built-in variant.
pub(crate) fn variant(id: &str) -> Variant {
    good(load_builtin(id, &[]).expect("it is built in"))
}

fn read(text: &str) -> Variant {
    good(load(&Source::new("test.toml", text), &|_| None, &[]))
}

fn good(loaded: Result<Loaded, Vec<komadai_rules::variant::Diagnostic>>) -> Variant {
    match loaded {
        Ok(loaded) => loaded.variant,
        Err(errors) => panic!("{}", errors.iter().map(|e| format!("{e}\n")).collect::<String>()),
    }
}

fn check(v: &Variant) {
    match usize::from(v.board.files) * usize::from(v.board.ranks) {
        0..=64 => Match::<1>::new(v).play(),
        65..=128 => Match::<2>::new(v).play(),
        129..=192 => Match::<3>::new(v).play(),
        _ => Match::<4>::new(v).play(),
    }
}

/// Both implementations at one game.
struct Match<'v, const N: usize> {
    v: &'v Variant,
    game: Arc<Game<N>>,
    random: Random,
    seen: u32,
}

impl<'v, const N: usize> Match<'v, N> {
    fn new(v: &'v Variant) -> Self {
        let game = Arc::new(Game::compile(v).expect("it compiles"));
        let mix = |s: u64, b: u8| s.wrapping_mul(31).wrapping_add(b.into());
        let seed = v.id.bytes().fold(setting("KOMADAI_SEED", 1), mix);
        Match { v, game, random: Random(seed), seen: 0 }
    }

    /// Random games until enough positions have been looked at.
    fn play(&mut self) {
        let most = setting("KOMADAI_POSITIONS", 500) as u32;
        let start = self.v.start_setup(None).expect("a start");
        let start = reference::canonical(self.v, &start);
        while self.seen < most {
            let mut s = match self.random.below(2) {
                0 => start.clone(),
                _ => self.random.position(self.v),
            };
            for _ in 0..LONGEST_GAME.min(most - self.seen) {
                let Some(nexts) = self.compare(&s).filter(|nexts| !nexts.is_empty()) else {
                    break;
                };
                s = nexts[self.random.below(nexts.len())].clone();
            }
        }
    }

    /// Compares all that is known of one position, and gives the positions after it; `None` if the
    /// position cannot be set up.
    fn compare(&mut self, s: &Setup) -> Option<Vec<Setup>> {
        let expected = reference::successors(self.v, s);
        let mut position = match Position::from_setup(&self.game, s) {
            Ok(position) => position,
            Err(errors) => {
                self.check_refusal(s, &errors);
                return None;
            }
        };
        self.seen += 1;
        assert_eq!(written(&position), *s, "read and written again:\n{}", self.show(s));
        let checked = reference::in_check(self.v, s);
        assert_eq!(position.in_check(), checked, "in check by the reference:\n{}", self.show(s));
        self.check_successors(s, &mut position, &expected);
        if self.seen.is_multiple_of(COUNT_EVERY) && expected.len() <= MOST_COUNTED {
            assert_eq!(position.perft(2), reference::perft(self.v, s, 2), "{}", self.show(s));
        }
        Some(expected)
    }

    /// A position is refused for a check out of turn only if there is one.
    fn check_refusal(&self, s: &Setup, errors: &[SetupError]) {
        let turned = Setup { side: !s.side, en_passant: None, ..s.clone() };
        let checked = reference::in_check(self.v, &turned);
        let refused = errors.iter().any(|e| matches!(e, SetupError::OpponentInCheck(..)));
        assert!(checked || !refused, "nobody is in check:\n{}", self.show(s));
    }

    fn check_successors(&self, s: &Setup, position: &mut Position<N>, expected: &[Setup]) {
        let mut reached: HashMap<Setup, Vec<String>> = HashMap::new();
        let moves = position.legal_moves();
        for &m in &moves {
            position.make(m);
            reached.entry(written(position)).or_default().push(format!("{m:?}"));
            assert_eq!(position.unmake(), Some(m));
            assert_eq!(written(position), *s, "{m:?} taken back:\n{}", self.show(s));
        }
        let missing = expected.iter().filter(|next| !reached.contains_key(next));
        let missing: String = missing.map(|next| self.difference(s, next)).collect();
        let extra = reached.iter().filter(|(next, _)| !expected.contains(next));
        let extra: String =
            extra.map(|(next, m)| format!("{m:?}: {}", self.difference(s, next))).collect();
        let twice: Vec<_> = reached.values().filter(|moves| moves.len() > 1).collect();
        assert!(
            missing.is_empty() && extra.is_empty() && twice.is_empty(),
            "{}\n{s:?}\nmissing:\n{missing}extra:\n{extra}twice: {twice:?}",
            self.show(s)
        );
        assert_eq!(position.count_legal(), moves.len() as u64, "counted:\n{}", self.show(s));
    }

    /// The board as text, the side to move below it.
    fn show(&self, s: &Setup) -> String {
        let files = usize::from(self.v.board.files);
        let mut text = format!("{}\n", self.v.id);
        for rank in s.board.chunks(files).rev() {
            text.extend(rank.iter().map(|&man| format!("{:>3}", self.letter(man))));
            text.push('\n');
        }
        format!("{text}{:?} to move, {}", s.side, self.rest(s))
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
        let en_passant = s.en_passant.as_ref().map(name);
        let hands = s.hands.clone().map(|hand| {
            let held = hand.iter().enumerate().filter(|(_, n)| **n > 0);
            held.map(|(t, n)| format!("{}{n}", self.v.pieces[t].id)).collect::<String>()
        });
        format!(
            "hands {hands:?} passes {} unmoved {unmoved:?} en passant {en_passant:?} quiet {}",
            s.passes, s.quiet
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

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Royals as many as at the start, any other pieces, and some in hand where that is allowed.
    fn position(&mut self, v: &Variant) -> Setup {
        let types = v.pieces.len();
        let side = Color::BOTH[self.below(2)];
        let mut s = v.start_setup(None).expect("a start");
        s = Setup { board: vec![None; s.board.len()], side, unmoved: None, ..s };
        s.hands = [vec![0; types], vec![0; types]];
        for color in Color::BOTH {
            let royal = |t: &PieceType| v.pieces[t.index()].royal;
            let all: Vec<PieceType> = (0..types).map(|t| PieceType(t as u8)).collect();
            let (royals, others): (Vec<_>, Vec<_>) = all.into_iter().partition(royal);
            for kind in royals {
                for _ in 0..v.pieces[kind.index()].at[color.index()].len() {
                    self.put(v, &mut s, color, kind);
                }
            }
            for _ in 0..3 + self.below(v.board.files.into()) {
                let kind = others[self.below(others.len())];
                self.put(v, &mut s, color, kind);
                if v.drops.allowed && self.below(3) == 0 {
                    let held = v.pieces[others[self.below(others.len())].index()].demotes_to;
                    s.hands[color.index()][held.index()] += 1;
                }
            }
        }
        reference::canonical(v, &s)
    }

    /// Puts a piece on some empty square where it may stand, half of the time a start square.
    fn put(&mut self, v: &Variant, s: &mut Setup, color: Color, kind: PieceType) {
        let piece = &v.pieces[kind.index()];
        let starts = &piece.at[color.index()];
        for _ in 0..100 {
            let square = match self.below(2) {
                0 if !starts.is_empty() => starts[self.below(starts.len())],
                _ => Square(self.below(s.board.len()) as u8),
            };
            let allowed = |zones: &[Vec<Square>; 2]| zones[color.index()].contains(&square);
            let free = s.at(square).is_none() && !v.board.holes.contains(&square);
            if free && piece.confine.as_ref().is_none_or(allowed) {
                s.board[square.index()] = Some((color, kind));
                return;
            }
        }
    }
}
