//! The licences of everything inside the program: whoever passes it on must pass them on, too.

use super::components::Component;
use super::source;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How the names of files with licences begin, in small letters.
const FILES: &[&str] = &["license", "licence", "copying", "notice", "copyright", "unlicense"];
/// What the outlines of characters ask for.
const OUTLINES: &str = "crates/picture/data/NOTICE";

/// Every text once, with the names of those that it is for.
pub(super) fn text(components: &[Component]) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut bare = Vec::new();
    for component in components.iter().filter(|component| !component.ours) {
        let name = format!("{} {} ({})", component.name, component.version, component.licence);
        let found = component.folder.as_deref().map(licences).unwrap_or_default();
        if found.is_empty() {
            bare.push(name.clone());
        }
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    // By the names: the order of texts would say nothing to anybody.
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    let mut all = "Komadai is made of these works of others, under these terms.\n".to_owned();
    all += &section(
        &["the outlines of characters".to_owned()],
        &String::from_utf8(source(OUTLINES)?)?,
    );
    for (names, text) in &texts {
        all += &section(names, text);
    }
    if !bare.is_empty() {
        all += &section(&bare, "These come without a text; the licence is the one that they name.");
    }
    Ok(all)
}

fn section(names: &[String], text: &str) -> String {
    format!("\n{}\n{}\n\n{}\n", "=".repeat(72), names.join("\n"), text.trim())
}

/// The texts in a folder of sources.
fn licences(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_licence = |name: &str| FILES.iter().any(|start| name.to_lowercase().starts_with(start));
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| is_licence(&name.to_string_lossy())))
        .collect();
    paths.sort();
    let read = |path| Some(fs::read_to_string(path).ok()?.replace("\r\n", "\n"));
    paths.into_iter().filter_map(read).filter(|text| !text.trim().is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::components::of_the_program;
    use super::*;

    #[test]
    fn texts_stand_once_with_all_that_they_are_for() {
        let components = of_the_program("x86_64-unknown-linux-gnu").expect("cargo knows");
        let text = text(&components).expect("it can be written");
        for part in ["\nserde_core ", "Permission is hereby granted", "Apache License"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("\nkomadai-rules "), "ours is no work of others");
    }
}
