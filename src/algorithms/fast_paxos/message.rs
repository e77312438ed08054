//! What the messages of Fast Paxos say.

use crate::algorithms::proposals::{Accepted as Vote, pair};
use crate::model::Value;

/// The messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    /// ⟨propose, v⟩
    Propose(Value),
    /// ⟨vote, v⟩ in the fast round
    Vote(Value),
    /// ⟨prepare, r⟩
    Prepare(u16),
    /// ⟨promise, r, (vrnd, vval)⟩
    Promise(u16, Vote),
    /// ⟨accept, r, v⟩
    Accept(u16, Value),
    /// ⟨accepted, r⟩
    Accepted(u16),
    /// ⟨reject, rnd⟩
    Reject(u16, u16),
    /// ⟨decided, v⟩
    Decided(Value),
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Message::Propose(v) => write!(f, "propose({v})"),
            Message::Vote(v) => write!(f, "vote({v})"),
            Message::Prepare(r) => write!(f, "prepare({r})"),
            Message::Promise(r, vote) => write!(f, "promise({r},{})", pair(*vote)),
            Message::Accept(r, v) => write!(f, "accept({r},{v})"),
            Message::Accepted(r) => write!(f, "accepted({r})"),
            Message::Reject(r, rnd) => write!(f, "reject({r},{rnd})"),
            Message::Decided(v) => write!(f, "decided({v})"),
        }
    }
}
