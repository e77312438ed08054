//! A machine: an algorithm in a configuration, without its types.

use std::any::Any;
use std::sync::Arc;

use smallvec::SmallVec;

use super::clock::Traffic;
use super::{Happening, MemoryView, ProcessView, StateView};
use crate::model::{
    Algorithm, Config, Decision, Event, Fact, Facts, FreeAct, Heard, Kind, Level, MemoryId, Moment,
    Mutation, Permission, ProcessId, Refusal, RegisterId, State, Status, System, ThreadId, Value,
    Why, Work, fingerprint,
};

/// A state whose type only its machine knows. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: Arc<dyn Any + Send + Sync>,
    fingerprint: u64,
}

impl Snapshot {
    /// A state without its type.
    pub fn new<A: Algorithm>(state: State<A>) -> Self {
        Snapshot {
            fingerprint: state.fingerprint(),
            state: Arc::new(state),
        }
    }

    /// The state's portable fingerprint.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The state, for whoever knows the algorithm.
    pub fn state<A: Algorithm>(&self) -> Option<&State<A>> {
        self.state.downcast_ref()
    }
}

/// A property as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyInfo {
    /// Its id.
    pub id: &'static str,
    /// One sentence that says what must hold.
    pub says: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// When it is judged.
    pub kind: Kind,
}

/// What is known about an algorithm before it runs.
#[derive(Clone, Debug)]
pub struct Info {
    /// Its id, which stands in links for ever.
    pub id: &'static str,
    /// Raised when a recorded schedule could mean something else.
    pub revision: u16,
    /// Name, source, bounds, delays.
    pub facts: Facts,
    /// The pseudocode's lines; line numbers count from 1.
    pub code: Vec<&'static str>,
    /// The mutations, in the order of a configuration's bits.
    pub mutations: &'static [Mutation],
    /// The properties.
    pub properties: Vec<PropertyInfo>,
    /// The names of a register's columns.
    pub columns: &'static [&'static str],
    /// The names of the algorithm's own thread families.
    pub families: &'static [&'static str],
    /// The levels at which its runs can be looked at, the closest first; empty where there is one.
    pub levels: &'static [Level],
    /// The most faults (f_P, f_M) that its theorem allows with a configuration's n and m.
    pub most_faults: fn(&Config) -> (u8, u8),
    /// Whether the theorem covers a configuration's f_P and f_M.
    pub within_theorem: fn(&Config) -> bool,
}

impl Info {
    /// What is known of one algorithm.
    pub fn of<A: Algorithm>() -> Self {
        let properties = A::PROPERTIES.iter().map(|p| PropertyInfo {
            id: p.id,
            says: p.says,
            source: p.source,
            kind: p.kind,
        });
        Info {
            id: A::ID,
            revision: A::REVISION,
            facts: A::FACTS,
            code: A::pseudocode().iter().map(|c| c.text).collect(),
            mutations: A::MUTATIONS,
            properties: properties.collect(),
            columns: A::REGISTER_COLUMNS,
            families: A::THREAD_FAMILIES,
            levels: A::LEVELS,
            most_faults: A::most_faults,
            within_theorem: A::within_theorem,
        }
    }
}

/// The result of an event.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The state after it.
    pub after: Snapshot,
    /// What was sent, issued, landed and received.
    pub traffic: SmallVec<[Traffic; 4]>,
    /// What was decided by it.
    pub decided: SmallVec<[(ProcessId, Value); 1]>,
    /// The properties that it violates, a bit for each place in [`Info::properties`].
    pub violated: u32,
    /// The `sometimes` properties that hold after it, a bit for each place.
    pub met: u32,
}

