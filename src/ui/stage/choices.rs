//! What can be done to a thing on the stage: everything that can happen to it by itself, and every
//! fault, beyond the budget too.

use crate::model::{Event, MemoryId, ProcessId, Status};
use crate::sim::{Choice, Hold, Session, Side};
use crate::view::drawing::Target;
use crate::view::frame::{Frame, MemoryMark, ProcessMark};
use crate::view::packet::{Agent, Packet};
use crate::view::text::Word;
use crate::view::text::{Language, Ui};

/// How something is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// By these steps.
    Steps(Vec<Choice>),
    /// By automatic schedules that go slow about this.
    Slow(Hold),
    /// By a look through somebody's eyes.
    Look,
    /// By a partition that the reader is asked about, with this side of it.
    Part(Side),
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What it is, in words.
    pub label: String,
    /// How it is done.
    pub does: Does,
    /// Whether it is a fault.
    pub fault: bool,
}

impl Offer {
    fn new(label: String, choices: Vec<Choice>) -> Self {
        Offer {
            label,
            does: Does::Steps(choices),
            fault: false,
        }
    }

    /// A look, which takes no step.
    pub fn look(label: String) -> Self {
        Offer {
            does: Does::Look,
            ..Offer::new(label, Vec::new())
        }
    }

    fn fault(label: String, event: Event) -> Self {
        Offer {
            fault: true,
            ..Offer::new(label, vec![Choice::Event(event)])
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
            fault: acts(&mark.event),
            ..Offer::new(
                language.tongue().event(frame, mark),
                vec![Choice::Event(mark.event)],
            )
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
        let label = format!("{} {id}", Word::LoseAllOf.says(language));
        out.push(Offer {
            fault: true,
            ..Offer::new(label, left)
        });
    }
    out.push(hold(frame, Hold::Process(id), None, language));
    out.push(part(Side::EMPTY.and_process(id), language));
    out.push(slow(Hold::Process(id), language));
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
    out.push(hold(frame, Hold::Memory(id), Some(Word::Hangs), language));
    out.push(part(Side::EMPTY.and_memory(id), language));
    out.push(slow(Hold::Memory(id), language));
    out
}

fn to_packet(frame: &Frame, packet: &Packet, language: Language) -> Vec<Offer> {
    let mut out = Vec::new();
    if let Some(event) = packet.loses {
        out.push(Offer::fault(Ui::Lose.text(language).to_owned(), event));
    }
    // The packet itself, its way, and its way both ways.
    let (itself, way, both) = match (packet.from, packet.to) {
        (Agent::Process(from), Agent::Process(to)) => {
            let side = |p| Side::EMPTY.and_process(p);
            let message = packet.moves.and_then(|event| match event {
                Event::Deliver { to, from, nth } => Some(Hold::Message { from, to, nth }),
                _ => None,
            });
            let both = Hold::between(side(from), side(to));
            (message, Some(Hold::Link(from, to)), both)
        }
        (Agent::Process(p), Agent::Memory(m)) => {
            let way = Hold::way(Side::EMPTY.and_process(p), Side::EMPTY.and_memory(m));
            (Some(Hold::Request(p, m)), way, Some(Hold::Lane(p, m)))
        }
        (Agent::Memory(m), Agent::Process(p)) => {
            let way = Hold::way(Side::EMPTY.and_memory(m), Side::EMPTY.and_process(p));
            (Some(Hold::Response(p, m)), way, Some(Hold::Lane(p, m)))
        }
        (Agent::Memory(_), Agent::Memory(_)) => return out,
    };
    let this = Some(Word::ThisPacket);
    out.extend(itself.map(|what| hold(frame, what, this, language)));
    let ways = way.into_iter().chain(both);
    out.extend(ways.map(|what| hold(frame, what, None, language)));
    out.extend(way.map(|what| slow(what, language)));
    out
}

/// To hold something or to release it, with a word on what that means.
fn hold(frame: &Frame, hold: Hold, means: Option<Word>, language: Language) -> Offer {
    let (label, choice) = match frame.holds.contains(&hold) {
        true => (Ui::Release, Choice::Release(hold)),
        false => (Ui::Hold, Choice::Hold(hold)),
    };
    let what = language.tongue().hold(hold);
    let mut label = format!("{}: {what}", label.text(language));
    if let Some(means) = means.filter(|_| matches!(choice, Choice::Hold(_))) {
        label.push_str(&format!(" ({})", means.says(language)));
    }
    Offer::new(label, vec![choice])
}

fn slow(what: Hold, language: Language) -> Offer {
    let name = language.tongue().hold(what);
    Offer {
        does: Does::Slow(what),
        ..Offer::new(
            format!("{} {name}", Word::SlowDown.says(language)),
            Vec::new(),
        )
    }
}

fn part(side: Side, language: Language) -> Offer {
    let label = format!(
        "{}: {side} | {} …",
        Word::Partition.says(language),
        Word::AllOthers.says(language)
    );
    Offer {
        does: Does::Part(side),
        ..Offer::new(label, Vec::new())
    }
}
