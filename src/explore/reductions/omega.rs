//! `omega`: states that differ only in Omega's output at a process that asks for it are one.
//!
//! Omega may say anything, and change its mind at any time: at a process that waits for it, a
//! [`Leader`](crate::model::Event::Leader) event to every other output is enabled, changes the
//! output and nothing else, and can be undone in the same way. So all the states that differ only
//! in this output reach each other, and every event that one of them has is a step of the class:
//! the class's steps are the events under each output, the change of Omega just before them taken
//! along. Outputs at processes that do not ask are kept, since they cannot change. So exactly the
//! same classes are reached, by runs that differ in changes of Omega alone.
//!
//! `always` properties may not look at the output at a process that asks. `eventually` ones may:
//! at rest they are judged under every output under which the process still has nothing to do.

use crate::model::{Algorithm, Part, Process, ProcessId, State, System};

/// The process with a fixed output, if the search need not tell its outputs apart.
pub(in crate::explore) fn forget<A: Algorithm>(
    system: &System<A>,
    id: ProcessId,
    process: &Process<A>,
) -> Option<Process<A>> {
    let told_apart = process.leader == ProcessId(0) || !system.asks_omega(id, process);
    (!told_apart).then(|| Process {
        leader: ProcessId(0),
        ..process.clone()
    })
}

/// The state with another output of Omega at one process.
pub(in crate::explore) fn led<A: Algorithm>(
    state: &State<A>,
    at: ProcessId,
    leader: ProcessId,
) -> State<A> {
    let mut state = state.clone();
    let part = &mut state.processes[at.0 as usize];
    if part.leader != leader {
        *part = Part::new(Process {
            leader,
            ..(**part).clone()
        });
    }
    state
}
