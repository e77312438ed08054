//! What is known about an algorithm before it runs, and how it is shown.

use serde::Serialize;

/// One line of pseudocode as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLine<L: 'static> {
    /// The line, as the state machine names it.
    pub line: L,
    /// The text, with two spaces of indentation for each level.
    pub text: &'static str,
}

impl<L: Copy> CodeLine<L> {
    /// A line.
    pub const fn new(line: L, text: &'static str) -> Self {
        CodeLine { line, text }
    }

    /// The same line among those of an algorithm that this one is a part of.
    pub fn within<K>(&self, line: impl Fn(L) -> K) -> CodeLine<K> {
        CodeLine {
            line: line(self.line),
            text: self.text,
        }
    }
}

/// A variation on an algorithm: one pseudocode line left out or bent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// Its id in scenario text and links, such as `no-barrier`.
    pub id: &'static str,
    /// One sentence: what is different.
    pub title: &'static str,
    /// The number (from 1) of the pseudocode line that it touches.
    pub line: u8,
    /// The property that it breaks; empty for one that mends a candidate that is broken without it.
    pub breaks: &'static str,
    /// The smallest scope in which a search finds the break, as `setup` arguments.
    pub scope: &'static str,
}

/// A named value for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// The name, as in the pseudocode.
    pub name: &'static str,
    /// The value, as text.
    pub text: String,
}

impl Field {
    /// A field of anything that can be shown.
    pub fn new(name: &'static str, value: impl std::fmt::Display) -> Self {
        Field {
            name,
            text: value.to_string(),
        }
    }
}

/// What is known about an algorithm before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its name in full.
    pub name: &'static str,
    /// One sentence: what it shows.
    pub shows: &'static str,
    /// The paper and section it follows.
    pub source: &'static str,
    /// The bound on processes, such as `n >= f_P + 1`.
    pub processes: &'static str,
    /// The bound on memories, such as `m >= 2 f_M + 1`; `m = 0` for message passing.
    pub memories: &'static str,
    /// Delays to the first decision in the common case; 0 where it does not apply.
    pub common_case_delays: u8,
    /// The fewest memories that it can run with.
    pub least_memories: u8,
    /// The most memories that it can run with.
    pub most_memories: u8,
    /// Whether processes may be Byzantine.
    pub byzantine: bool,
    /// Whether a crashed process can come back.
    pub recovers: bool,
    /// Whether memories can be renamed without changing anything.
    pub symmetric_memories: bool,
}

impl Facts {
    /// The most faults that a bound such as `n >= 2 f_P + 1` allows among `count`; 0 for a bound
    /// of another form, such as `m = 0`.
    ///
    /// The bound is written once, as it is shown, so that what is shown and what is assumed
    /// cannot differ.
    pub fn most_faults(bound: &str, count: u8) -> u8 {
        let factor_and_rest = |text: &str| -> Option<(u8, u8)> {
            let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let (_, right) = compact.split_once(">=")?;
            let (factor, rest) = right.split_once('f')?;
            let factor = if factor.is_empty() {
                1
            } else {
                factor.parse().ok()?
            };
            let (_, more) = rest.split_once('+')?;
            Some((factor, more.parse().ok()?))
        };
        match factor_and_rest(bound) {
            Some((factor @ 1.., more)) => count.saturating_sub(more) / factor,
            _ => 0,
        }
    }
}
