//! The lines of Paxos by messages (Lamport, *Paxos Made Simple*, 2001), whatever carries them.
//!
//! Every process is proposer, acceptor and learner. A rejection names the higher number, so that
//! the next attempt can pass it. Whoever learns the decision passes it on: a proposer may crash
//! while it tells the others, and acceptors keep answering after they decided.

mod pseudocode;
mod state;

use super::{Cause, Flow, MessageAlgorithm, Outbox};
use crate::algorithms::proposals::{self, Accepted};
use crate::model::{CodeLine, Config, FirstPhase, ProcessId, ProcessSet, Value};
pub use pseudocode::Line;
use pseudocode::PSEUDOCODE;
pub use state::{Message, PaxosState, Stage};

pub(in crate::algorithms) const ADOPT_NOTHING: u32 = 0;
pub(in crate::algorithms) const ADOPT_LOWEST: u32 = 1;
pub(in crate::algorithms) const FORGET_PROMISE: u32 = 2;
pub(in crate::algorithms) const ACCEPT_ANYTHING: u32 = 3;
pub(in crate::algorithms) const ONE_PROMISE: u32 = 4;
pub(in crate::algorithms) const ONE_ACCEPTANCE: u32 = 5;

/// Paxos in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paxos {
    processes: u8,
    quorum: u8,
    /// Whether p1's phase 1 with number 1 is done before the run starts.
    first_phase_done: bool,
    attempts: Vec<u8>,
    mutations: u32,
}

impl Paxos {
    /// Paxos as a configuration asks for it, its mutations included.
    pub fn new(config: &Config) -> Self {
        Paxos {
            mutations: config.mutations,
            ..Paxos::unmutated(config)
        }
    }

    /// Paxos for another algorithm to stand on: that one's mutations are not Paxos's.
    pub fn unmutated(config: &Config) -> Self {
        Paxos {
            processes: config.processes,
            quorum: config.process_quorum() as u8,
            first_phase_done: config.first_phase == FirstPhase::Done,
            attempts: config.attempts.clone(),
            mutations: 0,
        }
    }

    fn on(&self, mutation: u32) -> bool {
        self.mutations & (1 << mutation) != 0
    }

    fn everyone(&self) -> impl Iterator<Item = ProcessId> + use<> {
        (0..self.processes).map(ProcessId)
    }

    /// Whether the process may begin another attempt.
    pub fn has_attempts(&self, me: ProcessId, state: &PaxosState) -> bool {
        proposals::allows(self.attempts[me.0 as usize], state.attempt)
    }

    /// p1's first attempt, whose phase 1 is done where the configuration says so.
    fn is_prepared(&self, me: ProcessId, state: &PaxosState) -> bool {
        self.first_phase_done && me == ProcessId(0) && state.attempt == 1
    }

    /// Promises or acceptances from a quorum; any two quorums of more than half share a process.
    fn is_quorum(&self, answers: ProcessSet, one_is_enough: u32) -> bool {
        let needed = if self.on(one_is_enough) {
            1
        } else {
            usize::from(self.quorum)
        };
        answers.len() >= needed
    }

    /// How many processes make a quorum.
    pub fn quorum(&self) -> usize {
        usize::from(self.quorum)
    }

    fn promised_enough(&self, state: &PaxosState) -> bool {
        matches!(state.stage, Stage::Preparing(who, _) if self.is_quorum(who, ONE_PROMISE))
    }

    fn accepted_enough(&self, state: &PaxosState) -> bool {
        matches!(state.stage, Stage::Accepting(_, who) if self.is_quorum(who, ONE_ACCEPTANCE))
    }

    /// Which of two reported proposals counts: the one with the higher number.
    fn better(&self, one: Accepted, other: Accepted) -> Accepted {
        match (one, other) {
            (Some(a), Some(b)) if self.on(ADOPT_LOWEST) => Some(a.min(b)),
            _ => one.max(other),
        }
    }

    /// Whether the attempt with number `n` lies behind the proposer: it looks at no answer to it
    /// any more. The numbers of its attempts rise.
    fn is_behind(&self, me: ProcessId, state: &PaxosState, n: u16) -> bool {
        match state.stage {
            Stage::Decided => true,
            Stage::Idle => n <= state.seen || !self.has_attempts(me, state),
            Stage::Preparing(..) | Stage::Accepting(..) => n != state.number && n <= state.seen,
        }
    }

    /// Whether a message only answers another one.
    pub fn is_answer(message: &Message) -> bool {
        matches!(
            message,
            Message::Promise(..) | Message::Accepted(_) | Message::Reject(..)
        )
    }

    /// Whether the message changes nothing and sends nothing here, now and later.
    pub fn ignores(&self, me: ProcessId, state: &PaxosState, message: &Message) -> bool {
        let accepting = matches!(state.stage, Stage::Accepting(..));
        match *message {
            Message::Prepare(_) | Message::Accept(..) => false,
            Message::Promise(n, _) => {
                self.is_behind(me, state, n) || accepting && n == state.number
            }
            Message::Accepted(n) => self.is_behind(me, state, n),
            // One rejection is enough, unless it names a higher number for the next attempt.
            Message::Reject(n, np) => {
                let again = accepting && state.rejected && np <= state.seen;
                self.is_behind(me, state, n) || n == state.number && again
            }
            Message::Decided(_) => state.stage == Stage::Decided,
        }
    }

