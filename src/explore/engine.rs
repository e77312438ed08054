//! The search itself: random runs first, then every state, nearest or deepest first.

use super::graph::{Ending, Found, Graph};
use super::options::{Options, Order, Reductions};
use super::reductions::symmetry::Symmetry;
use super::report::{Counterexample, Finder, MISSED, Progress, Report, Verdict};
use super::shrink::shrunk;
use super::store::{Store, hash};
use super::walk::Walker;
use super::world::{Step, World};
use crate::model::Event;

/// How many states are expanded together: their look-ups in the table wait for memory at the same
/// time instead of one after the other.
const BATCH: usize = 16;

/// A search over numbers.
pub(super) struct Engine {
    graph: Graph,
    options: Options,
    reductions: Reductions,
    symmetry: Option<Symmetry>,
    store: Store,
    start: Vec<u32>,
    walker: Walker,
    /// Breadth first: the next state to visit.
    head: u32,
    /// Breadth first: where the next depth begins.
    level: u32,
    /// Depth first: the states to visit, with their depths.
    stack: Vec<(u32, u32)>,
    transitions: u64,
    depth: u32,
    walked: Option<Counterexample>,
    report: Option<Report>,
    ids: Vec<u32>,
    found: Vec<u32>,
    /// What the memos took when last asked; asking takes a while.
    memos: u64,
    batches: u64,
    packed: Vec<u64>,
    hashes: Vec<(u64, u32)>,
}

impl Engine {
    pub(super) fn new(world: Box<dyn World>, reductions: Reductions, options: Options) -> Self {
        let (graph, start, broken) = Graph::new(world, reductions);
        let shape = graph.shape;
        let symmetry = shape
            .symmetric
            .then(|| Symmetry::new(shape.processes, shape.memories));
        let mut engine = Engine {
            store: Store::new(&shape),
            walker: Walker::new(&options),
            symmetry,
            head: 0,
            level: 0,
            stack: Vec::new(),
            transitions: 0,
            depth: 0,
            walked: None,
            report: None,
            ids: vec![0; shape.parts()],
            found: Vec::new(),
            memos: 0,
            batches: 0,
            packed: Vec::new(),
            hashes: Vec::new(),
            graph,
            options,
            reductions,
            start,
        };
        if broken == 0 {
            engine.begin();
        } else {
            let counterexample = Counterexample {
                property: engine.graph.world().property(broken.trailing_zeros()),
                events: Vec::new(),
                by: Finder::Search,
                shortest: true,
            };
            engine.finish(Verdict::Violated, Some(counterexample));
        }
        engine
    }

    /// Begins the search again, without the reductions that turned out not to be possible.
    fn begin_anew(&mut self) {
        self.reductions = self.graph.reductions;
        self.store = Store::new(&self.graph.shape);
        self.transitions = 0;
        self.depth = 0;
        self.begin();
    }

    fn begin(&mut self) {
        let mut first = self.start.clone();
        self.add(&mut first, 0);
        self.head = 0;
        self.level = 1;
        self.stack = vec![(0, 0)];
    }

    fn add(&mut self, ids: &mut [u32], parent: u32) {
        if let Some(symmetry) = &mut self.symmetry {
            symmetry.least(&mut self.graph, ids);
        }
        self.store.make_room(ids);
        self.packed.clear();
        self.store.pack(ids, &mut self.packed);
        self.store.insert(hash(&self.packed), &self.packed, parent);
    }

    /// Goes on for about so many states (or steps of random runs).
    pub(super) fn advance(&mut self, budget: u64) -> Progress {
        let mut left = budget;
        while left > 0 && self.report.is_none() {
            let spent = if self.walker.is_over() {
                self.visit(left)
            } else {
                self.walk(left)
            };
            left = left.saturating_sub(spent);
        }
        self.progress()
    }

    fn walk(&mut self, budget: u64) -> u64 {
        let (spent, found) = self.walker.advance(&mut self.graph, &self.start, budget);
        if let Some((steps, found)) = found {
            let events = self.told(&steps, found.ending.as_ref());
            let place = found.broken.trailing_zeros();
            let counterexample = Counterexample {
                property: self.graph.world().property(place),
                events: shrunk(self.graph.world(), events, place),
                by: Finder::Walk,
                shortest: false,
            };
            self.walker.stop();
            if self.options.order == Order::Depth {
                self.finish(Verdict::Violated, Some(counterexample));
            } else {
                self.walked = Some(counterexample);
            }
        }
        spent
    }

