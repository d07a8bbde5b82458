//! Files that are no files, and files that would give the terminal orders.

use crate::common::{file, run, start};
use std::time::{Duration, Instant};

/// Runs the program, and sees to it that it ends by itself.
#[cfg(unix)]
fn ends(arguments: &[&str], input: &str) -> String {
    use std::io::Write;
    let mut child = start(arguments);
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if began.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it runs");
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("it has ended");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

/// Nobody will ever write into it.
#[test]
#[cfg(unix)]
fn a_pipe_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let pipe = pipe.to_str().expect("UTF-8");
    let child = folder.path().join("child.toml");
    std::fs::write(&child, "extends = 'pipe'\n").expect("a file");
    let refused = "it is not a regular file";
    for (hello, option) in [
        ("usi", "setoption name VariantPath value "),
        ("uci", "setoption name VariantPath value "),
        ("xboard\nprotover 2", "option VariantPath="),
    ] {
        let said = ends(&["engine"], &format!("{hello}\n{option}{pipe}\nquit\n"));
        assert!(said.contains(refused), "{hello}: {said}");
    }
    for arguments in
        [&["check", pipe][..], &["moves", pipe], &["show", pipe], &["engine", "--variant", pipe]]
    {
        let said = ends(arguments, "");
        assert!(said.contains(refused), "{arguments:?}: {said}");
    }
    let request = format!(r#"{{"cmd": "moves", "variant": "{pipe}"}}"#);
    let said = ends(&["batch"], &(request + "\n"));
    assert!(said.contains(refused), "{said}");
    let said = ends(&["check", child.to_str().expect("UTF-8")], "");
    assert!(said.contains("there is no game or file `pipe` to extend"), "{said}");
}

#[test]
fn no_file_is_extended_from_another_folder() {
    let base = file("base-of-others.toml", "extends = 'minishogi'\n");
    let base = base.to_str().expect("UTF-8").trim_end_matches(".toml").to_owned();
    for name in [base.as_str(), "../base-of-others", "./base-of-others", "sub/base"] {
        let path = file("climbing.toml", &format!("extends = '{name}'\n"));
        let done = run(&["check", path.to_str().expect("UTF-8")]);
        assert_eq!(done.code, 1, "{name}");
        assert!(
            done.out.contains("without a path") && done.out.contains("climbing.toml:1:11"),
            "{}",
            done.out
        );
    }
}

#[test]
fn the_terminal_gets_no_orders() {
    let game = |name: &str| {
        format!(
            "name = {name}\n[board]\nfiles = 5\nranks = 5\n[pieces]\nK = {{ move = 'K', at = 'a1', royal = true }}\n"
        )
    };
    let files = [
        file("escape.toml", &game("\"\\u001b[31mred\"")),
        // As it is no TOML may hold it, and the line that is shown must not either.
        file("raw.toml", &game("'\u{1b}[31mred'")),
        file("comment.toml", &format!("# \u{1b}]0;title\u{7}\n{}", game("'good'"))),
        file("key.toml", &(game("'good'") + "\"\\u001b[31m\" = 1\n")),
    ];
    for path in &files {
        for command in ["check", "show", "moves", "rules", "pieces"] {
            let done = run(&[command, path.to_str().expect("UTF-8")]);
            assert!(!(done.out + &done.err).contains(['\u{1b}', '\u{7}', '\u{9b}']), "{path:?}");
        }
    }
    let done = run(&["moves", "no\u{1b}[31m-such-file"]);
    assert!(done.err.contains("no?[31m-such-file"), "{}", done.err);
}
