//! What the engine can do, in the words of `feature`.

use super::names;
use crate::host::Host;

/// XBoard's defaults, and `no` to what nobody needs any more.
const SIMPLE: &str = "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 \
                      reuse=1 analyze=1 colors=0 name=0 nps=0 debug=1 memory=1 smp=1 exclude=1 \
                      highlight=1 ics=0";

/// Everything that is said after `protover`.
pub(super) fn all(host: &Host) -> String {
    let mut lines = vec!["feature done=0".to_owned()];
    lines.push(format!("feature myname=\"Komadai {}\"", env!("CARGO_PKG_VERSION")));
    lines.push(variants(&host.games()));
    lines.push(format!("feature {SIMPLE}"));
    let options = host.options.features();
    lines.extend(options.iter().map(|option| format!("feature option=\"{option}\"")));
    lines.push("feature done=1".to_owned());
    lines.join("\n")
}

/// The games, by the names that XBoard knows.
pub(super) fn variants(games: &[String]) -> String {
    let names: Vec<String> = games.iter().map(|game| names::name_of(game)).collect();
    format!("feature variants=\"{}\"", names.join(","))
}
