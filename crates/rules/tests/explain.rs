//! Every refused move comes with the reason, in the game's own words.

use komadai_records::moves::{MoveText, PromotionText, Spelling, parse_move, resolve};
use komadai_records::position::parse;
use komadai_rules::variant::{Diagnostic, Loaded, Source, load, load_builtin};
use komadai_rules::{
    AskedPromotion, Attempt, Game, Move, PieceType, Play, Position, Spelled, Square, Variant, explain,
};
use proptest::prelude::*;
use std::sync::Arc;

/// Variant, position, moves before, the attempt, and what is said of it (all of it, or its most
/// telling part); nothing of a legal move.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

fn variant(id: &str) -> Variant {
    let file = |text: &str| good(load(&Source::new("test.toml", text), &|_| None, &[]));
    match id {
        "hoppers" => file(include_str!("variants/hoppers.toml")),
        "fire" => file(include_str!("variants/fire.toml")),
        "cylinder" => file(include_str!("variants/cylinder.toml")),
        "castles" => file(include_str!("variants/castles.toml")),
        "lions" => file(include_str!("variants/lions.toml")),
        "reinforcements" => file(include_str!("variants/reinforcements.toml")),
        "riders" => file(include_str!("variants/riders.toml")),
        _ => good(load_builtin(id, &[]).expect("it is built in")),
    }
}

fn good(loaded: Result<Loaded, Vec<Diagnostic>>) -> Variant {
    loaded.unwrap_or_else(|errors| panic!("{errors:?}")).variant
}

fn attempt(v: &Variant, text: &str) -> Attempt {
    match parse_move(v, text).unwrap_or_else(|e| panic!("{text}: {e}")) {
        MoveText::Pass => Attempt::Pass,
        MoveText::Drop { piece, to } => Attempt::Drop { piece, to },
        MoveText::Walk { squares, promotion, shot } => {
            let promotion = match promotion {
                PromotionText::None => AskedPromotion::None,
                PromotionText::Plus => AskedPromotion::Plus,
                PromotionText::To(piece) => AskedPromotion::To(piece),
            };
            Attempt::Walk { squares, promotion, shot }
        }
    }
}

/// The attempt that a spelling makes.
fn spelled_attempt(v: &Variant, spelled: &Spelled) -> Attempt {
    let promoted = |mover: PieceType| {
        let choice = usize::from(spelled.mv.promotion()).checked_sub(1)?;
        v.pieces[mover.index()].promotes.get(choice).copied()
    };
    match (spelled.mv.kind(), spelled.mover) {
        (komadai_rules::MoveKind::Pass, _) | (_, None) => Attempt::Pass,
        (komadai_rules::MoveKind::Drop, Some(piece)) => Attempt::Drop { piece, to: spelled.mv.to() },
        (_, Some(mover)) => Attempt::Walk {
            squares: spelled.squares.clone(),
            promotion: promoted(mover).map_or(AskedPromotion::None, AskedPromotion::To),
            shot: spelled.mv.kind() == komadai_rules::MoveKind::Shot,
        },
    }
}

/// What is said of a case: the reason, or nothing of a legal move.
fn said<const N: usize>(v: &Variant, (id, position, before, text, _): &Case) -> String {
    let setup = match *position {
        "" => v.start_setup(None).expect("a start"),
        _ => parse(v, position).unwrap_or_else(|e| panic!("{id}: {position}: {e}")),
    };
    let game = Arc::new(Game::<N>::compile(v).expect("it compiles"));
    let position = Position::from_setup(&game, &setup).unwrap_or_else(|e| panic!("{id}: {position}: {e:?}"));
    let mut play = Play::new(position);
    for word in before.split_whitespace() {
        let wanted = attempt(v, word);
        let spelled = play.position().spellings(&play.legal_moves());
        let found = spelled.iter().find(|s| says(v, &wanted, s));
        play.push(found.unwrap_or_else(|| panic!("{id}: no {word}")).mv);
    }
    let reason = explain(play.position(), &attempt(v, text), &|m: Move| play.is_barred(m));
    reason.map_or(String::new(), |r| r.to_string())
}

