//! The runs: every one that was tried, reachable again, with a name of its own.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::prefs::use_language;
use super::store::{Action, Store};
use super::{use_store, use_words};
use crate::sim::{experience, first_difference};
use crate::view::text::{Word, phrase};

/// The panel.
#[component]
pub fn RunsPanel() -> Html {
    let store = use_store();
    let trace = &store.session.trace;
    let runs = (0..trace.branches().len()).map(|place| html! { <Run {place} key={place} /> });
    html! { <ol class="runs">{ for runs }</ol> }
}

#[derive(Properties, PartialEq)]
struct RunProps {
    place: usize,
}

#[component]
fn Run(props: &RunProps) -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let place = props.place;
    let trace = &store.session.trace;
    let branch = &trace.branches()[place];
    let name = phrase(language, &branch.name);
    let current = place == trace.branch();
    let steps = trace.path_to(branch.tip).len() - 1;
    let on_switch = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Switch(place)))
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
                if !current { <small>{ compared(&store, place, say) }</small> }
            </button>
            <input type="text" value={name.clone()} aria-label={format!("{}: {name}", say(Word::Rename))} onchange={on_name} />
            if trace.branches().len() > 1 {
                <button type="button" class="icon" aria-label={format!("{}: {name}", say(Word::Delete))} onclick={on_delete}>{ "✕" }</button>
            }
        </li>
    }
}

/// Where another run parts from the one that is shown, and to whom both look the same at their
/// ends.
fn compared(store: &Store, place: usize, say: impl Fn(Word) -> &'static str) -> String {
    let shown = &store.session;
    let mut other = (**shown).clone();
    let tip = other.trace.branches()[place].tip;
    let path = other.trace.path_to(tip);
    let both = path.iter().enumerate();
    let shared =
        both.take_while(|(k, id)| *k <= shown.trace.len() && shown.trace.node_at(*k) == **id);
    let shared = shared.count().saturating_sub(1);
    other.trace.switch(place);
    let same = shown.config().process_ids().filter(|p| {
        let one = experience(shown, *p, shown.trace.len());
        let two = experience(&other, *p, other.trace.len());
        first_difference(&one, &two).is_none()
    });
    let same: Vec<String> = same.map(|p| p.to_string()).collect();
    let whom = match same.as_slice() {
        [] => say(Word::SameToNobody).to_owned(),
        names => format!("{} {}", say(Word::SameTo), names.join(", ")),
    };
    format!("{} {shared}; {whom}", say(Word::PartsAfter))
}
