//! Adversaries: who chooses what happens next. One strategy a file.

mod lockstep;
mod random;
mod slow;
mod stubborn;

pub use lockstep::Lockstep;
pub use random::Random;
pub use slow::Slow;
pub use stubborn::{Stubborn, stubborn_steps};

use serde::{Deserialize, Serialize};

use super::Trace;
use crate::model::Event;

/// Who chose a step.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Origin {
    /// The user, or a strategy that does not sign its choices.
    #[default]
    User,
    /// [`Lockstep`].
    Lockstep,
    /// [`Random`].
    Random(Draw),
}

/// Where a random schedule stands.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Draw {
    /// Its seed.
    pub seed: u64,
    /// Whether it injects faults.
    pub faults: bool,
    /// How many numbers it has drawn before.
    pub drawn: u64,
}

/// A strategy that chooses events by itself. What is held it never touches.
pub trait Adversary {
    /// The next event at the trace's playhead; none when the strategy has nothing left to do.
    fn choose(&mut self, trace: &Trace) -> Option<Event>;

    /// What stands beside the next choice as its origin.
    fn origin(&self) -> Origin {
        Origin::User
    }
}
