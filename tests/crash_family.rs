//! The crash-fault family, searched: every algorithm as it stands keeps its properties in a small
//! scope, and every mutation breaks what it says in the scope that it names.

use mnmscope::algorithms::{AlignedPaxos, DiskPaxos, FastPaxos, Paxos};
use mnmscope::explore::{self, Options, Reductions, Report, Verdict};
use mnmscope::model::{Algorithm, Config, Event, MemoryId, ProcessId, ThreadId, Value};
use mnmscope::scenario::parse;

/// The configuration that scenario text means.
fn scope(id: &str, settings: &str) -> Config {
    let text = format!("setup {id} {settings}");
    let played = parse(&text).and_then(|s| s.play());
    let played = played.unwrap_or_else(|e| panic!("{e} in {text}"));
    played.session.config().clone()
}

fn search<A: Algorithm>(
    settings: &str,
    property: Option<&str>,
    reductions: Reductions,
    walks: Option<u32>,
) -> Report {
    let options = Options {
        property: property.map(str::to_owned),
        walks: walks.unwrap_or(0),
        states: walks.map(|_| 1),
        reductions: if walks.is_some() {
            Reductions::NONE
        } else {
            reductions
        },
        ..Options::default()
    };
    let search = explore::search(A::ID, &scope(A::ID, settings), &[], &options);
    search.expect("a possible scope").finish()
}

/// No violation in the whole of a scope with nothing reduced, no case that matters missing from it,
/// and exactly so many states.
fn clean<A: Algorithm>(settings: &str, states: u64) {
    let report = search::<A>(settings, None, Reductions::NONE, None);
    let found = report
        .counterexample
        .as_ref()
        .map(|c| (c.property, &c.events));
    assert_eq!(
        report.verdict,
        Verdict::HoldsInScope,
        "{}: {found:?}",
        A::ID
    );
    assert!(
        report.never.is_empty(),
        "{} {settings}: {:?}",
        A::ID,
        report.never
    );
    assert_eq!(report.distinct_states, states, "{} {settings}", A::ID);
}

/// No violation in the whole of a larger scope, reduced, and exactly so many states.
fn clean_reduced<A: Algorithm>(settings: &str, states: u64) {
    let report = search::<A>(settings, None, Reductions::ALL, None);
    assert_eq!(
        report.verdict,
        Verdict::HoldsInScope,
        "{} {settings}",
        A::ID
    );
    assert_eq!(report.distinct_states, states, "{} {settings}", A::ID);
}

/// In scopes smaller than its own, a mutation does not break what it breaks.
fn too_small<A: Algorithm>(mutation: &str, scopes: &[&str]) {
    let mutation = A::MUTATIONS.iter().find(|m| m.id == mutation);
    let mutation = mutation.expect("the mutation exists");
    for scope in scopes {
        let settings = format!("{scope} mutate=({})", mutation.id);
        let report = search::<A>(&settings, Some(mutation.breaks), Reductions::ALL, None);
        assert_eq!(
            report.verdict,
            Verdict::HoldsInScope,
            "{} {settings}",
            A::ID
        );
    }
}

/// Each mutation breaks what it says in its scope. Those in `deep` need runs that breadth-first
/// search reaches only after tens of millions of states: random runs find them.
fn caught<A: Algorithm>(deep: &[(&str, u32)]) {
    for m in A::MUTATIONS.iter().filter(|m| m.id != "reuse-first-ballot") {
        let settings = format!("{} mutate=({})", m.scope, m.id);
        let walks = deep.iter().find(|(id, _)| *id == m.id).map(|d| d.1);
        let report = search::<A>(&settings, Some(m.breaks), Reductions::ALL, walks);
        let found = report.counterexample.as_ref().map(|c| c.property);
        assert_eq!(found, Some(m.breaks), "{} {}", A::ID, m.id);
    }
}

#[test]
fn paxos_is_clean_and_its_mutations_are_caught() {
    clean::<Paxos>("processes=2 attempts=1 f_p=0", 678);
    clean::<Paxos>("processes=2 attempts=1 f_p=1", 1_078);
    clean::<Paxos>("processes=3 attempts=(1,1,0) f_p=1", 418_958);
    caught::<Paxos>(&[]);
    too_small::<Paxos>(
        "adopt-lowest",
        &[
            "processes=2 attempts=3 f_p=0",
            "processes=3 attempts=(1,1,0) f_p=0",
            "processes=3 attempts=(1,2,0) f_p=0",
        ],
    );
}

#[test]
fn fast_paxos_is_clean_and_its_mutations_are_caught() {
    clean_reduced::<FastPaxos>("processes=2 attempts=1 f_p=1", 1_378);
    clean_reduced::<FastPaxos>("processes=3 attempts=(1,0,0) f_p=1", 877);
    caught::<FastPaxos>(&[]);
    for mutation in ["any-round-counts", "fast-by-majority"] {
        too_small::<FastPaxos>(
            mutation,
            &[
                "processes=2 attempts=1",
                "processes=3 attempts=(1,0,0)",
                "processes=3 attempts=(0,1,0)",
            ],
        );
    }
}

#[test]
#[ignore = "takes a minute"]
fn nor_are_more_attempts_enough_for_the_mutations_of_fast_paxos() {
    for mutation in ["any-round-counts", "fast-by-majority"] {
        too_small::<FastPaxos>(
            mutation,
            &[
                "processes=2 attempts=2",
                "processes=3 attempts=(2,0,0)",
                "processes=3 attempts=(0,2,0)",
            ],
        );
    }
}

