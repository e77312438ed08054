//! What the adversary can T-send: the next step of an honest history, or a message that its history
//! does not allow.
//!
//! A packet's receipts and its key are worked out from what stands in the memories, so that a lie
//! is as plausible as it can be; only the message is the liar's choice.

use smallvec::SmallVec;

use super::acts::{Act, EVERYONE, Place};
use super::backup::{Backup, Content as PacketContent, Host, Packet, Receipt};
use super::bank::Bank;
use super::broadcast::{self, Content, Keyed, Kind};
use super::lies::free;
use crate::algorithms::message::{MessageAlgorithm, Replay};
use crate::model::{
    Adversary, Command, Config, MemoryId, Operation, ProcessId, ProcessSet, State, System,
};

/// The number of the act that follows the algorithm.
pub const FOLLOW: u8 = 11;
/// The number of the act that claims another message.
pub const CLAIM: u8 = 12;

/// The messages that a liar can claim, numbered in 16 bits.
pub trait Claims<M: MessageAlgorithm>: Host<M> {
    /// The layer.
    fn backup(&self) -> &Backup<M>;
    /// The input that a liar claims where it follows the algorithm.
    fn claimed_input(&self, process: ProcessId) -> M::Input;
    /// A number's message, with whatever evidence the adversary can find for it.
    fn claim(
        system: &System<Self>,
        state: &State<Self>,
        number: u16,
        keys: &Adversary,
    ) -> Option<M::Message>;
    /// The input that goes best with a message, if it tells one: a liar may choose its input.
    fn input_of(message: &M::Message) -> Option<M::Input>;
    /// A number's message as text.
    fn claim_text(number: u16) -> String;
    /// The number of a message's text.
    fn claim_named(text: &str) -> Option<u16>;
    /// The claims that a search tries.
    fn claims(system: &System<Self>, process: ProcessId) -> Vec<u16>;
}

/// The packets that a sender signed, first key first, as one memory (or any) shows them.
fn stream<A: Host<M>, M: MessageAlgorithm>(
    system: &System<A>,
    state: &State<A>,
    sender: ProcessId,
    at: Option<MemoryId>,
) -> Vec<Packet<M>> {
    let register = system.algorithm.layout().at(Kind::Value, sender, sender);
    let mut packets = Vec::new();
    loop {
        let key = packets.len() as u16 + 1;
        let memories = state.memories().filter(|(id, m)| {
            at.is_none_or(|at| at == *id) && usize::from(register.0) < m.registers.len()
        });
        let mut shown =
            memories.filter_map(|(_, m)| {
                match <A as broadcast::Host<Packet<M>>>::slots(m.register(register))?.get(key)? {
                    Content::Value(signed) if signed.is_signed_by(sender) => {
                        Some(signed.content().payload.clone())
                    }
                    _ => None,
                }
            });
        match shown.next() {
            Some(packet) => packets.push(packet),
            None => return packets,
        }
    }
}

/// A liar's own history, and what it could say that it received next.
struct Past<M: MessageAlgorithm> {
    replay: Replay<M>,
    input: Option<M::Input>,
    key: u16,
    /// What it has not cited yet, sender by sender.
    uncited: Vec<(Receipt, M::Message)>,
}

fn past<A: Claims<M>, M: MessageAlgorithm>(
    system: &System<A>,
    state: &State<A>,
    process: ProcessId,
    at: MemoryId,
) -> Option<Past<M>> {
    let host = &system.algorithm;
    let core = &host.backup().core;
    let config = system.config();
    let own = stream::<A, M>(system, state, process, Some(at));
    let streams: Vec<Vec<Packet<M>>> = config
        .process_ids()
        .map(|q| {
            if q == process {
                own.clone()
            } else {
                stream::<A, M>(system, state, q, None)
            }
        })
        .collect();
    let input = match own.first() {
        Some(first) => first.input.clone()?,
        None => host.claimed_input(process),
    };
    let mut replay = Replay::new(core, process, input.clone());
    let mut cited: SmallVec<[u16; 9]> = SmallVec::from_elem(0, streams.len());
    for packet in &own {
        for (sender, key) in &packet.receipts {
            cited[sender.0 as usize] = *key;
            let there = streams[sender.0 as usize].get(usize::from(*key) - 1)?;
            // After a lie there is no honest way on, but more lies can follow.
            let _ = replay.received(core, *sender, &there.message);
        }
        for to in packet.to.iter() {
            let _ = replay.sent(core, to, &packet.message);
        }
    }
    let mut uncited = Vec::new();
    for (sender, stream) in config.process_ids().zip(&streams) {
        for (key, packet) in (1u16..).zip(stream) {
            if key > cited[sender.0 as usize] && packet.to.contains(process) {
                uncited.push(((sender, key), packet.message.clone()));
            }
        }
    }
    Some(Past {
        replay,
        input: own.is_empty().then_some(input),
        key: own.len() as u16 + 1,
        uncited,
    })
}

impl<M: MessageAlgorithm> Past<M> {
    /// Receives what can be received before something has to be sent.
    fn receive(&mut self, core: &M) -> SmallVec<[Receipt; 2]> {
        let mut receipts = SmallVec::new();
        while !self.replay.is_obliged() && !self.uncited.is_empty() {
            let (receipt, message) = self.uncited.remove(0);
            if self.replay.received(core, receipt.0, &message).is_err() {
                break;
            }
            receipts.push(receipt);
        }
        receipts
    }

