//! Mate where royals may be left to be taken, against its definition spelled out: every move and
//! every answer is played.
//!
//! `KOMADAI_POSITIONS` says how many positions are tried (2,000), `KOMADAI_SEED` where the random
//! numbers begin (1).

use komadai_rules::variant::load_builtin;
use komadai_rules::{Color, Game, PieceType, Play, Position, Setup, Status};
use std::sync::Arc;

#[test]
fn mate_is_what_its_definition_says() {
    let raichu = load_builtin("raichu", &[]).expect("it is built in").expect("a good file").variant;
    let game = Arc::new(Game::<3>::compile(&raichu).expect("it compiles"));
    let empty = Setup {
        board: vec![None; raichu.board.size()],
        ..raichu.start_setup(None).expect("the usual start")
    };
    let types: Vec<PieceType> = (0..raichu.pieces.len()).map(|i| PieceType(i as u8)).collect();
    let royals: Vec<PieceType> =
        types.iter().copied().filter(|t| raichu.pieces[t.index()].royal).collect();
    let mut random = Random(setting("KOMADAI_SEED", 1));
    let (mut mates, mut others) = (0, 0);
    for _ in 0..setting("KOMADAI_POSITIONS", 2_000) {
        let setup = random_setup(&empty, &types, &royals, &mut random);
        let Ok(position) = Position::from_setup(&game, &setup) else {
            continue;
        };
        let mated = is_mated(&position);
        let ending = Play::new(position).ending();
        let status = ending.as_ref().map(|end| end.status);
        assert_eq!(status == Some(Status::Checkmate), mated, "{ending:?} {setup:?}");
        if mated { mates += 1 } else { others += 1 }
    }
    assert!(mates > 0 && others > 0, "{mates} mates, {others} others");
}

/// No move takes the last enemy royal, and after every move the opponent may move and has an answer
/// that takes the last own one.
fn is_mated(position: &Position<3>) -> bool {
    let us = position.side();
    let mut after = position.clone();
    position.legal_moves().into_iter().all(|m| {
        after.make(m);
        let wins = royals(&after, !us) == 0;
        let mut answered = after.clone();
        let loses = after.pseudo_legal_moves().into_iter().any(|answer| {
            answered.make(answer);
            let gone = royals(&answered, us) == 0;
            answered.unmake();
            gone
        });
        let survives = after.must_pass() || !loses;
        after.unmake();
        !wins && !survives
    })
}

fn royals(position: &Position<3>, side: Color) -> usize {
    let variant = position.game().variant();
    let pieces = variant.board.squares().filter_map(|square| position.at(square));
    pieces.filter(|(owner, t)| *owner == side && variant.pieces[t.index()].royal).count()
}

/// Royals in the corners, where they can hardly move, and a handful of attackers.
fn random_setup(
    empty: &Setup,
    types: &[PieceType],
    royals: &[PieceType],
    random: &mut Random,
) -> Setup {
    let mut setup = empty.clone();
    setup.side = Color::BOTH[random.below(2)];
    setup.passes = u8::from(random.below(6) == 0);
    for (side, corner) in [(Color::First, 0), (Color::Second, 142)] {
        for i in 0..=random.below(2) {
            setup.board[corner + i] = Some((side, royals[random.below(royals.len())]));
        }
    }
    for _ in 0..8 + random.below(24) {
        let square = random.below(setup.board.len());
        if setup.board[square].is_none() {
            let side = Color::BOTH[random.below(2)];
            setup.board[square] = Some((side, types[random.below(types.len())]));
        }
    }
    setup
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}
