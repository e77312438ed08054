//! `symmetry`: runs that differ in the memories' names alone are one.
//!
//! An algorithm with [`symmetric_memories`](crate::model::Facts::symmetric_memories) treats all
//! memories alike: renaming the memories in a state and in an event renames them in the state
//! after it, and no property tells memories apart. So of all the states that differ by a renaming
//! one is enough: what one of them reaches, the others reach renamed. The one that is kept has
//! its memories in a fixed order; where nothing orders them, the least of a few is kept. Keeping
//! more than one of them would cost time, not truth.
//!
//! A counterexample is found among the kept states; its events are told with the names of the
//! state where the search began.

use super::super::graph::Graph;
use super::super::memo::Memo;
use crate::model::{Algorithm, Flight, MemoryId, Owner, Parked, Process, ThreadId, fingerprint};

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

/// What a process has to do with one memory, as far as the model knows it: its lane and the thread
/// of that name, whatever the memory's number. Memories are put in order by it; it need not tell
/// all of them apart.
pub(in crate::explore) fn column<A: Algorithm>(
    algorithm: &A,
    process: &Process<A>,
    memory: MemoryId,
) -> u32 {
    let mut map: Vec<MemoryId> = (0..process.lanes.len() as u8).map(MemoryId).collect();
    map.swap(0, memory.0 as usize);
    let first = renamed(algorithm, process, &map);
    let thread = first.thread(ThreadId::memory(MemoryId(0)));
    fingerprint(&(first.lane(MemoryId(0)), thread)) as u32
}

/// The most orders that are tried among memories that nothing else tells apart.
const MOST_ORDERS: usize = 24;
const UNKNOWN: u32 = u32::MAX;

/// Finds the state that stands for all those that differ by a renaming.
#[derive(Debug)]
pub(in crate::explore) struct Symmetry {
    memories: usize,
    /// The renamings met so far, and their numbers by their digits.
    maps: Vec<Vec<MemoryId>>,
    numbers: Memo,
    /// For each process and renaming, the number of each number renamed; none where not known yet.
    known: Vec<Vec<Vec<u32>>>,
    /// For each process, the columns of each of its numbers.
    columns: Vec<Vec<u32>>,
    signs: Vec<(u64, u8)>,
    best: Vec<u32>,
    tried: Vec<u32>,
}

impl Symmetry {
    pub(in crate::explore) fn new(processes: usize, memories: usize) -> Self {
        Symmetry {
            memories,
            maps: Vec::new(),
            numbers: Memo::new(),
            known: vec![Vec::new(); processes],
            columns: vec![Vec::new(); processes],
            signs: Vec::new(),
            best: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Replaces a state by the one that stands for it: its memories in the order of what every
    /// process has to do with them, and of what they hold; among equals, the least in numbers.
    pub(in crate::explore) fn least(&mut self, graph: &mut Graph, ids: &mut [u32]) {
        let n = self.known.len();
        let m = self.memories;
        let mut signs = std::mem::take(&mut self.signs);
        signs.clear();
        signs.extend((0..m).map(|k| (u64::from(ids[n + k]) << 32, k as u8)));
        for (p, id) in ids[..n].iter().enumerate() {
            let at = *id as usize * m;
            if self.columns[p].get(at).is_none_or(|c| *c == UNKNOWN) {
                self.learn(graph, p, *id);
            }
            for (sign, column) in signs.iter_mut().zip(&self.columns[p][at..at + m]) {
                let mixed = (sign.0 as u32 ^ column).wrapping_mul(0x9E37_79B1);
                sign.0 = sign.0 & !0xFFFF_FFFF | u64::from(mixed ^ mixed >> 15);
            }
        }
        signs.sort_unstable();
        let ties = signs.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if ties {
            self.least_of_ties(graph, ids, &mut signs);
        } else if signs
            .iter()
            .enumerate()
            .any(|(k, sign)| sign.1 as usize != k)
        {
            self.rename(graph, ids, &signs);
            ids.copy_from_slice(&self.tried);
        }
        self.signs = signs;
    }

    /// Tries every order of memories that have the same sign.
    #[cold]
    fn least_of_ties(&mut self, graph: &mut Graph, ids: &mut [u32], signs: &mut [(u64, u8)]) {
        self.rename(graph, ids, signs);
        self.best.clear();
        self.best.extend_from_slice(&self.tried);
        for _ in 1..MOST_ORDERS {
            if !next_order(signs) {
                break;
            }
            self.rename(graph, ids, signs);
            if self.tried < self.best {
                self.best.copy_from_slice(&self.tried);
            }
        }
        ids.copy_from_slice(&self.best);
    }

    /// Renames a state into `self.tried`, so that memory `signs[k]` becomes memory `k`.
    fn rename(&mut self, graph: &mut Graph, ids: &[u32], signs: &[(u64, u8)]) {
        let n = self.known.len();
        self.tried.clear();
        self.tried.extend_from_slice(ids);
        let digits = signs.iter().fold(0, |code, s| code << 4 | u64::from(s.1));
        let which = match self.numbers.get(digits) {
            Some(which) => which as usize,
            None => self.add(signs, digits),
        };
        for (k, sign) in signs.iter().enumerate() {
            self.tried[n + k] = ids[n + sign.1 as usize];
        }
        for (p, id) in ids[..n].iter().enumerate() {
            let known = &mut self.known[p][which];
            let place = *id as usize;
            if known.len() <= place {
                known.resize(place + 1, UNKNOWN);
            }
            if known[place] == UNKNOWN {
                known[place] = graph.renamed(p, *id, &self.maps[which]);
            }
            self.tried[p] = known[place];
        }
    }

    #[cold]
    fn add(&mut self, signs: &[(u64, u8)], digits: u64) -> usize {
        let mut map = vec![MemoryId(0); signs.len()];
        for (k, sign) in signs.iter().enumerate() {
            map[sign.1 as usize] = MemoryId(k as u8);
        }
        let which = self.maps.len();
        self.maps.push(map);
        self.numbers.insert(digits, which as u32);
        for known in &mut self.known {
            known.push(Vec::new());
        }
        which
    }

    #[cold]
    fn learn(&mut self, graph: &Graph, p: usize, id: u32) {
        let at = id as usize * self.memories;
        let columns = &mut self.columns[p];
        if columns.len() < at + self.memories {
            columns.resize(at + self.memories, UNKNOWN);
        }
        for k in 0..self.memories {
            let column = graph.world().column(p, id, MemoryId(k as u8));
            columns[at + k] = column & !(1 << 31);
        }
    }

    pub(in crate::explore) fn bytes(&self) -> usize {
        let known = self.known.iter().flatten().chain(&self.columns);
        known.map(|known| known.capacity() * size_of::<u32>()).sum()
    }
}

/// The next order, of those that keep the signs sorted; false after the last.
fn next_order(signs: &mut [(u64, u8)]) -> bool {
    let mut end = signs.len();
    while end > 0 {
        let sign = signs[end - 1].0;
        let start = signs.partition_point(|s| s.0 < sign);
        if next_permutation(&mut signs[start..end]) {
            return true;
        }
        end = start;
    }
    false
}

/// The next permutation in the order of the places; false (and back to the first) after the last.
fn next_permutation(group: &mut [(u64, u8)]) -> bool {
    let Some(rise) = group.windows(2).rposition(|pair| pair[0].1 < pair[1].1) else {
        group.reverse();
        return false;
    };
    let after = group.iter().rposition(|s| s.1 > group[rise].1);
    group.swap(rise, after.unwrap_or(rise));
    group[rise + 1..].reverse();
    true
}
