//! How the run stands: delays so far, decisions, properties.

use yew::prelude::*;

use super::frame::use_frame;
use super::prefs::use_language;
use super::{tone, use_words};
use crate::sim::Standing;
use crate::view::frame::DecisionMark;
use crate::view::text::{Word, said};

/// The verdict.
#[component]
pub fn Verdict() -> Html {
    let (say, language) = (use_words(), use_language());
    let frame = use_frame();
    let delays = frame.delays;
    let unit = if delays == 1 {
        Word::DelaySoFar
    } else {
        Word::DelaysSoFar
    };
    let properties = frame.properties.iter().map(|property| {
        let standing = property.standing;
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
    let (budget, over) = (language.tongue().budget(&frame), frame.budget.over);
    let decisions = &frame.decisions;
    html! {
        <div class="verdict">
            <p class="big"><b>{ delays }</b><small>{ say(unit) }</small></p>
            <div class="findings">
                <p class="decisions">
                    if decisions.is_empty() { { say(Word::NoDecision) } }
                    { for decisions.iter().map(|made| decision(say, made)) }
                </p>
                <p class={classes!("budget", over.then_some("over"))}>{ budget }</p>
                <ul class="properties" aria-label={say(Word::Properties)}>{ for properties }</ul>
            </div>
        </div>
    }
}

fn decision(say: impl Fn(Word) -> &'static str, made: &DecisionMark) -> Html {
    let DecisionMark {
        process,
        value,
        delays,
        ..
    } = made;
    html! {
        <span class="decision">
            <b class={classes!("name", tone(*process))}>{ process.to_string() }</b>
            { format!(" {} {value} · {delays} {}", say(Word::Decides), say(Word::Delays)) }
        </span>
    }
}
