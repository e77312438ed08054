//! What two runs side by side come to: who decides after how many delays, where the runs part, and
//! whether a process can tell them apart.

use crate::model::{ProcessId, Value};
use crate::sim::{Experience, Session, experience, first_difference, first_parting};

/// How one of two runs stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standpoint {
    /// The algorithm's name, or the run's.
    pub name: String,
    /// Delays so far.
    pub delays: u32,
    /// Who has decided what, and after how many delays; first one first.
    pub decisions: Vec<(ProcessId, Value, u32)>,
    /// Whether nothing is left to happen but faults, time-outs and Omega.
    pub at_rest: bool,
}

impl Standpoint {
    /// A run after its step `k`.
    pub fn of(session: &Session, k: usize, name: &str) -> Self {
        let trace = &session.trace;
        let k = k.min(trace.len());
        let mut decisions: Vec<(ProcessId, Value, u32)> = Vec::new();
        for step in (0..=k).map(|j| trace.step(j)) {
            for (process, value) in &step.decided {
                if decisions.iter().all(|(p, ..)| p != process) {
                    decisions.push((*process, *value, step.causes.depth));
                }
            }
        }
        let here = trace.step(k);
        Standpoint {
            name: name.to_owned(),
            delays: here.clock.delays,
            decisions,
            at_rest: session.machine().is_quiescent(&here.after),
        }
    }
}

/// Where two runs part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The first step that differs.
    pub step: usize,
    /// Whether the run at hand has that step.
    pub here: bool,
    /// Whether the other run has.
    pub there: bool,
}

impl Parting {
    /// Where two runs part; none where they are the same.
    pub fn of(one: &Session, other: &Session) -> Option<Self> {
        let step = first_parting(&one.trace, &other.trace)?;
        Some(Parting {
            step,
            here: step <= one.trace.len(),
            there: step <= other.trace.len(),
        })
    }
}

/// What has reached a process in each of two runs, with the steps, and where that differs first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views {
    /// The process.
    pub process: ProcessId,
    /// In the run at hand.
    pub here: Vec<(usize, Experience)>,
    /// In the other.
    pub there: Vec<(usize, Experience)>,
    /// The place of the first difference, from 0; none where the process cannot tell the two apart.
    pub difference: Option<usize>,
}

impl Views {
    /// A process's views of two runs, each after a step of its own.
    pub fn of(process: ProcessId, one: (&Session, usize), other: (&Session, usize)) -> Self {
        let here = experience(one.0, process, one.1);
        let there = experience(other.0, process, other.1);
        Views {
            process,
            difference: first_difference(&here, &there),
            here,
            there,
        }
    }
}
