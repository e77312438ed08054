//! The stylesheet of the drawings: made from the themes and classes that the picture files are made
//! of too, and adopted by the document, since its policy allows no style in the page itself.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;

use crate::view::style::class_css;
use crate::view::theme::theme_css;

/// Adopts the stylesheet.
pub fn adopt() -> Result<(), JsValue> {
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(&(theme_css() + &class_css()))?;
    let document = gloo::utils::document();
    Reflect::set(&document, &"adoptedStyleSheets".into(), &Array::of1(&sheet))?;
    Ok(())
}
