//! Paxos by messages (Lamport, *Paxos Made Simple*, 2001): the comparator without memories.
//!
//! Crash faults; n >= 2 f_P + 1 processes, m = 0; Omega for progress only. A leader whose phase 1
//! is done decides in two delays, the other learners in three.
//!
//! Modelling choices. Every process is proposer, acceptor and learner. With `first_phase=done`
//! every acceptor has promised p1's number 1 before the run starts, as an undisturbed phase 1
//! leaves it. The lines stand in [`message`](super::message), where other ways of sending use them too;
//! here they run over the model's links.

mod must_hold;
mod mutations;

use super::message::{
    Cause, Flow, MessageAlgorithm, PaxosCore, PaxosLine as Line, PaxosMessage as Message,
    PaxosState, Stage,
};
use super::proposals::pair;
use crate::model::{
    Algorithm, CodeLine, Config, Fact, Facts, Field, FirstPhase, Input, Mutation, Next, NoNote,
    Out, ProcessId, Property, State, ThreadId, Value, Why,
};
use must_hold::PROPERTIES;
use mutations::MUTATIONS;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paxos {
    config: Config,
    core: PaxosCore,
}

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
            } => {
                let locals = after.process(process).locals.as_ref()?;
                // One that came too late for its attempt is no reason to give way.
                locals.rejected.then_some(Why::HigherNumberSeen { process })
            }
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
