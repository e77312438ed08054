//! The next version of the page: `static/boot.js` says when it is there, whole, and the reader says
//! when to take it.

use gloo::events::EventListener;
use yew::prelude::*;

use super::use_words;
use crate::view::text::Word;

/// A notice while a new version waits; nothing otherwise.
#[component]
pub fn Update() -> Html {
    let say = use_words();
    let ready = use_state_eq(|| false);
    {
        let ready = ready.setter();
        use_effect_with((), move |()| {
            // It may have come before we listened.
            let root = gloo::utils::document_element();
            ready.set(root.has_attribute("data-update"));
            let window = gloo::utils::window();
            let listener = EventListener::new(&window, "mnmscope-update", move |_| ready.set(true));
            move || drop(listener)
        });
    }
    if !*ready {
        return Html::default();
    }
    let on_reload = Callback::from(|_: MouseEvent| {
        if let Ok(event) = web_sys::Event::new("mnmscope-take-over") {
            // Whoever listens answers by a reload.
            let _ = gloo::utils::window().dispatch_event(&event);
        }
    });
    html! {
        <div class="notice update" role="status">
            <p>{ say(Word::UpdateReady) }</p>
            <button type="button" class="pri" onclick={on_reload}>{ say(Word::ReloadNow) }</button>
        </div>
    }
}
