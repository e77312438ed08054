//! T-send and T-receive over non-equivocating broadcast (after P1, section on Robust Backup, and
//! Clement, Junqueira, Kate, Rodrigues, PODC 2012): a message travels with its sender's history,
//! and is received only if the algorithm, fed that history, could have sent it.
//!
//! A Byzantine process that lies about its history is rejected, and counts as crashed from then on.
//! What is left to it is to choose its input, the order and time of what it receives, and to stop.
//!
//! Modelling choices. A packet carries what is new in its sender's history since its last packet;
//! one sender's packets together spell the whole. A receipt names a packet by sender and key, which
//! is enough, since no two correct processes deliver different packets under one key. A message to
//! many is one broadcast.

use std::fmt::{Display, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use super::broadcast::{self, Broadcast, Follow, Keyed, Sight, Slots, Step as Heard};
use crate::algorithms::message::{Cause, Flow, Impossible, MessageAlgorithm, Outbox, Replay};
use crate::model::{
    self, CodeLine, Field, Input, Next, Out, ProcessId, ProcessSet, RegisterId, Scope, ThreadId,
    Value, Why, Work, fingerprint,
};

/// A receipt: which packet of which sender was T-received.
pub type Receipt = (ProcessId, u16);

/// What a T-send broadcasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Content<M: MessageAlgorithm> {
    /// The input that the sender claims; in its first packet only.
    pub input: Option<M::Input>,
    /// What it T-received since its last packet, in that order.
    pub receipts: SmallVec<[Receipt; 2]>,
    /// Whom the message is for.
    pub to: ProcessSet,
    /// The message.
    pub message: M::Message,
}

/// A packet: shared, with its fingerprint at hand.
#[derive(Clone, Debug)]
pub struct Packet<M: MessageAlgorithm> {
    content: Arc<Content<M>>,
    fingerprint: u64,
}

impl<M: MessageAlgorithm> Packet<M> {
    /// A packet of that content.
    pub fn new(content: Content<M>) -> Self {
        Packet {
            fingerprint: fingerprint(&content),
            content: Arc::new(content),
        }
    }
}

impl<M: MessageAlgorithm> std::ops::Deref for Packet<M> {
    type Target = Content<M>;

    fn deref(&self) -> &Content<M> {
        &self.content
    }
}

impl<M: MessageAlgorithm> PartialEq for Packet<M> {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
            && (Arc::ptr_eq(&self.content, &other.content) || self.content == other.content)
    }
}

impl<M: MessageAlgorithm> Eq for Packet<M> {}

impl<M: MessageAlgorithm> Hash for Packet<M> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.fingerprint);
    }
}

/// Why a packet is rejected, and its sender with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection<M> {
    /// The step that it claims is impossible after the history that it claims.
    Impossible(Impossible<M>),
    /// It claims the receipt of a packet that was not for it, or was received before.
    NotForIt(Receipt),
    /// It claims the receipt of a packet that every correct process rejects.
    Rejected(Receipt),
    /// Its first packet names no input, or a later one does.
    Input,
}

impl<M: Display> Display for Rejection<M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::Impossible(Impossible::Owes(to, m)) => {
                write!(f, "its history obliges it to send {m} to {to} first")
            }
            Rejection::Impossible(Impossible::Never(to, m)) => write!(
                f,
                "no step of the algorithm sends {m} to {to} after its history"
            ),
            Rejection::NotForIt((sender, key)) => write!(
                f,
                "it claims to have received packet {key} of {sender}, which it cannot have"
            ),
            Rejection::Rejected((sender, key)) => write!(
                f,
                "it claims to have believed packet {key} of {sender}, which is rejected"
            ),
            Rejection::Input => f.write_str("it does not say its input once, at the start"),
        }
    }
}