    /// The events behind steps and what follows them.
    fn told(&self, steps: &[Step], ending: Option<&Ending>) -> Vec<Event> {
        let world = self.graph.world();
        let mut events = world.realise(steps);
        if let Some(ending) = ending {
            let lossy = self.graph.shape.lossy;
            events = world.ending(&events, ending.crashed, lossy, &ending.leaders);
        }
        events
    }

    fn visit(&mut self, budget: u64) -> u64 {
        if self.batches.is_multiple_of(16) {
            self.memos = self.graph.bytes() as u64;
        }
        self.batches += 1;
        let bounded = self
            .options
            .states
            .is_some_and(|s| self.store.len() as u64 >= s);
        if bounded || self.is_out_of_memory() {
            self.give_up();
            return 1;
        }
        let mut batch = [(0u32, 0u32); BATCH];
        let count = self.take(&mut batch, budget);
        if count == 0 {
            self.exhausted();
            return 1;
        }
        if self.walked_is_shortest() {
            return 1;
        }
        self.found.clear();
        self.hashes.clear();
        let parts = self.ids.len();
        for (place, _) in &batch[..count] {
            self.store.unpack(*place, &mut self.ids);
            self.graph.expand(&self.ids);
            if self.graph.withdraws() {
                self.begin_anew();
                return 1;
            }
            self.transitions += self.graph.steps.len() as u64;
            if let Some(found) = self.graph.found.take() {
                self.violated(*place, found);
                return count as u64;
            }
            let start = self.found.len();
            self.found.extend_from_slice(&self.graph.next);
            for ids in self.found[start..].chunks_mut(parts) {
                if let Some(symmetry) = &mut self.symmetry {
                    symmetry.least(&mut self.graph, ids);
                }
                self.store.make_room(ids);
                self.hashes.push((0, *place));
            }
        }
        self.packed.clear();
        for (ids, (hashed, _)) in self.found.chunks(parts).zip(&mut self.hashes) {
            let start = self.packed.len();
            self.store.pack(ids, &mut self.packed);
            *hashed = hash(&self.packed[start..]);
        }
        let touched = self
            .hashes
            .iter()
            .fold(0, |t, (h, _)| t ^ self.store.touch(*h));
        std::hint::black_box(touched);
        let words = self.store.words();
        let depth = batch[0].1 + 1;
        self.depth = self.depth.max(batch[0].1);
        for (state, (hash, parent)) in self.packed.chunks(words).zip(&self.hashes) {
            let new = self.store.insert(*hash, state, *parent);
            if let (Some(place), Order::Depth) = (new, self.options.order) {
                self.stack.push((place, depth));
            }
        }
        count as u64
    }

    /// The next states to visit, with their depths.
    fn take(&mut self, batch: &mut [(u32, u32); BATCH], budget: u64) -> usize {
        if self.options.order == Order::Depth {
            return match self.stack.pop() {
                Some(top) => {
                    batch[0] = top;
                    1
                }
                None => 0,
            };
        }
        let found = self.store.len() as u32;
        if self.head == self.level && self.head < found {
            self.level = found;
            self.depth += 1;
        }
        let count = (BATCH as u64)
            .min(budget)
            .min(u64::from(self.level - self.head)) as usize;
        for slot in &mut batch[..count] {
            *slot = (self.head, self.depth);
            self.head += 1;
        }
        count
    }

    fn is_out_of_memory(&self) -> bool {
        let limit = u64::from(self.options.memory) << 20;
        // Any of the memos may double before they are looked at again.
        let next = self.store.next_bytes() as u64 + self.memos / 2;
        self.bytes() + next > limit || self.store.len() >= u32::MAX as usize - 1
    }

    /// Nothing nearer than what a random run found is left: it is a shortest one.
    fn walked_is_shortest(&mut self) -> bool {
        let Some(walked) = &self.walked else {
            return false;
        };
        let leaders = |e: &&Event| matches!(e, Event::Leader { .. });
        let free = if self.reductions.omega {
            walked.events.iter().filter(leaders).count()
        } else {
            0
        };
        let shortest = self.depth as usize + 1 > walked.events.len() - free;
        if shortest {
            let found = Counterexample {
                shortest: true,
                ..walked.clone()
            };
            self.finish(Verdict::Violated, Some(found));
        }
        shortest
    }

