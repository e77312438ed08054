//! The lines of Cheap Quorum, as they are shown.

use crate::model::CodeLine;

/// The lines of the pseudocode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Propose,
    WriteProposal,
    LeaderDecides,
    LeaderPanics,
    PollProposal,
    NoProposal,
    WriteCopy,
    PollCopies,
    WriteProof,
    PollProofs,
    FollowerDecides,
    FollowerPanics,
    Panic,
    PanicEach,
    Revoke,
    ReadProposal,
    WaitRevoked,
    Abort,
}

/// The pseudocode.
pub static PSEUDOCODE: &[CodeLine<Line>] = &[
    CodeLine {
        line: Line::Propose,
        text: "propose(v): p1 leads, and everyone follows",
    },
    CodeLine {
        line: Line::WriteProposal,
        text: "leader: Value[l] ← sign(v), at every memory",
    },
    CodeLine {
        line: Line::LeaderDecides,
        text: "  if a majority acknowledged, and none refused: decide v",
    },
    CodeLine {
        line: Line::LeaderPanics,
        text: "  else panic()",
    },
    CodeLine {
        line: Line::PollProposal,
        text: "follower: poll Value[l] until it holds some v",
    },
    CodeLine {
        line: Line::NoProposal,
        text: "  if it is not signed by the leader: panic()",
    },
    CodeLine {
        line: Line::WriteCopy,
        text: "  Value[p] ← sign(v)",
    },
    CodeLine {
        line: Line::PollCopies,
        text: "  poll every Value[q] until all n are signed copies of v",
    },
    CodeLine {
        line: Line::WriteProof,
        text: "  Proof[p] ← sign(the n copies): a unanimity proof",
    },
    CodeLine {
        line: Line::PollProofs,
        text: "  poll every Proof[q] until all n are unanimity proofs of v",
    },
    CodeLine {
        line: Line::FollowerDecides,
        text: "  decide v",
    },
    CodeLine {
        line: Line::FollowerPanics,
        text: "  all along, on some Panic[q] or a time-out: panic()",
    },
    CodeLine {
        line: Line::Panic,
        text: "panic(): Panic[p] ← true;  write nothing else from now on",
    },
    CodeLine {
        line: Line::PanicEach,
        text: "  for each memory i in parallel",
    },
    CodeLine {
        line: Line::Revoke,
        text: "    changePermission(Region[l] at i, nobody writes)",
    },
    CodeLine {
        line: Line::ReadProposal,
        text: "    read Value[l] at i",
    },
    CodeLine {
        line: Line::WaitRevoked,
        text: "  wait until a majority of memories is done",
    },
    CodeLine {
        line: Line::Abort,
        text: "  abort with Value[p], Proof[p];  else Value[l];  else the input",
    },
];
