//! Lockstep: the papers' common case, synchronous and failure-free.

use super::{Adversary, Origin, Trace};
use crate::model::Event;

/// One round is everything that arrives with one delay, in canonical order, and only then the
/// waits that are satisfied, until none is left: a process that left its wait after the second of
/// three responses would meet a straggler in the common case.
///
/// It never moves Omega, injects no fault, lets a coin fall on 0, and fires time-outs only when
/// nothing else is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lockstep;

impl Adversary for Lockstep {
    fn origin(&self) -> Origin {
        Origin::Lockstep
    }

    fn choose(&mut self, trace: &Trace) -> Option<Event> {
        Lockstep::among(trace, &trace.open())
    }
}

impl Lockstep {
    /// The next event in lockstep among some that can happen at the playhead.
    pub fn among(trace: &Trace, open: &[Event]) -> Option<Event> {
        let now = trace.here().clock.delays;
        let arrivals = open.iter().filter(|e| {
            matches!(
                e,
                Event::Deliver { .. } | Event::Effect { .. } | Event::Return { .. }
            )
        });
        // When a packet arrives: one delay after it was sent.
        let due = |event: &Event| match trace.causes(*event).sending {
            Some(sent) => trace.node(sent).causes.depth + 1,
            None => now,
        };
        let next = arrivals.map(|e| (due(e), *e)).min();
        let local = open.iter().find(|e| {
            matches!(e, Event::Proceed { .. }) || matches!(e, Event::Coin { side: 0, .. })
        });
        match (next, local) {
            (Some((due, event)), _) if due <= now => Some(event),
            (_, Some(event)) => Some(*event),
            (Some((_, event)), None) => Some(event),
            (None, None) => open
                .iter()
                .find(|e| matches!(e, Event::Timeout { .. }))
                .copied(),
        }
    }
}
