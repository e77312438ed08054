//! What a frame says of each process, memory, event and property.

use crate::model::{
    Event, Kind as PropertyKind, MemoryId, Permission, ProcessId, ProcessSet, RegionId, RegisterId,
    Status, Value,
};
use crate::sim::{Standing, ThreadView};
use crate::view::drawing::Target;
use crate::view::lens::Sight;

/// A variable of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldMark {
    /// Its name, as in the pseudocode.
    pub name: &'static str,
    /// Its value.
    pub text: String,
    /// Whether this step changed it.
    pub changed: bool,
}

/// What a process decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionMark {
    /// Who.
    pub process: ProcessId,
    /// What.
    pub value: Value,
    /// The proposal number; 0 where it was learnt or where there is none.
    pub proposal: u16,
    /// The step of the current run.
    pub step: usize,
    /// After how many delays.
    pub delays: u32,
}

/// A process after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessMark {
    /// Its name.
    pub id: ProcessId,
    /// What it proposes.
    pub input: Value,
    /// Whether it takes steps.
    pub status: Status,
    /// What it is about, in few words.
    pub role: String,
    /// What it decided.
    pub decision: Option<DecisionMark>,
    /// Whom it trusts to be the leader.
    pub leader: ProcessId,
    /// Who trusts it to be the leader.
    pub trusted_by: ProcessSet,
    /// Its threads, each with the pseudocode line on which it stands.
    pub threads: Vec<ThreadView>,
    /// Its variables.
    pub fields: Vec<FieldMark>,
    /// Whether the automatic schedules leave it alone.
    pub held: bool,
    /// On which side of a partition it stands, where there is one: `A` or `B`.
    pub side: Option<char>,
    /// Whether this step happened at it.
    pub acted: bool,
    /// Whether it is seen as it is.
    pub sight: Sight,
}

/// A region of a memory after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionMark {
    /// Its place.
    pub id: RegionId,
    /// Its name.
    pub name: String,
    /// Who may do what.
    pub permission: Permission,
    /// Whether this step changed that.
    pub changed: bool,
    /// Its registers.
    pub registers: Vec<RegisterId>,
    /// Whether its permission is seen as it is.
    pub sight: Sight,
}

/// A register of a memory after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterMark {
    /// Its place.
    pub id: RegisterId,
    /// Its name.
    pub name: String,
    /// Its columns, with empty strings for empty ones.
    pub cells: Vec<String>,
    /// Its content in short.
    pub text: String,
    /// Whether nothing was ever written to it.
    pub empty: bool,
    /// Whether this step changed it.
    pub changed: bool,
    /// Who may write it, through whatever region.
    pub writers: ProcessSet,
    /// Whether its content is seen as it is.
    pub sight: Sight,
    /// Whether it is there for proofs.
    pub proof: bool,
}

/// A memory after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryMark {
    /// Its name.
    pub id: MemoryId,
    /// Whether it has crashed; it is then shown as it was before.
    pub crashed: bool,
    /// Whether the automatic schedules leave it alone: it hangs.
    pub held: bool,
    /// On which side of a partition it stands, where there is one: `A` or `B`.
    pub side: Option<char>,
    /// Its regions.
    pub regions: Vec<RegionMark>,
    /// Its registers.
    pub registers: Vec<RegisterMark>,
    /// Who may write something in it.
    pub writers: ProcessSet,
    /// Whether the same processes may write every register.
    pub uniform: bool,
    /// Whether this step happened at it.
    pub acted: bool,
}

/// An event that can happen after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnabledMark {
    /// The event.
    pub event: Event,
    /// Where on the stage it is chosen by a click.
    pub target: Target,
    /// Whether the automatic schedules leave it alone because something is held.
    pub held: bool,
    /// A Byzantine act in words, as scenario text; empty for other events.
    pub act: String,
}

/// How a property stands after the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyMark {
    /// Its id.
    pub id: &'static str,
    /// One sentence that says what must hold.
    pub says: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// When it is judged.
    pub kind: PropertyKind,
    /// How it stands.
    pub standing: Standing,
    /// Whether this very step violated it.
    pub fresh: bool,
}
