//! What the diagram needs to know of a run, kept up to date as the run grows or another branch is
//! taken, so that drawing any stretch of it costs only that stretch.

use std::sync::Arc;

use super::strands::{self, Strand};
use crate::model::{Event, MemoryId, ProcessId, ProcessSet, Status};
use crate::sim::{Flying, Happening, Leg, Levels, Machine, NodeId, Session};
use crate::view::frame::caught;
use crate::view::icons::Icon;
use crate::view::packet::{Agent, operation_icon, response_icon};

/// A step as the diagram shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepMark {
    /// Where it happened; nowhere for a hold.
    pub place: Option<Agent>,
    /// Its shape.
    pub icon: Option<Icon>,
    /// Whose colour it wears.
    pub owner: Option<ProcessId>,
    /// Who decided what by it.
    pub decided: Option<String>,
    /// Delays so far.
    pub delays: u32,
    /// The place of its stretch of equal delays.
    pub group: u32,
    /// Whether it violated a property.
    pub violated: bool,
    /// How many arrows had been sent before it.
    pub arrows: u32,
}

/// How an arrow ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It does not, as far as the run goes.
    Open,
    /// It arrives with this step.
    Arrives(usize),
    /// It vanishes with this step.
    Vanishes(usize),
}

impl End {
    fn step(self) -> Option<usize> {
        match self {
            End::Open => None,
            End::Arrives(k) | End::Vanishes(k) => Some(k),
        }
    }
}

/// A packet's way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    /// The step that sent it.
    pub sent: usize,
    /// How it ends.
    pub end: End,
    /// Its sender.
    pub from: Agent,
    /// Its receiver.
    pub to: Agent,
    /// Whose colour it wears.
    pub owner: ProcessId,
    /// What it carries.
    pub icon: Icon,
    /// Whether it is part of an operation at all memories.
    pub folds: bool,
    /// Whether a Byzantine process sent it.
    pub lie: bool,
    /// How a trace knows it.
    flying: Flying,
}

/// Who may write a region of a memory from a step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reign {
    /// The step.
    pub from: usize,
    /// Who may write.
    pub writers: ProcessSet,
}

/// The lanes of one memory's lifeline: one for each region, and when it crashed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MemoryLine {
    /// The regions, each with its reigns in order.
    pub regions: Vec<Vec<Reign>>,
    /// The names of the regions.
    pub names: Vec<String>,
    /// The step of its crash.
    pub crashed: Option<usize>,
}

/// A run's diagram, ready to be drawn.
#[derive(Clone)]
pub struct DiagramIndex {
    machine: Arc<dyn Machine>,
    path: Vec<NodeId>,
    pub(super) steps: Vec<StepMark>,
    pub(super) arrows: Vec<Arrow>,
    /// The arrows in flight after every [`STRIDE`]th step.
    checkpoints: Vec<Vec<u32>>,
    /// The arrows in flight after the last step.
    open: Vec<u32>,
    pub(super) memories: Vec<MemoryLine>,
    /// Each process's crashes and recoveries, in turn.
    pub(super) crashes: Vec<Vec<usize>>,
    /// The first step of each stretch of equal delays.
    pub(super) groups: Vec<usize>,
    pub(super) levels: Levels,
    /// The other runs.
    pub(super) strands: Vec<Strand>,
}

/// Every so many steps the arrows in flight are noted.
const STRIDE: usize = 64;

impl DiagramIndex {
    /// The index of the session's current run.
    pub fn new(session: &Session) -> Self {
        let config = session.config();
        let mut index = DiagramIndex {
            machine: Arc::clone(session.machine()),
            path: Vec::new(),
            steps: Vec::new(),
            arrows: Vec::new(),
            checkpoints: Vec::new(),
            open: Vec::new(),
            memories: vec![MemoryLine::default(); config.memories as usize],
            crashes: vec![Vec::new(); config.processes as usize],
            groups: Vec::new(),
            levels: Levels::new(session),
            strands: Vec::new(),
        };
        index.update(session);
        index
    }

    /// How many steps it covers.
    pub fn len(&self) -> usize {
        self.steps.len().saturating_sub(1)
    }

    /// Whether the run has no step yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Follows the session: only what is new since the last time is read, and what belongs to
    /// another branch is dropped.
    pub fn update(&mut self, session: &Session) {
        if !Arc::ptr_eq(&self.machine, session.machine()) {
            *self = DiagramIndex::new(session);
            return;
        }
        let trace = &session.trace;
        // Where the last step is the same, so are all before it.
        let last = self.path.len().saturating_sub(1);
        if last == trace.len() && self.path.last() == Some(&trace.node_at(last)) {
            self.strands = strands::kept(std::mem::take(&mut self.strands), trace, false);
            return;
        }
        let mut shared = 0;
        while shared < self.path.len()
            && shared <= trace.len()
            && self.path[shared] == trace.node_at(shared)
        {
            shared += 1;
        }
        if shared < self.path.len() {
            self.truncate(shared);
        }
        for k in shared..=trace.len() {
            self.push(session, k);
        }
        self.strands = strands::kept(std::mem::take(&mut self.strands), trace, true);
    }

