//! Holds: what automatic schedules leave alone until it is released, from a single packet to a
//! partition of all that is there.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{FlightView, Machine, Snapshot};
use crate::model::{Config, Event, MemoryId, ProcessId};

/// Some processes and memories: one side of a partition.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Side(
    /// A bit for each: processes from bit 0 on, memories from bit 16 on.
    pub u32,
);

/// Where the memories' bits begin.
const MEMORIES: u32 = 16;

impl Side {
    /// Nobody.
    pub const EMPTY: Side = Side(0);

    /// The side with a process more.
    pub const fn and_process(self, process: ProcessId) -> Side {
        Side(self.0 | 1 << process.0)
    }

    /// The side with a memory more.
    pub const fn and_memory(self, memory: MemoryId) -> Side {
        Side(self.0 | 1 << (MEMORIES + memory.0 as u32))
    }

    /// Whether a process is on it.
    pub const fn has_process(self, process: ProcessId) -> bool {
        self.0 & (1 << process.0) != 0
    }

    /// Whether a memory is on it.
    pub const fn has_memory(self, memory: MemoryId) -> bool {
        self.0 & (1 << (MEMORIES + memory.0 as u32)) != 0
    }

    /// Whether nobody is on it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All that a configuration has.
    pub fn all(config: &Config) -> Side {
        let processes = config.process_ids().fold(Side::EMPTY, Side::and_process);
        config.memory_ids().fold(processes, Side::and_memory)
    }

    /// Those of this side that are not on the other.
    pub const fn without(self, other: Side) -> Side {
        Side(self.0 & !other.0)
    }

    /// Its processes.
    pub fn processes(self) -> impl Iterator<Item = ProcessId> {
        let ids = (0..MEMORIES as u8).map(ProcessId);
        ids.filter(move |p| self.has_process(*p))
    }

    /// Its memories.
    pub fn memories(self) -> impl Iterator<Item = MemoryId> {
        let ids = (0..(u32::BITS - MEMORIES) as u8).map(MemoryId);
        ids.filter(move |m| self.has_memory(*m))
    }

    /// The one process that it is, if it is one.
    fn only_process(self) -> Option<ProcessId> {
        let one = self.0.count_ones() == 1;
        self.processes().next().filter(|_| one)
    }

    /// The one memory that it is, if it is one.
    fn only_memory(self) -> Option<MemoryId> {
        let one = self.0.count_ones() == 1;
        self.memories().next().filter(|_| one)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let processes = self.processes().map(|p| p.to_string());
        let names = processes.chain(self.memories().map(|m| m.to_string()));
        for (k, name) in names.enumerate() {
            f.write_str(if k > 0 { "," } else { "" })?;
            f.write_str(&name)?;
        }
        Ok(())
    }
}

/// What automatic schedules leave alone until it is released.
///
/// Whoever chooses events one by one may still choose what is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hold {
    /// The operations of a process at a memory, there and back.
    Lane(ProcessId, MemoryId),
    /// The messages from one process to another.
    Link(ProcessId, ProcessId),
    /// A process: it takes no step, and nothing reaches it.
    Process(ProcessId),
    /// A memory: nothing takes effect there, and its responses wait. It hangs.
    Memory(MemoryId),
    /// One direction of a partition: nothing gets from the first side to the second. Made by
    /// [`Hold::way`].
    Way(Side, Side),
    /// A partition: nothing gets from either side to the other. Made by [`Hold::between`].
    Between(Side, Side),
    /// One message, until it arrives or is lost. `nth` counts as for [`Event::Deliver`], and is
    /// counted anew as others come and go; messages that are alike cannot be told apart.
    Message {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
        /// Which of the distinct messages in flight between the two.
        nth: u8,
    },
    /// The request that is on its way to a memory, until it lands or is lost.
    Request(ProcessId, MemoryId),
    /// The response that is on its way to a process, until it arrives.
    Response(ProcessId, MemoryId),
}

impl Hold {
    /// Nothing gets from one side to the other; none where a side is empty or somebody is on both.
    pub fn way(from: Side, to: Side) -> Option<Hold> {
        if from.is_empty() || to.is_empty() || from.0 & to.0 != 0 {
            return None;
        }
        Some(match (from.only_process(), to.only_process()) {
            (Some(from), Some(to)) => Hold::Link(from, to),
            _ => Hold::Way(from, to),
        })
    }

    /// Nothing gets from either side to the other; none where a side is empty or somebody is on
    /// both. The side with the first name comes first.
    pub fn between(one: Side, other: Side) -> Option<Hold> {
        if one.is_empty() || other.is_empty() || one.0 & other.0 != 0 {
            return None;
        }
        let (first, second) = match one.0.trailing_zeros() < other.0.trailing_zeros() {
            true => (one, other),
            false => (other, one),
        };
        Some(match (first.only_process(), second.only_memory()) {
            (Some(process), Some(memory)) => Hold::Lane(process, memory),
            _ => Hold::Between(first, second),
        })
    }

