//! The lines of Paxos, as they are shown.

use crate::model::CodeLine;

/// The lines of the pseudocode, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    missing_docs,
    reason = "each line's text stands in the pseudocode below"
)]
pub enum Line {
    Repeat,
    WaitForLeader,
    ChooseNumber,
    SendPrepare,
    WaitForPromises,
    PrepareRejected,
    ChooseValue,
    SendAccept,
    WaitForAccepted,
    AcceptRejected,
    Decide,
    UponPrepare,
    Promise,
    RefusePrepare,
    UponPromise,
    UponAccept,
    Accept,
    RefuseAccept,
    UponAccepted,
    UponReject,
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
        text: "  n ← a number above every number seen",
    },
    CodeLine {
        line: Line::SendPrepare,
        text: "  send ⟨prepare, n⟩ to all  (p1's first: done)",
    },
    CodeLine {
        line: Line::WaitForPromises,
        text: "  wait until a majority promised, or a reject",
    },
    CodeLine {
        line: Line::PrepareRejected,
        text: "  if fewer promised: abort",
    },
    CodeLine {
        line: Line::ChooseValue,
        text: "  v ← va of the highest na promised, or the input",
    },
    CodeLine {
        line: Line::SendAccept,
        text: "  send ⟨accept, n, v⟩ to all",
    },
    CodeLine {
        line: Line::WaitForAccepted,
        text: "  wait until a majority accepted, or a reject",
    },
    CodeLine {
        line: Line::AcceptRejected,
        text: "  if fewer accepted: abort",
    },
    CodeLine {
        line: Line::Decide,
        text: "  decide v;  tell the others;  propose no more",
    },
    CodeLine {
        line: Line::UponPrepare,
        text: "upon ⟨prepare, n⟩ from q",
    },
    CodeLine {
        line: Line::Promise,
        text: "  if n > np: np ← n;  send ⟨promise, n, na, va⟩ to q",
    },
    CodeLine {
        line: Line::RefusePrepare,
        text: "  else send ⟨reject, n, np⟩ to q",
    },
    CodeLine {
        line: Line::UponPromise,
        text: "upon ⟨promise, n, na, va⟩ from q: note it",
    },
    CodeLine {
        line: Line::UponAccept,
        text: "upon ⟨accept, n, v⟩ from q",
    },
    CodeLine {
        line: Line::Accept,
        text: "  if n ≥ np: np, na ← n;  va ← v;  send ⟨accepted, n⟩ to q",
    },
    CodeLine {
        line: Line::RefuseAccept,
        text: "  else send ⟨reject, n, np⟩ to q",
    },
    CodeLine {
        line: Line::UponAccepted,
        text: "upon ⟨accepted, n⟩ from q: note it",
    },
    CodeLine {
        line: Line::UponReject,
        text: "upon ⟨reject, n, np⟩ from q: note np",
    },
    CodeLine {
        line: Line::UponDecided,
        text: "upon ⟨decided, v⟩ from q: decide v;  tell the others",
    },
];
