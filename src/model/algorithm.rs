//! What an algorithm is: a state machine with one `match` arm for each pseudocode line.

use std::fmt::{Debug, Display};

use smallvec::SmallVec;

use super::about::{CodeLine, Facts, Field, Mutation};
use super::line::{Command, Input, Next, Out};
use super::{
    Adversary, Config, ConfigError, Data, Dealer, Fact, Heard, Level, MemoryId, Permission,
    ProcessId, Property, Region, RegionId, RegisterId, State, System, ThreadId, Value, Work,
};

/// A consensus (or broadcast, or register) algorithm of the message-and-memory model.
///
/// Implementations are pure: the same line, input and variables give the same commands.
pub trait Algorithm: Data {
    /// The pseudocode lines, one variant each.
    type Line: Data + Copy + Ord;
    /// The variables of a process.
    type Locals: Data;
    /// What a message carries; shown in short, such as `decided(a)`. Where it sends none,
    /// [`NoMessage`](super::NoMessage).
    type Message: Data + Display + Ord;
    /// What a register holds; the default is the empty register.
    type Register: Data + Default;
    /// What the algorithm can say, in words, beyond the model's facts; where it has nothing,
    /// [`NoNote`](super::NoNote).
    type Note: Clone + Debug + Display + PartialEq + Eq + Send + Sync + 'static;

    /// Stands in links and scenario text for ever.
    const ID: &'static str;
    /// Raised when a recorded schedule could mean something else.
    const REVISION: u16;
    /// What is known about it.
    const FACTS: Facts;
    /// The mutations; a configuration switches them on by their place here.
    const MUTATIONS: &'static [Mutation];
    /// The properties that must hold.
    const PROPERTIES: &'static [Property<Self>];

    /// Why it cannot run in a configuration, if it cannot; what [`Facts`] says of n, m and
    /// Byzantine processes is looked at before.
    fn check(_config: &Config) -> Result<(), ConfigError> {
        Ok(())
    }
    /// The algorithm in a configuration in which it can run.
    fn new(config: Config) -> Self;
    /// Hands out what was signed before the run begins, where the algorithm starts from such
    /// evidence.
    fn endow(&mut self, _dealer: &Dealer) {}
    /// The configuration that it was made for.
    fn config(&self) -> &Config;
    /// A configuration to start from: n, m, f_P and f_M as in the paper's smallest example.
    fn standard() -> Config;

    /// The most faults (f_P, f_M) that its theorem allows with a configuration's n, m and other
    /// settings: what scenario text assumes where it says nothing.
    fn most_faults(config: &Config) -> (u8, u8) {
        (
            Facts::most_faults(Self::FACTS.processes, config.processes),
            Facts::most_faults(Self::FACTS.memories, config.memories),
        )
    }

    /// Whether its theorem covers a configuration's f_P and f_M: where processes and memories are
    /// counted together, more of one kind may fail if fewer of the other do.
    fn within_theorem(config: &Config) -> bool {
        let (f_p, f_m) = Self::most_faults(config);
        config.f_p <= f_p && config.f_m <= f_m
    }

    /// The pseudocode, first line first.
    fn pseudocode() -> &'static [CodeLine<Self::Line>];

    /// The regions of every memory. One of them must cover each register that is used; an
    /// algorithm by messages has none.
    fn regions(&self) -> Vec<Region> {
        Vec::new()
    }
    /// How many registers every memory has.
    fn registers(&self) -> u16 {
        0
    }
    /// legalChange(p, mr, old, new): whether the change may take effect. Permissions are static
    /// unless the algorithm says otherwise.
    fn legal_change(
        &self,
        _process: ProcessId,
        _memory: MemoryId,
        _region: RegionId,
        _old: &Permission,
        _new: &Permission,
    ) -> bool {
        false
    }

