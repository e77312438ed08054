//! Fast & Robust, after P1 (Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The Impact of RDMA
//! on Agreement*, PODC 2019), section on Fast & Robust: Cheap Quorum, and Preferential Paxos for
//! when it aborts.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures. Weak Byzantine
//! agreement, decided in two delays with one signature in the common case. If a correct process
//! decides v in Cheap Quorum, every correct one that aborts brings v along, with evidence that
//! outranks whatever else a liar can show: v is the only value that the backup can decide.
//!
//! Modelling choices. A process that has decided stays available: when someone panics it joins the
//! backup with its value and evidence, since the backup needs n - f_P processes. The backup's threads
//! start when a process hands over, so that they take nothing from Cheap Quorum's delays.

mod liar;
mod must_hold;
mod pseudocode;

use smallvec::{SmallVec, smallvec};

use super::layers::acts::Act;
use super::layers::backup::{self, Backup, Packet, Rejection, Variables as BackupVariables, wrap};
use super::layers::backup_lies;
use super::layers::broadcast::{self, Bent as Plain, Broadcast, Sight, Slots};
use super::layers::quorum::{
    self, Bent, Content, Evidence, Quorum, Step, Variables as QuorumVariables,
};
use super::layers::quorum_lies;
use super::message::{Preferential, PreferentialMessage as Message};
use super::over_broadcast::{Note as BackupNote, threads};
use super::preferential_paxos as preferential;
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, ConfigError, Fact, Facts, Field, Heard, Input,
    Level, MemoryId, Mutation, Next, NoMessage, Out, Permission, ProcessId, Property, Region,
    RegionId, RegisterId, State, System, ThreadId, Value, Why, Work,
};
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{BackupLine, MUTATIONS, PSEUDOCODE};

const ABORT_WITH_OWN_INPUT: u32 = 0;
const TRUST_THE_CLAIM: u32 = 1;
const LEAVE_AFTER_DECIDING: u32 = 2;

const FIRST: u8 = ThreadId::FIRST_OWN_FAMILY;

const QUORUM_THREADS: quorum::Threads = quorum::Threads {
    leader: ThreadId {
        family: FIRST,
        index: 0,
    },
    follower: ThreadId::MAIN,
    panic: ThreadId {
        family: FIRST + 1,
        index: 0,
    },
    run: 1,
    revoking: 2,
};

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FastAndRobust {
    config: Config,
    quorum: Quorum,
    backup: Backup<Preferential>,
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    quorum: QuorumVariables,
    backup: BackupVariables<Preferential>,
}

/// What a register holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Register {
    /// Nothing yet.
    #[default]
    Empty,
    /// One of Cheap Quorum's.
    Quorum(Content),
    /// A bank of the broadcast's.
    Broadcast(Slots<Packet<Preferential>>),
}

/// What a process has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Cheap Quorum is over for it, and this is what it brings to the backup.
    HandsOver(Evidence),
    /// As in the backup alone.
    Backup(BackupNote<Message>),
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::HandsOver(evidence) => write!(f, "takes {evidence} over to the backup"),
            Note::Backup(note) => note.fmt(f),
        }
    }
}

impl quorum::Host for FastAndRobust {
    fn quorum_layout(&self) -> quorum::Layout {
        quorum::Layout {
            processes: self.config.processes,
            register: 0,
            region: 0,
        }
    }

    fn quorum_content(register: &Register) -> Option<&Content> {
        match register {
            Register::Quorum(content) => Some(content),
            _ => None,
        }
    }

    fn quorum_register(content: Content) -> Register {
        Register::Quorum(content)
    }

    fn quorum_line(line: quorum::Line) -> Line {
        Line::Quorum(line)
    }
}

impl broadcast::Host<Packet<Preferential>> for FastAndRobust {
    fn layout(&self) -> broadcast::Layout {
        let n = self.config.processes;
        broadcast::Layout {
            processes: n,
            register: 3 * u16::from(n) + 1,
            region: n + 2,
            kinds: 3,
        }
    }

    fn slots(register: &Register) -> Option<&Slots<Packet<Preferential>>> {
        match register {
            Register::Broadcast(slots) => Some(slots),
            _ => None,
        }
    }

    fn register(slots: Slots<Packet<Preferential>>) -> Register {
        if slots.is_empty() {
            Register::Empty
        } else {
            Register::Broadcast(slots)
        }
    }
}

impl backup::Host<Preferential> for FastAndRobust {
    fn backup_line(line: BackupLine) -> Line {
        Line::Backup(line)
    }

