//! The description of the interface, from which the pages have their types.

use crate::common::Home;
use serde_json::Value;
use std::path::Path;

/// The stored description; `KOMADAI_BLESS=1` stores it anew. `npm test` compares the types of the
/// pages with it.
#[tokio::test]
async fn the_pages_know_the_interface_as_it_is() {
    let home = Home::new().await;
    let (_, mut description) = home.get("/api/openapi.json").await;
    // The pages and the server are always of one version.
    description["info"]["version"] = Value::Null;
    let written = serde_json::to_string_pretty(&description).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/openapi.json");
    if std::env::var_os("KOMADAI_BLESS").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == written,
        "web/src/api/openapi.json is out of date; KOMADAI_BLESS=1 stores it anew, and after it \
         KOMADAI_BLESS=1 npm test the types"
    );
    home.end().await;
}
