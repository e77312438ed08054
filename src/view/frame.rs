//! Frames: everything there is to show after one step of a run, as plain data.

mod gather;
mod marks;

use std::rc::Rc;

use crate::model::{Event, MemoryId, ProcessId, Why};
use crate::sim::{Choice, Happening, Hold, Session, StateView};

use super::drawing::Target;
use super::packet::{self, Agent, Packet};
pub(super) use gather::caught;
use gather::{Before, decisions, enabled_mark, memory, process, quorum};
pub use marks::{
    DecisionMark, EnabledMark, FieldMark, MemoryMark, ProcessMark, PropertyMark, RegionMark,
    RegisterMark,
};

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
