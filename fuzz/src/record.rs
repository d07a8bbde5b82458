use crate::games;
use komadai_records::file::{self, Format};
use komadai_records::record::{BadRecord, Record};
use komadai_records::{csa, jkf, kif, pgn};
use komadai_rules::AnyGame;
use komadai_rules::variant::Variant;

/// A form of records.
type Read = fn(&Variant, &str, usize) -> Result<Record, BadRecord>;

/// Reads a file of another program: every move comes after its parent, and what is wrong is told with its
/// line.
pub(crate) fn record(data: &[u8]) {
    let Some((game, rest)) = games::choose(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if let Some(format) = Format::of_text(text) {
        let _ = format.game_of(text);
    }
    for read in [kif::read as Read, csa::read, jkf::read, pgn::read] {
        match read(game.variant(), text, 1_000) {
            Ok(record) => check(game, &record),
            Err(error) => {
                assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
                assert!(!error.message.is_empty());
            }
        }
    }
}

fn check(game: &AnyGame, record: &Record) {
    // It may begin nowhere and hold any moves, which is told.
    for format in Format::ALL {
        let _ = file::write(format, game, record);
    }
    for (index, node) in record.tree.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < index), "{index}");
        assert!(!node.text.is_empty());
    }
}