    /// Whether the acceptor refuses the message, now and later: its promised number never falls.
    pub fn refuses(&self, state: &PaxosState, message: &Message) -> bool {
        match *message {
            Message::Prepare(n) => n <= state.np && !self.on(ACCEPT_ANYTHING),
            Message::Accept(n, _) => n < state.np && !self.on(ACCEPT_ANYTHING),
            _ => false,
        }
    }

    /// Whether the proposer ignores every refusal of its message, now and later.
    pub fn is_over(&self, me: ProcessId, state: &PaxosState, message: &Message) -> bool {
        match *message {
            Message::Prepare(n) | Message::Accept(n, _) => self.is_behind(me, state, n),
            _ => false,
        }
    }

    /// Whether the process can be at rest: in an attempt, a quorum answers, and with its last
    /// answer comes a rejection or the quorum.
    pub fn may_rest(&self, faults: u8, state: &PaxosState) -> bool {
        let up = self.processes.saturating_sub(faults);
        up < self.quorum || matches!(state.stage, Stage::Idle | Stage::Decided)
    }

    fn give_up(state: &mut PaxosState) {
        state.number = 0;
        state.stage = Stage::Idle;
        state.rejected = false;
    }

    /// Only the acceptor's variables live on after the decision.
    fn retire(state: &mut PaxosState) {
        Self::give_up(state);
        state.stage = Stage::Decided;
        state.attempt = 0;
        state.seen = 0;
    }
}

impl MessageAlgorithm for Paxos {
    type Line = Line;
    type State = PaxosState;
    type Message = Message;
    type Input = Value;

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    fn processes(&self) -> u8 {
        self.processes
    }

    /// Where p1's phase 1 is done, every acceptor has promised number 1 and accepted nothing.
    fn start(&self, _process: ProcessId, input: Value) -> (PaxosState, Line) {
        let state = PaxosState {
            input,
            np: u16::from(self.first_phase_done),
            accepted: None,
            attempt: 0,
            seen: 0,
            number: 0,
            stage: Stage::Idle,
            rejected: false,
        };
        (state, Line::Repeat)
    }

    fn upon(&self, message: &Message) -> Line {
        match message {
            Message::Prepare(_) => Line::UponPrepare,
            Message::Promise(..) => Line::UponPromise,
            Message::Accept(..) => Line::UponAccept,
            Message::Accepted(_) => Line::UponAccepted,
            Message::Reject(..) => Line::UponReject,
            Message::Decided(_) => Line::UponDecided,
        }
    }

