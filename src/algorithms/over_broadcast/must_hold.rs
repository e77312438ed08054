//! What must hold of whatever runs over T-send and T-receive.

use smallvec::SmallVec;

use super::{Carried, Note, OverBroadcast};
use crate::algorithms::layers::backup::{self, Variables};
use crate::algorithms::layers::broadcast;
use crate::algorithms::message::MessageAlgorithm;
use crate::model::{Algorithm, Fact, Kind, Moment, ProcessId, Property, Reach, State, Status};

/// What a property looks at, whatever runs over the broadcast.
pub trait Judged: Algorithm {
    /// The message algorithm.
    type Core: MessageAlgorithm;
    /// A process's variables in the backup.
    fn variables(locals: &Self::Locals) -> &Variables<Self::Core>;
    /// Whether a note says that someone was rejected.
    fn is_rejection(note: &Self::Note) -> bool;
    /// Whether a line delivers a packet.
    fn delivers(line: &Self::Line) -> bool;
}

impl<M: Carried> Judged for OverBroadcast<M> {
    type Core = M;

    fn variables(locals: &Variables<M>) -> &Variables<M> {
        locals
    }

    fn is_rejection(note: &Note<M::Message>) -> bool {
        matches!(note, Note::Rejected { .. })
    }

    fn delivers(line: &Self::Line) -> bool {
        *line == backup::Line::Broadcast(broadcast::Line::Deliver)
    }
}

fn correct<A: Judged>(state: &State<A>) -> impl Iterator<Item = (ProcessId, &Variables<A::Core>)> {
    state.processes().filter_map(|(id, p)| {
        let locals = p.locals.as_ref().filter(|_| p.is_correct())?;
        Some((id, A::variables(locals)))
    })
}

/// No two correct processes decide differently.
pub const fn agreement<A: Algorithm>() -> Property<A> {
    Property {
        id: "agreement",
        says: "No two correct processes decide different values.",
        source: "P1, section 3: weak Byzantine agreement",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| {
            let processes = moment.after.processes();
            let up = processes.filter(|(_, p)| p.is_correct());
            let mut decisions = up.filter_map(|(_, p)| p.decision);
            let first = decisions.next().map(|d| d.value);
            decisions.all(|d| Some(d.value) == first)
        },
    }
}

/// Nobody correct decides twice differently.
pub const fn decides_once<A: Algorithm>() -> Property<A> {
    Property {
        id: "decides-once",
        says: "A process that decides again decides the same.",
        source: "P1, section 3: weak Byzantine agreement",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Decided { process, value, .. } => {
                    let kept = moment.after.process(*process).decision;
                    kept.is_none_or(|d| d.value == *value)
                }
                _ => true,
            })
        },
    }
}

/// Validity, where no process is faulty.
pub const fn weak_validity<A: Algorithm>() -> Property<A> {
    Property {
        id: "weak-validity",
        says: "If no process is faulty, what is decided was some process's input.",
        source: "P1, section 3: weak Byzantine agreement",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| {
            moment.after.faulty_processes() > 0
                || moment.facts.iter().all(|fact| match fact {
                    Fact::Decided { value, .. } => moment.system.config().inputs.contains(value),
                    _ => true,
                })
        },
    }
}

/// The streams of two correct processes agree as far as both go.
pub const fn one_stream<A: Judged>() -> Property<A> {
    Property {
        id: "non-equivocation",
        says: "Of every sender, correct processes deliver the same packets in the same order.",
        source: "P1, section on non-equivocating broadcast: property 2",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Passed { line, .. } if A::delivers(line)),
        holds: |moment| {
            let all: SmallVec<[_; 4]> = correct(moment.after).collect();
            let mut pairs = all
                .iter()
                .enumerate()
                .flat_map(|(k, a)| all[..k].iter().map(move |b| (a, b)));
            pairs.all(|(a, b)| {
                a.1.peers.iter().zip(&b.1.peers).all(|(x, y)| {
                    let mut both = x.log.iter().zip(&y.log);
                    both.all(|(p, q)| p == q)
                })
            })
        },
    }
}

/// No correct process is ever rejected by a correct one.
pub const fn honest_is_believed<A: Judged>() -> Property<A> {
    Property {
        id: "honest-is-believed",
        says: "No correct process rejects a correct one.",
        source: "P1, section on Robust Backup: a correct sender's history is possible",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Noted { .. }),
        holds: |moment| {
            let byzantine = moment.system.config().byzantine;
            correct(moment.after).all(|(_, variables)| {
                let peers = (0..).map(ProcessId).zip(&variables.peers);
                let mut rejected = peers.filter(|(_, peer)| peer.rejected);
                rejected.all(|(q, _)| byzantine.contains(q))
            })
        },
    }
}

/// Some run rejects a liar.
pub const fn liar_is_rejected<A: Judged>() -> Property<A> {
    Property {
        id: "a-liar-is-rejected",
        says: "Some run rejects a liar for its impossible history.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Noted { note, .. } if A::is_rejection(note)),
        holds: |moment| {
            moment
                .facts
                .iter()
                .any(|fact| matches!(fact, Fact::Noted { note, .. } if A::is_rejection(note)))
        },
    }
}

/// Termination under Omega: if everyone correct trusts one correct leader that may still try, and
/// enough processes take part, every correct process decides.
pub fn terminates<M: Carried>(moment: &Moment<'_, OverBroadcast<M>>) -> bool {
    let state = moment.after;
    let algorithm = &moment.system.algorithm;
    let up: SmallVec<[_; 4]> = state
        .processes()
        .filter(|(_, p)| p.status == Status::Up)
        .collect();
    let Some((_, first)) = up.first() else {
        return true;
    };
    let leader = first.leader;
    let majority = moment.system.config().process_quorum();
    let tries = up.iter().any(|(id, p)| {
        let core = p.locals.as_ref().and_then(|l| l.core.as_ref());
        *id == leader && core.is_some_and(|core| algorithm.backup.core.goes_on(leader, core))
    });
    up.len() < majority
        || !up.iter().all(|(_, p)| p.leader == leader)
        || !tries
        || up.iter().all(|(_, p)| p.decision.is_some())
}
