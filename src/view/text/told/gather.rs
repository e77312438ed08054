//! Gathering what a step did from what happened: equal operations at several memories as one thing,
//! and at a level, the parts of one thing as that thing.

use super::Told;
use crate::model::{Event, Level, MemoryId, ProcessId, Work};
use crate::sim::{Happening, Levels, OperationSpan, OperationView, ResponseView, Session};

/// Tells what a level folds as one, in place of its parts.
pub(super) fn fold<'a>(
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

/// What a step did, in the order in which it is told.
pub(super) fn gather<'a>(
    session: &Session,
    k: usize,
    happenings: &[&'a Happening],
    told: &mut Vec<Told<'a>>,
) {
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
