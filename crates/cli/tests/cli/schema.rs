//! The schema and the reference of variant files: up to date, and of one mind with the loader.

use crate::common::text;
use jsonschema::Validator;
use komadai_rules::variant::format::{self, KeyInfo, Table, ValueForm};
use komadai_rules::variant::{BUILTIN, Source, load};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;

/// Compares a stored file of the documentation; `KOMADAI_BLESS=1` stores it anew.
#[track_caller]
fn check_stored(file: &str, arguments: &[&str]) {
    let written = text(arguments);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file);
    if std::env::var_os("KOMADAI_BLESS").is_some() {
        std::fs::write(&path, &written).expect("a file");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == written, "docs/{file} is out of date; KOMADAI_BLESS=1 stores it anew");
}

#[test]
fn the_documentation_is_up_to_date() {
    check_stored("variant.schema.json", &["schema"]);
    check_stored("variants.md", &["schema", "--reference"]);
}

fn schema() -> Validator {
    let schema: Value = serde_json::from_str(&text(&["schema"])).expect("JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("a schema");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn value(text: &str) -> Option<Value> {
    toml::from_str(text).ok()
}

/// What the schema says against a text; nothing if it is good. A text that is no TOML never is.
fn objections(schema: &Validator, text: &str) -> Vec<String> {
    let Some(value) = value(text) else { return vec!["no TOML".to_owned()] };
    schema.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect()
}

fn readme() -> &'static str {
    let readme = include_str!("../../../../README.md");
    let (_, rest) = readme.split_once("```toml\n").expect("the README has an example");
    rest.split_once("```").expect("it ends").0
}

#[test]
fn good_files_are_valid() {
    let schema = schema();
    let own = [("README", readme())];
    let tests = include_str!("../../../rules/tests/variants/fire.toml");
    let builtin = BUILTIN.iter().map(|game| (game.id, game.rules));
    for (name, text) in builtin.chain(own).chain([("fire", tests)]) {
        assert_eq!(objections(&schema, text), [""; 0], "{name}");
    }
}

/// The small game that the table of faults edits.
fn minimal() -> String {
    let tests = include_str!("../../../variant/tests/variant_files.rs");
    let (_, rest) = tests.split_once("const MINIMAL: &str = r#\"").expect("the small game");
    rest.split_once("\"#;").expect("it ends").0.to_owned()
}

/// Messages about faults of kind: keys, kinds of values, words, ranges. Contradictions are beyond a
/// schema.
const OF_KIND: [&str; 9] = [
    "unknown key",
    "must be a ",
    "must be true",
    "must be from",
    "must be one of",
    "cannot be `",
    "is missing",
    "cannot be typed",
    "cannot be a piece's letter",
];

#[test]
fn what_the_loader_refuses_by_kind_is_invalid() {
    let (schema, minimal) = (schema(), minimal());
    assert_eq!(objections(&schema, &minimal), [""; 0]);
    let table = include_str!("../../../variant/tests/data/variant-faults.txt");
    let mut refused = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<String> = line.split(" => ").map(|f| f.replace("\\n", "\n")).collect();
        let old = fields[0].replace("N = {..}", "N = { move = \"NN\", at = \"b1 f1\" }");
        let text = minimal.replacen(&old, &fields[1], 1);
        let errors = load(&Source::new("mine.toml", &*text), &|_| None, &[]).expect_err(line);
        let of_kind = |e: &&komadai_rules::variant::Diagnostic| {
            // Letters that are taken, and aliases in the wrong place, are contradictions.
            OF_KIND.iter().any(|part| e.message.contains(part))
        };
        if let Some(error) = errors.iter().find(of_kind) {
            refused += 1;
            assert!(!objections(&schema, &text).is_empty(), "{line}\n{error}");
        }
    }
    assert!(refused >= 25, "{refused}");
}

/// Where examples may stand: the games that come with the program, and one whose sides differ.
fn grounds() -> Vec<String> {
    let uneven =
        "extends = \"shogi\"\nsides.symmetry = \"none\"\npieces.K.at2 = \"e9\"\nstarts = false";
    let passing = "extends = \"shogi\"\npassing = { when = \"always\" }";
    let own = [uneven, passing].map(str::to_owned);
    BUILTIN.iter().map(|game| game.rules.to_owned()).chain(own).collect()
}

/// Whether a text is good and without doubt, with a setting laid upon it.
fn holds(text: &str, settings: &[(String, String)]) -> bool {
    let loaded = load(&Source::new("mine.toml", text), &|_| None, settings);
    loaded.is_ok_and(|loaded| loaded.warnings.is_empty())
}

/// The tables with the paths at which they may stand.
fn tables(table: &'static Table, path: String, found: &mut Vec<(String, &'static Table)>) {
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    for entry in table.entries() {
        for below in of_kind(&entry.kind) {
            tables(below, inner(entry.name), found);
        }
    }
    if let Some(rows) = table.rows() {
        let letters = ["D", "F", "K", "P", "R", "S", "L", "lance"];
        for key in letters {
            tables(rows.table, inner(key), found);
        }
    }
    found.push((path, table));
}

fn of_kind(kind: &ValueForm) -> Vec<&'static Table> {
    match kind {
        ValueForm::Table(table) => vec![table],
        ValueForm::Or(kinds) => kinds.iter().flat_map(of_kind).collect(),
        _ => Vec::new(),
    }
}

