//! What a reload brings back: every run of the session, for as long as the tab lives.

use gloo::events::EventListener;
use gloo::storage::{SessionStorage, Storage};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

use super::StoreHandle;
use super::auto::{Driver, Mode};
use super::guide::Guide;
use super::links::hash;
use super::store::Store;
use crate::scenario::{lesson, parse};
use crate::share::{Scenery, load, save};

const KEY: &str = "mnmscope-runs";

/// The runs of a session, and what was shown of them.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    /// All of its runs.
    history: String,
    /// The lesson that is shown.
    lesson: Option<String>,
    /// The text of one that was brought along.
    text: Option<String>,
    /// The seed of random runs, where one drives.
    seed: Option<u64>,
    /// Whether random runs draw faults.
    faults: bool,
    /// Whether the reader drives.
    by_hand: bool,
    /// What stands beside the run, and as whom it is seen, as a link says it.
    scenery: String,
    /// Whether the stubborn schedule drives.
    stubborn: bool,
    /// Whether the run is locked.
    locked: bool,
    /// The answers given to the lesson, and how far it was shown.
    answers: Vec<(usize, usize)>,
    place: Option<usize>,
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
        // A telephone may end a page that is out of sight without a word.
        let document = gloo::utils::document();
        let also = latest.clone();
        let listeners = (
            EventListener::new(&window, "pagehide", move |_| keep(&latest)),
            EventListener::new(&document, "visibilitychange", move |_| keep(&also)),
        );
        move || drop(listeners)
    });
}

fn keep(store: &Rc<RefCell<StoreHandle>>) {
    let store = store.borrow();
    // The pages of a slide deck share what a tab keeps, and each has its own link.
    if store.embed {
        return;
    }
    // A session that is too long to be kept begins anew.
    let Ok(history) = save(&store.session) else {
        return SessionStorage::delete(KEY);
    };
    let (driver, guide) = (store.driver, store.guide.as_ref());
    let kept = Kept {
        history,
        lesson: guide.and_then(|g| g.lesson).map(str::to_owned),
        text: guide.and_then(|g| g.text.as_deref()).map(str::to_owned),
        seed: (driver.mode == Mode::Random).then_some(driver.seed),
        faults: driver.faults,
        by_hand: driver.mode == Mode::ByHand,
        // A run beside it that is too long to be told is left out.
        scenery: store
            .scenery()
            .or_else(|_| Scenery::of(store.lens, store.level, None))
            .map(|scenery| scenery.to_string())
            .unwrap_or_default(),
        stubborn: driver.mode == Mode::Stubborn,
        locked: store.locked,
        answers: guide.map_or_else(Vec::new, |g| g.answers.clone()),
        place: guide.map(|g| g.place),
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
    let session = load(&kept.history).ok()?.session;
    let driver = Driver {
        mode: match (kept.by_hand, kept.seed) {
            (true, _) => Mode::ByHand,
            (false, Some(_)) => Mode::Random,
            (false, None) if kept.stubborn => Mode::Stubborn,
            (false, None) => Mode::Lockstep,
        },
        seed: kept.seed.unwrap_or(1),
        faults: kept.faults,
        ..Driver::default()
    };
    let position = session.trace.position();
    let lesson = kept.lesson.as_deref().and_then(lesson);
    let text = lesson.map(|l| l.text).or(kept.text.as_deref());
    let mut guide = text.and_then(|text| {
        let played = parse(text).ok()?.play().ok()?;
        Guide::of(&played, lesson.map(|l| l.id))
    });
    if let Some(guide) = &mut guide {
        guide.place = kept.place.unwrap_or(position);
        guide.answers = kept.answers;
        guide.looked_at(position);
        guide.text = kept.text.map(Rc::from);
    }
    let mut store = Store {
        guide,
        locked: kept.locked,
        from_link: kept.hash.is_some(),
        ..Store::new(session, driver)
    };
    store.dress(&Scenery::read(&kept.scenery));
    Some(store)
}

/// Forgets what was kept, preferences included, and begins anew.
pub fn forget() {
    SessionStorage::clear();
    gloo::storage::LocalStorage::clear();
    // A page that cannot reload itself is as it was.
    let _ = gloo::utils::window().location().reload();
}
