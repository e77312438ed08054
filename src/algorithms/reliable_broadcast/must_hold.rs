//! What must hold of reliable broadcast by messages.

use super::{Locals, ReliableBroadcast, SENDER};
use crate::algorithms::properties;
use crate::model::{Fact, Kind, Moment, ProcessId, Property, Reach, State};

fn correct(state: &State<ReliableBroadcast>) -> impl Iterator<Item = (ProcessId, &Locals)> {
    let up = state.processes().filter(|(_, p)| p.is_correct());
    up.filter_map(|(id, p)| Some((id, p.locals.as_ref()?)))
}

fn delivers(fact: &Fact<ReliableBroadcast>) -> bool {
    matches!(fact, Fact::Decided { .. })
}

fn integrity(moment: &Moment<'_, ReliableBroadcast>) -> bool {
    let config = moment.system.config();
    let sent = config.input(SENDER);
    let mut decisions = moment.after.decisions();
    config.byzantine.contains(SENDER) || decisions.all(|(_, d)| d.value == sent)
}

pub(super) static PROPERTIES: [Property<ReliableBroadcast>; 5] = [
    properties::agreement(),
    Property {
        id: "integrity",
        says: "What is delivered from a correct sender is what it broadcast.",
        source: "Bracha, 1987: reliable broadcast",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: delivers,
        holds: integrity,
    },
    Property {
        id: "delivery",
        says: "What a correct process broadcasts is delivered by every correct process.",
        source: "Bracha, 1987: reliable broadcast",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let mut all = correct(moment.after);
            let sends = correct(moment.after).any(|(id, _)| id == SENDER);
            !sends || all.all(|(_, locals)| locals.delivered.is_some())
        },
    },
    Property {
        id: "all-or-nothing",
        says: "What one correct process delivers, every correct process delivers.",
        source: "Bracha, 1987: reliable broadcast",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let mut each = correct(moment.after).map(|(_, locals)| locals.delivered.is_some());
            let first = each.next();
            each.all(|delivered| Some(delivered) == first)
        },
    },
    Property {
        id: "someone-delivers",
        says: "Some run delivers a message.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: delivers,
        holds: |moment| moment.facts.iter().any(delivers),
    },
];
