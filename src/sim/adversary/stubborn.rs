//! Stubborn: the worst for liveness. It keeps the run undecided as long as it can see a way.
//!
//! Consensus cannot be certain to end in an asynchronous system with one crash (Fischer, Lynch
//! and Paterson), so such a schedule always exists; Omega settling down is what takes it away.

use super::{Adversary, Trace};
use crate::model::{Config, Event, ProcessId};
use crate::sim::{Machine, Snapshot};

/// How many events ahead a choice is judged by.
const HORIZON: u32 = 32;

/// How many steps this schedule takes at most, far less than a second's worth: the more processes
/// and memories, the more it has to look at.
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
///
/// Texts that ask for it mean one run for ever: what is looked at may change, the choice may not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stubborn;

impl Adversary for Stubborn {
    fn choose(&mut self, trace: &Trace) -> Option<Event> {
        let machine = &**trace.machine();
        let open = trace.open();
        let at_rest = !open.iter().any(|e| e.is_progress());
        let whim_before = trace.here().event().is_some_and(|e| !e.is_progress());
        let only_steps = whim_before && !at_rest;
        let mut best: Option<(Worth, Event)> = None;
        for event in open {
            if event.is_fault() || (only_steps && !event.is_progress()) {
                continue;
            }
            let Ok(outcome) = machine.apply(trace.state(), event) else {
                continue;
            };
            let most = best.map(|(most, _)| most);
            let worth = match outcome.decided.is_empty() {
                true => outlook(machine, &outcome.after, most),
                false => Some(Worth::LEAST),
            };
            let Some(worth) = worth.filter(|worth| most.is_none_or(|most| *worth > most)) else {
                continue;
            };
            best = Some((worth, event));
            if worth == Worth::MOST {
                break;
            }
        }
        best.map(|(_, event)| event)
    }
}

/// What a choice is worth to the schedule; the greater, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    /// After how many events the process that is nearest to a decision would make it.
    nearest: u32,
    /// How much closer than the horizon the next one is.
    next: u32,
}

impl Worth {
    /// Of a decision, and of rest.
    const LEAST: Worth = Worth {
        nearest: 0,
        next: 0,
    };
    /// Of a state from which no decision is in sight: there is none better, since whoever is next
    /// to the nearest is no closer than that one.
    const MOST: Worth = Worth {
        nearest: HORIZON,
        next: 0,
    };
}

/// What a state is worth, by how soon each process would decide in it, going on alone; nothing
/// where that is found to be no more than `most`.
///
/// All go on in turn, event by event, so that nobody is followed further than matters: the first
/// to decide is the nearest, and the second the next.
fn outlook(machine: &dyn Machine, state: &Snapshot, most: Option<Worth>) -> Option<Worth> {
    let enabled = steps(machine, state);
    if enabled.is_empty() {
        return Some(Worth::LEAST);
    }
    let most = most.unwrap_or(Worth::LEAST);
    let mut nearest = None;
    // Each where it stands, with what can happen there.
    let alone = machine.config().process_ids().map(|p| (p, state.clone()));
    let mut alone: Vec<(ProcessId, Snapshot)> = alone.collect();
    for taken in 1..HORIZON {
        let (mut k, mut decided) = (0, 0);
        while k < alone.len() {
            let (process, at) = &mut alone[k];
            let next = match taken {
                1 => enabled.iter().find(|e| concerns(**e, *process)).copied(),
                _ => steps(machine, at)
                    .into_iter()
                    .find(|e| concerns(*e, *process)),
            };
            match next.and_then(|next| machine.apply(at, next).ok()) {
                Some(outcome) if outcome.decided.is_empty() => {
                    *at = outcome.after;
                    k += 1;
                    continue;
                }
                Some(_) => decided += 1,
                None => {}
            }
            // It has decided, or comes to rest without.
            alone.swap_remove(k);
        }
        if decided > 0 {
            let first = *nearest.get_or_insert(taken);
            if first < taken || decided > 1 {
                return Some(Worth {
                    nearest: first,
                    next: HORIZON - taken,
                });
            }
        }
        // The best that may come of it still: the next decides with the next event.
        let at_best = nearest.map(|nearest| Worth {
            nearest,
            next: HORIZON - taken - 1,
        });
        if at_best.is_some_and(|at_best| at_best <= most) {
            return None;
        }
        if alone.is_empty() {
            break;
        }
    }
    let nearest = match nearest {
        Some(nearest) => nearest,
        // Nobody decides alone; all of them together may.
        None => together(machine, state),
    };
    Some(Worth { nearest, next: 0 })
}

/// What can happen of the algorithm's and the network's steps, in order.
fn steps(machine: &dyn Machine, state: &Snapshot) -> Vec<Event> {
    let mut events = machine.enabled(state);
    events.retain(|e| e.is_progress());
    events
}

/// Whether an event belongs to a process going on by itself: a step of its own, or a packet that
/// it sent or receives.
fn concerns(event: Event, process: ProcessId) -> bool {
    let sent = matches!(event, Event::Deliver { from, .. } if from == process);
    sent || event.process() == Some(process)
}

/// After how many events, done in order, there is a decision, at most [`HORIZON`]; 0 where it comes
/// to rest without one.
fn together(machine: &dyn Machine, from: &Snapshot) -> u32 {
    let mut state = from.clone();
    for taken in 1..HORIZON {
        let next = steps(machine, &state).into_iter().next();
        let Some(outcome) = next.and_then(|next| machine.apply(&state, next).ok()) else {
            return 0;
        };
        if !outcome.decided.is_empty() {
            return taken;
        }
        state = outcome.after;
    }
    HORIZON
}