/// An algorithm in a configuration.
pub trait Machine: Send + Sync {
    /// What is known about the algorithm.
    fn info(&self) -> &'static Info;
    /// The configuration.
    fn config(&self) -> &Config;
    /// The state at the start, and what it took to get there.
    fn initial(&self) -> Outcome;
    /// Every event that can happen within the configuration's faults, in canonical order.
    fn enabled(&self, state: &Snapshot) -> Vec<Event>;
    /// What an event leads to, or why it cannot happen.
    fn apply(&self, state: &Snapshot, event: Event) -> Result<Outcome, Refusal>;
    /// What an event does in a state, in full; empty if it cannot happen. With no event, what
    /// happened at the start.
    fn happenings(&self, state: &Snapshot, event: Option<Event>) -> Vec<(Happening, Option<Why>)>;
    /// The state as plain data.
    fn view(&self, state: &Snapshot) -> StateView;
    /// One process of it.
    fn process_view(&self, state: &Snapshot, process: ProcessId) -> ProcessView;
    /// One memory of it.
    fn memory_view(&self, state: &Snapshot, memory: MemoryId) -> MemoryView;
    /// The permissions of a memory, in the regions' order.
    fn permissions(&self, state: &Snapshot, memory: MemoryId) -> Vec<Permission>;
    /// Whether every process that is correct and up has decided.
    fn all_decided(&self, state: &Snapshot) -> bool;
    /// Who decided what.
    fn decisions(&self, state: &Snapshot) -> Vec<(ProcessId, Decision)>;
    /// The content of a message in flight, as a fingerprint; `nth` as in [`Event::Deliver`].
    fn content(&self, state: &Snapshot, from: ProcessId, to: ProcessId, nth: u8) -> Option<u64>;
    /// Whether nothing of the algorithm or the network is left to happen.
    fn is_quiescent(&self, state: &Snapshot) -> bool;
    /// The `eventually` properties that do not hold in a state where nothing is left to happen,
    /// a bit for each place; none while the fault budget is exceeded.
    fn judge_rest(&self, state: &Snapshot) -> u32;
    /// Whether more have failed than f_P and f_M allow.
    fn over_budget(&self, state: &Snapshot) -> bool;
    /// How many processes have failed, and how many memories.
    fn failed(&self, state: &Snapshot) -> (u8, u8);
    /// Whether a process takes steps, and whether it lies.
    fn status(&self, state: &Snapshot, process: ProcessId) -> Status;
    /// What a thread's operations are for.
    fn work(&self, state: &Snapshot, process: ProcessId, thread: ThreadId) -> Option<Work>;
    /// Whether a register holds proofs.
    fn proves(&self, register: RegisterId) -> bool;
    /// What a process has heard of each sender's broadcasts.
    fn heard(&self, state: &Snapshot, process: ProcessId) -> Vec<Heard>;
    /// A thread's name.
    fn thread_name(&self, thread: ThreadId) -> String;
    /// A Byzantine act in words, as scenario text.
    fn act_label(&self, process: ProcessId, act: u32) -> String;
    /// The act that a label names, if it names one of this process.
    fn act_named(&self, process: ProcessId, label: &str) -> Option<u32>;
    /// Every lie of the algorithm's own that a Byzantine process can tell now, for a person to
    /// choose from.
    fn acts(&self, state: &Snapshot, process: ProcessId) -> Vec<u32>;
    /// What a Byzantine process can do besides, under any algorithm: see [`FreeAct`].
    fn free_acts(&self, state: &Snapshot, process: ProcessId) -> Vec<u32>;
    /// The machine with its types, for searches.
    fn as_any(&self) -> &dyn Any;
}

/// A machine with what is known about its algorithm.
struct Typed<A: Algorithm> {
    system: System<A>,
    info: &'static Info,
}

/// The machine for a system.
pub(super) fn machine<A: Algorithm>(system: System<A>, info: &'static Info) -> Arc<dyn Machine> {
    Arc::new(Typed { system, info })
}

/// A message's identity: who sent what.
pub(super) fn content<A: Algorithm>(from: ProcessId, message: &A::Message) -> u64 {
    fingerprint(&(from.0, message))
}

fn state_of<A: Algorithm>(snapshot: &Snapshot) -> &State<A> {
    match snapshot.state::<A>() {
        Some(state) => state,
        None => panic!("a snapshot of another algorithm was handed to {}", A::ID),
    }
}

