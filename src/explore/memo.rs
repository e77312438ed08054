//! A table from small keys to numbers, for what the search computes once and looks up ever after.

use crate::model::scramble;

const EMPTY: u64 = u64::MAX;

/// Open addressing with linear probing; the key `u64::MAX` is not used.
#[derive(Debug)]
pub(super) struct Memo {
    slots: Vec<(u64, u32)>,
    len: usize,
}

impl Memo {
    pub(super) fn new() -> Self {
        Memo {
            slots: vec![(EMPTY, 0); 64],
            len: 0,
        }
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = scramble(key) as usize & mask;
        loop {
            let (found, value) = self.slots[at];
            if found == key {
                return Some(value);
            }
            if found == EMPTY {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a key that is not there yet.
    pub(super) fn insert(&mut self, key: u64, value: u32) {
        if (self.len + 1) * 2 > self.slots.len() {
            let mut twice = vec![(EMPTY, 0); self.slots.len() * 2];
            std::mem::swap(&mut self.slots, &mut twice);
            for (key, value) in twice.into_iter().filter(|(key, _)| *key != EMPTY) {
                self.put(key, value);
            }
        }
        self.put(key, value);
        self.len += 1;
    }

    fn put(&mut self, key: u64, value: u32) {
        let mask = self.slots.len() - 1;
        let mut at = scramble(key) as usize & mask;
        while self.slots[at].0 != EMPTY {
            at = (at + 1) & mask;
        }
        self.slots[at] = (key, value);
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(u64, u32)>()
    }
}
