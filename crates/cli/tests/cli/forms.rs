//! The forms of the answers.

use crate::common::{batch, json, run, text};
use serde_json::{Value, json};

/// The keys of an object in the order in which a line of JSON writes them.
fn keys(line: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let (mut depth, mut in_text, mut start) = (0, false, 0);
    for (i, c) in line.char_indices() {
        match c {
            '"' if in_text && depth == 1 && line[i + 1..].starts_with(':') => {
                keys.push(line[start..i].to_owned());
                in_text = false;
            }
            '"' => (in_text, start) = (!in_text, i + 1),
            '{' | '[' if !in_text => depth += 1,
            '}' | ']' if !in_text => depth -= 1,
            _ => {}
        }
    }
    keys
}

/// The move of an answer that is written so.
fn find<'a>(answer: &'a Value, algebraic: &str) -> &'a Value {
    let moves = answer["moves"].as_array().unwrap();
    moves
        .iter()
        .find(|m| m["algebraic"] == algebraic)
        .unwrap_or_else(|| panic!("no {algebraic} in {answer}"))
}

#[test]
fn variants() {
    let variants = json(&["variants"]);
    let ids: Vec<&str> =
        variants.as_array().unwrap().iter().map(|v| v["id"].as_str().unwrap()).collect();
    assert_eq!(ids[..6], ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"]);
    // After them the shelf.
    assert!(ids[6..].contains(&"crazyhouse"), "{ids:?}");
    let shogi = &variants[0];
    assert_eq!((&shogi["files"], &shogi["ranks"]), (&json!(9), &json!(9)));
    assert_eq!((&shogi["first"], &shogi["second"]), (&json!("Sente"), &json!("Gote")));
    assert!(shogi["starts"].as_array().unwrap().contains(&json!("rook-lance")));
    assert!(shogi["pieces"].as_array().unwrap().contains(&json!("+R")));
    let line = text(&["variants", "--json"]);
    let first = &line[1..line.find("},").unwrap() + 1];
    assert_eq!(
        keys(first),
        ["id", "name", "files", "ranks", "first", "second", "pieces", "starts"]
    );
}

#[test]
fn keys_stand_in_their_order() {
    let moves = text(&["moves", "shogi", "--json"]);
    assert_eq!(keys(moves.trim()), ["position", "side", "in_check", "moves"]);
    let perft = text(&["perft", "shogi", "--depth", "1", "--divide", "--json"]);
    assert_eq!(keys(perft.trim()), ["variant", "position", "depth", "nodes", "seconds", "divide"]);
    let result = text(&["result", "shogi", "--moves", "7g7e", "--json"]);
    let expected =
        ["status", "winner", "in_check", "claims", "declaration", "illegal_at", "reason"];
    assert_eq!(keys(result.trim()), expected);
    let game = text(&["playout", "minishogi", "--games", "1", "--seed", "3", "--json"]);
    assert_eq!(keys(game.trim()), ["moves", "plies", "status", "winner", "position"]);
}

#[test]
fn ordinary_moves() {
    let answer = json(&["moves", "shogi", "--moves", "7g7f", "3c3d"]);
    assert_eq!(answer["side"], "first");
    assert_eq!(
        *find(&answer, "b2h8+"),
        json!({
            "usi": "8h2b+", "algebraic": "b2h8+", "from": "b2", "to": "h8", "captures": ["h8"], "promotes": true,
            "position": "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4",
        })
    );
}

#[test]
fn drops() {
    let answer = json(&["moves", "minishogi", "--position", "4k/5/5/5/K4 b P 1"]);
    let drop = find(&answer, "P@c3");
    assert_eq!(
        (&drop["usi"], &drop["from"], &drop["to"]),
        (&json!("P*3c"), &Value::Null, &json!("c3"))
    );
    assert_eq!((&drop["drop"], &drop["promotes"]), (&json!("P"), &json!(false)));
}

#[test]
fn promotion_to_one_of_several() {
    let answer = json(&["moves", "chess", "--position", "7k/P7/8/8/8/8/8/K7 w - - 0 1"]);
    let queen = find(&answer, "a7a8q");
    assert_eq!((&queen["promotes"], &queen["usi"]), (&json!("Q"), &json!("8b8aq")));
}

#[test]
fn castling_and_en_passant() {
    let answer = json(&["moves", "chess", "--position", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]);
    let castle = find(&answer, "e1g1");
    assert_eq!(castle["position"], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert!(castle.get("via").is_none());
    let answer = json(&["moves", "chess", "--position", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"]);
    assert_eq!(find(&answer, "e5d6")["captures"], json!(["d5"]));
}

#[test]
fn moves_of_two_steps() {
    // A Lion with a victim beside it: shot, capture on the way, pass in place.
    let position = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1";
    let answer = json(&["moves", "raichu", "--position", position]);
    let shot = find(&answer, "f6f7f6");
    assert_eq!(
        (&shot["from"], &shot["via"], &shot["to"]),
        (&json!("f6"), &json!("f7"), &json!("f6"))
    );
    assert_eq!(shot["captures"], json!(["f7"]));
    let on = find(&answer, "f6f7f8");
    assert_eq!(
        (&on["via"], &on["to"], &on["captures"]),
        (&json!("f7"), &json!("f8"), &json!(["f7"]))
    );
    let pass = find(&answer, "f6e5f6");
    assert_eq!(
        (&pass["from"], &pass["via"], &pass["to"]),
        (&json!("f6"), &json!("e5"), &json!("f6"))
    );
    assert_eq!(pass["captures"], json!([]));
}

#[test]
fn the_forced_pass() {
    let position = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1 pass";
    let answer = json(&["moves", "raichu", "--position", position]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!((&moves[0]["from"], &moves[0]["to"]), (&Value::Null, &Value::Null));
    assert_eq!((&moves[0]["usi"], &moves[0]["captures"]), (&json!("pass"), &json!([])));
    for pass in ["pass", "0000", "@@@@", "--"] {
        let answer =
            json(&["perft", "raichu", "--position", position, "--depth", "0", "--moves", pass]);
        assert!(answer["position"].as_str().unwrap().contains(" w "), "{pass}: {answer}");
    }
}

#[test]
fn burns_tell_every_victim() {
    let position = "**********/9k/10/10/10/10/p1pg1s4/1F2p5/3b1r4/10/K9/********** b - 1 unmoved=-";
    let answer = json(&["moves", "minjiku", "--position", position]);
    let m = find(&answer, "b4e4");
    assert_eq!(m["captures"], json!(["d3", "f3", "e4", "d5", "f5"]));
    assert_eq!(
        m["position"],
        "**********/9k/10/10/10/10/p1p7/4F5/10/10/K9/********** w - 2 unmoved=-"
    );
}

#[test]
fn shots_stay_where_they_are() {
    let position = "**********/9k/10/10/10/2P1prp3/4+YP4/3s6/10/10/K9/********** b - 1 unmoved=-";
    let answer = json(&["moves", "minjiku", "--position", position]);
    let shots = answer["moves"].as_array().unwrap().iter().filter(|m| m["from"] == m["to"]);
    let shots: Vec<_> = shots.map(|m| (&m["from"], &m["via"], &m["captures"])).collect();
    let shot = |victim: &str| (json!("e5"), json!(victim), json!([victim]));
    for (victim, found) in ["d4", "e6", "f6"].iter().zip(&shots) {
        let (from, via, captures) = shot(victim);
        assert_eq!(*found, (&from, &via, &captures));
    }
    assert_eq!(shots.len(), 3);
    for text in ["e5*d4", "e5d4e5", "6g*7h", "6g7h6g"] {
        let after =
            json(&["perft", "minjiku", "--position", position, "--depth", "0", "--moves", text]);
        assert_eq!(after["position"], find(&answer, "e5d4e5")["position"], "{text}");
    }
}

#[test]
fn moves_in_one_word_or_several_in_both_forms() {
    let expected = json(&["perft", "shogi", "--depth", "0", "--moves", "7g7f", "3c3d", "8h2b+"]);
    for moves in [&["7g7f 3c3d 8h2b+"][..], &["c3c4", "g7g6", "b2h8+"], &["7g7f 3c3d", " b2h8+ "]] {
        let found = json(&[&["perft", "shogi", "--depth", "0", "--moves"], moves].concat());
        assert_eq!(found["position"], expected["position"], "{moves:?}");
    }
    let twice =
        json(&["perft", "shogi", "--moves", "7g7f", "--depth", "0", "--moves", "3c3d", "8h2b+"]);
    assert_eq!(twice["position"], expected["position"]);
    let none = json(&["perft", "shogi", "--depth", "0", "--moves"]);
    assert!(none["position"].as_str().unwrap().ends_with("b - 1"));
}

#[test]
fn divided_counts_add_up() {
    let answer = json(&["perft", "shogi", "--depth", "3", "--divide"]);
    let parts = answer["divide"].as_object().unwrap();
    assert_eq!(parts.len(), 30);
    assert_eq!(parts.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 25470);
    assert_eq!(answer["nodes"], 25470);
    let none = json(&["perft", "shogi", "--depth", "0", "--divide"]);
    assert_eq!((&none["nodes"], &none["divide"]), (&json!(1), &json!({})));
}

#[test]
fn starts_and_settings() {
    let answer = json(&["moves", "shogi", "--start", "2-piece"]);
    assert_eq!(answer["position"], "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let repeated = "2h3h 8b7b 3h2h 7b8b";
    let result = |setting: &str| json(&["result", "shogi", "--moves", repeated, "--set", setting]);
    assert_eq!(result("end.repetition.times=4")["status"], "ongoing");
    assert_eq!(result("end.repetition.times=2")["status"], "repetition");
}

#[test]
fn strict_players_lose_by_illegal_moves() {
    let illegal = ["result", "shogi", "--moves", "7g7f", "3c3d", "8h2c"];
    let answer = json(&illegal);
    assert_eq!((&answer["status"], &answer["winner"]), (&json!("illegal-move"), &Value::Null));
    assert_eq!(answer["illegal_at"], 3);
    assert!(answer["reason"].as_str().unwrap().contains("8h"), "{answer}");
    let answer = json(&[&illegal[..], &["--strict"]].concat());
    assert_eq!(answer["winner"], "second");
}

#[test]
fn moves_after_the_end() {
    let line = ["result", "chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4", "a2a3"];
    let done = run(&line);
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("move 5"), "{}", done.err);
    let answer = json(&[&line[..], &["--continue"]].concat());
    assert_eq!((&answer["status"], &answer["illegal_at"]), (&json!("illegal-move"), &json!(5)));
    assert_eq!(answer["in_check"], true);
}

#[test]
fn repetition_is_barred_by_history_alone() {
    let shuffle = "f3e5 g10h8 e5f3 h8g10 ".repeat(3);
    let shuffle = shuffle.trim();
    let before = json(&["moves", "raichu", "--moves", shuffle[..shuffle.len() - 6].trim()]);
    let last = shuffle.rsplit(' ').next().unwrap();
    let listed = before["moves"].as_array().unwrap().iter().any(|m| m["algebraic"] == last);
    assert!(!listed, "{last} would repeat the start a fourth time");
    let verdict = json(&["result", "raichu", "--moves", shuffle]);
    assert_eq!(verdict["illegal_at"], 12, "{verdict}");
}

#[test]
fn playouts_are_the_same_for_a_seed_and_legal() {
    for variant in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let arguments =
            ["playout", variant, "--games", "3", "--seed", "7", "--plies", "60", "--json"];
        let lines = text(&arguments);
        assert_eq!(lines, text(&arguments), "{variant}");
        let games: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(games.len(), 3);
        assert!(games[0]["moves"] != games[1]["moves"], "{variant}");
        for game in &games {
            let request = |cmd: &str| json!({"cmd": cmd, "variant": variant, "moves": game["moves"], "depth": 0});
            let answers = batch(&[request("result"), request("perft")]);
            assert_eq!(answers[0]["status"], game["status"], "{variant}: {game}");
            assert_eq!(answers[0]["winner"], game["winner"], "{variant}: {game}");
            assert_eq!(answers[1]["position"], game["position"], "{variant}");
            assert_eq!(game["plies"], game["moves"].as_array().unwrap().len());
        }
    }
    // Where starts are drawn, each game tells its own.
    let drawn =
        ["playout", "chess960", "--start", "random", "--games", "8", "--plies", "20", "--json"];
    for line in text(&drawn).lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let request = json!({"cmd": "perft", "variant": "chess960", "start": game["start"], "moves": game["moves"], "depth": 0});
        assert_eq!(batch(&[request])[0]["position"], game["position"], "{game}");
    }
    let one = text(&["playout", "chess", "--games", "1", "--seed", "7", "--plies", "60", "--json"]);
    let three =
        text(&["playout", "chess", "--games", "3", "--seed", "7", "--plies", "60", "--json"]);
    assert!(three.starts_with(&one), "a game does not depend on how many follow");
}

#[test]
fn a_handicap_counts_in_declarations_however_its_start_is_given() {
    let near = ["--set", "end.declaration.zone=ranks 1-3", "--set", "end.declaration.pieces=9"];
    let declaration = |place: [&str; 2]| {
        let words = [&["result", "shogi"], place.as_slice(), near.as_slice()].concat();
        json(&words)["declaration"].clone()
    };
    let position = json(&["show", "shogi", "--start", "10-piece"])["position"].clone();
    let position = position.as_str().unwrap();
    assert_eq!(declaration(["--start", "10-piece"]), json!({"27": "win", "24": "draw"}));
    assert_eq!(declaration(["--position", position]), json!({"27": "win", "24": "draw"}));
}

#[test]
fn what_is_wrong_with_a_position_is_said_once() {
    let check = |position: &str, wanted: &str| {
        let done = run(&["show", "shogi", "--position", position]);
        assert_eq!(done.err, format!("komadai: {wanted}\n"));
    };
    check(
        "4k4",
        "the position cannot be read: column 1: the board has 1 rank (Shogi is played on 9 ranks)",
    );
    check(
        "4k4/9/9/9/4R4/9/9/9/4K4 b - 1",
        "this position cannot be: Gote is in check, but it is not its turn: the Rook on 5e could \
         take the King on 5a",
    );
}
