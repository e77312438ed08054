//! Random runs, which go first: they find shallow and common violations in no time.
//!
//! Each run is drawn with weights of its own (Groce and others, *Swarm Testing*, ISSTA 2012): in
//! one, a process is slow, in another, messages are; so that together they go further apart than
//! runs drawn evenly.

use rand::Rng;
use rand_pcg::Pcg32;

use super::graph::{Found, Graph};
use super::options::Options;
use super::world::Step;
use crate::model::Event;

/// The most steps of one run.
const LONGEST: usize = 400;
/// The stream of the generator that these runs use.
const STREAM: u64 = 0x5EA7_C4E5;

/// Makes random runs.
#[derive(Debug)]
pub(super) struct Walker {
    generator: Pcg32,
    wanted: u32,
    made: u32,
    steps: Vec<Step>,
    here: Vec<u32>,
    processes: Vec<u32>,
    kinds: [u32; 8],
    weights: Vec<u32>,
}

impl Walker {
    pub(super) fn new(options: &Options) -> Self {
        Walker {
            generator: Pcg32::new(options.seed, STREAM),
            wanted: options.walks,
            made: 0,
            steps: Vec::new(),
            here: Vec::new(),
            processes: Vec::new(),
            kinds: [0; 8],
            weights: Vec::new(),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.made >= self.wanted
    }

    /// How many runs were made.
    pub(super) fn made(&self) -> u32 {
        self.made
    }

    /// Makes no more runs.
    pub(super) fn stop(&mut self) {
        self.wanted = self.made;
    }

    fn below(&mut self, bound: u32) -> u32 {
        // The high half of a product: even enough, and the same everywhere.
        ((u64::from(self.generator.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    fn begin(&mut self, start: &[u32], processes: usize) {
        self.steps.clear();
        self.here.clear();
        self.here.extend_from_slice(start);
        self.processes.clear();
        for _ in 0..processes {
            let weight = [1, 4, 16, 64][self.below(4) as usize];
            self.processes.push(weight);
        }
        for kind in 0..self.kinds.len() {
            self.kinds[kind] = [1, 4, 16][self.below(3) as usize];
        }
    }

    fn weight(&self, event: Event) -> u32 {
        let kind = match event {
            Event::Deliver { .. } => 0,
            Event::Effect { .. } => 1,
            Event::Return { .. } => 2,
            Event::Proceed { .. } | Event::Coin { .. } => 3,
            Event::Timeout { .. } => 4,
            Event::Leader { .. } => 5,
            Event::Byzantine { .. } => 6,
            _ => 7,
        };
        let process = event.process().map_or(1, |p| self.processes[p.0 as usize]);
        // Faults are rare, or every run would be short.
        let rarely = if kind == 7 { 1 } else { 8 };
        self.kinds[kind] * process * rarely
    }

    /// Goes on for about so many steps; the violation found, if there is one, and how to get there.
    pub(super) fn advance(
        &mut self,
        graph: &mut Graph,
        start: &[u32],
        budget: u64,
    ) -> (u64, Option<(Vec<Step>, Found)>) {
        let mut spent = 0;
        while spent < budget && !self.is_over() {
            if self.here.is_empty() {
                self.begin(start, graph.shape.processes);
            }
            spent += 1;
            graph.expand_singly(&self.here);
            if let Some(found) = graph.found.take() {
                let mut steps = std::mem::take(&mut self.steps);
                steps.extend_from_slice(&found.steps);
                return (spent, Some((steps, found)));
            }
            if graph.steps.is_empty() || self.steps.len() >= LONGEST {
                self.here.clear();
                self.made += 1;
                continue;
            }
            self.weights.clear();
            let mut sum = 0;
            for step in &graph.steps {
                sum += self.weight(step.event);
                self.weights.push(sum);
            }
            let drawn = self.below(sum);
            let chosen = self.weights.partition_point(|upto| *upto <= drawn);
            self.steps.push(graph.steps[chosen]);
            let parts = self.here.len();
            let at = chosen * parts;
            self.here.copy_from_slice(&graph.next[at..at + parts]);
        }
        (spent, None)
    }
}
