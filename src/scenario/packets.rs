//! `deliver`, `lose`, `effect`, `return`: what happens to packets in flight.

use std::fmt;

use super::error::Problem;
use super::expected::Expected;
use super::play::Player;
use super::words::{self, Read, Word, Words};
use crate::model::{Event, MemoryId, ProcessId};

/// A message in flight, as a scenario names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// Its sender.
    pub from: ProcessId,
    /// Its receiver.
    pub to: ProcessId,
    /// Which of the distinct messages between the two, from 0, in the order of their content.
    pub nth: u8,
}

/// What a scenario lets happen to a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packets {
    /// `deliver p1->p2 [nth]`: a message arrives.
    Deliver(InFlight),
    /// `effect p1@m2`: a request takes effect.
    Effect(ProcessId, MemoryId),
    /// `return p1@m2`: a response arrives.
    Return(ProcessId, MemoryId),
    /// `lose p1->p2 [nth]`: a message is lost.
    LoseMessage(InFlight),
    /// `lose p1@m2`: a request of a crashed process is lost.
    LoseRequest(ProcessId, MemoryId),
    /// `lose all p1`: all that a process left in flight is lost.
    LoseAll(ProcessId),
}

fn lane(words: &mut Words<'_>) -> Read<(ProcessId, MemoryId)> {
    let found = words.next();
    found
        .and_then(|w| words::lane(w.text))
        .ok_or_else(|| words.unexpected(found, Expected::Lane))
}

/// How many messages of one sender in flight have a number.
pub(super) const MOST_NUMBERED: u16 = 256;

fn in_flight(words: &mut Words<'_>, link: Option<Word<'_>>) -> Read<InFlight> {
    let (from, to) = link
        .and_then(|w| words::link(w.text))
        .ok_or_else(|| words.unexpected(link, Expected::Link))?;
    let nth = match words.next() {
        Some(word) => (words.number(word, 1, MOST_NUMBERED)? - 1) as u8,
        None => 0,
    };
    Ok(InFlight { from, to, nth })
}

impl Packets {
    pub(super) fn deliver(words: &mut Words<'_>) -> Read<Self> {
        let link = words.next();
        Ok(Packets::Deliver(in_flight(words, link)?))
    }

    pub(super) fn effect(words: &mut Words<'_>) -> Read<Self> {
        lane(words).map(|(p, m)| Packets::Effect(p, m))
    }

    pub(super) fn returned(words: &mut Words<'_>) -> Read<Self> {
        lane(words).map(|(p, m)| Packets::Return(p, m))
    }

    pub(super) fn lose(words: &mut Words<'_>) -> Read<Self> {
        if words.take("all") {
            return words.process().map(Packets::LoseAll);
        }
        let found = words.next();
        if let Some((p, m)) = found.and_then(|w| words::lane(w.text)) {
            return Ok(Packets::LoseRequest(p, m));
        }
        if found.is_none_or(|w| words::link(w.text).is_none()) {
            let fitting = ["p1@m2", "p1->p2", "all"];
            return Err(words.unlike(found, Expected::Lost, &fitting));
        }
        Ok(Packets::LoseMessage(in_flight(words, found)?))
    }

    /// The command that means an event, if the event is of this family.
    pub(super) fn of(event: Event) -> Option<Self> {
        Some(match event {
            Event::Deliver { to, from, nth } => Packets::Deliver(InFlight { from, to, nth }),
            Event::Effect { process, memory } => Packets::Effect(process, memory),
            Event::Return { process, memory } => Packets::Return(process, memory),
            Event::LoseMessage { to, from, nth } => {
                Packets::LoseMessage(InFlight { from, to, nth })
            }
            Event::LoseRequest { process, memory } => Packets::LoseRequest(process, memory),
            _ => return None,
        })
    }

    pub(super) fn play(self, player: &mut Player) -> Result<(), Problem> {
        player.event(match self {
            Packets::Deliver(InFlight { from, to, nth }) => Event::Deliver { to, from, nth },
            Packets::Effect(process, memory) => Event::Effect { process, memory },
            Packets::Return(process, memory) => Event::Return { process, memory },
            Packets::LoseMessage(InFlight { from, to, nth }) => {
                Event::LoseMessage { to, from, nth }
            }
            Packets::LoseRequest(process, memory) => Event::LoseRequest { process, memory },
            Packets::LoseAll(process) => return lose_all(process, player),
        })
    }
}

/// Losing a packet renumbers those that are left, so the first one that can be lost is lost again
/// and again.
fn lose_all(process: ProcessId, player: &mut Player) -> Result<(), Problem> {
    let mut lost = false;
    loop {
        let of_it = |event: &Event| match *event {
            Event::LoseMessage { from, .. } => from == process,
            Event::LoseRequest { process: owner, .. } => owner == process,
            _ => false,
        };
        let Some(event) = player.session.trace.enabled().into_iter().find(of_it) else {
            break;
        };
        player.event(event)?;
        lost = true;
    }
    if lost {
        Ok(())
    } else {
        Err(Problem::NothingLeft(process))
    }
}

impl fmt::Display for InFlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}->{}", self.from, self.to)?;
        match self.nth {
            0 => Ok(()),
            nth => write!(f, " {}", u16::from(nth) + 1),
        }
    }
}

impl fmt::Display for Packets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Packets::Deliver(message) => write!(f, "deliver {message}"),
            Packets::Effect(p, m) => write!(f, "effect {p}@{m}"),
            Packets::Return(p, m) => write!(f, "return {p}@{m}"),
            Packets::LoseMessage(message) => write!(f, "lose {message}"),
            Packets::LoseRequest(p, m) => write!(f, "lose {p}@{m}"),
            Packets::LoseAll(p) => write!(f, "lose all {p}"),
        }
    }
}
