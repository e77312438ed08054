//! The lines of Fast Paxos, as they are shown, and what can be bent.

use crate::model::Mutation;

pseudocode! {
    Repeat => "repeat forever",
    WaitForLeader => "  wait until Ω = p",
    Propose => "  the first time: send ⟨propose, input⟩ to all",
    WaitForVotes => "  wait until the votes collide, or time out",
    VotesAsPromises => "  p1 with n-f votes: they are promises for round 2",
    ChooseRound => "  else r ← a round above every round seen",
    SendPrepare => "  send ⟨prepare, r⟩ to all",
    WaitForPromises => "  wait until n-f promised, or a reject",
    PrepareRejected => "  if fewer promised: go to line 1",
    ChooseValue => "  v ← what may have been chosen, or the input",
    SendAccept => "  send ⟨accept, r, v⟩ to all",
    WaitForAccepted => "  wait until n-f accepted, or a reject",
    AcceptRejected => "  if fewer accepted: go to line 1",
    Decide => "  decide v;  tell the others;  propose no more",
    UponPropose => "upon ⟨propose, v⟩: if rnd = 1, no vote yet: vote v to all",
    UponVote => "upon ⟨vote, v⟩ from q: note it",
    FastQuorum => "  if n-e voted v: decide v;  tell the others",
    UponPrepare => "upon ⟨prepare, r⟩: if r > rnd: rnd ← r;  promise its vote",
    RefusePrepare => "  else send ⟨reject, r, rnd⟩",
    UponPromise => "upon ⟨promise, r, vrnd, vval⟩ from q: note it",
    UponAccept => "upon ⟨accept, r, v⟩: if r ≥ rnd: rnd ← r;  vote v in r",
    RefuseAccept => "  else send ⟨reject, r, rnd⟩",
    UponAccepted => "upon ⟨accepted, r⟩ from q: note it",
    UponReject => "upon ⟨reject, r, rnd⟩: note rnd",
    UponDecided => "upon ⟨decided, v⟩: decide v;  tell the others",
}

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
