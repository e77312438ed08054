//! Non-equivocating broadcast as an algorithm of its own, whatever its form: who broadcasts what,
//! one thread for each sender that is followed, and what was delivered.
//!
//! The two forms say what such a thread does: `non_equivocating_broadcast_echo` compares copies,
//! `non_equivocating_broadcast` proves.

mod adversary;
mod delivered;
mod must_hold;

use std::marker::PhantomData;

use smallvec::{SmallVec, smallvec};

use super::layers::broadcast::{Bent, Broadcast, Content, Host, Layout, Slots, Step};
use super::layers::lies::Lie;
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, ConfigError, Data, Fact, Facts, Field, Heard,
    Input, Level, MOST, Mutation, Next, NoMessage, Out, ProcessId, Property, Region, RegisterId,
    State, System, ThreadId, UNBOUNDED, Value, Why, Work,
};
pub use delivered::{Deliveries, Note};
pub use must_hold::{
    all_or_nothing, delivery, integrity, non_equivocation, someone_delivers, written_once,
};

const COPY_AFTER_READING: u32 = 0;
const NO_COPY: u32 = 1;
const COUNT_UNSIGNED_COPIES: u32 = 2;
/// Of the form with proofs alone.
const ONE_L1_PROOF: u32 = 3;

/// A form of the broadcast: what a process does about one sender's messages.
pub trait Form: Data {
    /// As [`Algorithm::Line`].
    type Line: Data + Copy + Ord;
    /// A process's progress with one sender.
    type Follow: Data + Default;

    /// As [`Algorithm::ID`].
    const ID: &'static str;
    /// As [`Algorithm::FACTS`].
    const FACTS: Facts;
    /// As [`Algorithm::MUTATIONS`], in the order of the constants above.
    const MUTATIONS: &'static [Mutation];
    /// As [`Algorithm::PROPERTIES`].
    const PROPERTIES: &'static [Property<Broadcasting<Self>>];
    /// As [`Algorithm::pseudocode`].
    const PSEUDOCODE: &'static [CodeLine<Self::Line>];
    /// Which kinds of registers it has: the first ones.
    const KINDS: u8;
    /// The lies that these allow.
    const LIES: &'static [Lie];
    /// Line 1: broadcast(k, m).
    const BROADCAST: Self::Line;
    /// Line 2: for each process q in parallel, for ever.
    const FOR_EACH_SENDER: Self::Line;
    /// Line 3: `k ← last[q] + 1`.
    const NEXT_KEY: Self::Line;

    /// Runs a line from the third on, of the thread that follows a sender.
    fn step(
        host: &Broadcasting<Self>,
        line: Self::Line,
        input: Input<'_, Broadcasting<Self>>,
        from: (ProcessId, &mut Self::Follow),
        out: &mut Out<'_, Broadcasting<Self>>,
    ) -> Step<Value, Self::Line>;
    /// As [`Algorithm::glance`].
    fn glance(
        host: &Broadcasting<Self>,
        from: (ProcessId, &Self::Follow),
        register: RegisterId,
        value: &Slots<Value>,
    ) -> Slots<Value>;
    /// `last[q]` + 1: the key that it waits for.
    fn key(follow: &Self::Follow) -> u16;
    /// The progress in words, where `last` is the sender's last key; none once all is delivered.
    fn progress(follow: &Self::Follow, last: u16) -> Option<String>;
    /// Why a fact matters in this form; what matters in both is told anyhow.
    fn why(fact: &Fact<Broadcasting<Self>>) -> Option<Why>;
}

/// The broadcast in a form and a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Broadcasting<F: Form> {
    config: Config,
    /// The registers, and what is bent.
    pub layer: Broadcast,
    form: PhantomData<F>,
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals<F: Form> {
    /// The key of its own last broadcast.
    sent: u16,
    /// Its progress with each sender.
    pub follows: SmallVec<[F::Follow; 3]>,
    /// What it delivered.
    pub delivered: Deliveries,
}

impl<F: Form> Host<Value> for Broadcasting<F> {
    fn layout(&self) -> Layout {
        Layout {
            processes: self.config.processes,
            register: 0,
            region: 0,
            kinds: F::KINDS,
        }
    }

    fn slots(register: &Slots<Value>) -> Option<&Slots<Value>> {
        Some(register)
    }

