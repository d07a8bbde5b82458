//! Packages: built twice, far from each other, and equal; then each installed where nothing else is, and used.

use super::server::Server;
use super::{Args, Chunk, Finding, Page, Plan, Work};
use crate::shell;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// Where the two builds lie: paths of different lengths, none of which may show.
const PLACES: [&str; 2] = ["one", "another/place"];

/// One chunk for the builds, and one for each way to install what they made.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let commit = super::document::commit()?;
    let chunk = |name: &str, run: Work| Chunk {
        id: format!("{name}, {commit}"),
        group: name.into(),
        seed: None,
        run,
    };
    Ok(Plan {
        page: Page::Proof,
        what: "The packages of `cargo xtask dist`, built twice from fresh clones of the commit in folders of \
             their own, and compared byte by byte; then each installed in an empty folder and used."
            .into(),
        unit: "checks",
        command: "cargo xtask prove dist".into(),
        // Each needs what the first has made.
        at_once: 1,
        chunks: vec![
            chunk("built twice", Box::new(|_| twice())),
            chunk("archive", Box::new(|_| archive())),
            chunk(".deb", Box::new(|_| debian())),
            chunk("container", Box::new(|_| container())),
            chunk("wheel", Box::new(|_| wheel())),
            chunk("npm", Box::new(|_| npm())),
        ],
    })
}

fn folder(name: &str) -> PathBuf {
    super::workshop().join("dist").join(name)
}

/// The packages of the first build.
fn packages() -> PathBuf {
    folder(PLACES[0]).join("packages")
}

/// The one package whose name begins and ends so.
fn package(start: &str, end: &str) -> Result<PathBuf> {
    let fits = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(start) && name.ends_with(end)
    };
    let entries = fs::read_dir(packages()).context("nothing is built")?;
    let mut found = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(fits);
    found.next().with_context(|| format!("there is no package {start}*{end}"))
}

/// An empty folder, and a shell in it.
fn fresh(name: &str) -> Result<(PathBuf, Shell)> {
    let folder = folder(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let sh = shell::open_in(&folder)?;
    Ok((folder, sh))
}

/// Builds in both places, and compares all that came out.
fn twice() -> Result<Finding> {
    let mut builds = Vec::new();
    for place in PLACES {
        build(place)?;
        builds.push(contents(&folder(place).join("packages"))?);
    }
    let [one, other] = &builds[..] else { unreachable!("two places") };
    let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    ensure!(names(one) == names(other), "{:?} and {:?}", names(one), names(other));
    let differ = one.iter().zip(other).filter(|(one, other)| one != other);
    let differ: Vec<&str> = differ.map(|((name, _), _)| &**name).collect();
    ensure!(differ.is_empty(), "these differ: {}", differ.join(", "));
    let bytes: usize = one.iter().map(|(_, bytes)| bytes.len()).sum();
    let note = format!("{} files of {} kB in all are equal", one.len(), bytes / 1000);
    Ok(Finding { count: one.len() as u64, note: Some(note) })
}

/// The files of a folder, sorted.
fn contents(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.push((name, fs::read(entry.path())?));
    }
    files.sort();
    Ok(files)
}

/// Makes the packages of the commit in a fresh clone.
fn build(place: &str) -> Result<()> {
    let (folder, sh) = fresh(place)?;
    let (root, checkout) = (shell::root(), folder.join("komadai"));
    let (target, out) = (checkout.join("target"), folder.join("packages"));
    cmd!(sh, "git clone --quiet --no-hardlinks {root} {checkout}").run()?;
    let head = cmd!(sh, "git -C {root} rev-parse HEAD").read()?;
    cmd!(sh, "git -C {checkout} checkout --quiet --detach {head}").run()?;
    // This program, at work on another checkout.
    let own = std::env::current_exe()?;
    let command = cmd!(sh, "{own} dist --out {out}");
    let command = command.env("CARGO_MANIFEST_DIR", checkout.join("xtask"));
    shell::capture(command.env("CARGO_TARGET_DIR", &target))?;
    Ok(fs::remove_dir_all(&target)?)
}

/// What every installed program must be able to do.
fn use_it(sh: &Shell, program: &Path) -> Result<()> {
    let version = cmd!(sh, "{program} --version").read()?;
    ensure!(version.starts_with(concat!("komadai ", env!("CARGO_PKG_VERSION"))), "{version}");
    let counted = cmd!(sh, "{program} perft chess --depth 3").read()?;
    ensure!(counted.contains("8902 nodes"), "{counted}");
    let engine = program.with_file_name("komadai-engine");
    let greeted = cmd!(sh, "{engine}").stdin("uci\nquit\n").read()?;
    ensure!(greeted.ends_with("uciok"), "{greeted}");
    Ok(())
}

