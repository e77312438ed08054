//! How a Byzantine act is numbered and named: a lie at a register.
//!
//! An act is a plain number (it stands in links): which lie, at which memory or at all of them,
//! about whose message, under which key, with which content.

use crate::model::{Config, MemoryId, ProcessId};

/// Where an act goes: one memory, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One memory.
    At(MemoryId),
    /// Every memory.
    Everywhere,
}

impl Place {
    /// The memories it means.
    pub fn memories(self, config: &Config) -> impl Iterator<Item = MemoryId> + use<> {
        let (from, to) = match self {
            Place::At(memory) => (memory.0, memory.0 + 1),
            Place::Everywhere => (0, config.memories),
        };
        (from..to.min(config.memories)).map(MemoryId)
    }

    /// As in scenario text: `m1`, or `all`.
    pub fn text(self) -> String {
        match self {
            Place::At(memory) => memory.to_string(),
            Place::Everywhere => "all".to_owned(),
        }
    }

    /// [`Place::text`] backwards.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "all" {
            return Some(Place::Everywhere);
        }
        number_after(text, 'm').map(|k| Place::At(MemoryId(k)))
    }
}

/// Where an act names whom a message is for: all of them.
pub const EVERYONE: ProcessId = ProcessId(15);

/// An act taken apart. `kind` and `content` are the algorithm's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Which lie.
    pub kind: u8,
    /// Where.
    pub place: Place,
    /// Whose message or register it is about, or [`EVERYONE`].
    pub about: ProcessId,
    /// Under which key; 0 where there are none.
    pub key: u8,
    /// What it says.
    pub content: u8,
}

impl Act {
    /// The number that stands in events and links: from the highest bit 4 for the kind, 4 for the
    /// place, 4 for the process, 8 for the key, 8 for the content.
    pub fn number(self) -> u32 {
        let place = match self.place {
            Place::At(memory) => u32::from(memory.0),
            Place::Everywhere => 15,
        };
        u32::from(self.kind) << 24
            | place << 20
            | u32::from(self.about.0) << 16
            | u32::from(self.key) << 8
            | u32::from(self.content)
    }

    /// The act of a number; none if it names no place or process of this configuration.
    pub fn of(number: u32, config: &Config) -> Option<Self> {
        let place = match (number >> 20 & 15) as u8 {
            15 => Place::Everywhere,
            m if m < config.memories => Place::At(MemoryId(m)),
            _ => return None,
        };
        let about = ProcessId((number >> 16 & 15) as u8);
        let known = about.0 < config.processes || about == EVERYONE;
        (number >> 28 == 0 && known).then_some(Act {
            kind: (number >> 24 & 15) as u8,
            place,
            about,
            key: (number >> 8) as u8,
            content: number as u8,
        })
    }
}

/// The index (from 0) that follows a letter: `p2` names 1.
pub fn number_after(text: &str, letter: char) -> Option<u8> {
    let digits = text.strip_prefix(letter)?;
    digits.parse::<u8>().ok()?.checked_sub(1)
}

/// Splits `verb name[a,b,c]@place = content` into its words.
pub fn split(label: &str) -> Option<(&str, &str, Vec<&str>, Place, &str)> {
    let (verb, rest) = label.trim().split_once(' ')?;
    let (target, content) = rest.split_once('=').unwrap_or((rest, ""));
    let (register, place) = target.trim().rsplit_once('@')?;
    let (name, indices) = register.split_once('[')?;
    let indices = indices.strip_suffix(']')?.split(',').map(str::trim);
    let place = Place::parse(place.trim())?;
    Some((verb, name, indices.collect(), place, content.trim()))
}
