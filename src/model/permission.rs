//! Who may read and write a region (P1, section 3: permissions R, W and RW).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ProcessId, ProcessSet};

/// The permission of a region: three disjoint sets of processes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Permission {
    /// R: those who may only read.
    pub read: ProcessSet,
    /// W: those who may only write.
    pub write: ProcessSet,
    /// RW: those who may do both.
    pub read_write: ProcessSet,
}

impl Permission {
    /// RW = {owner}, R = everyone else of the `n` processes: one exclusive writer.
    pub fn exclusive(owner: ProcessId, n: u8) -> Self {
        Permission {
            read: ProcessSet::first(n).without(owner),
            write: ProcessSet::EMPTY,
            read_write: ProcessSet::only(owner),
        }
    }

    /// Everyone of the `n` processes may read and write.
    pub fn open(n: u8) -> Self {
        Permission {
            read_write: ProcessSet::first(n),
            ..Default::default()
        }
    }

    /// Everyone of the `n` processes may read, nobody may write.
    pub fn read_only(n: u8) -> Self {
        Permission {
            read: ProcessSet::first(n),
            ..Default::default()
        }
    }

    /// Whether `process` may read: it is in R or RW.
    pub fn may_read(&self, process: ProcessId) -> bool {
        self.read.union(self.read_write).contains(process)
    }

    /// Whether `process` may write: it is in W or RW.
    pub fn may_write(&self, process: ProcessId) -> bool {
        self.writers().contains(process)
    }

    /// Everyone who may write.
    pub fn writers(&self) -> ProcessSet {
        self.write.union(self.read_write)
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R={} W={} RW={}", self.read, self.write, self.read_write)
    }
}
