//! What a T-send broadcasts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::algorithms::layers::broadcast::{self, Keyed, Slots};
use crate::algorithms::message::MessageAlgorithm;
use crate::model::{ProcessId, ProcessSet, fingerprint};

/// A receipt: which packet of which sender was T-received.
pub type Receipt = (ProcessId, u16);

/// What a T-send broadcasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Content<M: MessageAlgorithm> {
    /// The input that the sender claims; in its first packet only.
    pub input: Option<M::Input>,
    /// What it T-received since its last packet, in that order.
    pub receipts: SmallVec<[Receipt; 2]>,
    /// Whom the message is for.
    pub to: ProcessSet,
    /// The message.
    pub message: M::Message,
}

/// A packet: shared, with its fingerprint at hand.
#[derive(Clone, Debug)]
pub struct Packet<M: MessageAlgorithm> {
    content: Arc<Content<M>>,
    fingerprint: u64,
}

impl<M: MessageAlgorithm> Packet<M> {
    /// A packet of that content.
    pub fn new(content: Content<M>) -> Self {
        Packet {
            fingerprint: fingerprint(&content),
            content: Arc::new(content),
        }
    }
}

impl<M: MessageAlgorithm> std::ops::Deref for Packet<M> {
    type Target = Content<M>;

    fn deref(&self) -> &Content<M> {
        &self.content
    }
}

impl<M: MessageAlgorithm> PartialEq for Packet<M> {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
            && (Arc::ptr_eq(&self.content, &other.content) || self.content == other.content)
    }
}

impl<M: MessageAlgorithm> Eq for Packet<M> {}

impl<M: MessageAlgorithm> Hash for Packet<M> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.fingerprint);
    }
}

/// A bank of packets in full: the key and message of each, and who signed it.
pub fn slots_text<M: MessageAlgorithm>(slots: &Slots<Packet<M>>) -> String {
    let each: Vec<String> = slots.iter().map(|(k, c)| entry_text(k, c)).collect();
    each.join(" ")
}

/// A bank of packets in short: the last one, after `…` if there are others; `-` where there is none.
pub fn last_text<M: MessageAlgorithm>(slots: &Slots<Packet<M>>) -> String {
    match slots.iter().last() {
        None => "-".to_owned(),
        Some((1, content)) => entry_text(1, content),
        Some((key, content)) => format!("…{}", entry_text(key, content)),
    }
}

fn entry_text<M: MessageAlgorithm>(key: u16, content: &broadcast::Content<Packet<M>>) -> String {
    let signers = match content {
        broadcast::Content::Value(signed) => signed.signers(),
        broadcast::Content::L1(proof, _) | broadcast::Content::L2(proof) => proof.signers(),
    };
    let keyed: &Keyed<Packet<M>> = content.keyed();
    let message = &keyed.payload.message;
    format!("{key}:{message}{signers}")
}
