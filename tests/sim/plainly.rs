//! The stubborn schedule as its definition says it, with nothing left out: each choice is followed
//! by each process to the horizon. What `Stubborn` skips must change no choice.

use mnmscope::model::{Event, ProcessId};
use mnmscope::sim::{Machine, Snapshot, Trace};

const HORIZON: u32 = 32;

/// The event that the schedule chooses.
pub fn stubborn(trace: &Trace) -> Option<Event> {
    let machine = &**trace.machine();
    let open = trace.open();
    let at_rest = !open.iter().any(|e| e.is_progress());
    let whim_before = trace.here().event().is_some_and(|e| !e.is_progress());
    let only_steps = whim_before && !at_rest;
    let mut best: Option<((u32, u32), Event)> = None;
    for event in open {
        if event.is_fault() || (only_steps && !event.is_progress()) {
            continue;
        }
        let Ok(outcome) = machine.apply(trace.state(), event) else {
            continue;
        };
        let (nearest, next) = match outcome.decided.is_empty() {
            true => outlook(machine, &outcome.after),
            false => (0, HORIZON),
        };
        let worth = (nearest, HORIZON - next);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, event));
        }
    }
    best.map(|(_, event)| event)
}

/// After how many events the process that is nearest to a decision would make it, going on alone,
/// and after how many the one that is next to it.
fn outlook(machine: &dyn Machine, state: &Snapshot) -> (u32, u32) {
    if !machine.enabled(state).iter().any(|e| e.is_progress()) {
        return (0, HORIZON);
    }
    let each = machine.config().process_ids();
    let mut each: Vec<u32> = each
        .map(|p| decides_after(machine, state, |e| concerns(e, p)).unwrap_or(HORIZON))
        .collect();
    each.push(HORIZON);
    each.sort_unstable();
    match each[0] {
        HORIZON => {
            let together = decides_after(machine, state, |_| true);
            (together.unwrap_or(0), HORIZON)
        }
        nearest => (nearest, each[1]),
    }
}

fn concerns(event: Event, process: ProcessId) -> bool {
    let sent = matches!(event, Event::Deliver { from, .. } if from == process);
    sent || event.process() == Some(process)
}

/// After how many events, done in order and of those that count, there is a decision, at most
/// [`HORIZON`]; nothing where it comes to rest without one.
fn decides_after(
    machine: &dyn Machine,
    from: &Snapshot,
    counts: impl Fn(Event) -> bool,
) -> Option<u32> {
    let mut state = from.clone();
    for taken in 1..HORIZON {
        let enabled = machine.enabled(&state).into_iter();
        let next = enabled.filter(|e| e.is_progress()).find(|e| counts(*e));
        let outcome = machine.apply(&state, next?).ok()?;
        if !outcome.decided.is_empty() {
            return Some(taken);
        }
        state = outcome.after;
    }
    Some(HORIZON)
}
