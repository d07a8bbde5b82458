//! The quick answers that search and evaluation get, against the slow and plain ones, on random
//! positions of every game.

use fastrand::Rng;
use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{
    AnyGame, BitSet, Change, Color, Game, Move, MoveKind, PieceType, Position, Sandbox, SetupError,
    Square, any_size,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const GAMES: usize = 12;
const LONGEST_GAME: usize = 60;

fn games() -> Vec<AnyGame> {
    let built_in = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];
    let files = [
        include_str!("variants/riders.toml"),
        include_str!("variants/hoppers.toml"),
        include_str!("variants/lions.toml"),
        include_str!("variants/cylinder.toml"),
        include_str!("variants/fire.toml"),
        include_str!("variants/reinforcements.toml"),
        include_str!("variants/castles.toml"),
        include_str!("variants/atomic.toml"),
        include_str!("variants/powder.toml"),
    ];
    let built_in = built_in.iter().map(|id| load_builtin(id, &[]));
    let files = files.iter().map(|text| load(&Source::new("test.toml", *text), &|_| None, &[]));
    let compiled = |loaded: komadai_rules::variant::Loaded| AnyGame::compile(&loaded.variant);
    built_in.chain(files).map(|l| compiled(l.expect("it loads")).expect("it compiles")).collect()
}

/// Plays random games and shows every position to the checks.
fn walk<const N: usize>(game: &Arc<Game<N>>) {
    let mut random = Rng::with_seed(1);
    for _ in 0..GAMES {
        let setup = game.variant().start_setup(None).expect("it has a start");
        let forgive = |e: &SetupError| matches!(e, SetupError::OpponentInCheck(..));
        let position = Position::from_setup_forgiving(game, &setup, &forgive);
        let mut position = position.expect("the start is a position");
        for _ in 0..LONGEST_GAME {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            check_victims_and_forcing_moves(&position, &moves);
            check_attackers(&position);
            check_reach(&position);
            check_changes(&mut position, &moves);
            check_checks(&mut position, &moves);
            check_filter(&mut position);
            check_counts(&position, &moves);
            check_null(&mut position);
            position.make(moves[random.usize(..moves.len())]);
        }
    }
}

fn set<const N: usize>(squares: Vec<Square>) -> BitSet<N> {
    squares.into_iter().collect()
}

fn check_victims_and_forcing_moves<const N: usize>(position: &Position<N>, moves: &[Move]) {
    let theirs = position.pieces_of(!position.side());
    let mut forcing = Vec::new();
    position.forcing_moves_into(&mut forcing);
    let forcing: BTreeSet<Move> = forcing.into_iter().collect();
    let mut all = Vec::new();
    position.legal_moves_into(&mut all);
    assert_eq!(all.iter().collect::<BTreeSet<_>>(), moves.iter().collect::<BTreeSet<_>>());
    for m in moves {
        let victims = position.victims(*m);
        assert_eq!(victims, set(position.captures(*m)) & theirs, "{m:?}");
        let forces = !victims.is_empty()
            || m.promotion() > 0
            || matches!(m.kind(), MoveKind::Pass | MoveKind::Path);
        // A passive burner that burns friends of the mover's own is nobody's forcing move.
        assert_eq!(forcing.contains(m), forces, "{m:?}");
    }
}

/// A check that is seen is one, unless the piece has burned; one that is not seen comes from
/// another square, or from a piece of more than steps and lines.
fn check_checks<const N: usize>(position: &mut Position<N>, moves: &[Move]) {
    let us = position.side();
    let plain = is_plain(position.game());
    for m in moves {
        let seen = position.checks_plainly(*m);
        position.make(*m);
        let royals = position.royals(!us);
        let arrived = position.at(m.to()).is_some_and(|(color, _)| color == us);
        let hits = arrived && !(position.reach(m.to()).capture & royals).is_empty();
        assert!(!seen || !arrived || hits, "{m:?} does not check");
        assert!(!plain || seen == hits, "{m:?} checks: {hits}");
        position.unmake();
    }
}

/// Where pieces do nothing but step and slide, hardly any move is taken for a check that is none: only one
/// that starts before a slider, or takes what stands there.
fn check_filter<const N: usize>(position: &mut Position<N>) {
    if !is_plain(position.game()) {
        return;
    }
    let mut found = Vec::new();
    position.checking_moves_into(&mut found);
    let (us, them) = (position.side(), !position.side());
    let king = position.royals(them);
    for m in found {
        let before = position.occupied();
        position.make(m);
        let uncovers = m.kind() == MoveKind::Step && {
            let without = before.without(BitSet::of(m.from()) | BitSet::of(m.to()));
            king.iter().any(|king| !position.attackers(king, us, without).is_empty())
        };
        assert!(position.in_check() || uncovers, "{m:?} is no check");
        position.unmake();
    }
}

/// Moves that are much alike count once where that is quick to tell, and elsewhere each by itself.
fn check_counts<const N: usize>(position: &Position<N>, moves: &[Move]) {
    let alike = |m: &Move| match m.kind() {
        MoveKind::Drop => (None, m.to()),
        MoveKind::Step => (Some(m.bits() << 4 >> 4), m.to()),
        _ => (Some(m.bits()), m.to()),
    };
    let kinds = moves.iter().map(|m| (alike(m), m.promotion() > 0)).collect::<BTreeSet<_>>();
    let (counted, plain) = (position.count_answers(), is_plain(position.game()));
    assert!((kinds.len()..=moves.len()).contains(&(counted as usize)));
    assert!(!plain || counted as usize == kinds.len());
}

