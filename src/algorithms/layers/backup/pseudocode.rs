//! The lines of T-send and T-receive, as they are shown.

use crate::algorithms::layers::broadcast;
use crate::model::CodeLine;

/// The lines of the pseudocode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line<L> {
    /// The threads start.
    Start,
    /// The next packet is broadcast.
    Send,
    /// A delivered packet is judged.
    Judge,
    /// A message is T-received.
    Receive,
    /// A line of the broadcast.
    Broadcast(broadcast::Line),
    /// A line of the message algorithm.
    Core(L),
}

/// The pseudocode of the layer, without the broadcast and the message algorithm.
pub fn pseudocode<L: Copy>() -> [CodeLine<Line<L>>; 4] {
    [
        CodeLine::new(
            Line::Start,
            "follow every process;  run the algorithm over T-send and T-receive",
        ),
        CodeLine::new(
            Line::Send,
            "T-send(dst, m): k ← k + 1;  broadcast(k, (dst, m, H)), H = my history",
        ),
        CodeLine::new(
            Line::Judge,
            "upon deliver(k, (dst, m, H), q): once all in H is delivered, reject q unless A allows it",
        ),
        CodeLine::new(Line::Receive, "  if me ∈ dst: T-receive(m, q)"),
    ]
}