    fn exhausted(&mut self) {
        match self.walked.take() {
            Some(walked) => self.finish(Verdict::Violated, Some(walked)),
            None => self.finish(Verdict::HoldsInScope, None),
        }
    }

    fn give_up(&mut self) {
        match self.walked.take() {
            Some(walked) => self.finish(Verdict::Violated, Some(walked)),
            None => self.finish(Verdict::BudgetExhausted, None),
        }
    }

    fn violated(&mut self, place: u32, found: Found) {
        let mut steps = self.steps_to(place);
        // The state kept may be a renaming of the one where the run is: what was found there is
        // found here too, under the names of the start.
        let here = self.ids.clone();
        self.graph.forget_rest();
        self.graph.expand(&here);
        let found = self.graph.found.take().unwrap_or(found);
        steps.extend_from_slice(&found.steps);
        let place = found.broken.trailing_zeros();
        let events = self.told(&steps, found.ending.as_ref());
        let counterexample = Counterexample {
            property: self.graph.world().property(place),
            events: shrunk(self.graph.world(), events, place),
            by: Finder::Search,
            // A step may give answers at several processes first: few steps may be many events.
            shortest: self.options.order == Order::Breadth && !self.reductions.answers,
        };
        self.finish(Verdict::Violated, Some(counterexample));
    }

    /// The steps from the start to the state at a place, with the names of the start.
    fn steps_to(&mut self, place: u32) -> Vec<Step> {
        let mut chain = vec![place];
        let mut at = place;
        while self.store.parent(at) != at {
            at = self.store.parent(at);
            chain.push(at);
        }
        chain.reverse();
        let mut here = self.start.clone();
        let mut target = vec![0; here.len()];
        let mut steps = Vec::with_capacity(chain.len());
        for place in &chain[1..] {
            self.store.unpack(*place, &mut target);
            here = self.step_towards(&here, &target, &mut steps);
        }
        self.ids = here;
        steps
    }

    /// Adds the steps from one state to the one that `target` stands for; that state.
    fn step_towards(&mut self, here: &[u32], target: &[u32], steps: &mut Vec<Step>) -> Vec<u32> {
        self.graph.expand(here);
        let next = self.graph.next.clone();
        for (k, ids) in next.chunks(here.len()).enumerate() {
            let mut least = ids.to_vec();
            if let Some(symmetry) = &mut self.symmetry {
                symmetry.least(&mut self.graph, &mut least);
            }
            if least == target {
                steps.extend(self.graph.whole_step(k));
                return ids.to_vec();
            }
        }
        unreachable!("every state found has a step from the state where it was found");
    }

    fn finish(&mut self, verdict: Verdict, counterexample: Option<Counterexample>) {
        self.memos = self.graph.bytes() as u64;
        let world = self.graph.world();
        let never = (0..32)
            .filter(|k| self.graph.unseen & 1 << k != 0)
            .map(|k| world.property(k))
            .collect();
        self.report = Some(Report {
            verdict,
            counterexample,
            distinct_states: self.store.len() as u64,
            frontier: self.frontier(),
            transitions: self.transitions,
            depth: self.depth,
            reductions: self.reductions.names(),
            never,
            missed: MISSED,
            bytes: self.bytes(),
        });
    }

    fn frontier(&self) -> u64 {
        match self.options.order {
            Order::Breadth => self.store.len() as u64 - u64::from(self.head),
            Order::Depth => self.stack.len() as u64,
        }
    }

    fn bytes(&self) -> u64 {
        let symmetry = self.symmetry.as_ref().map_or(0, Symmetry::bytes);
        let stack = self.stack.capacity() * size_of::<(u32, u32)>();
        (self.store.bytes() + symmetry + stack) as u64 + self.memos
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            done: self.report.is_some(),
            walks: self.walker.made(),
            distinct: self.store.len() as u64,
            frontier: self.frontier(),
            transitions: self.transitions,
            depth: self.depth,
            bytes: self.bytes(),
        }
    }

    pub(super) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Every state found.
    pub(super) fn each(&self, see: &mut dyn FnMut(&dyn World, &[u32])) {
        let mut ids = vec![0; self.ids.len()];
        for place in 0..self.store.len() as u32 {
            self.store.unpack(place, &mut ids);
            see(self.graph.world(), &ids);
        }
    }
}
