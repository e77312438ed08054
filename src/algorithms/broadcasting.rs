//! What the two forms of non-equivocating broadcast share: who broadcasts what, what was
//! delivered, what must hold of it, and what the adversary may do.

use smallvec::SmallVec;

use super::layers::acts::{self, Act, EVERYONE, Place};
use super::layers::broadcast::{Broadcast, Content, Host, Keyed, Kind as Register, Slots};
use super::layers::lies::{self, Lie};
use crate::model::{
    Adversary, Command, Config, ConfigError, Fact, Kind, MOST, Moment, Operation, Out, ProcessId,
    Property, Reach, Reads, State, System, UNBOUNDED, Value, Why,
};

/// What each sender's messages delivered so far were, first key first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deliveries {
    from: SmallVec<[SmallVec<[Value; 1]>; 3]>,
}

impl Deliveries {
    /// Nothing yet, from any of `n` senders.
    pub fn none(n: u8) -> Self {
        Deliveries {
            from: (0..n).map(|_| SmallVec::new()).collect(),
        }
    }

    /// The messages of one sender.
    pub fn from(&self, sender: ProcessId) -> &[Value] {
        &self.from[sender.0 as usize]
    }

    /// One more.
    pub fn deliver(&mut self, sender: ProcessId, value: Value) {
        self.from[sender.0 as usize].push(value);
    }

    /// For display: `p1:a p3:bc`.
    pub fn text(&self) -> String {
        let each = (0..).map(ProcessId).zip(&self.from);
        let some = each.filter(|(_, values)| !values.is_empty());
        let words = some.map(|(sender, values)| {
            let letters: String = values.iter().map(Value::to_string).collect();
            format!("{sender}:{letters}")
        });
        let text = words.collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }
}

/// What a broadcast has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// deliver(k, m, q)
    Delivered {
        /// q
        sender: ProcessId,
        /// k
        key: u16,
        /// m
        value: Value,
    },
    /// The sender signed two different messages under one key: it is caught.
    TwoValues {
        /// The sender.
        sender: ProcessId,
        /// The key.
        key: u16,
    },
    /// A copy lacks the sender's signature: it is ignored.
    Forged {
        /// Whose register holds it.
        by: ProcessId,
        /// The sender whom it lies about.
        sender: ProcessId,
        /// The key.
        key: u16,
    },
}

impl Note {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            Note::Delivered { sender, key, value } => {
                format!("delivers message {key} of {sender}: {value}")
            }
            Note::TwoValues { sender, key } => {
                format!("sees two different messages signed by {sender} under key {key}")
            }
            Note::Forged { by, sender, key } => {
                format!(
                    "ignores {by}'s copy of message {key} of {sender}: {sender} did not sign it"
                )
            }
        }
    }
}

/// How often a process broadcasts.
pub fn broadcasts(config: &Config, process: ProcessId) -> u16 {
    match config.attempts_of(process) {
        UNBOUNDED => 1,
        limit => u16::from(limit),
    }
}

/// What a process broadcasts under a key: its input, then the letters after it.
pub fn message(config: &Config, process: ProcessId, key: u16) -> Value {
    let first = u16::from(config.input(process).0);
    Value(((first + key - 1) % 26) as u8)
}

/// The first process that broadcasts: deliveries from it count as decisions, so that delays can
/// be told.
pub fn first_sender(config: &Config) -> Option<ProcessId> {
    config.process_ids().find(|p| broadcasts(config, *p) > 0)
}

/// No message travels: everything goes through the memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoMessage {}

/// What both forms need of a configuration.
pub fn check(config: &Config) -> Result<(), ConfigError> {
    if config.reads == Reads::Register {
        return Err(ConfigError::RowsOnly);
    }
    Ok(())
}

/// p1 broadcasts to three processes over three memories, and p3 may lie.
pub fn standard() -> Config {
    Config {
        f_p: 1,
        f_m: 1,
        attempts: vec![1, 0, 0],
        ..Config::new(3, 3)
    }
}

/// Notes a delivery; from the first sender it counts as a decision.
pub fn deliver<A: Form>(
    config: &Config,
    out: &mut Out<'_, A>,
    sender: ProcessId,
    key: u16,
    value: Value,
) {
    out.note(Note::Delivered { sender, key, value });
    if first_sender(config) == Some(sender) {
        out.decide(value, key);
    }
}

