//! `proceed`, `timeout`, `coin`, `leader`, `crash`, `recover`: what happens at processes, and to
//! memories that crash.

use std::fmt;

use super::error::{Deed, Problem};
use super::expected::Expected;
use super::play::Player;
use super::words::{self, Read, Words};
use crate::model::{Event, MemoryId, ProcessId, ProcessSet, Status, ThreadId, Value};
use crate::sim::StateView;

/// What a scenario lets happen at a process, or to a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Processes {
    /// `proceed p1 [thread]`: a thread leaves its wait; the first that can, where none is named.
    Proceed(ProcessId, Option<String>),
    /// `timeout p1 [thread]`: a waiting thread gives up.
    Timeout(ProcessId, Option<String>),
    /// `coin p1=0 [thread]`: a coin falls.
    Coin(ProcessId, u8, Option<String>),
    /// `leader p2 [at p1,p3]`: Omega's output changes; for everyone who is up and trusts another,
    /// where nobody is named.
    Leader(ProcessId, Option<ProcessSet>),
    /// `crash p1`.
    Crash(ProcessId),
    /// `crash m2`.
    CrashMemory(MemoryId),
    /// `recover p1 [input=c]`: with the input of before, where none is given.
    Recover(ProcessId, Option<Value>),
}

/// A thread's name, if the line goes on.
fn thread(words: &mut Words<'_>) -> Option<String> {
    words.next().map(|w| w.text.to_owned())
}

impl Processes {
    pub(super) fn proceed(words: &mut Words<'_>) -> Read<Self> {
        Ok(Processes::Proceed(words.process()?, thread(words)))
    }

    pub(super) fn timeout(words: &mut Words<'_>) -> Read<Self> {
        Ok(Processes::Timeout(words.process()?, thread(words)))
    }

    pub(super) fn coin(words: &mut Words<'_>) -> Read<Self> {
        let found = words.next();
        let toss = found.and_then(|w| words.keyed(w));
        let (name, side) = toss.ok_or_else(|| words.unexpected(found, Expected::Toss))?;
        let process = words::process(name)
            .ok_or_else(|| words.unlike(found, Expected::Process, &words::process_names()))?;
        let side = words.number(side, 0, 1)?;
        Ok(Processes::Coin(process, side, thread(words)))
    }

    pub(super) fn leader(words: &mut Words<'_>) -> Read<Self> {
        let leader = words.process()?;
        if words.peek().is_none() {
            return Ok(Processes::Leader(leader, None));
        }
        words.one_of(Expected::At, &["at"])?;
        let mut at = ProcessSet::EMPTY;
        let rest = words.rest();
        let mut column = rest.column;
        for part in rest.text.split(',') {
            let process = words::process(part.trim()).ok_or_else(|| {
                let found = words::Word { text: part, column };
                let found = Some(found).filter(|w| !w.text.is_empty());
                words.unlike(found, Expected::Processes, &words::process_names())
            })?;
            at.insert(process);
            column += part.chars().count() as u32 + 1;
        }
        Ok(Processes::Leader(leader, Some(at)))
    }

    pub(super) fn crash(words: &mut Words<'_>) -> Read<Self> {
        let found = words.next();
        let process = found.and_then(|w| words::process(w.text));
        let memory = found.and_then(|w| words::memory(w.text));
        process
            .map(Processes::Crash)
            .or(memory.map(Processes::CrashMemory))
            .ok_or_else(|| words.unlike(found, Expected::Thing, &words::all_names()))
    }

    pub(super) fn recover(words: &mut Words<'_>) -> Read<Self> {
        let process = words.process()?;
        let Some(word) = words.next() else {
            return Ok(Processes::Recover(process, None));
        };
        match words.keyed(word) {
            Some(("input", value)) => Ok(Processes::Recover(process, Some(words.value(value)?))),
            _ => Err(words.unlike(Some(word), Expected::Input, &["input="])),
        }
    }

    /// The command that means an event, if the event is of this family; `name` names threads.
    pub(super) fn of(event: Event, name: impl Fn(ThreadId) -> String) -> Option<Self> {
        let named = |thread| Some(name(thread)).filter(|_| thread != ThreadId::MAIN);
        Some(match event {
            Event::Proceed { process, thread } => Processes::Proceed(process, named(thread)),
            Event::Timeout { process, thread } => Processes::Timeout(process, Some(name(thread))),
            Event::Coin {
                process,
                thread,
                side,
            } => Processes::Coin(process, side, Some(name(thread))),
            Event::Leader { at, leader } => Processes::Leader(leader, Some(ProcessSet::only(at))),
            Event::CrashProcess(process) => Processes::Crash(process),
            Event::CrashMemory(memory) => Processes::CrashMemory(memory),
            Event::Recover { process, input } => Processes::Recover(process, Some(input)),
            _ => return None,
        })
    }

