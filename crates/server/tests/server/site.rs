//! The pages as files.

use komadai_server::{Site, SiteError};
use std::collections::BTreeMap;

fn written(site: &Site) -> Result<BTreeMap<String, Vec<u8>>, SiteError> {
    let mut files = BTreeMap::new();
    site.write(|name, data| {
        let before = files.insert(name.to_owned(), data.to_vec());
        assert_eq!(before, None, "{name} is written twice");
        Ok::<_, SiteError>(())
    })?;
    Ok(files)
}

/// Where the program was built without the engine, it says so; otherwise the site has all that the pages ask for.
#[test]
fn a_site_has_all_that_the_pages_ask_for() {
    let folder = tempfile::tempdir().unwrap();
    let mine = "extends = \"minishogi\"\nid = \"mine\"\nname = \"Mine\"\n";
    std::fs::write(folder.path().join("mine.toml"), mine).unwrap();
    let site = Site { base: "/club/".to_owned(), variants: Some(folder.path().to_owned()) };
    let files = match written(&site) {
        Err(SiteError::NoEngine) => return,
        files => files.unwrap(),
    };
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    for name in ["index.html", "404.html", "game/index.html", "new/mine/index.html"] {
        let page = text(name);
        assert!(page.contains("<meta name=\"komadai-site\" content=\"/club/\" />"), "{name}");
        assert!(page.contains("src=\"/club/assets/") && !page.contains("=\"/assets"), "{name}");
    }
    assert!(text("manifest.webmanifest").contains("\"start_url\": \"/club/\""));
    assert!(text("data/variants.json").contains("\"mine\""));
    assert!(text("data/games.json").contains("extends"));
    assert!(text("data/variants/chess.json").contains("lessons"));
    assert!(text("rules/raichu.ja.html").contains("href=\"/club/new/\""));
    assert!(text("rules/mine.en.html").contains("/club/new/mine/?position="));
    assert!(files.contains_key("engine/worker.js") && files.contains_key(".nojekyll"));
    std::fs::write(folder.path().join("bad.toml"), "name = 3\n").unwrap();
    assert!(matches!(written(&site), Err(SiteError::File(_))));
}
