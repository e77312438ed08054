//! What must hold of Paxos.

use smallvec::SmallVec;

use super::Paxos;
use crate::algorithms::message::{PaxosMessage as Message, Stage};
use crate::algorithms::properties;
use crate::model::{Fact, Kind, Moment, Property, Reach, Value};

pub(super) static PROPERTIES: [Property<Paxos>; 8] = [
    properties::agreement(),
    properties::validity(),
    Property {
        id: "chosen-survives",
        says: "Once a majority accepted (n,v), every accept above n carries v.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.2: P2b",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Decided { .. }
                    | Fact::Sent {
                        message: Message::Accept(..) | Message::Accepted(_),
                        ..
                    }
            )
        },
        holds: chosen_survives,
    },
    Property {
        id: "one-value-per-number",
        says: "All accepts of one number carry the same value.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.2",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Sent {
                    message: Message::Accept(..),
                    ..
                }
            )
        },
        holds: |moment| {
            let accepts = accepts(moment);
            let mut pairs = accepts
                .iter()
                .flat_map(|a| accepts.iter().map(move |b| (a, b)));
            pairs.all(|(a, b)| a.0 != b.0 || a.1 == b.1)
        },
    },
    Property {
        id: "promise-is-kept",
        says: "An acceptor's promised number never falls.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.2: P1a",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Received { .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Received { to, .. } => {
                    let before = &moment.before.process(*to).locals;
                    let after = &moment.after.process(*to).locals;
                    match (before, after) {
                        (Some(before), Some(after)) => before.np <= after.np,
                        _ => true,
                    }
                }
                _ => true,
            })
        },
    },
    Property {
        id: "majority-before-decision",
        says: "Whoever decides by its own proposal has acceptances from a quorum.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.3",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: properties::is_own_decision,
        holds: |moment| {
            properties::decides_with(moment, |a, l| match l.stage {
                Stage::Accepting(_, who) => who.len() >= a.core.quorum(),
                _ => false,
            })
        },
    },
    properties::someone_decides(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader and a majority of processes is up, everyone correct decides.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.4",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let core = &moment.system.algorithm.core;
            let up = moment.after.processes().filter(|(_, p)| p.is_correct());
            up.count() < core.quorum()
                || properties::termination(moment, |id, locals| {
                    locals.stage == Stage::Decided || core.has_attempts(id, locals)
                })
        },
    },
];

/// Every proposal that was sent to be accepted and is still to be seen somewhere.
fn accepts(moment: &Moment<'_, Paxos>) -> SmallVec<[(u16, Value); 8]> {
    let state = moment.after;
    let flying = state.inboxes.iter().flat_map(|inbox| {
        inbox
            .packets
            .iter()
            .filter_map(|(_, message)| match message {
                Message::Accept(n, v) => Some((*n, *v)),
                _ => None,
            })
    });
    let accepted = state
        .processes()
        .filter_map(|(_, p)| p.locals.as_ref().and_then(|l| l.accepted));
    flying.chain(accepted).collect()
}

fn chosen_survives(moment: &Moment<'_, Paxos>) -> bool {
    let state = moment.after;
    let accepted: SmallVec<[(u16, Value); 8]> = state
        .processes()
        .filter_map(|(_, p)| p.locals.as_ref().and_then(|l| l.accepted))
        .collect();
    let quorum = moment.system.algorithm.core.quorum();
    let by_quorum = accepted
        .iter()
        .filter(|a| accepted.iter().filter(|b| b == a).count() >= quorum)
        .copied();
    let decided = state
        .decisions()
        .filter(|(_, d)| d.proposal > 0)
        .map(|(_, d)| (d.proposal, d.value));
    let accepts = accepts(moment);
    by_quorum
        .chain(decided)
        .all(|(n, v)| accepts.iter().all(|a| a.0 <= n || a.1 == v))
}
