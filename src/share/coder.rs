//! A range coder over letters and digits: choices in, text out, each choice at the price of its
//! odds.
//!
//! Its own rather than a library's, because the ones there are write bytes or words. Bytes would
//! have to be put into text as one long number or in groups: the first loses the prefix of a link
//! that was cut, the second wastes part of each group. This one writes the 62 letters and digits
//! directly: no punctuation for a chat or Markdown to eat, and what is there of a cut link still
//! tells exactly those choices that no missing character could change.
//!
//! Links stand on this for ever: **what a choice is written as never changes.**

/// The characters, in the order of the digits that they are.
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// How many characters there are.
pub(super) const RADIX: u64 = 62;
/// 62^9: a narrower range is widened by another digit.
const NARROW: u64 = RADIX.pow(9);
/// 62^10: the whole range.
const WHOLE: u64 = RADIX.pow(10);
/// The most values that one choice can have.
pub(super) const MOST_VALUES: u32 = 1 << 24;

/// The character of a digit.
pub(super) fn character(digit: u8) -> char {
    ALPHABET[digit as usize % ALPHABET.len()] as char
}

/// The digit that a character is, if it is one.
pub(super) fn digit(character: char) -> Option<u8> {
    match character {
        '0'..='9' => Some(character as u8 - b'0'),
        'A'..='Z' => Some(character as u8 - b'A' + 10),
        'a'..='z' => Some(character as u8 - b'a' + 36),
        _ => None,
    }
}

/// The digits that are there do not tell the next choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

/// One description of what is written serves both directions: a [`Writer`] writes the values it is
/// given and returns them; a [`Reader`] ignores what it is given and returns what it reads.
pub(super) trait Code {
    /// One of `count` values, all alike: log2(count) bits.
    fn uniform(&mut self, count: u32, value: u32) -> Result<u32, Exhausted>;

    /// One of the values with these odds.
    fn weighted(&mut self, odds: &[u32], value: u32) -> Result<u32, Exhausted>;

    /// Something that is true once in sixteen times.
    fn rarely(&mut self, value: bool) -> Result<bool, Exhausted> {
        Ok(self.weighted(&[15, 1], value.into())? == 1)
    }

    /// A number below 2^`count`.
    fn bits(&mut self, count: u32, value: u64) -> Result<u64, Exhausted> {
        let mut out = 0;
        let mut left = count;
        while left > 0 {
            let now = left.min(16);
            left -= now;
            let chunk = (value >> left) as u32 & ((1 << now) - 1);
            out = out << now | u64::from(self.uniform(1 << now, chunk)?);
        }
        Ok(out)
    }

    /// A number that is small as a rule: twice its bits, and one.
    fn number(&mut self, value: u64) -> Result<u64, Exhausted> {
        let bits = u64::BITS - value.leading_zeros();
        let mut length = 0;
        while length < u64::BITS && self.uniform(2, (length < bits).into())? == 1 {
            length += 1;
        }
        if length == 0 {
            return Ok(0);
        }
        let lead = 1 << (length - 1);
        Ok(lead | self.bits(length - 1, value & (lead - 1))?)
    }
}

/// Where a value lies in odds: what is before it, and its own share.
fn share(odds: &[u32], value: u32) -> (u32, u32) {
    let before = odds[..value as usize].iter().sum();
    (before, odds[value as usize])
}

/// Writes choices.
#[derive(Debug)]
pub(super) struct Writer {
    low: u64,
    range: u64,
    digits: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Writer {
            low: 0,
            range: WHOLE,
            digits: Vec::new(),
        }
    }

    fn narrow(&mut self, before: u32, own: u32, total: u32) {
        let unit = self.range / u64::from(total);
        let skipped = unit * u64::from(before);
        self.low += skipped;
        // The last value has what the division left over.
        self.range = if before + own == total {
            self.range - skipped
        } else {
            unit * u64::from(own)
        };
        self.carry();
        while self.range < NARROW {
            self.digits.push((self.low / NARROW) as u8);
            self.low = self.low % NARROW * RADIX;
            self.range *= RADIX;
        }
    }

    fn carry(&mut self) {
        if self.low < WHOLE {
            return;
        }
        self.low -= WHOLE;
        for digit in self.digits.iter_mut().rev() {
            if u64::from(*digit) + 1 < RADIX {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
    }

    /// The digits of the shortest number that tells all choices; zeros at the end are left out.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let end = self.low + self.range;
        let mut unit = WHOLE;
        let mut number = self.low.next_multiple_of(unit);
        while number >= end {
            unit /= RADIX;
            number = self.low.next_multiple_of(unit);
        }
        self.low = number;
        self.carry();
        let mut unit = NARROW;
        while unit > 0 {
            self.digits.push((self.low / unit % RADIX) as u8);
            unit /= RADIX;
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self.digits
    }
}

impl Code for Writer {
    fn uniform(&mut self, count: u32, value: u32) -> Result<u32, Exhausted> {
        assert!(
            value < count && count <= MOST_VALUES,
            "{value} is not one of {count} values"
        );
        self.narrow(value, 1, count);
        Ok(value)
    }

    fn weighted(&mut self, odds: &[u32], value: u32) -> Result<u32, Exhausted> {
        let (before, own) = share(odds, value);
        self.narrow(before, own, odds.iter().sum());
        Ok(value)
    }
}

/// Reads choices.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    digits: &'a [u8],
    next: usize,
    code: u64,
    /// How much greater `code` could be for what is missing.
    unknown: u64,
    range: u64,
    cut: bool,
}

