//! What is wrong with a scenario: the place, what was expected, and the nearest word that fits.

use super::expected::Expected;
use crate::model::{ConfigError, ProcessId};
use crate::sim::StepError;

/// A scenario that cannot be read or played, with the place. Nothing of it is applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ScenarioError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something else was expected.
    #[error("expected {expected}, found {}{}", quoted(.found.as_deref()), hint(.nearest.as_deref()))]
    Unexpected {
        /// What stands there; nothing at the end of the line.
        found: Option<String>,
        /// What would fit.
        expected: Expected,
        /// The nearest word that fits, where words are expected.
        nearest: Option<String>,
    },
    /// A setting is given twice.
    #[error("`{0}` is given twice: keep one")]
    Twice(String),
    /// A command stands before the setup that it needs, or there is none at all.
    #[error(
        "no setup yet: begin with a line such as `setup protected-memory-paxos processes=2 memories=3`"
    )]
    NoSetup,
    /// There is a second setup.
    #[error("a second setup: a scenario has one, before its first event")]
    SecondSetup,
    /// The settings do not fit together.
    #[error("{0}")]
    Impossible(#[from] ConfigError),
    /// The step cannot be taken at this point of the run.
    #[error("{0}")]
    Refused(#[from] StepError),
    /// No such thread waits.
    #[error("{process} has no thread `{name}` that can do that here; {}", alternatives(.threads))]
    NoThread {
        /// The process.
        process: ProcessId,
        /// The name that was given.
        name: String,
        /// Those that could.
        threads: Vec<String>,
    },
    /// No thread of the process can do that.
    #[error("no thread of {process} can {deed} here")]
    NothingTo {
        /// The process.
        process: ProcessId,
        /// What it was to do.
        deed: Deed,
    },
    /// A Byzantine process has no such act.
    #[error("{process} cannot do `{label}`{}", hint(.nearest.as_deref()))]
    NoAct {
        /// The process.
        process: ProcessId,
        /// The act as it was given.
        label: String,
        /// The nearest one that it can do here.
        nearest: Option<String>,
    },
    /// Nothing that a process left in flight can be lost.
    #[error("{0} has left nothing in flight that could be lost")]
    NothingLeft(ProcessId),
    /// Everyone trusts the leader already.
    #[error("everyone who is up trusts {0} already")]
    AllTrust(ProcessId),
    /// There is no such process in the setup.
    #[error("there is no process {0} here")]
    NoProcess(ProcessId),
    /// The run is too long to be kept.
    #[error(
        "the run is longer than {0} steps: shorten it, or let it stop earlier with `until` or `steps=`"
    )]
    TooLong(usize),
    /// What the text asks for besides the steps of its run takes too long.
    #[error(
        "up to here the text asks for more than can be played in a second: let `run stubborn` take \
         fewer steps, or leave out some of what it expects or puts beside the run"
    )]
    TooMuch,
    /// The text is too long to be read.
    #[error("the text has more than {0} lines: leave some out, or make several texts of it")]
    TooManyLines(usize),
}

/// What a thread that waits may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Leave its wait.
    GoOn,
    /// Give it up.
    TimeOut,
    /// Toss a coin.
    Toss,
}

impl std::fmt::Display for Deed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Deed::GoOn => "go on",
            Deed::TimeOut => "time out",
            Deed::Toss => "toss a coin",
        })
    }
}

fn quoted(found: Option<&str>) -> String {
    match found {
        Some(word) => format!("`{word}`"),
        None => "the end of the line".to_owned(),
    }
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |word| format!("; the nearest is `{word}`"))
}

fn alternatives(threads: &[String]) -> String {
    match threads {
        [] => "none can".to_owned(),
        _ => format!("there is {}", threads.join(", ")),
    }
}

/// The word of a list that is nearest to what was written.
pub(super) fn nearest<S: AsRef<str>>(
    written: &str,
    words: impl IntoIterator<Item = S>,
) -> Option<String> {
    let written = written.to_ascii_lowercase();
    // Long garbage needs no careful answer, and distances cost the product of the lengths.
    if written.len() > 80 {
        return None;
    }
    let distance = |word: &S| strsim::damerau_levenshtein(&written, word.as_ref());
    let best = words.into_iter().min_by_key(distance)?;
    Some(best.as_ref().to_owned())
}
