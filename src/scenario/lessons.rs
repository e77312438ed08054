//! The built-in lessons: scenarios with narration, in the order of a course.
//!
//! A lesson is a file in `src/scenario/lessons/` and a line here; its title is the file's `title`.
//! What it says in German stands beside it, in a file `<id>.de.txt` of its spoken lines alone, in
//! the same order: a run is written once, and `tests/lessons.rs` finds a line too few or too many.

use super::{Command, Narration, Played, Saying, Scenario, ScenarioError, parse};

/// What a lesson is about; the course goes through these in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The first run, for whoever has never seen the page.
    Start,
    /// Memories, operations, delays.
    Model,
    /// One register kept by several memories.
    Registers,
    /// Crashes of processes and memories.
    Crashes,
    /// What taking a permission away is good for.
    Permissions,
    /// Leaders, and what they may not rest on.
    Leaders,
    /// Messages, disks and the lower bound: what one has to pay without permissions that change.
    Without,
    /// Processes that lie, and what makes them say the same to everyone.
    Lies,
    /// Agreement in spite of liars.
    Byzantine,
}

/// A built-in scenario with narration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its id, which links and the page's memory keep.
    pub id: &'static str,
    /// What it is about.
    pub group: Group,
    /// The scenario's text, which speaks English.
    pub text: &'static str,
    /// What it says in other languages: each language's code (BCP 47), and the spoken lines.
    pub translations: &'static [(&'static str, &'static str)],
}

impl Lesson {
    /// Its title in a language, given by its code; in English where there is no other.
    pub fn title(&self, language: &str) -> &'static str {
        let title = |text: &'static str| text.lines().find_map(|l| l.strip_prefix("title "));
        let translated = self.translation(language).and_then(title);
        translated.or_else(|| title(self.text)).unwrap_or(self.id)
    }

    /// The spoken lines in a language, as text.
    fn translation(&self, language: &str) -> Option<&'static str> {
        let mut all = self.translations.iter();
        all.find(|(code, _)| *code == language)
            .map(|(_, text)| *text)
    }

    /// The scenario.
    pub fn scenario(&self) -> Result<Scenario, ScenarioError> {
        parse(self.text)
    }

    /// What it says in each language into which it was translated.
    ///
    /// Fails where a translation cannot be read.
    pub fn voices(&self) -> Result<Vec<Voice>, ScenarioError> {
        let own = self.scenario()?;
        let voice = |(code, text): &(&'static str, &str)| Ok(Voice::of(code, &parse(text)?, &own));
        self.translations.iter().map(voice).collect()
    }
}

/// What a scenario says in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voice {
    /// The language's code; none where the scenario's author chose it.
    pub language: Option<&'static str>,
    /// The title.
    pub title: String,
    /// What is said, in the order of the remarks.
    pub sayings: Vec<Saying>,
}

impl Voice {
    /// A scenario in its author's own words.
    pub fn own(played: &Played) -> Self {
        Voice {
            language: None,
            title: played.title.clone().unwrap_or_default(),
            sayings: played.remarks.iter().map(|r| r.saying.clone()).collect(),
        }
    }

    /// A translation of a scenario; how the run is looked at needs none, and keeps its place.
    fn of(language: &'static str, scenario: &Scenario, own: &Scenario) -> Self {
        let mut voice = Voice {
            language: Some(language),
            title: String::new(),
            sayings: Vec::new(),
        };
        let looks = |k: usize| {
            let own = own.commands().filter_map(|(_, command)| match command {
                Command::Narration(narration) => Saying::of(narration),
                Command::Look(look) => Some(Saying::Look(look.clone())),
                _ => None,
            });
            own.skip(k)
                .take_while(|saying| matches!(saying, Saying::Look(_)))
        };
        for (_, command) in scenario.commands() {
            let before = voice.sayings.len();
            voice.sayings.extend(looks(before));
            match command {
                Command::Narration(Narration::Title(title)) => voice.title.clone_from(title),
                Command::Narration(narration) => voice.sayings.extend(Saying::of(narration)),
                _ => {}
            }
        }
        let said = voice.sayings.len();
        voice.sayings.extend(looks(said));
        voice
    }
}

macro_rules! lessons {
    ($($group:ident: $($id:literal),+;)*) => {
        &[$($(Lesson {
            id: $id,
            group: Group::$group,
            text: include_str!(concat!("lessons/", $id, ".txt")),
            translations: &[("de", include_str!(concat!("lessons/", $id, ".de.txt")))],
        }),+),*]
    };
}

/// All lessons.
#[cfg(not(in_parts))]
fn at_hand() -> &'static [Lesson] {
    bring_lessons()
}

/// The lessons that were brought, or the first one with its successor, whose title it names.
#[cfg(in_parts)]
fn at_hand() -> &'static [Lesson] {
    static FIRST: &[Lesson] = lessons! {
        Start: "first-run";
        Model: "remote-write";
    };
    BROUGHT.get().copied().unwrap_or(FIRST)
}

#[cfg(in_parts)]
static BROUGHT: std::sync::OnceLock<&[Lesson]> = std::sync::OnceLock::new();

/// Brings all lessons. What calls it must be in a part of its own of a page that is taken into
/// parts: the texts are fetched with it.
pub fn bring_lessons() -> &'static [Lesson] {
    #[cfg(in_parts)]
    BROUGHT.get_or_init(|| LESSONS);
    LESSONS
}

static LESSONS: &[Lesson] = lessons! {
    Start: "first-run";
    Model: "remote-write";
    Registers: "any-majority", "one-copy", "new-then-old";
    Crashes: "memory-crash", "blocked", "adopt";
    Permissions: "old-leader", "open-permissions", "straggler";
    Leaders: "two-leaders", "equal-agents";
    Without: "by-messages", "fast-votes", "collision", "one-read-more", "frozen-leader", "lower-bound", "lower-bound-mended";
    Lies: "three-are-too-few", "signatures-alone", "non-equivocation-alone", "both-together",
          "a-lie-taken-apart", "half-delivered", "proofs";
    Byzantine: "impossible-history", "one-signature", "doubt", "outranked", "out-of-the-panic";
};

/// All lessons, in the order of the course. The first is the one with which the page opens. A page
/// that is taken into parts has no more than two until it has fetched the others.
pub fn lessons() -> &'static [Lesson] {
    at_hand()
}

/// The lesson with that id.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    at_hand().iter().find(|l| l.id == id)
}
