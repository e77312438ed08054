//! Frames: everything there is to show after one step of a run, as plain data.

use std::rc::Rc;

use std::collections::BTreeSet;

use crate::model::{
    Event, Kind as PropertyKind, MemoryId, Permission, ProcessId, ProcessSet, RegionId, RegisterId,
    Status, Value, Why,
};
use crate::sim::{
    Choice, Happening, Hold, MemoryView, ProcessView, RegisterView, ResponseView, Session, Side,
    Standing, StateView, ThreadView,
};

use super::drawing::Target;
use super::lens::Sight;
use super::packet::{self, Agent, Packet};

/// A variable of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldMark {
    /// Its name, as in the pseudocode.
    pub name: &'static str,
    /// Its value.
    pub text: String,
    /// Whether this step changed it.
    pub changed: bool,
}

/// What a process decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionMark {
    /// Who.
    pub process: ProcessId,
    /// What.
    pub value: Value,
    /// The proposal number; 0 where it was learnt or where there is none.
    pub proposal: u16,
    /// The step of the current run.
    pub step: usize,
    /// After how many delays.
    pub delays: u32,
}

/// A process after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessMark {
    /// Its name.
    pub id: ProcessId,
    /// What it proposes.
    pub input: Value,
    /// Whether it takes steps.
    pub status: Status,
    /// What it is about, in few words.
    pub role: String,
    /// What it decided.
    pub decision: Option<DecisionMark>,
    /// Whom it trusts to be the leader.
    pub leader: ProcessId,
    /// Who trusts it to be the leader.
    pub trusted_by: ProcessSet,
    /// Its threads, each with the pseudocode line on which it stands.
    pub threads: Vec<ThreadView>,
    /// Its variables.
    pub fields: Vec<FieldMark>,
    /// Whether the automatic schedules leave it alone.
    pub held: bool,
    /// On which side of a partition it stands, where there is one: `A` or `B`.
    pub side: Option<char>,
    /// Whether this step happened at it.
    pub acted: bool,
    /// Whether it is seen as it is.
    pub sight: Sight,
}

/// A region of a memory after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionMark {
    /// Its place.
    pub id: RegionId,
    /// Its name.
    pub name: String,
    /// Who may do what.
    pub permission: Permission,
    /// Whether this step changed that.
    pub changed: bool,
    /// Its registers.
    pub registers: Vec<RegisterId>,
    /// Whether its permission is seen as it is.
    pub sight: Sight,
}

/// A register of a memory after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterMark {
    /// Its place.
    pub id: RegisterId,
    /// Its name.
    pub name: String,
    /// Its columns, with empty strings for empty ones.
    pub cells: Vec<String>,
    /// Its content in short.
    pub text: String,
    /// Whether nothing was ever written to it.
    pub empty: bool,
    /// Whether this step changed it.
    pub changed: bool,
    /// Who may write it, through whatever region.
    pub writers: ProcessSet,
    /// Whether its content is seen as it is.
    pub sight: Sight,
    /// Whether it is there for proofs.
    pub proof: bool,
}

/// A memory after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryMark {
    /// Its name.
    pub id: MemoryId,
    /// Whether it has crashed; it is then shown as it was before.
    pub crashed: bool,
    /// Whether the automatic schedules leave it alone: it hangs.
    pub held: bool,
    /// On which side of a partition it stands, where there is one: `A` or `B`.
    pub side: Option<char>,
    /// Its regions.
    pub regions: Vec<RegionMark>,
    /// Its registers.
    pub registers: Vec<RegisterMark>,
    /// Who may write something in it.
    pub writers: ProcessSet,
    /// Whether the same processes may write every register.
    pub uniform: bool,
    /// Whether this step happened at it.
    pub acted: bool,
}

/// An event that can happen after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnabledMark {
    /// The event.
    pub event: Event,
    /// Where on the stage it is chosen by a click.
    pub target: Target,
    /// Whether the automatic schedules leave it alone because something is held.
    pub held: bool,
    /// A Byzantine act in words, as scenario text; empty for other events.
    pub act: String,
}

/// How a property stands after the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyMark {
    /// Its id.
    pub id: &'static str,
    /// One sentence that says what must hold.
    pub says: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// When it is judged.
    pub kind: PropertyKind,
    /// How it stands.
    pub standing: Standing,
    /// Whether this very step violated it.
    pub fresh: bool,
}

/// How much may fail, and how much has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// f_P.
    pub f_p: u8,
    /// f_M.
    pub f_m: u8,
    /// Processes that have failed, Byzantine ones included.
    pub failed_processes: u8,
    /// Memories that have crashed.
    pub failed_memories: u8,
    /// Whether more has failed than the algorithm promises to survive.
    pub over: bool,
}

