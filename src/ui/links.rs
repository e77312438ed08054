//! The page's address: what stands after its `#` is a run, and opening one is a step that the
//! browser's Back undoes.

use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::StoreHandle;
use super::auto::{Driver, Mode};
use super::store::{Action, Notice, Store};
use crate::share::{LinkError, Opened, Options, Scenery, decode, encode};

/// The page's address with another run behind it.
pub fn address(hash: &str) -> String {
    let location = gloo::utils::window().location();
    let here = location.href().unwrap_or_default();
    let page = here.split('#').next().unwrap_or_default();
    format!("{page}#{hash}")
}

/// Whether the page was opened from a disk: its address means nothing to others.
pub fn from_file() -> bool {
    let protocol = gloo::utils::window().location().protocol();
    protocol.is_ok_and(|p| p == "file:")
}

/// What stands after the `#`, if anything does.
pub fn hash() -> Option<String> {
    let hash = gloo::utils::window().location().hash().unwrap_or_default();
    let link = hash.trim_start_matches('#');
    // The names of the page's own parts are no links.
    let part = link.is_empty() || matches!(link, "stage" | "app");
    (!part).then(|| link.to_owned())
}

/// The store that the address asks for, with a word about what is wrong with it; none where it asks
/// for nothing, or for nothing that can be opened (then only the word).
pub fn asked_for() -> (Option<Store>, Option<Notice>) {
    let Some(link) = hash() else {
        return (None, None);
    };
    match decode(&link) {
        Ok(mut opened) => {
            let notice = opened.problem.take().map(notice);
            (Some(store_of(opened, &link)), notice)
        }
        Err(error) => (None, Some(notice(error))),
    }
}

fn notice(error: LinkError) -> Notice {
    Notice {
        said: error.into(),
        error: true,
    }
}

/// Nobody drives a run that was sent: it is what it is until the reader says otherwise.
pub fn store_of(opened: Opened, link: &str) -> Store {
    let driver = Driver {
        mode: Mode::ByHand,
        ..Driver::default()
    };
    let mut store = Store::new(opened.session, driver);
    store.run().trace.seek(opened.position);
    store.playing = opened.options.playing;
    store.locked = opened.options.locked;
    store.embed = opened.options.embed;
    store.from_link = true;
    store.dress(&Scenery::read(link));
    store
}

impl Store {
    /// Puts beside the run what stood beside it, and looks at it as was looked at it.
    pub(super) fn dress(&mut self, scenery: &Scenery) {
        let processes = self.session.config().processes;
        self.lens = scenery.lens.filter(|p| p.0 < processes);
        self.beside = scenery.pair(&self.session);
    }

    /// The link for what is shown: the run, what stands beside it, and as whom it is seen.
    pub(super) fn link(&self, options: Options) -> Result<String, LinkError> {
        let scenery = Scenery::of(self.lens, self.beside.as_ref())?;
        Ok(format!("{}{scenery}", encode(&self.session, options)?))
    }
}

/// When another run takes the place of what is open, the browser's Back returns to it.
#[hook]
pub fn use_history(store: &StoreHandle) {
    // A handle shows the latest store whenever it is asked, so what was before is kept itself.
    let of = |store: &Store| (store.identity.clone(), store.session.clone());
    let before = use_mut_ref(|| of(store));
    let (now, from_link) = (of(store), store.from_link);
    use_effect_with(store.clone(), move |_| {
        let (identity, session) = before.replace(now.clone());
        if Rc::ptr_eq(&identity, &now.0) || from_link {
            return;
        }
        let Ok(history) = gloo::utils::window().history() else {
            return;
        };
        let Ok(link) = encode(&session, Options::default()) else {
            return;
        };
        // A page in a frame without a history, or a file, stays where it is.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address(&link)));
        let plain = address("");
        let plain = plain.trim_end_matches('#');
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(plain));
    });
}

/// Opens what the address asks for whenever it changes.
#[hook]
pub fn use_links(store: &StoreHandle) {
    let dispatcher = store.dispatcher();
    use_effect_with((), move |()| {
        let window = gloo::utils::window();
        let listener = EventListener::new(&window, "hashchange", move |_| {
            let (opened, notice) = asked_for();
            if let Some(opened) = opened {
                dispatcher.dispatch(Action::Open(Box::new(opened)));
            }
            if let Some(notice) = notice {
                dispatcher.dispatch(Action::Tell(notice));
            }
        });
        move || drop(listener)
    });
}
