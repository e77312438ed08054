//! One process's view: what it knows, what has reached it, and the way back to everything.

use yew::prelude::*;

use super::frame::use_frame;
use super::prefs::use_language;
use super::store::Action;
use super::{tone, use_store, use_words};
use crate::model::ProcessId;
use crate::sim::experience;
use crate::view::frame::MemoryMark;
use crate::view::lens::Sight;
use crate::view::text::{Language, Word, experienced, lens, phrase};

/// How many of the things that have reached a process are listed, the last ones first.
const MOST_THINGS: usize = 100;

/// Whose eyes the stage is seen through, and what its signs mean.
#[component]
pub fn LensBar() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let Some(process) = store.lens else {
        return Html::default();
    };
    let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Lens(None)));
    html! {
        <p class="lens-bar" role="status">
            <b class={classes!("name", tone(process))}>{ lens::title(language, process) }</b>
            <span>{ say(Word::LensSigns) }</span>
            <button type="button" {onclick}>{ say(Word::SeeEverything) }</button>
        </p>
    }
}

/// The button that shows the run through a process's eyes.
#[derive(Properties, PartialEq)]
pub struct LensButtonProps {
    /// The process.
    pub process: ProcessId,
}

/// The button that shows the run through a process's eyes.
#[component]
pub fn LensButton(props: &LensButtonProps) -> Html {
    let (store, language) = (use_store(), use_language());
    let process = props.process;
    let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Lens(Some(process))));
    html! { <button type="button" class="find" {onclick}>{ lens::title(language, process) }</button> }
}

/// The state as one process knows it.
#[derive(Properties, PartialEq)]
pub struct KnownPanelProps {
    /// The process.
    pub process: ProcessId,
}

/// The state as one process knows it.
#[component]
pub fn KnownPanel(props: &KnownPanelProps) -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let (me, session) = (props.process, &store.session);
    let here = session.trace.position();
    let frame = (*use_frame()).clone().as_known_by(session, me);
    let fields = frame.process(me).into_iter().flat_map(|p| &p.fields);
    let fields = fields.map(|field| {
        html! {
            <div class={classes!(field.changed.then_some("changed"))}>
                <dt>{ phrase(language, field.name) }</dt><dd>{ phrase(language, &field.text) }</dd>
            </div>
        }
    });
    let things = experience(session, me, here);
    let earlier = things.len().saturating_sub(MOST_THINGS);
    let things = things.iter().rev().take(MOST_THINGS).map(|(step, thing)| {
        let (step, store) = (*step, store.clone());
        let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Seek(step)));
        let current = (step == here).then_some("step");
        html! {
            <li>
                <button type="button" {onclick} aria-current={current}>
                    <span class="k">{ step }</span><span>{ experienced(language, me, thing) }</span>
                </button>
            </li>
        }
    });
    html! {
        <div class="state">
            <section class={classes!("locals", tone(me))}>
                <h2>{ lens::title(language, me) }</h2>
                <dl>{ for fields }</dl>
            </section>
            if !frame.memories.is_empty() { <h2>{ say(Word::Registers) }</h2> }
            { for frame.memories.iter().map(|m| memory(m, language)) }
            <h2>{ lens::experiences(language, me) }</h2>
            <ol class="log" reversed={true}>{ for things }</ol>
            if earlier > 0 { <p class="hint">{ format!("+ {earlier}") }</p> }
        </div>
    }
}

fn memory(memory: &MemoryMark, language: Language) -> Html {
    let rows = memory.registers.iter().map(|register| {
        let (known, when) = match register.sight {
            Sight::Learnt { step, .. } => (register.text.clone(), lens::when(language, step)),
            Sight::Plain | Sight::Unknown { .. } => ("?".to_owned(), String::new()),
        };
        html! {
            <tr class={classes!(register.changed.then_some("changed"))}>
                <th scope="row">{ &register.name }</th><td>{ known }</td><td class="when">{ when }</td>
            </tr>
        }
    });
    html! {
        <table class="registers"><caption>{ memory.id.to_string() }</caption><tbody>{ for rows }</tbody></table>
    }
}
