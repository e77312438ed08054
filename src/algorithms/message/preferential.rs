//! The lines of Preferential Paxos (after P1, section on Preferential Paxos): a set-up phase, then
//! Paxos with the value of the highest priority that was heard.
//!
//! Each process sends its input with the evidence for it to all, waits for n - f_P of these
//! messages (its own is one like any other), and adopts the best. Of inputs ordered by priority the decision is one of the first
//! f_P + 1: any n - f_P of them leave out at most f_P. The class of an input (T, M or B) is worked
//! out anew from its evidence by whoever receives it, never taken on trust.

use smallvec::SmallVec;

use super::{
    Cause, Flow, MessageAlgorithm, Outbox, PaxosCore, PaxosLine, PaxosMessage, PaxosState,
};
use crate::algorithms::layers::quorum::{Evidence, LEADER};
use crate::model::{CodeLine, Config, ProcessId, ProcessSet, Value};

/// The classes by rank: B, M, T.
const BARE: u8 = 0;
const LEADERS: u8 = 1;
const PROVED: u8 = 2;

/// The rank of an input, from its evidence: 2 (T) for a unanimity proof signed by all `n`, 1 (M)
/// for the leader's signature, 0 (B) for the rest, forged claims included.
pub fn class(evidence: &Evidence, n: u8) -> u8 {
    match evidence {
        Evidence::Proof(copies) if copies.signers() == ProcessSet::first(n) => PROVED,
        Evidence::Leader(signed) if signed.is_signed_by(LEADER) => LEADERS,
        _ => BARE,
    }
}

/// Preferential Paxos in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Preferential {
    paxos: PaxosCore,
    processes: u8,
    /// n - f_P: the set-up messages that are waited for.
    needed: u8,
    /// Whether claims are believed without evidence (a mutation).
    trusting: bool,
}

/// The lines of the pseudocode, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    /// The set-up message leaves.
    SendSetup,
    /// Enough set-up messages are here.
    WaitSetup,
    /// The best becomes the input.
    Adopt,
    /// A set-up message arrives.
    UponSetup,
    /// A line of Paxos.
    Paxos(PaxosLine),
}

/// The messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    /// \u{27e8}set-up, v, evidence\u{27e9}
    Setup(Evidence),
    /// A message of Paxos.
    Paxos(PaxosMessage),
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Message::Setup(evidence) => write!(f, "set-up({evidence})"),
            Message::Paxos(message) => message.fmt(f),
        }
    }
}

/// A process's variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PreferentialState {
    /// Its own input, with what vouches for it.
    pub own: Evidence,
    /// The set-up messages heard until it adopted one.
    pub heard: SmallVec<[(ProcessId, Evidence); 3]>,
    /// What it adopted.
    pub adopted: Option<Evidence>,
    /// Paxos's variables.
    pub paxos: PaxosState,
}

impl Preferential {
    /// As a configuration asks for it.
    pub fn new(config: &Config, trusting: bool) -> Self {
        Preferential {
            paxos: PaxosCore::unmutated(config),
            processes: config.processes,
            needed: config.processes.saturating_sub(config.f_p).max(1),
            trusting,
        }
    }

    /// Paxos, on which it stands.
    pub fn paxos(&self) -> &PaxosCore {
        &self.paxos
    }

    fn rank(&self, evidence: &Evidence) -> u8 {
        if self.trusting {
            return match evidence {
                Evidence::Proof(_) => PROVED,
                Evidence::Leader(_) => LEADERS,
                Evidence::Bare(_) => BARE,
            };
        }
        class(evidence, self.processes)
    }

    /// The best of what was heard; within a class the first letter.
    fn best(&self, heard: &[(ProcessId, Evidence)]) -> Option<Evidence> {
        let first = |e: &Evidence| (self.rank(e), std::cmp::Reverse(e.value()));
        let all = heard.iter().map(|(_, evidence)| *evidence);
        all.max_by_key(first)
    }
}

/// Paxos's outbox within this algorithm's.
struct Inner<'a, O>(&'a mut O);

impl<O: Outbox<Message>> Outbox<PaxosMessage> for Inner<'_, O> {
    fn send(&mut self, to: ProcessId, message: PaxosMessage) {
        self.0.send(to, Message::Paxos(message));
    }

    fn decide(&mut self, value: Value, proposal: u16) {
        self.0.decide(value, proposal);
    }

    fn retire(&mut self) {
        self.0.retire();
    }
}

