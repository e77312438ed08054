//! The setup: which algorithm, and in which configuration. Nothing is lost by what is impossible:
//! it is explained beside the form, and the run stays as it was.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::modal::Modal;
use super::prefs::use_language;
use super::setup_form::SetupForm;
use super::store::Action;
use super::{use_store, use_words};
use crate::model::Config;
use crate::sim::{Entry, algorithms};
use crate::view::text::{Trouble, Word, said};

/// What is being put together.
#[derive(Clone)]
pub struct Draft {
    /// The algorithm.
    pub entry: &'static Entry,
    /// Its configuration.
    pub config: Config,
}

impl PartialEq for Draft {
    fn eq(&self, other: &Self) -> bool {
        self.entry.info.id == other.entry.info.id && self.config == other.config
    }
}

/// The dialog.
#[component]
pub fn Setup() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let draft = use_state(|| Draft {
        entry: store.session.entry(),
        config: store.session.config().clone(),
    });
    let on_close = {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(Action::Dialog(None)))
    };
    let on_pick = {
        let draft = draft.clone();
        Callback::from(move |entry: &'static Entry| {
            draft.set(Draft {
                entry,
                config: (entry.standard)(),
            });
        })
    };
    let on_change = {
        let draft = draft.clone();
        Callback::from(move |config: Config| {
            draft.set(Draft {
                entry: draft.entry,
                config,
            });
        })
    };
    let problem = draft.entry.build(&draft.config).err();
    let impossible = problem.is_some();
    let on_beside = {
        let (store, entry) = (store.clone(), draft.entry);
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Beside(entry)))
    };
    let another = draft.entry.info.id != store.session.info().id;
    let on_submit = {
        let draft = draft.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if !impossible {
                store.dispatch(Action::Start(draft.entry, draft.config.clone()));
            }
        })
    };
    html! {
        <Modal title={say(Word::AlgorithmAndSetup)} class="setup" on_close={on_close.clone()}>
            <form onsubmit={on_submit}>
                <div class="setup-columns">
                    <Picker chosen={draft.entry.info.id} {on_pick} />
                    <SetupForm draft={(*draft).clone()} {on_change} />
                </div>
                <div class="setup-end">
                    <p class="problem" role="alert">{ for problem.map(|p| Trouble::from(p).says(language)) }</p>
                    if another { <button type="button" class="put-beside" onclick={on_beside}>{ say(Word::PutBeside) }</button> }
                    <button type="button" onclick={on_close.reform(|_| ())}>{ say(Word::Cancel) }</button>
                    <button type="submit" class="pri" aria-disabled={impossible.then_some("true")}>{ say(Word::Start) }</button>
                </div>
            </form>
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct PickerProps {
    chosen: &'static str,
    on_pick: Callback<&'static Entry>,
}

/// The algorithms, each with what it shows, its bounds and its delays.
#[component]
fn Picker(props: &PickerProps) -> Html {
    let (say, language) = (use_words(), use_language());
    let cards = algorithms().iter().map(|entry| {
        let facts = &entry.info.facts;
        let on_pick = props.on_pick.clone();
        let onchange = Callback::from(move |_: Event| on_pick.emit(entry));
        let checked = entry.info.id == props.chosen;
        html! {
            <label class={classes!("algorithm", checked.then_some("on"))} key={entry.info.id}>
                <input type="radio" name="algorithm" value={entry.info.id} {checked} {onchange} />
                <b>{ facts.name }</b>
                <span class="shows">{ said(language, facts.shows) }</span>
                <span class="bounds">
                    <span>{ facts.processes }</span>
                    if facts.memories != facts.processes { <span>{ facts.memories }</span> }
                    if facts.common_case_delays > 0 {
                        <span>{ format!("{} {}", facts.common_case_delays, say(Word::CommonCase)) }</span>
                    }
                </span>
            </label>
        }
    });
    html! {
        <fieldset class="picker"><legend>{ say(Word::Algorithm) }</legend>{ for cards }</fieldset>
    }
}

/// The value of the number field that an event comes from.
pub(super) fn number(event: &InputEvent) -> Option<u8> {
    let input = event.target_unchecked_into::<HtmlInputElement>();
    input.value().trim().parse().ok()
}

/// The place of the option chosen in the list that an event comes from.
pub(super) fn place(event: &Event) -> usize {
    let select = event.target_unchecked_into::<HtmlSelectElement>();
    usize::try_from(select.selected_index()).unwrap_or(0)
}