    /// The variables and the first line of a process's main thread.
    fn start(&self, process: ProcessId, input: Value) -> (Self::Locals, Self::Line);
    /// The same after a crash; only called where [`Facts::recovers`] is set.
    fn recover(&self, process: ProcessId, input: Value) -> (Self::Locals, Self::Line) {
        self.start(process, input)
    }
    /// The line at which a message's handler starts.
    fn upon(&self, message: &Self::Message) -> Self::Line;
    /// Runs one line.
    fn step(
        &self,
        line: Self::Line,
        input: Input<'_, Self>,
        locals: &mut Self::Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Self::Line>;
    /// Whether what a `wait until` line waits for holds.
    fn guard(
        &self,
        _line: Self::Line,
        _thread: ThreadId,
        _me: ProcessId,
        _locals: &Self::Locals,
        _leader: ProcessId,
    ) -> bool {
        false
    }
    /// Whether a `wait until` line waits for Omega: there, Omega's changes are events.
    fn waits_for_leader(&self, _line: Self::Line, _me: ProcessId, _locals: &Self::Locals) -> bool {
        false
    }
    /// Whether a wait on this line can be given up by a time-out.
    fn has_timeout(&self, _line: Self::Line, _locals: &Self::Locals) -> bool {
        false
    }
    /// What a poll on this line looks at in a register; the rest of what it read is forgotten once
    /// it parks, and does not wake it.
    fn glance(
        &self,
        _line: Self::Line,
        _thread: ThreadId,
        _locals: &Self::Locals,
        _register: RegisterId,
        value: &Self::Register,
    ) -> Self::Register {
        value.clone()
    }
    /// Puts what was written into a register. Only where a register stands for a whole bank of
    /// registers, one for each key, is this not simply the written value.
    fn store(register: &mut Self::Register, written: Self::Register) {
        *register = written;
    }
    /// How many responses an operation on all memories waits for.
    fn quorum(&self) -> usize {
        self.config().memory_quorum()
    }

    /// Whether the algorithm says what searches may leave out of messages:
    /// [`Algorithm::is_answer`], [`Algorithm::ignores`], [`Algorithm::refuses`],
    /// [`Algorithm::is_over`] and [`Algorithm::may_rest`].
    const ANSWERS: bool = false;
    /// Whether a message only answers another one: whoever it reaches takes a note at most, and
    /// neither sends nor decides at once.
    fn is_answer(_message: &Self::Message) -> bool {
        false
    }
    /// Whether the message's arrival at this process changes nothing and sends nothing, now and
    /// whatever else happens before it arrives.
    fn ignores(&self, _me: ProcessId, _locals: &Self::Locals, _message: &Self::Message) -> bool {
        false
    }
    /// Whether the message's arrival at this process changes nothing and does no more than answer
    /// its sender, now and whatever else happens before it arrives.
    fn refuses(&self, _me: ProcessId, _locals: &Self::Locals, _message: &Self::Message) -> bool {
        false
    }
    /// Whether the message's sender ignores every refusal of it, from now on.
    fn is_over(
        &self,
        _sender: ProcessId,
        _locals: &Self::Locals,
        _message: &Self::Message,
    ) -> bool {
        false
    }
    /// Whether this process, if it has not crashed, can still be found like this once nothing is
    /// left to happen: not where it waits for answers that reach it in every run within the fault
    /// budget.
    fn may_rest(&self, _me: ProcessId, _locals: &Self::Locals) -> bool {
        true
    }

    /// Renames memories in the variables: memory `i` becomes `map[i]`. Only called where
    /// [`Facts::symmetric_memories`] is set.
    fn rename_memories(&self, _locals: &mut Self::Locals, _map: &[MemoryId]) {}

    /// What a Byzantine process may do now: the finite menu for search or, with `all`, what a
    /// search has no need of too, for a person to choose from. The numbers are the algorithm's
    /// own, stand in links, and are never given a new meaning.
    fn byzantine_menu(
        _state: &State<Self>,
        _system: &System<Self>,
        _process: ProcessId,
        _all: bool,
    ) -> Vec<u32> {
        Vec::new()
    }
    /// Carries out a Byzantine act, of the menu or not; `None` when it cannot be done now. What
    /// it signs, it signs with the adversary's keys.
    fn byzantine_act(
        _state: &State<Self>,
        _system: &System<Self>,
        _process: ProcessId,
        _act: u32,
        _keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        None
    }
    /// An act in words, as scenario text (`write slot[p1]@m2 = (1,1,b)`).
    fn byzantine_label(_system: &System<Self>, _process: ProcessId, act: u32) -> String {
        act.to_string()
    }
    /// The act that a label names: [`Algorithm::byzantine_label`] backwards. `None` for text that
    /// names no act of this process.
    fn byzantine_parse(_system: &System<Self>, _process: ProcessId, _label: &str) -> Option<u32> {
        None
    }

    /// What a thread's operations are part of, for folding them into one: a broadcast, a T-send
    /// (`T-send 3 of p1`). Threads of different processes that work for the same one name it alike.
    fn level(&self, _thread: ThreadId, _me: ProcessId, _locals: &Self::Locals) -> Option<Work> {
        None
    }

    /// The levels at which its runs can be looked at, the closest first; none where there is but
    /// the one of messages and operations.
    const LEVELS: &'static [Level] = &[];

    /// Whether a register holds proofs: what several have signed, so that nobody need believe its
    /// writer.
    fn proves(&self, _register: RegisterId) -> bool {
        false
    }

    /// What a process has heard of each sender's broadcasts, in the processes' order; empty where
    /// nothing is broadcast.
    fn heard(&self, _me: ProcessId, _locals: &Self::Locals) -> Vec<Heard> {
        Vec::new()
    }

    /// The names of the thread families that the algorithm adds, from
    /// [`ThreadId::FIRST_OWN_FAMILY`] on: a name that ends in `#` stands for numbered threads
    /// (`copy#` for `copy1`, `copy2`, …), another for a single one.
    const THREAD_FAMILIES: &'static [&'static str] = &[];
    /// The name of a register, such as `slot[p1]`.
    fn register_name(&self, register: RegisterId) -> String {
        format!("r{}", register.0 + 1)
    }
    /// The names of a register's columns, such as `minProp`, `accProp`, `value`.
    const REGISTER_COLUMNS: &'static [&'static str] = &[];
    /// A register's columns as text; an empty string for an empty column.
    fn register_cells(_register: &Self::Register) -> SmallVec<[String; 3]> {
        SmallVec::new()
    }
    /// A register's content in short, such as `(1,1,a)`; `-` when it is empty.
    fn register_text(_register: &Self::Register) -> String {
        "-".to_owned()
    }
    /// A process's variables for display, in a fixed order.
    fn fields(&self, locals: &Self::Locals) -> Vec<Field>;
    /// A process's role in few words, such as `attempt 1, proposal 2`.
    fn role(&self, locals: &Self::Locals) -> String;
    /// Why a fact matters for this algorithm, if it does. `after` is the state that it led to.
    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<super::Why>;
}
