//! The fields of a configuration.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::prefs::use_language;
use super::search::use_search;
use super::setup::{Draft, number, place};
use super::store::{Action, Tab};
use super::{tone, use_store, use_words};
use crate::model::{Config, FirstPhase, Links, ProcessId, Quorum, Reads, UNBOUNDED, Value};
use crate::scenario::beyond_theorem;
use crate::view::text::{self, Word, said};
use crate::worker::Job;

/// A draft, and what to do with its change.
#[derive(Properties, PartialEq)]
pub struct SetupFormProps {
    /// The draft.
    pub draft: Draft,
    /// Called with the changed configuration.
    pub on_change: Callback<Config>,
}

/// The form.
#[component]
pub fn SetupForm(props: &SetupFormProps) -> Html {
    let (say, language) = (use_words(), use_language());
    let config = &props.draft.config;
    let facts = &props.draft.entry.info.facts;
    html! {
        <div class="form">
            <fieldset class="numbers"><legend>{ say(Word::Settings) }</legend>
                <Number word={Word::Processes} value={config.processes} on_value={most_faults(props, resize)} />
                if facts.most_memories > 0 {
                    <Number word={Word::Memories} value={config.memories} on_value={most_faults(props, |c, v| c.memories = v)} />
                }
                <Number word={Word::ProcessFaults} value={config.f_p} on_value={with(props, |c, v| c.f_p = v)} />
                if facts.most_memories > 0 {
                    <Number word={Word::MemoryFaults} value={config.f_m} on_value={with(props, |c, v| c.f_m = v)} />
                }
                <Number word={Word::Attempts} value={attempts(config)} empty={say(Word::Unlimited)}
                    on_value={with(props, |c, v| c.attempts = vec![if v == 0 { UNBOUNDED } else { v }; c.processes as usize])} />
            </fieldset>
            if let Some(beyond) = beyond_theorem(props.draft.entry, config) { <p class="beyond">{ text::beyond(language, &beyond) }</p> }
            <Inputs config={config.clone()} on_change={props.on_change.clone()} />
            if facts.byzantine { <Liars config={config.clone()} on_change={props.on_change.clone()} /> }
            <Mutations draft={props.draft.clone()} on_change={props.on_change.clone()} />
            <details class="more"><summary>{ say(Word::MoreSettings) }</summary>
                <Pick word={Word::Reads} options={[Word::ReadsRow, Word::ReadsRegister].to_vec()}
                    chosen={usize::from(config.reads == Reads::Register)}
                    on_value={with(props, |c, v| c.reads = if v == 0 { Reads::Row } else { Reads::Register })} />
                <Pick word={Word::FirstPhase} options={[Word::FirstPhaseDone, Word::FirstPhaseRun].to_vec()}
                    chosen={usize::from(config.first_phase == FirstPhase::Run)}
                    on_value={with(props, |c, v| c.first_phase = if v == 0 { FirstPhase::Done } else { FirstPhase::Run })} />
                <Pick word={Word::LinksLabel} options={[Word::LinksReliable, Word::LinksFairLossy].to_vec()}
                    chosen={usize::from(config.links == Links::FairLossy)}
                    on_value={with(props, |c, v| c.links = if v == 0 { Links::Reliable } else { Links::FairLossy })} />
                <Pick word={Word::QuorumLabel} options={[Word::QuorumMajority, Word::QuorumAllButF].to_vec()}
                    chosen={usize::from(config.quorum == Quorum::AllButF)}
                    on_value={with(props, |c, v| c.quorum = if v == 0 { Quorum::Majority } else { Quorum::AllButF })} />
            </details>
        </div>
    }
}

/// As many faults as the theorem allows with that n and m.
fn most_faults(props: &SetupFormProps, change: fn(&mut Config, u8)) -> Callback<u8> {
    let (config, on_change) = (props.draft.config.clone(), props.on_change.clone());
    let entry = props.draft.entry;
    Callback::from(move |value: u8| {
        let mut config = config.clone();
        change(&mut config, value);
        (config.f_p, config.f_m) = (entry.info.most_faults)(&config);
        on_change.emit(config);
    })
}

/// A callback that changes one thing of the configuration.
fn with(props: &SetupFormProps, change: fn(&mut Config, u8)) -> Callback<u8> {
    let (config, on_change) = (props.draft.config.clone(), props.on_change.clone());
    Callback::from(move |value: u8| {
        let mut config = config.clone();
        change(&mut config, value);
        on_change.emit(config);
    })
}

/// More processes get the next letters as inputs, and the same limits as the first.
fn resize(config: &mut Config, processes: u8) {
    let limit = config.attempts.first().copied().unwrap_or(UNBOUNDED);
    config.processes = processes;
    config.attempts = vec![limit; processes as usize];
    let known = config.inputs.len() as u8;
    config.inputs.truncate(processes as usize);
    config
        .inputs
        .extend((known..processes).map(|k| Value(k % 26)));
}

/// The limit that all processes share, 0 for none.
fn attempts(config: &Config) -> u8 {
    match config.attempts.first() {
        Some(&UNBOUNDED) | None => 0,
        Some(&limit) => limit,
    }
}

