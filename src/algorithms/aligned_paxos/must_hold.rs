//! What must hold of Aligned Paxos.

use super::AlignedPaxos;
use crate::algorithms::message::PaxosMessage as Message;
use crate::algorithms::properties;
use crate::algorithms::slots;
use crate::model::{Fact, Flight, Kind, Moment, Operation, Property, Reach, Status};

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
        wakes: properties::is_own_decision,
        holds: |moment| properties::decides_with(moment, |a, l| l.acked.len() >= a.agents()),
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
    properties::survives(state, all.flatten())
}