fn says(v: &Variant, wanted: &Attempt, spelled: &Spelled) -> bool {
    match (wanted, spelled_attempt(v, spelled)) {
        (
            Attempt::Walk { squares, promotion: AskedPromotion::Plus, .. },
            Attempt::Walk { squares: said, promotion: AskedPromotion::To(_), .. },
        ) => *squares == said,
        (
            Attempt::Walk { squares, promotion, .. },
            Attempt::Walk { squares: said, promotion: p, .. },
        ) => (squares, *promotion) == (&said, p),
        (wanted, said) => *wanted == said,
    }
}

fn check(cases: &[Case]) {
    let mut failures = Vec::new();
    for case in cases {
        let v = variant(case.0);
        let said = match usize::from(v.board.files) * usize::from(v.board.ranks) {
            0..=64 => said::<1>(&v, case),
            65..=128 => said::<2>(&v, case),
            _ => said::<3>(&v, case),
        };
        if case.4.is_empty() != said.is_empty() || !said.contains(case.4) {
            failures.push(format!("{}: {} {}: {said:?}", case.0, case.1, case.3));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn shogi() {
    check(&[
        ("shogi", "", "", "7g7f", ""),
        ("shogi", "", "", "5e5d", "There is no piece on 5e."),
        ("shogi", "", "", "3c3d", "The Pawn on 3c belongs to Gote, and it is the turn of Sente."),
        ("shogi", "", "", "2h2g", "The Rook on 2h cannot take a piece of its own side, the Pawn on 2g."),
        ("shogi", "", "", "2h2e", "The Rook on 2h cannot reach 2e: Sente's Pawn on 2g is in the way."),
        ("shogi", "", "", "2h3g", "The Rook on 2h does not move to 3g."),
        ("shogi", "", "", "8i7g", "cannot take a piece of its own side, the Pawn on 7g"),
        ("shogi", "", "", "7g7f+", "The Pawn on 7g cannot promote on this move: it may do so only when it enters the promotion zone, moves within the promotion zone, leaves the promotion zone or could never move again otherwise."),
        ("shogi", "", "", "6i6h+", "The Gold on 6i cannot promote: it is a piece that never promotes."),
        ("shogi", "", "", "7g7fG", "The Pawn on 7g may become Tokin, but no Gold."),
        ("shogi", "", "", "P*5e", "Sente has no Pawn in hand."),
        ("shogi", "", "", "pass", "Sente may not pass now."),
        ("shogi", "", "", "7g7g", "The Pawn on 7g has to go somewhere else."),
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "", "P*5e", "A Pawn may not be dropped on 5e: the Pawn on 5g already stands on that file."),
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "", "P*5a", "The Pawn can be dropped on an empty square only: Gote's King on 5a is in the way."),
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "", "P*1a", "A Pawn may not be dropped on 1a: it could never move again from there."),
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "", "+P*1e", "A Tokin cannot be dropped: pieces come back unpromoted."),
        ("shogi", "8k/9/9/9/9/9/9/9/4K4 b N 1", "", "N*5b", "A Knight may not be dropped on 5b: it could never move again from there."),
        ("shogi", "7nk/9/7G1/9/9/9/9/9/4K4 b LP 1", "", "P*1b", "A Pawn may not be dropped to give mate at once."),
        ("shogi", "7nk/9/7G1/9/9/9/9/9/4K4 b LP 1", "", "L*1b", ""),
        ("shogi", "4k4/4r4/9/9/9/9/9/9/4K4 b P 1", "", "P*1e", "That does not answer the check: the King on 5i is attacked by the Rook on 5b."),
        ("shogi", "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "", "5h4h", "That would leave the King on 5i attacked by the Rook on 5b."),
        ("shogi", "4k4/3r5/9/9/9/9/9/9/4K4 b - 1", "", "5i6i", "The King would be attacked on 6i by the Rook on 6b."),
        ("shogi", "4k4/9/9/9/9/9/9/3b5/4K4 b R 1", "", "R*6i", "That does not answer the check: the King on 5i is attacked by the Bishop on 6h."),
        ("shogi", "8k/2P6/9/9/9/9/9/9/4K4 b - 1", "", "7b7a", "The Pawn on 7b must promote on 7a: it could never move again from there."),
        ("shogi", "8k/2+P6/9/9/9/9/9/9/4K4 b - 1", "", "7b7a+", "The Tokin on 7b cannot promote: it has promoted already."),
        ("shogi", "8k/9/9/9/9/9/9/2N6/4K4 b - 1", "", "7h7g", "The Knight on 7h does not move to 7g."),
        ("shogi", "8k/9/9/9/9/9/9/2N6/4K4 b - 1", "", "7h7g6g", "The Knight on 7h does not move to 7g and on to 6g."),
    ]);
}

