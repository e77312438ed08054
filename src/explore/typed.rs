//! An algorithm behind numbers: the only part of a search that is compiled once for each.

mod judge;
mod messages;
mod replay;
mod values;

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::intern::Interner;
use super::options::Reductions;
use super::reductions::{dead, omega, symmetry};
use super::world::{
    BYZANTINE, CRASHED, DEAF, FAULTY, Local, Outcome, Row, SAME, Sent, Shape, Tables, WAITS, World,
};
use crate::model::{
    Algorithm, Decision, Event, Fact, Inbox, Kind, Links, Memory, MemoryId, Moment, Operation,
    Parked, Part, Process, ProcessId, Reach, State, Status, System,
};
use replay::wipe;
use values::{Frame, Values};

/// What others can see of a process.
type Face<A> = (
    Status,
    Option<Decision>,
    SmallVec<[Option<Operation<A>>; 3]>,
);

/// Facts of acts that are not kept have numbers from here on.
const PASSING: u32 = 1 << 31;

/// An algorithm in a configuration, from a given state on.
pub(super) struct Typed<A: Algorithm> {
    system: System<A>,
    shape: Shape,
    reductions: Reductions,
    start: State<A>,
    values: Values<A>,
    faces: Interner<Face<A>>,
    packets: Vec<(ProcessId, A::Message)>,
    numbers: BTreeMap<(ProcessId, A::Message), u32>,
    kept: Vec<Vec<Fact<A>>>,
    kept_bytes: usize,
    passing: Vec<Vec<Fact<A>>>,
    before: Frame<A>,
    after: Frame<A>,
    events: Vec<Event>,
}

impl<A: Algorithm> Typed<A> {
    /// `judged` has a bit for each property that matters. Returns the reductions that this
    /// algorithm allows, too.
    pub(super) fn new(
        system: System<A>,
        start: State<A>,
        wanted: Reductions,
        judged: u32,
    ) -> (Self, Reductions) {
        let config = system.config();
        let of_kind = |kind| {
            let places = A::PROPERTIES.iter().enumerate();
            let some = places.filter(|(k, p)| p.kind == kind && judged & (1 << k) != 0);
            some.fold(0, |mask, (k, _)| mask | 1 << k)
        };
        let recovers = A::FACTS.recovers;
        let reductions = Reductions {
            symmetry: wanted.symmetry && A::FACTS.symmetric_memories && config.memories > 1,
            losses: wanted.losses || wanted.crashes,
            notes: wanted.notes && config.byzantine.is_empty(),
            answers: A::ANSWERS
                && wanted.answers
                && (wanted.notes && wanted.crashes && wanted.dead)
                && (config.memories == 0 && config.byzantine.is_empty())
                && (!recovers && config.links == Links::Reliable),
            ..wanted
        };
        let shape = Shape {
            processes: config.processes as usize,
            memories: config.memories as usize,
            f_p: config.f_p as usize,
            f_m: config.f_m as usize,
            lossy: config.links == Links::FairLossy,
            recovers,
            symmetric: reductions.symmetry,
            ignoring: A::ANSWERS && reductions.dead,
            always: of_kind(Kind::Always),
            sometimes: of_kind(Kind::Sometimes),
            eventually: of_kind(Kind::Eventually),
        };
        let mut inboxes = Interner::new();
        inboxes.number(&Part::new(Inbox::default()));
        let frame = || Frame {
            ids: vec![SAME; shape.parts()],
            state: start.clone(),
        };
        let typed = Typed {
            before: frame(),
            after: frame(),
            values: Values {
                processes: (0..shape.processes).map(|_| Interner::new()).collect(),
                memories: Interner::new(),
                inboxes,
            },
            system,
            shape,
            reductions,
            start,
            faces: Interner::new(),
            packets: Vec::new(),
            numbers: BTreeMap::new(),
            kept: Vec::new(),
            kept_bytes: 0,
            passing: Vec::new(),
            events: Vec::new(),
        };
        (typed, reductions)
    }

