//! Two runs side by side: the stages, what they come to, and the choice of what stands beside.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::lens::LensBar;
use super::modal::Modal;
use super::prefs::use_language;
use super::stage::StageArea;
use super::store::{Action, Store};
use super::{tone, use_store, use_words};
use crate::model::ProcessId;
use crate::scenario::Command;
use crate::sim::{Beside, Pace, Pair, algorithms};
use crate::view::beside::{Parting, Standpoint, Views};
use crate::view::text::{self, Language, Word, parting, phrase, result};

/// The stage; two of them where something stands beside the run.
#[component]
pub fn Stages() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let Some(pair) = &store.beside else {
        return html! { <><LensBar /><StageArea /></> };
    };
    let (mut one, mut other) = standpoints(&store, pair, say, language);
    if let Some(me) = store.lens {
        // What others have decided, the process does not know.
        one.decisions.retain(|(p, ..)| *p == me);
        other.decisions.retain(|(p, ..)| *p == me);
    }
    let at = match pair.what() {
        Beside::Run(..) => Parting::of(&store.session, pair.other()),
        Beside::Algorithm(_) => None,
    };
    let differs = |k: usize| at.as_ref().is_some_and(|at| at.step == k);
    let marks = (
        differs(store.session.trace.position()),
        differs(pair.place()),
    );
    html! {
        <>
            <LensBar />
            <div class="pair">
                { half(&one, say, false, marks.0) }
                { half(&other, say, true, marks.1) }
            </div>
            <div class="beside-bar" role="group" aria-label={say(Word::Beside)}>
                <p class="result" role="status">{ match pair.what() {
                    Beside::Algorithm(_) => result(language, &one, &other),
                    Beside::Run(..) => parting(language, at.as_ref(), &store.session, pair.other()),
                } }</p>
                if let Some(at) = &at { <GoThere step={at.step} /> }
                { left_out(pair, say) }
                if let Some(told) = views_told(&store, pair, language) { <p class="views">{ told }</p> }
                <LensChoice />
                <PaceChoice />
                <StandAlone />
            </div>
        </>
    }
}

/// How both stand, each under its name: the algorithm's, or the run's where the algorithm is one.
fn standpoints(
    store: &Store,
    pair: &Pair,
    say: impl Fn(Word) -> &'static str,
    language: Language,
) -> (Standpoint, Standpoint) {
    let (session, other) = (&store.session, pair.other());
    let trace = &session.trace;
    let same = session.info().id == other.info().id;
    let (here, there) = match pair.what() {
        Beside::Run(_, name) if same && name.is_empty() => {
            let names = (Word::ThisRun, Word::TheOtherRun);
            (say(names.0).to_owned(), say(names.1).to_owned())
        }
        Beside::Run(_, name) if same => {
            let own = &trace.branches()[trace.branch()].name;
            (phrase(language, own), phrase(language, name))
        }
        _ => (
            session.info().facts.name.to_owned(),
            other.info().facts.name.to_owned(),
        ),
    };
    (
        Standpoint::of(session, trace.position(), &here),
        Standpoint::of(other, pair.place(), &there),
    )
}

/// One of the two, under its name; marked where it stands at the first difference.
fn half(run: &Standpoint, say: impl Fn(Word) -> &'static str, beside: bool, differs: bool) -> Html {
    let decisions = run.decisions.iter().map(|(process, value, delays)| {
        html! {
            <span class="decision">
                <b class={classes!("name", tone(*process))}>{ process.to_string() }</b>
                { format!(" {} {value} · {delays}", say(Word::Decides)) }
            </span>
        }
    });
    let unit = match run.delays {
        1 => Word::DelaySoFar,
        _ => Word::DelaysSoFar,
    };
    html! {
        <figure class="half">
            <figcaption>
                <b class="title">{ &run.name }</b>
                if differs { <b class="differs">{ "≠ " }{ say(Word::DiffersHere) }</b> }
                <span class="decisions">
                    if run.decisions.is_empty() { { say(Word::NoDecision) } }
                    { for decisions }
                </span>
                <span class="count"><b>{ run.delays }</b>{ " " }{ say(unit) }</span>
            </figcaption>
            <StageArea {beside} />
        </figure>
    }
}

#[derive(Properties, PartialEq)]
struct GoThereProps {
    step: usize,
}

/// The way to the first difference.
#[component]
fn GoThere(props: &GoThereProps) -> Html {
    let (store, say) = (use_store(), use_words());
    let step = props.step;
    let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Seek(step)));
    html! { <button type="button" class="find" {onclick}>{ say(Word::GoThere) }</button> }
}

