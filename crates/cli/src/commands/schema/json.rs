//! The form of variant files as JSON Schema, with which editors complete and check TOML.

use komadai_rules::variant::format::{self, KeyForm, KeyInfo, Rows, Table, ValueForm, Word};
use serde_json::{Map, Value, json};

/// By this the schema knows itself again.
pub(crate) const TITLE: &str = "Komadai variant file";

const LETTER: &str = r"^\+?[A-Z]'{0,2}$";
/// Neither a path nor a folder.
const FILE_NAME: &str = r"^(?!\.\.?$)[^/\\:]+$";
const NAME: &str = "^[a-z0-9_-]+$";
const RANKS: &str = r"\s*(last\s+\d+|ranks?\s+\d+(\s*-\s*\d+)?)\s*";

/// Squares and rectangles, parted by spaces or commas.
fn squares() -> String {
    let square = r"[a-p](0|[1-9]\d?)";
    let range = format!("{square}(-{square})?");
    format!(r"[\s,]*({range}([\s,]+{range})*)?[\s,]*")
}

/// The schema of a whole file.
pub(crate) fn schema() -> Value {
    let root = format::root();
    let mut schema = table(root);
    let extends = json!({ "required": ["extends"] });
    let more = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        // What a file inherits it need not say.
        "if": { "not": extends },
        "then": required(root),
    });
    add(&mut schema, more);
    schema
}

fn add(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}

fn table(table: &Table) -> Value {
    let keys = table.entries().map(|entry| (entry.name.to_owned(), key(&entry)));
    let mut schema = json!({
        "type": "object",
        "description": table.means,
        "properties": keys.collect::<Map<_, _>>(),
        "additionalProperties": false,
    });
    if let Some(rows) = table.rows() {
        add(&mut schema, json!({ "patternProperties": { pattern(rows): row(rows) } }));
    }
    schema
}

fn pattern(rows: &Rows) -> &'static str {
    match rows.key {
        KeyForm::Letter => LETTER,
        KeyForm::Name => NAME,
    }
}

/// What a key that the author chooses takes. Inherited starts can be switched off; pieces are
/// removed by name.
fn row(rows: &Rows) -> Value {
    match rows.key {
        KeyForm::Letter => table(rows.table),
        KeyForm::Name => union([table(rows.table), off()]),
    }
}

fn key(entry: &KeyInfo) -> Value {
    let mut schema = match &entry.kind {
        // What must be there cannot be switched off.
        ValueForm::Table(inner) if entry.required => table(inner),
        ValueForm::Table(inner) => union([table(inner), off()]),
        kind => of_kind(kind),
    };
    add(&mut schema, json!({ "description": entry.means }));
    // Those in words begin with a space; the others are written alike in TOML and JSON.
    let default = entry.default.as_ref().and_then(|text| serde_json::from_str::<Value>(text).ok());
    if let Some(default) = default {
        add(&mut schema, json!({ "default": default }));
    }
    if let Some(example) = value(entry.example) {
        add(&mut schema, json!({ "examples": [example] }));
    }
    schema
}

/// A value in TOML as one in JSON.
fn value(toml: &str) -> Option<Value> {
    let whole: Value = toml::from_str(&format!("value = {toml}")).ok()?;
    whole.get("value").cloned()
}

fn of_kind(kind: &ValueForm) -> Value {
    match kind {
        ValueForm::Text | ValueForm::Plain => json!({ "type": "string" }),
        ValueForm::Name => text(NAME),
        ValueForm::FileName => text(FILE_NAME),
        ValueForm::Texts => one_or_more(json!({ "type": "string" }), 0),
        ValueForm::Movements(part) => {
            one_or_more(union([json!({ "type": "string" }), table(part)]), 1)
        }
        ValueForm::Flag => json!({ "type": "boolean" }),
        ValueForm::Number { low, high } => {
            json!({ "type": "integer", "minimum": low, "maximum": high })
        }
        ValueForm::Choice(words) => choice(words),
        ValueForm::Several(words) => one_or_more(choice(words), 0),
        ValueForm::Squares => one_or_more(text(&format!("^{}$", squares())), 0),
        ValueForm::Ranks => one_or_more(text(&format!("^({}|{RANKS})$", squares())), 0),
        ValueForm::Letter => text(LETTER),
        ValueForm::Letters => one_or_more(text(LETTER), 0),
        ValueForm::Selector(group) => one_or_more(union([text(LETTER), table(group)]), 0),
        ValueForm::Reset => one_or_more(union([json!({ "const": "capture" }), text(LETTER)]), 0),
        ValueForm::Table(inner) => table(inner),
        ValueForm::List(inner) => {
            let inner = table(inner);
            union([json!({ "type": "array", "items": inner }), inner, off()])
        }
        ValueForm::Off => off(),
        ValueForm::Or(kinds) => union(kinds.iter().map(of_kind)),
    }
}

