//! Which algorithm survives what: for n, m, f_P and f_M, what each promises and what happens when
//! that many fail, each answer a press away from the run that shows it.

use gloo::timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::files::{complain, show_scenario};
use super::modal::Modal;
use super::prefs::use_language;
use super::store::Action;
use super::{use_store, use_words};
use crate::model::MOST;
use crate::scenario::{Fate, Promise, Survival, survival};
use crate::sim::{Entry, algorithms};
use crate::view::text::{Trouble, Word};

/// How long one algorithm's run waits for the one before it, in milliseconds: the sliders stay
/// smooth meanwhile.
const TURN: u32 = 40;

/// The numbers of the sliders.
#[derive(Clone, Copy, PartialEq)]
struct Scope {
    n: u8,
    m: u8,
    f_p: u8,
    f_m: u8,
}

/// The dialog.
#[component]
pub fn SurvivalTable() -> Html {
    let (store, say) = (use_store(), use_words());
    let scope = use_state_eq(|| Scope {
        n: 3,
        m: 3,
        f_p: 1,
        f_m: 1,
    });
    let on_close = Callback::from(move |()| store.dispatch(Action::Dialog(None)));
    let slider = |word: Word, value: u8, least: u8, most: u8, change: fn(&mut Scope, u8)| {
        let scope = scope.clone();
        let oninput = Callback::from(move |event: InputEvent| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            let mut next = *scope;
            change(&mut next, value.parse().unwrap_or(least));
            next.f_p = next.f_p.min(next.n);
            next.f_m = next.f_m.min(next.m);
            scope.set(next);
        });
        html! {
            <label class="slider"><span>{ say(word) }</span>
                <input type="range" min={least.to_string()} max={most.to_string()} value={value.to_string()} {oninput} />
                <b>{ value }</b>
            </label>
        }
    };
    let rows = algorithms().iter().enumerate().map(|(place, entry)| {
        html! { <Row entry={Listed(entry)} {place} scope={*scope} key={entry.info.id} /> }
    });
    html! {
        <Modal title={say(Word::Survival)} class="survival" {on_close}>
            <div class="sliders">
                { slider(Word::Processes, scope.n, 1, MOST, |s, v| s.n = v) }
                { slider(Word::Memories, scope.m, 1, MOST, |s, v| s.m = v) }
                { slider(Word::ProcessFaults, scope.f_p, 0, scope.n, |s, v| s.f_p = v) }
                { slider(Word::MemoryFaults, scope.f_m, 0, scope.m, |s, v| s.f_m = v) }
            </div>
            <table>
                <thead><tr>
                    <th scope="col">{ say(Word::Algorithm) }</th><th scope="col">{ say(Word::Promise) }</th>
                    <th scope="col">{ say(Word::WhatHappens) }</th><th scope="col">{ say(Word::WithSmallQuorums) }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </Modal>
    }
}

/// An algorithm of the list.
#[derive(Clone, Copy)]
struct Listed(&'static Entry);

impl PartialEq for Listed {
    fn eq(&self, other: &Self) -> bool {
        self.0.info.id == other.0.info.id
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    entry: Listed,
    place: usize,
    scope: Scope,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let found = use_state(|| None::<Result<Survival, Trouble>>);
    {
        let (entry, place, setter) = (props.entry.0, props.place, found.setter());
        use_effect_with(props.scope, move |scope| {
            let Scope { n, m, f_p, f_m } = *scope;
            setter.set(None);
            let turn = Timeout::new(TURN * (place as u32 + 1), move || {
                setter.set(Some(survival(entry, n, m, f_p, f_m).map_err(Trouble::from)));
            });
            move || drop(turn)
        });
    }
    let facts = &props.entry.0.info.facts;
    let bounds = html! { <small>{ facts.processes }if facts.memories != facts.processes { { ", " }{ facts.memories } }</small> };
    let cells = match &*found {
        None => html! { <><td>{ "…" }</td><td></td><td></td></> },
        Some(Err(why)) => html! { <td colspan="3">{ why.says(language) }</td> },
        Some(Ok(survival)) => {
            let (promise, class) = match survival.promise {
                Promise::Decision => (Word::Promised, "holds"),
                Promise::Safety => (Word::PromisedSafety, "holds"),
                Promise::Nothing => (Word::NotPromised, "open"),
            };
            let experiment = survival.experiment.clone();
            html! {
                <>
                    <td {class}>{ say(promise) }</td>
                    <td><Show fate={survival.fate} scenario={survival.scenario.clone()} /></td>
                    <td>{ for experiment.map(|(fate, scenario)| html! { <Show {fate} {scenario} /> }) }</td>
                </>
            }
        }
    };
    let another = props.entry.0.info.id != store.session.info().id;
    let entry = props.entry.0;
    let on_beside = Callback::from(move |_: MouseEvent| store.dispatch(Action::Beside(entry)));
    let beside = another.then(|| html! {
        <button type="button" class="find" aria-label={format!("{}: {}", say(Word::PutBeside), facts.name)} onclick={on_beside}>{ say(Word::BesideIt) }</button>
    });
    html! { <tr><th scope="row">{ facts.name }{ " " }{ bounds }{ beside.unwrap_or_default() }</th>{ cells }</tr> }
}

#[derive(Properties, PartialEq)]
struct ShowProps {
    fate: Fate,
    scenario: String,
}

/// What becomes of a run, and the way to it.
#[component]
fn Show(props: &ShowProps) -> Html {
    let (store, say) = (use_store(), use_words());
    let (class, label) = match props.fate {
        Fate::Decides { delays } => (
            "holds",
            format!("{} {delays} {}", say(Word::FateDecides), say(Word::Delays)),
        ),
        Fate::Blocks => ("open", say(Word::FateBlocks).to_owned()),
        Fate::Breaks => ("violated", say(Word::FateBreaks).to_owned()),
    };
    let scenario = props.scenario.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Err(error) = show_scenario(&store, &scenario, None) {
            complain(&store, error);
        }
    });
    html! { <button type="button" class={classes!("fate", class)} {onclick}>{ label }</button> }
}
