//! The exhaustive search: exact counts, reductions that change no verdict, mutations caught.

use std::collections::{BTreeMap, BTreeSet};

use mnmscope::algorithms::{
    DiskPaxos, NonEquivocatingBroadcastEcho, Paxos, ProtectedMemoryPaxos, StaticTwoDelay,
};
use mnmscope::explore::{Options, Order, Reductions, Report, Search, Verdict, search, search_of};
use mnmscope::model::{
    Algorithm, Config, Kind, Links, Moment, ProcessId, ProcessSet, State, System,
};
use mnmscope::sim::find;

type Pmp = ProtectedMemoryPaxos;
type Echo = NonEquivocatingBroadcastEcho;

fn pmp(processes: u8, memories: u8, attempts: &[u8], f_p: u8, f_m: u8) -> Config {
    Config {
        f_p,
        f_m,
        attempts: attempts.to_vec(),
        ..Config::new(processes, memories)
    }
}

fn mutated<A: Algorithm>(config: Config, id: &str) -> Config {
    let place = A::MUTATIONS.iter().position(|m| m.id == id);
    Config {
        mutations: 1 << place.expect("the mutation exists"),
        ..config
    }
}

fn options(reductions: Reductions) -> Options {
    Options {
        reductions,
        walks: 0,
        ..Options::default()
    }
}

fn run<A: Algorithm>(config: &Config, options: &Options) -> (Report, Box<dyn Search>) {
    let mut search = search_of::<A>(config, &[], options).expect("the scope is possible");
    let report = search.finish();
    (report, search)
}

/// The reachable states by the plainest search there is, over the model's own states: how many
/// events were applied, and every state by its fingerprint.
fn plain<A: Algorithm>(config: &Config) -> (u64, BTreeMap<u64, State<A>>) {
    let system = System::<A>::new(config).expect("the scope is possible");
    let start = system.initial();
    let mut found = BTreeMap::from([(start.fingerprint(), start.clone())]);
    let mut left = vec![start];
    let mut transitions = 0;
    while let Some(state) = left.pop() {
        for event in system.enabled(&state) {
            transitions += 1;
            let next = system.apply(&state, event, None).expect("it is enabled");
            let twin = found.insert(next.fingerprint(), next.clone());
            match twin {
                Some(twin) => assert_eq!(twin, next, "two states share a fingerprint"),
                None => left.push(next),
            }
        }
    }
    (transitions, found)
}

/// The sets of decisions that some state shows.
fn decisions(search: &dyn Search) -> BTreeSet<Vec<(u8, u8)>> {
    let mut seen = BTreeSet::new();
    search.each(&mut |_, decisions| {
        seen.insert(decisions.iter().map(|(p, d)| (p.0, d.value.0)).collect());
    });
    seen
}

fn same_as_plain<A: Algorithm>(config: &Config) -> (u64, u64) {
    let (transitions, found) = plain::<A>(config);
    // One property that holds: a violation would end the search early.
    let whole = Options {
        property: Some(A::PROPERTIES[0].id.to_owned()),
        ..options(Reductions::NONE)
    };
    let (report, search) = run::<A>(config, &whole);
    let mut fingerprints = BTreeSet::new();
    search.each(&mut |fingerprint, _| {
        fingerprints.insert(fingerprint);
    });
    assert_eq!(
        report.verdict,
        Verdict::HoldsInScope,
        "{:?}",
        report.counterexample
    );
    let same = fingerprints == found.into_keys().collect();
    assert!(same, "the search and the plain one found different states");
    assert_eq!(report.distinct_states, fingerprints.len() as u64);
    assert_eq!(report.transitions, transitions);
    let deep = Options {
        order: Order::Depth,
        ..whole
    };
    let (deep, _) = run::<A>(config, &deep);
    assert_eq!(deep.distinct_states, report.distinct_states);
    assert_eq!(deep.transitions, report.transitions);
    (report.distinct_states, report.transitions)
}

#[test]
fn the_states_are_those_of_the_plainest_search() {
    let counts = [
        (pmp(2, 1, &[1, 1], 0, 0), (118, 218)),
        (pmp(2, 1, &[1, 1], 1, 1), (534, 1596)),
        (pmp(2, 1, &[2, 1], 2, 1), (1596, 5435)),
        (pmp(2, 2, &[1, 1], 1, 0), (3775, 14483)),
        (pmp(1, 3, &[2], 1, 1), (246, 763)),
        (pmp(3, 1, &[1, 1, 1], 1, 0), (27_983, 123_013)),
    ];
    for (config, count) in counts {
        assert_eq!(same_as_plain::<Pmp>(&config), count, "{config:?}");
    }
}