/// The settings that lay the example of a key upon a file, with what must stand beside it.
fn laid(table: &Table, path: &str, key: &str) -> Vec<(String, String)> {
    let wanted = table.entries().filter(|entry| entry.name == key || entry.required);
    let setting = |entry: KeyInfo| {
        let name = entry.name;
        let whole = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        (whole, entry.example.to_owned())
    };
    match path {
        "" => wanted.filter(|entry| entry.name == key).map(setting).collect(),
        _ => wanted.map(setting).collect(),
    }
}

/// Keys that nobody sets by hand.
const FIXED: [&str; 3] = ["extends", "id", "aliases"];

#[test]
fn keys_of_a_file_alone_have_an_example_that_holds() {
    let keys = format::root().entries().filter(|entry| FIXED.contains(&entry.name));
    let texts: Vec<String> = keys.map(|key| format!("{} = {}\n", key.name, key.example)).collect();
    assert_eq!(texts.len(), FIXED.len());
    assert!(holds(&texts.concat(), &[]), "{texts:?}");
}

#[test]
fn every_key_has_an_example_that_holds() {
    let (grounds, mut all) = (grounds(), Vec::new());
    tables(format::root(), String::new(), &mut all);
    // The same table may stand at several places: one is enough.
    let mut held: HashMap<(*const Table, &str), bool> = HashMap::new();
    for (path, table) in all {
        for entry in table.entries().filter(|entry| !FIXED.contains(&entry.name)) {
            let held = held.entry((std::ptr::from_ref(table), entry.name)).or_default();
            let settings = laid(table, &path, entry.name);
            *held = *held || grounds.iter().any(|text| holds(text, &settings));
        }
    }
    let bad: Vec<_> = held.iter().filter(|(_, held)| !**held).map(|((_, key), _)| key).collect();
    assert!(bad.is_empty(), "examples that hold nowhere: {bad:?}");
    assert!(held.len() > 80, "{}", held.len());
}

#[test]
fn every_example_is_valid() {
    let schema: Value = serde_json::from_str(&text(&["schema"])).expect("JSON");
    let mut checked = 0;
    check_examples(&schema, &mut checked);
    assert!(checked > 80, "{checked}");
}

/// Checks every example in a schema by the part of the schema in which it stands.
fn check_examples(schema: &Value, checked: &mut usize) {
    match schema {
        Value::Object(parts) => {
            let examples = parts.get("examples").and_then(Value::as_array);
            for example in examples.into_iter().flatten() {
                let part = jsonschema::validator_for(schema).expect("a schema");
                assert!(part.is_valid(example), "{example}: {}", schema["description"]);
                *checked += 1;
            }
            for part in parts.iter().filter(|(key, _)| *key != "examples").map(|(_, part)| part) {
                check_examples(part, checked);
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| check_examples(part, checked)),
        _ => {}
    }
}

#[test]
fn the_examples_of_the_reference_hold() {
    let (schema, grounds) = (schema(), grounds());
    let reference = text(&["schema", "--reference"]);
    let (mut wholes, mut parts) = (0, 0);
    for block in reference.split("```toml").skip(1) {
        let (kind, rest) = block.split_once('\n').expect("a line");
        let text = rest.split("```").next().expect("an end");
        if kind == " part" {
            assert!(lies_upon_some(text, &grounds), "{text}");
            parts += 1;
        } else {
            assert!(holds(text, &[]), "{text}");
            assert_eq!(objections(&schema, text), [""; 0], "{text}");
            wholes += 1;
        }
    }
    assert!(wholes >= 3 && parts >= 15, "{wholes} {parts}");
}

/// Whether the keys of a text, laid upon one of those games, leave it good.
fn lies_upon_some(text: &str, grounds: &[String]) -> bool {
    let table: toml::Table = toml::from_str(text).expect("TOML");
    // What says which game it extends stands on its own feet.
    if table.contains_key("extends") {
        return holds(text, &[]);
    }
    let settings: Vec<_> = table.iter().map(|(key, value)| (key.clone(), inline(value))).collect();
    grounds.iter().any(|ground| holds(ground, &settings))
}

/// A value as TOML on one line.
fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let pairs =
                table.iter().map(|(key, value)| format!("{} = {}", json!(key), inline(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        toml::Value::Array(items) => {
            format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        toml::Value::String(text) => json!(text).to_string(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Boolean(flag) => flag.to_string(),
        other => panic!("nothing takes {other:?}"),
    }
}

#[test]
fn every_word_and_key_stands_in_the_reference() {
    let reference = text(&["schema", "--reference"]);
    let mut all = Vec::new();
    tables(format::root(), String::new(), &mut all);
    for (path, table) in all {
        for entry in table.entries() {
            assert!(reference.contains(&format!("`{}`", entry.name)), "{path}.{}", entry.name);
            if let ValueForm::Choice(words) | ValueForm::Several(words) = &entry.kind {
                for word in words {
                    assert!(reference.contains(word.means), "{}", word.means);
                }
            }
        }
    }
}

#[test]
fn the_commands_of_the_reference_answer() {
    let reference = text(&["schema", "--reference"]);
    let commands = reference.lines().filter_map(|line| line.strip_prefix("    komadai "));
    let lasting = |command: &&str| !command.contains(".toml") && !command.starts_with("new ");
    let mut answered = 0;
    for command in commands.filter(lasting) {
        let words: Vec<_> =
            command.split_whitespace().map(|word| word.trim_matches('\'')).collect();
        text(&words);
        answered += 1;
    }
    assert!(answered >= 4, "{answered}");
}
