//! Traces: every state of a run is kept, and so is every run that was left for another.
//!
//! Steps form a tree. The steps from the start to a branch's tip are a run; the playhead stands
//! somewhere on the current one. Acting where a run already goes on makes a branch, and no branch
//! is thrown away.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::clock::{Causes, Clock};
use super::undo::{Change, UndoLog};
use super::{Hold, Machine, Origin, Snapshot};
use crate::model::{Event, ProcessId, Refusal, Value};

/// A step's place in its trace: 0 is the start, before any event.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct NodeId(pub u32);

/// What one step of a run is: an event of the world, or a word to the automatic schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Something happens.
    Event(Event),
    /// Automatic schedules leave this alone from now on.
    Hold(Hold),
    /// They may touch it again.
    Release(Hold),
}

/// Why a step cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The event cannot happen here.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// It is held already.
    #[error("{0} is held already")]
    AlreadyHeld(Hold),
    /// It is not held.
    #[error("{0} is not held")]
    NotHeld(Hold),
    /// What is to be held does not exist here.
    #[error("there is no {0} here")]
    NoSuchHold(Hold),
}

/// One step of a trace.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step before; the start is its own parent.
    pub parent: NodeId,
    /// What was chosen; nothing at the start.
    pub choice: Option<Choice>,
    /// Who chose it when it was first taken.
    pub origin: Origin,
    /// The state after it.
    pub after: Snapshot,
    /// Delays and packets in flight after it.
    pub clock: Arc<Clock>,
    /// Its depth, in delays, and what it follows.
    pub causes: Causes,
    /// What was decided by it.
    pub decided: SmallVec<[(ProcessId, Value); 1]>,
    /// The properties that it violates, a bit for each place.
    pub violated: u32,
    /// The properties violated by it or before it.
    pub violated_so_far: u32,
    /// The `sometimes` properties met by it or before it, a bit for each place.
    pub met_so_far: u32,
    /// What is held after it.
    pub holds: Arc<BTreeSet<Hold>>,
}

impl Step {
    /// The event, if the step is one.
    pub fn event(&self) -> Option<Event> {
        match self.choice {
            Some(Choice::Event(event)) => Some(event),
            _ => None,
        }
    }

    /// Whether automatic schedules leave an event alone after this step.
    pub fn holds_back(&self, event: Event) -> bool {
        self.holds.iter().any(|hold| hold.covers(event))
    }
}

/// A run in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its name.
    pub name: String,
    /// Its last step.
    pub tip: NodeId,
}

/// Where a run leaves another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The run before it that it goes with longest, by its place; of the first, itself.
    pub parent: usize,
    /// How many steps they share.
    pub from: usize,
    /// How many steps the run has.
    pub steps: usize,
}

/// A machine's runs so far, and the playhead.
#[derive(Clone)]
pub struct Trace {
    machine: Arc<dyn Machine>,
    /// Shared, so that a session is copied at the price of its steps' number, not of their size.
    nodes: Vec<Arc<Step>>,
    pub(super) branches: Vec<Branch>,
    pub(super) current: usize,
    path: Vec<NodeId>,
    pub(super) position: usize,
    pub(super) log: UndoLog,
}

impl Trace {
    /// A trace at the start of a machine's run.
    pub fn new(machine: Arc<dyn Machine>) -> Self {
        let outcome = machine.initial();
        let start = Step {
            parent: NodeId(0),
            choice: None,
            origin: Origin::User,
            clock: Arc::new(Clock::new(machine.config(), &outcome.traffic)),
            causes: Causes {
                depth: 0,
                previous: NodeId(0),
                sending: None,
            },
            decided: outcome.decided,
            violated: outcome.violated,
            violated_so_far: outcome.violated,
            met_so_far: outcome.met,
            holds: Arc::default(),
            after: outcome.after,
        };
        Trace {
            machine,
            nodes: vec![Arc::new(start)],
            branches: vec![Branch {
                name: "main".to_owned(),
                tip: NodeId(0),
            }],
            current: 0,
            path: vec![NodeId(0)],
            position: 0,
            log: UndoLog::default(),
        }
    }

    /// The machine.
    pub fn machine(&self) -> &Arc<dyn Machine> {
        &self.machine
    }

    /// How many steps the current run has.
    pub fn len(&self) -> usize {
        self.path.len() - 1
    }

    /// Whether the current run has no step yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The playhead: how many steps of the current run have been taken.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The step by its place in the tree.
    pub fn node(&self, id: NodeId) -> &Step {
        &self.nodes[id.0 as usize]
    }

    /// How many steps all runs have together, the start included.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The place in the tree of the current run's step `k`; 0 is the start.
    pub fn node_at(&self, k: usize) -> NodeId {
        self.path[k.min(self.len())]
    }

