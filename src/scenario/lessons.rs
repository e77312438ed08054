//! The built-in lessons: scenarios with narration, in the order of a course.
//!
//! A lesson is a file in `src/scenario/lessons/` and a line here; its title is the file's `title`.

use super::{Scenario, ScenarioError, parse};

/// What a lesson is about; the course goes through these in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The first run, for whoever has never seen the page.
    Start,
    /// Memories, operations, delays.
    Model,
    /// Crashes of processes and memories.
    Crashes,
    /// What taking a permission away is good for.
    Permissions,
    /// Leaders, and what they may not rest on.
    Leaders,
    /// Messages, disks and the lower bound: what one has to pay without permissions that change.
    Without,
    /// Processes that lie.
    Lies,
}

/// A built-in scenario with narration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its id, which links and the page's memory keep.
    pub id: &'static str,
    /// What it is about.
    pub group: Group,
    /// The scenario's text.
    pub text: &'static str,
}

impl Lesson {
    /// Its title.
    pub fn title(&self) -> &'static str {
        let mut lines = self.text.lines();
        lines
            .find_map(|line| line.strip_prefix("title "))
            .unwrap_or(self.id)
    }

    /// The scenario.
    pub fn scenario(&self) -> Result<Scenario, ScenarioError> {
        parse(self.text)
    }
}

macro_rules! lessons {
    ($($group:ident: $($id:literal),+;)*) => {
        &[$($(Lesson {
            id: $id,
            group: Group::$group,
            text: include_str!(concat!("lessons/", $id, ".txt")),
        }),+),*]
    };
}

static LESSONS: &[Lesson] = lessons! {
    Start: "first-run";
    Model: "remote-write";
    Crashes: "memory-crash", "blocked", "adopt";
    Permissions: "old-leader", "open-permissions", "straggler";
    Leaders: "two-leaders";
    Without: "by-messages", "one-read-more", "frozen-leader", "lower-bound", "lower-bound-mended";
    Lies: "a-lie-taken-apart", "one-signature", "doubt", "out-of-the-panic";
};

/// All lessons, in the order of the course. The first is the one with which the page opens.
pub fn lessons() -> &'static [Lesson] {
    LESSONS
}

/// The lesson with that id.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|l| l.id == id)
}
