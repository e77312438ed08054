//! Reliable broadcast with n <= 3 f_P: Bracha, *Asynchronous Byzantine Agreement Protocols*, 1987;
//! Clement, Junqueira, Kate, Rodrigues, *On the (Limited) Power of Non-Equivocation*, PODC 2012.
//!
//! Each impossibility is shown by its three executions: one process cannot tell them apart, so
//! what it does in one it does in all.

use mnmscope::model::{ProcessId, Value};
use mnmscope::sim::{Experience, Session, Standing, experience, first_difference};

use super::common::{play, standing};

const P2: ProcessId = ProcessId(1);
const P3: ProcessId = ProcessId(2);
const A: Value = Value(0);
const B: Value = Value(1);

macro_rules! transcript {
    ($name:literal) => {
        play(include_str!(concat!(
            "../scenarios/reliable-broadcast/",
            $name,
            ".txt"
        )))
        .session
    };
}

/// What a process saw up to its delivery, and what it delivered.
fn view(s: &Session, process: ProcessId) -> (Vec<(usize, Experience)>, Value) {
    let decisions = s.decisions();
    let own = decisions.iter().find(|(p, ..)| *p == process);
    let (_, step, at) = own.unwrap_or_else(|| panic!("{process} delivers nothing"));
    let value = at.decided.iter().find(|(p, _)| *p == process);
    let value = value.map(|(_, v)| *v).expect("it is that step");
    (experience(s, process, *step), value)
}

fn cannot_tell(process: ProcessId, worlds: &[&Session]) -> Value {
    let views: Vec<_> = worlds.iter().map(|s| view(s, process)).collect();
    for pair in views.windows(2) {
        assert_eq!(
            first_difference(&pair[0].0, &pair[1].0),
            None,
            "{process} sees a difference: {pair:?}"
        );
        assert_eq!(pair[0].1, pair[1].1, "the same view, the same delivery");
    }
    assert!(views[0].0.len() > 3, "it saw something");
    views[0].1
}

/// Clement et al., 2012: transferable authentication alone does not give reliable broadcast with
/// n <= 3 f_P. p3 cannot tell the execution in which p2 has crashed from the one in which p1 lies,
/// nor can p2 tell the one in which p3 has crashed; so in the last they disagree.
#[test]
fn signatures_alone_do_not_suffice() {
    let without_p2 = transcript!("signatures-1-without-p2");
    let without_p3 = transcript!("signatures-2-without-p3");
    let two_signatures = transcript!("signatures-3-two-signatures");
    assert_eq!(cannot_tell(P3, &[&without_p2, &two_signatures]), A);
    assert_eq!(cannot_tell(P2, &[&without_p3, &two_signatures]), B);
    for honest in [&without_p2, &without_p3] {
        assert_eq!(standing(honest, "delivery"), Standing::Holds);
    }
    assert_eq!(standing(&two_signatures, "agreement"), Standing::Violated);
}

/// Clement et al., 2012: non-equivocation alone does not either. To p3 a slow p1, a crashed p1
/// whose word p2 delivered, and a p2 who lies about p1 are the same; it must deliver in the second,
/// and so it delivers what nobody broadcast in the third.
#[test]
fn non_equivocation_alone_does_not_suffice() {
    let slow = transcript!("non-equivocation-1-slow-sender");
    let crashed = transcript!("non-equivocation-2-crashed-sender");
    let lying = transcript!("non-equivocation-3-lying-echo");
    assert_eq!(cannot_tell(P3, &[&slow, &crashed, &lying]), B);
    assert_eq!(view(&crashed, P2).1, B, "so p3 must");
    for honest in [&slow, &crashed] {
        assert_eq!(standing(honest, "all-or-nothing"), Standing::Holds);
    }
    assert_eq!(standing(&lying, "integrity"), Standing::Violated);
}

/// Clement et al., 2012: both together do, with n > 2 f_P: p3 can tell the two lies now. That no
/// other lie helps is searched in `tests/explore_byzantine.rs`.
#[test]
fn both_together_tell_the_lies_from_the_truth() {
    for s in [
        transcript!("both-lying-sender"),
        transcript!("both-lying-echo"),
    ] {
        assert!(view(&s, P3).0.len() > 3);
        for id in ["agreement", "integrity", "all-or-nothing"] {
            assert_eq!(standing(&s, id), Standing::Holds);
        }
        let (most, _) = (s.info().most_faults)(s.config());
        assert_eq!(most, 1, "n = 3 is within the theorem");
    }
}

/// Bracha, 1987: with n = 3 f_P + 1 messages alone suffice, in three delays and without any
/// signature; with n = 3 f_P the same lines let two correct processes deliver different values.
#[test]
fn four_processes_suffice_by_messages_and_three_do_not() {
    let s = transcript!("correct-sender");
    let first = super::common::first_decision(&s);
    assert_eq!(first, Some((ProcessId(0), A, 3)));
    assert_eq!(s.decisions().len(), 4);
    let lied_to = transcript!("four-are-enough");
    assert_eq!(standing(&lied_to, "all-or-nothing"), Standing::Holds);
    let three = transcript!("three-are-too-few");
    assert_eq!(standing(&three, "agreement"), Standing::Violated);
    assert_ne!(view(&three, P2).1, view(&three, P3).1);
}
