//! Samples in files: a head that says for which rules they are, then game after game, each with the number of its
//! samples before them.
//!
//! A file may end amid a game, as when the machine was switched off: what is whole is read, and what is written later
//! begins after it.

use crate::sample::{Packed, Sample, Shape};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be read or written.
    #[error("`{}`: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// It does not begin as such files do.
    #[error("`{}` is no file of games, or one of another version", path.display())]
    NoGames {
        /// The file.
        path: PathBuf,
    },
    /// Its games were played by other rules.
    #[error("the games of `{}` were played by other rules than these", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
    },
    /// It is damaged.
    #[error("`{}`, byte {at}: here is no position of this game", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Where the sample begins, from 0.
        at: usize,
    },
}

/// What the files of a game hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How large its samples are.
    pub shape: Shape,
    /// The fingerprint of its rules.
    pub rules: u64,
}

const MAGIC: [u8; 16] = *b"komadai games 1\n";
/// How many bytes say what a file is and for which rules.
const HEAD: usize = MAGIC.len() + size_of::<u64>();

impl Kind {
    fn head(self) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..MAGIC.len()].copy_from_slice(&MAGIC);
        head[MAGIC.len()..].copy_from_slice(&self.rules.to_le_bytes());
        head
    }

    /// The games of a file; those of one that was cut off in its head are none.
    fn body<'a>(self, path: &Path, bytes: &'a [u8]) -> Result<&'a [u8], StoreError> {
        let path = || path.to_owned();
        let head = self.head();
        match bytes.split_at_checked(HEAD) {
            Some((found, body)) if found == head => Ok(body),
            None if head.starts_with(bytes) => Ok(&[]),
            Some((found, _)) if found.starts_with(&MAGIC) => {
                Err(StoreError::OtherRules { path: path() })
            }
            _ => Err(StoreError::NoGames { path: path() }),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    std::fs::read(path).map_err(|error| StoreError::Io { path: path.to_owned(), error })
}

/// Writes games to the end of a file.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    shape: Shape,
    games: u64,
    buffer: Vec<u8>,
}

impl Writer {
    /// Opens a file of a game, and cuts off a game that was not finished.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or is of other rules: then nothing is changed.
    pub fn open(path: &Path, kind: Kind) -> Result<Self, StoreError> {
        let (mut whole, mut games) = (0, 0);
        let bytes = if path.exists() { read(path)? } else { Vec::new() };
        for game in Games::of(kind.shape, kind.body(path, &bytes)?) {
            let game = game.map_err(|at| foreign(path, at))?;
            (whole, games) = (HEAD + game.end, games + 1);
        }
        let open = || {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                file.write_all(&kind.head())?;
            }
            let shape = kind.shape;
            Ok(Writer { file, path: path.to_owned(), shape, games, buffer: Vec::new() })
        };
        open().map_err(|error| StoreError::Io { path: path.to_owned(), error })
    }

    /// How many games the file has, those without a sample too.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Writes the samples of a game at once, and says how many of them have not been seen before.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(&mut self, samples: &[Sample], seen: &mut Seen) -> Result<usize, StoreError> {
        self.buffer.clear();
        let samples = &samples[..samples.len().min(u16::MAX.into())];
        self.buffer.extend((samples.len() as u16).to_le_bytes());
        let mut new = 0;
        for sample in samples {
            let start = self.buffer.len();
            sample.pack(self.shape.squares, &mut self.buffer);
            new += usize::from(seen.is_new(&self.buffer[start..]));
        }
        self.games += 1;
        let written = self.file.write_all(&self.buffer);
        written.map_err(|error| StoreError::Io { path: self.path.clone(), error })?;
        Ok(new)
    }
}

/// What is wrong where a sample is none of the game, in bytes after the head.
fn foreign(path: &Path, at: usize) -> StoreError {
    StoreError::Foreign { path: path.to_owned(), at: HEAD + at }
}

/// The whole games at the beginning of some bytes; an error tells where a sample is none of the game.
struct Games<'a> {
    shape: Shape,
    bytes: &'a [u8],
    at: usize,
}

/// Where a game stands in a file.
struct Stored {
    /// Where its samples begin.
    starts: Vec<usize>,
    /// Where what comes after it begins.
    end: usize,
}

