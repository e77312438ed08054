//! What happened, one whole sentence a step, with the reason where it matters. Only the steps
//! around the playhead are there; the others come on demand. Where a level folds, what is folded is
//! one sentence, which unfolds.

use std::collections::BTreeSet;
use std::rc::Rc;

use yew::prelude::*;

use super::icon::Kind;
use super::prefs::use_language;
use super::scroll::keep_in_view;
use super::store::{Action, Store};
use super::{StoreHandle, use_store, use_words};
use crate::model::{Event as Step, Level};
use crate::sim::{BroadcastSpan, NodeId, OperationSpan};
use crate::view::text::{Language, Mood, Ui, Word, what, what_at, why};
use crate::view::{Icon, Target};

/// How many steps are shown before and after the playhead.
const AROUND: usize = 10;

/// How many more a press on a button brings.
const MORE: usize = 96;

/// The panel.
#[component]
pub fn EventsPanel() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let more = use_state_eq(|| (0usize, 0usize));
    let open = use_state_eq(BTreeSet::<usize>::new);
    let trace = &store.session.trace;
    let (here, end) = (trace.position(), trace.len());
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(here, move |_| keep_in_view(&list, "[aria-current]"));
    }
    let widen = |before: usize, after: usize| {
        let more = more.clone();
        Callback::from(move |_: MouseEvent| more.set((more.0 + before, more.1 + after)))
    };
    let on_open = {
        let open = open.clone();
        Callback::from(move |k: usize| {
            let mut next = (*open).clone();
            if !next.remove(&k) {
                next.insert(k);
            }
            open.set(next);
        })
    };
    let steps = around(&store, here, AROUND + more.0, AROUND + more.1);
    let (from, to) = (
        steps.first().copied().unwrap_or(0),
        steps.last().copied().unwrap_or(0),
    );
    let window = 2 * AROUND + 1 + more.0 + more.1;
    let rows = steps.into_iter().map(|k| {
        // A row that leaves the list becomes the one that enters it, which costs less than a new one.
        let key = match store.level {
            Level::Copies => (k % window) as u32,
            _ => trace.node_at(k).0,
        };
        html! {
            <Row {key} log={Log(store.clone())} node={trace.node_at(k)} {k} {language}
                place={k.cmp(&here) as i8} level={store.level} folds={unfolds(&store, k).then_some(end)}
                open={open.contains(&k)} on_open={on_open.clone()} />
        }
    });
    html! {
        <div ref={list}>
            if from > 0 { <button type="button" onclick={widen(MORE, 0)}>{ format!("{} ({from})", say(Word::Earlier)) }</button> }
            <ol class="log">{ for rows }</ol>
            if to < end { <button type="button" onclick={widen(0, MORE)}>{ format!("{} ({})", say(Word::Later), end - to) }</button> }
        </div>
    }
}

/// The steps around the playhead that the level shows, and the playhead's own.
fn around(store: &Store, here: usize, before: usize, after: usize) -> Vec<usize> {
    let end = store.session.trace.len();
    if store.level == Level::Copies {
        return (here.saturating_sub(before)..=(here + after).min(end)).collect();
    }
    let index = store.index.of(&store.session);
    let (levels, level) = (index.levels(), store.level);
    let back = std::iter::successors(Some(here), |k| levels.previous(level, *k));
    let mut steps: Vec<usize> = back.take(before + 1).collect();
    steps.reverse();
    let on = std::iter::successors(levels.next(level, here), |k| levels.next(level, *k));
    steps.extend(on.take(after));
    steps
}

