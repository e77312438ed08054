//! Threads: where in the pseudocode a process stands, once for each line of control.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Algorithm, MemoryId, ProcessId, RegionId, Responses};

/// The name of a thread within its process.
///
/// A family and a place in it: `main`, one thread for each memory (`m1`, `m2`, …), one for each
/// peer (`q1`, `q2`, …), and whatever families an algorithm adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ThreadId {
    /// Which family: 0 main, 1 memories, 2 peers, 3 the handlers of messages, then the
    /// algorithm's own.
    pub family: u8,
    /// Which of the family.
    pub index: u8,
}

impl ThreadId {
    /// The main thread.
    pub const MAIN: Self = ThreadId {
        family: 0,
        index: 0,
    };

    /// The first family that an algorithm may name itself.
    pub const FIRST_OWN_FAMILY: u8 = 4;

    /// The thread for one memory.
    pub const fn memory(memory: MemoryId) -> Self {
        ThreadId {
            family: 1,
            index: memory.0,
        }
    }

    /// The thread for one peer.
    pub const fn peer(peer: ProcessId) -> Self {
        ThreadId {
            family: 2,
            index: peer.0,
        }
    }

    /// The handler that runs when a message arrives (`upon receiving …`).
    pub const UPON: Self = ThreadId {
        family: 3,
        index: 0,
    };

    /// The memory, for a thread of the memories' family.
    pub fn as_memory(self) -> Option<MemoryId> {
        (self.family == 1).then_some(MemoryId(self.index))
    }

    /// The peer, for a thread of the peers' family.
    pub fn as_peer(self) -> Option<ProcessId> {
        (self.family == 2).then_some(ProcessId(self.index))
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.family {
            0 => f.write_str("main"),
            1 => write!(f, "m{}", self.index + 1),
            2 => write!(f, "q{}", self.index + 1),
            3 => f.write_str("upon"),
            family => write!(f, "t{family}.{}", self.index + 1),
        }
    }
}

/// A scope: a group of threads that ends together, such as one attempt. 0 is the process itself.
pub type Scope = u8;

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Parked<A: Algorithm> {
    /// `wait until`: the algorithm's guard for the line.
    Guard,
    /// The response of one memory.
    Response(MemoryId),
    /// Responses of enough memories to an operation on all of them; goes on by an event of its
    /// own, perhaps with more than enough.
    Quorum(Responses<A>),
    /// The fall of a coin.
    Coin,
    /// A poll of a region's row that showed nothing new, with what it showed (as far as the line
    /// looks at it). It is issued again, by an event of its own, once some memory would answer
    /// otherwise: until then another read could tell nothing.
    Poll(RegionId, Responses<A>),
}

/// One line of control of a process, at rest between two events.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread<A: Algorithm> {
    /// Its name.
    pub id: ThreadId,
    /// The scope that ends it.
    pub scope: Scope,
    /// The pseudocode line on which it stands.
    pub line: A::Line,
    /// The line at which it goes on.
    pub resume: A::Line,
    /// What it waits for.
    pub parked: Parked<A>,
}
