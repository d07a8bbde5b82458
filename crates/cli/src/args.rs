//! The command line's words.

use crate::watch::Watching;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::io::IsTerminal;

/// No game is searched deeper.
pub(crate) const MOST_DEPTH: u32 = 100;

const AFTER_HELP: &str = "\
Games: shogi, minishogi, judkins, raichu, minjiku, chess, or the path of a \
variant file.

Examples:
  komadai                                       play in the browser
  komadai play minishogi                        play in the terminal
  komadai show raichu                           the start position
  komadai rules minjiku                         the rules, to be read
  komadai moves minishogi                       the legal moves
  komadai result shogi --moves 7g7f 3c3d 8h2b+  is it over, and why
  komadai perft chess --depth 4                 lines of four moves
  komadai new \"My Game\"                         the file of a game of your own
  komadai check my-game.toml                    what is wrong with it
  komadai pieces my-game.toml --watch           its pieces, at each change

Exit codes: 0 when there is an answer, 1 when `check` finds a file bad, 2 when \
there is no answer.";

/// A home for shogi and its wilder relatives: the exact rules of six games, and of any that you can
/// write down.
#[derive(Debug, Parser)]
#[command(name = "komadai", version = env!("KOMADAI_VERSION"), after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Answer in JSON, for scripts
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the terminal, against the computer or two at one keyboard
    #[command(after_help = crate::commands::play::after_help())]
    Play(Box<crate::commands::play::PlayWords>),
    /// Serve the games to the browser; also what happens without a command
    Serve(crate::commands::serve::Serve),
    /// Copy all games into a new file, also while they are served
    Backup(crate::commands::serve::Backup),
    /// List the games
    Variants,
    /// Draw a position, in the terminal or as a picture
    Show(Show),
    /// Show the name, the value and the moves of each piece
    Pieces(crate::commands::pieces::Pieces),
    /// Explain the rules of a game, in the terminal or as a page
    #[command(after_help = crate::commands::rules::HELP)]
    Rules(crate::commands::rules::Rules),
    /// List the legal moves and where each leads
    Moves(Situation),
    /// Count the lines of legal moves of a given length
    Perft(Perft),
    /// Say whether a game is over, who has won, and why
    Result(Judge),
    /// Play random legal games
    Playout(Playout),
    /// Play a match between two engines
    #[command(after_help = crate::commands::match_::HELP)]
    Match(Box<crate::commands::match_::Match>),
    /// Measure how fast the search is, and sign what it does
    Bench(crate::commands::bench::Bench),
    /// Run as an engine for programs that speak USI, UCI or XBoard's protocol
    #[command(after_help = crate::commands::engine::HELP)]
    Engine(crate::commands::engine::Engine),
    /// Look for a mate that is forced by checks
    ///
    /// As in tsume shogi every move of the attacker gives check or, where the game has it, makes the
    /// opponent pass.
    Mate(crate::commands::mate::Mate),
    /// Write the settings file that starts XBoard in a game
    Xop(crate::commands::xop::Xop),
    /// Write a first file for a new game
    New(crate::commands::new::New),
    /// Find what is wrong with variant files, and where
    #[command(visible_alias = "validate")]
    Check(Check),
    /// Print what variant files may say: as a JSON Schema for editors, or for readers
    Schema(crate::commands::schema::Schema),
    /// Answer requests for moves, perft and result from standard input, line by line
    #[command(after_help = BATCH_HELP)]
    Batch,
    /// Try movements in XBetza notation on boards from standard input, line by line
    #[command(after_help = BETZA_HELP)]
    Betza,
    /// Write a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

const BATCH_HELP: &str = r#"A request is a JSON object on one line; so is each answer, written at once. What cannot be answered
is answered with {"error": ...}, and the next request is read.

  {"cmd": "moves", "variant": "shogi", "moves": ["7g7f"], "id": 1}
  {"cmd": "perft", "variant": "chess", "depth": 3}
  {"cmd": "result", "variant": "raichu", "position": "...", "strict": true}

Keys: cmd and variant; position, start, moves, set, id; depth and divide for perft; strict and
continue for result."#;

const BETZA_HELP: &str = r#"A case is a JSON object on one line:

  {"id": 1, "xbetza": "fmWfceF", "board": {"files": 8, "ranks": 8}, "from": "d4",
   "friends": [], "enemies": ["e5"]}

Further keys: side ("second" turns the directions), moved, unmoved (friends that have never moved),
holes, royal (which enemies are), ep and ep_victim (the square that may be entered in passing, and
the piece that goes)."#;

