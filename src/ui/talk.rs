//! What a slide deck that embeds the page can ask of it, and is told: the run's place, and nothing
//! else.
//!
//! To the page: `{"mnmscope":"seek","step":5}`, `{"mnmscope":"play"}`, `{"mnmscope":"pause"}`,
//! `{"mnmscope":"next"}`, `{"mnmscope":"back"}`. From the page, whenever it changes:
//! `{"mnmscope":"at","step":5,"steps":31,"playing":false}`. Only the window around the page is
//! listened to; no message runs code or opens anything.

use gloo::events::EventListener;
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};
use yew::prelude::*;

use super::StoreHandle;
use super::store::Action;

/// The window around this one, if there is one.
fn around() -> Option<Window> {
    let window = gloo::utils::window();
    let parent = window.parent().ok().flatten()?;
    (!Object::is(&parent, &window)).then_some(parent)
}

/// Listens to the window around the page, and tells it where the run stands.
#[hook]
pub fn use_talk(store: &StoreHandle) {
    let dispatcher = store.dispatcher();
    use_effect_with((), move |()| {
        let listener = around().map(|parent| {
            EventListener::new(&gloo::utils::window(), "message", move |event| {
                let Some(event) = event.dyn_ref::<MessageEvent>() else {
                    return;
                };
                let ours = event.source().is_some_and(|s| Object::is(&s, &parent));
                if let Some(action) = asked(&event.data()).filter(|_| ours) {
                    dispatcher.dispatch(action);
                }
            })
        });
        move || drop(listener)
    });
    let trace = &store.session.trace;
    let at = (trace.position(), trace.len(), store.playing);
    use_effect_with(at, |(step, steps, playing)| {
        if let Some(parent) = around() {
            let told = Object::new();
            let parts: [(&str, JsValue); 4] = [
                ("mnmscope", "at".into()),
                ("step", (*step as f64).into()),
                ("steps", (*steps as f64).into()),
                ("playing", (*playing).into()),
            ];
            for (name, value) in parts {
                // A new object takes any property.
                let _ = Reflect::set(&told, &name.into(), &value);
            }
            // Where the run stands is no secret, so any page may embed it.
            let _ = parent.post_message(&told, "*");
        }
    });
}

/// What a message asks for; nothing where it is not for us.
fn asked(data: &JsValue) -> Option<Action> {
    let part = |name: &str| Reflect::get(data, &name.into()).ok();
    Some(match part("mnmscope")?.as_string()?.as_str() {
        "seek" => Action::Seek(part("step")?.as_f64()?.max(0.0) as usize),
        "play" => Action::Play(true),
        "pause" => Action::Play(false),
        "next" => Action::Next,
        "back" => Action::Back,
        _ => return None,
    })
}