    fn rejected(sender: ProcessId, key: u16, rejection: Rejection<Message>) -> Note {
        Note::Backup(BackupNote::Rejected {
            sender,
            key,
            rejection,
        })
    }

    fn seen(sender: ProcessId, key: u16, sight: Sight) -> Note {
        Note::Backup(BackupNote::Seen { sender, key, sight })
    }
}

impl Algorithm for FastAndRobust {
    type Line = Line;
    type Locals = Locals;
    type Message = NoMessage;
    type Register = Register;
    type Note = Note;

    const ID: &'static str = "fast-and-robust";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Fast & Robust",
        shows: "Byzantine agreement in two delays with one signature, and no lie that breaks it when it gets slow.",
        source: "P1, section on Fast & Robust",
        processes: "n >= 2 f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 2,
        least_memories: 1,
        most_memories: 9,
        byzantine: true,
        recovers: false,
        symmetric_memories: true,
    };

    fn check(config: &Config) -> Result<(), ConfigError> {
        config.check_rows()
    }

    fn new(config: Config) -> Self {
        let bent = Bent {
            abort_with_own_input: config.mutated(ABORT_WITH_OWN_INPUT),
            ..Bent::default()
        };
        let stays = !config.mutated(LEAVE_AFTER_DECIDING);
        FastAndRobust {
            quorum: Quorum::new(&config, bent, stays, QUORUM_THREADS),
            backup: Backup {
                core: Preferential::new(&config, config.mutated(TRUST_THE_CLAIM)),
                broadcast: Broadcast::new(&config, Plain::default()),
                threads: threads(FIRST + 2),
                gullible: false,
            },
            config,
        }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(3, 3).with_faults(1, 1)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        &PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn regions(&self) -> Vec<Region> {
        let mut regions = quorum::Host::quorum_layout(self).regions();
        regions.extend(broadcast::Host::<Packet<Preferential>>::layout(self).regions());
        regions
    }

    fn registers(&self) -> u16 {
        let broadcast = broadcast::Host::<Packet<Preferential>>::layout(self);
        quorum::Host::quorum_layout(self).registers() + broadcast.registers()
    }

    fn legal_change(
        &self,
        _process: ProcessId,
        _memory: MemoryId,
        region: RegionId,
        _old: &Permission,
        new: &Permission,
    ) -> bool {
        let layout = quorum::Host::quorum_layout(self);
        self.quorum.legal_change(layout, region, new)
    }

    fn start(&self, _process: ProcessId, input: Value) -> (Locals, Line) {
        let locals = Locals {
            quorum: QuorumVariables::new(input),
            backup: BackupVariables::new(self.config.processes),
        };
        (locals, Line::Start)
    }

    fn upon(&self, message: &NoMessage) -> Line {
        match *message {}
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        match line {
            // 1: run Cheap Quorum with the input
            Line::Start => Next::Goto(Line::Quorum(quorum::Line::Propose)),
            // 2: when it aborts with v: run Preferential Paxos with v and its evidence
            Line::HandOver => {
                let Some(evidence) = locals.quorum.aborted else {
                    return Next::End;
                };
                out.note(Note::HandsOver(evidence));
                let left = self.config.mutated(LEAVE_AFTER_DECIDING);
                if left && locals.quorum.decided.is_some() {
                    return Next::End;
                }
                self.backup.begin(&mut locals.backup, evidence, out);
                Next::Goto(Line::Backup(backup::Line::Start))
            }
            Line::Quorum(line) => {
                let step = self.quorum.step(self, line, input, &mut locals.quorum, out);
                match step {
                    Step::Next(next) => wrap(next, Line::Quorum),
                    Step::Abort(_) => Next::Goto(Line::HandOver),
                }
            }
            Line::Backup(line) => {
                let next = self.backup.step(self, line, input, &mut locals.backup, out);
                wrap(next, Line::Backup)
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
            Line::Quorum(line) => self.quorum.guard(line, &locals.quorum),
            Line::Backup(line) => self.backup.guard(me, line, &locals.backup, leader),
            _ => false,
        }
    }

    fn waits_for_leader(&self, line: Line, me: ProcessId, locals: &Locals) -> bool {
        match line {
            Line::Backup(line) => self.backup.waits_for_leader(me, line, &locals.backup),
            _ => false,
        }
    }

    fn has_timeout(&self, line: Line, locals: &Locals) -> bool {
        match line {
            Line::Quorum(line) => self.quorum.has_timeout(line, &locals.quorum),
            _ => false,
        }
    }

    fn glance(
        &self,
        line: Line,
        thread: ThreadId,
        locals: &Locals,
        register: RegisterId,
        value: &Register,
    ) -> Register {
        match line {
            Line::Quorum(line) => {
                let layout = quorum::Host::quorum_layout(self);
                Quorum::glance::<Self>(layout, line, &locals.quorum, register, value)
            }
            _ => {
                let layout = broadcast::Host::<Packet<Preferential>>::layout(self);
                Backup::glance::<Self>(layout, thread, &locals.backup, register, value)
            }
        }
    }

    fn store(register: &mut Register, written: Register) {
        match (register, written) {
            (Register::Broadcast(slots), Register::Broadcast(more)) => slots.store(more),
            (register, written) => *register = written,
        }
    }

    fn rename_memories(&self, locals: &mut Locals, map: &[MemoryId]) {
        locals.quorum.rename_memories(map);
    }

    fn byzantine_menu(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        all: bool,
    ) -> Vec<u32> {
        let mut acts = quorum_lies::menu(state, system, process, all);
        acts.extend(backup_lies::menu(state, system, process, all));
        acts.sort_unstable();
        acts
    }

    fn byzantine_act(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        act: u32,
        keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        quorum_lies::act(state, system, process, act, keys)
            .or_else(|| backup_lies::act(state, system, process, act, keys))
    }

    fn byzantine_label(system: &System<Self>, process: ProcessId, act: u32) -> String {
        Act::of(act, system.config())
            .and_then(|act| {
                quorum_lies::label(process, &act)
                    .or_else(|| backup_lies::label::<Self, Preferential>(&act))
            })
            .unwrap_or_else(|| act.to_string())
    }

    fn byzantine_parse(system: &System<Self>, process: ProcessId, label: &str) -> Option<u32> {
        let config = system.config();
        quorum_lies::parse(process, config, label)
            .or_else(|| backup_lies::parse::<Self, Preferential>(process, config, label))
    }

    const THREAD_FAMILIES: &'static [&'static str] = &["leader", "panic", "sender", "algorithm"];

    const LEVELS: &'static [Level] = &Level::ALL;

    fn level(&self, thread: ThreadId, me: ProcessId, locals: &Locals) -> Option<Work> {
        let sender = self.backup.threads.sender;
        match locals.backup.core {
            Some(_) => locals.backup.level(thread, me, sender),
            None => Some(Work::Named("Cheap Quorum")),
        }
    }

    fn heard(&self, me: ProcessId, locals: &Locals) -> Vec<Heard> {
        locals.backup.heard(me)
    }

    fn proves(&self, register: RegisterId) -> bool {
        let broadcast = broadcast::Host::<Packet<Preferential>>::layout(self);
        broadcast.proves(register) || quorum::Host::quorum_layout(self).proves(register)
    }

    fn register_name(&self, register: RegisterId) -> String {
        let broadcast = broadcast::Host::<Packet<Preferential>>::layout(self);
        broadcast
            .register_name(register)
            .map(|name| name.replace("Value[", "Sent["))
            .or_else(|| quorum::Host::quorum_layout(self).register_name(register))
            .unwrap_or_default()
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["value", "signed by"];

    fn register_cells(register: &Register) -> SmallVec<[String; 3]> {
        match register {
            Register::Empty => quorum::cells(None),
            Register::Quorum(content) => quorum::cells(Some(content)),
            Register::Broadcast(slots) => {
                smallvec![backup::slots_text(slots), String::new()]
            }
        }
    }

    fn register_text(register: &Register) -> String {
        match register {
            Register::Empty => "-".to_owned(),
            Register::Quorum(content) => quorum::text(Some(content)),
            Register::Broadcast(slots) => backup::last_text(slots),
        }
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let mut fields = locals.quorum.fields();
        if let Some(state) = &locals.backup.core {
            fields.extend(locals.backup.fields());
            fields.extend(preferential::fields(state));
        }
        fields
    }

    fn role(&self, locals: &Locals) -> String {
        match &locals.backup.core {
            Some(state) => format!("backup: {}", preferential::role(state)),
            None => locals.quorum.role(),
        }
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        match fact {
            Fact::Passed { process, line, .. } => match line {
                Line::Quorum(line) => quorum::why_line(*line, *process),
                Line::Backup(line) => backup::why(*line, *process),
                _ => None,
            },
            Fact::Noted { process, note } => Some(match note {
                Note::HandsOver(evidence) => quorum::why_abort(*process, *evidence),
                Note::Backup(note) => note.why(*process),
            }),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            _ => quorum::why(self, fact),
        }
    }
}