impl<'a> Games<'a> {
    fn of(shape: Shape, bytes: &'a [u8]) -> Self {
        Games { shape, bytes, at: 0 }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Stored, usize>;

    fn next(&mut self) -> Option<Self::Item> {
        let (count, mut rest) = self.bytes.get(self.at..)?.split_first_chunk::<2>()?;
        let mut starts = Vec::new();
        for _ in 0..u16::from_le_bytes(*count) {
            let start = self.bytes.len() - rest.len();
            let (sample, after) = Packed::split(self.shape.squares, rest)?;
            if !sample.fits(self.shape) {
                self.at = self.bytes.len();
                return Some(Err(start));
            }
            starts.push(start);
            rest = after;
        }
        self.at = self.bytes.len() - rest.len();
        Some(Ok(Stored { starts, end: self.at }))
    }
}

/// Which positions have been seen: those that come twice count once.
#[derive(Debug, Default)]
pub struct Seen(HashSet<u64, BuildHasherDefault<DefaultHasher>>);

impl Seen {
    /// Notes a packed sample; whether its position is a new one.
    fn is_new(&mut self, sample: &[u8]) -> bool {
        // All but result and scores.
        let position = (sample[0] & 1, &sample[5..]);
        let hash = self.0.hasher().hash_one(position);
        self.0.insert(hash)
    }
}

/// The samples of many games; those that come twice count once.
#[derive(Debug, Default)]
pub struct Samples {
    squares: usize,
    bytes: Vec<u8>,
    /// Where each sample begins, game after game.
    starts: Vec<usize>,
    /// The number of each game's first sample; of games that have one.
    first_of_games: Vec<u32>,
    /// The numbers of samples to learn from, and of how many games they are.
    train: Vec<u32>,
    games: u64,
    /// The numbers of those that are held out.
    held_out: Vec<u32>,
}

/// One game in so many is held out.
const HELD_OUT: usize = 16;

impl Samples {
    /// None yet.
    pub(crate) fn empty(shape: Shape) -> Self {
        Samples { squares: shape.squares, ..Samples::default() }
    }

    /// Reads files of a game, in this order; see [`Writer`].
    ///
    /// # Errors
    /// Where one cannot be read, or is of other rules.
    pub fn read(kind: Kind, files: &[PathBuf], seen: &mut Seen) -> Result<Self, StoreError> {
        let mut samples = Samples::empty(kind.shape);
        for path in files {
            let bytes = read(path)?;
            let added = samples.add(kind.shape, kind.body(path, &bytes)?, seen);
            added.map_err(|at| foreign(path, at))?;
        }
        Ok(samples)
    }

    /// Adds the whole games of a file, without its head; an error tells where a sample is none of the game.
    pub(crate) fn add(&mut self, shape: Shape, bytes: &[u8], seen: &mut Seen) -> Result<(), usize> {
        for game in Games::of(shape, bytes) {
            let Stored { starts, end } = game?;
            let Some(first) = starts.first() else { continue };
            self.first_of_games.push(self.starts.len() as u32);
            let is_held_out = self.first_of_games.len().is_multiple_of(HELD_OUT);
            let list = if is_held_out { &mut self.held_out } else { &mut self.train };
            let known = list.len();
            let (first, offset) = (*first, self.bytes.len());
            let ends = starts.iter().skip(1).copied().chain([end]);
            for (start, end) in starts.iter().zip(ends) {
                if seen.is_new(&bytes[*start..end]) {
                    list.push(self.starts.len() as u32);
                }
                self.starts.push(offset + start - first);
            }
            self.games += u64::from(!is_held_out && list.len() > known);
            self.bytes.extend_from_slice(&bytes[first..end]);
        }
        Ok(())
    }

    /// Of how many games the samples to learn from are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Numbers of the samples to learn from, for [`get`](Self::get).
    pub fn train(&self) -> &[u32] {
        &self.train
    }

    /// Numbers of those that are held out, by whole games.
    pub fn held_out(&self) -> &[u32] {
        &self.held_out
    }

    /// The numbers of the samples of each game, in the order in which they were played.
    pub fn by_game(&self) -> impl Iterator<Item = Range<u32>> {
        let ends = self.first_of_games.iter().skip(1).copied();
        let ends = ends.chain([self.starts.len() as u32]);
        self.first_of_games.iter().zip(ends).map(|(first, end)| *first..end)
    }

    /// A sample.
    pub fn get(&self, number: u32) -> Packed<'_> {
        let packed = Packed::split(self.squares, &self.bytes[self.starts[number as usize]..]);
        packed.expect("numbers lead to whole samples").0
    }
}
