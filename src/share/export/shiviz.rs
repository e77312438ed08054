//! A log with vector clocks, as ShiViz reads it.
//!
//! Each event is two lines: where it happened and its clock, and what happened. ShiViz reads it by
//! its standard expression, `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`. An event at a process or
//! memory follows the event before it there, and the sending of what arrived. What happens to no
//! process and no memory (a packet is lost, held, released) is the `adversary`'s.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::model::Event;
use crate::scenario::sentence;
use crate::sim::{Choice, NodeId, Session};

/// How many events at each place an event follows, itself included.
type Clock = BTreeMap<String, u32>;

/// The current run as a log for ShiViz.
pub fn shiviz(session: &Session) -> String {
    let trace = &session.trace;
    let mut out = String::new();
    let mut last: BTreeMap<String, Clock> = BTreeMap::new();
    for process in session.config().process_ids() {
        event(&mut out, &mut last, &process.to_string(), None, "starts");
    }
    // What was sent at the start was sent by the process that it belongs to.
    let start = last.clone();
    let mut clocks: BTreeMap<NodeId, Clock> = BTreeMap::new();
    for k in 1..=trace.len() {
        let step = trace.step(k);
        let host = step.choice.map_or_else(String::new, place);
        let sent = step.causes.sending.and_then(|sending| {
            if sending == NodeId(0) {
                sender(step.event()?).and_then(|host| start.get(&host))
            } else {
                clocks.get(&sending)
            }
        });
        let told = sentence(session, k);
        let clock = event(&mut out, &mut last, &host, sent, &told);
        clocks.insert(trace.node_at(k), clock);
    }
    out
}

fn event(
    out: &mut String,
    last: &mut BTreeMap<String, Clock>,
    host: &str,
    sent: Option<&Clock>,
    told: &str,
) -> Clock {
    let clock = last.entry(host.to_owned()).or_default();
    for (place, count) in sent.into_iter().flatten() {
        let known = clock.entry(place.clone()).or_default();
        *known = (*known).max(*count);
    }
    *clock.entry(host.to_owned()).or_default() += 1;
    let clock = clock.clone();
    let _ = write!(out, "{host} {{");
    for (k, (place, count)) in clock.iter().enumerate() {
        let comma = if k > 0 { ", " } else { "" };
        let _ = write!(out, "{comma}\"{place}\":{count}");
    }
    let _ = writeln!(out, "}}\n{}", told.replace('\n', " "));
    clock
}

/// Where a choice happens.
fn place(choice: Choice) -> String {
    let nobody = || "adversary".to_owned();
    match choice {
        Choice::Hold(_) | Choice::Release(_) => nobody(),
        Choice::Event(event) => match event {
            Event::LoseMessage { .. } | Event::LoseRequest { .. } => nobody(),
            Event::Effect { memory, .. } | Event::CrashMemory(memory) => memory.to_string(),
            _ => event.process().map_or_else(nobody, |p| p.to_string()),
        },
    }
}

/// Who sent what an event lets arrive, if it was sent by a process.
fn sender(event: Event) -> Option<String> {
    match event {
        Event::Deliver { from, .. } => Some(from.to_string()),
        Event::Effect { process, .. } => Some(process.to_string()),
        _ => None,
    }
}