fn outcome<A: Algorithm>(
    system: &System<A>,
    before: &State<A>,
    event: Option<Event>,
    facts: &[Fact<A>],
    after: State<A>,
) -> Outcome {
    let moment = Moment {
        system,
        before,
        event,
        facts,
        after: &after,
    };
    let (mut violated, mut met) = (0, 0);
    for (k, property) in A::PROPERTIES.iter().enumerate() {
        if event.is_some() && !facts.iter().any(property.wakes) {
            continue;
        }
        match property.kind {
            Kind::Always if !(property.holds)(&moment) => violated |= 1 << k,
            Kind::Sometimes if (property.holds)(&moment) => met |= 1 << k,
            _ => {}
        }
    }
    let decided = facts.iter().filter_map(|fact| match fact {
        Fact::Decided { process, value, .. } => Some((*process, *value)),
        _ => None,
    });
    Outcome {
        traffic: facts.iter().filter_map(|f| traffic(f, &after)).collect(),
        decided: decided.collect(),
        violated,
        met,
        after: Snapshot::new(after),
    }
}

fn traffic<A: Algorithm>(fact: &Fact<A>, after: &State<A>) -> Option<Traffic> {
    Some(match fact {
        Fact::Sent { from, to, message } => Traffic::Sent {
            from: *from,
            to: *to,
            content: content::<A>(*from, message),
        },
        Fact::Received { from, to, message } => Traffic::Received {
            from: *from,
            to: *to,
            content: content::<A>(*from, message),
        },
        Fact::Vanished { from, to, message } => Traffic::Vanished {
            to: *to,
            content: content::<A>(*from, message),
        },
        Fact::Issued {
            process, memory, ..
        } => Traffic::Issued(*process, *memory),
        Fact::Landed {
            process, memory, ..
        } => match after.process(*process).status {
            Status::Crashed => Traffic::LandedUnheard(*process, *memory),
            _ => Traffic::Landed(*process, *memory),
        },
        Fact::Returned {
            process, memory, ..
        } => Traffic::Returned(*process, *memory),
        Fact::RequestLost {
            process, memory, ..
        } => Traffic::RequestLost(*process, *memory),
        _ => return None,
    })
}

impl<A: Algorithm> Typed<A> {
    /// That so many may fail is no reason once more have.
    fn while_few_fail(&self, why: Why, after: &State<A>) -> Why {
        let config = self.system.config();
        let too_many =
            after.faulty_processes() > config.f_p || after.crashed_memories() > config.f_m;
        match why {
            Why::MinorityMayFail
            | Why::MinorityOfProcessesMayFail
            | Why::MinorityOfAgentsMayFail
                if too_many =>
            {
                Why::MoreFailedThanMay
            }
            other => other,
        }
    }
}

impl<A: Algorithm> Machine for Typed<A> {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn config(&self) -> &Config {
        self.system.config()
    }

    fn initial(&self) -> Outcome {
        let mut facts = Vec::new();
        let state = self.system.initial_with(&mut facts);
        outcome(&self.system, &state.clone(), None, &facts, state)
    }

    fn enabled(&self, state: &Snapshot) -> Vec<Event> {
        self.system.enabled(state_of::<A>(state))
    }

    fn apply(&self, state: &Snapshot, event: Event) -> Result<Outcome, Refusal> {
        let before = state_of::<A>(state);
        let mut facts = Vec::with_capacity(8);
        let after = self.system.apply(before, event, Some(&mut facts))?;
        Ok(outcome(&self.system, before, Some(event), &facts, after))
    }

    fn happenings(&self, state: &Snapshot, event: Option<Event>) -> Vec<(Happening, Option<Why>)> {
        let mut facts = Vec::new();
        let after = match event {
            None => self.system.initial_with(&mut facts),
            Some(event) => {
                let before = state_of::<A>(state);
                match self.system.apply(before, event, Some(&mut facts)) {
                    Ok(after) => after,
                    Err(_) => return Vec::new(),
                }
            }
        };
        let told = |fact| {
            let why = self.system.algorithm.why(fact, &after);
            let why = why.map(|why| self.while_few_fail(why, &after));
            (Happening::of(&self.system, fact), why)
        };
        facts.iter().map(told).collect()
    }

    fn view(&self, state: &Snapshot) -> StateView {
        StateView::of(&self.system, state_of::<A>(state))
    }

