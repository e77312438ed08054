//! The lines of non-equivocating broadcast with proofs, as they are shown.

use crate::model::CodeLine;

/// The lines of the pseudocode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Broadcast,
    ForEachSender,
    NextKey,
    Poll,
    SeeProof,
    WaitSender,
    WriteCopy,
    WaitL1,
    WriteL1,
    WaitL2,
    WriteL2,
    Deliver,
}

/// The pseudocode.
pub static PSEUDOCODE: &[CodeLine<Line>] = &[
    CodeLine {
        line: Line::Broadcast,
        text: "broadcast(k, m): Value[me,k,me] ← sign(k, m)",
    },
    CodeLine {
        line: Line::ForEachSender,
        text: "for each process q in parallel, for ever",
    },
    CodeLine {
        line: Line::NextKey,
        text: "  k ← last[q] + 1;  state ← WaitSender",
    },
    CodeLine {
        line: Line::Poll,
        text: "  read what everyone wrote about q",
    },
    CodeLine {
        line: Line::SeeProof,
        text: "  if some L2[i,k,q] is a valid L2 proof: take it over, deliver",
    },
    CodeLine {
        line: Line::WaitSender,
        text: "  WaitSender: if x = Value[q,k,q] is signed by q",
    },
    CodeLine {
        line: Line::WriteCopy,
        text: "    Value[me,k,q] ← sign(x);  state ← WaitL1",
    },
    CodeLine {
        line: Line::WaitL1,
        text: "  WaitL1: if a majority of copies is signed by q, all of one value",
    },
    CodeLine {
        line: Line::WriteL1,
        text: "    L1[me,k,q] ← sign(the copies);  state ← WaitL2",
    },
    CodeLine {
        line: Line::WaitL2,
        text: "  WaitL2: if a majority of L1[i,k,q] proves my value",
    },
    CodeLine {
        line: Line::WriteL2,
        text: "    L2[me,k,q] ← those L1 proofs",
    },
    CodeLine {
        line: Line::Deliver,
        text: "  deliver(k, m, q);  last[q] ← k",
    },
];
