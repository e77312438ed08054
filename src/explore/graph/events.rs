//! The steps out of a state, one kind of event after the other.

use super::{Graph, key};
use crate::explore::world::{FAULTY, InFlight, NO_MESSAGES, Outcome, SAME, Step};
use crate::model::{Event, MemoryId, ProcessId};

impl Graph {
    /// Each chain of notes and the event behind it.
    pub(super) fn note(&mut self, ids: &[u32], p: usize, deaf: u16) {
        let inbox = self.shape.inbox(p);
        let ((first, last), _) = self.chains(ids, p, deaf);
        for k in first..last {
            let chain = self.notes.chains[k as usize];
            let without = (chain.without != SAME).then_some(chain.without);
            if chain.notes.0 == chain.notes.1 {
                self.step(ids, chain.step, p, &chain.outcome, without, deaf);
                continue;
            }
            let mut before = std::mem::take(&mut self.before);
            before.clear();
            before.extend_from_slice(ids);
            (before[p], before[inbox]) = chain.before;
            let start = self.ranges.len() as u32;
            self.ranges.push(chain.notes);
            self.step_after(
                &before,
                (start, start + 1),
                chain.step,
                p,
                &chain.outcome,
                without,
                deaf,
            );
            self.before = before;
        }
    }

    pub(super) fn local(&mut self, ids: &[u32], p: usize, row: usize, deaf: u16) {
        self.rest.quiet(p, self.rows[row].quiet);
        for k in 0..self.rows[row].locals.len() {
            let local = self.rows[row].locals[k];
            self.step(ids, local.step(), p, &local.outcome, None, deaf);
        }
    }

    pub(super) fn polls(&mut self, ids: &[u32], p: usize, row: usize, deaf: u16, live: u16) {
        if self.rows[row].polls.is_empty() {
            return;
        }
        let mut awake = 0u16;
        for m in 0..self.shape.memories {
            if live & 1 << m == 0 {
                continue;
            }
            let which = p * self.shape.memories + m;
            let at = key(ids[p], ids[self.shape.memory(m)]);
            let mask = self.poll_masks[which].get(at).unwrap_or_else(|| {
                let mask = u32::from(self.world.polls(ids, p, m));
                self.poll_masks[which].insert(at, mask);
                mask
            });
            if mask != 0 {
                self.rest.polls(p, m);
            }
            awake |= mask as u16;
        }
        for k in 0..self.rows[row].polls.len() {
            if awake & 1 << k == 0 {
                continue;
            }
            let event = Event::Proceed {
                process: ProcessId(p as u8),
                thread: self.rows[row].polls[k],
            };
            let at = key(row as u32, k as u32);
            let known = self.poll_steps[p].get(at);
            let outcome = self.keep(known, ids, event, |g, number| {
                g.poll_steps[p].insert(at, number);
            });
            self.step(ids, Step::of(event), p, &outcome, None, deaf);
        }
    }

    pub(super) fn land(&mut self, ids: &[u32], p: usize, mut requests: u16, deaf: u16) {
        while requests != 0 {
            let m = requests.trailing_zeros() as usize;
            requests &= requests - 1;
            let event = Event::Effect {
                process: ProcessId(p as u8),
                memory: MemoryId(m as u8),
            };
            let which = p * self.shape.memories + m;
            let at = key(ids[p], ids[self.shape.memory(m)]);
            let known = self.effects[which].get(at);
            let outcome = self.keep(known, ids, event, |g, number| {
                g.effects[which].insert(at, number);
            });
            self.rest.lands(p, m);
            self.step(ids, Step::of(event), p, &outcome, None, deaf);
        }
    }

    pub(super) fn arrive(&mut self, ids: &[u32], p: usize, deaf: u16) {
        let inbox = ids[self.shape.inbox(p)];
        let to = ProcessId(p as u8);
        for k in 0..self.count(inbox) {
            let Some(flying) = self.flying(inbox, k) else {
                continue;
            };
            let (from, nth) = (flying.from, flying.nth);
            let event = Event::Deliver { to, from, nth };
            let outcome = self.delivery(ids, p, flying.packet, deaf, event);
            self.rest.arrives(p, from.0 as usize);
            let step = Step::taking(event, flying.packet);
            self.step(ids, step, p, &outcome, Some(flying.without), deaf);
        }
    }

