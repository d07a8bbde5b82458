//! `site`: the games as files, for web space without a server.

use super::write_json;
use anyhow::{Context, bail, ensure};
use komadai_server::Site;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What the help says besides.
pub(crate) const HELP: &str = "\
The browser does what a server would do: the engine, the rules, games against the engine or of two at one screen, and \
analyses. They are kept in the browser.

Examples:
  komadai site pages                     write the site into a folder
  python3 -m http.server -d pages        look at it
  komadai site pages --base /komadai/    for https://name.example/komadai/";

/// What to write, and where.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder; it must be new, empty, or an older site
    folder: PathBuf,

    /// The path below which the site is served
    #[arg(long, value_name = "PATH", default_value = "/")]
    base: String,

    /// A folder of variant files, which appear beside the games of the program
    #[arg(long, value_name = "DIR")]
    variants: Option<PathBuf>,
}

/// Says of a folder that it is a site, and what is in it.
const MARK: &str = "komadai-site.json";

#[derive(Debug, Default, Serialize, Deserialize)]
struct Mark {
    version: String,
    base: String,
    files: BTreeSet<String>,
}

#[derive(Serialize)]
struct Written<'a> {
    folder: &'a Path,
    base: &'a str,
    files: usize,
    bytes: usize,
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let (folder, base) = (args.folder.as_path(), base(&args.base)?);
    let before = before(folder)?;
    let site = Site { base: base.clone(), variants: args.variants.clone() };
    let mut mark = Mark { version: env!("KOMADAI_VERSION").to_owned(), base, ..Mark::default() };
    let mut bytes = 0;
    site.write(|name, data| {
        if mark.files.is_empty() {
            // Whatever becomes of the rest, the folder is known to be one of ours.
            fs::create_dir_all(folder).with_context(|| cannot_write(folder))?;
            write_mark(folder, &before)?;
        }
        bytes += data.len();
        mark.files.insert(name.to_owned());
        write_file(&folder.join(name), data)
    })?;
    for name in before.files.difference(&mark.files).filter(|name| is_plain(name)) {
        // Somebody may have deleted it.
        let _ = fs::remove_file(folder.join(name));
    }
    write_mark(folder, &mark)?;
    let files = mark.files.len();
    if json {
        return write_json(out, &Written { folder, base: &mark.base, files, bytes });
    }
    writeln!(out, "{}: {files} files, {} MB", folder.display(), bytes.div_ceil(1_000_000))?;
    Ok(())
}

/// The path as addresses need it.
fn base(text: &str) -> anyhow::Result<String> {
    let good = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    ensure!(
        text.chars().all(good) && !text.contains("//") && !text.split('/').any(|it| it == ".."),
        "`{text}` is no path below which a site can be: give one such as `/komadai/`"
    );
    let inner = text.trim_matches('/');
    Ok(if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") })
}

/// What is known of an older site in the folder.
fn before(folder: &Path) -> anyhow::Result<Mark> {
    if !folder.exists() {
        return Ok(Mark::default());
    }
    let what = || format!("cannot read `{}`", folder.display());
    if let Ok(text) = fs::read_to_string(folder.join(MARK)) {
        let mark = serde_json::from_str(&text);
        return mark.with_context(|| format!("{}: it is damaged", folder.join(MARK).display()));
    }
    if fs::read_dir(folder).with_context(what)?.next().is_some() {
        bail!("`{}` is not empty, and no site: nothing was written", folder.display());
    }
    Ok(Mark::default())
}

fn write_mark(folder: &Path, mark: &Mark) -> anyhow::Result<()> {
    write_file(&folder.join(MARK), (serde_json::to_string_pretty(mark)? + "\n").as_bytes())
}

fn write_file(file: &Path, data: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| cannot_write(folder))?;
    }
    fs::write(file, data).with_context(|| cannot_write(file))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

/// Whether a name leads nowhere else.
fn is_plain(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && part != "..") && !name.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_and_ends_with_a_slash() {
        for (text, expected) in
            [("/", "/"), ("", "/"), ("komadai", "/komadai/"), ("/a/b", "/a/b/"), ("/a-b/", "/a-b/")]
        {
            assert_eq!(base(text).unwrap(), expected);
        }
        for text in ["https://name.example/", "/a b/", "/../", "//", "/\"/"] {
            assert!(base(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_an_empty_folder_or_a_site_is_written_into() {
        let folder = tempfile::tempdir().unwrap();
        assert!(before(folder.path()).unwrap().files.is_empty());
        assert!(before(&folder.path().join("new")).unwrap().files.is_empty());
        fs::write(folder.path().join("letter.txt"), "dear").unwrap();
        assert!(before(folder.path()).unwrap_err().to_string().contains("not empty"));
        let files = ["old.html".to_owned()].into();
        write_mark(folder.path(), &Mark { files, ..Mark::default() }).unwrap();
        assert!(before(folder.path()).unwrap().files.contains("old.html"));
    }
}