/// What a process knows of another's stream.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Peer<M: MessageAlgorithm> {
    /// Its packets delivered so far, first key first.
    pub log: SmallVec<[Packet<M>; 4]>,
    /// How many of them were judged and believed.
    pub believed: u16,
    /// The last key of each sender that its history cites.
    cited: SmallVec<[u16; 3]>,
    /// Its history, replayed.
    replay: Option<Replay<M>>,
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
    follows: SmallVec<[Follow<Packet<M>>; 3]>,
    /// What it knows of each process's stream.
    pub peers: SmallVec<[Peer<M>; 3]>,
    /// The key of its own last broadcast.
    pub key: u16,
    /// What it has T-sent, but not yet broadcast.
    pub outgoing: SmallVec<[Packet<M>; 2]>,
    /// What it T-received since its last T-send.
    pub since: SmallVec<[Receipt; 2]>,
    /// The input, until its first packet has named it.
    unnamed: Option<M::Input>,
    sending: bool,
    /// The message whose handler runs; none between events.
    current: Option<(ProcessId, M::Message)>,
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
    pub fn heard(&self, me: ProcessId) -> Vec<model::Heard> {
        let each = self.follows.iter().zip(&self.peers);
        let heard = each.map(|(follow, peer)| model::Heard {
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

/// Why a line matters.
pub fn why<L>(line: Line<L>, process: ProcessId) -> Option<Why> {
    match line {
        Line::Broadcast(broadcast::Line::WriteCopy) => Some(Why::CopyBeforeReading { process }),
        Line::Broadcast(broadcast::Line::WriteL2) => Some(Why::ProofBindsSender { process }),
        Line::Receive => Some(Why::HistoryChecked { process }),
        _ => None,
    }
}

/// The lines of the pseudocode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line<L> {
    /// The threads start.
    Start,
    /// The next packet is broadcast.
    Send,
    /// A delivered packet is judged.
    Judge,
    /// A message is T-received.
    Receive,
    /// A line of the broadcast.
    Broadcast(broadcast::Line),
    /// A line of the message algorithm.
    Core(L),
}

/// The pseudocode of the layer, without the broadcast and the message algorithm.
pub fn pseudocode<L>() -> [CodeLine<Line<L>>; 4] {
    [
        CodeLine {
            line: Line::Start,
            text: "follow every process;  run the algorithm over T-send and T-receive",
        },
        CodeLine {
            line: Line::Send,
            text: "T-send(dst, m): k ← k + 1;  broadcast(k, (dst, m, H)), H = my history",
        },
        CodeLine {
            line: Line::Judge,
            text: "upon deliver(k, (dst, m, H), q): once all in H is delivered, reject q unless A allows it",
        },
        CodeLine {
            line: Line::Receive,
            text: "  if me ∈ dst: T-receive(m, q)",
        },
    ]
}

/// The threads of the layer in its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threads {
    /// The thread that broadcasts what was T-sent.
    pub sender: ThreadId,
    /// The message algorithm's main thread.
    pub core: ThreadId,
    /// The main thread's scope, which ends when the algorithm retires.
    pub run: Scope,
}

/// An algorithm that T-sends.
pub trait Host<M: MessageAlgorithm>: broadcast::Host<Packet<M>> {
    /// The layer's line among the algorithm's.
    fn backup_line(line: Line<M::Line>) -> Self::Line;
    /// The note that a sender was rejected.
    fn rejected(sender: ProcessId, key: u16, rejection: Rejection<M::Message>) -> Self::Note;
    /// The note of something that the broadcast saw.
    fn seen(sender: ProcessId, key: u16, sight: Sight) -> Self::Note;
}

/// T-send and T-receive in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Backup<M: MessageAlgorithm> {
    /// The message algorithm.
    pub core: M,
    /// What carries it.
    pub broadcast: Broadcast,
    /// The layer's threads.
    pub threads: Threads,
    /// Whether packets are believed without a look at their history (a mutation).
    pub gullible: bool,
}

/// Collects what a line of the message algorithm does.
struct Collected<'a, 'o, A: crate::model::Algorithm, M: MessageAlgorithm> {
    sends: SmallVec<[(ProcessSet, M::Message); 2]>,
    retired: bool,
    out: &'a mut Out<'o, A>,
}

