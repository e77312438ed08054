//! How the run stands: delays so far, decisions, properties.

use yew::prelude::*;

use super::frame::use_frame;
use super::prefs::use_language;
use super::{tone, use_store, use_words};
use crate::sim::Standing;
use crate::view::text::{Word, said};

/// The verdict.
#[component]
pub fn Verdict() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let session = &store.session;
    let delays = session.trace.here().clock.delays;
    let unit = if delays == 1 {
        Word::DelaySoFar
    } else {
        Word::DelaysSoFar
    };
    let standings = session.standings();
    let properties = session.info().properties.iter().zip(standings);
    let properties = properties.map(|(property, standing)| {
        let class = match standing {
            Standing::Holds => "holds",
            Standing::Open => "open",
            Standing::Violated => "violated",
            Standing::NoPromise => "no-promise",
        };
        let word = language.tongue().standing(property.kind, standing);
        html! {
            <li class={class} title={format!("{} ({})", said(language, property.says), property.source)}>
                <span class="property">{ language.tongue().property(property.id) }</span>
                <span class="standing">{ word }</span>
            </li>
        }
    });
    let frame = use_frame();
    let (budget, over) = (language.tongue().budget(&frame), frame.budget.over);
    let decisions = session.decisions();
    html! {
        <div class="verdict">
            <p class="big"><b>{ delays }</b><small>{ say(unit) }</small></p>
            <div class="findings">
                <p class="decisions">
                    if decisions.is_empty() { { say(Word::NoDecision) } }
                    { for decisions.iter().map(|(process, _, step)| decision(say, *process, step)) }
                </p>
                <p class={classes!("budget", over.then_some("over"))}>{ budget }</p>
                <ul class="properties" aria-label={say(Word::Properties)}>{ for properties }</ul>
            </div>
        </div>
    }
}

fn decision(
    say: impl Fn(Word) -> &'static str,
    process: crate::model::ProcessId,
    step: &crate::sim::Step,
) -> Html {
    let value = step.decided.iter().find(|(p, _)| *p == process);
    let value = value.map(|(_, v)| v.to_string()).unwrap_or_default();
    let depth = step.causes.depth;
    html! {
        <span class="decision">
            <b class={classes!("name", tone(process))}>{ process.to_string() }</b>
            { format!(" {} {value} · {depth} {}", say(Word::Decides), say(Word::Delays)) }
        </span>
    }
}
