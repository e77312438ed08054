//! The lines of Protected Memory Paxos, as they are shown, and what can be bent.

use crate::model::{CodeLine, Mutation};

/// The lines of the pseudocode, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Repeat,
    WaitForLeader,
    ChooseNumber,
    OwnValue,
    ForEachMemory,
    UnlessFirst,
    TakePermission,
    WritePrepare,
    PrepareNak,
    ReadSlots,
    HigherNumber,
    Adopt,
    Straggler,
    Ready,
    Barrier,
    WriteAccept,
    AcceptNak,
    WaitForMajority,
    Decide,
    Abort,
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
        line: Line::OwnValue,
        text: "  val ← v;  maxAcc ← 0;  ready ← {}",
    },
    CodeLine {
        line: Line::ForEachMemory,
        text: "  for each memory i in parallel",
    },
    CodeLine {
        line: Line::UnlessFirst,
        text: "    unless this is p1's first attempt",
    },
    CodeLine {
        line: Line::TakePermission,
        text: "      changePermission(i, only p writes)",
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
        line: Line::Adopt,
        text: "      if the greatest accProp > maxAcc: adopt its value",
    },
    CodeLine {
        line: Line::Straggler,
        text: "        (but abort if phase 2 began)",
    },
    CodeLine {
        line: Line::Ready,
        text: "      ready ← ready ∪ {i}",
    },
    CodeLine {
        line: Line::Barrier,
        text: "      wait until a majority is ready: phase 2 begins",
    },
    CodeLine {
        line: Line::WriteAccept,
        text: "    write slot[i,p] ← (prop, prop, val)",
    },
    CodeLine {
        line: Line::AcceptNak,
        text: "    if nak: abort",
    },
    CodeLine {
        line: Line::WaitForMajority,
        text: "  wait until a majority acknowledged",
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
        line: Line::UponDecided,
        text: "upon ⟨decided, v⟩: decide v;  tell the rest;  stop",
    },
];

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "no-permission-change",
        title: "Permissions are static: everyone may write everywhere, and nobody is locked out.",
        line: 7,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1",
    },
    Mutation {
        id: "no-barrier",
        title: "Phase 2 starts at each memory as soon as that memory is ready.",
        line: 15,
        breaks: "agreement",
        scope: "processes=2 memories=3 attempts=(1,2)",
    },
    Mutation {
        id: "erase-and-continue",
        title: "Phase 1 erases the accepted fields, and a process goes on proposing after it decided.",
        line: 8,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=2",
    },
    Mutation {
        id: "decide-on-one-memory",
        title: "One acknowledgement is enough to decide.",
        line: 18,
        breaks: "agreement",
        scope: "processes=2 memories=3 attempts=1",
    },
    Mutation {
        id: "ignore-straggler",
        title: "A value seen after phase 2 began is still adopted.",
        line: 13,
        breaks: "agreement",
        scope: "processes=2 memories=3 attempts=2",
    },
];
