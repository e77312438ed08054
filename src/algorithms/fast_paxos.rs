//! Fast Paxos by messages (Lamport, *Fast Paxos*, 2006): proposers speak to the acceptors directly.
//!
//! Crash faults, m = 0; Omega for progress only. n > 2 f_P for classic quorums of n - f_P, and
//! n > 2 e + f_P for fast quorums of n - e: then any two fast quorums and a classic one share a
//! process. Undisturbed, a value is learnt two delays after it was proposed; two proposals at once
//! may collide, and then the coordinator recovers.
//!
//! Modelling choices. Round 1 is the fast one: its phase 1 is done and every acceptor may vote for
//! what it hears first, as after the coordinator's "any" message. A process proposes when its
//! Omega names it. Rounds from 2 on are classic, 2 is p1's: there the votes of round 1 count as
//! promises (coordinated recovery), since no round lies between. Any other leader runs phase 1.
//! Votes of the fast round go to everyone, those of classic rounds to the leader, who tells.

mod message;
mod must_hold;
mod pseudocode;
mod quorums;

use smallvec::SmallVec;

use super::decided;
use super::proposals::{self, Accepted as Vote, pair};
use crate::model::{
    Algorithm, CodeLine, Config, ConfigError, Fact, Facts, Field, FirstPhase, Input, Mutation,
    Next, NoNote, Out, ProcessId, ProcessSet, Property, State, ThreadId, Value, Why,
};
pub use message::Message;
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{MUTATIONS, PSEUDOCODE};

const FREE_CHOICE: u32 = 0;
const VOTE_TWICE: u32 = 1;
const FAST_BY_MAJORITY: u32 = 2;
const ANY_ROUND_COUNTS: u32 = 3;

/// The fast round.
const FAST: u16 = 1;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FastPaxos {
    config: Config,
}

/// How far a leader's round is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// No classic round is under way.
    Idle,
    /// Phase 1: what the acceptors reported.
    Preparing(SmallVec<[(ProcessId, Vote); 3]>),
    /// Phase 2: this value was sent, and these accepted it.
    Accepting(Value, ProcessSet),
    /// It decided, and proposes no more.
    Decided,
}

/// A process's variables. What is dead after the decision is reset, so that equal futures are
/// equal states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// rnd: the highest round that the acceptor takes part in.
    rnd: u16,
    /// (vrnd, vval): the last round in which the acceptor voted, and its vote.
    vote: Vote,
    /// The votes of the fast round that the learner has heard.
    votes: SmallVec<[(ProcessId, Value); 3]>,
    attempt: u16,
    seen: u16,
    round: u16,
    stage: Stage,
    rejected: bool,
}

impl FastPaxos {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    fn everyone(&self) -> impl Iterator<Item = ProcessId> + use<> {
        self.config.process_ids()
    }

    /// The smallest round above `seen` that is p's own: p1 has 2, 2+n, …
    fn next_round(&self, me: ProcessId, seen: u16) -> u16 {
        FAST + proposals::next_number(self.config.processes, me, seen.saturating_sub(FAST))
    }

    fn has_attempts(&self, me: ProcessId, locals: &Locals) -> bool {
        proposals::has_attempts(&self.config, me, locals.attempt)
    }

    /// Whether round `r` lies behind the leader: it looks at no answer to it any more, but for a
    /// higher round that a rejection names.
    fn is_behind(locals: &Locals, r: u16) -> bool {
        locals.stage == Stage::Decided || r != locals.round && r <= locals.seen
    }

    fn give_up(locals: &mut Locals) {
        locals.round = 0;
        locals.stage = Stage::Idle;
        locals.rejected = false;
    }

    /// Decides and tells the others; only the acceptor's variables live on.
    fn decide(&self, value: Value, round: u16, locals: &mut Locals, out: &mut Out<'_, Self>) {
        decided::decide(&self.config, out, (value, round), &Message::Decided(value));
        Self::give_up(locals);
        locals.stage = Stage::Decided;
        locals.votes.clear();
        (locals.attempt, locals.seen) = (0, 0);
    }
}

