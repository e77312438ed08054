//! Counting delays (P1, section 3): how deep in messages and memory operations each event lies.
//!
//! `depth(event) = max(depth of the previous event at the same process or memory, depth of its
//! sending + 1)`; local and external events add nothing. A decision's delays are its depth: the
//! length of the longest chain of one-way trips before it.

use smallvec::SmallVec;

use super::trace::NodeId;
use crate::model::{Config, Event, MemoryId, ProcessId};

/// What an event did to the packets in flight. `content` is a message's identity: a fingerprint
/// of its sender and content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traffic {
    /// A message left.
    Sent {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
        /// Its identity.
        content: u64,
    },
    /// A message arrived.
    Received {
        /// Its sender.
        from: ProcessId,
        /// Its receiver.
        to: ProcessId,
        /// Its identity.
        content: u64,
    },
    /// A message vanished.
    Vanished {
        /// Its receiver.
        to: ProcessId,
        /// Its identity.
        content: u64,
    },
    /// A request left for a memory.
    Issued(ProcessId, MemoryId),
    /// A request took effect; its response leaves.
    Landed(ProcessId, MemoryId),
    /// A request took effect; its process has crashed, so no response leaves.
    LandedUnheard(ProcessId, MemoryId),
    /// A response arrived.
    Returned(ProcessId, MemoryId),
    /// A request was lost.
    RequestLost(ProcessId, MemoryId),
}

/// Which way a packet goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// A message from one process to another, with its identity.
    Message(ProcessId, ProcessId, u64),
    /// A request to a memory.
    Request(ProcessId, MemoryId),
    /// A response from a memory.
    Response(ProcessId, MemoryId),
}

/// A packet in flight, as a trace knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flying {
    /// Which way it goes.
    pub leg: Leg,
    /// The step that sent it.
    pub sent: NodeId,
    /// For a response, the step that issued its request; else as `sent`.
    pub issued: NodeId,
    /// The depth of its sending, in delays.
    pub depth: u32,
}

/// The last event at a process or memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Last {
    /// Its depth, in delays.
    pub depth: u32,
    /// Its step.
    pub node: NodeId,
}

/// What a trace knows about delays after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The last event at each process.
    pub processes: SmallVec<[Last; 3]>,
    /// The last event at each memory.
    pub memories: SmallVec<[Last; 3]>,
    /// The packets in flight, in the order in which they were sent.
    pub flying: SmallVec<[Flying; 4]>,
    /// The greatest depth so far: the delays that have passed.
    pub delays: u32,
}

/// How an event lies in the order of causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Causes {
    /// Its depth, in delays.
    pub depth: u32,
    /// The previous event at the same process or memory.
    pub previous: NodeId,
    /// The sending of what arrived, if something did.
    pub sending: Option<NodeId>,
}

impl Clock {
    /// Before the first event.
    pub fn new(config: &Config, traffic: &[Traffic]) -> Self {
        let mut clock = Clock {
            processes: config.process_ids().map(|_| Last::default()).collect(),
            memories: config.memory_ids().map(|_| Last::default()).collect(),
            flying: SmallVec::new(),
            delays: 0,
        };
        for t in traffic {
            clock.depart(*t, 0, NodeId(0), NodeId(0));
        }
        clock
    }

    /// The packet that arrives with an event; `content` identifies the message of a delivery.
    pub fn arriving(&self, event: Event, content: Option<u64>) -> Option<&Flying> {
        let leg = match event {
            Event::Deliver { to, from, .. } => Leg::Message(from, to, content?),
            Event::Effect { process, memory } => Leg::Request(process, memory),
            Event::Return { process, memory } => Leg::Response(process, memory),
            _ => return None,
        };
        self.flying.iter().find(|f| f.leg == leg)
    }

    /// Where an event happens and what it follows.
    pub fn causes(&self, event: Event, content: Option<u64>) -> Causes {
        let place = match event {
            Event::Effect { memory, .. }
            | Event::CrashMemory(memory)
            | Event::LoseRequest { memory, .. } => self.memories[memory.0 as usize],
            _ => match event.process() {
                Some(process) => self.processes[process.0 as usize],
                None => Last::default(),
            },
        };
        let arriving = self.arriving(event, content);
        Causes {
            depth: arriving.map_or(place.depth, |f| place.depth.max(f.depth + 1)),
            previous: place.node,
            sending: arriving.map(|f| f.sent),
        }
    }

    /// The clock after an event, which became the step `node`.
    pub fn after(&self, event: Event, causes: Causes, traffic: &[Traffic], node: NodeId) -> Self {
        let mut clock = self.clone();
        let now = Last {
            depth: causes.depth,
            node,
        };
        match event {
            Event::Effect { memory, .. } | Event::CrashMemory(memory) => {
                clock.memories[memory.0 as usize] = now;
            }
            Event::LoseMessage { .. } | Event::LoseRequest { .. } => {}
            _ => {
                if let Some(process) = event.process() {
                    clock.processes[process.0 as usize] = now;
                }
            }
        }
        clock.delays = clock.delays.max(causes.depth);
        let mut issued = node;
        if let Event::CrashProcess(process) = event {
            // Responses on their way to it vanish, and its inbox does so by facts of its own.
            clock
                .flying
                .retain(|f| !matches!(f.leg, Leg::Response(p, _) if p == process));
        }
        for t in traffic {
            if let Some(gone) = clock.land(*t) {
                issued = gone.issued;
            }
            clock.depart(*t, causes.depth, node, issued);
        }
        clock
    }

    fn land(&mut self, traffic: Traffic) -> Option<Flying> {
        let leg = |f: &Flying| match traffic {
            Traffic::Received { from, to, content } => f.leg == Leg::Message(from, to, content),
            Traffic::Vanished { to, content } => {
                matches!(f.leg, Leg::Message(_, t, c) if t == to && c == content)
            }
            Traffic::Landed(p, m) | Traffic::LandedUnheard(p, m) | Traffic::RequestLost(p, m) => {
                f.leg == Leg::Request(p, m)
            }
            Traffic::Returned(p, m) => f.leg == Leg::Response(p, m),
            Traffic::Sent { .. } | Traffic::Issued(..) => false,
        };
        let place = self.flying.iter().position(leg)?;
        Some(self.flying.remove(place))
    }

    fn depart(&mut self, traffic: Traffic, depth: u32, node: NodeId, request: NodeId) {
        let (leg, issued) = match traffic {
            Traffic::Sent { from, to, content } => (Leg::Message(from, to, content), node),
            Traffic::Issued(process, memory) => (Leg::Request(process, memory), node),
            Traffic::Landed(process, memory) => (Leg::Response(process, memory), request),
            _ => return,
        };
        self.flying.push(Flying {
            leg,
            sent: node,
            issued,
            depth,
        });
    }
}