/// A game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GameChoice {
    /// shogi, minishogi, judkins, raichu, minjiku, chess, or the path of a variant file
    pub(crate) variant: String,

    /// Change a rule setting for this run, such as end.repetition.times=2
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) settings: Vec<(String, String)>,
}

/// A game and how it has gone so far.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Situation {
    #[command(flatten)]
    pub(crate) game: GameChoice,

    #[command(flatten)]
    pub(crate) line: Line,
}

/// A position, and the moves made from there.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Line {
    /// The position, as SFEN or FEN, instead of the start
    #[arg(long, value_name = "TEXT", conflicts_with = "start")]
    pub(crate) position: Option<String>,

    /// A named start, such as a handicap; `komadai variants` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) start: Option<String>,

    /// The moves made since, in USI or algebraic form: separate words or one quoted list
    #[arg(long, value_name = "MOVE", num_args = 0..)]
    pub(crate) moves: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) situation: Situation,

    #[command(flatten)]
    pub(crate) lettering: crate::draw::Lettering,

    #[command(flatten)]
    pub(crate) painting: crate::picture::Painting,

    #[command(flatten)]
    pub(crate) watching: Watching,

    /// In a picture, the second side sits below
    #[arg(long, requires = "picture")]
    pub(crate) turned: bool,

    /// In a picture, an arrow from square to square, as e2-e4; a ring for a single square
    #[arg(long = "arrow", value_name = "FROM-TO", requires = "picture")]
    pub(crate) arrows: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) situation: Situation,

    /// The length of the lines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_DEPTH)))]
    pub(crate) depth: u32,

    /// Count separately for each first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Judge {
    #[command(flatten)]
    pub(crate) situation: Situation,

    /// An illegal move loses the game
    #[arg(long)]
    pub(crate) strict: bool,

    /// Go on with the moves after the game is over
    #[arg(long = "continue")]
    pub(crate) go_on: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Playout {
    #[command(flatten)]
    pub(crate) game: GameChoice,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) games: u64,

    /// The seed: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Stop a game after so many plies
    #[arg(long, value_name = "P", default_value_t = 100_000)]
    pub(crate) plies: u64,

    /// The position to play from, as SFEN or FEN, instead of the start
    #[arg(long, value_name = "TEXT", conflicts_with = "start")]
    pub(crate) position: Option<String>,

    /// A named start, such as a handicap
    #[arg(long, value_name = "NAME")]
    pub(crate) start: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Variant files (or names of games)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) watching: Watching,

    /// Change a rule setting, as for the other commands
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) settings: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On terminals, unless the environment says NO_COLOR
    Auto,
    Always,
    Never,
}

/// Whether to write in colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink(Color);

impl Ink {
    pub(crate) fn on_stdout(self) -> bool {
        self.on(&std::io::stdout())
    }

    pub(crate) fn on_stderr(self) -> bool {
        self.on(&std::io::stderr())
    }

    fn on(self, stream: &dyn IsTerminalStream) -> bool {
        let wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self.0 {
            Color::Auto => stream.is_terminal() && wanted(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// `IsTerminal` cannot be made into an object.
trait IsTerminalStream {
    fn is_terminal(&self) -> bool;
}

impl<T: IsTerminal> IsTerminalStream for T {
    fn is_terminal(&self) -> bool {
        IsTerminal::is_terminal(self)
    }
}

impl Arguments {
    pub(crate) fn ink(&self) -> Ink {
        Ink(self.color)
    }
}

/// Reads the command line. Mistakes end the program with a message and code 2.
pub(crate) fn parse() -> Arguments {
    Arguments::parse_from(with_passes(std::env::args_os()))
}

/// Among moves `--` is a pass, not the end of the options.
fn with_passes(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut among_moves = false;
    let read = |word: OsString| {
        let text = word.to_string_lossy();
        if text == "--" && among_moves {
            return "pass".into();
        }
        if text.starts_with('-') {
            among_moves = text == "--moves" || text.starts_with("--moves=");
        }
        word
    };
    words.map(read).collect()
}

pub(crate) fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected KEY=VALUE, such as end.repetition.times=2".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_agree_with_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn two_hyphens_among_moves_are_a_pass() {
        let read = |words: &str| {
            let words = with_passes(words.split(' ').map(OsString::from));
            words.iter().map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(read("k moves x --moves a -- b --json"), "k moves x --moves a pass b --json");
        assert_eq!(read("k moves --json -- x"), "k moves --json -- x");
    }
}