#[derive(Properties, PartialEq)]
struct NumberProps {
    word: Word,
    value: u8,
    /// What 0 stands for, where it stands for something.
    #[prop_or_default]
    empty: Option<&'static str>,
    on_value: Callback<u8>,
}

#[component]
fn Number(props: &NumberProps) -> Html {
    let say = use_words();
    let on_value = props.on_value.clone();
    let oninput =
        Callback::from(move |event: InputEvent| on_value.emit(number(&event).unwrap_or(0)));
    let value = match (props.value, props.empty) {
        (0, Some(_)) => String::new(),
        (value, _) => value.to_string(),
    };
    html! {
        <label class="number"><span>{ say(props.word) }</span>
            <input type="number" min="0" max="9" {value} placeholder={props.empty} {oninput} />
        </label>
    }
}

#[derive(Properties, PartialEq)]
struct PickProps {
    word: Word,
    options: Vec<Word>,
    chosen: usize,
    on_value: Callback<u8>,
}

#[component]
fn Pick(props: &PickProps) -> Html {
    let say = use_words();
    let on_value = props.on_value.clone();
    let onchange = Callback::from(move |event: Event| on_value.emit(place(&event) as u8));
    let options = props.options.iter().enumerate().map(|(k, word)| {
        html! { <option selected={k == props.chosen}>{ say(*word) }</option> }
    });
    html! {
        <label class="pick-one"><span>{ say(props.word) }</span><select ~selectedIndex={props.chosen} {onchange}>{ for options }</select></label>
    }
}

#[derive(Properties, PartialEq)]
struct ConfigProps {
    config: Config,
    on_change: Callback<Config>,
}

/// One letter for each process.
#[component]
fn Inputs(props: &ConfigProps) -> Html {
    let say = use_words();
    let fields = props.config.inputs.iter().enumerate().map(|(k, value)| {
        let (config, on_change) = (props.config.clone(), props.on_change.clone());
        let oninput = Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let letter = text.to_lowercase().chars().last();
            if let Some(value) = letter.and_then(Value::from_letter) {
                let mut config = config.clone();
                config.inputs[k] = value;
                on_change.emit(config);
            }
        });
        let process = ProcessId(k as u8);
        html! {
            <label class={classes!("input", tone(process))}><b>{ process.to_string() }</b>
                <input type="text" value={value.to_string()} autocapitalize="off" autocomplete="off" size="2" {oninput} />
            </label>
        }
    });
    html! { <fieldset class="inputs"><legend>{ say(Word::Inputs) }</legend>{ for fields }</fieldset> }
}

/// Which processes are Byzantine.
#[component]
fn Liars(props: &ConfigProps) -> Html {
    let say = use_words();
    let fields = props.config.process_ids().map(|process| {
        let (config, on_change) = (props.config.clone(), props.on_change.clone());
        let checked = config.byzantine.contains(process);
        let onchange = Callback::from(move |_: Event| {
            let mut config = config.clone();
            config.byzantine = match checked {
                true => config.byzantine.without(process),
                false => config.byzantine.with(process),
            };
            on_change.emit(config);
        });
        html! { <label class="check"><input type="checkbox" {checked} {onchange} />{ process }</label> }
    });
    html! { <fieldset class="liars"><legend>{ say(Word::Byzantine) }</legend>{ for fields }</fieldset> }
}

/// The mutations, each with the line that it touches and the property that it breaks.
#[component]
fn Mutations(props: &SetupFormProps) -> Html {
    let (say, language) = (use_words(), use_language());
    let mutations = props.draft.entry.info.mutations;
    if mutations.is_empty() {
        return Html::default();
    }
    let fields = mutations.iter().enumerate().map(|(k, mutation)| {
        let (config, on_change) = (props.draft.config.clone(), props.on_change.clone());
        let checked = config.mutated(k as u32);
        let onchange = Callback::from(move |_: Event| {
            let mut config = config.clone();
            config.mutations ^= 1 << k;
            on_change.emit(config);
        });
        html! {
            <div class="mutation">
            <label class="check"><input type="checkbox" {checked} {onchange} />
                <span>{ said(language, mutation.title) }
                    <small>{ format!("{} {}, {} {}", say(Word::Line), mutation.line, say(Word::Breaks), language.tongue().property(mutation.breaks)) }</small>
                </span>
            </label>
            <FindWhatBreaks entry={props.draft.clone()} place={k} />
            </div>
        }
    });
    html! { <fieldset class="mutations"><legend>{ say(Word::Mutations) }</legend>{ for fields }</fieldset> }
}

#[derive(Properties, PartialEq)]
struct FindProps {
    entry: Draft,
    place: usize,
}

/// Searches the smallest scope in which a mutation breaks its property.
#[component]
fn FindWhatBreaks(props: &FindProps) -> Html {
    let (store, say, search) = (use_store(), use_words(), use_search());
    let language = use_language();
    let (entry, place) = (props.entry.entry, props.place);
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some(job) = Job::of_mutation(entry, place, language) {
            store.dispatch(Action::Dialog(None));
            store.dispatch(Action::Tab(Tab::Search));
            search.start.emit(job);
        }
    });
    html! { <button type="button" class="find" {onclick}>{ say(Word::FindWhatBreaks) }</button> }
}