/// Whether something is folded into a step's sentence.
fn unfolds(store: &Store, k: usize) -> bool {
    let index = store.index.of(&store.session);
    let news = index.levels().news(k);
    match store.level {
        Level::Copies => false,
        Level::Registers => !news.begins.is_empty(),
        Level::Broadcasts | Level::Messages => {
            !news.broadcasts.is_empty() || news.begins.iter().any(|o| o.work.is_none())
        }
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
    level: Level,
    /// Where something is folded into it, the length of the run: what becomes of it may change.
    folds: Option<usize>,
    open: bool,
    on_open: Callback<usize>,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let store = &props.log.0;
    let session = &store.session;
    let (k, language) = (props.k, props.language);
    let sentence = {
        let index = store.index.of(session);
        what_at(language, session, index.levels(), props.level, k)
    };
    let happened = session.happenings(k);
    let reason = happened.iter().rev().find_map(|(_, why)| *why);
    let catches = happened
        .iter()
        .any(|(_, why)| why.is_some_and(|w| w.catches().is_some()));
    let event = session.trace.step(k).event();
    let icon = match event {
        _ if catches => Some(Icon::Caught),
        Some(Step::Byzantine { .. }) => Some(Icon::Byzantine),
        _ => happened.iter().find_map(|(h, _)| Icon::of(h)),
    };
    let of = event.and_then(Step::process);
    let bad = (sentence.mood == Mood::Bad).then_some("bad");
    let later = (props.place > 0).then_some("later");
    let unfold = props.folds.map(|_| {
        let onclick = props.on_open.reform(move |_: MouseEvent| k);
        let (sign, label) = (
            if props.open { "▾" } else { "▸" },
            Ui::Unfold.text(language),
        );
        html! {
            <button type="button" class="unfold" {onclick} aria-expanded={props.open.to_string()}
                aria-label={format!("{label}: {k}")} title={label}>{ sign }</button>
        }
    });
    html! {
        <li class={classes!(unfold.is_some().then_some("folds"))}>
            <button type="button" class={classes!(bad, later)} onclick={seek(store, k)} aria-current={(props.place == 0).then_some("step")}
                data-step={Target::Step(k).key()}>
                <span class="k">{ k }</span>
                if let Some(icon) = icon { <Kind {icon} {of} /> } else { <span class="kind"></span> }
                <span>
                    <b>{ sentence.head }</b>{ " " }{ sentence.rest }
                    if let Some(reason) = reason { <small class="reason">{ why(language, reason) }</small> }
                </span>
            </button>
            { unfold.unwrap_or_default() }
            if props.open && props.folds.is_some() { { inside(store, props.level, language, k) } }
        </li>
    }
}

fn seek(store: &StoreHandle, k: usize) -> Callback<MouseEvent> {
    let dispatcher = store.dispatcher();
    Callback::from(move |_: MouseEvent| dispatcher.dispatch(Action::Seek(k)))
}

/// What is folded into a step: of a broadcast its arrivals and its operations, of an operation
/// each memory's part.
fn inside(store: &StoreHandle, level: Level, language: Language, k: usize) -> Html {
    let index = store.index.of(&store.session);
    let levels = index.levels();
    let news = levels.news(k);
    let mut rows: Vec<Html> = Vec::new();
    if level >= Level::Broadcasts {
        for span in &news.broadcasts {
            rows.extend(arrivals(store, language, span));
            let owned = levels.operations().iter().filter(|o| span.owns(o));
            rows.extend(owned.map(|o| operation(store, language, o)));
        }
    }
    let whole = level == Level::Registers;
    for span in news.begins.iter().filter(|o| whole || o.work.is_none()) {
        rows.extend(copies(store, language, span));
    }
    html! { <ol class="inside">{ for rows }</ol> }
}

fn line(store: &StoreHandle, k: usize, text: String) -> Html {
    html! { <li><button type="button" onclick={seek(store, k)}><span class="k">{ k }</span><span>{ text }</span></button></li> }
}

/// Who delivered a broadcast, and who T-received it.
fn arrivals(store: &StoreHandle, language: Language, span: &BroadcastSpan) -> Vec<Html> {
    let row = |label: Ui, process: &crate::model::ProcessId, k: usize| {
        line(store, k, format!("{} {process}", label.text(language)))
    };
    let delivered = span.delivered.iter();
    let received = span.received.iter();
    delivered
        .map(|(p, k)| row(Ui::DeliveredBy, p, *k))
        .chain(received.map(|(p, k)| row(Ui::ReceivedBy, p, *k)))
        .collect()
}

/// An operation at all memories as one line.
fn operation(store: &StoreHandle, language: Language, span: &OperationSpan) -> Html {
    let what = language.tongue().operation(&span.operation);
    let answers = span
        .copies
        .iter()
        .filter_map(|c| Some((c.memory, c.returned?)));
    let answers: Vec<String> = answers.map(|(m, k)| format!("{m} ({k})")).collect();
    let answered = match answers.is_empty() {
        true => String::new(),
        false => format!(
            " – {} {}",
            Ui::AnsweredBy.text(language),
            answers.join(", ")
        ),
    };
    line(
        store,
        span.first,
        format!("{}: {what}{answered}", span.process),
    )
}

/// Each memory's part of an operation.
fn copies(store: &StoreHandle, language: Language, span: &OperationSpan) -> Vec<Html> {
    let steps = span.copies.iter().flat_map(|c| [c.landed, c.returned]);
    let mut steps: Vec<usize> = steps.flatten().collect();
    steps.sort_unstable();
    let row = |k: usize| line(store, k, what(language, &store.session, k).head);
    steps.into_iter().map(row).collect()
}
