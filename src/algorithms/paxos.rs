//! Paxos by messages (Lamport, *Paxos Made Simple*, 2001): the comparator without memories.
//!
//! Crash faults; n >= 2 f_P + 1 processes, m = 0; Omega for progress only. A leader whose phase 1
//! is done decides in two delays, the other learners in three.
//!
//! Modelling choices. Every process is proposer, acceptor and learner. With `first_phase=done`
//! every acceptor has promised p1's number 1 before the run starts, as an undisturbed phase 1
//! leaves it. The lines stand in [`message`](super::message), where other ways of sending use them too;
//! here they run over the model's links.

use smallvec::SmallVec;

use super::message::{
    Cause, Flow, MessageAlgorithm, PaxosCore, PaxosLine as Line, PaxosMessage as Message,
    PaxosState, Stage,
};
use super::properties;
use super::proposals::pair;
use crate::model::{
    Algorithm, CodeLine, Config, Fact, Facts, Field, FirstPhase, Input, Kind, Moment, Mutation,
    Next, NoNote, Out, ProcessId, Property, Reach, State, ThreadId, Value, Why,
};

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paxos {
    config: Config,
    core: PaxosCore,
}

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "adopt-nothing",
        title: "A new leader proposes its own input, whatever the promises report.",
        line: 7,
        breaks: "agreement",
        scope: "processes=2 attempts=1 f_p=0",
    },
    Mutation {
        id: "adopt-lowest",
        title: "Of the reported proposals, the one with the lowest number is adopted.",
        line: 7,
        breaks: "agreement",
        scope: "processes=3 attempts=(2,1,0) f_p=0",
    },
    Mutation {
        id: "forget-promise",
        title: "An acceptor promises without remembering it.",
        line: 13,
        breaks: "agreement",
        scope: "processes=2 attempts=1 f_p=0",
    },
    Mutation {
        id: "accept-anything",
        title: "An acceptor accepts any proposal, even below its promise.",
        line: 17,
        breaks: "agreement",
        scope: "processes=2 attempts=1 f_p=0",
    },
    Mutation {
        id: "one-promise",
        title: "One promise is enough to begin phase 2.",
        line: 5,
        breaks: "agreement",
        scope: "processes=3 attempts=(1,1,0) f_p=0",
    },
    Mutation {
        id: "one-acceptance",
        title: "One acceptance is enough to decide.",
        line: 9,
        breaks: "agreement",
        scope: "processes=3 attempts=(1,1,0) f_p=0",
    },
];

impl Algorithm for Paxos {
    type Line = Line;
    type Locals = PaxosState;
    type Message = Message;
    type Register = ();
    type Note = NoNote;

