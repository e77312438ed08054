//! Version 1's numbers: of algorithms, of event kinds, and in what order events of a kind stand.
//!
//! They stand in links for ever: **rows are added at the end, and never change.** A kind of event
//! that is added to the model is added here as one that is escaped (not in [`ORDINARY`]), so that
//! it renumbers no choice in an old link.

use crate::model::{Event, MemoryId, ProcessId, ThreadId, Value};
use crate::sim::{Choice, Hold, Side, Step};

/// The algorithms that have a number; others stand in links by their id's text.
pub const ALGORITHMS: [&str; 16] = [
    "paxos",
    "fast-paxos",
    "disk-paxos",
    "protected-memory-paxos",
    "aligned-paxos",
    "swmr-register",
    "static-two-delay",
    "non-equivocating-broadcast-echo",
    "non-equivocating-broadcast",
    "robust-backup",
    "cheap-quorum",
    "preferential-paxos",
    "fast-and-robust",
    "hybrid-ben-or",
    "leader-election",
    "reliable-broadcast",
];

/// The kinds whose events are told by their place among those that can happen.
pub const ORDINARY: [u8; 7] = [0, 1, 2, 3, 4, 5, 11];

/// The forms of holds that the first links knew, by number.
pub const HOLDS: [&str; 4] = ["lane", "link", "process", "memory"];

/// What a choice is: its kind's number and its content. Choices of a kind stand in the order of
/// their content.
pub fn identity(choice: Choice) -> (u8, [u32; 3]) {
    let thread = |t: ThreadId| u32::from(t.family) << 8 | u32::from(t.index);
    let p = |p: ProcessId| u32::from(p.0);
    let m = |m: MemoryId| u32::from(m.0);
    match choice {
        Choice::Event(event) => match event {
            Event::Deliver { to, from, nth } => (0, [p(to), p(from), nth.into()]),
            Event::Effect { process, memory } => (1, [p(process), m(memory), 0]),
            Event::Return { process, memory } => (2, [p(process), m(memory), 0]),
            Event::Proceed { process, thread: t } => (3, [p(process), thread(t), 0]),
            Event::Timeout { process, thread: t } => (4, [p(process), thread(t), 0]),
            Event::Leader { at, leader } => (5, [p(at), p(leader), 0]),
            Event::CrashProcess(process) => (6, [p(process), 0, 0]),
            Event::CrashMemory(memory) => (7, [m(memory), 0, 0]),
            Event::LoseMessage { to, from, nth } => (8, [p(to), p(from), nth.into()]),
            Event::LoseRequest { process, memory } => (9, [p(process), m(memory), 0]),
            Event::Recover { process, input } => (10, [p(process), input.0.into(), 0]),
            Event::Coin {
                process,
                thread: t,
                side,
            } => (11, [p(process), thread(t), side.into()]),
            Event::Byzantine { process, act } => (12, [p(process), act, 0]),
        },
        Choice::Hold(hold) => held(hold, 13, 15),
        Choice::Release(hold) => held(hold, 14, 16),
    }
}

/// A hold has one kind if its form is one of the first, another if it came later.
fn held(hold: Hold, first: u8, later: u8) -> (u8, [u32; 3]) {
    match hold {
        Hold::Lane(process, memory) => (first, [0, process.0.into(), memory.0.into()]),
        Hold::Link(from, to) => (first, [1, from.0.into(), to.0.into()]),
        Hold::Process(process) => (first, [2, process.0.into(), 0]),
        Hold::Memory(memory) => (first, [3, memory.0.into(), 0]),
        Hold::Way(from, to) => (later, [0, from.0, to.0]),
        Hold::Between(one, other) => (later, [1, one.0, other.0]),
        Hold::Message { from, to, nth } => {
            let ends = u32::from(from.0) << 8 | u32::from(to.0);
            (later, [2, ends, nth.into()])
        }
        Hold::Request(process, memory) => (later, [3, process.0.into(), memory.0.into()]),
        Hold::Response(process, memory) => (later, [4, process.0.into(), memory.0.into()]),
    }
}