/// Everything there is to show after one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The step; 0 is the start.
    pub step: usize,
    /// How many steps the run has.
    pub steps: usize,
    /// Delays so far.
    pub delays: u32,
    /// What was chosen; nothing at the start.
    pub choice: Option<Choice>,
    /// What it did, with the reasons why it matters.
    pub happened: Vec<(Happening, Option<Why>)>,
    /// The processes.
    pub processes: Vec<ProcessMark>,
    /// The memories.
    pub memories: Vec<MemoryMark>,
    /// The names of a register's columns.
    pub columns: &'static [&'static str],
    /// The packets in flight, in the order in which they were sent.
    pub packets: Vec<Packet>,
    /// The events that can happen, in canonical order.
    pub enabled: Vec<EnabledMark>,
    /// The agents whose answers the decision of this step rests on; empty where it decided
    /// nothing, or only learnt it.
    pub quorum: Vec<Agent>,
    /// The decisions, first one first.
    pub decisions: Vec<DecisionMark>,
    /// The properties.
    pub properties: Vec<PropertyMark>,
    /// How much may fail, and how much has.
    pub budget: Budget,
    /// Who this step caught in a lie, and who caught it.
    pub caught: Vec<(ProcessId, ProcessId)>,
    /// What the automatic schedules leave alone.
    pub holds: Vec<Hold>,
    /// The state itself.
    pub state: Rc<StateView>,
    /// The process through whose eyes this is seen; none where everything is seen.
    pub lens: Option<ProcessId>,
}

/// What a step could have changed, as it was before: an event changes the memory where it takes
/// effect, or the process that it happens to.
struct Before {
    process: Option<ProcessView>,
    memory: Option<MemoryView>,
}

impl Before {
    fn of(session: &Session, k: usize) -> Before {
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

impl Frame {
    /// Everything there is to show after step `k` of the session's current run; a step beyond
    /// its end is its end.
    pub fn at(session: &Session, k: usize) -> Frame {
        let trace = &session.trace;
        let k = k.min(trace.len());
        let step = trace.step(k);
        let machine = session.machine();
        let state = machine.view(&step.after);
        let before = Before::of(session, k);
        let decisions = decisions(session, k);
        let enabled: Vec<Event> = machine.enabled(&step.after);
        let packets = packet::in_flight(session, k, &state, &enabled);
        let config = session.config();
        let failed = machine.failed(&step.after);
        let properties = session
            .info()
            .properties
            .iter()
            .zip(session.standings_at(k));
        let happened = session.happenings(k);
        Frame {
            step: k,
            steps: trace.len(),
            delays: step.clock.delays,
            choice: step.choice,
            processes: state
                .processes
                .iter()
                .map(|p| process(session, k, p, &state, &before, &decisions))
                .collect(),
            memories: state
                .memories
                .iter()
                .map(|m| memory(session, k, m, &before))
                .collect(),
            columns: session.info().columns,
            enabled: enabled
                .into_iter()
                .map(|event| enabled_mark(session, step.holds_back(event), event, &packets))
                .collect(),
            packets,
            quorum: quorum(session, k),
            decisions,
            properties: properties
                .enumerate()
                .map(|(bit, (p, standing))| PropertyMark {
                    id: p.id,
                    says: p.says,
                    source: p.source,
                    kind: p.kind,
                    standing,
                    fresh: step.violated & (1 << bit) != 0,
                })
                .collect(),
            budget: Budget {
                f_p: config.f_p,
                f_m: config.f_m,
                failed_processes: failed.0,
                failed_memories: failed.1,
                over: machine.over_budget(&step.after),
            },
            caught: caught(step.event(), &happened),
            happened,
            holds: step.holds.iter().copied().collect(),
            state: Rc::new(state),
            lens: None,
        }
    }

    /// The process of that name.
    pub fn process(&self, id: ProcessId) -> Option<&ProcessMark> {
        self.processes.get(id.0 as usize)
    }

    /// The memory of that name.
    pub fn memory(&self, id: MemoryId) -> Option<&MemoryMark> {
        self.memories.get(id.0 as usize)
    }

    /// The packet with that key.
    pub fn packet(&self, key: &str) -> Option<&Packet> {
        self.packets.iter().find(|p| p.key == key)
    }

    /// The events that a click on a target could choose.
    pub fn events_at<'a>(&'a self, target: &'a Target) -> impl Iterator<Item = &'a EnabledMark> {
        self.enabled.iter().filter(move |e| e.target == *target)
    }
}

/// Who is caught in a lie, and who catches it.
pub(super) fn caught(
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

fn decisions(session: &Session, k: usize) -> Vec<DecisionMark> {
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
fn quorum(session: &Session, k: usize) -> Vec<Agent> {
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

fn process(
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

fn memory(session: &Session, k: usize, now: &MemoryView, before: &Before) -> MemoryMark {
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

fn enabled_mark(session: &Session, held: bool, event: Event, packets: &[Packet]) -> EnabledMark {
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
