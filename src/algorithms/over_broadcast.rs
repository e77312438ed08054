//! A message algorithm for crash faults, made to bear Byzantine ones: its sends and receives become
//! T-sends and T-receives over non-equivocating broadcast with L1 and L2 proofs (after P1, section
//! on Robust Backup).
//!
//! Generic over the message algorithm: `robust-backup` is Paxos in here, `preferential-paxos` is
//! Paxos behind its set-up phase.

mod must_hold;

use std::fmt::{Display, Formatter};

use smallvec::{SmallVec, smallvec};

use super::layers::acts::Act;
use super::layers::backup::{self, Backup, Host, Packet, Rejection, Threads, Variables};
use super::layers::backup_lies::{self, Claims};
use super::layers::broadcast::{self, Bent, Broadcast, Layout, Sight, Slots};
use super::message::MessageAlgorithm;
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, ConfigError, Dealer, Fact, Facts, Field,
    Heard, Input, Level, Mutation, Next, NoMessage, Out, ProcessId, Property, Region, RegisterId,
    State, System, ThreadId, Value, Why, Work,
};
pub use must_hold::{
    Judged, agreement, decides_once, honest_is_believed, liar_is_rejected, one_stream, terminates,
    weak_validity,
};

/// The threads of the backup among an algorithm's own families, the first of which is `first`.
pub const fn threads(first: u8) -> Threads {
    const fn own(family: u8) -> ThreadId {
        ThreadId { family, index: 0 }
    }
    Threads {
        sender: own(first),
        core: own(first + 1),
        run: 3,
    }
}

/// A message algorithm that can be carried, and what is known about the result.
pub trait Carried: MessageAlgorithm {
    /// As [`Algorithm::ID`].
    const ID: &'static str;
    /// As [`Algorithm::FACTS`].
    const FACTS: Facts;
    /// As [`Algorithm::MUTATIONS`]; the first is to believe every history.
    const MUTATIONS: &'static [Mutation];
    /// As [`Algorithm::PROPERTIES`].
    const PROPERTIES: &'static [Property<OverBroadcast<Self>>];

    /// The message algorithm as a configuration asks for it.
    fn carried(config: &Config) -> Self;
    /// The inputs of all processes; evidence for them was signed before the run.
    fn inputs(config: &Config, dealer: &Dealer) -> Vec<Self::Input>;
    /// The whole pseudocode: the layers', then its own.
    fn lines() -> &'static [CodeLine<backup::Line<Self::Line>>];
    /// Whether a process has decided by now, or may yet begin an attempt.
    fn goes_on(&self, me: ProcessId, state: &Self::State) -> bool;
    /// The message that a liar's claim is about.
    fn claim(
        system: &System<OverBroadcast<Self>>,
        state: &State<OverBroadcast<Self>>,
        number: u16,
        keys: &Adversary,
    ) -> Option<Self::Message>;
    /// The input that goes best with a claimed message.
    fn input_of(message: &Self::Message) -> Option<Self::Input>;
    /// The claims that a search tries.
    fn claims(config: &Config, process: ProcessId) -> Vec<u16>;
    /// Its variables for display.
    fn fields(&self, state: &Self::State) -> Vec<Field>;
    /// As [`Algorithm::role`].
    fn role(&self, state: &Self::State) -> String;
}

/// What a process has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note<M> {
    /// It rejects a sender for good.
    Rejected {
        /// The sender.
        sender: ProcessId,
        /// The key of the packet that gave it away.
        key: u16,
        /// Why.
        rejection: Rejection<M>,
    },
    /// The broadcast saw something.
    Seen {
        /// The sender.
        sender: ProcessId,
        /// The key.
        key: u16,
        /// What.
        sight: Sight,
    },
}

impl<M: Display> Display for Note<M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::Rejected {
                sender,
                key,
                rejection,
            } => write!(
                f,
                "rejects {sender} for good at its packet {key}: {rejection}"
            ),
            Note::Seen { sender, key, sight } => match sight {
                Sight::TwoValues => write!(
                    f,
                    "sees two different packets signed by {sender} under key {key}"
                ),
                Sight::Forged(by) => write!(
                    f,
                    "ignores {by}'s copy of packet {key} of {sender}: {sender} did not sign it"
                ),
            },
        }
    }
}

