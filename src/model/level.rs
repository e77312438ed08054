//! Levels: what operations are part of, so that many can be shown as one.

use std::fmt;

use serde::Serialize;

use super::ProcessId;

/// How closely a run is looked at, from the closest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Every memory's copy of a register: each request and each answer.
    #[default]
    Copies,
    /// Replicated registers: an operation at all memories is one.
    Registers,
    /// Broadcasts: all that a broadcast and its deliveries take is one.
    Broadcasts,
    /// Messages of the algorithm on top: a T-send and its T-receipts are one.
    Messages,
}

impl Level {
    /// From the closest on.
    pub const ALL: [Level; 4] = [
        Level::Copies,
        Level::Registers,
        Level::Broadcasts,
        Level::Messages,
    ];

    /// Its name, as links and the command line say it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Copies => "copies",
            Level::Registers => "registers",
            Level::Broadcasts => "broadcasts",
            Level::Messages => "messages",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Self> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What a thread's operations are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// The broadcast of a sender's message with that key.
    Broadcast(ProcessId, u16),
    /// The broadcast that carries a sender's T-send with that key.
    TSend(ProcessId, u16),
    /// A part of the algorithm with a name.
    Named(&'static str),
}

impl Work {
    /// Sender and key, where it is a broadcast.
    pub fn broadcast(self) -> Option<(ProcessId, u16)> {
        match self {
            Work::Broadcast(sender, key) | Work::TSend(sender, key) => Some((sender, key)),
            Work::Named(_) => None,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Work::Broadcast(sender, key) => write!(f, "broadcast {key} of {sender}"),
            Work::TSend(sender, key) => write!(f, "T-send {key} of {sender}"),
            Work::Named(name) => f.write_str(name),
        }
    }
}

/// What a process has heard of one sender's broadcasts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The last key that it delivered; 0 where there is none.
    pub delivered: u16,
    /// The keys of what it T-received from the sender, in order; empty where nothing is T-sent.
    pub received: Vec<u16>,
}
