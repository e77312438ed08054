//! `expect`: what must be so at this point of the run.

use std::fmt;

use super::expected::Expected;
use super::run;
use super::words::{self, Read, Words};
use crate::model::{Event, MemoryId, ProcessId, Value};
use crate::sim::{Entry, Happening, ResponseView, Session, Standing};

/// What a scenario expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `decided p1=a [delays=2]`.
    Decided {
        /// Who.
        process: ProcessId,
        /// What.
        value: Value,
        /// In how many delays, where it matters.
        delays: Option<u32>,
    },
    /// `undecided p2`.
    Undecided(ProcessId),
    /// `agreement holds`: how a property stands.
    Property {
        /// The property's id.
        id: String,
        /// How it must stand.
        standing: Standing,
    },
    /// `nak p1@m2`: an operation of the process was refused at the memory, here or before.
    Nak(ProcessId, MemoryId),
    /// `register slot[p1]@m2=(1,1,a)`.
    Register {
        /// Where.
        memory: MemoryId,
        /// The register's name.
        name: String,
        /// Its content in short.
        text: String,
    },
    /// `line p1=18`: some thread of the process stands on that pseudocode line.
    Line(ProcessId, u8),
    /// `delays=4`: so many delays have passed.
    Delays(u32),
    /// `quiescent`: only faults, time-outs and Omega could change anything.
    Quiescent,
    /// `blocked`: quiescent, and a correct process is undecided.
    Blocked,
}

/// What an expectation met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is as expected.
    pub met: bool,
    /// What is so instead.
    pub found: String,
}

const WORDS: [&str; 8] = [
    "decided",
    "undecided",
    "nak",
    "register",
    "line",
    "delays=",
    "quiescent",
    "blocked",
];

const STANDINGS: [(&str, Standing); 4] = [
    ("holds", Standing::Holds),
    ("violated", Standing::Violated),
    ("open", Standing::Open),
    ("no-promise", Standing::NoPromise),
];

/// A standing as it is written.
pub fn standing_word(standing: Standing) -> &'static str {
    STANDINGS
        .iter()
        .find(|(_, s)| *s == standing)
        .map_or("", |(word, _)| word)
}

impl Expectation {
    /// Reads what follows the word `expect`; with the algorithm, if it is known, whose properties
    /// may be named.
    pub(super) fn parse(words: &mut Words<'_>, entry: Option<&'static Entry>) -> Read<Self> {
        let found = words.next();
        let Some(word) = found else {
            return Err(words.unexpected(None, Expected::Expectation));
        };
        if let Some(("delays", count)) = words.keyed(word) {
            return Ok(Expectation::Delays(words.number(count, 0, u32::MAX)?));
        }
        match word.text {
            "decided" => decided(words),
            "undecided" => words.process().map(Expectation::Undecided),
            "nak" => {
                let found = words.next();
                let lane = found.and_then(|w| words::lane(w.text));
                lane.map(|(p, m)| Expectation::Nak(p, m))
                    .ok_or_else(|| words.unexpected(found, Expected::Lane))
            }
            "register" => {
                let (name, memory, text) = run::register(words)?;
                Ok(Expectation::Register { memory, name, text })
            }
            "line" => {
                let (process, line) = run::process_line(words)?;
                Ok(Expectation::Line(process, line))
            }
            "quiescent" => Ok(Expectation::Quiescent),
            "blocked" => Ok(Expectation::Blocked),
            id => {
                if let Some(entry) = entry
                    && !entry.info.properties.iter().any(|p| p.id == id)
                {
                    let mut fitting: Vec<&str> =
                        entry.info.properties.iter().map(|p| p.id).collect();
                    fitting.extend(WORDS);
                    return Err(words.unlike(Some(word), Expected::Expectation, &fitting));
                }
                let names: Vec<&'static str> = STANDINGS.iter().map(|(name, _)| *name).collect();
                let standing = words.one_of(Expected::Standing, &names)?;
                let hit = STANDINGS.iter().find(|(name, _)| *name == standing);
                Ok(Expectation::Property {
                    id: id.to_owned(),
                    standing: hit.map_or(Standing::Holds, |(_, s)| *s),
                })
            }
        }
    }

