//! The page.

use yew::{Html, function_component, html};

/// The whole page.
#[function_component]
fn App() -> Html {
    html! { <main><h1>{ "mnmscope" }</h1></main> }
}

/// Replaces the loading message by the page.
fn main() {
    let root = gloo::utils::document()
        .get_element_by_id("app")
        .expect("index.html has #app");
    yew::Renderer::<App>::with_root(root).render();
}
