//! Searching all runs of a small system, beside the page and without slowing it down.

mod panel;

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::prelude::*;

use crate::explore::Progress;
use crate::worker::{Finding, Job, Told};
pub use panel::SearchPanel;

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
        Callback::from(move |job: Job| begin(&job, &status, &running))
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

fn begin(job: &Job, status: &UseStateSetter<Status>, running: &Rc<RefCell<Option<Running>>>) {
    let mut now = Status {
        job: Some(job.clone()),
        running: true,
        ..Status::default()
    };
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = match Worker::new_with_options("./worker.js", &options) {
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
            Err(error) => now.failure = Some(error.to_string()),
        }
        setter.set(now.clone());
    });
    worker.set_onmessage(Some(ear.as_ref().unchecked_ref()));
    *running.borrow_mut() = Some(Running { worker, _ear: ear });
}
