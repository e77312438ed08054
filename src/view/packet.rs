//! Packets in flight, with keys that last as long as they fly, and where each is at a moment.

use super::icons::Icon;
use crate::model::{Event, MemoryId, Permission, ProcessId, Status};
use crate::sim::{FlightView, Hold, Leg, Machine, OperationView, ResponseView, Session, StateView};

/// An end of a packet's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    /// A process.
    Process(ProcessId),
    /// A memory.
    Memory(MemoryId),
}

impl std::fmt::Display for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Agent::Process(p) => p.fmt(f),
            Agent::Memory(m) => m.fmt(f),
        }
    }
}

/// What a packet carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// A message, in short.
    Message(String),
    /// A request to a memory.
    Request(OperationView),
    /// A memory's answer.
    Response(ResponseView),
}

impl Load {
    /// The shape that it has everywhere.
    pub fn icon(&self) -> Icon {
        match self {
            Load::Message(_) => Icon::Message,
            Load::Request(operation) => operation_icon(operation),
            Load::Response(response) => response_icon(response),
        }
    }

    /// The permission that it asks for, if it is such a request.
    pub fn asks_for(&self) -> Option<&Permission> {
        match self {
            Load::Request(OperationView::ChangePermission { to, .. }) => Some(to),
            _ => None,
        }
    }
}

/// The shape of a request.
pub fn operation_icon(operation: &OperationView) -> Icon {
    match operation {
        OperationView::Write { .. } => Icon::Write,
        OperationView::Read { .. } | OperationView::ReadRow { .. } => Icon::Read,
        OperationView::ChangePermission { .. } => Icon::Permission,
    }
}

/// The shape of an answer.
pub fn response_icon(response: &ResponseView) -> Icon {
    match response {
        ResponseView::Ack => Icon::Ack,
        ResponseView::Nak => Icon::Nak,
        ResponseView::Value(_) | ResponseView::Row(_) => Icon::Value,
        ResponseView::Done => Icon::Done,
    }
}

/// What a packet stands for where a level folds many into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The broadcast's sender and key, where it is one, and whether it carries a T-send; else it
    /// is an operation at all memories.
    pub broadcast: Option<(ProcessId, u16, bool)>,
    /// How many have done their part: memories that carried it out or answered, processes that
    /// have delivered.
    pub done: u8,
    /// How many there are.
    pub of: u8,
    /// How far along its way it is, in thousandths.
    pub along: u16,
    /// How far it will be after the next step.
    pub next: u16,
}

/// What the recorded run does with a packet in the step that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing: it goes on waiting for its turn.
    Waits,
    /// It arrives.
    Arrives,
    /// It vanishes.
    Vanishes,
}

/// A packet in flight after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its key: the same as long as it flies, different for any other of the run.
    pub key: String,
    /// Who sent it.
    pub from: Agent,
    /// Where it goes.
    pub to: Agent,
    /// The process whose colour it wears: the sender of a message, the caller of an operation.
    pub owner: ProcessId,
    /// What it carries.
    pub load: Load,
    /// The step of the current run that sent it.
    pub sent: usize,
    /// What the recorded run does with it in the step that follows.
    pub fate: Fate,
    /// Whether nobody waits for it any more.
    pub stale: bool,
    /// Whether its process has crashed since.
    pub orphan: bool,
    /// Whether the automatic schedules leave it alone.
    pub held: bool,
    /// The event that lets it arrive, where it can happen.
    pub moves: Option<Event>,
    /// The event that loses it, where it can happen.
    pub loses: Option<Event>,
    /// On which of the parallel tracks of its way it flies, from 0 to 2: messages that follow
    /// each other closely do not cover each other.
    pub slot: u8,
    /// What it stands for, where it is more than one.
    pub fold: Option<Fold>,
    /// Whether a Byzantine process sent it: it may be a lie.
    pub lie: bool,
    /// Whether it carries a proof to a register.
    pub proof: bool,
}

