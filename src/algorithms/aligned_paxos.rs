//! Aligned Paxos, after P1 (Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The Impact of
//! RDMA on Agreement*, PODC 2019), section on Aligned Paxos.
//!
//! Crash faults. Processes and memories are equivalent agents: any majority of the n + m agents
//! will do, so f_P + f_M < (n + m) / 2 with one live process; Omega for progress only. A message
//! there and back takes as long as a write, so the phases align, and p1's first attempt decides in
//! two delays.
//!
//! Modelling choices. Process agents are Paxos's acceptors, memory agents are Protected Memory
//! Paxos's slots, with its permissions (they give the two delays), its straggler rule and its stop
//! after deciding. A memory takes part in phase 2 only where this attempt did phase 1; a process
//! always does. Promises that come after phase 2 began are ignored.

mod must_hold;
mod pseudocode;

use smallvec::SmallVec;

use super::decided;
use super::message::PaxosMessage as Message;
use super::proposals::{self, Accepted, later, pair};
use super::slots::{self, SLOTS, Scans, Slot, memory_of, slot_of};
use crate::model::{
    Algorithm, CodeLine, Config, Fact, Facts, Field, FirstPhase, Input, MemoryId, MemorySet,
    Mutation, Next, NoNote, Out, Permission, ProcessId, ProcessSet, Property, Quorum, Region,
    RegionId, RegisterId, Response, Scope, State, ThreadId, Value, Why,
};
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{MUTATIONS, PSEUDOCODE};

const NO_PERMISSION_CHANGE: u32 = 0;
const EITHER_KIND: u32 = 1;
const IGNORE_PROMISES: u32 = 2;
const DECIDE_ON_ONE_AGENT: u32 = 3;

/// The threads of one attempt.
const ATTEMPT: Scope = 1;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AlignedPaxos {
    config: Config,
}

/// Some of the agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Agents {
    /// The processes among them.
    pub processes: ProcessSet,
    /// The memories among them.
    pub memories: MemorySet,
}

/// A process's variables. What is dead between attempts is reset, so that equal futures are
/// equal states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// np: the highest number that the acceptor promised.
    np: u16,
    /// (na, va): what the acceptor accepted last.
    accepted: Accepted,
    /// Attempts begun so far.
    attempt: u16,
    /// The highest proposal number seen anywhere, own ones included.
    highest: u16,
    /// The last accept that was issued, which phase-1 writes keep.
    issued: Accepted,
    /// The number of the attempt under way, 0 where there is none.
    prop: u16,
    /// The accepted proposal of the highest number that phase 1 showed.
    best: Accepted,
    ready: Agents,
    acked: Agents,
    /// The value of phase 2, once that began.
    val: Option<Value>,
    scans: Scans,
}

impl Agents {
    fn len(self) -> usize {
        self.processes.len() + self.memories.len()
    }

    fn renamed(self, map: &[MemoryId]) -> Self {
        Agents {
            memories: self.memories.renamed(map),
            ..self
        }
    }
}

impl std::fmt::Display for Agents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let processes = self.processes.iter().map(|p| p.to_string());
        let memories = self.memories.iter().map(|m| m.to_string());
        let all: Vec<String> = processes.chain(memories).collect();
        write!(f, "{{{}}}", all.join(","))
    }
}

impl AlignedPaxos {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    /// How many agents of either kind make a quorum: any two such sets share one.
    fn agents(&self) -> usize {
        let config = &self.config;
        let all = usize::from(config.processes) + usize::from(config.memories);
        match config.quorum {
            Quorum::Majority => all / 2 + 1,
            Quorum::AllButF => {
                let f = usize::from(config.f_p) + usize::from(config.f_m);
                all.saturating_sub(f).max(1)
            }
        }
    }

    /// Guards of lines 13 and 18.
    fn is_quorum(&self, who: Agents, needed: usize) -> bool {
        let processes = usize::from(self.config.processes);
        let memories = usize::from(self.config.memories);
        let apart = who.processes.len() > processes / 2
            || (memories > 0 && who.memories.len() > memories / 2);
        who.len() >= needed || (self.on(EITHER_KIND) && apart)
    }

