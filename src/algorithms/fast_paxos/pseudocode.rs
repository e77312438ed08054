//! The lines of Fast Paxos, as they are shown, and what can be bent.

use crate::model::{CodeLine, Mutation};

/// The lines of the pseudocode, in its order; each line's text stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Repeat,
    WaitForLeader,
    Propose,
    WaitForVotes,
    VotesAsPromises,
    ChooseRound,
    SendPrepare,
    WaitForPromises,
    PrepareRejected,
    ChooseValue,
    SendAccept,
    WaitForAccepted,
    AcceptRejected,
    Decide,
    UponPropose,
    UponVote,
    FastQuorum,
    UponPrepare,
    RefusePrepare,
    UponPromise,
    UponAccept,
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
        line: Line::Propose,
        text: "  the first time: send ⟨propose, input⟩ to all",
    },
    CodeLine {
        line: Line::WaitForVotes,
        text: "  wait until the votes collide, or time out",
    },
    CodeLine {
        line: Line::VotesAsPromises,
        text: "  p1 with n-f votes: they are promises for round 2",
    },
    CodeLine {
        line: Line::ChooseRound,
        text: "  else r ← a round above every round seen",
    },
    CodeLine {
        line: Line::SendPrepare,
        text: "  send ⟨prepare, r⟩ to all",
    },
    CodeLine {
        line: Line::WaitForPromises,
        text: "  wait until n-f promised, or a reject",
    },
    CodeLine {
        line: Line::PrepareRejected,
        text: "  if fewer promised: go to line 1",
    },
    CodeLine {
        line: Line::ChooseValue,
        text: "  v ← what may have been chosen, or the input",
    },
    CodeLine {
        line: Line::SendAccept,
        text: "  send ⟨accept, r, v⟩ to all",
    },
    CodeLine {
        line: Line::WaitForAccepted,
        text: "  wait until n-f accepted, or a reject",
    },
    CodeLine {
        line: Line::AcceptRejected,
        text: "  if fewer accepted: go to line 1",
    },
    CodeLine {
        line: Line::Decide,
        text: "  decide v;  tell the others;  propose no more",
    },
    CodeLine {
        line: Line::UponPropose,
        text: "upon ⟨propose, v⟩: if rnd = 1, no vote yet: vote v to all",
    },
    CodeLine {
        line: Line::UponVote,
        text: "upon ⟨vote, v⟩ from q: note it",
    },
    CodeLine {
        line: Line::FastQuorum,
        text: "  if n-e voted v: decide v;  tell the others",
    },
    CodeLine {
        line: Line::UponPrepare,
        text: "upon ⟨prepare, r⟩: if r > rnd: rnd ← r;  promise its vote",
    },
    CodeLine {
        line: Line::RefusePrepare,
        text: "  else send ⟨reject, r, rnd⟩",
    },
    CodeLine {
        line: Line::UponPromise,
        text: "upon ⟨promise, r, vrnd, vval⟩ from q: note it",
    },
    CodeLine {
        line: Line::UponAccept,
        text: "upon ⟨accept, r, v⟩: if r ≥ rnd: rnd ← r;  vote v in r",
    },
    CodeLine {
        line: Line::RefuseAccept,
        text: "  else send ⟨reject, r, rnd⟩",
    },
    CodeLine {
        line: Line::UponAccepted,
        text: "upon ⟨accepted, r⟩ from q: note it",
    },
    CodeLine {
        line: Line::UponReject,
        text: "upon ⟨reject, r, rnd⟩: note rnd",
    },
    CodeLine {
        line: Line::UponDecided,
        text: "upon ⟨decided, v⟩: decide v;  tell the others",
    },
];

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "free-choice",
        title: "A recovering leader proposes its own input, whatever was voted.",
        line: 10,
        breaks: "agreement",
        scope: "processes=2 attempts=1",
    },
    Mutation {
        id: "vote-twice",
        title: "An acceptor votes for every proposal of the fast round.",
        line: 15,
        breaks: "agreement",
        scope: "processes=2 attempts=1",
    },
    Mutation {
        id: "fast-by-majority",
        title: "A mere majority of votes decides in the fast round.",
        line: 17,
        breaks: "agreement",
        scope: "processes=3 attempts=(1,1,0)",
    },
    Mutation {
        id: "any-round-counts",
        title: "Votes of older rounds count beside those of the highest one.",
        line: 10,
        breaks: "agreement",
        scope: "processes=3 attempts=(1,1,0)",
    },
];
