//! Cheap Quorum's registers and regions: where they lie, and what they hold.

use smallvec::{SmallVec, smallvec};

use super::LEADER;
use crate::model::{Permission, ProcessId, Region, RegionId, RegisterId, Signed, Value};

/// v, as the leader signs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Proposed(
    /// v
    pub Value,
);

/// v, as a follower signs its copy. Another type than [`Proposed`], so that the leader's proposal
/// can never pass for its copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Copied(
    /// v
    pub Value,
);

/// What a register holds; none of it while it is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// `Value[l]`: the leader's proposal.
    Proposal(Signed<Proposed>),
    /// `Value[p]`: p's copy, with the leader's signature if p has it.
    Copy(Option<Signed<Proposed>>, Signed<Copied>),
    /// `Panic[p]`: true.
    Panic,
    /// `Proof[p]`: all n copies of one value, which is a unanimity proof.
    Proof(Signed<Copied>),
}

/// The purposes of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `Value[l]`
    Leader,
    /// `Value[p]`
    Value,
    /// `Panic[p]`
    Panic,
    /// `Proof[p]`
    Proof,
}

/// Where the registers and regions lie among the algorithm's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// n
    pub processes: u8,
    /// The first register.
    pub register: u16,
    /// The first region: `Region[l]`, one for each process, then the read-only row over all.
    pub region: u8,
}

impl Layout {
    /// How many registers it takes.
    pub fn registers(self) -> u16 {
        3 * u16::from(self.processes) + 1
    }

    /// The register of a purpose and owner.
    pub fn at(self, kind: Kind, owner: ProcessId) -> RegisterId {
        let n = u16::from(self.processes);
        let place = match kind {
            Kind::Leader => 0,
            Kind::Value => 1 + u16::from(owner.0),
            Kind::Panic => 1 + n + u16::from(owner.0),
            Kind::Proof => 1 + 2 * n + u16::from(owner.0),
        };
        RegisterId(self.register + place)
    }

    /// The purpose and owner of a register; none if it is another layer's.
    pub fn named(self, register: RegisterId) -> Option<(Kind, ProcessId)> {
        let n = u16::from(self.processes);
        let place = register.0.checked_sub(self.register)?;
        if place == 0 {
            return Some((Kind::Leader, LEADER));
        }
        let owner = ProcessId(((place - 1) % n) as u8);
        let kinds = [Kind::Value, Kind::Panic, Kind::Proof];
        let kind = kinds.get(usize::from((place - 1) / n))?;
        Some((*kind, owner))
    }

    /// `Region[l]`
    pub fn leader(self) -> RegionId {
        RegionId(self.region)
    }

    /// `Region[p]`
    pub fn own(self, owner: ProcessId) -> RegionId {
        RegionId(self.region + 1 + owner.0)
    }

    /// The read-only region over everything.
    pub fn row(self) -> RegionId {
        RegionId(self.region + 1 + self.processes)
    }

    /// Nobody writes `Region[l]` any more: what a revocation asks for.
    pub fn revoked(self) -> Permission {
        Permission::read_only(self.processes)
    }

    /// The regions; all are static but `Region[l]`, whose permission can be revoked.
    pub fn regions(self) -> Vec<Region> {
        let n = self.processes;
        let everyone = || (0..n).map(ProcessId);
        let leader = Region {
            name: "Region[l]".to_owned(),
            registers: vec![self.at(Kind::Leader, LEADER)],
            permission: Permission::exclusive(LEADER, n),
        };
        let own = everyone().map(|p| Region {
            name: format!("Region[{p}]"),
            registers: [Kind::Value, Kind::Panic, Kind::Proof]
                .map(|kind| self.at(kind, p))
                .to_vec(),
            permission: Permission::exclusive(p, n),
        });
        let row = Region {
            name: "everything".to_owned(),
            registers: (0..self.registers())
                .map(|k| RegisterId(self.register + k))
                .collect(),
            permission: Permission::read_only(n),
        };
        std::iter::once(leader).chain(own).chain([row]).collect()
    }

    /// Whether a register holds unanimity proofs.
    pub fn proves(self, register: RegisterId) -> bool {
        matches!(self.named(register), Some((Kind::Proof, _)))
    }

    /// The name of a register, such as `Value[l]` or `Proof[p2]`.
    pub fn register_name(self, register: RegisterId) -> Option<String> {
        self.named(register).map(|(kind, owner)| match kind {
            Kind::Leader => "Value[l]".to_owned(),
            Kind::Value => format!("Value[{owner}]"),
            Kind::Panic => format!("Panic[{owner}]"),
            Kind::Proof => format!("Proof[{owner}]"),
        })
    }
}

/// A register's value and who signed it.
pub fn cells(content: Option<&Content>) -> SmallVec<[String; 3]> {
    let (value, signers) = match content {
        None => (String::new(), String::new()),
        Some(Content::Proposal(signed)) => {
            (signed.content().0.to_string(), signed.signers().to_string())
        }
        Some(Content::Copy(_, copy) | Content::Proof(copy)) => {
            (copy.content().0.to_string(), copy.signers().to_string())
        }
        Some(Content::Panic) => ("panic".to_owned(), String::new()),
    };
    smallvec![value, signers]
}

/// A register's content in short, such as `a{p1,p2,p3}`; `-` when it is empty.
pub fn text(content: Option<&Content>) -> String {
    match content {
        None => "-".to_owned(),
        some => cells(some).concat(),
    }
}