    fn step(
        &self,
        me: ProcessId,
        line: Line,
        cause: &Cause<'_, Message>,
        state: &mut PaxosState,
        out: &mut impl Outbox<Message>,
    ) -> Flow<Line> {
        match line {
            // 1: repeat forever
            Line::Repeat => Flow::Wait(Line::WaitForLeader),
            // 2: wait until Ω = p
            Line::WaitForLeader => Flow::Goto(Line::ChooseNumber),
            // 3: n ← a number above every number seen. Numbers are disjoint between processes.
            Line::ChooseNumber => {
                state.attempt = state.attempt.saturating_add(1);
                let seen = if self.is_prepared(me, state) {
                    0
                } else {
                    state.seen.max(state.np)
                };
                state.number = proposals::next_number(self.processes, me, seen);
                state.seen = state.number;
                state.stage = Stage::Preparing(ProcessSet::EMPTY, None);
                Flow::Goto(Line::SendPrepare)
            }
            // 4: send ⟨prepare, n⟩ to all, unless the first leader's phase 1 is done: then
            // everyone has promised its number, and nobody has accepted anything below it.
            Line::SendPrepare if self.is_prepared(me, state) => Flow::Goto(Line::ChooseValue),
            Line::SendPrepare => {
                for q in self.everyone() {
                    out.send(q, Message::Prepare(state.number));
                }
                Flow::Wait(Line::WaitForPromises)
            }
            // 5: wait until a majority promised n, or one rejected it
            Line::WaitForPromises => Flow::Goto(Line::PrepareRejected),
            // 6: if fewer promised: abort, that is, go to line 1
            Line::PrepareRejected if self.promised_enough(state) => Flow::Goto(Line::ChooseValue),
            Line::PrepareRejected => {
                Self::give_up(state);
                Flow::Goto(Line::Repeat)
            }
            // 7: v ← the va with the highest na that the majority reported, or the own input.
            // Whatever was decided below n was accepted by someone in this majority, and nothing
            // below n can be decided any more without someone in it.
            Line::ChooseValue => {
                let value = match state.stage {
                    Stage::Preparing(_, Some((_, value))) if !self.on(ADOPT_NOTHING) => value,
                    _ => state.input,
                };
                state.stage = Stage::Accepting(value, ProcessSet::EMPTY);
                state.rejected = false;
                Flow::Goto(Line::SendAccept)
            }
            // 8: send ⟨accept, n, v⟩ to all
            Line::SendAccept => {
                if let Stage::Accepting(value, _) = state.stage {
                    for q in self.everyone() {
                        out.send(q, Message::Accept(state.number, value));
                    }
                }
                Flow::Wait(Line::WaitForAccepted)
            }
            // 9: wait until a majority accepted n, or one rejected it
            Line::WaitForAccepted => Flow::Goto(Line::AcceptRejected),
            // 10: if fewer accepted: abort, that is, go to line 1
            Line::AcceptRejected if self.accepted_enough(state) => Flow::Goto(Line::Decide),
            Line::AcceptRejected => {
                Self::give_up(state);
                Flow::Goto(Line::Repeat)
            }
            // 11: decide v; tell the others; propose no more
            Line::Decide => {
                if let Stage::Accepting(value, _) = state.stage {
                    out.decide(value, state.number);
                    for q in self.everyone().filter(|q| *q != me) {
                        out.send(q, Message::Decided(value));
                    }
                }
                Self::retire(state);
                Flow::End
            }
            // 12: upon ⟨prepare, n⟩ from q
            Line::UponPrepare => Flow::Goto(Line::Promise),
            // 13: if n > np: np ← n; send ⟨promise, n, na, va⟩ to q
            Line::Promise => match *cause {
                Cause::Message(q, &Message::Prepare(n)) if n > state.np => {
                    if !self.on(FORGET_PROMISE) {
                        state.np = n;
                    }
                    out.send(q, Message::Promise(n, state.accepted));
                    Flow::End
                }
                _ => Flow::Goto(Line::RefusePrepare),
            },
            // 14: else send ⟨reject, n, np⟩ to q
            Line::RefusePrepare => {
                if let Cause::Message(q, &Message::Prepare(n)) = *cause {
                    out.send(q, Message::Reject(n, state.np));
                }
                Flow::End
            }
            // 15: upon ⟨promise, n, na, va⟩ from q: note it, while it is the attempt's
            Line::UponPromise => {
                if let Cause::Message(q, &Message::Promise(n, accepted)) = *cause
                    && n == state.number
                    && let Stage::Preparing(who, best) = state.stage
                {
                    state.stage = Stage::Preparing(who.with(q), self.better(best, accepted));
                }
                Flow::End
            }
            // 16: upon ⟨accept, n, v⟩ from q
            Line::UponAccept => Flow::Goto(Line::Accept),
            // 17: if n ≥ np: np, na ← n; va ← v; send ⟨accepted, n⟩ to q
            Line::Accept => match *cause {
                Cause::Message(q, &Message::Accept(n, value))
                    if n >= state.np || self.on(ACCEPT_ANYTHING) =>
                {
                    state.np = n;
                    state.accepted = Some((n, value));
                    out.send(q, Message::Accepted(n));
                    Flow::End
                }
                _ => Flow::Goto(Line::RefuseAccept),
            },
            // 18: else send ⟨reject, n, np⟩ to q
            Line::RefuseAccept => {
                if let Cause::Message(q, &Message::Accept(n, _)) = *cause {
                    out.send(q, Message::Reject(n, state.np));
                }
                Flow::End
            }
            // 19: upon ⟨accepted, n⟩ from q: note it, while it is the attempt's
            Line::UponAccepted => {
                if let Cause::Message(q, &Message::Accepted(n)) = *cause
                    && n == state.number
                    && let Stage::Accepting(value, who) = state.stage
                {
                    state.stage = Stage::Accepting(value, who.with(q));
                }
                Flow::End
            }
            // 20: upon ⟨reject, n, np⟩ from q: note np, and the rejection while it is the
            // attempt's
            Line::UponReject => {
                if let Cause::Message(_, &Message::Reject(n, np)) = *cause
                    && n == state.number
                {
                    state.rejected = true;
                    state.seen = state.seen.max(np);
                }
                Flow::End
            }
            // 21: upon ⟨decided, v⟩ from q: decide v; tell the others, for q may crash while it
            // tells them
            Line::UponDecided => {
                if let Cause::Message(from, &Message::Decided(value)) = *cause
                    && state.stage != Stage::Decided
                {
                    out.decide(value, 0);
                    for q in self.everyone().filter(|q| *q != me && *q != from) {
                        out.send(q, Message::Decided(value));
                    }
                    Self::retire(state);
                    out.retire();
                }
                Flow::End
            }
        }
    }

    fn guard(&self, me: ProcessId, line: Line, state: &PaxosState, leader: ProcessId) -> bool {
        match line {
            Line::WaitForLeader => leader == me && self.has_attempts(me, state),
            Line::WaitForPromises => state.rejected || self.promised_enough(state),
            Line::WaitForAccepted => state.rejected || self.accepted_enough(state),
            _ => false,
        }
    }

    fn waits_for_leader(&self, me: ProcessId, line: Line, state: &PaxosState) -> bool {
        line == Line::WaitForLeader && self.has_attempts(me, state)
    }
}
