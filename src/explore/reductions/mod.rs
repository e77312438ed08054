//! The reductions, each with the argument why it changes no verdict and no reachable decision.
//! `tests/explore.rs` compares each with the search that has none; `tests/messages.rs` looks at what
//! is left out of messages.

pub(super) mod answers;
pub(super) mod crashes;
pub(super) mod dead;
pub(super) mod losses;
pub(super) mod notes;
pub(super) mod omega;
pub(super) mod symmetry;