/// Whether the process whose view is shown can tell two runs of one algorithm apart.
fn views_told(store: &Store, pair: &Pair, language: Language) -> Option<String> {
    let process = store.lens?;
    let (session, other) = (&store.session, pair.other());
    let both = session.info().id == other.info().id && process.0 < other.config().processes;
    let here = (&**session, session.trace.position());
    both.then(|| {
        let views = Views::of(process, here, (other, pair.place()));
        text::views(language, &views)
    })
}

/// What cannot happen beside the run, if anything cannot.
fn left_out(pair: &Pair, say: impl Fn(Word) -> &'static str) -> Html {
    if pair.left_out().is_empty() {
        return Html::default();
    }
    let machine = pair.other().machine();
    let names = pair.left_out().iter();
    let names: Vec<String> = names
        .map(|choice| Command::of(*choice, &**machine).to_string())
        .collect();
    html! { <p class="hint">{ format!("{} {}", say(Word::NotBeside), names.join(", ")) }</p> }
}

/// Through whose eyes both are seen.
#[component]
fn LensChoice() -> Html {
    let (store, say) = (use_store(), use_words());
    let lens = store.lens;
    let processes = store.session.config().process_ids();
    let options =
        processes.map(|p| html! { <option selected={lens == Some(p)}>{ p.to_string() }</option> });
    let options: Html = options.collect();
    let onchange = Callback::from(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        let place = u8::try_from(select.selected_index()).unwrap_or(0);
        store.dispatch(Action::Lens(place.checked_sub(1).map(ProcessId)));
    });
    html! {
        <label class="pace">{ say(Word::SeenBy) }
            <select ~selectedIndex={lens.map_or(0, |p| p.0 + 1)} {onchange}><option selected={lens.is_none()}>{ say(Word::Everyone) }</option>{ options }</select>
        </label>
    }
}

/// What the two are kept in step by.
#[component]
fn PaceChoice() -> Html {
    let (store, say) = (use_store(), use_words());
    let Some(pair) = &store.beside else {
        return Html::default();
    };
    let of = store.session.config().process_ids().map(Pace::Of);
    let paces: Vec<Pace> = [Pace::Delays, Pace::Steps].into_iter().chain(of).collect();
    let options = paces.iter().map(|pace| {
        let name = match pace {
            Pace::Delays => say(Word::PaceDelays).to_owned(),
            Pace::Steps => say(Word::PaceSteps).to_owned(),
            Pace::Of(process) => format!("{} {process}", say(Word::PaceOf)),
        };
        html! { <option selected={*pace == pair.pace()}>{ name }</option> }
    });
    let options: Html = options.collect();
    let chosen = paces.iter().position(|pace| *pace == pair.pace());
    let onchange = {
        let store = store.clone();
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let place = usize::try_from(select.selected_index()).unwrap_or(0);
            if let Some(pace) = paces.get(place) {
                store.dispatch(Action::Pace(*pace));
            }
        })
    };
    html! { <label class="pace">{ say(Word::InStepBy) }<select ~selectedIndex={chosen.unwrap_or(0)} {onchange}>{ options }</select></label> }
}

#[component]
fn StandAlone() -> Html {
    let (store, say) = (use_store(), use_words());
    let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Leave));
    html! { <button type="button" class="stand-alone" {onclick}>{ say(Word::StandAlone) }</button> }
}

/// The choice of what stands beside the run.
#[component]
pub fn BesideDialog() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let on_close = {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(Action::Dialog(None)))
    };
    let does = |action: Action| {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(action.clone()))
    };
    let open = store.session.info().id;
    let others = algorithms().iter().filter(|entry| entry.info.id != open);
    let others = others.map(|entry| {
        let facts = &entry.info.facts;
        let delays = facts.common_case_delays;
        html! {
            <li key={entry.info.id}>
                <button type="button" data-algorithm={entry.info.id} onclick={does(Action::Beside(entry))}>
                    <b>{ facts.name }</b>
                    if delays > 0 { <small>{ format!("{delays} {}", say(Word::CommonCase)) }</small> }
                </button>
            </li>
        }
    });
    let trace = &store.session.trace;
    let runs = trace.branches().iter().enumerate();
    let runs = runs.filter(|(place, _)| *place != trace.branch());
    let runs: Vec<Html> = runs
        .map(|(place, branch)| {
            html! {
                <li key={place}><button type="button" onclick={does(Action::BesideRun(place))}><b>{ phrase(language, &branch.name) }</b></button></li>
            }
        })
        .collect();
    html! {
        <Modal title={say(Word::PutBeside)} class="beside" {on_close}>
            <h3>{ say(Word::AlgorithmBeside) }</h3>
            <ul class="beside-choices">{ for others }</ul>
            <h3>{ say(Word::RunBeside) }</h3>
            if runs.is_empty() { <p class="hint">{ say(Word::NoRunBeside) }</p> }
            <ul class="beside-choices">{ for runs }</ul>
        </Modal>
    }
}
