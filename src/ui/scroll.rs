//! Scrolling within a panel, and never the page under it.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::NodeRef;

/// Scrolls the panel that holds `list` so far that the element of a selector is seen.
pub fn keep_in_view(list: &NodeRef, selector: &str) {
    let Some(list) = list.cast::<Element>() else {
        return;
    };
    let panel = list.closest(".panel").ok().flatten();
    let item = list.query_selector(selector).ok().flatten();
    let (Some(panel), Some(item)) = (panel, item) else {
        return;
    };
    let Ok(panel) = panel.dyn_into::<HtmlElement>() else {
        return;
    };
    let (outer, inner) = (
        panel.get_bounding_client_rect(),
        item.get_bounding_client_rect(),
    );
    let margin = 30.0;
    let by = if inner.top() < outer.top() + margin {
        inner.top() - outer.top() - margin
    } else if inner.bottom() > outer.bottom() - margin {
        inner.bottom() - outer.bottom() + margin
    } else {
        return;
    };
    panel.set_scroll_top(panel.scroll_top() + by as i32);
}