impl<M> Note<M> {
    /// Why it matters.
    pub fn why(&self, process: ProcessId) -> Why {
        match *self {
            Note::Rejected { sender, .. } => Why::HistoryIsImpossible { process, sender },
            Note::Seen { sender, sight, .. } => match sight {
                Sight::TwoValues => Why::EquivocationSeen { process, sender },
                Sight::Forged(by) => Why::NoSignatureNoCopy { by, sender },
            },
        }
    }
}

/// The whole pseudocode of a carried algorithm.
pub fn whole<M: MessageAlgorithm>() -> Vec<CodeLine<backup::Line<M::Line>>> {
    let layer = broadcast::PSEUDOCODE.iter();
    let layer = layer.map(|code| code.within(backup::Line::Broadcast));
    let core = M::pseudocode().iter();
    let core = core.map(|code| code.within(backup::Line::Core));
    let own = backup::pseudocode().into_iter();
    own.chain(layer).chain(core).collect()
}

impl<M: Carried> OverBroadcast<M> {
    /// What each process starts with.
    pub(super) fn inputs(&self) -> &[M::Input] {
        &self.inputs
    }
}

/// A message algorithm over T-send and T-receive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OverBroadcast<M: Carried> {
    config: Config,
    backup: Backup<M>,
    inputs: Vec<M::Input>,
}

impl<M: Carried> broadcast::Host<Packet<M>> for OverBroadcast<M> {
    fn layout(&self) -> Layout {
        Layout {
            processes: self.config.processes,
            register: 0,
            region: 0,
            kinds: 3,
        }
    }

    fn slots(register: &Slots<Packet<M>>) -> Option<&Slots<Packet<M>>> {
        Some(register)
    }

    fn register(slots: Slots<Packet<M>>) -> Slots<Packet<M>> {
        slots
    }
}

impl<M: Carried> Host<M> for OverBroadcast<M> {
    fn backup_line(line: backup::Line<M::Line>) -> backup::Line<M::Line> {
        line
    }

    fn rejected(sender: ProcessId, key: u16, rejection: Rejection<M::Message>) -> Note<M::Message> {
        Note::Rejected {
            sender,
            key,
            rejection,
        }
    }

    fn seen(sender: ProcessId, key: u16, sight: Sight) -> Note<M::Message> {
        Note::Seen { sender, key, sight }
    }
}

impl<M: Carried> Claims<M> for OverBroadcast<M> {
    fn backup(&self) -> &Backup<M> {
        &self.backup
    }

    fn claimed_input(&self, process: ProcessId) -> M::Input {
        self.inputs[process.0 as usize].clone()
    }

    fn claim(
        system: &System<Self>,
        state: &State<Self>,
        number: u16,
        keys: &Adversary,
    ) -> Option<M::Message> {
        M::claim(system, state, number, keys)
    }

    fn input_of(message: &M::Message) -> Option<M::Input> {
        M::input_of(message)
    }

    fn claim_text(number: u16) -> String {
        super::layers::claims::text(number)
    }

    fn claim_named(text: &str) -> Option<u16> {
        super::layers::claims::named(text)
    }

    fn claims(system: &System<Self>, process: ProcessId) -> Vec<u16> {
        M::claims(system.config(), process)
    }
}

impl<M: Carried> Algorithm for OverBroadcast<M> {
    type Line = backup::Line<M::Line>;
    type Locals = Variables<M>;
    type Message = NoMessage;
    type Register = Slots<Packet<M>>;
    type Note = Note<M::Message>;

    const ID: &'static str = M::ID;
    const REVISION: u16 = 1;
    const FACTS: Facts = M::FACTS;

    fn check(config: &Config) -> Result<(), ConfigError> {
        config.check_rows()
    }

    fn new(config: Config) -> Self {
        OverBroadcast {
            backup: Backup {
                core: M::carried(&config),
                broadcast: Broadcast::new(&config, Bent::default()),
                threads: threads(ThreadId::FIRST_OWN_FAMILY),
                gullible: config.mutated(0),
            },
            config,
            inputs: Vec::new(),
        }
    }

    fn endow(&mut self, dealer: &Dealer) {
        self.inputs = M::inputs(&self.config, dealer);
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(3, 3).with_faults(1, 1)
    }