impl<'a> Reader<'a> {
    /// A reader of these digits; where the text is `cut`, what follows them is unknown, else it is
    /// zeros.
    pub(super) fn new(digits: &'a [u8], cut: bool) -> Self {
        let mut reader = Reader {
            digits,
            next: 0,
            code: 0,
            unknown: 0,
            range: WHOLE,
            cut,
        };
        for _ in 0..10 {
            reader.digit();
        }
        reader
    }

    fn digit(&mut self) {
        let digit = self.digits.get(self.next).copied();
        self.next += 1;
        self.code = self.code * RADIX + u64::from(digit.unwrap_or(0));
        self.unknown *= RADIX;
        if digit.is_none() && self.cut {
            self.unknown += RADIX - 1;
        }
    }

    /// The least and the greatest slot in which the code may lie.
    fn slots(&self, total: u32) -> (u32, u32) {
        let unit = self.range / u64::from(total);
        let slot = |code: u64| (code / unit).min(u64::from(total) - 1) as u32;
        (slot(self.code), slot(self.code + self.unknown))
    }

    fn narrow(&mut self, before: u32, own: u32, total: u32) {
        let unit = self.range / u64::from(total);
        let skipped = unit * u64::from(before);
        self.code -= skipped;
        self.range = if before + own == total {
            self.range - skipped
        } else {
            unit * u64::from(own)
        };
        while self.range < NARROW {
            self.range *= RADIX;
            self.digit();
        }
    }
}

impl Code for Reader<'_> {
    fn uniform(&mut self, count: u32, _value: u32) -> Result<u32, Exhausted> {
        assert!(
            (1..=MOST_VALUES).contains(&count),
            "a choice among {count} values"
        );
        let (least, greatest) = self.slots(count);
        if least != greatest {
            return Err(Exhausted);
        }
        self.narrow(least, 1, count);
        Ok(least)
    }

    fn weighted(&mut self, odds: &[u32], _value: u32) -> Result<u32, Exhausted> {
        let total = odds.iter().sum();
        let value_of = |slot: u32| {
            let mut value = 0;
            while share(odds, value).0 + odds[value as usize] <= slot {
                value += 1;
            }
            value
        };
        let (least, greatest) = self.slots(total);
        let value = value_of(least);
        if value != value_of(greatest) {
            return Err(Exhausted);
        }
        let (before, own) = share(odds, value);
        self.narrow(before, own, total);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn choices() -> impl Strategy<Value = Vec<(u32, u32)>> {
        let one = prop_oneof![1u32..9, 1u32..300, Just(MOST_VALUES)];
        let choice = one.prop_flat_map(|count| (Just(count), 0..count));
        proptest::collection::vec(choice, 0..200)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(choices in choices(), numbers in any::<Vec<u64>>()) {
            let mut writer = Writer::new();
            for (count, value) in &choices {
                let _ = writer.uniform(*count, *value);
                let _ = writer.rarely(value % 2 == 0);
            }
            for n in &numbers {
                let _ = writer.number(*n);
            }
            let digits = writer.finish();
            let mut reader = Reader::new(&digits, false);
            for (count, value) in &choices {
                prop_assert_eq!(reader.uniform(*count, 0), Ok(*value));
                prop_assert_eq!(reader.rarely(false), Ok(value % 2 == 0));
            }
            for n in &numbers {
                prop_assert_eq!(reader.number(0), Ok(*n));
            }
        }

        #[test]
        fn a_cut_text_tells_nothing_wrong(choices in choices(), at in any::<usize>()) {
            let mut writer = Writer::new();
            for (count, value) in &choices {
                let _ = writer.uniform(*count, *value);
            }
            let digits = writer.finish();
            let mut reader = Reader::new(&digits[..at % (digits.len() + 1)], true);
            for (count, value) in &choices {
                match reader.uniform(*count, 0) {
                    Ok(read) => prop_assert_eq!(read, *value),
                    Err(Exhausted) => break,
                }
            }
        }
    }

    #[test]
    fn a_choice_costs_its_share_of_a_character() {
        let mut writer = Writer::new();
        for k in 0..1000 {
            let _ = writer.uniform(8, k * 5 % 8);
        }
        // 3000 bits at 5.954 a character.
        assert_eq!(writer.finish().len(), 504);
    }
}
