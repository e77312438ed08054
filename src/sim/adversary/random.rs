//! Random: every event that can happen may be the next, by a seed that is shown and shared.

use rand::Rng;
use rand_pcg::Pcg32;

use super::{Adversary, Draw, Origin, Trace};
use crate::model::Event;

/// Chooses among the algorithm's and the network's events alike; Omega, time-outs and (where
/// faults are on) faults come up less often, so that runs get somewhere.
///
/// The generator's output is fixed by its crate: a seed means the same run for ever.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Pcg32,
    next: Draw,
}

/// One choice in this many goes to Omega and time-outs, where there are any.
const ONE_IN_WHIMS: u32 = 12;
/// One choice in this many is a fault, where faults are on and within the budget.
const ONE_IN_FAULTS: u32 = 24;

impl Random {
    /// The strategy for a seed, with or without faults.
    pub fn new(seed: u64, faults: bool) -> Self {
        Random::resume(Draw {
            seed,
            faults,
            drawn: 0,
        })
    }

    /// The strategy where it stood before a choice.
    pub fn resume(next: Draw) -> Self {
        let mut generator = Pcg32::new(next.seed, 0x0A02_BDBF_7BB3_C0A7);
        generator.advance(next.drawn);
        Random { generator, next }
    }

    /// A number below `bound`, from one draw.
    fn below(&mut self, bound: u32) -> u32 {
        self.next.drawn = self.next.drawn.wrapping_add(1);
        let draw = u64::from(self.generator.next_u32());
        ((draw * u64::from(bound)) >> 32) as u32
    }
}

impl Adversary for Random {
    fn origin(&self) -> Origin {
        Origin::Random(self.next)
    }

    fn choose(&mut self, trace: &Trace) -> Option<Event> {
        let mut steps = Vec::new();
        let mut whims = Vec::new();
        let mut faults = Vec::new();
        for event in trace.open() {
            if event.is_fault() {
                faults.push(event);
            } else if event.is_progress() {
                steps.push(event);
            } else {
                whims.push(event);
            }
        }
        let fault = self.below(ONE_IN_FAULTS) == 0;
        let whim = self.below(ONE_IN_WHIMS) == 0;
        let list = if self.next.faults && fault && !faults.is_empty() {
            faults
        } else if !whims.is_empty() && (whim || steps.is_empty()) {
            whims
        } else {
            steps
        };
        if list.is_empty() {
            return None;
        }
        let k = self.below(list.len() as u32);
        Some(list[k as usize])
    }
}
