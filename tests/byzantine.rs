//! The Byzantine family: the unmutated algorithms are clean in their smallest scopes, and every
//! mutation is caught.

#[allow(dead_code, reason = "the swarm of this module serves another file")]
mod search;

use mnmscope::algorithms::{
    CheapQuorum, FastAndRobust, NonEquivocatingBroadcast, NonEquivocatingBroadcastEcho,
    PreferentialPaxos, RobustBackup,
};
use std::collections::BTreeSet;

use mnmscope::model::Algorithm;
use search::{config, exhaust, walk};

/// A scope: n and m, broadcasts or attempts of each process, and who lies.
type Scope = ((u8, u8), &'static [u8], &'static [u8]);

fn clean<A: Algorithm>((size, attempts, liars): Scope, limit: usize) -> search::Outcome {
    let found = exhaust::<A>(&config::<A>(size, attempts, liars, None), limit);
    assert_eq!(found.violated, None, "{} in {size:?} {liars:?}", A::ID);
    found
}

fn caught<A: Algorithm>(mutation: &str, (size, attempts, liars): Scope, limit: usize) {
    let found = exhaust::<A>(&config::<A>(size, attempts, liars, Some(mutation)), limit);
    let promised = A::MUTATIONS
        .iter()
        .find(|m| m.id == mutation)
        .expect("a mutation of that id");
    println!(
        "{} {mutation}: {:?} after {} states",
        A::ID,
        found.broken(),
        found.states
    );
    assert_eq!(
        found.broken(),
        Some(promised.breaks),
        "{} {mutation}",
        A::ID
    );
}

const LYING_SENDER: Scope = ((3, 1), &[0, 0, 1], &[3]);
const LYING_COPIER: Scope = ((3, 1), &[1, 0, 0], &[3]);

#[test]
fn echo_with_a_liar() {
    let lying = clean::<NonEquivocatingBroadcastEcho>(LYING_SENDER, 2_000_000);
    let copier = clean::<NonEquivocatingBroadcastEcho>(LYING_COPIER, 2_000_000);
    println!("{lying:?} {copier:?}");
    assert!(lying.complete && copier.complete);
    assert!(lying.sometimes.contains("partial-delivery"));
    assert!(copier.sometimes.contains("someone-delivers"));
}

#[test]
fn every_mutation_of_the_echo_is_caught() {
    caught::<NonEquivocatingBroadcastEcho>("copy-after-reading", LYING_SENDER, 2_000_000);
    caught::<NonEquivocatingBroadcastEcho>("no-copy", LYING_SENDER, 2_000_000);
    caught::<NonEquivocatingBroadcastEcho>("count-unsigned-copies", LYING_COPIER, 2_000_000);
}

#[test]
fn broadcast_with_a_lying_sender() {
    let found = clean::<NonEquivocatingBroadcast>(LYING_SENDER, 2_000_000);
    assert!(found.complete);
    assert_eq!(found.states, 574_908);
    assert!(found.sometimes.contains("someone-delivers"));
    assert!(found.sometimes.contains("a-liar-is-caught"));
}

#[test]
fn broadcast_with_a_lying_copier() {
    let found = clean::<NonEquivocatingBroadcast>(LYING_COPIER, 2_000_000);
    println!("{found:?}");
    assert!(found.complete);
}

#[test]
fn every_mutation_of_the_broadcast_is_caught() {
    caught::<NonEquivocatingBroadcast>("copy-after-reading", LYING_SENDER, 2_000_000);
    caught::<NonEquivocatingBroadcast>("no-copy", LYING_SENDER, 2_000_000);
    caught::<NonEquivocatingBroadcast>("one-l1-proof", LYING_SENDER, 2_000_000);
    caught::<NonEquivocatingBroadcast>("count-unsigned-copies", LYING_COPIER, 2_000_000);
}

