//! The states found so far: each packed into as few bits as its numbers need, and a table to find
//! them again.
//!
//! The states stand in the order in which they were found, which is the order in which a
//! breadth-first search visits them: the frontier is the end of the list, and costs nothing. The
//! table holds places in the list, not states, and half a hash to pass by most of the others; what
//! is found is compared in full.

use super::world::Shape;
use crate::model::scramble;

/// Where in its words each number of a state stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    fields: Vec<Field>,
    words: usize,
    /// Parts whose numbers come from one list, and so have one width: (first, count).
    kinds: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    word: u8,
    shift: u8,
    width: u8,
}

impl Layout {
    pub(super) fn new(shape: &Shape) -> Self {
        let (n, m) = (shape.processes, shape.memories);
        let mut kinds: Vec<(usize, usize)> = (0..n).map(|p| (p, 1)).collect();
        kinds.push((n, m));
        kinds.push((n + m, n));
        let widths = (0..n)
            .map(|_| 12)
            .chain((0..m).map(|_| 7))
            .chain((0..n).map(|_| 3));
        Layout::of(widths, kinds)
    }

    fn of(widths: impl Iterator<Item = u8>, kinds: Vec<(usize, usize)>) -> Self {
        let (mut word, mut shift) = (0, 0);
        let fields = widths.map(|width| {
            if shift + width > 64 {
                word += 1;
                shift = 0;
            }
            let field = Field { word, shift, width };
            shift += width;
            field
        });
        let fields: Vec<Field> = fields.collect();
        Layout {
            words: fields.last().map_or(1, |f| f.word as usize + 1),
            fields,
            kinds,
        }
    }

    /// How many words a state takes.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Whether every number has room.
    pub(super) fn fits(&self, ids: &[u32]) -> bool {
        let over = self.fields.iter().zip(ids);
        over.fold(0, |over, (f, id)| over | id >> f.width) == 0
    }

    /// A layout with room for these numbers, and some to spare.
    pub(super) fn wider(&self, ids: &[u32]) -> Self {
        let mut widths: Vec<u8> = self.fields.iter().map(|f| f.width).collect();
        for (first, count) in &self.kinds {
            let kind = *first..first + count;
            let most = ids[kind.clone()].iter().copied().max().unwrap_or(0);
            let needed = (32 - most.leading_zeros()) as u8;
            if widths.get(*first).is_some_and(|width| needed > *width) {
                widths[kind].fill((needed + 1).min(32));
            }
        }
        Layout::of(widths.into_iter(), self.kinds.clone())
    }

    /// Packs a state into `into`, which is all zero.
    #[inline]
    pub(super) fn pack(&self, ids: &[u32], into: &mut [u64]) {
        for (field, id) in self.fields.iter().zip(ids) {
            into[field.word as usize] |= u64::from(*id) << field.shift;
        }
    }

    /// The numbers of a packed state.
    #[inline]
    pub(super) fn unpack(&self, words: &[u64], ids: &mut [u32]) {
        for (field, id) in self.fields.iter().zip(ids) {
            let bits = words[field.word as usize] >> field.shift;
            *id = (bits & ((1 << field.width) - 1)) as u32;
        }
    }
}

/// Packed states in another layout.
pub(super) fn repacked(words: &[u64], from: &Layout, to: &Layout) -> Vec<u64> {
    let mut ids = vec![0; from.fields.len()];
    let count = words.len() / from.words;
    let mut out = vec![0; count * to.words];
    for (old, new) in words.chunks(from.words).zip(out.chunks_mut(to.words)) {
        from.unpack(old, &mut ids);
        to.pack(&ids, new);
    }
    out
}

/// The hash of a packed state.
#[inline]
pub(super) fn hash(words: &[u64]) -> u64 {
    let mut h = 0x9E37_79B9_7F4A_7C15;
    for word in words {
        h = scramble(h ^ word);
    }
    h
}

/// An open-addressing table of places in a list of states.
#[derive(Debug)]
pub(super) struct Table {
    /// Half of the hash above, the place plus one below; 0 is free.
    slots: Vec<u64>,
    len: usize,
}

impl Table {
    pub(super) fn new() -> Self {
        Table {
            slots: vec![0; 1 << 10],
            len: 0,
        }
    }

    /// Brings the slot's line into the cache, while other work goes on.
    #[inline]
    pub(super) fn touch(&self, hash: u64) -> u64 {
        self.slots[hash as usize & (self.slots.len() - 1)]
    }