/// Messages that are lost, polls that wake, and processes that lie.
#[test]
fn so_they_are_where_messages_are_lost_polls_wake_and_processes_lie() {
    let paxos = Config {
        f_p: 1,
        attempts: vec![1, 1],
        ..Config::new(2, 0)
    };
    assert_eq!(same_as_plain::<Paxos>(&paxos), (1_078, 4_064));
    let lossy = Config {
        links: Links::FairLossy,
        ..paxos
    };
    assert_eq!(same_as_plain::<Paxos>(&lossy), (3_322, 16_546));
    let crash = Config {
        f_p: 1,
        attempts: vec![1, 0, 0],
        ..Config::new(3, 1)
    };
    assert_eq!(same_as_plain::<Echo>(&crash), (10_558, 49_507));
    let liar = Config {
        byzantine: ProcessSet::only(ProcessId(2)),
        attempts: vec![0, 0, 1],
        ..crash
    };
    assert_eq!(same_as_plain::<Echo>(&liar), (7_236, 19_900));
}

/// Compares each reduction with the search that has none.
fn same_reduced<A: Algorithm>(config: &Config, property: Option<&str>) {
    let judging = |reductions| Options {
        property: property.map(str::to_owned),
        ..options(reductions)
    };
    let (whole, states) = run::<A>(config, &judging(Reductions::NONE));
    for list in [
        "symmetry",
        "omega",
        "losses",
        "crashes",
        "dead",
        "notes",
        "crashes,dead,notes,answers",
        "all",
    ] {
        let reductions: Reductions = list.parse().expect("it exists");
        let (report, reduced) = run::<A>(config, &judging(reductions));
        assert_eq!(report.verdict, whole.verdict, "{list}: {config:?}");
        let property = |r: &Report| r.counterexample.as_ref().map(|c| c.property);
        assert_eq!(property(&report), property(&whole), "{list}: {config:?}");
        if report.verdict == Verdict::Violated {
            replay::<A>(config, &report);
        }
        if whole.verdict == Verdict::HoldsInScope {
            assert!(
                decisions(&*reduced) == decisions(&*states),
                "{list}: {config:?}"
            );
            assert_eq!(report.never, whole.never, "{list}: {config:?}");
            assert!(report.distinct_states <= whole.distinct_states, "{list}");
        }
    }
}

#[test]
fn no_reduction_changes_a_verdict_or_the_decisions_that_are_reached() {
    same_reduced::<Pmp>(&pmp(2, 1, &[2, 1], 1, 1), None);
    same_reduced::<Pmp>(&pmp(2, 2, &[1, 1], 1, 1), None);
    same_reduced::<Pmp>(&pmp(2, 1, &[1, 2], 2, 0), None);
    same_reduced::<Pmp>(&pmp(3, 1, &[1, 1, 0], 1, 1), None);
    let one = |config, id| same_reduced::<Pmp>(&mutated::<Pmp>(config, id), Some("agreement"));
    one(pmp(2, 1, &[1, 1], 1, 0), "no-permission-change");
    one(pmp(2, 1, &[2, 2], 0, 0), "erase-and-continue");
    one(pmp(2, 1, &[1, 2], 0, 0), "no-barrier");
    let paxos = Config {
        f_p: 1,
        attempts: vec![1, 1],
        ..Config::new(2, 0)
    };
    same_reduced::<Paxos>(&paxos, None);
    let lossy = Config {
        links: Links::FairLossy,
        ..paxos.clone()
    };
    same_reduced::<Paxos>(&lossy, None);
    let blind = mutated::<Paxos>(paxos, "adopt-nothing");
    same_reduced::<Paxos>(&blind, Some("agreement"));
    let crash = Config {
        f_p: 1,
        attempts: vec![1, 0, 0],
        ..Config::new(3, 1)
    };
    same_reduced::<Echo>(&crash, None);
    let liar = Config {
        f_m: 1,
        byzantine: ProcessSet::only(ProcessId(2)),
        attempts: vec![0, 0, 1],
        ..crash
    };
    same_reduced::<Echo>(&liar, None);
}

/// Where processes come back, a read that nobody waits for any more still stands in the way of
/// what they ask next.
#[test]
fn no_reduction_changes_a_verdict_where_processes_recover() {
    for config in [
        pmp(1, 2, &[1], 1, 0),
        pmp(1, 3, &[1], 1, 0),
        pmp(2, 1, &[0, 1], 1, 0),
    ] {
        same_reduced::<DiskPaxos>(&config, Some("agreement"));
        for id in ["recover-max-mbal", "reuse-first-ballot", "skip-last-read"] {
            let config = mutated::<DiskPaxos>(config.clone(), id);
            same_reduced::<DiskPaxos>(&config, Some("agreement"));
        }
    }
}

