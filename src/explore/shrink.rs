//! Making a run that violates a property shorter: events that the violation does not need go.

use super::world::World;
use crate::model::Event;

/// The run without as many of its events as can be left out one group after the other (large
/// groups first, from the end), while the same property is still violated.
pub(super) fn shrunk(world: &dyn World, events: Vec<Event>, property: u32) -> Vec<Event> {
    let Some(mut best) = world.violates(&events, property) else {
        return events;
    };
    let mut group = (best.len() / 2).max(1);
    loop {
        let before = best.len();
        let mut end = best.len();
        while end > 0 {
            let from = end.saturating_sub(group);
            let mut fewer = best[..from].to_vec();
            fewer.extend_from_slice(&best[end..]);
            match world.violates(&fewer, property) {
                Some(shorter) if shorter.len() < best.len() => {
                    end = from.min(shorter.len());
                    best = shorter;
                }
                _ => end = from,
            }
        }
        if group > 1 {
            group /= 2;
        } else if best.len() == before {
            return best;
        }
    }
}