    const ID: &'static str = "paxos";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Paxos",
        shows: "By messages alone a majority of the processes has to be up: two of them always meet.",
        source: "Lamport, Paxos Made Simple, 2001",
        processes: "n >= 2 f_P + 1",
        memories: "m = 0",
        common_case_delays: 2,
        least_memories: 0,
        most_memories: 0,
        byzantine: false,
        recovers: false,
        symmetric_memories: false,
    };

    fn new(config: Config) -> Self {
        Paxos {
            core: PaxosCore::new(&config),
            config,
        }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(3, 0).with_faults(1, 0)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PaxosCore::pseudocode()
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn start(&self, process: ProcessId, input: Value) -> (PaxosState, Line) {
        self.core.start(process, input)
    }

    fn upon(&self, message: &Message) -> Line {
        self.core.upon(message)
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut PaxosState,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        let cause = match input {
            Input::Message(from, message) => Cause::Message(from, message),
            _ => Cause::Run,
        };
        match self.core.step(out.me, line, &cause, locals, out) {
            Flow::Goto(line) => Next::Goto(line),
            Flow::Wait(line) => Next::Wait(line),
            Flow::End => Next::End,
        }
    }

    fn guard(
        &self,
        line: Line,
        _thread: ThreadId,
        me: ProcessId,
        locals: &PaxosState,
        leader: ProcessId,
    ) -> bool {
        self.core.guard(me, line, locals, leader)
    }

    fn waits_for_leader(&self, line: Line, me: ProcessId, locals: &PaxosState) -> bool {
        self.core.waits_for_leader(me, line, locals)
    }

    const ANSWERS: bool = true;

    fn is_answer(message: &Message) -> bool {
        PaxosCore::is_answer(message)
    }

    fn ignores(&self, me: ProcessId, locals: &PaxosState, message: &Message) -> bool {
        self.core.ignores(me, locals, message)
    }

    fn refuses(&self, _me: ProcessId, locals: &PaxosState, message: &Message) -> bool {
        self.core.refuses(locals, message)
    }

    fn is_over(&self, sender: ProcessId, locals: &PaxosState, message: &Message) -> bool {
        self.core.is_over(sender, locals, message)
    }

    fn may_rest(&self, _me: ProcessId, locals: &PaxosState) -> bool {
        self.core.may_rest(self.config.f_p, locals)
    }

    fn fields(&self, locals: &PaxosState) -> Vec<Field> {
        let (promised, reported, value, accepted) = match locals.stage {
            Stage::Preparing(who, best) => {
                (who.to_string(), pair(best), "-".to_owned(), String::new())
            }
            Stage::Accepting(v, who) => {
                (String::new(), String::new(), v.to_string(), who.to_string())
            }
            Stage::Idle | Stage::Decided => Default::default(),
        };
        let or_dash = |text: String| if text.is_empty() { "-".into() } else { text };
        vec![
            Field::new("input", locals.input),
            Field::new("np", locals.np),
            Field::new("(na,va)", pair(locals.accepted)),
            Field::new("attempt", locals.attempt),
            Field::new("n", locals.number),
            Field::new("promised", or_dash(promised)),
            Field::new("reported", or_dash(reported)),
            Field::new("v", or_dash(value)),
            Field::new("accepted", or_dash(accepted)),
            Field::new("rejected", if locals.rejected { "yes" } else { "no" }),
            Field::new("highest seen", locals.seen),
        ]
    }

    fn role(&self, locals: &PaxosState) -> String {
        locals.role()
    }

    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<Why> {
        match *fact {
            Fact::Passed {
                process,
                line: Line::Promise,
                ..
            } => Some(Why::PromiseShutsOut { acceptor: process }),
            Fact::Passed {
                process,
                line: Line::RefusePrepare | Line::RefuseAccept,
                ..
            } => Some(Why::RefusalKeepsPromise { acceptor: process }),
            Fact::Passed {
                process,
                line: Line::ChooseValue,
                ..
            } => chosen_why(&self.config, process, after),
            Fact::Passed {
                process,
                line: Line::UponReject,
                ..
            } => Some(Why::HigherNumberSeen { process }),
            Fact::Decided {
                process,
                value,
                proposal: 1..,
            } => Some(Why::QuorumAccepted { process, value }),
            Fact::Decided {
                process,
                proposal: 0,
                ..
            } => Some(Why::PassedOn { process }),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            Fact::ProcessCrashed(_) => Some(Why::MinorityOfProcessesMayFail),
            _ => None,
        }
    }
}

/// Whether the value that phase 2 begins with was adopted. Where it is the proposer's own input
/// and someone accepted the same, the state does not tell, and nothing is said.
fn chosen_why(config: &Config, process: ProcessId, after: &State<Paxos>) -> Option<Why> {
    let locals = after.process(process).locals.as_ref()?;
    let Stage::Accepting(value, _) = locals.stage else {
        return None;
    };
    if locals.number == 1 && config.first_phase == FirstPhase::Done {
        return Some(Why::FirstPhaseDone { process });
    }
    if value != locals.input {
        return Some(Why::AdoptsValue { process, value });
    }
    let same = |p: &PaxosState| {
        p.accepted
            .is_some_and(|a| a.1 == value && a.0 < locals.number)
    };
    let known = after
        .processes()
        .any(|(_, p)| p.locals.as_ref().is_some_and(same));
    (!known).then_some(Why::FreeToPropose { process })
}