    fn register(slots: Slots<Value>) -> Slots<Value> {
        slots
    }
}

impl<F: Form> Algorithm for Broadcasting<F> {
    type Line = F::Line;
    type Locals = Locals<F>;
    type Message = NoMessage;
    type Register = Slots<Value>;
    type Note = Note;

    const ID: &'static str = F::ID;
    const REVISION: u16 = 1;
    const FACTS: Facts = F::FACTS;
    const MUTATIONS: &'static [Mutation] = F::MUTATIONS;
    const PROPERTIES: &'static [Property<Self>] = F::PROPERTIES;

    fn check(config: &Config) -> Result<(), ConfigError> {
        config.check_rows()
    }

    fn new(config: Config) -> Self {
        let bent = Bent {
            copy_after_reading: config.mutated(COPY_AFTER_READING),
            no_copy: config.mutated(NO_COPY),
            unsigned_copies: config.mutated(COUNT_UNSIGNED_COPIES),
            one_l1_proof: config.mutated(ONE_L1_PROOF),
        };
        Broadcasting {
            layer: Broadcast::new(&config, bent),
            config,
            form: PhantomData,
        }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    /// p1 broadcasts to three processes over three memories, and p3 may lie.
    fn standard() -> Config {
        Config {
            attempts: vec![1, 0, 0],
            ..Config::new(3, 3).with_faults(1, 1)
        }
    }

    fn pseudocode() -> &'static [CodeLine<F::Line>] {
        F::PSEUDOCODE
    }

    fn regions(&self) -> Vec<Region> {
        self.layout().regions()
    }

    fn registers(&self) -> u16 {
        self.layout().registers()
    }

    fn start(&self, _process: ProcessId, _input: Value) -> (Locals<F>, F::Line) {
        let n = self.config.processes;
        let locals = Locals {
            sent: 0,
            follows: (0..n).map(|_| F::Follow::default()).collect(),
            delivered: Deliveries::none(n),
        };
        (locals, F::FOR_EACH_SENDER)
    }

    fn upon(&self, message: &NoMessage) -> F::Line {
        match *message {}
    }

    fn step(
        &self,
        line: F::Line,
        input: Input<'_, Self>,
        locals: &mut Locals<F>,
        out: &mut Out<'_, Self>,
    ) -> Next<F::Line> {
        let me = out.me;
        // 2: for each process q in parallel, for ever
        if line == F::FOR_EACH_SENDER {
            for q in self.config.process_ids() {
                if broadcasts(&self.config, q) > 0 {
                    out.spawn(ThreadId::peer(q), 0, F::NEXT_KEY);
                }
            }
            return Next::Goto(F::BROADCAST);
        }
        // 1: broadcast(k, m), for each message that it has
        if line == F::BROADCAST {
            if locals.sent == broadcasts(&self.config, me) {
                return Next::End;
            }
            locals.sent += 1;
            let message = message(&self.config, me, locals.sent);
            self.layer.broadcast(self, out, locals.sent, message);
            return Next::Quorum(F::BROADCAST);
        }
        let q = out.thread.as_peer().unwrap_or(me);
        let follow = &mut locals.follows[q.0 as usize];
        match F::step(self, line, input, (q, follow), out) {
            Step::Next(next) => next,
            Step::Deliver(keyed) => {
                let (key, value) = (keyed.key, keyed.payload);
                locals.delivered.deliver(q, value);
                out.note(Note::Delivered {
                    sender: q,
                    key,
                    value,
                });
                // So that delays can be told.
                if first_sender(&self.config) == Some(q) {
                    out.decide(value, key);
                }
                if key < broadcasts(&self.config, q) {
                    Next::Goto(F::NEXT_KEY)
                } else {
                    Next::End
                }
            }
        }
    }

    fn glance(
        &self,
        _line: F::Line,
        thread: ThreadId,
        locals: &Locals<F>,
        register: RegisterId,
        value: &Slots<Value>,
    ) -> Slots<Value> {
        match thread.as_peer() {
            Some(q) => F::glance(self, (q, &locals.follows[q.0 as usize]), register, value),
            None => value.clone(),
        }
    }

    fn store(register: &mut Slots<Value>, written: Slots<Value>) {
        register.store(written);
    }

    fn byzantine_menu(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        all: bool,
    ) -> Vec<u32> {
        adversary::menu(state, system, process, all)
    }

