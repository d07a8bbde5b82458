//! The command `man`.

use crate::common::{path, run, text};
use std::collections::BTreeSet;

/// The commands below one, by its help.
fn commands(of: &[&str]) -> Vec<String> {
    let help = text(&[of, &["--help"]].concat());
    let Some((_, listed)) = help.split_once("Commands:\n") else { return Vec::new() };
    let listed = listed.lines().take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn there_is_a_page_for_every_command() {
    let marker = path("man/marker", "");
    let folder = marker.strip_suffix("marker").expect("its name").to_owned() + "pages";
    // What an earlier version has left.
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(text(&["man", "--folder", &folder]), "");
    let pages = std::fs::read_dir(&folder).expect("it is there").map(|page| {
        let page = page.expect("it can be listed");
        page.file_name().into_string().expect("UTF-8")
    });
    let mut expected = BTreeSet::from(["komadai.1".to_owned()]);
    for command in commands(&[]) {
        let below = commands(&[&command]);
        expected.extend(below.iter().map(|under| format!("komadai-{command}-{under}.1")));
        expected.insert(format!("komadai-{command}.1"));
    }
    assert!(expected.contains("komadai-net-show.1"), "{expected:?}");
    assert_eq!(pages.collect::<BTreeSet<_>>(), expected);
    let page =
        std::fs::read_to_string(format!("{folder}/komadai-net-show.1")).expect("it is there");
    assert_eq!(text(&["man", "net", "show"]), page);
}

#[test]
fn a_page_says_what_the_help_says() {
    for (words, parts) in [
        (&["man"][..], &[".TH komadai 1", ".SH EXTRA", "komadai\\-perft(1)"][..]),
        (
            &["man", "perft"],
            &[".TH komadai-perft 1", "komadai perft", "\\-\\-depth", "Count the lines"],
        ),
        (&["man", "net show"], &["komadai net show"]),
    ] {
        let page = text(words).replace("\\fB", "").replace("\\fR", "").replace("\\fI", "");
        for part in parts {
            assert!(page.contains(part), "{words:?}: {part}: {page}");
        }
    }
    for (words, message) in [
        (&["man", "fly"][..], "there is no command `komadai fly`"),
        (&["man", "net", "fly"], "there is no command `komadai net fly`"),
        (&["man", "--folder", "/dev/null/x"], "cannot make `/dev/null/x`"),
    ] {
        let done = run(words);
        assert_eq!(done.code, 2, "{words:?}: {}", done.out);
        assert!(done.err.contains(message), "{words:?}: {}", done.err);
    }
}