/// The hold of a form that came later, if its content is as it would be written.
fn later([form, b, c]: [u32; 3]) -> Option<Hold> {
    let byte = |n: u32| u8::try_from(n).ok();
    let hold = match form {
        0 => Hold::way(Side(b), Side(c))?,
        1 => Hold::between(Side(b), Side(c))?,
        2 => Hold::Message {
            from: ProcessId(byte(b >> 8)?),
            to: ProcessId((b & 0xFF) as u8),
            nth: byte(c)?,
        },
        3 => Hold::Request(ProcessId(byte(b)?), MemoryId(byte(c)?)),
        4 => Hold::Response(ProcessId(byte(b)?), MemoryId(byte(c)?)),
        _ => return None,
    };
    (held(hold, 13, 15) == (15, [form, b, c])).then_some(hold)
}

/// The choice of that identity, if there is one.
pub fn choice(kind: u8, [a, b, c]: [u32; 3]) -> Option<Choice> {
    let byte = |n: u32| u8::try_from(n).ok();
    let process = |n| byte(n).map(ProcessId);
    let memory = |n| byte(n).map(MemoryId);
    let thread = |n: u32| {
        Some(ThreadId {
            family: byte(n >> 8)?,
            index: (n & 0xFF) as u8,
        })
    };
    let hold = || {
        Some(match a {
            0 => Hold::Lane(process(b)?, memory(c)?),
            1 => Hold::Link(process(b)?, process(c)?),
            2 => Hold::Process(process(b)?),
            3 => Hold::Memory(memory(b)?),
            _ => return None,
        })
    };
    let event = match kind {
        0 => Event::Deliver {
            to: process(a)?,
            from: process(b)?,
            nth: byte(c)?,
        },
        1 => Event::Effect {
            process: process(a)?,
            memory: memory(b)?,
        },
        2 => Event::Return {
            process: process(a)?,
            memory: memory(b)?,
        },
        3 => Event::Proceed {
            process: process(a)?,
            thread: thread(b)?,
        },
        4 => Event::Timeout {
            process: process(a)?,
            thread: thread(b)?,
        },
        5 => Event::Leader {
            at: process(a)?,
            leader: process(b)?,
        },
        6 => Event::CrashProcess(process(a)?),
        7 => Event::CrashMemory(memory(a)?),
        8 => Event::LoseMessage {
            to: process(a)?,
            from: process(b)?,
            nth: byte(c)?,
        },
        9 => Event::LoseRequest {
            process: process(a)?,
            memory: memory(b)?,
        },
        10 => Event::Recover {
            process: process(a)?,
            input: Value(byte(b)?),
        },
        11 => Event::Coin {
            process: process(a)?,
            thread: thread(b)?,
            side: byte(c)?,
        },
        12 => Event::Byzantine {
            process: process(a)?,
            act: b,
        },
        13 => return hold().map(Choice::Hold),
        14 => return hold().map(Choice::Release),
        15 => return later([a, b, c]).map(Choice::Hold),
        16 => return later([a, b, c]).map(Choice::Release),
        _ => return None,
    };
    Some(Choice::Event(event))
}

/// The events that are told by their place, in order.
pub fn ordinary(mut events: Vec<Event>) -> Vec<Event> {
    events.retain(|e| ORDINARY.contains(&identity(Choice::Event(*e)).0));
    events.sort_by_key(|e| identity(Choice::Event(*e)));
    events
}

/// The fingerprint of what happened and what was decided. No state's fingerprint is part of it:
/// that one changes with the code's inner shape.
#[derive(Clone, Debug, Default)]
pub struct Happened(crc32fast::Hasher);

impl Happened {
    /// Takes another step in.
    pub fn step(&mut self, step: &Step) {
        if let Some(choice) = step.choice {
            let (kind, content) = identity(choice);
            self.0.update(&[kind]);
            for part in content {
                self.0.update(&part.to_le_bytes());
            }
        }
        self.0.update(&[step.decided.len() as u8]);
        for (process, value) in &step.decided {
            self.0.update(&[process.0, value.0]);
        }
    }

    /// Takes a new branch in: its name, and where it leaves which other.
    pub fn branch(&mut self, name: &str, parent: usize, from: usize) {
        self.0.update(name.as_bytes());
        self.0.update(&(parent as u64).to_le_bytes());
        self.0.update(&(from as u64).to_le_bytes());
    }

