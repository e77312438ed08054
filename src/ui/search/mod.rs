//! Searching all runs of a small system, beside the page and without slowing it down.

mod panel;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};
use yew::prelude::*;

use crate::explore::Progress;
use crate::worker::{Finding, Job, Told};
pub use panel::SearchPanel;

/// What is said where the worker does not start.
const NOT_STARTED: &str =
    "the search's program could not be fetched: reload the page when there is a network";

/// How a search stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// What is searched.
    pub job: Option<Job>,
    /// Whether it goes on.
    pub running: bool,
    /// How far it is.
    pub progress: Option<Progress>,
    /// For how long it has run, in milliseconds.
    pub milliseconds: u32,
    /// What it found out.
    pub finding: Option<Finding>,
    /// Why it could not be done.
    pub failure: Option<String>,
}

/// The page's one search.
#[derive(Clone, PartialEq)]
pub struct Search {
    /// How it stands.
    pub status: UseStateHandle<Status>,
    /// Starts another one.
    pub start: Callback<Job>,
    /// Ends it at once.
    pub stop: Callback<()>,
}

/// A worker with its ear; ended when it is dropped.
struct Running {
    worker: Worker,
    _ear: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// The page's search: made once, at its root.
#[hook]
pub fn use_own_search() -> Search {
    let status = use_state_eq(Status::default);
    let running = use_mut_ref(|| None::<Running>);
    let start = {
        let (status, running) = (status.setter(), running.clone());
        Callback::from(move |job: Job| {
            // Whoever starts one is in the same part.
            if let Some(begin) = BEGIN.get() {
                begin(&job, &status, &running);
            }
        })
    };
    let stop = {
        let status = status.clone();
        Callback::from(move |()| {
            // The worker ends in the middle of whatever it does.
            running.take();
            status.set(Status {
                running: false,
                ..(*status).clone()
            });
        })
    };
    Search {
        status,
        start,
        stop,
    }
}

/// The search, anywhere below the root.
#[hook]
pub fn use_search() -> Search {
    use_context::<Search>().expect("App provides the search")
}

type Begin = fn(&Job, &UseStateSetter<Status>, &Rc<RefCell<Option<Running>>>);

thread_local! {
    /// What starts a search, once its part is here.
    static BEGIN: Cell<Option<Begin>> = const { Cell::new(None) };
}

/// Leaves behind what starts a search.
pub(super) fn bring() {
    BEGIN.set(Some(begin));
}

fn begin(job: &Job, status: &UseStateSetter<Status>, running: &Rc<RefCell<Option<Running>>>) {
    let mut now = Status {
        job: Some(job.clone()),
        running: true,
        ..Status::default()
    };
    // The page that is one file has the worker in it, and says where.
    let within = gloo::utils::document_element().get_attribute("data-worker");
    let worker = match Worker::new(within.as_deref().unwrap_or("./worker.js")) {
        Ok(worker) => worker,
        Err(error) => {
            now.running = false;
            now.failure = Some(format!("{error:?}"));
            return status.set(now);
        }
    };
    status.set(now.clone());
    let text = serde_json::to_string(job).unwrap_or_default();
    let (setter, to) = (status.clone(), worker.clone());
    let ear = Closure::new(move |event: MessageEvent| {
        let told = event.data().as_string().unwrap_or_default();
        match serde_json::from_str(&told) {
            Ok(Told::Ready) => {
                // It fails only when the worker has ended.
                let _ = to.post_message(&JsValue::from_str(&text));
            }
            Ok(Told::Progress(progress, milliseconds)) => {
                now.progress = Some(progress);
                now.milliseconds = milliseconds;
            }
            Ok(Told::Over(finding, milliseconds)) => {
                now.finding = Some(*finding);
                now.milliseconds = milliseconds;
                now.running = false;
            }
            Ok(Told::Failed(why)) => {
                now.failure = Some(why);
                now.running = false;
            }
            // No message of ours, but the worker's error.
            Err(_) => {
                now.failure = Some(NOT_STARTED.to_owned());
                now.running = false;
            }
        }
        setter.set(now.clone());
    });
    worker.set_onmessage(Some(ear.as_ref().unchecked_ref()));
    worker.set_onerror(Some(ear.as_ref().unchecked_ref()));
    *running.borrow_mut() = Some(Running { worker, _ear: ear });
}
