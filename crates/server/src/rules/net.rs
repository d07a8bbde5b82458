//! Networks in files.

use super::{House, MOST_TIME};
use komadai_engine::net::Net;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// No network is larger.
const MOST_BYTES: u64 = 64 << 20;

/// Reads the network of a game; none where there is no such file.
///
/// # Errors
/// Why it cannot be used.
pub(super) fn read_net(path: &Path, house: &House) -> Result<Option<Arc<Net>>, String> {
    if !path.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it is longer than {} MiB", MOST_BYTES >> 20));
    }
    // What is no network is told without a look at the game, which may take long.
    Net::header_of(&bytes).map_err(|error| error.to_string())?;
    let rules = house.fingerprint().ok_or_else(|| {
        let most = MOST_TIME.as_secs();
        format!("whether it belongs to these rules takes longer than {most} s to find out; a server allows no more")
    })?;
    let net = Net::parse(&bytes, house.variant(), rules);
    net.map(|net| Some(Arc::new(net))).map_err(|error| error.to_string())
}
