//! Which events can happen in a state, complete and in canonical order.

use super::{
    Algorithm, Event, Links, Owner, Parked, Process, ProcessId, RegionId, Response, Responses,
    State, Status, System, Thread, ThreadId, Value,
};

impl<A: Algorithm> System<A> {
    /// Every event that can happen within the configuration's faults, each once, in order.
    ///
    /// A user may do more (exceed the budget, move Omega where nobody asks it): see
    /// [`System::apply`], which says of any event whether it can happen.
    pub fn enabled(&self, state: &State<A>) -> Vec<Event> {
        let mut events = Vec::with_capacity(16);
        self.enabled_into(state, &mut events);
        events
    }

    /// As [`System::enabled`], into a list that is cleared first.
    pub fn enabled_into(&self, state: &State<A>, events: &mut Vec<Event>) {
        events.clear();
        let config = self.config();
        for to in config.process_ids() {
            let inbox = state.inbox(to);
            events.extend(
                inbox
                    .distinct()
                    .map(|(from, nth, _)| Event::Deliver { to, from, nth }),
            );
        }
        for (process, p) in state.processes() {
            for (memory, m) in state.memories() {
                if !m.crashed && p.lane(memory).request().is_some() {
                    events.push(Event::Effect { process, memory });
                }
            }
        }
        for (process, p) in state.processes() {
            for memory in config.memory_ids() {
                if p.lane(memory).response().is_some() {
                    events.push(Event::Return { process, memory });
                }
            }
        }
        for (process, p) in state.processes() {
            let ready = p
                .threads
                .iter()
                .filter(|t| self.may_proceed(state, process, p, t));
            events.extend(ready.map(|t| Event::Proceed {
                process,
                thread: t.id,
            }));
        }
        for (process, p) in state.processes() {
            let waiting = p.threads.iter().filter(|t| self.may_time_out(p, t));
            events.extend(waiting.map(|t| Event::Timeout {
                process,
                thread: t.id,
            }));
        }
        for (at, p) in state.processes() {
            if self.asks_omega(at, p) {
                let others = config.process_ids().filter(|q| *q != p.leader);
                events.extend(others.map(|leader| Event::Leader { at, leader }));
            }
        }
        if state.faulty_processes() < config.f_p {
            let up = state.processes().filter(|(_, p)| p.is_correct());
            events.extend(up.map(|(id, _)| Event::CrashProcess(id)));
        }
        if state.crashed_memories() < config.f_m {
            let up = state.memories().filter(|(_, m)| !m.crashed);
            events.extend(up.map(|(id, _)| Event::CrashMemory(id)));
        }
        self.losses(state, events);
        for (process, p) in state.processes() {
            if A::FACTS.recovers && p.status == Status::Crashed {
                let mut inputs: Vec<Value> = config.inputs.clone();
                inputs.sort_unstable();
                inputs.dedup();
                events.extend(
                    inputs
                        .into_iter()
                        .map(|input| Event::Recover { process, input }),
                );
            }
        }
        for (process, p) in state.processes() {
            for t in p.threads.iter().filter(|t| t.parked == Parked::Coin) {
                events.extend((0..2).map(|side| Event::Coin {
                    process,
                    thread: t.id,
                    side,
                }));
            }
        }
        for (process, p) in state.processes() {
            if p.status == Status::Byzantine {
                let mut menu = A::byzantine_menu(state, self, process, false);
                menu.sort_unstable();
                menu.dedup();
                events.extend(
                    menu.into_iter()
                        .map(|act| Event::Byzantine { process, act }),
                );
            }
        }
    }

    fn losses(&self, state: &State<A>, events: &mut Vec<Event>) {
        for to in self.config().process_ids() {
            for (from, nth, _) in state.inbox(to).distinct() {
                if self.may_lose_from(state, from) {
                    events.push(Event::LoseMessage { to, from, nth });
                }
            }
        }
        for (process, p) in state.processes() {
            for memory in self.config().memory_ids() {
                if matches!(p.lane(memory).request(), Some((Owner::Orphan, _))) {
                    events.push(Event::LoseRequest { process, memory });
                }
            }
        }
    }

