//! Non-equivocating broadcast with L1 and L2 proofs, after P1 (Aguilera, Ben-David, Guerraoui,
//! Marathe, Zablotchi, *The Impact of RDMA on Agreement*, PODC 2019), section on non-equivocating
//! broadcast.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures; static
//! single-writer registers. (1) What a correct process broadcasts, every correct one delivers;
//! (2) no two correct processes deliver different messages under one key of one sender; (3) what
//! is delivered from a correct sender, it broadcast; (4) what one correct process delivers, all
//! do.
//!
//! Modelling choices. The registers of one writer about one sender, one for each key, stand in a
//! bank. What everyone wrote about one sender is read as one row. A process broadcasts its input
//! under key 1 and the letters after it under the next keys, as often as `attempts` says (once
//! where it says nothing; 0 is never). A poll that shows nothing new rests until a register that
//! it looks at has changed. A receiver's first read may meet the broadcast's write on its way, so the
//! common case takes 12 delays; where it comes after the write has returned it takes 14.

use smallvec::SmallVec;

use super::broadcasting::{self, Deliveries, Form, NoMessage, Note};
use super::layers::broadcast::{
    self, Bent, Broadcast, Content, Follow, Host, Kind as Register, Layout, Line, Sight, Slots,
    Step,
};
use super::layers::lies::Lie;
use super::properties;
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, ConfigError, Fact, Facts, Field, Heard, Input,
    Kind, Level, Moment, Mutation, Next, Out, ProcessId, Property, Reach, Region, RegisterId,
    State, System, ThreadId, Value, Why, Work,
};

const COPY_AFTER_READING: u32 = 0;
const NO_COPY: u32 = 1;
const COUNT_UNSIGNED_COPIES: u32 = 2;
const ONE_L1_PROOF: u32 = 3;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonEquivocatingBroadcast {
    config: Config,
    broadcast: Broadcast,
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    /// The key of its own last broadcast.
    sent: u16,
    follows: SmallVec<[Follow<Value>; 3]>,
    delivered: Deliveries,
}

impl Host<Value> for NonEquivocatingBroadcast {
    fn layout(&self) -> Layout {
        Layout {
            processes: self.config.processes,
            register: 0,
            region: 0,
            kinds: 3,
        }
    }

    fn slots(register: &Slots<Value>) -> Option<&Slots<Value>> {
        Some(register)
    }

    fn register(slots: Slots<Value>) -> Slots<Value> {
        slots
    }
}

impl Form for NonEquivocatingBroadcast {
    const LIES: &'static [Lie] = &Lie::ALL;

    fn layer(&self) -> Broadcast {
        self.broadcast
    }

    fn deliveries(locals: &Locals) -> &Deliveries {
        &locals.delivered
    }
}

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "copy-after-reading",
        title: "A process reads the others' copies before it writes its own.",
        line: 7,
        breaks: "one-l2-value",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "no-copy",
        title: "A process writes no copy of what it read.",
        line: 7,
        breaks: "one-l2-value",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "count-unsigned-copies",
        title: "A copy counts even without the sender's signature.",
        line: 8,
        breaks: "delivery",
        scope: "processes=3 memories=1 attempts=(1,0,0) byzantine=(p3)",
    },
    Mutation {
        id: "one-l1-proof",
        title: "One L1 proof makes an L2 proof.",
        line: 10,
        breaks: "non-equivocation",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
];

impl Algorithm for NonEquivocatingBroadcast {
    type Line = Line;
    type Locals = Locals;
    type Message = NoMessage;
    type Register = Slots<Value>;
    type Note = Note;

