//! Names of the things in the world: processes, memories, registers, regions and values.
//!
//! Everything is counted from zero inside and shown from one: `ProcessId(0)` is `p1`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most processes, and the most memories, that a configuration may have.
pub const MOST: u8 = 9;

/// A process, shown as `p1` to `p9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ProcessId(pub u8);

/// A memory, shown as `m1` to `m9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MemoryId(pub u8);

/// A register's place in a memory; every memory has the same registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RegisterId(pub u16);

/// A region's place in the algorithm's list of regions; every memory has the same regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RegionId(pub u8);

/// A value that can be proposed, shown as a letter from `a` to `z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Value(pub u8);

impl Value {
    /// The value that a letter from `a` to `z` names.
    pub fn from_letter(letter: char) -> Option<Self> {
        letter
            .is_ascii_lowercase()
            .then(|| Value(letter as u8 - b'a'))
    }
}

impl fmt::Display for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

impl fmt::Display for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}", self.0 + 1)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0 % 26))
    }
}

macro_rules! set {
    ($(#[$doc:meta])* $set:ident of $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $set(pub u16);

        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The first `count` of them.
            pub const fn first(count: u8) -> Self {
                Self(((1u32 << count) - 1) as u16)
            }

            /// Just this one.
            pub const fn only(id: $id) -> Self {
                Self(1 << id.0)
            }

            /// Whether `id` is in the set.
            pub const fn contains(self, id: $id) -> bool {
                self.0 & (1 << id.0) != 0
            }

            /// The set with `id` in it.
            #[must_use]
            pub const fn with(self, id: $id) -> Self {
                Self(self.0 | 1 << id.0)
            }

            /// The set without `id`.
            #[must_use]
            pub const fn without(self, id: $id) -> Self {
                Self(self.0 & !(1 << id.0))
            }

            /// Those in either set.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Puts `id` into the set.
            pub fn insert(&mut self, id: $id) {
                *self = self.with(id);
            }

            /// How many are in the set.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether nobody is in the set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Those in the set, lowest first.
            pub fn iter(self) -> impl Iterator<Item = $id> + Clone {
                (0..16u8).map($id).filter(move |id| self.contains(*id))
            }

            /// The set with each member renamed: member `i` becomes `map[i]`.
            #[must_use]
            pub fn renamed(self, map: &[$id]) -> Self {
                let mut out = Self::EMPTY;
                for id in self.iter() {
                    out.insert(map[id.0 as usize]);
                }
                out
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<T: IntoIterator<Item = $id>>(ids: T) -> Self {
                let mut out = Self::EMPTY;
                for id in ids {
                    out.insert(id);
                }
                out
            }
        }

        impl fmt::Display for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("{")?;
                for (k, id) in self.iter().enumerate() {
                    if k > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{id}")?;
                }
                f.write_str("}")
            }
        }

        impl fmt::Debug for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

set! {
    /// A set of processes.
    ProcessSet of ProcessId
}
set! {
    /// A set of memories.
    MemorySet of MemoryId
}
