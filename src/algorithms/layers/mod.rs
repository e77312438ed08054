//! What the Byzantine algorithms stand on, each layer on the one before: replicated registers
//! (`bank`; P1, section on the SWMR regular register), non-equivocating broadcast (`broadcast`),
//! and histories that bind a sender to an algorithm (`backup`); and beside them Cheap Quorum
//! (`quorum`). What a liar can do at each stands in `lies`, `backup_lies` and `quorum_lies`.
//!
//! A layer fixes neither the register nor the line type of the algorithm that uses it: a `Host`
//! says where the layer's registers lie and what its lines are called.

pub mod acts;
pub mod backup;
pub mod backup_lies;
pub mod bank;
pub mod broadcast;
pub mod claims;
pub mod lies;
pub mod quorum;
pub mod quorum_lies;
