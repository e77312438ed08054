//! The messages of Paxos and of Preferential Paxos as 16-bit numbers and as text, for a liar to
//! choose from.
//!
//! From the highest bit: 3 for the kind, 4 for a number, 4 for another, 5 for a value (26: none).

use super::quorum::{Copied, Evidence, LEADER, Proposed};
use crate::algorithms::message::PaxosMessage;
use crate::model::{Adversary, Value};

const NO_VALUE: u16 = 26;
/// The kind of a set-up message; the number is its class.
const SETUP: u16 = 6;

fn pack(kind: u16, n: u16, na: u16, value: Option<Value>) -> Option<u16> {
    let value = value.map_or(NO_VALUE, |v| u16::from(v.0));
    (n < 16 && na < 16 && value <= NO_VALUE).then_some(kind << 13 | n << 9 | na << 5 | value)
}

fn unpack(number: u16) -> (u16, u16, u16, Option<Value>) {
    let value = number & 31;
    (
        number >> 13,
        number >> 9 & 15,
        number >> 5 & 15,
        (value < NO_VALUE).then_some(Value(value as u8)),
    )
}

/// The number of a message of Paxos.
pub fn paxos_number(message: &PaxosMessage) -> Option<u16> {
    match *message {
        PaxosMessage::Prepare(n) => pack(0, n, 0, None),
        PaxosMessage::Promise(n, None) => pack(1, n, 0, None),
        PaxosMessage::Promise(n, Some((na, va))) => pack(1, n, na, Some(va)),
        PaxosMessage::Accept(n, v) => pack(2, n, 0, Some(v)),
        PaxosMessage::Accepted(n) => pack(3, n, 0, None),
        PaxosMessage::Reject(n, np) => pack(4, n, np, None),
        PaxosMessage::Decided(v) => pack(5, 0, 0, Some(v)),
    }
}

/// The message of Paxos with a number.
pub fn paxos_message(number: u16) -> Option<PaxosMessage> {
    let (kind, n, na, value) = unpack(number);
    let message = match (kind, value) {
        (0, None) => PaxosMessage::Prepare(n),
        (1, None) => PaxosMessage::Promise(n, None),
        (1, Some(va)) => PaxosMessage::Promise(n, Some((na, va))),
        (2, Some(v)) => PaxosMessage::Accept(n, v),
        (3, None) => PaxosMessage::Accepted(n),
        (4, None) => PaxosMessage::Reject(n, na),
        (5, Some(v)) => PaxosMessage::Decided(v),
        _ => return None,
    };
    (paxos_number(&message) == Some(number)).then_some(message)
}

/// The number of a claim of a class (0: B, 1: M, 2: T) for a value.
pub fn setup_number(class: u16, value: Value) -> Option<u16> {
    pack(SETUP, class, 0, Some(value)).filter(|_| class < 3)
}

/// The class and value that a set-up claim is about.
pub fn setup(number: u16) -> Option<(u16, Value)> {
    match unpack(number) {
        (SETUP, class @ 0..3, 0, Some(value)) => Some((class, value)),
        _ => None,
    }
}

/// The evidence that a claim comes with: the best that is known for its value, with the
/// adversary's own signatures; where that is not enough, the claim is a forgery.
pub fn evidence(
    (class, value): (u16, Value),
    known: impl Iterator<Item = Evidence>,
    keys: &Adversary,
) -> Option<Evidence> {
    match class {
        0 => Some(Evidence::Bare(value)),
        1 => {
            let held = known.filter_map(|evidence| match evidence {
                Evidence::Leader(signed) if signed.content().0 == value => Some(signed),
                _ => None,
            });
            let liars = keys.liars();
            let signer = if liars.contains(LEADER) {
                Some(LEADER)
            } else {
                liars.iter().next()
            };
            let own = || keys.sign(signer?, Proposed(value));
            let best = held.into_iter().next().or_else(own)?;
            Some(Evidence::Leader(best))
        }
        _ => {
            let own = keys.liars().iter().map(|p| keys.sign(p, Copied(value)));
            let held = known.map(|evidence| match evidence {
                Evidence::Proof(copies) if copies.content().0 == value => Some(copies),
                _ => None,
            });
            let all = own.chain(held).flatten();
            let joined = all.reduce(|a, b| a.join(&b).unwrap_or(a))?;
            Some(Evidence::Proof(joined))
        }
    }
}

/// A claim as text, as messages are shown.
pub fn text(number: u16) -> String {
    if let Some((class, value)) = setup(number) {
        let class = ['B', 'M', 'T'][usize::from(class)];
        return format!("set-up({class}({value}))");
    }
    match paxos_message(number) {
        Some(message) => message.to_string(),
        None => number.to_string(),
    }
}

/// [`text`] backwards.
pub fn named(text: &str) -> Option<u16> {
    let (name, rest) = text.split_once('(')?;
    let rest = rest.strip_suffix(')')?;
    let letter = |text: &str| {
        let mut letters = text.chars();
        let value = Value::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(value)
    };
    if name == "set-up" {
        let (class, value) = rest.strip_suffix(')')?.split_once('(')?;
        let class = ["B", "M", "T"].iter().position(|c| *c == class)?;
        return setup_number(class as u16, letter(value)?);
    }
    let parts: Vec<&str> = rest.split(',').map(str::trim).collect();
    let number = |k: usize| parts.get(k)?.parse::<u16>().ok();
    let message = match (name, parts.len()) {
        ("prepare", 1) => PaxosMessage::Prepare(number(0)?),
        ("promise", 3) if parts[1..] == ["-", "-"] => PaxosMessage::Promise(number(0)?, None),
        ("promise", 3) => PaxosMessage::Promise(number(0)?, Some((number(1)?, letter(parts[2])?))),
        ("accept", 2) => PaxosMessage::Accept(number(0)?, letter(parts[1])?),
        ("accepted", 1) => PaxosMessage::Accepted(number(0)?),
        ("reject", 2) => PaxosMessage::Reject(number(0)?, number(1)?),
        ("decided", 1) => PaxosMessage::Decided(letter(parts[0])?),
        _ => return None,
    };
    paxos_number(&message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number that is a message is that message's, and its text names it again.
    #[test]
    fn numbers_messages_and_texts_agree() {
        let mut messages = 0;
        for number in 0..=u16::MAX {
            if paxos_message(number).is_some() || setup(number).is_some() {
                messages += 1;
                assert_eq!(named(&text(number)), Some(number), "{}", text(number));
            }
        }
        assert!(messages > 1_000);
    }
}