    /// Whether the hold keeps an automatic schedule from an event.
    pub fn covers(self, event: Event) -> bool {
        let gets = |from: Side, to: Side| match event {
            Event::Deliver { from: a, to: b, .. } => from.has_process(a) && to.has_process(b),
            Event::Effect { process, memory } => from.has_process(process) && to.has_memory(memory),
            Event::Return { process, memory } => from.has_memory(memory) && to.has_process(process),
            _ => false,
        };
        match (self, event) {
            (Hold::Way(from, to), _) => gets(from, to),
            (Hold::Between(one, other), _) => gets(one, other) || gets(other, one),
            (
                Hold::Lane(p, m),
                Event::Effect { process, memory } | Event::Return { process, memory },
            )
            | (Hold::Request(p, m), Event::Effect { process, memory })
            | (Hold::Response(p, m), Event::Return { process, memory }) => {
                p == process && m == memory
            }
            (Hold::Link(a, b), Event::Deliver { from, to, .. }) => a == from && b == to,
            (
                Hold::Message { from, to, nth },
                Event::Deliver {
                    from: a,
                    to: b,
                    nth: k,
                },
            ) => (from, to, nth) == (a, b, k),
            (
                Hold::Process(p),
                Event::Return { process, .. }
                | Event::Proceed { process, .. }
                | Event::Timeout { process, .. }
                | Event::Coin { process, .. }
                | Event::Deliver { to: process, .. },
            ) => p == process,
            (Hold::Memory(m), Event::Effect { memory, .. } | Event::Return { memory, .. }) => {
                m == memory
            }
            _ => false,
        }
    }

    /// Whether it holds a single packet, and ends with it.
    pub fn is_of_packet(self) -> bool {
        matches!(
            self,
            Hold::Message { .. } | Hold::Request(..) | Hold::Response(..)
        )
    }

    /// Whether there is such a thing in a configuration and, for a packet, in a state.
    pub(super) fn exists(self, machine: &dyn Machine, state: &Snapshot) -> bool {
        let config = machine.config();
        let process = |p: ProcessId| p.0 < config.processes;
        let memory = |m: MemoryId| m.0 < config.memories;
        let flies = |p: ProcessId, m: MemoryId, request: bool| {
            let lanes = machine.process_view(state, p).lanes;
            let lane = lanes.get(m.0 as usize);
            lane.and_then(|lane| lane.current.as_ref())
                .is_some_and(|flight| matches!(flight, FlightView::Request { .. }) == request)
        };
        match self {
            Hold::Lane(p, m) => process(p) && memory(m),
            Hold::Link(from, to) => process(from) && process(to),
            Hold::Process(p) => process(p),
            Hold::Memory(m) => memory(m),
            Hold::Way(one, other) | Hold::Between(one, other) => {
                let all = Side::all(config);
                one.without(all).is_empty() && other.without(all).is_empty()
            }
            Hold::Message { from, to, nth } => {
                process(from) && process(to) && machine.content(state, from, to, nth).is_some()
            }
            Hold::Request(p, m) => process(p) && memory(m) && flies(p, m, true),
            Hold::Response(p, m) => process(p) && memory(m) && flies(p, m, false),
        }
    }

    /// What it is after an event; nothing where the packet that it held is gone.
    pub(super) fn after(
        self,
        event: Event,
        machine: &dyn Machine,
        before: &Snapshot,
        after: &Snapshot,
    ) -> Option<Hold> {
        match self {
            Hold::Message { from, to, nth } => {
                let held = machine.content(before, from, to, nth)?;
                let mut there = (0..=u8::MAX).map_while(|k| machine.content(after, from, to, k));
                let nth = there.position(|content| content == held)?;
                Some(Hold::Message {
                    from,
                    to,
                    nth: nth as u8,
                })
            }
            // The next operation on the lane is another packet.
            Hold::Request(..) | Hold::Response(..)
                if self.covers(event) || !self.exists(machine, after) =>
            {
                None
            }
            _ => Some(self),
        }
    }
}

impl fmt::Display for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hold::Lane(process, memory) => write!(f, "{process}@{memory}"),
            Hold::Link(from, to) => write!(f, "{from}->{to}"),
            Hold::Process(process) => write!(f, "{process}"),
            Hold::Memory(memory) => write!(f, "{memory}"),
            Hold::Way(from, to) => write!(f, "{from}->{to}"),
            Hold::Between(one, other) => write!(f, "{one}|{other}"),
            Hold::Message { from, to, nth: 0 } => write!(f, "packet {from}->{to}"),
            Hold::Message { from, to, nth } => {
                write!(f, "packet {from}->{to} {}", u16::from(*nth) + 1)
            }
            Hold::Request(process, memory) => write!(f, "packet {process}->{memory}"),
            Hold::Response(process, memory) => write!(f, "packet {memory}->{process}"),
        }
    }
}
