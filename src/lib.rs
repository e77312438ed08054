//! mnmscope runs the consensus algorithms of the message-and-memory model, RDMA's, one event at a
//! time, and shows why they work. This page is its architecture.
//!
//! # The map
//!
//! Layers, each of which may name those to its left alone:
//!
//! `model <- algorithms <- sim <- {explore, scenario <- share <- view} <- worker <- ui`
//!
//! | folder | holds |
//! |---|---|
//! | [`model`] | the world: processes, memories, regions, permissions, packets, events, `enabled` and `apply`, fingerprints, and the trait that an algorithm implements |
//! | [`algorithms`] | one module for each algorithm, with its pseudocode, properties and mutations, and the list of them all |
//! | [`sim`] | machines without types, traces with branches, delays, adversaries, sessions |
//! | [`explore`] | the search of every run of a small system, its reductions, and random runs |
//! | [`scenario`] | the text format of transcripts, lessons, exports and the command line: parser, player, printer |
//! | [`share`] | versioned links, histories of all runs, and exports for other tools |
//! | [`view`] | the picture: frames, layouts, the stage, shapes, themes, and every word shown |
//! | `worker` | the search as a program of its own beside the page, and what the two say to each other; behind the feature `worker` |
//! | `ui` | the page: Yew components around one store that actions alone change; behind the feature `ui` |
//!
//! # What never happens
//!
//! - **Nothing left of `worker` knows a browser, a clock, a hash map's order or global randomness.**
//!   The same events give the same states and fingerprints natively and in wasm32.
//! - **The world changes by events alone.** [`model::System::apply`] is total and deterministic;
//!   it refuses an impossible event with a reason and changes nothing.
//! - **No state of a run is thrown away, and no run either.** Going back is an index; acting in
//!   the past makes a branch.
//! - **No counter and no dead variable is part of a state.** What a packet is called on screen
//!   comes from the trace.
//! - **No signature is forged and no permission bypassed, by a Byzantine process either.** The
//!   model has no way to do it.
//! - **An event kind, an algorithm's id and a link's version never change their meaning.** They
//!   stand in links that people have sent.
//!
//! # The page comes in parts
//!
//! A release build of the page is cut after it is compiled (`.cargo/build.rs`, `.cargo/split`): a first
//! visit fetches what the first lesson needs, and the other algorithms, the lessons' texts, German,
//! the dialogs and the kinds of files come when they are asked for (`src/ui/parts.rs`). The core
//! stays synchronous and knows nothing of it but this: [`sim::algorithms`], [`scenario::lessons`] and
//! the German sentences are reached through what a part leaves behind, under `cfg(in_parts)`.
//! Everything else that is built, tests and the command line among it, is whole.
//!
//! # I want to add …
//!
//! | what | touch |
//! |---|---|
//! | an algorithm | one module in `src/algorithms/`, one line in [`with_algorithms!`], its transcripts in `tests/scenarios/<id>/`, its golden link (`tests/golden_links.rs` makes it), its sentences in `src/view/text/algorithms.rs` |
//! | a property | the algorithm's [`PROPERTIES`](model::Algorithm::PROPERTIES), or `src/algorithms/properties.rs` where several share it |
//! | a mutation | the algorithm's [`MUTATIONS`](model::Algorithm::MUTATIONS) (at the end: links count them) and the line that it bends |
//! | an event | [`model::Event`] (at the end), `apply`, `enabled`, `src/scenario/`, the codec's table in `src/share/` |
//! | a scenario command | its family's file in `src/scenario/`, its word in `command.rs`, its row in [`scenario`]'s manual |
//! | an adversary | one file in `src/sim/adversary/` |
//! | a reduction of the search | one file in `src/explore/reductions/` with its argument, its name in `src/explore/options.rs`; `tests/explore.rs` compares it |
//! | what a search may leave out of messages | [`model::Algorithm::ANSWERS`] and the functions behind it; `tests/messages.rs` looks whether they are true |
//! | a version of links | a folder beside `src/share/v1/`, which stays as it is, and golden links in `tests/links/` |
//! | an export | one file in `src/share/export/`, a word in `mnm export`, and a reader that is not ours in `tests/exports.rs` |
//! | a reason why something matters | [`model::Why`], and its words in each language in `view::text` |
//! | a lesson | a file in `src/scenario/lessons/`, its spoken lines in each other language beside it (`<id>.de.txt`), its line in `src/scenario/lessons.rs` |
//! | an error | its enum's variant with its English, and its words in each other language in `src/view/text/trouble.rs` |
//! | a language | a variant of `view::text::Language`, a file like `english.rs`, a column in `ui.rs` and `page.rs`, a `match` in `why.rs`, `trouble.rs`, `algorithms.rs` and `phrases.rs`, and the lessons' spoken lines |
//! | a dialog or a tab | its component, its line in `src/ui/panels.rs`, which the page fetches when it is needed |
//! | a part that is fetched on demand | a line in `src/ui/parts.rs`, and a function that leaves behind what leads into it |
//! | a shape or a colour | [`view::Icon`] or `src/view/theme.rs`; the picture's rules stand in [`view`] |

pub mod algorithms;
pub mod explore;
pub mod model;
pub mod scenario;
pub mod share;
pub mod sim;
#[cfg(feature = "ui")]
pub mod ui;
pub mod view;
#[cfg(feature = "worker")]
pub mod worker;
