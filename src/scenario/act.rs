//! `act`: a Byzantine process does something, in its algorithm's own words.

use std::fmt;

use super::error::{Problem, nearest};
use super::expected::Expected;
use super::play::Player;
use super::words::{Read, Words};
use crate::model::{Event, ProcessId};

/// `act p3 <what it does>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The Byzantine process.
    pub process: ProcessId,
    /// The act, as [`Machine::act_label`](crate::sim::Machine::act_label) words it.
    pub label: String,
}

impl Act {
    pub(super) fn parse(words: &mut Words<'_>) -> Read<Self> {
        let process = words.process()?;
        let rest = words.rest();
        if rest.text.is_empty() {
            return Err(words.unexpected(None, Expected::Act));
        }
        // One space between words, so that what is printed reads back as itself.
        let parts: Vec<&str> = rest.text.split_whitespace().collect();
        Ok(Act {
            process,
            label: parts.join(" "),
        })
    }

    pub(super) fn play(&self, player: &mut Player) -> Result<(), Problem> {
        let Act { process, label } = self;
        let session = &player.session;
        let machine = session.machine();
        let known = process.0 < session.config().processes;
        match machine.act_named(*process, label).filter(|_| known) {
            Some(act) => player.event(Event::Byzantine {
                process: *process,
                act,
            }),
            None => {
                let state = session.trace.state();
                let acts = match known {
                    true => machine.acts(state, *process),
                    false => Vec::new(),
                };
                let labels = acts.iter().map(|act| machine.act_label(*process, *act));
                Err(Problem::NoAct {
                    process: *process,
                    label: label.clone(),
                    nearest: nearest(label, labels),
                })
            }
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "act {} {}", self.process, self.label)
    }
}
