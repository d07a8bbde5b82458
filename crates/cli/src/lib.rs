//! The `komadai` command line: the rules of every game, for people and for scripts.
//!
//! A command line becomes a `Command`; each of the `commands` has its own arguments, and shares some of
//! them with others (`args`). The games that it names are loaded by `library` and compiled for their size
//! of board (`komadai_rules::AnyGame`). The commands answer, for people as text, for scripts as JSON.
//!
//! The program is in a library so that others can call its parts: [`main`] is all of it, and [`batch`] the
//! command that programs write to.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the program brings files, clocks and threads"
)]

mod args;
mod balance;
mod commands;
mod complaint;
mod draw;
mod findings;
mod hangup;
mod ink;
mod library;
mod line;
mod nets;
mod picture;
mod records;
mod table;
mod watch;
mod zones;

use clap::{CommandFactory, Parser, Subcommand};
use commands::{
    admin, backup, batch, bench, betza, check, completions, convert, engine, export, genfens,
    import, judge, learn, man, match_, mate, moves, net, new, perft, pieces, play, playout, rules,
    schema, serve, show, site, validate, variants, xop,
};
use complaint::complain;
use ink::Ink;
use std::ffi::OsString;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Games: shogi, minishogi, judkins, raichu, minjiku, chess, another one that \
`komadai variants` lists, or the path of a variant file.

Examples:
  komadai                                       play in the browser
  komadai play minishogi                        play in the terminal
  komadai show raichu                           the start position
  komadai rules minjiku                         the rules in words
  komadai moves minishogi                       the legal moves
  komadai result shogi --moves 7g7f 3c3d 8h2b+  whether it is over, and why
  komadai perft chess --depth 4                 how many lines of four moves
  komadai new \"My Game\"                         the file of a game of your own
  komadai check my-game.toml                    what is wrong with it
  komadai pieces my-game.toml --watch           its pieces, after each change
  komadai import variants.ini                   games of other programs as files
  komadai export my-game.toml                   a game for Fairy-Stockfish
  komadai convert games.kif games.pgn           records in another form
  komadai validate games/                       whether they keep the rules

Exit codes: 0 when there is an answer, 1 when `check` or `validate` finds a file \
bad, 2 when there is no answer.";

/// A home for shogi and its wilder relatives: the exact rules of six games, and of any that you can
/// write down.
#[derive(Debug, Parser)]
#[command(name = "komadai", version = env!("KOMADAI_VERSION"), after_help = AFTER_HELP)]
struct Arguments {
    /// Answer in JSON, for scripts
    #[arg(long, global = true)]
    json: bool,

    #[command(flatten)]
    ink: Ink,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the terminal, against the computer or two at one keyboard
    Play(Box<play::Args>),
    /// Serve the games to the browser; this is the default command
    Serve(serve::Args),
    /// Write the games as a site of files, for web space without a server
    #[command(after_help = site::HELP)]
    Site(site::Args),
    /// See and end the games of a server that runs on this machine
    Admin(admin::Args),
    /// Copy all games into a new file, even while they are being served
    Backup(backup::Args),
    /// List the games
    Variants,
    /// Draw a position, in the terminal or as a picture
    Show(show::Args),
    /// Show the name, the value and the moves of each piece
    Pieces(pieces::Args),
    /// Explain the rules of a game, in the terminal or as a page
    Rules(rules::Args),
    /// List the legal moves and where each leads
    Moves(moves::Args),
    /// Count the lines of legal moves of a given length
    Perft(perft::Args),
    /// Say whether a game is over, who has won, and why
    Result(judge::Args),
    /// Play random legal games
    Playout(playout::Args),
    /// Play a match between two engines
    Match(Box<match_::Args>),
    /// Measure the speed of the search, and print a signature of what it does
    Bench(bench::Args),
    /// Make openings for OpenBench
    #[command(after_help = genfens::HELP)]
    Genfens(genfens::Args),
    /// Run as an engine for programs that speak USI, UCI or XBoard's protocol
    Engine(engine::Args),
    /// Look for a mate that is forced by checks
    ///
    /// As in tsume shogi, every move of the attacker gives check. In games with forced passes it may
    /// make the opponent pass instead.
    Mate(mate::Args),
    /// Let the engine teach itself a game: a network from its own play
    Learn(learn::Args),
    /// Look at networks
    Net(net::Args),
    /// Write the settings file that starts XBoard in a game
    Xop(xop::Args),
    /// Write a file for a new game, to start from
    New(new::Args),
    /// Turn games that are written down for Fairy-Stockfish into variant files
    #[command(after_help = import::HELP)]
    Import(import::Args),
    /// Turn a game into a section that Fairy-Stockfish reads
    #[command(after_help = export::HELP)]
    Export(export::Args),
    /// Find what is wrong with variant files, and where
    Check(check::Args),
    /// Turn records of games into those of another form: KIF, KI2, CSA, JKF, PGN, USI, SFEN, JSON
    Convert(convert::Args),
    /// Replay the games of records, and tell of every one that breaks the rules
    Validate(validate::Args),
    /// Describe the form of variant files: as a JSON Schema for editors, or in words
    Schema(schema::Args),
    /// Answer requests for moves, perft and result from standard input, line by line
    #[command(after_help = batch::HELP)]
    Batch,
    /// Try movements in XBetza notation on boards from standard input, line by line
    #[command(after_help = betza::HELP)]
    Betza,
    /// Write a completion script for a shell
    Completions(completions::Args),
    /// Write the manual page of a command, or all pages into a folder
    Man(man::Args),
}

