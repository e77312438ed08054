//! What must hold of Protected Memory Paxos.

use smallvec::SmallVec;

use super::ProtectedMemoryPaxos;
use crate::algorithms::properties;
use crate::algorithms::proposals::Accepted;
use crate::algorithms::slots;
use crate::model::{Fact, Flight, Kind, Moment, Operation, Property, Reach, Value};

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
        wakes: |fact| {
            matches!(
                fact,
                Fact::Decided { .. }
                    | Fact::Issued {
                        operation: Operation::Write { .. },
                        ..
                    }
            )
        },
        holds: decided_survives,
    },
    Property {
        id: "majority-before-decision",
        says: "Whoever decides has acknowledgements of its accept from a majority of memories.",
        source: "P1, Protected Memory Paxos, last line",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { proposal: 1.., .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Decided {
                    process,
                    proposal: 1..,
                    ..
                } => moment
                    .before
                    .process(*process)
                    .locals
                    .as_ref()
                    .is_some_and(|l| l.acked.len() >= moment.system.algorithm.majority()),
                _ => true,
            })
        },
    },
    Property {
        id: "one-value-per-proposal",
        says: "All accepts of one attempt carry the same value.",
        source: "P1, Protected Memory Paxos: the straggler rule",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Issued {
                    operation: Operation::Write { .. },
                    ..
                }
            )
        },
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
    let state = moment.after;
    let landed = state
        .memories()
        .flat_map(|(_, m)| m.registers.iter().map(|s| s.accepted));
    let flying = state.processes().flat_map(|(_, p)| {
        p.lanes.iter().filter_map(|lane| match &lane.current {
            Some((_, Flight::Request(operation))) => Some(accept_of(operation)),
            _ => None,
        })
    });
    let accepts: SmallVec<[(u16, Value); 8]> = landed.chain(flying).flatten().collect();
    state
        .decisions()
        .filter(|(_, d)| d.proposal > 0)
        .all(|(_, d)| {
            let mut later = accepts.iter().filter(|a| a.0 > d.proposal);
            later.all(|a| a.1 == d.value)
        })
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
