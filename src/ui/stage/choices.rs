//! What can be done to a thing on the stage: everything that can happen to it by itself, and every
//! fault, beyond the budget too.

use crate::model::{Event, MemoryId, ProcessId, Status};
use crate::sim::{Choice, Hold, Session};
use crate::view::drawing::Target;
use crate::view::frame::{Frame, MemoryMark, ProcessMark};
use crate::view::packet::{Agent, Packet};
use crate::view::text::Word;
use crate::view::text::{Language, Ui};

/// Something that can be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What it is, in words.
    pub label: String,
    /// The steps that do it.
    pub choices: Vec<Choice>,
    /// Whether it is a fault.
    pub fault: bool,
    /// What automatic schedules are to go slow about, instead of a step.
    pub slow: Option<Hold>,
}

impl Offer {
    fn new(label: String, choices: Vec<Choice>) -> Self {
        Offer {
            label,
            choices,
            fault: false,
            slow: None,
        }
    }

    /// A look, which takes no step.
    pub fn look(label: String) -> Self {
        Offer::new(label, Vec::new())
    }

    fn fault(label: String, event: Event) -> Self {
        Offer {
            label,
            choices: vec![Choice::Event(event)],
            fault: true,
            slow: None,
        }
    }
}

/// What can be done to a thing.
pub fn offers(session: &Session, frame: &Frame, target: &Target, language: Language) -> Vec<Offer> {
    let mut out = happenings(frame, target, language);
    match target {
        Target::Process(id) => {
            if let Some(process) = frame.process(*id) {
                out.extend(to_process(session, frame, process, language));
            }
        }
        Target::Memory(id) | Target::Register(id, _) => {
            if let Some(memory) = frame.memory(*id) {
                out.extend(to_memory(frame, memory, language));
            }
        }
        Target::Packet(key) => {
            if let Some(packet) = frame.packet(key) {
                out.extend(to_packet(frame, packet, language));
            }
        }
        Target::Step(_) => {}
    }
    out
}

/// What can happen there by itself, faults aside.
fn happenings(frame: &Frame, target: &Target, language: Language) -> Vec<Offer> {
    let lands_at = |id: MemoryId| {
        let lands = frame
            .packets
            .iter()
            .filter(move |p| p.to == Agent::Memory(id));
        lands.filter_map(|p| p.moves)
    };
    let events: Vec<Event> = match target {
        Target::Memory(id) | Target::Register(id, _) => lands_at(*id).collect(),
        target => frame.events_at(target).map(|e| e.event).collect(),
    };
    let acts = |e: &Event| matches!(e, Event::Byzantine { .. });
    let marks = frame.enabled.iter().filter(|mark| {
        events.contains(&mark.event) && (acts(&mark.event) || !mark.event.is_fault())
    });
    let marks = marks.filter(|mark| !matches!(mark.event, Event::Leader { .. }));
    marks
        .map(|mark| Offer {
            label: language.tongue().event(frame, mark),
            choices: vec![Choice::Event(mark.event)],
            fault: acts(&mark.event),
            slow: None,
        })
        .collect()
}

