//! The Byzantine family, searched: smallest scopes in whole where they can be finished; where they
//! cannot, the first states breadth first and a swarm of random runs, which is said by the name
//! `bounded`. Every mutation is caught in the scope that it names.
//!
//! The counts are of the search with its reductions on; `tests/explore.rs` shows that these change
//! no verdict.

#[allow(
    dead_code,
    reason = "the plain search of this module serves another file"
)]
mod search;

use mnmscope::algorithms::{
    CheapQuorum, FastAndRobust, NonEquivocatingBroadcast, NonEquivocatingBroadcastEcho,
    PreferentialPaxos, ReliableBroadcast, RobustBackup,
};
use mnmscope::explore::{self, Options, Report, Verdict};
use mnmscope::model::{Algorithm, Config, UNBOUNDED};
use mnmscope::scenario::parse;

/// The configuration that scenario text means; a process without a limit has one attempt.
fn scope<A: Algorithm>(settings: &str) -> Config {
    let text = format!("setup {} {settings}", A::ID);
    let played = parse(&text).and_then(|s| s.play());
    let played = played.unwrap_or_else(|e| panic!("{e} in {text}"));
    let mut config = played.session.config().clone();
    for attempts in &mut config.attempts {
        *attempts = if *attempts == UNBOUNDED { 1 } else { *attempts };
    }
    config
}

fn searched<A: Algorithm>(settings: &str, property: Option<&str>, states: Option<u64>) -> Report {
    let options = Options {
        property: property.map(str::to_owned),
        walks: 0,
        states,
        ..Options::default()
    };
    let search = explore::search(A::ID, &scope::<A>(settings), &[], &options);
    let report = search.expect("a possible scope").finish();
    println!(
        "{} {settings}: {:?}, {} states, depth {}",
        A::ID,
        report.verdict,
        report.distinct_states,
        report.depth
    );
    report
}

/// Every run of the scope, and so many states.
fn whole<A: Algorithm>(settings: &str, states: u64) {
    let report = searched::<A>(settings, None, None);
    let found = report.counterexample.map(|c| (c.property, c.events));
    assert_eq!(
        report.verdict,
        Verdict::HoldsInScope,
        "{settings}: {found:?}"
    );
    assert_eq!(report.distinct_states, states, "{} {settings}", A::ID);
}

/// Too many states: the first of them breadth first, then runs of a swarm, which come to see what
/// `seen` names.
fn bounded<A: Algorithm>(settings: &str, states: u64, (runs, steps): (u64, usize), seen: &[&str]) {
    let report = searched::<A>(settings, None, Some(states));
    let found = report.counterexample.map(|c| (c.property, c.events));
    assert_eq!(found, None, "{} {settings}", A::ID);
    assert_eq!(
        report.verdict,
        Verdict::BudgetExhausted,
        "{settings}: it is whole"
    );
    let (found, _) = search::swarm::<A>(&scope::<A>(settings), 0..runs, steps, None, false);
    println!("{} {settings}: {:?}", A::ID, found.sometimes);
    assert_eq!(found.violated, None, "{} {settings}", A::ID);
    for id in seen {
        assert!(found.sometimes.contains(id), "{} {settings}: {id}", A::ID);
    }
}

/// A liar that writes any content into any register and asks for any permission, by a swarm of
/// random runs.
fn nonsense_is_harmless<A: Algorithm>(sends: &str, runs: u64, steps: usize) {
    for (memories, liar) in [(1, "p1"), (1, "p3"), (3, "p3")] {
        let settings = format!("processes=3 memories={memories} {sends} byzantine=({liar})");
        let config = scope::<A>(&settings);
        let (found, _) = search::swarm::<A>(&config, 0..runs, steps, None, true);
        assert_eq!(found.violated, None, "{} {settings}", A::ID);
    }
}

/// A mutation's scope, with it on.
fn mutated<A: Algorithm>(id: &str) -> (String, &'static str) {
    let mutation = A::MUTATIONS.iter().find(|m| m.id == id);
    let mutation = mutation.unwrap_or_else(|| panic!("{}: no mutation {id}", A::ID));
    let settings = format!("{} mutate=({id})", mutation.scope);
    (settings, mutation.breaks)
}

/// Breadth-first search finds that the mutation breaks what it says, in its scope.
fn caught<A: Algorithm>(id: &str) {
    let (settings, breaks) = mutated::<A>(id);
    let report = searched::<A>(&settings, Some(breaks), None);
    let found = report.counterexample.map(|c| c.property);
    assert_eq!(found, Some(breaks), "{} {id}", A::ID);
}

/// A swarm of random runs finds it, in its scope.
fn caught_by_swarm<A: Algorithm>(id: &str, runs: u64, steps: usize) {
    let (settings, breaks) = mutated::<A>(id);
    let config = scope::<A>(&settings);
    let (found, took) = search::swarm::<A>(&config, 0..runs, steps, Some(breaks), false);
    println!(
        "{} {id}: {:?} in run {took}, after {} events in all",
        A::ID,
        found.broken(),
        found.transitions
    );
    assert_eq!(found.broken(), Some(breaks), "{} {id}", A::ID);
}

// --- by messages ---------------------------------------------------------------------------------