    /// The number of a process, after forgetting what the reductions forget.
    fn process(&mut self, tables: &mut Tables, p: usize, part: &Part<Process<A>>) -> u32 {
        let id = ProcessId(p as u8);
        let mut kept = None;
        if self.reductions.omega {
            kept = omega::forget(&self.system, id, part);
        }
        if self.reductions.dead {
            kept = dead::forget(kept.as_ref().unwrap_or(part)).or(kept);
        }
        let kept = kept.map(Part::new);
        let part = kept.as_ref().unwrap_or(part);
        let (number, new) = self.values.processes[p].number(part);
        if new {
            let deaf = part.status == Status::Crashed
                || self.reductions.dead && part.status == Status::Stopped;
            let flag = |on: bool, bit| if on { bit } else { 0 };
            let flags = flag(part.status == Status::Crashed, CRASHED)
                | flag(deaf, DEAF)
                | flag(!part.is_correct(), FAULTY)
                | flag(part.status == Status::Byzantine, BYZANTINE)
                | flag(!self.may_rest(id, part), WAITS);
            tables.processes[p].push(flags);
            let face = self.face(part);
            tables.faces[p].push(face);
        }
        number
    }

    fn may_rest(&self, id: ProcessId, process: &Process<A>) -> bool {
        let locals = process.locals.as_ref();
        process.status != Status::Up
            || locals.is_none_or(|locals| self.system.algorithm.may_rest(id, locals))
    }

    /// The number of what others can see of a process.
    fn face(&mut self, process: &Process<A>) -> u32 {
        let requests = process.lanes.iter().map(|lane| lane.request());
        let requests = requests.map(|r| r.map(|(_, operation)| operation.clone()));
        let face = (process.status, process.decision, requests.collect());
        self.faces.number(&Part::new(face)).0
    }

    fn memory(&mut self, tables: &mut Tables, part: &Part<Memory<A>>) -> u32 {
        let (number, new) = self.values.memories.number(part);
        if new {
            tables.memories.push(part.crashed);
        }
        number
    }

    /// The frame's state, with Omega's output at one process replaced.
    fn led(&self, event: Event, lead: Option<ProcessId>) -> State<A> {
        match (lead, event.process()) {
            (Some(leader), Some(at)) => omega::led(&self.before.state, at, leader),
            _ => self.before.state.clone(),
        }
    }

    /// What an event does to a state whose numbers are `ids`.
    fn changes(
        &mut self,
        tables: &mut Tables,
        ids: &[u32],
        state: &State<A>,
        event: Event,
        pass: bool,
    ) -> Outcome {
        let mut facts = Vec::new();
        let after = match self.system.apply(state, event, Some(&mut facts)) {
            Ok(after) => after,
            Err(refusal) => panic!("{}: {event} is enabled but refused: {refusal}", A::ID),
        };
        let mut process = SAME;
        if let Some(p) = event.process() {
            let p = p.0 as usize;
            let number = self.process(tables, p, &after.processes[p]);
            if number != ids[p] {
                process = number;
            }
        }
        let mut memory = SAME;
        if let Some(m) = event.memory() {
            let m = m.0 as usize;
            let number = self.memory(tables, &after.memories[m]);
            if number != ids[self.shape.memory(m)] {
                memory = number;
            }
        }
        let first = tables.sent.len() as u32;
        for fact in &facts {
            if let Fact::Sent { from, to, message } = fact {
                let packet = self.packet(*from, message);
                tables.sent.push(Sent { to: to.0, packet });
            }
        }
        let moment = Moment {
            system: &self.system,
            before: state,
            event: Some(event),
            facts: &facts,
            after: &after,
        };
        let (mut broken, mut woken) = (0, 0);
        for (k, property) in A::PROPERTIES.iter().enumerate() {
            let bit = 1u32 << k;
            let judged = (self.shape.always | self.shape.sometimes) & bit != 0;
            if !judged || !facts.iter().any(property.wakes) {
                continue;
            }
            if property.reach == Reach::Global || property.kind == Kind::Sometimes {
                woken |= bit;
            } else if !(property.holds)(&moment) {
                broken |= bit;
            }
        }
        let mut number = 0;
        if woken != 0 && pass {
            number = PASSING + self.passing.len() as u32;
            self.passing.push(facts);
        } else if woken != 0 {
            number = self.kept.len() as u32;
            self.kept_bytes += facts.capacity() * size_of::<Fact<A>>();
            self.kept.push(facts);
        }
        Outcome {
            process,
            memory,
            sent: (first, tables.sent.len() as u32),
            broken,
            woken,
            facts: number,
        }
    }
}

