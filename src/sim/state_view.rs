//! A state as plain data: everything that a person could be shown of it.

use serde::{Serialize, Serializer};

use super::happening::{OperationView, ResponseView, line_number};
use crate::model::{
    Algorithm, Decision, Field, Flight, Memory, MemoryId, Owner, Parked, Permission, ProcessId,
    RegionId, RegisterId, State, Status, System, ThreadId,
};

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "for")]
pub enum Waiting {
    /// A `wait until`; `ready` where its condition holds.
    Guard {
        /// Whether it can go on.
        ready: bool,
    },
    /// One memory's response.
    Response {
        /// Whose.
        memory: MemoryId,
    },
    /// Enough memories' responses.
    Quorum {
        /// Those that have answered.
        answered: Vec<MemoryId>,
        /// Whether it can go on.
        ready: bool,
    },
    /// A register that it polls to change.
    Poll {
        /// Whether another poll could show something new.
        ready: bool,
    },
    /// A coin.
    Coin,
}

/// A thread as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThreadView {
    /// Its id.
    pub id: ThreadId,
    /// Its name.
    pub name: String,
    /// Its scope; 0 is the process itself.
    pub scope: u8,
    /// The pseudocode line on which it stands, from 1.
    pub line: u8,
    /// What it waits for.
    pub waiting: Waiting,
    /// What its operations are part of, such as `T-send 3 of p1`: a level that can be folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// An operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "leg")]
pub enum FlightView {
    /// To the memory.
    Request {
        /// What is asked.
        operation: OperationView,
        /// Whether nobody waits for it any more.
        stale: bool,
        /// Whether its process has crashed since.
        orphan: bool,
    },
    /// From the memory.
    Response {
        /// The answer.
        response: ResponseView,
        /// Whether it will be ignored.
        stale: bool,
    },
}

/// The way between a process and a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LaneView {
    /// The memory.
    pub memory: MemoryId,
    /// The operation under way.
    pub current: Option<FlightView>,
    /// Operations that wait for it to end.
    pub queued: Vec<OperationView>,
}

/// A process as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProcessView {
    /// Its name.
    pub id: ProcessId,
    /// Whether it takes steps.
    #[serde(serialize_with = "status_text")]
    pub status: Status,
    /// Omega's output here.
    pub leader: ProcessId,
    /// What it decided.
    #[serde(serialize_with = "decision_text")]
    pub decision: Option<Decision>,
    /// What it is about, in few words.
    pub role: String,
    /// Its variables.
    pub fields: Vec<Field>,
    /// Its threads.
    pub threads: Vec<ThreadView>,
    /// Its operation at each memory.
    pub lanes: Vec<LaneView>,
}

/// A register as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegisterView {
    /// Its place in the memory.
    pub id: RegisterId,
    /// Its name.
    pub name: String,
    /// Its columns, empty strings for empty ones.
    pub cells: Vec<String>,
    /// Its content in short.
    pub text: String,
}

/// A region as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionView {
    /// Its place.
    pub id: RegionId,
    /// Its name.
    pub name: String,
    /// Who may do what; nobody, on a crashed memory.
    pub permission: Permission,
    /// Its registers' places.
    pub registers: Vec<RegisterId>,
}

/// A memory as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemoryView {
    /// Its name.
    pub id: MemoryId,
    /// Whether it has crashed; then it shows no registers.
    pub crashed: bool,
    /// Its regions.
    pub regions: Vec<RegionView>,
    /// Its registers.
    pub registers: Vec<RegisterView>,
}

/// A message in flight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MessageView {
    /// Its sender.
    pub from: ProcessId,
    /// Its receiver.
    pub to: ProcessId,
    /// Its number among the distinct messages between the two, from 0.
    pub nth: u8,
    /// How many equal ones there are.
    pub copies: u8,
    /// Its content in short.
    pub text: String,
    /// The content's fingerprint, by which a trace knows when it was sent.
    pub content: u64,
}

/// A state as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateView {
    /// The processes.
    pub processes: Vec<ProcessView>,
    /// The memories.
    pub memories: Vec<MemoryView>,
    /// The messages in flight, distinct ones.
    pub messages: Vec<MessageView>,
}

fn status_text<S: Serializer>(status: &Status, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(match status {
        Status::Up => "up",
        Status::Byzantine => "byzantine",
        Status::Stopped => "stopped",
        Status::Crashed => "crashed",
    })
}

fn decision_text<S: Serializer>(decision: &Option<Decision>, s: S) -> Result<S::Ok, S::Error> {
    decision.map(|d| d.value.to_string()).serialize(s)
}

impl StateView {
    pub(super) fn of<A: Algorithm>(system: &System<A>, state: &State<A>) -> Self {
        let config = system.config();
        StateView {
            processes: config
                .process_ids()
                .map(|id| ProcessView::of(system, state, id))
                .collect(),
            memories: memories(system, state),
            messages: config
                .process_ids()
                .flat_map(|to| messages(state, to))
                .collect(),
        }
    }
}

