//! Undo and redo: every step, fault and change of a branch can be taken back, and nothing is lost.
//!
//! Steps are never removed from a trace, only the branches that lead to them change; so a change
//! is a few numbers, and taking it back needs no state. What was undone and not redone before
//! something new happened is kept as a branch of its own.

use super::trace::{Branch, Choice, NodeId, Trace};

/// Where the playhead stands: on which branch, and where on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    branch: usize,
    position: usize,
}

/// What changed about the branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A branch goes on to another last step.
    Grown {
        branch: usize,
        from: NodeId,
        to: NodeId,
    },
    /// A branch is new, at that place of the list.
    Added(usize, Branch),
    /// A branch is gone from that place of the list.
    Deleted(usize, Branch),
    /// A branch has another name.
    Renamed {
        branch: usize,
        from: String,
        to: String,
    },
}

#[derive(Clone, Debug)]
struct Entry {
    change: Change,
    before: Place,
    after: Place,
    /// Entries of one number are undone together.
    group: u32,
}

/// What can be undone and redone.
#[derive(Clone, Debug, Default)]
pub(super) struct UndoLog {
    done: Vec<Entry>,
    undone: Vec<Entry>,
    group: u32,
    /// Whether what is done belongs to the change that was begun last.
    joined: bool,
}

/// Why a branch cannot be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeleteError {
    /// There is none of that number.
    #[error("there is no such branch")]
    NoBranch,
    /// It is the only one.
    #[error("this is the only run: reset it to start anew")]
    Only,
}

impl Trace {
    /// Begins a change: what is done from here on is undone together.
    pub(super) fn begin_change(&mut self) {
        if !self.log.joined {
            self.log.group += 1;
        }
    }

    /// From here on, until it is told otherwise, all that is done is one change, such as a fault
    /// and the run that an automatic schedule makes of it.
    pub fn join_changes(&mut self, on: bool) {
        self.log.group += u32::from(on && !self.log.joined);
        self.log.joined = on;
    }

    pub(super) fn place(&self) -> Place {
        Place {
            branch: self.current,
            position: self.position,
        }
    }

    pub(super) fn record(&mut self, change: Change, before: Place) {
        let after = self.place();
        let group = self.log.group;
        // A long run grows one entry, not one for each step.
        if let (Change::Grown { branch, to, .. }, Some(last)) = (&change, self.log.done.last_mut())
            && let Change::Grown {
                branch: same,
                to: end,
                ..
            } = &mut last.change
            && same == branch
            && last.group == group
        {
            *end = *to;
            last.after = after;
            return;
        }
        self.log.done.push(Entry {
            change,
            before,
            after,
            group,
        });
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.log.done.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.log.undone.is_empty()
    }

