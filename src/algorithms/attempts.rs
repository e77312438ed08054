//! Proposal numbers that no two processes share, and limits on attempts.

use crate::model::{Config, ProcessId, UNBOUNDED};

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

/// Whether a process that made so many attempts may begin another.
pub fn has_attempts(config: &Config, me: ProcessId, made: u16) -> bool {
    let limit = config.attempts_of(me);
    limit == UNBOUNDED || made < u16::from(limit)
}
