//! Reliable broadcast by messages, the comparator for the broadcasts over shared memory.
//!
//! Byzantine faults; n >= 3 f_P + 1, m = 0, no signatures: after Bracha, *Asynchronous Byzantine
//! Agreement Protocols*, Information and Computation 75, 1987. p1 broadcasts its input; delivering
//! it counts as deciding.
//!
//! Nobody can wait for more than n - f_P words, for f_P processes may never speak; and of the
//! n - f_P who were ready where one delivers, f_P may be liars, so that another can count on
//! n - 2 f_P words and no more. The lines ask for just that many, and so they run for every n.
//! Whether they are *right* is another matter: with n > 3 f_P any n - 2 f_P processes hold a correct
//! one, with n <= 3 f_P they may all be liars.
//!
//! Two variants lend the processes what could help them with n <= 3 f_P (Clement, Junqueira, Kate,
//! Rodrigues, PODC 2012). With `signatures` p1 signs, and its signature travels with every word
//! about it. With `non-equivocation` nobody tells two receivers different words. Neither alone is
//! enough: signatures let p1 say two things, non-equivocation lets another lie about what p1 said.
//! Both together are, and then n >= 2 f_P + 1 processes suffice: that is what non-equivocating
//! broadcast gets out of shared memory.
//!
//! Modelling choices. Non-equivocation is a law of the world, as trusted hardware would keep it: an
//! act that would break it cannot be done. It binds what each process says, echoes and is ready for,
//! and, where there are signatures, what p1 signs. Staying silent towards some is no equivocation.

mod adversary;
mod must_hold;
mod pseudocode;

use smallvec::SmallVec;

use super::layers::acts::{self, Act, EVERYONE, Place};
use crate::model::{
    Adversary, Algorithm, CodeLine, Command, Config, Fact, Facts, Field, Input, Mutation, Next,
    Out, ProcessId, ProcessSet, Property, Signed, State, System, Value, Why,
};
use adversary::{carried_out, menu, word};
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{MUTATIONS, PSEUDOCODE};

const SIGNATURES: u32 = 0;
const NON_EQUIVOCATION: u32 = 1;
const ONE_READY: u32 = 2;
const ONE_ECHO: u32 = 3;
const ECHO_AGAIN: u32 = 4;
const NO_JOINING: u32 = 5;

/// Who broadcasts.
const SENDER: ProcessId = ProcessId(0);

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReliableBroadcast {
    config: Config,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// ⟨say, v⟩, of the sender alone.
    Say,
    /// ⟨echo, v⟩
    Echo,
    /// ⟨ready, v⟩
    Ready,
}

impl Word {
    /// All of them, by their number in acts.
    const ALL: [Word; 3] = [Word::Say, Word::Echo, Word::Ready];

    fn name(self) -> &'static str {
        match self {
            Word::Say => "say",
            Word::Echo => "echo",
            Word::Ready => "ready",
        }
    }
}

/// A word about a value, with the sender's signature on it where there are signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Message {
    /// What it is.
    pub word: Word,
    /// v
    pub value: Value,
    /// The sender's signature on v, if it comes along.
    pub signature: Option<Signed<Value>>,
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// The first word of each kind from each process: what it said (the sender), echoed, and was
    /// ready for.
    heard: [SmallVec<[Option<Value>; 4]>; 3],
    /// What it echoed itself: one value, unless it is bent to echo again.
    echoed: SmallVec<[Value; 1]>,
    /// What it is ready for.
    ready: Option<Value>,
    delivered: Option<Value>,
    /// The values that it saw with the sender's signature on them, lowest first.
    signed: SmallVec<[Signed<Value>; 2]>,
}

impl Locals {
    fn heard(&self, word: Word) -> &[Option<Value>] {
        &self.heard[word as usize]
    }

    fn who(&self, word: Word, value: Value) -> ProcessSet {
        let each = (0..).map(ProcessId).zip(self.heard(word));
        let said = each.filter(|(_, heard)| **heard == Some(value));
        said.map(|(q, _)| q).collect()
    }

