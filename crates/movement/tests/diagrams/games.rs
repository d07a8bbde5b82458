//! The games whose diagrams are looked at.

use komadai_variant::Variant;
use komadai_variant::{BUILTIN, Source, load, load_builtin};

/// The built-in games and those of the other tests.
pub(crate) fn variants() -> Vec<Variant> {
    let files = [
        include_str!("../../../rules/tests/variants/riders.toml"),
        include_str!("../../../rules/tests/variants/hoppers.toml"),
        include_str!("../../../rules/tests/variants/lions.toml"),
        include_str!("../../../rules/tests/variants/cylinder.toml"),
        include_str!("../../../rules/tests/variants/fire.toml"),
        include_str!("../../../rules/tests/variants/reinforcements.toml"),
        include_str!("../../../rules/tests/variants/castles.toml"),
    ];
    let built_in = BUILTIN.iter().map(|game| load_builtin(game.id, &[]));
    let files = files.iter().map(|text| load(&Source::new("test.toml", *text), &|_| None, &[]));
    built_in.chain(files).map(|loaded| loaded.expect("it loads").variant).collect()
}
