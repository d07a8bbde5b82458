//! The description of the interface: for programs as OpenAPI, for people as a page.

use axum::body::Bytes;
use axum::http::{HeaderName, header};
use serde_json::{Map, Value};
use std::fmt::Write;
use utoipa::openapi::OpenApi;

const HEAD: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>Komadai: the interface</title>\
    <main style=\"max-width:60rem;margin:auto;padding:1rem;font-family:system-ui;line-height:1.5\">\
    <h1>Komadai: the interface</h1><p>For programs: <a href=\"/api/openapi.json\">openapi.json</a>. \
    Counts and times for Prometheus: <a href=\"/metrics\">/metrics</a>.</p>";

/// The description in both forms, each written once: it is large, and anybody may ask for it.
pub(crate) struct Described {
    json: Bytes,
    html: Bytes,
}

/// An answer that is there already.
type Ready = ([(HeaderName, &'static str); 1], Bytes);

impl Described {
    pub(crate) fn of(api: &OpenApi) -> Self {
        let json = serde_json::to_string(api).unwrap_or_default();
        let html = page(&serde_json::to_value(api).unwrap_or_default());
        Described { json: json.into(), html: html.into() }
    }

    pub(crate) fn for_programs(&self) -> impl Fn() -> std::future::Ready<Ready> + Clone + use<> {
        ready(&self.json, "application/json")
    }

    pub(crate) fn for_people(&self) -> impl Fn() -> std::future::Ready<Ready> + Clone + use<> {
        ready(&self.html, "text/html; charset=utf-8")
    }
}

fn ready(
    body: &Bytes,
    form: &'static str,
) -> impl Fn() -> std::future::Ready<Ready> + Clone + use<> {
    let body = body.clone();
    move || std::future::ready(([(header::CONTENT_TYPE, form)], body.clone()))
}

/// The page for people: it is written here, and needs no scripts.
fn page(api: &Value) -> String {
    let mut html = HEAD.to_owned();
    for (path, methods) in entries(&api["paths"]) {
        for (method, operation) in entries(methods) {
            operation_html(&mut html, &method.to_uppercase(), path, operation);
        }
    }
    html += "<h2>Forms</h2>";
    for (name, schema) in entries(&api["components"]["schemas"]) {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        let name = escaped(name);
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<details id=\"{name}\"><summary>{name}</summary><pre>{}</pre></details>",
            escaped(&json)
        );
    }
    html + "</main></html>"
}

fn operation_html(html: &mut String, method: &str, path: &str, operation: &Value) {
    let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
    let _ = write!(html, "<h2><code>{method} {}</code></h2>", escaped(path));
    let _ = write!(html, "<p>{}</p><ul>", text(&operation["summary"]));
    let _ = write!(html, "{}", request(operation));
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (name, about) = (text(&parameter["name"]), text(&parameter["description"]));
        let _ = write!(html, "<li><code>{name}</code>: {about}</li>");
    }
    for (status, response) in entries(&operation["responses"]) {
        let (about, form) = (text(&response["description"]), form(&response["content"]));
        let _ = write!(html, "<li>{}: {about}{form}</li>", escaped(status));
    }
    *html += "</ul>";
}

fn request(operation: &Value) -> String {
    let form = form(&operation["requestBody"]["content"]);
    if form.is_empty() { form } else { format!("<li>request{form}</li>") }
}

/// A link to the form of a content.
fn form(content: &Value) -> String {
    let schema = entries(content).next().map(|(_, content)| &content["schema"]["$ref"]);
    let name = schema.and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    name.map_or_else(String::new, |name| {
        let name = escaped(name);
        format!(" (<a href=\"#{name}\">{name}</a>)")
    })
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
