//! The lines of Aligned Paxos, as they are shown, and what can be bent.

use crate::model::Mutation;

pseudocode! {
    Repeat => "repeat forever",
    WaitForLeader => "  wait until Ω = p",
    ChooseNumber => "  prop ← a number above every number seen",
    PhaseOne => "  phase 1 (p1's first: done) on every agent in parallel",
    SendPrepare => "    process q: send ⟨prepare, prop⟩ to q",
    TakePermission => "    memory i: changePermission(i, only p writes)",
    WritePrepare => "      write slot[i,p] ← (prop, accepted)",
    PrepareNak => "      if nak: abort",
    ReadSlots => "      read slot[i,q] for every q",
    HigherNumber => "      if some minProp > prop: abort",
    Straggler => "      if accProp is the greatest, and phase 2 began: abort",
    MemoryReady => "      ready ← ready ∪ {i}",
    WaitForReady => "  wait until a majority of all agents is ready",
    ChooseValue => "  val ← the value of the greatest number shown, or v",
    SendAccept => "    process q: send ⟨accept, prop, val⟩ to q",
    WriteAccept => "    memory i, once ready: write slot[i,p] ← (prop, prop, val)",
    AcceptNak => "      if nak: abort",
    WaitForAccepted => "  wait until a majority of all agents accepted",
    Decide => "  decide val;  tell the others;  stop",
    Abort => "abort: end the attempt's threads, go to line 1",
    UponPrepare => "upon ⟨prepare, n⟩: if n > np: np ← n; promise, else reject",
    UponPromise => "upon ⟨promise, prop, na, va⟩ from q: ready ← ready ∪ {q}",
    UponAccept => "upon ⟨accept, n, v⟩: if n ≥ np: np, na ← n; va ← v, else reject",
    UponAccepted => "upon ⟨accepted, prop⟩ from q: q accepted",
    UponReject => "upon ⟨reject, prop, np⟩: abort",
    UponDecided => "upon ⟨decided, v⟩: decide v;  tell the others;  stop",
}

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
