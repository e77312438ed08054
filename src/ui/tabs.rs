//! The panels beside the stage, one at a time.

use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::code_panel::CodePanel;
use super::frame::use_frame;
use super::page::focus;
use super::panels::{Fetched, Panel};
use super::store::{Action, Tab};
use super::{use_store, use_words};
use crate::view::text::Word;

/// The tabs with the panel that is open.
#[component]
pub fn Tabs() -> Html {
    let (store, say) = (use_store(), use_words());
    let enabled = &use_frame().enabled;
    let enabled = enabled.iter().filter(|m| m.event.is_progress()).count();
    let label = |tab: Tab| match tab {
        Tab::Code => say(Word::Pseudocode).to_owned(),
        Tab::State => say(Word::State).to_owned(),
        Tab::Events => say(Word::Events).to_owned(),
        Tab::Next => format!("{} ({enabled})", say(Word::WhatNext)),
        Tab::Search => say(Word::Search).to_owned(),
        Tab::Branches => format!(
            "{} ({})",
            say(Word::Branches),
            store.session.trace.branches().len()
        ),
    };
    let on_key = {
        let store = store.clone();
        Callback::from(move |event: KeyboardEvent| {
            let count = Tab::ALL.len();
            let here = Tab::ALL.iter().position(|t| *t == store.tab).unwrap_or(0);
            let there = match event.key().as_str() {
                "ArrowRight" => (here + 1) % count,
                "ArrowLeft" => (here + count - 1) % count,
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            store.dispatch(Action::Tab(Tab::ALL[there]));
            focus(&format!("tab-{there}"));
        })
    };
    let buttons = Tab::ALL.into_iter().enumerate().map(|(k, tab)| {
        let on = tab == store.tab;
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Tab(tab)));
        html! {
            <button type="button" role="tab" id={format!("tab-{k}")} aria-selected={on.to_string()}
                aria-controls="panel" tabindex={if on { "0" } else { "-1" }} {onclick}>{ label(tab) }</button>
        }
    });
    let place = Tab::ALL.iter().position(|t| *t == store.tab).unwrap_or(0);
    let panel = match store.tab {
        Tab::Code => html! { <CodePanel /> },
        tab => html! { <Fetched panel={Panel::Tab(tab)} /> },
    };
    html! {
        <>
            <div class="tabs" role="tablist" onkeydown={on_key}>{ for buttons }</div>
            <div class="panel" id="panel" role="tabpanel" tabindex="0" aria-labelledby={format!("tab-{place}")}>{ panel }</div>
        </>
    }
}
