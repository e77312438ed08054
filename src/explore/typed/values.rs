//! The values behind the numbers, and states put together from them.

use crate::explore::intern::Interner;
use crate::explore::world::Shape;
use crate::model::{Algorithm, Inbox, Memory, Process, State};

/// A state that follows a list of numbers, part by part.
pub(super) struct Frame<A: Algorithm> {
    pub(super) ids: Vec<u32>,
    pub(super) state: State<A>,
}

/// The values behind the numbers.
pub(super) struct Values<A: Algorithm> {
    pub(super) processes: Vec<Interner<Process<A>>>,
    pub(super) memories: Interner<Memory<A>>,
    pub(super) inboxes: Interner<Inbox<A>>,
}

impl<A: Algorithm> Values<A> {
    /// Brings a frame to the state of these numbers.
    pub(super) fn follow(&self, frame: &mut Frame<A>, ids: &[u32]) {
        let n = self.processes.len();
        let m = frame.state.memories.len();
        for (place, (have, want)) in frame.ids.iter_mut().zip(ids).enumerate() {
            if have == want {
                continue;
            }
            *have = *want;
            if place < n {
                frame.state.processes[place] = self.processes[place].part(*want).clone();
            } else if place < n + m {
                frame.state.memories[place - n] = self.memories.part(*want).clone();
            } else {
                frame.state.inboxes[place - n - m] = self.inboxes.part(*want).clone();
            }
        }
    }

    /// The state of these numbers.
    pub(super) fn state(&self, shape: &Shape, ids: &[u32]) -> State<A> {
        let (n, m) = (shape.processes, shape.memories);
        let process = |p: usize| self.processes[p].part(ids[p]).clone();
        State {
            processes: (0..n).map(process).collect(),
            memories: (n..n + m)
                .map(|k| self.memories.part(ids[k]).clone())
                .collect(),
            inboxes: (n + m..n + m + n)
                .map(|k| self.inboxes.part(ids[k]).clone())
                .collect(),
        }
    }
}