    /// Keeps the first `count` steps, the start included.
    fn truncate(&mut self, count: usize) {
        self.path.truncate(count);
        self.levels.truncate(count);
        if let Some(first) = self.steps.get(count) {
            self.arrows.truncate(first.arrows as usize);
        }
        self.steps.truncate(count);
        for arrow in &mut self.arrows {
            if arrow.end.step().is_some_and(|k| k >= count) {
                arrow.end = End::Open;
            }
        }
        self.open = (0..self.arrows.len() as u32)
            .filter(|id| self.arrows[*id as usize].end == End::Open)
            .collect();
        self.checkpoints.truncate(count.div_ceil(STRIDE));
        for memory in &mut self.memories {
            for reigns in &mut memory.regions {
                reigns.retain(|r| r.from < count);
            }
            memory.crashed = memory.crashed.filter(|k| *k < count);
        }
        for crashes in &mut self.crashes {
            crashes.retain(|k| *k < count);
        }
        self.groups.retain(|k| *k < count);
    }

    fn push(&mut self, session: &Session, k: usize) {
        let trace = &session.trace;
        let step = trace.step(k);
        let happened = session.happenings(k);
        let event = step.event();
        let first_arrow = self.arrows.len() as u32;
        if k == 0 {
            let state = session.machine().view(&step.after);
            for (line, memory) in self.memories.iter_mut().zip(&state.memories) {
                let reign = |r: &crate::sim::RegionView| Reign {
                    from: 0,
                    writers: r.permission.writers(),
                };
                line.regions = memory.regions.iter().map(|r| vec![reign(r)]).collect();
                line.names = memory.regions.iter().map(|r| r.name.clone()).collect();
            }
        } else {
            self.end_arrows(session, k);
        }
        self.levels.push(session, k, &happened);
        self.start_arrows(session, k, &happened);
        self.note_changes(k, &happened);
        let delays = step.clock.delays;
        if self.steps.last().is_none_or(|last| last.delays != delays) {
            self.groups.push(k);
        }
        let decided = step.decided.first().map(|(_, value)| value.to_string());
        let (icon, owner) = shape(event, &happened, decided.is_some());
        self.steps.push(StepMark {
            place: event.and_then(place_of),
            icon,
            owner,
            decided,
            delays,
            group: self.groups.len() as u32 - 1,
            violated: step.violated != 0,
            arrows: first_arrow,
        });
        self.path.push(trace.node_at(k));
        if k.is_multiple_of(STRIDE) {
            self.checkpoints.push(self.open.clone());
        }
    }

    /// Ends the arrows of what was in flight and is no longer.
    fn end_arrows(&mut self, session: &Session, k: usize) {
        let (before, now) = (session.trace.step(k - 1), session.trace.step(k));
        let arriving = now.event().and_then(|event| {
            let content = match event {
                Event::Deliver { to, from, nth } => {
                    session.machine().content(&before.after, from, to, nth)
                }
                _ => None,
            };
            before.clock.arriving(event, content).copied()
        });
        let mut left: Vec<Flying> = now.clock.flying.to_vec();
        let mut arrived = false;
        let arrows = &mut self.arrows;
        // Of equal packets the ones sent first leave first.
        self.open.reverse();
        self.open.retain(|id| {
            let arrow = &mut arrows[*id as usize];
            if let Some(place) = left.iter().position(|f| *f == arrow.flying) {
                left.swap_remove(place);
                return true;
            }
            let arrives = !arrived && arriving == Some(arrow.flying);
            arrived |= arrives;
            arrow.end = if arrives {
                End::Arrives(k)
            } else {
                End::Vanishes(k)
            };
            false
        });
        self.open.reverse();
    }

    /// Starts the arrows of what the step sent.
    fn start_arrows(
        &mut self,
        session: &Session,
        k: usize,
        happened: &[(Happening, Option<crate::model::Why>)],
    ) {
        let node = session.trace.node_at(k);
        let sent = session.trace.step(k).clock.flying.iter();
        for flying in sent.filter(|f| f.sent == node) {
            let (from, to, owner) = match flying.leg {
                Leg::Message(p, q, _) => (Agent::Process(p), Agent::Process(q), p),
                Leg::Request(p, m) => (Agent::Process(p), Agent::Memory(m), p),
                Leg::Response(p, m) => (Agent::Memory(m), Agent::Process(p), p),
            };
            let icon = happened.iter().find_map(|(h, _)| load(h, flying.leg));
            let folds = match flying.leg {
                Leg::Request(p, m) | Leg::Response(p, m) => self.levels.is_part(p, m),
                Leg::Message(..) => false,
            };
            self.open.push(self.arrows.len() as u32);
            self.arrows.push(Arrow {
                sent: k,
                end: End::Open,
                from,
                to,
                owner,
                icon: icon.unwrap_or(Icon::Message),
                folds,
                lie: !matches!(flying.leg, Leg::Response(..))
                    && session
                        .machine()
                        .status(&session.trace.step(k).after, owner)
                        == Status::Byzantine,
                flying: *flying,
            });
        }
    }

