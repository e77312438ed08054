//! The model's events behind a search's steps: the search leaves out what changes nothing, and
//! chooses Omega's output with the event that asks for it.

use super::Typed;
use super::judge::rest_violations;
use crate::explore::world::{NO_PACKET, Replay, Step};
use crate::model::{Algorithm, Event, Fact, Kind, Moment, Owner, ProcessId, State, Status, System};

impl<A: Algorithm> Typed<A> {
    /// The step's event in a state in which messages may be on their way that the search left out.
    fn named(&self, state: &State<A>, step: &Step) -> Event {
        if step.packet == NO_PACKET {
            return step.event;
        }
        let (sender, message) = &self.packets[step.packet as usize];
        let nth = |to: ProcessId| {
            let mut distinct = state.inbox(to).distinct();
            let found = distinct.find(|(from, _, m)| from == sender && *m == message);
            found.map_or(0, |(_, nth, _)| nth)
        };
        let from = *sender;
        match step.event {
            Event::Deliver { to, .. } => Event::Deliver {
                to,
                from,
                nth: nth(to),
            },
            Event::LoseMessage { to, .. } => Event::LoseMessage {
                to,
                from,
                nth: nth(to),
            },
            other => other,
        }
    }

    /// Whether the event delivers a message that its receiver refuses and whose sender ignores
    /// that.
    fn is_idle_refusal(&self, state: &State<A>, event: Event) -> bool {
        let Event::Deliver { to, from, nth } = event else {
            return false;
        };
        let inbox = state.inbox(to);
        let Some(place) = inbox.place(from, nth) else {
            return false;
        };
        let message = &inbox.packets[place].1;
        let algorithm = &self.system.algorithm;
        let (receiver, sender) = (&state.process(to).locals, &state.process(from).locals);
        receiver
            .as_ref()
            .is_some_and(|l| algorithm.refuses(to, l, message))
            && sender
                .as_ref()
                .is_some_and(|l| algorithm.is_over(from, l, message))
    }
}

impl<A: Algorithm> Replay for Typed<A> {
    fn realise(&self, steps: &[Step]) -> Vec<Event> {
        let mut state = self.start.clone();
        let mut events = Vec::with_capacity(steps.len());
        for step in steps {
            let event = &self.named(&state, step);
            if let (Some(leader), Some(at)) = (step.lead, event.process())
                && state.process(at).leader != leader
            {
                run(
                    &self.system,
                    &mut state,
                    Event::Leader { at, leader },
                    &mut events,
                );
            }
            // A read that nobody waited for counted as landed (see `dead`): it lands now.
            if let Event::Return { process, memory } = *event
                && let Some((Owner::Stale, _)) = state.process(process).lane(memory).request()
            {
                if state.memory(memory).crashed {
                    continue;
                }
                let landing = Event::Effect { process, memory };
                run(&self.system, &mut state, landing, &mut events);
            }
            run(&self.system, &mut state, *event, &mut events);
        }
        events
    }

    fn ending(
        &self,
        events: &[Event],
        crashed: (u16, u16),
        lossy: bool,
        leaders: &[(usize, ProcessId)],
    ) -> Vec<Event> {
        let mut state = self.start.clone();
        let mut done = Vec::new();
        for event in events {
            run(&self.system, &mut state, *event, &mut done);
        }
        for memory in self.system.config().memory_ids() {
            if crashed.1 & (1 << memory.0) != 0 {
                run(
                    &self.system,
                    &mut state,
                    Event::CrashMemory(memory),
                    &mut done,
                );
            }
        }
        for process in self.system.config().process_ids() {
            if crashed.0 & (1 << process.0) != 0 {
                state = wipe(&self.system, state, process, &mut done);
            }
        }
        // Losing one message renumbers the others, so they go one at a time.
        while let Some(lost) = self.system.enabled(&state).into_iter().find(|e| match e {
            Event::LoseMessage { from, .. } => {
                lossy || state.process(*from).status == Status::Crashed
            }
            Event::LoseRequest { .. } => true,
            _ => false,
        }) {
            run(&self.system, &mut state, lost, &mut done);
        }
        for (at, leader) in leaders {
            let (at, leader) = (ProcessId(*at as u8), *leader);
            if state.process(at).leader != leader {
                run(
                    &self.system,
                    &mut state,
                    Event::Leader { at, leader },
                    &mut done,
                );
            }
        }
        // What the search left out because it changes nothing is still on its way here.
        while let Some(idle) = self.system.enabled(&state).into_iter().find(|e| {
            let Event::Deliver { .. } = e else {
                return false;
            };
            let mut facts = Vec::new();
            let after = self.system.apply(&state, *e, Some(&mut facts));
            after.is_ok_and(|after| after.processes == state.processes)
                && !facts.iter().any(|f| matches!(f, Fact::Sent { .. }))
                || self.is_idle_refusal(&state, *e)
        }) {
            run(&self.system, &mut state, idle, &mut done);
        }
        done
    }

    fn violates(&self, events: &[Event], property: u32) -> Option<Vec<Event>> {
        let judged = &A::PROPERTIES[property as usize];
        let always = judged.kind == Kind::Always;
        if always && self.violated_at_start() & (1 << property) != 0 {
            return Some(Vec::new());
        }
        let mut state = self.start.clone();
        let mut done = Vec::new();
        let mut facts = Vec::new();
        for event in events {
            facts.clear();
            let Ok(after) = self.system.apply(&state, *event, Some(&mut facts)) else {
                continue;
            };
            done.push(*event);
            let moment = Moment {
                system: &self.system,
                before: &state,
                event: Some(*event),
                facts: &facts,
                after: &after,
            };
            if always && facts.iter().any(judged.wakes) && !(judged.holds)(&moment) {
                return Some(done);
            }
            state = after;
        }
        let rests = !always
            && !self.system.over_budget(&state)
            && self.system.is_quiescent(&state)
            && rest_violations(&self.system, &state, 1 << property) != 0;
        rests.then_some(done)
    }
}

/// Carries out an event that can happen, and writes it down.
fn run<A: Algorithm>(
    system: &System<A>,
    state: &mut State<A>,
    event: Event,
    done: &mut Vec<Event>,
) {
    match system.apply(state, event, None) {
        Ok(after) => *state = after,
        Err(refusal) => panic!("{}: {event} was found but is refused: {refusal}", A::ID),
    }
    done.push(event);
}

/// Crashes a process, if it runs, and loses the requests that it left.
pub(super) fn wipe<A: Algorithm>(
    system: &System<A>,
    mut state: State<A>,
    process: ProcessId,
    done: &mut Vec<Event>,
) -> State<A> {
    if state.process(process).status != Status::Crashed {
        run(system, &mut state, Event::CrashProcess(process), done);
    }
    for memory in system.config().memory_ids() {
        if state.process(process).lane(memory).request().is_some() {
            run(
                system,
                &mut state,
                Event::LoseRequest { process, memory },
                done,
            );
        }
    }
    state
}
