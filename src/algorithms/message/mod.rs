//! Algorithms that only send messages, in a form that does not fix what a message travels on.
//!
//! The same lines run over the model's links (as [`Paxos`](super::Paxos) does) and over any other
//! way of sending, such as a broadcast that binds Byzantine processes: whoever runs them hands in
//! an [`Outbox`]. [`Replay`] answers whether a process that claims a history of messages can have
//! followed the algorithm (Clement, Junqueira, Kate, Rodrigues, PODC 2012: the receiver checks
//! what a correct sender could have sent).

mod paxos;
mod preferential;
mod replay;

use std::fmt::Display;

use crate::model::{Algorithm, CodeLine, Data, Out, ProcessId, Value};

pub use paxos::{
    Line as PaxosLine, Message as PaxosMessage, Paxos as PaxosCore, PaxosState, Stage,
};
pub use preferential::{Message as PreferentialMessage, Preferential, PreferentialState, class};
pub use replay::{Impossible, Replay, Replica};

/// What wakes a line of a message algorithm.
#[derive(Debug)]
pub enum Cause<'a, M> {
    /// Control came here from the line before, or the wait on this line is over.
    Run,
    /// A message arrived; every line of its handler sees it.
    Message(ProcessId, &'a M),
}

/// Where control goes from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<L> {
    /// Straight on.
    Goto(L),
    /// `wait until` the guard of that line holds, and go on there. Only the main thread waits.
    Wait(L),
    /// The thread is over.
    End,
}

/// What a line may do to the world.
pub trait Outbox<M> {
    /// Sends a message; one to oneself travels too.
    fn send(&mut self, to: ProcessId, message: M);
    /// Decides a value at a proposal number (0 where it was learnt).
    fn decide(&mut self, value: Value, proposal: u16);
    /// Ends the main thread: the process starts nothing new, but its handlers still answer.
    fn retire(&mut self);
}

impl<A: Algorithm> Outbox<A::Message> for Out<'_, A> {
    fn send(&mut self, to: ProcessId, message: A::Message) {
        Out::send(self, to, message);
    }

    fn decide(&mut self, value: Value, proposal: u16) {
        Out::decide(self, value, proposal);
    }

    /// The main thread is the only one of the process's own scope that ever waits.
    fn retire(&mut self) {
        self.end_scope(0);
    }
}

/// An algorithm for crash faults by messages: one main thread that waits, and handlers.
///
/// Pure and deterministic, but for two things that the runner chooses: when a wait whose guard
/// holds is left, and what Omega says.
pub trait MessageAlgorithm: Data {
    /// The pseudocode lines, one variant each.
    type Line: Data + Copy + Ord;
    /// The variables of a process.
    type State: Data;
    /// What a message carries; shown in short, such as `accept(2,b)`.
    type Message: Data + Display + Ord;
    /// What a process starts with.
    type Input: Data;

    /// The pseudocode, first line first.
    fn pseudocode() -> &'static [CodeLine<Self::Line>];
    /// n.
    fn processes(&self) -> u8;
    /// The variables and the first line of a process's main thread.
    fn start(&self, process: ProcessId, input: Self::Input) -> (Self::State, Self::Line);
    /// The line at which a message's handler starts.
    fn upon(&self, message: &Self::Message) -> Self::Line;
    /// Runs one line of process `me`.
    fn step(
        &self,
        me: ProcessId,
        line: Self::Line,
        cause: &Cause<'_, Self::Message>,
        state: &mut Self::State,
        out: &mut impl Outbox<Self::Message>,
    ) -> Flow<Self::Line>;
    /// Whether what a `wait until` line waits for holds, where Omega says `leader`.
    fn guard(
        &self,
        me: ProcessId,
        line: Self::Line,
        state: &Self::State,
        leader: ProcessId,
    ) -> bool;
    /// Whether a `wait until` line waits for Omega.
    fn waits_for_leader(&self, me: ProcessId, line: Self::Line, state: &Self::State) -> bool;
}
