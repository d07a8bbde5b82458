//! Plain objects on their way to and from JavaScript: as JSON, which both sides read and write quickly.

use crate::trouble::{Kind, Trouble};
use js_sys::{JSON, Object};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::describe::WasmDescribe;

/// An answer: JavaScript gets a plain object, or `undefined` for nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Told<T>(pub T);

impl<T> WasmDescribe for Told<T> {
    fn describe() {
        JsValue::describe();
    }
}

impl<T: Serialize> IntoWasmAbi for Told<T> {
    type Abi = <JsValue as IntoWasmAbi>::Abi;

    fn into_abi(self) -> Self::Abi {
        let text = serde_json::to_string(&self.0).unwrap_or_default();
        let value = JSON::parse(&text).unwrap_or(JsValue::UNDEFINED);
        if value.is_null() { JsValue::UNDEFINED.into_abi() } else { value.into_abi() }
    }
}

/// An argument that is a plain object, or left out for what is usual.
///
/// # Errors
/// Why it is none of this form.
pub(crate) fn given<T: DeserializeOwned + Default>(object: Option<Object>) -> Result<T, Trouble> {
    let Some(object) = object else { return Ok(T::default()) };
    let text = JSON::stringify(&object).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| Trouble::new(Kind::General, "this is no plain object"))?;
    parsed(&text)
}

/// The same from its JSON.
///
/// # Errors
/// Why it is none of this form.
pub fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, Trouble> {
    serde_json::from_str(text).map_err(|error| {
        // Nobody sees this text, so its lines and columns mean nothing.
        let told = error.to_string();
        let words = told.rsplit_once(" at line").map_or(told.as_str(), |(words, _)| words);
        Trouble::new(Kind::General, words)
    })
}