    /// The current run's step `k`; 0 is the start.
    pub fn step(&self, k: usize) -> &Step {
        self.node(self.node_at(k))
    }

    /// The current run's step of that place in the tree.
    pub fn place_of(&self, id: NodeId) -> Option<usize> {
        // Parents come before their children, so a run's places are ascending.
        self.path.binary_search(&id).ok()
    }

    /// The step at the playhead.
    pub fn here(&self) -> &Step {
        self.step(self.position)
    }

    /// The state at the playhead.
    pub fn state(&self) -> &Snapshot {
        &self.here().after
    }

    /// Moves the playhead; a place beyond the end is the end.
    pub fn seek(&mut self, position: usize) {
        self.position = position.min(self.len());
    }

    /// Every event that can happen at the playhead, in canonical order.
    pub fn enabled(&self) -> Vec<Event> {
        self.machine.enabled(self.state())
    }

    /// Every event that an automatic schedule may choose at the playhead.
    pub fn open(&self) -> Vec<Event> {
        let here = self.here();
        let mut events = self.enabled();
        events.retain(|e| !here.holds_back(*e));
        events
    }

    /// How an event would lie at the playhead: its depth and what it follows.
    pub fn causes(&self, event: Event) -> Causes {
        let content = match event {
            Event::Deliver { to, from, nth } => self.machine.content(self.state(), from, to, nth),
            _ => None,
        };
        self.here().clock.causes(event, content)
    }

    /// Takes a step at the playhead.
    ///
    /// Where the run already goes on this way, the playhead just moves; where another run does,
    /// it moves there; where that step was undone last, it is redone; where no run takes it, the
    /// step is new, on a branch of its own unless the playhead is at the end.
    pub fn act(&mut self, choice: Choice) -> Result<(), StepError> {
        self.begin_change();
        self.act_for(choice, Origin::User)
    }