    /// The next message of an honest history, and whom it is for: what it has to send; where it
    /// has not, what it may send as the leader.
    fn honest(&mut self, core: &M, leads: bool) -> Option<(ProcessSet, M::Message)> {
        if !leads && !self.replay.is_obliged() {
            return None;
        }
        let (first, message) = self.replay.next_sends().next()?.clone();
        let mut to = ProcessSet::EMPTY;
        let mut next = Some(first);
        while let Some(q) = next {
            if self.replay.sent(core, q, &message).is_err() {
                break;
            }
            to.insert(q);
            let more = self.replay.next_sends().next();
            next = more
                .filter(|(q, m)| *m == message && !to.contains(*q))
                .map(|m| m.0);
        }
        Some((to, message))
    }
}

/// Whether Omega tells a liar to lead.
fn leads<A: Host<M>, M: MessageAlgorithm>(state: &State<A>, process: ProcessId) -> bool {
    state.process(process).leader == process
}

/// The packet of an act, and its key.
fn packet<A: Claims<M>, M: MessageAlgorithm>(
    system: &System<A>,
    state: &State<A>,
    (process, act): (ProcessId, &Act),
    keys: &Adversary,
) -> Option<(u16, Packet<M>)> {
    let core = &system.algorithm.backup().core;
    let at = free(state, process, act.place, &system.algorithm).next()?;
    let mut past = past::<A, M>(system, state, process, at)?;
    let receipts = past.receive(core);
    let (to, message) = match act.kind {
        FOLLOW => past.honest(core, leads(state, process))?,
        CLAIM => {
            let number = u16::from(act.key) << 8 | u16::from(act.content);
            let to = if act.about == EVERYONE {
                ProcessSet::first(system.config().processes)
            } else {
                ProcessSet::only(act.about)
            };
            (to, A::claim(system, state, number, keys)?)
        }
        _ => return None,
    };
    let content = PacketContent {
        input: past.input.map(|input| match act.kind {
            CLAIM => A::input_of(&message).unwrap_or(input),
            _ => input,
        }),
        receipts,
        to,
        message,
    };
    Some((past.key, Packet::new(content)))
}

/// Every act that can be done now.
pub fn menu<A: Claims<M>, M: MessageAlgorithm>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    all: bool,
) -> Vec<u32> {
    let config = system.config();
    let core = &system.algorithm.backup().core;
    let claims = A::claims(system, process);
    let mut acts = Vec::new();
    for place in config
        .memory_ids()
        .map(Place::At)
        .chain([Place::Everywhere])
    {
        let Some(at) = free(state, process, place, &system.algorithm).next() else {
            continue;
        };
        let Some(mut past) = past::<A, M>(system, state, process, at) else {
            continue;
        };
        let mut add = |kind, about, number: u16| {
            let act = Act {
                kind,
                place,
                about,
                key: (number >> 8) as u8,
                content: number as u8,
            };
            acts.push(act.number());
        };
        past.receive(core);
        if past.honest(core, leads(state, process)).is_some() {
            add(FOLLOW, process, 0);
        }
        for number in &claims {
            add(CLAIM, EVERYONE, *number);
            if all {
                config.process_ids().for_each(|q| add(CLAIM, q, *number));
            }
        }
    }
    acts.sort_unstable();
    acts
}

/// Carries out an act.
pub fn act<A: Claims<M>, M: MessageAlgorithm>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    number: u32,
    keys: &Adversary,
) -> Option<Vec<Command<A>>> {
    let act = Act::of(number, system.config())?;
    let (key, packet) = packet::<A, M>(system, state, (process, &act), keys)?;
    let signed = keys.sign(
        process,
        Keyed {
            sender: process,
            key,
            payload: packet,
        },
    )?;
    let layout = system.algorithm.layout();
    let register = layout.at(Kind::Value, process, process);
    let idle = free(state, process, act.place, &system.algorithm);
    let writes: Vec<_> = idle
        .map(|memory| {
            Command::Issue(
                memory,
                Operation::Write {
                    region: layout.own(process),
                    register,
                    value: <A as broadcast::Host<Packet<M>>>::register(Bank::of(
                        key,
                        Content::Value(signed.clone()),
                    )),
                },
            )
        })
        .collect();
    (!writes.is_empty()).then_some(writes)
}

/// `follow @m1`, `claim accepted(1) to all @m1`
pub fn label<A: Claims<M>, M: MessageAlgorithm>(act: &Act) -> Option<String> {
    let place = act.place.text();
    match act.kind {
        FOLLOW => Some(format!("follow @{place}")),
        CLAIM => {
            let number = u16::from(act.key) << 8 | u16::from(act.content);
            let to = match act.about {
                EVERYONE => "all".to_owned(),
                q => q.to_string(),
            };
            Some(format!("claim {} to {to} @{place}", A::claim_text(number)))
        }
        _ => None,
    }
}

/// [`label`] backwards.
pub fn parse<A: Claims<M>, M: MessageAlgorithm>(
    process: ProcessId,
    config: &Config,
    text: &str,
) -> Option<u32> {
    let (what, place) = text.trim().rsplit_once('@')?;
    let place = Place::parse(place.trim())?;
    let act = match what.trim() {
        "follow" => Act {
            kind: FOLLOW,
            place,
            about: process,
            key: 0,
            content: 0,
        },
        what => {
            let (message, to) = what.strip_prefix("claim ")?.rsplit_once(" to ")?;
            let about = match to.trim() {
                "all" => EVERYONE,
                q => ProcessId(super::acts::number_after(q, 'p')?),
            };
            let number = A::claim_named(message.trim())?;
            Act {
                kind: CLAIM,
                place,
                about,
                key: (number >> 8) as u8,
                content: number as u8,
            }
        }
    };
    (Act::of(act.number(), config) == Some(act)).then(|| act.number())
}
