//! Every variable and every register, with what the step changed lit.

use yew::prelude::*;

use super::frame::use_frame;
use super::lens::{KnownPanel, LensButton};
use super::prefs::use_language;
use super::{tone, use_store, use_words};
use crate::view::frame::{MemoryMark, ProcessMark, RegisterMark};
use crate::view::text::{Language, Word, phrase};

/// The panel.
#[component]
pub fn StatePanel() -> Html {
    let (frame, say, language) = (use_frame(), use_words(), use_language());
    if let Some(process) = use_store().lens {
        return html! { <KnownPanel {process} /> };
    }
    html! {
        <div class="state">
            <h2>{ say(Word::Variables) }</h2>
            { for frame.processes.iter().map(|p| process(language, p)) }
            if !frame.memories.is_empty() { <h2>{ say(Word::Registers) }</h2> }
            { for frame.memories.iter().map(|m| memory(m, frame.columns)) }
        </div>
    }
}

fn process(language: Language, mark: &ProcessMark) -> Html {
    let fields = mark.fields.iter().map(|field| {
        html! {
            <div class={classes!(field.changed.then_some("changed"))}>
                <dt>{ phrase(language, field.name) }</dt><dd>{ phrase(language, &field.text) }</dd>
            </div>
        }
    });
    let id = mark.id;
    html! {
        <section class={classes!("locals", tone(id))}>
            <h3><b class="name">{ id.to_string() }</b> { " " }<span>{ phrase(language, &mark.role) }</span> <LensButton process={id} /></h3>
            <dl>{ for fields }</dl>
        </section>
    }
}

fn memory(mark: &MemoryMark, columns: &[&str]) -> Html {
    let row = |register: &RegisterMark| {
        html! {
            <tr class={classes!(register.changed.then_some("changed"))}>
                <th scope="row">{ &register.name }</th>
                { for register.cells.iter().map(|cell| html! { <td>{ if cell.is_empty() { "–" } else { cell } }</td> }) }
            </tr>
        }
    };
    html! {
        <table class={classes!("registers", mark.crashed.then_some("crashed"))}>
            <caption>{ mark.id.to_string() }</caption>
            <thead><tr><td></td>{ for columns.iter().map(|c| html! { <th scope="col">{ *c }</th> }) }</tr></thead>
            <tbody>{ for mark.registers.iter().map(row) }</tbody>
        </table>
    }
}
