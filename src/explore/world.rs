//! The line between a search, which knows numbers only, and an algorithm, which knows none.
//!
//! A state is a list of numbers, one for each part: processes, then memories, then inboxes. An
//! [`Outcome`] says which numbers an event changes. The search asks a [`World`] once for each
//! outcome, and looks it up ever after.

use crate::model::{Event, MemoryId, ProcessId, ThreadId};

/// No change.
pub(super) const SAME: u32 = u32::MAX;
/// The number of the inbox without messages.
pub(super) const NO_MESSAGES: u32 = 0;

/// It has crashed.
pub(super) const CRASHED: u8 = 1;
/// It takes no messages any more: they vanish.
pub(super) const DEAF: u8 = 2;
/// It counts against the fault budget.
pub(super) const FAULTY: u8 = 4;
/// It follows the adversary.
pub(super) const BYZANTINE: u8 = 8;
/// If it is up, it waits for what comes in every run: a state at rest has it otherwise.
pub(super) const WAITS: u8 = 16;
/// Where no message is meant.
pub(super) const NO_PACKET: u32 = u32::MAX;

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    /// What Omega says just before it at its process, if that is chosen with it.
    pub lead: Option<ProcessId>,
    /// The event; a message's number among its sender's is that of the search's state, where some
    /// messages may be left out.
    pub event: Event,
    /// The message that the event takes out of an inbox.
    pub packet: u32,
}

impl Step {
    /// An event that takes no message.
    pub(super) fn of(event: Event) -> Self {
        Step::taking(event, NO_PACKET)
    }

    /// An event that takes a message.
    pub(super) fn taking(event: Event, packet: u32) -> Self {
        Step {
            lead: None,
            event,
            packet,
        }
    }
}

/// What is fixed for a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub processes: usize,
    pub memories: usize,
    pub f_p: usize,
    pub f_m: usize,
    /// Whether any message may be lost.
    pub lossy: bool,
    /// Whether a crashed process can come back.
    pub recovers: bool,
    /// Whether memories can be renamed.
    pub symmetric: bool,
    /// Whether messages that change nothing any more are left out.
    pub ignoring: bool,
    /// The properties judged after every event.
    pub always: u32,
    /// Those to be seen somewhere.
    pub sometimes: u32,
    /// Those judged at rest.
    pub eventually: u32,
}

impl Shape {
    /// How many parts a state has.
    pub(super) fn parts(&self) -> usize {
        2 * self.processes + self.memories
    }

    pub(super) fn memory(&self, memory: usize) -> usize {
        self.processes + memory
    }

    pub(super) fn inbox(&self, process: usize) -> usize {
        self.processes + self.memories + process
    }
}

/// A message that an event sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sent {
    pub to: u8,
    /// The number of its sender and content.
    pub packet: u32,
}

/// What an event does to the parts it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The process's new number.
    pub process: u32,
    /// The memory's new number.
    pub memory: u32,
    /// Where in [`Tables::sent`] its messages stand.
    pub sent: (u32, u32),
    /// Local properties that it violates.
    pub broken: u32,
    /// Global properties that have to be judged.
    pub woken: u32,
    /// What it did, kept for those.
    pub facts: u32,
}

/// A message in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFlight {
    pub from: ProcessId,
    pub nth: u8,
    pub packet: u32,
    /// The inbox without it.
    pub without: u32,
}

/// An event that reads one process and nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub event: Event,
    /// Omega's output there, if it is chosen just before the event.
    pub lead: Option<ProcessId>,
    pub outcome: Outcome,
}

impl Local {
    pub(super) fn step(&self) -> Step {
        Step {
            lead: self.lead,
            ..Step::of(self.event)
        }
    }
}

/// What one process can do by itself.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub locals: Vec<Local>,
    /// Threads that wait for a register to change.
    pub polls: Vec<ThreadId>,
    /// At which memories it has a request.
    pub requests: u16,
    /// The outputs of Omega under which it has nothing to do by itself.
    pub quiet: u16,
}

/// What the search knows of the numbers.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The flags of each process's numbers.
    pub processes: Vec<Vec<u8>>,
    /// What others can see of each process's numbers: whether it runs, what it decided, what it
    /// asks of memories.
    pub faces: Vec<Vec<u32>>,
    /// Whether a memory of that number has crashed.
    pub memories: Vec<bool>,
    /// The messages of all outcomes.
    pub sent: Vec<Sent>,
}

