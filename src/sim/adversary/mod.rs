//! Adversaries: who chooses what happens next. One strategy a file.

mod lockstep;
mod random;
mod slow;
mod stubborn;

pub use lockstep::Lockstep;
pub use random::Random;
pub use slow::Slow;
pub use stubborn::Stubborn;

use super::Trace;
use crate::model::Event;

/// A strategy that chooses events by itself. What is held it never touches.
pub trait Adversary {
    /// The next event at the trace's playhead; none when the strategy has nothing left to do.
    fn choose(&mut self, trace: &Trace) -> Option<Event>;
}
