//! What a search is asked to do.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// In which order states are visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Nearest first: the first counterexample found is a shortest one.
    #[default]
    Breadth,
    /// Deepest first: reaches long runs early.
    Depth,
}

/// Which reductions are on. Each has a file of its own, with the argument why verdicts stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reductions {
    /// Runs that differ in the memories' names alone are one.
    pub symmetry: bool,
    /// States that differ only in Omega's output at a process that asks for it are one.
    pub omega: bool,
    /// Losing a packet is the same as never delivering it.
    pub losses: bool,
    /// Crashing is the same as taking no more steps.
    pub crashes: bool,
    /// What nobody will ever look at is forgotten.
    pub dead: bool,
    /// What a process only notes for itself is noted just before it matters.
    pub notes: bool,
    /// An answer is given just before it is used.
    pub answers: bool,
}

impl Reductions {
    /// None: every state that the model tells apart.
    pub const NONE: Self = Reductions {
        symmetry: false,
        omega: false,
        losses: false,
        crashes: false,
        dead: false,
        notes: false,
        answers: false,
    };

    /// All of them, as far as the algorithm allows.
    pub const ALL: Self = Reductions {
        symmetry: true,
        omega: true,
        losses: true,
        crashes: true,
        dead: true,
        notes: true,
        answers: true,
    };

    /// The names of those that are on.
    pub fn names(self) -> Vec<&'static str> {
        let all = [
            ("symmetry", self.symmetry),
            ("omega", self.omega),
            ("losses", self.losses),
            ("crashes", self.crashes),
            ("dead", self.dead),
            ("notes", self.notes),
            ("answers", self.answers),
        ];
        let on = all.into_iter().filter(|(_, on)| *on);
        on.map(|(name, _)| name).collect()
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions::ALL
    }
}

/// A list of reductions that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no reduction '{0}': write all, none, or some of symmetry, omega, losses, crashes, dead, notes, answers with commas between"
)]
pub struct UnknownReduction(
    /// The word.
    pub String,
);

impl FromStr for Reductions {
    type Err = UnknownReduction;

    fn from_str(text: &str) -> Result<Self, UnknownReduction> {
        match text.trim() {
            "all" => return Ok(Reductions::ALL),
            "none" => return Ok(Reductions::NONE),
            _ => {}
        }
        let mut out = Reductions::NONE;
        for word in text.split(',').map(str::trim) {
            match word {
                "symmetry" => out.symmetry = true,
                "omega" => out.omega = true,
                "losses" => out.losses = true,
                "crashes" => out.crashes = true,
                "dead" => out.dead = true,
                "notes" => out.notes = true,
                "answers" => out.answers = true,
                _ => return Err(UnknownReduction(word.to_owned())),
            }
        }
        Ok(out)
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names() {
            names if names.is_empty() => f.write_str("none"),
            names => f.write_str(&names.join(",")),
        }
    }
}

/// What a search is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// In which order states are visited.
    pub order: Order,
    /// Which reductions are on. Those that the algorithm does not allow are left out by
    /// themselves; the report says which were used.
    pub reductions: Reductions,
    /// The most distinct states to visit; none for as many as there are.
    pub states: Option<u64>,
    /// The most memory to use, in MiB.
    pub memory: u32,
    /// The one property to judge; none for all. Under a mutation, look for what it breaks:
    /// others may fail for reasons that teach nothing.
    pub property: Option<String>,
    /// How many random runs go first.
    pub walks: u32,
    /// The seed of the random runs.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            order: Order::Breadth,
            reductions: Reductions::ALL,
            states: None,
            memory: 1024,
            property: None,
            walks: 256,
            seed: 1,
        }
    }
}
