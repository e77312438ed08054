//! Files: saving what the page made, and reading what was brought along.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::StoreHandle;
use super::store::{Action, Notice};
use crate::scenario::{ScenarioError, parse};

/// Saves a text as a file.
pub fn save(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    save_blob(name, &blob)
}

/// Saves anything as a file.
pub fn save_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let anchor = gloo::utils::document().create_element("a")?;
    let anchor: HtmlAnchorElement = anchor.dyn_into()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)
}

/// Shows a scenario from its start, or says what is wrong with it and where; nothing that was open
/// is lost by that.
pub fn show_scenario(
    store: &StoreHandle,
    text: &str,
    lesson: Option<&'static str>,
) -> Result<(), ScenarioError> {
    let played = parse(text)?.play()?;
    store.dispatch(Action::Show(Box::new(played), lesson));
    Ok(())
}

/// Tells the reader what went wrong.
pub fn complain(store: &StoreHandle, text: String) {
    store.dispatch(Action::Tell(Notice { text, error: true }));
}