/// The name of the field that shows how far a process is with a sender.
pub fn state_name(sender: ProcessId) -> &'static str {
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
pub fn slots_text(slots: &Slots<Value>) -> String {
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

/// Why a fact matters, in both forms.
pub fn why<A: Form>(fact: &Fact<A>) -> Option<Why> {
    match *fact {
        Fact::Noted { process, note } => match note {
            Note::Delivered { .. } => None,
            Note::TwoValues { sender, .. } => Some(Why::EquivocationSeen { process, sender }),
            Note::Forged { by, sender, .. } => Some(Why::NoSignatureNoCopy { by, sender }),
        },
        Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
        _ => None,
    }
}

/// A form of the broadcast.
pub trait Form: Host<Value> + crate::model::Algorithm<Note = Note> {
    /// The lies that its registers allow.
    const LIES: &'static [Lie];
    /// How many copies and proofs it asks for.
    fn layer(&self) -> Broadcast;
    /// What a process has delivered.
    fn deliveries(locals: &Self::Locals) -> &Deliveries;
}

fn wakes<A: Form>(fact: &Fact<A>) -> bool {
    matches!(
        fact,
        Fact::Noted {
            note: Note::Delivered { .. },
            ..
        }
    )
}

fn correct<A: Form>(state: &State<A>) -> impl Iterator<Item = (ProcessId, &Deliveries)> {
    state.processes().filter_map(|(id, p)| {
        let locals = p.locals.as_ref().filter(|_| p.is_correct())?;
        Some((id, A::deliveries(locals)))
    })
}

/// (2) No two correct processes deliver different messages under one key.
pub const fn non_equivocation<A: Form>() -> Property<A> {
    Property {
        id: "non-equivocation",
        says: "No two correct processes deliver different messages under one key of one sender.",
        source: "P1, section on non-equivocating broadcast: property 2",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: wakes::<A>,
        holds: |moment| {
            let all: SmallVec<[_; 4]> = correct(moment.after).collect();
            moment.system.config().process_ids().all(|sender| {
                let mut pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
                pairs.all(|(a, b)| {
                    let both = a.1.from(sender).iter().zip(b.1.from(sender));
                    both.into_iter().all(|(x, y)| x == y)
                })
            })
        },
    }
}

/// (3) What is delivered from a correct sender, it broadcast.
pub const fn integrity<A: Form>() -> Property<A> {
    Property {
        id: "integrity",
        says: "What is delivered from a correct sender is what it broadcast.",
        source: "P1, section on non-equivocating broadcast: property 3",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: wakes::<A>,
        holds: |moment| {
            let config = moment.system.config();
            correct(moment.after).all(|(_, deliveries)| {
                let mut honest = config
                    .process_ids()
                    .filter(|p| !config.byzantine.contains(*p));
                honest.all(|sender| {
                    let got = deliveries.from(sender);
                    let keys = 1..=broadcasts(config, sender);
                    got.len() <= keys.clone().count()
                        && keys
                            .zip(got)
                            .all(|(key, v)| message(config, sender, key) == *v)
                })
            })
        },
    }
}

/// (1) What a correct process broadcasts, every correct process delivers.
pub const fn delivery<A: Form>() -> Property<A> {
    Property {
        id: "delivery",
        says: "What a correct process broadcasts is delivered by every correct process.",
        source: "P1, section on non-equivocating broadcast: property 1",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let config = moment.system.config();
            let up: SmallVec<[ProcessId; 4]> = correct(moment.after).map(|(id, _)| id).collect();
            correct(moment.after).all(|(_, deliveries)| {
                up.iter().all(|sender| {
                    deliveries.from(*sender).len() == usize::from(broadcasts(config, *sender))
                })
            })
        },
    }
}

/// (4) What one correct process delivers, every correct process delivers.
pub fn all_or_nothing<A: Form>(moment: &Moment<'_, A>) -> bool {
    let mut senders = moment.system.config().process_ids();
    senders.all(|sender| {
        let mut counts = correct(moment.after).map(|(_, d)| d.from(sender).len());
        let first = counts.next();
        counts.all(|count| Some(count) == first)
    })
}

/// A correct process writes each of its registers at most once with a value.
pub const fn written_once<A: Form>() -> Property<A> {
    Property {
        id: "written-once",
        says: "A correct process never writes a second value into one of its registers.",
        source: "P1, section on non-equivocating broadcast: write-once registers",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Landed {
                    operation: Operation::Write { .. },
                    ..
                }
            )
        },
        holds: |moment| {
            let byzantine = moment.system.config().byzantine;
            moment.facts.iter().all(|fact| match fact {
                Fact::Landed {
                    process,
                    operation: Operation::Write { value, .. },
                    before: Some(before),
                    ..
                } if !byzantine.contains(*process) => {
                    let (Some(now), Some(old)) = (A::slots(value), A::slots(before)) else {
                        return true;
                    };
                    now.iter()
                        .all(|(key, content)| old.get(key).is_none_or(|o| o == content))
                }
                _ => true,
            })
        },
    }
}

/// Some run delivers.
pub const fn someone_delivers<A: Form>() -> Property<A> {
    Property {
        id: "someone-delivers",
        says: "Some run delivers a message.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: wakes::<A>,
        holds: |moment| moment.facts.iter().any(wakes::<A>),
    }
}

// --- the adversary -------------------------------------------------------------------------------

fn keyed(act: &Act, lie: Lie, process: ProcessId) -> Keyed<Value> {
    let sender = if lie == Lie::Say { process } else { act.about };
    Keyed {
        sender,
        key: u16::from(act.key),
        payload: Value(act.content),
    }
}