    fn byzantine_act(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        act: u32,
        keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        adversary::act(state, system, process, act, keys)
    }

    fn byzantine_label(system: &System<Self>, process: ProcessId, act: u32) -> String {
        adversary::label(process, system.config(), act)
    }

    fn byzantine_parse(system: &System<Self>, process: ProcessId, label: &str) -> Option<u32> {
        adversary::parse(process, system.config(), label)
    }

    const LEVELS: &'static [Level] = &[Level::Copies, Level::Registers, Level::Broadcasts];

    fn level(&self, thread: ThreadId, me: ProcessId, locals: &Locals<F>) -> Option<Work> {
        Some(match thread.as_peer() {
            Some(q) => Work::Broadcast(q, F::key(&locals.follows[q.0 as usize])),
            None => Work::Broadcast(me, locals.sent),
        })
    }

    fn heard(&self, _me: ProcessId, locals: &Locals<F>) -> Vec<Heard> {
        let heard = locals.follows.iter().map(|follow| Heard {
            delivered: F::key(follow) - 1,
            received: Vec::new(),
        });
        heard.collect()
    }

    fn proves(&self, register: RegisterId) -> bool {
        self.layout().proves(register)
    }

    fn register_name(&self, register: RegisterId) -> String {
        self.layout().register_name(register).unwrap_or_default()
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["messages"];

    fn register_cells(register: &Slots<Value>) -> SmallVec<[String; 3]> {
        smallvec![slots_text(register)]
    }

    fn register_text(register: &Slots<Value>) -> String {
        match slots_text(register) {
            text if text.is_empty() => "-".to_owned(),
            text => text,
        }
    }

    fn fields(&self, locals: &Locals<F>) -> Vec<Field> {
        let mut fields = vec![
            Field::new("broadcast so far", locals.sent),
            Field::new("delivered", locals.delivered.text()),
        ];
        for (q, follow) in self.config.process_ids().zip(&locals.follows) {
            if let Some(progress) = F::progress(follow, broadcasts(&self.config, q)) {
                fields.push(Field::new(progress_name(q), progress));
            }
        }
        fields
    }

    fn role(&self, locals: &Locals<F>) -> String {
        format!("delivered {}", locals.delivered.text())
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        F::why(fact).or(match *fact {
            Fact::Noted { process, note } => match note {
                Note::Delivered { .. } => None,
                Note::TwoValues { sender, .. } => Some(Why::EquivocationSeen { process, sender }),
                Note::Forged { by, sender, .. } => Some(Why::NoSignatureNoCopy { by, sender }),
            },
            Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
            _ => None,
        })
    }
}

/// How often a process broadcasts.
fn broadcasts(config: &Config, process: ProcessId) -> u16 {
    match config.attempts_of(process) {
        UNBOUNDED => 1,
        limit => u16::from(limit),
    }
}

/// What a process broadcasts under a key: its input, then the letters after it.
fn message(config: &Config, process: ProcessId, key: u16) -> Value {
    let first = u16::from(config.input(process).0);
    Value(((first + key - 1) % 26) as u8)
}

/// The first process that broadcasts: deliveries from it count as decisions.
fn first_sender(config: &Config) -> Option<ProcessId> {
    config.process_ids().find(|p| broadcasts(config, *p) > 0)
}

/// The name of the field that shows how far a process is with a sender.
fn progress_name(sender: ProcessId) -> &'static str {
    const NAMES: [&str; MOST as usize] = [
        "state[p1]",
        "state[p2]",
        "state[p3]",
        "state[p4]",
        "state[p5]",
        "state[p6]",
        "state[p7]",
        "state[p8]",
        "state[p9]",
    ];
    NAMES[sender.0 as usize]
}

/// A bank's content, such as `1:a{p1,p2}`: key, message and who signed it.
fn slots_text(slots: &Slots<Value>) -> String {
    let each = slots.iter().map(|(key, content)| {
        let (value, signers) = match content {
            Content::Value(signed) => (signed.content().payload, signed.signers()),
            Content::L1(proof, _) | Content::L2(proof) => {
                (proof.content().keyed().payload, proof.signers())
            }
        };
        format!("{key}:{value}{signers}")
    });
    each.collect::<Vec<_>>().join(" ")
}
