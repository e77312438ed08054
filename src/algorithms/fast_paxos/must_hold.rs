//! What must hold of Fast Paxos.

use super::{FastPaxos, Line, Message};
use crate::algorithms::properties;
use crate::model::{Fact, Kind, Moment, ProcessId, Property, Reach, State};

pub(super) static PROPERTIES: [Property<FastPaxos>; 6] = [
    properties::agreement(),
    properties::validity(),
    Property {
        id: "decided-survives",
        says: "Once v is decided in round r, every accept above r carries v.",
        source: "Lamport, Fast Paxos, section 2.2",
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
        id: "one-vote-per-round",
        says: "An acceptor votes at most once in a round.",
        source: "Lamport, Fast Paxos, section 2.1",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Received { .. }),
        holds: |moment| {
            let changed = |p: ProcessId| {
                let of = |state: &State<FastPaxos>| {
                    state.process(p).locals.as_ref().and_then(|l| l.vote)
                };
                match (of(moment.before), of(moment.after)) {
                    (Some((r, v)), Some((s, w))) => r != s || v == w,
                    _ => true,
                }
            };
            moment.event.and_then(|e| e.process()).is_none_or(changed)
        },
    },
    properties::someone_decides(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader and n-f processes are up, everyone correct decides.",
        source: "Lamport, Fast Paxos, section 2.3",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            // Whoever still waits for votes with a time-out before it is not at rest.
            let mut up = moment.after.processes().flat_map(|(_, p)| &p.threads);
            up.any(|t| t.line == Line::WaitForVotes)
                || properties::termination(moment, |id, locals| {
                    moment.system.algorithm.has_attempts(id, locals)
                })
        },
    },
];

fn decided_survives(moment: &Moment<'_, FastPaxos>) -> bool {
    let state = moment.after;
    let flying = moment.system.config().process_ids().flat_map(|to| {
        let packets = &state.inbox(to).packets;
        packets.iter().filter_map(|(_, message)| match message {
            Message::Accept(r, v) => Some((*r, *v)),
            _ => None,
        })
    });
    let landed = state
        .processes()
        .filter_map(|(_, p)| p.locals.as_ref()?.vote);
    properties::survives(state, flying.chain(landed))
}
