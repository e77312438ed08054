//! The graph of states as a search walks it: numbers in, numbers out.
//!
//! An event reads few parts: a process, perhaps a memory, perhaps one message. What it does to
//! those is computed by the model once, kept, and from then on looked up, so that expanding a
//! state costs a few look-ups instead of runs of the algorithm. Byzantine acts may read the whole
//! state and are computed each time.

mod events;
mod pausing;

use super::memo::Memo;
use super::options::Reductions;
use super::reductions::answers::Answers;
use super::reductions::dead::Unheeded;
use super::reductions::notes::Notes;
use super::rest::Rest;
use super::world::{
    BYZANTINE, CRASHED, DEAF, FAULTY, InFlight, Local, NO_MESSAGES, Outcome, Row, SAME, Shape,
    Step, Tables, World,
};
use crate::model::{MemoryId, ProcessId};

/// A violation at one of the steps out of a state, or at rest in it.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The steps to the violation, from the state that was expanded.
    pub steps: Vec<Step>,
    /// The properties, a bit for each place.
    pub broken: u32,
    /// For one at rest: which processes and memories crash, and what Omega says.
    pub ending: Option<Ending>,
}

/// What has to happen to a state before it is at rest.
#[derive(Clone, Debug, Default)]
pub(super) struct Ending {
    pub crashed: (u16, u16),
    pub leaders: Vec<(usize, ProcessId)>,
}

/// The numbers of one process's rows, by the processes that are deaf.
type Rows = Vec<(u16, Vec<u32>)>;

/// The graph of states.
pub(super) struct Graph {
    world: Box<dyn World>,
    pub(super) tables: Tables,
    pub(super) shape: Shape,
    /// Those that are on, without those that were withdrawn.
    pub(super) reductions: Reductions,
    rows: Vec<Row>,
    row_bytes: usize,
    outcomes: Vec<Outcome>,
    row_of: Vec<Rows>,
    effects: Vec<Memo>,
    deliveries: Vec<Memo>,
    losses: Vec<Memo>,
    crashes: Vec<Memo>,
    memory_crashes: Memo,
    poll_steps: Vec<Memo>,
    poll_masks: Vec<Memo>,
    inserted: Memo,
    inboxes: Vec<Option<Box<[InFlight]>>>,
    rest: Rest,
    pub(super) notes: Notes,
    pub(super) answers: Answers,
    pub(super) unheeded: Unheeded,
    /// Whether something was met that does not go together with chains of notes.
    withdrawn: bool,
    /// `sometimes` properties not seen yet.
    pub(super) unseen: u32,
    before: Vec<u32>,
    /// The successors of the state expanded last, one after the other.
    pub(super) next: Vec<u32>,
    /// The steps that lead to them.
    pub(super) steps: Vec<Step>,
    /// What is done before each of these steps, as places in `ranges`.
    noted: Vec<(u32, u32)>,
    /// Places in [`Notes::paths`].
    pub(super) ranges: Vec<(u32, u32)>,
    /// The first violation at a step out of the state, or at rest in it.
    pub(super) found: Option<Found>,
}

const UNKNOWN: u32 = u32::MAX;

