//! Conversations, line by line.

use crate::common::{batch, file, komadai, lines};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = komadai()
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (depth, nodes) in [(1, 30), (2, 900), (3, 25470)] {
        writeln!(questions, "{}", json!({"cmd": "perft", "variant": "shogi", "depth": depth}))
            .unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["nodes"], nodes);
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

/// Requests are worked on at the same time: what takes long does not lose its place.
#[test]
fn answers_come_in_the_order_of_the_requests() {
    let requests: Vec<Value> = (0..60)
        .map(|id| {
            let depth = if id % 7 == 0 { 4 } else { id % 3 };
            json!({"cmd": "perft", "variant": "minishogi", "depth": depth, "id": id})
        })
        .collect();
    for (request, answer) in requests.iter().zip(batch(&requests)) {
        assert_eq!((&answer["id"], &answer["depth"]), (&request["id"], &request["depth"]));
    }
}

#[test]
fn answers_carry_the_mark_of_their_request() {
    let answers = batch(&[
        json!({"cmd": "result", "variant": "chess", "id": "a"}),
        json!({"cmd": "result", "variant": "chess", "id": 7}),
        json!({"cmd": "result", "variant": "chess"}),
        json!({"cmd": "nonsense", "variant": "chess", "id": [1, 2]}),
    ]);
    assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&json!("a"), &json!(7)));
    assert!(answers[2].get("id").is_none());
    assert_eq!(answers[3]["id"], json!([1, 2]));
    assert!(answers[3]["error"].is_string());
}

#[test]
fn errors_end_nothing() {
    let good = json!({"cmd": "perft", "variant": "minishogi", "depth": 1});
    for (bad, message) in [
        (json!({"cmd": "moves"}), "variant"),
        (json!({"variant": "shogi"}), "cmd"),
        (json!({"cmd": "bench", "variant": "shogi"}), "there is no `cmd` `bench`"),
        (json!({"cmd": "moves", "variant": "none"}), "no game and no file"),
        (json!({"cmd": "perft", "variant": "shogi"}), "depth"),
        (json!({"cmd": "perft", "variant": "shogi", "depth": 1000}), "depth"),
        (json!({"cmd": "perft", "variant": "shogi", "depth": -1}), "-1"),
        (json!({"cmd": "moves", "variant": "shogi", "moves": [1]}), "moves"),
        (json!({"cmd": "moves", "variant": "shogi", "moves": ["7g7e"]}), "move 1"),
        (json!({"cmd": "moves", "variant": "shogi", "position": "x"}), "position"),
        (json!({"cmd": "moves", "variant": "shogi", "colour": "red"}), "colour"),
        (json!(17), "request"),
    ] {
        let answers = batch(&[bad.clone(), good.clone()]);
        let error = answers[0]["error"].as_str().unwrap_or_else(|| panic!("{bad}: {}", answers[0]));
        assert!(error.contains(message), "{bad}: {error}");
        assert_eq!(answers[0].as_object().unwrap().len(), 1, "{bad}");
        assert_eq!(answers[1]["nodes"], 14);
    }
}

#[test]
fn moves_as_a_list_or_as_one_text() {
    let request = |moves: Value| json!({"cmd": "moves", "variant": "shogi", "moves": moves});
    let answers = batch(&[
        request(json!(["7g7f", "3c3d"])),
        request(json!("7g7f 3c3d")),
        request(Value::Null),
    ]);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[2]["side"], "first");
}

#[test]
fn starts_settings_and_strictness() {
    let answers = batch(&[
        json!({"cmd": "moves", "variant": "shogi", "start": "lance"}),
        json!({"cmd": "result", "variant": "shogi", "set": {"end.repetition.times": 2},
               "moves": "2h3h 8b7b 3h2h 7b8b"}),
        json!({"cmd": "result", "variant": "shogi", "moves": "7g7e", "strict": true}),
        json!({"cmd": "result", "variant": "chess", "moves": "f2f3 e7e5 g2g4 d8h4 a2a3"}),
        json!({"cmd": "result", "variant": "chess", "moves": "f2f3 e7e5 g2g4 d8h4 a2a3", "continue": true}),
    ]);
    assert_eq!(answers[0]["side"], "second");
    assert_eq!(answers[1]["status"], "repetition");
    assert_eq!(answers[2]["winner"], "second");
    assert!(answers[3]["error"].as_str().unwrap().contains("move 5"));
    assert_eq!(answers[4]["status"], "illegal-move");
}

