//! Why what happens in Cheap Quorum matters.

use super::{Evidence, Host, Line};
use crate::model::{Fact, Operation, ProcessId, Response, Why};

/// Why a line matters.
pub fn why_line(line: Line, process: ProcessId) -> Option<Why> {
    match line {
        Line::LeaderDecides => Some(Why::OneWriteDecides { process }),
        Line::WriteProof => Some(Why::ProofIsUnique { process }),
        Line::FollowerDecides => Some(Why::EveryoneHasProof { process }),
        Line::Revoke => Some(Why::RevokeBeforeRead { process }),
        _ => None,
    }
}

/// Why a refusal, a time-out or a crash matters.
pub fn why<A: Host>(host: &A, fact: &Fact<A>) -> Option<Why> {
    match *fact {
        Fact::Landed {
            process,
            memory,
            operation: Operation::Write { region, .. },
            response: Response::Nak,
            ..
        } if region == host.quorum_layout().leader() => Some(Why::RevokedInTime {
            leader: process,
            memory,
        }),
        Fact::TimedOut { process, .. } => Some(Why::PanicsRatherThanWait { process }),
        Fact::ChangeRefused {
            process, memory, ..
        } => Some(Why::OnlyRevocationIsLegal { process, memory }),
        Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
        _ => None,
    }
}

/// Why a process aborts with that value.
pub fn why_abort(process: ProcessId, evidence: Evidence) -> Why {
    let value = evidence.value();
    match evidence {
        Evidence::Bare(_) => Why::NothingToKeep { process },
        Evidence::Leader(_) => Why::KeepsLeadersValue { process, value },
        Evidence::Proof(_) => Why::KeepsProvedValue { process, value },
    }
}
