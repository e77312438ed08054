//! Which algorithm survives what: the table of bounds, each cell shown by a run.

use mnmscope::scenario::{Fate, survival};
use mnmscope::sim::find;

fn fate(id: &str, n: u8, m: u8, f_p: u8, f_m: u8) -> (bool, Fate, Option<Fate>) {
    let entry = find(id).expect("registered");
    let s = survival(entry, n, m, f_p, f_m).expect("a possible configuration");
    (s.promised, s.fate, s.experiment.map(|(fate, _)| fate))
}

#[test]
fn protected_memory_paxos_survives_all_processes_but_one_and_a_minority_of_memories() {
    let pmp = |n, m, f_p, f_m| fate("protected-memory-paxos", n, m, f_p, f_m);
    assert_eq!(pmp(2, 3, 0, 0), (true, Fate::Decides { delays: 2 }, None));
    assert_eq!(pmp(2, 3, 0, 1), (true, Fate::Decides { delays: 2 }, None));
    assert_eq!(pmp(2, 3, 1, 1), (true, Fate::Decides { delays: 8 }, None));
    assert_eq!(pmp(5, 5, 4, 2), (true, Fate::Decides { delays: 8 }, None));
    assert_eq!(pmp(2, 2, 1, 1), (false, Fate::Blocks, Some(Fate::Breaks)));
    assert_eq!(pmp(2, 3, 1, 2), (false, Fate::Blocks, Some(Fate::Breaks)));
}

#[test]
fn paxos_by_messages_needs_a_majority_of_processes() {
    let paxos = |n, f_p| fate("paxos", n, 0, f_p, 0);
    assert_eq!(paxos(3, 0), (true, Fate::Decides { delays: 2 }, None));
    assert_eq!(paxos(3, 1), (true, Fate::Decides { delays: 4 }, None));
    assert_eq!(paxos(3, 2), (false, Fate::Blocks, Some(Fate::Breaks)));
    assert_eq!(paxos(2, 1), (false, Fate::Blocks, Some(Fate::Breaks)));
}