    /// The place of the state with this hash for which `is` holds; or else it is put in at
    /// `place`.
    #[inline]
    pub(super) fn find_or_put(
        &mut self,
        hash: u64,
        place: u32,
        mut is: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let tag = hash >> 32;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                self.slots[at] = tag << 32 | (u64::from(place) + 1);
                self.len += 1;
                return None;
            }
            let found = (slot as u32).wrapping_sub(1);
            if slot >> 32 == tag && is(found) {
                return Some(found);
            }
            at = (at + 1) & mask;
        }
    }

    /// Whether one more would make it too full.
    pub(super) fn is_full(&self) -> bool {
        self.len * 8 >= self.slots.len() * 7
    }

    /// Bytes that it will take once it has grown.
    pub(super) fn grown_bytes(&self) -> usize {
        2 * self.bytes()
    }

    /// Empties the table, with `slots` slots from now on (a power of two).
    pub(super) fn reset(&mut self, slots: usize) {
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        self.len = 0;
    }

    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Puts in a state that is known not to be there.
    #[inline]
    pub(super) fn put(&mut self, hash: u64, place: u32) {
        self.find_or_put(hash, place, |_| false);
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// As [`Table::find_or_put`], for states one after the other in `list`.
    pub(super) fn find_or_insert(&mut self, list: &[u64], state: &[u64]) -> Option<u32> {
        let words = state.len();
        if self.is_full() {
            let twice = self.slots() * 2;
            self.reset(twice);
            self.fill(list, words);
        }
        let place = (list.len() / words) as u32;
        self.find_or_put(hash(state), place, |k| {
            let at = k as usize * words;
            list[at..at + words] == *state
        })
    }

    /// Puts in all of a list anew, whose states have changed their words.
    pub(super) fn rebuild(&mut self, list: &[u64], words: usize) {
        self.reset(self.slots());
        self.fill(list, words);
    }

    fn fill(&mut self, list: &[u64], words: usize) {
        for (place, state) in list.chunks(words).enumerate() {
            self.put(hash(state), place as u32);
        }
    }
}

/// How many states stand together: lists grow by so many at a time, without being copied.
const CHUNK: usize = 1 << 15;

/// The states found, where each was found from, and the table to find them again.
#[derive(Debug)]
pub(super) struct Store {
    layout: Layout,
    chunks: Vec<Vec<u64>>,
    parents: Vec<Vec<u32>>,
    len: usize,
    table: Table,
}

impl Store {
    pub(super) fn new(shape: &Shape) -> Self {
        Store {
            layout: Layout::new(shape),
            chunks: Vec::new(),
            parents: Vec::new(),
            len: 0,
            table: Table::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn words(&self) -> usize {
        self.layout.words()
    }

    /// Makes room for these numbers, if they have none.
    #[inline]
    pub(super) fn make_room(&mut self, ids: &[u32]) {
        if !self.layout.fits(ids) {
            self.widen(ids);
        }
    }

    #[cold]
    fn widen(&mut self, ids: &[u32]) {
        let wider = self.layout.wider(ids);
        for chunk in &mut self.chunks {
            let mut new = repacked(chunk, &self.layout, &wider);
            new.reserve_exact(CHUNK * wider.words() - new.len());
            *chunk = new;
        }
        self.layout = wider;
        self.rebuild(self.table.slots());
    }

    #[cold]
    fn rebuild(&mut self, slots: usize) {
        self.table.reset(slots);
        let words = self.words();
        let mut place = 0;
        for chunk in &self.chunks {
            for state in chunk.chunks(words) {
                self.table.put(hash(state), place);
                place += 1;
            }
        }
    }

    /// Packs a state behind those in `into`.
    #[inline]
    pub(super) fn pack(&self, ids: &[u32], into: &mut Vec<u64>) {
        let start = into.len();
        into.resize(start + self.words(), 0);
        self.layout.pack(ids, &mut into[start..]);
    }

    /// The numbers of the state at a place.
    #[inline]
    pub(super) fn unpack(&self, place: u32, ids: &mut [u32]) {
        self.layout.unpack(self.state(place), ids);
    }

    #[inline]
    fn state(&self, place: u32) -> &[u64] {
        let words = self.words();
        let at = place as usize % CHUNK * words;
        &self.chunks[place as usize / CHUNK][at..at + words]
    }

    /// Where the state at a place was found from; itself at the start.
    pub(super) fn parent(&self, place: u32) -> u32 {
        self.parents[place as usize / CHUNK][place as usize % CHUNK]
    }

    /// Brings the table's line for a hash into the cache.
    #[inline]
    pub(super) fn touch(&self, hash: u64) -> u64 {
        self.table.touch(hash)
    }

    /// Bytes that finding one more state may take.
    pub(super) fn next_bytes(&self) -> usize {
        let chunk = CHUNK * (self.words() * size_of::<u64>() + size_of::<u32>());
        chunk
            + if self.table.is_full() {
                self.table.grown_bytes()
            } else {
                0
            }
    }

    /// Puts in a packed state; its place if it is new.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, state: &[u64], parent: u32) -> Option<u32> {
        if self.table.is_full() {
            self.rebuild(self.table.slots() * 2);
        }
        let words = state.len();
        let place = self.len as u32;
        let chunks = &self.chunks;
        let found = self.table.find_or_put(hash, place, |k| {
            let at = k as usize % CHUNK * words;
            chunks[k as usize / CHUNK][at..at + words] == *state
        });
        if found.is_some() {
            return None;
        }
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK * words));
            self.parents.push(Vec::with_capacity(CHUNK));
        }
        self.chunks[self.len / CHUNK].extend_from_slice(state);
        self.parents[self.len / CHUNK].push(parent);
        self.len += 1;
        Some(place)
    }

    pub(super) fn bytes(&self) -> usize {
        let states = self.chunks.len() * CHUNK * self.words() * size_of::<u64>();
        let parents = self.parents.len() * CHUNK * size_of::<u32>();
        states + parents + self.table.bytes()
    }
}
