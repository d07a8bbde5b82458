//! `convert`: records of one form in another.

use super::moves::count;
use super::validate::form;
use crate::args::key_value;
use crate::records::{self, Encoding, MOST_MOVES, Rulebook, STREAM, Trouble};
use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use indicatif::ProgressBar;
use komadai_records::file::{self, Format, GameText};
use komadai_records::record::{NotPlayable, Record};
use komadai_rules::AnyGame;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A record with any number of games, a folder of them, or `-` for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// Where to write: a file whose ending says the form, a folder, or `-` for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The form to read: kifu, ki2u, csa, jkf, pgn, usi, sfen, json; otherwise the name or the text shows it
    #[arg(long, value_name = "FORM", value_parser = form)]
    from: Option<Format>,

    /// The form to write, where the ending of OUT does not say it
    #[arg(long, value_name = "FORM", value_parser = form)]
    to: Option<Format>,

    /// The game that they are of, where that is not what they say
    #[arg(long, value_name = "GAME")]
    variant: Option<String>,

    /// Change a rule setting, as for the other commands
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,

    /// What becomes of games that cannot be read or played to their end
    #[arg(long, value_enum, default_value_t = Bad::Stop)]
    bad: Bad,

    /// How to encode what is written; files that end in .kif and .ki2 are Shift_JIS, all others UTF-8
    #[arg(long, value_enum)]
    encoding: Option<Encoding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bad {
    /// Nothing is written at all
    Stop,
    /// They are left out
    Skip,
    /// What is good of them is written
    Partial,
}

/// A game in its new form, where there is one, and what is wrong.
struct Converted {
    text: Option<Vec<u8>>,
    trouble: Option<Trouble>,
}

/// What has been done.
#[derive(Default)]
struct Done {
    games: usize,
    bad: usize,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let inputs = records::files(&args.input)?;
    let into_folder = args.input.is_dir() || args.output.is_dir();
    let format = args.to.or_else(|| records::format_of(&args.output));
    let format = format.context(
        "say with --to which form to write: kifu, ki2u, csa, jkf, pgn, usi, sfen or json",
    )?;
    let mut rulebook = Rulebook::new(args.variant.as_deref(), &args.settings)?;
    let bar = records::bar(&inputs);
    let mut done = Done::default();
    for input in &inputs {
        let job = Job { args, format, input, bar: &bar };
        if args.output.as_os_str() == STREAM {
            job.convert(&mut rulebook, &mut done, &mut *out)?;
        } else {
            let output =
                if into_folder { place(args, input, format)? } else { args.output.clone() };
            ensure!(output != *input, "{} would be written over itself", input.display());
            job.write_file(&output, &mut rulebook, &mut done)?;
        }
    }
    bar.finish_and_clear();
    out.flush()?;
    let bad = if done.bad > 0 { format!(", {} bad", done.bad) } else { String::new() };
    eprintln!("{} converted{bad}", count(done.games, "game"));
    Ok(())
}

/// Where the games of a file go in the folder of the output: to the same place as in that of the input.
fn place(args: &Args, input: &Path, format: Format) -> anyhow::Result<PathBuf> {
    let inside = input.strip_prefix(&args.input).ok().filter(|path| !path.as_os_str().is_empty());
    let name =
        inside.or_else(|| input.file_name().map(Path::new)).context("the input has no name")?;
    Ok(args.output.join(name).with_extension(format.endings()[0]))
}

/// A file that is to be converted.
struct Job<'a> {
    args: &'a Args,
    format: Format,
    input: &'a Path,
    bar: &'a ProgressBar,
}

