//! The lines of Aligned Paxos, as they are shown, and what can be bent.

use crate::model::{CodeLine, Mutation};

/// The lines of the pseudocode, in its order; each line's text stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Repeat,
    WaitForLeader,
    ChooseNumber,
    PhaseOne,
    SendPrepare,
    TakePermission,
    WritePrepare,
    PrepareNak,
    ReadSlots,
    HigherNumber,
    Straggler,
    MemoryReady,
    WaitForReady,
    ChooseValue,
    SendAccept,
    WriteAccept,
    AcceptNak,
    WaitForAccepted,
    Decide,
    Abort,
    UponPrepare,
    UponPromise,
    UponAccept,
    UponAccepted,
    UponReject,
    UponDecided,
}

pub(super) static PSEUDOCODE: &[CodeLine<Line>] = &[
    CodeLine {
        line: Line::Repeat,
        text: "repeat forever",
    },
    CodeLine {
        line: Line::WaitForLeader,
        text: "  wait until Ω = p",
    },
    CodeLine {
        line: Line::ChooseNumber,
        text: "  prop ← a number above every number seen",
    },
    CodeLine {
        line: Line::PhaseOne,
        text: "  phase 1 (p1's first: done) on every agent in parallel",
    },
    CodeLine {
        line: Line::SendPrepare,
        text: "    process q: send ⟨prepare, prop⟩ to q",
    },
    CodeLine {
        line: Line::TakePermission,
        text: "    memory i: changePermission(i, only p writes)",
    },
    CodeLine {
        line: Line::WritePrepare,
        text: "      write slot[i,p] ← (prop, accepted)",
    },
    CodeLine {
        line: Line::PrepareNak,
        text: "      if nak: abort",
    },
    CodeLine {
        line: Line::ReadSlots,
        text: "      read slot[i,q] for every q",
    },
    CodeLine {
        line: Line::HigherNumber,
        text: "      if some minProp > prop: abort",
    },
    CodeLine {
        line: Line::Straggler,
        text: "      if accProp is the greatest, and phase 2 began: abort",
    },
    CodeLine {
        line: Line::MemoryReady,
        text: "      ready ← ready ∪ {i}",
    },
    CodeLine {
        line: Line::WaitForReady,
        text: "  wait until a majority of all agents is ready",
    },
    CodeLine {
        line: Line::ChooseValue,
        text: "  val ← the value of the greatest number shown, or v",
    },
    CodeLine {
        line: Line::SendAccept,
        text: "    process q: send ⟨accept, prop, val⟩ to q",
    },
    CodeLine {
        line: Line::WriteAccept,
        text: "    memory i, once ready: write slot[i,p] ← (prop, prop, val)",
    },
    CodeLine {
        line: Line::AcceptNak,
        text: "      if nak: abort",
    },
    CodeLine {
        line: Line::WaitForAccepted,
        text: "  wait until a majority of all agents accepted",
    },
    CodeLine {
        line: Line::Decide,
        text: "  decide val;  tell the others;  stop",
    },
    CodeLine {
        line: Line::Abort,
        text: "abort: end the attempt's threads, go to line 1",
    },
    CodeLine {
        line: Line::UponPrepare,
        text: "upon ⟨prepare, n⟩: if n > np: np ← n; promise, else reject",
    },
    CodeLine {
        line: Line::UponPromise,
        text: "upon ⟨promise, prop, na, va⟩ from q: ready ← ready ∪ {q}",
    },
    CodeLine {
        line: Line::UponAccept,
        text: "upon ⟨accept, n, v⟩: if n ≥ np: np, na ← n; va ← v, else reject",
    },
    CodeLine {
        line: Line::UponAccepted,
        text: "upon ⟨accepted, prop⟩ from q: q accepted",
    },
    CodeLine {
        line: Line::UponReject,
        text: "upon ⟨reject, prop, np⟩: abort",
    },
    CodeLine {
        line: Line::UponDecided,
        text: "upon ⟨decided, v⟩: decide v;  tell the others;  stop",
    },
];

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "no-permission-change",
        title: "Permissions are static: everyone may write everywhere, and nobody is locked out.",
        line: 6,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1 f_p=0 f_m=0",
    },
    Mutation {
        id: "either-kind",
        title: "A majority of the processes alone, or of the memories alone, is enough.",
        line: 18,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1 f_p=0 f_m=0",
    },
    Mutation {
        id: "ignore-promises",
        title: "Only what memories show is adopted, not what promises report.",
        line: 22,
        breaks: "agreement",
        scope: "processes=2 memories=0 attempts=1 f_p=0",
    },
    Mutation {
        id: "decide-on-one-agent",
        title: "One agent's acceptance is enough to decide.",
        line: 18,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1 f_p=0 f_m=0",
    },
];