    const ID: &'static str = "non-equivocating-broadcast";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Non-equivocating broadcast",
        shows: "Copies and proofs in shared memory make a liar say the same to everyone, or nothing.",
        source: "P1, section on non-equivocating broadcast",
        processes: "n >= 2 f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 12,
        least_memories: 1,
        most_memories: 9,
        byzantine: true,
        recovers: false,
        symmetric_memories: true,
    };

    fn new(config: &Config) -> Result<Self, ConfigError> {
        broadcasting::check(config)?;
        let bent = Bent {
            copy_after_reading: config.mutated(COPY_AFTER_READING),
            no_copy: config.mutated(NO_COPY),
            unsigned_copies: config.mutated(COUNT_UNSIGNED_COPIES),
            one_l1_proof: config.mutated(ONE_L1_PROOF),
        };
        Ok(NonEquivocatingBroadcast {
            config: config.clone(),
            broadcast: Broadcast::new(config, bent),
        })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        broadcasting::standard()
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        broadcast::PSEUDOCODE
    }

    fn mutations() -> &'static [Mutation] {
        MUTATIONS
    }

    fn properties() -> &'static [Property<Self>] {
        &PROPERTIES
    }

    fn regions(&self) -> Vec<Region> {
        self.layout().regions()
    }

    fn registers(&self) -> u16 {
        self.layout().registers()
    }

    fn start(&self, _process: ProcessId, _input: Value) -> (Locals, Line) {
        let n = self.config.processes;
        let locals = Locals {
            sent: 0,
            follows: (0..n).map(|_| Follow::default()).collect(),
            delivered: Deliveries::none(n),
        };
        (locals, Line::ForEachSender)
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
        let me = out.me;
        match (line, out.thread.as_peer()) {
            // 2: for each process q in parallel, for ever
            (Line::ForEachSender, _) => {
                for q in self.config.process_ids() {
                    if broadcasting::broadcasts(&self.config, q) > 0 {
                        out.spawn(ThreadId::peer(q), 0, Line::NextKey);
                    }
                }
                Next::Goto(Line::Broadcast)
            }
            // 1: broadcast(k, m), for each message that it has
            (Line::Broadcast, _) => {
                if locals.sent == broadcasting::broadcasts(&self.config, me) {
                    return Next::End;
                }
                locals.sent += 1;
                let message = broadcasting::message(&self.config, me, locals.sent);
                self.broadcast.broadcast(self, out, locals.sent, message);
                Next::Quorum(Line::Broadcast)
            }
            (line, sender) => {
                let q = sender.unwrap_or(me);
                let follow = &mut locals.follows[q.0 as usize];
                let key = follow.key;
                let mut sight = |out: &mut Out<'_, Self>, sight| {
                    out.note(match sight {
                        Sight::TwoValues => Note::TwoValues { sender: q, key },
                        Sight::Forged(by) => Note::Forged { by, sender: q, key },
                    });
                };
                let step = self
                    .broadcast
                    .step(self, line, input, (q, follow), out, &mut sight);
                match step {
                    Step::Next(next) => next,
                    Step::Deliver(keyed) => {
                        locals.delivered.deliver(q, keyed.payload);
                        broadcasting::deliver(&self.config, out, q, key, keyed.payload);
                        if key == broadcasting::broadcasts(&self.config, q) {
                            return Next::End;
                        }
                        Next::Goto(Line::NextKey)
                    }
                }
            }
        }
    }

    fn guard(
        &self,
        _line: Line,
        _thread: ThreadId,
        _me: ProcessId,
        _locals: &Locals,
        _leader: ProcessId,
    ) -> bool {
        false
    }

    fn glance(
        &self,
        _line: Line,
        thread: ThreadId,
        locals: &Locals,
        register: RegisterId,
        value: &Slots<Value>,
    ) -> Slots<Value> {
        let Some(q) = thread.as_peer() else {
            return value.clone();
        };
        let follow = &locals.follows[q.0 as usize];
        Broadcast::glance::<Self, Value>(self.layout(), (q, follow), register, value)
    }

    fn store(register: &mut Slots<Value>, written: Slots<Value>) {
        register.store(written);
    }

    fn byzantine_menu(state: &State<Self>, system: &System<Self>, process: ProcessId) -> Vec<u32> {
        broadcasting::menu(state, system, process, false)
    }

    fn byzantine_free_form(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
    ) -> Vec<u32> {
        broadcasting::menu(state, system, process, true)
    }

    fn byzantine_act(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        act: u32,
        keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        broadcasting::act(state, system, process, act, keys)
    }

    fn byzantine_label(system: &System<Self>, process: ProcessId, act: u32) -> String {
        broadcasting::label(process, system.config(), act)
    }

    fn byzantine_parse(system: &System<Self>, process: ProcessId, label: &str) -> Option<u32> {
        broadcasting::parse(process, system.config(), label)
    }

    const LEVELS: &'static [Level] = &[Level::Copies, Level::Registers, Level::Broadcasts];

    fn level(&self, thread: ThreadId, me: ProcessId, locals: &Locals) -> Option<Work> {
        Some(match thread.as_peer() {
            Some(q) => Work::Broadcast(q, locals.follows[q.0 as usize].key),
            None => Work::Broadcast(me, locals.sent),
        })
    }

    fn heard(&self, _me: ProcessId, locals: &Locals) -> Vec<Heard> {
        let heard = locals.follows.iter().map(|follow| Heard {
            delivered: follow.key - 1,
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

    fn register_columns() -> &'static [&'static str] {
        &["messages"]
    }

    fn register_cells(register: &Slots<Value>) -> SmallVec<[String; 3]> {
        let mut cells = SmallVec::new();
        cells.push(broadcasting::slots_text(register));
        cells
    }

    fn register_text(register: &Slots<Value>) -> String {
        match broadcasting::slots_text(register) {
            text if text.is_empty() => "-".to_owned(),
            text => text,
        }
    }

    fn message_text(message: &NoMessage) -> String {
        match *message {}
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let mut fields = vec![
            Field::new("broadcast so far", locals.sent),
            Field::new("delivered", locals.delivered.text()),
        ];
        for (q, follow) in self.config.process_ids().zip(&locals.follows) {
            if usize::from(follow.key) <= usize::from(broadcasting::broadcasts(&self.config, q)) {
                fields.push(Field::new(
                    broadcasting::state_name(q),
                    format!("key {}, {}", follow.key, follow.stage.name()),
                ));
            }
        }
        fields
    }

    fn role(&self, locals: &Locals) -> String {
        format!("delivered {}", locals.delivered.text())
    }

    fn note_text(note: &Note) -> String {
        note.text()
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        match *fact {
            Fact::Passed {
                process,
                line: Line::WriteCopy,
                ..
            } => Some(Why::CopyBeforeReading { process }),
            Fact::Passed {
                process,
                line: Line::WriteL2,
                ..
            } => Some(Why::ProofBindsSender { process }),
            Fact::Noted {
                process,
                note: Note::Delivered { .. },
            } => Some(Why::ProofBeforeDelivery { process }),
            _ => broadcasting::why(fact),
        }
    }
}

static PROPERTIES: [Property<NonEquivocatingBroadcast>; 9] = [
    broadcasting::non_equivocation(),
    broadcasting::integrity(),
    broadcasting::delivery(),
    Property {
        id: "all-or-nothing",
        says: "What one correct process delivers, every correct process delivers.",
        source: "P1, section on non-equivocating broadcast: property 4, by L1 and L2 proofs",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: broadcasting::all_or_nothing,
    },
    Property {
        id: "one-l2-value",
        says: "No two valid L2 proofs for different messages under one key exist.",
        source: "P1, section on non-equivocating broadcast: lemma on L2 proofs",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Landed {
                    before: Some(_),
                    ..
                }
            )
        },
        holds: one_l2_value,
    },
    broadcasting::written_once(),
    properties::write_needs_permission(),
    broadcasting::someone_delivers(),
    Property {
        id: "a-liar-is-caught",
        says: "Some run shows a correct process two messages that a liar signed under one key.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Noted {
                    note: Note::TwoValues { .. },
                    ..
                }
            )
        },
        holds: |moment| {
            moment.facts.iter().any(|fact| {
                matches!(
                    fact,
                    Fact::Noted {
                        note: Note::TwoValues { .. },
                        ..
                    }
                )
            })
        },
    },
];

fn one_l2_value(moment: &Moment<'_, NonEquivocatingBroadcast>) -> bool {
    let layout = moment.system.algorithm.layout();
    let mut proved: SmallVec<[_; 4]> = SmallVec::new();
    for (_, memory) in moment.after.memories() {
        for (register, slots) in (0..).map(RegisterId).zip(&memory.registers) {
            if !matches!(layout.named(register), Some((Register::L2, ..))) {
                continue;
            }
            for (_, content) in slots.iter() {
                if let Content::L2(proof) = content
                    && proof.signers().len() >= moment.system.algorithm.broadcast.majority()
                {
                    proved.push(*proof.content().keyed());
                }
            }
        }
    }
    let mut pairs = proved
        .iter()
        .flat_map(|a| proved.iter().map(move |b| (a, b)));
    pairs.all(|(a, b)| (a.sender, a.key) != (b.sender, b.key) || a.payload == b.payload)
}
