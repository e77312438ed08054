//! How the marks of a frame are gathered from a session.

use std::collections::BTreeSet;

use crate::model::{Event, MemoryId, ProcessId, ProcessSet, Status, Value, Why};
use crate::sim::{
    Happening, Hold, MemoryView, ProcessView, RegisterView, ResponseView, Session, Side, StateView,
};
use crate::view::drawing::Target;
use crate::view::lens::Sight;
use crate::view::packet::{Agent, Packet};

use super::marks::{
    DecisionMark, EnabledMark, FieldMark, MemoryMark, ProcessMark, RegionMark, RegisterMark,
};

/// What a step could have changed, as it was before: an event changes the memory where it takes
/// effect, or the process that it happens to.
pub(super) struct Before {
    process: Option<ProcessView>,
    memory: Option<MemoryView>,
}

impl Before {
    pub(super) fn of(session: &Session, k: usize) -> Before {
        let machine = session.machine();
        let before = (k > 0).then(|| &session.trace.step(k - 1).after);
        let event = session.trace.step(k).event();
        let memory = match event {
            Some(Event::Effect { memory, .. }) => Some(memory),
            _ => None,
        };
        let process = event.and_then(Event::process);
        Before {
            process: before
                .zip(process)
                .map(|(state, p)| machine.process_view(state, p)),
            memory: before
                .zip(memory)
                .map(|(state, m)| machine.memory_view(state, m)),
        }
    }
}

/// Who is caught in a lie, and who catches it.
pub(in crate::view) fn caught(
    event: Option<Event>,
    happened: &[(Happening, Option<Why>)],
) -> Vec<(ProcessId, ProcessId)> {
    let by = event.and_then(Event::process);
    let lies = happened.iter().filter_map(|(_, why)| (*why)?.catches());
    let mut out: Vec<(ProcessId, ProcessId)> = Vec::new();
    for pair in lies.filter_map(|liar| Some((liar, by?))) {
        if !out.contains(&pair) {
            out.push(pair);
        }
    }
    out
}

pub(super) fn decisions(session: &Session, k: usize) -> Vec<DecisionMark> {
    let trace = &session.trace;
    let told = session.machine().decisions(&trace.step(k).after);
    let mut out: Vec<DecisionMark> = Vec::new();
    if told.is_empty() {
        return out;
    }
    for j in 0..=k {
        if out.len() == told.len() {
            break;
        }
        let step = trace.step(j);
        for (process, value) in &step.decided {
            if out.iter().any(|d| d.process == *process) {
                continue;
            }
            let kept = told.iter().find(|(p, _)| p == process);
            out.push(DecisionMark {
                process: *process,
                value: *value,
                proposal: kept.map_or(0, |(_, d)| d.proposal),
                step: j,
                delays: step.causes.depth,
            });
        }
    }
    out
}

/// Whose answers the decision of step `k` rests on: the memories whose last operation by the one
/// that decides came back in time and was not refused, and the processes that it has heard from
/// since it last sent to others.
pub(super) fn quorum(session: &Session, k: usize) -> Vec<Agent> {
    let trace = &session.trace;
    if trace.step(k).decided.is_empty() {
        return Vec::new();
    }
    let happened = session.happenings(k);
    let decided = happened.iter().find_map(|(h, _)| match h {
        Happening::Decided {
            process,
            proposal: 1..,
            ..
        } => Some(*process),
        _ => None,
    });
    let Some(process) = decided else {
        return Vec::new();
    };
    let mut asked: Vec<MemoryId> = Vec::new();
    let mut out: Vec<Agent> = Vec::new();
    let mut sent = false;
    let mut j = k;
    while j > 0 {
        let step = trace.step(j);
        // The deed that decided may already tell others: what it sends is not part of the round.
        let happened = if j == k {
            Vec::new()
        } else {
            session.happenings(j)
        };
        for (happening, _) in &happened {
            match happening {
                Happening::Issued {
                    process: p, memory, ..
                } if *p == process && !asked.contains(memory) => asked.push(*memory),
                Happening::Sent { from, to, .. } if *from == process && *to != process => {
                    sent = true;
                }
                _ => {}
            }
        }
        match step.event() {
            Some(Event::Return { process: p, memory }) if p == process => {
                let fine = session.happenings(j).iter().any(|(h, _)| {
                    matches!(h, Happening::Returned { stale: false, response, .. }
                        if *response != ResponseView::Nak)
                });
                let agent = Agent::Memory(memory);
                if fine && !asked.contains(&memory) && !out.contains(&agent) {
                    out.push(agent);
                }
                if !asked.contains(&memory) {
                    asked.push(memory);
                }
            }
            Some(Event::Deliver { to, from, .. }) if to == process && !sent => {
                let agent = Agent::Process(from);
                if !out.contains(&agent) {
                    out.push(agent);
                }
            }
            _ => {}
        }
        if sent && asked.len() == session.config().memories as usize {
            break;
        }
        // From event to event at this process.
        match trace.place_of(step.causes.previous) {
            Some(previous) if j == k || step.event().and_then(Event::process) == Some(process) => {
                j = previous;
            }
            _ => break,
        }
    }
    out.sort_unstable();
    out
}

/// On which side of the first partition somebody stands.
fn side(holds: &BTreeSet<Hold>, stands: impl Fn(Side) -> bool) -> Option<char> {
    let sides = holds.iter().find_map(|hold| match *hold {
        Hold::Way(one, other) | Hold::Between(one, other) => Some((one, other)),
        _ => None,
    });
    match sides? {
        (one, _) if stands(one) => Some('A'),
        (_, other) if stands(other) => Some('B'),
        _ => None,
    }
}

