//! Which algorithm survives what: the table of bounds, each cell shown by a run.

use mnmscope::scenario::{Fate, Promise, survival};
use mnmscope::sim::find;

fn fate(id: &str, n: u8, m: u8, f_p: u8, f_m: u8) -> (Promise, Fate, Option<Fate>) {
    let entry = find(id).expect("registered");
    let s = survival(entry, n, m, f_p, f_m).expect("a possible configuration");
    (s.promise, s.fate, s.experiment.map(|(fate, _)| fate))
}

#[test]
fn protected_memory_paxos_survives_all_processes_but_one_and_a_minority_of_memories() {
    let pmp = |n, m, f_p, f_m| fate("protected-memory-paxos", n, m, f_p, f_m);
    assert_eq!(
        pmp(2, 3, 0, 0),
        (Promise::Decision, Fate::Decides { delays: 2 }, None)
    );
    assert_eq!(
        pmp(2, 3, 0, 1),
        (Promise::Decision, Fate::Decides { delays: 2 }, None)
    );
    assert_eq!(
        pmp(2, 3, 1, 1),
        (Promise::Decision, Fate::Decides { delays: 8 }, None)
    );
    assert_eq!(
        pmp(5, 5, 4, 2),
        (Promise::Decision, Fate::Decides { delays: 8 }, None)
    );
    assert_eq!(
        pmp(2, 2, 1, 1),
        (Promise::Nothing, Fate::Blocks, Some(Fate::Breaks))
    );
    assert_eq!(
        pmp(2, 3, 1, 2),
        (Promise::Nothing, Fate::Blocks, Some(Fate::Breaks))
    );
}

#[test]
fn paxos_by_messages_needs_a_majority_of_processes() {
    let paxos = |n, f_p| fate("paxos", n, 0, f_p, 0);
    assert_eq!(
        paxos(3, 0),
        (Promise::Decision, Fate::Decides { delays: 2 }, None)
    );
    assert_eq!(
        paxos(3, 1),
        (Promise::Decision, Fate::Decides { delays: 4 }, None)
    );
    assert_eq!(
        paxos(3, 2),
        (Promise::Nothing, Fate::Blocks, Some(Fate::Breaks))
    );
    assert_eq!(
        paxos(2, 1),
        (Promise::Nothing, Fate::Blocks, Some(Fate::Breaks))
    );
}

#[test]
fn what_no_theorem_says_will_end_is_not_promised_to_end() {
    for (id, n, m) in [
        ("swmr-register", 2, 3),
        ("non-equivocating-broadcast", 3, 3),
        ("non-equivocating-broadcast-echo", 3, 3),
        ("cheap-quorum", 3, 3),
    ] {
        let (promise, fate, _) = fate(id, n, m, 1, 1);
        assert_eq!((promise, fate), (Promise::Safety, Fate::Blocks), "{id}");
    }
}

#[test]
fn no_theorem_promises_anything_of_the_candidate_that_the_lower_bound_breaks() {
    let (promise, ..) = fate("static-two-delay", 2, 2, 0, 0);
    assert_eq!(promise, Promise::Nothing);
}
