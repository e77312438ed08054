//! Stubborn: the worst for liveness. It keeps the run undecided as long as it can see a way.
//!
//! Consensus cannot be certain to end in an asynchronous system with one crash (Fischer, Lynch
//! and Paterson), so such a schedule always exists; Omega settling down is what takes it away.

use super::{Adversary, Trace};
use crate::model::Event;
use crate::sim::{Machine, Snapshot};

/// How many events ahead a choice is judged by.
const HORIZON: u32 = 40;

/// Chooses, again and again, the event after which the nearest decision is farthest away.
///
/// A run at rest counts as near, so that the schedule is one in which the processes keep working;
/// and it changes Omega or fires a time-out at most once between two steps of the algorithm,
/// unless nothing else is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stubborn;

impl Adversary for Stubborn {
    fn choose(&mut self, trace: &Trace) -> Option<Event> {
        let machine = &**trace.machine();
        let open = trace.open();
        let at_rest = !open.iter().any(|e| e.is_progress());
        let whim_before = trace.here().event().is_some_and(|e| !e.is_progress());
        let only_steps = whim_before && !at_rest;
        let mut best: Option<(u32, Event)> = None;
        for event in open {
            if event.is_fault() || (only_steps && !event.is_progress()) {
                continue;
            }
            let Ok(outcome) = machine.apply(trace.state(), event) else {
                continue;
            };
            let distance = match outcome.decided.is_empty() {
                true => distance(machine, outcome.after),
                false => 0,
            };
            if best.is_none_or(|(farthest, _)| distance > farthest) {
                best = Some((distance, event));
            }
        }
        best.map(|(_, event)| event)
    }
}

/// How many events the run is from a decision if everything else is done in order, at most
/// [`HORIZON`]; 0 where it comes to rest without one.
fn distance(machine: &dyn Machine, from: Snapshot) -> u32 {
    let mut state = from;
    for taken in 1..HORIZON {
        let next = machine
            .enabled(&state)
            .into_iter()
            .find(|e| e.is_progress());
        let Some(Ok(outcome)) = next.map(|event| machine.apply(&state, event)) else {
            return 0;
        };
        if !outcome.decided.is_empty() {
            return taken;
        }
        state = outcome.after;
    }
    HORIZON
}
