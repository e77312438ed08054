//! Every word that the product shows, in every language it speaks.
//!
//! A language is one type behind [`Tongue`]: leaving a sentence out does not compile. Labels of
//! buttons and panels are the lines of one table, [`Ui`]. Names that are the papers' own (`minProp`,
//! the pseudocode, the names of algorithms and properties' ids) are the same in all languages.

mod algorithms;
mod beside;
mod english;
mod german;
pub mod lens;
mod page;
mod phrases;
mod told;
mod trouble;
mod ui;
mod why;

use serde::{Deserialize, Serialize};

pub use algorithms::said;
pub use beside::{experienced, parting, result, views};
#[cfg(in_parts)]
pub use german::bring as bring_german;
pub use page::Word;
pub use told::{Mood, Sentence, Told};
pub use trouble::{Trouble, beyond};
pub use ui::Ui;

use super::frame::{EnabledMark, Frame, MemoryMark, ProcessMark, RegisterMark};
use super::packet::{Fold, Load, Packet};
use crate::model::{Kind, Level, Why};
use crate::scenario::Beyond;
use crate::sim::{Happening, Hold, Levels, OperationView, ResponseView, Session, Side, Standing};

/// A language of the product.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Its own name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Its code in a `lang` attribute (BCP 47).
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language of a `lang` attribute, `de-AT` included.
    pub fn of_code(code: &str) -> Option<Self> {
        let primary = code.split('-').next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .find(|l| l.code().eq_ignore_ascii_case(primary))
    }

    /// Its sentences.
    pub fn tongue(self) -> &'static dyn Tongue {
        match self {
            Language::English => &english::English,
            Language::German => german::tongue(),
        }
    }
}

