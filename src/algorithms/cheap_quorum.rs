//! Cheap Quorum, after P1 (Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The Impact of RDMA
//! on Agreement*, PODC 2019), section on Cheap Quorum.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures; the one
//! dynamic permission can only be revoked. Not consensus: every correct process decides, or aborts
//! with a value. The leader decides in two delays with one signature. Decision agreement: deciders
//! agree. Abort agreement: if a correct process decides v, every correct one that aborts does so
//! with v, and with a unanimity proof if the decider was a follower.
//!
//! Modelling choices. Everything is read as one row; a panic counts as seen where one memory shows
//! it, for its owner alone can have written it. A time-out may strike a follower at any wait.
//! `Value[p]` and `Proof[p]` count as set once issued. A process that decided as the leader goes on
//! as a follower, and may still panic, so that others can rely on its copy and its proof. A refusal
//! that arrives once the leader has gone on with a majority's acknowledgements changes nothing.

mod must_hold;

use smallvec::SmallVec;

use super::layers::acts::Act;
use super::layers::quorum::{
    self, Bent, Content, Evidence, Host, Layout, Line, Quorum, Step, Threads, Variables,
};
use super::layers::quorum_lies;
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, ConfigError, Fact, Facts, Field, Input, Level,
    MemoryId, Mutation, Next, NoMessage, Out, Permission, ProcessId, Property, Region, RegionId,
    RegisterId, State, System, ThreadId, Value, Why,
};
use must_hold::PROPERTIES;

const READ_BEFORE_REVOKING: u32 = 0;
const NO_PROOF: u32 = 1;
const GRANT_IS_LEGAL: u32 = 2;
const ABORT_WITH_OWN_INPUT: u32 = 3;
const PROOF_ONLY_IF_ACKNOWLEDGED: u32 = 4;

const THREADS: Threads = Threads {
    leader: ThreadId {
        family: ThreadId::FIRST_OWN_FAMILY,
        index: 0,
    },
    follower: ThreadId::MAIN,
    panic: ThreadId {
        family: ThreadId::FIRST_OWN_FAMILY + 1,
        index: 0,
    },
    run: 1,
    revoking: 2,
};

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheapQuorum {
    config: Config,
    quorum: Quorum,
}

/// What a process has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// It aborts.
    Aborts(Evidence),
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::Aborts(evidence) => write!(f, "aborts with {evidence}"),
        }
    }
}

impl Host for CheapQuorum {
    fn quorum_layout(&self) -> Layout {
        Layout {
            processes: self.config.processes,
            register: 0,
            region: 0,
        }
    }

    fn quorum_content(register: &Option<Content>) -> Option<&Content> {
        register.as_ref()
    }

    fn quorum_register(content: Content) -> Option<Content> {
        Some(content)
    }

    fn quorum_line(line: Line) -> Line {
        line
    }
}

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "read-before-revoking",
        title: "A panicking process reads Value[l] at a memory before it revokes the permission there.",
        line: 15,
        breaks: "abort-agreement",
        scope: "processes=2 memories=1",
    },
    Mutation {
        id: "no-proof",
        title: "A follower decides when all copies agree, without unanimity proofs.",
        line: 9,
        breaks: "abort-agreement",
        scope: "processes=2 memories=1",
    },
    Mutation {
        id: "grant-is-legal",
        title: "legalChange lets anyone give the leader its permission back.",
        line: 15,
        breaks: "only-revocations",
        scope: "processes=3 memories=1 byzantine=(p3)",
    },
    Mutation {
        id: "abort-with-own-input",
        title: "Whoever has no copy aborts with its own input, whatever Value[l] shows.",
        line: 18,
        breaks: "abort-agreement",
        scope: "processes=2 memories=1",
    },
    Mutation {
        id: "proof-only-if-acknowledged",
        title: "A proof counts only once its write is acknowledged.",
        line: 9,
        breaks: "abort-agreement",
        scope: "processes=2 memories=1",
    },
];

impl Algorithm for CheapQuorum {
    type Line = Line;
    type Locals = Variables;
    type Message = NoMessage;
    type Register = Option<Content>;
    type Note = Note;

