//! Files that become an archive, in one order, with one owner and one time.

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use std::collections::BTreeMap;
use std::io::Write;
use tar::{EntryType, Header};

/// Files and links by path; their folders come by themselves.
#[derive(Default)]
pub(super) struct Tree(BTreeMap<String, Node>);

enum Node {
    Folder,
    File { mode: u32, bytes: Vec<u8> },
    Link(String),
}

impl Tree {
    /// Adds a file and the folders above it.
    pub(super) fn file(&mut self, path: &str, mode: u32, bytes: Vec<u8>) {
        self.add(path, Node::File { mode, bytes });
    }

    /// Adds a symbolic link.
    pub(super) fn link(&mut self, path: &str, to: &str) {
        self.add(path, Node::Link(to.to_owned()));
    }

    fn add(&mut self, path: &str, node: Node) {
        for (at, _) in path.match_indices('/') {
            self.0.entry(path[..at].to_owned()).or_insert(Node::Folder);
        }
        self.0.insert(path.to_owned(), node);
    }

    /// Files and links, sorted.
    #[cfg(test)]
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, node)| !matches!(node, Node::Folder)).map(|(path, _)| &**path)
    }

    /// Files with what is in them, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().filter_map(|(path, node)| match node {
            Node::File { bytes, .. } => Some((&**path, &**bytes)),
            _ => None,
        })
    }

    /// A tar archive.
    fn tar(&self, time: u64) -> Result<Vec<u8>> {
        let mut builder = tar::Builder::new(Vec::new());
        for (path, node) in &self.0 {
            let mut header = Header::new_gnu();
            header.set_mtime(time);
            header.set_uid(0);
            header.set_gid(0);
            header.set_username("root")?;
            header.set_groupname("root")?;
            header.set_size(0);
            match node {
                Node::Folder => {
                    header.set_entry_type(EntryType::Directory);
                    header.set_mode(0o755);
                    builder.append_data(&mut header, format!("{path}/"), &[][..])?;
                }
                Node::File { mode, bytes } => {
                    header.set_mode(*mode);
                    header.set_size(bytes.len() as u64);
                    builder.append_data(&mut header, path, &**bytes)?;
                }
                Node::Link(to) => {
                    header.set_entry_type(EntryType::Symlink);
                    header.set_mode(0o777);
                    builder.append_link(&mut header, path, to)?;
                }
            }
        }
        Ok(builder.into_inner()?)
    }

    /// A compressed tar archive.
    pub(super) fn gzipped(&self, time: u64) -> Result<Vec<u8>> {
        gzip(&self.tar(time)?)
    }
}

/// Compressed, without a name and a time.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;

    fn tree(paths: &[&str]) -> Tree {
        let mut tree = Tree::default();
        for path in paths {
            tree.file(path, 0o644, path.as_bytes().to_vec());
        }
        tree.link("a/link", "b");
        tree
    }

    #[test]
    fn the_order_of_adding_does_not_show() {
        let one = tree(&["a/b", "c", "a/d/e"]).gzipped(7).expect("it can be packed");
        let other = tree(&["a/d/e", "a/b", "c"]).gzipped(7).expect("it can be packed");
        assert_eq!(one, other);
    }

    #[test]
    fn everything_belongs_to_root_and_has_one_time() {
        let packed = tree(&["a/b", "c"]).gzipped(7).expect("it can be packed");
        let mut archive = tar::Archive::new(GzDecoder::new(&packed[..]));
        let mut seen = Vec::new();
        for entry in archive.entries().expect("an archive") {
            let entry = entry.expect("an entry");
            let header = entry.header();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
            assert_eq!(header.mtime().unwrap(), 7);
            let path = entry.path().expect("a path").display().to_string();
            seen.push((path, header.mode().expect("a mode")));
        }
        let seen: Vec<(&str, u32)> = seen.iter().map(|(path, mode)| (&**path, *mode)).collect();
        assert_eq!(seen, [("a/", 0o755), ("a/b", 0o644), ("a/link", 0o777), ("c", 0o644)]);
    }
}