    fn pseudocode() -> &'static [CodeLine<Self::Line>] {
        M::lines()
    }

    const MUTATIONS: &'static [Mutation] = M::MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = M::PROPERTIES;

    fn regions(&self) -> Vec<Region> {
        broadcast::Host::<Packet<M>>::layout(self).regions()
    }

    fn registers(&self) -> u16 {
        broadcast::Host::<Packet<M>>::layout(self).registers()
    }

    fn start(&self, _process: ProcessId, _input: Value) -> (Variables<M>, Self::Line) {
        (Variables::new(self.config.processes), backup::Line::Start)
    }

    fn upon(&self, message: &NoMessage) -> Self::Line {
        match *message {}
    }

    fn step(
        &self,
        line: Self::Line,
        input: Input<'_, Self>,
        locals: &mut Variables<M>,
        out: &mut Out<'_, Self>,
    ) -> Next<Self::Line> {
        if line == backup::Line::Start {
            let input = self.inputs[out.me.0 as usize].clone();
            self.backup.begin(locals, input, out);
        }
        self.backup.step(self, line, input, locals, out)
    }

    fn guard(
        &self,
        line: Self::Line,
        _thread: ThreadId,
        me: ProcessId,
        locals: &Variables<M>,
        leader: ProcessId,
    ) -> bool {
        self.backup.guard(me, line, locals, leader)
    }

    fn waits_for_leader(&self, line: Self::Line, me: ProcessId, locals: &Variables<M>) -> bool {
        self.backup.waits_for_leader(me, line, locals)
    }

    fn glance(
        &self,
        _line: Self::Line,
        thread: ThreadId,
        locals: &Variables<M>,
        register: RegisterId,
        value: &Self::Register,
    ) -> Self::Register {
        let layout = broadcast::Host::<Packet<M>>::layout(self);
        Backup::glance::<Self>(layout, thread, locals, register, value)
    }

    fn store(register: &mut Self::Register, written: Self::Register) {
        register.store(written);
    }

    fn byzantine_menu(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        all: bool,
    ) -> Vec<u32> {
        backup_lies::menu(state, system, process, all)
    }

    fn byzantine_act(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        act: u32,
        keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        backup_lies::act(state, system, process, act, keys)
    }

    fn byzantine_label(system: &System<Self>, _process: ProcessId, act: u32) -> String {
        Act::of(act, system.config())
            .and_then(|act| backup_lies::label::<Self, M>(&act))
            .unwrap_or_else(|| act.to_string())
    }

    fn byzantine_parse(system: &System<Self>, process: ProcessId, label: &str) -> Option<u32> {
        backup_lies::parse::<Self, M>(process, system.config(), label)
    }

    const THREAD_FAMILIES: &'static [&'static str] = &["sender", "algorithm"];

    const LEVELS: &'static [Level] = &Level::ALL;

    fn level(&self, thread: ThreadId, me: ProcessId, locals: &Variables<M>) -> Option<Work> {
        locals.level(thread, me, self.backup.threads.sender)
    }

    fn heard(&self, me: ProcessId, locals: &Variables<M>) -> Vec<Heard> {
        locals.heard(me)
    }

    fn proves(&self, register: RegisterId) -> bool {
        broadcast::Host::<Packet<M>>::layout(self).proves(register)
    }

    fn register_name(&self, register: RegisterId) -> String {
        let layout = broadcast::Host::<Packet<M>>::layout(self);
        layout.register_name(register).unwrap_or_default()
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["packets"];

    fn register_cells(register: &Self::Register) -> SmallVec<[String; 3]> {
        smallvec![backup::slots_text(register)]
    }

    fn register_text(register: &Self::Register) -> String {
        backup::last_text(register)
    }

    fn fields(&self, locals: &Variables<M>) -> Vec<Field> {
        let mut fields = locals.fields();
        if let Some(state) = &locals.core {
            fields.extend(self.backup.core.fields(state));
        }
        fields
    }

    fn role(&self, locals: &Variables<M>) -> String {
        match &locals.core {
            Some(state) => self.backup.core.role(state),
            None => "not begun".to_owned(),
        }
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        match fact {
            Fact::Passed { process, line, .. } => backup::why(*line, *process),
            Fact::Noted { process, note } => Some(note.why(*process)),
            Fact::Decided {
                process,
                value,
                proposal: 1..,
            } => Some(Why::QuorumAccepted {
                process: *process,
                value: *value,
            }),
            Fact::Decided { process, .. } => Some(Why::PassedOn { process: *process }),
            Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            _ => None,
        }
    }
}
