//! What happened, one whole sentence a step, with the reason where it matters. Only the steps
//! around the playhead are there; the others come on demand.

use std::rc::Rc;

use yew::prelude::*;

use super::icon::Kind;
use super::prefs::use_language;
use super::scroll::keep_in_view;
use super::store::{Action, Store};
use super::{StoreHandle, use_store, use_words};
use crate::sim::NodeId;
use crate::view::text::Word;
use crate::view::text::{Language, Mood, what, why};
use crate::view::{Icon, Target};

/// How many steps are shown before and after the playhead.
const AROUND: usize = 24;

/// The panel.
#[component]
pub fn EventsPanel() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let more = use_state_eq(|| (0usize, 0usize));
    let trace = &store.session.trace;
    let (here, end) = (trace.position(), trace.len());
    let from = here.saturating_sub(AROUND + more.0);
    let to = (here + AROUND + more.1).min(end);
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(here, move |_| keep_in_view(&list, "[aria-current]"));
    }
    let widen = |before: usize, after: usize| {
        let more = more.clone();
        Callback::from(move |_: MouseEvent| more.set((more.0 + before, more.1 + after)))
    };
    let rows = (from..=to).map(|k| {
        html! {
            <Row key={trace.node_at(k).0} log={Log(store.clone())} node={trace.node_at(k)} {k} {language}
                place={k.cmp(&here) as i8} />
        }
    });
    html! {
        <div ref={list}>
            if from > 0 { <button type="button" onclick={widen(4 * AROUND, 0)}>{ format!("{} ({from})", say(Word::Earlier)) }</button> }
            <ol class="log">{ for rows }</ol>
            if to < end { <button type="button" onclick={widen(0, 4 * AROUND)}>{ format!("{} ({})", say(Word::Later), end - to) }</button> }
        </div>
    }
}

/// The store as a row needs it: a step's sentence stays as it is while its session is the same.
#[derive(Clone)]
struct Log(StoreHandle);

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        let identity = |store: &Store| Rc::as_ptr(&store.identity);
        identity(&self.0) == identity(&other.0)
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    log: Log,
    node: NodeId,
    k: usize,
    language: Language,
    /// Before the playhead (-1), at it (0) or after it (1).
    place: i8,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let session = &props.log.0.session;
    let (k, language) = (props.k, props.language);
    let sentence = what(language, session, k);
    let happened = session.happenings(k);
    let reason = happened.iter().rev().find_map(|(_, why)| *why);
    let icon = happened.iter().find_map(|(h, _)| Icon::of(h));
    let of = session.trace.step(k).event().and_then(|e| e.process());
    let dispatcher = props.log.0.dispatcher();
    let onclick = Callback::from(move |_: MouseEvent| dispatcher.dispatch(Action::Seek(k)));
    let bad = (sentence.mood == Mood::Bad).then_some("bad");
    let later = (props.place > 0).then_some("later");
    html! {
        <li>
            <button type="button" class={classes!(bad, later)} {onclick} aria-current={(props.place == 0).then_some("step")}
                data-step={Target::Step(k).key()}>
                <span class="k">{ k }</span>
                if let Some(icon) = icon { <Kind {icon} {of} /> } else { <span class="kind"></span> }
                <span>
                    <b>{ sentence.head }</b>{ " " }{ sentence.rest }
                    if let Some(reason) = reason { <small class="reason">{ why(language, reason) }</small> }
                </span>
            </button>
        </li>
    }
}
