//! `dead`: what nobody will ever look at is forgotten.
//!
//! - The content of a response that nobody waits for: when it returns, it frees the way to its
//!   memory, whatever it says.
//! - A read that nobody waits for: landing, it changes nothing, and what returns is ignored. It
//!   counts as landed already. (If its memory is down for ever, it would block the way there; what
//!   waits behind it never lands either way.) Not where processes recover: a crash takes a response
//!   away, but leaves a request in the recovered process's way.
//! - What is under way to a process that stopped: responses, and messages, which it would ignore.
//!
//! In each case the state with and the state without it have the same events (but for the arrival
//! of what is dead), which lead to states that again differ in dead things alone, so every part
//! that is alive goes through the same values. No property looks at dead things.

use crate::model::{Algorithm, Flight, Operation, Owner, Process, Response, Status};

/// The process without what is dead, if anything is.
pub(in crate::explore) fn forget<A: Algorithm>(process: &Process<A>) -> Option<Process<A>> {
    let stopped = process.status == Status::Stopped;
    let dead = |flight: &Flight<A>| match flight {
        Flight::Response(Response::Done) => stopped,
        Flight::Response(_) => true,
        Flight::Request(Operation::Read { .. } | Operation::ReadRow { .. }) => !A::FACTS.recovers,
        Flight::Request(_) => false,
    };
    let any = process.lanes.iter().any(|lane| match &lane.current {
        Some((Owner::Stale, flight)) => dead(flight),
        _ => false,
    });
    if !any {
        return None;
    }
    let mut kept = process.clone();
    for lane in &mut kept.lanes {
        if let Some((Owner::Stale, flight)) = &mut lane.current
            && dead(flight)
        {
            if stopped {
                lane.current = None;
            } else {
                *flight = Flight::Response(Response::Done);
            }
        }
    }
    Some(kept)
}
