//! Variant files on disk.

use std::io::{self, Error, Read};
use std::path::Path;

/// No variant file is longer.
const MOST_BYTES: u64 = 1 << 20;

/// Reads the text of a variant file, or of a file beside it, but not endlessly: no more than a mebibyte,
/// and no pipes or devices, which may have nothing to say for ever.
///
/// # Errors
/// Why it cannot be read.
pub fn read_variant_file(path: &Path) -> io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Error::other("it is longer than a mebibyte"));
    }
    String::from_utf8(bytes).map_err(|_| Error::other("it is not UTF-8 text"))
}
