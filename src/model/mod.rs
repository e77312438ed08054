//! The message-and-memory world: processes that send messages and operate on memories whose
//! permissions can change (P1, section 3), as one pure, deterministic state machine.
//!
//! **Nothing here knows a clock, a browser, randomness or an algorithm by name.** A
//! [`System`] is what stays the same during a run, a [`State`] is what changes, an [`Event`] is
//! the only way in which it changes, and [`Fact`]s tell what an event did.

mod about;
mod algorithm;
mod apply;
mod config;
mod data;
mod enabled;
mod event;
mod fact;
mod fingerprint;
mod free_act;
mod ids;
mod level;
mod line;
mod nothing;
mod operation;
mod parts;
mod permission;
mod property;
mod region;
mod signed;
mod state;
mod thread;
mod why;

pub use about::{CodeLine, Facts, Field, Mutation};
pub use algorithm::Algorithm;
pub use config::{Config, ConfigError, FirstPhase, Links, Quorum, Reads, UNBOUNDED};
pub use data::Data;
pub use event::{Event, Refusal};
pub use fact::Fact;
pub use fingerprint::{Fingerprinter, fingerprint, placed, scramble};
pub use free_act::{FreeAct, Wish};
pub use ids::{MOST, MemoryId, MemorySet, ProcessId, ProcessSet, RegionId, RegisterId, Value};
pub use level::{Heard, Level, Work};
pub use line::{Command, Input, Next, Out};
pub use nothing::{NoMessage, NoNote};
pub use operation::{Flight, Lane, Operation, Owner, Response, Responses};
pub use parts::{Decision, Inbox, Memory, Process, Status};
pub use permission::Permission;
pub use property::{Kind, Moment, Property, Reach};
pub use region::Region;
pub use signed::{Adversary, Dealer, Signed};
pub use state::{Part, State, System};
pub use thread::{Parked, Scope, Thread, ThreadId};
pub use why::{Stake, Why};
