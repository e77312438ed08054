//! The parts of a state: processes, memories, and the messages on their way to each process.

use smallvec::SmallVec;

use super::{
    Algorithm, Lane, MemoryId, Permission, ProcessId, RegionId, RegisterId, Thread, ThreadId, Value,
};

/// Whether a process takes steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It follows the algorithm.
    Up,
    /// It follows the adversary.
    Byzantine,
    /// It decided and stopped.
    Stopped,
    /// It crashed.
    Crashed,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// What was decided.
    pub value: Value,
    /// The proposal number (ballot, round) at which it was decided; 0 where it was learnt or
    /// where the algorithm has none.
    pub proposal: u16,
}

/// A process and what it has under way at each memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process<A: Algorithm> {
    /// Whether it takes steps.
    pub status: Status,
    /// Omega's output here.
    pub leader: ProcessId,
    /// What it decided. Kept after a crash: agreement is uniform.
    pub decision: Option<Decision>,
    /// Its variables; none once it has stopped or crashed, or while it is Byzantine.
    pub locals: Option<A::Locals>,
    /// Its threads, ordered by name.
    pub threads: SmallVec<[Thread<A>; 3]>,
    /// Its operation at each memory.
    pub lanes: SmallVec<[Lane<A>; 3]>,
}

impl<A: Algorithm> Process<A> {
    /// The lane to one memory.
    pub fn lane(&self, memory: MemoryId) -> &Lane<A> {
        &self.lanes[memory.0 as usize]
    }

    /// The thread of that name.
    pub fn thread(&self, id: ThreadId) -> Option<&Thread<A>> {
        self.threads.iter().find(|t| t.id == id)
    }

    /// Whether it is neither crashed nor Byzantine.
    pub fn is_correct(&self) -> bool {
        matches!(self.status, Status::Up | Status::Stopped)
    }
}

/// A memory: registers and the permission of each region. A crashed one keeps neither, since
/// nobody can see them any more; only where processes are Byzantine do its registers stay, since
/// what they could once read, they can replay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory<A: Algorithm> {
    /// Whether it has crashed.
    pub crashed: bool,
    /// The permission of each region.
    pub permissions: SmallVec<[Permission; 2]>,
    /// The value of each register.
    pub registers: SmallVec<[A::Register; 3]>,
}

impl<A: Algorithm> Memory<A> {
    /// The value of a register.
    pub fn register(&self, id: RegisterId) -> &A::Register {
        &self.registers[id.0 as usize]
    }

    /// The permission of a region.
    pub fn permission(&self, id: RegionId) -> &Permission {
        &self.permissions[id.0 as usize]
    }
}

/// The messages on their way to one process: a multiset, sorted by sender and content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inbox<A: Algorithm> {
    /// Sender and content of each.
    pub packets: SmallVec<[(ProcessId, A::Message); 2]>,
}

impl<A: Algorithm> Default for Inbox<A> {
    fn default() -> Self {
        Inbox {
            packets: SmallVec::new(),
        }
    }
}

impl<A: Algorithm> Inbox<A> {
    /// Puts a message in flight.
    pub fn insert(&mut self, from: ProcessId, message: A::Message) {
        let packet = (from, message);
        let place = self.packets.partition_point(|p| *p <= packet);
        self.packets.insert(place, packet);
    }

    /// The place of the `nth` distinct message from `from`.
    pub fn place(&self, from: ProcessId, nth: u8) -> Option<usize> {
        let mut distinct = 0u32;
        for (k, packet) in self.packets.iter().enumerate() {
            if packet.0 != from {
                continue;
            }
            let again = k > 0 && self.packets[k - 1] == *packet;
            if again {
                continue;
            }
            if distinct == u32::from(nth) {
                return Some(k);
            }
            distinct += 1;
        }
        None
    }

    /// Each distinct message: its sender and its number among those of the sender. Of those that one
    /// sender has in flight, the first 256 have a number; the others wait until they are among these.
    pub fn distinct(&self) -> impl Iterator<Item = (ProcessId, u8, &A::Message)> + '_ {
        let mut last: Option<(ProcessId, Option<u8>)> = None;
        self.packets.iter().enumerate().filter_map(move |(k, p)| {
            if k > 0 && self.packets[k - 1] == *p {
                return None;
            }
            let nth = match last {
                Some((from, nth)) if from == p.0 => nth.and_then(|nth| nth.checked_add(1)),
                _ => Some(0),
            };
            last = Some((p.0, nth));
            nth.map(|nth| (p.0, nth, &p.1))
        })
    }
}
