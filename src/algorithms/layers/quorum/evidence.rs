//! What vouches for the value that a process aborts with.

use super::registers::{Copied, Proposed};
use crate::model::{Signed, Value};

/// The value that a process aborts with, and what vouches for it: the classes T, M and B of
/// Preferential Paxos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// B: nothing vouches for it.
    Bare(Value),
    /// M: the leader signed it.
    Leader(Signed<Proposed>),
    /// T: a unanimity proof.
    Proof(Signed<Copied>),
}

impl Evidence {
    /// The value.
    pub fn value(&self) -> Value {
        match self {
            Evidence::Bare(value) => *value,
            Evidence::Leader(signed) => signed.content().0,
            Evidence::Proof(copies) => copies.content().0,
        }
    }
}

impl std::fmt::Display for Evidence {
    /// Class and value, such as `T(a)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let class = match self {
            Evidence::Bare(_) => 'B',
            Evidence::Leader(_) => 'M',
            Evidence::Proof(_) => 'T',
        };
        write!(f, "{class}({})", self.value())
    }
}
