//! Whether a process that claims a history of messages can have followed a message algorithm.

use smallvec::SmallVec;

use super::{Cause, Flow, MessageAlgorithm, Outbox};
use crate::model::{ProcessId, Value};

/// Messages that a process has to send, in order.
type Sends<M> = SmallVec<[(ProcessId, M); 4]>;

/// One process of a message algorithm, run by hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replica<M: MessageAlgorithm> {
    /// Which process it is.
    pub me: ProcessId,
    /// Its variables.
    pub state: M::State,
    /// Where its main thread waits; none once that is over.
    pub waiting: Option<M::Line>,
}

/// Collects what the lines do.
struct Collected<'a, M> {
    sends: &'a mut Sends<M>,
    retired: bool,
}

impl<M> Outbox<M> for Collected<'_, M> {
    fn send(&mut self, to: ProcessId, message: M) {
        self.sends.push((to, message));
    }

    fn decide(&mut self, _value: Value, _proposal: u16) {}

    fn retire(&mut self) {
        self.retired = true;
    }
}

impl<M: MessageAlgorithm> Replica<M> {
    /// The process at its start, run to its first wait.
    fn new(algorithm: &M, me: ProcessId, input: M::Input, sends: &mut Sends<M::Message>) -> Self {
        let (state, line) = algorithm.start(me, input);
        let mut replica = Replica {
            me,
            state,
            waiting: None,
        };
        replica.waiting = replica.run(algorithm, line, &Cause::Run, sends);
        replica
    }

    /// Runs a thread to its next wait or its end.
    fn run(
        &mut self,
        algorithm: &M,
        from: M::Line,
        cause: &Cause<'_, M::Message>,
        sends: &mut Sends<M::Message>,
    ) -> Option<M::Line> {
        let mut out = Collected {
            sends,
            retired: false,
        };
        let mut line = from;
        let stop = loop {
            match algorithm.step(self.me, line, cause, &mut self.state, &mut out) {
                Flow::Goto(next) => line = next,
                Flow::Wait(next) => break Some(next),
                Flow::End => break None,
            }
        };
        if out.retired {
            self.waiting = None;
        }
        stop
    }

    fn receive(
        &mut self,
        algorithm: &M,
        from: ProcessId,
        message: &M::Message,
        sends: &mut Sends<M::Message>,
    ) {
        let line = algorithm.upon(message);
        self.run(algorithm, line, &Cause::Message(from, message), sends);
    }

    /// Leaves the main thread's wait, if some output of Omega allows it.
    fn proceed(&mut self, algorithm: &M, sends: &mut Sends<M::Message>) -> bool {
        let Some(line) = self.waiting else {
            return false;
        };
        let mut oracles = (0..algorithm.processes()).map(ProcessId);
        if !oracles.any(|leader| algorithm.guard(self.me, line, &self.state, leader)) {
            return false;
        }
        self.waiting = self.run(algorithm, line, &Cause::Run, sends);
        true
    }
}

/// Why a claimed history is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible<M> {
    /// It claims to have gone on, but the step before obliges it to send this first.
    Owes(ProcessId, M),
    /// No step of the algorithm sends that after this history.
    Never(ProcessId, M),
}

/// A process's claimed history, replayed message by message.
///
/// A history does not tell when the process left a wait, nor what Omega said, so the replay keeps
/// every explanation that is still possible. A step's sends come one after the other, before the
/// next receipt, as an honest process's do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replay<M: MessageAlgorithm> {
    explanations: Vec<(Replica<M>, Sends<M::Message>)>,
}

impl<M: MessageAlgorithm> Replay<M> {
    /// The empty history of a process that claims an input.
    pub fn new(algorithm: &M, process: ProcessId, input: M::Input) -> Self {
        let mut owed = Sends::new();
        let replica = Replica::new(algorithm, process, input, &mut owed);
        let mut replay = Replay {
            explanations: vec![(replica, owed)],
        };
        replay.close(algorithm);
        replay
    }

    /// Adds every state that leaving waits leads to.
    fn close(&mut self, algorithm: &M) {
        let mut next = 0;
        while next < self.explanations.len() {
            let (replica, owed) = &self.explanations[next];
            next += 1;
            if !owed.is_empty() {
                continue;
            }
            let mut further = (replica.clone(), Sends::new());
            if further.0.proceed(algorithm, &mut further.1) && !self.explanations.contains(&further)
            {
                self.explanations.push(further);
            }
        }
    }

    /// The history goes on with a receipt.
    pub fn received(
        &mut self,
        algorithm: &M,
        from: ProcessId,
        message: &M::Message,
    ) -> Result<(), Impossible<M::Message>> {
        let mut kept: Vec<(Replica<M>, Sends<M::Message>)> = Vec::new();
        for (replica, owed) in &self.explanations {
            if owed.is_empty() {
                let mut after = (replica.clone(), Sends::new());
                after.0.receive(algorithm, from, message, &mut after.1);
                if !kept.contains(&after) {
                    kept.push(after);
                }
            }
        }
        if kept.is_empty() {
            return Err(self.owes());
        }
        self.explanations = kept;
        self.close(algorithm);
        Ok(())
    }

