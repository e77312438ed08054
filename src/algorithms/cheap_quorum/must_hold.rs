//! What must hold of Cheap Quorum.

use super::{CheapQuorum, Line};
use crate::algorithms::layers::quorum::{self, Content, Evidence, Role, Variables};
use crate::algorithms::properties;
use crate::model::{Algorithm, Fact, Kind, Moment, Operation, Property, Reach, Status, Value};

type Judged<'a> = Moment<'a, CheapQuorum>;

fn correct<'a>(moment: &'a Judged<'_>) -> impl Iterator<Item = &'a Variables> {
    moment
        .after
        .processes()
        .filter(|(_, p)| p.is_correct())
        .filter_map(|(_, p)| p.locals.as_ref())
}

fn ends(fact: &Fact<CheapQuorum>) -> bool {
    matches!(
        fact,
        Fact::Noted { .. }
            | Fact::Passed {
                line: Line::FollowerDecides,
                ..
            }
            | Fact::Decided { .. }
    )
}

pub(super) static PROPERTIES: [Property<CheapQuorum>; 11] = [
    Property {
        id: "decision-agreement",
        says: "No two correct processes decide different values.",
        source: "P1, section on Cheap Quorum: decision agreement",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: ends,
        holds: |moment| {
            let mut decided = correct(moment).filter_map(|v| v.decided);
            let first = decided.next().map(|d| d.1);
            decided.all(|d| Some(d.1) == first)
        },
    },
    Property {
        id: "abort-agreement",
        says: "If a correct process decides v, every correct one that aborts does so with v, and with a unanimity proof if the decider was a follower.",
        source: "P1, section on Cheap Quorum: abort agreement",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: ends,
        holds: |moment| {
            correct(moment)
                .filter_map(|v| v.decided)
                .all(|(role, value)| {
                    correct(moment).filter_map(|v| v.aborted).all(|evidence| {
                        let proved = matches!(evidence, Evidence::Proof(_));
                        evidence.value() == value && (role == Role::Leader || proved)
                    })
                })
        },
    },
    Property {
        id: "one-unanimous-value",
        says: "At most one value has a unanimity proof.",
        source: "P1, section on Cheap Quorum: a correct process signs one copy",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Landed {
                    before: Some(_),
                    ..
                }
            )
        },
        holds: |moment| {
            let registers = moment
                .after
                .memories()
                .flat_map(|(_, m)| m.registers.iter());
            let mut proofs = registers.filter_map(|register| match register {
                Some(Content::Proof(copies)) => Some(copies.content()),
                _ => None,
            });
            let first = proofs.next();
            proofs.all(|value| Some(value) == first)
        },
    },
    quorum::only_revocations(),
    properties::write_needs_permission(),
    Property {
        id: "written-once",
        says: "A correct process never writes a second value into one of its registers.",
        source: "P1, section on Cheap Quorum: a correct process signs one copy",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Landed {
                    before: Some(_),
                    ..
                }
            )
        },
        holds: |moment| {
            let byzantine = moment.system.config().byzantine;
            moment.facts.iter().all(|fact| match fact {
                Fact::Landed {
                    process,
                    operation: Operation::Write { value, .. },
                    before: Some(Some(before)),
                    ..
                } if !byzantine.contains(*process) => *value == Some(*before),
                _ => true,
            })
        },
    },
    Property {
        id: "weak-validity",
        says: "If no process is faulty, what is decided or aborted with was an input.",
        source: "P1, section 3: weak Byzantine agreement",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: ends,
        holds: |moment| {
            let config = moment.system.config();
            let input = |value: Value| config.inputs.contains(&value);
            moment.after.faulty_processes() > 0
                || correct(moment).all(|v| {
                    v.decided.is_none_or(|d| input(d.1))
                        && v.aborted.is_none_or(|e| input(e.value()))
                })
        },
    },
    Property {
        id: "termination",
        says: "Every correct process decides or aborts, once time-outs strike.",
        source: "P1, section on Cheap Quorum: termination",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            moment.after.processes().all(|(_, p)| {
                let Some(v) = p.locals.as_ref().filter(|_| p.status == Status::Up) else {
                    return true;
                };
                let may_time_out = p
                    .threads
                    .iter()
                    .any(|t| moment.system.algorithm.has_timeout(t.line, v));
                v.decided.is_some() || v.aborted.is_some() || may_time_out
            })
        },
    },
    properties::someone_decides(),
    Property {
        id: "a-follower-decides",
        says: "Some run lets a follower decide.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: ends,
        holds: |moment| correct(moment).any(|v| matches!(v.decided, Some((Role::Follower, _)))),
    },
    Property {
        id: "someone-aborts",
        says: "Some run lets a process abort after another has decided.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: ends,
        holds: |moment| {
            correct(moment).any(|v| v.aborted.is_some())
                && correct(moment).any(|v| v.decided.is_some())
        },
    },
];
