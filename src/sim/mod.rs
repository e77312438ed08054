//! Simulation: machines without their algorithm's types, traces with branches, delays, adversaries
//! and the session that scenario text, links and the page all drive.
//!
//! A [`Machine`] erases the algorithm: events go in, plain data comes out. Everything else here is
//! written once, for all algorithms.

mod adversary;
mod beside;
mod clock;
mod happening;
mod hold;
mod knowledge;
mod levels;
mod machine;
mod registry;
mod session;
mod state_view;
mod trace;
mod undo;

pub use adversary::{Adversary, Draw, Lockstep, Origin, Random, Slow, Stubborn, stubborn_steps};
pub use beside::{
    Beside, Pace, Pair, at_delay, config_beside, delays_over, first_parting, is_carried,
};
pub use clock::{Clock, Flying, Leg, Traffic};
pub use happening::{Happening, OperationView, ResponseView};
pub use hold::{Hold, Side};
pub use knowledge::{Experience, experience, first_difference, happens_at, looks_the_same};
pub use levels::{BroadcastSpan, CopySpan, Levels, News, OperationSpan};
pub use machine::{Info, Machine, Outcome, PropertyInfo, Snapshot};
pub use registry::{Entry, algorithms, bring_algorithms, find};
pub use session::{Session, Standing, Stop};
pub use state_view::{
    FlightView, LaneView, MemoryView, MessageView, ProcessView, RegionView, RegisterView,
    StateView, ThreadView, Waiting,
};
pub use trace::{Branch, Choice, Fork, NodeId, Step, StepError, Trace};
pub use undo::DeleteError;
