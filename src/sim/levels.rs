//! Levels of a run: which steps belong to one replicated register operation, and which operations
//! to one broadcast, so that hundreds of steps can be shown as one thing and unfolded again.
//!
//! An index beside the trace that grows with the run: it reads each step once. A step that the
//! reader of a level need not see is folded away at it; what is news there (a broadcast begins, a
//! process delivers, a nak, a decision, any fault) stays.

use smallvec::SmallVec;

use super::{Happening, OperationView, ResponseView, Session};
use crate::model::{Event, Heard, Level, MemoryId, ProcessId, Status, ThreadId, Why, Work};

/// One memory's part of a replicated operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopySpan {
    /// The memory.
    pub memory: MemoryId,
    /// The step at which the request left; none while it queues.
    pub issued: Option<usize>,
    /// The step at which it took effect.
    pub landed: Option<usize>,
    /// The step at which the answer arrived.
    pub returned: Option<usize>,
}

/// An operation on a replicated register, at all memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationSpan {
    /// Who operates.
    pub process: ProcessId,
    /// On which thread.
    pub thread: ThreadId,
    /// What it is.
    pub operation: OperationView,
    /// The step that began it.
    pub first: usize,
    /// The step at which its thread went on with the answers of a majority.
    pub last: Option<usize>,
    /// What it is for.
    pub work: Option<Work>,
    /// Its part at each memory, in the memories' order.
    pub copies: SmallVec<[CopySpan; 3]>,
}

impl OperationSpan {
    /// How many memories have carried it out, and how many have answered, after a step.
    pub fn progress(&self, step: usize) -> (usize, usize) {
        let by = |at: Option<usize>| at.is_some_and(|k| k <= step);
        let landed = self.copies.iter().filter(|c| by(c.landed)).count();
        let returned = self.copies.iter().filter(|c| by(c.returned)).count();
        (landed, returned)
    }

    /// Whether it is under way after a step: begun, and neither answered by all nor over.
    pub fn is_open(&self, step: usize) -> bool {
        let begun = self.first <= step && self.last.is_none_or(|last| last > step);
        begun && self.progress(step).1 < self.copies.len()
    }

    /// How many answers a majority is.
    pub fn majority(&self) -> usize {
        self.copies.len() / 2 + 1
    }
}

/// A broadcast, with what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastSpan {
    /// Its sender.
    pub sender: ProcessId,
    /// Its key.
    pub key: u16,
    /// Whether it carries a T-send.
    pub t_send: bool,
    /// What it says, in short; empty where a Byzantine sender's words are not one.
    pub text: String,
    /// The step that began it.
    pub first: usize,
    /// Who delivered it, and with which step, in their order.
    pub delivered: Vec<(ProcessId, usize)>,
    /// Who T-received it, and with which step, in their order.
    pub received: Vec<(ProcessId, usize)>,
    /// The step with which it entered the index.
    made: usize,
}

impl BroadcastSpan {
    /// The arrivals of a level: T-receipts for messages, else deliveries.
    pub fn arrivals(&self, level: Level) -> &[(ProcessId, usize)] {
        match level {
            Level::Messages => &self.received,
            _ => &self.delivered,
        }
    }

    /// Whether an operation is part of it.
    pub fn owns(&self, operation: &OperationSpan) -> bool {
        let of = operation.work.and_then(Work::broadcast);
        of == Some((self.sender, self.key))
    }
}

/// What a step is at each level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct StepNote {
    /// The furthest level at which it is shown.
    shown: Level,
    /// How many steps up to it each level shows, the start aside.
    ranks: [u32; 4],
    /// The operation to which what takes effect or returns belongs.
    part_of: Option<u32>,
    /// The operation whose thread goes on.
    ends: Option<u32>,
    /// How many operations had begun before it.
    operations: u32,
    /// How many broadcasts the index had before it.
    broadcasts: u32,
    /// The broadcasts that it delivers.
    delivers: SmallVec<[u32; 1]>,
    /// The broadcasts that it T-receives.
    receives: SmallVec<[u32; 1]>,
}

/// What is news of a step at the levels that fold.
#[derive(Clone, Debug, Default)]
pub struct News<'a> {
    /// The broadcasts that begin.
    pub broadcasts: Vec<&'a BroadcastSpan>,
    /// The broadcasts that are delivered.
    pub delivers: Vec<&'a BroadcastSpan>,
    /// The broadcasts that are T-received.
    pub receives: Vec<&'a BroadcastSpan>,
    /// The operations that begin.
    pub begins: &'a [OperationSpan],
    /// The operation that is over for its thread.
    pub ends: Option<&'a OperationSpan>,
    /// The operation to which what took effect or returned belongs.
    pub part_of: Option<&'a OperationSpan>,
}

/// The levels of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    steps: Vec<StepNote>,
    operations: Vec<OperationSpan>,
    broadcasts: Vec<BroadcastSpan>,
    /// The operation under way at each memory, for each process, if it is one at all memories.
    current: Vec<((ProcessId, MemoryId), u32)>,
    /// Whether the algorithm has levels.
    folds: bool,
}

impl Levels {
    /// Before the start of a run; an algorithm without levels is not looked at.
    pub fn new(session: &Session) -> Self {
        Levels {
            folds: !session.info().levels.is_empty(),
            ..Levels::default()
        }
    }