/// The program, from its command line to its exit code.
pub fn main() -> ExitCode {
    let arguments = parse();
    let ink = arguments.ink;
    // Not locked: an engine writes from several threads.
    let mut out = BufWriter::new(io::stdout());
    let done = run(arguments, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        // Whoever was reading has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            complain(&error, ink);
            ExitCode::from(2)
        }
    }
}

/// Answers the requests of `komadai batch` until there are no more: a line of JSON for every line that is
/// not blank.
///
/// # Errors
/// When a line cannot be read or written.
pub fn batch(requests: &mut dyn BufRead, answers: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    batch::run(requests, answers)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads the command line. Mistakes end the program with a message and code 2.
fn parse() -> Arguments {
    let words = as_named(std::env::args_os().collect());
    Arguments::parse_from(with_passes(genfens::unfolded(words).into_iter()))
}

/// The beginning of the program's name where it is an engine if nothing else is said: for programs that start
/// an engine from a file alone. Such a file is a link to the program, or a copy of it.
const ENGINE: &str = "komadai-engine";

/// The command line with `engine`, where the name of the program's file asks for it.
fn as_named(mut words: Vec<OsString>) -> Vec<OsString> {
    let file = words.first().map(|word| Path::new(word).file_name().unwrap_or_default());
    let is_engine = file.is_some_and(|file| file.to_string_lossy().starts_with(ENGINE));
    let first_is_option = words.get(1).is_none_or(|word| {
        let word = word.to_string_lossy();
        word.starts_with("--") && !["--help", "--version"].contains(&&*word)
    });
    if is_engine && first_is_option {
        words.insert(1, "engine".into());
    }
    words
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

/// Carries out a command line.
///
/// # Errors
/// Whatever keeps it from being answered.
fn run(arguments: Arguments, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let Arguments { json, ink, command } = arguments;
    match command.unwrap_or_else(|| Command::Serve(serve::Args::default())) {
        Command::Play(args) => play::run(&args, json, ink, out)?,
        Command::Serve(args) => return serve::run(&args, json, out),
        Command::Site(args) => site::run(&args, json, out)?,
        Command::Admin(args) => admin::run(&args, json, out)?,
        Command::Backup(args) => backup::run(&args)?,
        Command::Variants => variants::run(json, out)?,
        Command::Show(args) => show::run(&args, json, ink, out)?,
        Command::Pieces(args) => pieces::run(&args, json, ink, out)?,
        Command::Rules(args) => rules::run(&args, json, ink, out)?,
        Command::Moves(args) => moves::run(&args, json, out)?,
        Command::Perft(args) => perft::run(&args, json, out)?,
        Command::Result(args) => judge::run(&args, json, out)?,
        Command::Playout(args) => playout::run(&args, json, out)?,
        Command::Match(args) => match_::run(&args, json, out)?,
        Command::Bench(args) => bench::run(&args, json, out)?,
        Command::Genfens(args) => genfens::run(&args, out)?,
        Command::Engine(args) => engine::run(&args)?,
        Command::Learn(args) => learn::run(&args, out)?,
        Command::Net(args) => net::run(&args, json, out)?,
        Command::Mate(args) => mate::run(&args, json, out)?,
        Command::Xop(args) => xop::run(&args, out)?,
        Command::New(args) => new::run(&args, json, out)?,
        Command::Import(args) => return import::run(&args, json, ink, out),
        Command::Export(args) => return export::run(&args, json, out),
        Command::Check(args) => return check::run(&args, json, ink, out),
        Command::Convert(args) => convert::run(&args, out)?,
        Command::Validate(args) => return validate::run(&args, json, ink, out),
        Command::Schema(args) => schema::run(&args, out)?,
        Command::Batch => {
            hangup::end_with_the_output();
            batch(&mut io::stdin().lock(), out)?
        }
        Command::Betza => betza::run(json, &mut io::stdin().lock(), out)?,
        Command::Completions(args) => completions::run(&args, Arguments::command(), out)?,
        Command::Man(args) => man::run(&args, Arguments::command(), out)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_agree_with_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_file_named_as_an_engine_is_one() {
        for (line, expected) in [
            ("komadai", "komadai"),
            ("komadai --json", "komadai --json"),
            ("/opt/komadai-engine", "/opt/komadai-engine engine"),
            ("komadai-engine-1a2b --variant raichu", "komadai-engine-1a2b engine --variant raichu"),
            ("komadai-engine bench", "komadai-engine bench"),
            ("komadai-engine --version", "komadai-engine --version"),
            ("/komadai-engine/komadai", "/komadai-engine/komadai"),
        ] {
            let words = as_named(line.split(' ').map(OsString::from).collect());
            assert_eq!(words.join(std::ffi::OsStr::new(" ")), expected);
        }
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
