//! What a step did, gathered so that it can be told: equal operations at several memories are one
//! thing, a permission change and its landing are one thing.

use super::Tongue;
use crate::model::{
    Event, Level, MemoryId, Permission, ProcessId, ProcessSet, ThreadId, Value, Work,
};
use crate::sim::{
    BroadcastSpan, Choice, Happening, Hold, Levels, OperationSpan, OperationView, ResponseView,
    Session,
};

/// How a sentence sounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// A decision.
    Good,
    /// A refusal, a crash, a loss, a lie.
    Bad,
}

/// What a step did, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence that matters most; it comes first.
    pub head: String,
    /// What else happened, as whole sentences; empty if nothing did.
    pub rest: String,
    /// How the head sounds.
    pub mood: Mood,
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.head)?;
        if !self.rest.is_empty() {
            write!(f, " {}", self.rest)?;
        }
        Ok(())
    }
}

/// One thing to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields are those of model::Fact, explained there"
)]
pub enum Told<'a> {
    /// The run begins.
    Begins { processes: u8, memories: u8 },
    /// Automatic schedules are to leave something alone.
    Holds(Hold),
    /// They may touch it again.
    Releases(Hold),
    /// A thread leaves a wait; `line` counts from 1.
    Proceeds {
        process: ProcessId,
        line: u8,
        code: &'a str,
    },
    /// A write was acknowledged.
    Writes {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
        before: Option<&'a str>,
        stale: bool,
    },
    /// An operation was refused. `since` is the delay at which the present writers got the
    /// permission, none where they had it from the start.
    Refuses {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
        writers: ProcessSet,
        since: Option<u32>,
    },
    /// A read took effect.
    Reads {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
        response: &'a ResponseView,
        stale: bool,
    },
    /// A permission changed.
    Changes {
        process: ProcessId,
        memory: MemoryId,
        region: &'a str,
        from: Permission,
        to: Permission,
    },
    /// A permission change left everything as it was: it was so already, or legalChange said no.
    ChangesNothing {
        process: ProcessId,
        memory: MemoryId,
        region: &'a str,
        refused: bool,
    },
    /// A response arrived.
    Returns {
        process: ProcessId,
        memory: MemoryId,
        response: &'a ResponseView,
        stale: bool,
    },
    /// Operations left, or queue behind the one under way.
    Issues {
        process: ProcessId,
        memories: Vec<MemoryId>,
        operation: &'a OperationView,
        queued: bool,
    },
    /// Messages left.
    Sends {
        from: ProcessId,
        to: Vec<ProcessId>,
        message: &'a str,
    },
    /// A message arrived.
    Receives {
        from: ProcessId,
        to: ProcessId,
        message: &'a str,
    },
    /// A message was lost, or reached nobody.
    Vanishes {
        from: ProcessId,
        to: ProcessId,
        message: &'a str,
    },
    /// A request was lost.
    Loses {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
    },
    /// An attempt, or another group of threads, ended.
    Abandons { process: ProcessId },
    /// A process decided.
    Decides {
        process: ProcessId,
        value: Value,
        proposal: u16,
        delays: u32,
    },
    /// Omega's output changed.
    Trusts { at: ProcessId, leader: ProcessId },
    /// A process crashed.
    Crashes { process: ProcessId },
    /// A process came back.
    Recovers { process: ProcessId, input: Value },
    /// A memory crashed.
    MemoryCrashes { memory: MemoryId },
    /// A wait was given up.
    TimesOut {
        process: ProcessId,
        thread: ThreadId,
        line: u8,
    },
    /// A coin fell.
    Coin { process: ProcessId, side: u8 },
    /// A process signed something.
    Signs { process: ProcessId, times: usize },
    /// Something in the algorithm's own words.
    Notes { process: ProcessId, note: &'a str },
    /// A Byzantine process acted, in the words of scenario text.
    Lies { process: ProcessId, act: &'a str },
    /// A broadcast begins.
    Broadcasts { span: &'a BroadcastSpan },
    /// A broadcast is delivered; so many have delivered it by then.
    Delivers {
        process: ProcessId,
        span: &'a BroadcastSpan,
        count: usize,
    },
    /// A T-send arrives.
    TReceives {
        process: ProcessId,
        span: &'a BroadcastSpan,
    },
    /// An operation at all memories begins.
    Operates { span: &'a OperationSpan },
    /// It is over for its process, with so many answers.
    Completes {
        span: &'a OperationSpan,
        answers: usize,
    },
    /// Nothing that anybody could see.
    Nothing { process: ProcessId },
}

impl Told<'_> {
    fn mood(&self) -> Mood {
        match self {
            Told::Decides { .. } => Mood::Good,
            Told::Refuses { .. }
            | Told::Crashes { .. }
            | Told::MemoryCrashes { .. }
            | Told::Vanishes { .. }
            | Told::Loses { .. }
            | Told::Lies { .. }
            | Told::ChangesNothing { refused: true, .. } => Mood::Bad,
            _ => Mood::Plain,
        }
    }
}

/// The sentence for step `k`; where a level folds, of what is news at it.
pub(super) fn sentence(
    tongue: &dyn Tongue,
    session: &Session,
    k: usize,
    folded: Option<(&Levels, Level)>,
) -> Sentence {
    let step = session.trace.step(k);
    let happened = session.happenings(k);
    let happenings: Vec<&Happening> = happened.iter().map(|(h, _)| h).collect();
    let act = match step.event() {
        Some(Event::Byzantine { process, act }) => session.machine().act_label(process, act),
        _ => String::new(),
    };
    let mut told: Vec<Told<'_>> = Vec::new();
    match step.choice {
        None => told.push(Told::Begins {
            processes: session.config().processes,
            memories: session.config().memories,
        }),
        Some(Choice::Hold(hold)) => told.push(Told::Holds(hold)),
        Some(Choice::Release(hold)) => told.push(Told::Releases(hold)),
        Some(Choice::Event(Event::Byzantine { process, .. })) => {
            told.push(Told::Lies { process, act: &act });
        }
        Some(Choice::Event(Event::Proceed { process, thread })) => {
            let line = line_before(session, k, process, thread);
            let code = session.info().code.get(line.saturating_sub(1) as usize);
            told.push(Told::Proceeds {
                process,
                line,
                code: code.copied().unwrap_or_default().trim(),
            });
        }
        Some(Choice::Event(_)) => {}
    }
    gather(session, k, &happenings, &mut told);
    if let Some((levels, level)) = folded {
        fold(levels, level, k, step.event(), &mut told);
    }
    if told.is_empty() {
        let process = step
            .event()
            .and_then(Event::process)
            .unwrap_or(ProcessId(0));
        told.push(Told::Nothing { process });
    }
    // A decision is the news of its step, whatever brought it about.
    let first = told
        .iter()
        .position(|t| matches!(t, Told::Decides { .. }))
        .unwrap_or(0);
    let news = told.remove(first);
    let rest: Vec<String> = told.iter().map(|t| tongue.told(t)).collect();
    Sentence {
        head: tongue.told(&news),
        rest: rest.join(" "),
        mood: news.mood(),
    }
}

/// Tells what a level folds as one, in place of its parts.
fn fold<'a>(
    levels: &'a Levels,
    level: Level,
    k: usize,
    event: Option<Event>,
    told: &mut Vec<Told<'a>>,
) {
    let news = levels.news(k);
    let part = news.part_of.is_some();
    told.retain(|t| match t {
        Told::Writes { .. } | Told::Reads { .. } | Told::Returns { .. } => !part,
        Told::Issues { operation, .. } => news.begins.iter().all(|o| o.operation != **operation),
        _ => true,
    });
    // At a level, what is part of a coarser thing is not told beside it.
    let tells =
        |o: &OperationSpan| level == Level::Registers || o.work.and_then(Work::broadcast).is_none();
    let mut first: Vec<Told<'a>> = Vec::new();
    if let Some(span) = news.ends.filter(|o| tells(o)) {
        let (_, answers) = span.progress(k);
        first.push(Told::Completes { span, answers });
    }
    if let Some(process) = event.and_then(Event::process) {
        if level < Level::Messages || news.receives.is_empty() {
            for span in news.delivers {
                let earlier = span.delivered.iter().filter(|(_, at)| *at <= k);
                let count = earlier.count();
                first.push(Told::Delivers {
                    process,
                    span,
                    count,
                });
            }
        }
        if level >= Level::Broadcasts {
            for span in news.receives {
                first.push(Told::TReceives { process, span });
            }
        }
    }
    first.extend(
        news.broadcasts
            .into_iter()
            .map(|span| Told::Broadcasts { span }),
    );
    let begins = news.begins.iter().filter(|o| tells(o));
    first.extend(begins.map(|span| Told::Operates { span }));
    if !first.is_empty() {
        told.retain(|t| !matches!(t, Told::Proceeds { .. }));
        first.append(told);
        *told = first;
    }
}

fn line_before(session: &Session, k: usize, process: ProcessId, thread: ThreadId) -> u8 {
    let before = &session.trace.step(k.saturating_sub(1)).after;
    let before = session.machine().process_view(before, process);
    let mut threads = before.threads.iter();
    threads.find(|t| t.id == thread).map_or(0, |t| t.line)
}

/// Since which delay the permission at a memory has been as it was at step `k`.
fn held_since(session: &Session, k: usize, memory: MemoryId) -> Option<u32> {
    for j in (1..k).rev() {
        let step = session.trace.step(j);
        if !matches!(step.event(), Some(Event::Effect { memory: m, .. }) if m == memory) {
            continue;
        }
        let before = &session.trace.step(j - 1).after;
        let machine = session.machine();
        if machine.permissions(before, memory) != machine.permissions(&step.after, memory) {
            return Some(step.causes.depth);
        }
    }
    None
}

fn gather<'a>(session: &Session, k: usize, happenings: &[&'a Happening], told: &mut Vec<Told<'a>>) {
    let changed = |m: MemoryId| {
        let mut all = happenings.iter();
        all.any(|h| matches!(h, Happening::PermissionChanged { memory, .. } if *memory == m))
    };
    let refused = |m: MemoryId| {
        let mut all = happenings.iter();
        all.any(|h| matches!(h, Happening::ChangeRefused { memory, .. } if *memory == m))
    };
    for happening in happenings {
        match *happening {
            Happening::Landed {
                process,
                memory,
                operation,
                before,
                permission,
                response,
                stale,
            } => match (operation, response) {
                (_, ResponseView::Nak) => told.push(Told::Refuses {
                    process: *process,
                    memory: *memory,
                    operation,
                    writers: permission.writers(),
                    since: held_since(session, k, *memory),
                }),
                (OperationView::Write { .. }, _) => told.push(Told::Writes {
                    process: *process,
                    memory: *memory,
                    operation,
                    before: before.as_deref(),
                    stale: *stale,
                }),
                (OperationView::ChangePermission { region, .. }, _) => {
                    if !changed(*memory) {
                        told.push(Told::ChangesNothing {
                            process: *process,
                            memory: *memory,
                            region,
                            refused: refused(*memory),
                        });
                    }
                }
                (OperationView::Read { .. } | OperationView::ReadRow { .. }, _) => {
                    told.push(Told::Reads {
                        process: *process,
                        memory: *memory,
                        operation,
                        response,
                        stale: *stale,
                    });
                }
            },
            Happening::PermissionChanged {
                memory,
                region,
                from,
                to,
                process,
            } => told.push(Told::Changes {
                process: *process,
                memory: *memory,
                region,
                from: *from,
                to: *to,
            }),
            Happening::Returned {
                process,
                memory,
                response,
                stale,
            } => told.push(Told::Returns {
                process: *process,
                memory: *memory,
                response,
                stale: *stale,
            }),
            Happening::Issued {
                process,
                memory,
                operation,
                ..
            } => issue(told, *process, *memory, operation, false),
            Happening::Queued {
                process,
                memory,
                operation,
                ..
            } => issue(told, *process, *memory, operation, true),
            Happening::Sent { from, to, message } => {
                let same = told.iter_mut().find_map(|t| match t {
                    Told::Sends {
                        from: f,
                        to,
                        message: m,
                    } if f == from && m == message => Some(to),
                    _ => None,
                });
                match same {
                    Some(all) => all.push(*to),
                    None => told.push(Told::Sends {
                        from: *from,
                        to: vec![*to],
                        message,
                    }),
                }
            }
            Happening::Received { from, to, message } => told.push(Told::Receives {
                from: *from,
                to: *to,
                message,
            }),
            Happening::Vanished { from, to, message } => told.push(Told::Vanishes {
                from: *from,
                to: *to,
                message,
            }),
            Happening::RequestLost {
                process,
                memory,
                operation,
            } => told.push(Told::Loses {
                process: *process,
                memory: *memory,
                operation,
            }),
            Happening::ScopeEnded { process, .. } => {
                // The end of an attempt that decided goes without saying.
                let decides = happenings
                    .iter()
                    .any(|h| matches!(h, Happening::Decided { process: p, .. } if p == process));
                if !decides {
                    told.push(Told::Abandons { process: *process });
                }
            }
            Happening::Decided {
                process,
                value,
                proposal,
            } => told.push(Told::Decides {
                process: *process,
                value: *value,
                proposal: *proposal,
                delays: session.trace.step(k).causes.depth,
            }),
            Happening::Trusts { at, leader } => told.push(Told::Trusts {
                at: *at,
                leader: *leader,
            }),
            Happening::ProcessCrashed { process } => {
                told.push(Told::Crashes { process: *process });
            }
            Happening::Recovered { process, input } => told.push(Told::Recovers {
                process: *process,
                input: *input,
            }),
            Happening::MemoryCrashed { memory } => {
                told.push(Told::MemoryCrashes { memory: *memory });
            }
            Happening::TimedOut {
                process,
                thread,
                line,
            } => told.push(Told::TimesOut {
                process: *process,
                thread: *thread,
                line: *line,
            }),
            Happening::CoinFell { process, side } => told.push(Told::Coin {
                process: *process,
                side: *side,
            }),
            Happening::Signed { process } => {
                let same = told.iter_mut().find_map(|t| match t {
                    Told::Signs { process: p, times } if p == process => Some(times),
                    _ => None,
                });
                match same {
                    Some(times) => *times += 1,
                    None => told.push(Told::Signs {
                        process: *process,
                        times: 1,
                    }),
                }
            }
            Happening::Noted { process, note } => told.push(Told::Notes {
                process: *process,
                note,
            }),
            // Lines that were passed are shown in the pseudocode; a refused change is told with
            // its landing; the rest is a consequence of what is told.
            Happening::Passed { .. }
            | Happening::ChangeRefused { .. }
            | Happening::Dropped { .. }
            | Happening::Stopped { .. } => {}
        }
    }
}

fn issue<'a>(
    told: &mut Vec<Told<'a>>,
    who: ProcessId,
    place: MemoryId,
    what: &'a OperationView,
    waits: bool,
) {
    let same = told.iter_mut().find_map(|t| match t {
        Told::Issues {
            process,
            memories,
            operation,
            queued,
        } if *process == who && *operation == what && *queued == waits => Some(memories),
        _ => None,
    });
    match same {
        Some(memories) => memories.push(place),
        None => told.push(Told::Issues {
            process: who,
            memories: vec![place],
            operation: what,
            queued: waits,
        }),
    }
}