/// What a Byzantine process can say about a sender's message: that message and one other, or all
/// that anyone has as input.
fn words(config: &Config, sender: ProcessId, key: u16, all: bool) -> SmallVec<[Value; 4]> {
    let own = message(config, sender, key);
    let mut others: SmallVec<[Value; 4]> = config.inputs.iter().copied().collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|v| *v != own);
    if others.is_empty() {
        others.push(Value((own.0 + 1) % 26));
    }
    others.truncate(if all { others.len() } else { 1 });
    others.insert(0, own);
    others
}

/// Every act that can be done now: at each memory (and, in the free form, at all of them), each
/// lie that its register allows and that would change something.
pub fn menu<A: Form>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    free: bool,
) -> Vec<u32> {
    let config = system.config();
    let places = config.memory_ids().map(Place::At);
    let everywhere = free.then_some(Place::Everywhere);
    let mut acts = Vec::new();
    for place in places.chain(everywhere) {
        if lies::free(state, process, place, &system.algorithm)
            .next()
            .is_none()
        {
            continue;
        }
        for (kind, lie) in (0..).zip(Lie::ALL) {
            if !A::LIES.contains(&lie) {
                continue;
            }
            for about in config.process_ids() {
                // One says something of oneself, and copies or forges what others said.
                let own = about == process;
                let fits = match lie {
                    Lie::Say => own,
                    Lie::Copy | Lie::Forge => !own,
                    Lie::ProveL1 | Lie::ProveL2 => true,
                };
                for key in 1..=broadcasts(config, about) {
                    let words = words(config, about, key, free);
                    let said = words.iter().filter(|_| fits);
                    acts.extend(
                        said.map(|v| Act {
                            kind,
                            place,
                            about,
                            key: key as u8,
                            content: v.0,
                        })
                        .filter(|act| makes_sense(state, system, process, (lie, act)))
                        .map(Act::number),
                    );
                }
            }
        }
    }
    acts.sort_unstable();
    acts
}

/// Whether the signatures for it exist, and some register would change.
fn makes_sense<A: Form>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    (lie, act): (Lie, &Act),
) -> bool {
    let host = &system.algorithm;
    let keys = system.adversary();
    let keyed = keyed(act, lie, process);
    // What the sender did sign can be copied; only what it did not is a forgery.
    if lie == Lie::Forge && system.config().byzantine.contains(act.about) {
        return false;
    }
    let layer = host.layer();
    let Some(content) = lies::content(state, (lie, process), &keyed, (&layer, &keys)) else {
        return false;
    };
    let register = host.layout().at(lie.register(), process, act.about);
    act.place.memories(system.config()).any(|memory| {
        let memory = state.memory(memory);
        !memory.crashed
            && A::slots(memory.register(register)).and_then(|s| s.get(u16::from(act.key)))
                != Some(&content)
    })
}

/// Carries out an act.
pub fn act<A: Form>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    number: u32,
    keys: &Adversary,
) -> Option<Vec<Command<A>>> {
    let act = Act::of(number, system.config())?;
    if act.about == EVERYONE {
        return None;
    }
    let lie = *Lie::ALL.get(usize::from(act.kind))?;
    if !A::LIES.contains(&lie) || act.key == 0 || (lie == Lie::Say) != (act.about == process) {
        let proves = matches!(lie, Lie::ProveL1 | Lie::ProveL2);
        if !(proves && A::LIES.contains(&lie) && act.key > 0) {
            return None;
        }
    }
    let host = &system.algorithm;
    let keyed = keyed(&act, lie, process);
    let layer = host.layer();
    let content: Content<Value> = lies::content(state, (lie, process), &keyed, (&layer, keys))?;
    let writes = lies::writes(host, state, process, (&act, lie.register()), &content);
    (!writes.is_empty()).then_some(writes)
}

/// `say Value[p3,1,p3]@m1 = b`
pub fn label(process: ProcessId, config: &Config, number: u32) -> String {
    let Some(act) = Act::of(number, config) else {
        return number.to_string();
    };
    let lie = Lie::ALL[usize::from(act.kind).min(Lie::ALL.len() - 1)];
    format!(
        "{} {}[{process},{},{}]@{} = {}",
        lie.verb(),
        lie.register().name(),
        act.key,
        act.about,
        act.place.text(),
        Value(act.content)
    )
}

/// [`label`] backwards.
pub fn parse(process: ProcessId, config: &Config, text: &str) -> Option<u32> {
    let (verb, name, indices, place, content) = acts::split(text)?;
    let [owner, key, about] = indices.as_slice() else {
        return None;
    };
    let register = *Register::ALL.iter().find(|k| k.name() == name)?;
    let kind = Lie::ALL
        .iter()
        .position(|l| l.verb() == verb && l.register() == register)?;
    let mut letters = content.chars();
    let value = Value::from_letter(letters.next()?)?;
    let act = Act {
        kind: kind as u8,
        place,
        about: ProcessId(acts::number_after(about, 'p')?),
        key: key.parse().ok()?,
        content: value.0,
    };
    let whole = letters.next().is_none() && acts::number_after(owner, 'p')? == process.0;
    (whole && Act::of(act.number(), config) == Some(act)).then(|| act.number())
}
