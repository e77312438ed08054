//! A single-writer register over memories that crash, after P1, section 4: one copy at each of
//! m >= 2 f_M + 1 memories, reads and writes at all of them, done when a majority has answered.
//!
//! The Byzantine family stands on it. The register is write-once, as there: a read returns the one
//! value that it sees, and empty where it sees none (or two). It is regular: a read that begins
//! after the write returned sees it, since two majorities share a memory; one that overlaps it may
//! see it or not, and a later read may miss what an earlier one saw (new/old inversion).
//!
//! Modelling choices. p1 writes its input once; the others read, twice where attempts are not
//! limited. p1 tells the readers when its write has returned, which is how a reader knows that
//! its read begins after it; a reader also begins when its Omega names it.

mod must_hold;
mod pseudocode;

use smallvec::{SmallVec, smallvec};

use super::layers::bank::regular;
use crate::model::{
    Algorithm, CodeLine, Config, Fact, Facts, Field, Input, Level, Mutation, Next, Out, Permission,
    ProcessId, Property, Region, RegionId, RegisterId, Response, Responses, State, ThreadId,
    UNBOUNDED, Value, Why,
};
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{MUTATIONS, PSEUDOCODE};

const ONE_MEMORY: u32 = 0;
const TELL_FIRST: u32 = 1;

const REGION: RegionId = RegionId(0);
const R: RegisterId = RegisterId(0);
const WRITER: ProcessId = ProcessId(0);
/// Reads of a process whose attempts are not limited.
const READS: u8 = 2;

/// The register in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SwmrRegister {
    config: Config,
}

/// ⟨written⟩: the write has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Written;

/// What a read or the write returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The write of this value returned.
    Wrote(Value),
    /// A read returned this; `after_write` where it knew that the write had returned.
    Read {
        /// The value; none for empty.
        value: Option<Value>,
        /// Whether the read began after the write had returned.
        after_write: bool,
    },
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("written")
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::Wrote(value) => write!(f, "the write of {value} returns"),
            Note::Read {
                value: Some(value), ..
            } => write!(f, "the read returns {value}"),
            Note::Read { value: None, .. } => f.write_str("the read returns empty"),
        }
    }
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// Whether it knows that the write has returned.
    told: bool,
    /// Whether the read under way began after that.
    began_after: bool,
    /// What its reads returned.
    returned: SmallVec<[Option<Value>; 2]>,
}

impl SwmrRegister {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    fn reads_left(&self, me: ProcessId, locals: &Locals) -> bool {
        let limit = match self.config.attempts_of(me) {
            UNBOUNDED => READS,
            limit => limit,
        };
        locals.returned.len() < usize::from(limit)
    }

    /// The one value among the copies, if there is exactly one that is not empty.
    fn only_value(responses: &Responses<Self>) -> Option<Value> {
        regular(responses.iter().map(|(_, response)| match response {
            Response::Value(value) => *value,
            _ => None,
        }))
    }

    fn readers(&self) -> impl Iterator<Item = ProcessId> + use<> {
        self.config.process_ids().filter(|p| *p != WRITER)
    }
}

impl Algorithm for SwmrRegister {
    type Line = Line;
    type Locals = Locals;
    type Message = Written;
    type Register = Option<Value>;
    type Note = Note;

