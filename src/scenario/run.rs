//! `run`: an automatic schedule takes over for a while.

use std::fmt;

use super::error::Problem;
use super::expected::Expected;
use super::holds;
use super::play::{MOST_STEPS, Player};
use super::words::{self, Read, Words};
use crate::model::{Config, ProcessId};
use crate::sim::{Adversary, Entry, Hold, Lockstep, Random, Slow, Stop, Stubborn, stubborn_steps};

/// Which schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// `lockstep`: synchronous and failure-free.
    Lockstep,
    /// `random seed=7 [faults=on]`.
    Random {
        /// The seed.
        seed: u64,
        /// Whether it injects faults, within the budget.
        faults: bool,
    },
    /// `slow p1@m2`: lockstep around something that moves only when all else is at rest.
    Slow(Hold),
    /// `stubborn`: keeps the run undecided as long as it can.
    Stubborn,
}

/// `run <strategy> [until ... | for N delays] [steps=N]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Which schedule.
    pub strategy: Strategy,
    /// When it stops; [`Stop::Quiescent`] is when nothing is left that it could do.
    pub stop: Stop,
    /// The most steps that it takes.
    pub steps: Option<u32>,
}

/// The most steps of one run where it does not say.
const RANDOM_STEPS: usize = 500;
const STUBBORN_STEPS: usize = 300;
pub(super) const OTHER_STEPS: usize = 10_000;

const STRATEGIES: [&str; 4] = ["lockstep", "random", "slow", "stubborn"];
const UNTIL: [&str; 8] = [
    "decided",
    "all-decided",
    "quiescent",
    "nak",
    "violation",
    "property",
    "line",
    "register",
];
const MORE: [&str; 5] = ["until", "for", "steps=", "seed=", "faults="];

impl Run {
    /// Reads what follows the word `run`; with the algorithm, if it is known, whose properties may
    /// be named.
    pub(super) fn parse(words: &mut Words<'_>, entry: Option<&'static Entry>) -> Read<Self> {
        let mut strategy = match words.one_of(Expected::Strategy, &STRATEGIES)? {
            "random" => Strategy::Random {
                seed: 0,
                faults: false,
            },
            "slow" => Strategy::Slow(holds::lasting(words)?),
            "stubborn" => Strategy::Stubborn,
            _ => Strategy::Lockstep,
        };
        let (mut stop, mut steps, mut seeded) = (None, None, false);
        while let Some(word) = words.next() {
            let twice = words.error(word.column, Problem::Twice(word.text.to_owned()));
            let once = |given: bool| match given {
                false => Ok(()),
                true => Err(twice.clone()),
            };
            match (word.text, words.keyed(word), &mut strategy) {
                ("until", ..) => {
                    once(stop.is_some())?;
                    stop = Some(until(words, entry)?);
                }
                ("for", ..) => {
                    let count = words.next();
                    let count = count.ok_or_else(|| words.unexpected(None, Expected::Count))?;
                    let count = words.number(count, 1, MOST_STEPS as u32)?;
                    match words.one_of(Expected::Unit, &["delays", "delay", "steps", "step"])? {
                        "delays" | "delay" => {
                            once(stop.is_some())?;
                            stop = Some(Stop::Delays(count));
                        }
                        _ => {
                            once(steps.is_some())?;
                            steps = Some(count);
                        }
                    }
                }
                (_, Some(("steps", value)), _) => {
                    once(steps.is_some())?;
                    steps = Some(words.number(value, 1, MOST_STEPS as u32)?);
                }
                (_, Some(("seed", value)), Strategy::Random { seed, .. }) => {
                    once(seeded)?;
                    *seed = words.number(value, 0, u64::MAX)?;
                    seeded = true;
                }
                (_, Some(("faults", value)), Strategy::Random { faults, .. }) => {
                    *faults = match value.text {
                        "on" => true,
                        "off" => false,
                        _ => {
                            return Err(words.unlike(
                                Some(value),
                                Expected::OnOrOff,
                                &["on", "off"],
                            ));
                        }
                    };
                }
                _ => {
                    return Err(words.unlike(Some(word), Expected::RunMore, &MORE));
                }
            }
        }
        if matches!(strategy, Strategy::Random { .. }) && !seeded {
            return Err(words.unexpected(None, Expected::Seed));
        }
        Ok(Run {
            strategy,
            stop: stop.unwrap_or(Stop::Quiescent),
            steps,
        })
    }

    /// The schedule.
    pub(super) fn adversary(strategy: Strategy) -> Box<dyn Adversary> {
        match strategy {
            Strategy::Lockstep => Box::new(Lockstep),
            Strategy::Random { seed, faults } => Box::new(Random::new(seed, faults)),
            Strategy::Slow(hold) => Box::new(Slow(hold)),
            Strategy::Stubborn => Box::new(Stubborn),
        }
    }

    /// The most steps that the run may take in a configuration, in one go.
    fn limit(&self, config: &Config) -> usize {
        let most = match self.strategy {
            Strategy::Stubborn => stubborn_steps(config),
            _ => usize::MAX,
        };
        most.min(self.asked_for())
    }

    fn asked_for(&self) -> usize {
        match (self.steps, self.strategy) {
            (Some(steps), _) => steps as usize,
            (None, Strategy::Random { .. }) => RANDOM_STEPS,
            (None, Strategy::Stubborn) => STUBBORN_STEPS,
            (None, _) => OTHER_STEPS,
        }
    }

