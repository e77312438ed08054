//! Preferences: kept by the browser, and no part of a run.

use gloo::storage::{LocalStorage, Storage};
use std::rc::Rc;
use yew::prelude::*;

use super::record::Record;
use crate::view::text::Language;

const KEY: &str = "mnmscope-preferences";

/// How the page looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system prefers.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// For the last row of a lecture hall.
    Projector,
}

impl Theme {
    /// In the order in which a key goes through them.
    pub const ALL: [Theme; 4] = [Theme::System, Theme::Light, Theme::Dark, Theme::Projector];

    /// As CSS knows it.
    pub fn id(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Projector => "projector",
        }
    }

    fn following(self) -> Theme {
        let place = Theme::ALL.iter().position(|t| *t == self).unwrap_or(0);
        Theme::ALL[(place + 1) % Theme::ALL.len()]
    }
}

/// The steps of the speed control, in milliseconds an event.
pub const PACES: [u32; 7] = [4000, 2400, 1500, 900, 500, 250, 100];

/// What a reader chose once and for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefs {
    /// How the page looks.
    pub theme: Theme,
    /// Its language.
    pub language: Language,
    /// The place in [`PACES`].
    pub pace: usize,
    /// The lessons that were read to their end, by name.
    pub done: Vec<String>,
}

impl Default for Prefs {
    fn default() -> Self {
        Prefs {
            theme: Theme::default(),
            language: system_language(),
            pace: 3,
            done: Vec::new(),
        }
    }
}

fn system_language() -> Language {
    let wanted = gloo::utils::window().navigator().language();
    wanted
        .and_then(|tag| Language::of_code(&tag))
        .unwrap_or_default()
}

/// A change of preference.
pub enum Prefer {
    /// Another look.
    Theme(Theme),
    /// The look that follows.
    NextTheme,
    /// Another language.
    Language(Language),
    /// Another place in [`PACES`].
    Pace(usize),
    /// So many places faster, or slower.
    Faster(isize),
    /// A lesson was read to its end.
    Done(String),
}

impl Reducible for Prefs {
    type Action = Prefer;

    fn reduce(self: Rc<Self>, action: Prefer) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            Prefer::Theme(theme) => next.theme = theme,
            Prefer::NextTheme => next.theme = self.theme.following(),
            Prefer::Language(language) => next.language = language,
            Prefer::Pace(pace) => next.pace = pace.min(PACES.len() - 1),
            Prefer::Faster(by) => {
                next.pace = self.pace.saturating_add_signed(by).min(PACES.len() - 1);
            }
            Prefer::Done(lesson) if !self.done.contains(&lesson) => next.done.push(lesson),
            Prefer::Done(_) => {}
        }
        Rc::new(next)
    }
}

impl Prefs {
    /// As kept, or as the system prefers. A browser that keeps nothing is no error.
    pub fn kept() -> Self {
        let mut prefs = Prefs::default();
        let kept = LocalStorage::raw().get_item(KEY).ok().flatten();
        if let Some(kept) = kept.and_then(|text| Record::read(&text)) {
            let theme = kept.string("theme").unwrap_or_default();
            let theme = Theme::ALL.into_iter().find(|t| t.id() == theme);
            prefs.theme = theme.unwrap_or_default();
            let language = kept.string("language").unwrap_or_default();
            let language = Language::ALL.into_iter().find(|l| kept_as(*l) == language);
            prefs.language = language.unwrap_or(prefs.language);
            prefs.pace = kept
                .count("pace")
                .unwrap_or(prefs.pace)
                .min(PACES.len() - 1);
            prefs.done = kept.texts("done");
        }
        prefs
    }

    /// How long an event takes while the clock runs, in milliseconds.
    pub fn milliseconds(&self) -> u32 {
        PACES[self.pace.min(PACES.len() - 1)]
    }

    /// Keeps them, and dresses the document in them.
    fn settle(&self) {
        // A private window may refuse: then they last as long as the page.
        let record = Record::new()
            .with("theme", self.theme.id())
            .with("language", kept_as(self.language))
            .with("pace", self.pace as f64)
            .with_texts("done", &self.done);
        let _ = LocalStorage::raw().set_item(KEY, &record.text());
        if let Some(root) = gloo::utils::document().document_element() {
            let _ = match self.theme {
                Theme::System => root.remove_attribute("data-theme"),
                theme => root.set_attribute("data-theme", theme.id()),
            };
            let _ = root.set_attribute("lang", self.language.code());
        }
    }
}

/// What a language is kept as, which never changes.
fn kept_as(language: Language) -> &'static str {
    match language {
        Language::English => "english",
        Language::German => "german",
    }
}

/// Preferences, and the way to change them.
pub type PrefsHandle = UseReducerHandle<Prefs>;

/// The page's preferences: made once, at its root.
#[hook]
pub fn use_own_prefs() -> PrefsHandle {
    let prefs = use_reducer_eq(Prefs::kept);
    use_effect_with((*prefs).clone(), |prefs: &Prefs| prefs.settle());
    prefs
}

/// The preferences, anywhere below the root.
#[hook]
pub fn use_prefs() -> PrefsHandle {
    use_context::<PrefsHandle>().expect("App provides the preferences")
}

/// The language, anywhere below the root.
#[hook]
pub fn use_language() -> Language {
    use_prefs().language
}

/// Whether the reader's system asks for less motion.
pub fn less_motion() -> bool {
    let query = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|q| q.matches())
}
