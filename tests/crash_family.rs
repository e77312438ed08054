//! The crash-fault family, searched: every algorithm as it stands keeps its properties in a small
//! scope, and every mutation breaks what it says in the scope that it names. What takes longer is in
//! `long.rs`.

mod scopes;

use mnmscope::algorithms::{AlignedPaxos, DiskPaxos, FastPaxos, Paxos};
use mnmscope::explore::{self, Options, Verdict};
use mnmscope::model::{Algorithm, Event, MemoryId, ProcessId, ThreadId, Value};
use scopes::{caught, clean, clean_reduced, scope, too_small};

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
