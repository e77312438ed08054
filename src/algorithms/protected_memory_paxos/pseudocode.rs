//! The lines of Protected Memory Paxos, as they are shown, and what can be bent.

use crate::model::Mutation;

pseudocode! {
    Repeat => "repeat forever",
    WaitForLeader => "  wait until Ω = p",
    ChooseNumber => "  prop ← a number above every number seen",
    OwnValue => "  val ← v;  maxAcc ← 0;  ready ← {}",
    ForEachMemory => "  for each memory i in parallel",
    UnlessFirst => "    unless this is p1's first attempt",
    TakePermission => "      changePermission(i, only p writes)",
    WritePrepare => "      write slot[i,p] ← (prop, accepted)",
    PrepareNak => "      if nak: abort",
    ReadSlots => "      read slot[i,q] for every q",
    HigherNumber => "      if some minProp > prop: abort",
    Adopt => "      if the greatest accProp > maxAcc: adopt its value",
    Straggler => "        (but abort if phase 2 began)",
    Ready => "      ready ← ready ∪ {i}",
    Barrier => "      wait until a majority is ready: phase 2 begins",
    WriteAccept => "    write slot[i,p] ← (prop, prop, val)",
    AcceptNak => "    if nak: abort",
    WaitForMajority => "  wait until a majority acknowledged",
    Decide => "  decide val;  tell the others;  stop",
    Abort => "abort: end the attempt's threads, go to line 1",
    UponDecided => "upon ⟨decided, v⟩: decide v;  tell the rest;  stop",
}

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
