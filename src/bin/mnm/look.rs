//! How a run is looked at: `--view`, `--level` and `--beside`, or as its scenario says.

use lexopt::prelude::*;
use mnmscope::model::{Level, ProcessId};
use mnmscope::scenario::{Look, Played};
use mnmscope::sim::{Pair, Session, algorithms, find};

use super::Failure;

/// What the options say of it.
#[derive(Default)]
pub struct Looks {
    view: Option<String>,
    level: Level,
    beside: Option<String>,
}

/// How it is looked at at a step.
pub struct Seen {
    /// As whom.
    pub lens: Option<ProcessId>,
    /// At which level.
    pub level: Level,
    /// Beside what.
    pub beside: Option<Pair>,
}

impl Looks {
    /// Takes an option, if it is one of these.
    pub fn take(&mut self, name: &str, arguments: &mut lexopt::Parser) -> Result<bool, Failure> {
        match name {
            "view" => self.view = Some(arguments.value()?.string()?),
            "beside" => self.beside = Some(arguments.value()?.string()?),
            "level" => {
                let name = arguments.value()?.string()?;
                let all = Level::ALL.map(Level::name).join(", ");
                let known = Level::named(&name);
                self.level = known.ok_or_else(|| {
                    Failure(format!("there is no level `{name}`: choose of {all}"))
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// How a scenario's run, whose playhead stands there, is looked at at a step.
    pub fn at(&self, played: &Played, step: usize) -> Result<Seen, Failure> {
        let session = &played.session;
        let (view, beside) = played.looks_at(step);
        let lens = match (self.view.as_deref(), view) {
            (Some(name), _) => process(name, session)?,
            (None, Some(Look::View(lens))) => *lens,
            (None, _) => None,
        };
        let levels = session.info().levels;
        if self.level != Level::Copies && !levels.contains(&self.level) {
            let all: Vec<&str> = levels.iter().map(|level| level.name()).collect();
            let choice = match all.is_empty() {
                true => "it has none".to_owned(),
                false => format!("choose of {}", all.join(", ")),
            };
            let (id, level) = (session.info().id, self.level.name());
            return Err(Failure(format!("{id} has no level `{level}`: {choice}")));
        }
        let beside = match (self.beside.as_deref(), beside) {
            (Some("nothing"), _) => None,
            (Some(id), _) => Some(algorithm(id, session)?),
            (None, look) => look.and_then(|look| look.pair(session, lens)),
        };
        Ok(Seen {
            lens,
            level: self.level,
            beside,
        })
    }
}

fn process(name: &str, session: &Session) -> Result<Option<ProcessId>, Failure> {
    let mut all = session.config().process_ids();
    match name {
        "everything" => Ok(None),
        name => all
            .find(|p| p.to_string() == name)
            .map(Some)
            .ok_or_else(|| {
                Failure(format!(
                    "there is no process `{name}` here: name one, such as p1, or everything"
                ))
            }),
    }
}

fn algorithm(id: &str, session: &Session) -> Result<Pair, Failure> {
    let entry = find(id).ok_or_else(|| {
        let all: Vec<&str> = algorithms().iter().map(|entry| entry.info.id).collect();
        Failure(format!(
            "there is no algorithm `{id}`: choose of {}, or nothing",
            all.join(", ")
        ))
    })?;
    Ok(Pair::with_algorithm(entry, session)?)
}
