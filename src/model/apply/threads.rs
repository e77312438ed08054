//! What runs at a process: threads, their waits, and the lines that they pass.

use smallvec::SmallVec;

use super::Work;
use crate::model::{
    Algorithm, Command, Decision, Fact, Input, MemoryId, Next, Operation, Out, Owner, Parked,
    ProcessId, Refusal, RegionId, Response, Responses, Scope, Status, Thread, ThreadId, Value,
};

/// How many lines one event may run through before it counts as an endless loop.
const MOST_LINES: u32 = 10_000;

impl<A: Algorithm> Work<'_, '_, A> {
    pub(super) fn find(&self, process: ProcessId, thread: ThreadId) -> Result<usize, Refusal> {
        let p = self.state.process(process);
        let place = p.threads.iter().position(|t| t.id == thread);
        place.ok_or(Refusal::NotReady { process })
    }

    pub(super) fn proceed(&mut self, process: ProcessId, thread: ThreadId) -> Result<(), Refusal> {
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

    pub(super) fn time_out(&mut self, process: ProcessId, thread: ThreadId) -> Result<(), Refusal> {
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

    pub(super) fn coin(
        &mut self,
        process: ProcessId,
        thread: ThreadId,
        side: u8,
    ) -> Result<(), Refusal> {
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
    pub(super) fn release_lanes(&mut self, process: ProcessId, thread: ThreadId) {
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

    pub(super) fn end_scope(
        &mut self,
        process: ProcessId,
        scope: Scope,
        running: (ThreadId, Scope),
    ) {
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
    pub(super) fn run(
        &mut self,
        me: ProcessId,
        first: (ThreadId, Scope, A::Line),
        input: Input<'_, A>,
    ) {
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
    pub(super) fn glanced(
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

    pub(super) fn decide(&mut self, process: ProcessId, value: Value, proposal: u16) {
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
    pub(super) fn stop(&mut self, process: ProcessId) {
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
}
