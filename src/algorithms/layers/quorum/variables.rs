//! A process's variables in Cheap Quorum.

use smallvec::SmallVec;

use super::evidence::Evidence;
use super::registers::{Copied, Proposed};
use crate::model::{Field, MemoryId, Signed, Value};

/// What a poll found, until it is acted upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Found {
    Panic,
    Proposal(Signed<Proposed>),
    Unsigned,
    Copies(Signed<Copied>),
    Proofs,
}

/// How a process decided in Cheap Quorum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// By the acknowledgements of its one write.
    Leader,
    /// By n unanimity proofs.
    Follower,
}

/// A process's variables in Cheap Quorum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variables {
    pub(super) input: Value,
    /// `Value[p]`, as soon as it is issued: the leader's signed proposal that it copied.
    pub copied: Option<Signed<Proposed>>,
    /// `Proof[p]`, as soon as it is issued.
    pub proof: Option<Signed<Copied>>,
    pub(super) found: Option<Found>,
    /// What each memory showed in `Value[l]` once the permission was revoked there.
    pub(super) reads: SmallVec<[(MemoryId, Option<Signed<Proposed>>); 3]>,
    /// Whether it panicked.
    pub panicked: bool,
    /// Whether and how it decided.
    pub decided: Option<(Role, Value)>,
    /// What it aborted with.
    pub aborted: Option<Evidence>,
}

impl Variables {
    /// At the start.
    pub fn new(input: Value) -> Self {
        Variables {
            input,
            copied: None,
            proof: None,
            found: None,
            reads: SmallVec::new(),
            panicked: false,
            decided: None,
            aborted: None,
        }
    }

    /// Renames memories.
    pub fn rename_memories(&mut self, map: &[MemoryId]) {
        for (memory, _) in &mut self.reads {
            *memory = map[memory.0 as usize];
        }
        self.reads.sort_unstable_by_key(|r| r.0);
    }

    /// For display.
    pub fn fields(&self) -> Vec<Field> {
        let dash = || "-".to_owned();
        let reads = self.reads.iter().map(|(memory, seen)| match seen {
            Some(signed) => format!("{memory}:{}", signed.content().0),
            None => format!("{memory}:-"),
        });
        vec![
            Field::new("input", self.input),
            Field::new(
                "Value[p]",
                self.copied.map_or_else(dash, |p| p.content().0.to_string()),
            ),
            Field::new(
                "Proof[p]",
                self.proof.map_or_else(dash, |p| p.content().0.to_string()),
            ),
            Field::new("panicked", if self.panicked { "yes" } else { "no" }),
            Field::new("read after revoking", reads.collect::<Vec<_>>().join(" ")),
            Field::new(
                "aborts with",
                self.aborted.map_or_else(dash, |e| e.to_string()),
            ),
        ]
    }

    /// In few words.
    pub fn role(&self) -> String {
        match (self.aborted, self.decided) {
            (Some(evidence), _) => format!("aborted with {evidence}"),
            _ if self.panicked => "panicking".to_owned(),
            (_, Some((Role::Leader, _))) => "decided as the leader".to_owned(),
            (_, Some((Role::Follower, _))) => "decided as a follower".to_owned(),
            _ if self.proof.is_some() => "waiting for proofs".to_owned(),
            _ if self.copied.is_some() => "waiting for copies".to_owned(),
            _ => "waiting for the leader".to_owned(),
        }
    }
}