    const ID: &'static str = "swmr-register";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Replicated register",
        shows: "One register out of memories that crash: any two majorities share a memory.",
        source: "P1, section 4",
        processes: "n >= f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 0,
        least_memories: 1,
        most_memories: 9,
        byzantine: false,
        recovers: false,
        symmetric_memories: true,
    };

    fn new(config: Config) -> Self {
        SwmrRegister { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(3, 3).with_faults(2, 1)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    /// SWMR(p1): p1 may read and write, the others may read.
    fn regions(&self) -> Vec<Region> {
        let permission = Permission::exclusive(WRITER, self.config.processes);
        vec![Region::over("SWMR(p1)", 1, permission)]
    }

    fn registers(&self) -> u16 {
        1
    }

    fn quorum(&self) -> usize {
        if self.on(ONE_MEMORY) {
            1
        } else {
            self.config.memory_quorum()
        }
    }

    fn start(&self, process: ProcessId, input: Value) -> (Locals, Line) {
        let locals = Locals {
            input,
            told: false,
            began_after: false,
            returned: SmallVec::new(),
        };
        let first = if process == WRITER {
            Line::WaitToWrite
        } else {
            Line::WaitToRead
        };
        (locals, first)
    }

    fn upon(&self, _message: &Written) -> Line {
        Line::UponWritten
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        match line {
            // 1: wait until Ω = p1
            Line::WaitToWrite => match input {
                Input::Proceed if self.on(TELL_FIRST) => Next::Goto(Line::Tell),
                Input::Proceed => Next::Goto(Line::Write),
                _ => Next::Wait(Line::WaitToWrite),
            },
            // 2: write r ← v at every memory
            Line::Write => {
                let memories = self.config.memory_ids();
                out.write_everywhere(memories, REGION, R, &Some(locals.input));
                Next::Quorum(Line::Written)
            }
            // 3: when a majority acknowledged: the write returns
            Line::Written => {
                out.note(Note::Wrote(locals.input));
                if self.on(TELL_FIRST) {
                    return Next::End;
                }
                Next::Goto(Line::Tell)
            }
            // 4: tell the readers
            Line::Tell => {
                out.send_to(self.readers(), &Written);
                if self.on(TELL_FIRST) {
                    return Next::Goto(Line::Write);
                }
                Next::End
            }
            // 5: wait until told, or Ω = q
            Line::WaitToRead => match input {
                Input::Proceed => Next::Goto(Line::Read),
                _ => Next::Wait(Line::WaitToRead),
            },
            // 6: read r at every memory
            Line::Read => {
                locals.began_after = locals.told;
                for memory in self.config.memory_ids() {
                    out.read(memory, REGION, R);
                }
                Next::Quorum(Line::HaveRead)
            }
            // 7: when a majority answered
            Line::HaveRead => {
                let value = match &input {
                    Input::Quorum(responses) => Self::only_value(responses),
                    _ => None,
                };
                let after_write = std::mem::take(&mut locals.began_after);
                out.note(Note::Read { value, after_write });
                locals.returned.push(value);
                if value.is_some() {
                    Next::Goto(Line::ReturnValue)
                } else {
                    Next::Goto(Line::ReturnEmpty)
                }
            }
            // 8: one value that is not empty: return it
            Line::ReturnValue => Next::Wait(Line::WaitToRead),
            // 9: else return empty. Nothing was there, or a Byzantine writer put down two values.
            Line::ReturnEmpty => Next::Wait(Line::WaitToRead),
            // 10: upon ⟨written⟩: told ← true
            Line::UponWritten => {
                locals.told = true;
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
            Line::WaitToWrite => leader == me,
            Line::WaitToRead => (locals.told || leader == me) && self.reads_left(me, locals),
            _ => false,
        }
    }

    fn waits_for_leader(&self, line: Line, me: ProcessId, locals: &Locals) -> bool {
        match line {
            Line::WaitToWrite => true,
            Line::WaitToRead => !locals.told && self.reads_left(me, locals),
            _ => false,
        }
    }

    const LEVELS: &'static [Level] = &[Level::Copies, Level::Registers];

    fn register_name(&self, _register: RegisterId) -> String {
        "r".to_owned()
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["value"];

    fn register_cells(register: &Option<Value>) -> SmallVec<[String; 3]> {
        smallvec![register.map_or_else(String::new, |v| v.to_string())]
    }

    fn register_text(register: &Option<Value>) -> String {
        shown(*register)
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let returned = locals.returned.iter().map(|v| shown(*v));
        vec![
            Field::new("v", locals.input),
            Field::new("told", if locals.told { "yes" } else { "no" }),
            Field::new(
                "reads returned",
                format!("({})", returned.collect::<Vec<_>>().join(",")),
            ),
        ]
    }

    fn role(&self, locals: &Locals) -> String {
        match locals.returned.last() {
            Some(Some(value)) => format!("read {value}"),
            Some(None) => "read: empty".to_owned(),
            None if locals.told => "told".to_owned(),
            None => "nothing read yet".to_owned(),
        }
    }

    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<Why> {
        match *fact {
            Fact::Noted {
                process,
                note: Note::Wrote(_),
            } => Some(Why::WriteIsOver { process }),
            Fact::Noted {
                process,
                note:
                    Note::Read {
                        value: None,
                        after_write: false,
                    },
            } if written_somewhere(after) => Some(Why::MayMissOverlappingWrite { process }),
            Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
            Fact::ProcessCrashed(process) => Some(Why::LeftoversMayLand { process }),
            _ => None,
        }
    }
}

fn shown(value: Option<Value>) -> String {
    value.map_or_else(|| "-".to_owned(), |v| v.to_string())
}

fn written_somewhere(state: &State<SwmrRegister>) -> bool {
    let mut copies = state.memories().flat_map(|(_, m)| m.registers.iter());
    copies.any(Option::is_some)
}
