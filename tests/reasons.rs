//! Reasons why something matters are told where they are true, and there alone.

use mnmscope::model::{ProcessId, Why};
use mnmscope::scenario::parse;
use mnmscope::sim::Session;

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);

/// The run of a transcript.
fn run(transcript: &str) -> Session {
    let path = format!(
        "{}/tests/scenarios/{transcript}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let played = parse(&text).and_then(|scenario| scenario.play());
    played.unwrap_or_else(|e| panic!("{path}: {e}")).session
}

/// The reasons that are told of a step.
fn told(session: &Session, step: usize) -> Vec<Why> {
    let happened = session.happenings(step).into_iter();
    happened.filter_map(|(_, why)| why).collect()
}

/// Every reason of a transcript's run.
fn reasons(transcript: &str) -> Vec<Why> {
    let session = run(transcript);
    let steps = 0..=session.trace.len();
    steps.flat_map(|k| told(&session, k)).collect()
}

/// Votes serve as promises for p1's round 2 alone; who has heard too few votes, or leads another
/// round, asks for promises.
#[test]
fn only_votes_that_serve_as_promises_are_said_to() {
    let recovers = |process| Why::CollisionRecovery { process };
    assert!(reasons("fast-paxos/collision").contains(&recovers(P1)));
    let duel = reasons("fast-paxos/duelling-leaders");
    assert!(!duel.contains(&recovers(P1)) && !duel.contains(&recovers(P2)));
}

/// After a collision a leader may be free to choose, but not because nothing was voted for.
#[test]
fn nobody_is_free_because_of_nothing_where_something_was_voted_for() {
    let free = |why: &Why| matches!(why, Why::FreeToPropose { .. });
    assert!(!reasons("fast-paxos/collision").iter().any(free));
    assert!(reasons("paxos/takeover-free").iter().any(free));
}

/// p3's write into p2's register is refused, but nobody revoked anything there.
#[test]
fn a_refusal_is_a_revocations_where_the_leader_writes() {
    let revoked = |why: &Why| matches!(why, Why::RevokedInTime { .. });
    let nonsense = reasons("cheap-quorum/asks-for-everything");
    assert!(!nonsense.iter().any(revoked));
    let late = reasons("cheap-quorum/revoked-before-the-write");
    assert!(late.iter().any(revoked));
}

/// At step 26 of the duel p1 hears a rejection of its first attempt, and is in its second.
#[test]
fn a_rejection_of_an_attempt_that_is_over_is_no_reason_to_give_way() {
    let duel = run("paxos/duel");
    let gives_way = Why::HigherNumberSeen { process: P1 };
    assert_eq!(told(&duel, 19), [gives_way]);
    assert_eq!(told(&duel, 26), []);
}

/// That a minority may fail is no comfort once more have failed.
#[test]
fn once_too_many_have_failed_nothing_is_promised() {
    let text = "setup protected-memory-paxos processes=3 memories=3 f_m=1\ncrash m1\ncrash m2\n";
    let played = parse(text).and_then(|scenario| scenario.play());
    let session = played.expect("memories can crash").session;
    assert_eq!(told(&session, 1), [Why::MinorityMayFail]);
    assert_eq!(told(&session, 2), [Why::MoreFailedThanMay]);
}