    pub(super) fn may_lose_from(&self, state: &State<A>, from: ProcessId) -> bool {
        self.config().links == Links::FairLossy || state.process(from).status == Status::Crashed
    }

    /// Whether a thread's wait is over.
    pub fn may_proceed(
        &self,
        state: &State<A>,
        id: ProcessId,
        process: &Process<A>,
        thread: &Thread<A>,
    ) -> bool {
        match (&thread.parked, &process.locals) {
            (Parked::Guard, Some(locals)) => {
                self.algorithm
                    .guard(thread.line, thread.id, id, locals, process.leader)
            }
            (Parked::Quorum(replies), Some(_)) => replies.len() >= self.algorithm.quorum(),
            (Parked::Poll(region, seen), Some(locals)) => {
                self.would_differ(state, id, (thread, locals), *region, seen)
            }
            _ => false,
        }
    }

    /// Whether another poll could show something else than the last one: some live memory would
    /// answer otherwise than it did, or (if it was not heard, and the way to it is free by now)
    /// otherwise than some that were.
    ///
    /// Parking loses no behaviour that matters: a poll that shows nothing changes nothing, so
    /// reading again while every answer is the same is a step that leads back to where it began.
    /// While the way to a memory is taken, a new read there would have to wait just as long.
    fn would_differ(
        &self,
        state: &State<A>,
        id: ProcessId,
        (thread, locals): (&Thread<A>, &A::Locals),
        region: RegionId,
        seen: &Responses<A>,
    ) -> bool {
        let row = &self.regions[region.0 as usize].registers;
        let mut live = state.memories().filter(|(_, m)| !m.crashed);
        live.any(|(memory, m)| {
            let readable = m.permission(region).may_read(id);
            let same = |response: &Response<A>| match response {
                Response::Row(values) => {
                    readable
                        && row.iter().zip(values).all(|(r, kept)| {
                            let now = m.register(*r);
                            now == kept
                                || self
                                    .algorithm
                                    .glance(thread.line, thread.id, locals, *r, now)
                                    == *kept
                        })
                }
                _ => !readable,
            };
            match seen.iter().find(|(heard, _)| *heard == memory) {
                Some((_, response)) => !same(response),
                None => {
                    let free = state.process(id).lane(memory).current.is_none();
                    free && !seen.iter().all(|(_, response)| same(response))
                }
            }
        })
    }

    pub(super) fn may_time_out(&self, process: &Process<A>, thread: &Thread<A>) -> bool {
        match (&thread.parked, &process.locals) {
            (Parked::Guard | Parked::Quorum(_) | Parked::Poll(..), Some(locals)) => {
                self.algorithm.has_timeout(thread.line, locals)
            }
            _ => false,
        }
    }

    /// Whether some thread of the process waits for Omega.
    pub fn asks_omega(&self, id: ProcessId, process: &Process<A>) -> bool {
        let Some(locals) = &process.locals else {
            return false;
        };
        process.threads.iter().any(|t| {
            t.parked == Parked::Guard && self.algorithm.waits_for_leader(t.line, id, locals)
        })
    }

    /// Whether nothing of the algorithm or the network is left to happen: only faults, time-outs
    /// and the oracle could change anything.
    pub fn is_quiescent(&self, state: &State<A>) -> bool {
        !self.enabled(state).iter().any(|e| e.is_progress())
    }

    /// The thread families' names: the model's own, then the algorithm's.
    pub fn thread_name(thread: ThreadId) -> String {
        let own = usize::from(thread.family)
            .checked_sub(usize::from(ThreadId::FIRST_OWN_FAMILY))
            .and_then(|k| A::THREAD_FAMILIES.get(k));
        match own {
            Some(name) => match name.strip_suffix('#') {
                Some(family) => format!("{family}{}", thread.index + 1),
                None => (*name).to_owned(),
            },
            None => thread.to_string(),
        }
    }
}
