//! A process's variables under T-send and T-receive.

use smallvec::SmallVec;

use super::packet::{Packet, Receipt};
use crate::algorithms::layers::broadcast::Follow;
use crate::algorithms::message::{MessageAlgorithm, Replay};
use crate::model::{Field, Heard, ProcessId, ProcessSet, ThreadId, Work};

/// What a process knows of another's stream.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Peer<M: MessageAlgorithm> {
    /// Its packets delivered so far, first key first.
    pub log: SmallVec<[Packet<M>; 4]>,
    /// How many of them were judged and believed.
    pub believed: u16,
    /// The last key of each sender that its history cites.
    pub(super) cited: SmallVec<[u16; 3]>,
    /// Its history, replayed.
    pub(super) replay: Option<Replay<M>>,
    /// Whether it is rejected for good.
    pub rejected: bool,
}

impl<M: MessageAlgorithm> Peer<M> {
    fn new(n: u8) -> Self {
        Peer {
            log: SmallVec::new(),
            believed: 0,
            cited: SmallVec::from_elem(0, usize::from(n)),
            replay: None,
            rejected: false,
        }
    }
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variables<M: MessageAlgorithm> {
    pub(super) follows: SmallVec<[Follow<Packet<M>>; 3]>,
    /// What it knows of each process's stream.
    pub peers: SmallVec<[Peer<M>; 3]>,
    /// The key of its own last broadcast.
    pub key: u16,
    /// What it has T-sent, but not yet broadcast.
    pub outgoing: SmallVec<[Packet<M>; 2]>,
    /// What it T-received since its last T-send.
    pub since: SmallVec<[Receipt; 2]>,
    /// The input, until its first packet has named it.
    pub(super) unnamed: Option<M::Input>,
    pub(super) sending: bool,
    /// The message whose handler runs; none between events.
    pub(super) current: Option<(ProcessId, M::Message)>,
    /// The message algorithm's variables; none before it begins.
    pub core: Option<M::State>,
}

impl<M: MessageAlgorithm> Variables<M> {
    /// Before anything was sent.
    pub fn new(n: u8) -> Self {
        Variables {
            follows: (0..n).map(|_| Follow::default()).collect(),
            peers: (0..n).map(|_| Peer::new(n)).collect(),
            key: 0,
            outgoing: SmallVec::new(),
            since: SmallVec::new(),
            unnamed: None,
            sending: false,
            current: None,
            core: None,
        }
    }

    /// The T-send that a thread works for, such as `T-send 3 of p1`.
    pub fn level(&self, thread: ThreadId, me: ProcessId, sender: ThreadId) -> Option<Work> {
        match thread.as_peer() {
            Some(q) => Some(Work::TSend(q, self.follows[q.0 as usize].key)),
            None if thread == sender => Some(Work::TSend(me, self.key)),
            None => None,
        }
    }

    /// What it delivered and T-received of each process.
    pub fn heard(&self, me: ProcessId) -> Vec<Heard> {
        let each = self.follows.iter().zip(&self.peers);
        let heard = each.map(|(follow, peer)| Heard {
            delivered: follow.key - 1,
            received: (1..=peer.believed)
                .filter(|key| {
                    let packet = peer.log.get(usize::from(*key) - 1);
                    packet.is_some_and(|p| p.to.contains(me))
                })
                .collect(),
        });
        heard.collect()
    }

    /// For display: what was broadcast, delivered and believed, and who is rejected.
    pub fn fields(&self) -> Vec<Field> {
        let each = || (0..).map(ProcessId).zip(&self.peers);
        let streams = each().filter(|(_, p)| !p.log.is_empty());
        let streams = streams.map(|(q, p)| format!("{q}:{}/{}", p.believed, p.log.len()));
        let rejected: ProcessSet = each().filter(|(_, p)| p.rejected).map(|(q, _)| q).collect();
        let stages = self.follows.iter().map(|f| f.stage.name());
        let waiting: Vec<String> = self
            .outgoing
            .iter()
            .map(|packet| packet.message.to_string())
            .collect();
        vec![
            Field::new("last key broadcast", self.key),
            Field::new("to be broadcast", waiting.join(" ")),
            Field::new("believed/delivered", streams.collect::<Vec<_>>().join(" ")),
            Field::new("rejected", rejected),
            Field::new("broadcast states", stages.collect::<Vec<_>>().join(" ")),
        ]
    }
}
