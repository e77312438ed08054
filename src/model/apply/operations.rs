//! What memory operations do: issue, effect at the memory, response.

use super::Work;
use crate::model::{
    Algorithm, Fact, Flight, Input, MemoryId, Operation, Owner, Parked, ProcessId, Refusal,
    Response, Status, ThreadId,
};

impl<A: Algorithm> Work<'_, '_, A> {
    pub(super) fn issue(
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
    pub(super) fn free_lane(&mut self, process: ProcessId, memory: MemoryId) {
        let lane = &mut self.process(process).lanes[memory.0 as usize];
        lane.current = None;
        if !lane.queue.is_empty() {
            let (thread, operation) = lane.queue.remove(0);
            self.issue(process, thread, memory, operation);
        }
    }

    pub(super) fn effect(&mut self, process: ProcessId, memory: MemoryId) -> Result<(), Refusal> {
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
    pub(super) fn perform(
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

    pub(super) fn respond(&mut self, process: ProcessId, memory: MemoryId) -> Result<(), Refusal> {
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

    pub(super) fn lose_request(
        &mut self,
        process: ProcessId,
        memory: MemoryId,
    ) -> Result<(), Refusal> {
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
}