/// The sentences of one language.
pub trait Tongue: Sync {
    /// A word of the page.
    fn word(&self, word: Word) -> &'static str;
    /// A label of the picture.
    fn label(&self, label: Ui) -> &'static str;
    /// What an algorithm says of itself; in English where the language lacks it.
    fn said(&self, english: &'static str) -> &'static str;
    /// What could not be done: what is wrong, where, and what to do about it.
    fn trouble(&self, trouble: &Trouble) -> String;
    /// What is beyond a theorem.
    fn beyond(&self, beyond: &Beyond) -> String;
    /// Names one after another: `p1, p2 and p3`.
    fn list(&self, names: &[String]) -> String;
    /// Something that happened, as a whole sentence.
    fn told(&self, told: &Told<'_>) -> String;
    /// What an algorithm says in its own words while it runs: notes, roles, names of variables.
    fn phrase(&self, english: &str) -> String;
    /// A reason, as a whole sentence.
    fn why(&self, why: Why) -> String;
    /// An event that can happen, as a whole sentence.
    fn event(&self, frame: &Frame, mark: &EnabledMark) -> String;
    /// A packet's label on the stage, in few words.
    fn packet_label(&self, packet: &Packet) -> String;
    /// A packet explained that stands for many.
    fn folded_packet(&self, packet: &Packet, fold: Fold) -> String;
    /// A packet explained.
    fn packet(&self, packet: &Packet) -> String;
    /// A process explained.
    fn process(&self, process: &ProcessMark) -> String;
    /// What a process proposes or decided, in two words.
    fn value(&self, process: &ProcessMark) -> String;
    /// Where a process stands: its pseudocode lines, in few words.
    fn lines(&self, process: &ProcessMark) -> String;
    /// A memory explained.
    fn memory(&self, memory: &MemoryMark) -> String;
    /// Who may write a memory, in few words; the name of a single writer is between `{` and `}`.
    fn permit(&self, memory: &MemoryMark) -> String;
    /// A register explained.
    fn register(&self, memory: &MemoryMark, register: &RegisterMark) -> String;
    /// How much is folded away.
    fn folded(&self, registers: usize) -> String;
    /// The stage in one sentence.
    fn stage(&self, frame: &Frame) -> String;
    /// The diagram in one sentence.
    fn diagram(&self, processes: usize, memories: usize, steps: usize) -> String;
    /// An operation in few words: `write (1,1,a) to slot[p1]`.
    fn operation(&self, operation: &OperationView) -> String;
    /// An answer in few words: `acknowledgement`.
    fn response(&self, response: &ResponseView) -> String;
    /// How a property stands, in one word or two.
    fn standing(&self, kind: Kind, standing: Standing) -> &'static str;
    /// The name of a property for people; its id with spaces where it has none.
    fn property(&self, id: &str) -> String;
    /// A count of delays: `1 delay`, `2 delays`.
    fn delays(&self, count: u32) -> String;
    /// What is held, as an object: `the messages from p1 to p2`.
    fn hold(&self, hold: Hold) -> String;
    /// The budget: how many have failed, and how many may.
    fn budget(&self, frame: &Frame) -> String;
}

/// A side of a partition: `p1, m1`.
fn side(side: Side) -> String {
    side.to_string().replace(',', ", ")
}

/// A label of the page.
pub fn ui(language: Language, label: Ui) -> &'static str {
    label.text(language)
}

/// Step `k` of the current run, as one sentence or a few: what happened, and by whom.
pub fn what(language: Language, session: &Session, k: usize) -> Sentence {
    told::sentence(language.tongue(), session, k, None)
}

/// The same at a level: what is folded there is told as one, by what is news of it.
pub fn what_at(
    language: Language,
    session: &Session,
    levels: &Levels,
    level: Level,
    k: usize,
) -> Sentence {
    let folded = (level > Level::Copies).then_some((levels, level));
    told::sentence(language.tongue(), session, k, folded)
}

/// A packet's label on the stage; of what stands for many, with how many have done their part.
pub(super) fn packet_label(tongue: &dyn Tongue, packet: &Packet) -> String {
    match (packet.fold, &packet.load) {
        (None, _) => tongue.packet_label(packet),
        (Some(fold), Load::Response(_)) => format!("{}/{}", fold.done, fold.of),
        (Some(fold), Load::Message(text)) if text.is_empty() => {
            format!("{}/{}", fold.done, fold.of)
        }
        (Some(fold), _) => {
            let label = tongue.packet_label(packet);
            format!("{label} · {}/{}", fold.done, fold.of)
        }
    }
}

/// What an algorithm says in its own words, in a language.
pub fn phrase(language: Language, english: &str) -> String {
    language.tongue().phrase(english)
}

/// Why something matters here, as one sentence.
pub fn why(language: Language, why: Why) -> String {
    language.tongue().why(why)
}

/// What is at stake where something matters, in few words.
pub fn stake(language: Language, why: Why) -> &'static str {
    why::stake(language, why.stake())
}

/// The reason that matters most of what a frame's step did.
///
/// A decision goes first, and patience that ended. Of several other reasons the last one that an
/// event gave is the most telling: what was given up comes after what arrived.
pub fn why_of(frame: &Frame) -> Option<Why> {
    let happened = &frame.happened;
    let first = happened
        .iter()
        .find_map(|(happening, why)| match happening {
            Happening::Decided { .. } | Happening::TimedOut { .. } => *why,
            _ => None,
        });
    first.or_else(|| happened.iter().rev().find_map(|(_, why)| *why))
}

/// Whether what a packet carries is a refusal.
pub(super) fn is_nak(packet: &Packet) -> bool {
    matches!(packet.load, Load::Response(ResponseView::Nak))
}

/// What a row holds, without what is empty; none where all of it is.
pub(super) fn filled(row: &[String]) -> Option<String> {
    let held: Vec<&str> = row
        .iter()
        .map(String::as_str)
        .filter(|v| *v != "-")
        .collect();
    (!held.is_empty()).then(|| held.join(", "))
}

/// An id as words: `one-writer` becomes `one writer`.
pub(super) fn spaced(id: &str) -> String {
    let mut out = id.replace('-', " ");
    if let Some(first) = out.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    out
}
