//! Replicated single-writer registers over 2 f_M + 1 memories (P1; algorithms of this family read
//! them as regular registers), one bank for each writer and purpose.

use std::hash::Hash;

use smallvec::SmallVec;

/// A bank of write-once registers, one for each key: `Value[i,1,q]`, `Value[i,2,q]`, … as one.
///
/// A write sets one key's register and leaves the others, so the bank behaves as the separate
/// registers do; it only spares a memory the empty ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bank<T> {
    slots: SmallVec<[(u16, T); 1]>,
}

impl<T> Default for Bank<T> {
    fn default() -> Self {
        Bank {
            slots: SmallVec::new(),
        }
    }
}

impl<T: Clone + PartialEq> Bank<T> {
    /// Just this one register's content: what a write carries.
    pub fn of(key: u16, content: T) -> Self {
        let mut slots = SmallVec::new();
        slots.push((key, content));
        Bank { slots }
    }

    /// The register of a key; none while it is empty.
    pub fn get(&self, key: u16) -> Option<&T> {
        let place = self.slots.binary_search_by_key(&key, |s| s.0).ok()?;
        Some(&self.slots[place].1)
    }

    /// The same with all other keys forgotten.
    #[must_use]
    pub fn key(&self, key: u16) -> Self {
        match self.get(key) {
            Some(content) => Bank::of(key, content.clone()),
            None => Bank::default(),
        }
    }

    /// Stores what was written: each key that it carries.
    pub fn store(&mut self, written: Self) {
        for (key, content) in written.slots {
            match self.slots.binary_search_by_key(&key, |s| s.0) {
                Ok(place) => self.slots[place].1 = content,
                Err(place) => self.slots.insert(place, (key, content)),
            }
        }
    }

    /// Keys and contents, lowest key first.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &T)> {
        self.slots.iter().map(|(key, content)| (*key, content))
    }

    /// Whether every register is empty.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

/// The value of a replicated register as its copies show it: if exactly one distinct non-empty
/// value is seen, that value, else empty. A correct writer writes one value once, so a reader
/// that meets a finished write sees it; a Byzantine writer's differing copies read as empty.
pub fn regular<T: PartialEq>(copies: impl IntoIterator<Item = Option<T>>) -> Option<T> {
    let mut copies = copies.into_iter().flatten();
    let first = copies.next()?;
    copies.all(|copy| copy == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P1's regular register: one distinct value counts, two read as empty.
    #[test]
    fn two_values_read_as_empty() {
        assert_eq!(regular([Some(1), None, Some(1)]), Some(1));
        assert_eq!(regular([Some(1), Some(2), None]), None);
        assert_eq!(regular::<u8>([None, None]), None);
    }

    #[test]
    fn a_write_sets_one_key() {
        let mut bank = Bank::of(2, 'b');
        bank.store(Bank::of(1, 'a'));
        bank.store(Bank::of(2, 'c'));
        assert_eq!(bank.iter().collect::<Vec<_>>(), [(1, &'a'), (2, &'c')]);
        assert_eq!(bank.key(2), Bank::of(2, 'c'));
        assert!(bank.key(3).is_empty());
    }
}
