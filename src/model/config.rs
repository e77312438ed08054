//! Configurations: how many processes and memories, their inputs, and the settings of a run.

use serde::{Deserialize, Serialize};

use super::{MOST, ProcessId, ProcessSet, Value};

/// Whether links lose messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Links {
    /// Nothing is lost between correct processes.
    #[default]
    Reliable,
    /// Any message may be lost.
    FairLossy,
}

/// How a process reads the registers of a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reads {
    /// All of a region in one operation (2 delays).
    #[default]
    Row,
    /// One register an operation (2 delays each), as in P1.
    Register,
}

/// Whether the first leader starts with its first phase done, as the common case assumes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPhase {
    /// The first leader's first phase is done before the run starts.
    #[default]
    Done,
    /// The first leader runs its first phase too.
    Run,
}

/// Which quorums the algorithm waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quorum {
    /// More than half.
    #[default]
    Majority,
    /// An experiment: all but f, even where two such sets need not meet.
    AllButF,
}

/// No limit on a process's attempts.
pub const UNBOUNDED: u8 = u8::MAX;

/// Everything that is fixed for a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Config {
    /// n, from 1 to [`MOST`].
    pub processes: u8,
    /// m, from 0 to [`MOST`]; 0 is message passing.
    pub memories: u8,
    /// The input of each process.
    pub inputs: Vec<Value>,
    /// f_P: how many processes may fail.
    pub f_p: u8,
    /// f_M: how many memories may crash.
    pub f_m: u8,
    /// Those that are Byzantine from the start.
    pub byzantine: ProcessSet,
    /// The mutations switched on, as a bit for each place in the algorithm's list.
    pub mutations: u32,
    /// Whether links lose messages.
    pub links: Links,
    /// How often each process may try, [`UNBOUNDED`] for no limit.
    pub attempts: Vec<u8>,
    /// How memories are read.
    pub reads: Reads,
    /// Whether the first leader's first phase is done.
    pub first_phase: FirstPhase,
    /// Fast Paxos's e: failures that the fast path is to survive.
    pub e: u8,
    /// Which quorums are waited for.
    pub quorum: Quorum,
}

/// What is impossible about a configuration, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The number of processes is out of range.
    #[error("{0} processes: choose between 1 and {MOST}")]
    Processes(u8),
    /// The number of memories is out of range.
    #[error("{given} memories: this algorithm needs between {least} and {most}")]
    Memories {
        /// As asked for.
        given: u8,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The list of inputs has the wrong length.
    #[error("{given} inputs for {processes} processes: give one letter for each process")]
    Inputs {
        /// How many were given.
        given: usize,
        /// How many are needed.
        processes: u8,
    },
    /// The list of attempts has the wrong length.
    #[error(
        "{given} attempt limits for {processes} processes: give one number, or one for each process"
    )]
    Attempts {
        /// How many were given.
        given: usize,
        /// How many are needed.
        processes: u8,
    },
    /// More processes may fail than there are.
    #[error("f_p={given}: there are only {processes} processes, so at most {processes} can fail")]
    ProcessFaults {
        /// As asked for.
        given: u8,
        /// How many there are.
        processes: u8,
    },
    /// More memories may fail than there are.
    #[error("f_m={given}: there are only {memories} memories, so at most {memories} can fail")]
    MemoryFaults {
        /// As asked for.
        given: u8,
        /// How many there are.
        memories: u8,
    },
    /// A Byzantine process that does not exist.
    #[error("byzantine: there is no process {0} here")]
    Byzantine(ProcessId),
    /// Byzantine processes in an algorithm for crash faults.
    #[error("this algorithm has no Byzantine processes: it is for crash faults")]
    CrashOnly,
    /// Registers are to be read one at a time, and the algorithm reads rows of them.
    #[error("this algorithm reads its registers as rows: leave reads=register out")]
    RowsOnly,
    /// A first phase is to be run before Fast Paxos's fast round.
    #[error(
        "first_phase=run: Fast Paxos starts with its fast round open here; leave the setting out"
    )]
    FastRoundOpen,
    /// More processes may fail in Fast Paxos's fast case than there are.
    #[error("e={given}: there are only {processes} processes, so at most {processes} can fail")]
    FastFaults {
        /// As asked for.
        given: u8,
        /// How many there are.
        processes: u8,
    },
    /// Not two processes, in the lower bound's proof.
    #[error("{0} processes: the lower bound's candidate is for two")]
    OnlyTwo(u8),
}

