//! The messages behind numbers, and what the algorithm says that can be left out of them.

use super::Typed;
use crate::explore::world::{InFlight, Messages};
use crate::model::{Algorithm, Inbox, Part, ProcessId, Status};

impl<A: Algorithm> Typed<A> {
    /// The number of a message and its sender.
    pub(super) fn packet(&mut self, from: ProcessId, message: &A::Message) -> u32 {
        let key = (from, message.clone());
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = self.packets.len() as u32;
        self.packets.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// A message in an inbox.
    fn flying(&mut self, inbox: &Inbox<A>, (from, nth, packet): (ProcessId, u8, u32)) -> InFlight {
        let mut rest = inbox.clone();
        if let Some(place) = rest.place(from, nth) {
            rest.packets.remove(place);
        }
        InFlight {
            from,
            nth,
            packet,
            without: self.values.inboxes.number(&Part::new(rest)).0,
        }
    }

    /// Whether something that the algorithm says of a process's variables and a message holds.
    fn says(
        &self,
        (p, id): (usize, u32),
        packet: u32,
        what: impl Fn(&A, ProcessId, &A::Locals, &A::Message) -> bool,
    ) -> bool {
        let process = self.values.processes[p].part(id);
        let message = &self.packets[packet as usize].1;
        let locals = process.locals.as_ref();
        process.status == Status::Up
            && locals.is_some_and(|l| what(&self.system.algorithm, ProcessId(p as u8), l, message))
    }
}

impl<A: Algorithm> Messages for Typed<A> {
    fn inbox(&mut self, inbox: u32) -> Vec<InFlight> {
        let whole = self.values.inboxes.part(inbox).clone();
        let mut out = Vec::with_capacity(whole.packets.len());
        for (from, nth, message) in whole.distinct() {
            let packet = self.packet(from, message);
            out.push(self.flying(&whole, (from, nth, packet)));
        }
        out
    }

    fn insert(&mut self, inbox: u32, packet: u32) -> u32 {
        let mut more = (**self.values.inboxes.part(inbox)).clone();
        let (from, message) = self.packets[packet as usize].clone();
        more.insert(from, message);
        self.values.inboxes.number(&Part::new(more)).0
    }

    fn heeded(&mut self, p: usize, id: u32, inbox: u32) -> u32 {
        let whole = self.values.inboxes.part(inbox).clone();
        let process = self.values.processes[p].part(id);
        let (Status::Up, Some(locals)) = (process.status, &process.locals) else {
            return inbox;
        };
        let (algorithm, me) = (&self.system.algorithm, ProcessId(p as u8));
        let mut kept = (*whole).clone();
        kept.packets
            .retain(|(_, message)| !algorithm.ignores(me, locals, message));
        if kept.packets.len() == whole.packets.len() {
            return inbox;
        }
        self.values.inboxes.number(&Part::new(kept)).0
    }

    fn ignores(&self, p: usize, id: u32, packet: u32) -> bool {
        self.says((p, id), packet, A::ignores)
    }

    fn refused(&mut self, p: usize, id: u32, inbox: u32) -> Vec<InFlight> {
        let whole = self.values.inboxes.part(inbox).clone();
        let mut out = Vec::new();
        for (from, nth, message) in whole.distinct() {
            let packet = self.packet(from, message);
            if self.says((p, id), packet, A::refuses) {
                out.push(self.flying(&whole, (from, nth, packet)));
            }
        }
        out
    }

    fn is_over(&self, sender: usize, id: u32, packet: u32) -> bool {
        self.says((sender, id), packet, A::is_over)
    }

    fn is_answer(&self, packet: u32) -> bool {
        A::is_answer(&self.packets[packet as usize].1)
    }

    fn filtered(&mut self, inbox: u32, senders: u16) -> u32 {
        let mut rest = (**self.values.inboxes.part(inbox)).clone();
        rest.packets
            .retain(|(from, _)| senders & (1 << from.0) == 0);
        self.values.inboxes.number(&Part::new(rest)).0
    }
}
