//! Links: a run in few characters, which reopen the exact execution at the exact step.
//!
//! A link is what stands after `#` in the page's address, so it is never sent to a server. It is
//! data alone: an algorithm, a configuration and a schedule, and no code. It consists of letters
//! and digits, so that chats and Markdown leave it whole.
//!
//! **A version that was ever published can be read for ever**: each has its own folder (`v1`), its
//! own tables, and golden links in `tests/links/`. A link that is damaged, cut, foreign, too long
//! or that goes another way today than it did for its author is told apart, and what still applies
//! of it is opened.

mod coder;
pub mod export;
mod frame;
mod scenery;
mod v1;

pub use scenery::Scenery;

use crate::model::{Config, ConfigError};
use crate::scenario::weight;
use crate::sim::{Session, StepError};

/// The most steps that a link may hold; fewer where there are many processes and memories (see
/// [`most_steps`]).
pub const MOST_STEPS: usize = 10_000;

/// The most steps that a history may hold, on all its branches together; fewer where there are many
/// processes and memories (see [`most_history_steps`]).
pub const MOST_HISTORY_STEPS: usize = 50_000;
/// The most branches that a history may hold.
pub const MOST_BRANCHES: usize = 1_000;

/// The most steps that a link may hold in a configuration, so that no link takes longer than a
/// second to open: the more processes and memories, the longer a step takes.
pub fn most_steps(config: &Config) -> usize {
    MOST_STEPS.min(400_000 / weight(config))
}

/// The most steps that a history may hold in a configuration, on all its branches together.
pub fn most_history_steps(config: &Config) -> usize {
    MOST_HISTORY_STEPS.min(1_000_000 / weight(config))
}

/// How much of the current run a link holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All of it; the link opens at the playhead.
    #[default]
    Whole,
    /// The steps up to the playhead.
    UpToHere,
}

/// How a link is made, and how it opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How much of the run it holds; of a link that was opened, all that there is.
    pub extent: Extent,
    /// Whether the page starts playing.
    pub playing: bool,
    /// Whether a reader can step but not act (for handouts).
    pub locked: bool,
    /// Whether the page shows the picture without what surrounds it.
    pub embed: bool,
}

/// What a link opens.
pub struct Opened {
    /// The run, with the playhead at the step to open at.
    pub session: Session,
    /// The step to open at.
    pub position: usize,
    /// How it opens.
    pub options: Options,
    /// What is wrong with the link, if something is; the session then holds what still applies.
    pub problem: Option<LinkError>,
}

/// What a history opens.
pub struct Loaded {
    /// All runs, with the playhead where it stood.
    pub session: Session,
    /// What is wrong with the history, if something is; the session then holds what still applies.
    pub problem: Option<LinkError>,
}

/// The revisions of an algorithm for which a link was made and which is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revisions {
    /// The link's.
    pub link: u16,
    /// The one that is here.
    pub here: u16,
}

impl std::fmt::Display for Revisions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Revisions { link, here } = self;
        if link == here {
            f.write_str("the algorithm or the model has changed since it was made")
        } else {
            write!(
                f,
                "it was made for revision {link} of the algorithm, and this is revision {here}"
            )
        }
    }
}