#[test]
fn minishogi_and_judkins() {
    check(&[
        ("minishogi", "", "", "5e4e", "cannot take a piece of its own side"),
        ("minishogi", "4k/P4/5/5/4K b - 1", "", "5b5a", "must promote on 5a: it could never move again"),
        ("minishogi", "4k/5/5/5/K4 b P 1", "", "P*3a", "could never move again from there"),
        ("minishogi", "4k/5/5/5/K4 w p 1", "", "P*3e", "A Pawn may not be dropped on 3e: it could never move again from there."),
        ("judkins", "5k/6/2N3/6/6/K5 b - 1", "", "4c3a", "The Knight on 4c must promote on 3a"),
        ("judkins", "5k/6/6/6/6/K5 b N 1", "", "N*3b", "could never move again from there"),
        ("judkins", "5k/6/P5/6/6/K5 b - 1", "", "6c6b", ""),
    ]);
}

#[test]
fn chess() {
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(&[
        ("chess", "", "", "e2e4", ""),
        ("chess", "", "", "e2e5", "The Pawn on e2 does not move to e5."),
        ("chess", "", "", "e2d3", "The Pawn on e2 goes to d3 only to capture, and there is nothing on it to take."),
        ("chess", "", "e2e4 e7e5", "e4e5", "The Pawn on e4 goes to e5 only if it is empty: it does not capture that way."),
        ("chess", "", "e2e3 e7e5", "e3e5", "The Pawn on e3 goes to e5 only on its first move."),
        ("chess", "", "e2e4 e7e5", "d2d5", "The Pawn on d2 does not move to d5."),
        ("chess", "", "", "b1d2", "cannot take a piece of its own side, the Pawn on d2"),
        ("chess", "", "", "e1g1", "The King on e1 cannot castle: White's Bishop on f1 stands in between."),
        ("chess", "", "", "P@e4", "Pieces that have been taken do not come back in Chess."),
        ("chess", CASTLE, "", "e1g1", ""),
        ("chess", CASTLE, "e1e2 e8e7 e2e1 e7e8", "e1g1", "The King on e1 can no longer castle there: it or its partner has moved."),
        ("chess", CASTLE, "h1h2 e8e7 h2h1 e7e8", "e1g1", "can no longer castle there"),
        ("chess", CASTLE, "h1h2 e8e7 h2h1 e7e8", "e1c1", ""),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1g1", "The King on e1 cannot castle: there is no Rook on h1 to castle with."),
        ("chess", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "", "e1g1", "The King on e1 cannot castle while it is attacked by the Rook on e4."),
        ("chess", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "", "e1g1", "The King on e1 cannot castle over f1, which is attacked by the Rook on f4."),
        ("chess", "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "", "e1g1", "The King would be attacked on g1 by the Rook on g4."),
        ("chess", "4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", "", "e1c1", ""),
        ("chess", "k7/P7/8/8/8/8/8/K7 w - - 0 1", "", "a7a8", "The Pawn on a7 goes to a8 only if it is empty"),
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "", "a7a8", "The Pawn on a7 must promote on a8."),
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "", "a7a8+", "Say what the Pawn on a7 becomes: Queen, Rook, Bishop or Knight."),
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "", "a7a8k", "The Pawn on a7 may become Queen, Rook, Bishop or Knight, but no King."),
        ("chess", "7k/8/8/8/8/8/8/KQ6 w - - 0 1", "", "b1b8q", "The Queen on b1 cannot promote: it is a piece that never promotes."),
        ("chess", "", "e2e4 a7a6 e4e5 d7d5 a2a3 a6a5", "e5d6", "The Pawn on d5 could be taken in passing only at once, in answer to its double step."),
        ("chess", "", "e2e4 a7a6 e4e5 d7d5", "e5d6", ""),
        ("chess", "7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5", "e5d6", "That would leave the King on a5 attacked by the Rook on h5."),
        ("chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "", "e1d1", "The King would be attacked on d1 by the Queen on e2."),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1e1", "has to go somewhere else"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "--", "White may not pass now."),
    ]);
}