    fn process_view(&self, state: &Snapshot, process: ProcessId) -> ProcessView {
        ProcessView::of(&self.system, state_of::<A>(state), process)
    }

    fn memory_view(&self, state: &Snapshot, memory: MemoryId) -> MemoryView {
        MemoryView::of(&self.system, state_of::<A>(state), memory)
    }

    fn permissions(&self, state: &Snapshot, memory: MemoryId) -> Vec<Permission> {
        state_of::<A>(state).memory(memory).permissions.to_vec()
    }

    fn all_decided(&self, state: &Snapshot) -> bool {
        let state = state_of::<A>(state);
        let mut correct = self.system.config().process_ids().filter(|p| {
            let status = state.process(*p).status;
            matches!(status, Status::Up | Status::Stopped)
        });
        correct.all(|p| state.process(p).decision.is_some())
    }

    fn decisions(&self, state: &Snapshot) -> Vec<(ProcessId, Decision)> {
        state_of::<A>(state).decisions().collect()
    }

    fn content(&self, state: &Snapshot, from: ProcessId, to: ProcessId, nth: u8) -> Option<u64> {
        let state = state_of::<A>(state);
        let inbox = state.inboxes.get(to.0 as usize)?;
        let place = inbox.place(from, nth)?;
        Some(content::<A>(from, &inbox.packets[place].1))
    }

    fn is_quiescent(&self, state: &Snapshot) -> bool {
        self.system.is_quiescent(state_of::<A>(state))
    }

    fn judge_rest(&self, state: &Snapshot) -> u32 {
        let state = state_of::<A>(state);
        if self.system.over_budget(state) || !self.system.is_quiescent(state) {
            return 0;
        }
        let moment = Moment {
            system: &self.system,
            before: state,
            event: None,
            facts: &[],
            after: state,
        };
        let mut violated = 0;
        for (k, property) in A::PROPERTIES.iter().enumerate() {
            if property.kind == Kind::Eventually && !(property.holds)(&moment) {
                violated |= 1 << k;
            }
        }
        violated
    }

    fn over_budget(&self, state: &Snapshot) -> bool {
        self.system.over_budget(state_of::<A>(state))
    }

    fn failed(&self, state: &Snapshot) -> (u8, u8) {
        let state = state_of::<A>(state);
        (state.faulty_processes(), state.crashed_memories())
    }

    fn status(&self, state: &Snapshot, process: ProcessId) -> Status {
        state_of::<A>(state).process(process).status
    }

    fn work(&self, state: &Snapshot, process: ProcessId, thread: ThreadId) -> Option<Work> {
        let locals = state_of::<A>(state).process(process).locals.as_ref()?;
        self.system.algorithm.level(thread, process, locals)
    }

    fn proves(&self, register: RegisterId) -> bool {
        self.system.algorithm.proves(register)
    }

    fn heard(&self, state: &Snapshot, process: ProcessId) -> Vec<Heard> {
        let locals = state_of::<A>(state).process(process).locals.as_ref();
        locals.map_or_else(Vec::new, |l| self.system.algorithm.heard(process, l))
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        System::<A>::thread_name(thread)
    }

    fn act_label(&self, process: ProcessId, act: u32) -> String {
        match FreeAct::of(act, &self.system) {
            Some(free) => free.label(&self.system),
            None => A::byzantine_label(&self.system, process, act),
        }
    }

    fn act_named(&self, process: ProcessId, label: &str) -> Option<u32> {
        let free = FreeAct::parse(&self.system, label).map(FreeAct::number);
        free.or_else(|| A::byzantine_parse(&self.system, process, label))
    }

    fn acts(&self, state: &Snapshot, process: ProcessId) -> Vec<u32> {
        A::byzantine_menu(state_of::<A>(state), &self.system, process, true)
    }

    fn free_acts(&self, state: &Snapshot, process: ProcessId) -> Vec<u32> {
        let acts = self.system.free_acts(state_of::<A>(state), process);
        acts.into_iter().map(FreeAct::number).collect()
    }

    fn as_any(&self) -> &dyn Any {
        &self.system
    }
}
