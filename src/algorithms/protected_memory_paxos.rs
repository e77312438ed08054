//! Protected Memory Paxos, after P1 (Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The
//! Impact of RDMA on Agreement*, PODC 2019), section on Protected Memory Paxos, Theorem 5.1.
//!
//! Crash faults; n >= f_P + 1 processes, m >= 2 f_M + 1 memories; Omega for progress only. p1's
//! first attempt decides in two delays: one parallel write. An acknowledgement of that write
//! proves that nobody took the memory before it, which replaces the last read of Disk Paxos.
//!
//! Modelling choices. Each memory is one region, exclusive to one writer and readable by all;
//! legalChange lets any process make itself that writer. A phase-1 write keeps the writer's last
//! issued accept, as Disk Paxos keeps its block (the printed code erases it, which is safe only
//! because a process stops after deciding). A straggling memory that shows a higher accepted
//! value after phase 2 began ends the attempt. Whoever decides tells the others by message, and
//! whoever is told tells the rest: a process that stopped is no use as a leader.

mod must_hold;
mod pseudocode;

use smallvec::SmallVec;

use super::decided::{self, Decided};
use super::proposals::{self, Accepted, pair};
use super::slots::{self, SLOTS, Scans, Slot, memory_of, slot_of};
use crate::model::{
    Algorithm, CodeLine, Config, Fact, Facts, Field, Input, MemoryId, MemorySet, Mutation, Next,
    NoNote, Out, Permission, ProcessId, Property, Region, RegionId, RegisterId, Response, Scope,
    State, ThreadId, Value, Why,
};
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{MUTATIONS, PSEUDOCODE};

const NO_PERMISSION_CHANGE: u32 = 0;
const NO_BARRIER: u32 = 1;
const ERASE_AND_CONTINUE: u32 = 2;
const DECIDE_ON_ONE_MEMORY: u32 = 3;
const IGNORE_STRAGGLER: u32 = 4;

/// The threads of one attempt.
const ATTEMPT: Scope = 1;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProtectedMemoryPaxos {
    config: Config,
}

/// A process's variables. What is dead between attempts is reset, so that equal futures are
/// equal states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// Attempts begun so far.
    attempt: u16,
    /// The highest proposal number seen anywhere, own ones included.
    highest: u16,
    /// The last accept that was issued, which phase-1 writes keep.
    issued: Accepted,
    prop: u16,
    val: Value,
    max_acc: u16,
    ready: MemorySet,
    acked: MemorySet,
    phase2: bool,
    scans: Scans,
}

impl ProtectedMemoryPaxos {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    fn majority(&self) -> usize {
        self.config.memory_quorum()
    }

    fn is_first(&self, me: ProcessId, locals: &Locals) -> bool {
        me == ProcessId(0) && locals.attempt == 1
    }

    /// Guard of line 2: Omega trusts p, and p may try again.
    fn may_attempt(&self, me: ProcessId, locals: &Locals, leader: ProcessId) -> bool {
        leader == me && self.has_attempts(me, locals)
    }

    fn has_attempts(&self, me: ProcessId, locals: &Locals) -> bool {
        proposals::has_attempts(&self.config, me, locals.attempt)
    }

    /// Guard of line 15. Any decided value has been seen once a majority is this attempt's.
    fn barrier_open(&self, locals: &Locals) -> bool {
        self.on(NO_BARRIER) || locals.ready.len() >= self.majority()
    }

    /// Guard of line 18. Two majorities share a memory, so the next leader sees the value.
    fn may_decide(&self, locals: &Locals) -> bool {
        let needed = if self.on(DECIDE_ON_ONE_MEMORY) {
            1
        } else {
            self.majority()
        };
        locals.acked.len() >= needed
    }
}

impl Algorithm for ProtectedMemoryPaxos {
    type Line = Line;
    type Locals = Locals;
    type Message = Decided;
    type Register = Slot;
    type Note = NoNote;