#[test]
fn raichu() {
    const LION: &str = "k11/12/12/12/5s6/5pg5/5N6/4r7/12/12/12/11K b - 1";
    const FROZEN: &str = "g4k6/12/12/5R6/12/12/12/12/12/12/12/11K w - 1 pass";
    check(&[
        ("raichu", LION, "", "f6f7f8", ""),
        ("raichu", LION, "", "f6f9", "The Lion on f6 does not move to f9."),
        ("raichu", LION, "", "f6g6f6", ""),
        ("raichu", LION, "", "f6*g6", "There is nothing on g6 for the Lion on f6 to take without moving."),
        ("raichu", LION, "", "f6f7h7", "The Lion on f6 does not move to f7 and on to h7."),
        ("raichu", "", "", "f3f4", "cannot take a piece of its own side, the Pawn on f4"),
        ("raichu", "", "", "pass", "Sente may not pass now."),
        ("raichu", FROZEN, "", "f12e12", "Gote must pass this turn: the loss of a Lion costs a turn."),
        ("raichu", FROZEN, "", "pass", ""),
        ("raichu", FROZEN, "", "0000", ""),
        ("raichu", "k11/12/12/12/12/12/12/12/12/12/1P10/R10K b - 1", "", "a1a12+", ""),
        ("raichu", "k11/12/12/12/12/12/5P6/12/12/12/12/11K b - 1", "", "f6f7+", "may do so only when it enters the promotion zone, starts in the promotion zone and captures or could never move again otherwise"),
        ("raichu", "12/12/12/12/12/12/12/12/12/12/12/11K b - 1", "", "l1l2", "The game is over: Gote has no King or Prince left."),
        ("raichu", "11k/12/12/12/12/12/12/12/12/12/12/R10K b - 1",
            "a1a2 l12k12 a2a1 k12l12 a1a2 l12k12 a2a1 k12l12 a1a2 l12k12 a2a1", "k12l12",
            "That would bring about the same position for the fourth time, which is forbidden."),
    ]);
}

