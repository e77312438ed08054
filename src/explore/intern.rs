//! Numbering the values that a part takes: each distinct value is kept once and has a number.
//!
//! Two values are one if they are equal, not if their fingerprints are: a search over numbers
//! confuses no two states.

use std::hash::Hash;

use crate::model::Part;

const EMPTY: u32 = u32::MAX;

/// The distinct values of one kind of part, each with its number.
#[derive(Debug)]
pub(super) struct Interner<T> {
    parts: Vec<Part<T>>,
    slots: Vec<u32>,
}

impl<T: Hash + Clone + PartialEq> Interner<T> {
    pub(super) fn new() -> Self {
        Interner {
            parts: Vec::new(),
            slots: vec![EMPTY; 64],
        }
    }

    /// The number of a value, and whether it is new.
    pub(super) fn number(&mut self, part: &Part<T>) -> (u32, bool) {
        let mask = self.slots.len() - 1;
        let mut at = part.fingerprint() as usize & mask;
        loop {
            let number = self.slots[at];
            if number == EMPTY {
                break;
            }
            if self.parts[number as usize] == *part {
                return (number, false);
            }
            at = (at + 1) & mask;
        }
        let number = self.parts.len() as u32;
        self.parts.push(part.clone());
        self.slots[at] = number;
        if self.parts.len() * 2 > self.slots.len() {
            self.grow();
        }
        (number, true)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![EMPTY; mask + 1];
        for (number, part) in self.parts.iter().enumerate() {
            let mut at = part.fingerprint() as usize & mask;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32;
        }
    }

    /// The value with that number.
    pub(super) fn part(&self, number: u32) -> &Part<T> {
        &self.parts[number as usize]
    }

    /// Bytes in use, without what the values hold outside themselves.
    pub(super) fn bytes(&self) -> usize {
        // A reference count pair stands before each shared value.
        let each = size_of::<Part<T>>() + size_of::<T>() + 2 * size_of::<usize>();
        self.parts.len() * each + self.slots.len() * size_of::<u32>()
    }
}
