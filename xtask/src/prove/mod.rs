//! The long tier: jobs cut into chunks, progress kept on disk, findings written to a document.

mod clients;
mod differential;
mod dist;
mod document;
mod frames;
mod fuzz;
mod hostile;
mod import;
mod inputs;
mod learning;
mod ledger;
mod load;
mod matches;
mod mates;
mod perft;
mod ray;
mod reading;
mod records;
mod reference;
mod search;
mod server;
mod shelf;
mod siege;
mod tree;
mod usi;
mod wasm;

use crate::shell;
use anyhow::{Result, bail, ensure};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use ledger::{Ledger, Record};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use xshell::cmd;

/// The long tier. Interrupt it at will: what is done stays done until the sources that it is about
/// change.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these jobs.
    #[arg(value_parser = names())]
    jobs: Vec<String>,
    /// Forget earlier progress.
    #[arg(long)]
    fresh: bool,
    /// Where random numbers start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// reference: positions a variant.
    #[arg(long, default_value_t = 20_000)]
    positions: u64,
    /// files: random variant files.
    #[arg(long, default_value_t = 10_000)]
    files: u64,
    /// pyffish, cshogi, python-chess, shogiops, records: random games a variant, or a peer; import: a tenth of
    /// them a section.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// perft: cases up to this many leaves.
    #[arg(long, default_value_t = 20_000_000_000)]
    leaves: u64,
    /// fuzz: minutes a target.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// games, ablation, levels, strength, learning: games a match, instead of what each job takes.
    #[arg(long)]
    matches: Option<u64>,
    /// Begin nothing new after so many minutes: what is done by then is written down.
    #[arg(long, value_name = "MINUTES")]
    within: Option<u64>,
}

