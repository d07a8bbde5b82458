//! What moves do, told as data: kind by kind from a table, and by random games of every file, where
//! what is told of a move must make the position after it.

use komadai_records::moves::find;
use komadai_records::position::parse;
use komadai_rules::variant::{Diagnostics, Loaded, Source, load, load_builtin};
use komadai_rules::{
    AnyPlay, Carried, Color, Effect, Fate, Game, Mover, PieceType, Play, Position, Removed, Setup,
    SetupError, Square, Variant,
};
use std::sync::Arc;

const BUILT_IN: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

/// Files whose moves do more than those of the built-in games.
const FILES: [(&str, &str); 10] = [
    ("riders", include_str!("variants/riders.toml")),
    ("hoppers", include_str!("variants/hoppers.toml")),
    ("lions", include_str!("variants/lions.toml")),
    ("cylinder", include_str!("variants/cylinder.toml")),
    ("fire", include_str!("variants/fire.toml")),
    ("reinforcements", include_str!("variants/reinforcements.toml")),
    ("castles", include_str!("variants/castles.toml")),
    ("carriers", include_str!("variants/carriers.toml")),
    ("atomic", include_str!("variants/atomic.toml")),
    ("powder", include_str!("variants/powder.toml")),
];

fn variant(id: &str) -> Variant {
    let good = |loaded: Result<Loaded, Diagnostics>| {
        loaded.unwrap_or_else(|errors| panic!("{id}: {errors:?}")).variant
    };
    match FILES.iter().find(|(name, _)| *name == id) {
        Some((_, text)) => good(load(&Source::new("test.toml", *text), &|_| None, &[])),
        None => good(load_builtin(id, &[])),
    }
}

/// Boards of any size: the tests are not in a hurry.
type Board = Game<4>;

fn compile(id: &str) -> Arc<Board> {
    Arc::new(Game::compile(&variant(id)).expect("it compiles"))
}

fn forgive(error: &SetupError) -> bool {
    matches!(error, SetupError::OpponentInCheck(..))
}

// ---------------------------------------------------------------------------------------- the table

/// A line of the table: variant, position, move, effect.
fn check(line: &str) {
    let columns: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [id, position, text, expected] = columns[..] else { panic!("not four columns: {line}") };
    let game = compile(id);
    let setup = parse(game.variant(), position).unwrap_or_else(|error| panic!("{line}: {error}"));
    let at = Position::from_setup_forgiving(&game, &setup, &forgive);
    let play: AnyPlay = Play::new(at.unwrap_or_else(|errors| panic!("{line}: {errors:?}"))).into();
    let m = find(&play, text).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    assert_eq!(told(game.variant(), &play.effect(m)), expected, "{line}");
}

/// An effect in few words, as the table has them.
fn told(variant: &Variant, effect: &Effect) -> String {
    let square = |square: Square| variant.square_name(square);
    let piece = |piece: PieceType| variant.pieces[piece.index()].id.clone();
    let man = |side: Color, of: PieceType| match side {
        Color::First => piece(of),
        Color::Second => piece(of).to_lowercase(),
    };
    let carried = |word: &str, it: &Carried| {
        format!("{word} {} {}-{}", man(it.side, it.piece), square(it.from), square(it.to))
    };
    let mover = |mover: &Mover| {
        let start = mover.from.map_or("*".to_owned(), square);
        let way = [Some(start)].into_iter().flatten();
        let way = way.chain(mover.middles.iter().map(|s| square(*s))).chain([square(mover.to)]);
        let way: Vec<String> = way.collect();
        let promotes = mover.becomes != mover.piece;
        let becomes = if promotes { format!("={}", piece(mover.becomes)) } else { String::new() };
        format!("{} {}{becomes}", man(mover.side, mover.piece), way.join("-"))
    };
    let removed = |it: &Removed| {
        let fate = match it.fate {
            Fate::Captured => "captured",
            Fate::Shot => "shot",
            Fate::EnPassant => "en-passant",
            Fate::Burned => "burned",
            Fate::Exploded => "exploded",
            Fate::Destroyed => "destroyed",
        };
        let to_hand = it.to_hand.map_or(String::new(), |of| format!(" +{}", piece(of)));
        format!("{fate} {} {}{to_hand}", man(it.side, it.piece), square(it.square))
    };
    let parts = effect.mover.iter().map(mover);
    let parts = parts.chain(effect.partner.iter().map(|it| carried("with", it)));
    let parts = parts.chain(effect.relocated.iter().map(|it| carried("puts", it)));
    let parts = parts.chain(effect.removed.iter().map(removed));
    let parts = parts.chain(effect.vanished.iter().map(|s| format!("vanished {}", square(*s))));
    let parts = parts.chain(effect.passes.then(|| "passes".to_owned()));
    parts.collect::<Vec<_>>().join(", ")
}

