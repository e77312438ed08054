//! Two windows, kept together without a server: the page with its notes and controls on the laptop,
//! and the stage alone on the projector, which follows it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};
use yew::prelude::*;

use super::StoreHandle;
use super::links::store_of;
use super::record::Record;
use super::store::{Action, Notice, Store};
use crate::share::{Options, decode, encode};
use crate::view::text::Word;

/// How long the window that follows waits for a first word, in milliseconds.
const PATIENCE: u32 = 3000;
const CHANNEL: &str = "mnmscope-presenter";
/// What the address of the window that follows ends with.
const FOLLOW: &str = "?follow";

/// What the windows say to each other.
#[derive(Debug, PartialEq)]
enum Said {
    /// A window that follows is there.
    Hello,
    /// Where the page stands: its run as a link, and the step.
    Here(String, usize),
}

impl Said {
    fn write(&self) -> String {
        match self {
            Said::Hello => Record::new().with("hello", true),
            Said::Here(link, step) => Record::new()
                .with("link", link.as_str())
                .with("step", *step as f64),
        }
        .text()
    }

    fn read(text: &str) -> Option<Self> {
        let record = Record::read(text)?;
        if record.flag("hello") {
            return Some(Said::Hello);
        }
        Some(Said::Here(record.string("link")?, record.count("step")?))
    }
}

/// Whether this window follows another one.
pub fn follows() -> bool {
    let search = gloo::utils::window().location().search();
    search.is_ok_and(|s| s == FOLLOW)
}

/// Opens the window that follows.
pub fn open_window() {
    let location = gloo::utils::window().location();
    let here = location.href().unwrap_or_default();
    let page = here.split(['#', '?']).next().unwrap_or_default();
    // A browser that forbids new windows says so itself.
    let _ = gloo::utils::window().open_with_url_and_target(&format!("{page}{FOLLOW}"), CHANNEL);
}

/// Speaks in the window that leads, listens in the one that follows.
#[hook]
pub fn use_presenter(store: &StoreHandle) {
    let latest = use_mut_ref(|| store.clone());
    *latest.borrow_mut() = store.clone();
    let channel = use_memo((), |()| BroadcastChannel::new(CHANNEL).ok());
    // Nobody is spoken to before a window has said that it is there.
    let heard = use_mut_ref(|| false);
    {
        let (channel, latest, heard) = (channel.clone(), latest.clone(), heard.clone());
        use_effect_with((), move |()| {
            let link = Rc::new(RefCell::new(String::new()));
            let (told, alone) = (latest.clone(), link.clone());
            let (from, to) = (latest, channel.clone());
            let ear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
                let text = event.data().as_string().unwrap_or_default();
                match Said::read(&text) {
                    Some(Said::Hello) if !follows() => {
                        *heard.borrow_mut() = true;
                        say_here(&to, &from.borrow());
                    }
                    Some(Said::Here(there, step)) if follows() => {
                        let known = link.replace(there.clone()) == there;
                        follow(&from.borrow(), known, &there, step);
                    }
                    _ => {}
                }
            });
            if let Some(channel) = &*channel {
                channel.set_onmessage(Some(ear.as_ref().unchecked_ref()));
                if follows() {
                    say(channel, &Said::Hello);
                }
            }
            let wait = follows().then(|| Timeout::new(PATIENCE, move || complain(&told, &alone)));
            move || drop((ear, wait))
        });
    }
    let key = (
        Rc::as_ptr(&store.identity),
        store.session.trace.node_at(store.session.trace.len()),
        store.session.trace.position(),
        (store.lens, store.level),
        store
            .beside
            .as_ref()
            .map(|pair| (pair.pace(), pair.place())),
    );
    let store = store.clone();
    use_effect_with(key, move |_| {
        if *heard.borrow() {
            say_here(&channel, &store);
        }
    });
}

/// Says so where the first window was not heard: it was closed, or the browser keeps pages from a
/// disk apart.
fn complain(store: &RefCell<StoreHandle>, link: &RefCell<String>) {
    if link.borrow().is_empty() {
        let store = store.borrow().clone();
        let said = Word::NotHeard.into();
        store.dispatch(Action::Tell(Notice { said, error: true }));
    }
}

fn say(channel: &BroadcastChannel, said: &Said) {
    // It fails only on a channel that is closed.
    let _ = channel.post_message(&JsValue::from_str(&said.write()));
}

fn say_here(channel: &Option<BroadcastChannel>, store: &Store) {
    // The run is one link wherever the playhead stands; the step is said beside it.
    let mut session = (*store.session).clone();
    session.trace.seek(session.trace.len());
    let link = encode(&session, Options::default());
    let beside = store.beside.as_ref();
    if let (Some(channel), Ok(link), Ok(scenery)) = (channel, link, store.scenery()) {
        let beyond = beside.map_or(0, |pair| pair.beyond() as usize);
        let step = store.session.trace.position() + beyond;
        say(channel, &Said::Here(format!("{link}{scenery}"), step));
    }
}

fn follow(store: &StoreHandle, known: bool, link: &str, step: usize) {
    if !known && let Ok(opened) = decode(link) {
        let mut next = store_of(opened, link);
        next.run().trace.seek(step);
        store.dispatch(Action::Open(Box::new(next)));
    } else {
        store.dispatch(Action::Seek(step));
    }
}