/// The random run that once showed a reduction to be wrong there: it could not be played.
#[test]
fn a_random_run_over_a_recovery_can_be_played() {
    let config = mutated::<DiskPaxos>(pmp(2, 3, &[2, 2], 1, 0), "recover-max-mbal");
    let options = Options {
        property: Some("agreement".to_owned()),
        walks: 30_000,
        seed: 2,
        states: Some(1_000),
        ..Options::default()
    };
    let (report, _) = run::<DiskPaxos>(&config, &options);
    assert_eq!(report.verdict, Verdict::Violated);
    replay::<DiskPaxos>(&config, &report);
}

/// Looks for what a mutation breaks.
fn hunt(config: Config, mutation: &str, options: Options) -> Report {
    let place = Pmp::MUTATIONS.iter().find(|m| m.id == mutation);
    let breaks = place.expect("the mutation exists").breaks;
    let options = Options {
        property: Some(breaks.to_owned()),
        ..options
    };
    run::<Pmp>(&mutated::<Pmp>(config, mutation), &options).0
}

/// Runs a counterexample in the model: its last event violates its property, or it ends at rest in
/// a state that does.
fn replay<A: Algorithm>(config: &Config, report: &Report) {
    let found = report.counterexample.as_ref();
    let found = found.expect("there is a counterexample");
    let system = System::<A>::new(config).expect("the scope is possible");
    let property = A::PROPERTIES.iter().find(|p| p.id == found.property);
    let property = property.expect("the property exists");
    let mut before = system.initial();
    for (k, event) in found.events.iter().enumerate() {
        let mut facts = Vec::new();
        let after = system.apply(&before, *event, Some(&mut facts));
        let after = after.expect("it can happen");
        let moment = Moment {
            system: &system,
            before: &before,
            event: Some(*event),
            facts: &facts,
            after: &after,
        };
        let last = k + 1 == found.events.len();
        if property.kind == Kind::Always && facts.iter().any(property.wakes) {
            assert_eq!((property.holds)(&moment), !last, "{event}");
        }
        before = after;
    }
    if property.kind == Kind::Eventually {
        assert!(system.is_quiescent(&before), "{}", property.id);
        let rest = Moment {
            system: &system,
            before: &before,
            event: None,
            facts: &[],
            after: &before,
        };
        assert!(!(property.holds)(&rest), "{}", property.id);
    }
}

#[test]
fn each_mutation_is_caught_in_its_smallest_scope_and_in_none_smaller() {
    let cases: [(&str, Config, &[Config]); 5] = [
        (
            "no-permission-change",
            pmp(2, 1, &[1, 1], 0, 0),
            &[pmp(1, 1, &[1], 0, 0)],
        ),
        (
            "decide-on-one-memory",
            pmp(2, 3, &[1, 1], 0, 0),
            &[pmp(2, 1, &[1, 1], 0, 0), pmp(2, 1, &[2, 2], 0, 0)],
        ),
        (
            "erase-and-continue",
            pmp(2, 1, &[2, 2], 0, 0),
            &[
                pmp(2, 1, &[1, 2], 0, 0),
                pmp(2, 1, &[2, 1], 0, 0),
                pmp(2, 3, &[1, 1], 0, 0),
            ],
        ),
        (
            "no-barrier",
            pmp(2, 3, &[1, 2], 0, 0),
            &[pmp(2, 3, &[1, 1], 0, 0), pmp(2, 1, &[2, 2], 0, 0)],
        ),
        (
            "ignore-straggler",
            pmp(2, 3, &[2, 2], 0, 0),
            &[pmp(2, 3, &[1, 2], 0, 0), pmp(2, 1, &[2, 2], 0, 0)],
        ),
    ];
    for (mutation, scope, smaller) in cases {
        for config in smaller {
            let report = hunt(config.clone(), mutation, options(Reductions::ALL));
            assert_eq!(
                report.verdict,
                Verdict::HoldsInScope,
                "{mutation}: {config:?}"
            );
        }
        let first = Options {
            order: Order::Depth,
            walks: 20_000,
            ..Options::default()
        };
        let report = hunt(scope.clone(), mutation, first);
        assert_eq!(report.verdict, Verdict::Violated, "{mutation}");
        replay::<Pmp>(&mutated::<Pmp>(scope, mutation), &report);
    }
}

