//! The top of the page: which algorithm this is, and the ways to everything else.

use yew::prelude::*;

use super::store::{Action, Dialog, Tab};
use super::{use_store, use_words};
use crate::view::text::Word;

/// The header.
#[component]
pub fn Header() -> Html {
    let (store, say) = (use_store(), use_words());
    let opens = |dialog: Dialog| {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Dialog(Some(dialog))))
    };
    let on_search = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Tab(Tab::Search)))
    };
    let facts = &store.session.info().facts;
    let config = store.session.config();
    let delays = facts.common_case_delays;
    html! {
        <header class="top">
            <h1 class="brand">{ "mnmscope" }</h1>
            <button type="button" class="pick" id="pick" onclick={opens(Dialog::Setup)} aria-haspopup="dialog"
                aria-label={format!("{}: {}", say(Word::AlgorithmAndSetup), facts.name)}>
                { facts.name } <span class="caret" aria-hidden="true">{ "▾" }</span>
            </button>
            <p class="facts">
                <span>{ format!("n = {}", config.processes) }</span>
                <span>{ format!("m = {}", config.memories) }</span>
                if delays > 0 {
                    <span class="wide">{ format!("{} {}", delays, say(Word::CommonCase)) }</span>
                }
                <span class="wide">{ facts.processes }</span>
                if config.memories > 0 && facts.memories != facts.processes { <span class="wide">{ facts.memories }</span> }
            </p>
            <span class="grow"></span>
            <button type="button" onclick={opens(Dialog::Lessons)}>{ say(Word::Lessons) }</button>
            <button type="button" class="wide" onclick={opens(Dialog::Beside)} aria-haspopup="dialog">{ say(Word::Beside) }</button>
            <button type="button" class="wide" onclick={on_search}>{ say(Word::SearchAllRuns) }</button>
            <button type="button" class="pri" onclick={opens(Dialog::Share)}>{ say(Word::Share) }</button>
            <button type="button" class="icon" onclick={opens(Dialog::Help)} aria-label={say(Word::Help)}>{ "?" }</button>
        </header>
    }
}
