//! What messages do: sending, delivery, loss.

use super::Work;
use crate::model::{Algorithm, Fact, Input, ProcessId, Refusal, Status, ThreadId};

impl<A: Algorithm> Work<'_, '_, A> {
    pub(super) fn send(&mut self, from: ProcessId, to: ProcessId, message: A::Message) {
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

    pub(super) fn take(
        &mut self,
        to: ProcessId,
        from: ProcessId,
        nth: u8,
    ) -> Result<A::Message, Refusal> {
        let place = self.state.inbox(to).place(from, nth);
        let place = place.ok_or(Refusal::NoMessage { from, to })?;
        Ok(self.inbox(to).packets.remove(place).1)
    }

    pub(super) fn deliver(
        &mut self,
        to: ProcessId,
        from: ProcessId,
        nth: u8,
    ) -> Result<(), Refusal> {
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

    pub(super) fn lose_message(
        &mut self,
        to: ProcessId,
        from: ProcessId,
        nth: u8,
    ) -> Result<(), Refusal> {
        if !self.system.may_lose_from(&self.state, from) {
            return Err(Refusal::Reliable);
        }
        let message = self.take(to, from, nth)?;
        self.tell(|| Fact::Vanished { from, to, message });
        Ok(())
    }
}
