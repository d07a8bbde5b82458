//! Running the program.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// What the program did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, ready to be run.
pub(crate) fn komadai() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_komadai"));
    command.env_remove("NO_COLOR");
    command
}

/// Starts the program with these words; its input and what it says are pipes.
pub(crate) fn start(arguments: &[&str]) -> Child {
    komadai()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program with these words and this input.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> Done {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program answers while it reads: both pipes must be served.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Done {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs the program with these words.
pub(crate) fn run(arguments: &[&str]) -> Done {
    run_with(arguments, "")
}

/// What it answers, which must be an answer.
pub(crate) fn text(arguments: &[&str]) -> String {
    let done = run(arguments);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{arguments:?}: {}", done.out);
    done.out
}

/// What it answers with `--json`.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&text(&arguments)).expect("JSON")
}

/// The answers to requests, one for each.
pub(crate) fn batch(requests: &[Value]) -> Vec<Value> {
    lines(&["batch"], requests)
}

/// The answers of a command that reads and writes one JSON object a line.
pub(crate) fn lines(arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let done = run_with(arguments, &input);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{arguments:?}");
    let answers: Vec<Value> =
        done.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), requests.len(), "an answer for each request");
    answers
}

/// A list of worked cases.
pub(crate) fn cases(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("a list of cases")
}

/// The texts of a list; empty if there is none.
pub(crate) fn texts(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| item.as_str().expect("a text").to_owned()).collect()
}

/// A file with this text, in a folder of the tests' own.
pub(crate) fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path
}

/// The same as the path that is typed.
pub(crate) fn path(name: &str, text: &str) -> String {
    file(name, text).to_str().expect("UTF-8").to_owned()
}
