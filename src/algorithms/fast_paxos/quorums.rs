//! The quorums of Fast Paxos, and what votes tell of them.

use super::{ANY_ROUND_COUNTS, FAST, FAST_BY_MAJORITY, FREE_CHOICE, FastPaxos, Locals};
use crate::algorithms::proposals::Accepted as Vote;
use crate::model::{ProcessId, Quorum, Value};

impl FastPaxos {
    /// A classic quorum: n - f_P, and more than half unless the experiment says otherwise.
    pub(super) fn classic(&self) -> usize {
        let all_but_f = usize::from(self.config.processes.saturating_sub(self.config.f_p).max(1));
        match self.config.quorum {
            Quorum::Majority => all_but_f.max(self.config.process_quorum()),
            Quorum::AllButF => all_but_f,
        }
    }

    /// A fast quorum: n - e.
    pub(super) fn fast(&self) -> usize {
        if self.on(FAST_BY_MAJORITY) {
            return usize::from(self.config.processes) / 2 + 1;
        }
        usize::from(self.config.processes.saturating_sub(self.config.e).max(1))
    }

    /// A value that a fast quorum has voted for, as far as the learner has heard.
    pub(super) fn fast_choice(&self, locals: &Locals) -> Option<Value> {
        let votes = |v: Value| locals.votes.iter().filter(|(_, w)| *w == v).count();
        let mut values = locals.votes.iter().map(|(_, v)| *v);
        values.find(|v| votes(*v) >= self.fast())
    }

    /// Guard of line 4: a classic quorum voted, and no value can get a fast quorum any more.
    pub(super) fn collided(&self, locals: &Locals) -> bool {
        let missing = usize::from(self.config.processes) - locals.votes.len();
        let votes = |v: Value| locals.votes.iter().filter(|(_, w)| *w == v).count();
        let lost = |v: Value| votes(v) + missing < self.fast();
        locals.votes.len() >= self.classic() && locals.votes.iter().all(|(_, v)| lost(*v))
    }

    /// What a leader may propose, given a classic quorum's reports: the value that some quorum
    /// could have chosen, if there is one (at most one, by the bounds), else its own.
    pub(super) fn pick(&self, reports: &[(ProcessId, Vote)], own: Value) -> Value {
        let voted = || reports.iter().filter_map(|(_, vote)| *vote);
        let highest = voted().map(|(round, _)| round).max();
        let Some(highest) = highest.filter(|_| !self.on(FREE_CHOICE)) else {
            return own;
        };
        let counted = |round: u16| round == highest || self.on(ANY_ROUND_COUNTS);
        // A fast quorum misses at most e of those who reported.
        let enough = if highest == FAST || self.on(ANY_ROUND_COUNTS) {
            reports
                .len()
                .saturating_sub(usize::from(self.config.e))
                .max(1)
        } else {
            1
        };
        let votes = |v: Value| voted().filter(|(r, w)| counted(*r) && *w == v).count();
        let mut values = voted().filter(|(r, _)| counted(*r)).map(|(_, v)| v);
        values.find(|v| votes(*v) >= enough).unwrap_or(own)
    }
}
