//! What nobody runs: the oracle, crashes, recovery, lies.

use super::Work;
use crate::model::{
    Algorithm, Command, Fact, Flight, FreeAct, Input, MemoryId, Owner, ProcessId, Refusal, Status,
    ThreadId, Value,
};

impl<A: Algorithm> Work<'_, '_, A> {
    pub(super) fn trust(&mut self, at: ProcessId, leader: ProcessId) -> Result<(), Refusal> {
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

    pub(super) fn crash_process(&mut self, process: ProcessId) -> Result<(), Refusal> {
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

    pub(super) fn crash_memory(&mut self, memory: MemoryId) -> Result<(), Refusal> {
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

    pub(super) fn recover(&mut self, process: ProcessId, input: Value) -> Result<(), Refusal> {
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

    pub(super) fn byzantine(&mut self, process: ProcessId, act: u32) -> Result<(), Refusal> {
        if self.state.process(process).status != Status::Byzantine {
            return Err(Refusal::NotByzantine(process));
        }
        let keys = self.system.adversary();
        let commands = match FreeAct::of(act, self.system) {
            Some(free) => {
                let command = free.command(&self.state, self.system, process);
                command.map(|command| vec![command])
            }
            None => A::byzantine_act(&self.state, self.system, process, act, &keys),
        };
        let commands = commands.ok_or(Refusal::NoAct(process))?;
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
