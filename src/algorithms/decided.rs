//! ⟨decided, v⟩: how whoever decided tells the others, and what they do with it.

use crate::model::{Algorithm, Config, Out, ProcessId, Value};

/// ⟨decided, v⟩, where it is the only message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decided(
    /// v
    pub Value,
);

impl std::fmt::Display for Decided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "decided({})", self.0)
    }
}

/// Decides by an own proposal, and tells the others.
pub fn decide<A: Algorithm>(
    config: &Config,
    out: &mut Out<'_, A>,
    (value, proposal): (Value, u16),
    message: &A::Message,
) {
    out.decide(value, proposal);
    out.send_to(config.others(out.me), message);
}

/// upon ⟨decided, v⟩: decide v; tell the rest; stop. Its sender may have crashed before the rest
/// heard of it, and whoever stopped is no use as a leader.
pub fn learn<A: Algorithm>(
    config: &Config,
    out: &mut Out<'_, A>,
    (from, value): (ProcessId, Value),
    message: &A::Message,
) {
    out.decide(value, 0);
    let rest = config.others(out.me).filter(|q| *q != from);
    out.send_to(rest, message);
    out.stop();
}
