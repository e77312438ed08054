//! The lines of reliable broadcast by messages, as they are shown, and what can be bent.

use crate::model::Mutation;

pseudocode! {
    Broadcast => "if p = p1: send ⟨say, v⟩ to all",
    CheckSignature => "upon any word  (signatures: if p1 did not sign v: ignore it)",
    UponSay => "upon ⟨say, v⟩ from p1, the first",
    Echo => "  send ⟨echo, v⟩ to all",
    UponEcho => "upon ⟨echo, v⟩ from q, its first: note it",
    BecomeReady => "  if n − f echoed v and p is not ready: send ⟨ready, v⟩ to all",
    UponReady => "upon ⟨ready, v⟩ from q, its first: note it",
    Join => "  if n − 2f are ready for v and p is not: send ⟨ready, v⟩ to all",
    Deliver => "  if n − f are ready for v: deliver v",
}

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "signatures",
        title: "p1 signs, and its signature travels with every word about what it said.",
        line: 2,
        breaks: "",
        scope: "processes=3 f_p=1 byzantine=(p3)",
    },
    Mutation {
        id: "non-equivocation",
        title: "Nobody can tell two receivers different words.",
        line: 1,
        breaks: "",
        scope: "processes=3 f_p=1 byzantine=(p1)",
    },
    Mutation {
        id: "one-ready",
        title: "One that is ready is enough to deliver.",
        line: 9,
        breaks: "agreement",
        scope: "processes=4 byzantine=(p1)",
    },
    Mutation {
        id: "one-echo",
        title: "One echo is enough to be ready.",
        line: 6,
        breaks: "all-or-nothing",
        scope: "processes=4 byzantine=(p1)",
    },
    Mutation {
        id: "echo-again",
        title: "Whatever p1 says is echoed, not only what it says first.",
        line: 3,
        breaks: "all-or-nothing",
        scope: "processes=4 byzantine=(p1)",
    },
    Mutation {
        id: "no-joining",
        title: "Nobody joins those that are ready: only echoes make ready.",
        line: 8,
        breaks: "all-or-nothing",
        scope: "processes=4 byzantine=(p1)",
    },
];