    /// Takes back the last change: a step, an automatic run, or what was done to a branch. The
    /// playhead goes to where it stood before. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(group) = self.log.done.last().map(|e| e.group) else {
            return false;
        };
        while let Some(entry) = self.log.done.pop_if(|e| e.group == group) {
            match &entry.change {
                Change::Grown { branch, from, .. } => self.branches[*branch].tip = *from,
                Change::Added(k, _) => {
                    self.branches.remove(*k);
                }
                Change::Deleted(k, branch) => self.branches.insert(*k, branch.clone()),
                Change::Renamed { branch, from, .. } => {
                    self.branches[*branch].name.clone_from(from);
                }
            }
            self.stand(entry.before.branch, entry.before.position);
            self.log.undone.push(entry);
        }
        true
    }

    /// Does again what was undone last. Returns whether there was something.
    pub fn redo(&mut self) -> bool {
        let Some(group) = self.log.undone.last().map(|e| e.group) else {
            return false;
        };
        while let Some(entry) = self.log.undone.pop_if(|e| e.group == group) {
            match &entry.change {
                Change::Grown { branch, to, .. } => self.branches[*branch].tip = *to,
                Change::Added(k, branch) => self.branches.insert(*k, branch.clone()),
                Change::Deleted(k, _) => {
                    self.branches.remove(*k);
                }
                Change::Renamed { branch, to, .. } => self.branches[*branch].name.clone_from(to),
            }
            self.stand(entry.after.branch, entry.after.position);
            self.log.done.push(entry);
        }
        true
    }

    /// Redoes what was undone last if it was just this one step from here.
    pub(super) fn redo_if_it_takes(&mut self, choice: Choice) -> bool {
        let here = self.node_at(self.position);
        let undone = &self.log.undone;
        let Some(last) = undone.last() else {
            return false;
        };
        let alone = undone
            .iter()
            .rev()
            .nth(1)
            .is_none_or(|e| e.group != last.group);
        let tip = match &last.change {
            Change::Grown { to, .. } => *to,
            Change::Added(_, branch) => branch.tip,
            Change::Deleted(..) | Change::Renamed { .. } => return false,
        };
        let step = self.node(tip);
        let same = step.parent == here && tip != here && step.choice == Some(choice);
        same && alone && last.before == self.place() && self.redo()
    }

    /// Something new is about to happen: what was undone is kept as a branch, unless every step of
    /// it is on some branch anyway.
    pub(super) fn keep_what_was_undone(&mut self) {
        let undone = std::mem::take(&mut self.log.undone);
        let mut tips: Vec<NodeId> = Vec::new();
        for entry in &undone {
            let (Change::Grown { to: tip, .. } | Change::Added(_, Branch { tip, .. })) =
                entry.change
            else {
                continue;
            };
            tips.push(tip);
        }
        // Children come after their parents: the latest tips first, which may cover the others.
        tips.sort_unstable();
        for tip in tips.into_iter().rev() {
            if self.branches.iter().any(|b| self.leads_through(b.tip, tip)) {
                continue;
            }
            let before = self.place();
            let branch = Branch {
                name: "undone".to_owned(),
                tip,
            };
            self.branches.push(branch.clone());
            self.record(Change::Added(self.branches.len() - 1, branch), before);
        }
    }

    /// Whether the way from the start to `tip` goes through `step`.
    fn leads_through(&self, tip: NodeId, step: NodeId) -> bool {
        let mut at = tip;
        while at > step {
            at = self.node(at).parent;
        }
        at == step
    }

    /// Forgets what could be undone and redone.
    pub fn forget_changes(&mut self) {
        self.log = UndoLog::default();
    }

    /// Makes a new branch that ends at a step, and puts the playhead at its end.
    pub fn fork(&mut self, at: NodeId, name: &str) {
        self.begin_change();
        self.keep_what_was_undone();
        let before = self.place();
        let branch = Branch {
            name: name.to_owned(),
            tip: at,
        };
        self.branches.push(branch.clone());
        let last = self.branches.len() - 1;
        self.stand(last, usize::MAX);
        self.record(Change::Added(last, branch), before);
    }

    /// Gives a run another name.
    pub fn rename(&mut self, branch: usize, name: &str) {
        let Some(from) = self.branches.get(branch).map(|b| b.name.clone()) else {
            return;
        };
        if from == name {
            return;
        }
        self.begin_change();
        self.keep_what_was_undone();
        name.clone_into(&mut self.branches[branch].name);
        let change = Change::Renamed {
            branch,
            from,
            to: name.to_owned(),
        };
        self.record(change, self.place());
    }

    /// Deletes a branch. Of the current one, the playhead goes to the run that shares most with
    /// it, where the two part.
    pub fn delete(&mut self, branch: usize) -> Result<(), DeleteError> {
        if branch >= self.branches.len() {
            return Err(DeleteError::NoBranch);
        }
        if self.branches.len() == 1 {
            return Err(DeleteError::Only);
        }
        self.begin_change();
        self.keep_what_was_undone();
        let before = self.place();
        if branch == self.current {
            let path = self.path_to(self.branches[branch].tip);
            let shared = |tip: NodeId| {
                let other = self.path_to(tip);
                path.iter().zip(&other).take_while(|(a, b)| a == b).count()
            };
            let others = (0..self.branches.len()).filter(|k| *k != branch);
            let nearest = others.max_by_key(|k| (shared(self.branches[*k].tip), usize::MAX - k));
            if let Some(nearest) = nearest {
                self.switch(nearest);
            }
        }
        let gone = self.branches.remove(branch);
        if self.current > branch {
            self.current -= 1;
        }
        self.record(Change::Deleted(branch, gone), before);
        Ok(())
    }
}
