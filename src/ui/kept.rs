//! What a reload brings back: every run of the session, for as long as the tab lives.

use gloo::events::EventListener;
use gloo::storage::{SessionStorage, Storage};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

use super::StoreHandle;
use super::auto::{Driver, Mode};
use super::guide::Guide;
use super::links::hash;
use super::record::Record;
use super::store::Store;
use crate::scenario::{lesson, parse};
use crate::share::{Scenery, load, save};

const KEY: &str = "mnmscope-runs";

thread_local! {
    /// Whether the reader had everything forgotten: the page that goes leaves nothing behind.
    static FORGOTTEN: Cell<bool> = const { Cell::new(false) };
}

/// The runs of a session, and what was shown of them.
#[derive(Debug, PartialEq)]
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

impl Kept {
    fn write(&self) -> String {
        let seed = self.seed.map(|seed| seed.to_string());
        let place = self.place.map(|place| place.to_string());
        let answers = self
            .answers
            .iter()
            .map(|(at, answer)| format!("{at}:{answer}"));
        let answers: Vec<String> = answers.collect();
        Record::new()
            .with("history", &*self.history)
            .with_text("lesson", self.lesson.as_deref())
            .with_text("text", self.text.as_deref())
            .with_text("seed", seed.as_deref())
            .with("faults", self.faults)
            .with("by_hand", self.by_hand)
            .with("scenery", &*self.scenery)
            .with("stubborn", self.stubborn)
            .with("locked", self.locked)
            .with("answers", answers.join(","))
            .with_text("place", place.as_deref())
            .with_text("hash", self.hash.as_deref())
            .text()
    }

    fn read(text: &str) -> Option<Self> {
        let record = Record::read(text)?;
        Some(Kept {
            history: record.string("history")?,
            lesson: record.string("lesson"),
            text: record.string("text"),
            seed: record.string("seed").and_then(|seed| seed.parse().ok()),
            faults: record.flag("faults"),
            by_hand: record.flag("by_hand"),
            scenery: record.string("scenery").unwrap_or_default(),
            stubborn: record.flag("stubborn"),
            locked: record.flag("locked"),
            answers: answers(&record.string("answers").unwrap_or_default()),
            place: record.string("place").and_then(|place| place.parse().ok()),
            hash: record.string("hash"),
        })
    }
}

/// The answers as they were written down: a place and an answer each.
fn answers(text: &str) -> Vec<(usize, usize)> {
    let pair = |pair: &str| {
        let (at, answer) = pair.split_once(':')?;
        Some((at.parse().ok()?, answer.parse().ok()?))
    };
    text.split(',').filter_map(pair).collect()
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
    if FORGOTTEN.get() {
        return;
    }
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
    let _ = SessionStorage::raw().set_item(KEY, &kept.write());
}

/// Whether anything was kept.
pub fn is_kept() -> bool {
    SessionStorage::raw().get_item(KEY).ok().flatten().is_some()
}

/// What was kept, if anything was and the address asks for nothing else.
pub fn kept() -> Option<Store> {
    let kept = Kept::read(&SessionStorage::raw().get_item(KEY).ok()??)?;
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
    FORGOTTEN.set(true);
    SessionStorage::clear();
    gloo::storage::LocalStorage::clear();
    // A page that cannot reload itself is as it was.
    let _ = gloo::utils::window().location().reload();
}
