//! The search's worker: a program of its own, beside the page, fetched when a search first starts.
//!
//! It knows the search and no page. What the two say to each other is [`Job`] and [`Told`].

mod job;
#[cfg(target_arch = "wasm32")]
mod serve;

pub use job::{Finding, Job, Told};
#[cfg(target_arch = "wasm32")]
pub use serve::serve;
