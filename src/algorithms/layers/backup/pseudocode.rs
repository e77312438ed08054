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
pub fn pseudocode<L>() -> [CodeLine<Line<L>>; 4] {
    [
        CodeLine {
            line: Line::Start,
            text: "follow every process;  run the algorithm over T-send and T-receive",
        },
        CodeLine {
            line: Line::Send,
            text: "T-send(dst, m): k ← k + 1;  broadcast(k, (dst, m, H)), H = my history",
        },
        CodeLine {
            line: Line::Judge,
            text: "upon deliver(k, (dst, m, H), q): once all in H is delivered, reject q unless A allows it",
        },
        CodeLine {
            line: Line::Receive,
            text: "  if me ∈ dst: T-receive(m, q)",
        },
    ]
}
