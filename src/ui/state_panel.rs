//! Every variable and every register, with what the step changed lit.

use yew::prelude::*;

use super::{tone, use_store, use_words};
use crate::sim::{MemoryView, ProcessView};
use crate::view::text::Word;

/// The panel.
#[component]
pub fn StatePanel() -> Html {
    let (store, say) = (use_store(), use_words());
    let trace = &store.session.trace;
    let machine = store.session.machine();
    let now = machine.view(trace.state());
    let before = machine.view(&trace.node(trace.here().parent).after);
    let columns = store.session.info().columns;
    html! {
        <div class="state">
            <h2>{ say(Word::Variables) }</h2>
            { for now.processes.iter().zip(&before.processes).map(|(now, before)| process(now, before)) }
            if !now.memories.is_empty() { <h2>{ say(Word::Registers) }</h2> }
            { for now.memories.iter().zip(&before.memories).map(|(now, before)| memory(now, before, columns)) }
        </div>
    }
}

fn process(now: &ProcessView, before: &ProcessView) -> Html {
    let fields = now.fields.iter().map(|field| {
        let same = before.fields.iter().any(|f| f == field);
        html! {
            <div class={classes!((!same).then_some("changed"))}>
                <dt>{ field.name }</dt><dd>{ &field.text }</dd>
            </div>
        }
    });
    let id = now.id;
    html! {
        <section class={classes!("locals", tone(id))}>
            <h3><b class="name">{ id.to_string() }</b> { " " }<span>{ &now.role }</span></h3>
            <dl>{ for fields }</dl>
        </section>
    }
}

fn memory(now: &MemoryView, before: &MemoryView, columns: &[&str]) -> Html {
    let row = |register: &crate::sim::RegisterView| {
        let same = before.registers.iter().any(|r| r == register);
        html! {
            <tr class={classes!((!same).then_some("changed"))}>
                <th scope="row">{ &register.name }</th>
                { for register.cells.iter().map(|cell| html! { <td>{ if cell.is_empty() { "–" } else { cell } }</td> }) }
            </tr>
        }
    };
    html! {
        <table class={classes!("registers", now.crashed.then_some("crashed"))}>
            <caption>{ now.id.to_string() }</caption>
            <thead><tr><td></td>{ for columns.iter().map(|c| html! { <th scope="col">{ *c }</th> }) }</tr></thead>
            <tbody>{ for now.registers.iter().map(row) }</tbody>
        </table>
    }
}