    pub(super) fn lose(&mut self, ids: &[u32], p: usize, deaf: u16, down: u16) {
        let inbox = ids[self.shape.inbox(p)];
        let to = ProcessId(p as u8);
        for k in 0..self.count(inbox) {
            let Some(flying) = self.flying(inbox, k) else {
                continue;
            };
            let (from, nth) = (flying.from, flying.nth);
            if !self.shape.lossy && down & 1 << from.0 == 0 {
                continue;
            }
            let event = Event::LoseMessage { to, from, nth };
            let at = u64::from(flying.packet);
            let known = self.losses[p].get(at);
            let outcome = self.keep(known, ids, event, |g, number| {
                g.losses[p].insert(at, number);
            });
            let step = Step::taking(event, flying.packet);
            self.step(ids, step, p, &outcome, Some(flying.without), deaf);
        }
    }

    pub(super) fn crash_processes(&mut self, ids: &[u32], deaf: u16) {
        for p in 0..self.shape.processes {
            if self.tables.processes[p][ids[p] as usize] & FAULTY != 0 {
                continue;
            }
            let event = Event::CrashProcess(ProcessId(p as u8));
            let at = key(ids[p], ids[self.shape.inbox(p)]);
            let known = self.crashes[p].get(at);
            let outcome = self.keep(known, ids, event, |g, number| {
                g.crashes[p].insert(at, number);
            });
            self.step(ids, Step::of(event), p, &outcome, None, deaf);
        }
    }

    pub(super) fn crash_memories(&mut self, ids: &[u32], live: u16, deaf: u16) {
        for m in 0..self.shape.memories {
            if live & 1 << m == 0 {
                continue;
            }
            let event = Event::CrashMemory(MemoryId(m as u8));
            let at = key(ids[self.shape.memory(m)], m as u32);
            let known = self.memory_crashes.get(at);
            let outcome = self.keep(known, ids, event, |g, number| {
                g.memory_crashes.insert(at, number);
            });
            self.step(ids, Step::of(event), 0, &outcome, None, deaf);
        }
    }

    pub(super) fn lie(&mut self, ids: &[u32], p: usize, deaf: u16) {
        let mark = self.tables.sent.len();
        for (event, outcome) in self.world.acts(&mut self.tables, ids, p) {
            self.step(ids, Step::of(event), p, &outcome, None, deaf);
        }
        self.tables.sent.truncate(mark);
    }

    /// What delivering a message does.
    pub(in crate::explore) fn delivery(
        &mut self,
        ids: &[u32],
        p: usize,
        packet: u32,
        deaf: u16,
        event: Event,
    ) -> Outcome {
        let at = key(ids[p], packet << 9 | u32::from(deaf));
        let known = self.deliveries[p].get(at);
        self.keep(known, ids, event, |g, number| {
            g.deliveries[p].insert(at, number);
        })
    }

    /// How many distinct messages are in an inbox, which is opened.
    fn count(&mut self, inbox: u32) -> usize {
        if inbox == NO_MESSAGES {
            return 0;
        }
        self.open(inbox);
        self.inboxes[inbox as usize].as_ref().map_or(0, |i| i.len())
    }

    pub(in crate::explore) fn open(&mut self, inbox: u32) {
        let place = inbox as usize;
        if self.inboxes.len() <= place {
            self.inboxes.resize(place + 1, None);
        }
        if self.inboxes[place].is_none() {
            self.inboxes[place] = Some(self.world.inbox(inbox).into());
        }
    }

    pub(in crate::explore) fn flying(&self, inbox: u32, k: usize) -> Option<InFlight> {
        self.inboxes[inbox as usize].as_ref()?.get(k).copied()
    }

    /// The outcome that is known, or else computed, kept and handed to `insert`.
    fn keep(
        &mut self,
        known: Option<u32>,
        ids: &[u32],
        event: Event,
        insert: impl FnOnce(&mut Self, u32),
    ) -> Outcome {
        if let Some(number) = known {
            return self.outcomes[number as usize];
        }
        let outcome = self.world.outcome(&mut self.tables, ids, None, event);
        let number = self.outcomes.len() as u32;
        self.outcomes.push(outcome);
        insert(self, number);
        outcome
    }
}
