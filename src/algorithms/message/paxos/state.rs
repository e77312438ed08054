//! What Paxos's messages say, and the variables of a process.

use crate::algorithms::proposals::Accepted;
use crate::model::{ProcessSet, Value};

/// The messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    /// ⟨prepare, n⟩
    Prepare(u16),
    /// ⟨promise, n, (na, va)⟩
    Promise(u16, Accepted),
    /// ⟨accept, n, v⟩
    Accept(u16, Value),
    /// ⟨accepted, n⟩
    Accepted(u16),
    /// ⟨reject, n, np⟩
    Reject(u16, u16),
    /// ⟨decided, v⟩
    Decided(Value),
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Message::Prepare(n) => write!(f, "prepare({n})"),
            Message::Promise(n, None) => write!(f, "promise({n},-,-)"),
            Message::Promise(n, Some((na, va))) => write!(f, "promise({n},{na},{va})"),
            Message::Accept(n, v) => write!(f, "accept({n},{v})"),
            Message::Accepted(n) => write!(f, "accepted({n})"),
            Message::Reject(n, np) => write!(f, "reject({n},{np})"),
            Message::Decided(v) => write!(f, "decided({v})"),
        }
    }
}

/// How far a proposer's attempt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// No attempt is under way.
    Idle,
    /// Phase 1: these promised, and this is the accepted proposal with the highest number that
    /// they reported.
    Preparing(ProcessSet, Accepted),
    /// Phase 2: this value was sent to be accepted, and these accepted.
    Accepting(Value, ProcessSet),
    /// It decided, and proposes no more.
    Decided,
}

/// A process's variables. What is dead between attempts and after the decision is reset, so that
/// equal futures are equal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PaxosState {
    /// The proposer's own input.
    pub input: Value,
    /// np: the highest number that the acceptor promised.
    pub np: u16,
    /// (na, va): what the acceptor accepted last.
    pub accepted: Accepted,
    /// Attempts begun so far.
    pub attempt: u16,
    /// The highest number that the proposer used or was told of.
    pub seen: u16,
    /// The number of the attempt under way, 0 where there is none.
    pub number: u16,
    /// How far the attempt is.
    pub stage: Stage,
    /// Whether the attempt was rejected.
    pub rejected: bool,
}

impl PaxosState {
    /// The process's role in few words.
    pub fn role(&self) -> String {
        match self.stage {
            Stage::Idle => format!("acceptor, promised {}", self.np),
            Stage::Preparing(..) => format!("proposer, phase 1 of number {}", self.number),
            Stage::Accepting(..) => format!("proposer, phase 2 of number {}", self.number),
            Stage::Decided => "decided, still an acceptor".to_owned(),
        }
    }
}
