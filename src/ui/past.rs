//! The browser's Back and Forward: another run that takes the place of what is open is a step that
//! Back undoes, and what was open comes back whole, with all its runs, for as long as there is room
//! to keep it; else as a link can tell it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::PopStateEvent;
use yew::prelude::*;

use super::StoreHandle;
use super::links::{address, asked_for};
use super::parts;
use super::store::{Action, Store};
use crate::share::Options;

/// The most that is kept, in sessions and in steps of all of them together.
const MOST_KEPT: usize = 8;
const MOST_STEPS: usize = 20_000;

/// What the browser's history leads to, by the numbers with which its entries are marked.
struct Past {
    /// The entry that is shown.
    here: f64,
    /// The last number given.
    last: f64,
    /// What was open at other entries, the latest last.
    kept: Vec<(f64, Store)>,
}

impl Past {
    /// At the first entry, which is marked.
    fn begin() -> Self {
        // Numbers of a page before a reload mean nothing to this one.
        let first = js_sys::Date::now();
        mark(first);
        Past {
            here: first,
            last: first,
            kept: Vec::new(),
        }
    }

    fn next(&mut self) -> f64 {
        self.last += 1.0;
        self.last
    }

    /// Leaves an entry for another one; what was open is kept.
    fn leave(&mut self, was_open: Store, to: f64) {
        self.kept.retain(|(at, _)| *at != self.here);
        let was_open = Store {
            playing: false,
            dialog: None,
            notice: None,
            replaced: None,
            // Its entry asks for it, whichever way it is reached.
            from_link: true,
            ..was_open
        };
        self.kept.push((self.here, was_open));
        let steps = |kept: &[(f64, Store)]| -> usize {
            let sessions = kept.iter().map(|(_, store)| &store.session);
            sessions.map(|session| session.trace.nodes()).sum()
        };
        while self.kept.len() > MOST_KEPT || steps(&self.kept) > MOST_STEPS {
            self.kept.remove(0);
        }
        self.here = to;
    }

    fn take(&mut self, at: f64) -> Option<Store> {
        let place = self.kept.iter().position(|(k, _)| *k == at)?;
        Some(self.kept.remove(place).1)
    }

    /// Another run has taken the place of what was open: a new entry of the browser's history.
    fn push(&mut self, was_open: &Store) {
        let Ok(history) = gloo::utils::window().history() else {
            return;
        };
        let options = Options {
            embed: was_open.embed,
            ..Options::default()
        };
        // What is too long for a link stays where it is.
        let link = was_open.link(options).ok().map(|link| address(&link));
        let plain = address("");
        let plain = plain.trim_end_matches('#');
        let to = self.next();
        // A page in a frame without a history, or a file, stays where it is.
        let done = history
            .replace_state_with_url(&self.here.into(), "", link.as_deref())
            .and_then(|()| history.push_state_with_url(&to.into(), "", Some(plain)));
        if done.is_ok() {
            self.leave(was_open.clone(), to);
        }
    }
}

/// Marks the entry that is shown with a number.
fn mark(number: f64) {
    if let Ok(history) = gloo::utils::window().history() {
        // Without a mark, its address alone tells what it leads to.
        let _ = history.replace_state(&number.into(), "");
    }
}

/// The number of the entry that is shown, if it has one.
fn marked() -> Option<f64> {
    let history = gloo::utils::window().history().ok()?;
    history.state().ok().as_ref().and_then(JsValue::as_f64)
}

/// Opens what the address asks for whenever it changes, and makes Back and Forward lead to what was
/// open before and after.
#[hook]
pub fn use_past(store: &StoreHandle) {
    let past = use_mut_ref(Past::begin);
    {
        let (past, replaced) = (past.clone(), store.replaced.clone());
        let from_link = store.from_link;
        use_effect_with(Rc::as_ptr(&store.identity), move |_| {
            if let Some(was_open) = replaced.filter(|_| !from_link) {
                past.borrow_mut().push(&was_open);
            }
        });
    }
    // A handle shows the latest store whenever it is asked.
    let latest = use_mut_ref(|| store.clone());
    *latest.borrow_mut() = store.clone();
    use_effect_with((), move |()| {
        let window = gloo::utils::window();
        let (places, shown) = (past.clone(), latest.clone());
        let went = EventListener::new(&window, "popstate", move |event| {
            let event = event.dyn_ref::<PopStateEvent>();
            let to = event.and_then(|e| e.state().as_f64());
            if let Some(to) = to {
                go(&places, &shown, to);
            }
        });
        let changed = EventListener::new(&window, "hashchange", move |_| {
            follow(&past, &latest);
        });
        move || drop((went, changed))
    });
}

/// Goes to an entry, if what was open there is still kept.
fn go(past: &RefCell<Past>, shown: &RefCell<StoreHandle>, to: f64) {
    let again = {
        let mut past = past.borrow_mut();
        past.take(to).inspect(|_| {
            past.leave((**shown.borrow()).clone(), to);
        })
    };
    if let Some(again) = again {
        let store = shown.borrow().clone();
        store.dispatch(Action::Open(Box::new(again)));
    }
}

/// Opens what the address asks for, unless that is what is shown.
fn follow(past: &Rc<RefCell<Past>>, shown: &Rc<RefCell<StoreHandle>>) {
    if marked() == Some(past.borrow().here) {
        return;
    }
    let store = shown.borrow().clone();
    let (past, shown) = (past.clone(), shown.clone());
    parts::with(parts::ANY_RUN, &store, move || arrive(&past, &shown));
}

/// Opens what the address asks for, now that all it may need is here.
fn arrive(past: &RefCell<Past>, shown: &RefCell<StoreHandle>) {
    let number = marked();
    let store = shown.borrow().clone();
    let (opened, notice) = asked_for();
    if let Some(opened) = opened {
        {
            let mut past = past.borrow_mut();
            let to = number.unwrap_or_else(|| past.next());
            past.leave((*store).clone(), to);
            mark(to);
        }
        store.dispatch(Action::Open(Box::new(opened)));
    }
    if let Some(notice) = notice {
        store.dispatch(Action::Tell(notice));
    }
}
