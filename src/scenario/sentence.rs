//! What a step did, on one line, as transcripts show it.

use std::fmt::Write;

use crate::model::{Event, Status};
use crate::sim::{Choice, Happening, OperationView, ResponseView, Session};

/// What step `k` of the session's current run did. Stable: transcripts are compared by it.
pub fn sentence(session: &Session, k: usize) -> String {
    let step = session.trace.step(k);
    let event = match step.choice {
        None => return "the start".to_owned(),
        Some(Choice::Hold(hold)) => return format!("{hold} is held back"),
        Some(Choice::Release(hold)) => return format!("{hold} is released"),
        Some(Choice::Event(event)) => event,
    };
    let happenings: Vec<Happening> = session.happenings(k).into_iter().map(|(h, _)| h).collect();
    let mut parts = vec![headline(session, k, event, &happenings)];
    consequences(&happenings, &mut parts);
    parts.join("; ")
}

fn operation(view: &OperationView) -> String {
    match view {
        OperationView::Write { name, text, .. } => format!("write {name} <- {text}"),
        OperationView::Read { name, .. } => format!("read {name}"),
        OperationView::ReadRow { region } => format!("read all of {region}"),
        OperationView::ChangePermission { region, to, .. } => {
            format!("change {region} to {to}")
        }
    }
}

/// The same as something that a process does: its first word is the verb.
fn does(view: &OperationView) -> String {
    let text = operation(view);
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
    format!("{verb}s {rest}")
}

fn response(view: &ResponseView) -> String {
    match view {
        ResponseView::Ack => "ack".to_owned(),
        ResponseView::Nak => "nak".to_owned(),
        ResponseView::Value(text) => text.clone(),
        ResponseView::Row(texts) => format!("[{}]", texts.join(" ")),
        ResponseView::Done => "done".to_owned(),
    }
}

/// The event itself.
fn headline(session: &Session, k: usize, event: Event, happenings: &[Happening]) -> String {
    let machine = session.machine();
    match event {
        Event::Deliver { to, from, .. } => {
            let told = happenings.iter().find_map(|h| match h {
                Happening::Received { message, .. } => Some(format!("{to} receives {message}")),
                Happening::Vanished { message, .. } => Some(format!("{message} finds {to} gone")),
                _ => None,
            });
            format!("{from}->{to}: {}", told.unwrap_or_default())
        }
        Event::Effect { process, memory } => {
            let told = happenings.iter().find_map(|h| match h {
                Happening::Landed {
                    operation: asked,
                    response: answer,
                    permission,
                    stale,
                    ..
                } => Some(landed(session, k, asked, answer, permission, *stale)),
                _ => None,
            });
            format!("{memory}: {process} {}", told.unwrap_or_default())
        }
        Event::Return { process, memory } => {
            let told = happenings.iter().find_map(|h| match h {
                Happening::Returned {
                    response: answer,
                    stale,
                    ..
                } => Some(match stale {
                    true => format!("{} (too late, ignored)", response(answer)),
                    false => response(answer),
                }),
                _ => None,
            });
            format!(
                "{process} hears from {memory}: {}",
                told.unwrap_or_default()
            )
        }
        Event::Proceed { process, thread } => {
            let line = happenings.iter().find_map(|h| match h {
                Happening::Passed { line, .. } => Some(*line),
                _ => None,
            });
            let name = machine.thread_name(thread);
            match line {
                Some(line) => format!("{process} leaves its wait at line {line} ({name})"),
                None => format!("{process} goes on ({name})"),
            }
        }
        Event::Timeout { process, thread } => {
            let name = machine.thread_name(thread);
            format!("{process} waits no longer ({name})")
        }
        Event::Leader { at, leader } => format!("Omega tells {at} to trust {leader}"),
        Event::CrashProcess(process) => format!("{process} CRASHES"),
        Event::CrashMemory(memory) => format!("{memory} CRASHES"),
        Event::LoseMessage { to, from, .. } => format!("a message {from}->{to} is lost"),
        Event::LoseRequest { process, memory } => {
            format!("the request of {process} to {memory} is lost")
        }
        Event::Recover { process, input } => format!("{process} RECOVERS with input {input}"),
        Event::Coin { process, side, .. } => format!("the coin of {process} falls on {side}"),
        Event::Byzantine { process, act } => {
            format!("{process} LIES: {}", machine.act_label(process, act))
        }
    }
}

fn landed(
    session: &Session,
    k: usize,
    asked: &OperationView,
    answer: &ResponseView,
    permission: &crate::model::Permission,
    stale: bool,
) -> String {
    let mut text = format!("{}: {}", does(asked), response(answer));
    if *answer == ResponseView::Nak {
        let _ = write!(
            text,
            ", only {} may",
            match asked {
                OperationView::Write { .. } => permission.writers(),
                _ => permission.read.union(permission.read_write),
            }
        );
    }
    let before = session.trace.step(k.saturating_sub(1));
    let view = session.machine().view(&before.after);
    let asker = session.trace.step(k).event().and_then(Event::process);
    let crashed = |p: &crate::sim::ProcessView| Some(p.id) == asker && p.status == Status::Crashed;
    if view.processes.iter().any(crashed) {
        text.push_str(" (its process has crashed)");
    } else if stale {
        text.push_str(" (nobody waits for it)");
    }
    text
}

/// What followed from the event at once, in order; equal requests to several memories are one.
fn consequences(happenings: &[Happening], parts: &mut Vec<String>) {
    let mut issued: Option<(String, String)> = None;
    let mut sent: Option<(String, String)> = None;
    fn flush(run: &mut Option<(String, String)>, parts: &mut Vec<String>) {
        if let Some((to, what)) = run.take() {
            parts.push(format!("{to}: {what}"));
        }
    }
    for happening in happenings {
        if let Happening::Issued {
            process,
            memory,
            operation: asked,
            ..
        } = happening
        {
            flush(&mut sent, parts);
            let what = operation(asked);
            match &mut issued {
                Some((to, same)) if *same == what => {
                    let _ = write!(to, ",{memory}");
                }
                _ => {
                    flush(&mut issued, parts);
                    issued = Some((format!("{process}@{memory}"), what));
                }
            }
            continue;
        }
        if let Happening::Sent { from, to, message } = happening {
            flush(&mut issued, parts);
            match &mut sent {
                Some((all, same)) if same == message => {
                    let _ = write!(all, ",{to}");
                }
                _ => {
                    flush(&mut sent, parts);
                    sent = Some((format!("{from}->{to}"), message.clone()));
                }
            }
            continue;
        }
        let said = match happening {
            Happening::Queued {
                process,
                memory,
                operation: asked,
                ..
            } => format!("{process} queues for {memory}: {}", operation(asked)),
            Happening::ChangeRefused { region, .. } => {
                format!("legalChange refuses: {region} stays as it was")
            }
            Happening::ScopeEnded { process, .. } => format!("{process} gives up"),
            Happening::Decided { process, value, .. } => format!("{process} DECIDES {value}"),
            Happening::Stopped { process } => format!("{process} stops"),
            Happening::Signed { process } => format!("{process} signs"),
            Happening::Noted { process, note } => format!("{process}: {note}"),
            _ => continue,
        };
        flush(&mut issued, parts);
        flush(&mut sent, parts);
        parts.push(said);
    }
    flush(&mut issued, parts);
    flush(&mut sent, parts);
}
