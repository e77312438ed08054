//! Stubborn: the worst for liveness. It keeps the run undecided as long as it can see a way.
//!
//! Consensus cannot be certain to end in an asynchronous system with one crash (Fischer, Lynch
//! and Paterson), so such a schedule always exists; Omega settling down is what takes it away.

use super::{Adversary, Trace};
use crate::model::{Config, Event, ProcessId};
use crate::sim::{Machine, Snapshot};

/// How many events ahead a choice is judged by.
const HORIZON: u32 = 32;

/// How many steps this schedule takes in about a second: the more processes and memories, the more
/// it has to look at.
pub fn stubborn_steps(config: &Config) -> usize {
    let agents = usize::from(config.processes) + usize::from(config.memories);
    (60_000 / agents.pow(3).max(1)).clamp(4, 2_000)
}

/// A duel: again and again, it chooses the event after which the process that is nearest to a
/// decision is as far away from it as can be, and of several such, the one that brings the next
/// process nearest. So whoever could decide is held up while a rival overtakes it.
///
/// A run at rest counts as a decision, so that the schedule is one in which the processes keep
/// working; and it changes Omega or fires a time-out at most once between two steps of the
/// algorithm, unless nothing else is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stubborn;

impl Adversary for Stubborn {
    fn choose(&mut self, trace: &Trace) -> Option<Event> {
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
}

/// After how many events the process that is nearest to a decision would make it, going on alone,
/// and after how many the one that is next to it.
fn outlook(machine: &dyn Machine, state: &Snapshot) -> (u32, u32) {
    if !machine.enabled(state).iter().any(|e| e.is_progress()) {
        return (0, HORIZON);
    }
    let (mut nearest, mut next) = (HORIZON, HORIZON);
    for process in machine.config().process_ids() {
        let alone = decides_after(machine, state, |e| concerns(e, process));
        let alone = alone.unwrap_or(HORIZON);
        next = next.min(alone.max(nearest));
        nearest = nearest.min(alone);
    }
    if nearest == HORIZON {
        // Nobody decides alone; all of them together may.
        nearest = decides_after(machine, state, |_| true).unwrap_or(0);
    }
    (nearest, next)
}

/// Whether an event belongs to a process going on by itself: a step of its own, or a packet that
/// it sent or receives.
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
