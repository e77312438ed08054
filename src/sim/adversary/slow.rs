//! Slow: lockstep, but one process, memory or link is touched only when nothing else can move.

use super::{Adversary, Lockstep, Trace};
use crate::model::Event;
use crate::sim::Hold;

/// Runs in lockstep around what is slow, and comes back to it only when all else is at rest.
#[derive(Clone, Copy, Debug)]
pub struct Slow(
    /// What is slow.
    pub Hold,
);

impl Adversary for Slow {
    fn choose(&mut self, trace: &Trace) -> Option<Event> {
        let mut open = trace.open();
        let slow: Vec<Event> = open
            .iter()
            .filter(|e| self.0.covers(**e))
            .copied()
            .collect();
        open.retain(|e| !self.0.covers(*e));
        let moves = |events: &[Event]| events.iter().any(|e| e.is_progress());
        if moves(&open) || !moves(&slow) {
            Lockstep::among(trace, &open).or_else(|| Lockstep::among(trace, &slow))
        } else {
            Lockstep::among(trace, &slow)
        }
    }
}
