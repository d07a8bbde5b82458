//! From a file to one tree: parents below, settings given by hand on top.

use crate::BUILTIN;
use crate::builtin::builtin;
use crate::diagnostic::{Location, Report, Source};
use crate::format::{game, pieces};
use crate::suggest;
use crate::tree::{self, Entry, Node, Value};

/// Longer chains of parents are taken for a mistake.
const MOST_PARENTS: usize = 16;

/// What a file says about itself; a child does not take over its parent's identity.
const IDENTITY: [&str; 4] = [game::ID.name, game::NAME.name, game::AUTHOR.name, game::ALIASES.name];

/// What nobody sets by hand: which file it is, and by what programs and links know it.
const FIXED: [&str; 3] = [game::EXTENDS.name, game::ID.name, game::ALIASES.name];

/// The tree of a file with all that it inherits. `None` after faults that leave nothing to read.
pub(super) fn read(
    report: &mut Report,
    source: &Source,
    resolve: &dyn Fn(&str) -> Option<String>,
    settings: &[(String, String)],
) -> Option<Node> {
    let number = report.add(source.clone());
    let mut tree = tree::parse(report, number)?;
    let mut line = vec![source.name.clone()];
    tree = with_parents(report, tree, resolve, &mut line)?;
    remove_pieces(report, &mut tree);
    for (key, value) in settings {
        let setting = tree::setting(report, key, value)?;
        if let Some(entry) = FIXED.iter().find_map(|key| setting.entry(key)) {
            report.error(entry.at, format!("`{}` cannot be set by hand", entry.key));
            return None;
        }
        tree.merge(setting);
        remove_pieces(report, &mut tree);
    }
    Some(tree)
}

/// Lays a tree upon its parent, and that upon its own.
fn with_parents(
    report: &mut Report,
    mut child: Node,
    resolve: &dyn Fn(&str) -> Option<String>,
    line: &mut Vec<String>,
) -> Option<Node> {
    let Some(extends) = child.take(game::EXTENDS.name) else {
        return Some(child);
    };
    let (name, text) = parent(report, &extends, resolve, line)?;
    line.push(name.clone());
    let number = report.add_parent(Source::new(name, text));
    let parent = tree::parse(report, number)?;
    let mut whole = with_parents(report, parent, resolve, line)?;
    remove_pieces(report, &mut whole);
    for key in IDENTITY {
        whole.take(key);
    }
    whole.merge(child);
    Some(whole)
}

/// Name and text of the parent.
fn parent(
    report: &Report,
    extends: &Entry,
    resolve: &dyn Fn(&str) -> Option<String>,
    line: &[String],
) -> Option<(String, String)> {
    let at = extends.node.at;
    let Value::Text(name) = &extends.node.value else {
        report.error(at, "`extends` must be the name of a built-in game or of a file");
        return None;
    };
    if let Some(sign) = name.chars().find(|c| matches!(c, '/' | '\\' | ':')).or(climbs(name)) {
        let help = "the name of a built-in game, or of a file in the same folder, such as `base`";
        let message =
            format!("`extends` must be a name without a path: `{sign}` cannot stand in it");
        report.error_help(at, message, help);
        return None;
    }
    if line.contains(name) {
        let circle = format!("{} -> {name}", line.join(" -> "));
        report.error(at, format!("a variant cannot extend itself: {circle}"));
        return None;
    }
    if line.len() > MOST_PARENTS {
        report.error(at, format!("more than {MOST_PARENTS} parents in a chain"));
        return None;
    }
    let text = resolve(name).or_else(|| builtin(name).map(str::to_string));
    if text.is_none() {
        let help = suggest::help(name, BUILTIN.iter().map(|game| game.id));
        report.error_help(at, format!("there is no game or file `{name}` to extend"), help);
    }
    text.map(|text| (name.clone(), text))
}

/// What makes a name without a separator a path all the same.
fn climbs(name: &str) -> Option<char> {
    matches!(name, "." | "..").then_some('.')
}

/// Carries out `pieces.remove`.
fn remove_pieces(report: &Report, tree: &mut Node) {
    let Value::Table(entries) = &mut tree.value else {
        return;
    };
    let Some(table) = entries.iter_mut().find(|e| e.key == game::PIECES.name) else {
        return;
    };
    let Some(remove) = table.node.take(pieces::REMOVE.name) else {
        return;
    };
    let items = match remove.node.value {
        Value::List(items) => items,
        _ => vec![remove.node],
    };
    for item in items {
        remove_piece(report, &mut table.node, &item.value, item.at);
    }
}

fn remove_piece(report: &Report, pieces: &mut Node, id: &Value, at: Location) {
    let Value::Text(id) = id else {
        report.error(at, "`pieces.remove` must be a list of piece letters");
        return;
    };
    if pieces.take(id).is_none() {
        report.error(at, format!("there is no piece `{id}` to remove"));
    }
}