    /// The fingerprint so far, as a number below `bound`.
    pub fn told(&self, bound: u32) -> u32 {
        self.0.clone().finalize() % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [&str; 15] = [
        "deliver",
        "effect",
        "return",
        "proceed",
        "timeout",
        "leader",
        "crash-process",
        "crash-memory",
        "lose-message",
        "lose-request",
        "recover",
        "coin",
        "byzantine",
        "hold",
        "release",
    ];

    /// If this fails, links that are out there would mean something else: add rows at the end,
    /// and leave the others as they are.
    #[test]
    fn no_number_has_changed_since_the_first_link() {
        assert_eq!(ALGORITHMS[3], "protected-memory-paxos");
        assert_eq!(ALGORITHMS[14], "leader-election");
        let written: Vec<(u8, [u32; 3], &str)> = (0..15)
            .filter_map(|kind| {
                let content = if kind >= 13 { [1, 2, 3] } else { [2, 1, 3] };
                let choice = choice(kind, content)?;
                let (kind, content) = identity(choice);
                Some((kind, content, KINDS[kind as usize]))
            })
            .collect();
        assert_eq!(
            written,
            [
                (0, [2, 1, 3], "deliver"),
                (1, [2, 1, 0], "effect"),
                (2, [2, 1, 0], "return"),
                (3, [2, 1, 0], "proceed"),
                (4, [2, 1, 0], "timeout"),
                (5, [2, 1, 0], "leader"),
                (6, [2, 0, 0], "crash-process"),
                (7, [2, 0, 0], "crash-memory"),
                (8, [2, 1, 3], "lose-message"),
                (9, [2, 1, 0], "lose-request"),
                (10, [2, 1, 0], "recover"),
                (11, [2, 1, 3], "coin"),
                (12, [2, 1, 0], "byzantine"),
                (13, [1, 2, 3], "hold"),
                (14, [1, 2, 3], "release"),
            ]
        );
        let lost = Event::LoseMessage {
            to: ProcessId(0),
            from: ProcessId(1),
            nth: 2,
        };
        assert_eq!(identity(Choice::Event(lost)), (8, [0, 1, 2]));
        let coin = Event::Coin {
            process: ProcessId(3),
            thread: ThreadId {
                family: 2,
                index: 1,
            },
            side: 1,
        };
        assert_eq!(identity(Choice::Event(coin)), (11, [3, 0x201, 1]));
    }

    #[test]
    fn every_form_of_hold_has_its_number() {
        for (form, name) in HOLDS.iter().enumerate() {
            let Some(Choice::Hold(hold)) = choice(13, [form as u32, 1, 1]) else {
                panic!("no hold of form {name}");
            };
            let (_, content) = identity(Choice::Hold(hold));
            assert_eq!(content[0], form as u32);
        }
        assert_eq!(choice(13, [HOLDS.len() as u32, 0, 0]), None);
        let side = |p: u8, m: u8| {
            let process = Side::EMPTY.and_process(ProcessId(p));
            process.and_memory(MemoryId(m))
        };
        let (p1, p2) = (ProcessId(0), ProcessId(1));
        let later = [
            (Hold::way(side(0, 0), side(1, 1)), [0, 0x1_0001, 0x2_0002]),
            (
                Hold::between(side(1, 1), side(0, 0)),
                [1, 0x1_0001, 0x2_0002],
            ),
            (
                Some(Hold::Message {
                    from: p2,
                    to: p1,
                    nth: 3,
                }),
                [2, 0x100, 3],
            ),
            (Some(Hold::Request(p2, MemoryId(2))), [3, 1, 2]),
            (Some(Hold::Response(p2, MemoryId(2))), [4, 1, 2]),
        ];
        for (form, (hold, content)) in later.into_iter().enumerate() {
            let hold = hold.expect("two sides");
            assert_eq!(identity(Choice::Hold(hold)), (15, content));
            assert_eq!(identity(Choice::Release(hold)), (16, content));
            assert_eq!(choice(15, content), Some(Choice::Hold(hold)));
            assert_eq!(choice(16, content), Some(Choice::Release(hold)));
            assert_eq!(content[0], form as u32);
        }
        assert_eq!(later.len(), 5, "a form that is added gets the next number");
        // What has a form of its own among the first is not written in a later one.
        assert_eq!(choice(15, [0, 1, 2]), None);
        assert_eq!(choice(15, [1, 2, 1]), None);
    }
}
