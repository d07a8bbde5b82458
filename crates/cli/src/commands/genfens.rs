//! `genfens`: openings for OpenBench, which starts an engine as `./engine "genfens N seed S book B" "quit"`
//! and reads the lines that begin with `info string genfens`.

use crate::args::key_value;
use crate::{balance, library};
use anyhow::{Context, ensure};
use komadai_arena::openings::{Level, Opening, Openings, read};
use komadai_arena::values;
use komadai_records::position::to_fen;
use komadai_rules::AnyGame;
use std::ffi::OsString;
use std::io::Write;

pub(crate) const HELP: &str = "\
OpenBench calls `komadai \"genfens N seed S book FILE variant NAME plies P\" quit`: the same in one word, with \
`None` for no book. Each opening is a FEN after `info string genfens`. The same seed gives the same openings. \
docs/engines.md says more.";

/// What OpenBench says where there is no book.
const NO_BOOK: &str = "none";

/// How many openings, and of which kind.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// How many openings
    #[arg(value_name = "N")]
    count: u64,

    /// The game, or the path of a variant file
    #[arg(long, value_name = "VARIANT", default_value = "chess")]
    variant: String,

    /// Change a rule setting, such as end.repetition.times=2
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,

    /// The seed: the same seed gives the same openings
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// A file of positions to go on from, one on each line, EPD or as for `komadai match`; `None` for the start
    #[arg(long, value_name = "FILE", default_value = "None")]
    book: String,

    /// How many random plies each begins with; every second opening has one more, so that either side begins
    #[arg(long, value_name = "P", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=1000))]
    plies: u32,

    /// Begin where neither side is ahead by more than this, by a search of 20,000 nodes; of twenty random
    /// openings that are not so level, the most level one is taken
    #[arg(long, value_name = "CENTIPAWNS")]
    balanced: Option<u32>,
}

/// Writes the openings, each as soon as it is there.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&args.variant, &args.settings)?;
    ensure!(
        args.balanced.is_none() || args.plies > 0,
        "--balanced chooses among random openings: --plies cannot be 0"
    );
    let values = values::by_reach(game.variant());
    let balance = args.balanced.map(|most| balance::of(&args.variant, &game, most));
    let level = Level { values: &values, balance: balance.as_ref() };
    let book = book(&args.book, &game)?;
    for number in 0..args.count {
        let plies = args.plies.saturating_add(u32::from(number % 2 == 1));
        let openings = match &book {
            None => Openings::Random { plies, start: None },
            Some(listed) => Openings::After { listed: listed.clone(), plies },
        };
        let course = openings.of_pair(&game, level, args.seed, number);
        let course = course.map_err(anyhow::Error::msg)?;
        let fen = to_fen(game.variant(), &course.play.setup());
        writeln!(out, "info string genfens {fen}")?;
        out.flush()?;
    }
    Ok(())
}

/// The positions of a book.
fn book(name: &str, game: &AnyGame) -> anyhow::Result<Option<Vec<Opening>>> {
    if name.eq_ignore_ascii_case(NO_BOOK) {
        return Ok(None);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("cannot read `{name}`"))?;
    let lines: String = text.lines().map(|line| position_of(line) + "\n").collect();
    Ok(Some(read(game, &lines).with_context(|| format!("book `{name}`"))?))
}

/// A line of a book without the operations of an EPD, such as `bm e4; id "1";`.
fn position_of(line: &str) -> String {
    if !line.contains(';') {
        return line.to_owned();
    }
    let is_operation =
        |field: &&str| field.starts_with(|c: char| c.is_ascii_alphabetic()) && !field.contains('=');
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (usual, more) = fields.split_at(fields.len().min(4));
    let more: Vec<&str> = more.iter().copied().take_while(|field| !is_operation(field)).collect();
    // The counts of moves are operations, too; openings do without.
    let counts = if more.is_empty() { "0 1".to_owned() } else { more.join(" ") };
    format!("{} {}", usual.join(" "), counts.trim_end_matches([';', ' ']))
}

/// The command line with what OpenBench has put into one word spread over several.
pub(crate) fn unfolded(words: Vec<OsString>) -> Vec<OsString> {
    let [program, asked, rest @ ..] = words.as_slice() else { return words };
    let Some(asked) = asked.to_str().filter(|asked| asked.starts_with("genfens ")) else {
        return words;
    };
    let mut asked = asked.split_whitespace();
    let mut spread = vec![program.clone()];
    spread.extend(asked.by_ref().take(2).map(OsString::from));
    let mut is_name = true;
    for word in asked {
        spread.push(if is_name { format!("--{word}").into() } else { word.into() });
        is_name = !is_name;
    }
    spread.extend(rest.iter().filter(|word| *word != "quit").cloned());
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &[&str], expected: &[&str]) {
        let words = unfolded(words.iter().map(OsString::from).collect());
        assert_eq!(words, expected.iter().map(OsString::from).collect::<Vec<_>>());
    }

    #[test]
    fn what_openbench_calls_is_the_command() {
        check(
            &["k", "genfens 10 seed 3 book None", "quit"],
            &["k", "genfens", "10", "--seed", "3", "--book", "None"],
        );
        check(
            &["k", "genfens 1 seed 3 book Books/a.epd variant raichu ", "quit"],
            &["k", "genfens", "1", "--seed", "3", "--book", "Books/a.epd", "--variant", "raichu"],
        );
        check(&["k", "genfens", "1"], &["k", "genfens", "1"]);
        check(&["k"], &["k"]);
    }
}
