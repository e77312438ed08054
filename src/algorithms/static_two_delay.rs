//! The lower bound's candidate, after P1, Theorem 6.1: with static permissions no shared-memory
//! algorithm decides in two delays. This is one that tries, and the schedule that breaks it.
//!
//! Two processes, two memories; s at m_p is p's register. To be done in two delays p must issue
//! all that it does at once, without waiting for an answer: it writes at its own memory and reads
//! at the other's in parallel, and decides its own input if it read nothing. The adversary holds
//! p1's write while its read returns; p2 runs alone, sees no trace of p1 and decides; then p1's
//! write lands, is acknowledged, and p1 decides too. Agreement is violated.
//!
//! The variant `dynamic-permissions` mends it: p2 takes the permission at p1's memory before it
//! reads there, so p1's late write is refused, and p1, which decides only what is acknowledged,
//! knows that it must not. It shows the one step that matters; a p1 that was refused just waits
//! for p2's word. The whole algorithm is Protected Memory Paxos.

use smallvec::{SmallVec, smallvec};

use super::decided::Decided;
use super::properties;
use super::slots;
use crate::model::{
    Algorithm, CodeLine, Config, ConfigError, Fact, Facts, Field, Input, MemoryId, MemorySet,
    Mutation, Next, NoNote, Operation, Out, Permission, ProcessId, Property, Region, RegionId,
    RegisterId, Response, Scope, State, ThreadId, Value, Why,
};

const DYNAMIC: u32 = 0;

const REGION: RegionId = RegionId(0);
const S: RegisterId = RegisterId(0);
/// The two operations.
const BOTH: Scope = 1;

/// The candidate in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StaticTwoDelay {
    config: Config,
}

pseudocode! {
    WaitForLeader => "wait until Ω = p",
    InParallel => "in parallel, at m_p and at the other's m_q:",
    Write => "  write s ← v at m_p",
    Written => "    note whether it was acknowledged",
    Take => "  (dynamic, p2: changePermission(m_q, only p writes))",
    Read => "  read s at m_q",
    HaveRead => "    note what it holds",
    WaitForBoth => "wait until both are over",
    Refused => "if the write was refused: wait for the other's word",
    DecideOwn => "if nothing was read (dynamic, p1: anyway): decide v",
    DecideRead => "else decide what was read",
    Tell => "(dynamic: tell the other);  stop",
    UponDecided => "upon ⟨decided, w⟩: decide w;  stop",
}

/// A process's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// The memories whose operation is over.
    done: MemorySet,
    acknowledged: bool,
    /// What was read; nothing where the register was empty or not read yet.
    read: Option<Value>,
}

impl StaticTwoDelay {
    fn dynamic(&self) -> bool {
        self.config.mutated(DYNAMIC)
    }

    fn other(me: ProcessId) -> ProcessId {
        ProcessId(1 - me.0.min(1))
    }

    /// p1 of the dynamic variant goes by its acknowledgement alone.
    fn goes_by_acknowledgement(&self, me: ProcessId) -> bool {
        self.dynamic() && me == ProcessId(0)
    }
}

static MUTATIONS: &[Mutation] = &[Mutation {
    id: "dynamic-permissions",
    title: "Permissions can be taken: p2 takes p1's memory before it reads there.",
    line: 5,
    breaks: "",
    scope: "processes=2 memories=2",
}];

impl Algorithm for StaticTwoDelay {
    type Line = Line;
    type Locals = Locals;
    type Message = Decided;
    type Register = Option<Value>;
    type Note = NoNote;

