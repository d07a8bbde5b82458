//! Who is who: piece letters, and the selectors that stand for groups of pieces.

use crate::PieceType;
use crate::diagnostic::Location;
use crate::format::{Key, Selector, pieces};
use crate::section::Section;
use crate::suggest;
use crate::tree::{Entry, Node, Value};

/// The most types of piece that a variant may have.
pub(super) const MOST_TYPES: usize = 128;

/// The types of piece with what selectors look at.
pub(super) struct Roster {
    members: Vec<Member>,
}

struct Member {
    id: String,
    royal: bool,
    kind: Option<String>,
}

impl Roster {
    /// Reads the letters (and `royal` and `kind`) of all pieces.
    pub(super) fn read(pieces: &Section<'_>) -> Roster {
        for entry in pieces.entries() {
            check_id(pieces, entry);
        }
        if let Some(beyond) = pieces.entries().get(MOST_TYPES) {
            let message = format!(
                "{} types of piece: at most {MOST_TYPES} are possible",
                pieces.entries().len()
            );
            pieces.report.error(beyond.at, message);
        }
        // Royal and kind are read here without notes: the pieces themselves are read later.
        let member = |entry: &Entry| Member {
            id: entry.key.clone(),
            royal: matches!(flat(&entry.node, pieces::ROYAL.name), Some(Value::Flag(true))),
            kind: match flat(&entry.node, pieces::KIND.name) {
                Some(Value::Text(kind)) => Some(kind.clone()),
                _ => None,
            },
        };
        let members = pieces.entries().iter().take(MOST_TYPES).map(member).collect();
        Roster { members }
    }

    /// The type with that letter.
    pub(super) fn find(&self, id: &str) -> Option<PieceType> {
        self.members.iter().position(|m| m.id == id).map(|i| PieceType(i as u8))
    }

    /// Whether a type is royal.
    pub(super) fn is_royal(&self, piece: PieceType) -> bool {
        self.members[piece.index()].royal
    }

    /// The types under a key; without it, all.
    pub(super) fn select_or_all(
        &self,
        section: &Section<'_>,
        key: &Key<Selector>,
    ) -> Vec<PieceType> {
        if section.has(key.name) {
            self.select(section, key)
        } else {
            (0..self.members.len()).map(|i| PieceType(i as u8)).collect()
        }
    }

    /// The types under a key; without it, all that are not royal.
    pub(super) fn select_or_others(
        &self,
        section: &Section<'_>,
        key: &Key<Selector>,
    ) -> Vec<PieceType> {
        let mut types = self.select_or_all(section, key);
        if !section.has(key.name) {
            types.retain(|piece| !self.is_royal(*piece));
        }
        types
    }

    /// The type with that letter; an unknown one is noted.
    pub(super) fn expect(
        &self,
        section: &Section<'_>,
        id: &str,
        at: Location,
    ) -> Option<PieceType> {
        let found = self.find(id);
        if found.is_none() {
            let help = suggest::help(id, self.members.iter().map(|m| m.id.as_str()));
            section.report.error_help(at, format!("there is no piece `{id}`"), help);
        }
        found
    }

    /// The types under a key: letters, groups such as `{ kind = ".." }`, or a list of these.
    pub(super) fn select(&self, section: &Section<'_>, key: &Key<Selector>) -> Vec<PieceType> {
        let mut types = match section.get(key.name) {
            Some(Node { value: Value::List(items), .. }) => {
                items.iter().flat_map(|item| self.select_node(section, key.name, item)).collect()
            }
            Some(node) => self.select_node(section, key.name, node),
            None => Vec::new(),
        };
        let mut seen = Vec::new();
        types.retain(|t| {
            !seen.contains(t) && {
                seen.push(*t);
                true
            }
        });
        types
    }

    fn select_node(&self, section: &Section<'_>, key: &str, node: &Node) -> Vec<PieceType> {
        match &node.value {
            Value::Text(id) => self.expect(section, id, node.at).into_iter().collect(),
            Value::Table(_) => self.select_group(section, key, node),
            _ => {
                section.wrong(
                    key,
                    node,
                    "piece letters, `{ kind = \"..\" }`, `{ royal = true }` or `{ not = [..] }`",
                );
                Vec::new()
            }
        }
    }

    fn select_group(&self, section: &Section<'_>, key: &str, node: &Node) -> Vec<PieceType> {
        let name = section.path(key);
        let group = Section::open(section.report, &name, node, node.at, &pieces::GROUP);
        let kind = group.text(&pieces::GROUP_KIND).map(|(kind, _)| kind);
        let royal = group.has(pieces::GROUP_ROYAL.name).then(|| group.flag(&pieces::GROUP_ROYAL));
        let not = group.texts(&pieces::GROUP_NOT).into_iter();
        let not: Vec<_> = not.filter_map(|(id, at)| self.expect(&group, id, at)).collect();
        let wanted = |index: usize| {
            let m = &self.members[index];
            kind.is_none_or(|k| m.kind.as_deref() == Some(k))
                && royal.is_none_or(|r| m.royal == r)
                && !not.contains(&PieceType(index as u8))
        };
        let indexes = (0..self.members.len()).filter(|&index| wanted(index));
        let types: Vec<PieceType> = indexes.map(|i| PieceType(i as u8)).collect();
        if types.is_empty() || group.entries().is_empty() {
            let kinds = self.members.iter().filter_map(|m| m.kind.as_deref());
            let help = match kind.and_then(|k| suggest::nearest(k, kinds)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a piece belongs to a group by its `kind` or `royal`, or because it is `not` another"
                    .to_string(),
            };
            section.report.error_help(node.at, format!("`{name}` selects no piece"), help);
        }
        types
    }
}

fn flat<'a>(node: &'a Node, key: &str) -> Option<&'a Value> {
    node.entry(key).map(|e| &e.node.value)
}

/// Whether a text can be a piece's letter: a capital, primes behind it if there are too few
/// letters, and a `+` before it for a promoted form.
pub(super) fn is_id(id: &str) -> bool {
    let bare = id.strip_prefix('+').unwrap_or(id);
    let (letter, primes) = bare.split_at_checked(1).unwrap_or(("", ""));
    letter.bytes().all(|b| b.is_ascii_uppercase())
        && !letter.is_empty()
        && primes.len() <= 2
        && primes.bytes().all(|b| b == b'\'')
}

fn check_id(pieces: &Section<'_>, entry: &Entry) {
    if !is_id(&entry.key) {
        let message = format!("`{}` cannot be a piece's letter", entry.key);
        let help = "a capital letter, with `+` before it for a promoted form and up to two `'` \
                    behind it where letters run out";
        pieces.report.error_help(entry.at, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::is_id;

    #[test]
    fn letters_of_pieces() {
        for good in ["K", "+K", "K'", "+K''"] {
            assert!(is_id(good), "{good}");
        }
        for bad in ["", "+", "k", "KK", "++K", "K+", "K'''", "王", "+王", "1"] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
