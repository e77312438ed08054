//! Playing a scenario: its commands, one after another, on a session of its own.

use super::error::{Problem, ScenarioError};
use super::expect::{Expectation, Verdict};
use super::look::Look;
use super::narration::{Narration, Question};
use super::text::Scenario;
use crate::model::{Config, Event, UNBOUNDED};
use crate::sim::{Adversary, Choice, Entry, Session, Stop};

/// The most steps that a scenario may have; fewer where there are many processes and memories (see
/// [`most_steps`]).
pub const MOST_STEPS: usize = 50_000;

/// The most steps that a scenario may have in a configuration, so that none takes much longer than
/// a second.
pub fn most_steps(config: &Config) -> usize {
    MOST_STEPS.min(1_000_000 / weight(config))
}

/// The most effort that a scenario may ask for besides its steps, where what a step costs (see
/// [`weight`]) is the unit: about a second's worth.
const MOST_EFFORT: usize = 1_000_000;

/// What a step costs, as it grows with the processes, the memories and the lanes between them.
pub fn weight(config: &Config) -> usize {
    let (n, m) = (config.processes as usize, config.memories as usize);
    n + m + n * m
}

/// What a scenario says at a point of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// A part begins.
    Chapter(String),
    /// About the step that follows.
    Note(String),
    /// To be answered before the step that follows is shown.
    Ask(Question),
    /// How the steps that follow are looked at.
    Look(Look),
}

impl Saying {
    /// What a narration says at its point of the run; a title says nothing there.
    pub fn of(narration: &Narration) -> Option<Saying> {
        match narration {
            Narration::Title(_) => None,
            Narration::Chapter(text) => Some(Saying::Chapter(text.clone())),
            Narration::Note(text) => Some(Saying::Note(text.clone())),
            Narration::Ask(question) => Some(Saying::Ask(question.clone())),
        }
    }
}

/// A saying and the step that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// How many steps come before it: it belongs to the step after these, or to the end.
    pub after: usize,
    /// What is said.
    pub saying: Saying,
}

/// An expectation and what it met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The line, from 1.
    pub line: u32,
    /// How many steps come before it.
    pub after: usize,
    /// What was expected.
    pub expectation: Expectation,
    /// What was found.
    pub verdict: Verdict,
}

/// One row of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// A `run` begins.
    Run(String),
    /// A step of the run.
    Step(usize),
    /// A run was stopped by its limit of steps.
    Limit(usize),
    /// A remark, by its place.
    Remark(usize),
    /// An expectation, by its place.
    Check(usize),
}

/// A scenario that has been played.
#[derive(Clone)]
pub struct Played {
    /// The run, with the playhead at its end.
    pub session: Session,
    /// The scenario's title, if it has one.
    pub title: Option<String>,
    /// What is said along the way, in order.
    pub remarks: Vec<Remark>,
    /// What was expected along the way, in order.
    pub checks: Vec<Check>,
    pub(super) rows: Vec<Row>,
}

impl Played {
    /// Whether all expectations were met.
    pub fn passed(&self) -> bool {
        self.checks.iter().all(|c| c.verdict.met)
    }

    /// How the step after `step` steps is looked at: as whom, and beside what, where it is said.
    pub fn looks_at(&self, step: usize) -> (Option<&Look>, Option<&Look>) {
        let (mut view, mut beside) = (None, None);
        for remark in self.remarks.iter().take_while(|r| r.after <= step) {
            match &remark.saying {
                Saying::Look(look @ Look::View(_)) => view = Some(look),
                Saying::Look(look) => beside = Some(look),
                Saying::Chapter(_) | Saying::Note(_) | Saying::Ask(_) => {}
            }
        }
        (view, beside)
    }

    /// What is said about the step that follows `step` steps.
    pub fn said_after(&self, step: usize) -> impl Iterator<Item = &Saying> {
        let here = self.remarks.iter().filter(move |r| r.after == step);
        here.map(|r| &r.saying)
    }
}

/// A scenario being played.
pub(super) struct Player {
    pub(super) session: Session,
    title: Option<String>,
    remarks: Vec<Remark>,
    checks: Vec<Check>,
    rows: Vec<Row>,
    line: u32,
    effort: usize,
}

impl Player {
    /// At the start of a session.
    pub(super) fn new(session: Session) -> Self {
        Player {
            session,
            title: None,
            remarks: Vec::new(),
            checks: Vec::new(),
            rows: Vec::new(),
            line: 0,
            effort: 0,
        }
    }

    /// Counts what was done besides the run's steps, however many lines ask for it; an error where
    /// it is too much.
    pub(super) fn spend(&mut self, effort: usize) -> Result<(), Problem> {
        self.effort = self.effort.saturating_add(effort);
        match self.effort > MOST_EFFORT {
            true => Err(Problem::TooMuch),
            false => Ok(()),
        }
    }

    /// What is left of the effort.
    pub(super) fn effort_left(&self) -> usize {
        MOST_EFFORT.saturating_sub(self.effort)
    }

    /// What the steps taken so far cost, and what was done besides.
    pub(super) fn cost(&self) -> usize {
        let trace = &self.session.trace;
        self.effort + trace.len() * weight(self.session.config())
    }