    /// The sender's signature on a value, if it was ever seen here.
    fn signature(&self, value: Value) -> Option<Signed<Value>> {
        self.signed.iter().copied().find(|s| *s.content() == value)
    }
}

/// What the broadcast has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// deliver v
    Delivered(Value),
    /// A word about a value that the sender did not sign: it is ignored.
    Unsigned {
        /// Who spoke.
        by: ProcessId,
        /// About what.
        value: Value,
    },
    /// The sender's signature is on two different values: it is caught.
    TwoValues,
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}({}", self.word.name(), self.value)?;
        if let Some(signature) = self.signature {
            write!(f, "{}", signature.signers())?;
        }
        f.write_str(")")
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::Delivered(value) => write!(f, "delivers {value}"),
            Note::Unsigned { by, value } => write!(
                f,
                "ignores {by}'s word about {value}: {SENDER} did not sign it"
            ),
            Note::TwoValues => write!(f, "sees two different values signed by {SENDER}"),
        }
    }
}

impl ReliableBroadcast {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    fn f(&self) -> u8 {
        self.config.f_p
    }

    /// n - f: as many as can be waited for.
    fn quorum(&self) -> usize {
        usize::from(self.config.processes.saturating_sub(self.f()).max(1))
    }

    /// n - 2f: as many as can be counted on, where another has heard n - f.
    fn surely_heard(&self) -> usize {
        usize::from(self.config.processes.saturating_sub(2 * self.f()).max(1))
    }

    /// Whether any n - 2f processes hold a correct one.
    fn enough_processes(&self) -> bool {
        u16::from(self.config.processes) > 3 * u16::from(self.f())
    }

    fn send(&self, out: &mut Out<'_, Self>, word: Word, value: Value, locals: &Locals) {
        let message = Message {
            word,
            value,
            signature: locals.signature(value),
        };
        out.send_to(self.config.process_ids(), &message);
    }

    /// Whether the sender's signature is where it has to be, if it has to.
    fn is_credible(&self, message: &Message) -> bool {
        let signed = |s: Signed<Value>| s.is_signed_by(SENDER) && *s.content() == message.value;
        !self.on(SIGNATURES) || message.signature.is_some_and(signed)
    }
}

impl Algorithm for ReliableBroadcast {
    type Line = Line;
    type Locals = Locals;
    type Message = Message;
    type Register = ();
    type Note = Note;

