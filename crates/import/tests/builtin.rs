//! The built-in sections: all that can be said loads and compiles; the rest is refused by name.

use komadai_import::{Imported, Wish, builtin, games, import};
use komadai_rules::AnyGame;
use komadai_variant::{Source, load};

fn loads(name: &str, game: &Imported) {
    let source = Source::new(format!("{}.toml", game.id), game.text.clone());
    let loaded = load(&source, &|_| None, &[])
        .unwrap_or_else(|errors| panic!("{name}: {errors}\n{}", game.text));
    assert!(loaded.warnings.is_empty(), "{name}: {:?}\n{}", loaded.warnings, game.text);
    AnyGame::compile(&loaded.variant).unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[test]
fn what_imports_loads() {
    let source = builtin();
    let mut good = Vec::new();
    for name in games(&source) {
        match import(&source, &Wish::of(&name)) {
            Ok(game) => {
                loads(&name, &game);
                good.push(name);
            }
            Err(errors) => {
                println!("{name}:");
                errors.iter().for_each(|error| println!("    {error}"));
            }
        }
    }
    println!("{}: {}", good.len(), good.join(" "));
    assert!(good.len() >= 80, "{}: {}", good.len(), good.join(" "));
}