impl Packet {
    /// Its shape.
    pub fn icon(&self) -> Icon {
        self.load.icon()
    }

    /// Whether it is a memory's answer.
    pub fn is_response(&self) -> bool {
        matches!(self.load, Load::Response(_))
    }

    /// The packet's part of the way between its ends at a moment, from 0 at the sender to 1 at
    /// the receiver. `since` is the time since its sending, in steps (it sets out
    /// [`SETTLE`] before the step is over), and `ahead` how much of the step that follows has
    /// passed, from 0 to 1.
    ///
    /// A packet that waits for its turn comes ever closer to where waiting packets stand; one
    /// whose turn it is goes the rest of the way. So the same function serves playing, scrubbing,
    /// rewinding and slow motion, and it never jumps when a run that is still being made goes on.
    /// `reach` is how far along the way it waits at most.
    pub fn progress(&self, since: f64, ahead: f64, reach: f64) -> f64 {
        if let Some(fold) = self.fold {
            let (here, there) = (f64::from(fold.along), f64::from(fold.next));
            return (here + (there - here) * ease(ahead)) / 1000.0;
        }
        let resting = |age: f64| reach * age / (age + 0.45);
        match self.fate {
            Fate::Arrives => {
                let start = resting((since - ahead * LANDING).max(0.0));
                start + (1.0 - start) * ease(ahead)
            }
            Fate::Waits | Fate::Vanishes => {
                let bounce = match self.load {
                    // A nak bounces off the memory before it goes back.
                    Load::Response(ResponseView::Nak) if since < 1.0 => {
                        0.07 * (since * std::f64::consts::TAU * 1.5).sin().abs() * (1.0 - since)
                    }
                    _ => 0.0,
                };
                resting(since.max(0.0)) + bounce
            }
        }
    }
}

/// How much of a step passes before what arrives in it lands: from then on the picture is the
/// one after the step.
pub const LANDING: f64 = 0.6;
/// The rest of it, in which what the step did comes to rest.
pub const SETTLE: f64 = 1.0 - LANDING;
/// How far along its way a packet waits at most, where there is room enough.
pub(super) const WAITING: f64 = 0.74;

