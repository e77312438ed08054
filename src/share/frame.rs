//! What every text begins with: its version, how long it is, and a check of it all.

use super::coder::{RADIX, character, digit};

/// The most characters that are looked at.
pub(super) const MOST_CHARACTERS: usize = 100_000;
/// A digit from here on says that another follows.
const MORE: u64 = RADIX / 2;
/// How many characters the check has.
const CHECK: u32 = 5;

/// A text taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The digits of its body that are there.
    pub(super) body: Vec<u8>,
    /// How many it is said to have.
    pub(super) claimed: usize,
    /// What is wrong with it as a text.
    pub(super) flaw: Option<FrameFlaw>,
    /// Characters that follow it.
    pub(super) extra: usize,
}

/// What is wrong with a text before it is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameFlaw {
    /// Characters are missing at the end.
    Cut,
    /// A character that no text has, at that place, counted from 1.
    Foreign(usize, char),
    /// The check does not fit.
    Damaged,
}

fn check(version: char, body: &[u8]) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[version as u8]);
    hasher.update(body);
    u64::from(hasher.finalize()) % RADIX.pow(CHECK)
}

/// Puts a text together.
pub(super) fn seal(version: char, body: &[u8]) -> String {
    let mut text = String::with_capacity(body.len() + 10);
    text.push(version);
    let mut length = body.len() as u64;
    while length >= MORE {
        text.push(character((MORE + length % MORE) as u8));
        length /= MORE;
    }
    text.push(character(length as u8));
    let mut check = check(version, body);
    for _ in 0..CHECK {
        text.push(character((check % RADIX) as u8));
        check /= RADIX;
    }
    text.extend(body.iter().map(|d| character(*d)));
    text
}

/// Takes the text after its version apart; nothing, if not even its check is whole.
pub(super) fn unseal(version: char, rest: &str) -> Option<Frame> {
    let mut characters = rest.chars().zip(2..);
    let mut next = || {
        let (c, _) = characters.next()?;
        digit(c).map(u64::from)
    };
    let mut claimed = 0;
    let mut unit = 1;
    loop {
        let d = next()?;
        claimed += unit * (d % MORE);
        unit *= MORE;
        if d < MORE {
            break;
        }
        if claimed > MOST_CHARACTERS as u64 || unit > MORE.pow(4) {
            return None;
        }
    }
    let mut told = 0;
    for k in 0..CHECK {
        told += RADIX.pow(k) * next()?;
    }
    let claimed = claimed as usize;
    let mut body = Vec::with_capacity(claimed.min(rest.len()));
    let mut flaw = None;
    let mut extra = 0;
    for (c, place) in characters {
        if flaw.is_some() || body.len() == claimed {
            // Punctuation after the text is what it was quoted in.
            extra += usize::from(c.is_alphanumeric());
        } else if let Some(d) = digit(c) {
            body.push(d);
        } else {
            flaw = Some(FrameFlaw::Foreign(place, c));
        }
    }
    if flaw.is_some() {
        extra = 0;
    } else if body.len() < claimed {
        flaw = Some(FrameFlaw::Cut);
    } else if check(version, &body) != told {
        flaw = Some(FrameFlaw::Damaged);
    }
    Some(Frame {
        body,
        claimed,
        flaw,
        extra,
    })
}
