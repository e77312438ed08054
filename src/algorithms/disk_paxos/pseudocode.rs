//! The lines of Disk Paxos, as they are shown, and what can be bent.

use crate::model::{CodeLine, Mutation};

/// The lines of the pseudocode, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Repeat,
    WaitForLeader,
    StartBallot,
    PhaseOne,
    WriteBlock,
    ReadBlocks,
    HigherBallot,
    EndPhaseOne,
    ChooseValue,
    PhaseTwo,
    EndPhaseTwo,
    Decide,
    Abort,
    UponRecovery,
    ReadOwnBlock,
    KeepBlock,
    EndPhaseZero,
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
        line: Line::StartBallot,
        text: "  mbal ← a ballot of p above every one seen",
    },
    CodeLine {
        line: Line::PhaseOne,
        text: "  phase 1 (p1's first: done): for each disk d in parallel",
    },
    CodeLine {
        line: Line::WriteBlock,
        text: "    write disk[d][p] ← (mbal, bal, inp)",
    },
    CodeLine {
        line: Line::ReadBlocks,
        text: "    read disk[d][q] for every q ≠ p",
    },
    CodeLine {
        line: Line::HigherBallot,
        text: "    if some mbal ≥ p's mbal: abort",
    },
    CodeLine {
        line: Line::EndPhaseOne,
        text: "  wait until a majority of disks is written and read",
    },
    CodeLine {
        line: Line::ChooseValue,
        text: "  inp ← the inp of the greatest bal, or p's input;  bal ← mbal",
    },
    CodeLine {
        line: Line::PhaseTwo,
        text: "  phase 2: lines 5 to 7 for each disk d in parallel",
    },
    CodeLine {
        line: Line::EndPhaseTwo,
        text: "  wait until a majority of disks is written and read",
    },
    CodeLine {
        line: Line::Decide,
        text: "  decide inp;  tell the others;  stop",
    },
    CodeLine {
        line: Line::Abort,
        text: "abort: keep bal and inp, go to line 1",
    },
    CodeLine {
        line: Line::UponRecovery,
        text: "upon recovery: for each disk d in parallel",
    },
    CodeLine {
        line: Line::ReadOwnBlock,
        text: "    read disk[d][p]",
    },
    CodeLine {
        line: Line::KeepBlock,
        text: "    keep bal and inp of the greatest bal, see every mbal",
    },
    CodeLine {
        line: Line::EndPhaseZero,
        text: "  wait until a majority of disks is read;  go to line 1",
    },
    CodeLine {
        line: Line::UponDecided,
        text: "upon ⟨decided, v⟩: decide v;  tell the others;  stop",
    },
];

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
