//! The Byzantine family: P1, sections on non-equivocating broadcast, Robust Backup, Cheap Quorum,
//! Preferential Paxos and Fast & Robust.

use mnmscope::model::{MemoryId, ProcessId, ProcessSet, Value};
use mnmscope::sim::{Happening, Lockstep, Random, Session, Standing, Stop};

use super::common::{first_decision, happenings, play, session, standing};

const P1: ProcessId = ProcessId(0);
const A: Value = Value(0);

fn lockstep(id: &str, change: impl FnOnce(&mut mnmscope::model::Config)) -> Session {
    let mut s = session(id, change);
    s.run(&mut Lockstep, &Stop::Quiescent, 20_000);
    s
}

/// How many signatures were made up to the first decision.
fn signatures_to_the_decision(s: &mut Session) -> usize {
    let step = s.decisions()[0].1;
    s.trace.seek(step);
    let all = happenings(s);
    let signed = all.iter().filter(|h| matches!(h, Happening::Signed { .. }));
    signed.count()
}

/// P1, abstract and section on Fast & Robust: Byzantine agreement with n >= 2 f_P + 1 in two delays
/// in the common case, with one signature.
#[test]
fn fast_and_robust_takes_two_delays_and_one_signature() {
    for f in 1..=2 {
        let mut s = lockstep("fast-and-robust", |c| {
            *c = mnmscope::model::Config {
                f_p: f,
                f_m: 1,
                ..mnmscope::model::Config::new(2 * f + 1, 3)
            };
        });
        assert_eq!(first_decision(&s), Some((P1, A, 2)));
        assert_eq!(
            s.decisions().len(),
            usize::from(2 * f + 1),
            "everyone decides"
        );
        assert_eq!(signatures_to_the_decision(&mut s), 1);
    }
}

/// P1, section on Cheap Quorum: the leader decides in two delays with one signature, and a minority
/// of memories makes no difference.
#[test]
fn cheap_quorum_takes_two_delays_and_one_signature() {
    let mut s = lockstep("cheap-quorum", |_| {});
    assert_eq!(first_decision(&s), Some((P1, A, 2)));
    assert_eq!(signatures_to_the_decision(&mut s), 1);
    let played = play(
        "setup cheap-quorum processes=3 memories=3\ncrash m2\nrun lockstep until quiescent\nexpect decided p1=a delays=2\nexpect decided p3=a",
    );
    assert!(played.checks.iter().all(|c| c.verdict.met));
}

/// P1, section on non-equivocating broadcast, property 1: with a correct sender everyone delivers,
/// in either form, whatever minority of memories is down.
#[test]
fn a_correct_senders_message_reaches_everyone() {
    for (id, delays) in [
        ("non-equivocating-broadcast-echo", 6),
        ("non-equivocating-broadcast", 12),
    ] {
        for crashed in [None, Some(0), Some(2)] {
            let mut s = session(id, |_| {});
            if let Some(memory) = crashed {
                let crash = mnmscope::model::Event::CrashMemory(MemoryId(memory));
                let choice = mnmscope::sim::Choice::Event(crash);
                s.trace.act(choice).expect("a memory can crash");
            }
            s.run(&mut Lockstep, &Stop::Quiescent, 20_000);
            let depths: Vec<u32> = s.decisions().iter().map(|d| d.2.causes.depth).collect();
            assert_eq!(depths, [delays; 3], "{id} {crashed:?}");
            assert_eq!(standing(&s, "delivery"), Standing::Holds);
        }
    }
}

/// P1, section on Robust Backup: weak Byzantine agreement with static permissions. Nobody's
/// permission ever changes, and everyone decides one input.
#[test]
fn robust_backup_needs_no_permission_change() {
    let s = lockstep("robust-backup", |c| c.attempts = vec![1; 3]);
    assert_eq!(s.decisions().len(), 3);
    let changed = |h: &Happening| matches!(h, Happening::PermissionChanged { .. });
    assert!(!happenings(&s).iter().any(changed));
    assert_eq!(standing(&s, "agreement"), Standing::Holds);
    assert_eq!(standing(&s, "weak-validity"), Standing::Holds);
}

/// P1, section on Fast & Robust: no schedule and no liar breaks agreement (random runs).
#[test]
fn no_liar_breaks_fast_and_robust() {
    for liar in [None, Some(0), Some(2)] {
        for seed in 0..6 {
            let mut s = session("fast-and-robust", |c| {
                c.attempts = vec![2; 3];
                c.byzantine = liar.map(ProcessId).into_iter().collect::<ProcessSet>();
            });
            s.run(&mut Random::new(seed, true), &Stop::Violation, 2_000);
            let broken = s.trace.here().violated_so_far;
            assert_eq!(broken, 0, "liar {liar:?}, seed {seed}");
        }
    }
}

/// P1, section on Preferential Paxos, lemma: the decision is among the first f_P + 1 inputs by
/// priority. With a top value at f_P + 1 processes it wins, whichever messages come first.
#[test]
fn what_enough_processes_hold_wins() {
    for seed in 0..8 {
        let mut s = session("preferential-paxos", |c| {
            c.inputs = vec![Value(0), Value(0), Value(25)];
            c.attempts = vec![2; 3];
        });
        s.run(&mut Random::new(seed, false), &Stop::Decided, 6_000);
        let decided = first_decision(&s).map(|d| d.1);
        assert!(decided.is_none_or(|v| v == A), "seed {seed}: {decided:?}");
        assert_eq!(s.trace.here().violated_so_far, 0, "seed {seed}");
    }
}
