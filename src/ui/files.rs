//! Files: saving what the page made, and reading what was brought along.

use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement,
    HtmlImageElement, Url,
};

use super::StoreHandle;
use super::store::{Action, Notice};
use crate::scenario::{ScenarioError, parse};
use crate::view::text::Trouble;

/// Saves a text as a file.
pub fn save(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    save_blob(name, &blob)
}

/// Saves bytes as a file.
pub fn save_bytes(name: &str, kind: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
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
    let source = lesson.ok_or_else(|| text.into());
    store.dispatch(Action::Show(Box::new(played), source));
    Ok(())
}

/// Tells the reader what went wrong.
pub fn complain(store: &StoreHandle, trouble: impl Into<Trouble>) {
    let said = trouble.into();
    store.dispatch(Action::Tell(Notice { said, error: true }));
}

/// Draws an SVG file into a PNG of so many pixels, and saves it.
pub fn save_png(name: &str, svg: &str, (w, h): (f64, f64)) -> Result<(), JsValue> {
    let image = HtmlImageElement::new()?;
    let canvas = gloo::utils::document().create_element("canvas")?;
    let canvas: HtmlCanvasElement = canvas.dyn_into()?;
    canvas.set_width(w as u32);
    canvas.set_height(h as u32);
    let (drawn, name) = (image.clone(), name.to_owned());
    let on_load = Closure::once_into_js(move || {
        let context = canvas.get_context("2d").ok().flatten();
        let context = context.and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        let Some(context) = context else { return };
        let drew = context.draw_image_with_html_image_element_and_dw_and_dh(&drawn, 0.0, 0.0, w, h);
        let on_blob = Closure::once_into_js(move |blob: Option<Blob>| {
            if let Some(blob) = blob {
                // What cannot be saved here could not be saved in any other way either.
                let _ = save_blob(&name, &blob);
            }
        });
        if drew.is_ok() {
            // A canvas that the page drew into itself can always be read.
            let _ = canvas.to_blob(on_blob.unchecked_ref());
        }
    });
    image.set_onload(Some(on_load.unchecked_ref()));
    let encoded = js_sys::encode_uri_component(svg);
    image.set_src(&format!("data:image/svg+xml,{encoded}"));
    Ok(())
}
