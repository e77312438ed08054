//! Symbolic signatures, unforgeable by construction (P1, section 3).
//!
//! **No code can make a [`Signed`] in another's name**: a correct process signs through its own
//! [`Out`](super::Out), and a Byzantine one through the [`Adversary`], which holds the keys of the
//! Byzantine processes and no others. Everyone can pass on, put together, or leave out signatures
//! that already exist.

use super::{ProcessId, ProcessSet};

/// A content with the signatures of one process or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed<T> {
    content: T,
    by: ProcessSet,
}

impl<T> Signed<T> {
    pub(super) fn new(content: T, signer: ProcessId) -> Self {
        Signed {
            content,
            by: ProcessSet::only(signer),
        }
    }

    pub(super) fn add(mut self, signer: ProcessId) -> Self {
        self.by.insert(signer);
        self
    }

    /// What is signed.
    pub fn content(&self) -> &T {
        &self.content
    }

    /// Who signed it.
    pub fn signers(&self) -> ProcessSet {
        self.by
    }

    /// sValid(p, v): whether `process` signed it.
    pub fn is_signed_by(&self, process: ProcessId) -> bool {
        self.by.contains(process)
    }
}

impl<T: Clone + PartialEq> Signed<T> {
    /// The signatures of both under one content; none if the contents differ.
    pub fn join(&self, other: &Self) -> Option<Self> {
        (self.content == other.content).then(|| Signed {
            content: self.content.clone(),
            by: self.by.union(other.by),
        })
    }

    /// The same with these signatures alone: leaving some out needs nobody's key. None if not all
    /// of them are there, or none is asked for.
    pub fn only(&self, signers: ProcessSet) -> Option<Self> {
        let held = self.by.union(signers) == self.by;
        (held && !signers.is_empty()).then(|| Signed {
            content: self.content.clone(),
            by: signers,
        })
    }
}

/// Every process's key, for what was signed before the run began. Only the making of a
/// [`System`](super::System) has one.
#[derive(Clone, Copy, Debug)]
pub struct Dealer(());

impl Dealer {
    pub(super) fn new() -> Self {
        Dealer(())
    }

    /// What a process signed before the run.
    pub fn signed<T>(&self, signer: ProcessId, content: T) -> Signed<T> {
        Signed::new(content, signer)
    }

    /// The same with one more signature.
    pub fn and<T>(&self, signed: Signed<T>, signer: ProcessId) -> Signed<T> {
        signed.add(signer)
    }
}

/// The keys of the Byzantine processes: they act as one adversary and share them.
#[derive(Clone, Copy, Debug)]
pub struct Adversary {
    liars: ProcessSet,
}

impl Adversary {
    pub(super) fn new(liars: ProcessSet) -> Self {
        Adversary { liars }
    }

    /// Whose keys it holds.
    pub fn liars(&self) -> ProcessSet {
        self.liars
    }

    /// Signs as a Byzantine process; none in the name of a correct one.
    pub fn sign<T>(&self, signer: ProcessId, content: T) -> Option<Signed<T>> {
        self.liars
            .contains(signer)
            .then(|| Signed::new(content, signer))
    }

    /// Adds a Byzantine process's signature; none in the name of a correct one.
    pub fn countersign<T: Clone>(
        &self,
        signer: ProcessId,
        signed: &Signed<T>,
    ) -> Option<Signed<T>> {
        self.liars
            .contains(signer)
            .then(|| signed.clone().add(signer))
    }
}