fn to_process(
    session: &Session,
    frame: &Frame,
    process: &ProcessMark,
    language: Language,
) -> Vec<Offer> {
    let id = process.id;
    let says = |label: Ui| label.text(language);
    let mut out = Vec::new();
    let hears = |p: &&ProcessMark| matches!(p.status, Status::Up | Status::Byzantine);
    let others: Vec<ProcessId> = frame
        .processes
        .iter()
        .filter(hears)
        .filter(|p| p.leader != id)
        .map(|p| p.id)
        .collect();
    let trusts = |at: ProcessId| Choice::Event(Event::Leader { at, leader: id });
    if !others.is_empty() {
        let all = others.iter().map(|at| trusts(*at)).collect();
        out.push(Offer::new(format!("{}: {id}", says(Ui::MakeLeader)), all));
    }
    if others.len() > 1 {
        out.extend(others.iter().map(|at| {
            let label = format!(
                "{}: {id} ({} {at})",
                says(Ui::MakeLeader),
                Word::OnlyAt.says(language)
            );
            Offer::new(label, vec![trusts(*at)])
        }));
    }
    if process.status == Status::Crashed {
        if session.info().facts.recovers {
            let event = Event::Recover {
                process: id,
                input: process.input,
            };
            out.push(Offer::fault(format!("{} {id}", says(Ui::Recover)), event));
        }
    } else if process.status != Status::Stopped {
        out.push(Offer::fault(
            format!("{} {id}", says(Ui::Crash)),
            Event::CrashProcess(id),
        ));
    }
    let left = frame
        .packets
        .iter()
        .filter(|p| p.from == Agent::Process(id));
    let left: Vec<Choice> = left.filter_map(|p| p.loses).map(Choice::Event).collect();
    if left.len() > 1 {
        out.push(Offer {
            label: format!("{} {id}", Word::LoseAllOf.says(language)),
            choices: left,
            fault: true,
            slow: None,
        });
    }
    out.push(hold(frame, Hold::Process(id), &id.to_string(), language));
    out.push(slow(Hold::Process(id), &id.to_string(), language));
    out.extend(lies(session, frame, id));
    out
}

/// What a Byzantine process can do besides what a search would try, in scenario text.
fn lies(session: &Session, frame: &Frame, process: ProcessId) -> Vec<Offer> {
    let machine = session.machine();
    let state = &session.trace.step(frame.step).after;
    let known = |act: &u32| {
        let event = Event::Byzantine { process, act: *act };
        frame.enabled.iter().any(|mark| mark.event == event)
    };
    let acts = machine.acts(state, process);
    acts.into_iter()
        .filter(|act| !known(act))
        .map(|act| {
            let label = machine.act_label(process, act);
            Offer::fault(label, Event::Byzantine { process, act })
        })
        .collect()
}

fn to_memory(frame: &Frame, memory: &MemoryMark, language: Language) -> Vec<Offer> {
    let id = memory.id;
    let mut out = Vec::new();
    if !memory.crashed {
        let label = format!("{} {id}", Ui::Crash.text(language));
        out.push(Offer::fault(label, Event::CrashMemory(id)));
    }
    out.push(hold(frame, Hold::Memory(id), &id.to_string(), language));
    out.push(slow(Hold::Memory(id), &id.to_string(), language));
    out
}

fn to_packet(frame: &Frame, packet: &Packet, language: Language) -> Vec<Offer> {
    let mut out = Vec::new();
    if let Some(event) = packet.loses {
        out.push(Offer::fault(Ui::Lose.text(language).to_owned(), event));
    }
    let way = match (packet.from, packet.to) {
        (Agent::Process(from), Agent::Process(to)) => Hold::Link(from, to),
        (Agent::Process(p), Agent::Memory(m)) | (Agent::Memory(m), Agent::Process(p)) => {
            Hold::Lane(p, m)
        }
        (Agent::Memory(_), Agent::Memory(_)) => return out,
    };
    let name = format!("{} – {}", packet.from, packet.to);
    out.push(hold(frame, way, &name, language));
    out.push(slow(way, &name, language));
    out
}

fn hold(frame: &Frame, hold: Hold, name: &str, language: Language) -> Offer {
    let (label, choice) = match frame.holds.contains(&hold) {
        true => (Ui::Release, Choice::Release(hold)),
        false => (Ui::Hold, Choice::Hold(hold)),
    };
    Offer::new(format!("{} {name}", label.text(language)), vec![choice])
}

fn slow(what: Hold, name: &str, language: Language) -> Offer {
    Offer {
        slow: Some(what),
        ..Offer::new(
            format!("{} {name}", Word::SlowDown.says(language)),
            Vec::new(),
        )
    }
}