    /// Whether it is so at the session's playhead.
    pub fn check(&self, session: &Session) -> Verdict {
        match self {
            Expectation::Decided {
                process,
                value,
                delays,
            } => match decision(session, *process) {
                Some((v, d)) => Verdict {
                    met: v == *value && delays.is_none_or(|delays| delays == d),
                    found: format!("{process} decided {v} in {d} delays"),
                },
                None => Verdict {
                    met: false,
                    found: format!("{process} has not decided"),
                },
            },
            Expectation::Undecided(process) => match decision(session, *process) {
                Some((v, d)) => Verdict {
                    met: false,
                    found: format!("{process} decided {v} in {d} delays"),
                },
                None => Verdict {
                    met: process.0 < session.config().processes,
                    found: format!("{process} has not decided"),
                },
            },
            Expectation::Property { id, standing } => {
                let place = session.info().properties.iter().position(|p| p.id == id);
                match place.map(|k| session.standings()[k]) {
                    Some(now) => Verdict {
                        met: now == *standing,
                        found: format!("{id} {}", standing_word(now)),
                    },
                    None => Verdict {
                        met: false,
                        found: format!("this algorithm has no property {id}"),
                    },
                }
            }
            Expectation::Nak(process, memory) => Verdict {
                met: naked(session, *process, *memory),
                found: format!("nothing of {process} was refused at {memory}"),
            },
            Expectation::Register { memory, name, text } => {
                let view = session.view();
                let there = view.memories.iter().find(|m| m.id == *memory);
                let register = there.and_then(|m| m.registers.iter().find(|r| r.name == *name));
                match register {
                    Some(register) => Verdict {
                        met: register.text == *text,
                        found: format!("{name}@{memory} is {}", register.text),
                    },
                    None => Verdict {
                        met: false,
                        found: format!("{memory} shows no register {name}"),
                    },
                }
            }
            Expectation::Line(process, line) => {
                let view = session.view();
                let p = view.processes.iter().find(|p| p.id == *process);
                let lines: Vec<u8> =
                    p.map_or_else(Vec::new, |p| p.threads.iter().map(|t| t.line).collect());
                let shown: Vec<String> = lines.iter().map(u8::to_string).collect();
                Verdict {
                    met: lines.contains(line),
                    found: format!("{process} stands on lines {{{}}}", shown.join(",")),
                }
            }
            Expectation::Delays(count) => {
                let now = session.trace.here().clock.delays;
                Verdict {
                    met: now == *count,
                    found: format!("{now} delays have passed"),
                }
            }
            Expectation::Quiescent => Verdict {
                met: at_rest(session),
                found: "something can still happen".to_owned(),
            },
            Expectation::Blocked => {
                let rest = at_rest(session);
                Verdict {
                    met: rest && !undecided(session).is_empty(),
                    found: if rest {
                        "everyone correct has decided".to_owned()
                    } else {
                        "something can still happen".to_owned()
                    },
                }
            }
        }
    }
}

fn decided(words: &mut Words<'_>) -> Read<Expectation> {
    let found = words.next();
    let parts = found.and_then(|w| words.keyed(w));
    let (name, value) = parts.ok_or_else(|| words.unexpected(found, Expected::Decision))?;
    let process = words::process(name)
        .ok_or_else(|| words.unlike(found, Expected::Decision, &words::process_names()))?;
    let value = words.value(value)?;
    let delays = match words.next() {
        None => None,
        Some(word) => match words.keyed(word) {
            Some(("delays", count)) => Some(words.number(count, 0, u32::MAX)?),
            _ => return Err(words.unlike(Some(word), Expected::Delays, &["delays="])),
        },
    };
    Ok(Expectation::Decided {
        process,
        value,
        delays,
    })
}

/// What a process decided first, and in how many delays.
fn decision(session: &Session, process: ProcessId) -> Option<(Value, u32)> {
    let all = session.decisions();
    let (_, _, step) = all.iter().find(|(p, ..)| *p == process)?;
    let (_, value) = step.decided.iter().find(|(p, _)| *p == process)?;
    Some((*value, step.causes.depth))
}

fn naked(session: &Session, by: ProcessId, at: MemoryId) -> bool {
    (1..=session.trace.position()).any(|k| {
        let lands = Event::Effect {
            process: by,
            memory: at,
        };
        let may = session.trace.step(k).event() == Some(lands);
        may && session.happenings(k).iter().any(|(h, _)| {
            matches!(
                h,
                Happening::Landed { process, memory, response: ResponseView::Nak, .. }
                    if *process == by && *memory == at
            )
        })
    })
}

fn at_rest(session: &Session) -> bool {
    session.machine().is_quiescent(session.trace.state())
}

/// The correct processes that have not decided.
pub(super) fn undecided(session: &Session) -> Vec<ProcessId> {
    use crate::model::Status;
    let view = session.view();
    let open = view
        .processes
        .into_iter()
        .filter(|p| matches!(p.status, Status::Up | Status::Stopped) && p.decision.is_none());
    open.map(|p| p.id).collect()
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Decided {
                process,
                value,
                delays,
            } => {
                write!(f, "decided {process}={value}")?;
                match delays {
                    Some(delays) => write!(f, " delays={delays}"),
                    None => Ok(()),
                }
            }
            Expectation::Undecided(process) => write!(f, "undecided {process}"),
            Expectation::Property { id, standing } => {
                write!(f, "{id} {}", standing_word(*standing))
            }
            Expectation::Nak(process, memory) => write!(f, "nak {process}@{memory}"),
            Expectation::Register { memory, name, text } => {
                write!(f, "register {name}@{memory}={text}")
            }
            Expectation::Line(process, line) => write!(f, "line {process}={line}"),
            Expectation::Delays(count) => write!(f, "delays={count}"),
            Expectation::Quiescent => f.write_str("quiescent"),
            Expectation::Blocked => f.write_str("blocked"),
        }
    }
}
