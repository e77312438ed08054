//! The registry: every algorithm, by id.

use std::sync::{Arc, OnceLock};

use super::{Info, Machine, machine::machine};
use crate::model::{Algorithm, Config, ConfigError, System};

type Build = fn(&Config, &'static Info) -> Result<Arc<dyn Machine>, ConfigError>;

/// An algorithm in the registry.
pub struct Entry {
    /// What is known about it.
    pub info: Info,
    /// A configuration to start from.
    pub standard: fn() -> Config,
    build: Build,
}

impl Entry {
    /// The machine for a configuration, or what is impossible about it.
    pub fn build(&'static self, config: &Config) -> Result<Arc<dyn Machine>, ConfigError> {
        (self.build)(config, &self.info)
    }
}

fn build<A: Algorithm>(
    config: &Config,
    info: &'static Info,
) -> Result<Arc<dyn Machine>, ConfigError> {
    Ok(machine(System::<A>::new(config)?, info))
}

fn entry<A: Algorithm>() -> Entry {
    Entry {
        info: Info::of::<A>(),
        standard: A::standard,
        build: build::<A>,
    }
}

macro_rules! entries {
    ($($algorithm:ty,)*) => {
        vec![$(entry::<$algorithm>()),*]
    };
}

static ALL: OnceLock<Vec<Entry>> = OnceLock::new();

/// Brings all algorithms. What calls it must be in a part of its own of a page that is taken into
/// parts: whatever can be reached from here alone is fetched with it.
pub fn bring_algorithms() -> &'static [Entry] {
    ALL.get_or_init(|| crate::with_algorithms!(entries))
}

/// Every algorithm, in the order in which they are shown. A page that is taken into parts has the
/// first lesson's alone until it has fetched the others.
pub fn algorithms() -> &'static [Entry] {
    #[cfg(not(in_parts))]
    return bring_algorithms();
    #[cfg(in_parts)]
    {
        static FIRST: OnceLock<Entry> = OnceLock::new();
        let first = || entry::<crate::algorithms::ProtectedMemoryPaxos>();
        ALL.get().map_or_else(
            || std::slice::from_ref(FIRST.get_or_init(first)),
            Vec::as_slice,
        )
    }
}

/// The algorithm with that id.
pub fn find(id: &str) -> Option<&'static Entry> {
    algorithms().iter().find(|e| e.info.id == id)
}