impl<A: crate::model::Algorithm, M: MessageAlgorithm> Outbox<M::Message>
    for Collected<'_, '_, A, M>
{
    /// The same message to many, one after the other, is one T-send.
    fn send(&mut self, to: ProcessId, message: M::Message) {
        match self.sends.last_mut() {
            Some((whom, last)) if *last == message && whom.iter().all(|q| q < to) => {
                whom.insert(to);
            }
            _ => self.sends.push((ProcessSet::only(to), message)),
        }
    }

    fn decide(&mut self, value: Value, proposal: u16) {
        self.out.decide(value, proposal);
    }

    fn retire(&mut self) {
        self.retired = true;
    }
}

/// What is to be said of a peer's next packet.
enum Verdict<M: MessageAlgorithm> {
    Believed(Packet<M>),
    Rejected(Rejection<M::Message>),
}

impl<M: MessageAlgorithm> Backup<M> {
    fn everyone(&self) -> impl Iterator<Item = ProcessId> + use<M> {
        (0..self.broadcast.processes).map(ProcessId)
    }

    /// Begins the message algorithm with an input, and follows every process's broadcasts.
    pub fn begin<A: Host<M>>(
        &self,
        variables: &mut Variables<M>,
        input: M::Input,
        out: &mut Out<'_, A>,
    ) {
        variables.unnamed = Some(input.clone());
        let (state, line) = self.core.start(out.me, input);
        variables.core = Some(state);
        let line = A::backup_line(Line::Core(line));
        out.spawn(self.threads.core, self.threads.run, line);
        for q in self.everyone() {
            let line = A::backup_line(Line::Broadcast(broadcast::Line::ForEachSender));
            out.spawn(ThreadId::peer(q), 0, line);
        }
    }

    /// Whether what a line waits for holds.
    pub fn guard(
        &self,
        me: ProcessId,
        line: Line<M::Line>,
        variables: &Variables<M>,
        leader: ProcessId,
    ) -> bool {
        match (line, &variables.core) {
            (Line::Core(line), Some(state)) => self.core.guard(me, line, state, leader),
            _ => false,
        }
    }

    /// Whether a line waits for Omega.
    pub fn waits_for_leader(
        &self,
        me: ProcessId,
        line: Line<M::Line>,
        variables: &Variables<M>,
    ) -> bool {
        match (line, &variables.core) {
            (Line::Core(line), Some(state)) => self.core.waits_for_leader(me, line, state),
            _ => false,
        }
    }

    /// What a poll looks at in a register.
    pub fn glance<A: Host<M>>(
        layout: broadcast::Layout,
        thread: ThreadId,
        variables: &Variables<M>,
        register: RegisterId,
        value: &A::Register,
    ) -> A::Register {
        match thread.as_peer() {
            Some(q) => {
                let follow = &variables.follows[q.0 as usize];
                Broadcast::glance::<A, Packet<M>>(layout, (q, follow), register, value)
            }
            None => value.clone(),
        }
    }