    pub(super) fn play(&self, player: &mut Player) -> Result<(), Problem> {
        let mut adversary = Run::adversary(self.strategy);
        let limit = self.limit(player.session.config());
        let before = player.session.trace.position();
        let cut_off = player.run(adversary.as_mut(), &self.stop, limit)?;
        if matches!(self.strategy, Strategy::Stubborn) {
            let taken = player.session.trace.position() - before;
            player.spend(taken * effort_of_stubborn(player.session.config()))?;
        }
        if cut_off && (self.steps.is_none() || limit < self.asked_for()) {
            player.cut_off(limit);
        }
        Ok(())
    }
}

/// What a stubborn step costs, in the unit of [`Player::spend`]: it looks far ahead, and no text
/// gets more of them than three runs take.
fn effort_of_stubborn(config: &Config) -> usize {
    300_000 / stubborn_steps(config)
}

/// Reads what follows `until`.
fn until(words: &mut Words<'_>, entry: Option<&'static Entry>) -> Read<Stop> {
    Ok(match words.one_of(Expected::Until, &UNTIL)? {
        "decided" => Stop::Decided,
        "all-decided" => Stop::AllDecided,
        "nak" => Stop::Nak,
        "violation" => Stop::Violation,
        "property" => Stop::Property(property(words, entry)?),
        "line" => {
            let (process, line) = process_line(words)?;
            Stop::Line(process, line)
        }
        "register" => {
            let changes = words.peek().filter(|w| !w.text.contains('='));
            let changes = changes.and_then(|w| w.text.split_once('@'));
            if let Some((name, memory)) = changes
                && let Some(memory) = words::memory(memory)
            {
                words.next();
                let name = name.to_owned();
                return Ok(Stop::Register {
                    memory,
                    name,
                    text: None,
                });
            }
            let (name, memory, text) = register(words)?;
            let text = Some(text);
            Stop::Register { memory, name, text }
        }
        _ => Stop::Quiescent,
    })
}

/// Reads the id of a property, if one follows.
fn property(words: &mut Words<'_>, entry: Option<&'static Entry>) -> Read<Option<String>> {
    let Some(word) = words.peek() else {
        return Ok(None);
    };
    if word.text.contains('=') || MORE.contains(&word.text) {
        return Ok(None);
    }
    words.next();
    let known = |entry: &'static Entry| entry.info.properties.iter().map(|p| p.id);
    if let Some(entry) = entry
        && !known(entry).any(|id| id == word.text)
    {
        let fitting: Vec<&str> = known(entry).collect();
        return Err(words.unlike(Some(word), Expected::Property, &fitting));
    }
    Ok(Some(word.text.to_owned()))
}

/// Reads `p1=18`: a process and a pseudocode line.
pub(super) fn process_line(words: &mut Words<'_>) -> Read<(ProcessId, u8)> {
    let found = words.next();
    let parts = found.and_then(|w| words.keyed(w));
    let (name, line) = parts.ok_or_else(|| words.unexpected(found, Expected::PlaceInCode))?;
    let process =
        words::process(name).ok_or_else(|| words.unexpected(found, Expected::PlaceInCode))?;
    Ok((process, words.number(line, 1, u8::MAX)?))
}

/// Reads `slot[p1]@m2=(1,1,a)`: a register of a memory and its content in short.
pub(super) fn register(words: &mut Words<'_>) -> Read<(String, crate::model::MemoryId, String)> {
    let found = words.next();
    let parts = found.and_then(|w| {
        let (name, rest) = w.text.split_once('@')?;
        let (memory, text) = rest.split_once('=')?;
        let memory = words::memory(memory)?;
        let whole = !name.is_empty() && !text.is_empty();
        whole.then(|| (name.to_owned(), memory, text.to_owned()))
    });
    parts.ok_or_else(|| words.unexpected(found, Expected::Content))
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Lockstep => f.write_str("lockstep"),
            Strategy::Random { seed, faults } => {
                write!(f, "random seed={seed}")?;
                f.write_str(if *faults { " faults=on" } else { "" })
            }
            Strategy::Slow(hold) => write!(f, "slow {hold}"),
            Strategy::Stubborn => f.write_str("stubborn"),
        }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "run {}", self.strategy)?;
        match &self.stop {
            Stop::Quiescent => {}
            Stop::Decided => f.write_str(" until decided")?,
            Stop::AllDecided => f.write_str(" until all-decided")?,
            Stop::Delays(1) => f.write_str(" for 1 delay")?,
            Stop::Delays(count) => write!(f, " for {count} delays")?,
            Stop::Nak => f.write_str(" until nak")?,
            Stop::Violation => f.write_str(" until violation")?,
            Stop::Property(None) => f.write_str(" until property")?,
            Stop::Property(Some(id)) => write!(f, " until property {id}")?,
            Stop::Line(process, line) => write!(f, " until line {process}={line}")?,
            Stop::Register { memory, name, text } => {
                write!(f, " until register {name}@{memory}")?;
                if let Some(text) = text {
                    write!(f, "={text}")?;
                }
            }
        }
        match self.steps {
            None => Ok(()),
            Some(steps) => write!(f, " steps={steps}"),
        }
    }
}
