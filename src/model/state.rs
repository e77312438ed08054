//! The state of the world, and what stays fixed around it.

use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    Algorithm, Config, ConfigError, Decision, Inbox, Memory, MemoryId, Process, ProcessId, Region,
    Status, Value, fingerprint, placed,
};

/// A shared part of a state with its fingerprint, so that states that differ in one part share
/// the others.
#[derive(Debug)]
pub struct Part<T> {
    value: Arc<T>,
    fingerprint: u64,
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        Part {
            value: Arc::clone(&self.value),
            fingerprint: self.fingerprint,
        }
    }
}

impl<T: Hash + Clone> Part<T> {
    /// A part from its value.
    pub fn new(value: T) -> Self {
        let fingerprint = fingerprint(&value);
        Part {
            value: Arc::new(value),
            fingerprint,
        }
    }

    /// The fingerprint of this part alone.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Whether both are the same shared value (not only equal ones).
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value)
    }

    /// The value, to change; [`Part::rehash`] must follow.
    pub(super) fn change(&mut self) -> &mut T {
        Arc::make_mut(&mut self.value)
    }

    pub(super) fn rehash(&mut self) {
        self.fingerprint = fingerprint(&*self.value);
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint && (**self) == (**other)
    }
}

impl<T: Eq> Eq for Part<T> {}

/// The whole state of the world between two events.
#[derive(Debug)]
pub struct State<A: Algorithm> {
    /// The processes, with what they have under way at each memory.
    pub processes: SmallVec<[Part<Process<A>>; 3]>,
    /// The memories.
    pub memories: SmallVec<[Part<Memory<A>>; 3]>,
    /// The messages on their way to each process.
    pub inboxes: SmallVec<[Part<Inbox<A>>; 3]>,
}

impl<A: Algorithm> Clone for State<A> {
    fn clone(&self) -> Self {
        State {
            processes: self.processes.clone(),
            memories: self.memories.clone(),
            inboxes: self.inboxes.clone(),
        }
    }
}

impl<A: Algorithm> PartialEq for State<A> {
    fn eq(&self, other: &Self) -> bool {
        self.processes == other.processes
            && self.memories == other.memories
            && self.inboxes == other.inboxes
    }
}

impl<A: Algorithm> Eq for State<A> {}

impl<A: Algorithm> Hash for State<A> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.fingerprint());
    }
}

impl<A: Algorithm> State<A> {
    /// A process.
    pub fn process(&self, id: ProcessId) -> &Process<A> {
        &self.processes[id.0 as usize]
    }

    /// A memory.
    pub fn memory(&self, id: MemoryId) -> &Memory<A> {
        &self.memories[id.0 as usize]
    }

    /// The messages on their way to a process.
    pub fn inbox(&self, id: ProcessId) -> &Inbox<A> {
        &self.inboxes[id.0 as usize]
    }

    /// All processes with their names.
    pub fn processes(&self) -> impl Iterator<Item = (ProcessId, &Process<A>)> {
        (0..)
            .map(ProcessId)
            .zip(self.processes.iter().map(|p| &**p))
    }

    /// All memories with their names.
    pub fn memories(&self) -> impl Iterator<Item = (MemoryId, &Memory<A>)> {
        (0..).map(MemoryId).zip(self.memories.iter().map(|m| &**m))
    }

    /// The 64-bit fingerprint, the same natively and in wasm32: the sum of the parts', each
    /// mixed with its place.
    pub fn fingerprint(&self) -> u64 {
        let parts = self
            .processes
            .iter()
            .map(Part::fingerprint)
            .chain(self.memories.iter().map(Part::fingerprint))
            .chain(self.inboxes.iter().map(Part::fingerprint));
        parts.enumerate().fold(0u64, |sum, (place, part)| {
            sum.wrapping_add(placed(part, place))
        })
    }

    /// Who decided what, lowest process first.
    pub fn decisions(&self) -> impl Iterator<Item = (ProcessId, Decision)> + '_ {
        self.processes()
            .filter_map(|(id, p)| p.decision.map(|d| (id, d)))
    }

    /// How many processes have crashed or are Byzantine.
    pub fn faulty_processes(&self) -> u8 {
        let faulty =
            |p: &&Part<Process<A>>| matches!(p.status, Status::Crashed | Status::Byzantine);
        self.processes.iter().filter(faulty).count() as u8
    }

    /// How many memories have crashed.
    pub fn crashed_memories(&self) -> u8 {
        self.memories.iter().filter(|m| m.crashed).count() as u8
    }
}

/// What stays the same during a run: the algorithm in its configuration, and the regions.
#[derive(Clone, Debug)]
pub struct System<A: Algorithm> {
    /// The algorithm in its configuration.
    pub algorithm: A,
    /// The regions of every memory.
    pub regions: Vec<Region>,
}

impl<A: Algorithm> System<A> {
    /// The surroundings for a configuration, or what is impossible about it.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        config.check(A::FACTS.least_memories..=A::FACTS.most_memories)?;
        if !config.byzantine.is_empty() && !A::FACTS.byzantine {
            return Err(ConfigError::CrashOnly);
        }
        A::check(config)?;
        let mut algorithm = A::new(config.clone());
        algorithm.endow(&super::Dealer::new());
        let regions = algorithm.regions();
        Ok(System { algorithm, regions })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        self.algorithm.config()
    }

    /// The keys of the Byzantine processes.
    pub fn adversary(&self) -> super::Adversary {
        super::Adversary::new(self.config().byzantine)
    }

    /// The input that a process starts with.
    pub fn input(&self, process: ProcessId) -> Value {
        self.config().input(process)
    }

    /// Whether more have failed than the configuration's f_P and f_M allow: then no property is
    /// promised.
    pub fn over_budget(&self, state: &State<A>) -> bool {
        state.faulty_processes() > self.config().f_p || state.crashed_memories() > self.config().f_m
    }
}
