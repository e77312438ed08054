//! The commands, and which word begins which.

use std::fmt;

use super::act::Act;
use super::error::Problem;
use super::expect::Expectation;
use super::expected::Expected;
use super::holds;
use super::look::Look;
use super::narration::Narration;
use super::packets::Packets;
use super::play::Player;
use super::processes::Processes;
use super::run::Run;
use super::setup::Setup;
use super::words::{Read, Words};
use crate::sim::{Choice, Entry, Hold, Machine};

/// One command of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `setup`.
    Setup(Setup),
    /// `run`.
    Run(Run),
    /// `deliver`, `lose`, `effect`, `return`.
    Packets(Packets),
    /// `proceed`, `timeout`, `coin`, `leader`, `crash`, `recover`.
    Processes(Processes),
    /// `act`.
    Act(Act),
    /// `hold`.
    Hold(Hold),
    /// `release`.
    Release(Hold),
    /// `expect`.
    Expect(Expectation),
    /// `title`, `chapter`, `note`, `ask`.
    Narration(Narration),
    /// `view`, `beside`.
    Look(Look),
}

/// The words that commands begin with.
pub const COMMANDS: [&str; 22] = [
    "act", "ask", "beside", "chapter", "coin", "crash", "deliver", "effect", "expect", "hold",
    "leader", "lose", "note", "proceed", "recover", "release", "return", "run", "setup", "timeout",
    "title", "view",
];

impl Command {
    /// Reads a line that is neither blank nor a comment; with the algorithm, if a setup named it.
    pub(super) fn parse(words: &mut Words<'_>, entry: Option<&'static Entry>) -> Read<Self> {
        let command = match words.one_of(Expected::Command, &COMMANDS)? {
            "act" => Command::Act(Act::parse(words)?),
            "ask" => Command::Narration(Narration::ask(words)?),
            "beside" => Command::Look(Look::beside(words)?),
            "chapter" => Command::Narration(Narration::chapter(words)?),
            "coin" => Command::Processes(Processes::coin(words)?),
            "crash" => Command::Processes(Processes::crash(words)?),
            "deliver" => Command::Packets(Packets::deliver(words)?),
            "effect" => Command::Packets(Packets::effect(words)?),
            "expect" => Command::Expect(Expectation::parse(words, entry)?),
            "hold" => Command::Hold(holds::parse(words)?),
            "leader" => Command::Processes(Processes::leader(words)?),
            "lose" => Command::Packets(Packets::lose(words)?),
            "note" => Command::Narration(Narration::note(words)?),
            "proceed" => Command::Processes(Processes::proceed(words)?),
            "recover" => Command::Processes(Processes::recover(words)?),
            "release" => Command::Release(holds::parse(words)?),
            "return" => Command::Packets(Packets::returned(words)?),
            "run" => Command::Run(Run::parse(words, entry)?),
            "timeout" => Command::Processes(Processes::timeout(words)?),
            "title" => Command::Narration(Narration::title(words)?),
            "view" => Command::Look(Look::view(words)?),
            _ => Command::Setup(Setup::parse(words)?),
        };
        words.finish(Expected::EndOfLine)?;
        Ok(command)
    }

    /// The command that means a step of a run.
    pub fn of(choice: Choice, machine: &dyn Machine) -> Self {
        let event = match choice {
            Choice::Hold(hold) => return Command::Hold(hold),
            Choice::Release(hold) => return Command::Release(hold),
            Choice::Event(event) => event,
        };
        let packets = Packets::of(event).map(Command::Packets);
        let processes = || {
            let command = Processes::of(event, |thread| machine.thread_name(thread));
            command.map(Command::Processes)
        };
        let act = || match event {
            crate::model::Event::Byzantine { process, act } => Some(Command::Act(Act {
                process,
                label: machine.act_label(process, act),
            })),
            _ => None,
        };
        let command = packets.or_else(processes).or_else(act);
        assert!(command.is_some(), "no scenario command means {event:?}");
        command.unwrap_or_else(|| unreachable!())
    }

    pub(super) fn play(&self, player: &mut Player) -> Result<(), Problem> {
        match self {
            // The setup made the session in which the rest is played.
            Command::Setup(_) => Ok(()),
            Command::Run(run) => run.play(player),
            Command::Packets(packets) => packets.play(player),
            Command::Processes(processes) => processes.play(player),
            Command::Act(act) => act.play(player),
            Command::Hold(hold) => holds::hold(*hold, player),
            Command::Release(hold) => holds::release(*hold, player),
            Command::Expect(expectation) => player.check(expectation),
            Command::Narration(narration) => {
                player.narrate(narration);
                Ok(())
            }
            Command::Look(look) => look.play(player),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Setup(setup) => setup.fmt(f),
            Command::Run(run) => run.fmt(f),
            Command::Packets(packets) => packets.fmt(f),
            Command::Processes(processes) => processes.fmt(f),
            Command::Act(act) => act.fmt(f),
            Command::Hold(hold) => write!(f, "hold {hold}"),
            Command::Release(hold) => write!(f, "release {hold}"),
            Command::Expect(expectation) => write!(f, "expect {expectation}"),
            Command::Narration(narration) => narration.fmt(f),
            Command::Look(look) => look.fmt(f),
        }
    }
}
