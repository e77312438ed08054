//! Facts: what an event did, in the order in which it did it.
//!
//! The state says what is; facts say what happened, for traces, sentences and properties.

use super::{
    Algorithm, MemoryId, Operation, Permission, ProcessId, RegionId, Response, Scope, ThreadId,
    Value,
};

/// One thing that happened within an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact<A: Algorithm> {
    /// A thread passed a pseudocode line.
    Passed {
        /// Its process.
        process: ProcessId,
        /// Its name.
        thread: ThreadId,
        /// The line.
        line: A::Line,
    },
    /// A message left.
    Sent {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
        /// Its content.
        message: A::Message,
    },
    /// A message arrived.
    Received {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
        /// Its content.
        message: A::Message,
    },
    /// A message was lost, or reached a process that no longer runs.
    Vanished {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
        /// Its content.
        message: A::Message,
    },
    /// A request left for a memory.
    Issued {
        /// Who asks.
        process: ProcessId,
        /// The thread that asks.
        thread: ThreadId,
        /// Whom.
        memory: MemoryId,
        /// What.
        operation: Operation<A>,
    },
    /// An operation waits until the one under way at that memory is over.
    Queued {
        /// Who asks.
        process: ProcessId,
        /// The thread that asks.
        thread: ThreadId,
        /// Whom.
        memory: MemoryId,
        /// What.
        operation: Operation<A>,
    },
    /// A queued operation was dropped before it was issued.
    Dropped {
        /// Who asked.
        process: ProcessId,
        /// Whom.
        memory: MemoryId,
        /// What.
        operation: Operation<A>,
    },
    /// A request took effect at a memory.
    Landed {
        /// Who asked.
        process: ProcessId,
        /// Where.
        memory: MemoryId,
        /// What.
        operation: Operation<A>,
        /// The register before, for a write that was acknowledged.
        before: Option<A::Register>,
        /// The permission at that instant.
        permission: Permission,
        /// The answer.
        response: Response<A>,
        /// Whether nobody waits for it any more.
        stale: bool,
    },
    /// The permission of a region changed.
    PermissionChanged {
        /// Where.
        memory: MemoryId,
        /// Which region.
        region: RegionId,
        /// The permission before.
        from: Permission,
        /// The permission now.
        to: Permission,
        /// Who asked.
        process: ProcessId,
    },
    /// legalChange said no: the permission stays.
    ChangeRefused {
        /// Where.
        memory: MemoryId,
        /// Which region.
        region: RegionId,
        /// The permission asked for.
        asked: Permission,
        /// Who asked.
        process: ProcessId,
    },
    /// A response reached its process.
    Returned {
        /// Who had asked.
        process: ProcessId,
        /// Who answers.
        memory: MemoryId,
        /// The answer.
        response: Response<A>,
        /// Whether it is ignored because nobody waits for it.
        stale: bool,
    },
    /// A scope ended: its threads are gone and its late responses will be ignored.
    ScopeEnded {
        /// Whose.
        process: ProcessId,
        /// Which.
        scope: Scope,
    },
    /// A process decided.
    Decided {
        /// Who.
        process: ProcessId,
        /// What.
        value: Value,
        /// At which proposal number; 0 for one that was learnt.
        proposal: u16,
    },
    /// A process stopped for good.
    Stopped {
        /// Who.
        process: ProcessId,
    },
    /// Omega's output changed.
    Trusts {
        /// At whom.
        at: ProcessId,
        /// Whom it trusts now.
        leader: ProcessId,
    },
    /// A process crashed.
    ProcessCrashed(ProcessId),
    /// A process came back.
    Recovered {
        /// Who.
        process: ProcessId,
        /// With which input.
        input: Value,
    },
    /// A memory crashed.
    MemoryCrashed(MemoryId),
    /// A request of a crashed process was lost.
    RequestLost {
        /// Whose.
        process: ProcessId,
        /// Where it would have landed.
        memory: MemoryId,
        /// What it asked.
        operation: Operation<A>,
    },
    /// A waiting thread gave up.
    TimedOut {
        /// Its process.
        process: ProcessId,
        /// Its name.
        thread: ThreadId,
        /// Where it waited.
        line: A::Line,
    },
    /// A coin fell.
    CoinFell {
        /// Whose.
        process: ProcessId,
        /// The side that came up.
        side: u8,
    },
    /// A process signed something.
    Signed {
        /// Who.
        process: ProcessId,
    },
    /// Something that only this algorithm knows, such as a caught lie or a rejected history.
    Noted {
        /// Who.
        process: ProcessId,
        /// What, from the algorithm's own vocabulary.
        note: A::Note,
    },
}
