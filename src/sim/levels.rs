//! Levels of a run: which steps belong to one replicated register operation, and which operations
//! to one broadcast, so that hundreds of steps can be shown as one thing and unfolded again.
//!
//! An index beside the trace that grows with the run: it reads each step once. A step that the
//! reader of a level need not see is folded away at it; what is news there (a broadcast begins, a
//! process delivers, a nak, a decision, any fault) stays.

mod read;
mod spans;

use smallvec::SmallVec;

use super::{Happening, Session};
use crate::model::{Level, MemoryId, ProcessId, Why};
pub use spans::{BroadcastSpan, CopySpan, OperationSpan};

/// What a step is at each level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct StepNote {
    /// The furthest level at which it is shown.
    shown: Level,
    /// How many steps up to it each level shows, the start aside.
    ranks: [u32; 4],
    /// The operation to which what takes effect or returns belongs.
    part_of: Option<u32>,
    /// The operation whose thread goes on.
    ends: Option<u32>,
    /// How many operations had begun before it.
    operations: u32,
    /// How many broadcasts the index had before it.
    broadcasts: u32,
    /// The broadcasts that it delivers.
    delivers: SmallVec<[u32; 1]>,
    /// The broadcasts that it T-receives.
    receives: SmallVec<[u32; 1]>,
}

/// What is news of a step at the levels that fold.
#[derive(Clone, Debug, Default)]
pub struct News<'a> {
    /// The broadcasts that begin.
    pub broadcasts: Vec<&'a BroadcastSpan>,
    /// The broadcasts that are delivered.
    pub delivers: Vec<&'a BroadcastSpan>,
    /// The broadcasts that are T-received.
    pub receives: Vec<&'a BroadcastSpan>,
    /// The operations that begin.
    pub begins: &'a [OperationSpan],
    /// The operation that is over for its thread.
    pub ends: Option<&'a OperationSpan>,
    /// The operation to which what took effect or returned belongs.
    pub part_of: Option<&'a OperationSpan>,
}

/// The levels of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    steps: Vec<StepNote>,
    operations: Vec<OperationSpan>,
    broadcasts: Vec<BroadcastSpan>,
    /// The operation under way at each memory, for each process, if it is one at all memories.
    current: Vec<((ProcessId, MemoryId), u32)>,
    /// Whether the algorithm has levels.
    folds: bool,
}

impl Levels {
    /// Before the start of a run; an algorithm without levels is not looked at.
    pub fn new(session: &Session) -> Self {
        Levels {
            folds: !session.info().levels.is_empty(),
            ..Levels::default()
        }
    }

    /// Reads step `k`, the first that it has not read, with what it did.
    pub fn push(&mut self, session: &Session, k: usize, happened: &[(Happening, Option<Why>)]) {
        let ranks = self.steps.last().map_or([0; 4], |last| last.ranks);
        let mut note = StepNote {
            shown: Level::Messages,
            ranks,
            operations: self.operations.len() as u32,
            broadcasts: self.broadcasts.len() as u32,
            ..StepNote::default()
        };
        if self.folds {
            self.read(session, k, happened, &mut note);
        }
        if k > 0 {
            for level in Level::ALL {
                note.ranks[level as usize] += u32::from(level <= note.shown);
            }
        }
        self.steps.push(note);
    }

    /// Keeps the first `count` steps, the start included.
    pub fn truncate(&mut self, count: usize) {
        let Some(first) = self.steps.get(count) else {
            return;
        };
        self.operations.truncate(first.operations as usize);
        self.broadcasts.truncate(first.broadcasts as usize);
        self.steps.truncate(count);
        let keep = |at: &mut Option<usize>| *at = at.filter(|k| *k < count);
        self.current.clear();
        for (place, operation) in self.operations.iter_mut().enumerate() {
            keep(&mut operation.last);
            // What queued at the first step and left later is there, but not under way.
            for copy in &mut operation.copies {
                keep(&mut copy.issued);
                keep(&mut copy.landed);
                keep(&mut copy.returned);
                if copy.issued.is_some() && copy.returned.is_none() {
                    let at = (operation.process, copy.memory);
                    self.current.retain(|(other, _)| *other != at);
                    self.current.push((at, place as u32));
                }
            }
        }
        for broadcast in &mut self.broadcasts {
            broadcast.delivered.retain(|(_, k)| *k < count);
            broadcast.received.retain(|(_, k)| *k < count);
        }
    }

    /// Whether a level shows a step; the start always is.
    pub fn shows(&self, level: Level, k: usize) -> bool {
        k == 0 || self.steps.get(k).is_none_or(|note| level <= note.shown)
    }

    /// How many of the steps 1 to `k` a level shows.
    pub fn rank(&self, level: Level, k: usize) -> usize {
        let last = self.steps.len().saturating_sub(1);
        let note = self.steps.get(k.min(last));
        note.map_or(0, |note| note.ranks[level as usize] as usize)
    }

    /// The first step after `k` that a level shows.
    pub fn next(&self, level: Level, k: usize) -> Option<usize> {
        (k + 1..self.steps.len()).find(|j| self.shows(level, *j))
    }

    /// The last step before `k` that a level shows; the start is one.
    pub fn previous(&self, level: Level, k: usize) -> Option<usize> {
        (0..k.min(self.steps.len()))
            .rev()
            .find(|j| self.shows(level, *j))
    }

    /// What is news of a step.
    pub fn news(&self, k: usize) -> News<'_> {
        let Some(note) = self.steps.get(k) else {
            return News::default();
        };
        let end = |count: fn(&StepNote) -> u32, all: usize| {
            self.steps
                .get(k + 1)
                .map_or(all, |next| count(next) as usize)
        };
        let operations = note.operations as usize..end(|n| n.operations, self.operations.len());
        let broadcasts = note.broadcasts as usize..end(|n| n.broadcasts, self.broadcasts.len());
        let span = |place: &u32| &self.broadcasts[*place as usize];
        let operation = |place: Option<u32>| place.map(|p| &self.operations[p as usize]);
        News {
            broadcasts: self.broadcasts[broadcasts]
                .iter()
                .filter(|b| !b.text.is_empty())
                .collect(),
            delivers: note.delivers.iter().map(span).collect(),
            receives: note.receives.iter().map(span).collect(),
            begins: &self.operations[operations],
            ends: operation(note.ends),
            part_of: operation(note.part_of),
        }
    }

    /// The operations, in the order in which they began.
    pub fn operations(&self) -> &[OperationSpan] {
        &self.operations
    }

    /// The broadcasts, in the order in which they began.
    pub fn broadcasts(&self) -> &[BroadcastSpan] {
        &self.broadcasts
    }

    fn current_at(&self, process: ProcessId, memory: MemoryId) -> Option<u32> {
        let mut all = self.current.iter();
        all.find(|(at, _)| *at == (process, memory))
            .map(|(_, place)| *place)
    }

    /// Whether what flies between a process and a memory after the last step read is a part of an
    /// operation at all memories.
    pub fn is_part(&self, process: ProcessId, memory: MemoryId) -> bool {
        self.current_at(process, memory).is_some()
    }

    /// Whether the request or answer under way between a process and a memory after step `k` is a
    /// part of an operation at all memories.
    pub fn folds_at(&self, process: ProcessId, memory: MemoryId, k: usize) -> bool {
        let under_way = |c: &CopySpan| {
            c.memory == memory
                && c.issued.is_some_and(|i| i <= k)
                && c.returned.is_none_or(|r| r > k)
        };
        let mut all = self.operations.iter();
        all.any(|o| o.process == process && o.first <= k && o.copies.iter().any(under_way))
    }
}
