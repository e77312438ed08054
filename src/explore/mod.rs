//! Exhaustive search of small systems: every state that can be reached within the configuration's
//! attempts and faults, with a shortest run to any violation.
//!
//! One engine serves the command line, the page's worker and the tests, through
//! [`Search::advance`]. It walks over numbers, not states: each part of a state (a process, a
//! memory, an inbox) is kept once and has a number, and what an event does to the parts that it
//! reads is computed by the model once and looked up ever after. States are lists of numbers,
//! packed into a few words, and compared in full: **no state is missed by a collision**.
//!
//! **No clock, no randomness but the seed's: the same search gives the same report.**

mod engine;
mod graph;
mod intern;
mod memo;
mod options;
mod reductions;
mod report;
mod rest;
mod shrink;
mod store;
mod typed;
mod walk;
mod world;

pub use options::{Options, Order, Reductions, UnknownReduction};
pub use report::{Counterexample, Finder, Progress, Report, Verdict};

use crate::model::{
    Algorithm, Config, ConfigError, Decision, Event, ProcessId, Refusal, System, UNBOUNDED,
};
use engine::Engine;
use typed::Typed;

/// What is told of each state: its fingerprint, and who decided what in it.
pub type See<'a> = dyn FnMut(u64, &[(ProcessId, Decision)]) + 'a;

/// A search under way.
pub trait Search {
    /// Goes on for about `budget` states (steps, while random runs are made), and tells how far it
    /// is. Once it is over, this does nothing.
    fn advance(&mut self, budget: u64) -> Progress;
    /// The outcome, once it is over.
    fn report(&self) -> Option<&Report>;
    /// Shows each state found: its fingerprint and what was decided in it. For comparing searches.
    fn each(&self, see: &mut See<'_>);
    /// Runs to the end.
    fn finish(&mut self) -> Report {
        loop {
            self.advance(1 << 20);
            if let Some(report) = self.report() {
                return report.clone();
            }
        }
    }
}

impl Search for Engine {
    fn advance(&mut self, budget: u64) -> Progress {
        Engine::advance(self, budget)
    }

    fn report(&self) -> Option<&Report> {
        Engine::report(self)
    }

    fn each(&self, see: &mut See<'_>) {
        Engine::each(self, &mut |world, ids| {
            see(world.fingerprint(ids), &world.decisions(ids));
        });
    }
}

/// Why a search cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// No algorithm has that id.
    #[error("there is no algorithm '{0}'")]
    NoAlgorithm(String),
    /// The configuration is impossible.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An event before the search cannot happen.
    #[error("event {place} before the search, '{event}', cannot happen: {refusal}")]
    Refused {
        /// Which of them, from 1.
        place: usize,
        /// The event.
        event: Event,
        /// Why not.
        refusal: Refusal,
    },
    /// The algorithm has no property of that name.
    #[error("there is no property '{given}' here: choose one of {all}")]
    NoProperty {
        /// As asked for.
        given: String,
        /// Those that there are.
        all: String,
    },
}

/// A search of an algorithm in a configuration, from the state after `events` on. Processes
/// without a limit on their attempts are given one attempt: a search needs an end.
pub fn search(
    id: &str,
    config: &Config,
    events: &[Event],
    options: &Options,
) -> Result<Box<dyn Search>, SearchError> {
    macro_rules! pick {
        ($($algorithm:ty,)*) => {
            $(if id == <$algorithm>::ID {
                return search_of::<$algorithm>(config, events, options);
            })*
        };
    }
    crate::with_algorithms!(pick);
    Err(SearchError::NoAlgorithm(id.to_owned()))
}

/// As [`search`], for an algorithm that is known.
pub fn search_of<A: Algorithm>(
    config: &Config,
    events: &[Event],
    options: &Options,
) -> Result<Box<dyn Search>, SearchError> {
    let mut config = config.clone();
    for attempts in &mut config.attempts {
        if *attempts == UNBOUNDED {
            *attempts = 1;
        }
    }
    let system = System::<A>::new(&config)?;
    let mut state = system.initial();
    for (k, event) in events.iter().enumerate() {
        state = system
            .apply(&state, *event, None)
            .map_err(|refusal| SearchError::Refused {
                place: k + 1,
                event: *event,
                refusal,
            })?;
    }
    let judged = judged::<A>(options)?;
    let (typed, reductions) = Typed::new(system, state, options.reductions, judged);
    Ok(Box::new(Engine::new(
        Box::new(typed),
        reductions,
        options.clone(),
    )))
}

/// The properties to judge, a bit for each place.
fn judged<A: Algorithm>(options: &Options) -> Result<u32, SearchError> {
    let Some(wanted) = &options.property else {
        return Ok(u32::MAX);
    };
    let place = A::PROPERTIES.iter().position(|p| p.id == wanted);
    match place {
        Some(place) => Ok(1 << place),
        None => {
            let all: Vec<&str> = A::PROPERTIES.iter().map(|p| p.id).collect();
            Err(SearchError::NoProperty {
                given: wanted.clone(),
                all: all.join(", "),
            })
        }
    }
}
