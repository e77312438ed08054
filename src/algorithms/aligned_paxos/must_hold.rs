//! What must hold of Aligned Paxos.

use smallvec::SmallVec;

use super::AlignedPaxos;
use crate::algorithms::message::PaxosMessage as Message;
use crate::algorithms::properties;
use crate::algorithms::slots;
use crate::model::{Fact, Flight, Kind, Moment, Operation, Property, Reach, Status, Value};

pub(super) static PROPERTIES: [Property<AlignedPaxos>; 8] = [
    properties::agreement(),
    properties::validity(),
    slots::one_writer(),
    properties::write_needs_permission(),
    Property {
        id: "decided-survives",
        says: "Once v is decided at proposal b, every accept above b carries v, at either kind of agent.",
        source: "P1, Aligned Paxos: majorities of agents intersect",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Decided { .. }
                    | Fact::Sent {
                        message: Message::Accept(..),
                        ..
                    }
            )
        },
        holds: decided_survives,
    },
    Property {
        id: "majority-before-decision",
        says: "Whoever decides by its own proposal has acceptances from a majority of all agents.",
        source: "P1, Aligned Paxos",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { proposal: 1.., .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Decided {
                    process,
                    proposal: 1..,
                    ..
                } => {
                    let locals = &moment.before.process(*process).locals;
                    let needed = moment.system.algorithm.agents();
                    locals.as_ref().is_some_and(|l| l.acked.len() >= needed)
                }
                _ => true,
            })
        },
    },
    properties::someone_decides(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader and a majority of all agents is up, everyone correct decides.",
        source: "P1, Aligned Paxos",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let algorithm = &moment.system.algorithm;
            let state = moment.after;
            let memories = state.memories().filter(|(_, m)| !m.crashed).count();
            let processes = state.processes();
            let processes = processes
                .filter(|(_, p)| p.status != Status::Crashed)
                .count();
            memories + processes < algorithm.agents()
                || properties::termination(moment, |id, l| algorithm.has_attempts(id, l))
        },
    },
];

fn decided_survives(moment: &Moment<'_, AlignedPaxos>) -> bool {
    let state = moment.after;
    let landed = state
        .memories()
        .flat_map(|(_, m)| m.registers.iter().map(|s| s.accepted));
    let acceptors = state
        .processes()
        .map(|(_, p)| p.locals.as_ref().and_then(|l| l.accepted));
    let writes = state.processes().flat_map(|(_, p)| {
        p.lanes.iter().map(|lane| match &lane.current {
            Some((_, Flight::Request(Operation::Write { value, .. }))) => value.accepted,
            _ => None,
        })
    });
    let messages = state.inboxes.iter().flat_map(|inbox| {
        inbox.packets.iter().map(|(_, message)| match message {
            Message::Accept(number, value) => Some((*number, *value)),
            _ => None,
        })
    });
    let all = landed.chain(acceptors).chain(writes).chain(messages);
    let accepts: SmallVec<[(u16, Value); 8]> = all.flatten().collect();
    let mut decided = state.decisions().filter(|(_, d)| d.proposal > 0);
    decided.all(|(_, d)| {
        let mut later = accepts.iter().filter(|a| a.0 > d.proposal);
        later.all(|a| a.1 == d.value)
    })
}
