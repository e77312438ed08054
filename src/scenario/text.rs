//! A scenario's lines: comments, commands, and the output that they produced.

use std::fmt;

use super::command::Command;
use super::error::{Problem, ScenarioError};
use super::setup::Setup;
use super::words::Words;
use crate::sim::{Entry, find};

/// What stands on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Nothing.
    Blank,
    /// `# text`.
    Comment(String),
    /// A command.
    Command(Command),
}

/// An item and where it stands.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line's number, from 1.
    pub number: u32,
    /// The column at which the item begins, from 1.
    pub column: u32,
    /// What stands there.
    pub item: Item,
}

impl PartialEq for Line {
    /// What is said counts, not where it stands.
    fn eq(&self, other: &Self) -> bool {
        self.item == other.item
    }
}

impl Eq for Line {}

/// A scenario: what a file, a lesson, an export and a link all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The lines before the output.
    pub lines: Vec<Line>,
    /// The output, where there is one: what follows the line `----`.
    pub output: Option<String>,
}

/// What parts the commands from the output.
pub const RULE: &str = "----";

/// The most lines before the output, several times as many as the longest run needs.
pub const MOST_LINES: usize = 200_000;

/// Reads a scenario. The first error is returned, and nothing of the text is used then.
pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scenario = Scenario::default();
    let mut entry = None;
    let mut number = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        number += 1;
        if number as usize > MOST_LINES {
            return Err(ScenarioError {
                line: number,
                column: 1,
                problem: Problem::TooManyLines(MOST_LINES),
            });
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim_end() == RULE {
            scenario.output = Some(rest.to_owned());
            break;
        }
        scenario.read(number, line, &mut entry)?;
    }
    Ok(scenario)
}

impl Scenario {
    fn read(
        &mut self,
        number: u32,
        line: &str,
        entry: &mut Option<&'static Entry>,
    ) -> Result<(), ScenarioError> {
        let mut words = Words::new(number, line);
        let first = words.peek();
        let item = match first {
            None => Item::Blank,
            Some(word) if word.text.starts_with('#') => {
                let text = line.trim().trim_start_matches('#');
                Item::Comment(text.trim().to_owned())
            }
            Some(word) if word.column > 1 && word.text.contains('=') => {
                // An indented line of settings belongs to the setup before it.
                if let Some(Item::Command(Command::Setup(setup))) =
                    self.lines.last_mut().map(|l| &mut l.item)
                {
                    return setup.parse_settings(&mut words);
                }
                Item::Command(Command::parse(&mut words, *entry)?)
            }
            Some(_) => Item::Command(Command::parse(&mut words, *entry)?),
        };
        let column = first.map_or(1, |word| word.column);
        if let Item::Command(command) = &item {
            let error = |problem| ScenarioError {
                line: number,
                column,
                problem,
            };
            match command {
                Command::Setup(_) if entry.is_some() || self.acts() => {
                    return Err(error(Problem::SecondSetup));
                }
                Command::Setup(setup) => *entry = find(&setup.algorithm),
                _ => {}
            }
        }
        self.lines.push(Line {
            number,
            column,
            item,
        });
        Ok(())
    }

    /// Whether it has a command that needs a setup before it.
    fn acts(&self) -> bool {
        self.commands()
            .any(|(_, c)| !matches!(c, Command::Setup(_) | Command::Narration(_)))
    }

    /// The commands with their lines.
    pub fn commands(&self) -> impl Iterator<Item = (&Line, &Command)> {
        self.lines.iter().filter_map(|line| match &line.item {
            Item::Command(command) => Some((line, command)),
            _ => None,
        })
    }

    /// The setup, with its line.
    pub fn setup(&self) -> Option<(&Line, &Setup)> {
        self.commands().find_map(|(line, command)| match command {
            Command::Setup(setup) => Some((line, setup)),
            _ => None,
        })
    }

    /// Puts a command at the end.
    pub fn push(&mut self, command: Command) {
        self.push_item(Item::Command(command));
    }

    /// Puts a line at the end.
    pub fn push_item(&mut self, item: Item) {
        self.lines.push(Line {
            number: self.lines.len() as u32 + 1,
            column: 1,
            item,
        });
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            match &line.item {
                Item::Blank => writeln!(f)?,
                Item::Comment(text) if text.is_empty() => writeln!(f, "#")?,
                Item::Comment(text) => writeln!(f, "# {text}")?,
                Item::Command(command) => writeln!(f, "{command}")?,
            }
        }
        match &self.output {
            None => Ok(()),
            Some(output) => write!(f, "{RULE}\n{output}"),
        }
    }
}
