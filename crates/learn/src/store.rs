//! Samples in files: game after game, each with the number of its samples before them.
//!
//! A file may end amid a game, as when the machine was switched off: what is whole is read, and what is written later
//! begins after it.

use crate::sample::{Packed, Sample};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

/// Writes games to the end of a file.
#[derive(Debug)]
pub struct Writer {
    file: File,
    squares: usize,
    games: u64,
    buffer: Vec<u8>,
}

impl Writer {
    /// Opens a file for a board of so many squares, and cuts off a game that was not finished.
    ///
    /// # Errors
    /// Where the file cannot be read or written.
    pub fn open(path: &Path, squares: usize) -> io::Result<Self> {
        let (whole, games) =
            if path.exists() { whole(squares, &std::fs::read(path)?) } else { (0, 0) };
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        Ok(Writer { file, squares, games, buffer: Vec::new() })
    }

    /// How many games the file has.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Writes the samples of a game at once.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(&mut self, samples: &[Sample]) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.extend((samples.len() as u16).to_le_bytes());
        for sample in samples.iter().take(u16::MAX.into()) {
            sample.pack(self.squares, &mut self.buffer);
        }
        self.games += 1;
        self.file.write_all(&self.buffer)
    }
}

/// How many bytes of a file are whole games, and how many games.
fn whole(squares: usize, bytes: &[u8]) -> (usize, u64) {
    let (mut rest, mut games) = (bytes, 0);
    while let Some((_, after)) = game(squares, rest) {
        (rest, games) = (after, games + 1);
    }
    (bytes.len() - rest.len(), games)
}

/// Where the samples of the first game stand in `bytes`, counted from there, and what is left after it.
fn game(squares: usize, bytes: &[u8]) -> Option<(Vec<usize>, &[u8])> {
    let (count, mut rest) = bytes.split_first_chunk::<2>()?;
    let mut starts = Vec::new();
    for _ in 0..u16::from_le_bytes(*count) {
        starts.push(bytes.len() - rest.len());
        rest = Packed::split(squares, rest)?.1;
    }
    Some((starts, rest))
}

/// The samples of many games; those that come twice count once.
#[derive(Debug, Default)]
pub struct Samples {
    squares: usize,
    bytes: Vec<u8>,
    /// Where each sample begins, game after game.
    starts: Vec<usize>,
    /// The number of each game's first sample.
    first_of_games: Vec<u32>,
    /// The numbers of samples to learn from.
    train: Vec<u32>,
    /// The same of those that are held out.
    held_out: Vec<u32>,
}

/// Hashes of the positions that have been seen.
pub(crate) type Known = HashSet<u64, BuildHasherDefault<DefaultHasher>>;

/// One game in so many is held out.
const HELD_OUT: usize = 16;

impl Samples {
    /// None yet, for a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Samples { squares, ..Samples::default() }
    }

    /// Reads the files of a folder, in the order of their names; see [`Writer`].
    ///
    /// # Errors
    /// Where one cannot be read.
    pub fn read(squares: usize, files: &[std::path::PathBuf]) -> io::Result<Self> {
        let mut samples = Samples::new(squares);
        let mut known = Known::default();
        for file in files {
            samples.add(&std::fs::read(file)?, &mut known);
        }
        Ok(samples)
    }

    /// Adds the whole games of a file.
    pub(crate) fn add(&mut self, bytes: &[u8], known: &mut Known) {
        let mut rest = bytes;
        while let Some((starts, after)) = game(self.squares, rest) {
            self.first_of_games.push(self.starts.len() as u32);
            let hold_out = self.first_of_games.len().is_multiple_of(HELD_OUT);
            for start in starts {
                let Some((sample, _)) = Packed::split(self.squares, &rest[start..]) else {
                    continue;
                };
                let whole = &rest[start..start + sample.len()];
                // All but result and scores.
                let position = (whole[0] & 1, &whole[5..]);
                if known.insert(known.hasher().hash_one(position)) {
                    let list = if hold_out { &mut self.held_out } else { &mut self.train };
                    list.push(self.starts.len() as u32);
                }
                self.starts.push(self.bytes.len());
                self.bytes.extend_from_slice(whole);
            }
            rest = after;
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.first_of_games.len() as u64
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
