//! `title`, `chapter`, `note`, `ask`: what a scenario says to those who watch it.

use std::fmt;

use super::expected::Expected;
use super::words::{Read, Words};

/// A question to be answered before the step that follows is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub text: String,
    /// The answers, at least two. The first is right; the name of a process or a memory can be
    /// answered on the stage.
    pub answers: Vec<String>,
}

impl Question {
    /// The place of the right answer.
    pub const RIGHT: usize = 0;

    /// The answers with their places, in the order in which they are shown, which does not give
    /// the right one away.
    pub fn shown(&self) -> Vec<(usize, &str)> {
        let answers = self.answers.iter().map(String::as_str);
        let mut shown: Vec<(usize, &str)> = answers.enumerate().collect();
        shown.sort_unstable_by_key(|(_, answer)| *answer);
        shown
    }

    /// The place of an answer.
    pub fn place(&self, answer: &str) -> Option<usize> {
        self.answers.iter().position(|known| known == answer)
    }
}

/// What a scenario says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Narration {
    /// `title <text>`: the scenario's name.
    Title(String),
    /// `chapter <text>`: a part begins with the step that follows.
    Chapter(String),
    /// `note <text>`: about the step that follows.
    Note(String),
    /// `ask <question> | <right answer> | <other answer> ...`: about the step that follows.
    Ask(Question),
}

fn text(words: &mut Words<'_>) -> Read<String> {
    let rest = words.rest();
    match rest.text {
        "" => Err(words.unexpected(None, Expected::Text)),
        text => Ok(text.to_owned()),
    }
}

impl Narration {
    pub(super) fn title(words: &mut Words<'_>) -> Read<Self> {
        text(words).map(Narration::Title)
    }

    pub(super) fn chapter(words: &mut Words<'_>) -> Read<Self> {
        text(words).map(Narration::Chapter)
    }

    pub(super) fn note(words: &mut Words<'_>) -> Read<Self> {
        text(words).map(Narration::Note)
    }

    pub(super) fn ask(words: &mut Words<'_>) -> Read<Self> {
        let rest = words.rest();
        let mut parts = rest.text.split('|').map(|part| part.trim().to_owned());
        let question = parts.next().unwrap_or_default();
        let answers: Vec<String> = parts.collect();
        let whole = !question.is_empty() && answers.iter().all(|a| !a.is_empty());
        if !whole || answers.len() < 2 {
            let found = Some(rest).filter(|w| !w.text.is_empty());
            return Err(words.unexpected(found, Expected::Question));
        }
        Ok(Narration::Ask(Question {
            text: question,
            answers,
        }))
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {}", self.text, self.answers.join(" | "))
    }
}

impl fmt::Display for Narration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Narration::Title(text) => write!(f, "title {text}"),
            Narration::Chapter(text) => write!(f, "chapter {text}"),
            Narration::Note(text) => write!(f, "note {text}"),
            Narration::Ask(question) => write!(f, "ask {question}"),
        }
    }
}