impl Job<'_> {
    /// Writes a file beside the output, which takes its place when all of it is there.
    fn write_file(
        &self,
        output: &Path,
        rulebook: &mut Rulebook,
        done: &mut Done,
    ) -> anyhow::Result<()> {
        if let Some(folder) = output.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let mut beside = output.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let cannot = || format!("cannot write {}", output.display());
        let mut file = BufWriter::new(File::create(&beside).with_context(cannot)?);
        let converted = self.convert(rulebook, done, &mut file).and_then(|()| {
            let file =
                file.into_inner().map_err(|error| error.into_error()).with_context(cannot)?;
            file.sync_all().with_context(cannot)?;
            fs::rename(&beside, output).with_context(cannot)
        });
        if converted.is_err() {
            // What is wrong is told; this is only what is left of it.
            let _ = fs::remove_file(&beside);
        }
        converted
    }

    fn convert(
        &self,
        rulebook: &mut Rulebook,
        done: &mut Done,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let name = self.input.display().to_string();
        let mut games = records::open(self.input, self.args.from, self.bar)?;
        let from = games.format();
        let (mut number, mut line, mut written) = (0, 1, 0);
        let work = |text: &GameText, game| self.one(&name, from, text, game);
        let end = records::each(&mut games, rulebook, work, |text, converted: Converted| {
            (number, line) = (text.number, text.line);
            if let Some(trouble) = &converted.trouble {
                self.complain(trouble)?;
                done.bad += 1;
            }
            if let Some(text) = converted.text {
                if written > 0 {
                    out.write_all(self.between())?;
                }
                out.write_all(&text)?;
                written += 1;
                done.games += 1;
                self.bar.set_message(done.games.to_string());
            }
            Ok(())
        })?;
        if let Some(error) = end {
            self.complain(&records::unreadable(&name, number + 1, line, &error))?;
            done.bad += 1;
        }
        Ok(())
    }

    /// What stands between two games.
    fn between(&self) -> &'static [u8] {
        match self.format {
            Format::Kif | Format::Ki2 | Format::Pgn => b"\n",
            Format::Csa => b"/\n",
            Format::Jkf | Format::Usi | Format::Sfen | Format::Json => b"",
        }
    }

    /// Tells what is wrong, or ends with it.
    fn complain(&self, trouble: &Trouble) -> anyhow::Result<()> {
        if self.args.bad == Bad::Stop {
            bail!("{trouble} (--bad skip or --bad partial goes on)");
        }
        self.bar.suspend(|| eprintln!("{trouble}"));
        Ok(())
    }

    fn one(
        &self,
        name: &str,
        from: Format,
        text: &GameText,
        game: Result<AnyGame, String>,
    ) -> Converted {
        let bad = |trouble| Converted { text: None, trouble: Some(trouble) };
        let game = match game {
            Ok(game) => game,
            Err(message) => return bad(Trouble::of(name, text, message)),
        };
        let (mut record, misread) = file::read_partly(from, game.variant(), &text.text, MOST_MOVES);
        let mut trouble = misread.map(|bad| records::misread(name, text, bad));
        if trouble.is_some() && self.args.bad != Bad::Partial {
            return Converted { text: None, trouble };
        }
        if trouble.is_some() && record == Record::default() {
            return Converted { text: None, trouble };
        }
        let written = match file::write(self.format, &game, &record) {
            Ok(written) => written,
            Err(cannot) => {
                // A move that is not legal, or one for which the form has no words.
                let not_playable = self.mend(&game, &mut record);
                trouble = trouble.or_else(|| {
                    let found = not_playable.map(|error| Trouble::of_playing(name, text, &error));
                    found.or_else(|| Some(Trouble::of(name, text, cannot.to_string())))
                });
                match file::write(self.format, &game, &record) {
                    Ok(written) if self.args.bad == Bad::Partial => written,
                    _ => return Converted { text: None, trouble },
                }
            }
        };
        match records::encoded(written, &self.args.output, self.args.encoding) {
            Ok(text) => Converted { text: Some(text), trouble },
            Err(message) => bad(Trouble::of(name, text, message)),
        }
    }

    /// Leaves out what is not legal; the first of it.
    fn mend(&self, game: &AnyGame, record: &mut Record) -> Option<NotPlayable> {
        let mut first = None;
        while let Err(error) = record.check(game) {
            let index = match &error {
                NotPlayable::Move(bad) => Some(bad.index),
                NotPlayable::Opening(_) => None,
            };
            first.get_or_insert(error);
            record.cut(index?);
            if self.args.bad != Bad::Partial {
                break;
            }
        }
        first
    }
}
