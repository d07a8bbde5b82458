//! `play`: a game in the terminal, against the engine or between two people.
//!
//! | file | subject |
//! |---|---|
//! | `session.rs` | the game: whose turn it is, moves, ends |
//! | `view.rs` | what is seen: the board, what matters now |
//! | `thinker.rs` | the engine at the table |
//! | `answers.rs` | what is answered without a move: lists, reasons, diagrams, hints |
//! | `orders.rs` | what can be typed |
//! | `console.rs` | reading lines: edited at a terminal, plain from a pipe |
//! | `patience.rs` | waiting for a search or a line, and hearing Ctrl-C meanwhile |
//! | `kept.rs` | the game on disk, so that no crash loses it |
//! | `record.rs` | the moves in a notation, and the game as a file |

mod answers;
mod console;
mod kept;
mod orders;
mod patience;
mod record;
mod session;
mod thinker;
mod view;

use crate::args::{Line, key_value};
use crate::draw::Lettering;
use crate::ink::Ink;
use crate::library;
use anyhow::Context;
use clap::ValueEnum;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use kept::Kept;
use komadai_records::json::text_of;
use komadai_rules::Color;
use orders::{CTRL_C, help};
use record::Notation;
use serde::{Deserialize, Serialize};
use session::{Look, Session};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::PathBuf;

/// What one click on the first page of the browser plays, too.
const GENTLE: u8 = 2;

/// What can be typed, for `--help`.
fn after_help() -> String {
    format!("At the prompt, type a move in any notation, or\n{}\n{CTRL_C}", help())
}

#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// shogi, minishogi, judkins, raichu, minjiku, chess, another one that `komadai variants` lists, or
    /// the path of a variant file
    #[arg(required_unless_present = "resume")]
    variant: Option<String>,

    /// Change a rule setting for this game, such as end.repetition.times=2
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,

    #[command(flatten)]
    line: Line,

    /// How strong the computer plays: from 1 (has just learnt the moves) to 8 (full strength)
    #[arg(long, value_name = "N", default_value_t = GENTLE,
        value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,

    /// Your side
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = SideChoice::First)]
    side: SideChoice,

    /// Two people play at this terminal
    #[arg(long, conflicts_with_all = ["level", "side"])]
    two: bool,

    /// Continue the last unfinished game; with VARIANT, the last one of that game
    #[arg(long, conflicts_with_all = [
        "settings", "position", "start", "moves", "file", "level", "side", "two", "seed",
    ])]
    resume: bool,

    #[command(flatten)]
    lettering: Lettering,

    /// How moves are shown; by default in the usual notation of the game
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<Notation>,

    /// The seed of a level's random choices: the same number gives the same answers
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Where unfinished games are kept; by default the usual folder for application state
    #[arg(long, value_name = "D")]
    state_dir: Option<PathBuf>,
}

/// Where somebody wants to sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    First,
    Second,
    Random,
}

/// What was agreed on before the first move.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Terms {
    /// A name, or the whole path of a file.
    variant: String,
    settings: Vec<(String, String)>,
    position: Option<String>,
    start: Option<String>,
    /// The moves that were given.
    moves: Vec<String>,
    /// The position after them, by which a file is known again.
    #[serde(default)]
    begun: Option<String>,
    /// The level of the computer where it plays, first side first.
    levels: [Option<u8>; 2],
    seed: u64,
}

pub(crate) fn run(args: &Args, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    anyhow::ensure!(
        !json,
        "`play` is for people; programs use `komadai engine` or `komadai serve`"
    );
    let folder = state_dir(args.state_dir.as_ref())?.join("play");
    let variant = args.variant.as_deref().map(whole).transpose()?;
    let (terms, events, mut kept) = match (args.resume, variant) {
        (false, Some(variant)) => {
            let game = library::game(&variant, &args.settings)?;
            let terms = args.terms(variant, args.line.unfolded(&game)?);
            (terms.clone(), Vec::new(), Kept::new(folder, terms))
        }
        (_, variant) => kept::resume(&folder, variant.as_deref())?,
    };
    let game = library::game(&terms.variant, &terms.settings)?;
    let variant = game.variant();
    let look = Look {
        script: args.lettering.script(variant),
        color: ink.on_stdout(),
        notation: args.notation.unwrap_or(Notation::usual(variant)),
        below: Color::First,
    };
    let play = terms.line().play(&game)?;
    let begins = text_of(&play);
    match &terms.begun {
        None => kept.begin(begins),
        Some(begun) => anyhow::ensure!(
            *begun == begins,
            "the game cannot be resumed because its rules have changed: it began at `{begun}` and would \
             now begin at `{begins}`"
        ),
    }
    let mut session = Session::new(play, &terms, kept, look, out)?;
    session.catch_up(&events)?;
    session.run()
}

impl Args {
    fn terms(&self, variant: String, line: Line) -> Terms {
        let random = || RandomState::new().hash_one(());
        let person = match self.side {
            SideChoice::First => Color::First,
            SideChoice::Second => Color::Second,
            SideChoice::Random => [Color::First, Color::Second][(random() % 2) as usize],
        };
        let level = |side: Color| (!self.two && side != person).then_some(self.level);
        Terms {
            variant,
            settings: self.settings.clone(),
            position: line.position,
            start: line.start,
            moves: line.moves,
            begun: None,
            levels: Color::BOTH.map(level),
            seed: self.seed.unwrap_or_else(random),
        }
    }
}

impl Terms {
    fn line(&self) -> Line {
        let Terms { position, start, moves, .. } = self.clone();
        Line { position, start, moves, ..Line::default() }
    }
}

/// A name of a game, or a file by its whole path: the game may be resumed from elsewhere.
fn whole(variant: &str) -> anyhow::Result<String> {
    if library::is_builtin(variant) || !std::path::Path::new(variant).exists() {
        return Ok(variant.to_owned());
    }
    let path = std::path::absolute(variant)?;
    path.into_os_string().into_string().ok().context("the path of the file is not UTF-8")
}

fn state_dir(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    let usual = || {
        let places = choose_native_strategy().ok()?;
        Some(places.state_dir().unwrap_or_else(|| places.data_dir()).join("komadai"))
    };
    named.cloned().or_else(usual).context("name a folder for unfinished games with --state-dir")
}
