//! Non-equivocating broadcast by echo, after P1 (Aguilera, Ben-David, Guerraoui, Marathe,
//! Zablotchi, *The Impact of RDMA on Agreement*, PODC 2019), section on non-equivocating broadcast,
//! in its simple form.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures; static
//! single-writer registers. Each process copies what the sender signed, and only then reads the
//! others' copies: of two that deliver, one sees the other's copy. This gives properties 1 to 3 of
//! the form with proofs, but not the fourth: one correct process may deliver what another never
//! does.
//!
//! Modelling choices are those of `non-equivocating-broadcast`. A receiver's first read may meet the
//! broadcast's write on its way, so the common case takes 6 delays; where it comes after the write has
//! returned it takes 8.

use smallvec::SmallVec;

use super::broadcasting::{self, Deliveries, Form, NoMessage, Note};
use super::layers::bank::{Bank, regular};
use super::layers::broadcast::{
    Bent, Broadcast, Content, Host, Keyed, Kind as Register, Layout, Slots,
};
use super::layers::lies::Lie;
use super::properties;
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, ConfigError, Fact, Facts, Field, Heard, Input,
    Kind, Level, Mutation, Next, Out, ProcessId, Property, Reach, Region, RegisterId, Response,
    Responses, Signed, State, System, ThreadId, Value, Why, Work,
};

const COPY_AFTER_READING: u32 = 0;
const NO_COPY: u32 = 1;
const COUNT_UNSIGNED_COPIES: u32 = 2;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonEquivocatingBroadcastEcho {
    config: Config,
}

/// The lines of the pseudocode, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Broadcast,
    ForEachSender,
    NextKey,
    ReadMessage,
    CheckMessage,
    WriteCopy,
    ReadCopies,
    SeeConflict,
    Deliver,
}

static PSEUDOCODE: &[CodeLine<Line>] = &[
    CodeLine {
        line: Line::Broadcast,
        text: "broadcast(k, m): Value[me,k,me] ← sign(k, m)",
    },
    CodeLine {
        line: Line::ForEachSender,
        text: "for each process q in parallel, for ever",
    },
    CodeLine {
        line: Line::NextKey,
        text: "  k ← last[q] + 1",
    },
    CodeLine {
        line: Line::ReadMessage,
        text: "  x ← Value[q,k,q]",
    },
    CodeLine {
        line: Line::CheckMessage,
        text: "  if x is empty, or not signed by q for k: read again",
    },
    CodeLine {
        line: Line::WriteCopy,
        text: "  Value[me,k,q] ← sign(x)",
    },
    CodeLine {
        line: Line::ReadCopies,
        text: "  read Value[i,k,q] for every i",
    },
    CodeLine {
        line: Line::SeeConflict,
        text: "  if some copy signed by q differs from x: never deliver from q",
    },
    CodeLine {
        line: Line::Deliver,
        text: "  deliver(k, m, q);  last[q] ← k",
    },
];

/// A process's progress with one sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Follow {
    key: u16,
    /// x: what the sender signed, as this process copies it.
    message: Option<Signed<Keyed<Value>>>,
    /// It saw two messages: it delivers nothing more from this sender.
    blocked: bool,
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    sent: u16,
    follows: SmallVec<[Follow; 3]>,
    delivered: Deliveries,
}

impl Host<Value> for NonEquivocatingBroadcastEcho {
    fn layout(&self) -> Layout {
        Layout {
            processes: self.config.processes,
            register: 0,
            region: 0,
            kinds: 1,
        }
    }

    fn slots(register: &Slots<Value>) -> Option<&Slots<Value>> {
        Some(register)
    }

    fn register(slots: Slots<Value>) -> Slots<Value> {
        slots
    }
}

impl Form for NonEquivocatingBroadcastEcho {
    const LIES: &'static [Lie] = &[Lie::Say, Lie::Copy, Lie::Forge];

    fn layer(&self) -> Broadcast {
        Broadcast::new(&self.config, Bent::default())
    }

    fn deliveries(locals: &Locals) -> &Deliveries {
        &locals.delivered
    }
}

impl NonEquivocatingBroadcastEcho {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    fn everywhere(&self, out: &mut Out<'_, Self>, q: ProcessId, copy: Signed<Keyed<Value>>) {
        let (layout, me) = (self.layout(), out.me);
        let slots = Bank::of(copy.content().key, Content::Value(copy));
        let register = layout.at(Register::Value, me, q);
        out.write_everywhere(self.config.memory_ids(), layout.own(me), register, &slots);
    }

