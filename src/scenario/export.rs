//! Writing a run down as a scenario that replays to the same states.

use super::command::Command;
use super::narration::Narration;
use super::play::{Remark, Saying};
use super::run::{OTHER_STEPS, Run, Strategy};
use super::setup::Setup;
use super::text::Scenario;
use crate::sim::{Adversary, Choice, Lockstep, Random, Session, Stop};

/// The fewest steps that are worth a `run` command.
const WORTH_A_RUN: usize = 3;

/// The session's current run up to step `up_to`, as scenario text.
///
/// Stretches that lockstep would choose by itself are written as one `run` command.
pub fn export(session: &Session, up_to: usize) -> String {
    export_with(session, up_to, &[], &[]).to_string()
}

/// As [`export`], as a scenario; stretches that one of the random `seeds` would choose are `run`
/// commands too, and the remarks stand where they belong.
pub fn export_with(
    session: &Session,
    up_to: usize,
    seeds: &[(u64, bool)],
    remarks: &[Remark],
) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.push(Command::Setup(Setup::of(session.entry(), session.config())));
    let choices: Vec<Choice> = session.trace.choices(up_to).collect();
    let mut replay = Replay::new(session, choices);
    let mut at = 0;
    let mut said = 0;
    while at < replay.choices.len() {
        while let Some(remark) = remarks.get(said).filter(|r| r.after <= at) {
            scenario.push(narration(remark));
            said += 1;
        }
        // A remark belongs to the step that follows it, so a run ends where one stands.
        let end = remarks.get(said).map_or(usize::MAX, |r| r.after);
        let end = end.min(replay.choices.len());
        match replay.stretch(at, end, seeds) {
            Some((run, length)) => {
                scenario.push(Command::Run(run));
                at += length;
            }
            None => {
                let machine = session.machine();
                scenario.push(Command::of(replay.choices[at], &**machine));
                at += 1;
            }
        }
    }
    for remark in &remarks[said..] {
        if remark.after <= at {
            scenario.push(narration(remark));
        }
    }
    scenario
}

fn narration(remark: &Remark) -> Command {
    match &remark.saying {
        Saying::Chapter(text) => Command::Narration(Narration::Chapter(text.clone())),
        Saying::Note(text) => Command::Narration(Narration::Note(text.clone())),
        Saying::Ask(question) => Command::Narration(Narration::Ask(question.clone())),
        Saying::Look(look) => Command::Look(look.clone()),
    }
}

/// The run again, on a session of its own.
struct Replay {
    choices: Vec<Choice>,
    session: Session,
    /// For each step, whether lockstep would choose it.
    lockstep: Vec<bool>,
}

impl Replay {
    fn new(session: &Session, choices: Vec<Choice>) -> Self {
        let again = Session::new(session.entry(), session.config());
        // The same configuration made the session at hand.
        let mut replay = Replay {
            lockstep: Vec::with_capacity(choices.len()),
            session: again.unwrap_or_else(|e| unreachable!("a session's configuration: {e}")),
            choices,
        };
        for choice in &replay.choices {
            let chosen = Lockstep.choose(&replay.session.trace).map(Choice::Event);
            replay.lockstep.push(chosen == Some(*choice));
            let taken = replay.session.trace.act(*choice);
            assert!(taken.is_ok(), "a recorded step replays: {choice:?}");
        }
        replay
    }

    /// The `run` command that takes exactly the steps from `at` on, for as long as one can.
    fn stretch(&mut self, at: usize, end: usize, seeds: &[(u64, bool)]) -> Option<(Run, usize)> {
        let lockstep = self.lockstep[at..end].iter().take_while(|l| **l).count();
        let mut best = (lockstep, Strategy::Lockstep);
        for (seed, faults) in seeds {
            let length = self.random(at, end, *seed, *faults);
            if length > best.0 {
                best = (
                    length,
                    Strategy::Random {
                        seed: *seed,
                        faults: *faults,
                    },
                );
            }
        }
        let (length, strategy) = best;
        if length < WORTH_A_RUN {
            return None;
        }
        let stop = self.stop(at, length, strategy);
        let steps = match (&stop, strategy) {
            // Where a telling stop comes within the usual limit, the number would be noise.
            (Some(_), Strategy::Lockstep) if length < OTHER_STEPS => None,
            _ => Some(length as u32),
        };
        let run = Run {
            strategy,
            stop: stop.unwrap_or(Stop::Quiescent),
            steps,
        };
        Some((run, length))
    }

    /// How many steps from `at` on a seed would choose.
    fn random(&mut self, at: usize, end: usize, seed: u64, faults: bool) -> usize {
        let mut random = Random::new(seed, faults);
        for k in at..end {
            self.session.trace.seek(k);
            let chosen = random.choose(&self.session.trace).map(Choice::Event);
            if chosen != Some(self.choices[k]) {
                return k - at;
            }
        }
        end - at
    }

    /// The stop that ends lockstep after exactly `length` steps, if there is a telling one.
    fn stop(&self, at: usize, length: usize, strategy: Strategy) -> Option<Stop> {
        if strategy != Strategy::Lockstep {
            return None;
        }
        let depth = |k: usize| self.session.trace.step(k).clock.delays;
        let passed = depth(at + length).saturating_sub(depth(at));
        let candidates = [
            Stop::Decided,
            Stop::AllDecided,
            Stop::Quiescent,
            Stop::Delays(passed.max(1)),
        ];
        candidates.into_iter().find(|stop| {
            let mut trial = self.session.clone();
            trial.trace.seek(at);
            let taken = trial.run(&mut Lockstep, stop, length + 1);
            taken == length
        })
    }
}
