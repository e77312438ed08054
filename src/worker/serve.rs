//! The worker at work: one search from beginning to end, telling how far it is all the while.
//!
//! It is stopped by ending it, so it need not listen while it works.

use js_sys::Date;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::job::{Finding, Job, Told};
use crate::explore::{SearchError, search};
use crate::view::text::Trouble;

/// How often it tells, in milliseconds.
const PAUSE: f64 = 100.0;

/// Waits for its job; does nothing outside a worker.
pub fn serve() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let here = scope.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str::<Job>(&text) {
            Ok(job) => work(&here, &job),
            Err(error) => tell(&here, &Told::Failed(error.to_string())),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    tell(&scope, &Told::Ready);
}

fn tell(scope: &DedicatedWorkerGlobalScope, told: &Told) {
    if let Ok(text) = serde_json::to_string(told) {
        // It fails only when the page has gone, and then nobody listens.
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

fn work(scope: &DedicatedWorkerGlobalScope, job: &Job) {
    let mut search = match search(&job.algorithm, &job.config, &job.prefix, &job.options) {
        Ok(search) => search,
        Err(error) => {
            let trouble = match error {
                SearchError::Config(error) => Trouble::Config(error),
                SearchError::Refused {
                    place,
                    event,
                    refusal,
                } => Trouble::BeforeSearch {
                    place,
                    event,
                    refusal,
                },
                other => Trouble::Browser(other.to_string()),
            };
            return tell(scope, &Told::Failed(trouble.says(job.language)));
        }
    };
    let start = Date::now();
    let (mut budget, mut told) = (2_000, start);
    loop {
        let before = Date::now();
        let progress = search.advance(budget);
        let now = Date::now();
        if progress.done {
            if let Some(report) = search.report() {
                tell(scope, &Told::Progress(progress, (now - start) as u32));
                let finding = Box::new(Finding::from(report));
                tell(scope, &Told::Over(finding, (now - start) as u32));
            }
            return;
        }
        // Slices of about a third of the pause, so that what is told is fresh.
        if now - before < PAUSE / 6.0 {
            budget *= 2;
        } else if now - before > PAUSE / 2.0 {
            budget = (budget / 2).max(100);
        }
        if now - told >= PAUSE {
            told = now;
            tell(scope, &Told::Progress(progress, (now - start) as u32));
        }
    }
}
