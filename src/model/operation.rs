//! Memory operations and their responses (P1, section 3).

use smallvec::SmallVec;

use super::{Algorithm, MemoryId, Permission, RegionId, RegisterId, ThreadId};

/// What a process asks of a memory. Each takes two delays: the request lands, the response returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation<A: Algorithm> {
    /// `write(mr, r, v)`: acknowledged if r is in mr and the caller is in W or RW, else nak.
    Write {
        /// mr
        region: RegionId,
        /// r
        register: RegisterId,
        /// v
        value: A::Register,
    },
    /// `read(mr, r)`: the value if r is in mr and the caller is in R or RW, else nak.
    Read {
        /// mr
        region: RegionId,
        /// r
        register: RegisterId,
    },
    /// All registers of a region at once.
    ReadRow {
        /// mr
        region: RegionId,
    },
    /// `changePermission(mr, (R, W, RW))`: takes effect if legalChange allows, and tells nothing.
    ChangePermission {
        /// mr
        region: RegionId,
        /// The permission asked for.
        to: Permission,
    },
}

/// What a memory answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Response<A: Algorithm> {
    /// A write was done.
    Ack,
    /// The caller lacked the permission; nothing changed.
    Nak,
    /// The value of one register.
    Value(A::Register),
    /// The values of a region's registers, in the region's order.
    Row(SmallVec<[A::Register; 3]>),
    /// A permission change is over; whether it took effect is not told.
    Done,
}

/// Whose operation it is that a lane holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A thread that waits for it.
    Thread(ThreadId),
    /// Nobody any more: its scope ended or its quorum was complete without it. It still lands.
    Stale,
    /// An incarnation of the process before its crash.
    Orphan,
}

/// Where an operation is on its way there and back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Flight<A: Algorithm> {
    /// On its way to the memory.
    Request(Operation<A>),
    /// On its way back.
    Response(Response<A>),
}

/// The way between a process and a memory: at most one operation at a time, first in first out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lane<A: Algorithm> {
    /// The operation under way.
    pub current: Option<(Owner, Flight<A>)>,
    /// Operations not yet issued, which wait for the one under way. Dropped when their scope
    /// ends, or when their quorum is complete.
    pub queue: SmallVec<[(ThreadId, Operation<A>); 1]>,
}

impl<A: Algorithm> Default for Lane<A> {
    fn default() -> Self {
        Lane {
            current: None,
            queue: SmallVec::new(),
        }
    }
}

impl<A: Algorithm> Lane<A> {
    /// The request under way, if one is.
    pub fn request(&self) -> Option<(Owner, &Operation<A>)> {
        match &self.current {
            Some((owner, Flight::Request(operation))) => Some((*owner, operation)),
            _ => None,
        }
    }

    /// The response under way, if one is.
    pub fn response(&self) -> Option<(Owner, &Response<A>)> {
        match &self.current {
            Some((owner, Flight::Response(response))) => Some((*owner, response)),
            _ => None,
        }
    }
}

/// One memory's responses, as a thread that waited for many sees them.
pub type Responses<A> = SmallVec<[(MemoryId, Response<A>); 3]>;