    pub(super) fn play(&self, player: &mut Player) -> Result<(), Problem> {
        match *self {
            Processes::Proceed(p, ref name) => {
                let ready = |e: &Event| match *e {
                    Event::Proceed { process, thread } if process == p => Some(thread),
                    _ => None,
                };
                let thread = find_thread(player, p, name.as_deref(), Deed::GoOn, ready)?;
                player.event(Event::Proceed { process: p, thread })
            }
            Processes::Timeout(p, ref name) => {
                let waiting = |e: &Event| match *e {
                    Event::Timeout { process, thread } if process == p => Some(thread),
                    _ => None,
                };
                let thread = find_thread(player, p, name.as_deref(), Deed::TimeOut, waiting)?;
                player.event(Event::Timeout { process: p, thread })
            }
            Processes::Coin(p, side, ref name) => {
                let tossing = |e: &Event| match *e {
                    Event::Coin {
                        process, thread, ..
                    } if process == p => Some(thread),
                    _ => None,
                };
                let thread = find_thread(player, p, name.as_deref(), Deed::Toss, tossing)?;
                player.event(Event::Coin {
                    process: p,
                    thread,
                    side,
                })
            }
            Processes::Leader(leader, Some(at)) => at
                .iter()
                .try_for_each(|at| player.event(Event::Leader { at, leader })),
            Processes::Leader(leader, None) => trust(player, leader),
            Processes::Crash(process) => player.event(Event::CrashProcess(process)),
            Processes::CrashMemory(memory) => player.event(Event::CrashMemory(memory)),
            Processes::Recover(process, input) => {
                let inputs = &player.session.config().inputs;
                let before = inputs.get(process.0 as usize).copied();
                let input = input.or(before).unwrap_or(Value(0));
                player.event(Event::Recover { process, input })
            }
        }
    }
}

/// The thread of that name among those that can; the first of them where no name is given.
fn find_thread(
    player: &Player,
    process: ProcessId,
    name: Option<&str>,
    deed: Deed,
    can: impl Fn(&Event) -> Option<ThreadId>,
) -> Result<ThreadId, Problem> {
    let mut able: Vec<ThreadId> = player
        .session
        .trace
        .enabled()
        .iter()
        .filter_map(can)
        .collect();
    able.dedup();
    let machine = player.session.machine();
    match name {
        None => able
            .first()
            .copied()
            .ok_or(Problem::NothingTo { process, deed }),
        Some(name) => {
            let hit = able.iter().find(|t| machine.thread_name(**t) == name);
            hit.copied().ok_or_else(|| Problem::NoThread {
                process,
                name: name.to_owned(),
                threads: able.iter().map(|t| machine.thread_name(*t)).collect(),
            })
        }
    }
}

/// Omega names a leader to everyone who is up and trusts another.
fn trust(player: &mut Player, leader: ProcessId) -> Result<(), Problem> {
    let StateView { processes, .. } = player.session.view();
    let mut told = false;
    for p in processes {
        if p.status == Status::Up && p.leader != leader {
            player.event(Event::Leader { at: p.id, leader })?;
            told = true;
        }
    }
    if told {
        Ok(())
    } else {
        Err(Problem::AllTrust(leader))
    }
}

impl fmt::Display for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thread = |name: &Option<String>| match name {
            Some(name) => format!(" {name}"),
            None => String::new(),
        };
        match self {
            Processes::Proceed(p, name) => write!(f, "proceed {p}{}", thread(name)),
            Processes::Timeout(p, name) => write!(f, "timeout {p}{}", thread(name)),
            Processes::Coin(p, side, name) => write!(f, "coin {p}={side}{}", thread(name)),
            Processes::Leader(p, None) => write!(f, "leader {p}"),
            Processes::Leader(p, Some(at)) => {
                let names: Vec<String> = at.iter().map(|q| q.to_string()).collect();
                write!(f, "leader {p} at {}", names.join(","))
            }
            Processes::Crash(p) => write!(f, "crash {p}"),
            Processes::CrashMemory(m) => write!(f, "crash {m}"),
            Processes::Recover(p, None) => write!(f, "recover {p}"),
            Processes::Recover(p, Some(input)) => write!(f, "recover {p} input={input}"),
        }
    }
}
