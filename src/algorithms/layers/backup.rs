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

mod judge;
mod packet;
mod pseudocode;
mod variables;

use smallvec::SmallVec;

use super::broadcast::{self, Broadcast, Sight, Step as Heard};
use crate::algorithms::message::{Cause, Flow, MessageAlgorithm, Outbox};
use crate::model::{
    Algorithm, Input, Next, Out, ProcessId, ProcessSet, RegisterId, Scope, ThreadId, Value, Why,
};
pub use judge::Rejection;
use judge::Verdict;
pub use packet::{Content, Packet, Receipt, last_text, slots_text};
pub use pseudocode::{Line, pseudocode};
pub use variables::Variables;

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
struct Collected<'a, 'o, A: Algorithm, M: MessageAlgorithm> {
    sends: SmallVec<[(ProcessSet, M::Message); 2]>,
    retired: bool,
    out: &'a mut Out<'o, A>,
}

impl<A: Algorithm, M: MessageAlgorithm> Outbox<M::Message> for Collected<'_, '_, A, M> {
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

/// Why a line matters.
pub fn why<L>(line: Line<L>, process: ProcessId) -> Option<Why> {
    match line {
        Line::Broadcast(broadcast::Line::WriteCopy) => Some(Why::CopyBeforeReading { process }),
        Line::Broadcast(broadcast::Line::WriteL2) => Some(Why::ProofBindsSender { process }),
        Line::Receive => Some(Why::HistoryChecked { process }),
        _ => None,
    }
}