    fn note_changes(&mut self, k: usize, happened: &[(Happening, Option<crate::model::Why>)]) {
        for (happening, _) in happened {
            match happening {
                Happening::PermissionChanged {
                    memory, region, to, ..
                } => {
                    let line = &mut self.memories[memory.0 as usize];
                    let place = line.names.iter().position(|n| n == region);
                    if let Some(reigns) = place.and_then(|p| line.regions.get_mut(p)) {
                        reigns.push(Reign {
                            from: k,
                            writers: to.writers(),
                        });
                    }
                }
                Happening::MemoryCrashed { memory } => {
                    self.memories[memory.0 as usize].crashed = Some(k);
                }
                Happening::ProcessCrashed { process } | Happening::Recovered { process, .. } => {
                    self.crashes[process.0 as usize].push(k);
                }
                _ => {}
            }
        }
    }

    /// The arrows that fly at some time from step `first` to step `last`.
    pub(super) fn arrows_between(&self, first: usize, last: usize) -> Vec<u32> {
        let Some(mark) = self.checkpoints.get(first / STRIDE) else {
            return Vec::new();
        };
        let from = first / STRIDE * STRIDE;
        let begin = self
            .steps
            .get(from + 1)
            .map_or(self.arrows.len() as u32, |s| s.arrows);
        let end = self
            .steps
            .get(last + 1)
            .map_or(self.arrows.len() as u32, |s| s.arrows);
        let flies = |id: &u32| {
            let arrow = &self.arrows[*id as usize];
            arrow.sent <= last && arrow.end.step().is_none_or(|k| k >= first)
        };
        let old = mark.iter().copied();
        old.chain(begin..end.max(begin)).filter(flies).collect()
    }

    /// The levels of the run.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Whether a process is one of those that the configuration lets lie.
    pub(super) fn is_byzantine(&self, process: ProcessId) -> bool {
        self.machine.config().byzantine.contains(process)
    }

    /// How many packets were ever sent.
    pub fn arrow_count(&self) -> usize {
        self.arrows.len()
    }
}

fn place_of(event: Event) -> Option<Agent> {
    match event {
        Event::Effect { memory, .. }
        | Event::CrashMemory(memory)
        | Event::LoseRequest { memory, .. } => Some(Agent::Memory(memory)),
        event => event.process().map(Agent::Process),
    }
}

/// The icon of what left on a leg, if this happening is its leaving.
fn load(happening: &Happening, leg: Leg) -> Option<Icon> {
    match (happening, leg) {
        (
            Happening::Issued {
                process,
                memory,
                operation,
                ..
            },
            Leg::Request(p, m),
        ) if *process == p && *memory == m => Some(operation_icon(operation)),
        (
            Happening::Landed {
                process,
                memory,
                response,
                ..
            },
            Leg::Response(p, m),
        ) if *process == p && *memory == m => Some(response_icon(response)),
        _ => None,
    }
}

/// The shape of a step, and whose colour it wears.
fn shape(
    event: Option<Event>,
    happened: &[(Happening, Option<crate::model::Why>)],
    decided: bool,
) -> (Option<Icon>, Option<ProcessId>) {
    let owner = event.and_then(Event::process);
    if decided {
        return (Some(Icon::Decision), owner);
    }
    if !caught(event, happened).is_empty() {
        return (Some(Icon::Caught), owner);
    }
    let icon = match event {
        None => None,
        Some(Event::Proceed { .. }) => Some(Icon::Proceed),
        Some(Event::Timeout { .. }) => Some(Icon::Timeout),
        Some(Event::Leader { .. }) => Some(Icon::Leader),
        Some(Event::CrashProcess(_) | Event::CrashMemory(_)) => Some(Icon::Crash),
        Some(Event::LoseMessage { .. } | Event::LoseRequest { .. }) => Some(Icon::Lost),
        Some(Event::Recover { .. }) => Some(Icon::Recover),
        Some(Event::Coin { .. }) => Some(Icon::Coin),
        Some(Event::Byzantine { .. }) => Some(Icon::Byzantine),
        Some(Event::Deliver { .. } | Event::Effect { .. } | Event::Return { .. }) => {
            happened.iter().find_map(|(h, _)| match h {
                Happening::Received { .. }
                | Happening::Landed { .. }
                | Happening::Returned { .. } => Icon::of(h),
                _ => None,
            })
        }
    };
    let owner = match event {
        // The crown is in the colour of who is trusted.
        Some(Event::Leader { leader, .. }) => Some(leader),
        _ => owner,
    };
    (icon, owner)
}

/// The memory's place in the diagram's list of memories.
pub(super) fn line_of(agent: Agent, processes: usize) -> usize {
    match agent {
        Agent::Process(ProcessId(p)) => p as usize,
        Agent::Memory(MemoryId(m)) => processes + m as usize,
    }
}
