//! Properties that several algorithms share.

use smallvec::SmallVec;

use crate::model::{
    Algorithm, Fact, Kind, Moment, Operation, ProcessId, Property, Reach, Response, State, Status,
    Value,
};

/// Whether a write was issued.
pub fn is_write_issued<A: Algorithm>(fact: &Fact<A>) -> bool {
    matches!(
        fact,
        Fact::Issued {
            operation: Operation::Write { .. },
            ..
        }
    )
}

/// Whether a write landed, be it acknowledged or refused.
pub fn is_write_landed<A: Algorithm>(fact: &Fact<A>) -> bool {
    matches!(
        fact,
        Fact::Landed {
            operation: Operation::Write { .. },
            ..
        }
    )
}

/// Whether a process decided by its own proposal, not by being told.
pub fn is_own_decision<A: Algorithm>(fact: &Fact<A>) -> bool {
    matches!(fact, Fact::Decided { proposal: 1.., .. })
}

/// Whether all accepted proposals above the one at which v was decided carry v.
pub fn survives<A: Algorithm>(
    state: &State<A>,
    accepted: impl Iterator<Item = (u16, Value)>,
) -> bool {
    let accepted: SmallVec<[(u16, Value); 8]> = accepted.collect();
    let mut decided = state.decisions().filter(|(_, d)| d.proposal > 0);
    decided.all(|(_, d)| {
        let mut later = accepted.iter().filter(|a| a.0 > d.proposal);
        later.all(|a| a.1 == d.value)
    })
}

/// As [`survives`], for what stands in the memories and what is on its way there: `held` says what
/// a register has accepted, `carried` what an operation would have one accept.
pub fn survives_in_memories<A: Algorithm>(
    state: &State<A>,
    held: impl Fn(&A::Register) -> Option<(u16, Value)>,
    carried: impl Fn(&Operation<A>) -> Option<(u16, Value)>,
) -> bool {
    let landed = state.memories().flat_map(|(_, m)| &m.registers);
    let lanes = state.processes().flat_map(|(_, p)| &p.lanes);
    let flying = lanes.filter_map(|lane| lane.request());
    let flying = flying.filter_map(|(_, operation)| carried(operation));
    survives(state, landed.filter_map(held).chain(flying))
}

/// Whether whoever decides by its own proposal had `enough` before.
pub fn decides_with<A: Algorithm>(
    moment: &Moment<'_, A>,
    enough: impl Fn(&A, &A::Locals) -> bool,
) -> bool {
    let mut own = moment.facts.iter().filter(|fact| is_own_decision(fact));
    own.all(|fact| match fact {
        Fact::Decided { process, .. } => {
            let locals = &moment.before.process(*process).locals;
            let algorithm = &moment.system.algorithm;
            locals.as_ref().is_some_and(|l| enough(algorithm, l))
        }
        _ => true,
    })
}

/// Uniform agreement: no two processes decide differently, and none decides twice differently.
pub const fn agreement<A: Algorithm>() -> Property<A> {
    Property {
        id: "agreement",
        says: "No two processes decide different values.",
        source: "P1, section 3: uniform agreement",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| {
            let kept = moment.after.decisions().map(|(_, d)| d.value);
            let told = moment.facts.iter().filter_map(|fact| match fact {
                Fact::Decided { value, .. } => Some(*value),
                _ => None,
            });
            let mut all = kept.chain(told);
            let first = all.next();
            all.all(|v| Some(v) == first)
        },
    }
}

/// Validity: what is decided was some process's input.
pub const fn validity<A: Algorithm>() -> Property<A> {
    Property {
        id: "validity",
        says: "Only a value that some process proposed is decided.",
        source: "P1, section 3: validity",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Decided { value, .. } => moment.system.config().inputs.contains(value),
                _ => true,
            })
        },
    }
}

/// A write is acknowledged if and only if its writer held the permission at that instant.
pub const fn write_needs_permission<A: Algorithm>() -> Property<A> {
    Property {
        id: "write-needs-permission",
        says: "A write is acknowledged only if its writer held the permission at that instant.",
        source: "P1, section 3: write(mr, r, v)",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: is_write_landed,
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Landed {
                    process,
                    memory,
                    operation:
                        Operation::Write {
                            region, register, ..
                        },
                    response,
                    ..
                } => {
                    let before = moment.before.memory(*memory);
                    let after = moment.after.memory(*memory);
                    let allowed = before.permission(*region).may_write(*process);
                    let acked = *response == Response::Ack;
                    acked == allowed
                        && (acked || before.register(*register) == after.register(*register))
                }
                _ => true,
            })
        },
    }
}

/// Some run decides: it shows that a search is not empty of what matters.
pub const fn someone_decides<A: Algorithm>() -> Property<A> {
    Property {
        id: "someone-decides",
        says: "Some run reaches a decision.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| moment.after.decisions().next().is_some(),
    }
}

/// Termination under Omega, judged when nothing is left to happen: if every process that is up
/// trusts one correct leader that could still try, every correct process has decided.
pub fn termination<A: Algorithm>(
    moment: &Moment<'_, A>,
    could_try: impl Fn(ProcessId, &A::Locals) -> bool,
) -> bool {
    let state = moment.after;
    let up = || state.processes().filter(|(_, p)| p.status == Status::Up);
    let Some((_, first)) = up().next() else {
        return true;
    };
    let leader = first.leader;
    let one_leader = up().all(|(_, p)| p.leader == leader);
    let chief = state.process(leader);
    let could = match &chief.locals {
        Some(locals) => chief.status == Status::Up && could_try(leader, locals),
        None => chief.status == Status::Stopped,
    };
    if !one_leader || !could {
        return true;
    }
    let mut correct = state.processes().filter(|(_, p)| p.is_correct());
    correct.all(|(_, p)| p.decision.is_some())
}
