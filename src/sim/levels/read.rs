//! Reading a step: the operations and broadcasts that it begins, goes on with or ends, and the
//! furthest level at which it is news.

use smallvec::SmallVec;

use super::{BroadcastSpan, CopySpan, Levels, OperationSpan, StepNote};
use crate::model::{Event, Heard, Level, MemoryId, ProcessId, Status, ThreadId, Why, Work};
use crate::sim::{Happening, OperationView, ResponseView, Session};

impl Levels {
    /// What a step did to the operations and broadcasts, and to the step's own note.
    pub(super) fn read(
        &mut self,
        session: &Session,
        k: usize,
        happened: &[(Happening, Option<Why>)],
        note: &mut StepNote,
    ) {
        let step = session.trace.step(k);
        let machine = session.machine();
        let event = step.event();
        let before = &session.trace.node(step.parent).after;
        match event {
            Some(Event::Effect { process, memory }) => {
                note.part_of = self.current_at(process, memory);
                if let Some(copy) = self.copy(note.part_of, memory) {
                    copy.landed = Some(k);
                }
            }
            Some(Event::Return { process, memory }) => {
                note.part_of = self.current_at(process, memory);
                if let Some(copy) = self.copy(note.part_of, memory) {
                    copy.returned = Some(k);
                }
                self.forget(process, memory);
            }
            Some(Event::LoseRequest { process, memory }) => self.forget(process, memory),
            Some(Event::CrashProcess(process)) => {
                let open = |o: &&mut OperationSpan| o.process == process && o.last.is_none();
                for operation in self.operations.iter_mut().filter(open) {
                    operation.last = Some(k);
                }
            }
            Some(Event::Proceed { process, thread }) => {
                let open = |o: &OperationSpan| {
                    o.process == process && o.thread == thread && o.last.is_none()
                };
                let open = self.operations.iter().rposition(open);
                if let Some(place) = open {
                    self.operations[place].last = Some(k);
                    note.ends = Some(place as u32);
                }
            }
            _ => {}
        }
        let lies = |p: ProcessId| machine.status(&step.after, p) == Status::Byzantine;
        for (happening, _) in happened {
            match happening {
                Happening::Dropped {
                    process, operation, ..
                } => {
                    let open = |o: &&mut OperationSpan| {
                        o.process == *process && o.operation == *operation && o.last.is_none()
                    };
                    for operation in self.operations.iter_mut().filter(open) {
                        operation.last = Some(k);
                    }
                }
                Happening::Issued {
                    process,
                    thread,
                    memory,
                    operation,
                } => self.ask(session, k, (*process, *thread), *memory, operation, true),
                Happening::Queued {
                    process,
                    thread,
                    memory,
                    operation,
                } if !lies(*process) => {
                    self.ask(session, k, (*process, *thread), *memory, operation, false);
                }
                _ => {}
            }
        }
        if let Some(process) = event.and_then(Event::process)
            && !matches!(event, Some(Event::Effect { .. }))
        {
            let (was, is) = (
                machine.heard(before, process),
                machine.heard(&step.after, process),
            );
            self.hear(k, process, &was, &is, note);
        }
        note.shown = self.shown(session, k, happened, note);
    }

    /// A request leaves, or queues.
    fn ask(
        &mut self,
        session: &Session,
        k: usize,
        (process, thread): (ProcessId, ThreadId),
        memory: MemoryId,
        operation: &OperationView,
        leaves: bool,
    ) {
        if leaves {
            self.forget(process, memory);
        }
        let machine = session.machine();
        let after = &session.trace.step(k).after;
        let replicated =
            thread.as_memory().is_none() && machine.status(after, process) != Status::Byzantine;
        if !replicated {
            return;
        }
        let same = |o: &OperationSpan| {
            o.process == process && o.thread == thread && o.operation == *operation
        };
        // Begun with this step, or asked for before and waiting in this memory's queue.
        let waits = |o: &OperationSpan| {
            let copy = o.copies.iter().find(|c| c.memory == memory);
            o.last.is_none() && copy.map_or(o.first == k, |c| c.issued.is_none())
        };
        let mut known = self.operations.iter().rev().take(64);
        let place = known
            .position(|o| same(o) && waits(o))
            .map(|back| self.operations.len() - 1 - back);
        let place = place.unwrap_or_else(|| {
            let work = machine.work(after, process, thread);
            self.begin(k, work, process, thread, operation);
            self.operations.push(OperationSpan {
                process,
                thread,
                operation: operation.clone(),
                first: k,
                last: None,
                work,
                copies: SmallVec::new(),
            });
            self.operations.len() - 1
        });
        let copies = &mut self.operations[place].copies;
        match copies.iter_mut().find(|c| c.memory == memory) {
            Some(copy) => copy.issued = Some(k),
            None => copies.push(CopySpan {
                memory,
                issued: leaves.then_some(k),
                landed: None,
                returned: None,
            }),
        }
        if leaves {
            self.current.push(((process, memory), place as u32));
        }
    }

