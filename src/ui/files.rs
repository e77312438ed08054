//! Files: saving what the page made, and reading what was brought along.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::file::callbacks::{FileReader, read_as_text};
use js_sys::{Array, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, DataTransfer, DragEvent, Element,
    HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, Url,
};
use yew::prelude::*;

use super::StoreHandle;
use super::links::store_of;
use super::parts;
use super::store::{Action, Notice};
use crate::scenario::{ScenarioError, Setup, parse};
use crate::share::decode;
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

/// Opens what a reader brought along, or says what is wrong with it and where; nothing that was
/// open is lost by that. One word is a link; else it is a scenario, and a list of events without a
/// setup is played from the start of the configuration that is shown.
pub fn open_text(store: &StoreHandle, text: &str) -> Result<(), Trouble> {
    let word = text.trim();
    if !word.is_empty() && !word.contains(char::is_whitespace) {
        let mut opened = decode(word)?;
        let problem = opened.problem.take();
        let link = word.rsplit('#').next().unwrap_or_default();
        let mut next = store_of(opened, link);
        // The address does not ask for it, so that Back returns from it.
        next.from_link = false;
        store.dispatch(Action::Open(Box::new(next)));
        if let Some(problem) = problem {
            complain(store, problem);
        }
        return Ok(());
    }
    let scenario = parse(text)?;
    let played = scenario.play_in(&store.session)?;
    let source = match scenario.setup() {
        Some(_) => text.into(),
        None => {
            let setup = Setup::of(store.session.entry(), store.session.config());
            format!("{setup}\n{text}").into()
        }
    };
    store.dispatch(Action::Show(Box::new(played), Err(source)));
    Ok(())
}

/// Opens whatever is dropped on the page or pasted into it, but into a field.
#[hook]
pub fn use_brought(store: &StoreHandle) {
    let latest = use_mut_ref(|| store.clone());
    *latest.borrow_mut() = store.clone();
    let reading = use_mut_ref(|| None::<FileReader>);
    use_effect_with((), move |()| {
        let window = gloo::utils::window();
        let options = EventListenerOptions::enable_prevent_default();
        // A browser would leave the page for a file that is dropped on it.
        let over = EventListener::new_with_options(&window, "dragover", options, |event| {
            event.prevent_default();
        });
        let open = move |text: Result<String, Trouble>| {
            let store = latest.borrow().clone();
            let opened = store.clone();
            parts::with(parts::ANY_RUN, &store, move || {
                if let Err(problem) = text.and_then(|text| open_text(&opened, &text)) {
                    complain(&opened, problem);
                }
            });
        };
        let pastes = open.clone();
        let drop_on = EventListener::new_with_options(&window, "drop", options, move |event| {
            let brought = event
                .dyn_ref::<DragEvent>()
                .and_then(DragEvent::data_transfer);
            let (Some(brought), false) = (brought, event.default_prevented()) else {
                return;
            };
            event.prevent_default();
            if let Some(file) = brought.files().and_then(|files| files.get(0)) {
                let open = open.clone();
                let reader = read_as_text(&gloo::file::File::from(file), move |read| {
                    open(read.map_err(|error| error.to_string().into()));
                });
                *reading.borrow_mut() = Some(reader);
            } else if let Ok(text) = brought.get_data("text") {
                open(Ok(text));
            }
        });
        let paste = EventListener::new(&window, "paste", move |event| {
            let target = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            let field = target.and_then(|t| t.closest("input, textarea, dialog").ok().flatten());
            let brought = Reflect::get(event, &"clipboardData".into());
            let brought = brought.ok().and_then(|b| b.dyn_into::<DataTransfer>().ok());
            if let (Some(brought), None) = (brought, field)
                && let Ok(text) = brought.get_data("text")
            {
                pastes(Ok(text));
            }
        });
        move || drop((over, drop_on, paste))
    });
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
