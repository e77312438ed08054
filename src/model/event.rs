//! Events: the only way in which the world changes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{MemoryId, ProcessId, ThreadId, Value};

/// One atomic change of the world.
///
/// The derived order (kind first, then content) is the canonical order of
/// [`enabled`](super::System::enabled) and the one that links count in: **new kinds go to the
/// end, and fields never change their order.**
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A message arrives, and its handler runs. `nth` counts the distinct messages in flight
    /// from `from` to `to`, in the order of their content.
    Deliver {
        /// Who receives it.
        to: ProcessId,
        /// Who sent it.
        from: ProcessId,
        /// Which of the distinct messages in flight between the two.
        nth: u8,
    },
    /// The process's request takes effect at the memory: permission check and register update in
    /// one step.
    Effect {
        /// Who asked.
        process: ProcessId,
        /// Where it lands.
        memory: MemoryId,
    },
    /// The memory's response reaches the process.
    Return {
        /// Who asked.
        process: ProcessId,
        /// Who answers.
        memory: MemoryId,
    },
    /// A thread leaves a wait whose condition holds.
    Proceed {
        /// The process.
        process: ProcessId,
        /// Its thread.
        thread: ThreadId,
    },
    /// A waiting thread gives up waiting.
    Timeout {
        /// The process.
        process: ProcessId,
        /// Its thread.
        thread: ThreadId,
    },
    /// The leader oracle Omega changes its output at one observer.
    Leader {
        /// Who is told.
        at: ProcessId,
        /// Whom it is told to trust.
        leader: ProcessId,
    },
    /// A process stops for ever (or until [`Event::Recover`]).
    CrashProcess(ProcessId),
    /// A memory stops answering for ever.
    CrashMemory(MemoryId),
    /// A message in flight is lost.
    LoseMessage {
        /// Who would have received it.
        to: ProcessId,
        /// Who sent it.
        from: ProcessId,
        /// Which of the distinct messages in flight between the two.
        nth: u8,
    },
    /// A memory request that a crashed process left in flight is lost.
    LoseRequest {
        /// Who had asked.
        process: ProcessId,
        /// Where it would have landed.
        memory: MemoryId,
    },
    /// A crashed process starts again, with nothing but its input.
    Recover {
        /// The process.
        process: ProcessId,
        /// The input that it comes back with.
        input: Value,
    },
    /// A random choice falls.
    Coin {
        /// The process.
        process: ProcessId,
        /// Its thread.
        thread: ThreadId,
        /// The side that comes up.
        side: u8,
    },
    /// A Byzantine process does something, numbered by its algorithm.
    Byzantine {
        /// The process.
        process: ProcessId,
        /// The act, as the algorithm numbers them.
        act: u32,
    },
}

impl Event {
    /// Whether the event is a fault (a crash, a loss or a Byzantine act), which automatic
    /// schedules leave to the user.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Event::CrashProcess(_)
                | Event::CrashMemory(_)
                | Event::LoseMessage { .. }
                | Event::LoseRequest { .. }
                | Event::Recover { .. }
                | Event::Byzantine { .. }
        )
    }

    /// Whether the event is a step of the algorithm or of the network: what must happen sooner
    /// or later in a fair run, as opposed to faults, time-outs and the oracle's whims.
    pub fn is_progress(self) -> bool {
        matches!(
            self,
            Event::Deliver { .. }
                | Event::Effect { .. }
                | Event::Return { .. }
                | Event::Proceed { .. }
                | Event::Coin { .. }
        )
    }

    /// The process at which the event happens, if it happens at one (an effect and a lost
    /// request happen to the process's request at a memory).
    pub fn process(self) -> Option<ProcessId> {
        match self {
            Event::Deliver { to, .. } | Event::LoseMessage { to, .. } => Some(to),
            Event::Effect { process, .. }
            | Event::Return { process, .. }
            | Event::Proceed { process, .. }
            | Event::Timeout { process, .. }
            | Event::LoseRequest { process, .. }
            | Event::Recover { process, .. }
            | Event::Coin { process, .. }
            | Event::Byzantine { process, .. }
            | Event::CrashProcess(process) => Some(process),
            Event::Leader { at, .. } => Some(at),
            Event::CrashMemory(_) => None,
        }
    }

    /// The memory that the event touches or comes from, if there is one.
    pub fn memory(self) -> Option<MemoryId> {
        match self {
            Event::Effect { memory, .. }
            | Event::Return { memory, .. }
            | Event::LoseRequest { memory, .. }
            | Event::CrashMemory(memory) => Some(memory),
            _ => None,
        }
    }
}

