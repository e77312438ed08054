//! The pseudocode, with each process's mark on the lines where it stands.

use yew::prelude::*;

use super::frame::use_frame;
use super::scroll::keep_in_view;
use super::{tone, use_store};
use crate::model::ProcessId;
use crate::sim::Happening;

/// The panel.
#[component]
pub fn CodePanel() -> Html {
    let store = use_store();
    let info = store.session.info();
    let frame = use_frame();
    let config = store.session.config();
    let here = store.session.trace.position();
    // The lines that the step passed, one after another within one event.
    let passed: Vec<u8> = frame
        .happened
        .iter()
        .filter_map(|(h, _)| match h {
            Happening::Passed { line, .. } => Some(*line),
            _ => None,
        })
        .collect();
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(here, move |_| keep_in_view(&list, ".passed, .cur"));
    }
    let lines = info.code.iter().zip(1u8..).map(|(text, number)| {
        // One mark for each thread: p2 can be at one line for m1 and at another for m3.
        let marks = frame.processes.iter().flat_map(|p| {
            let here = p.threads.iter().filter(move |t| t.line == number);
            here.map(|t| (p.id, t.name.clone()))
        });
        let mutated = info
            .mutations
            .iter()
            .enumerate()
            .any(|(k, m)| m.line == number && config.mutated(k as u32));
        html! { <CodeLine {number} {text} marks={marks.collect::<Vec<_>>()} {mutated} passed={passed.contains(&number)} /> }
    });
    html! { <ol class="code" ref={list}>{ for lines }</ol> }
}

#[derive(Properties, PartialEq)]
struct CodeLineProps {
    number: u8,
    text: &'static str,
    marks: Vec<(ProcessId, String)>,
    mutated: bool,
    /// Whether this step passed it.
    passed: bool,
}

#[component]
fn CodeLine(props: &CodeLineProps) -> Html {
    let code = props.text.trim_start();
    let indent = (props.text.len() - code.len()) / 2;
    let first = props.marks.first().map(|(p, _)| tone(*p));
    let class = classes!(
        first.as_ref().map(|_| "cur"),
        first.clone(),
        props.mutated.then_some("mutated"),
        props.passed.then_some("passed")
    );
    let marks = props.marks.iter().map(|(process, thread)| {
        let name = match thread.as_str() {
            "main" => process.to_string(),
            thread => format!("{process} {thread}"),
        };
        html! { <b class={format!("mark {}", tone(*process))}>{ name }</b> }
    });
    html! {
        <li {class}>
            <span class="ln">{ props.number }</span>
            <code class={format!("in-{}", indent.min(6))}>{ code }</code>
            <span class="marks">{ for marks }</span>
        </li>
    }
}
