//! States at rest: judged as they are, or after every process has paused in some way, where chains
//! of notes are one step.

use super::{Found, Graph};
use crate::explore::world::Step;

/// The ways in which processes can pause, while they are gone through.
struct Pausing {
    /// For each process, its places in [`Notes::pauses`](crate::explore::reductions::notes::Notes::pauses).
    pauses: Vec<(u32, u32)>,
    /// How many processes may still crash.
    may_fail: usize,
    /// Whose messages can be lost without that.
    free: u16,
    /// How many processes and memories have failed.
    failed: (usize, usize),
    here: Vec<u32>,
    notes: Vec<(u32, u32)>,
}

impl Graph {
    /// Judges a state, if it is at rest once some crash and what they left is lost.
    pub(super) fn judge_rest(&mut self, ids: &[u32], faulty: usize, dead: usize, steps: Vec<Step>) {
        let judged = self.rest.judge(
            &mut *self.world,
            &mut self.tables,
            self.reductions,
            ids,
            (faulty, dead),
        );
        self.found = judged.map(|(broken, ending)| Found {
            steps,
            broken,
            ending: Some(ending),
        });
    }

    /// As [`Graph::judge_rest`], after each process has noted what it can, in every way.
    pub(in crate::explore) fn judge_rest_noted(&mut self, ids: &[u32], faulty: usize, dead: usize) {
        let n = self.shape.processes;
        let deaf = self.deaf(ids);
        let may_fail = if self.reductions.crashes && !self.shape.recovers {
            self.shape.f_p.saturating_sub(faulty)
        } else {
            0
        };
        let mut pauses: Vec<(u32, u32)> = Vec::with_capacity(n);
        let mut busy = 0;
        for p in 0..n {
            let (_, range) = self.chains(ids, p, deaf);
            busy += usize::from(range.0 == range.1);
            pauses.push(range);
        }
        if busy > may_fail {
            return;
        }
        let lossy = self.shape.lossy && self.reductions.losses;
        let down = if self.reductions.losses {
            self.rest.down()
        } else {
            0
        };
        let mut pausing = Pausing {
            pauses,
            may_fail,
            free: if lossy { u16::MAX } else { down },
            failed: (faulty, dead),
            here: ids.to_vec(),
            notes: Vec::with_capacity(n),
        };
        self.pause_each(&mut pausing, 0, 0);
    }

    /// Lets the processes from `p` on pause in every way in which the state can be at rest:
    /// whoever still has messages on their way (`waiting`) must crash.
    fn pause_each(&mut self, pausing: &mut Pausing, p: usize, waiting: u16) {
        if p == self.shape.processes {
            self.judge_rest(
                &pausing.here,
                pausing.failed.0,
                pausing.failed.1,
                Vec::new(),
            );
            if let Some(found) = &mut self.found {
                let notes = pausing.notes.iter();
                let steps = notes.flat_map(|n| &self.notes.paths[n.0 as usize..n.1 as usize]);
                found.steps = steps.copied().collect();
            }
            return;
        }
        let (first, last) = pausing.pauses[p];
        if first == last {
            self.rest.pause(p, 0, 0);
            self.pause_each(pausing, p + 1, waiting);
            return;
        }
        let inbox = self.shape.inbox(p);
        let kept = (pausing.here[p], pausing.here[inbox]);
        for k in first..last {
            let pause = self.notes.pauses[k as usize];
            let waiting = waiting | pause.arrives & !pausing.free;
            if waiting.count_ones() as usize > pausing.may_fail {
                continue;
            }
            (pausing.here[p], pausing.here[inbox]) = (pause.process, pause.inbox);
            self.rest.pause(p, pause.quiet, pause.arrives);
            pausing.notes.push(pause.notes);
            self.pause_each(pausing, p + 1, waiting);
            pausing.notes.pop();
            if self.found.is_some() {
                break;
            }
        }
        (pausing.here[p], pausing.here[inbox]) = kept;
    }
}