#[test]
fn minjiku() {
    check(&[
        ("minjiku", "", "", "f2f8", ""),
        ("minjiku", "", "", "c2f5", "The Diagonal Jumper on c2 jumps over other pieces only to capture, and f5 is empty."),
        ("minjiku", "", "", "f2c2", "cannot take a piece of its own side, the Diagonal Jumper on c2"),
        ("minjiku", "", "", "a0a1", "There is no square a0 on this board."),
        ("minjiku", "", "", "e0d0", "There is no square d0 on this board."),
        ("minjiku", "", "", "g2*g3", "The Viper on g2 cannot take a piece of its own side, the Pawn on g3."),
        ("minjiku", "**********/9k/10/5j4/4j5/10/10/1J8/10/10/K9/********** b - 1 unmoved=-", "", "b4f8", "The Jumping General on b4 jumps only over pieces of lower rank: the Jumping General on e7, whose rank is not lower, is in the way."),
        ("minjiku", "**********/9k/10/5g4/4j5/10/2D7/10/10/10/K9/********** b - 1 unmoved=-", "", "c5f8", "The Diagonal Jumper on c5 jumps only over pieces of lower rank: the Jumping General on e7"),
        ("minjiku", "**********/9k/10/5g4/4j5/10/2D7/10/10/10/K9/********** b - 1 unmoved=-", "", "c5g9", "jumps over other pieces only to capture"),
        ("minjiku", "**********/9k/10/10/10/10/5+D4/10/10/5F4/K9/********** b - 1 unmoved=-", "", "f2f0", "There is no square f0 now: it exists only while a piece stands on it."),
        ("minjiku", "**********/9k/10/10/10/10/5C4/10/10/10/K9/********** b - 1 unmoved=-", "", "f5*g6", "There is nothing on g6 for the Cobra on f5 to take without moving."),
        ("minjiku", "**********/9k/10/10/10/10/5C4/10/10/10/K9/********** b - 1 unmoved=-", "", "f5g6", "There is nothing on g6"),
        ("minjiku", "**********/9k/10/10/10/4p5/5C4/10/10/10/K9/********** b - 1 unmoved=-", "", "f5e6", ""),
        ("minjiku", "", "a3a4 a8a7", "a2a3", ""),
        ("minjiku", "", "", "pass", "White may not pass now."),
        ("minjiku", "**********/9k/10/10/10/10/5R4/10/10/10/K9/********** b - 1 unmoved=-", "", "f5f6+", "may do so only when it enters the promotion zone or takes a piece that stands in the promotion zone"),
    ]);
}

