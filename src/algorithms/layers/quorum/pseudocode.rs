//! The lines of Cheap Quorum, as they are shown.

pseudocode! {
    Propose => "propose(v): p1 leads, and everyone follows",
    WriteProposal => "leader: Value[l] ← sign(v), at every memory",
    LeaderDecides => "  if a majority acknowledged, and none refused: decide v",
    LeaderPanics => "  else panic()",
    PollProposal => "follower: poll Value[l] until it holds some v",
    NoProposal => "  if it is not signed by the leader: panic()",
    WriteCopy => "  Value[p] ← sign(v)",
    PollCopies => "  poll every Value[q] until all n are signed copies of v",
    WriteProof => "  Proof[p] ← sign(the n copies): a unanimity proof",
    PollProofs => "  poll every Proof[q] until all n are unanimity proofs of v",
    FollowerDecides => "  decide v",
    FollowerPanics => "  all along, on some Panic[q] or a time-out: panic()",
    Panic => "panic(): Panic[p] ← true;  write nothing else from now on",
    PanicEach => "  for each memory i in parallel",
    Revoke => "    changePermission(Region[l] at i, nobody writes)",
    ReadProposal => "    read Value[l] at i",
    WaitRevoked => "  wait until a majority of memories is done",
    Abort => "  abort with Value[p], Proof[p];  else Value[l];  else the input",
}
