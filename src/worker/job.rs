//! What the page and its worker say to each other.

use serde::{Deserialize, Serialize};

use crate::explore::{Options, Progress, Report, Verdict};
use crate::model::{Config, Event};
use crate::scenario::parse;
use crate::sim::Entry;
use crate::view::text::Language;

/// How many random runs go first where something is known to break: some of it lies deep.
const WALKS: u32 = 20_000;

/// What to search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The algorithm's id.
    pub algorithm: String,
    /// Its configuration.
    pub config: Config,
    /// The events before the search begins.
    pub prefix: Vec<Event>,
    /// How.
    pub options: Options,
    /// In which language it says what is wrong.
    pub language: Language,
}

impl Job {
    /// The smallest search that finds what a mutation breaks.
    pub fn of_mutation(entry: &Entry, place: usize, language: Language) -> Option<Job> {
        let (info, mutation) = (&entry.info, entry.info.mutations.get(place)?);
        let text = format!(
            "setup {} {} mutate=({})",
            info.id, mutation.scope, mutation.id
        );
        let played = parse(&text).ok()?.play_bounded().ok()?;
        Some(Job {
            algorithm: info.id.to_owned(),
            config: played.session.config().clone(),
            prefix: Vec::new(),
            options: Options {
                walks: WALKS,
                property: (!mutation.breaks.is_empty()).then(|| mutation.breaks.to_owned()),
                ..Options::default()
            },
            language,
        })
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The property that is violated, if one is.
    pub property: Option<String>,
    /// The run that violates it, from the search's start.
    pub events: Vec<Event>,
    /// Whether no shorter one does.
    pub shortest: bool,
    /// Distinct states visited.
    pub distinct: u64,
    /// The chance that a state was missed.
    pub missed: String,
    /// The reductions that were used.
    pub reductions: Vec<String>,
    /// Properties of the kind `sometimes` that no run showed.
    pub never: Vec<String>,
}

impl From<&Report> for Finding {
    fn from(report: &Report) -> Self {
        let found = report.counterexample.as_ref();
        let owned = |names: &[&'static str]| names.iter().map(ToString::to_string).collect();
        Finding {
            verdict: report.verdict,
            property: found.map(|c| c.property.to_owned()),
            events: found.map(|c| c.events.clone()).unwrap_or_default(),
            shortest: found.is_some_and(|c| c.shortest),
            distinct: report.distinct_states,
            missed: report.missed.to_owned(),
            reductions: owned(&report.reductions),
            never: owned(&report.never),
        }
    }
}

/// What the worker tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Told {
    /// It waits for its job.
    Ready,
    /// How far it is, and after how many milliseconds.
    Progress(Progress, u32),
    /// It is over, after how many milliseconds.
    Over(Box<Finding>, u32),
    /// It cannot be done, and why.
    Failed(String),
}