    const ID: &'static str = "cheap-quorum";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Cheap Quorum",
        shows: "One write and one signature decide; whoever doubts locks the leader out and keeps its value.",
        source: "P1, section on Cheap Quorum",
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
            read_before_revoking: config.mutated(READ_BEFORE_REVOKING),
            no_proof: config.mutated(NO_PROOF),
            grant_is_legal: config.mutated(GRANT_IS_LEGAL),
            abort_with_own_input: config.mutated(ABORT_WITH_OWN_INPUT),
            proof_only_if_acknowledged: config.mutated(PROOF_ONLY_IF_ACKNOWLEDGED),
        };
        CheapQuorum {
            quorum: Quorum::new(&config, bent, false, THREADS),
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
        quorum::PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn regions(&self) -> Vec<Region> {
        self.quorum_layout().regions()
    }

    fn registers(&self) -> u16 {
        self.quorum_layout().registers()
    }

    fn legal_change(
        &self,
        _process: ProcessId,
        _memory: MemoryId,
        region: RegionId,
        _old: &Permission,
        new: &Permission,
    ) -> bool {
        self.quorum.legal_change(self.quorum_layout(), region, new)
    }

    fn start(&self, _process: ProcessId, input: Value) -> (Variables, Line) {
        (Variables::new(input), Line::Propose)
    }

    fn upon(&self, message: &NoMessage) -> Line {
        match *message {}
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Variables,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        match self.quorum.step(self, line, input, locals, out) {
            Step::Next(next) => next,
            Step::Abort(evidence) => {
                out.note(Note::Aborts(evidence));
                Next::End
            }
        }
    }

    fn guard(
        &self,
        line: Line,
        _thread: ThreadId,
        _me: ProcessId,
        locals: &Variables,
        _leader: ProcessId,
    ) -> bool {
        self.quorum.guard(line, locals)
    }

    fn has_timeout(&self, line: Line, locals: &Variables) -> bool {
        self.quorum.has_timeout(line, locals)
    }

    fn glance(
        &self,
        line: Line,
        _thread: ThreadId,
        locals: &Variables,
        register: RegisterId,
        value: &Option<Content>,
    ) -> Option<Content> {
        Quorum::glance::<Self>(self.quorum_layout(), line, locals, register, value)
    }

    fn rename_memories(&self, locals: &mut Variables, map: &[MemoryId]) {
        locals.rename_memories(map);
    }

    fn byzantine_menu(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        all: bool,
    ) -> Vec<u32> {
        quorum_lies::menu(state, system, process, all)
    }

    fn byzantine_act(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        act: u32,
        keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        quorum_lies::act(state, system, process, act, keys)
    }

    fn byzantine_label(system: &System<Self>, process: ProcessId, act: u32) -> String {
        Act::of(act, system.config())
            .and_then(|act| quorum_lies::label(process, &act))
            .unwrap_or_else(|| act.to_string())
    }

    fn byzantine_parse(system: &System<Self>, process: ProcessId, label: &str) -> Option<u32> {
        quorum_lies::parse(process, system.config(), label)
    }

    const THREAD_FAMILIES: &'static [&'static str] = &["leader", "panic"];

    const LEVELS: &'static [Level] = &[Level::Copies, Level::Registers];

    fn proves(&self, register: RegisterId) -> bool {
        self.quorum_layout().proves(register)
    }

    fn register_name(&self, register: RegisterId) -> String {
        let layout = self.quorum_layout();
        layout.register_name(register).unwrap_or_default()
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["value", "signed by"];

    fn register_cells(register: &Option<Content>) -> SmallVec<[String; 3]> {
        quorum::cells(register.as_ref())
    }

    fn register_text(register: &Option<Content>) -> String {
        quorum::text(register.as_ref())
    }

    fn fields(&self, locals: &Variables) -> Vec<Field> {
        locals.fields()
    }

    fn role(&self, locals: &Variables) -> String {
        locals.role()
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        match *fact {
            Fact::Passed { process, line, .. } => quorum::why_line(line, process),
            Fact::Noted {
                process,
                note: Note::Aborts(evidence),
            } => Some(quorum::why_abort(process, evidence)),
            _ => quorum::why(self, fact),
        }
    }
}
