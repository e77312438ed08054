//! What was delivered, and what a process says of it.

use smallvec::SmallVec;

use crate::model::{ProcessId, Value};

/// What each sender's messages delivered so far were, first key first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deliveries {
    from: SmallVec<[SmallVec<[Value; 1]>; 3]>,
}

impl Deliveries {
    /// Nothing yet, from any of `n` senders.
    pub fn none(n: u8) -> Self {
        Deliveries {
            from: (0..n).map(|_| SmallVec::new()).collect(),
        }
    }

    /// The messages of one sender.
    pub fn from(&self, sender: ProcessId) -> &[Value] {
        &self.from[sender.0 as usize]
    }

    /// One more.
    pub fn deliver(&mut self, sender: ProcessId, value: Value) {
        self.from[sender.0 as usize].push(value);
    }

    /// For display: `p1:a p3:bc`.
    pub fn text(&self) -> String {
        let each = (0..).map(ProcessId).zip(&self.from);
        let some = each.filter(|(_, values)| !values.is_empty());
        let words = some.map(|(sender, values)| {
            let letters: String = values.iter().map(Value::to_string).collect();
            format!("{sender}:{letters}")
        });
        let text = words.collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }
}

/// What a broadcast has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// deliver(k, m, q)
    Delivered {
        /// q
        sender: ProcessId,
        /// k
        key: u16,
        /// m
        value: Value,
    },
    /// The sender signed two different messages under one key: it is caught.
    TwoValues {
        /// The sender.
        sender: ProcessId,
        /// The key.
        key: u16,
    },
    /// A copy lacks the sender's signature: it is ignored.
    Forged {
        /// Whose register holds it.
        by: ProcessId,
        /// The sender whom it lies about.
        sender: ProcessId,
        /// The key.
        key: u16,
    },
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Note::Delivered { sender, key, value } => {
                write!(f, "delivers message {key} of {sender}: {value}")
            }
            Note::TwoValues { sender, key } => write!(
                f,
                "sees two different messages signed by {sender} under key {key}"
            ),
            Note::Forged { by, sender, key } => write!(
                f,
                "ignores {by}'s copy of message {key} of {sender}: {sender} did not sign it"
            ),
        }
    }
}
