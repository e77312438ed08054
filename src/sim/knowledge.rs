//! What one process knows: its own experience, and whether two runs look the same to it.
//!
//! A process knows its input and what reached it, in the order in which it did: messages,
//! responses, its oracle's answers, its own time-outs and coins. Two runs in which these agree are
//! indistinguishable to it, and a deterministic process does the same in both. Lower bounds are
//! proved with such pairs (P1, Theorem 6.1).

use serde::Serialize;

use super::{Happening, ResponseView, Session};
use crate::model::{Event, MemoryId, ProcessId, Value};

/// One thing that reached a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Experience {
    /// It came up, with this input: at the start, or again after a crash.
    Woke {
        /// Its input.
        input: Value,
    },
    /// A message arrived.
    Received {
        /// Its sender.
        from: ProcessId,
        /// Its content in short.
        message: String,
    },
    /// A memory answered.
    Answered {
        /// The memory.
        memory: MemoryId,
        /// Its answer.
        response: ResponseView,
    },
    /// Its oracle named a leader.
    Told {
        /// Whom.
        leader: ProcessId,
    },
    /// It gave up waiting on a line.
    TimedOut {
        /// The line, from 1.
        line: u8,
    },
    /// Its coin fell.
    CoinFell {
        /// On this side.
        side: u8,
    },
}

/// Whether an event happens at a process, so that the process sees something of it; an event that
/// names a process may happen at a memory, or in the network.
pub fn happens_at(event: Event, process: ProcessId) -> bool {
    let elsewhere = matches!(
        event,
        Event::Effect { .. } | Event::LoseRequest { .. } | Event::LoseMessage { .. }
    );
    !elsewhere && event.process() == Some(process)
}

/// What has reached a process after step `k` of the current run: each experience with its step.
pub fn experience(session: &Session, process: ProcessId, k: usize) -> Vec<(usize, Experience)> {
    let input = session.config().input(process);
    let mut out = vec![(0, Experience::Woke { input })];
    for at in 1..=k.min(session.trace.len()) {
        let step = session.trace.step(at);
        let near = step.event().is_some_and(|e| e.process() == Some(process));
        if !near {
            continue;
        }
        for (happening, _) in session.happenings(at) {
            if let Some(experience) = of(happening, process) {
                out.push((at, experience));
            }
        }
    }
    out
}

fn of(happening: Happening, me: ProcessId) -> Option<Experience> {
    match happening {
        Happening::Received { from, to, message } if to == me => {
            Some(Experience::Received { from, message })
        }
        Happening::Returned {
            process,
            memory,
            response,
            ..
        } if process == me => Some(Experience::Answered { memory, response }),
        Happening::Trusts { at, leader } if at == me => Some(Experience::Told { leader }),
        Happening::TimedOut { process, line, .. } if process == me => {
            Some(Experience::TimedOut { line })
        }
        Happening::CoinFell { process, side } if process == me => {
            Some(Experience::CoinFell { side })
        }
        Happening::Recovered { process, input } if process == me => {
            Some(Experience::Woke { input })
        }
        _ => None,
    }
}

/// The place of the first difference between two experiences; none where they are equal, so that
/// the process cannot tell the two runs apart.
pub fn first_difference(
    one: &[(usize, Experience)],
    other: &[(usize, Experience)],
) -> Option<usize> {
    let differ = one.iter().zip(other).position(|(a, b)| a.1 != b.1);
    let lengths = (one.len() != other.len()).then(|| one.len().min(other.len()));
    differ.or(lengths)
}

/// Whether a process cannot tell two runs apart at their ends, which share their first `shared`
/// steps. Looks no further than to the first difference.
pub fn looks_the_same(one: &Session, other: &Session, process: ProcessId, shared: usize) -> bool {
    after(one, process, shared).eq(after(other, process, shared))
}

/// What reaches a process after step `k`, to the end of the current run.
fn after(session: &Session, process: ProcessId, k: usize) -> impl Iterator<Item = Experience> {
    let near = move |at: &usize| {
        let event = session.trace.step(*at).event();
        event.is_some_and(|e| e.process() == Some(process))
    };
    (k + 1..=session.trace.len())
        .filter(near)
        .flat_map(|at| session.happenings(at))
        .filter_map(move |(happening, _)| of(happening, process))
}