/// What is wrong with a link, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// There is nothing.
    #[error("the link is empty: copy all of it, from the # to the end")]
    Empty,
    /// It is too short or too strange to be a link at all.
    #[error("this is not one of our links, or only its first characters: copy all of it again")]
    NoLink,
    /// Another version, or another page's link.
    #[error(
        "a link begins with a version that is known here ({known}), and this one begins with \
         '{found}': it is another page's link, or a newer one; then load this page anew"
    )]
    Version {
        /// Its first character.
        found: char,
        /// What it could be.
        known: char,
    },
    /// Far longer than any link.
    #[error("the link has {length} characters, and no link has more than {most}: copy it again")]
    TooLong {
        /// Its length, in characters.
        length: usize,
        /// The longest that is read.
        most: usize,
    },
    /// A whole link that says something of which only a newer version knows.
    #[error("the link needs a newer version of this page: load it anew")]
    Newer,
    /// Damaged before the run begins.
    #[error("the link is damaged at its beginning, so nothing of it applies: copy it again")]
    HeadDamaged,
    /// An algorithm that is not here.
    #[error("the link is for the algorithm {0}, which this version does not have: load it anew")]
    UnknownAlgorithm(String),
    /// A configuration that its algorithm refuses.
    #[error("the link asks for an impossible setup: {0}")]
    Impossible(ConfigError),
    /// More steps than a link may hold.
    #[error(
        "{claimed} steps are more than a link can hold ({most}): \
         make one up to an earlier step, or save the run as a file"
    )]
    TooManySteps {
        /// The steps of the run, or those that the link claims.
        claimed: u64,
        /// The most that this configuration allows.
        most: usize,
    },
    /// More branches than a history may hold.
    #[error(
        "{claimed} branches are more than can be kept ({most}): delete some",
        most = MOST_BRANCHES
    )]
    TooManyBranches {
        /// How many there are.
        claimed: u64,
    },
    /// More steps than a history may hold.
    #[error("{claimed} steps are more than can be kept ({most}): delete a branch")]
    LongHistory {
        /// How many there are.
        claimed: u64,
        /// The most that this configuration allows.
        most: usize,
    },
    /// The end is missing.
    #[error(
        "the link was cut: {have} of {of} characters of its run are here, which give the first \
         {steps} steps: copy all of it for the rest"
    )]
    Cut {
        /// How many characters of its body are there.
        have: usize,
        /// How many there should be.
        of: usize,
        /// How many steps still apply.
        steps: usize,
    },
    /// A character that no link has.
    #[error(
        "character {at} of the link is '{found}', and links have letters and digits only; what is \
         before it gives the first {steps} steps: copy the link again"
    )]
    Foreign {
        /// Its place, counted from 1.
        at: usize,
        /// The character.
        found: char,
        /// How many steps still apply.
        steps: usize,
    },
    /// Some character is not what it was.
    #[error(
        "the link is damaged: a character of it has changed; its first {steps} steps are \
         confirmed: copy it again for the rest"
    )]
    Damaged {
        /// How many steps a check has confirmed.
        steps: usize,
    },
    /// More characters than the link has.
    #[error("{extra} characters follow the link that do not belong to it; they were ignored")]
    Trailing {
        /// How many.
        extra: usize,
    },
    /// A kind of step that only a newer version knows.
    #[error(
        "after step {steps} the link has something that only a newer version of this page knows: \
         load it anew"
    )]
    NewerStep {
        /// How many steps apply before it.
        steps: usize,
    },
    /// A step that cannot be taken.
    #[error("step {step} of the link ({choice}) cannot happen: {why}; {revisions}")]
    Refused {
        /// Which step, counted from 1.
        step: usize,
        /// What was to happen.
        choice: String,
        /// Why it cannot.
        why: StepError,
        /// What may explain it.
        revisions: Revisions,
    },
    /// The run goes another way than it did for the link's author.
    #[error("the run is its author's up to step {steps} and goes another way then: {revisions}")]
    Diverged {
        /// How many steps are as they were.
        steps: usize,
        /// What explains it.
        revisions: Revisions,
    },
}

/// The link for a session's current run: what stands after `#` in an address.
///
/// Fails only with [`LinkError::TooManySteps`].
pub fn encode(session: &Session, options: Options) -> Result<String, LinkError> {
    v1::encode(session, options)
}

/// Opens a link, or what still applies of it. A whole address is as good as what stands after its
/// `#`; what [`Scenery`] adds to a link is not part of the run.
pub fn decode(link: &str) -> Result<Opened, LinkError> {
    let text = link.rsplit('#').next().unwrap_or_default().trim();
    // What follows says how the run is shown.
    let text = text.split('&').next().unwrap_or_default();
    v1::decode(versioned(text, v1::VERSION)?)
}

/// A session with all its branches as text, for keeping it where it is and for taking it along.
///
/// Fails only with [`LinkError::TooManyBranches`] and [`LinkError::LongHistory`].
pub fn save(session: &Session) -> Result<String, LinkError> {
    v1::save(session)
}

/// Opens what [`save`] made, or what still applies of it.
pub fn load(history: &str) -> Result<Loaded, LinkError> {
    v1::load(versioned(history.trim(), v1::HISTORY)?)
}

/// What follows the version of a text that is not too long.
fn versioned(text: &str, known: char) -> Result<&str, LinkError> {
    if text.len() > frame::MOST_CHARACTERS {
        return Err(LinkError::TooLong {
            length: text.chars().count(),
            most: frame::MOST_CHARACTERS,
        });
    }
    let mut characters = text.chars();
    match characters.next() {
        None => Err(LinkError::Empty),
        Some(found) if found == known => Ok(characters.as_str()),
        Some(found) => Err(LinkError::Version { found, known }),
    }
}

/// A text of that version (`1` for a link, `H` for a history) with that body, whatever it says, and
/// a check that fits it: what a hostile author could make. The digits are from 0 to 61.
pub fn sealed(version: char, body: &[u8]) -> String {
    frame::seal(version, body)
}