/// What a process proposes: its input, or the one that it last came back with.
fn input(session: &Session, k: usize, id: ProcessId) -> Value {
    let start = session.config().input(id);
    if !session.info().facts.recovers {
        return start;
    }
    let steps = (1..=k).rev().map(|j| session.trace.step(j).event());
    let back = steps.flatten().find_map(|event| match event {
        Event::Recover { process, input } if process == id => Some(input),
        _ => None,
    });
    back.unwrap_or(start)
}

pub(super) fn process(
    session: &Session,
    k: usize,
    now: &ProcessView,
    state: &StateView,
    before: &Before,
    decisions: &[DecisionMark],
) -> ProcessMark {
    let step = session.trace.step(k);
    let was = before.process.as_ref().filter(|was| was.id == now.id);
    let fields = now.fields.iter().map(|field| FieldMark {
        name: field.name,
        changed: was.is_some_and(|w| w.fields.iter().any(|f| f.name == field.name && f != field)),
        text: field.text.clone(),
    });
    // Who has stopped or lies asks its oracle no more.
    let trusts = |p: &&ProcessView| p.leader == now.id && p.status == Status::Up;
    ProcessMark {
        id: now.id,
        input: input(session, k, now.id),
        status: now.status,
        role: now.role.clone(),
        decision: decisions.iter().find(|d| d.process == now.id).copied(),
        leader: now.leader,
        trusted_by: state
            .processes
            .iter()
            .filter(trusts)
            .map(|p| p.id)
            .collect(),
        threads: now.threads.clone(),
        fields: fields.collect(),
        held: step.holds.contains(&Hold::Process(now.id)),
        side: side(&step.holds, |side| side.has_process(now.id)),
        acted: step
            .event()
            .is_some_and(|e| e.process() == Some(now.id) && !matches!(e, Event::Effect { .. })),
        sight: Sight::Plain,
    }
}

/// The memory as it was just before it crashed.
fn last_content(session: &Session, k: usize, id: MemoryId) -> Option<MemoryView> {
    let crash = (1..=k)
        .rev()
        .find(|j| session.trace.step(*j).event() == Some(Event::CrashMemory(id)))?;
    let before = &session.trace.step(crash - 1).after;
    Some(session.machine().memory_view(before, id))
}

pub(super) fn memory(session: &Session, k: usize, now: &MemoryView, before: &Before) -> MemoryMark {
    let step = session.trace.step(k);
    let kept = now
        .crashed
        .then(|| last_content(session, k, now.id))
        .flatten();
    let shown = kept.as_ref().unwrap_or(now);
    let was = before
        .memory
        .as_ref()
        .filter(|was| was.id == now.id && !now.crashed);
    let regions: Vec<RegionMark> = shown
        .regions
        .iter()
        .map(|region| RegionMark {
            id: region.id,
            name: region.name.clone(),
            permission: region.permission,
            changed: was.is_some_and(|w| {
                let same = w.regions.get(region.id.0 as usize);
                same.is_some_and(|r| r.permission != region.permission)
            }),
            registers: region.registers.clone(),
            sight: Sight::Plain,
        })
        .collect();
    let registers: Vec<RegisterMark> = shown
        .registers
        .iter()
        .map(|register| {
            let proves = session.machine().proves(register.id);
            register_mark(register, &regions, was, proves)
        })
        .collect();
    let first = registers.first().map(|r| r.writers);
    MemoryMark {
        id: now.id,
        crashed: now.crashed,
        held: step.holds.contains(&Hold::Memory(now.id)),
        side: side(&step.holds, |side| side.has_memory(now.id)),
        writers: regions.iter().fold(ProcessSet::EMPTY, |all, r| {
            all.union(r.permission.writers())
        }),
        uniform: registers.iter().all(|r| Some(r.writers) == first),
        regions,
        registers,
        acted: match step.event() {
            Some(Event::Effect { memory, .. } | Event::CrashMemory(memory)) => memory == now.id,
            _ => false,
        },
    }
}

fn register_mark(
    register: &RegisterView,
    regions: &[RegionMark],
    was: Option<&MemoryView>,
    proves: bool,
) -> RegisterMark {
    let before = was.and_then(|w| w.registers.get(register.id.0 as usize));
    let within = regions
        .iter()
        .filter(|r| r.registers.contains(&register.id));
    RegisterMark {
        id: register.id,
        name: register.name.clone(),
        empty: register.cells.iter().all(String::is_empty),
        proof: proves,
        cells: register.cells.clone(),
        text: register.text.clone(),
        changed: before.is_some_and(|b| b != register),
        writers: within.fold(ProcessSet::EMPTY, |all, r| {
            all.union(r.permission.writers())
        }),
        sight: Sight::Plain,
    }
}

pub(super) fn enabled_mark(
    session: &Session,
    held: bool,
    event: Event,
    packets: &[Packet],
) -> EnabledMark {
    let packet = packets
        .iter()
        .find(|p| p.moves == Some(event) || p.loses == Some(event));
    let target = match (packet, event) {
        (Some(packet), _) => Target::Packet(packet.key.clone()),
        (None, Event::CrashMemory(memory)) => Target::Memory(memory),
        (None, event) => Target::Process(event.process().unwrap_or(ProcessId(0))),
    };
    EnabledMark {
        event,
        target,
        held,
        act: match event {
            Event::Byzantine { process, act } => session.machine().act_label(process, act),
            _ => String::new(),
        },
    }
}