/// Whether an event reads and changes one process, and sends, and nothing else.
fn is_local(event: Event) -> bool {
    matches!(
        event,
        Event::Return { .. }
            | Event::Proceed { .. }
            | Event::Timeout { .. }
            | Event::Leader { .. }
            | Event::LoseRequest { .. }
            | Event::Recover { .. }
            | Event::Coin { .. }
    )
}

fn is_poll<A: Algorithm>(process: &Process<A>, event: Event) -> bool {
    match event {
        Event::Proceed { thread, .. } => process
            .thread(thread)
            .is_some_and(|t| matches!(t.parked, Parked::Poll(..))),
        _ => false,
    }
}

impl<A: Algorithm> World for Typed<A> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn start(&mut self, tables: &mut Tables) -> (Vec<u32>, u32) {
        tables.processes = vec![Vec::new(); self.shape.processes];
        tables.faces = vec![Vec::new(); self.shape.processes];
        let state = self.start.clone();
        let mut ids = Vec::with_capacity(self.shape.parts());
        for (p, part) in state.processes.iter().enumerate() {
            ids.push(self.process(tables, p, part));
        }
        for part in &state.memories {
            ids.push(self.memory(tables, part));
        }
        for (p, part) in state.inboxes.iter().enumerate() {
            let deaf = tables.processes[p][ids[p] as usize] & DEAF != 0;
            ids.push(if deaf {
                super::world::NO_MESSAGES
            } else {
                self.values.inboxes.number(part).0
            });
        }
        (ids, self.violated_at_start())
    }

    fn outcome(
        &mut self,
        tables: &mut Tables,
        ids: &[u32],
        lead: Option<ProcessId>,
        event: Event,
    ) -> Outcome {
        self.values.follow(&mut self.before, ids);
        let state = self.led(event, lead);
        self.changes(tables, ids, &state, event, false)
    }

    fn row(&mut self, tables: &mut Tables, ids: &[u32], p: usize) -> Row {
        self.values.follow(&mut self.before, ids);
        let me = ProcessId(p as u8);
        let base = self.before.state.clone();
        let process = &base.processes[p];
        let mut row = Row::default();
        for memory in self.system.config().memory_ids() {
            if process.lane(memory).request().is_some() {
                row.requests |= 1 << memory.0;
            }
        }
        let polling = |t: &&crate::model::Thread<A>| matches!(t.parked, Parked::Poll(..));
        row.polls = process
            .threads
            .iter()
            .filter(polling)
            .map(|t| t.id)
            .collect();
        let asks = self.reductions.omega && self.system.asks_omega(me, process);
        let leads: Vec<Option<ProcessId>> = if asks {
            self.system.config().process_ids().map(Some).collect()
        } else {
            vec![None]
        };
        for lead in leads {
            let state = match lead {
                Some(leader) => omega::led(&base, me, leader),
                None => base.clone(),
            };
            let mut events = std::mem::take(&mut self.events);
            self.system.enabled_into(&state, &mut events);
            let mut quiet = true;
            for event in events.iter().copied() {
                if !is_local(event) || event.process() != Some(me) || is_poll(process, event) {
                    continue;
                }
                quiet &= !event.is_progress();
                let skipped = match event {
                    Event::Leader { .. } => asks,
                    Event::LoseRequest { .. } => self.reductions.losses && !self.shape.recovers,
                    _ => false,
                };
                if skipped {
                    continue;
                }
                let mark = tables.sent.len();
                let outcome = self.changes(tables, ids, &state, event, false);
                let told = |o: &Outcome, sent: &[Sent]| {
                    sent[o.sent.0 as usize..o.sent.1 as usize].to_vec()
                };
                let again = row.locals.iter().any(|l| {
                    l.event == event
                        && l.outcome.process == outcome.process
                        && l.outcome.broken == outcome.broken
                        && l.outcome.woken == outcome.woken
                        && told(&l.outcome, &tables.sent) == told(&outcome, &tables.sent)
                });
                if again {
                    tables.sent.truncate(mark);
                } else {
                    row.locals.push(Local {
                        event,
                        lead,
                        outcome,
                    });
                }
            }
            self.events = events;
            if quiet {
                row.quiet |= 1 << lead.unwrap_or(process.leader).0;
            }
        }
        row
    }

    fn polls(&mut self, ids: &[u32], p: usize, memory: usize) -> u16 {
        self.values.follow(&mut self.before, ids);
        let mut state = self.before.state.clone();
        // Alone in the world: what differs, differs because of this memory.
        for (k, part) in state.memories.iter_mut().enumerate() {
            if k != memory {
                let mut gone = (**part).clone();
                gone.crashed = true;
                *part = Part::new(gone);
            }
        }
        let process = &self.before.state.processes[p];
        let enabled = self.system.enabled(&state);
        let mut mask = 0;
        let mut place = 0;
        for thread in process.threads.iter() {
            if !matches!(thread.parked, Parked::Poll(..)) {
                continue;
            }
            let event = Event::Proceed {
                process: ProcessId(p as u8),
                thread: thread.id,
            };
            if enabled.contains(&event) {
                mask |= 1 << place;
            }
            place += 1;
        }
        mask
    }

    fn acts(&mut self, tables: &mut Tables, ids: &[u32], p: usize) -> Vec<(Event, Outcome)> {
        self.values.follow(&mut self.before, ids);
        let state = self.before.state.clone();
        self.passing.clear();
        let process = ProcessId(p as u8);
        let menu = A::byzantine_menu(&state, &self.system, process, false);
        let events = menu
            .into_iter()
            .map(|act| Event::Byzantine { process, act });
        events
            .map(|event| (event, self.changes(tables, ids, &state, event, true)))
            .collect()
    }

    fn wiped(&mut self, tables: &mut Tables, ids: &[u32], p: usize) -> u32 {
        self.values.follow(&mut self.before, ids);
        let process = ProcessId(p as u8);
        let state = self.before.state.clone();
        let gone = wipe(&self.system, state, process, &mut Vec::new());
        self.process(tables, p, &gone.processes[p])
    }

    fn renamed(&mut self, tables: &mut Tables, p: usize, id: u32, map: &[MemoryId]) -> u32 {
        let process = self.values.processes[p].part(id);
        let renamed = symmetry::renamed(&self.system.algorithm, process, map);
        self.process(tables, p, &Part::new(renamed))
    }

    fn column(&self, p: usize, id: u32, memory: MemoryId) -> u32 {
        let process = self.values.processes[p].part(id);
        symmetry::column(&self.system.algorithm, process, memory)
    }

    fn fingerprint(&self, ids: &[u32]) -> u64 {
        self.values.state(&self.shape, ids).fingerprint()
    }

    fn decisions(&self, ids: &[u32]) -> Vec<(ProcessId, Decision)> {
        self.values.state(&self.shape, ids).decisions().collect()
    }

    fn bytes(&self) -> usize {
        let processes: usize = self.values.processes.iter().map(Interner::bytes).sum();
        processes + self.values.memories.bytes() + self.values.inboxes.bytes() + self.kept_bytes
    }
}
