//! What a reload brings back: every run of the session, as links, for as long as the tab lives.

use gloo::events::EventListener;
use gloo::storage::{SessionStorage, Storage};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

use super::StoreHandle;
use super::auto::{Driver, Mode};
use super::links::hash;
use super::store::Store;
use crate::scenario::lesson;
use crate::share::{Options, decode, encode};
use crate::sim::{Choice, Session};

const KEY: &str = "mnmscope-runs";
/// The most runs that are kept; the oldest go first.
const MOST: usize = 40;

/// The runs of a session.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    /// Each run's name and link.
    runs: Vec<(String, String)>,
    /// Which one is shown.
    current: usize,
    /// The step.
    position: usize,
    /// The lesson that is shown.
    lesson: Option<String>,
    /// The seed of random runs, where one drives.
    seed: Option<u64>,
    /// Whether the reader drives.
    by_hand: bool,
    /// What the address asked for.
    hash: Option<String>,
}

/// Keeps the runs whenever the page may go.
#[hook]
pub fn use_kept(store: &StoreHandle) {
    let latest = use_mut_ref(|| store.clone());
    *latest.borrow_mut() = store.clone();
    use_effect_with((), move |()| {
        let window = gloo::utils::window();
        let listener = EventListener::new(&window, "pagehide", move |_| keep(&latest));
        move || drop(listener)
    });
}

fn keep(store: &Rc<RefCell<StoreHandle>>) {
    let store = store.borrow();
    let trace = &store.session.trace;
    let skipped = trace.branches().len().saturating_sub(MOST);
    let mut session = (*store.session).clone();
    let mut runs = Vec::new();
    for (place, branch) in trace.branches().iter().enumerate().skip(skipped) {
        session.trace.switch(place);
        if let Ok(link) = encode(&session, Options::default()) {
            runs.push((branch.name.clone(), link));
        }
    }
    let driver = store.driver;
    let kept = Kept {
        runs,
        current: trace.branch().saturating_sub(skipped),
        position: trace.position(),
        lesson: store
            .guide
            .as_ref()
            .and_then(|g| g.lesson)
            .map(str::to_owned),
        seed: (driver.mode == Mode::Random).then_some(driver.seed),
        by_hand: driver.mode == Mode::ByHand,
        hash: hash(),
    };
    // Where the browser keeps nothing, a reload starts anew.
    let _ = SessionStorage::set(KEY, &kept);
}

/// What was kept, if anything was and the address asks for nothing else.
pub fn kept() -> Option<Store> {
    let kept: Kept = SessionStorage::get(KEY).ok()?;
    if kept.hash != hash() {
        return None;
    }
    let opened: Vec<(String, Session)> = kept
        .runs
        .iter()
        .filter_map(|(name, link)| Some((name.clone(), decode(link).ok()?.session)))
        .collect();
    let lesson = kept.lesson.as_deref().and_then(lesson);
    let mut store = match lesson.and_then(|l| Some((l, l.scenario().ok()?.play().ok()?))) {
        Some((lesson, played)) => Store::showing(played, Some(lesson.id)),
        None => Store::new(opened.first()?.1.clone(), Driver::default()),
    };
    let trace = &mut store.run().trace;
    for (name, session) in &opened {
        let choices: Vec<Choice> = session.trace.choices(session.trace.len()).collect();
        trace.seek(0);
        if choices.iter().try_for_each(|c| trace.act(*c)).is_ok() {
            trace.rename(trace.branch(), name);
        }
    }
    trace.switch(kept.current);
    trace.seek(kept.position);
    if let Some(guide) = &mut store.guide {
        guide.place = kept.position;
    }
    store.driver.mode = match (kept.by_hand, kept.seed) {
        (true, _) => Mode::ByHand,
        (false, Some(_)) => Mode::Random,
        (false, None) => Mode::Lockstep,
    };
    store.driver.seed = kept.seed.unwrap_or(store.driver.seed);
    Some(store)
}

/// Forgets what was kept, preferences included, and begins anew.
pub fn forget() {
    SessionStorage::clear();
    gloo::storage::LocalStorage::clear();
    // A page that cannot reload itself is as it was.
    let _ = gloo::utils::window().location().reload();
}
