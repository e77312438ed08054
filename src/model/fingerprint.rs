//! Portable 64-bit fingerprints: the same value has the same one natively and in wasm32.
//!
//! `derive(Hash)` feeds lengths as `usize` and variants as `isize`, whose widths differ between
//! targets; [`Fingerprinter`] widens both to 64 bits, and never sees bytes in memory order.

use std::hash::{Hash, Hasher};

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hasher whose result depends on the values fed alone, not on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprinter(u64);

impl Default for Fingerprinter {
    fn default() -> Self {
        Fingerprinter(0x243F_6A88_85A3_08D3)
    }
}

impl Fingerprinter {
    #[inline]
    fn mix(&mut self, word: u64) {
        let h = (self.0 ^ word).wrapping_mul(MULTIPLIER);
        self.0 = h ^ (h >> 29);
    }
}

impl Hasher for Fingerprinter {
    #[inline]
    fn finish(&self) -> u64 {
        scramble(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        self.mix(bytes.len() as u64);
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.mix(u64::from(i));
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.mix(u64::from(i));
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.mix(u64::from(i));
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.mix(i);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.mix(i as u64);
    }
    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.mix(i as i64 as u64);
    }
}

/// Spreads every bit over the whole word (the finishing step of a multiplicative hash).
#[inline]
pub fn scramble(word: u64) -> u64 {
    let mut h = word ^ (word >> 32);
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^ (h >> 32)
}

/// The fingerprint of one value.
pub fn fingerprint<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Fingerprinter::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The fingerprint of a part at a place: the state's fingerprint is the sum of these, so that
/// one event rehashes only the parts that it changed.
#[inline]
pub fn placed(fingerprint: u64, place: usize) -> u64 {
    scramble(fingerprint ^ (place as u64 + 1).wrapping_mul(MULTIPLIER))
}