#[test]
fn a_file_that_changes_is_read_anew() {
    let small = |files: u8| {
        format!(
            "format = 'variant/1'\n[board]\nfiles = {files}\nranks = 5\n[pieces]\nK = {{ name = 'King', move = 'K', at = 'a1', royal = true }}\n"
        )
    };
    let path = file("changing.toml", &small(5));
    let request = json!({"cmd": "perft", "variant": path.to_str().unwrap(), "depth": 0});
    let mut child =
        komadai().arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (files, board) in [(5, "4k/5/5/5/K4"), (6, "5k/6/6/6/K5"), (6, "5k/6/6/6/K5")] {
        std::fs::write(&path, small(files)).unwrap();
        writeln!(questions, "{request}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.contains(board), "{answer}");
    }
    drop(questions);
    child.wait().unwrap();
}

#[test]
fn movements_that_are_wrong() {
    let case = |xbetza: &str, more: Value| {
        let mut case =
            json!({"id": 1, "xbetza": xbetza, "board": {"files": 8, "ranks": 8}, "from": "d4"});
        case.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        case
    };
    let none = || json!({});
    for (case, offset, message) in [
        (case("fmEK", none()), json!(2), "there is no atom `E`"),
        (case("", none()), json!(0), ""),
        (case("KNADcaKmcabE", none()), json!(11), "there is no atom `E`"),
        (case("K(paf)99Q", none()), json!(1), ""),
        (case("maaaaaaaaaaaaK", none()), json!(0), ""),
        (case("K", json!({"from": "z9"})), Value::Null, "z9"),
        (case("K", json!({"friends": ["d9"]})), Value::Null, "d9"),
        (case("K", json!({"board": {"files": 0, "ranks": 8}})), Value::Null, "0x8"),
        (case("K", json!({"board": {"files": 17, "ranks": 8}})), Value::Null, "17x8"),
        (case("K", json!({"board": {"files": 300, "ranks": 8}})), Value::Null, "300"),
        (case("K", json!({"side": "third"})), Value::Null, "third"),
        (case("K", json!({"ep": "d5"})), Value::Null, "ep_victim"),
    ] {
        let answer = &lines(&["betza", "--json"], std::slice::from_ref(&case))[0];
        assert_eq!(answer["id"], 1, "{case}");
        let error = &answer["error"];
        assert!(
            error["message"].as_str().is_some_and(|text| text.contains(message)),
            "{case}: {answer}"
        );
        assert_eq!(error["offset"], offset, "{case}: {answer}");
    }
    let unmarked = &lines(&["betza", "--json"], &[json!({"xbetza": "K"})])[0];
    assert_eq!(unmarked["id"], Value::Null);
}

#[test]
fn movements_for_people() {
    let case = json!({"id": "lion", "xbetza": "caK", "board": {"files": 3, "ranks": 3}, "from": "a1",
                      "friends": ["a2"], "enemies": ["b2"]});
    let done = crate::common::run_with(&["betza"], &format!("{case}\nnonsense\n"));
    assert_eq!(done.code, 0);
    let lines: Vec<&str> = done.out.lines().collect();
    assert!(lines[0].starts_with("lion: ") && lines[0].contains("c3(xb2)"), "{}", done.out);
    assert!(lines[1].starts_with("error: "), "{}", done.out);
}

/// A running `batch` that has answered one question and now counts for a long time.
#[cfg(unix)]
fn busy_batch() -> (std::process::Child, BufReader<std::process::ChildStdout>) {
    let mut child =
        komadai().arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for depth in [1, 9] {
        writeln!(questions, "{}", json!({"cmd": "perft", "variant": "shogi", "depth": depth}))
            .unwrap();
    }
    // What was answered before is there at once; the input stays open.
    let mut answer = String::new();
    answers.read_line(&mut answer).unwrap();
    assert!(answer.contains(r#""nodes":30"#), "{answer}");
    std::mem::forget(questions);
    (child, answers)
}

/// Waits for the end, but not for the count, which would take hours.
#[cfg(unix)]
fn ends(mut child: std::process::Child) {
    for _ in 0..100 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("it goes on");
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_amid_a_line() {
    for signal in ["-INT", "-TERM"] {
        let (child, answers) = busy_batch();
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        ends(child);
        drop(answers);
    }
}

#[test]
#[cfg(unix)]
fn closed_output_ends_it_amid_a_line() {
    let (child, answers) = busy_batch();
    drop(answers);
    ends(child);
}
