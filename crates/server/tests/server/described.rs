//! Whether an answer is as the description of the interface says.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The forms of a description.
pub(crate) struct Forms<'a>(pub(crate) &'a Value);

impl Forms<'_> {
    /// The answer has the form of this name, and nothing that the form does not tell.
    pub(crate) fn check(&self, name: &str, answer: &Value) {
        assert_eq!(self.wrong(name, answer), None, "{name}");
    }

    /// What is wrong with an answer, and where.
    pub(crate) fn wrong(&self, name: &str, answer: &Value) -> Option<String> {
        let form = &self.0["components"]["schemas"][name];
        assert!(form.is_object(), "there is no form {name}");
        self.fits(form, answer).err()
    }

    fn fits(&self, form: &Value, value: &Value) -> Result<(), String> {
        if let Some(cases) = form["oneOf"].as_array() {
            let wrong: Vec<String> =
                cases.iter().filter_map(|case| self.fits(case, value).err()).collect();
            let all = wrong.len() == cases.len();
            return if all { Err(format!(" is none of: {}", wrong.join("; "))) } else { Ok(()) };
        }
        if let Some(link) = form["$ref"].as_str() {
            return self.fits(self.linked(link), value);
        }
        if form["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            return Err(format!(" is {value}"));
        }
        match value {
            Value::Object(object) => self.fits_object(form, object),
            Value::Array(items) => self.fits_array(form, items),
            _ if is_of(&form["type"], value) => Ok(()),
            _ => Err(format!(" is {value} instead of {}", form["type"])),
        }
    }

    fn fits_array(&self, form: &Value, items: &[Value]) -> Result<(), String> {
        if !is_of(&form["type"], &Value::Array(Vec::new())) {
            return Err(" is a list".to_owned());
        }
        for (n, item) in items.iter().enumerate() {
            let form = form["prefixItems"].get(n).unwrap_or(&form["items"]);
            self.fits(form, item).map_err(|wrong| format!("[{n}]{wrong}"))?;
        }
        Ok(())
    }

    fn fits_object(&self, form: &Value, object: &Map<String, Value>) -> Result<(), String> {
        let mut parts = Vec::new();
        self.parts(form, &mut parts);
        if parts.is_empty() {
            return Err(" is an object".to_owned());
        }
        let required = parts.iter().filter_map(|part| part["required"].as_array()).flatten();
        let required: BTreeSet<&str> = required.filter_map(Value::as_str).collect();
        if let Some(missing) = required.iter().find(|key| !object.contains_key(**key)) {
            return Err(format!(" has no {missing}"));
        }
        for (key, value) in object {
            let named = parts.iter().find_map(|part| part["properties"].get(key));
            let other = || parts.iter().find_map(|part| part.get("additionalProperties"));
            let form = named.or_else(other).ok_or_else(|| format!(".{key} is not described"))?;
            if value.is_null() && !required.contains(key.as_str()) {
                return Err(format!(".{key} is null and not left out"));
            }
            self.fits(form, value).map_err(|wrong| format!(".{key}{wrong}"))?;
        }
        Ok(())
    }

    /// The objects that a form is put together from.
    fn parts<'f>(&'f self, form: &'f Value, parts: &mut Vec<&'f Value>) {
        if let Some(all) = form["allOf"].as_array() {
            all.iter().for_each(|form| self.parts(form, parts));
        } else if let Some(link) = form["$ref"].as_str() {
            self.parts(self.linked(link), parts);
        } else if is_of(&form["type"], &Value::Object(Map::new())) {
            parts.push(form);
        }
    }

    fn linked(&self, link: &str) -> &Value {
        self.0.pointer(link.trim_start_matches('#')).expect("a form")
    }
}

/// Whether a value is of one of these types.
fn is_of(types: &Value, value: &Value) -> bool {
    let word = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    types == word || types.as_array().is_some_and(|types| types.contains(&word.into()))
}