/// The messages behind numbers.
pub(super) trait Messages {
    /// The messages in an inbox.
    fn inbox(&mut self, inbox: u32) -> Vec<InFlight>;
    /// The inbox with one more message.
    fn insert(&mut self, inbox: u32, packet: u32) -> u32;
    /// The inbox without what the process ignores.
    fn heeded(&mut self, process: usize, id: u32, inbox: u32) -> u32;
    /// Whether the process ignores a message.
    fn ignores(&self, process: usize, id: u32, packet: u32) -> bool;
    /// The messages in the inbox that the process refuses.
    fn refused(&mut self, process: usize, id: u32, inbox: u32) -> Vec<InFlight>;
    /// Whether the sender ignores every refusal of a message of its own.
    fn is_over(&self, sender: usize, id: u32, packet: u32) -> bool;
    /// Whether a message only answers another.
    fn is_answer(&self, packet: u32) -> bool;
    /// The inbox without the messages of these senders.
    fn filtered(&mut self, inbox: u32, senders: u16) -> u32;
}

/// The properties, judged of numbers.
pub(super) trait Judge {
    /// Which of the properties do not hold (`always`), or do (`sometimes`).
    fn judge(
        &mut self,
        before: &[u32],
        event: Event,
        facts: u32,
        after: &[u32],
        properties: u32,
    ) -> u32;
    /// Which `eventually` properties do not hold at rest, with these outputs of Omega.
    fn judge_rest(&mut self, ids: &[u32], leaders: &[(usize, ProcessId)]) -> u32;
    /// The name of a property.
    fn property(&self, place: u32) -> &'static str;
}

/// The model's events behind a search's steps.
pub(super) trait Replay {
    /// The events behind the search's steps.
    fn realise(&self, steps: &[Step]) -> Vec<Event>;
    /// The events with more behind them, so that these crash, all that they left is lost, what
    /// changes nothing has arrived, and Omega says so.
    fn ending(
        &self,
        events: &[Event],
        crashed: (u16, u16),
        lossy: bool,
        leaders: &[(usize, ProcessId)],
    ) -> Vec<Event>;
    /// Runs events from the start, leaving out those that cannot happen, up to a violation of the
    /// property; the events that happened, if it is violated.
    fn violates(&self, events: &[Event], property: u32) -> Option<Vec<Event>>;
}

/// An algorithm behind numbers.
pub(super) trait World: Messages + Judge + Replay {
    fn shape(&self) -> Shape;
    /// The state where the search starts, and the properties that it violates.
    fn start(&mut self, tables: &mut Tables) -> (Vec<u32>, u32);
    /// What an event that is enabled does; with `lead`, Omega is set first at its process.
    fn outcome(
        &mut self,
        tables: &mut Tables,
        ids: &[u32],
        lead: Option<ProcessId>,
        event: Event,
    ) -> Outcome;
    /// What a process can do by itself.
    fn row(&mut self, tables: &mut Tables, ids: &[u32], process: usize) -> Row;
    /// Which of the row's polls would show something new because of that memory, a bit for each.
    fn polls(&mut self, ids: &[u32], process: usize, memory: usize) -> u16;
    /// What a Byzantine process can do, and what it does.
    fn acts(&mut self, tables: &mut Tables, ids: &[u32], process: usize) -> Vec<(Event, Outcome)>;
    /// The process crashed (if it was not yet), everything lost that it left.
    fn wiped(&mut self, tables: &mut Tables, ids: &[u32], process: usize) -> u32;
    /// The process with its memories renamed.
    fn renamed(&mut self, tables: &mut Tables, process: usize, id: u32, map: &[MemoryId]) -> u32;
    /// What a process has to do with one memory, as a number to put memories in order by.
    fn column(&self, process: usize, id: u32, memory: MemoryId) -> u32;
    /// The fingerprint of a state.
    fn fingerprint(&self, ids: &[u32]) -> u64;
    /// What was decided in a state: process by process, with the value.
    fn decisions(&self, ids: &[u32]) -> Vec<(ProcessId, crate::model::Decision)>;
    /// Bytes in use.
    fn bytes(&self) -> usize;
}