    const ID: &'static str = "reliable-broadcast";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Reliable broadcast by messages",
        shows: "By messages alone liars take n > 3f; neither signatures nor a ban on equivocation helps alone, both together do.",
        source: "Bracha, Asynchronous Byzantine Agreement Protocols, 1987; Clement et al., PODC 2012",
        processes: "n >= 3 f_P + 1",
        memories: "m = 0",
        common_case_delays: 3,
        least_memories: 0,
        most_memories: 0,
        byzantine: true,
        recovers: false,
        symmetric_memories: false,
    };

    fn new(config: Config) -> Self {
        ReliableBroadcast { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(4, 0).with_faults(1, 0)
    }

    /// With both variants on, a majority of correct processes is enough.
    fn most_faults(config: &Config) -> (u8, u8) {
        let both = config.mutated(SIGNATURES) && config.mutated(NON_EQUIVOCATION);
        let each = if both { 2 } else { 3 };
        (config.processes.saturating_sub(1) / each, 0)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn start(&self, _process: ProcessId, input: Value) -> (Locals, Line) {
        let nobody = || (0..self.config.processes).map(|_| None).collect();
        let locals = Locals {
            input,
            heard: [nobody(), nobody(), nobody()],
            echoed: SmallVec::new(),
            ready: None,
            delivered: None,
            signed: SmallVec::new(),
        };
        (locals, Line::Broadcast)
    }

    fn upon(&self, _message: &Message) -> Line {
        Line::CheckSignature
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        let Input::Message(from, message) = input else {
            // 1: if p = p1: send ⟨say, v⟩ to all
            if out.me == SENDER {
                if self.on(SIGNATURES) {
                    locals.signed.push(out.sign(locals.input));
                }
                self.send(out, Word::Say, locals.input, locals);
            }
            return Next::End;
        };
        let (word, value) = (message.word, message.value);
        match line {
            Line::Broadcast => Next::End,
            // 2: upon any word (signatures: if p1 did not sign v: ignore it). Whose signature is on
            // two values, lied; but some may have delivered one of them by now, so one goes on.
            Line::CheckSignature => {
                if !self.is_credible(message) {
                    out.note(Note::Unsigned { by: from, value });
                    return Next::End;
                }
                if let Some(signature) = message.signature
                    && let Err(place) = locals.signed.binary_search(&signature)
                {
                    locals.signed.insert(place, signature);
                    if locals.signed.len() == 2 {
                        out.note(Note::TwoValues);
                    }
                }
                match word {
                    Word::Say => Next::Goto(Line::UponSay),
                    Word::Echo => Next::Goto(Line::UponEcho),
                    Word::Ready => Next::Goto(Line::UponReady),
                }
            }
            // 3: upon ⟨say, v⟩ from p1, the first
            Line::UponSay => {
                let again = self.on(ECHO_AGAIN) && !locals.echoed.contains(&value);
                if from == SENDER && (locals.heard(Word::Say)[0].is_none() || again) {
                    locals.heard[Word::Say as usize][0].get_or_insert(value);
                    Next::Goto(Line::Echo)
                } else {
                    Next::End
                }
            }
            // 4: send ⟨echo, v⟩ to all
            Line::Echo => {
                locals.echoed.push(value);
                self.send(out, Word::Echo, value, locals);
                Next::End
            }
            // 5, 7: upon ⟨echo, v⟩ or ⟨ready, v⟩ from q, its first: note it
            Line::UponEcho | Line::UponReady => {
                let first = &mut locals.heard[word as usize][from.0 as usize];
                if first.is_some() {
                    return Next::End;
                }
                *first = Some(value);
                Next::Goto(match word {
                    Word::Ready => Line::Join,
                    _ => Line::BecomeReady,
                })
            }
            // 6: if n − f echoed v and p is not ready: send ⟨ready, v⟩ to all. Two such sets share
            // n − 2f processes: with n > 3f one of them is correct, and echoes one value alone.
            Line::BecomeReady => {
                let needed = if self.on(ONE_ECHO) { 1 } else { self.quorum() };
                if locals.ready.is_none() && locals.who(Word::Echo, value).len() >= needed {
                    locals.ready = Some(value);
                    self.send(out, Word::Ready, value, locals);
                }
                Next::End
            }
            // 8: if n − 2f are ready for v and p is not: send ⟨ready, v⟩ to all. Whoever delivers
            // heard n − f, and f of those may never speak to p: more cannot be waited for.
            Line::Join => {
                let enough = locals.who(Word::Ready, value).len() >= self.surely_heard();
                if locals.ready.is_none() && enough && !self.on(NO_JOINING) {
                    locals.ready = Some(value);
                    self.send(out, Word::Ready, value, locals);
                }
                Next::Goto(Line::Deliver)
            }
            // 9: if n − f are ready for v: deliver v
            Line::Deliver => {
                let needed = if self.on(ONE_READY) { 1 } else { self.quorum() };
                let enough = locals.who(Word::Ready, value).len() >= needed;
                if enough && locals.delivered.is_none() {
                    locals.delivered = Some(value);
                    out.note(Note::Delivered(value));
                    out.decide(value, 0);
                }
                Next::End
            }
        }
    }

    fn byzantine_menu(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        all: bool,
    ) -> Vec<u32> {
        menu(state, system, process, all)
    }

    fn byzantine_act(
        state: &State<Self>,
        system: &System<Self>,
        process: ProcessId,
        act: u32,
        keys: &Adversary,
    ) -> Option<Vec<Command<Self>>> {
        carried_out(state, system, process, act, keys)
    }

    /// `say b to p2`
    fn byzantine_label(system: &System<Self>, _process: ProcessId, number: u32) -> String {
        let act = Act::of(number, system.config());
        let Some((act, word)) = act.and_then(|act| Some((act, word(&act)?))) else {
            return number.to_string();
        };
        let value = Value(act.content);
        match act.about {
            EVERYONE => format!("{} {value} to all", word.name()),
            q => format!("{} {value} to {q}", word.name()),
        }
    }

    fn byzantine_parse(system: &System<Self>, _process: ProcessId, label: &str) -> Option<u32> {
        let words: Vec<&str> = label.split_whitespace().collect();
        let [verb, value, "to", receiver] = words.as_slice() else {
            return None;
        };
        let kind = Word::ALL.iter().position(|w| w.name() == *verb)?;
        let mut letters = value.chars();
        let value = Value::from_letter(letters.next()?)?;
        let about = match *receiver {
            "all" => EVERYONE,
            name => ProcessId(acts::number_after(name, 'p')?),
        };
        let act = Act {
            kind: kind as u8,
            place: Place::Everywhere,
            about,
            key: 0,
            content: value.0,
        };
        let whole = letters.next().is_none();
        (whole && Act::of(act.number(), system.config()) == Some(act)).then(|| act.number())
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let maybe = |v: Option<Value>| v.map_or_else(|| "-".to_owned(), |v| v.to_string());
        let heard = |word: Word| {
            let each = (0..).map(ProcessId).zip(locals.heard(word));
            let said = each.filter_map(|(q, v)| v.map(|v| format!("{q}:{v}")));
            match said.collect::<Vec<_>>().join(" ") {
                text if text.is_empty() => "-".to_owned(),
                text => text,
            }
        };
        let mut fields = vec![
            Field::new("v", locals.input),
            Field::new("said", maybe(locals.heard(Word::Say)[0])),
            Field::new("echoes", heard(Word::Echo)),
            Field::new("ready", heard(Word::Ready)),
            Field::new("ready for", maybe(locals.ready)),
            Field::new("delivered", maybe(locals.delivered)),
        ];
        if self.on(SIGNATURES) {
            let values: String = locals
                .signed
                .iter()
                .map(|s| s.content().to_string())
                .collect();
            let text = if values.is_empty() {
                "-".into()
            } else {
                values
            };
            fields.push(Field::new("signed by p1", text));
        }
        fields
    }

    fn role(&self, locals: &Locals) -> String {
        match (locals.delivered, locals.ready, locals.echoed.first()) {
            (Some(v), ..) => format!("delivered {v}"),
            (None, Some(v), _) => format!("ready for {v}"),
            (None, None, Some(v)) => format!("echoed {v}"),
            (None, None, None) => "waits for p1’s word".to_owned(),
        }
    }

    fn why(&self, fact: &Fact<Self>, _after: &State<Self>) -> Option<Why> {
        let told_alike = self.enough_processes() || self.on(NON_EQUIVOCATION);
        let cannot_lie = self.enough_processes() || self.on(SIGNATURES);
        match *fact {
            // One message of those that a line sends to all.
            Fact::Sent {
                from,
                to: SENDER,
                message: Message { word, value, .. },
            } => match word {
                Word::Say => None,
                Word::Echo => Some(Why::EchoesOneValue { process: from }),
                Word::Ready if told_alike && cannot_lie => Some(Why::ReadyForOneValue {
                    process: from,
                    value,
                }),
                Word::Ready => Some(Why::ReadyOnLiarsWord {
                    process: from,
                    value,
                }),
            },
            Fact::Decided { process, .. } => Some(Why::OthersWillJoin { process }),
            Fact::Noted { process, note } => match note {
                Note::Delivered(_) => None,
                Note::Unsigned { by, .. } => Some(Why::NoSignatureNoCopy { by, sender: SENDER }),
                Note::TwoValues => Some(Why::LieSeenTooLate {
                    process,
                    sender: SENDER,
                }),
            },
            Fact::ProcessCrashed(_) => Some(Why::CannotWaitForAll),
            _ => None,
        }
    }
}
