//! The words of one line, with their columns.

use super::error::{Problem, ScenarioError, nearest};
use super::expected::Expected;
use crate::model::{MOST, MemoryId, ProcessId, Value};

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Its column, from 1, in characters.
    pub column: u32,
}

/// Reads a line word by word. Words end at white space outside parentheses.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    line: u32,
    text: &'a str,
    /// The byte at which the rest begins.
    at: usize,
}

/// What is read from a line, or what is wrong with it.
pub type Read<T> = Result<T, ScenarioError>;

impl<'a> Words<'a> {
    /// The words of a line.
    pub fn new(line: u32, text: &'a str) -> Self {
        Words { line, text, at: 0 }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn column(&self, byte: usize) -> u32 {
        self.text[..byte].chars().count() as u32 + 1
    }

    /// The next word, if there is one.
    pub fn next(&mut self) -> Option<Word<'a>> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let mut depth = 0u32;
        let end = rest.char_indices().find(|(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && c.is_whitespace()
        });
        let end = end.map_or(rest.len(), |(byte, _)| byte);
        let word = Word {
            text: &rest[..end],
            column: self.column(self.at),
        };
        self.at += end;
        (end > 0).then_some(word)
    }

    /// The next word, left where it is.
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Takes the next word if it is this one.
    pub fn take(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|w| w.text == word);
        if there {
            self.next();
        }
        there
    }

    /// The rest of the line as it stands, with its column.
    pub fn rest(&mut self) -> Word<'a> {
        self.skip_space();
        let word = Word {
            text: self.text[self.at..].trim_end(),
            column: self.column(self.at),
        };
        self.at = self.text.len();
        word
    }

    /// The rest of the line in parts, each to be read for itself.
    pub fn parts(&mut self, separator: char) -> Vec<Words<'a>> {
        let mut parts = Vec::new();
        let mut at = self.at;
        for part in self.text[self.at..].split(separator) {
            let end = at + part.len();
            parts.push(Words {
                line: self.line,
                text: &self.text[..end],
                at,
            });
            at = end + separator.len_utf8();
        }
        self.at = self.text.len();
        parts
    }

    /// An error at a column of this line.
    pub fn error(&self, column: u32, problem: Problem) -> ScenarioError {
        ScenarioError {
            line: self.line,
            column,
            problem,
        }
    }

    /// Something else was expected where `found` stands, or at the end of the line.
    pub fn unexpected(&self, found: Option<Word<'_>>, expected: Expected) -> ScenarioError {
        self.unlike(found, expected, &[] as &[&str])
    }

    /// As [`Words::unexpected`], with the words that would fit.
    pub fn unlike<S: AsRef<str>>(
        &self,
        found: Option<Word<'_>>,
        expected: Expected,
        fitting: &[S],
    ) -> ScenarioError {
        let end = self.column(self.text.trim_end().len());
        let problem = Problem::Unexpected {
            found: found.map(|w| shortened(w.text)),
            expected,
            nearest: found.and_then(|w| nearest(w.text, fitting)),
        };
        self.error(found.map_or(end, |w| w.column), problem)
    }

    /// The line is over, or the surplus word is an error; `expected` says what could still stand
    /// there.
    pub fn finish(&mut self, expected: Expected) -> Read<()> {
        match self.next() {
            None => Ok(()),
            found => Err(self.unexpected(found, expected)),
        }
    }

    /// One of these words.
    pub fn one_of(&mut self, expected: Expected, fitting: &[&'static str]) -> Read<&'static str> {
        let found = self.next();
        let hit = found.and_then(|w| fitting.iter().find(|f| **f == w.text));
        hit.copied()
            .ok_or_else(|| self.unlike(found, expected, fitting))
    }

    /// A process.
    pub fn process(&mut self) -> Read<ProcessId> {
        let found = self.next();
        found
            .and_then(|w| process(w.text))
            .ok_or_else(|| self.unlike(found, Expected::Process, &process_names()))
    }

    /// `key=`, then what follows it; the error column is that of the value.
    pub fn keyed(&self, word: Word<'a>) -> Option<(&'a str, Word<'a>)> {
        let (key, value) = word.text.split_once('=')?;
        let value = Word {
            text: value,
            column: word.column + key.chars().count() as u32 + 1,
        };
        Some((key, value))
    }

    /// A number within a range.
    pub fn number<T>(&self, word: Word<'_>, least: T, most: T) -> Read<T>
    where
        T: std::str::FromStr + PartialOrd + Copy + Into<u64>,
    {
        let digits = !word.text.is_empty() && word.text.bytes().all(|b| b.is_ascii_digit());
        let number = word.text.parse::<T>().ok().filter(|_| digits);
        number
            .filter(|k| (least..=most).contains(k))
            .ok_or_else(|| {
                let (least, most) = (least.into(), most.into());
                self.unexpected(Some(word), Expected::Number { least, most })
            })
    }

    /// A value, a letter from a to z.
    pub fn value(&self, word: Word<'_>) -> Read<Value> {
        value(word.text).ok_or_else(|| self.unexpected(Some(word), Expected::Value))
    }

    /// A list such as `(a,b)`, or one item without parentheses: its items with their columns.
    pub fn list(&self, word: Word<'a>) -> Read<Vec<Word<'a>>> {
        let inner = match word.text.strip_prefix('(') {
            None => return Ok(vec![word]),
            Some(inner) => inner
                .strip_suffix(')')
                .ok_or_else(|| self.unexpected(Some(word), Expected::List))?,
        };
        let mut items = Vec::new();
        let mut column = word.column + 1;
        for part in inner.split(',') {
            let lead = part.chars().take_while(|c| c.is_whitespace()).count() as u32;
            let item = Word {
                text: part.trim(),
                column: column + lead,
            };
            column += part.chars().count() as u32 + 1;
            items.push(item);
        }
        Ok(items)
    }
}

/// What was found, cut where it would fill the screen.
fn shortened(text: &str) -> String {
    const MOST_SHOWN: usize = 40;
    match text.char_indices().nth(MOST_SHOWN) {
        Some((byte, _)) => format!("{}...", &text[..byte]),
        None => text.to_owned(),
    }
}

fn numbered(text: &str, letter: char) -> Option<u8> {
    let digit = text.strip_prefix(letter)?;
    let number: u8 = digit.parse().ok().filter(|_| digit.len() == 1)?;
    (1..=MOST).contains(&number).then(|| number - 1)
}

/// The process that a name such as `p1` names.
pub fn process(text: &str) -> Option<ProcessId> {
    numbered(text, 'p').map(ProcessId)
}

/// The memory that a name such as `m1` names.
pub fn memory(text: &str) -> Option<MemoryId> {
    numbered(text, 'm').map(MemoryId)
}

/// The value that a letter names.
pub fn value(text: &str) -> Option<Value> {
    let mut letters = text.chars();
    let value = letters.next().and_then(Value::from_letter);
    value.filter(|_| letters.next().is_none())
}

/// `p1@m2`: a process's way to a memory.
pub fn lane(text: &str) -> Option<(ProcessId, MemoryId)> {
    let (p, m) = text.split_once('@')?;
    Some((process(p)?, memory(m)?))
}

/// `p1->p2`: a link.
pub fn link(text: &str) -> Option<(ProcessId, ProcessId)> {
    let (from, to) = text.split_once("->")?;
    Some((process(from)?, process(to)?))
}

/// All processes' names.
pub fn process_names() -> Vec<String> {
    (0..MOST).map(|k| ProcessId(k).to_string()).collect()
}

/// Both kinds of names.
pub fn all_names() -> Vec<String> {
    let mut names = process_names();
    names.extend((0..MOST).map(|k| MemoryId(k).to_string()));
    names
}