/// A job by its name, how it is cut into chunks, and the sources that its findings are about: while
/// these stay the same, what is done stays done.
struct Job {
    name: &'static str,
    plan: fn(&Args) -> Result<Plan>,
    about: &'static [&'static [&'static str]],
}

/// What the rules are made of.
const CORE: &[&str] =
    &["crates/betza", "crates/variant", "crates/movement", "crates/rules", "variants"];
const RULES: &[&[&str]] = &[CORE, &["crates/records"]];
const PEERS: &[&[&str]] = &[CORE, &["crates/records", "xtask/python", "xtask/node"]];
const IMPORT: &[&[&str]] = &[CORE, &["crates/records", "crates/import", "xtask/python"]];
const RECORDS: &[&[&str]] =
    &[CORE, &["crates/records", "crates/cli", "xtask/python", "xtask/node"]];
const FUZZ: &[&[&str]] = &[
    CORE,
    &["crates/records", "crates/engine", "crates/protocol"],
    &[
        "crates/import",
        "crates/picture",
        "crates/manual",
        "crates/referee",
        "crates/server",
        "crates/arena",
    ],
    &["crates/cli", "fuzz"],
];
const SHELF: &[&[&str]] = &[CORE, &["crates/records", "crates/engine", "crates/arena"]];
const ENGINE: &[&[&str]] = &[CORE, &["crates/engine", "nets"]];
/// Each match is named after the search of its game, so the engine's sources need not be among these.
const MATCHES: &[&[&str]] = &[&["crates/arena"]];
/// Here, too, but that search is one at full strength and does not show how a level chooses its moves, so that only the
/// networks are left out.
const LEVELS: &[&[&str]] = &[CORE, &["crates/engine", "crates/arena"]];
const LEARNING: &[&[&str]] = &[CORE, &["crates/engine", "crates/learn", "README.md"]];
const MATES: &[&[&str]] = &[CORE, &["crates/engine", "xtask/python"]];
const CLIENTS: &[&[&str]] = &[
    CORE,
    &["crates/records", "crates/engine", "crates/protocol", "crates/arena", "xtask/python"],
];
const HOSTILE: &[&[&str]] = &[
    CORE,
    &[
        "crates/records",
        "crates/engine",
        "crates/protocol",
        "crates/referee",
        "crates/server",
        "crates/cli",
    ],
];
const SERVER: &[&[&str]] =
    &[CORE, &["crates/records", "crates/engine", "crates/referee", "crates/server"]];
const PAGES: &[&[&str]] =
    &[CORE, &["crates/records", "crates/picture/data", "crates/referee", "crates/server", "web"]];

const WASM: &[&[&str]] = &[
    CORE,
    &["crates/records", "crates/engine", "crates/wasm", "nets", "xtask/node", "xtask/src/wasm"],
    &["crates/import", "crates/fairy"],
];
const RAY: &[&[&str]] = &[
    CORE,
    &["crates/engine", "crates/arena", "crates/records", "crates/python/python/komadai/ray.py"],
    &["crates/python/src", "xtask/python/ray_nodes.py"],
];
const PACKAGES: &[&[&str]] = &[
    &["Cargo.toml", "Cargo.lock", ".cargo", "Dockerfile", "packaging", "README.md"],
    &["crates", "nets", "variants", "web", "xtask/src/dist"],
];

/// All jobs, in the order of the document.
const JOBS: &[Job] = &[
    Job { name: "reference", plan: reference::plan, about: RULES },
    Job { name: "files", plan: reference::files, about: RULES },
    Job { name: "perft", plan: perft::plan, about: RULES },
    Job { name: "pyffish", plan: differential::pyffish, about: PEERS },
    Job { name: "cshogi", plan: differential::cshogi, about: PEERS },
    Job { name: "python-chess", plan: differential::python_chess, about: PEERS },
    Job { name: "shogiops", plan: differential::shogiops, about: PEERS },
    Job { name: "hachu", plan: differential::hachu, about: PEERS },
    Job { name: "import", plan: import::plan, about: IMPORT },
    Job { name: "shelf", plan: shelf::plan, about: SHELF },
    Job { name: "records", plan: records::plan, about: RECORDS },
    Job { name: "reading", plan: reading::plan, about: RECORDS },
    Job { name: "mates", plan: mates::plan, about: MATES },
    Job { name: "clients", plan: clients::plan, about: CLIENTS },
    Job { name: "hostile", plan: hostile::plan, about: HOSTILE },
    Job { name: "load", plan: load::plan, about: SERVER },
    Job { name: "dist", plan: dist::plan, about: PACKAGES },
    Job { name: "ray", plan: ray::plan, about: RAY },
    Job { name: "inputs", plan: inputs::plan, about: PAGES },
    Job { name: "frames", plan: frames::plan, about: PAGES },
    Job { name: "wasm", plan: wasm::plan, about: WASM },
    Job { name: "fuzz", plan: fuzz::plan, about: FUZZ },
    Job { name: "games", plan: matches::games, about: ENGINE },
    Job { name: "search", plan: search::plan, about: ENGINE },
    Job { name: "ablation", plan: matches::ablation, about: ENGINE },
    Job { name: "tree", plan: tree::plan, about: ENGINE },
    Job { name: "levels", plan: matches::levels, about: LEVELS },
    Job { name: "strength", plan: matches::strength, about: MATCHES },
    Job { name: "learning", plan: learning::plan, about: LEARNING },
];

/// What a job does.
struct Plan {
    /// Where it is written down.
    page: Page,
    /// One sentence for the document.
    what: String,
    /// What is counted: "positions".
    unit: &'static str,
    /// What to type to do the same again.
    command: String,
    /// How many chunks run at the same time.
    at_once: usize,
    chunks: Vec<Chunk>,
}

/// The smallest piece of work that is remembered.
struct Chunk {
    /// Names the work and all that it depends on but the sources, so that an equal name means equal
    /// work.
    id: String,
    /// Where the document adds it up: a variant, a target.
    group: String,
    /// The random numbers' seed, where there are any.
    seed: Option<u64>,
    /// Does it and says how many units it was; the bar is for messages.
    run: Work,
}

/// See `Chunk::run`.
type Work = Box<dyn Fn(&ProgressBar) -> Result<Finding> + Send + Sync>;

/// What came of a chunk: how many units it was, and what there is to say of it.
struct Finding {
    count: u64,
    note: Option<String>,
}

impl From<u64> for Finding {
    fn from(count: u64) -> Self {
        Finding { count, note: None }
    }
}

/// The documents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    /// What holds.
    Proof,
    /// How strong the engine is.
    Strength,
}

fn names() -> clap::builder::PossibleValuesParser {
    JOBS.iter().map(|job| job.name).collect::<Vec<_>>().into()
}

/// Where progress, peers and grown corpora are kept; never under version control.
fn workshop() -> PathBuf {
    shell::root().join(".prove")
}