#[test]
fn user_made_variants() {
    check(&[
        ("hoppers", "", "", "b3b5", ""),
        ("hoppers", "4k4/9/9/9/4c4/9/9/4K3C w - 1", "", "e4e1", "The Cannon on e4 goes to e1 only if it is empty: it does not capture that way."),
        ("hoppers", "4k4/9/9/9/9/9/1C7/4K4 b - 1", "", "b2b8", ""),
        ("hoppers", "4k4/9/9/9/9/1p7/1C7/4K4 b - 1", "", "b2b3", "The Cannon on b2 goes to b3 only if it is empty: it does not capture that way."),
        ("hoppers", "4k4/9/9/9/9/9/9/5K3 b - 1", "", "f1g1", "The General on f1 may not stand on g1."),
        ("hoppers", "4k4/9/9/9/9/9/2P6/2E1K4 b - 1", "", "c1e3", ""),
        ("hoppers", "4k4/9/9/9/9/9/3P5/2E1K4 b - 1", "", "c1e3", "The Elephant on c1 cannot reach e3: First's Soldier on d2 is in the way."),
        ("hoppers", "4k4/9/9/9/9/9/1P7/1H2K4 b - 1", "", "b1a3", "The Horse on b1 cannot reach a3: First's Soldier on b2 is in the way."),
        ("hoppers", "4k4/9/9/9/9/9/1G7/4K4 b - 1", "", "b2b5", "The Grasshopper on b2 could go to b5 only if other pieces stood between, or stood differently."),
        ("hoppers", "4k4/9/9/P8/9/9/9/4K4 b - 1", "", "a5a6", ""),
        ("hoppers", "4k4/9/9/9/4P4/9/9/4K4 b - 1", "", "e4e5", "The Soldier on e4 must promote on e5."),
        ("fire", "8/1k6/8/8/8/8/8/1D6/3MK3 b - 1", "", "b1e1", ""),
        ("fire", "8/1k6/8/8/8/8/8/1R6/4K3 b - 1", "", "e0d0", "There is no square d0 now: it exists only while a piece stands on it."),
        ("fire", "8/1k6/8/8/2n5/8/8/1N6/4K3 b - 1", "", "b1a1", "There is nothing on a1 for the Ninja on b1 to take without moving."),
        ("fire", "8/1k6/8/8/8/2f5/8/1N6/4K3 b - 1", "", "b1d2", "The Ninja on b1 does not move to d2."),
        ("fire", "8/1k6/8/8/8/2r5/8/1G6/4K3 b - 1", "", "b1e4", ""),
        ("fire", "8/1k6/8/6n1/5k2/4g3/3n4/8/4K3 b - 1", "", "e0e1", "The King would be attacked on e1 by the Ninja on d2 and the Great general on e3."),
        ("cylinder", "2k3/6/6/6/6/5p/U1K2P b - 1", "", "a1a4", "The Swapper on a1 goes to a4 only to capture, and there is nothing on it to take."),
        ("cylinder", "2k3/6/6/6/6/2p3/A1K3 b - 1", "", "a1a2", "The Regicide on a1 goes to a2 only to capture, and there is nothing on it to take."),
        ("cylinder", "2k3/6/6/6/6/T5/2K3 b - 1", "", "a2a5", "The Tame rook on a2 does not move to a5."),
        ("cylinder", "2k3/2T3/6/6/6/6/2K3 b - 1", "", "c6c7", "The Tame rook on c6 does not take royal pieces that way, and the King on c7 is one."),
        ("cylinder", "2k3/2C3/6/6/6/6/2K3 b - 1", "", "c6c7", "The Republican on c6 goes to c7 only if it is empty: it does not capture that way."),
        ("cylinder", "2k3/6/6/2D3/6/6/2K3 b - 1", "", "c4c5", ""),
        ("castles", "5k4/10/10/10/10/10/R4K3R b - 1", "", "f1i1", ""),
        ("castles", "5k4/10/10/10/10/10/R4K3R b - 1", "", "f1c1", ""),
        ("castles", "5k4/10/10/10/10/10/5K3A b - 1", "", "f1i1", "The King on f1 can no longer castle there: it or its partner has moved."),
        ("lions", "3k3/7/7/2p4/7/1T5/3K3 b - 1", "", "b2d4", "The Checkers man on b2 could go to d4 only if other pieces stood between, or stood differently."),
        ("lions", "3k3/7/7/7/2p4/1T5/3K3 b - 1", "", "b2d4", "Say by which squares the Checkers man on b2 goes: b2c3d4."),
        ("lions", "3k3/7/7/R2P2p/7/7/3K3 b - 1", "", "a4*g4", "The Rifleman on a4 cannot reach g4: First's Pawn on d4 is in the way."),
        ("lions", "3k3/7/7/R5p/7/7/3K3 b - 1", "", "a4g4", ""),
        ("lions", "3k3/7/7/I6/7/7/3K3 b - 1", "", "a4b4a4", "There is nothing on b4 for the Igui only on a4 to take without moving."),
        ("lions", "3k3/7/7/N6/7/7/3K3 b - 1", "", "a4b4a4", ""),
        ("lions", "3k3/7/7/R6/7/7/3K3 b - 1", "", "pass", "First may not pass now."),
        ("reinforcements", "k4k/6/6/6/6/K4K b P 1", "", "P*f1", "The Pawn can be dropped on an empty square only: First's King on f1 is in the way."),
        ("reinforcements", "k4k/6/6/6/6/K4K b P 1", "", "P@c6", "A Pawn may not be dropped on c6: it could never move again from there."),
        ("reinforcements", "k4k/6/6/6/6/K4K b P 1", "", "+P@c6", ""),
        ("reinforcements", "k4k/6/6/6/6/K4K b P 1", "", "P@c1", "First may not drop a Pawn on c1."),
        ("reinforcements", "k4k/5r/6/6/6/K4K b P 1", "", "P@c2", "That does not answer the check: the King on f1 is attacked by the Rook on f5."),
        ("reinforcements", "k4k/5r/6/6/6/K4K b P 1", "", "f1f2", "The King would be attacked on f2 by the Rook on f5."),
    ]);
}

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn attempt(&mut self, v: &Variant, own: &[Square]) -> Attempt {
        let squares = usize::from(v.board.files) * usize::from(v.board.ranks);
        let piece = PieceType(self.below(v.pieces.len()) as u8);
        let mut square = || Square(self.below(squares) as u8);
        let anywhere = [square(), square(), square()];
        match self.below(12) {
            0 => Attempt::Pass,
            1 | 2 => Attempt::Drop { piece, to: anywhere[0] },
            choice => {
                let from = if own.is_empty() || choice == 3 { anywhere[0] } else { own[self.below(own.len())] };
                let mut squares = vec![from, anywhere[1]];
                match choice {
                    4 => squares.push(anywhere[2]),
                    5 => squares.push(from),
                    _ => {}
                }
                let promotions = [AskedPromotion::None, AskedPromotion::Plus, AskedPromotion::To(piece)];
                let promotion = promotions[self.below(8) % 3 * usize::from(choice > 8)];
                Attempt::Walk { squares, promotion, shot: choice == 5 }
            }
        }
    }
}

