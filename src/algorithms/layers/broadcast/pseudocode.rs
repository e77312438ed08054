//! The lines of non-equivocating broadcast with proofs, as they are shown.

pseudocode! {
    Broadcast => "broadcast(k, m): Value[me,k,me] ← sign(k, m)",
    ForEachSender => "for each process q in parallel, for ever",
    NextKey => "  k ← last[q] + 1;  state ← WaitSender",
    Poll => "  read what everyone wrote about q",
    SeeProof => "  if some L2[i,k,q] is a valid L2 proof: take it over, deliver",
    WaitSender => "  WaitSender: if x = Value[q,k,q] is signed by q",
    WriteCopy => "    Value[me,k,q] ← sign(x);  state ← WaitL1",
    WaitL1 => "  WaitL1: if a majority of copies is signed by q, all of one value",
    WriteL1 => "    L1[me,k,q] ← sign(the copies);  state ← WaitL2",
    WaitL2 => "  WaitL2: if a majority of L1[i,k,q] proves my value",
    WriteL2 => "    L2[me,k,q] ← those L1 proofs",
    Deliver => "  deliver(k, m, q);  last[q] ← k",
}
