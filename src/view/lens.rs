//! One process's view: a frame with what that process knows, and nothing else.
//!
//! A process knows its own variables, what it has been told, and what memories answered it, as of
//! the step of the answer. Where its requests are, what others hold, what flies between them, and
//! what a memory holds by now, it cannot know; and the start of the run is known to all.

use super::drawing::{PathData, Seg, Shape};
use super::frame::{Frame, MemoryMark, ProcessMark, RegionMark, RegisterMark};
use super::packet::{self, Agent, Fate, Load, Packet};
use super::style::Class;
use crate::model::{Event, MemoryId, Permission, ProcessId, ProcessSet, Status, Value};
use crate::sim::{
    FlightView, Happening, Leg, MemoryView, OperationView, ResponseView, Session, Waiting,
    happens_at,
};

/// How something is seen: as it is, or through one process's eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// As it is.
    #[default]
    Plain,
    /// As a process last learnt that it was.
    Learnt {
        /// Who.
        by: ProcessId,
        /// The step at which it did; 0 for what is known from the start.
        step: usize,
    },
    /// Unknown to a process.
    Unknown {
        /// To whom.
        to: ProcessId,
    },
}

/// What a process has learnt of one memory.
struct Learnt {
    /// For each register, the step at which it learnt of it, and what.
    registers: Vec<Option<(usize, Vec<String>, String)>>,
    /// For each region, the step at which it learnt of it, and the permission; that is none where a
    /// nak has told that it is gone.
    permissions: Vec<Option<(usize, Option<Permission>)>>,
}

impl Frame {
    /// The same step as one process knows it: everything after step [`Frame::step`] of the session's
    /// current run that it cannot know is left out or marked.
    #[must_use]
    pub fn as_known_by(mut self, session: &Session, me: ProcessId) -> Frame {
        let k = self.step;
        if self.process(me).is_none() {
            return self;
        }
        let mine = |event: Option<Event>| event.is_some_and(|e| happens_at(e, me));
        let here = mine(session.trace.step(k).event()) || k == 0;
        let own_leader = self.process(me).map(|p| p.leader);
        self.packets = own_packets(&self, session, k, me);
        self.quorum = match self
            .decisions
            .iter()
            .any(|d| d.process == me && d.step == k)
        {
            true => std::mem::take(&mut self.quorum),
            false => Vec::new(),
        };
        self.decisions.retain(|d| d.process == me);
        self.happened.retain(|(h, _)| here && is_own(h, me));
        self.caught.retain(|(_, by)| here && *by == me);
        self.enabled.retain(|mark| {
            let own = mark.event.process() == Some(me);
            own && matches!(
                mark.event,
                Event::Proceed { .. } | Event::Timeout { .. } | Event::Coin { .. }
            )
        });
        self.holds.clear();
        for process in &mut self.processes {
            let input = session.config().input(process.id);
            hide_process(process, me, own_leader, input);
        }
        let learnt = learnt(session, k, me);
        for (memory, learnt) in self.memories.iter_mut().zip(learnt) {
            hide_memory(memory, learnt, me, k);
        }
        self.lens = Some(me);
        self
    }
}

fn is_own(happening: &Happening, me: ProcessId) -> bool {
    match happening {
        Happening::Passed { process, .. }
        | Happening::Issued { process, .. }
        | Happening::Queued { process, .. }
        | Happening::Dropped { process, .. }
        | Happening::Returned { process, .. }
        | Happening::ScopeEnded { process, .. }
        | Happening::Decided { process, .. }
        | Happening::Stopped { process }
        | Happening::ProcessCrashed { process }
        | Happening::Recovered { process, .. }
        | Happening::TimedOut { process, .. }
        | Happening::CoinFell { process, .. }
        | Happening::Signed { process }
        | Happening::Noted { process, .. } => *process == me,
        Happening::Sent { from, .. } => *from == me,
        Happening::Received { to, .. } => *to == me,
        Happening::Trusts { at, .. } => *at == me,
        Happening::Vanished { .. }
        | Happening::Landed { .. }
        | Happening::PermissionChanged { .. }
        | Happening::ChangeRefused { .. }
        | Happening::MemoryCrashed { .. }
        | Happening::RequestLost { .. } => false,
    }
}

/// `leader` is whom the process itself trusts, `input` what the other set out with.
fn hide_process(process: &mut ProcessMark, me: ProcessId, leader: Option<ProcessId>, input: Value) {
    let trusted = leader == Some(process.id);
    process.trusted_by = match trusted {
        true => [me].into_iter().collect(),
        false => ProcessSet::EMPTY,
    };
    process.held = false;
    if process.id == me {
        for thread in &mut process.threads {
            // Whether a poll would show something new, it learns by polling.
            if let Waiting::Poll { ready } = &mut thread.waiting {
                *ready = false;
            }
        }
        return;
    }
    process.sight = Sight::Unknown { to: me };
    process.leader = ProcessId(0);
    process.input = input;
    process.status = Status::Up;
    process.decision = None;
    process.role.clear();
    process.threads.clear();
    process.fields.clear();
    process.acted = false;
}

