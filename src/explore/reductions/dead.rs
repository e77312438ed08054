//! `dead`: what nobody will ever look at is forgotten.
//!
//! - The content of a response that nobody waits for: when it returns, it frees the way to its
//!   memory, whatever it says.
//! - A read that nobody waits for: landing, it changes nothing, and what returns is ignored. It
//!   counts as landed already. (If its memory is down for ever, it would block the way there; what
//!   waits behind it never lands either way.) Not where processes recover: a crash takes a response
//!   away, but leaves a request in the recovered process's way.
//! - What is under way to a process that stopped: responses, and messages, which it would ignore.
//! - A message that its receiver ignores from now on ([`Algorithm::ignores`]), such as an answer to
//!   an attempt that is over; and one that it would refuse ([`Algorithm::refuses`]) where the
//!   sender ignores that ([`Algorithm::is_over`]).
//!
//! In each case the state with and the state without it have the same events (but for the arrival
//! of what is dead), which lead to states that again differ in dead things alone, so every part
//! that is alive goes through the same values. No property looks at dead things.

use super::super::graph::{Graph, key};
use super::super::memo::Memo;
use super::super::world::{InFlight, NO_MESSAGES};
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

/// What is known of messages that nobody heeds.
#[derive(Debug)]
pub(in crate::explore) struct Unheeded {
    heeded: Vec<Memo>,
    ignored: Vec<Memo>,
    refused: Vec<Memo>,
    refusals: Vec<Box<[InFlight]>>,
    over: Vec<Memo>,
}

impl Unheeded {
    pub(in crate::explore) fn new(processes: usize) -> Self {
        let memos = || (0..processes).map(|_| Memo::new()).collect();
        Unheeded {
            heeded: memos(),
            ignored: memos(),
            refused: memos(),
            refusals: Vec::new(),
            over: memos(),
        }
    }

    pub(in crate::explore) fn bytes(&self) -> usize {
        let memos = [&self.heeded, &self.ignored, &self.refused, &self.over];
        let memos: usize = memos.into_iter().flatten().map(Memo::bytes).sum();
        memos + self.refusals.len() * size_of::<[InFlight; 2]>()
    }
}

impl Graph {
    /// The inbox without what the process ignores.
    pub(super) fn heeded(&mut self, p: usize, process: u32, inbox: u32) -> u32 {
        if inbox == NO_MESSAGES || !self.shape.ignoring {
            return inbox;
        }
        let at = key(process, inbox);
        self.unheeded.heeded[p].get(at).unwrap_or_else(|| {
            let heeded = self.world_mut().heeded(p, process, inbox);
            self.unheeded.heeded[p].insert(at, heeded);
            heeded
        })
    }

    /// Whether a process ignores a message.
    pub(super) fn ignores(&mut self, p: usize, process: u32, packet: u32) -> bool {
        let at = key(process, packet);
        let known = self.unheeded.ignored[p].get(at).unwrap_or_else(|| {
            let ignored = u32::from(self.world().ignores(p, process, packet));
            self.unheeded.ignored[p].insert(at, ignored);
            ignored
        });
        known != 0
    }

    /// Takes the messages out of a state that nobody heeds any more.
    pub(in crate::explore) fn tidy(&mut self, ids: &mut [u32]) {
        if !self.shape.ignoring {
            return;
        }
        for p in 0..self.shape.processes {
            let place = self.shape.inbox(p);
            ids[place] = self.heeded(p, ids[p], ids[place]);
            while ids[place] != NO_MESSAGES {
                let Some(refused) = self.idle_refusal(ids, p) else {
                    break;
                };
                ids[place] = refused.without;
            }
        }
    }

    /// A message that a process refuses and whose sender ignores that.
    fn idle_refusal(&mut self, ids: &[u32], p: usize) -> Option<InFlight> {
        let inbox = ids[self.shape.inbox(p)];
        let at = key(ids[p], inbox);
        let list = self.unheeded.refused[p].get(at).unwrap_or_else(|| {
            let list = self.world_mut().refused(p, ids[p], inbox);
            let number = self.unheeded.refusals.len() as u32;
            self.unheeded.refusals.push(list.into());
            self.unheeded.refused[p].insert(at, number);
            number
        });
        for k in 0..self.unheeded.refusals[list as usize].len() {
            let flying = self.unheeded.refusals[list as usize][k];
            let q = flying.from.0 as usize;
            let at = key(ids[q], flying.packet);
            let over = self.unheeded.over[q].get(at).unwrap_or_else(|| {
                let over = u32::from(self.world().is_over(q, ids[q], flying.packet));
                self.unheeded.over[q].insert(at, over);
                over
            });
            if over != 0 {
                return Some(flying);
            }
        }
        None
    }
}
