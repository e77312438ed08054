//! Which states are at rest, and what must hold there.
//!
//! A state is at rest when nothing but faults, time-outs and the oracle is left to happen. Some
//! reductions keep states apart from their rest: a crash not explored, a loss not explored, an
//! output of Omega not chosen. Here these are made good: what is judged is the state with the crash,
//! the loss and the output, and each such state is judged once.

use super::graph::Ending;
use super::memo::Memo;
use super::options::Reductions;
use super::store::Layout;
use super::world::{NO_MESSAGES, Shape, Tables, World};
use crate::model::{Event, MemoryId, ProcessId};

/// What could still happen in a state, by whom it could be stopped.
#[derive(Debug)]
pub(super) struct Rest {
    shape: Shape,
    down: u16,
    live: u16,
    /// For each process, the outputs of Omega under which it has nothing to do by itself.
    quiet: Vec<u16>,
    /// For each process, the memories that would show its polls something new.
    polls: Vec<u16>,
    /// For each process, the memories where its request can land.
    lands: Vec<u16>,
    /// For each process, the senders whose messages can arrive.
    arrives: Vec<u16>,
    /// Those that can have crashed: sets of processes and sets of memories, smallest first.
    sets: Vec<(u16, u16)>,
    wiped: Vec<Memo>,
    filtered: Memo,
    gone: Memo,
    judged: Seen,
    at_rest: Vec<u32>,
}

/// The states judged so far.
#[derive(Debug)]
struct Seen {
    layout: Layout,
    words: Vec<u64>,
    table: super::store::Table,
}