/// Three memories of which one may crash, and five processes of which two lie: too many states to
/// exhaust, so random walks.
#[test]
fn broadcasts_over_crashing_memories_by_random_walks() {
    let three = ((3, 3), [1, 0, 1].as_slice(), [3].as_slice());
    let five = ((5, 1), [1, 0, 0, 0, 1].as_slice(), [4, 5].as_slice());
    for (size, attempts, liars) in [three, five] {
        let mut echo = config::<NonEquivocatingBroadcastEcho>(size, attempts, liars, None);
        echo.f_m = (size.1 - 1) / 2;
        let found = walk::<NonEquivocatingBroadcastEcho>(&echo, 0..400, 600, 15);
        assert_eq!(found.violated, None);
        let found = walk::<NonEquivocatingBroadcast>(&echo, 0..400, 1_000, 15);
        assert_eq!(found.violated, None);
        assert!(found.sometimes.contains("someone-delivers"));
    }
}

const TWO: Scope = ((2, 1), &[1, 1], &[]);

#[test]
fn cheap_quorum_between_two() {
    let found = clean::<CheapQuorum>(TWO, 100_000);
    assert!(found.complete);
    assert_eq!(found.states, 6_844);
    for id in ["a-follower-decides", "someone-aborts", "someone-decides"] {
        assert!(found.sometimes.contains(id), "{id}");
    }
}

/// Too many states to exhaust: the first of them breadth first, then random walks.
#[test]
fn cheap_quorum_with_a_liar() {
    let mut sometimes = BTreeSet::new();
    for liar in [&[1], &[3]] {
        clean::<CheapQuorum>(((3, 1), &[1, 1, 1], liar), 200_000);
        for memories in [1, 3] {
            let mut config = config::<CheapQuorum>((3, memories), &[1, 1, 1], liar, None);
            config.f_m = memories / 2;
            let mut found = walk::<CheapQuorum>(&config, 0..600, 500, 12);
            assert_eq!(found.violated, None, "{liar:?} {memories}");
            sometimes.append(&mut found.sometimes);
        }
    }
    println!("{sometimes:?}");
    assert!(sometimes.contains("someone-aborts"));
}

#[test]
fn every_mutation_of_cheap_quorum_is_caught() {
    caught::<CheapQuorum>("read-before-revoking", TWO, 2_000_000);
    caught::<CheapQuorum>("no-proof", TWO, 2_000_000);
    caught::<CheapQuorum>("abort-with-own-input", TWO, 2_000_000);
    caught::<CheapQuorum>("proof-only-if-acknowledged", TWO, 2_000_000);
    caught::<CheapQuorum>("grant-is-legal", ((3, 1), &[1, 1, 1], &[3]), 2_000_000);
}

/// Random walks with nobody lying, with a lying p1 and with a lying p3, over one memory and three;
/// what some of them came to see.
fn walked<A: Algorithm>(seeds: std::ops::Range<u64>, steps: usize) -> BTreeSet<&'static str> {
    let mut sometimes = BTreeSet::new();
    for liars in [[].as_slice(), &[1], &[3]] {
        for memories in [1, 3] {
            let mut config = config::<A>((3, memories), &[2, 2, 2], liars, None);
            config.f_m = memories / 2;
            let mut found = walk::<A>(&config, seeds.clone(), steps, 5);
            assert_eq!(found.violated, None, "{} {liars:?} {memories}", A::ID);
            sometimes.append(&mut found.sometimes);
        }
    }
    println!("{}: {sometimes:?}", A::ID);
    sometimes
}

#[test]
fn robust_backup_by_random_walks() {
    let seen = walked::<RobustBackup>(0..15, 2_000);
    assert!(seen.contains("someone-decides") && seen.contains("a-liar-is-rejected"));
}

#[test]
fn preferential_paxos_by_random_walks() {
    let seen = walked::<PreferentialPaxos>(0..15, 2_500);
    assert!(seen.contains("someone-decides") && seen.contains("a-liar-is-rejected"));
}

#[test]
fn fast_and_robust_by_random_walks() {
    let seen = walked::<FastAndRobust>(0..15, 3_000);
    assert!(seen.contains("someone-decides") && seen.contains("the-backup-decides"));
}