    /// The history goes on with a send: may it send that now?
    pub fn sent(
        &mut self,
        algorithm: &M,
        to: ProcessId,
        message: &M::Message,
    ) -> Result<(), Impossible<M::Message>> {
        let fits = |owed: &Sends<M::Message>| {
            owed.first()
                .is_some_and(|(dst, m)| *dst == to && m == message)
        };
        if !self.explanations.iter().any(|(_, owed)| fits(owed)) {
            return Err(if self.explanations.iter().all(|(_, o)| !o.is_empty()) {
                self.owes()
            } else {
                Impossible::Never(to, message.clone())
            });
        }
        self.explanations.retain(|(_, owed)| fits(owed));
        for (_, owed) in &mut self.explanations {
            owed.remove(0);
        }
        self.close(algorithm);
        Ok(())
    }

    fn owes(&self) -> Impossible<M::Message> {
        let owed = self.explanations.iter().find_map(|(_, owed)| owed.first());
        let (to, message) = owed.expect("only an obligation leaves no explanation open");
        Impossible::Owes(*to, message.clone())
    }

    /// Whether it has to send something before it can receive anything.
    pub fn is_obliged(&self) -> bool {
        self.explanations.iter().all(|(_, owed)| !owed.is_empty())
    }

    /// What it may send next: the first message that each explanation obliges it to send.
    pub fn next_sends(&self) -> impl Iterator<Item = &(ProcessId, M::Message)> {
        self.explanations
            .iter()
            .filter_map(|(_, owed)| owed.first())
    }

    /// The states that the process may be in after this history.
    pub fn states(&self) -> impl Iterator<Item = &M::State> {
        self.explanations.iter().map(|(replica, _)| &replica.state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PaxosCore, PaxosMessage as M};
    use super::*;
    use crate::model::{Config, FirstPhase};

    const P1: ProcessId = ProcessId(0);
    const P2: ProcessId = ProcessId(1);
    const P3: ProcessId = ProcessId(2);
    const A: Value = Value(0);
    const B: Value = Value(1);

    fn paxos() -> PaxosCore {
        PaxosCore::new(&Config {
            first_phase: FirstPhase::Run,
            f_p: 1,
            ..Config::new(3, 0)
        })
    }

    fn history(steps: &[(bool, ProcessId, M)]) -> Result<(), Impossible<M>> {
        let paxos = paxos();
        let mut replay = Replay::new(&paxos, P2, B);
        steps.iter().try_for_each(|(send, who, message)| {
            if *send {
                replay.sent(&paxos, *who, message)
            } else {
                replay.received(&paxos, *who, message)
            }
        })
    }

    /// Robust Backup, scenario 1: a promise for 5 rules out an acceptance of 3.
    #[test]
    fn an_acceptor_may_not_accept_below_its_promise() {
        let honest = [
            (false, P1, M::Prepare(4)),
            (true, P1, M::Promise(4, None)),
            (false, P1, M::Accept(1, A)),
            (true, P1, M::Reject(1, 4)),
        ];
        assert_eq!(history(&honest), Ok(()));
        let mut lie = honest.to_vec();
        lie[3].2 = M::Accepted(1);
        assert_eq!(history(&lie), Err(Impossible::Owes(P1, M::Reject(1, 4))));
    }

    /// Robust Backup, scenario 2: a value reported in phase 1 may not be passed over.
    #[test]
    fn a_proposer_may_not_pass_over_a_reported_value() {
        let upto_promises = |value| {
            [
                (true, P1, M::Prepare(2)),
                (true, P2, M::Prepare(2)),
                (true, P3, M::Prepare(2)),
                (false, P1, M::Promise(2, Some((1, A)))),
                (false, P3, M::Promise(2, None)),
                (true, P1, M::Accept(2, value)),
            ]
        };
        assert_eq!(history(&upto_promises(A)), Ok(()));
        let lie = history(&upto_promises(B));
        assert_eq!(lie, Err(Impossible::Never(P1, M::Accept(2, B))));
    }

    /// Robust Backup, scenario 3: two values under one number, and an accept out of nothing.
    #[test]
    fn a_proposer_may_not_equivocate() {
        let steps = [
            (true, P1, M::Prepare(2)),
            (true, P2, M::Prepare(2)),
            (true, P3, M::Prepare(2)),
            (false, P1, M::Promise(2, None)),
            (false, P3, M::Promise(2, None)),
            (true, P1, M::Accept(2, B)),
            (true, P2, M::Accept(2, A)),
        ];
        assert_eq!(history(&steps), Err(Impossible::Owes(P2, M::Accept(2, B))));
        let out_of_nothing = [(true, P1, M::Accept(2, B))];
        assert_eq!(
            history(&out_of_nothing),
            Err(Impossible::Never(P1, M::Accept(2, B)))
        );
    }

    /// A process that gave up its attempt and one that did not yet are both still possible.
    #[test]
    fn an_unseen_wait_leaves_both_explanations() {
        let upto_reject = [
            (true, P1, M::Prepare(2)),
            (true, P2, M::Prepare(2)),
            (true, P3, M::Prepare(2)),
            (false, P1, M::Reject(2, 4)),
        ];
        let mut again = upto_reject.to_vec();
        again.push((true, P1, M::Prepare(5)));
        assert_eq!(history(&again), Ok(()));
        let mut on = upto_reject.to_vec();
        on.push((false, P2, M::Promise(2, None)));
        on.push((false, P3, M::Promise(2, None)));
        on.push((true, P1, M::Accept(2, B)));
        assert_eq!(history(&on), Ok(()));
    }
}