#[test]
fn a_breadth_first_search_finds_a_shortest_run() {
    let config = pmp(2, 1, &[1, 1], 0, 0);
    let whole = hunt(
        config.clone(),
        "no-permission-change",
        options(Reductions::NONE),
    );
    let found = whole.counterexample.expect("agreement breaks");
    assert!(found.shortest);
    assert_eq!(found.events.len(), 14);
    let with_walks = hunt(config, "no-permission-change", Options::default());
    let found = with_walks.counterexample.expect("agreement breaks");
    assert!(found.shortest);
    assert_eq!(found.events.len(), 14);
}

#[test]
fn a_search_whose_budget_runs_out_says_so() {
    let config = pmp(2, 3, &[1, 1], 1, 1);
    let few = Options {
        states: Some(10_000),
        ..options(Reductions::NONE)
    };
    let (report, _) = run::<Pmp>(&config, &few);
    assert_eq!(report.verdict, Verdict::BudgetExhausted);
    assert!(report.distinct_states >= 10_000 && report.frontier > 0);
    let little = Options {
        memory: 8,
        ..options(Reductions::NONE)
    };
    let (report, _) = run::<Pmp>(&config, &little);
    assert_eq!(report.verdict, Verdict::BudgetExhausted);
    assert!(report.bytes <= 8 << 20, "{} bytes", report.bytes);
}

#[test]
fn a_search_can_stop_and_go_on_anywhere() {
    let config = pmp(2, 1, &[1, 2], 1, 1);
    let (whole, _) = run::<Pmp>(&config, &Options::default());
    let mut search =
        search_of::<Pmp>(&config, &[], &Options::default()).expect("the scope is possible");
    while !search.advance(7).done {}
    assert_eq!(search.report(), Some(&whole));
}

/// Small scopes of an algorithm that can be searched to their end without any reduction, each
/// compared with the reduced searches. How many there were.
fn same_reduced_in_small_scopes<A: Algorithm>() -> usize {
    let mut compared = 0;
    for (n, m, f_p, f_m) in [
        (2, 0, 0, 0),
        (2, 0, 1, 0),
        (2, 1, 0, 0),
        (2, 1, 1, 0),
        (2, 2, 0, 1),
        (3, 0, 1, 0),
        (3, 1, 0, 0),
        (3, 1, 1, 0),
    ] {
        let standard = A::standard();
        let mut attempts = standard.attempts.clone();
        attempts.resize(n as usize, 1);
        let config = Config {
            f_p,
            f_m,
            attempts,
            first_phase: standard.first_phase,
            ..Config::new(n, m)
        };
        let few = Options {
            states: Some(30_000),
            ..options(Reductions::NONE)
        };
        let Ok(mut search) = search_of::<A>(&config, &[], &few) else {
            continue;
        };
        if search.finish().verdict != Verdict::BudgetExhausted {
            same_reduced::<A>(&config, None);
            compared += 1;
        }
    }
    compared
}

macro_rules! compare_reductions {
    ($($algorithm:ty,)*) => {
        [$((<$algorithm>::ID, same_reduced_in_small_scopes::<$algorithm>())),*]
    };
}

#[test]
fn no_reduction_changes_a_verdict_of_any_algorithm() {
    let compared = mnmscope::with_algorithms!(compare_reductions);
    println!("small scopes compared: {compared:?}");
    let none = compared.iter().filter(|(_, count)| *count == 0).count();
    assert!(none < compared.len() / 2, "{compared:?}");
}

macro_rules! each_algorithm {
    ($($algorithm:ty,)*) => {
        [$((<$algorithm>::ID, <$algorithm>::standard as fn() -> Config)),*]
    };
}

#[test]
fn every_algorithm_is_clean_as_far_as_a_small_search_goes() {
    for (id, standard) in mnmscope::with_algorithms!(each_algorithm) {
        let few = Options {
            states: Some(20_000),
            walks: 20,
            ..Options::default()
        };
        let verdict = |config: &Config| {
            let mut search = search(id, config, &[], &few).expect("the standard is possible");
            search.finish().verdict
        };
        let mutations = find(id).expect("registered").info.mutations;
        let mend = mutations.iter().position(|m| m.breaks.is_empty());
        let mend = mend.filter(|_| id == StaticTwoDelay::ID);
        // A candidate that cannot work is broken as it stands, and clean once it is mended.
        let (bits, broken) = mend.map_or((0, false), |k| (1 << k, true));
        let mut config = standard();
        if broken {
            assert_eq!(verdict(&config), Verdict::Violated, "{id}");
        }
        config.mutations = bits;
        assert_ne!(verdict(&config), Verdict::Violated, "{id}");
    }
}
