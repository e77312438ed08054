//! One test for each claim of the papers: bounds, delays and properties, with its citation.
//!
//! P1 is Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The Impact of RDMA on Agreement*,
//! PODC 2019.

#[path = "paper/byzantine.rs"]
mod byzantine;
#[path = "paper/common.rs"]
mod common;
#[path = "paper/crash_family.rs"]
mod crash_family;
#[path = "paper/few_processes.rs"]
mod few_processes;
#[path = "paper/protected_memory_paxos.rs"]
mod protected_memory_paxos;