#[test]
fn every_kind_of_move_is_told() {
    let lines = include_str!("data/effects.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).for_each(check);
}

// ------------------------------------------------------------------------------------- random games

/// The position after a move, made from nothing but the position before it and what is told of the
/// move: what stands where, and what is in hand.
fn carried_out(before: &Setup, effect: &Effect) -> Setup {
    let mut after = before.clone();
    let Some(mover) = &effect.mover else { return after };
    let others = effect.partner.iter().chain(&effect.relocated);
    let lifted = others.clone().map(|it| it.from).chain(mover.from);
    let ends = |fate: Fate| matches!(fate, Fate::Burned | Fate::Exploded);
    let burned = |it: &&Removed| ends(it.fate) && it.square == mover.to;
    let removed = effect.removed.iter().filter(|it| !burned(it)).map(|it| it.square);
    lifted.chain(removed).for_each(|square| after.board[square.index()] = None);
    for it in others {
        after.board[it.to.index()] = Some((it.side, it.piece));
    }
    after.board[mover.to.index()] = match effect.removed.iter().find(burned) {
        Some(_) => None,
        None => Some((mover.side, mover.becomes)),
    };
    let hand = &mut after.hands[mover.side.index()];
    if mover.from.is_none() {
        hand[mover.piece.index()] -= 1;
    }
    effect.removed.iter().filter_map(|it| it.to_hand).for_each(|of| hand[of.index()] += 1);
    after
}

fn check_game(id: &str) {
    let game = compile(id);
    let setup = game.variant().start_setup(None).expect("it has a start");
    let start = Position::from_setup_forgiving(&game, &setup, &forgive).expect("a good start");
    let mut random = fastrand::Rng::with_seed(25);
    for _ in 0..8 {
        let mut position = start.clone();
        for _ in 0..60 {
            let moves = position.legal_moves();
            let before = position.to_setup();
            for m in &moves {
                let effect = Effect::of(&position, *m);
                let told = carried_out(&before, &effect);
                position.make(*m);
                let after = position.to_setup();
                position.unmake();
                assert_eq!(told.board, after.board, "{id}: {m:?} {effect:?}");
                assert_eq!(told.hands, after.hands, "{id}: {m:?} {effect:?}");
                check_squares(&position, *m, &effect);
            }
            let Some(m) = random.choice(&moves) else { break };
            position.make(*m);
        }
    }
}

/// What is told of a move agrees with the squares of its captures, and of what explodes.
fn check_squares(position: &Position<4>, m: komadai_rules::Move, effect: &Effect) {
    let mover = effect.mover.as_ref();
    let is_mover =
        |it: &&Removed| it.fate == Fate::Burned && mover.is_some_and(|of| it.square == of.to);
    let removed = effect.removed.iter().filter(|it| !is_mover(it));
    let (exploded, removed): (Vec<&Removed>, Vec<&Removed>) =
        removed.partition(|it| it.fate == Fate::Exploded);
    let exploded: Vec<Square> = exploded.iter().map(|it| it.square).collect();
    assert_eq!(exploded, position.exploded(m).iter().collect::<Vec<_>>(), "{m:?} {effect:?}");
    let mut removed: Vec<Square> = removed.iter().map(|it| it.square).collect();
    removed.sort_unstable();
    assert_eq!(removed, position.captures(m), "{m:?} {effect:?}");
}

#[test]
fn what_is_told_of_a_move_makes_the_position_after_it() {
    let files = FILES.iter().map(|(id, _)| *id);
    BUILT_IN.into_iter().chain(files).for_each(check_game);
}
