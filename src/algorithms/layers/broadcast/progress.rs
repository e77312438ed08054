//! How far a process is with one sender.

use super::registers::{Keyed, Proof};
use crate::model::Signed;

/// How far a process is with one sender's next message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage<T> {
    /// Nothing from the sender yet.
    #[default]
    Sender,
    /// This is its copy.
    L1(Signed<Keyed<T>>),
    /// It wrote an L1 proof of this.
    L2(Keyed<T>),
    /// It writes an L2 proof of this, and delivers.
    Proved(Keyed<T>),
}

impl<T> Stage<T> {
    /// The state's name in the pseudocode.
    pub fn name(&self) -> &'static str {
        match self {
            Stage::Sender => "WaitSender",
            Stage::L1(_) => "WaitL1",
            Stage::L2(_) => "WaitL2",
            Stage::Proved(_) => "proved",
        }
    }
}

/// What a poll found; it moves the stage on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Found<T> {
    /// Nothing new.
    Nothing,
    /// An L2 proof.
    Proof(Signed<Proof<T>>),
    /// The sender's message.
    Message(Signed<Keyed<T>>),
    /// A majority of copies.
    Copies(Proof<T>),
    /// A majority of L1 proofs.
    Proofs(Signed<Proof<T>>),
}

/// A process's progress with one sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Follow<T> {
    /// `last[q]` + 1: the key that it waits for.
    pub key: u16,
    /// How far it is with it.
    pub stage: Stage<T>,
    /// What the last poll found, until it is acted upon.
    pub(super) found: Option<Found<T>>,
}

impl<T> Default for Follow<T> {
    fn default() -> Self {
        Follow {
            key: 1,
            stage: Stage::Sender,
            found: None,
        }
    }
}
