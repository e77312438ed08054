//! What a search tells: how far it is, and what it found.

use serde::{Deserialize, Serialize};

use crate::model::Event;

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Whether it is over: [`Search::report`](super::Search::report) has the verdict.
    pub done: bool,
    /// Random runs made so far.
    pub walks: u32,
    /// Distinct states found.
    pub distinct: u64,
    /// Distinct states found whose successors are not known yet.
    pub frontier: u64,
    /// Events applied.
    pub transitions: u64,
    /// Events from the start to the state visited last.
    pub depth: u32,
    /// Bytes in use.
    pub bytes: u64,
}

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No violation in any state of this scope.
    HoldsInScope,
    /// A property does not hold.
    Violated,
    /// The states or the memory ran out first.
    BudgetExhausted,
}

/// What found a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finder {
    /// A random run, shrunk.
    Walk,
    /// The exhaustive search.
    Search,
}

/// A run that violates a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// The property.
    pub property: &'static str,
    /// The events from the start of the search to the violation.
    pub events: Vec<Event>,
    /// What found it.
    pub by: Finder,
    /// Whether no shorter run violates a property, counted in the search's own steps (a change of
    /// Omega and the step that it allows are one where that reduction is on).
    pub shortest: bool,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What was found out.
    pub verdict: Verdict,
    /// How, if a property is violated.
    pub counterexample: Option<Counterexample>,
    /// Distinct states visited.
    pub distinct_states: u64,
    /// States found but not visited when the search ended.
    pub frontier: u64,
    /// Events applied.
    pub transitions: u64,
    /// Events from the start to the deepest state visited.
    pub depth: u32,
    /// The reductions that were used.
    pub reductions: Vec<&'static str>,
    /// Properties of the kind `sometimes` that no run showed: if the scope was searched to its
    /// end, it is empty of a case that matters.
    pub never: Vec<&'static str>,
    /// The chance that a state was missed because it was taken for another one.
    pub missed: &'static str,
    /// Bytes in use at the end.
    pub bytes: u64,
}

/// The chance of a missed state: states are compared in full, so there is none.
pub(super) const MISSED: &str = "0 (states are compared in full, not by fingerprint)";
