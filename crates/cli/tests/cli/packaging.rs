//! The container and the systemd unit: they start the program in a way that it understands, from files that
//! are there. No daemon is needed to see that.

use crate::common::{run, text};
use parse_dockerfile::{Command, Dockerfile, HealthcheckArguments, Instruction, Source};
use std::path::{Path, PathBuf};

const DOCKERFILE: &str = include_str!("../../../../Dockerfile");
const UNIT: &str = include_str!("../../../../packaging/komadai.service");

fn dockerfile() -> Dockerfile<'static> {
    parse_dockerfile::parse(DOCKERFILE).expect("it is well-formed")
}

/// The root of the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words of an instruction in brackets.
fn words(command: &Command<'_>) -> Vec<String> {
    let Command::Exec(words) = command else {
        panic!("words in brackets need no shell: {command:?}")
    };
    words.value.iter().map(|word| word.value.to_string()).collect()
}

/// The word after another.
#[track_caller]
fn after<'a>(words: &'a [String], name: &str) -> &'a str {
    let at =
        words.iter().position(|word| word == name).unwrap_or_else(|| panic!("{name}: {words:?}"));
    &words[at + 1]
}

/// The files that are copied from the checkout into the image.
fn copied() -> Vec<String> {
    let dockerfile = dockerfile();
    let mut copied = Vec::new();
    for instruction in &dockerfile.instructions {
        let Instruction::Copy(copy) = instruction else { continue };
        if let Some(from) = copy.options.iter().find(|option| option.name.value == "from") {
            let stage = &from.value.as_ref().expect("a stage").value;
            assert!(dockerfile.stage(stage).is_some(), "no stage {stage}");
            continue;
        }
        copied.extend(copy.src.iter().map(|source| match source {
            Source::Path(path) => path.value.to_string(),
            other => panic!("{other:?}"),
        }));
    }
    copied
}

#[test]
fn all_that_is_copied_is_there() {
    let copied = copied();
    for path in &copied {
        assert!(root().join(path).exists(), "{path}");
    }
    let ignored = include_str!("../../../../.dockerignore");
    for line in ignored.lines() {
        assert!(!copied.iter().any(|path| path == line.trim_start_matches("**/")), "{line}");
    }
    // Cargo wants all members of the workspace, also those that are not built.
    let manifest = include_str!("../../../../Cargo.toml").parse::<toml::Table>().expect("TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list");
    for member in members.iter().map(|member| member.as_str().expect("a text")) {
        let folder = member.trim_end_matches("/*");
        assert!(copied.iter().any(|path| path == folder), "{folder}");
    }
}

#[test]
fn images_are_pinned_and_the_last_one_has_no_rights() {
    let dockerfile = dockerfile();
    for argument in dockerfile.global_args() {
        let (_, image) = argument.arguments.value.split_once('=').expect("NAME=IMAGE");
        let version = image.split_once(':').expect("a version").1;
        assert!(
            version.matches('.').count() >= 1 && version.starts_with(char::is_numeric),
            "{image}"
        );
    }
    let stages: Vec<_> = dockerfile.stages().collect();
    assert!(stages.len() > 1);
    for stage in &stages {
        assert!(stage.from.image.value.starts_with("${"), "{}", stage.from.image.value);
    }
    let last = stages.last().expect("a stage");
    let user = last.instructions.iter().find_map(|instruction| match instruction {
        Instruction::User(user) => Some(user.arguments.value.to_string()),
        _ => None,
    });
    let user = user.expect("a user");
    assert!(user.split(':').all(|id| id.parse::<u32>().is_ok_and(|id| id > 0)), "{user}");
}

#[test]
fn the_container_starts_what_it_promises() {
    let dockerfile = dockerfile();
    let last = dockerfile.stages().last().expect("a stage");
    let (mut line, mut entry) = (Vec::new(), Vec::new());
    let (mut ports, mut health, mut volumes) = (Vec::new(), String::new(), String::new());
    for instruction in last.instructions {
        match instruction {
            Instruction::Cmd(cmd) => line = words(&cmd.arguments),
            Instruction::Entrypoint(point) => entry = words(&point.arguments),
            Instruction::Expose(expose) => {
                ports.extend(expose.arguments.iter().map(|port| port.value.to_string()));
            }
            Instruction::Volume(volume) => volumes = format!("{:?}", volume.arguments),
            Instruction::Healthcheck(check) => {
                let HealthcheckArguments::Cmd { arguments, .. } = &check.arguments else {
                    panic!("{check:?}")
                };
                health = words(arguments).join(" ");
            }
            _ => {}
        }
    }
    assert_eq!(entry, ["komadai"]);
    let port = after(&line, "--port");
    assert_eq!(ports, [port]);
    assert!(health.contains(&format!("/{port} ")) && health.contains("/api/health"), "{health}");
    assert!(volumes.contains(&format!("{:?}", after(&line, "--data-dir"))), "{volumes}");
    // The port is the one that the program takes by itself.
    assert!(text(&["serve", "--help"]).contains(&format!("by default {port}")), "{port}");
    understood(&line);
}

/// Servers do not end by themselves: that the words are understood must do.
#[track_caller]
fn understood(line: &[String]) {
    let words: Vec<&str> = line.iter().map(String::as_str).chain(["--help"]).collect();
    assert_eq!(run(&words).code, 0, "komadai {line:?}");
}

#[test]
fn the_unit_starts_the_program() {
    let start =
        UNIT.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/komadai "));
    let line: Vec<String> = start.expect("a start").split(' ').map(str::to_owned).collect();
    understood(&line);
    // systemd makes /var/lib/komadai for the user that it makes.
    assert_eq!(after(&line, "--data-dir"), "/var/lib/komadai");
    assert!(UNIT.contains("\nStateDirectory=komadai\n") && UNIT.contains("\nDynamicUser=yes\n"));
}

#[test]
fn the_guide_shows_the_unit_as_it_is() {
    assert!(
        include_str!("../../../../docs/operators.md").contains(UNIT),
        "packaging/komadai.service"
    );
}
