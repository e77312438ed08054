//! The lines of the replicated register, as they are shown, and what can be bent.

use crate::model::Mutation;

pseudocode! {
    WaitToWrite => "p1: wait until Ω = p1",
    Write => "  write r ← v at every memory",
    Written => "  when a majority acknowledged: the write returns",
    Tell => "  tell the readers",
    WaitToRead => "others: wait until told, or Ω = q",
    Read => "  read r at every memory",
    HaveRead => "  when a majority answered:",
    ReturnValue => "    one value that is not empty: return it",
    ReturnEmpty => "    else return empty",
    UponWritten => "upon ⟨written⟩: told ← true",
}

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