impl Config {
    /// n processes with inputs a, b, c, … and m memories, nothing failing, nothing mutated.
    pub fn new(processes: u8, memories: u8) -> Self {
        Config {
            processes,
            memories,
            inputs: (0..processes).map(Value).collect(),
            f_p: 0,
            f_m: 0,
            byzantine: ProcessSet::EMPTY,
            mutations: 0,
            links: Links::default(),
            attempts: vec![UNBOUNDED; processes as usize],
            reads: Reads::default(),
            first_phase: FirstPhase::default(),
            e: 0,
            quorum: Quorum::default(),
        }
    }

    /// The same with f_P and f_M.
    #[must_use]
    pub fn with_faults(self, f_p: u8, f_m: u8) -> Self {
        Config { f_p, f_m, ..self }
    }

    /// What an algorithm needs that reads its registers as rows alone.
    pub fn check_rows(&self) -> Result<(), ConfigError> {
        match self.reads {
            Reads::Row => Ok(()),
            Reads::Register => Err(ConfigError::RowsOnly),
        }
    }

    /// Checks what every algorithm needs; `memories` is the range that the algorithm can use.
    pub fn check(&self, memories: std::ops::RangeInclusive<u8>) -> Result<(), ConfigError> {
        let n = self.processes;
        if !(1..=MOST).contains(&n) {
            return Err(ConfigError::Processes(n));
        }
        if !memories.contains(&self.memories) {
            return Err(ConfigError::Memories {
                given: self.memories,
                least: *memories.start(),
                most: *memories.end(),
            });
        }
        if self.inputs.len() != n as usize {
            return Err(ConfigError::Inputs {
                given: self.inputs.len(),
                processes: n,
            });
        }
        if self.attempts.len() != n as usize {
            return Err(ConfigError::Attempts {
                given: self.attempts.len(),
                processes: n,
            });
        }
        if self.f_p > n {
            return Err(ConfigError::ProcessFaults {
                given: self.f_p,
                processes: n,
            });
        }
        if self.f_m > self.memories {
            return Err(ConfigError::MemoryFaults {
                given: self.f_m,
                memories: self.memories,
            });
        }
        match self.byzantine.iter().find(|p| p.0 >= n) {
            Some(p) => Err(ConfigError::Byzantine(p)),
            None => Ok(()),
        }
    }

    /// All processes, lowest first.
    pub fn process_ids(&self) -> impl Iterator<Item = ProcessId> + Clone + use<> {
        (0..self.processes).map(ProcessId)
    }

    /// All processes but one, lowest first.
    pub fn others(&self, than: ProcessId) -> impl Iterator<Item = ProcessId> + Clone + use<> {
        self.process_ids().filter(move |p| *p != than)
    }

    /// All memories, lowest first.
    pub fn memory_ids(&self) -> impl Iterator<Item = super::MemoryId> + Clone + use<> {
        (0..self.memories).map(super::MemoryId)
    }

    /// The input of a process.
    pub fn input(&self, process: ProcessId) -> Value {
        self.inputs[process.0 as usize]
    }

    /// How often a process may try.
    pub fn attempts_of(&self, process: ProcessId) -> u8 {
        self.attempts[process.0 as usize]
    }

    /// Whether the mutation at `place` in the algorithm's list is on.
    pub fn mutated(&self, place: u32) -> bool {
        self.mutations & (1 << place) != 0
    }

    /// How many processes make a quorum.
    pub fn process_quorum(&self) -> usize {
        quorum(self.quorum, self.processes, self.f_p)
    }

    /// How many memories make a quorum.
    pub fn memory_quorum(&self) -> usize {
        quorum(self.quorum, self.memories, self.f_m)
    }
}

fn quorum(kind: Quorum, count: u8, f: u8) -> usize {
    match kind {
        Quorum::Majority => count as usize / 2 + 1,
        Quorum::AllButF => (count.saturating_sub(f) as usize).max(1),
    }
}
