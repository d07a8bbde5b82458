//! The Debian package. cargo-deb would do it, too, but is a program of 250 crates that would have to be compiled
//! before every release, and the format is two archives in a third.

use super::tree::{Tree, gzip};
use super::{Parts, Release, completion_file, source};
use anyhow::{Context, Result};
use ar::{Builder, Header};
use md5::{Digest, Md5};

/// The name of the package, and the package.
pub(super) fn package(release: &Release, parts: &Parts) -> Result<(String, Vec<u8>)> {
    let machine = machine(&release.target)?;
    let data = data(parts)?;
    let control = control(release, machine, &data, &parts.program)?;
    let mut builder = Builder::new(Vec::new());
    for (name, bytes) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", control.gzipped(release.time)?),
        ("data.tar.gz", data.gzipped(release.time)?),
    ] {
        let mut header = Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(release.time);
        builder.append(&header, &*bytes)?;
    }
    Ok((format!("komadai_{}_{machine}.deb", release.version), builder.into_inner()?))
}

/// Debian's name for a kind of machine.
fn machine(target: &str) -> Result<&'static str> {
    let known = [
        ("x86_64-unknown-linux-gnu", "amd64"),
        ("aarch64-unknown-linux-gnu", "arm64"),
        ("riscv64gc-unknown-linux-gnu", "riscv64"),
    ];
    let found = known.into_iter().find(|(name, _)| *name == target);
    Ok(found.with_context(|| format!("Debian does not run on {target}"))?.1)
}

/// What is installed. None of it is a file of settings: all of those are options of the program.
fn data(parts: &Parts) -> Result<Tree> {
    let mut tree = Tree::default();
    tree.file("usr/bin/komadai", 0o755, parts.program.clone());
    tree.link("usr/bin/komadai-engine", "komadai");
    let unit = String::from_utf8(source("packaging/komadai.service")?)?;
    let unit = unit.replace("/usr/local/bin/", "/usr/bin/");
    tree.file("usr/lib/systemd/system/komadai.service", 0o644, unit.into_bytes());
    for (page, text) in &parts.pages {
        tree.file(&format!("usr/share/man/man1/{page}.gz"), 0o644, gzip(text)?);
    }
    tree.link("usr/share/man/man1/komadai-engine.1.gz", "komadai.1.gz");
    for (shell, script) in &parts.completions {
        let folder = match *shell {
            "zsh" => "zsh/vendor-completions",
            "fish" => "fish/vendor_completions.d",
            _ => "bash-completion/completions",
        };
        let path = format!("usr/share/{folder}/{}", completion_file(shell));
        tree.file(&path, 0o644, script.clone());
    }
    let about = "usr/share/doc/komadai";
    tree.file(&format!("{about}/copyright"), 0o644, copyright()?);
    tree.file(&format!("{about}/README.md"), 0o644, source("README.md")?);
    tree.file(&format!("{about}/changelog.gz"), 0o644, gzip(&source("CHANGELOG.md")?)?);
    tree.file(&format!("{about}/THIRD-PARTY.txt.gz"), 0o644, gzip(parts.notices.as_bytes())?);
    Ok(tree)
}

/// Both licences in full.
fn copyright() -> Result<Vec<u8>> {
    let mut text =
        b"Komadai is under MIT or Apache-2.0, as you like. What it is made of is listed in\n\
        THIRD-PARTY.txt.gz.\n\n"
            .to_vec();
    text.extend(source("LICENSE-MIT")?);
    text.push(b'\n');
    text.extend(source("LICENSE-APACHE")?);
    Ok(text)
}

/// What dpkg is told.
fn control(release: &Release, machine: &str, data: &Tree, program: &[u8]) -> Result<Tree> {
    let kib = data.files().map(|(_, bytes)| bytes.len().div_ceil(1024)).sum::<usize>();
    let libc = libc(program).context("the program does not say which C library it needs")?;
    let fields = format!(
        "Package: komadai\n\
         Version: {}\n\
         Architecture: {machine}\n\
         Maintainer: The Komadai developers <developers@komadai.invalid>\n\
         Installed-Size: {kib}\n\
         Depends: libc6 (>= {libc}), libgcc-s1\n\
         Section: games\n\
         Priority: optional\n\
         Description: shogi and its wilder relatives\n \
         Rules, engine and server of shogi, chess and their variants, and of any game that is\n \
         written down in a file: in the browser, in the terminal, and over USI, UCI and XBoard.\n",
        release.version
    );
    let sums = data.files().map(|(path, bytes)| format!("{}  {path}\n", hex(&Md5::digest(bytes))));
    let mut tree = Tree::default();
    tree.file("control", 0o644, fields.into_bytes());
    tree.file("md5sums", 0o644, sums.collect::<String>().into_bytes());
    for script in ["postinst", "postrm", "prerm"] {
        tree.file(script, 0o755, source(&format!("packaging/{script}"))?);
    }
    Ok(tree)
}

/// The newest version of glibc that a program asks for: the names of versions stand in it as text.
fn libc(program: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"GLIBC_2.";
    let starts = program.windows(NAME.len()).enumerate().filter(|(_, at)| *at == NAME);
    let minor = |(at, _): (usize, &[u8])| {
        let digits = program[at + NAME.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let digits: Vec<u8> = digits.copied().collect();
        String::from_utf8(digits).ok()?.parse::<u32>().ok()
    };
    starts.filter_map(minor).max().map(|minor| format!("2.{minor}"))
}

/// A digest as text.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{parts, release};
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    /// The text of a file in one of the archives of a package.
    fn text(package: &[u8], archive: &str, path: &str) -> String {
        let mut outer = ar::Archive::new(package);
        while let Some(entry) = outer.next_entry() {
            let entry = entry.expect("an archive");
            if entry.header().identifier() != archive.as_bytes() {
                continue;
            }
            let mut inner = tar::Archive::new(GzDecoder::new(entry));
            for entry in inner.entries().expect("an archive") {
                let mut entry = entry.expect("an entry");
                if entry.path().expect("a path").as_os_str() == path {
                    let mut text = String::new();
                    entry.read_to_string(&mut text).expect("a text");
                    return text;
                }
            }
        }
        panic!("{path} is not in {archive}")
    }

    #[test]
    fn the_package_is_the_same_each_time() {
        let (name, one) = package(&release(), &parts()).expect("a package");
        assert_eq!(name, "komadai_1.2.3_amd64.deb");
        assert!(one.starts_with(b"!<arch>\ndebian-binary   1700000000  0     0     100644  4"));
        assert_eq!(one, package(&release(), &parts()).expect("a package").1);
    }

    #[test]
    fn dpkg_is_told_what_it_has_to_know() {
        let (_, package) = package(&release(), &parts()).expect("a package");
        let control = text(&package, "control.tar.gz", "control");
        for line in ["Version: 1.2.3", "Architecture: amd64", "Depends: libc6 (>= 2.34), libgcc-s1"]
        {
            assert!(control.lines().any(|found| found == line), "{line}: {control}");
        }
        let sums = text(&package, "control.tar.gz", "md5sums");
        assert!(sums.contains("  usr/bin/komadai\n") && !sums.contains("conffiles"), "{sums}");
        let unit = text(&package, "data.tar.gz", "usr/lib/systemd/system/komadai.service");
        assert!(unit.contains("ExecStart=/usr/bin/komadai serve "), "{unit}");
        assert!(unit.contains("DynamicUser=yes"), "{unit}");
    }
}
