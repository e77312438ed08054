//! The messages and notes of algorithms that have none.

use std::fmt::{Display, Formatter};

/// The note type of an algorithm that has nothing to add to the model's facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNote {}

impl Display for NoNote {
    fn fmt(&self, _: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The message type of an algorithm that sends none: everything goes through the memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoMessage {}

impl Display for NoMessage {
    fn fmt(&self, _: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}
