//! The lines of the replicated register, as they are shown, and what can be bent.

use crate::model::{CodeLine, Mutation};

/// The lines of the pseudocode, in its order; each line's text stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    WaitToWrite,
    Write,
    Written,
    Tell,
    WaitToRead,
    Read,
    HaveRead,
    ReturnValue,
    ReturnEmpty,
    UponWritten,
}

pub(super) static PSEUDOCODE: &[CodeLine<Line>] = &[
    CodeLine {
        line: Line::WaitToWrite,
        text: "p1: wait until Ω = p1",
    },
    CodeLine {
        line: Line::Write,
        text: "  write r ← v at every memory",
    },
    CodeLine {
        line: Line::Written,
        text: "  when a majority acknowledged: the write returns",
    },
    CodeLine {
        line: Line::Tell,
        text: "  tell the readers",
    },
    CodeLine {
        line: Line::WaitToRead,
        text: "others: wait until told, or Ω = q",
    },
    CodeLine {
        line: Line::Read,
        text: "  read r at every memory",
    },
    CodeLine {
        line: Line::HaveRead,
        text: "  when a majority answered:",
    },
    CodeLine {
        line: Line::ReturnValue,
        text: "    one value that is not empty: return it",
    },
    CodeLine {
        line: Line::ReturnEmpty,
        text: "    else return empty",
    },
    CodeLine {
        line: Line::UponWritten,
        text: "upon ⟨written⟩: told ← true",
    },
];

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "one-memory",
        title: "One memory's answer is enough, for the write and for reads.",
        line: 3,
        breaks: "regular",
        scope: "processes=2 memories=2 attempts=1",
    },
    Mutation {
        id: "tell-first",
        title: "The writer says that it has written before it has.",
        line: 4,
        breaks: "regular",
        scope: "processes=2 memories=1 attempts=1",
    },
];