impl Algorithm for FastPaxos {
    type Line = Line;
    type Locals = Locals;
    type Message = Message;
    type Register = ();
    type Note = NoNote;

    const ID: &'static str = "fast-paxos";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Fast Paxos",
        shows: "Two delays by messages alone, paid for with larger quorums and with collisions.",
        source: "Lamport, Fast Paxos, 2006",
        processes: "n >= 2 f_P + 1",
        memories: "m = 0",
        common_case_delays: 2,
        least_memories: 0,
        most_memories: 0,
        byzantine: false,
        recovers: false,
        symmetric_memories: false,
    };

    /// Here the fast round is open from the start: `first_phase=run` is not to be had.
    fn check(config: &Config) -> Result<(), ConfigError> {
        if config.first_phase == FirstPhase::Run {
            return Err(ConfigError::FastRoundOpen);
        }
        if config.e > config.processes {
            return Err(ConfigError::FastFaults {
                given: config.e,
                processes: config.processes,
            });
        }
        Ok(())
    }

    fn new(config: Config) -> Self {
        FastPaxos { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(3, 0).with_faults(1, 0)
    }

    /// f_P: the most with n > 2 f_P and n > 2 e + f_P.
    fn most_faults(config: &Config) -> (u8, u8) {
        let n = config.processes;
        let classic = n.saturating_sub(1) / 2;
        let fast = n
            .saturating_sub(config.e.saturating_mul(2))
            .saturating_sub(1);
        (classic.min(fast), 0)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn start(&self, _process: ProcessId, input: Value) -> (Locals, Line) {
        let locals = Locals {
            input,
            rnd: FAST,
            vote: None,
            votes: SmallVec::new(),
            attempt: 0,
            seen: FAST,
            round: 0,
            stage: Stage::Idle,
            rejected: false,
        };
        (locals, Line::Repeat)
    }

    fn upon(&self, message: &Message) -> Line {
        match message {
            Message::Propose(_) => Line::UponPropose,
            Message::Vote(_) => Line::UponVote,
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
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        let me = out.me;
        let arrived = match input {
            Input::Message(from, message) => Some((from, *message)),
            _ => None,
        };
        match line {
            // 1: repeat forever
            Line::Repeat => Next::Wait(Line::WaitForLeader),
            // 2: wait until Ω = p
            Line::WaitForLeader => {
                locals.attempt = locals.attempt.saturating_add(1);
                Next::Goto(Line::Propose)
            }
            // 3: the first time: send ⟨propose, input⟩ to all
            Line::Propose if locals.attempt == 1 => {
                out.send_to(self.everyone(), &Message::Propose(locals.input));
                Next::Wait(Line::WaitForVotes)
            }
            Line::Propose => Next::Goto(Line::ChooseRound),
            // 4: wait until the votes collide, or time out. An acceptor that crashed never votes,
            // and then no fast quorum may ever come.
            Line::WaitForVotes => Next::Goto(Line::VotesAsPromises),
            // 5: p1 with n-f votes: they are promises for round 2. Whoever voted in round 1 will
            // not vote in it again, and no round lies between.
            Line::VotesAsPromises => {
                let round = self.next_round(me, FAST);
                let enough = locals.votes.len() >= self.classic();
                if me == ProcessId(0) && enough && locals.seen < round {
                    locals.round = round;
                    locals.seen = round;
                    let votes = locals.votes.iter().map(|(q, v)| (*q, Some((FAST, *v))));
                    locals.stage = Stage::Preparing(votes.collect());
                    return Next::Goto(Line::ChooseValue);
                }
                Next::Goto(Line::ChooseRound)
            }
            // 6: else r ← a round above every round seen
            Line::ChooseRound => {
                locals.round = self.next_round(me, locals.seen.max(locals.rnd));
                locals.seen = locals.round;
                locals.stage = Stage::Preparing(SmallVec::new());
                Next::Goto(Line::SendPrepare)
            }
            // 7: send ⟨prepare, r⟩ to all
            Line::SendPrepare => {
                out.send_to(self.everyone(), &Message::Prepare(locals.round));
                Next::Wait(Line::WaitForPromises)
            }
            // 8: wait until n-f promised, or a reject
            Line::WaitForPromises => Next::Goto(Line::PrepareRejected),
            // 9: if fewer promised: go to line 1
            Line::PrepareRejected => match &locals.stage {
                Stage::Preparing(reports) if reports.len() >= self.classic() => {
                    Next::Goto(Line::ChooseValue)
                }
                _ => {
                    Self::give_up(locals);
                    Next::Goto(Line::Repeat)
                }
            },
            // 10: v ← what may have been chosen, or the input. Only the highest round reported
            // counts: if it is classic its value is unique; if it is the fast one, v may have
            // been chosen only if at most e of those who reported did not vote for it.
            Line::ChooseValue => {
                if let Stage::Preparing(reports) = &locals.stage {
                    let value = self.pick(reports, locals.input);
                    locals.stage = Stage::Accepting(value, ProcessSet::EMPTY);
                }
                locals.rejected = false;
                Next::Goto(Line::SendAccept)
            }
            // 11: send ⟨accept, r, v⟩ to all
            Line::SendAccept => {
                if let Stage::Accepting(value, _) = locals.stage {
                    out.send_to(self.everyone(), &Message::Accept(locals.round, value));
                }
                Next::Wait(Line::WaitForAccepted)
            }
            // 12: wait until n-f accepted, or a reject
            Line::WaitForAccepted => Next::Goto(Line::AcceptRejected),
            // 13: if fewer accepted: go to line 1
            Line::AcceptRejected => match locals.stage {
                Stage::Accepting(_, who) if who.len() >= self.classic() => Next::Goto(Line::Decide),
                _ => {
                    Self::give_up(locals);
                    Next::Goto(Line::Repeat)
                }
            },
            // 14: decide v; tell the others; propose no more
            Line::Decide => {
                if let Stage::Accepting(value, _) = locals.stage {
                    self.decide(value, locals.round, locals, out);
                }
                Next::End
            }
            // 15: upon ⟨propose, v⟩: if rnd = 1, no vote yet: vote v to all
            Line::UponPropose => {
                if let Some((_, Message::Propose(value))) = arrived
                    && locals.rnd == FAST
                    && (locals.vote.is_none() || self.on(VOTE_TWICE))
                {
                    locals.vote = Some((FAST, value));
                    out.send_to(self.everyone(), &Message::Vote(value));
                }
                Next::End
            }
            // 16: upon ⟨vote, v⟩ from q: note it
            Line::UponVote => {
                let Some((from, Message::Vote(value))) = arrived else {
                    return Next::End;
                };
                if locals.stage == Stage::Decided {
                    return Next::End;
                }
                let place = locals.votes.partition_point(|(q, _)| *q < from);
                match locals.votes.get_mut(place) {
                    Some(vote) if vote.0 == from => vote.1 = value,
                    _ => locals.votes.insert(place, (from, value)),
                }
                Next::Goto(Line::FastQuorum)
            }
            // 17: if n-e voted v: decide v; tell the others
            Line::FastQuorum => {
                if let Some(value) = self.fast_choice(locals) {
                    self.decide(value, FAST, locals, out);
                    out.end_scope(0);
                }
                Next::End
            }
            // 18: upon ⟨prepare, r⟩: if r > rnd: rnd ← r; promise its vote
            Line::UponPrepare => match arrived {
                Some((from, Message::Prepare(r))) if r > locals.rnd => {
                    locals.rnd = r;
                    out.send(from, Message::Promise(r, locals.vote));
                    Next::End
                }
                _ => Next::Goto(Line::RefusePrepare),
            },
            // 20: upon ⟨promise, r, vrnd, vval⟩ from q: note it
            Line::UponPromise => {
                if let Some((from, Message::Promise(r, vote))) = arrived
                    && r == locals.round
                    && let Stage::Preparing(reports) = &mut locals.stage
                {
                    let place = reports.partition_point(|(q, _)| *q < from);
                    reports.insert(place, (from, vote));
                }
                Next::End
            }
            // 21: upon ⟨accept, r, v⟩: if r ≥ rnd: rnd ← r; vote v in r
            Line::UponAccept => match arrived {
                Some((from, Message::Accept(r, value))) if r >= locals.rnd => {
                    locals.rnd = r;
                    locals.vote = Some((r, value));
                    out.send(from, Message::Accepted(r));
                    Next::End
                }
                _ => Next::Goto(Line::RefuseAccept),
            },
            // 19, 22: else send ⟨reject, r, rnd⟩
            Line::RefusePrepare | Line::RefuseAccept => {
                if let Some((from, Message::Prepare(r) | Message::Accept(r, _))) = arrived {
                    out.send(from, Message::Reject(r, locals.rnd));
                }
                Next::End
            }
            // 23: upon ⟨accepted, r⟩ from q: note it
            Line::UponAccepted => {
                if let Some((from, Message::Accepted(r))) = arrived
                    && r == locals.round
                    && let Stage::Accepting(_, who) = &mut locals.stage
                {
                    who.insert(from);
                }
                Next::End
            }
            // 24: upon ⟨reject, r, rnd⟩: note rnd
            Line::UponReject => {
                if let Some((_, Message::Reject(r, rnd))) = arrived
                    && locals.stage != Stage::Decided
                {
                    locals.seen = locals.seen.max(rnd);
                    locals.rejected |= r == locals.round;
                }
                Next::End
            }
            // 25: upon ⟨decided, v⟩: decide v; tell the others
            Line::UponDecided => {
                if let Some((_, Message::Decided(value))) = arrived
                    && locals.stage != Stage::Decided
                {
                    self.decide(value, 0, locals, out);
                    out.end_scope(0);
                }
                Next::End
            }
        }
    }

    fn guard(
        &self,
        line: Line,
        _thread: ThreadId,
        me: ProcessId,
        locals: &Locals,
        leader: ProcessId,
    ) -> bool {
        match (line, &locals.stage) {
            (Line::WaitForLeader, _) => leader == me && self.has_attempts(me, locals),
            (Line::WaitForVotes, _) => self.collided(locals),
            (Line::WaitForPromises, Stage::Preparing(reports)) => {
                locals.rejected || reports.len() >= self.classic()
            }
            (Line::WaitForAccepted, Stage::Accepting(_, who)) => {
                locals.rejected || who.len() >= self.classic()
            }
            _ => false,
        }
    }

    fn waits_for_leader(&self, line: Line, me: ProcessId, locals: &Locals) -> bool {
        line == Line::WaitForLeader && self.has_attempts(me, locals)
    }

    fn has_timeout(&self, line: Line, _locals: &Locals) -> bool {
        line == Line::WaitForVotes
    }

    const ANSWERS: bool = true;

    fn is_answer(message: &Message) -> bool {
        matches!(
            message,
            Message::Promise(..) | Message::Accepted(_) | Message::Reject(..)
        )
    }

    fn ignores(&self, _me: ProcessId, locals: &Locals, message: &Message) -> bool {
        let behind = |r: u16| Self::is_behind(locals, r);
        let accepting = matches!(locals.stage, Stage::Accepting(..));
        match *message {
            Message::Prepare(_) | Message::Accept(..) => false,
            Message::Propose(_) => {
                locals.rnd > FAST || locals.vote.is_some() && !self.on(VOTE_TWICE)
            }
            Message::Vote(_) | Message::Decided(_) => locals.stage == Stage::Decided,
            Message::Promise(r, _) => behind(r) || accepting && r == locals.round,
            Message::Accepted(r) => behind(r),
            Message::Reject(r, rnd) => {
                let again = r == locals.round && accepting && locals.rejected;
                let idle = behind(r) || again;
                locals.stage == Stage::Decided || rnd <= locals.seen && idle
            }
        }
    }

    fn refuses(&self, _me: ProcessId, locals: &Locals, message: &Message) -> bool {
        match *message {
            Message::Prepare(r) => r <= locals.rnd,
            Message::Accept(r, _) => r < locals.rnd,
            _ => false,
        }
    }

    fn is_over(&self, _sender: ProcessId, locals: &Locals, _message: &Message) -> bool {
        locals.stage == Stage::Decided
    }

    /// In a round, a quorum answers, and with its last answer comes a rejection or the quorum.
    fn may_rest(&self, _me: ProcessId, locals: &Locals) -> bool {
        let up = self.config.processes.saturating_sub(self.config.f_p);
        usize::from(up) < self.classic() || matches!(locals.stage, Stage::Idle | Stage::Decided)
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let votes = locals.votes.iter().map(|(q, v)| format!("{q}:{v}"));
        let (phase, answered) = match &locals.stage {
            Stage::Idle => ("-".to_owned(), "-".to_owned()),
            Stage::Preparing(reports) => {
                let who: ProcessSet = reports.iter().map(|(q, _)| *q).collect();
                ("1".to_owned(), who.to_string())
            }
            Stage::Accepting(v, who) => (format!("2, v = {v}"), who.to_string()),
            Stage::Decided => ("decided".to_owned(), "-".to_owned()),
        };
        vec![
            Field::new("input", locals.input),
            Field::new("rnd", locals.rnd),
            Field::new("(vrnd,vval)", pair(locals.vote)),
            Field::new(
                "votes heard",
                format!("{{{}}}", votes.collect::<Vec<_>>().join(",")),
            ),
            Field::new("fast quorum", self.fast()),
            Field::new("classic quorum", self.classic()),
            Field::new("r", locals.round),
            Field::new("phase", phase),
            Field::new("answered", answered),
            Field::new("highest seen", locals.seen),
        ]
    }

    fn role(&self, locals: &Locals) -> String {
        match &locals.stage {
            Stage::Idle if locals.attempt > 0 => "fast round".to_owned(),
            Stage::Idle => format!("acceptor, round {}", locals.rnd),
            Stage::Preparing(_) => format!("leader, round {}", locals.round),
            Stage::Accepting(v, _) => format!("leader, round {}: {v}", locals.round),
            Stage::Decided => "acceptor".to_owned(),
        }
    }

    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<Why> {
        match *fact {
            Fact::Decided {
                process,
                value,
                proposal: FAST,
            } => Some(Why::FastQuorumVoted { process, value }),
            Fact::Decided {
                process,
                value,
                proposal: 2..,
            } => Some(Why::QuorumAccepted { process, value }),
            Fact::Decided { process, .. } => Some(Why::PassedOn { process }),
            Fact::Passed {
                process,
                line: Line::VotesAsPromises,
                ..
            } => match after.process(process).locals.as_ref()?.stage {
                Stage::Accepting(..) => Some(Why::CollisionRecovery { process }),
                _ => None,
            },
            Fact::Passed {
                process,
                line: Line::ChooseValue,
                ..
            } => chosen_why(process, after),
            Fact::Sent {
                from,
                message: Message::Promise(..),
                ..
            } => Some(Why::PromiseShutsOut { acceptor: from }),
            Fact::Sent {
                from,
                message: Message::Reject(..),
                ..
            } => Some(Why::RefusalKeepsPromise { acceptor: from }),
            Fact::ProcessCrashed(_) => Some(Why::MinorityOfProcessesMayFail),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            _ => None,
        }
    }
}

/// Whether the value that phase 2 begins with was adopted. Where it is the leader's own input and
/// someone has voted, the state does not tell, and nothing is said.
fn chosen_why(process: ProcessId, after: &State<FastPaxos>) -> Option<Why> {
    let locals = after.process(process).locals.as_ref()?;
    let Stage::Accepting(value, _) = locals.stage else {
        return None;
    };
    if value != locals.input {
        return Some(Why::AdoptsValue { process, value });
    }
    let voted = |l: &Locals| l.vote.is_some_and(|(round, _)| round < locals.round);
    let mut all = after.processes().filter_map(|(_, p)| p.locals.as_ref());
    (!all.any(voted)).then_some(Why::FreeToPropose { process })
}
