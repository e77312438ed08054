//! The panel of the search. It never says 'verified': what it has seen is a scope, and it says
//! which.

use yew::prelude::*;

use super::{Status, use_search};
use crate::explore::{Options, Verdict};
use crate::model::{Config, UNBOUNDED};
use crate::sim::find;
use crate::ui::prefs::use_language;
use crate::ui::setup::number;
use crate::ui::store::Action;
use crate::ui::{use_store, use_words};
use crate::view::text::Word;
use crate::worker::{Finding, Job};

/// How much memory a tab gives a search, in MiB.
const MEMORY: u32 = 1024;

/// The panel.
#[component]
pub fn SearchPanel() -> Html {
    let (store, say, search) = (use_store(), use_words(), use_search());
    let language = use_language();
    let attempts = use_state_eq(|| 1u8);
    let from_here = use_state_eq(|| false);
    let status = (*search.status).clone();
    let session = &store.session;
    let job = {
        let mut config = session.config().clone();
        bound(&mut config, *attempts);
        let until = if *from_here {
            session.trace.position()
        } else {
            0
        };
        Job {
            algorithm: session.info().id.to_owned(),
            config,
            prefix: events(session, until),
            options: Options {
                memory: MEMORY,
                ..Options::default()
            },
            language,
        }
    };
    let on_start = search.start.reform(move |_: MouseEvent| job.clone());
    let on_stop = search.stop.reform(|_: MouseEvent| ());
    let on_attempts = {
        let attempts = attempts.clone();
        Callback::from(move |event: InputEvent| {
            attempts.set(number(&event).unwrap_or(1).clamp(1, 9))
        })
    };
    let on_from_here = {
        let from_here = from_here.clone();
        Callback::from(move |_: Event| from_here.set(!*from_here))
    };
    html! {
        <div class="search">
            <p class="hint">{ say(Word::SearchHint) }</p>
            <label class="number"><span>{ say(Word::SearchAttempts) }</span>
                <input type="number" min="1" max="9" value={attempts.to_string()} oninput={on_attempts} />
            </label>
            <label class="check"><input type="checkbox" checked={*from_here} onchange={on_from_here} />{ say(Word::SearchFromHere) }</label>
            <p class="search-buttons">
                if status.running {
                    <button type="button" class="pri" onclick={on_stop}>{ say(Word::StopSearch) }</button>
                } else {
                    <button type="button" class="pri" onclick={on_start}>{ say(Word::StartSearch) }</button>
                }
            </p>
            { for status.job.as_ref().and_then(searched).map(|what| html! { <p class="hint">{ what }</p> }) }
            <Figures status={status.clone()} />
            <p class="problem" role="alert">{ status.failure.clone().unwrap_or_default() }</p>
            if let (Some(finding), Some(job)) = (status.finding, status.job) { <Outcome {finding} {job} /> }
        </div>
    }
}

/// What is searched, which need not be what is shown: the algorithm, its size and its mutations.
fn searched(job: &Job) -> Option<String> {
    let (info, config) = (&find(&job.algorithm)?.info, &job.config);
    let mutations = info.mutations.iter().enumerate();
    let mutated = mutations.filter(|(place, _)| config.mutated(*place as u32));
    let mutated: String = mutated.map(|(_, m)| format!(", {}", m.id)).collect();
    let Config {
        processes: n,
        memories: m,
        ..
    } = config;
    Some(format!("{}, n = {n}, m = {m}{mutated}", info.facts.name))
}

/// Attempts without a limit get one: a search needs an end.
fn bound(config: &mut Config, attempts: u8) {
    for limit in &mut config.attempts {
        if *limit == UNBOUNDED {
            *limit = attempts;
        }
    }
}

/// The events of the run up to a step; what is held is no part of a search.
fn events(session: &crate::sim::Session, until: usize) -> Vec<crate::model::Event> {
    (1..=until)
        .filter_map(|k| session.trace.step(k).event())
        .collect()
}

#[derive(Properties, PartialEq)]
struct FiguresProps {
    status: Status,
}

/// How far the search is.
#[component]
fn Figures(props: &FiguresProps) -> Html {
    let say = use_words();
    let status = &props.status;
    let Some(progress) = status.progress else {
        return html! { <p class="figures-wait" role="status">{ if status.running { say(Word::SearchBegins) } else { "" } }</p> };
    };
    let rate = progress.distinct * 1000 / u64::from(status.milliseconds.max(1));
    let left = 100 * progress.frontier / progress.distinct.max(1);
    let rows = [
        (Word::DistinctStates, grouped(progress.distinct)),
        (Word::StatesASecond, grouped(rate)),
        (Word::SearchDepth, progress.depth.to_string()),
        (Word::SearchMemory, format!("{} MiB", progress.bytes >> 20)),
        (Word::FrontierLeft, format!("{left} %")),
        (
            Word::Seconds,
            format!("{:.1}", f64::from(status.milliseconds) / 1000.0),
        ),
    ];
    html! {
        <>
            <dl class="figures">{ for rows.into_iter().map(|(word, text)| html! {
                <div><dt>{ say(word) }</dt><dd>{ text }</dd></div>
            }) }</dl>
            if status.running { <progress max="100" value={(100 - left).to_string()} aria-label={say(Word::FrontierLeft)}></progress> }
        </>
    }
}

/// A number with thin spaces between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[derive(Properties, PartialEq)]
struct OutcomeProps {
    finding: Finding,
    job: Job,
}

/// What was found out, and the way to step through it.
#[component]
fn Outcome(props: &OutcomeProps) -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let finding = &props.finding;
    let property = move |id: &str| language.tongue().property(id);
    let never: Vec<String> = finding.never.iter().map(|id| property(id)).collect();
    let (class, text) = match finding.verdict {
        Verdict::HoldsInScope => (
            "holds",
            format!(
                "{} {} {}",
                say(Word::NoViolationInAll),
                grouped(finding.distinct),
                say(Word::StatesOfThisScope)
            ),
        ),
        Verdict::Violated => (
            "violated",
            format!(
                "{}: {} ({} {}).",
                say(Word::Violated),
                finding
                    .property
                    .as_deref()
                    .map(property)
                    .unwrap_or_default(),
                finding.events.len(),
                say(Word::Steps)
            ),
        ),
        Verdict::BudgetExhausted => (
            "open",
            format!(
                "{} {} {}",
                say(Word::SearchRanOut),
                grouped(finding.distinct),
                say(Word::StatesSeen)
            ),
        ),
    };
    let on_open = {
        let (finding, job) = (finding.clone(), props.job.clone());
        Callback::from(move |_: MouseEvent| {
            let events = job.prefix.iter().chain(&finding.events).copied().collect();
            store.dispatch(Action::Replay {
                algorithm: job.algorithm.clone(),
                config: job.config.clone(),
                events,
                name: finding
                    .property
                    .as_deref()
                    .map(property)
                    .unwrap_or_default(),
            });
        })
    };
    html! {
        <div class={classes!("outcome", class)} role="status">
            <p>{ text }</p>
            if finding.verdict == Verdict::Violated {
                <button type="button" class="pri" onclick={on_open}>{ say(Word::StepThroughIt) }</button>
            }
            <p class="hint">
                { format!("{}: {}. {}: {}.", say(Word::ReductionsUsed), finding.reductions.join(", "), say(Word::ChanceOfMissed), finding.missed) }
                if !finding.never.is_empty() { { format!(" {}: {}.", say(Word::NeverShown), never.join(", ")) } }
            </p>
        </div>
    }
}