    pub(super) fn look(&mut self, look: &Look) {
        self.remark(Saying::Look(look.clone()));
    }

    fn remark(&mut self, saying: Saying) {
        self.rows.push(Row::Remark(self.remarks.len()));
        self.remarks.push(Remark {
            after: self.session.trace.position(),
            saying,
        });
    }

    /// Lets an event happen.
    pub(super) fn event(&mut self, event: Event) -> Result<(), Problem> {
        self.choose(Choice::Event(event))
    }

    /// Takes a step.
    pub(super) fn choose(&mut self, choice: Choice) -> Result<(), Problem> {
        self.session.trace.act(choice)?;
        self.record(self.session.trace.position() - 1)
    }

    /// Lets a schedule run. Returns whether it was the limit that stopped it.
    pub(super) fn run(
        &mut self,
        adversary: &mut dyn Adversary,
        stop: &Stop,
        limit: usize,
    ) -> Result<bool, Problem> {
        let before = self.session.trace.position();
        let room = most_steps(self.session.config()) + 1 - before;
        let taken = self.session.run(adversary, stop, limit.min(room));
        self.record(before)?;
        Ok(taken == limit)
    }

    /// Tells that a limit nobody asked for stopped a run.
    pub(super) fn cut_off(&mut self, limit: usize) {
        self.rows.push(Row::Limit(limit));
    }

    fn record(&mut self, before: usize) -> Result<(), Problem> {
        let now = self.session.trace.position();
        self.rows.extend((before + 1..=now).map(Row::Step));
        let most = most_steps(self.session.config());
        if now > most {
            return Err(Problem::TooLong(most));
        }
        Ok(())
    }

    pub(super) fn check(&mut self, expectation: &Expectation) -> Result<(), Problem> {
        // It looks at the whole state, and over the run up to here.
        let (state, run) = (weight(self.session.config()), self.session.trace.position());
        self.spend(4 * state + run / 4)?;
        self.rows.push(Row::Check(self.checks.len()));
        self.checks.push(Check {
            line: self.line,
            after: self.session.trace.position(),
            expectation: expectation.clone(),
            verdict: expectation.check(&self.session),
        });
        Ok(())
    }

    pub(super) fn narrate(&mut self, narration: &Narration) {
        if let Narration::Title(text) = narration {
            self.title = Some(text.clone());
        }
        let Some(saying) = Saying::of(narration) else {
            return;
        };
        self.remark(saying);
    }
}

impl Scenario {
    /// Plays it. Attempts are unbounded where the setup sets no limit.
    ///
    /// An error says at which line the run could not go on; expectations that are not met are no
    /// errors, they stand in [`Played::checks`].
    pub fn play(&self) -> Result<Played, ScenarioError> {
        let (entry, config) = self.own_configuration(UNBOUNDED)?;
        self.play_as(entry, &config)
    }

    /// As [`Scenario::play`], but with one attempt for each process where the setup sets no limit,
    /// so that a search from its end is finite.
    pub fn play_bounded(&self) -> Result<Played, ScenarioError> {
        let (entry, config) = self.own_configuration(1)?;
        self.play_as(entry, &config)
    }

    /// Plays a list of commands that may lack a setup: with its own if it has one, else in the
    /// session's configuration, from the start.
    pub fn play_in(&self, session: &Session) -> Result<Played, ScenarioError> {
        match self.setup() {
            Some(_) => self.play(),
            None => self.play_as(session.entry(), session.config()),
        }
    }

    /// The algorithm and configuration that the scenario asks for.
    fn own_configuration(&self, attempts: u8) -> Result<(&'static Entry, Config), ScenarioError> {
        let found = self.setup();
        let configuration = found.and_then(|(_, setup)| setup.configuration(attempts));
        configuration.ok_or_else(|| {
            let first = found.or(None).map(|(line, _)| line);
            let first = first.or_else(|| self.commands().next().map(|(line, _)| line));
            ScenarioError {
                line: first.map_or(1, |line| line.number),
                column: first.map_or(1, |line| line.column),
                problem: Problem::NoSetup,
            }
        })
    }

    fn play_as(&self, entry: &'static Entry, config: &Config) -> Result<Played, ScenarioError> {
        let session = Session::new(entry, config).map_err(|error| {
            let line = self.setup().map(|(line, _)| line);
            ScenarioError {
                line: line.map_or(1, |line| line.number),
                column: line.map_or(1, |line| line.column),
                problem: error.into(),
            }
        })?;
        let mut player = Player::new(session);
        for (line, command) in self.commands() {
            player.line = line.number;
            if let super::Command::Run(run) = command {
                player.rows.push(Row::Run(run.to_string()));
            }
            command.play(&mut player).map_err(|problem| ScenarioError {
                line: line.number,
                column: line.column,
                problem,
            })?;
        }
        let Player {
            session,
            title,
            remarks,
            checks,
            rows,
            ..
        } = player;
        Ok(Played {
            session,
            title,
            remarks,
            checks,
            rows,
        })
    }
}
