//! Runs for other tools: JSON for any program, ITF for those of the TLA+ world, and a log with
//! vector clocks for ShiViz; and several files as one.
//!
//! Each tells the current run up to its last step, and cannot be read back: for that there are
//! links and scenario text.

mod archive;
mod itf;
mod json;
mod shiviz;

pub use archive::archive;
pub use itf::itf;
pub use json::{SCHEMA, json};
pub use shiviz::shiviz;