    /// As [`Trace::act`], for whoever chose, within the change that was begun last: undone with
    /// what else belongs to it.
    pub(super) fn act_for(&mut self, choice: Choice, origin: Origin) -> Result<(), StepError> {
        if self.position < self.len() {
            if self.step(self.position + 1).choice == Some(choice) {
                self.position += 1;
                return Ok(());
            }
            if self.follow(self.node_at(self.position), choice) {
                return Ok(());
            }
        }
        if self.redo_if_it_takes(choice) {
            return Ok(());
        }
        let here = self.node_at(self.position);
        let step = self.make(here, choice, origin)?;
        self.keep_what_was_undone();
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Arc::new(step));
        let before = self.place();
        let change = if self.position < self.len() {
            let name = format!("branch {}", self.branches.len());
            let branch = Branch { name, tip: id };
            self.branches.push(branch.clone());
            self.current = self.branches.len() - 1;
            self.path.truncate(self.position + 1);
            Change::Added(self.current, branch)
        } else {
            self.branches[self.current].tip = id;
            Change::Grown {
                branch: self.current,
                from: here,
                to: id,
            }
        };
        self.path.push(id);
        self.position += 1;
        self.record(change, before);
        Ok(())
    }

    /// Goes on along another run that takes this step here.
    fn follow(&mut self, here: NodeId, choice: Choice) -> bool {
        let position = self.position;
        for branch in 0..self.branches.len() {
            let path = self.path_to(self.branches[branch].tip);
            let goes_on = path.get(position) == Some(&here)
                && path
                    .get(position + 1)
                    .is_some_and(|next| self.node(*next).choice == Some(choice));
            if goes_on {
                self.current = branch;
                self.path = path;
                self.position = position + 1;
                return true;
            }
        }
        false
    }

    fn make(&self, here: NodeId, choice: Choice, origin: Origin) -> Result<Step, StepError> {
        let before = self.node(here);
        let id = NodeId(self.nodes.len() as u32);
        match choice {
            Choice::Event(event) => {
                let outcome = self.machine.apply(&before.after, event)?;
                let causes = self.causes(event);
                let clock = before.clock.after(event, causes, &outcome.traffic, id);
                Ok(Step {
                    parent: here,
                    choice: Some(choice),
                    origin,
                    clock: Arc::new(clock),
                    causes,
                    decided: outcome.decided,
                    violated: outcome.violated,
                    violated_so_far: before.violated_so_far | outcome.violated,
                    met_so_far: before.met_so_far | outcome.met,
                    holds: self.holds_after(before, event, &outcome.after),
                    after: outcome.after,
                })
            }
            Choice::Hold(hold) | Choice::Release(hold) => {
                let mut holds = (*before.holds).clone();
                let new = matches!(choice, Choice::Hold(_));
                if !hold.exists(&*self.machine, &before.after) {
                    return Err(StepError::NoSuchHold(hold));
                }
                if new && !holds.insert(hold) {
                    return Err(StepError::AlreadyHeld(hold));
                }
                if !new && !holds.remove(&hold) {
                    return Err(StepError::NotHeld(hold));
                }
                Ok(Step {
                    parent: here,
                    choice: Some(choice),
                    origin,
                    causes: Causes {
                        depth: before.clock.delays,
                        previous: here,
                        sending: None,
                    },
                    decided: SmallVec::new(),
                    violated: 0,
                    holds: Arc::new(holds),
                    ..before.clone()
                })
            }
        }
    }

    /// What is held after an event: as before, but for packets that are gone or counted anew.
    fn holds_after(&self, before: &Step, event: Event, after: &Snapshot) -> Arc<BTreeSet<Hold>> {
        if !before.holds.iter().any(|hold| hold.is_of_packet()) {
            return Arc::clone(&before.holds);
        }
        let holds = before.holds.iter();
        let left = holds.filter_map(|h| h.after(event, &*self.machine, &before.after, after));
        Arc::new(left.collect())
    }

    /// All runs.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Which run is the current one.
    pub fn branch(&self) -> usize {
        self.current
    }

    /// Where each run leaves the runs before it, in the order of [`Trace::branches`].
    pub fn forks(&self) -> Vec<Fork> {
        let mut depths = vec![0; self.nodes.len()];
        for (k, node) in self.nodes.iter().enumerate().skip(1) {
            // Parents come before their children.
            depths[k] = depths[node.parent.0 as usize] + 1;
        }
        let mut owner: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let forks = self.branches.iter().enumerate().map(|(branch, b)| {
            let mut at = b.tip;
            while owner[at.0 as usize].is_none() && at != NodeId(0) {
                owner[at.0 as usize] = Some(branch);
                at = self.node(at).parent;
            }
            let parent = *owner[at.0 as usize].get_or_insert(branch);
            Fork {
                parent,
                from: depths[at.0 as usize],
                steps: depths[b.tip.0 as usize],
            }
        });
        forks.collect()
    }

    /// The steps of a run, from the start.
    pub fn path_to(&self, tip: NodeId) -> Vec<NodeId> {
        let mut path = vec![tip];
        let mut at = tip;
        while at != NodeId(0) {
            at = self.node(at).parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Makes another run the current one. The playhead goes to where the two part, or stays where
    /// both agree.
    pub fn switch(&mut self, branch: usize) {
        let Some(tip) = self.branches.get(branch).map(|b| b.tip) else {
            return;
        };
        let path = self.path_to(tip);
        let shared = path
            .iter()
            .zip(&self.path)
            .take_while(|(a, b)| a == b)
            .count();
        self.position = self.position.min(shared.saturating_sub(1));
        self.path = path;
        self.current = branch;
    }

    /// Makes the first `k` steps all that there is, with nothing to undo.
    ///
    /// # Panics
    ///
    /// Where there is more than one run.
    pub(crate) fn begin_with(&mut self, k: usize) {
        assert!(
            self.path.len() == self.nodes.len(),
            "only a trace that never branched can be shortened"
        );
        self.nodes.truncate(k + 1);
        self.branches[0].tip = NodeId(self.nodes.len() as u32 - 1);
        self.log = UndoLog::default();
        self.stand(0, self.position);
    }

    /// Puts the playhead on a run, at a place of it.
    pub(super) fn stand(&mut self, branch: usize, position: usize) {
        self.current = branch;
        self.path = self.path_to(self.branches[branch].tip);
        self.seek(position);
    }

    /// The choices of the current run up to step `k`.
    pub fn choices(&self, k: usize) -> impl Iterator<Item = Choice> + '_ {
        self.path[1..=k.min(self.len())]
            .iter()
            .filter_map(|id| self.node(*id).choice)
    }

    /// The steps that step `k` of the current run could have learnt from, itself included: its
    /// causal past, as places in the run, ascending.
    pub fn causal_past(&self, k: usize) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut open = vec![self.node_at(k)];
        while let Some(id) = open.pop() {
            if id == NodeId(0) || !seen.insert(id) {
                continue;
            }
            let causes = self.node(id).causes;
            open.push(causes.previous);
            open.extend(causes.sending);
        }
        seen.into_iter()
            .filter_map(|id| self.place_of(id))
            .collect()
    }

    /// The longest chain of one-way trips that ends at step `k` of the current run, as places in
    /// the run, ascending. Its trips are the step's depth, in delays.
    pub fn critical_path(&self, k: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = self.node_at(k);
        while at != NodeId(0) {
            let step = self.node(at);
            chain.extend(self.place_of(at));
            let causes = step.causes;
            let through_trip = causes
                .sending
                .filter(|sent| self.node(*sent).causes.depth + 1 == causes.depth);
            at = through_trip.unwrap_or(causes.previous);
        }
        chain.reverse();
        chain
    }
}