    /// Runs a line of one of the layer's threads.
    pub fn step<A: Host<M>>(
        &self,
        host: &A,
        line: Line<M::Line>,
        input: Input<'_, A>,
        variables: &mut Variables<M>,
        out: &mut Out<'_, A>,
    ) -> Next<Line<M::Line>> {
        let me = out.me;
        let peer = out.thread.as_peer();
        match line {
            // 1: follow every process; run the algorithm over T-send and T-receive. The host knows
            // the input, and begins.
            Line::Start => Next::End,
            // 2: T-send(dst, m): k ← k + 1; broadcast(k, (dst, m, H)). One at a time.
            Line::Send => {
                if variables.outgoing.is_empty() {
                    variables.sending = false;
                    return Next::End;
                }
                Next::Goto(Line::Broadcast(broadcast::Line::Broadcast))
            }
            Line::Broadcast(broadcast::Line::Broadcast) => {
                let packet = variables.outgoing.remove(0);
                variables.key += 1;
                self.broadcast.broadcast(host, out, variables.key, packet);
                Next::Quorum(Line::Send)
            }
            // 3: upon deliver: once all in H is delivered, reject q unless A allows it
            Line::Judge => {
                let everyone = self.everyone();
                for q in everyone {
                    match self.judge(me, q, variables) {
                        None => {}
                        Some(Verdict::Rejected(rejection)) => {
                            let peer = &mut variables.peers[q.0 as usize];
                            peer.rejected = true;
                            peer.replay = None;
                            let key = peer.believed + 1;
                            out.note(A::rejected(q, key, rejection));
                            return Next::Goto(Line::Judge);
                        }
                        Some(Verdict::Believed(packet)) => {
                            variables.peers[q.0 as usize].believed += 1;
                            if packet.to.contains(me) {
                                variables.current = Some((q, packet.message.clone()));
                                return Next::Goto(Line::Receive);
                            }
                            return Next::Goto(Line::Judge);
                        }
                    }
                }
                match peer {
                    Some(q) if variables.peers[q.0 as usize].rejected => Next::End,
                    Some(_) => Next::Goto(Line::Broadcast(broadcast::Line::NextKey)),
                    None => Next::End,
                }
            }
            // 4: if me ∈ dst: T-receive(m, q)
            Line::Receive => match &variables.current {
                Some((q, message)) => {
                    let key = variables.peers[q.0 as usize].believed;
                    variables.since.push((*q, key));
                    Next::Goto(Line::Core(self.core.upon(message)))
                }
                None => Next::Goto(Line::Judge),
            },
            Line::Broadcast(line) => {
                let q = peer.unwrap_or(me);
                let follow = &mut variables.follows[q.0 as usize];
                let key = follow.key;
                let mut sight = |out: &mut Out<'_, A>, sight| out.note(A::seen(q, key, sight));
                let heard = self
                    .broadcast
                    .step(host, line, input, (q, follow), out, &mut sight);
                match heard {
                    Heard::Next(next) => wrap(next, Line::Broadcast),
                    Heard::Deliver(keyed) => {
                        variables.peers[q.0 as usize].log.push(keyed.payload);
                        Next::Goto(Line::Judge)
                    }
                }
            }
            Line::Core(line) => self.run_core(line, variables, out),
        }
    }

    /// Runs a line of the message algorithm; what it sends is T-sent.
    fn run_core<A: Host<M>>(
        &self,
        line: M::Line,
        variables: &mut Variables<M>,
        out: &mut Out<'_, A>,
    ) -> Next<Line<M::Line>> {
        let me = out.me;
        let current = variables.current.take();
        let Some(state) = &mut variables.core else {
            return Next::End;
        };
        let cause = match &current {
            Some((from, message)) => Cause::Message(*from, message),
            None => Cause::Run,
        };
        let mut collected: Collected<'_, '_, A, M> = Collected {
            sends: SmallVec::new(),
            retired: false,
            out: &mut *out,
        };
        let flow = self.core.step(me, line, &cause, state, &mut collected);
        let (sends, retired) = (collected.sends, collected.retired);
        for (to, message) in sends {
            variables.outgoing.push(Packet::new(Content {
                input: variables.unnamed.take(),
                receipts: std::mem::take(&mut variables.since),
                to,
                message,
            }));
        }
        if !variables.outgoing.is_empty() && !variables.sending {
            variables.sending = true;
            out.spawn(self.threads.sender, 0, A::backup_line(Line::Send));
        }
        if retired {
            out.end_scope(self.threads.run);
        }
        match flow {
            Flow::Goto(line) => {
                variables.current = current;
                Next::Goto(Line::Core(line))
            }
            Flow::Wait(line) => Next::Wait(Line::Core(line)),
            // A handler is over: judge what else can be judged now.
            Flow::End if current.is_some() => Next::Goto(Line::Judge),
            Flow::End => Next::End,
        }
    }