pub(super) fn key(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

fn memos(count: usize) -> Vec<Memo> {
    (0..count).map(|_| Memo::new()).collect()
}

impl Graph {
    /// The graph, the start, and the properties that the start violates.
    pub(super) fn new(mut world: Box<dyn World>, reductions: Reductions) -> (Self, Vec<u32>, u32) {
        let mut tables = Tables::default();
        let (start, broken) = world.start(&mut tables);
        let shape = world.shape();
        let n = shape.processes;
        let mut graph = Graph {
            world,
            tables,
            shape,
            reductions,
            rows: Vec::new(),
            row_bytes: 0,
            outcomes: Vec::new(),
            row_of: vec![Rows::new(); n],
            effects: memos(n * shape.memories),
            deliveries: memos(n),
            losses: memos(n),
            crashes: memos(n),
            memory_crashes: Memo::new(),
            poll_steps: memos(n),
            poll_masks: memos(n * shape.memories),
            inserted: Memo::new(),
            inboxes: Vec::new(),
            rest: Rest::new(shape),
            notes: Notes::new(n),
            answers: Answers::new(n),
            unheeded: Unheeded::new(n),
            withdrawn: false,
            unseen: shape.sometimes,
            before: Vec::new(),
            next: Vec::new(),
            steps: Vec::new(),
            noted: Vec::new(),
            ranges: Vec::new(),
            found: None,
        };
        let mut start = start;
        graph.tidy(&mut start);
        (graph, start, broken)
    }

    pub(super) fn world_mut(&mut self) -> &mut dyn World {
        &mut *self.world
    }

    pub(super) fn world(&self) -> &dyn World {
        &*self.world
    }

    pub(super) fn renamed(&mut self, p: usize, id: u32, map: &[MemoryId]) -> u32 {
        self.world.renamed(&mut self.tables, p, id, map)
    }

    /// Judges states at rest anew, even those judged before.
    pub(super) fn forget_rest(&mut self) {
        self.rest = Rest::new(self.shape);
    }

    fn deaf(&self, ids: &[u32]) -> u16 {
        let flags = self.tables.processes.iter().zip(ids).enumerate();
        flags.fold(0, |mask, (p, (flags, id))| {
            mask | u16::from(flags[*id as usize] & DEAF != 0) << p
        })
    }

    /// Finds every step out of a state and judges it; judges the state itself if it is at rest.
    pub(super) fn expand(&mut self, ids: &[u32]) {
        self.expand_as(ids, self.reductions.notes);
    }

    /// As [`Graph::expand`], each event a step of its own.
    pub(super) fn expand_singly(&mut self, ids: &[u32]) {
        self.expand_as(ids, false);
    }

    fn expand_as(&mut self, ids: &[u32], noting: bool) {
        self.next.clear();
        self.steps.clear();
        self.noted.clear();
        self.ranges.clear();
        self.found = None;
        let shape = self.shape;
        let deaf = self.deaf(ids);
        let (mut down, mut faulty, mut liars) = (0u16, 0, 0u16);
        for (p, flags) in self.tables.processes.iter().enumerate() {
            let flags = flags[ids[p] as usize];
            down |= u16::from(flags & CRASHED != 0) << p;
            faulty += usize::from(flags & FAULTY != 0);
            liars |= u16::from(flags & BYZANTINE != 0) << p;
        }
        let mut live = 0u16;
        for m in 0..shape.memories {
            let crashed = self.tables.memories[ids[shape.memory(m)] as usize];
            live |= u16::from(!crashed) << m;
        }
        self.rest.clear(down, live);
        for p in 0..shape.processes {
            let row = self.row(ids, p, deaf);
            if noting && self.reductions.answers {
                self.answer(ids, p, deaf);
            } else if noting {
                self.note(ids, p, deaf);
            } else {
                self.local(ids, p, row, deaf);
                self.polls(ids, p, row, deaf, live);
                self.arrive(ids, p, deaf);
            }
            self.land(ids, p, self.rows[row].requests & live, deaf);
            if !self.reductions.losses {
                self.lose(ids, p, deaf, down);
            }
        }
        if faulty < shape.f_p && (!self.reductions.crashes || shape.recovers) {
            self.crash_processes(ids, deaf);
        }
        let dead = shape.memories - live.count_ones() as usize;
        if dead < shape.f_m && !self.reductions.crashes {
            self.crash_memories(ids, live, deaf);
        }
        for p in 0..shape.processes {
            if liars & 1 << p != 0 {
                self.lie(ids, p, deaf);
            }
        }
        if shape.eventually != 0 && self.found.is_none() {
            if noting && self.reductions.answers {
                self.judge_rest_answered(ids, faulty, dead, deaf);
            } else if noting {
                self.judge_rest_noted(ids, faulty, dead);
            } else {
                self.judge_rest(ids, faulty, dead, Vec::new());
            }
        }
    }

    /// Whether something was met that does not go together with a reduction; from here on it is
    /// not used, and the search has to begin anew.
    pub(super) fn withdraws(&mut self) -> bool {
        let notes = self.reductions.notes && self.withdrawn;
        let answers = self.reductions.answers && (notes || self.answers.withdrawn);
        if notes {
            self.reductions.notes = false;
        }
        if answers {
            self.reductions.answers = false;
            self.notes = Notes::new(self.shape.processes);
        }
        if notes || answers {
            self.forget_rest();
        }
        notes || answers
    }

    /// What is done before the step at a place in `steps`, and the step.
    pub(super) fn whole_step(&self, k: usize) -> Vec<Step> {
        let mut steps = self.path_of(self.noted[k]);
        steps.push(self.steps[k]);
        steps
    }

    /// The steps at places in `ranges`.
    pub(super) fn path_of(&self, ranges: (u32, u32)) -> Vec<Step> {
        let ranges = &self.ranges[ranges.0 as usize..ranges.1 as usize];
        let paths = ranges
            .iter()
            .flat_map(|r| &self.notes.paths[r.0 as usize..r.1 as usize]);
        paths.copied().collect()
    }

    pub(super) fn locals(&self, row: usize) -> usize {
        self.rows[row].locals.len()
    }

    pub(super) fn local_of(&self, row: usize, k: usize) -> Local {
        self.rows[row].locals[k]
    }

    pub(super) fn quiet(&self, row: usize) -> u16 {
        self.rows[row].quiet
    }

    pub(super) fn is_deaf(&self, p: usize, id: u32) -> bool {
        self.tables.processes[p][id as usize] & DEAF != 0
    }

    pub(super) fn row(&mut self, ids: &[u32], p: usize, deaf: u16) -> usize {
        let id = ids[p] as usize;
        let place = self.row_of[p].iter().position(|(mask, _)| *mask == deaf);
        let place = place.unwrap_or_else(|| {
            self.row_of[p].push((deaf, Vec::new()));
            self.row_of[p].len() - 1
        });
        let known = &mut self.row_of[p][place].1;
        if known.len() <= id {
            known.resize(id + 1, UNKNOWN);
        }
        if known[id] == UNKNOWN {
            known[id] = self.rows.len() as u32;
            let row = self.world.row(&mut self.tables, ids, p);
            let locals = row.locals.capacity() * size_of::<Local>();
            self.row_bytes += size_of::<Row>() + locals;
            self.withdrawn |= !row.polls.is_empty();
            self.rows.push(row);
        }
        self.row_of[p][place].1[id] as usize
    }

    /// Adds the successor that an outcome leads to, and judges the step.
    fn step(
        &mut self,
        ids: &[u32],
        step: Step,
        p: usize,
        outcome: &Outcome,
        inbox: Option<u32>,
        deaf: u16,
    ) {
        self.step_after(ids, (0, 0), step, p, outcome, inbox, deaf);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the search's innermost function: a struct would be built for each of its calls"
    )]
    pub(super) fn step_after(
        &mut self,
        ids: &[u32],
        ranges: (u32, u32),
        step: Step,
        p: usize,
        outcome: &Outcome,
        inbox: Option<u32>,
        deaf: u16,
    ) {
        let shape = self.shape;
        let start = self.next.len();
        self.next.extend_from_slice(ids);
        let inboxes = start + shape.inbox(0);
        if outcome.memory != SAME
            && let Some(m) = step.event.memory()
        {
            self.next[start + shape.memory(m.0 as usize)] = outcome.memory;
        }
        if let Some(inbox) = inbox {
            self.next[inboxes + p] = inbox;
        }
        for k in outcome.sent.0..outcome.sent.1 {
            let sent = self.tables.sent[k as usize];
            if deaf & 1 << sent.to == 0 {
                let at = inboxes + sent.to as usize;
                self.next[at] = self.insert(self.next[at], sent.packet);
            }
        }
        if outcome.process != SAME {
            self.next[start + p] = outcome.process;
            if self.tables.processes[p][outcome.process as usize] & DEAF != 0 {
                self.next[inboxes + p] = NO_MESSAGES;
            }
        }
        if shape.ignoring {
            let mut next = std::mem::take(&mut self.next);
            self.tidy(&mut next[start..]);
            self.next = next;
        }
        self.steps.push(step);
        self.noted.push(ranges);
        let mut broken = outcome.broken;
        let asked = outcome.woken & (shape.always | self.unseen);
        if asked != 0 {
            let after = &self.next[start..];
            let told = self
                .world
                .judge(ids, step.event, outcome.facts, after, asked);
            self.unseen &= !told;
            broken |= told & shape.always;
        }
        if broken != 0 && self.found.is_none() {
            self.found = Some(Found {
                steps: self.whole_step(self.steps.len() - 1),
                broken,
                ending: None,
            });
        }
    }

    pub(super) fn insert(&mut self, inbox: u32, packet: u32) -> u32 {
        let at = key(inbox, packet);
        self.inserted.get(at).unwrap_or_else(|| {
            let more = self.world.insert(inbox, packet);
            self.inserted.insert(at, more);
            more
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let memos = [
            &self.effects,
            &self.deliveries,
            &self.losses,
            &self.crashes,
            &self.poll_steps,
            &self.poll_masks,
        ];
        let memos: usize = memos.into_iter().flatten().map(Memo::bytes).sum();
        let row_of = self.row_of.iter().flatten();
        let row_of: usize = row_of.map(|(_, v)| v.capacity() * size_of::<u32>()).sum();
        memos
            + self.row_bytes
            + row_of
            + self.inserted.bytes()
            + self.memory_crashes.bytes()
            + self.outcomes.capacity() * size_of::<Outcome>()
            + self.tables.sent.capacity() * size_of::<super::world::Sent>()
            + self.rest.bytes()
            + self.notes.bytes()
            + self.answers.bytes()
            + self.unheeded.bytes()
            + self.world.bytes()
    }
}