fn hide_memory(memory: &mut MemoryMark, learnt: Learnt, me: ProcessId, k: usize) {
    let unknown = Sight::Unknown { to: me };
    memory.crashed = false;
    memory.held = false;
    memory.acted = false;
    for (region, learnt) in memory.regions.iter_mut().zip(learnt.permissions) {
        let RegionMark {
            permission,
            changed,
            sight,
            ..
        } = region;
        (*sight, *permission, *changed) = match learnt {
            Some((step, Some(known))) => {
                (Sight::Learnt { by: me, step }, known, step == k && k > 0)
            }
            Some((_, None)) | None => (unknown, Permission::default(), false),
        };
    }
    let mut writers = ProcessSet::EMPTY;
    for region in &memory.regions {
        writers = writers.union(region.permission.writers());
    }
    for (register, learnt) in memory.registers.iter_mut().zip(learnt.registers) {
        let within = memory.regions.iter();
        let within = within.filter(|r| r.registers.contains(&register.id));
        let writers = within.fold(ProcessSet::EMPTY, |all, r| {
            all.union(r.permission.writers())
        });
        hide_register(register, learnt, me, k, writers);
    }
    let first = memory.registers.first().map(|r| r.writers);
    memory.uniform = memory.registers.iter().all(|r| Some(r.writers) == first);
    memory.writers = writers;
}

fn hide_register(
    register: &mut RegisterMark,
    learnt: Option<(usize, Vec<String>, String)>,
    me: ProcessId,
    k: usize,
    writers: ProcessSet,
) {
    register.writers = writers;
    register.changed = false;
    match learnt {
        Some((step, cells, text)) => {
            register.sight = Sight::Learnt { by: me, step };
            register.changed = step == k;
            register.empty = cells.iter().all(String::is_empty);
            (register.cells, register.text) = (cells, text);
        }
        None => {
            register.sight = Sight::Unknown { to: me };
            register.empty = false;
            register.cells.iter_mut().for_each(String::clear);
            register.text = "?".to_owned();
        }
    }
}

/// What a process has learnt of each memory by step `k`.
fn learnt(session: &Session, k: usize, me: ProcessId) -> Vec<Learnt> {
    let (trace, machine) = (&session.trace, session.machine());
    let start = machine.view(&trace.step(0).after);
    let mut out: Vec<Learnt> = start
        .memories
        .iter()
        .map(|m| Learnt {
            registers: m.registers.iter().map(|_| None).collect(),
            permissions: m.regions.iter().map(|_| None).collect(),
        })
        .collect();
    // From the last answer back: what is known of a thing already is the newer.
    for answered in (1..=k.min(trace.len())).rev() {
        let step = trace.step(answered);
        let memory = match step.event() {
            Some(Event::Return { process, memory }) if process == me => memory,
            _ => continue,
        };
        // What it learns is how things were when its request took effect.
        let Some(landed) = step.causes.sending.and_then(|node| trace.place_of(node)) else {
            continue;
        };
        let happened = session.happenings(landed);
        let answer = happened.iter().find_map(|(h, _)| match h {
            Happening::Landed {
                process,
                memory: m,
                operation,
                response,
                ..
            } if *process == me && *m == memory => Some((operation, response)),
            _ => None,
        });
        let refused = happened
            .iter()
            .any(|(h, _)| matches!(h, Happening::ChangeRefused { .. }));
        let place = memory.0 as usize;
        if let (Some((operation, response)), Some(learnt), Some(at_start)) =
            (answer, out.get_mut(place), start.memories.get(place))
        {
            let wanted = learn(learnt, answered, at_start, operation, response, refused);
            if wanted.is_empty() {
                continue;
            }
            let seen = machine.memory_view(&trace.step(landed).after, memory);
            for place in wanted {
                learnt.registers[place] = seen
                    .registers
                    .get(place)
                    .map(|r| (answered, r.cells.clone(), r.text.clone()));
            }
        }
    }
    for (learnt, memory) in out.iter_mut().zip(&start.memories) {
        for (known, region) in learnt.permissions.iter_mut().zip(&memory.regions) {
            known.get_or_insert((0, Some(region.permission)));
        }
    }
    out
}

