//! From which step to which a replicated operation goes, and a broadcast.

use smallvec::SmallVec;

use crate::model::{Level, MemoryId, ProcessId, ThreadId, Work};
use crate::sim::OperationView;

/// One memory's part of a replicated operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopySpan {
    /// The memory.
    pub memory: MemoryId,
    /// The step at which the request left; none while it queues.
    pub issued: Option<usize>,
    /// The step at which it took effect.
    pub landed: Option<usize>,
    /// The step at which the answer arrived.
    pub returned: Option<usize>,
}

/// An operation on a replicated register, at all memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationSpan {
    /// Who operates.
    pub process: ProcessId,
    /// On which thread.
    pub thread: ThreadId,
    /// What it is.
    pub operation: OperationView,
    /// The step that began it.
    pub first: usize,
    /// The step at which its thread went on with the answers of a majority.
    pub last: Option<usize>,
    /// What it is for.
    pub work: Option<Work>,
    /// Its part at each memory, in the memories' order.
    pub copies: SmallVec<[CopySpan; 3]>,
}

impl OperationSpan {
    /// How many memories have carried it out, and how many have answered, after a step.
    pub fn progress(&self, step: usize) -> (usize, usize) {
        let by = |at: Option<usize>| at.is_some_and(|k| k <= step);
        let landed = self.copies.iter().filter(|c| by(c.landed)).count();
        let returned = self.copies.iter().filter(|c| by(c.returned)).count();
        (landed, returned)
    }

    /// Whether it is under way after a step: begun, and neither answered by all nor over.
    pub fn is_open(&self, step: usize) -> bool {
        let begun = self.first <= step && self.last.is_none_or(|last| last > step);
        begun && self.progress(step).1 < self.copies.len()
    }

    /// How many answers a majority is.
    pub fn majority(&self) -> usize {
        self.copies.len() / 2 + 1
    }
}

/// A broadcast, with what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastSpan {
    /// Its sender.
    pub sender: ProcessId,
    /// Its key.
    pub key: u16,
    /// Whether it carries a T-send.
    pub t_send: bool,
    /// What it says, in short; empty where a Byzantine sender's words are not one.
    pub text: String,
    /// The step that began it.
    pub first: usize,
    /// Who delivered it, and with which step, in their order.
    pub delivered: Vec<(ProcessId, usize)>,
    /// Who T-received it, and with which step, in their order.
    pub received: Vec<(ProcessId, usize)>,
    /// The step with which it entered the index.
    pub(super) made: usize,
}

impl BroadcastSpan {
    /// The arrivals of a level: T-receipts for messages, else deliveries.
    pub fn arrivals(&self, level: Level) -> &[(ProcessId, usize)] {
        match level {
            Level::Messages => &self.received,
            _ => &self.delivered,
        }
    }

    /// Whether an operation is part of it.
    pub fn owns(&self, operation: &OperationSpan) -> bool {
        let of = operation.work.and_then(Work::broadcast);
        of == Some((self.sender, self.key))
    }
}