#[test]
fn disk_paxos_is_clean_and_its_mutations_are_caught() {
    clean::<DiskPaxos>("processes=2 memories=1 attempts=1 f_p=1 f_m=1", 26_228);
    clean::<DiskPaxos>("processes=2 memories=3 attempts=1 f_p=0 f_m=0", 502_256);
    caught::<DiskPaxos>(&[("recover-max-mbal", 100_000)]);
    too_small::<DiskPaxos>(
        "recover-max-mbal",
        &[
            "processes=1 memories=3 attempts=2 f_p=1 f_m=0",
            "processes=2 memories=2 attempts=(0,1) f_p=1 f_m=0",
        ],
    );
    too_small::<DiskPaxos>(
        "reuse-first-ballot",
        &["processes=2 memories=1 attempts=1 f_p=1 f_m=0"],
    );
}

#[test]
#[ignore = "takes minutes"]
fn the_mutations_of_recovery_need_no_smaller_scope_than_their_own() {
    too_small::<DiskPaxos>(
        "recover-max-mbal",
        &[
            "processes=2 memories=2 attempts=(0,2) f_p=1 f_m=0",
            "processes=2 memories=1 attempts=2 f_p=1 f_m=0",
            "processes=2 memories=3 attempts=(0,1) f_p=1 f_m=0",
        ],
    );
    too_small::<DiskPaxos>(
        "reuse-first-ballot",
        &[
            "processes=2 memories=2 attempts=1 f_p=1 f_m=0",
            "processes=2 memories=3 attempts=(1,0) f_p=1 f_m=0",
        ],
    );
    let scope = "processes=2 memories=3 attempts=(0,2) f_p=1 f_m=0 mutate=(recover-max-mbal)";
    let report = search::<DiskPaxos>(scope, Some("agreement"), Reductions::ALL, None);
    let found = report.counterexample.expect("agreement breaks");
    assert!(found.shortest);
    assert_eq!(found.events.len(), 48);
}

#[test]
fn aligned_paxos_is_clean_and_its_mutations_are_caught() {
    clean::<AlignedPaxos>("processes=2 memories=1 attempts=1 f_p=1 f_m=0", 104_069);
    clean::<AlignedPaxos>("processes=2 memories=1 attempts=1 f_p=0 f_m=1", 150_213);
    caught::<AlignedPaxos>(&[]);
}

/// Three processes, with and without memories, whatever crashes within the bound.
#[test]
fn aligned_paxos_is_clean_among_three_processes() {
    clean_reduced::<AlignedPaxos>("processes=3 memories=0 attempts=(1,1,0) f_p=1", 2_616);
    clean_reduced::<AlignedPaxos>(
        "processes=3 memories=1 attempts=(1,1,0) f_p=1 f_m=0",
        29_775,
    );
    clean_reduced::<AlignedPaxos>("processes=3 memories=2 attempts=(1,0,0) f_p=1 f_m=1", 46);
    clean_reduced::<AlignedPaxos>("processes=2 memories=2 attempts=1 f_p=1 f_m=0", 25_577);
}

#[test]
#[ignore = "takes minutes"]
fn aligned_paxos_is_clean_in_larger_scopes() {
    clean_reduced::<AlignedPaxos>("processes=2 memories=3 attempts=1 f_p=1 f_m=1", 576_395);
    clean_reduced::<AlignedPaxos>("processes=3 memories=0 attempts=(2,1,0) f_p=1", 699_932);
    clean_reduced::<AlignedPaxos>(
        "processes=3 memories=2 attempts=(1,1,0) f_p=1 f_m=1",
        965_729,
    );
    clean_reduced::<AlignedPaxos>("processes=3 memories=0 attempts=1 f_p=1", 2_340_752);
}

/// Gafni and Lamport's processors come back and forget: p1's write of ballot 1 reached one disk of
/// three, and p1 is back with another input. The search goes on from there, for a crash at every
/// other moment too would take it hours.
#[test]
fn a_first_ballot_that_is_used_again_breaks_agreement() {
    const P1: ProcessId = ProcessId(0);
    let lose = |disk| Event::LoseRequest {
        process: P1,
        memory: MemoryId(disk),
    };
    let crash_and_recovery = [
        Event::Proceed {
            process: P1,
            thread: ThreadId::MAIN,
        },
        Event::Effect {
            process: P1,
            memory: MemoryId(0),
        },
        Event::CrashProcess(P1),
        lose(1),
        lose(2),
        Event::Recover {
            process: P1,
            input: Value(1),
        },
    ];
    let verdict = |mutate: &str, attempts: &str| {
        let settings = format!("processes=2 memories=3 attempts={attempts} f_p=0 f_m=0{mutate}");
        let options = Options {
            property: Some("agreement".to_owned()),
            walks: 0,
            ..Options::default()
        };
        let config = scope(DiskPaxos::ID, &settings);
        let search = explore::search(DiskPaxos::ID, &config, &crash_and_recovery, &options);
        search.expect("a possible scope").finish().verdict
    };
    let reused = verdict(" mutate=(reuse-first-ballot)", "1");
    assert_eq!(reused, Verdict::Violated);
    assert_eq!(
        verdict("", "1"),
        Verdict::HoldsInScope,
        "p1 has no ballot left"
    );
}
