//! Writes the JavaScript and the types beside a build for wasm32: `komadai-bindgen INPUT FOLDER NAME`.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let mut next = |what: &str| words.next().with_context(|| format!("the {what} is missing"));
    let (input, folder, name) = (next("input")?, next("folder")?, next("name")?);
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(false)
        .out_name(&name)
        .generate(folder)
}