/// Why an event cannot happen in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such process in this configuration.
    #[error("there is no process {0} here")]
    NoProcess(ProcessId),
    /// There is no such memory in this configuration.
    #[error("there is no memory {0} here")]
    NoMemory(MemoryId),
    /// No such message is in flight.
    #[error("no message from {from} to {to} is in flight (or not so many)")]
    NoMessage {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
    },
    /// No request of the process is on its way to the memory.
    #[error("no request of {process} is on its way to {memory}")]
    NoRequest {
        /// The process.
        process: ProcessId,
        /// The memory.
        memory: MemoryId,
    },
    /// No response of the memory is on its way to the process.
    #[error("no response of {memory} is on its way to {process}")]
    NoResponse {
        /// The process.
        process: ProcessId,
        /// The memory.
        memory: MemoryId,
    },
    /// The thread does not wait, or what it waits for does not hold yet.
    #[error(
        "{process} has no thread of that name that can go on: what it waits for does not hold yet"
    )]
    NotReady {
        /// The process.
        process: ProcessId,
    },
    /// The thread does not wait with a time-out.
    #[error("{process} is not waiting with a time-out")]
    NoTimeout {
        /// The process.
        process: ProcessId,
    },
    /// The process has crashed.
    #[error("{0} has crashed")]
    Crashed(ProcessId),
    /// The memory has crashed.
    #[error("{0} has crashed")]
    MemoryCrashed(MemoryId),
    /// The process has not crashed, so it cannot recover.
    #[error("{0} has not crashed, so it cannot recover")]
    NotCrashed(ProcessId),
    /// The algorithm has no recovery.
    #[error("this algorithm has no recovery: a crashed process stays down")]
    NoRecovery,
    /// Links are reliable, and the sender has not crashed.
    #[error("links are reliable here: only what a crashed process left in flight can be lost")]
    Reliable,
    /// Omega already says so.
    #[error("{at} already trusts {leader}")]
    AlreadyLeader {
        /// The observer.
        at: ProcessId,
        /// The leader.
        leader: ProcessId,
    },
    /// The process is not Byzantine.
    #[error("{0} is not Byzantine in this setup: only a Byzantine process can lie")]
    NotByzantine(ProcessId),
    /// There is no such act now.
    #[error("{0} cannot do that now")]
    NoAct(ProcessId),
    /// The thread is not tossing a coin.
    #[error("{0} is not tossing a coin")]
    NoCoin(ProcessId),
}

impl fmt::Display for Event {
    /// As in scenario text; threads by number of family and index where the algorithm's names
    /// are not at hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Deliver { to, from, nth } => {
                write!(f, "deliver {from}->{to}")?;
                nth_suffix(f, nth)
            }
            Event::Effect { process, memory } => write!(f, "effect {process}@{memory}"),
            Event::Return { process, memory } => write!(f, "return {process}@{memory}"),
            Event::Proceed { process, thread } => write!(f, "proceed {process} {thread}"),
            Event::Timeout { process, thread } => write!(f, "timeout {process} {thread}"),
            Event::Leader { at, leader } => write!(f, "leader {leader} at {at}"),
            Event::CrashProcess(process) => write!(f, "crash {process}"),
            Event::CrashMemory(memory) => write!(f, "crash {memory}"),
            Event::LoseMessage { to, from, nth } => {
                write!(f, "lose {from}->{to}")?;
                nth_suffix(f, nth)
            }
            Event::LoseRequest { process, memory } => write!(f, "lose {process}@{memory}"),
            Event::Recover { process, input } => write!(f, "recover {process} input={input}"),
            Event::Coin { process, side, .. } => write!(f, "coin {process}={side}"),
            Event::Byzantine { process, act } => write!(f, "act {process} {act}"),
        }
    }
}

fn nth_suffix(f: &mut fmt::Formatter<'_>, nth: u8) -> fmt::Result {
    if nth > 0 {
        write!(f, " {}", u16::from(nth) + 1)?;
    }
    Ok(())
}
