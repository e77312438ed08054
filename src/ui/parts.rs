//! The parts of the page that are fetched when they are needed.
//!
//! A first visit fetches what the first lesson needs. `.cargo/split` takes the rest out of a release
//! build: whatever can be reached from the function that brings a part, and from nowhere else, is
//! that part's. The function leaves behind what leads into its part: the registry's entries, a
//! language's sentences, or here the functions that draw. Any other build is whole, and brings
//! everything at its start.
//!
//! Nothing behind a part is asked before it is here: whoever opens a run, a dialog or another
//! language asks for its parts first, by [`with`].

use std::cell::Cell;

use yew::platform::spawn_local;

use super::StoreHandle;
use super::files::complain;
use crate::view::text::{Language, Word};

macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident: $name:ident, $bring:path;)*) => {
        /// A part of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Part {
            $($(#[$doc])* $part,)*
        }

        impl Part {
            /// Every part.
            #[cfg(not(in_parts))]
            const ALL: &'static [Part] = &[$(Part::$part),*];

            /// Fetches it, and lets it leave behind what leads into it.
            #[cfg(in_parts)]
            async fn fetch(self) -> Result<(), NotFetched> {
                match self {
                    $(Part::$part => $name::bring().await,)*
                }
            }

            /// Lets it leave behind what leads into it.
            #[cfg(not(in_parts))]
            fn bring(self) {
                match self {
                    $(Part::$part => { $bring(); })*
                }
            }

            /// There is nothing to fetch.
            #[cfg(not(in_parts))]
            async fn fetch(self) -> Result<(), NotFetched> {
                self.bring();
                Ok(())
            }
        }

        $(
            #[cfg(in_parts)]
            mod $name {
                #[wasm_split_helpers::wasm_split($name, fallible)]
                pub fn bring() -> Result<(), super::NotFetched> {
                    $bring();
                    Ok(())
                }
            }
        )*
    };
}

parts! {
    /// All algorithms but the first lesson's.
    Algorithms: algorithms, crate::sim::bring_algorithms;
    /// All lessons but the first.
    Lessons: lessons, crate::scenario::bring_lessons;
    /// The German sentences.
    German: german, crate::ui::parts::bring_german;
    /// The dialogs, and the tabs that the page does not open with.
    Panels: panels, crate::ui::panels::bring;
    /// The kinds of files that a run can be saved as.
    Files: files, crate::ui::save_panel::bring;
}

/// The German sentences; a page that is whole has them.
fn bring_german() {
    #[cfg(in_parts)]
    crate::view::text::bring_german();
}

/// What a run may need that comes from anywhere.
pub const ANY_RUN: &[Part] = &[Part::Algorithms, Part::Lessons];

/// What a language needs.
pub fn of(language: Language) -> &'static [Part] {
    match language {
        Language::English => &[],
        Language::German => &[Part::German],
    }
}

/// A part could not be fetched.
#[derive(Debug)]
pub struct NotFetched;

#[cfg(in_parts)]
impl From<wasm_split_helpers::SplitLoaderError> for NotFetched {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        NotFetched
    }
}

thread_local! {
    /// A bit for each part that is here.
    static HERE: Cell<u8> = const { Cell::new(0) };
    /// How much is being fetched.
    static BUSY: Cell<i32> = const { Cell::new(0) };
}

impl Part {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Whether all of these are here.
pub fn are_here(parts: &[Part]) -> bool {
    parts.iter().all(|part| HERE.get() & part.bit() != 0)
}

/// Brings everything into a page that is whole.
#[cfg(not(in_parts))]
pub fn bring_all() {
    for part in Part::ALL {
        part.bring();
        HERE.set(HERE.get() | part.bit());
    }
}

/// Fetches what is not here yet of these. A part that could not be fetched is asked for anew the
/// next time.
pub async fn fetch(parts: &[Part]) -> Result<(), NotFetched> {
    busy(1);
    let mut result = Ok(());
    for part in parts {
        if !are_here(&[*part]) {
            result = part.fetch().await;
        }
        if result.is_err() {
            break;
        }
        HERE.set(HERE.get() | part.bit());
    }
    busy(-1);
    result
}

/// Shows by the pointer that something is being fetched, or that it is over.
fn busy(more: i32) {
    let waiting = BUSY.get() + more;
    BUSY.set(waiting);
    let root = gloo::utils::document_element();
    // The page's own element takes any attribute.
    let _ = match waiting {
        0 => root.remove_attribute("data-fetching"),
        _ => root.set_attribute("data-fetching", ""),
    };
}

/// Does something with these parts: at once where they are here, else when they are. Where one
/// cannot be fetched the reader is told, and everything stays as it was.
pub fn with(parts: &'static [Part], store: &StoreHandle, then: impl FnOnce() + 'static) {
    if are_here(parts) {
        return then();
    }
    let store = store.clone();
    spawn_local(async move {
        match fetch(parts).await {
            Ok(()) => then(),
            Err(NotFetched) => complain(&store, Word::NotFetched),
        }
    });
}