const VARIANTS: [&str; 12] = [
    "shogi", "minishogi", "judkins", "raichu", "minjiku", "chess", "hoppers", "fire", "cylinder",
    "lions", "reinforcements", "riders",
];

/// Whether the text of the attempt means a legal move.
fn is_spelled(v: &Variant, attempt: &Attempt, spelled: &[Spelled]) -> bool {
    let spellings: Vec<Spelling> = spelled
        .iter()
        .cloned()
        .map(|Spelled { mv, mover, squares }| Spelling { mv, mover, squares })
        .collect();
    let text = match attempt.clone() {
        Attempt::Pass => MoveText::Pass,
        Attempt::Drop { piece, to } => MoveText::Drop { piece, to },
        Attempt::Walk { squares, promotion, shot } => MoveText::Walk {
            squares,
            promotion: match promotion {
                AskedPromotion::None => PromotionText::None,
                AskedPromotion::Plus => PromotionText::Plus,
                AskedPromotion::To(piece) => PromotionText::To(piece),
            },
            shot,
        },
    };
    resolve(v, &text, &spellings).is_ok()
}

/// Plays random moves; after each, legal moves are explained by nothing, all else by something.
fn explains_everything<const N: usize>(v: &Variant, seed: u64) {
    let mut random = Random(seed);
    let game = Arc::new(Game::<N>::compile(v).expect("it compiles"));
    let setup = v.start_setup(None).expect("a start");
    let mut position = Position::from_setup_forgiving(&game, &setup, &|_| true).expect("a position");
    for _ in 0..40 {
        let legal = position.legal_moves();
        let spelled = position.spellings(&legal);
        for s in spelled.iter().step_by(7) {
            let attempt = spelled_attempt(v, s);
            assert_eq!(explain(&position, &attempt, &|_| false), None, "{}: {attempt:?}", v.id);
        }
        let squares = usize::from(v.board.files) * usize::from(v.board.ranks);
        let own = |s: &Square| position.at(*s).is_some_and(|(color, _)| color == position.side());
        let own: Vec<Square> = (0..squares).map(|i| Square(i as u8)).filter(own).collect();
        for _ in 0..8 {
            let attempt = random.attempt(v, &own);
            let reason = explain(&position, &attempt, &|_| false);
            assert_eq!(reason.is_none(), is_spelled(v, &attempt, &spelled), "{}: {attempt:?} {reason:?}", v.id);
        }
        if legal.is_empty() {
            break;
        }
        position.make(legal[random.below(legal.len())]);
    }
}

fn explain_random_play(id: &str, seed: u64) {
    let v = variant(id);
    match usize::from(v.board.files) * usize::from(v.board.ranks) {
        0..=64 => explains_everything::<1>(&v, seed),
        65..=128 => explains_everything::<2>(&v, seed),
        _ => explains_everything::<3>(&v, seed),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn everything_refused_is_explained(seed in any::<u64>(), id in proptest::sample::select(&VARIANTS[..])) {
        explain_random_play(id, seed);
    }
}