/// Slow, fast, slow.
pub fn ease(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The packets in flight after step `k`.
pub(super) fn in_flight(
    session: &Session,
    k: usize,
    state: &StateView,
    enabled: &[Event],
) -> Vec<Packet> {
    let trace = &session.trace;
    let step = trace.step(k);
    let next = (k < trace.len()).then(|| trace.step(k + 1));
    let arriving = next.and_then(|n| n.event()).and_then(|event| {
        let content = match event {
            Event::Deliver { to, from, nth } => {
                session.machine().content(&step.after, from, to, nth)
            }
            _ => None,
        };
        step.clock.arriving(event, content).copied()
    });
    let mut out: Vec<Packet> = Vec::with_capacity(step.clock.flying.len());
    for (place, flying) in step.clock.flying.iter().enumerate() {
        let Some((from, to, owner, load, stale, orphan, moves, loses)) = carried(state, flying.leg)
        else {
            continue;
        };
        let sent = trace.place_of(flying.sent).unwrap_or(0);
        let before = &step.clock.flying[..place];
        let same = before.iter().filter(|f| **f == *flying).count();
        // Of equal packets the first leaves first, so they are told apart by how many come after.
        let behind = &step.clock.flying[place + 1..];
        let again = behind.iter().filter(|f| **f == *flying).count();
        let fate = match next {
            None => Fate::Waits,
            Some(_) if same == 0 && arriving == Some(*flying) => Fate::Arrives,
            Some(n) => {
                let left = n.clock.flying.iter().filter(|f| **f == *flying).count();
                // Of equal packets the first ones leave.
                let all = step.clock.flying.iter().filter(|f| **f == *flying).count();
                if same < all - left {
                    Fate::Vanishes
                } else {
                    Fate::Waits
                }
            }
        };
        let is_held = |hold: &Hold| moves.is_some_and(|event| hold.covers(event));
        out.push(Packet {
            key: key(flying.leg, sent, again),
            slot: slot(flying.leg, sent, again),
            fold: None,
            lie: !matches!(load, Load::Response(_))
                && state.processes[owner.0 as usize].status == Status::Byzantine,
            proof: carries_proof(session.machine().as_ref(), &load),
            load,
            from,
            to,
            owner,
            sent,
            fate,
            stale,
            orphan,
            held: step.holds.iter().any(is_held),
            moves: moves.filter(|e| enabled.contains(e)),
            loses: loses.filter(|e| enabled.contains(e)),
        });
    }
    out
}

/// Whether a packet carries a proof.
pub(super) fn carries_proof(machine: &dyn Machine, load: &Load) -> bool {
    match load {
        Load::Request(operation) => carries_proof_of(machine, operation),
        _ => false,
    }
}

/// Whether an operation writes a proof.
pub(super) fn carries_proof_of(machine: &dyn Machine, operation: &OperationView) -> bool {
    match operation {
        OperationView::Write { register, .. } => machine.proves(*register),
        _ => false,
    }
}

/// The track of a packet: it follows from what the packet is, so that it never changes.
fn slot(leg: Leg, sent: usize, again: usize) -> u8 {
    match leg {
        Leg::Message(_, _, content) => ((sent as u64 + again as u64 + content % 7) % 3) as u8,
        // A process has at most one operation at a memory.
        Leg::Request(..) | Leg::Response(..) => 0,
    }
}

/// The key of a packet; `same` counts equal ones sent by the same step.
pub(super) fn key(leg: Leg, sent: usize, same: usize) -> String {
    let again = match same {
        0 => String::new(),
        _ => format!("-{same}"),
    };
    match leg {
        Leg::Message(from, to, content) => {
            format!("s{sent}-{from}-{to}-{:04x}{again}", content & 0xffff)
        }
        Leg::Request(p, m) => format!("s{sent}-{p}-{m}"),
        Leg::Response(p, m) => format!("s{sent}-{m}-{p}"),
    }
}

type Carried = (
    Agent,
    Agent,
    ProcessId,
    Load,
    bool,
    bool,
    Option<Event>,
    Option<Event>,
);

/// What flies on a leg.
fn carried(state: &StateView, leg: Leg) -> Option<Carried> {
    match leg {
        Leg::Message(from, to, content) => {
            let mut messages = state.messages.iter();
            let message =
                messages.find(|m| m.from == from && m.to == to && m.content == content)?;
            let nth = message.nth;
            Some((
                Agent::Process(from),
                Agent::Process(to),
                from,
                Load::Message(message.text.clone()),
                false,
                false,
                Some(Event::Deliver { to, from, nth }),
                Some(Event::LoseMessage { to, from, nth }),
            ))
        }
        Leg::Request(process, memory) => {
            let lane = &state.processes[process.0 as usize].lanes[memory.0 as usize];
            let Some(FlightView::Request {
                operation,
                stale,
                orphan,
            }) = &lane.current
            else {
                return None;
            };
            Some((
                Agent::Process(process),
                Agent::Memory(memory),
                process,
                Load::Request(operation.clone()),
                *stale,
                *orphan,
                Some(Event::Effect { process, memory }),
                Some(Event::LoseRequest { process, memory }),
            ))
        }
        Leg::Response(process, memory) => {
            let lane = &state.processes[process.0 as usize].lanes[memory.0 as usize];
            let Some(FlightView::Response { response, stale }) = &lane.current else {
                return None;
            };
            Some((
                Agent::Memory(memory),
                Agent::Process(process),
                process,
                Load::Response(response.clone()),
                *stale,
                false,
                Some(Event::Return { process, memory }),
                None,
            ))
        }
    }
}