    /// `Value[owner,k,q]` as a regular register, where it is about the right message.
    fn seen(
        &self,
        responses: &Responses<Self>,
        owner: ProcessId,
        (sender, key): (ProcessId, u16),
    ) -> Option<Signed<Keyed<Value>>> {
        let place = usize::from(owner.0);
        let content = regular(responses.iter().map(|(_, response)| match response {
            Response::Row(values) => values[place].get(key),
            _ => None,
        }));
        match content {
            Some(Content::Value(signed)) => {
                let keyed = signed.content();
                (keyed.sender == sender && keyed.key == key).then_some(*signed)
            }
            _ => None,
        }
    }

    /// Line 8: whether some copy that bears q's signature differs from x.
    fn conflict(
        &self,
        responses: &Responses<Self>,
        out: &mut Out<'_, Self>,
        q: ProcessId,
        x: &Signed<Keyed<Value>>,
    ) -> bool {
        let key = x.content().key;
        for owner in self.config.process_ids() {
            let Some(copy) = self.seen(responses, owner, (q, key)) else {
                continue;
            };
            if !copy.is_signed_by(q) && !self.on(COUNT_UNSIGNED_COPIES) {
                let (by, sender) = (owner, q);
                out.note(Note::Forged { by, sender, key });
            } else if copy.content() != x.content() {
                out.note(Note::TwoValues { sender: q, key });
                return true;
            }
        }
        false
    }
}

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "copy-after-reading",
        title: "A process reads the others' copies before it writes its own.",
        line: 6,
        breaks: "non-equivocation",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "no-copy",
        title: "A process writes no copy of what it read.",
        line: 6,
        breaks: "non-equivocation",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "count-unsigned-copies",
        title: "A copy counts even without the sender's signature.",
        line: 8,
        breaks: "delivery",
        scope: "processes=3 memories=1 attempts=(1,0,0) byzantine=(p3)",
    },
];

impl Algorithm for NonEquivocatingBroadcastEcho {
    type Line = Line;
    type Locals = Locals;
    type Message = NoMessage;
    type Register = Slots<Value>;
    type Note = Note;

