//! The page: Yew function components around one [`store`].
//!
//! The store is changed by actions alone; what a component shows follows from the store and the
//! preferences. The frame clock lives in the stage and nowhere else. The page's policy allows no
//! inline style: components name classes, and what must be measured is an SVG attribute or is set
//! on the element itself.

pub mod auto;
mod beside;
mod break_bar;
mod code_panel;
mod diagram;
mod drawing;
mod events_panel;
mod files;
mod frame;
pub mod guide;
mod header;
mod help;
mod icon;
pub mod index;
mod kept;
pub mod keys;
mod lens;
mod lessons;
mod lie_form;
mod links;
mod modal;
mod narration;
mod next_panel;
mod notice;
mod open;
mod page;
mod panels;
mod partition;
mod parts;
mod past;
pub mod prefs;
mod presenter;
mod qr;
mod record;
mod runs_panel;
mod save_panel;
mod scroll;
pub mod search;
mod setup;
mod setup_form;
mod share;
mod sheet;
mod size;
mod stage;
mod state_panel;
pub mod store;
mod survival;
mod tabs;
mod talk;
mod transport;
mod until;
mod update;
mod verdict;

use yew::prelude::*;

use crate::view::text::Word;
use store::Store;

/// The store, and the way to change it.
pub type StoreHandle = UseReducerHandle<Store>;

/// The store, anywhere below the root.
#[hook]
pub fn use_store() -> StoreHandle {
    use_context::<StoreHandle>().expect("App provides the store")
}

/// Words in the reader's language.
#[hook]
pub fn use_words() -> impl Fn(Word) -> &'static str + Copy + 'static {
    let language = prefs::use_language();
    move |word: Word| word.says(language)
}

/// The class that wears a process's colour.
pub(crate) fn tone(process: crate::model::ProcessId) -> String {
    format!("c{}", process.0 + 1)
}

/// Puts the page in place of the loading message.
pub fn start() {
    // Without it the drawings are black on white, which is no reason to show nothing.
    if let Err(error) = sheet::adopt() {
        gloo::console::warn!(error);
    }
    let root = gloo::utils::document().get_element_by_id("app");
    let root = root.expect("index.html has #app");
    #[cfg(not(in_parts))]
    parts::bring_all();
    let needed = page::needed();
    if parts::are_here(&needed) {
        yew::Renderer::<page::App>::with_root(root).render();
        return;
    }
    yew::platform::spawn_local(async move {
        match parts::fetch(&needed).await {
            Ok(()) => {
                yew::Renderer::<page::App>::with_root(root).render();
            }
            // What was asked for stays in the address and in the tab's memory.
            Err(parts::NotFetched) => say_not_fetched(&root),
        }
    });
}

/// Says in place of the loading message that the page cannot show what it was asked for.
fn say_not_fetched(root: &web_sys::Element) {
    if let Some(note) = root.first_element_child() {
        let language = prefs::Prefs::kept().language;
        note.set_text_content(Some(Word::NotFetched.says(language)));
        // An element of ours takes any attribute.
        let _ = note.set_attribute("role", "alert");
    }
}