static PROPERTIES: [Property<Paxos>; 8] = [
    properties::agreement(),
    properties::validity(),
    Property {
        id: "chosen-survives",
        says: "Once a majority accepted (n,v), every accept above n carries v.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.2: P2b",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Decided { .. }
                    | Fact::Sent {
                        message: Message::Accept(..) | Message::Accepted(_),
                        ..
                    }
            )
        },
        holds: chosen_survives,
    },
    Property {
        id: "one-value-per-number",
        says: "All accepts of one number carry the same value.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.2",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Sent {
                    message: Message::Accept(..),
                    ..
                }
            )
        },
        holds: |moment| {
            let accepts = accepts(moment);
            let mut pairs = accepts
                .iter()
                .flat_map(|a| accepts.iter().map(move |b| (a, b)));
            pairs.all(|(a, b)| a.0 != b.0 || a.1 == b.1)
        },
    },
    Property {
        id: "promise-is-kept",
        says: "An acceptor's promised number never falls.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.2: P1a",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Received { .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Received { to, .. } => {
                    let before = &moment.before.process(*to).locals;
                    let after = &moment.after.process(*to).locals;
                    match (before, after) {
                        (Some(before), Some(after)) => before.np <= after.np,
                        _ => true,
                    }
                }
                _ => true,
            })
        },
    },
    Property {
        id: "majority-before-decision",
        says: "Whoever decides by its own proposal has acceptances from a quorum.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.3",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { proposal: 1.., .. }),
        holds: |moment| {
            moment.facts.iter().all(|fact| match fact {
                Fact::Decided {
                    process,
                    proposal: 1..,
                    ..
                } => {
                    let locals = &moment.before.process(*process).locals;
                    let stage = locals.as_ref().map(|l| l.stage);
                    let needed = moment.system.algorithm.core.quorum();
                    matches!(stage, Some(Stage::Accepting(_, who)) if who.len() >= needed)
                }
                _ => true,
            })
        },
    },
    properties::someone_decides(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader and a majority of processes is up, everyone correct decides.",
        source: "Lamport, Paxos Made Simple, 2001, section 2.4",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let core = &moment.system.algorithm.core;
            let up = moment.after.processes().filter(|(_, p)| p.is_correct());
            up.count() < core.quorum()
                || properties::termination(moment, |id, locals| {
                    locals.stage == Stage::Decided || core.has_attempts(id, locals)
                })
        },
    },
];

/// Every proposal that was sent to be accepted and is still to be seen somewhere.
fn accepts(moment: &Moment<'_, Paxos>) -> SmallVec<[(u16, Value); 8]> {
    let state = moment.after;
    let flying = state.inboxes.iter().flat_map(|inbox| {
        inbox
            .packets
            .iter()
            .filter_map(|(_, message)| match message {
                Message::Accept(n, v) => Some((*n, *v)),
                _ => None,
            })
    });
    let accepted = state
        .processes()
        .filter_map(|(_, p)| p.locals.as_ref().and_then(|l| l.accepted));
    flying.chain(accepted).collect()
}

fn chosen_survives(moment: &Moment<'_, Paxos>) -> bool {
    let state = moment.after;
    let accepted: SmallVec<[(u16, Value); 8]> = state
        .processes()
        .filter_map(|(_, p)| p.locals.as_ref().and_then(|l| l.accepted))
        .collect();
    let quorum = moment.system.algorithm.core.quorum();
    let by_quorum = accepted
        .iter()
        .filter(|a| accepted.iter().filter(|b| b == a).count() >= quorum)
        .copied();
    let decided = state
        .decisions()
        .filter(|(_, d)| d.proposal > 0)
        .map(|(_, d)| (d.proposal, d.value));
    let accepts = accepts(moment);
    by_quorum
        .chain(decided)
        .all(|(n, v)| accepts.iter().all(|a| a.0 <= n || a.1 == v))
}
