//! Whether a network plays better than what was there before.

use super::Course;
use crate::commands::match_::rewrite;
use crate::{balance, nets};
use anyhow::Context;
use komadai_arena::adjudicate::{Adjudication, Draw, Resign};
use komadai_arena::openings::Openings;
use komadai_arena::report::Summary;
use komadai_arena::saved::{self, SavedError};
use komadai_arena::{Engine, Event, Limits, Settings, run, values};
use komadai_engine::AnyEngine;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

/// The file of a match, in the folder of its generation.
const MATCH: &str = "match.jsonl";

/// A network is kept if it is more likely so many Elo stronger than not at all.
const GAIN: u32 = 10;

/// In centipawns, how far ahead a side may be where a random opening ends: pairs of games whose openings decide who
/// wins say nothing of networks.
const LEVEL: u32 = 50;

/// Plays a match, and says whether the candidate is kept and what it gains.
pub(super) fn judge(
    course: &Course<'_>,
    candidate: &Path,
    best: Option<&Path>,
    folder: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<(bool, Option<[i32; 2]>)> {
    let settings = settings(course, candidate, best)?;
    let path = folder.join(MATCH);
    let cannot = || format!("cannot continue `{}`", path.display());
    let known = match File::open(&path) {
        Ok(file) => match saved::read(&mut BufReader::new(file), &settings.fingerprint()) {
            // The folder lies elsewhere now, or a setting is another one. The games that were learnt from are not
            // concerned.
            Err(SavedError::OtherSettings(_)) => {
                writeln!(out, "  It begins anew: it was begun with other settings.")?;
                Vec::new()
            }
            read => read.with_context(cannot)?,
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(cannot),
    };
    let mut file = rewrite(&path, &settings, &known).with_context(cannot)?;
    let mut tell = |event: Event<'_>| match event {
        Event::Played(record) => saved::write_game(&mut file, record),
        Event::Counted(_, standing) if standing.games().is_multiple_of(20) => {
            writeln!(out, "  +{} ={} -{}", standing.wins, standing.draws, standing.losses)
        }
        Event::Counted(..) => Ok(()),
    };
    let summary = run(&settings, known, &mut tell)?;
    let Summary { wins, draws, losses, elo, elo_error, llr, .. } = summary;
    // A bound that does not say who is stronger says nothing.
    let says = |elo: &f64| {
        let one_sided = (draws + losses == 0 && *elo > 0.0) || (draws + wins == 0 && *elo < 0.0);
        elo_error.is_some() || one_sided
    };
    let elo = elo.filter(says);
    let gain = elo.map(|elo| [elo, elo_error.unwrap_or(0.0)].map(|elo| elo.round() as i32));
    write!(out, "  +{wins} ={draws} -{losses}")?;
    match gain {
        Some(gain) => writeln!(out, ": {}", in_words(gain))?,
        None => writeln!(out)?,
    }
    Ok((llr.is_some_and(|llr| llr > 0.0), gain))
}

/// `+97 ± 28 Elo`; where one side has won all games, the other bound is not known.
pub(in crate::commands) fn in_words([elo, error]: [i32; 2]) -> String {
    match error {
        0 if elo < 0 => format!("at most {elo:+} Elo"),
        0 => format!("at least {elo:+} Elo"),
        _ => format!("{elo:+} \u{b1} {error} Elo"),
    }
}

/// Forgets a match: the candidate is to be another one.
pub(super) fn forget(folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(MATCH);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove `{}`", path.display()))
        }
        _ => Ok(()),
    }
}

fn settings(
    course: &Course<'_>,
    candidate: &Path,
    best: Option<&Path>,
) -> anyhow::Result<Settings> {
    let this = std::env::current_exe().context("cannot tell where this program is")?;
    let own = [this.display().to_string(), "engine".to_owned()];
    let engine = |name: &str, net: Option<&Path>| {
        let net = net.map(std::path::absolute).transpose()?;
        let net = match &net {
            None => "none",
            Some(net) => net.to_str().with_context(|| {
                format!("engines are told of files in UTF-8, and `{}` is not", net.display())
            })?,
        };
        anyhow::Ok(Engine::own(name, &own, &[("Hash", "16"), ("EvalFile", net)]))
    };
    let args = &course.args.game;
    let net = best.map(|best| nets::read(best, &course.game)).transpose()?;
    let is_file = !crate::library::is_builtin(&args.variant);
    Ok(Settings {
        file: is_file.then(|| std::path::absolute(&args.variant)).transpose()?,
        set: args.settings.clone(),
        engines: [engine("new", Some(candidate))?, engine("before", best)?],
        limits: Limits { control: Some(course.args.tc.clone()), ..Limits::default() },
        games: course.args.games,
        openings: match &course.openings[..] {
            [] => Openings::Random { plies: 8, start: course.shuffled().map(str::to_owned) },
            listed => Openings::After { listed: listed.to_vec(), plies: 4 },
        },
        game: course.game.clone(),
        seed: course.args.seed,
        concurrency: course.threads,
        adjudication: Adjudication {
            resign: Some(Resign { moves: 4, score: 1_500, two_sided: true }),
            draw: Some(Draw { after: 80, moves: 12, score: 8 }),
            max_plies: Some(400),
        },
        sprt: Some(format!("elo0=0 elo1={GAIN}").parse()?),
        margin: Duration::from_millis(500),
        patience: Duration::from_secs(60),
        start_wait: Duration::from_secs(60),
        values: values::by_reach,
        balance: Some(balance::by(AnyEngine::new(&course.game).with_net(net.as_ref()), LEVEL)),
    })
}
