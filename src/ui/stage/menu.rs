//! The menu of a thing on the stage: one sentence that explains it, and what can be done to it.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::choices::Offer;

/// A menu.
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// What the thing is, in one sentence.
    pub explains: String,
    /// What can be done.
    pub offers: Vec<Offer>,
    /// Where, in CSS pixels from the stage's corner.
    pub at: (f64, f64),
    /// Called with what is to be done.
    pub on_choose: Callback<Offer>,
    /// Called when nothing is.
    pub on_close: Callback<()>,
}

/// The menu. Arrows move in it, Escape closes it.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let menu = use_node_ref();
    {
        let menu = menu.clone();
        use_effect_with(props.at, move |at| {
            if let Some(element) = menu.cast::<HtmlElement>() {
                place(&element, *at);
                // Without anything to do, the menu itself takes the focus, so that Escape closes it.
                let _ = element.focus();
                step(&element, 0, true);
            }
        });
    }
    let on_key = {
        let (menu, on_close) = (menu.clone(), props.on_close.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(element) = menu.cast::<HtmlElement>() else {
                return;
            };
            match event.key().as_str() {
                "ArrowDown" => step(&element, 1, false),
                "ArrowUp" => step(&element, -1, false),
                "Home" => step(&element, 0, true),
                "End" => step(&element, -1, true),
                "Escape" | "Tab" => on_close.emit(()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let items = props.offers.iter().enumerate().map(|(k, offer)| {
        let (on_choose, chosen) = (props.on_choose.clone(), offer.clone());
        let onclick = Callback::from(move |_: MouseEvent| on_choose.emit(chosen.clone()));
        let class = offer.fault.then_some("fault");
        html! {
            <button type="button" role="menuitem" tabindex={takes_focus(k == 0)} {class} {onclick}>{ &offer.label }</button>
        }
    });
    let outside = props.on_close.reform(|_: PointerEvent| ());
    html! {
        <>
            <div class="menu-ground" onpointerdown={outside}></div>
            <div class="menu" ref={menu} onkeydown={on_key} tabindex={takes_focus(props.offers.is_empty())}>
                <p id="menu-explains">{ &props.explains }</p>
                if !props.offers.is_empty() {
                    <div role="menu" aria-labelledby="menu-explains">{ for items }</div>
                }
            </div>
        </>
    }
}

/// Of what the arrows lead to, one thing is reached by Tab, so that what is cut can be scrolled.
fn takes_focus(first: bool) -> &'static str {
    if first { "0" } else { "-1" }
}

/// Puts the menu beside the point, within the stage.
fn place(menu: &HtmlElement, (x, y): (f64, f64)) {
    let Some(stage) = menu.parent_element() else {
        return;
    };
    let room = |whole: i32, own: i32| f64::from((whole - own - 4).max(0));
    let x = (x + 8.0).min(room(stage.client_width(), menu.offset_width()));
    let y = (y + 8.0).min(room(stage.client_height(), menu.offset_height()));
    let style = menu.style();
    // A browser that refuses a length in pixels leaves the menu in the corner.
    let _ = style.set_property("left", &format!("{x}px"));
    let _ = style.set_property("top", &format!("{y}px"));
}

/// Moves the focus by so many items, or to the first (0) or last (-1).
fn step(menu: &HtmlElement, by: i32, absolute: bool) {
    let Ok(items) = menu.query_selector_all("[role=menuitem]") else {
        return;
    };
    let count = items.length() as i32;
    if count == 0 {
        return;
    }
    let focused = gloo::utils::document().active_element();
    let at = |k: i32| items.item(k as u32);
    let here = (0..count).find(|k| {
        let item = at(*k).and_then(|n| n.dyn_into().ok());
        item.is_some() && item == focused
    });
    let there = match (absolute, here) {
        (true, _) => by.rem_euclid(count),
        (false, Some(here)) => (here + by).rem_euclid(count),
        (false, None) => 0,
    };
    if let Some(item) = at(there).and_then(|n| n.dyn_into::<HtmlElement>().ok()) {
        // An item takes the focus always.
        let _ = item.focus();
    }
}
