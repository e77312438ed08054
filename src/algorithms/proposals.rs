//! Numbered proposals: numbers that no two processes share, what was accepted under them, and
//! limits on attempts.

use crate::model::{Config, ProcessId, UNBOUNDED, Value};

/// A proposal that was accepted, if one was: its number and its value.
pub type Accepted = Option<(u16, Value)>;

/// An accepted proposal as text: `(1,a)`, or `-`.
pub fn pair(accepted: Accepted) -> String {
    match accepted {
        Some((number, value)) => format!("({number},{value})"),
        None => "-".to_owned(),
    }
}

/// The accepted proposal with the higher number.
pub fn later(one: Accepted, other: Accepted) -> Accepted {
    if other.map(|a| a.0) > one.map(|a| a.0) {
        other
    } else {
        one
    }
}

/// The smallest number above all seen that is a process's own: of n, p1 has 1, 1+n, 1+2n, …
pub fn next_number(n: u8, me: ProcessId, seen: u16) -> u16 {
    let n = u16::from(n);
    let own = u16::from(me.0) + 1;
    if seen < own {
        own
    } else {
        own + ((seen - own) / n + 1) * n
    }
}

/// Whether a limit on attempts allows another after so many.
pub fn allows(limit: u8, made: u16) -> bool {
    limit == UNBOUNDED || made < u16::from(limit)
}

/// Whether a process that made so many attempts may begin another.
pub fn has_attempts(config: &Config, me: ProcessId, made: u16) -> bool {
    allows(config.attempts_of(me), made)
}