    /// A broadcast begins where its sender writes its message.
    fn begin(
        &mut self,
        k: usize,
        work: Option<Work>,
        process: ProcessId,
        thread: ThreadId,
        operation: &OperationView,
    ) {
        let (Some(work), OperationView::Write { text, .. }) = (work, operation) else {
            return;
        };
        let Some((sender, key)) = work.broadcast() else {
            return;
        };
        if sender == process && thread.as_peer().is_none() && self.find(sender, key).is_none() {
            self.broadcasts.push(BroadcastSpan {
                sender,
                key,
                t_send: matches!(work, Work::TSend(..)),
                text: bare(text).to_owned(),
                first: k,
                delivered: Vec::new(),
                received: Vec::new(),
                made: k,
            });
        }
    }

    /// What a process has heard since the step before.
    fn hear(
        &mut self,
        k: usize,
        process: ProcessId,
        was: &[Heard],
        is: &[Heard],
        note: &mut StepNote,
    ) {
        for (sender, (was, is)) in (0..).map(ProcessId).zip(was.iter().zip(is)) {
            for key in was.delivered + 1..=is.delivered {
                let place = self.found(k, sender, key);
                self.broadcasts[place as usize].delivered.push((process, k));
                note.delivers.push(place);
            }
            for key in is.received.iter().skip(was.received.len()) {
                let place = self.found(k, sender, *key);
                let span = &mut self.broadcasts[place as usize];
                span.t_send = true;
                span.received.push((process, k));
                note.receives.push(place);
            }
        }
    }

    fn find(&self, sender: ProcessId, key: u16) -> Option<u32> {
        let same = |b: &BroadcastSpan| (b.sender, b.key) == (sender, key);
        let place = self.broadcasts.iter().rposition(same);
        place.map(|p| p as u32)
    }

    /// The place of a broadcast; what a Byzantine process wrote by its acts begins when somebody
    /// delivers it.
    fn found(&mut self, k: usize, sender: ProcessId, key: u16) -> u32 {
        self.find(sender, key).unwrap_or_else(|| {
            self.broadcasts.push(BroadcastSpan {
                sender,
                key,
                t_send: false,
                text: String::new(),
                first: k,
                delivered: Vec::new(),
                received: Vec::new(),
                made: k,
            });
            self.broadcasts.len() as u32 - 1
        })
    }

    fn forget(&mut self, process: ProcessId, memory: MemoryId) {
        self.current.retain(|(at, _)| *at != (process, memory));
    }

    fn copy(&mut self, place: Option<u32>, memory: MemoryId) -> Option<&mut CopySpan> {
        let operation = self.operations.get_mut(place? as usize)?;
        operation.copies.iter_mut().find(|c| c.memory == memory)
    }

    /// The furthest level at which a step is shown.
    fn shown(
        &self,
        session: &Session,
        k: usize,
        happened: &[(Happening, Option<Why>)],
        note: &StepNote,
    ) -> Level {
        let step = session.trace.step(k);
        let news = happened.iter().any(|(h, _)| {
            matches!(
                h,
                Happening::Noted { .. }
                    | Happening::Decided { .. }
                    | Happening::Sent { .. }
                    | Happening::Landed {
                        response: ResponseView::Nak,
                        ..
                    }
            )
        });
        let begins = self.broadcasts.len() > note.broadcasts as usize;
        if news || begins || step.violated != 0 || !note.receives.is_empty() {
            return Level::Messages;
        }
        if !note.delivers.is_empty() {
            let last = session.info().levels.last();
            return last.copied().unwrap_or_default().min(Level::Broadcasts);
        }
        match step.event() {
            Some(Event::Effect { .. } | Event::Return { .. }) => match note.part_of {
                Some(_) => Level::Copies,
                None => Level::Messages,
            },
            Some(Event::Proceed { process, thread }) => {
                let before = &session.trace.node(step.parent).after;
                let work = session.machine().work(before, process, thread);
                match work.and_then(Work::broadcast) {
                    Some(_) => Level::Registers,
                    None => Level::Messages,
                }
            }
            _ => Level::Messages,
        }
    }
}

/// What a register's content says, without its key and signatures: `1:accept(1,a){p1}` says
/// `accept(1,a)`.
fn bare(text: &str) -> &str {
    let text = text.split_once(':').map_or(text, |(_, text)| text);
    match text.rfind('{') {
        Some(0) | None => text,
        Some(end) => &text[..end],
    }
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn a_registers_content_is_told_by_its_message() {
        assert_eq!(bare("1:accept(1,a){p1}"), "accept(1,a)");
        assert_eq!(bare("…2:a{p1,p3}"), "a");
        assert_eq!(bare("a"), "a");
    }
}
