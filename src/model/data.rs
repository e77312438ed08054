//! What states are made of.

use std::fmt::Debug;
use std::hash::Hash;

/// Plain data: it can be copied, compared, hashed, shown to a developer, and sent to another
/// thread. Whatever is all of this is data.
pub trait Data: Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {}

impl<T: Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static> Data for T {}
