//! The runs: every one that was tried, reachable again, with a name of its own.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::prefs::use_language;
use super::store::{Action, Store};
use super::{use_store, use_words};
use crate::sim::{Fork, NodeId, Session, looks_the_same};
use crate::view::drawing::num;
use crate::view::text::{Word, phrase};

/// The panel.
#[component]
pub fn RunsPanel() -> Html {
    let (store, language) = (use_store(), use_language());
    let trace = &store.session.trace;
    let tips: Vec<NodeId> = trace.branches().iter().map(|b| b.tip).collect();
    // It is the same wherever the playhead stands.
    let key = (
        Rc::as_ptr(&store.identity),
        trace.branch(),
        trace.node_at(trace.len()),
        tips,
        language,
    );
    let told = use_memo(key, |_| {
        compared(&store.session, |word| word.says(language))
    });
    let forks = trace.forks();
    let runs = told.iter().zip(&forks).enumerate();
    let runs = runs.map(|(place, (told, fork))| {
        html! { <Run {place} steps={fork.steps} told={told.clone()} key={place} /> }
    });
    html! { <>{ tree(&store, &forks) }<ol class="runs">{ for runs }</ol></> }
}

/// The width of the tree of runs, in its own units.
const WIDTH: f64 = 400.0;
/// From one run to the next below it.
const ROW: f64 = 16.0;

/// The runs as a tree: each leaves another at a step, and the playhead stands on one. The list
/// below it says the same.
fn tree(store: &Store, forks: &[Fork]) -> Html {
    let trace = &store.session.trace;
    if forks.len() < 2 {
        return Html::default();
    }
    let longest = forks.iter().map(|f| f.steps).max().unwrap_or(0).max(1);
    let x = |step: usize| num(8.0 + (WIDTH - 16.0) * step as f64 / longest as f64);
    let y = |place: usize| num(ROW / 2.0 + ROW * place as f64);
    let lines = forks.iter().enumerate().map(|(place, fork)| {
        let way = format!(
            "M{} {}V{}H{}",
            x(fork.from),
            y(fork.parent),
            y(place),
            x(fork.steps)
        );
        let on = (place == trace.branch()).then_some("on");
        html! { <><path class={on} d={way} /><circle class={on} cx={x(fork.steps)} cy={y(place)} r="3" /></> }
    });
    let height = num(ROW * forks.len() as f64);
    html! {
        <svg class="tree" viewBox={format!("0 0 {WIDTH} {height}")} aria-hidden="true">
            { for lines }
            <circle class="here" cx={x(trace.position())} cy={y(trace.branch())} r="5" />
        </svg>
    }
}

#[derive(Properties, PartialEq)]
struct RunProps {
    place: usize,
    /// How many steps it has.
    steps: usize,
    /// How it compares with the run that is shown.
    told: AttrValue,
}

#[component]
fn Run(props: &RunProps) -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let place = props.place;
    let trace = &store.session.trace;
    let Some(branch) = trace.branches().get(place) else {
        return Html::default();
    };
    let name = phrase(language, &branch.name);
    let current = place == trace.branch();
    let steps = props.steps;
    let on_switch = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Switch(place)))
    };
    let on_beside = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::BesideRun(place)))
    };
    let on_delete = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Delete(place)))
    };
    let on_name = {
        let store = store.clone();
        Callback::from(move |event: Event| {
            let name = event.target_unchecked_into::<HtmlInputElement>().value();
            if !name.trim().is_empty() {
                store.dispatch(Action::Rename(place, name.trim().to_owned()));
            }
        })
    };
    html! {
        <li class={classes!(current.then_some("on"))}>
            <button type="button" onclick={on_switch} aria-pressed={current.to_string()}>
                <b>{ &name }</b><span>{ format!("{steps} {}", say(Word::Steps)) }</span>
                if !current { <small>{ &props.told }</small> }
            </button>
            <input type="text" value={name.clone()} aria-label={format!("{}: {name}", say(Word::Rename))} onchange={on_name} />
            if !current {
                <button type="button" class="put-beside" aria-label={format!("{}: {name}", say(Word::PutBeside))} onclick={on_beside}>{ say(Word::BesideIt) }</button>
            }
            if trace.branches().len() > 1 {
                <button type="button" class="icon" aria-label={format!("{}: {name}", say(Word::Delete))} onclick={on_delete}>{ "✕" }</button>
            }
        </li>
    }
}

/// Of each run, where it parts from the one that is shown, and to whom both look the same at their
/// ends.
fn compared(shown: &Session, say: impl Fn(Word) -> &'static str) -> Vec<AttrValue> {
    let mut other = shown.clone();
    let compare = |place| {
        if place == shown.trace.branch() {
            return AttrValue::default();
        }
        other.trace.switch(place);
        let (one, two) = (&shown.trace, &other.trace);
        let steps = 1..=one.len().min(two.len());
        let both = steps.take_while(|k| one.node_at(*k) == two.node_at(*k));
        let shared = both.count();
        let same = shown
            .config()
            .process_ids()
            .filter(|p| looks_the_same(shown, &other, *p, shared));
        let same: Vec<String> = same.map(|p| p.to_string()).collect();
        let whom = match same.as_slice() {
            [] => say(Word::SameToNobody).to_owned(),
            names => format!("{} {}", say(Word::SameTo), names.join(", ")),
        };
        format!("{} {shared}; {whom}", say(Word::PartsAfter)).into()
    };
    (0..shown.trace.branches().len()).map(compare).collect()
}