fn archive() -> Result<Finding> {
    let (folder, sh) = fresh("archive")?;
    sh.change_dir(packages());
    cmd!(sh, "sha256sum --check --quiet SHA256SUMS").run()?;
    sh.change_dir(&folder);
    let archive = package("komadai-", ".tar.gz")?;
    cmd!(sh, "tar -xzf {archive} --strip-components=1").run()?;
    use_it(&sh, &folder.join("komadai"))?;
    for file in
        ["LICENSE-MIT", "THIRD-PARTY.txt", "man/man1/komadai-serve.1", "completions/_komadai"]
    {
        ensure!(folder.join(file).exists(), "{file} is missing");
    }
    let text = fs::read(folder.join("komadai"))?;
    let root = shell::root();
    let own = root.to_str().context("UTF-8")?.as_bytes();
    ensure!(!text.windows(own.len()).any(|at| at == own), "the program knows where it was built");
    Ok(Finding { count: 6, note: Some(format!("the program has {} kB", text.len() / 1000)) })
}

fn debian() -> Result<Finding> {
    let (folder, sh) = fresh("deb")?;
    let deb = package("komadai_", ".deb")?;
    cmd!(sh, "dpkg-deb --extract {deb} root").run()?;
    cmd!(sh, "dpkg-deb --control {deb} control").run()?;
    sh.change_dir("root");
    cmd!(sh, "md5sum --check --quiet ../control/md5sums").run()?;
    sh.change_dir(&folder);
    use_it(&sh, &folder.join("root/usr/bin/komadai"))?;
    ensure!(!folder.join("control/conffiles").exists(), "it has files of settings");
    for script in ["postinst", "prerm", "postrm"] {
        cmd!(sh, "sh -n control/{script}").run()?;
    }
    let page = "root/usr/share/man/man1/komadai.1.gz";
    ensure!(cmd!(sh, "gzip -dc {page}").read()?.contains(".TH komadai 1"), "{page}");
    // Whether what it depends on is there to be installed.
    shell::capture(cmd!(sh, "apt-get install --simulate --quiet {deb}"))?;
    Ok(7.into())
}

/// There is no daemon: the program of the package serves, and is asked as the container asks.
fn container() -> Result<Finding> {
    let program = folder("deb").join("root/usr/bin/komadai");
    let (folder, sh) = fresh("container")?;
    let text = fs::read_to_string(packages().join("Dockerfile"))?;
    let check = text.lines().find(|line| line.starts_with("HEALTHCHECK")).context("no check")?;
    let words = check.split_once(" CMD ").context("no command")?.1;
    let words: Vec<String> = serde_json::from_str(words).context("the words of the check")?;
    let server = Server::start(&program, &folder.join("games"), &[], None)?;
    let port = server.url.trim_end_matches('/').rsplit(':').next().context("a port")?;
    let ask = |port: &str| {
        let words = words.iter().map(|word| word.replace("/8080 ", &format!("/{port} ")));
        let words: Vec<String> = words.collect();
        let (program, words) = words.split_first().context("the check is empty")?;
        Ok::<(), anyhow::Error>(cmd!(sh, "{program} {words...}").ignore_stderr().run()?)
    };
    ask(port).context("the server is well, but the check does not say so")?;
    let port = port.to_owned();
    drop(server);
    ensure!(ask(&port).is_err(), "the check is content without a server");
    Ok(2.into())
}

fn wheel() -> Result<Finding> {
    let (folder, sh) = fresh("wheel")?;
    let (packages, python) = (packages(), folder.join("venv/bin/python"));
    cmd!(sh, "python3 -m venv venv").run()?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    cmd!(sh, "{python} {install...} --find-links {packages} komadai").run()?;
    let example = example("python")?;
    let answer = shell::capture(cmd!(sh, "{python} -c {example}"))?;
    ensure!(answer.lines().count() == 3, "{answer}");
    Ok(Finding { count: 2, note: Some("the README's example runs".into()) })
}

fn npm() -> Result<Finding> {
    let (_, sh) = fresh("npm")?;
    let packages = [package("komadai-rules-", ".tgz")?, package("komadai-engine-", ".tgz")?];
    cmd!(sh, "npm init --yes").ignore_stdout().run()?;
    cmd!(sh, "npm install --silent --no-audit --no-fund {packages...}").run()?;
    let example = example("js")?;
    let answer = shell::capture(cmd!(sh, "node --input-type=module --eval {example}"))?;
    ensure!(answer.lines().count() >= 3, "{answer}");
    // The same but for the search, with the package of the rules alone.
    let rules = "import { load } from '@komadai/rules'; const { Position } = await load(); \
        console.log(new Position('raichu').legalMoves().length)";
    let answer = shell::capture(cmd!(sh, "node --input-type=module --eval {rules}"))?;
    ensure!(answer.trim().parse::<u32>().is_ok_and(|count| count > 0), "{answer}");
    Ok(Finding { count: 3, note: Some("the README's example runs".into()) })
}

/// The README's example in a language.
fn example(language: &str) -> Result<String> {
    let readme = fs::read_to_string(shell::root().join("README.md"))?;
    let begin = format!("```{language}\n");
    let example = readme.split(&begin).nth(1).and_then(|rest| rest.split("```").next());
    example.map(str::to_owned).with_context(|| format!("the README has no example in {language}"))
}