fn off() -> Value {
    json!({ "type": "boolean", "not": { "const": true } })
}

/// What fits one of several schemas. Where each is about another type of value, all that they say can
/// stand side by side, and a mistake is found at its very place; otherwise only the whole can be
/// called wrong.
fn union(schemas: impl IntoIterator<Item = Value>) -> Value {
    let schemas: Vec<Value> = schemas.into_iter().collect();
    side_by_side(&schemas).unwrap_or_else(|| json!({ "anyOf": schemas }))
}

fn side_by_side(schemas: &[Value]) -> Option<Value> {
    let (mut types, mut whole) = (Vec::new(), Map::new());
    for (key, part) in schemas.iter().filter_map(Value::as_object).flatten() {
        let fits = match key.as_str() {
            "type" => {
                let several = part.as_array().map_or(std::slice::from_ref(part), Vec::as_slice);
                let new = several.iter().all(|one| !types.contains(one));
                types.extend_from_slice(several);
                new
            }
            // It is about the key, not about one way of writing its value.
            "description" => true,
            // These are about values of every type.
            "enum" | "const" | "anyOf" => false,
            key => whole.insert(key.to_owned(), part.clone()).is_none(),
        };
        if !fits {
            return None;
        }
    }
    whole.insert("type".to_owned(), Value::Array(types));
    Some(Value::Object(whole))
}

fn text(pattern: &str) -> Value {
    json!({ "type": "string", "pattern": pattern })
}

fn one_or_more(item: Value, least: usize) -> Value {
    let mut list = json!({ "type": "array", "items": item });
    if least > 0 {
        add(&mut list, json!({ "minItems": least }));
    }
    union([item, list])
}

/// Words of digits may be written as numbers. `x-taplo` is where an editor's helper looks for what
/// each word means.
fn choice(words: &[Word]) -> Value {
    let number = |word: &Word| word.word.parse::<u32>().ok().map(|n| (json!(n), word.means));
    let numbers = words.iter().filter_map(number);
    let texts = words.iter().map(|word| (json!(word.word), word.means));
    let (values, meanings): (Vec<Value>, Vec<&str>) = texts.chain(numbers).unzip();
    json!({ "enum": values, "x-taplo": { "docs": { "enumValues": meanings } } })
}

/// Which keys must be there in a table, and in the tables below it. It binds tables only: what is
/// switched off or written in another way lacks nothing.
fn required(table: &Table) -> Value {
    let names: Vec<&str> =
        table.entries().filter(|entry| entry.required).map(|entry| entry.name).collect();
    let below = table.entries().filter_map(|entry| {
        let inner = required_below(&entry.kind)?;
        Some((entry.name.to_owned(), inner))
    });
    let mut schema = Map::new();
    let properties: Map<String, Value> = below.collect();
    if !names.is_empty() {
        schema.insert("required".to_owned(), json!(names));
    }
    if !properties.is_empty() {
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    if let Some((rows, inner)) = table.rows().map(|rows| (rows, required(rows.table)))
        && inner != json!({})
    {
        schema.insert("patternProperties".to_owned(), json!({ pattern(rows): inner }));
    }
    Value::Object(schema)
}

fn required_below(kind: &ValueForm) -> Option<Value> {
    let found = match kind {
        ValueForm::Table(inner) => required(inner),
        ValueForm::List(inner) | ValueForm::Movements(inner) => {
            let mut schema = required(inner);
            let items = json!({ "items": schema.clone() });
            add(&mut schema, items);
            schema
        }
        ValueForm::Or(kinds) => kinds.iter().find_map(required_below)?,
        _ => return None,
    };
    (found != json!({})).then_some(found)
}
