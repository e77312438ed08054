//! What must hold of Disk Paxos.

use super::{Block, DiskPaxos, Phase};
use crate::algorithms::properties;
use crate::algorithms::proposals::Accepted;
use crate::model::{
    Fact, Flight, Kind, Moment, Operation, Property, Reach, Response, Status, Value,
};

pub(super) static PROPERTIES: [Property<DiskPaxos>; 8] = [
    properties::agreement(),
    Property {
        id: "validity",
        says: "Only a value that some process had as its input is decided.",
        source: "Gafni and Lamport, DISC 2000: nontriviality",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }) || properties::is_write_issued(fact),
        holds: validity,
    },
    Property {
        id: "ballots-rise",
        says: "A block's mbal and bal never fall, and bal never exceeds mbal.",
        source: "Gafni and Lamport, DISC 2000: the invariant's first part",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: properties::is_write_landed,
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Landed {
                    operation: Operation::Write { value, .. },
                    before: Some(before),
                    ..
                } => {
                    let (old, new) = (before.chosen.map(|c| c.0), value.chosen.map(|c| c.0));
                    before.mbal <= value.mbal && old <= new && new <= Some(value.mbal)
                }
                _ => true,
            })
        },
    },
    Property {
        id: "write-before-read",
        says: "A process reads the others' blocks at a disk only after its own block of this phase is there.",
        source: "Gafni and Lamport, DISC 2000: Read(p,d,q) needs d in disksWritten",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Landed {
                    operation: Operation::Read { .. } | Operation::ReadRow { .. },
                    stale: false,
                    ..
                }
            )
        },
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Landed {
                    process,
                    memory,
                    operation: Operation::Read { .. } | Operation::ReadRow { .. },
                    stale: false,
                    ..
                } => match &moment.before.process(*process).locals {
                    Some(locals) if locals.phase != Phase::Zero => {
                        let disk = moment.before.memory(*memory);
                        *disk.register(DiskPaxos::block(*process)) == locals.block
                    }
                    _ => true,
                },
                _ => true,
            })
        },
    },
    Property {
        id: "decided-survives",
        says: "Once v is decided at ballot b, every later ballot's second phase carries v.",
        source: "Gafni and Lamport, DISC 2000: the invariant's last part",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }) || properties::is_write_issued(fact),
        holds: decided_survives,
    },
    Property {
        id: "majority-before-decision",
        says: "Whoever decides by its own ballot has written and read a majority of disks.",
        source: "Gafni and Lamport, DISC 2000: EndPhase1or2",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: properties::is_own_decision,
        holds: |moment| properties::decides_with(moment, |a, l| l.done.len() >= a.majority()),
    },
    properties::someone_decides(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader and a majority of disks is up, that leader decides.",
        source: "Gafni and Lamport, DISC 2000: nonblocking",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: termination,
    },
];

/// A value comes from an input that some process has now or started with, or from a block that
/// was there before. (A process may come back with an input that nobody had at the start.)
fn validity(moment: &Moment<'_, DiskPaxos>) -> bool {
    let config = moment.system.config();
    let known = |value: Value| {
        let before = moment.before;
        let mut blocks = before.memories().flat_map(|(_, m)| m.registers.iter());
        config.inputs.contains(&value)
            || blocks.any(|b| b.chosen.is_some_and(|c| c.1 == value))
            || before.processes().any(|(id, p)| {
                let inbox = &before.inbox(id).packets;
                let own = p.locals.as_ref().is_some_and(|l| {
                    let mut known = [l.best, l.block.chosen].into_iter().flatten();
                    l.input == value || known.any(|c| c.1 == value)
                });
                own || p.decision.is_some_and(|d| d.value == value)
                    || inbox.iter().any(|(_, m)| m.0 == value)
                    || p.lanes
                        .iter()
                        .any(|lane| carries(lane.current.as_ref().map(|c| &c.1), value))
            })
    };
    moment.facts.iter().all(|fact| match fact {
        Fact::Decided { value, .. } => known(*value),
        Fact::Issued { operation, .. } => commit_of(operation).is_none_or(|c| known(c.1)),
        _ => true,
    })
}

/// The block of a ballot's second phase that a write carries, if it is one.
fn commit_of(operation: &Operation<DiskPaxos>) -> Accepted {
    match operation {
        Operation::Write { value, .. } => value.chosen.filter(|c| c.0 == value.mbal),
        _ => None,
    }
}

fn carries(flight: Option<&Flight<DiskPaxos>>, value: Value) -> bool {
    let says = |block: &Block| block.chosen.is_some_and(|c| c.1 == value);
    match flight {
        Some(Flight::Request(Operation::Write { value, .. })) => says(value),
        Some(Flight::Response(Response::Value(block))) => says(block),
        Some(Flight::Response(Response::Row(blocks))) => blocks.iter().any(says),
        _ => false,
    }
}

fn decided_survives(moment: &Moment<'_, DiskPaxos>) -> bool {
    properties::survives_in_memories(moment.after, |register| register.chosen, commit_of)
}

/// Only the leader is promised a decision: who was down when the others were told may have missed
/// it, and a decided leader has stopped.
fn termination(moment: &Moment<'_, DiskPaxos>) -> bool {
    let state = moment.after;
    let algorithm = &moment.system.algorithm;
    let disks = state.memories().filter(|(_, m)| !m.crashed).count();
    let mut up = state.processes().filter(|(_, p)| p.status == Status::Up);
    let Some((_, first)) = up.next() else {
        return true;
    };
    let leader = first.leader;
    if disks < algorithm.majority() || !up.all(|(_, p)| p.leader == leader) {
        return true;
    }
    let chief = state.process(leader);
    let could_try = chief.locals.as_ref();
    let could_try = could_try.is_some_and(|l| algorithm.has_attempts(leader, l));
    !could_try || chief.decision.is_some()
}