/// Notes what an answer tells of permissions, and returns the places of the registers of which it
/// tells something that is not known yet. `memory` is the memory at the start.
fn learn(
    learnt: &mut Learnt,
    step: usize,
    memory: &MemoryView,
    operation: &OperationView,
    response: &ResponseView,
    refused: bool,
) -> Vec<usize> {
    let region = |name: &str| memory.regions.iter().position(|r| r.name == name);
    let mut permission = |place: Option<usize>, known: Option<Permission>| {
        if let Some(slot) = place.and_then(|place| learnt.permissions.get_mut(place)) {
            slot.get_or_insert((step, known));
        }
    };
    let name = match operation {
        OperationView::Write { region, .. }
        | OperationView::Read { region, .. }
        | OperationView::ReadRow { region }
        | OperationView::ChangePermission { region, .. } => region,
    };
    if *response == ResponseView::Nak {
        permission(region(name), None);
        return Vec::new();
    }
    let told: Vec<usize> = match operation {
        OperationView::Write { register, .. } | OperationView::Read { register, .. } => {
            vec![register.0 as usize]
        }
        OperationView::ReadRow { region: name } => {
            let row = region(name).map(|place| &memory.regions[place].registers);
            row.into_iter().flatten().map(|id| id.0 as usize).collect()
        }
        OperationView::ChangePermission { place, to, .. } => {
            if !refused {
                permission(Some(place.0 as usize), Some(*to));
            }
            Vec::new()
        }
    };
    let news = told.into_iter();
    news.filter(|place| learnt.registers.get(*place).is_some_and(Option::is_none))
        .collect()
}

/// What a process knows to be under way: the operations that have not been answered, wherever they
/// are by now, and what it sends in this very step.
fn own_packets(frame: &Frame, session: &Session, k: usize, me: ProcessId) -> Vec<Packet> {
    let trace = &session.trace;
    let step = trace.step(k);
    let sent = frame.packets.iter().filter(|p| {
        let message = matches!(p.load, Load::Message(_));
        message && p.from == Agent::Process(me) && p.sent == k
    });
    let mut out: Vec<Packet> = sent
        .map(|packet| Packet {
            fate: Fate::Waits,
            held: false,
            moves: None,
            loses: None,
            ..packet.clone()
        })
        .collect();
    let view = session.machine().view(&step.after);
    let process = view.processes.get(me.0 as usize);
    // Who has crashed waits for nothing.
    let Some(process) = process.filter(|p| p.status != Status::Crashed) else {
        return out;
    };
    for flying in &step.clock.flying {
        let (memory, landed) = match flying.leg {
            Leg::Request(p, m) if p == me => (m, None),
            Leg::Response(p, m) if p == me => (m, trace.place_of(flying.sent)),
            _ => continue,
        };
        let lane = process.lanes.iter().find(|lane| lane.memory == memory);
        let asked = match (lane.and_then(|lane| lane.current.as_ref()), landed) {
            (
                Some(FlightView::Request {
                    operation, stale, ..
                }),
                _,
            ) => Some((operation.clone(), *stale)),
            (Some(FlightView::Response { stale, .. }), Some(landed)) => {
                landing(session, landed, me, memory).map(|operation| (operation, *stale))
            }
            _ => None,
        };
        let Some((operation, stale)) = asked else {
            continue;
        };
        let issued = trace.place_of(flying.issued).unwrap_or(0);
        out.push(Packet {
            key: packet::key(Leg::Request(me, memory), issued, 0),
            from: Agent::Process(me),
            to: Agent::Memory(memory),
            owner: me,
            fold: None,
            lie: false,
            proof: packet::carries_proof_of(session.machine().as_ref(), &operation),
            load: Load::Request(operation),
            sent: issued,
            fate: Fate::Waits,
            stale,
            orphan: false,
            held: false,
            moves: None,
            loses: None,
            slot: 0,
        });
    }
    // In which order they landed is nothing that it knows.
    out.sort_by_key(|p| (p.sent, p.to));
    out
}

/// The operation that took effect in a step.
fn landing(
    session: &Session,
    step: usize,
    me: ProcessId,
    memory: MemoryId,
) -> Option<OperationView> {
    session
        .happenings(step)
        .into_iter()
        .find_map(|(h, _)| match h {
            Happening::Landed {
                process,
                memory: m,
                operation,
                ..
            } if process == me && m == memory => Some(operation),
            _ => None,
        })
}

/// How far apart the lines of a hatching are, in the layout's units.
const APART: f64 = 9.0;

/// The hatching of a rectangle.
pub(super) fn hatched(x: f64, y: f64, w: f64, h: f64) -> Shape {
    let mut lines = Vec::new();
    let mut across = APART;
    while across < w + h {
        // From the top or the right edge down to the left or the bottom one.
        let (right, left) = (across.min(w), (across - h).max(0.0));
        lines.push(Seg::Move(x + right, y + across - right));
        lines.push(Seg::Line(x + left, y + across - left));
        across += APART;
    }
    Shape::path(PathData(lines.into()), Class::Hatch)
}

/// The hatching of a circle around the origin.
pub(super) fn hatched_circle(r: f64) -> Shape {
    let mut lines = Vec::new();
    let mut away = -r + APART / 2.0;
    while away < r {
        let half = (r * r - away * away).sqrt();
        let (along, aside) = (
            half * std::f64::consts::FRAC_1_SQRT_2,
            away * std::f64::consts::FRAC_1_SQRT_2,
        );
        lines.push(Seg::Move(aside + along, aside - along));
        lines.push(Seg::Line(aside - along, aside + along));
        away += APART;
    }
    Shape::path(PathData(lines.into()), Class::Hatch)
}
