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

/// Every algorithm, in the order in which they are shown.
pub fn algorithms() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| crate::with_algorithms!(entries))
}

/// The algorithm with that id.
pub fn find(id: &str) -> Option<&'static Entry> {
    algorithms().iter().find(|e| e.info.id == id)
}