/// The threads that this machine has for us.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The program under test, built as it is shipped to people who build it themselves.
fn komadai() -> Result<PathBuf> {
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --package komadai").run()?;
    Ok(shell::target_dir().join("release/komadai"))
}

/// Runs the jobs and writes the document after each.
pub(crate) fn run(args: &Args) -> Result<()> {
    std::fs::create_dir_all(workshop())?;
    let end = args.within.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let chosen = |job: &&Job| args.jobs.is_empty() || args.jobs.iter().any(|j| j == job.name);
    let mut failed = Vec::new();
    for job in JOBS.iter().filter(chosen) {
        println!("==> {}", job.name);
        let outcome = prove(job, args, end);
        if let Err(error) = outcome {
            println!("==> {} failed: {error:#}", job.name);
            failed.push(job.name);
        }
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// One job: what is left of it is done, as far as time allows, then all of it is written down.
fn prove(job: &Job, args: &Args, end: Option<Instant>) -> Result<()> {
    let plan = (job.plan)(args)?;
    // That of the program which the plan has built: the sources may change while it is at work.
    let commit = document::commit().ok();
    ensure!(!plan.chunks.is_empty(), "there is nothing to do");
    let ledger = Ledger::open(
        &workshop().join(format!("{}.json", job.name)),
        &job.about.concat(),
        args.fresh,
    )?;
    work_off(&plan, &ledger, commit.as_deref(), end)?;
    let records = ledger.of(&plan);
    if records.len() < plan.chunks.len() {
        println!("  {} of {} chunks are done", records.len(), plan.chunks.len());
    }
    document::write(job.name, &plan, &records)?;
    let failures: Vec<&str> = records.iter().filter_map(|r| r.failure.as_deref()).collect();
    match failures.first() {
        Some(first) => bail!("{} of {} chunks; the first: {first}", failures.len(), records.len()),
        None => Ok(()),
    }
}

/// Runs the chunks that are not done yet, several at a time.
fn work_off(
    plan: &Plan,
    ledger: &Ledger,
    commit: Option<&str>,
    end: Option<Instant>,
) -> Result<()> {
    let left: Vec<&Chunk> = plan.chunks.iter().filter(|chunk| !ledger.has(&chunk.id)).collect();
    let bars = MultiProgress::new();
    let total = bars.add(ProgressBar::new(plan.chunks.len() as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} chunks, {elapsed} gone, {eta} to go")?,
    ));
    total.set_position((plan.chunks.len() - left.len()) as u64);
    total.reset_eta();
    total.enable_steady_tick(Duration::from_secs(1));
    let next = AtomicUsize::new(0);
    let trouble = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..plan.at_once.min(left.len()) {
            scope.spawn(|| {
                while end.is_none_or(|end| Instant::now() < end)
                    && let Some(chunk) = left.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let mut record = one(chunk, plan.unit, &bars);
                    record.commit = commit.map(str::to_owned);
                    if let Err(error) = ledger.add(&chunk.id, record) {
                        *trouble.lock().expect("no panic while held") = Some(error);
                        return;
                    }
                    total.inc(1);
                }
            });
        }
    });
    total.finish_and_clear();
    trouble.into_inner().expect("no panic while held").map_or(Ok(()), Err)
}

/// Runs one chunk and says in a line how it went, on a terminal and in a log alike.
fn one(chunk: &Chunk, unit: &str, bars: &MultiProgress) -> Record {
    let bar = bars.add(ProgressBar::new_spinner().with_prefix(chunk.id.clone()));
    bar.set_style(
        ProgressStyle::with_template("  {spinner} {prefix} {wide_msg}").expect("a constant"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    let start = Instant::now();
    let result = (chunk.run)(&bar);
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    bars.remove(&bar);
    let (Finding { count, note }, failure) = match result {
        Ok(finding) => (finding, None),
        Err(error) => (0.into(), Some(format!("{}: {error:#}", chunk.id))),
    };
    bars.suspend(|| match &failure {
        None => {
            let note = note.as_ref().map_or(String::new(), |note| format!(", {note}"));
            println!("  {}: {count} {unit}, {seconds:.1} s{note}", chunk.id);
        }
        Some(failure) => println!("  FAILED {failure}"),
    });
    let group = chunk.group.clone();
    Record { group, seed: chunk.seed, count, seconds, commit: None, note, failure }
}