impl MessageAlgorithm for Preferential {
    type Line = Line;
    type State = PreferentialState;
    type Message = Message;
    type Input = Evidence;

    fn pseudocode() -> &'static [CodeLine<Line>] {
        use std::sync::LazyLock;
        static LINES: LazyLock<Vec<CodeLine<Line>>> = LazyLock::new(|| {
            let own = [
                CodeLine::new(
                    Line::SendSetup,
                    "set-up: send \u{27e8}input, evidence\u{27e9} to all",
                ),
                CodeLine::new(Line::WaitSetup, "  wait for n − f of these messages"),
                CodeLine::new(
                    Line::Adopt,
                    "  input ← the best of them: T before M before B;  run Paxos",
                ),
                CodeLine::new(
                    Line::UponSetup,
                    "upon \u{27e8}input, evidence\u{27e9} from q: note it",
                ),
            ];
            let paxos = PaxosCore::pseudocode().iter();
            let paxos = paxos.map(|code| code.within(Line::Paxos));
            own.into_iter().chain(paxos).collect()
        });
        &LINES
    }

    fn processes(&self) -> u8 {
        self.processes
    }

    fn start(&self, process: ProcessId, input: Evidence) -> (PreferentialState, Line) {
        let state = PreferentialState {
            own: input,
            heard: SmallVec::new(),
            adopted: None,
            paxos: self.paxos.start(process, input.value()).0,
        };
        (state, Line::SendSetup)
    }

    fn upon(&self, message: &Message) -> Line {
        match message {
            Message::Setup(_) => Line::UponSetup,
            Message::Paxos(message) => Line::Paxos(self.paxos.upon(message)),
        }
    }

    fn step(
        &self,
        me: ProcessId,
        line: Line,
        cause: &Cause<'_, Message>,
        state: &mut PreferentialState,
        out: &mut impl Outbox<Message>,
    ) -> Flow<Line> {
        match line {
            Line::SendSetup => {
                for to in (0..self.processes).map(ProcessId) {
                    out.send(to, Message::Setup(state.own));
                }
                Flow::Wait(Line::WaitSetup)
            }
            Line::WaitSetup => Flow::Goto(Line::Adopt),
            Line::Adopt => {
                state.adopted = self.best(&state.heard);
                state.heard.clear();
                if let Some(evidence) = state.adopted {
                    state.paxos.input = evidence.value();
                }
                let start = self.paxos.start(me, state.paxos.input).1;
                Flow::Goto(Line::Paxos(start))
            }
            Line::UponSetup => {
                if let Cause::Message(from, Message::Setup(evidence)) = cause
                    && state.adopted.is_none()
                    && state.heard.iter().all(|(q, _)| q != from)
                {
                    let place = state.heard.partition_point(|(q, _)| q < from);
                    state.heard.insert(place, (*from, *evidence));
                }
                Flow::End
            }
            Line::Paxos(line) => {
                let cause = match cause {
                    Cause::Message(from, Message::Paxos(message)) => Cause::Message(*from, message),
                    _ => Cause::Run,
                };
                let flow = self
                    .paxos
                    .step(me, line, &cause, &mut state.paxos, &mut Inner(out));
                match flow {
                    Flow::Goto(line) => Flow::Goto(Line::Paxos(line)),
                    Flow::Wait(line) => Flow::Wait(Line::Paxos(line)),
                    Flow::End => Flow::End,
                }
            }
        }
    }

    fn guard(
        &self,
        me: ProcessId,
        line: Line,
        state: &PreferentialState,
        leader: ProcessId,
    ) -> bool {
        match line {
            Line::WaitSetup => state.heard.len() >= usize::from(self.needed),
            Line::Paxos(line) => self.paxos.guard(me, line, &state.paxos, leader),
            _ => false,
        }
    }

    fn waits_for_leader(&self, me: ProcessId, line: Line, state: &PreferentialState) -> bool {
        match line {
            Line::Paxos(line) => self.paxos.waits_for_leader(me, line, &state.paxos),
            _ => false,
        }
    }
}
