//! Applying an event: the one place where the world changes. What an event does is in the file of
//! its kind.

mod faults;
mod network;
mod operations;
mod threads;

use smallvec::SmallVec;

use super::{
    Algorithm, Event, Fact, Inbox, Input, Memory, MemoryId, Part, Process, ProcessId, Refusal,
    State, Status, System, ThreadId,
};

impl<A: Algorithm> System<A> {
    /// The state at the start: each process has run to its first shared access or wait.
    pub fn initial(&self) -> State<A> {
        self.initial_with(&mut Vec::new())
    }

    /// As [`System::initial`]; what happened goes into `facts`.
    pub fn initial_with(&self, facts: &mut Vec<Fact<A>>) -> State<A> {
        let config = self.config();
        let process = |id: ProcessId| {
            Part::new(Process {
                status: if config.byzantine.contains(id) {
                    Status::Byzantine
                } else {
                    Status::Up
                },
                leader: ProcessId(0),
                decision: None,
                locals: None,
                threads: SmallVec::new(),
                lanes: config.memory_ids().map(|_| Default::default()).collect(),
            })
        };
        let memory = Part::new(Memory {
            crashed: false,
            permissions: self.regions.iter().map(|r| r.permission).collect(),
            registers: (0..self.algorithm.registers())
                .map(|_| A::Register::default())
                .collect(),
        });
        let state = State {
            processes: config.process_ids().map(process).collect(),
            memories: config.memory_ids().map(|_| memory.clone()).collect(),
            inboxes: config
                .process_ids()
                .map(|_| Part::new(Inbox::default()))
                .collect(),
        };
        let mut work = Work::new(self, state, Some(facts));
        for id in config.process_ids() {
            if !config.byzantine.contains(id) {
                let (locals, line) = self.algorithm.start(id, config.input(id));
                work.process(id).locals = Some(locals);
                work.run(id, (ThreadId::MAIN, 0, line), Input::Continue);
            }
        }
        work.finish()
    }

    /// The state after an event, or why the event cannot happen in this state. What it did is
    /// added to `facts`, where given.
    ///
    /// Total and deterministic: every event of [`System::enabled`] can happen, and so can some
    /// that only a user would choose (beyond the fault budget, or Omega where nobody asks it).
    pub fn apply(
        &self,
        state: &State<A>,
        event: Event,
        facts: Option<&mut Vec<Fact<A>>>,
    ) -> Result<State<A>, Refusal> {
        self.known(event)?;
        let mut work = Work::new(self, state.clone(), facts);
        match event {
            Event::Deliver { to, from, nth } => work.deliver(to, from, nth)?,
            Event::Effect { process, memory } => work.effect(process, memory)?,
            Event::Return { process, memory } => work.respond(process, memory)?,
            Event::Proceed { process, thread } => work.proceed(process, thread)?,
            Event::Timeout { process, thread } => work.time_out(process, thread)?,
            Event::Leader { at, leader } => work.trust(at, leader)?,
            Event::CrashProcess(process) => work.crash_process(process)?,
            Event::CrashMemory(memory) => work.crash_memory(memory)?,
            Event::LoseMessage { to, from, nth } => work.lose_message(to, from, nth)?,
            Event::LoseRequest { process, memory } => work.lose_request(process, memory)?,
            Event::Recover { process, input } => work.recover(process, input)?,
            Event::Coin {
                process,
                thread,
                side,
            } => work.coin(process, thread, side)?,
            Event::Byzantine { process, act } => work.byzantine(process, act)?,
        }
        Ok(work.finish())
    }

    /// Whether the names in the event exist here.
    fn known(&self, event: Event) -> Result<(), Refusal> {
        let n = self.config().processes;
        let also = match event {
            Event::Deliver { from, .. } | Event::LoseMessage { from, .. } => Some(from),
            Event::Leader { leader, .. } => Some(leader),
            _ => None,
        };
        for process in event.process().into_iter().chain(also) {
            if process.0 >= n {
                return Err(Refusal::NoProcess(process));
            }
        }
        match event.memory() {
            Some(memory) if memory.0 >= self.config().memories => Err(Refusal::NoMemory(memory)),
            _ => Ok(()),
        }
    }
}

/// A state in the making.
struct Work<'s, 'f, A: Algorithm> {
    system: &'s System<A>,
    state: State<A>,
    /// Which parts changed, a bit for each place.
    processes: u16,
    memories: u16,
    inboxes: u16,
    facts: Option<&'f mut Vec<Fact<A>>>,
}

impl<'s, 'f, A: Algorithm> Work<'s, 'f, A> {
    fn new(system: &'s System<A>, state: State<A>, facts: Option<&'f mut Vec<Fact<A>>>) -> Self {
        Work {
            system,
            state,
            processes: 0,
            memories: 0,
            inboxes: 0,
            facts,
        }
    }

    fn finish(mut self) -> State<A> {
        for (k, part) in self.state.processes.iter_mut().enumerate() {
            if self.processes & (1 << k) != 0 {
                part.rehash();
            }
        }
        for (k, part) in self.state.memories.iter_mut().enumerate() {
            if self.memories & (1 << k) != 0 {
                part.rehash();
            }
        }
        for (k, part) in self.state.inboxes.iter_mut().enumerate() {
            if self.inboxes & (1 << k) != 0 {
                part.rehash();
            }
        }
        self.state
    }

    fn process(&mut self, id: ProcessId) -> &mut Process<A> {
        self.processes |= 1 << id.0;
        self.state.processes[id.0 as usize].change()
    }

    fn memory(&mut self, id: MemoryId) -> &mut Memory<A> {
        self.memories |= 1 << id.0;
        self.state.memories[id.0 as usize].change()
    }

    fn inbox(&mut self, id: ProcessId) -> &mut Inbox<A> {
        self.inboxes |= 1 << id.0;
        self.state.inboxes[id.0 as usize].change()
    }

    fn tell(&mut self, fact: impl FnOnce() -> Fact<A>) {
        if let Some(facts) = &mut self.facts {
            facts.push(fact());
        }
    }
}
