//! `symmetry`: runs that differ in the memories' names alone are one.
//!
//! An algorithm with [`symmetric_memories`](crate::model::Facts::symmetric_memories) treats all
//! memories alike: renaming the memories in a state and in an event renames them in the state
//! after it, and no property tells memories apart. So of all the states that differ by a renaming
//! one is enough: what one of them reaches, the others reach renamed. The one that is kept is the
//! least when states are compared as lists of numbers.
//!
//! A counterexample is found among the kept states; its events are told with the names of the
//! state where the search began.

use super::super::graph::Graph;
use crate::model::{Algorithm, Flight, MemoryId, Owner, Parked, Process, ThreadId};

/// The process with memory `i` called `map[i]`.
pub(in crate::explore) fn renamed<A: Algorithm>(
    algorithm: &A,
    process: &Process<A>,
    map: &[MemoryId],
) -> Process<A> {
    let memory = |m: MemoryId| map[m.0 as usize];
    let thread = |t: ThreadId| t.as_memory().map_or(t, |m| ThreadId::memory(memory(m)));
    let owner = |owner: Owner| match owner {
        Owner::Thread(id) => Owner::Thread(thread(id)),
        other => other,
    };
    let mut out = process.clone();
    for (k, lane) in process.lanes.iter().enumerate() {
        let there = &mut out.lanes[map[k].0 as usize];
        *there = lane.clone();
        if let Some((of, Flight::Request(_) | Flight::Response(_))) = &mut there.current {
            *of = owner(*of);
        }
        for (id, _) in &mut there.queue {
            *id = thread(*id);
        }
    }
    for t in &mut out.threads {
        t.id = thread(t.id);
        match &mut t.parked {
            Parked::Response(m) => *m = memory(*m),
            Parked::Quorum(replies) | Parked::Poll(_, replies) => {
                for (m, _) in replies.iter_mut() {
                    *m = memory(*m);
                }
                replies.sort_by_key(|(m, _)| *m);
            }
            Parked::Guard | Parked::Coin => {}
        }
    }
    out.threads.sort_by_key(|t| t.id);
    if let Some(locals) = &mut out.locals {
        algorithm.rename_memories(locals, map);
    }
    out
}

/// Finds the state that stands for all those that differ by a renaming.
#[derive(Debug)]
pub(in crate::explore) struct Symmetry {
    /// Each renaming but the one that changes nothing.
    maps: Vec<Vec<MemoryId>>,
    /// For each process and renaming, the number of each number renamed; none where not known yet.
    known: Vec<Vec<Vec<u32>>>,
    best: Vec<u32>,
    tried: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl Symmetry {
    pub(in crate::explore) fn new(processes: usize, memories: usize) -> Self {
        let mut maps = vec![Vec::new()];
        for k in 0..memories {
            let next = MemoryId(k as u8);
            maps = maps
                .into_iter()
                .flat_map(|map: Vec<MemoryId>| {
                    (0..=map.len()).map(move |at| {
                        let mut longer = map.clone();
                        longer.insert(at, next);
                        longer
                    })
                })
                .collect();
        }
        maps.sort_unstable();
        maps.remove(0);
        Symmetry {
            known: vec![vec![Vec::new(); maps.len()]; processes],
            maps,
            best: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Replaces a state by the one that stands for it.
    pub(in crate::explore) fn least(&mut self, graph: &mut Graph, ids: &mut [u32]) {
        let n = self.known.len();
        self.best.clear();
        self.best.extend_from_slice(ids);
        self.tried.clear();
        self.tried.extend_from_slice(ids);
        for which in 0..self.maps.len() {
            let mut order = std::cmp::Ordering::Equal;
            for (k, to) in self.maps[which].iter().enumerate() {
                self.tried[n + to.0 as usize] = ids[n + k];
            }
            for (p, id) in ids[..n].iter().enumerate() {
                self.tried[p] = self.rename(graph, p, *id, which);
                order = order.then(self.tried[p].cmp(&self.best[p]));
                if order.is_gt() {
                    break;
                }
            }
            let places = n..n + self.maps[which].len();
            if order
                .then_with(|| self.tried[places.clone()].cmp(&self.best[places.clone()]))
                .is_lt()
            {
                self.best.copy_from_slice(&self.tried);
            }
        }
        ids.copy_from_slice(&self.best);
    }

    #[inline]
    fn rename(&mut self, graph: &mut Graph, p: usize, id: u32, which: usize) -> u32 {
        let known = &mut self.known[p][which];
        if let Some(found) = known.get(id as usize)
            && *found != UNKNOWN
        {
            return *found;
        }
        let renamed = graph.renamed(p, id, &self.maps[which]);
        if known.len() <= id as usize {
            known.resize(id as usize + 1, UNKNOWN);
        }
        known[id as usize] = renamed;
        renamed
    }

    pub(in crate::explore) fn bytes(&self) -> usize {
        let all = self.known.iter().flatten();
        all.map(|known| known.capacity() * size_of::<u32>()).sum()
    }
}
