//! What must hold of Protected Memory Paxos.

use super::ProtectedMemoryPaxos;
use crate::algorithms::properties;
use crate::algorithms::proposals::Accepted;
use crate::algorithms::slots;
use crate::model::{Fact, Kind, Moment, Operation, Property, Reach};

pub(super) static PROPERTIES: [Property<ProtectedMemoryPaxos>; 9] = [
    properties::agreement(),
    properties::validity(),
    slots::one_writer(),
    properties::write_needs_permission(),
    Property {
        id: "decided-survives",
        says: "Once v is decided at proposal b, every accept above b carries v.",
        source: "P1, proof of Theorem 5.1",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }) || properties::is_write_issued(fact),
        holds: decided_survives,
    },
    Property {
        id: "majority-before-decision",
        says: "Whoever decides has acknowledgements of its accept from a majority of memories.",
        source: "P1, Protected Memory Paxos, last line",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: properties::is_own_decision,
        holds: |moment| properties::decides_with(moment, |a, l| l.acked.len() >= a.majority()),
    },
    Property {
        id: "one-value-per-proposal",
        says: "All accepts of one attempt carry the same value.",
        source: "P1, Protected Memory Paxos: the straggler rule",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: properties::is_write_issued,
        holds: one_value_per_proposal,
    },
    properties::someone_decides(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader and a majority of memories is up, everyone correct decides.",
        source: "P1, Theorem 5.1",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let algorithm = &moment.system.algorithm;
            let up = moment.after.memories().filter(|(_, m)| !m.crashed);
            up.count() < algorithm.majority()
                || properties::termination(moment, |id, locals| algorithm.has_attempts(id, locals))
        },
    },
];

/// The accept that a write carries, if it is one.
fn accept_of(operation: &Operation<ProtectedMemoryPaxos>) -> Accepted {
    match operation {
        Operation::Write { value, .. } => value.accepted.filter(|a| a.0 == value.min_prop),
        _ => None,
    }
}

fn decided_survives(moment: &Moment<'_, ProtectedMemoryPaxos>) -> bool {
    properties::survives_in_memories(moment.after, |register| register.accepted, accept_of)
}

fn one_value_per_proposal(moment: &Moment<'_, ProtectedMemoryPaxos>) -> bool {
    moment.facts.iter().all(|fact| {
        let Fact::Issued {
            process, operation, ..
        } = fact
        else {
            return true;
        };
        let before = &moment.before.process(*process);
        let issued = before.locals.as_ref().and_then(|l| l.issued);
        match (accept_of(operation), issued) {
            (Some(now), Some(earlier)) if now.0 == earlier.0 => now.1 == earlier.1,
            _ => true,
        }
    })
}
