//! Undo and redo reach every step, fault and change of a branch, and lose nothing.

use mnmscope::model::{Event, MemoryId, ProcessId};
use mnmscope::sim::{Choice, Lockstep, NodeId, Random, Session, Stop, find};
use proptest::prelude::*;

const P1: ProcessId = ProcessId(0);
const M1: MemoryId = MemoryId(0);

fn standard() -> Session {
    let entry = find("protected-memory-paxos").expect("registered");
    Session::new(entry, &(entry.standard)()).expect("a possible configuration")
}

/// Everything that undo is to bring back.
fn picture(s: &Session) -> (Vec<(String, NodeId)>, usize, usize, u64) {
    let branches = s.trace.branches().iter();
    (
        branches.map(|b| (b.name.clone(), b.tip)).collect(),
        s.trace.branch(),
        s.trace.position(),
        s.trace.state().fingerprint(),
    )
}

#[test]
fn a_run_is_undone_as_a_whole_and_a_fault_by_itself() {
    let mut s = standard();
    s.event(Event::CrashMemory(M1)).expect("m1 is up");
    let crashed = picture(&s);
    s.run(&mut Lockstep, &Stop::Quiescent, 1000);
    let end = picture(&s);
    assert!(s.trace.undo());
    assert_eq!(picture(&s), crashed);
    assert!(s.trace.undo());
    assert!(!s.trace.undo(), "this was the first change");
    assert!(s.trace.redo() && s.trace.redo());
    assert_eq!(picture(&s), end);
    assert!(!s.trace.redo());
}

#[test]
fn what_was_undone_stays_as_a_branch_when_something_else_is_done() {
    let mut s = standard();
    s.run(&mut Lockstep, &Stop::Quiescent, 1000);
    let end = s.trace.branches()[0].tip;
    s.trace.undo();
    s.event(Event::CrashProcess(P1)).expect("p1 is up");
    assert_eq!(s.trace.len(), 1);
    let kept = s.trace.branches().iter().find(|b| b.tip == end);
    assert_eq!(kept.map(|b| b.name.as_str()), Some("undone"));
    assert!(s.trace.undo());
    assert_eq!(s.trace.branches().len(), 1, "one change, undone as one");
}

#[test]
fn doing_by_hand_what_was_undone_redoes_it() {
    let mut s = standard();
    s.event(Event::CrashProcess(P1)).expect("p1 is up");
    let nodes = s.trace.nodes();
    s.trace.undo();
    s.event(Event::CrashProcess(P1)).expect("p1 is up");
    assert_eq!((s.trace.nodes(), s.trace.branches().len()), (nodes, 1));
    assert!(!s.trace.can_redo());
}

#[test]
fn a_deleted_branch_comes_back_where_it_was() {
    let mut s = standard();
    s.run(&mut Lockstep, &Stop::Quiescent, 1000);
    s.trace.seek(3);
    s.event(Event::CrashProcess(P1)).expect("p1 is up");
    s.trace.rename(1, "p1 crashes");
    let before = picture(&s);
    s.trace.delete(1).expect("not the only one");
    assert_eq!((s.trace.branch(), s.trace.position()), (0, 3));
    assert!(s.trace.delete(0).is_err(), "the only one");
    assert!(s.trace.delete(7).is_err(), "no such branch");
    s.trace.undo();
    assert_eq!(picture(&s), before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Any mix of steps, seeks, runs, switches, renames, forks and deletions: as many undos as it
    /// takes lead to the start, as many redos back to the end.
    #[test]
    fn undo_leads_to_the_start_and_redo_back_to_the_end(
        deeds in proptest::collection::vec((0u8..9, any::<u16>()), 1..40)
    ) {
        let mut s = standard();
        let start = picture(&s);
        for (deed, n) in deeds {
            let n = n as usize;
            match deed {
                0..=2 => {
                    let enabled = s.trace.enabled();
                    if !enabled.is_empty() {
                        let choice = Choice::Event(enabled[n % enabled.len()]);
                        s.trace.act(choice).expect("enabled");
                    }
                }
                3 => s.trace.seek(n % (s.trace.len() + 1)),
                4 => {
                    s.run(&mut Lockstep, &Stop::Quiescent, n % 9);
                }
                5 => {
                    s.run(&mut Random::new(n as u64, true), &Stop::Quiescent, n % 9);
                }
                6 => s.trace.switch(n % s.trace.branches().len()),
                7 => {
                    let branch = n % s.trace.branches().len();
                    s.trace.rename(branch, &format!("run {n}"));
                }
                _ if n.is_multiple_of(2) => {
                    let at = s.trace.node_at(n % (s.trace.len() + 1));
                    s.trace.fork(at, "fork");
                }
                _ => {
                    // Of the only branch this is refused, which is right too.
                    let _ = s.trace.delete(n % s.trace.branches().len());
                }
            }
            prop_assert!(s.trace.position() <= s.trace.len());
            let tip = s.trace.branches()[s.trace.branch()].tip;
            prop_assert_eq!(tip, s.trace.node_at(usize::MAX));
        }
        let (branches, ..) = picture(&s);
        while s.trace.undo() {}
        prop_assert_eq!(picture(&s), start);
        while s.trace.redo() {}
        prop_assert_eq!(picture(&s).0, branches);
    }
}