/// All memories. Where a register holds the same as its copy in the memory before, it reads the
/// same, and need not be put into words again.
fn memories<A: Algorithm>(system: &System<A>, state: &State<A>) -> Vec<MemoryView> {
    let mut out: Vec<MemoryView> = Vec::new();
    for id in system.config().memory_ids() {
        let copy = out.last().map(|before| (state.memory(before.id), before));
        let view = memory(system, state, id, copy);
        out.push(view);
    }
    out
}

impl MemoryView {
    pub(super) fn of<A: Algorithm>(system: &System<A>, state: &State<A>, id: MemoryId) -> Self {
        memory(system, state, id, None)
    }
}

impl ProcessView {
    pub(super) fn of<A: Algorithm>(system: &System<A>, state: &State<A>, id: ProcessId) -> Self {
        process(system, state, id)
    }
}

fn process<A: Algorithm>(system: &System<A>, state: &State<A>, id: ProcessId) -> ProcessView {
    let p = state.process(id);
    let threads = p.threads.iter().map(|t| {
        let ready = system.may_proceed(state, id, p, t);
        ThreadView {
            id: t.id,
            name: System::<A>::thread_name(t.id),
            scope: t.scope,
            line: line_number::<A>(t.line),
            waiting: match &t.parked {
                Parked::Guard => Waiting::Guard { ready },
                Parked::Response(memory) => Waiting::Response { memory: *memory },
                Parked::Quorum(replies) => Waiting::Quorum {
                    answered: replies.iter().map(|(m, _)| *m).collect(),
                    ready,
                },
                Parked::Poll(..) => Waiting::Poll { ready },
                Parked::Coin => Waiting::Coin,
            },
            level: p
                .locals
                .as_ref()
                .and_then(|locals| system.algorithm.level(t.id, id, locals))
                .map(|work| work.to_string()),
        }
    });
    let lanes = p.lanes.iter().zip(0..).map(|(lane, k)| LaneView {
        memory: MemoryId(k),
        current: lane.current.as_ref().map(|(owner, flight)| match flight {
            Flight::Request(operation) => FlightView::Request {
                operation: OperationView::of(system, operation),
                stale: *owner == Owner::Stale,
                orphan: *owner == Owner::Orphan,
            },
            Flight::Response(response) => FlightView::Response {
                response: ResponseView::of(response),
                stale: !matches!(owner, Owner::Thread(_)),
            },
        }),
        queued: lane
            .queue
            .iter()
            .map(|(_, operation)| OperationView::of(system, operation))
            .collect(),
    });
    let locals = p.locals.as_ref();
    ProcessView {
        id,
        status: p.status,
        leader: p.leader,
        decision: p.decision,
        role: locals.map_or_else(String::new, |l| system.algorithm.role(l)),
        fields: locals.map_or_else(Vec::new, |l| system.algorithm.fields(l)),
        threads: threads.collect(),
        lanes: lanes.collect(),
    }
}

fn memory<A: Algorithm>(
    system: &System<A>,
    state: &State<A>,
    id: MemoryId,
    copy: Option<(&Memory<A>, &MemoryView)>,
) -> MemoryView {
    let m = state.memory(id);
    let regions = system
        .regions
        .iter()
        .zip(0..)
        .map(|(region, k)| RegionView {
            id: RegionId(k),
            name: region.name.clone(),
            permission: m.permissions.get(k as usize).copied().unwrap_or_default(),
            registers: region.registers.clone(),
        });
    let registers = m.registers.iter().zip(0..).map(|(value, k)| {
        let place = usize::from(k);
        let same = copy.and_then(|(memory, view)| {
            (memory.registers.get(place) == Some(value)).then(|| view.registers.get(place))?
        });
        same.cloned().unwrap_or_else(|| RegisterView {
            id: RegisterId(k),
            name: system.algorithm.register_name(RegisterId(k)),
            cells: A::register_cells(value).into_vec(),
            text: A::register_text(value),
        })
    });
    MemoryView {
        id,
        crashed: m.crashed,
        regions: regions.collect(),
        registers: registers.collect(),
    }
}

fn messages<A: Algorithm>(state: &State<A>, to: ProcessId) -> Vec<MessageView> {
    let inbox = state.inbox(to);
    let copies = |from: ProcessId, message: &A::Message| {
        let same = |p: &&(ProcessId, A::Message)| p.0 == from && p.1 == *message;
        let count = inbox.packets.iter().filter(same).count();
        u8::try_from(count).unwrap_or(u8::MAX)
    };
    let distinct = inbox.distinct().map(|(from, nth, message)| MessageView {
        from,
        to,
        nth,
        copies: copies(from, message),
        text: message.to_string(),
        content: super::machine::content::<A>(from, message),
    });
    distinct.collect()
}
