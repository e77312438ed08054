//! Sharing a run: a link that reopens it at this step, its picture for telephones, a line for slide
//! decks, and files.

use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::links::{address, from_file};
use super::modal::Modal;
use super::prefs::use_language;
use super::qr::Qr;
use super::save_panel::SavePanel;
use super::store::Action;
use super::{use_store, use_words};
use crate::share::{Extent, Options};
use crate::view::text::{Trouble, Word};

/// The dialog.
#[component]
pub fn Share() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let options = use_state_eq(Options::default);
    let on_close = {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(Action::Dialog(None)))
    };
    let choose = |word: Word, on: bool, change: fn(&mut Options, bool)| {
        let options = options.clone();
        let onchange = Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            let mut next = *options;
            change(&mut next, input.checked());
            options.set(next);
        });
        html! { <label class="check"><input type="checkbox" checked={on} {onchange} />{ say(word) }</label> }
    };
    let link = store.link(*options).map(|hash| address(&hash));
    html! {
        <Modal title={say(Word::ShareTitle)} class="share" {on_close}>
            <div class="share-options">
                { choose(Word::OnlyUpToHere, options.extent == Extent::UpToHere, |o, on| {
                    o.extent = if on { Extent::UpToHere } else { Extent::Whole };
                }) }
                { choose(Word::StartsPlaying, options.playing, |o, on| o.playing = on) }
                { choose(Word::Locked, options.locked || store.locked, |o, on| o.locked = on) }
                { choose(Word::EmbedOnly, options.embed, |o, on| o.embed = on) }
            </div>
            { match link {
                Ok(link) => html! { <Link {link} embed={options.embed} /> },
                Err(error) => html! { <p class="problem" role="alert">{ Trouble::from(error).says(language) }</p> },
            } }
            <SavePanel />
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct LinkProps {
    link: String,
    embed: bool,
}

/// The link, to copy, to point a telephone at, and to put into a slide deck.
#[component]
fn Link(props: &LinkProps) -> Html {
    let say = use_words();
    // What was copied last, and how.
    let copied = use_state_eq(|| (String::new(), Word::Copied));
    let frame = format!(
        r#"<iframe src="{}" title="mnmscope" width="800" height="600" allow="clipboard-write; fullscreen"></iframe>"#,
        props.link
    );
    let copies = |text: String, field: &'static str| {
        let copied = copied.clone();
        Callback::from(move |_: MouseEvent| {
            let (setter, refused) = (copied.setter(), text.clone());
            let on_refusal = move || setter.set((refused, marked(field)));
            copied.set((text.clone(), copy(&text, field, on_refusal)));
        })
    };
    let label = |text: &str| {
        let (last, how) = &*copied;
        say(if last == text { *how } else { Word::CopyLink })
    };
    html! {
        <>
            <p class="row">
                <input class="link" id="link" type="text" readonly={true} value={props.link.clone()} aria-label={say(Word::LinkLabel)} />
                <button type="button" class="pri" onclick={copies(props.link.clone(), "link")}>{ label(&props.link) }</button>
            </p>
            <p class="hint" role="status">{ format!("{} {}", props.link.chars().count(), say(Word::Characters)) }</p>
            if props.embed {
                <p class="row">
                    <input class="link" id="frame-line" type="text" readonly={true} value={frame.clone()} aria-label={say(Word::EmbedLine)} />
                    <button type="button" onclick={copies(frame.clone(), "frame-line")}>{ label(&frame) }</button>
                </p>
            }
            if from_file() {
                <p class="hint">{ say(Word::LinkOfFile) }</p>
            } else {
                <Qr text={props.link.clone()} />
            }
        </>
    }
}

/// Copies a text, or marks the field that it stands in where the page gets no clipboard, as over
/// plain http from another machine. The word says which; a browser that refuses says so later.
fn copy(text: &str, field: &str, on_refusal: impl FnOnce() + 'static) -> Word {
    let window = gloo::utils::window();
    if !window.is_secure_context() {
        return marked(field);
    }
    let refused = Closure::once(move |_: JsValue| on_refusal());
    let _ = window
        .navigator()
        .clipboard()
        .write_text(text)
        .catch(&refused);
    // The browser may call it whenever it has made up its mind.
    refused.forget();
    Word::Copied
}

/// Marks a field, so that the reader can copy it.
fn marked(field: &str) -> Word {
    let input = gloo::utils::document().get_element_by_id(field);
    if let Some(input) = input.and_then(|e| e.dyn_into::<HtmlInputElement>().ok()) {
        input.select();
    }
    Word::MarkedToCopy
}
