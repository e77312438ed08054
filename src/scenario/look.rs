//! `view`, `beside`: through whose eyes what follows is seen, and what stands beside it.

use std::fmt;

use super::command::Command;
use super::error::Problem;
use super::expected::Expected;
use super::play::{Player, weight};
use super::words::{self, Read, Words};
use crate::model::ProcessId;
use crate::sim::{Pace, Pair, Session, algorithms, find};

/// How the steps that follow are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// `view p2`: as a process knows it; `view everything`.
    View(Option<ProcessId>),
    /// `beside disk-paxos`: another algorithm under the same inputs and faults.
    Algorithm(String),
    /// `beside run <command>; <command>; ...`: the run of these commands, from the start of the same
    /// setup.
    Run(Vec<Command>),
    /// `beside nothing`.
    Alone,
}

const EVERYTHING: &str = "everything";
const ALONE: &str = "nothing";
const RUN: &str = "run";

impl Look {
    pub(super) fn view(words: &mut Words<'_>) -> Read<Self> {
        let found = words.next();
        let known = found.and_then(|w| match w.text {
            EVERYTHING => Some(None),
            name => words::process(name).map(Some),
        });
        known
            .map(Look::View)
            .ok_or_else(|| words.unlike(found, Expected::View, &["p1", EVERYTHING]))
    }

    pub(super) fn beside(words: &mut Words<'_>) -> Read<Self> {
        let found = words.next();
        match found.map(|w| w.text) {
            Some(ALONE) => Ok(Look::Alone),
            Some(RUN) => {
                let commands: Read<Vec<Command>> =
                    words.parts(';').iter_mut().map(Look::step).collect();
                commands.map(Look::Run)
            }
            Some(id) if find(id).is_some() => Ok(Look::Algorithm(id.to_owned())),
            _ => {
                let mut fitting: Vec<&str> = algorithms().iter().map(|e| e.info.id).collect();
                fitting.extend([ALONE, RUN]);
                Err(words.unlike(found, Expected::Beside, &fitting))
            }
        }
    }

    /// One command of a run beside.
    fn step(words: &mut Words<'_>) -> Read<Command> {
        let first = words.peek();
        let command = Command::parse(words, None)?;
        match command {
            Command::Run(_)
            | Command::Packets(_)
            | Command::Processes(_)
            | Command::Act(_)
            | Command::Hold(_)
            | Command::Release(_) => Ok(command),
            Command::Setup(_) | Command::Expect(_) | Command::Narration(_) | Command::Look(_) => {
                Err(words.unexpected(first, Expected::Steps))
            }
        }
    }

    pub(super) fn play(&self, player: &mut Player) -> Result<(), Problem> {
        match self {
            Look::Algorithm(id) => {
                if let Some(entry) = find(id) {
                    let pair = Pair::with_algorithm(entry, &player.session)?;
                    let (other, run) = (pair.other(), player.session.trace.len());
                    player.spend(other.trace.len() * weight(other.config()) + run)?;
                }
            }
            Look::Run(commands) => {
                // It is played again wherever it is shown, so it costs twice.
                let left = player.effort_left() / 2;
                let beside = played(commands, &player.session, left)?;
                player.spend(2 * beside.cost())?;
            }
            Look::View(Some(process)) if process.0 >= player.session.config().processes => {
                return Err(Problem::NoProcess(*process));
            }
            Look::View(_) | Look::Alone => {}
        }
        player.look(self);
        Ok(())
    }

    /// What stands beside a session's run, if the look is for something and that is possible; in
    /// step with it by what happens to `lens`, where two runs are seen as a process knows them.
    pub fn pair(&self, beside: &Session, lens: Option<ProcessId>) -> Option<Pair> {
        match self {
            Look::Algorithm(id) => Pair::with_algorithm(find(id)?, beside).ok(),
            look => {
                let run = look.run(beside).ok()??;
                let pace = lens.map_or(Pace::Steps, Pace::Of);
                Some(Pair::with_run(run, "", pace, beside))
            }
        }
    }

    /// The run that stands beside a session's, played from its start; none where the look is for
    /// something else.
    pub fn run(&self, beside: &Session) -> Result<Option<Session>, Problem> {
        let Look::Run(commands) = self else {
            return Ok(None);
        };
        let player = played(commands, beside, usize::MAX)?;
        Ok(Some(player.session))
    }
}

/// Plays commands from the start of a session's setup, with that much effort at most.
fn played(commands: &[Command], beside: &Session, most: usize) -> Result<Player, Problem> {
    let session = Session::new(beside.entry(), beside.config())?;
    let mut player = Player::new(session);
    for command in commands {
        command.play(&mut player)?;
        if player.cost() > most {
            return Err(Problem::TooMuch);
        }
    }
    Ok(player)
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Look::View(None) => write!(f, "view {EVERYTHING}"),
            Look::View(Some(process)) => write!(f, "view {process}"),
            Look::Algorithm(id) => write!(f, "beside {id}"),
            Look::Alone => write!(f, "beside {ALONE}"),
            Look::Run(commands) => {
                write!(f, "beside {RUN}")?;
                for (k, command) in commands.iter().enumerate() {
                    let comma = if k == 0 { "" } else { ";" };
                    write!(f, "{comma} {command}")?;
                }
                Ok(())
            }
        }
    }
}
