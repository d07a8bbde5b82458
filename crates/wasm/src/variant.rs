//! Games: what there is to know before the first move.

use crate::forms::PositionOptions;
use crate::plain::{Told, given};
use crate::position::Position;
use crate::rulebook::{self, Rules, Settings};
use crate::trouble::{Trouble, told};
use js_sys::Object;
use komadai_records::json::VariantInfo;
use komadai_rules::variant::{BUILTIN, SHELF};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// The ids of the games that come with the package; the shelf has those of others.
#[wasm_bindgen]
pub fn variants(shelf: Option<bool>) -> Vec<String> {
    let shelf = SHELF.iter().filter(|_| shelf.unwrap_or(true));
    BUILTIN.iter().chain(shelf).map(|game| game.id.to_owned()).collect()
}

/// A game: its board, its pieces, its rules.
#[wasm_bindgen]
pub struct Variant(pub(crate) Rc<Rules>);

impl Variant {
    fn data(&self) -> &komadai_rules::Variant {
        self.0.variant()
    }

    /// A game that comes with the package, with some changes of the rules.
    ///
    /// # Errors
    /// There is no such game, or it cannot be changed so.
    pub fn builtin(id: &str, settings: Settings) -> Result<Self, Trouble> {
        Ok(Variant(rulebook::builtin(id, settings)?))
    }

    /// A game from the text of a variant file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str, settings: Settings, name: &str) -> Result<Self, Trouble> {
        Ok(Variant(rulebook::text(name, text, settings)?))
    }
}

fn settings(object: Option<Object>) -> Result<Settings, Trouble> {
    Ok(rulebook::settings(given(object)?))
}

#[wasm_bindgen]
impl Variant {
    /// A game that comes with the package. Settings change its rules: dotted keys of its file, and values.
    ///
    /// # Errors
    /// There is no such game, or it cannot be changed so.
    #[wasm_bindgen(constructor)]
    pub fn new(
        id: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Settings")] settings: Option<Object>,
    ) -> Result<Variant, Trouble> {
        Variant::builtin(id, self::settings(settings)?)
    }

    /// A game from the text of a variant file, which may extend one that comes with the package.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn load(
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Settings")] settings: Option<Object>,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] name: Option<String>,
    ) -> Result<Variant, Trouble> {
        let name = name.as_deref().unwrap_or("variant.toml");
        Variant::read(text, self::settings(settings)?, name)
    }

    /// The id.
    #[wasm_bindgen(getter)]
    pub fn id(&self) -> String {
        self.data().id.clone()
    }

    /// The name in English.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.data().name.clone()
    }

    /// The name in Japanese.
    #[wasm_bindgen(getter, js_name = nameJa)]
    pub fn name_ja(&self) -> Option<String> {
        self.data().name_ja.clone()
    }

    /// Who has made the game.
    #[wasm_bindgen(getter)]
    pub fn author(&self) -> Option<String> {
        self.data().author.clone()
    }

    /// What the sides are called.
    #[wasm_bindgen(getter, unchecked_return_type = "[string, string]")]
    pub fn sides(&self) -> Vec<String> {
        self.data().sides.to_vec()
    }

    /// How many files the board has.
    #[wasm_bindgen(getter)]
    pub fn files(&self) -> u8 {
        self.data().board.files
    }

    /// How many ranks the board has.
    #[wasm_bindgen(getter)]
    pub fn ranks(&self) -> u8 {
        self.data().board.ranks
    }

    /// The names of all squares, those of holes left out.
    #[wasm_bindgen(getter)]
    pub fn squares(&self) -> Vec<String> {
        let data = self.data();
        let exists = |square: &komadai_rules::Square| !data.board.holes.contains(square);
        data.board.squares().filter(exists).map(|square| data.square_name(square)).collect()
    }

    /// The names of the starts besides the usual one.
    #[wasm_bindgen(getter)]
    pub fn starts(&self) -> Vec<String> {
        self.data().starts.iter().map(|start| start.id.clone()).collect()
    }

    /// Whether captured pieces go to the hand of the captor.
    #[wasm_bindgen(getter, js_name = capturesToHand)]
    pub fn captures_to_hand(&self) -> bool {
        self.data().captures_to_hand
    }

    /// Whether pieces in hand may be dropped.
    #[wasm_bindgen(getter)]
    pub fn drops(&self) -> bool {
        self.data().drops.allowed
    }

    /// The text of the file that it was read from.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.0.texts.source.text.clone()
    }

    /// What is doubtful in the file.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> Vec<String> {
        self.0.warnings.iter().map(told).collect()
    }

    /// All that pictures and programs need: the board, the pieces with their movements, starts and zones.
    ///
    /// # Errors
    /// No start of the game follows its own rules.
    #[wasm_bindgen(getter, unchecked_return_type = "VariantInfo")]
    pub fn info(&self) -> Result<Told<VariantInfo>, Trouble> {
        self.0.info().cloned().map(Told)
    }

    /// Where a game begins: as usual, or as the options say.
    ///
    /// # Errors
    /// The options do not fit the game.
    pub fn position(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PositionOptions")] options: Option<Object>,
    ) -> Result<Position, Trouble> {
        Position::open(&self.0, &given::<PositionOptions>(options)?)
    }

    /// Whether it is the same game.
    pub fn equals(&self, other: &Variant) -> bool {
        *self.0 == *other.0
    }
}
