//! Reasons why something matters are told where they are true, and there alone.

use mnmscope::model::{ProcessId, Why};
use mnmscope::scenario::parse;

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);

/// Every reason of a transcript's run.
fn reasons(transcript: &str) -> Vec<Why> {
    let path = format!(
        "{}/tests/scenarios/{transcript}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let played = parse(&text).and_then(|scenario| scenario.play());
    let session = played.unwrap_or_else(|e| panic!("{path}: {e}")).session;
    let steps = 0..=session.trace.len();
    let each = steps.flat_map(|k| session.happenings(k));
    each.filter_map(|(_, why)| why).collect()
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
