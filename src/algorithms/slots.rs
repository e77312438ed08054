//! The slots of Protected Memory Paxos (P1, section on Protected Memory Paxos), which Aligned Paxos
//! has at its memories too: one region a memory, exclusive to one writer and readable by all, with
//! `slot[i,p]` for each process p.

use smallvec::{SmallVec, smallvec};

use super::proposals::{Accepted, later};
use crate::model::{
    Algorithm, Config, Fact, Input, Kind, MemoryId, Operation, Out, Permission, ProcessId,
    Property, Reach, Reads, Region, RegionId, RegisterId, Response, ThreadId, Why,
};

/// The one region of every memory: all slots.
pub const SLOTS: RegionId = RegionId(0);

/// `slot[i,p]` = (minProp, accProp, value); the default is the empty slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slot {
    /// minProp: the highest proposal that p started here; 0 where there is none.
    pub min_prop: u16,
    /// (accProp, value): what p last asked to be accepted.
    pub accepted: Accepted,
}

impl Slot {
    /// The names of its columns.
    pub const COLUMNS: &'static [&'static str] = &["minProp", "accProp", "value"];

    /// Its columns as text.
    pub fn cells(&self) -> SmallVec<[String; 3]> {
        let (number, value) = match self.accepted {
            Some((number, value)) => (number.to_string(), value.to_string()),
            None => (String::new(), String::new()),
        };
        let min_prop = if self.min_prop == 0 {
            String::new()
        } else {
            self.min_prop.to_string()
        };
        smallvec![min_prop, number, value]
    }

    /// In short: `(1,1,a)`.
    pub fn text(&self) -> String {
        match (self.min_prop, self.accepted) {
            (0, None) => "-".to_owned(),
            (min_prop, None) => format!("({min_prop},-,-)"),
            (min_prop, Some((number, value))) => format!("({min_prop},{number},{value})"),
        }
    }
}

/// The register of a process's slot.
pub fn slot_of(process: ProcessId) -> RegisterId {
    RegisterId(u16::from(process.0))
}

/// The slot's name: `slot[p1]`.
pub fn slot_name(register: RegisterId) -> String {
    format!("slot[p{}]", register.0 + 1)
}

/// The region over the slots of `n` processes: p1's at the start, or open to all.
pub fn region(n: u8, open: bool) -> Region {
    let permission = if open {
        Permission::open(n)
    } else {
        Permission::exclusive(ProcessId(0), n)
    };
    Region::over("slots", u16::from(n), permission)
}

/// legalChange: any process may make itself the exclusive writer; nothing else is legal.
pub fn is_takeover(process: ProcessId, new: &Permission, n: u8) -> bool {
    *new == Permission::exclusive(process, n)
}

/// The memory of a thread that works on one.
pub fn memory_of(thread: ThreadId) -> MemoryId {
    thread.as_memory().unwrap_or(MemoryId(0))
}

/// What the reads of one memory have shown so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    memory: MemoryId,
    /// The next slot to read, where slots are read one by one.
    next: u8,
    /// The highest minProp.
    pub highest: u16,
    /// The accepted proposal with the highest number.
    pub best: Accepted,
}

impl Scan {
    /// One slot more.
    fn see(&mut self, slot: Slot) {
        self.highest = self.highest.max(slot.min_prop);
        self.best = later(self.best, slot.accepted);
        self.next += 1;
    }
}

/// The reads under way, lowest memory first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scans(SmallVec<[Scan; 2]>);

impl Scans {
    /// `read slot[i,q] for every q`, in one operation or one register at a time: takes in the
    /// response, if there is one, and issues the next read. Whether all slots are read by now.
    pub fn read<A: Algorithm<Register = Slot>>(
        &mut self,
        config: &Config,
        memory: MemoryId,
        input: Input<'_, A>,
        out: &mut Out<'_, A>,
    ) -> bool {
        let mut scan = self.take(memory);
        match input {
            Input::Response(_, Response::Row(slots)) => {
                slots.into_iter().for_each(|slot| scan.see(slot));
            }
            Input::Response(_, Response::Value(slot)) => scan.see(slot),
            _ => {}
        }
        if scan.next == config.processes {
            self.keep(scan);
            return true;
        }
        match config.reads {
            Reads::Row => out.read_row(memory, SLOTS),
            Reads::Register => {
                out.read(memory, SLOTS, RegisterId(u16::from(scan.next)));
                if scan.next > 0 {
                    self.keep(scan);
                }
            }
        }
        false
    }

    /// Takes a memory's out, or begins it.
    pub fn take(&mut self, memory: MemoryId) -> Scan {
        match self.0.iter().position(|s| s.memory == memory) {
            Some(place) => self.0.remove(place),
            None => Scan {
                memory,
                next: 0,
                highest: 0,
                best: None,
            },
        }
    }

    /// Puts one back.
    pub fn keep(&mut self, scan: Scan) {
        let place = self.0.partition_point(|s| s.memory < scan.memory);
        self.0.insert(place, scan);
    }

    /// Renames memories: memory `i` becomes `map[i]`.
    pub fn rename_memories(&mut self, map: &[MemoryId]) {
        for scan in &mut self.0 {
            scan.memory = map[scan.memory.0 as usize];
        }
        self.0.sort_unstable_by_key(|s| s.memory);
    }
}

/// Why a write that was refused matters, and a permission taken before the reads.
pub fn permission_reason<A: Algorithm>(fact: &Fact<A>) -> Option<Why> {
    match *fact {
        Fact::Landed {
            process,
            memory,
            operation: Operation::Write { .. },
            response: Response::Nak,
            ..
        } => Some(Why::NakSavesAgreement {
            old: process,
            memory,
        }),
        Fact::PermissionChanged {
            memory, process, ..
        } => Some(Why::TakeBeforeRead {
            taker: process,
            memory,
        }),
        _ => None,
    }
}

/// Why what happened at slots matters: permissions, an accepted proposal that landed, an answer
/// that came too late.
pub fn reason<A: Algorithm<Register = Slot>>(fact: &Fact<A>) -> Option<Why> {
    permission_reason(fact).or(match *fact {
        Fact::Landed {
            process,
            memory,
            operation:
                Operation::Write {
                    value:
                        Slot {
                            accepted: Some(_), ..
                        },
                    ..
                },
            ..
        } => Some(Why::LandedIsVisible {
            writer: process,
            memory,
        }),
        Fact::Returned {
            process,
            stale: true,
            ..
        } => Some(Why::TooLate { process }),
        _ => None,
    })
}

/// Every memory has one exclusive writer.
pub const fn one_writer<A: Algorithm>() -> Property<A> {
    Property {
        id: "one-writer",
        says: "Every memory has one exclusive writer.",
        source: "P1, Protected Memory Paxos: the permission's shape",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::PermissionChanged { .. }),
        holds: |moment| {
            let mut live = moment.after.memories().filter(|(_, m)| !m.crashed);
            live.all(|(_, m)| m.permission(SLOTS).writers().len() == 1)
        },
    }
}
