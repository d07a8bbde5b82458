//! The types of TypeScript, made from the schemas of what is answered.

#![cfg(feature = "openapi")]
#![allow(
    clippy::disallowed_methods,
    reason = "the test compares with a stored file, and writes it if it is told to"
)]

use komadai_records::file::Format;
use komadai_records::json::{
    Check, ChecksGiven, CountedMoves, Declaration, TreeForm, VariantInfo, Winner,
};
use komadai_wasm::{Details, forms};
use serde_json::{Map, Value};
use std::path::Path;
use utoipa::OpenApi;

/// All forms: what they refer to comes with them.
#[derive(OpenApi)]
#[openapi(components(schemas(
    Check,
    ChecksGiven,
    CountedMoves,
    Declaration,
    Details,
    TreeForm,
    VariantInfo,
    Winner,
    forms::Branch,
    forms::GameOptions,
    forms::Held,
    forms::Line,
    forms::Man,
    forms::Mate,
    forms::MateOptions,
    forms::Move,
    forms::PositionOptions,
    forms::Refusal,
    forms::Result,
    forms::Score,
    forms::SearchOptions,
    forms::SearchResult,
    forms::Term,
)))]
struct Forms;

/// What is no object.
const WORDS: &str = r#"/** Changes of the rules: dotted keys of a variant file, and values. A text is written as in the file. */
export type Settings = Record<string, unknown>;

/** A way of writing a move. */
export type MoveNotation = 'usi' | 'algebraic' | 'uci' | 'san' | 'western' | 'japanese';

/** What is thrown: what is wrong, where, and what would help. */
export interface KomadaiError extends Error, Details {
  name: 'KomadaiError' | 'VariantError' | 'PositionError' | 'MoveError' | 'RecordError';
}
"#;

fn remark(schema: &Value, margin: &str) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{margin}/** {words} */\n")
}

fn joined(of: &Value, sign: &str) -> String {
    let parts = of.as_array().expect("a list of schemas");
    let mut types: Vec<String> = parts.iter().map(typed).collect();
    types.dedup();
    types.join(sign)
}

/// A schema as a type.
fn typed(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for (key, sign) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if schema[key].is_array() {
            return joined(&schema[key], sign);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(names) => {
            let one = |name: &Value| {
                let mut schema = schema.clone();
                schema["type"] = name.clone();
                typed(&schema)
            };
            names.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(name) => plain(name, schema),
        _ => "unknown".to_owned(),
    }
}

fn plain(name: &str, schema: &Value) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" if schema["prefixItems"].is_array() => {
            format!("[{}]", joined(&schema["prefixItems"], ", "))
        }
        "array" => {
            let item = typed(&schema["items"]);
            if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
        }
        "object" => match schema["properties"].as_object() {
            Some(properties) => object(properties, schema),
            None => format!("Record<string, {}>", typed(&schema["additionalProperties"])),
        },
        name => name.to_owned(),
    }
}

fn object(properties: &Map<String, Value>, schema: &Value) -> String {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let mut told = "{\n".to_owned();
    for (name, schema) in properties {
        let needed = required.iter().any(|it| it == name);
        let of = typed(schema);
        // What may be left out is left out where it would be null.
        let of = if needed { of } else { of.replace(" | null", "").replace("null | ", "") };
        let sign = if needed { ":" } else { "?:" };
        told += &format!("{}  {name}{sign} {of};\n", remark(schema, "  "));
    }
    told + "}"
}

fn written() -> String {
    let forms = serde_json::to_value(Forms::openapi()).expect("it is JSON");
    let schemas = forms["components"]["schemas"].as_object().expect("schemas");
    let mut text =
        "// Made from the schemas of the core by tests/forms.rs; do not edit.\n\n".to_owned();
    text += WORDS;
    let formats = Format::ALL.map(|it| format!("'{}'", it.to_string().to_lowercase())).join(" | ");
    text += &format!("\n/** A form of records. */\nexport type RecordFormat = {formats};\n");
    for (name, schema) in schemas {
        text += &format!("\n{}export type {name} = {};\n", remark(schema, ""), typed(schema));
    }
    text
}

#[test]
fn types_are_in_step() {
    let (written, path) = (written(), Path::new(env!("CARGO_MANIFEST_DIR")).join("src/forms.ts"));
    if std::env::var_os("KOMADAI_BLESS").is_some() {
        std::fs::write(&path, &written).expect("it can be written");
    }
    let stored = std::fs::read_to_string(&path).expect("it is stored");
    assert!(
        stored == written,
        "src/forms.ts is another one: run with KOMADAI_BLESS=1 and look at it"
    );
}