    fn may_begin_phase_two(&self, locals: &Locals) -> bool {
        self.is_quorum(locals.ready, self.agents())
    }

    fn may_decide(&self, locals: &Locals) -> bool {
        let one = self.on(DECIDE_ON_ONE_AGENT);
        self.is_quorum(locals.acked, if one { 1 } else { self.agents() })
    }

    /// p1's first attempt, whose phase 1 is done: p1 owns every memory at the start, and nobody
    /// has a lower number.
    fn is_prepared(&self, me: ProcessId, locals: &Locals) -> bool {
        self.config.first_phase == FirstPhase::Done && me == ProcessId(0) && locals.attempt == 1
    }

    fn has_attempts(&self, me: ProcessId, locals: &Locals) -> bool {
        proposals::has_attempts(&self.config, me, locals.attempt)
    }
}

/// The most agents that may fail: fewer than half of all.
fn minority(config: &Config) -> u8 {
    let agents = config.processes.saturating_add(config.memories);
    agents.saturating_sub(1) / 2
}

impl Algorithm for AlignedPaxos {
    type Line = Line;
    type Locals = Locals;
    type Message = Message;
    type Register = Slot;
    type Note = NoNote;

    const ID: &'static str = "aligned-paxos";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Aligned Paxos",
        shows: "Processes and memories are equal agents: any majority of both together decides.",
        source: "P1, section on Aligned Paxos",
        processes: "n + m >= 2 (f_P + f_M) + 1",
        memories: "n + m >= 2 (f_P + f_M) + 1",
        common_case_delays: 2,
        least_memories: 0,
        most_memories: 9,
        byzantine: false,
        recovers: false,
        symmetric_memories: true,
    };

    fn new(config: Config) -> Self {
        AlignedPaxos { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(3, 2).with_faults(1, 1)
    }

    /// The agents' minority, shared out between the kinds.
    fn most_faults(config: &Config) -> (u8, u8) {
        let minority = minority(config);
        let f_m = (config.memories / 2).min(minority / 2);
        let f_p = (minority - f_m).min(config.processes.saturating_sub(1));
        (f_p, f_m)
    }

    fn within_theorem(config: &Config) -> bool {
        let together = config.f_p.saturating_add(config.f_m);
        config.f_p < config.processes && together <= minority(config)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn regions(&self) -> Vec<Region> {
        let open = self.on(NO_PERMISSION_CHANGE);
        vec![slots::region(self.config.processes, open)]
    }

    fn registers(&self) -> u16 {
        u16::from(self.config.processes)
    }

    /// Any process may make itself the exclusive writer; nothing else is legal.
    fn legal_change(
        &self,
        process: ProcessId,
        _memory: MemoryId,
        _region: RegionId,
        _old: &Permission,
        new: &Permission,
    ) -> bool {
        slots::is_takeover(process, new, self.config.processes)
    }

    fn start(&self, _process: ProcessId, input: Value) -> (Locals, Line) {
        let locals = Locals {
            input,
            np: 0,
            accepted: None,
            attempt: 0,
            highest: 0,
            issued: None,
            prop: 0,
            best: None,
            ready: Agents::default(),
            acked: Agents::default(),
            val: None,
            scans: Scans::default(),
        };
        (locals, Line::Repeat)
    }

    fn upon(&self, message: &Message) -> Line {
        match message {
            Message::Prepare(_) => Line::UponPrepare,
            Message::Promise(..) => Line::UponPromise,
            Message::Accept(..) => Line::UponAccept,
            Message::Accepted(_) => Line::UponAccepted,
            Message::Reject(..) => Line::UponReject,
            Message::Decided(_) => Line::UponDecided,
        }
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        let me = out.me;
        let n = self.config.processes;
        let memory = memory_of(out.thread);
        match line {
            // 1: repeat forever
            Line::Repeat => Next::Wait(Line::WaitForLeader),
            // 2: wait until Ω = p
            Line::WaitForLeader => Next::Goto(Line::ChooseNumber),
            // 3: prop ← a number above every number seen
            Line::ChooseNumber => {
                locals.attempt = locals.attempt.saturating_add(1);
                let seen = if self.is_prepared(me, locals) {
                    0
                } else {
                    locals.highest.max(locals.np)
                };
                locals.prop = proposals::next_number(n, me, seen);
                locals.highest = locals.prop;
                Next::Goto(Line::PhaseOne)
            }
            // 4: phase 1 on every agent in parallel, unless p1's is done
            Line::PhaseOne if self.is_prepared(me, locals) => Next::Goto(Line::ChooseValue),
            Line::PhaseOne => {
                let first = if self.on(NO_PERMISSION_CHANGE) {
                    Line::WritePrepare
                } else {
                    Line::TakePermission
                };
                for memory in self.config.memory_ids() {
                    out.spawn(ThreadId::memory(memory), ATTEMPT, first);
                }
                Next::Goto(Line::SendPrepare)
            }
            // 5: process q: send ⟨prepare, prop⟩ to q
            Line::SendPrepare => {
                out.send_to(self.config.process_ids(), &Message::Prepare(locals.prop));
                Next::Wait(Line::WaitForReady)
            }
            // 6: memory i: changePermission(i, only p writes), as a promise shuts out an acceptor's
            // lower numbers
            Line::TakePermission => {
                out.change_permission(memory, SLOTS, Permission::exclusive(me, n));
                Next::Response(Line::WritePrepare)
            }
            // 7: write slot[i,p] ← (prop, accepted)
            Line::WritePrepare => {
                let slot = Slot {
                    min_prop: locals.prop,
                    accepted: locals.issued,
                };
                out.write(memory, SLOTS, slot_of(me), slot);
                Next::Response(Line::PrepareNak)
            }
            // 8: if nak: abort
            Line::PrepareNak => match input {
                Input::Response(_, Response::Nak) => Next::Goto(Line::Abort),
                _ => Next::Goto(Line::ReadSlots),
            },
            // 9: read slot[i,q] for every q: in one operation, or one register at a time
            Line::ReadSlots => {
                if locals.scans.read(&self.config, memory, input, out) {
                    Next::Goto(Line::HigherNumber)
                } else {
                    Next::Response(Line::ReadSlots)
                }
            }
            // 10: if some minProp > prop: abort
            Line::HigherNumber => {
                let scan = locals.scans.take(memory);
                locals.highest = locals.highest.max(scan.highest);
                if scan.highest > locals.prop {
                    return Next::Goto(Line::Abort);
                }
                locals.scans.keep(scan);
                Next::Goto(Line::Straggler)
            }
            // 11: if accProp is the greatest, and phase 2 began: abort. Accepts with the other
            // value are already out under this number.
            Line::Straggler => {
                let scan = locals.scans.take(memory);
                let best = later(locals.best, scan.best);
                if locals.val.is_some() && best != locals.best {
                    return Next::Goto(Line::Abort);
                }
                locals.best = best;
                Next::Goto(Line::MemoryReady)
            }
            // 12: ready ← ready ∪ {i}
            Line::MemoryReady => {
                if locals.val.is_none() {
                    locals.ready.memories.insert(memory);
                }
                Next::Wait(Line::WriteAccept)
            }
            // 13: wait until a majority of all agents is ready: it shares an agent with every
            // majority that ever accepted, be it a process or a memory
            Line::WaitForReady => Next::Goto(Line::ChooseValue),
            // 14: val ← the value of the greatest number shown, or v
            Line::ChooseValue => {
                locals.val = Some(locals.best.map_or(locals.input, |a| a.1));
                locals.ready = Agents::default();
                Next::Goto(Line::SendAccept)
            }
            // 15: process q: send ⟨accept, prop, val⟩ to q
            Line::SendAccept => {
                let val = locals.val.unwrap_or(locals.input);
                locals.issued = Some((locals.prop, val));
                let message = Message::Accept(locals.prop, val);
                out.send_to(self.config.process_ids(), &message);
                if self.is_prepared(me, locals) {
                    for memory in self.config.memory_ids() {
                        out.spawn(ThreadId::memory(memory), ATTEMPT, Line::WriteAccept);
                    }
                }
                Next::Wait(Line::WaitForAccepted)
            }
            // 16: memory i, once ready: write slot[i,p] ← (prop, prop, val)
            Line::WriteAccept => {
                let slot = Slot {
                    min_prop: locals.prop,
                    accepted: locals.issued,
                };
                out.write(memory, SLOTS, slot_of(me), slot);
                Next::Response(Line::AcceptNak)
            }
            // 17: if nak: abort. An acknowledgement proves that nobody took the memory before.
            Line::AcceptNak => match input {
                Input::Response(_, Response::Nak) => Next::Goto(Line::Abort),
                _ => {
                    locals.acked.memories.insert(memory);
                    Next::End
                }
            },
            // 18: wait until a majority of all agents accepted
            Line::WaitForAccepted => Next::Goto(Line::Decide),
            // 19: decide val; tell the others; stop
            Line::Decide => {
                let val = locals.val.unwrap_or(locals.input);
                let decision = (val, locals.prop);
                decided::decide(&self.config, out, decision, &Message::Decided(val));
                out.stop();
                Next::End
            }
            // 20: abort: end the attempt's threads, go to line 1
            Line::Abort => {
                *locals = Locals {
                    np: locals.np,
                    accepted: locals.accepted,
                    attempt: locals.attempt,
                    highest: locals.highest,
                    issued: locals.issued,
                    ..self.start(me, locals.input).0
                };
                out.end_scope(ATTEMPT);
                out.spawn(ThreadId::MAIN, 0, Line::Repeat);
                Next::End
            }
            // 21: upon ⟨prepare, n⟩: if n > np: np ← n; promise, else reject
            Line::UponPrepare => {
                if let Input::Message(q, &Message::Prepare(number)) = input {
                    if number > locals.np {
                        locals.np = number;
                        out.send(q, Message::Promise(number, locals.accepted));
                    } else {
                        out.send(q, Message::Reject(number, locals.np));
                    }
                }
                Next::End
            }
            // 22: upon ⟨promise, prop, na, va⟩ from q: ready ← ready ∪ {q}
            Line::UponPromise => {
                if let Input::Message(q, &Message::Promise(number, accepted)) = input
                    && number == locals.prop
                    && locals.val.is_none()
                {
                    locals.ready.processes.insert(q);
                    if !self.on(IGNORE_PROMISES) {
                        locals.best = later(locals.best, accepted);
                    }
                }
                Next::End
            }
            // 23: upon ⟨accept, n, v⟩: if n ≥ np: np, na ← n; va ← v, else reject
            Line::UponAccept => {
                if let Input::Message(q, &Message::Accept(number, value)) = input {
                    if number >= locals.np {
                        locals.np = number;
                        locals.accepted = Some((number, value));
                        out.send(q, Message::Accepted(number));
                    } else {
                        out.send(q, Message::Reject(number, locals.np));
                    }
                }
                Next::End
            }
            // 24: upon ⟨accepted, prop⟩ from q: q accepted
            Line::UponAccepted => {
                if let Input::Message(q, &Message::Accepted(number)) = input
                    && number == locals.prop
                {
                    locals.acked.processes.insert(q);
                }
                Next::End
            }
            // 25: upon ⟨reject, prop, np⟩: abort
            Line::UponReject => match input {
                Input::Message(_, &Message::Reject(number, np)) if number == locals.prop => {
                    locals.highest = locals.highest.max(np);
                    Next::Goto(Line::Abort)
                }
                _ => Next::End,
            },
            // 26: upon ⟨decided, v⟩: decide v; tell the others; stop
            Line::UponDecided => {
                if let Input::Message(from, message @ &Message::Decided(value)) = input {
                    decided::learn(&self.config, out, (from, value), message);
                }
                Next::End
            }
        }
    }

    fn guard(
        &self,
        line: Line,
        _thread: ThreadId,
        me: ProcessId,
        locals: &Locals,
        leader: ProcessId,
    ) -> bool {
        match line {
            Line::WaitForLeader => leader == me && self.has_attempts(me, locals),
            Line::WaitForReady => self.may_begin_phase_two(locals),
            Line::WriteAccept => locals.val.is_some(),
            Line::WaitForAccepted => self.may_decide(locals),
            _ => false,
        }
    }

    fn waits_for_leader(&self, line: Line, me: ProcessId, locals: &Locals) -> bool {
        line == Line::WaitForLeader && self.has_attempts(me, locals)
    }

    fn rename_memories(&self, locals: &mut Locals, map: &[MemoryId]) {
        locals.ready = locals.ready.renamed(map);
        locals.acked = locals.acked.renamed(map);
        locals.scans.rename_memories(map);
    }

    fn register_name(&self, register: RegisterId) -> String {
        slots::slot_name(register)
    }

    const REGISTER_COLUMNS: &'static [&'static str] = Slot::COLUMNS;

    fn register_cells(slot: &Slot) -> SmallVec<[String; 3]> {
        slot.cells()
    }

    fn register_text(slot: &Slot) -> String {
        slot.text()
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let val = locals.val.map_or("-".to_owned(), |v| v.to_string());
        vec![
            Field::new("v", locals.input),
            Field::new("np", locals.np),
            Field::new("(na,va)", pair(locals.accepted)),
            Field::new("attempt", locals.attempt),
            Field::new("prop", locals.prop),
            Field::new("ready", locals.ready),
            Field::new("greatest shown", pair(locals.best)),
            Field::new("val", val),
            Field::new("agents that accepted", locals.acked),
            Field::new("accept issued", pair(locals.issued)),
            Field::new("highest seen", locals.highest),
        ]
    }

    fn role(&self, locals: &Locals) -> String {
        match (locals.prop, locals.val) {
            (0, _) => format!("acceptor, promised {}", locals.np),
            (prop, None) => format!("phase 1 of proposal {prop}"),
            (prop, Some(_)) => format!("phase 2 of proposal {prop}"),
        }
    }

    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<Why> {
        slots::reason(fact).or_else(|| match *fact {
            Fact::Sent {
                from,
                message: Message::Promise(..),
                ..
            } => Some(Why::PromiseShutsOut { acceptor: from }),
            Fact::Sent {
                from,
                message: Message::Reject(..),
                ..
            } => Some(Why::RefusalKeepsPromise { acceptor: from }),
            Fact::Passed {
                process,
                line: Line::ChooseValue,
                ..
            } => {
                let locals = after.process(process).locals.as_ref()?;
                let first = locals.prop == 1 && self.config.first_phase == FirstPhase::Done;
                Some(match locals.best {
                    _ if first => Why::FirstPhaseDone { process },
                    Some((_, value)) => Why::AdoptsValue { process, value },
                    None => Why::FreeToPropose { process },
                })
            }
            Fact::Passed {
                process,
                line: Line::UponReject,
                ..
            } => {
                let locals = after.process(process).locals.as_ref()?;
                // One that came too late for its attempt is no reason to give way.
                (locals.prop == 0).then_some(Why::HigherNumberSeen { process })
            }
            Fact::Decided {
                process,
                value,
                proposal: 1..,
            } => Some(Why::AgentsAccepted { process, value }),
            Fact::Decided {
                process,
                proposal: 0,
                ..
            } => Some(Why::PassedOn { process }),
            Fact::MemoryCrashed(_) | Fact::ProcessCrashed(_) => Some(Why::MinorityOfAgentsMayFail),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            _ => None,
        })
    }
}
