//! Applying an event: the one place where the world changes.

use smallvec::SmallVec;

use super::{
    Algorithm, Command, Decision, Event, Fact, Flight, Inbox, Input, Memory, MemoryId, Next,
    Operation, Out, Owner, Parked, Part, Process, ProcessId, Refusal, RegionId, Response,
    Responses, Scope, State, Status, System, Thread, ThreadId, Value,
};

/// How many lines one event may run through before it counts as an endless loop.
const MOST_LINES: u32 = 10_000;

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

    // --- the network -------------------------------------------------------------------------

    fn send(&mut self, from: ProcessId, to: ProcessId, message: A::Message) {
        self.tell(|| Fact::Sent {
            from,
            to,
            message: message.clone(),
        });
        if self.state.process(to).status == Status::Crashed {
            self.tell(|| Fact::Vanished { from, to, message });
        } else {
            self.inbox(to).insert(from, message);
        }
    }

    fn take(&mut self, to: ProcessId, from: ProcessId, nth: u8) -> Result<A::Message, Refusal> {
        let place = self.state.inbox(to).place(from, nth);
        let place = place.ok_or(Refusal::NoMessage { from, to })?;
        Ok(self.inbox(to).packets.remove(place).1)
    }

    fn deliver(&mut self, to: ProcessId, from: ProcessId, nth: u8) -> Result<(), Refusal> {
        let message = self.take(to, from, nth)?;
        self.tell(|| Fact::Received {
            from,
            to,
            message: message.clone(),
        });
        if self.state.process(to).status == Status::Up {
            let line = self.system.algorithm.upon(&message);
            self.run(
                to,
                (ThreadId::UPON, 0, line),
                Input::Message(from, &message),
            );
        }
        Ok(())
    }

    fn lose_message(&mut self, to: ProcessId, from: ProcessId, nth: u8) -> Result<(), Refusal> {
        if !self.system.may_lose_from(&self.state, from) {
            return Err(Refusal::Reliable);
        }
        let message = self.take(to, from, nth)?;
        self.tell(|| Fact::Vanished { from, to, message });
        Ok(())
    }

    // --- memory operations -------------------------------------------------------------------

    fn issue(
        &mut self,
        process: ProcessId,
        thread: ThreadId,
        memory: MemoryId,
        operation: Operation<A>,
    ) {
        let busy = self.state.process(process).lane(memory).current.is_some();
        let kept = self.facts.is_some().then(|| operation.clone());
        let lane = &mut self.process(process).lanes[memory.0 as usize];
        if busy {
            lane.queue.push((thread, operation));
        } else {
            lane.current = Some((Owner::Thread(thread), Flight::Request(operation)));
        }
        if let Some(operation) = kept {
            self.tell(|| {
                if busy {
                    Fact::Queued {
                        process,
                        thread,
                        memory,
                        operation,
                    }
                } else {
                    Fact::Issued {
                        process,
                        thread,
                        memory,
                        operation,
                    }
                }
            });
        }
    }

    /// The operation under way is over: the next one in the queue leaves.
    fn free_lane(&mut self, process: ProcessId, memory: MemoryId) {
        let lane = &mut self.process(process).lanes[memory.0 as usize];
        lane.current = None;
        if !lane.queue.is_empty() {
            let (thread, operation) = lane.queue.remove(0);
            self.issue(process, thread, memory, operation);
        }
    }

    fn effect(&mut self, process: ProcessId, memory: MemoryId) -> Result<(), Refusal> {
        if self.state.memory(memory).crashed {
            return Err(Refusal::MemoryCrashed(memory));
        }
        let lane = &mut self.process(process).lanes[memory.0 as usize];
        let (owner, operation) = match lane.current.take() {
            Some((owner, Flight::Request(operation))) => (owner, operation),
            _ => return Err(Refusal::NoRequest { process, memory }),
        };
        let kept = self.facts.is_some().then(|| operation.clone());
        let region = match &operation {
            Operation::Write { region, .. }
            | Operation::Read { region, .. }
            | Operation::ReadRow { region }
            | Operation::ChangePermission { region, .. } => *region,
        };
        let permission = *self.state.memory(memory).permission(region);
        let (response, before) = self.perform(process, memory, operation);
        if let Some(operation) = kept {
            let answer = response.clone();
            self.tell(|| Fact::Landed {
                process,
                memory,
                operation,
                before,
                permission,
                response: answer,
                stale: !matches!(owner, Owner::Thread(_)),
            });
        }
        // A response to a process that has crashed vanishes: nobody is there to see it.
        if self.state.process(process).status != Status::Crashed {
            self.process(process).lanes[memory.0 as usize].current =
                Some((owner, Flight::Response(response)));
        }
        Ok(())
    }

    /// The atomic step at the memory: permission check and register update in one.
    fn perform(
        &mut self,
        process: ProcessId,
        memory: MemoryId,
        operation: Operation<A>,
    ) -> (Response<A>, Option<A::Register>) {
        let regions = &self.system.regions;
        match operation {
            Operation::Write {
                region,
                register,
                value,
            } => {
                let permission = *self.state.memory(memory).permission(region);
                let inside = regions[region.0 as usize].registers.contains(&register);
                if inside && permission.may_write(process) {
                    let slot = &mut self.memory(memory).registers[register.0 as usize];
                    let before = slot.clone();
                    A::store(slot, value);
                    (Response::Ack, Some(before))
                } else {
                    (Response::Nak, None)
                }
            }
            Operation::Read { region, register } => {
                let m = self.state.memory(memory);
                let inside = regions[region.0 as usize].registers.contains(&register);
                if inside && m.permission(region).may_read(process) {
                    (Response::Value(m.register(register).clone()), None)
                } else {
                    (Response::Nak, None)
                }
            }
            Operation::ReadRow { region } => {
                let m = self.state.memory(memory);
                if m.permission(region).may_read(process) {
                    let row = &regions[region.0 as usize].registers;
                    let values = row.iter().map(|r| m.register(*r).clone());
                    (Response::Row(values.collect()), None)
                } else {
                    (Response::Nak, None)
                }
            }
            Operation::ChangePermission { region, to } => {
                let from = *self.state.memory(memory).permission(region);
                let algorithm = &self.system.algorithm;
                if !algorithm.legal_change(process, memory, region, &from, &to) {
                    self.tell(|| Fact::ChangeRefused {
                        memory,
                        region,
                        asked: to,
                        process,
                    });
                } else if from != to {
                    self.memory(memory).permissions[region.0 as usize] = to;
                    self.tell(|| Fact::PermissionChanged {
                        memory,
                        region,
                        from,
                        to,
                        process,
                    });
                }
                (Response::Done, None)
            }
        }
    }

    fn respond(&mut self, process: ProcessId, memory: MemoryId) -> Result<(), Refusal> {
        let lane = &mut self.process(process).lanes[memory.0 as usize];
        let (owner, response) = match lane.current.take() {
            Some((owner, Flight::Response(response))) => (owner, response),
            _ => return Err(Refusal::NoResponse { process, memory }),
        };
        let thread = match owner {
            Owner::Thread(id) => {
                let p = self.state.process(process);
                p.threads.iter().position(|t| t.id == id)
            }
            Owner::Stale | Owner::Orphan => None,
        };
        // A Byzantine process has no threads; what it asked for, it may look at.
        let lies = self.state.process(process).status == Status::Byzantine;
        self.tell(|| Fact::Returned {
            process,
            memory,
            response: response.clone(),
            stale: thread.is_none() && !lies,
        });
        self.free_lane(process, memory);
        let Some(place) = thread else { return Ok(()) };
        let p = self.process(process);
        if let Parked::Quorum(replies) = &mut p.threads[place].parked {
            let at = replies.partition_point(|(m, _)| *m < memory);
            replies.insert(at, (memory, response));
        } else {
            let thread = p.threads.remove(place);
            let start = (thread.id, thread.scope, thread.resume);
            self.run(process, start, Input::Response(memory, response));
        }
        Ok(())
    }

    fn lose_request(&mut self, process: ProcessId, memory: MemoryId) -> Result<(), Refusal> {
        match self.state.process(process).lane(memory).request() {
            Some((Owner::Orphan, operation)) => {
                if self.facts.is_some() {
                    let operation = operation.clone();
                    self.tell(|| Fact::RequestLost {
                        process,
                        memory,
                        operation,
                    });
                }
                self.free_lane(process, memory);
                Ok(())
            }
            Some(_) => Err(Refusal::Reliable),
            None => Err(Refusal::NoRequest { process, memory }),
        }
    }

    // --- threads -----------------------------------------------------------------------------

    fn find(&self, process: ProcessId, thread: ThreadId) -> Result<usize, Refusal> {
        let p = self.state.process(process);
        let place = p.threads.iter().position(|t| t.id == thread);
        place.ok_or(Refusal::NotReady { process })
    }

    fn proceed(&mut self, process: ProcessId, thread: ThreadId) -> Result<(), Refusal> {
        let place = self.find(process, thread)?;
        let p = self.state.process(process);
        if !self
            .system
            .may_proceed(&self.state, process, p, &p.threads[place])
        {
            return Err(Refusal::NotReady { process });
        }
        let thread = self.process(process).threads.remove(place);
        match thread.parked {
            Parked::Quorum(replies) => {
                self.release_lanes(process, thread.id);
                let start = (thread.id, thread.scope, thread.resume);
                self.run(process, start, Input::Quorum(replies));
            }
            Parked::Poll(..) => {
                let start = (thread.id, thread.scope, thread.resume);
                self.run(process, start, Input::Proceed);
            }
            _ => {
                let start = (thread.id, thread.scope, thread.line);
                self.run(process, start, Input::Proceed);
            }
        }
        Ok(())
    }

    fn time_out(&mut self, process: ProcessId, thread: ThreadId) -> Result<(), Refusal> {
        let place = self
            .find(process, thread)
            .map_err(|_| Refusal::NoTimeout { process })?;
        let p = self.state.process(process);
        if !self.system.may_time_out(p, &p.threads[place]) {
            return Err(Refusal::NoTimeout { process });
        }
        let thread = self.process(process).threads.remove(place);
        self.tell(|| Fact::TimedOut {
            process,
            thread: thread.id,
            line: thread.line,
        });
        self.release_lanes(process, thread.id);
        let start = (thread.id, thread.scope, thread.resume);
        self.run(process, start, Input::Timeout);
        Ok(())
    }

    fn coin(&mut self, process: ProcessId, thread: ThreadId, side: u8) -> Result<(), Refusal> {
        let place = self
            .find(process, thread)
            .map_err(|_| Refusal::NoCoin(process))?;
        if self.state.process(process).threads[place].parked != Parked::Coin || side > 1 {
            return Err(Refusal::NoCoin(process));
        }
        let thread = self.process(process).threads.remove(place);
        self.tell(|| Fact::CoinFell { process, side });
        let start = (thread.id, thread.scope, thread.resume);
        self.run(process, start, Input::Coin(side));
        Ok(())
    }

    /// A thread no longer waits for its operations: queued ones are dropped, issued ones land
    /// without anybody waiting.
    fn release_lanes(&mut self, process: ProcessId, thread: ThreadId) {
        for k in 0..self.system.config().memories {
            let memory = MemoryId(k);
            let lane = self.state.process(process).lane(memory);
            let owns = matches!(lane.current, Some((Owner::Thread(id), _)) if id == thread);
            let queues = lane.queue.iter().any(|(id, _)| *id == thread);
            if owns && let Some(current) = &mut self.process(process).lanes[k as usize].current {
                current.0 = Owner::Stale;
            }
            if queues {
                let queue = &mut self.process(process).lanes[k as usize].queue;
                let (gone, kept) = queue.drain(..).partition(|(id, _)| *id == thread);
                *queue = kept;
                let gone: SmallVec<[(ThreadId, Operation<A>); 1]> = gone;
                for (_, operation) in gone {
                    self.tell(|| Fact::Dropped {
                        process,
                        memory,
                        operation,
                    });
                }
            }
        }
    }

    fn end_scope(&mut self, process: ProcessId, scope: Scope, running: (ThreadId, Scope)) {
        let p = self.process(process);
        let mut ended: SmallVec<[ThreadId; 4]> = SmallVec::new();
        p.threads.retain(|t| {
            if t.scope == scope {
                ended.push(t.id);
            }
            t.scope != scope
        });
        if running.1 == scope {
            ended.push(running.0);
        }
        if ended.is_empty() {
            return;
        }
        for thread in ended {
            self.release_lanes(process, thread);
        }
        self.tell(|| Fact::ScopeEnded { process, scope });
    }

    /// Runs a thread from a line, and every thread that it starts, to the next shared access or
    /// wait of each.
    fn run(&mut self, me: ProcessId, first: (ThreadId, Scope, A::Line), input: Input<'_, A>) {
        let algorithm = &self.system.algorithm;
        let leader = self.state.process(me).leader;
        let Some(mut locals) = self.process(me).locals.take() else {
            return;
        };
        let mut commands: SmallVec<[Command<A>; 4]> = SmallVec::new();
        let mut ready: SmallVec<[(ThreadId, Scope, A::Line); 4]> = SmallVec::new();
        let mut current = first;
        let mut input = input;
        // What the last replicated operation showed, kept for a poll that may park on it. Only the
        // first thread can have one, and it ends when that thread rests.
        let shown = match &input {
            Input::Quorum(responses) => Some(responses.clone()),
            _ => None,
        };
        let mut lines = 0;
        loop {
            lines += 1;
            assert!(lines < MOST_LINES, "{}: endless local loop", A::ID);
            let (thread, scope, line) = current;
            self.tell(|| Fact::Passed {
                process: me,
                thread,
                line,
            });
            let mut out = Out {
                me,
                thread,
                leader,
                commands: &mut commands,
            };
            // Every line of a handler sees the message.
            let message = match &input {
                Input::Message(from, message) => Some((*from, *message)),
                _ => None,
            };
            let next = algorithm.step(line, input, &mut locals, &mut out);
            input = Input::Continue;
            let mut alive = true;
            let mut asked = None;
            for command in commands.drain(..) {
                match command {
                    Command::Send(to, message) => self.send(me, to, message),
                    Command::Issue(memory, operation) => {
                        asked = Some(memory);
                        self.issue(me, thread, memory, operation);
                    }
                    Command::Spawn(id, scope, line) => {
                        self.process(me).threads.retain(|t| t.id != id);
                        ready.retain(|r| r.0 != id);
                        ready.push((id, scope, line));
                        alive &= id != thread;
                    }
                    Command::EndScope(ended) => {
                        self.end_scope(me, ended, (thread, scope));
                        ready.retain(|r| r.1 != ended);
                        alive &= scope != ended;
                    }
                    Command::Decide(value, proposal) => self.decide(me, value, proposal),
                    Command::Stop => {
                        self.stop(me);
                        return;
                    }
                    Command::Note(note) => self.tell(|| Fact::Noted { process: me, note }),
                    Command::CountSignature => self.tell(|| Fact::Signed { process: me }),
                }
            }
            let parked = if alive {
                match next {
                    Next::Goto(line) => {
                        current.2 = line;
                        if let Some((from, message)) = message {
                            input = Input::Message(from, message);
                        }
                        continue;
                    }
                    Next::End => None,
                    Next::Response(resume) => {
                        assert!(
                            asked.is_some(),
                            "{line:?} waits for an operation it did not issue"
                        );
                        asked.map(|memory| (line, resume, Parked::Response(memory)))
                    }
                    Next::Quorum(resume) => Some((line, resume, Parked::Quorum(SmallVec::new()))),
                    Next::Wait(line) => Some((line, line, Parked::Guard)),
                    Next::Coin(resume) => Some((line, resume, Parked::Coin)),
                    Next::Park(region, again) => {
                        let seen = shown.as_ref().filter(|_| thread == first.0);
                        assert!(seen.is_some(), "{line:?} parks a poll it did not make");
                        let seen = seen.map(|responses| {
                            self.glanced(again, thread, &locals, region, responses)
                        });
                        seen.map(|seen| (again, again, Parked::Poll(region, seen)))
                    }
                }
            } else {
                None
            };
            if let Some((line, resume, parked)) = parked {
                assert!(
                    thread != ThreadId::UPON,
                    "a handler may not wait ({line:?})"
                );
                let threads = &mut self.process(me).threads;
                let place = threads.partition_point(|t| t.id < thread);
                threads.insert(
                    place,
                    Thread {
                        id: thread,
                        scope,
                        line,
                        resume,
                        parked,
                    },
                );
            }
            if ready.is_empty() {
                break;
            }
            current = ready.remove(0);
        }
        self.process(me).locals = Some(locals);
    }

    /// What a poll keeps of the responses: only what its line looks at.
    fn glanced(
        &self,
        line: A::Line,
        thread: ThreadId,
        locals: &A::Locals,
        region: RegionId,
        responses: &Responses<A>,
    ) -> Responses<A> {
        let row = &self.system.regions[region.0 as usize].registers;
        let algorithm = &self.system.algorithm;
        let glance = |response: &Response<A>| match response {
            Response::Row(values) => {
                let pairs = row.iter().zip(values);
                let kept = pairs.map(|(r, v)| algorithm.glance(line, thread, locals, *r, v));
                Response::Row(kept.collect())
            }
            other => other.clone(),
        };
        let each = responses.iter();
        each.map(|(memory, r)| (*memory, glance(r))).collect()
    }

    fn decide(&mut self, process: ProcessId, value: Value, proposal: u16) {
        let p = self.process(process);
        if p.decision.is_none() {
            p.decision = Some(Decision { value, proposal });
        }
        self.tell(|| Fact::Decided {
            process,
            value,
            proposal,
        });
    }

    /// The process's variables and threads are dead from now on, so they are dropped; what it
    /// has issued still lands.
    fn stop(&mut self, process: ProcessId) {
        let p = self.process(process);
        p.status = Status::Stopped;
        p.leader = ProcessId(0);
        p.locals = None;
        p.threads.clear();
        for lane in &mut p.lanes {
            lane.queue.clear();
            if let Some((owner, _)) = &mut lane.current {
                *owner = Owner::Stale;
            }
        }
        self.tell(|| Fact::Stopped { process });
    }

    // --- oracle, faults ----------------------------------------------------------------------

    fn trust(&mut self, at: ProcessId, leader: ProcessId) -> Result<(), Refusal> {
        let p = self.state.process(at);
        if p.status == Status::Crashed {
            return Err(Refusal::Crashed(at));
        }
        if p.leader == leader {
            return Err(Refusal::AlreadyLeader { at, leader });
        }
        self.process(at).leader = leader;
        self.tell(|| Fact::Trusts { at, leader });
        Ok(())
    }

    fn crash_process(&mut self, process: ProcessId) -> Result<(), Refusal> {
        if self.state.process(process).status == Status::Crashed {
            return Err(Refusal::Crashed(process));
        }
        let p = self.process(process);
        p.status = Status::Crashed;
        p.leader = ProcessId(0);
        p.locals = None;
        p.threads.clear();
        for lane in &mut p.lanes {
            lane.queue.clear();
            match &mut lane.current {
                Some((owner, Flight::Request(_))) => *owner = Owner::Orphan,
                current => *current = None,
            }
        }
        let packets = std::mem::take(&mut self.inbox(process).packets);
        self.tell(|| Fact::ProcessCrashed(process));
        for (from, message) in packets {
            self.tell(|| Fact::Vanished {
                from,
                to: process,
                message,
            });
        }
        Ok(())
    }

    fn crash_memory(&mut self, memory: MemoryId) -> Result<(), Refusal> {
        if self.state.memory(memory).crashed {
            return Err(Refusal::MemoryCrashed(memory));
        }
        let config = self.system.config();
        let m = self.memory(memory);
        m.crashed = true;
        m.permissions.clear();
        // A Byzantine process can replay what it could once read, so that much is kept for it.
        if config.byzantine.is_empty() {
            m.registers.clear();
        }
        self.tell(|| Fact::MemoryCrashed(memory));
        Ok(())
    }

    fn recover(&mut self, process: ProcessId, input: Value) -> Result<(), Refusal> {
        if !A::FACTS.recovers {
            return Err(Refusal::NoRecovery);
        }
        if self.state.process(process).status != Status::Crashed {
            return Err(Refusal::NotCrashed(process));
        }
        let (locals, line) = self.system.algorithm.recover(process, input);
        let p = self.process(process);
        p.status = Status::Up;
        p.locals = Some(locals);
        self.tell(|| Fact::Recovered { process, input });
        self.run(process, (ThreadId::MAIN, 0, line), Input::Continue);
        Ok(())
    }

    fn byzantine(&mut self, process: ProcessId, act: u32) -> Result<(), Refusal> {
        if self.state.process(process).status != Status::Byzantine {
            return Err(Refusal::NotByzantine(process));
        }
        let keys = self.system.adversary();
        let commands = A::byzantine_act(&self.state, self.system, process, act, &keys)
            .ok_or(Refusal::NoAct(process))?;
        for command in commands {
            match command {
                Command::Send(to, message) => self.send(process, to, message),
                Command::Issue(memory, operation) => {
                    self.issue(process, ThreadId::MAIN, memory, operation);
                }
                Command::Note(note) => self.tell(|| Fact::Noted { process, note }),
                // A lie has no threads, and what a liar decides counts for nothing.
                Command::Spawn(..)
                | Command::EndScope(_)
                | Command::Decide(..)
                | Command::Stop
                | Command::CountSignature => {}
            }
        }
        Ok(())
    }
}