/// Clement et al., PODC 2012, as a table: with three processes of which one lies, neither what
/// signatures give nor what non-equivocation gives is enough, and both together are.
#[test]
fn three_processes_need_signatures_and_non_equivocation() {
    type Rb = ReliableBroadcast;
    let breaks = |settings: &str, property: &str| {
        let report = searched::<Rb>(settings, Some(property), None);
        let found = report.counterexample.map(|c| c.property);
        assert_eq!(found, Some(property), "{settings}");
    };
    let lying_sender = "processes=3 f_p=1 byzantine=(p1)";
    let lying_echo = "processes=3 f_p=1 byzantine=(p2)";
    breaks(lying_sender, "agreement");
    breaks(lying_echo, "integrity");
    breaks(&format!("{lying_sender} mutate=(signatures)"), "agreement");
    breaks(
        &format!("{lying_echo} mutate=(non-equivocation)"),
        "integrity",
    );
    let both = "mutate=(signatures,non-equivocation)";
    whole::<Rb>(&format!("{lying_sender} {both}"), 601_343);
    whole::<Rb>(&format!("{lying_echo} {both}"), 510_248);
}

#[test]
fn four_processes_by_messages_bounded() {
    let seen = ["someone-delivers"];
    for liar in ["p1", "p4"] {
        let settings = format!("processes=4 byzantine=({liar})");
        bounded::<ReliableBroadcast>(&settings, 100_000, (500, 400), &seen);
    }
}

#[test]
fn every_mutation_of_the_broadcast_by_messages_is_caught() {
    caught::<ReliableBroadcast>("one-ready");
    for id in ["one-echo", "echo-again", "no-joining"] {
        caught_by_swarm::<ReliableBroadcast>(id, 2_000, 400);
    }
}

// --- over shared memory --------------------------------------------------------------------------

/// `tests/byzantine.rs` searches one memory in whole, and catches the mutations there.
#[test]
fn broadcasts_over_three_memories_bounded() {
    for (sends, f_m) in [("(0,0,1)", 0), ("(1,0,0)", 1)] {
        let settings = format!("processes=3 memories=3 attempts={sends} byzantine=(p3) f_m={f_m}");
        let seen = ["someone-delivers"];
        bounded::<NonEquivocatingBroadcastEcho>(&settings, 80_000, (100, 600), &seen);
        bounded::<NonEquivocatingBroadcast>(&settings, 80_000, (60, 1_000), &seen);
    }
}

#[test]
fn cheap_quorum_with_a_lying_follower() {
    whole::<CheapQuorum>("processes=3 memories=1 byzantine=(p3)", 1_670_142);
}

#[test]
fn cheap_quorum_with_a_lying_leader() {
    whole::<CheapQuorum>("processes=3 memories=1 byzantine=(p1)", 5_880_354);
}

#[test]
fn cheap_quorum_over_three_memories_bounded() {
    for liar in ["p1", "p3"] {
        let settings = format!("processes=3 memories=3 f_m=1 byzantine=({liar})");
        bounded::<CheapQuorum>(&settings, 80_000, (150, 600), &["someone-decides"]);
    }
}

#[test]
fn nonsense_breaks_nothing() {
    nonsense_is_harmless::<NonEquivocatingBroadcastEcho>("attempts=1", 60, 600);
    nonsense_is_harmless::<NonEquivocatingBroadcast>("attempts=1", 40, 900);
    nonsense_is_harmless::<CheapQuorum>("attempts=1", 100, 500);
    nonsense_is_harmless::<RobustBackup>("attempts=1", 10, 1_500);
    nonsense_is_harmless::<PreferentialPaxos>("attempts=1", 10, 1_500);
    nonsense_is_harmless::<FastAndRobust>("attempts=1", 10, 2_000);
}

/// Nobody lies, and nobody may fail: the one scope of Robust Backup that can be finished.
#[test]
fn robust_backup_between_two() {
    whole::<RobustBackup>("processes=2 memories=1 f_p=0 attempts=(1,0)", 1_944_801);
}

/// Three processes of which one lies, over one memory and over three.
fn backup_bounded<A: Algorithm>(seen: &str) {
    for (memories, liar) in [(1, "p1"), (1, "p3"), (3, "p3")] {
        let f_m = memories / 2;
        let settings =
            format!("processes=3 memories={memories} f_m={f_m} attempts=1 byzantine=({liar})");
        bounded::<A>(&settings, 30_000, (10, 2_000), &["someone-decides", seen]);
    }
}

#[test]
fn robust_backup_bounded() {
    backup_bounded::<RobustBackup>("a-liar-is-rejected");
}

#[test]
fn preferential_paxos_bounded() {
    backup_bounded::<PreferentialPaxos>("a-liar-is-rejected");
}

#[test]
fn fast_and_robust_bounded() {
    backup_bounded::<FastAndRobust>("the-backup-decides");
}

/// Too deep for breadth-first search, but for one: a backup takes hundreds of events.
#[test]
fn every_mutation_of_the_backups_is_caught() {
    caught_by_swarm::<RobustBackup>("no-history-check", 100, 2_000);
    caught_by_swarm::<PreferentialPaxos>("no-history-check", 100, 2_000);
    caught_by_swarm::<PreferentialPaxos>("trust-the-claim", 200, 2_000);
    caught_by_swarm::<FastAndRobust>("abort-with-own-input", 100, 3_000);
    caught_by_swarm::<FastAndRobust>("trust-the-claim", 100, 3_000);
    caught::<FastAndRobust>("leave-after-deciding");
}