/// Whether all pieces do nothing but step and slide, to move and to take alike.
fn is_plain<const N: usize>(game: &Arc<Game<N>>) -> bool {
    ["shogi", "minishogi", "judkins"].contains(&game.variant().id.as_str())
}

/// Every capture on the square of a piece, were it the other side's turn, comes from an attacker,
/// and every attacker has such a capture.
fn check_attackers<const N: usize>(position: &Position<N>) {
    let variant = position.game().variant();
    if variant.pieces.iter().any(|p| p.burns.is_some()) || position.must_pass() {
        return;
    }
    let us = position.side();
    let mut found = vec![BTreeSet::new(); position.game().squares()];
    let moves = position.pseudo_legal_moves();
    let shot = moves.iter().any(|m| m.kind() == MoveKind::Shot);
    for m in moves {
        // A double step's victim in passing is taken on another square than its own.
        if matches!(m.kind(), MoveKind::Path | MoveKind::EnPassant | MoveKind::Drop) {
            return;
        }
        for victim in position.victims(m) {
            found[victim.index()].insert(m.from());
        }
    }
    for victim in position.pieces_of(!us) {
        let attackers = position.attackers(victim, us, position.occupied());
        let attackers: BTreeSet<Square> = attackers.iter().collect();
        let found = &found[victim.index()];
        assert!(found.is_subset(&attackers), "{victim:?}: {found:?} {attackers:?}");
        // Of several shooters of one victim only the first is named.
        assert!(shot || *found == attackers, "{victim:?}: {found:?} {attackers:?}");
    }
}

/// What pieces can do is what they would do if nothing were said of kings; and in a sandbox it is
/// the same.
fn check_reach<const N: usize>(position: &Position<N>) {
    let mut sandbox = Sandbox::new(position.game());
    for square in position.occupied() {
        sandbox.set(square, position.at(square));
    }
    let tracks = (0..position.game().variant().pieces.len())
        .any(|i| position.game().variant().tracks_unmoved(PieceType(i as u8)));
    let en_passant = !position.to_setup().en_passant.is_empty();
    let moves = position.pseudo_legal_moves();
    for square in position.pieces_of(position.side()) {
        let reach = position.reach(square);
        if !tracks && !en_passant {
            assert_eq!(sandbox.reach(square), reach, "{square:?}");
        }
        if position.must_pass() {
            continue;
        }
        let own = position.pieces_of(position.side());
        let plain = position.plain_reach(square).without(own);
        let ends = reach.quiet | reach.capture;
        assert!(tracks || plain.without(ends).is_empty() || confined(position, square));
        for m in &moves {
            if m.kind() == MoveKind::Step && m.from() == square {
                assert!(ends.contains(m.to()), "{m:?}");
            }
        }
    }
}

fn confined<const N: usize>(position: &Position<N>, square: Square) -> bool {
    position
        .at(square)
        .is_some_and(|(_, piece)| position.game().variant().pieces[piece.index()].confine.is_some())
}

/// Following the changes leads from the position before a move to the one after it.
fn check_changes<const N: usize>(position: &mut Position<N>, moves: &[Move]) {
    for m in moves {
        let mut board = position.to_setup();
        position.make(*m);
        for change in position.changes() {
            match change {
                Change::Put(square, color, piece) => {
                    assert_eq!(board.board[square.index()].replace((color, piece)), None, "{m:?}");
                }
                Change::Taken(square, color, piece) => {
                    assert_eq!(board.board[square.index()].take(), Some((color, piece)), "{m:?}");
                }
                Change::Hand { color, piece, before, after } => {
                    let held = &mut board.hands[color.index()][piece.index()];
                    assert_eq!(std::mem::replace(held, after), before, "{m:?}");
                }
            }
        }
        let after = position.to_setup();
        assert_eq!((board.board, board.hands), (after.board, after.hands), "{m:?}");
        position.unmake();
    }
}

/// A null move gives the turn away and comes back.
fn check_null<const N: usize>(position: &mut Position<N>) {
    let before = position.to_setup();
    let (key, side) = (position.key(), position.side());
    position.make_null();
    assert_eq!(position.side(), !side);
    assert_eq!(position.key(), position.recomputed_key());
    assert_eq!(position.changes().count(), 0);
    position.unmake();
    assert_eq!((position.to_setup(), position.key()), (before, key));
}

#[test]
fn quick_answers_are_the_plain_ones() {
    for game in games() {
        any_size!(AnyGame, &game, game => walk(game));
    }
}

#[test]
fn a_sandbox_shows_what_a_piece_alone_can_do() {
    fn rook_alone<const N: usize>(game: &Arc<Game<N>>) -> usize {
        let variant = game.variant();
        let rook = variant.pieces.iter().position(|p| p.name.en == "Rook").expect("it has one");
        let mut sandbox = Sandbox::new(game);
        sandbox.set(Square(0), Some((Color::Second, PieceType(rook as u8))));
        let alone = sandbox.reach(Square(0)).quiet.count() as usize;
        sandbox.set(Square(1), Some((Color::First, PieceType(rook as u8))));
        assert_eq!(sandbox.reach(Square(0)).capture, BitSet::of(Square(1)));
        alone
    }
    let loaded = load_builtin("shogi", &[]).expect("it loads");
    let shogi = AnyGame::compile(&loaded.variant).expect("it compiles");
    assert_eq!(any_size!(AnyGame, &shogi, game => rook_alone(game)), 16);
}