    /// What is to be said of a peer's next packet; nothing while one that it cites is not judged.
    fn judge(
        &self,
        me: ProcessId,
        q: ProcessId,
        variables: &mut Variables<M>,
    ) -> Option<Verdict<M>> {
        let peer = &variables.peers[q.0 as usize];
        let packet = peer.log.get(usize::from(peer.believed))?.clone();
        if peer.rejected {
            return None;
        }
        if q == me || self.gullible {
            return Some(Verdict::Believed(packet));
        }
        let mut cited = peer.cited.clone();
        for receipt in &packet.receipts {
            let (sender, key) = *receipt;
            let cites = variables.peers.get(usize::from(sender.0))?;
            if cites.believed < key {
                if cites.rejected {
                    return Some(Verdict::Rejected(Rejection::Rejected(*receipt)));
                }
                return None;
            }
            let last = &mut cited[sender.0 as usize];
            let there = usize::from(key).checked_sub(1).map(|k| &cites.log[k]);
            if key <= *last || !there.is_some_and(|p| p.to.contains(q)) {
                return Some(Verdict::Rejected(Rejection::NotForIt(*receipt)));
            }
            *last = key;
        }
        let first = peer.believed == 0;
        if packet.input.is_some() != first {
            return Some(Verdict::Rejected(Rejection::Input));
        }
        let replay = match &packet.input {
            Some(input) => Some(Replay::new(&self.core, q, input.clone())),
            None => peer.replay.clone(),
        };
        let mut replay = replay?;
        if let Err(impossible) = self.replayed(&mut replay, variables, &packet) {
            return Some(Verdict::Rejected(Rejection::Impossible(impossible)));
        }
        let peer = &mut variables.peers[q.0 as usize];
        peer.cited = cited;
        peer.replay = Some(replay);
        Some(Verdict::Believed(packet))
    }

    /// Feeds a packet's history and its message to the replay of its sender.
    fn replayed(
        &self,
        replay: &mut Replay<M>,
        variables: &Variables<M>,
        packet: &Packet<M>,
    ) -> Result<(), Impossible<M::Message>> {
        for (sender, key) in &packet.receipts {
            let log = &variables.peers[sender.0 as usize].log;
            let message = &log[usize::from(*key) - 1].message;
            replay.received(&self.core, *sender, message)?;
        }
        for to in packet.to.iter() {
            replay.sent(&self.core, to, &packet.message)?;
        }
        Ok(())
    }
}

/// A layer's next line as its user's.
pub fn wrap<K, L>(next: Next<K>, line: impl Fn(K) -> L) -> Next<L> {
    match next {
        Next::Goto(l) => Next::Goto(line(l)),
        Next::Response(l) => Next::Response(line(l)),
        Next::Quorum(l) => Next::Quorum(line(l)),
        Next::Wait(l) => Next::Wait(line(l)),
        Next::Park(region, l) => Next::Park(region, line(l)),
        Next::Coin(l) => Next::Coin(line(l)),
        Next::End => Next::End,
    }
}

/// A bank of packets in full: the key and message of each, and who signed it.
pub fn slots_text<M: MessageAlgorithm>(slots: &Slots<Packet<M>>) -> String {
    let each: Vec<String> = slots.iter().map(|(k, c)| entry_text(k, c)).collect();
    each.join(" ")
}

/// A bank of packets in short: the last one, after `…` if there are others; `-` where there is none.
pub fn last_text<M: MessageAlgorithm>(slots: &Slots<Packet<M>>) -> String {
    match slots.iter().last() {
        None => "-".to_owned(),
        Some((1, content)) => entry_text(1, content),
        Some((key, content)) => format!("…{}", entry_text(key, content)),
    }
}

fn entry_text<M: MessageAlgorithm>(key: u16, content: &broadcast::Content<Packet<M>>) -> String {
    let signers = match content {
        broadcast::Content::Value(signed) => signed.signers(),
        broadcast::Content::L1(proof, _) | broadcast::Content::L2(proof) => proof.signers(),
    };
    let keyed: &Keyed<Packet<M>> = content.keyed();
    let message = &keyed.payload.message;
    format!("{key}:{message}{signers}")
}