    const ID: &'static str = "non-equivocating-broadcast-echo";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Non-equivocating broadcast by echo",
        shows: "Copy first, then read the others' copies: a lie told twice is seen, though some may miss the message.",
        source: "P1, section on non-equivocating broadcast",
        processes: "n >= 2 f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 6,
        least_memories: 1,
        most_memories: 9,
        byzantine: true,
        recovers: false,
        symmetric_memories: true,
    };

    fn new(config: &Config) -> Result<Self, ConfigError> {
        broadcasting::check(config)?;
        Ok(NonEquivocatingBroadcastEcho {
            config: config.clone(),
        })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        broadcasting::standard()
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
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
        let follow = Follow {
            key: 1,
            message: None,
            blocked: false,
        };
        let locals = Locals {
            sent: 0,
            follows: (0..n).map(|_| follow).collect(),
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
        let q = out.thread.as_peer().unwrap_or(me);
        let layout = self.layout();
        let follow = &mut locals.follows[q.0 as usize];
        match line {
            // 2: for each process q in parallel, for ever
            Line::ForEachSender => {
                for q in self.config.process_ids() {
                    if broadcasting::broadcasts(&self.config, q) > 0 {
                        out.spawn(ThreadId::peer(q), 0, Line::NextKey);
                    }
                }
                Next::Goto(Line::Broadcast)
            }
            // 1: broadcast(k, m): Value[me,k,me] ← sign(k, m), for each message that it has
            Line::Broadcast => {
                if locals.sent == broadcasting::broadcasts(&self.config, me) {
                    return Next::End;
                }
                locals.sent += 1;
                let signed = out.sign(Keyed {
                    sender: me,
                    key: locals.sent,
                    payload: broadcasting::message(&self.config, me, locals.sent),
                });
                self.everywhere(out, me, signed);
                Next::Quorum(Line::Broadcast)
            }
            // 3: k ← last[q] + 1
            Line::NextKey => Next::Goto(Line::ReadMessage),
            // 4: x ← Value[q,k,q]
            Line::ReadMessage => {
                out.read_everywhere(self.config.memory_ids(), layout.row(q));
                Next::Quorum(Line::CheckMessage)
            }
            // 5: if x is empty, or not signed by q for k: read again (once that can help)
            Line::CheckMessage => {
                let Input::Quorum(responses) = input else {
                    return Next::Goto(Line::ReadMessage);
                };
                let x = self.seen(&responses, q, (q, follow.key));
                match x.filter(|x| x.is_signed_by(q)) {
                    None => Next::Park(layout.row(q), Line::ReadMessage),
                    Some(x) if q == me => {
                        follow.message = Some(x);
                        Next::Goto(Line::ReadCopies)
                    }
                    Some(x) => {
                        follow.message = Some(out.countersign(&x));
                        if self.on(COPY_AFTER_READING) || self.on(NO_COPY) {
                            Next::Goto(Line::ReadCopies)
                        } else {
                            Next::Goto(Line::WriteCopy)
                        }
                    }
                }
            }
            // 6: Value[me,k,q] ← sign(x). The copy is in place before the others' are read: of two
            // that deliver, one sees the other's copy.
            Line::WriteCopy => {
                if let Some(x) = follow.message {
                    self.everywhere(out, q, x);
                }
                if self.on(COPY_AFTER_READING) {
                    Next::Quorum(Line::Deliver)
                } else {
                    Next::Quorum(Line::ReadCopies)
                }
            }
            // 7: read Value[i,k,q] for every i
            Line::ReadCopies => {
                out.read_everywhere(self.config.memory_ids(), layout.row(q));
                Next::Quorum(Line::SeeConflict)
            }
            // 8: if some copy signed by q differs from x: never deliver from q
            Line::SeeConflict => {
                if let (Input::Quorum(responses), Some(x)) = (input, follow.message)
                    && self.conflict(&responses, out, q, &x)
                {
                    follow.message = None;
                    follow.blocked = true;
                    return Next::End;
                }
                if self.on(COPY_AFTER_READING) && q != me {
                    return Next::Goto(Line::WriteCopy);
                }
                Next::Goto(Line::Deliver)
            }
            // 9: deliver(k, m, q); last[q] ← k
            Line::Deliver => {
                if let Some(x) = follow.message.take() {
                    let key = follow.key;
                    let value = x.content().payload;
                    follow.key += 1;
                    locals.delivered.deliver(q, value);
                    broadcasting::deliver(&self.config, out, q, key, value);
                    if key < broadcasting::broadcasts(&self.config, q) {
                        return Next::Goto(Line::NextKey);
                    }
                }
                Next::End
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

    /// Only the sender's own register is waited for.
    fn glance(
        &self,
        _line: Line,
        thread: ThreadId,
        locals: &Locals,
        register: RegisterId,
        value: &Slots<Value>,
    ) -> Slots<Value> {
        let sender = thread.as_peer();
        match (sender, self.layout().named(register)) {
            (Some(q), Some((_, owner, _))) if owner == q => {
                value.key(locals.follows[q.0 as usize].key)
            }
            _ => Slots::default(),
        }
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
            let state = match follow.message {
                _ if follow.blocked => "blocked: it lied".to_owned(),
                Some(x) => format!("key {}, x = {}", follow.key, x.content().payload),
                None if follow.key <= broadcasting::broadcasts(&self.config, q) => {
                    format!("key {}, no message yet", follow.key)
                }
                None => continue,
            };
            fields.push(Field::new(broadcasting::state_name(q), state));
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
            Fact::Noted {
                process,
                note: Note::Delivered { .. },
            } => Some(Why::NoCopyDiffers { process }),
            _ => broadcasting::why(fact),
        }
    }
}

static PROPERTIES: [Property<NonEquivocatingBroadcastEcho>; 7] = [
    broadcasting::non_equivocation(),
    broadcasting::integrity(),
    broadcasting::delivery(),
    broadcasting::written_once(),
    properties::write_needs_permission(),
    broadcasting::someone_delivers(),
    Property {
        id: "partial-delivery",
        says: "Some run lets one correct process deliver what another never will: the proofs of the other form prevent that.",
        source: "P1, section on non-equivocating broadcast: property 4 needs more than an echo",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Noted { .. }),
        holds: |moment| {
            let locals = || {
                let up = moment.after.processes();
                up.filter_map(|(_, p)| p.locals.as_ref())
            };
            let mut senders = moment.system.config().process_ids();
            senders.any(|q| {
                let blocked = |l: &Locals| l.follows[q.0 as usize].blocked;
                locals().any(blocked) && locals().any(|l| !l.delivered.from(q).is_empty())
            })
        },
    },
];
