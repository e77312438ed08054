//! The lines of Disk Paxos, as they are shown, and what can be bent.

use crate::model::Mutation;

pseudocode! {
    Repeat => "repeat forever",
    WaitForLeader => "  wait until Ω = p",
    StartBallot => "  mbal ← a ballot of p above every one seen",
    PhaseOne => "  phase 1 (p1's first: done): for each disk d in parallel",
    WriteBlock => "    write disk[d][p] ← (mbal, bal, inp)",
    ReadBlocks => "    read disk[d][q] for every q ≠ p",
    HigherBallot => "    if some mbal ≥ p's mbal: abort",
    EndPhaseOne => "  wait until a majority of disks is written and read",
    ChooseValue => "  inp ← the inp of the greatest bal, or p's input;  bal ← mbal",
    PhaseTwo => "  phase 2: lines 5 to 7 for each disk d in parallel",
    EndPhaseTwo => "  wait until a majority of disks is written and read",
    Decide => "  decide inp;  tell the others;  stop",
    Abort => "abort: keep bal and inp, go to line 1",
    UponRecovery => "upon recovery: for each disk d in parallel",
    ReadOwnBlock => "    read disk[d][p]",
    KeepBlock => "    keep bal and inp of the greatest bal, see every mbal",
    EndPhaseZero => "  wait until a majority of disks is read;  go to line 1",
    UponDecided => "upon ⟨decided, v⟩: decide v;  tell the others;  stop",
}

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "adopt-nothing",
        title: "Phase 2 begins with the own input, whatever the blocks say.",
        line: 9,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1 f_p=0 f_m=0",
    },
    Mutation {
        id: "read-before-write",
        title: "The others' blocks are read before the own one is written.",
        line: 5,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1 f_p=0 f_m=0",
    },
    Mutation {
        id: "skip-last-read",
        title: "Phase 2 ends with the writes: two delays, but nobody looks for a rival.",
        line: 6,
        breaks: "agreement",
        scope: "processes=2 memories=1 attempts=1 f_p=0 f_m=0",
    },
    Mutation {
        id: "decide-on-one-disk",
        title: "One disk is enough to decide.",
        line: 11,
        breaks: "agreement",
        scope: "processes=2 memories=3 attempts=1 f_p=0 f_m=0",
    },
    Mutation {
        id: "reuse-first-ballot",
        title: "p1 uses ballot 1, whose phase 1 was done, again after a crash.",
        line: 16,
        breaks: "agreement",
        scope: "processes=2 memories=3 attempts=1 f_p=1 f_m=0",
    },
    Mutation {
        id: "recover-max-mbal",
        title: "A recovering process keeps its block with the greatest mbal, whatever its bal.",
        line: 16,
        breaks: "agreement",
        scope: "processes=2 memories=3 attempts=(0,2) f_p=1 f_m=0",
    },
];