    const ID: &'static str = "static-two-delay";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Static two-delay candidate",
        shows: "Why nobody decides in two delays with static permissions, and what taking them away changes.",
        source: "P1, section 6, Theorem 6.1",
        processes: "n = 2",
        memories: "m = 2",
        common_case_delays: 2,
        least_memories: 2,
        most_memories: 2,
        byzantine: false,
        recovers: false,
        symmetric_memories: false,
    };

    fn check(config: &Config) -> Result<(), ConfigError> {
        match config.processes {
            2 => Ok(()),
            n => Err(ConfigError::OnlyTwo(n)),
        }
    }

    fn new(config: Config) -> Self {
        StaticTwoDelay { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(2, 2).with_faults(1, 0)
    }

    /// Theorem 6.1 allows one process to crash, and no memory.
    fn most_faults(_config: &Config) -> (u8, u8) {
        (1, 0)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn regions(&self) -> Vec<Region> {
        let open = Permission::open(self.config.processes);
        vec![Region::over("s", 1, open)]
    }

    fn registers(&self) -> u16 {
        1
    }

    /// Static: nothing is ever legal. Dynamic: any process may make itself the only writer.
    fn legal_change(
        &self,
        process: ProcessId,
        _memory: MemoryId,
        _region: RegionId,
        _old: &Permission,
        new: &Permission,
    ) -> bool {
        self.dynamic() && slots::is_takeover(process, new, self.config.processes)
    }

    fn start(&self, _process: ProcessId, input: Value) -> (Locals, Line) {
        let locals = Locals {
            input,
            done: MemorySet::EMPTY,
            acknowledged: false,
            read: None,
        };
        (locals, Line::WaitForLeader)
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
        let other = Self::other(me);
        let (mine, theirs) = (MemoryId(me.0), MemoryId(other.0));
        match line {
            // 1: wait until Ω = p
            Line::WaitForLeader => match input {
                Input::Proceed => Next::Goto(Line::InParallel),
                _ => Next::Wait(Line::WaitForLeader),
            },
            // 2: in parallel, at m_p and at the other's m_q. Nothing waits for an answer: that is
            // what two delays mean.
            Line::InParallel => {
                out.spawn(ThreadId::memory(mine), BOTH, Line::Write);
                let first = if self.dynamic() && me == ProcessId(1) {
                    Line::Take
                } else {
                    Line::Read
                };
                out.spawn(ThreadId::memory(theirs), BOTH, first);
                Next::Wait(Line::WaitForBoth)
            }
            // 3: write s ← v at m_p
            Line::Write => {
                out.write(mine, REGION, S, Some(locals.input));
                Next::Response(Line::Written)
            }
            // 4: note whether it was acknowledged
            Line::Written => {
                locals.acknowledged = matches!(input, Input::Response(_, Response::Ack));
                locals.done.insert(mine);
                Next::End
            }
            // 5: (dynamic, p2: changePermission(m_q, only p writes))
            Line::Take => {
                let mine_alone = Permission::exclusive(me, self.config.processes);
                out.change_permission(theirs, REGION, mine_alone);
                Next::Response(Line::Read)
            }
            // 6: read s at m_q
            Line::Read => {
                out.read(theirs, REGION, S);
                Next::Response(Line::HaveRead)
            }
            // 7: note what it holds
            Line::HaveRead => {
                if let Input::Response(_, Response::Value(value)) = input {
                    locals.read = value;
                }
                locals.done.insert(theirs);
                Next::End
            }
            // 8: wait until both are over
            Line::WaitForBoth => Next::Goto(Line::Refused),
            // 9: if the write was refused: wait for the other's word. A static write never is.
            Line::Refused if locals.acknowledged => Next::Goto(Line::DecideOwn),
            Line::Refused => Next::End,
            // 10: if nothing was read (dynamic, p1: anyway): decide v
            Line::DecideOwn => {
                if locals.read.is_some() && !self.goes_by_acknowledgement(me) {
                    return Next::Goto(Line::DecideRead);
                }
                out.decide(locals.input, 0);
                locals.read = Some(locals.input);
                Next::Goto(Line::Tell)
            }
            // 11: else decide what was read
            Line::DecideRead => {
                if let Some(value) = locals.read {
                    out.decide(value, 0);
                }
                Next::Goto(Line::Tell)
            }
            // 12: (dynamic: tell the other); stop
            Line::Tell => {
                if let (true, Some(value)) = (self.dynamic(), locals.read) {
                    out.send(other, Decided(value));
                }
                out.stop();
                Next::End
            }
            // 13: upon ⟨decided, w⟩: decide w; stop
            Line::UponDecided => {
                if let Input::Message(_, Decided(value)) = input {
                    out.decide(*value, 0);
                    out.stop();
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
            Line::WaitForLeader => leader == me,
            Line::WaitForBoth => locals.done.len() == 2,
            _ => false,
        }
    }

    fn waits_for_leader(&self, line: Line, _me: ProcessId, _locals: &Locals) -> bool {
        line == Line::WaitForLeader
    }

    fn register_name(&self, _register: RegisterId) -> String {
        "s".to_owned()
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["value"];

    fn register_cells(register: &Option<Value>) -> SmallVec<[String; 3]> {
        smallvec![register.map_or_else(String::new, |v| v.to_string())]
    }

    fn register_text(register: &Option<Value>) -> String {
        register.map_or_else(|| "-".to_owned(), |v| v.to_string())
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let read = locals
            .read
            .map_or_else(|| "-".to_owned(), |v| v.to_string());
        vec![
            Field::new("v", locals.input),
            Field::new(
                "acknowledged",
                if locals.acknowledged { "yes" } else { "no" },
            ),
            Field::new("read", read),
            Field::new("over", locals.done),
        ]
    }

    fn role(&self, locals: &Locals) -> String {
        format!("{} of 2 operations over", locals.done.len())
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        slots::permission_reason(fact).or(match *fact {
            Fact::Landed {
                process,
                memory,
                operation: Operation::Write { .. },
                ..
            } if !self.dynamic() => Some(Why::NothingStopsLateWrite {
                writer: process,
                memory,
            }),
            Fact::Returned {
                process,
                response: Response::Value(None),
                ..
            } => Some(Why::SeesNobody { process }),
            _ => None,
        })
    }
}

static PROPERTIES: [Property<StaticTwoDelay>; 4] = [
    properties::agreement(),
    properties::validity(),
    properties::write_needs_permission(),
    properties::someone_decides(),
];
