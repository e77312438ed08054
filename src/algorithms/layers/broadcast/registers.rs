//! The broadcast's registers and regions: where they lie, and what they hold.

use crate::algorithms::layers::bank::Bank;
use crate::model::{Data, Permission, ProcessId, Region, RegionId, RegisterId, Signed};

/// (k, m) of a sender: what is signed. The sender stands in it, so that a copy's signature can
/// never pass for a broadcast of the copier's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keyed<T> {
    /// Who broadcasts it.
    pub sender: ProcessId,
    /// k, from 1.
    pub key: u16,
    /// m
    pub payload: T,
}

/// An L1 proof's claim: a majority copied this, the sender's signature with it. Only a majority of
/// signed copies makes one, so an invalid proof cannot even be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Proof<T>(Keyed<T>);

impl<T: Data> Proof<T> {
    /// The proof that these signatures make, if the sender's is among them and they are enough.
    pub fn new(copies: &Signed<Keyed<T>>, needed: usize) -> Option<Self> {
        let keyed = copies.content();
        let valid = copies.is_signed_by(keyed.sender) && copies.signers().len() >= needed;
        valid.then(|| Proof(keyed.clone()))
    }

    /// What it proves.
    pub fn keyed(&self) -> &Keyed<T> {
        &self.0
    }
}

/// What a register of the broadcast holds under one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content<T> {
    /// Value: the message with the sender's signature and the copier's.
    Value(Signed<Keyed<T>>),
    /// L1: the proof, signed by its author, and of the copies in it the author's own (the others'
    /// are known to exist; which ones they are makes no difference).
    L1(Signed<Proof<T>>, Signed<Keyed<T>>),
    /// L2: L1 proofs of one value under the signatures of their authors.
    L2(Signed<Proof<T>>),
}

impl<T: Data> Content<T> {
    /// What it is about.
    pub fn keyed(&self) -> &Keyed<T> {
        match self {
            Content::Value(signed) => signed.content(),
            Content::L1(proof, _) | Content::L2(proof) => proof.content().keyed(),
        }
    }
}

/// A register's content: one entry for each key.
pub type Slots<T> = Bank<Content<T>>;

/// The three kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `Value[i,k,q]`
    Value,
    /// `L1[i,k,q]`
    L1,
    /// `L2[i,k,q]`
    L2,
}

impl Kind {
    /// All of them, in the order of the registers.
    pub const ALL: [Kind; 3] = [Kind::Value, Kind::L1, Kind::L2];

    /// As in the pseudocode.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Value => "Value",
            Kind::L1 => "L1",
            Kind::L2 => "L2",
        }
    }
}

/// Where the broadcast's registers and regions lie among the algorithm's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// n
    pub processes: u8,
    /// The first register.
    pub register: u16,
    /// The first region: n regions with one writer each, then a read-only row for each sender.
    pub region: u8,
    /// Which kinds of registers there are: the first of [`Kind::ALL`].
    pub kinds: u8,
}

impl Layout {
    fn kinds(self) -> &'static [Kind] {
        &Kind::ALL[..usize::from(self.kinds)]
    }

    /// How many registers it takes.
    pub fn registers(self) -> u16 {
        u16::from(self.kinds) * u16::from(self.processes) * u16::from(self.processes)
    }

    /// The register of a kind that `owner` writes about `sender`'s broadcasts.
    pub fn at(self, kind: Kind, owner: ProcessId, sender: ProcessId) -> RegisterId {
        let n = u16::from(self.processes);
        RegisterId(
            self.register + kind as u16 * n * n + u16::from(owner.0) * n + u16::from(sender.0),
        )
    }

    /// The kind, owner and sender of a register; none if it is another layer's.
    pub fn named(self, register: RegisterId) -> Option<(Kind, ProcessId, ProcessId)> {
        let n = u16::from(self.processes);
        let place = register.0.checked_sub(self.register)?;
        let kind = *self.kinds().get(usize::from(place / (n * n)))?;
        let owner = ProcessId((place % (n * n) / n) as u8);
        Some((kind, owner, ProcessId((place % n) as u8)))
    }

    /// The region that only `owner` may write: SWMR(owner).
    pub fn own(self, owner: ProcessId) -> RegionId {
        RegionId(self.region + owner.0)
    }

    /// The read-only region over everything about one sender's broadcasts.
    pub fn row(self, sender: ProcessId) -> RegionId {
        RegionId(self.region + self.processes + sender.0)
    }

    /// The regions, all static.
    pub fn regions(self) -> Vec<Region> {
        let n = self.processes;
        let everyone = || (0..n).map(ProcessId);
        let own = everyone().map(|owner| Region {
            name: format!("broadcast[{owner}]"),
            registers: self
                .kinds()
                .iter()
                .flat_map(|kind| everyone().map(|sender| self.at(*kind, owner, sender)))
                .collect(),
            permission: Permission::exclusive(owner, n),
        });
        let rows = everyone().map(|sender| Region {
            name: format!("from {sender}"),
            registers: self
                .kinds()
                .iter()
                .flat_map(|kind| everyone().map(|owner| self.at(*kind, owner, sender)))
                .collect(),
            permission: Permission::read_only(n),
        });
        own.chain(rows).collect()
    }

    /// Whether a register holds L1 or L2 proofs.
    pub fn proves(self, register: RegisterId) -> bool {
        let named = self.named(register);
        matches!(named, Some((Kind::L1 | Kind::L2, ..)))
    }

    /// The name of a register, such as `Value[p1,·,p2]`.
    pub fn register_name(self, register: RegisterId) -> Option<String> {
        let (kind, owner, sender) = self.named(register)?;
        Some(format!("{}[{owner},·,{sender}]", kind.name()))
    }
}