    /// Reads step `k`, the first that it has not read, with what it did.
    pub fn push(&mut self, session: &Session, k: usize, happened: &[(Happening, Option<Why>)]) {
        let ranks = self.steps.last().map_or([0; 4], |last| last.ranks);
        let mut note = StepNote {
            shown: Level::Messages,
            ranks,
            operations: self.operations.len() as u32,
            broadcasts: self.broadcasts.len() as u32,
            ..StepNote::default()
        };
        if self.folds {
            self.read(session, k, happened, &mut note);
        }
        if k > 0 {
            for level in Level::ALL {
                note.ranks[level as usize] += u32::from(level <= note.shown);
            }
        }
        self.steps.push(note);
    }

    fn read(
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

    fn current_at(&self, process: ProcessId, memory: MemoryId) -> Option<u32> {
        let mut all = self.current.iter();
        all.find(|(at, _)| *at == (process, memory))
            .map(|(_, place)| *place)
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

    /// Keeps the first `count` steps, the start included.
    pub fn truncate(&mut self, count: usize) {
        let Some(first) = self.steps.get(count) else {
            return;
        };
        self.operations.truncate(first.operations as usize);
        self.broadcasts.truncate(first.broadcasts as usize);
        self.steps.truncate(count);
        let keep = |at: &mut Option<usize>| *at = at.filter(|k| *k < count);
        self.current.clear();
        for (place, operation) in self.operations.iter_mut().enumerate() {
            keep(&mut operation.last);
            // What queued at the first step and left later is there, but not under way.
            for copy in &mut operation.copies {
                keep(&mut copy.issued);
                keep(&mut copy.landed);
                keep(&mut copy.returned);
                if copy.issued.is_some() && copy.returned.is_none() {
                    let at = (operation.process, copy.memory);
                    self.current.retain(|(other, _)| *other != at);
                    self.current.push((at, place as u32));
                }
            }
        }
        for broadcast in &mut self.broadcasts {
            broadcast.delivered.retain(|(_, k)| *k < count);
            broadcast.received.retain(|(_, k)| *k < count);
        }
    }

    /// Whether a level shows a step; the start always is.
    pub fn shows(&self, level: Level, k: usize) -> bool {
        k == 0 || self.steps.get(k).is_none_or(|note| level <= note.shown)
    }

    /// How many of the steps 1 to `k` a level shows.
    pub fn rank(&self, level: Level, k: usize) -> usize {
        let last = self.steps.len().saturating_sub(1);
        let note = self.steps.get(k.min(last));
        note.map_or(0, |note| note.ranks[level as usize] as usize)
    }

    /// The first step after `k` that a level shows.
    pub fn next(&self, level: Level, k: usize) -> Option<usize> {
        (k + 1..self.steps.len()).find(|j| self.shows(level, *j))
    }

    /// The last step before `k` that a level shows; the start is one.
    pub fn previous(&self, level: Level, k: usize) -> Option<usize> {
        (0..k.min(self.steps.len()))
            .rev()
            .find(|j| self.shows(level, *j))
    }

    /// What is news of a step.
    pub fn news(&self, k: usize) -> News<'_> {
        let Some(note) = self.steps.get(k) else {
            return News::default();
        };
        let end = |count: fn(&StepNote) -> u32, all: usize| {
            self.steps
                .get(k + 1)
                .map_or(all, |next| count(next) as usize)
        };
        let operations = note.operations as usize..end(|n| n.operations, self.operations.len());
        let broadcasts = note.broadcasts as usize..end(|n| n.broadcasts, self.broadcasts.len());
        let span = |place: &u32| &self.broadcasts[*place as usize];
        let operation = |place: Option<u32>| place.map(|p| &self.operations[p as usize]);
        News {
            broadcasts: self.broadcasts[broadcasts]
                .iter()
                .filter(|b| !b.text.is_empty())
                .collect(),
            delivers: note.delivers.iter().map(span).collect(),
            receives: note.receives.iter().map(span).collect(),
            begins: &self.operations[operations],
            ends: operation(note.ends),
            part_of: operation(note.part_of),
        }
    }

    /// The operations, in the order in which they began.
    pub fn operations(&self) -> &[OperationSpan] {
        &self.operations
    }

    /// The broadcasts, in the order in which they began.
    pub fn broadcasts(&self) -> &[BroadcastSpan] {
        &self.broadcasts
    }

    /// Whether what flies between a process and a memory after the last step read is a part of an
    /// operation at all memories.
    pub fn is_part(&self, process: ProcessId, memory: MemoryId) -> bool {
        self.current_at(process, memory).is_some()
    }

    /// Whether the request or answer under way between a process and a memory after step `k` is a
    /// part of an operation at all memories.
    pub fn folds_at(&self, process: ProcessId, memory: MemoryId, k: usize) -> bool {
        let under_way = |c: &CopySpan| {
            c.memory == memory
                && c.issued.is_some_and(|i| i <= k)
                && c.returned.is_none_or(|r| r > k)
        };
        let mut all = self.operations.iter();
        all.any(|o| o.process == process && o.first <= k && o.copies.iter().any(under_way))
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