impl Rest {
    pub(super) fn new(shape: Shape) -> Self {
        let n = shape.processes;
        let subsets = |count: usize, most: usize| {
            let all = (0..1u32 << count).filter(move |s| s.count_ones() as usize <= most);
            let mut all: Vec<u16> = all.map(|s| s as u16).collect();
            all.sort_by_key(|s| (s.count_ones(), *s));
            all
        };
        let mut sets = Vec::new();
        for memories in subsets(shape.memories, shape.f_m) {
            let some = subsets(n, shape.f_p);
            sets.extend(some.into_iter().map(|processes| (processes, memories)));
        }
        sets.sort_by_key(|(p, m)| (p.count_ones() + m.count_ones(), *p, *m));
        Rest {
            shape,
            down: 0,
            live: 0,
            quiet: vec![0; n],
            polls: vec![0; n],
            lands: vec![0; n],
            arrives: vec![0; n],
            sets,
            wiped: (0..n).map(|_| Memo::new()).collect(),
            filtered: Memo::new(),
            gone: Memo::new(),
            judged: Seen {
                layout: Layout::new(&shape),
                words: Vec::new(),
                table: super::store::Table::new(),
            },
            at_rest: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self, down: u16, live: u16) {
        self.down = down;
        self.live = live;
        self.polls.fill(0);
        self.lands.fill(0);
        self.arrives.fill(0);
    }

    #[inline]
    pub(super) fn quiet(&mut self, process: usize, outputs: u16) {
        self.quiet[process] = outputs;
    }

    /// What a process has left to do after its notes.
    pub(super) fn pause(&mut self, process: usize, quiet: u16, arrives: u16) {
        self.quiet[process] = quiet;
        self.arrives[process] = arrives;
    }

    /// Who has crashed.
    pub(super) fn down(&self) -> u16 {
        self.down
    }

    #[inline]
    pub(super) fn polls(&mut self, process: usize, memory: usize) {
        self.polls[process] |= 1 << memory;
    }

    #[inline]
    pub(super) fn lands(&mut self, process: usize, memory: usize) {
        self.lands[process] |= 1 << memory;
    }

    #[inline]
    pub(super) fn arrives(&mut self, process: usize, from: usize) {
        self.arrives[process] |= 1 << from;
    }

    /// Whether nothing is left to happen once these have crashed and what can be lost is lost.
    fn rests(&self, reductions: Reductions, processes: u16, memories: u16) -> bool {
        let lost = if reductions.losses { self.down } else { 0 };
        let gone = processes | lost;
        // A crashed process's requests can be lost unless it may come back to wait for them.
        let silent = if self.shape.recovers {
            processes
        } else {
            processes | lost
        };
        (0..self.shape.processes).all(|p| {
            let crashed = processes & 1 << p != 0;
            let idle = crashed || self.quiet[p] != 0 && self.polls[p] & !memories == 0;
            let landed = silent & 1 << p != 0 || self.lands[p] & !memories == 0;
            let lossy = self.shape.lossy && reductions.losses;
            let arrived = crashed || lossy || self.arrives[p] & !gone == 0;
            idle && landed && arrived
        })
    }

    /// Judges the state in every way in which it can be at rest.
    pub(super) fn judge(
        &mut self,
        world: &mut dyn World,
        tables: &mut Tables,
        reductions: Reductions,
        ids: &[u32],
        (faulty, dead): (usize, usize),
    ) -> Option<(u32, Ending)> {
        if faulty > self.shape.f_p || dead > self.shape.f_m {
            return None;
        }
        let busy = (0..self.shape.processes).filter(|p| self.quiet[*p] == 0);
        let busy = busy.fold(0u16, |mask, p| mask | 1 << p);
        let sets = if reductions.crashes {
            self.sets.len()
        } else {
            1
        };
        for k in 0..sets {
            let (processes, memories) = self.sets[k];
            let fits = processes.count_ones() as usize + faulty <= self.shape.f_p
                && memories.count_ones() as usize + dead <= self.shape.f_m
                && memories & !self.live == 0
                && (processes == 0 || !self.shape.recovers)
                && busy & !processes == 0;
            if !fits || !self.rests(reductions, processes, memories) {
                continue;
            }
            let of_faulty =
                |p: usize| tables.processes[p][ids[p] as usize] & super::world::FAULTY != 0;
            if (0..self.shape.processes).any(|p| processes & 1 << p != 0 && of_faulty(p)) {
                continue;
            }
            self.settle(world, tables, reductions, ids, (processes, memories));
            if !self.judged.is_new(&self.at_rest) {
                continue;
            }
            if let Some(found) = self.judge_outputs(world, (processes, memories)) {
                return Some(found);
            }
        }
        None
    }

    /// Works out the state in which these have crashed and what can be lost is lost.
    fn settle(
        &mut self,
        world: &mut dyn World,
        tables: &mut Tables,
        reductions: Reductions,
        ids: &[u32],
        (processes, memories): (u16, u16),
    ) {
        let shape = self.shape;
        self.at_rest.clear();
        self.at_rest.extend_from_slice(ids);
        if !reductions.losses {
            return;
        }
        let gone = processes | self.down;
        for p in 0..shape.processes {
            let crashed = processes & 1 << p != 0;
            let left = self.down & 1 << p != 0 && !shape.recovers;
            if crashed || left {
                let at = u64::from(ids[p]);
                self.at_rest[p] = match self.wiped[p].get(at) {
                    Some(wiped) => wiped,
                    None => {
                        let wiped = world.wiped(tables, ids, p);
                        self.wiped[p].insert(at, wiped);
                        wiped
                    }
                };
            }
            let place = shape.inbox(p);
            if crashed || shape.lossy {
                self.at_rest[place] = NO_MESSAGES;
            } else if ids[place] != NO_MESSAGES && gone != 0 {
                let at = u64::from(ids[place]) << 16 | u64::from(gone);
                self.at_rest[place] = match self.filtered.get(at) {
                    Some(filtered) => filtered,
                    None => {
                        let filtered = world.filtered(ids[place], gone);
                        self.filtered.insert(at, filtered);
                        filtered
                    }
                };
            }
        }
        for m in 0..shape.memories {
            if memories & 1 << m != 0 {
                let place = shape.memory(m);
                let at = u64::from(ids[place]);
                self.at_rest[place] = match self.gone.get(at) {
                    Some(gone) => gone,
                    None => {
                        let event = Event::CrashMemory(MemoryId(m as u8));
                        let gone = world.outcome(tables, ids, None, event).memory;
                        self.gone.insert(at, gone);
                        gone
                    }
                };
            }
        }
    }

    /// Judges the settled state under every output of Omega under which it is at rest.
    fn judge_outputs(
        &mut self,
        world: &mut dyn World,
        crashed: (u16, u16),
    ) -> Option<(u32, Ending)> {
        let open = (0..self.shape.processes)
            .filter(|p| crashed.0 & 1 << p == 0 && self.quiet[*p].count_ones() > 1);
        let open: Vec<usize> = open.collect();
        // Where one output is left it may still not be the one that stands in the state.
        let fixed = (0..self.shape.processes)
            .filter(|p| crashed.0 & 1 << p == 0 && self.quiet[*p].count_ones() == 1)
            .map(|p| (p, ProcessId(self.quiet[p].trailing_zeros() as u8)));
        let mut leaders: Vec<(usize, ProcessId)> = fixed.collect();
        let settled = leaders.len();
        let mut choice = vec![0usize; open.len()];
        loop {
            leaders.truncate(settled);
            for (p, k) in open.iter().zip(&choice) {
                let mut outputs = self.quiet[*p];
                for _ in 0..*k {
                    outputs &= outputs - 1;
                }
                leaders.push((*p, ProcessId(outputs.trailing_zeros() as u8)));
            }
            let broken = world.judge_rest(&self.at_rest, &leaders);
            if broken != 0 {
                return Some((broken, Ending { crashed, leaders }));
            }
            let mut place = 0;
            loop {
                if place == open.len() {
                    return None;
                }
                choice[place] += 1;
                if choice[place] < self.quiet[open[place]].count_ones() as usize {
                    break;
                }
                choice[place] = 0;
                place += 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let memos: usize = self.wiped.iter().map(Memo::bytes).sum();
        memos
            + self.filtered.bytes()
            + self.judged.words.capacity() * size_of::<u64>()
            + self.judged.table.bytes()
    }
}

impl Seen {
    fn is_new(&mut self, ids: &[u32]) -> bool {
        if !self.layout.fits(ids) {
            let wider = self.layout.wider(ids);
            self.words = super::store::repacked(&self.words, &self.layout, &wider);
            self.layout = wider;
            self.table.rebuild(&self.words, self.layout.words());
        }
        let words = self.layout.words();
        let start = self.words.len();
        self.words.resize(start + words, 0);
        let (old, new) = self.words.split_at_mut(start);
        self.layout.pack(ids, new);
        let found = self.table.find_or_insert(old, new);
        if found.is_some() {
            self.words.truncate(start);
        }
        found.is_none()
    }
}