    const ID: &'static str = "protected-memory-paxos";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Protected Memory Paxos",
        shows: "Taking away the write permission makes an old leader's write fail, so one write decides.",
        source: "P1, section on Protected Memory Paxos, Theorem 5.1",
        processes: "n >= f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 2,
        least_memories: 1,
        most_memories: 9,
        byzantine: false,
        recovers: false,
        symmetric_memories: true,
    };

    fn new(config: Config) -> Self {
        ProtectedMemoryPaxos { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(2, 3).with_faults(1, 1)
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
            attempt: 0,
            highest: 0,
            issued: None,
            prop: 0,
            val: input,
            max_acc: 0,
            ready: MemorySet::EMPTY,
            acked: MemorySet::EMPTY,
            phase2: false,
            scans: Scans::default(),
        };
        (locals, Line::Repeat)
    }

    fn upon(&self, _message: &Decided) -> Line {
        Line::UponDecided
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
                locals.prop = proposals::next_number(n, me, locals.highest);
                locals.highest = locals.prop;
                Next::Goto(Line::OwnValue)
            }
            // 4: val ← v; maxAcc ← 0; ready ← {}
            Line::OwnValue => {
                locals.val = locals.input;
                Next::Goto(Line::ForEachMemory)
            }
            // 5: for each memory i in parallel
            Line::ForEachMemory => {
                for memory in self.config.memory_ids() {
                    out.spawn(ThreadId::memory(memory), ATTEMPT, Line::UnlessFirst);
                }
                Next::Wait(Line::WaitForMajority)
            }
            // 6: unless this is p1's first attempt. p1 owns every memory at the start, so nobody
            // can have written anything that it would have to read.
            Line::UnlessFirst if self.is_first(me, locals) => Next::Goto(Line::WriteAccept),
            Line::UnlessFirst if self.on(NO_PERMISSION_CHANGE) => Next::Goto(Line::WritePrepare),
            Line::UnlessFirst => Next::Goto(Line::TakePermission),
            // 7: changePermission(i, only p writes). From here on the old writer's writes fail;
            // what it wrote before is there to be read at line 10.
            Line::TakePermission => {
                out.change_permission(memory, SLOTS, Permission::exclusive(me, n));
                Next::Response(Line::WritePrepare)
            }
            // 8: write slot[i,p] ← (prop, accepted)
            Line::WritePrepare => {
                let accepted = if self.on(ERASE_AND_CONTINUE) {
                    None
                } else {
                    locals.issued
                };
                let slot = Slot {
                    min_prop: locals.prop,
                    accepted,
                };
                out.write(memory, SLOTS, slot_of(me), slot);
                Next::Response(Line::PrepareNak)
            }
            // 9: if nak: abort
            Line::PrepareNak => match input {
                Input::Response(_, Response::Nak) => Next::Goto(Line::Abort),
                _ => Next::Goto(Line::ReadSlots),
            },
            // 10: read slot[i,q] for every q: in one operation, or one register at a time
            Line::ReadSlots => {
                if locals.scans.read(&self.config, memory, input, out) {
                    Next::Goto(Line::HigherNumber)
                } else {
                    Next::Response(Line::ReadSlots)
                }
            }
            // 11: if some minProp > prop: abort
            Line::HigherNumber => {
                let scan = locals.scans.take(memory);
                locals.scans.keep(scan);
                locals.highest = locals.highest.max(scan.highest);
                if scan.highest > locals.prop {
                    Next::Goto(Line::Abort)
                } else {
                    Next::Goto(Line::Adopt)
                }
            }
            // 12: if the greatest accProp > maxAcc: adopt its value. The memory of a decided
            // value that this majority shares with the decider's shows it here.
            Line::Adopt => match locals.scans.take(memory).best {
                Some((number, value)) if number > locals.max_acc => {
                    if locals.phase2 && !self.on(IGNORE_STRAGGLER) {
                        return Next::Goto(Line::Straggler);
                    }
                    (locals.max_acc, locals.val) = (number, value);
                    Next::Goto(Line::Ready)
                }
                _ => Next::Goto(Line::Ready),
            },
            // 13: (but abort if phase 2 began). Accepts with the other value are already out under
            // this proposal number.
            Line::Straggler => Next::Goto(Line::Abort),
            // 14: ready ← ready ∪ {i}
            Line::Ready => {
                locals.ready.insert(memory);
                Next::Wait(Line::Barrier)
            }
            // 15: wait until a majority is ready: phase 2 begins
            Line::Barrier => {
                locals.phase2 = true;
                Next::Goto(Line::WriteAccept)
            }
            // 16: write slot[i,p] ← (prop, prop, val)
            Line::WriteAccept => {
                locals.issued = Some((locals.prop, locals.val));
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
                    locals.acked.insert(memory);
                    Next::End
                }
            },
            // 18: wait until a majority acknowledged
            Line::WaitForMajority => Next::Goto(Line::Decide),
            // 19: decide val; tell the others; stop
            Line::Decide => {
                let decision = (locals.val, locals.prop);
                decided::decide(&self.config, out, decision, &Decided(locals.val));
                if self.on(ERASE_AND_CONTINUE) {
                    return Next::Goto(Line::Abort);
                }
                out.stop();
                Next::End
            }
            // 20: abort: end the attempt's threads, go to line 1
            Line::Abort => {
                *locals = Locals {
                    attempt: locals.attempt,
                    highest: locals.highest,
                    issued: locals.issued,
                    ..self.start(me, locals.input).0
                };
                out.end_scope(ATTEMPT);
                out.spawn(ThreadId::MAIN, 0, Line::Repeat);
                Next::End
            }
            // 21: upon ⟨decided, v⟩: decide v; tell the rest; stop
            Line::UponDecided => {
                if let Input::Message(from, message) = input {
                    decided::learn(&self.config, out, (from, message.0), message);
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
            Line::WaitForLeader => self.may_attempt(me, locals, leader),
            Line::Barrier => self.barrier_open(locals),
            Line::WaitForMajority => self.may_decide(locals),
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
        vec![
            Field::new("v", locals.input),
            Field::new("attempt", locals.attempt),
            Field::new("prop", locals.prop),
            Field::new("val", locals.val),
            Field::new("maxAcc", locals.max_acc),
            Field::new("ready", locals.ready),
            Field::new("acknowledged", locals.acked),
            Field::new("phase 2", if locals.phase2 { "yes" } else { "no" }),
            Field::new("accepted", pair(locals.issued)),
            Field::new("highest seen", locals.highest),
        ]
    }

    fn role(&self, locals: &Locals) -> String {
        if locals.prop == 0 {
            return format!("attempts so far: {}", locals.attempt);
        }
        format!("attempt {}, proposal {}", locals.attempt, locals.prop)
    }

    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<Why> {
        slots::reason(fact).or_else(|| match *fact {
            Fact::Returned {
                process,
                memory,
                response: Response::Ack,
                ..
            } if is_accepting(after, process, memory) => Some(Why::AckReplacesRead {
                writer: process,
                memory,
            }),
            Fact::Returned {
                process,
                memory,
                response: Response::Nak,
                ..
            } => Some(Why::NakEndsAttempt { process, memory }),
            Fact::Passed {
                process,
                line: Line::Adopt,
                ..
            } => {
                let locals = after.process(process).locals.as_ref()?;
                Some(if locals.max_acc > 0 {
                    Why::AdoptsValue {
                        process,
                        value: locals.val,
                    }
                } else {
                    Why::FreeToPropose { process }
                })
            }
            Fact::Passed {
                process,
                line: Line::Straggler,
                ..
            } => Some(Why::StragglerAborts { process }),
            Fact::Passed {
                process,
                line: Line::Barrier,
                ..
            } => Some(Why::BarrierPassed { process }),
            Fact::Decided {
                process,
                value,
                proposal: 1..,
            } => Some(Why::MajorityAcknowledged { process, value }),
            Fact::Decided {
                process,
                proposal: 0,
                ..
            } => Some(match self.config.processes {
                0..=2 => Why::LearnsDecision { process },
                _ => Why::PassedOn { process },
            }),
            Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            Fact::ProcessCrashed(process) => Some(Why::LeftoversMayLand { process }),
            _ => None,
        })
    }
}

/// Whether the acknowledgement that has just returned was one of an accept.
fn is_accepting(after: &State<ProtectedMemoryPaxos>, process: ProcessId, memory: MemoryId) -> bool {
    let locals = &after.process(process).locals;
    locals.as_ref().is_some_and(|l| l.acked.contains(memory))
}
