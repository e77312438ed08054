//! The algorithms, one module each, and the list of them.
//!
//! An algorithm is one module here, one line in [`with_algorithms!`](crate::with_algorithms), and
//! its scenario files; every law in `tests/` runs over the list by itself. A module's file is the
//! state machine; where it is long, the lines as they are shown, and what must hold, stand in the
//! folder of its name.
//!
//! What several share:
//!
//! | module | holds |
//! |---|---|
//! | `proposals`, `decided` | proposal numbers and what was accepted under them; how a decision is passed on |
//! | `slots` | the slots of Protected Memory Paxos, which Aligned Paxos has at its memories |
//! | [`message`] | algorithms that only send messages, whatever carries these |
//! | `layers` | what the Byzantine family stands on: replicated registers, non-equivocating broadcast, T-send and T-receive, Cheap Quorum, and what a liar can do at each |
//! | `broadcasting` | non-equivocating broadcast as an algorithm of its own, in either form |
//! | `over_broadcast` | a message algorithm over T-send and T-receive |
//! | [`properties`] | what must hold of several |

#[macro_use]
mod pseudocode;

mod aligned_paxos;
mod broadcasting;
mod cheap_quorum;
mod decided;
mod disk_paxos;
mod fast_and_robust;
mod fast_paxos;
mod layers;
pub mod message;
mod non_equivocating_broadcast;
mod non_equivocating_broadcast_echo;
mod over_broadcast;
mod paxos;
mod preferential_paxos;
pub mod properties;
mod proposals;
mod protected_memory_paxos;
mod reliable_broadcast;
mod robust_backup;
mod slots;
mod static_two_delay;
mod swmr_register;

pub use aligned_paxos::AlignedPaxos;
pub use cheap_quorum::CheapQuorum;
pub use disk_paxos::DiskPaxos;
pub use fast_and_robust::FastAndRobust;
pub use fast_paxos::FastPaxos;
pub use non_equivocating_broadcast::NonEquivocatingBroadcast;
pub use non_equivocating_broadcast_echo::NonEquivocatingBroadcastEcho;
pub use paxos::Paxos;
pub use preferential_paxos::PreferentialPaxos;
pub use protected_memory_paxos::ProtectedMemoryPaxos;
pub use reliable_broadcast::ReliableBroadcast;
pub use robust_backup::RobustBackup;
pub use static_two_delay::StaticTwoDelay;
pub use swmr_register::SwmrRegister;

/// Hands the list of all algorithms, in the order in which they are shown, to another macro.
#[macro_export]
macro_rules! with_algorithms {
    ($then:ident) => {
        $then! {
            $crate::algorithms::Paxos,
            $crate::algorithms::FastPaxos,
            $crate::algorithms::DiskPaxos,
            $crate::algorithms::ProtectedMemoryPaxos,
            $crate::algorithms::AlignedPaxos,
            $crate::algorithms::StaticTwoDelay,
            $crate::algorithms::SwmrRegister,
            $crate::algorithms::ReliableBroadcast,
            $crate::algorithms::NonEquivocatingBroadcastEcho,
            $crate::algorithms::NonEquivocatingBroadcast,
            $crate::algorithms::RobustBackup,
            $crate::algorithms::CheapQuorum,
            $crate::algorithms::PreferentialPaxos,
            $crate::algorithms::FastAndRobust,
        }
    };
}
