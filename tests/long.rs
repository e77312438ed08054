//! Searches that take minutes: `cargo verify long`.

mod scopes;
mod words;

use mnmscope::algorithms::{AlignedPaxos, DiskPaxos, FastPaxos, Paxos};
use mnmscope::explore::Reductions;
use scopes::{clean_reduced, search, too_small};
use words::{config, keeps_its_word, mutants, same_for_each_property};

#[test]
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
fn aligned_paxos_is_clean_in_larger_scopes() {
    clean_reduced::<AlignedPaxos>("processes=2 memories=3 attempts=1 f_p=1 f_m=1", 576_395);
    clean_reduced::<AlignedPaxos>("processes=3 memories=0 attempts=(2,1,0) f_p=1", 699_932);
    clean_reduced::<AlignedPaxos>(
        "processes=3 memories=2 attempts=(1,1,0) f_p=1 f_m=1",
        965_729,
    );
    clean_reduced::<AlignedPaxos>("processes=3 memories=0 attempts=1 f_p=1", 2_340_752);
}

#[test]
fn what_paxos_says_of_messages_is_true_among_three() {
    assert!(keeps_its_word::<Paxos>(&config(&[1, 1, 0], 1), usize::MAX) > 0);
    for mutant in mutants::<Paxos>(&config(&[1, 1, 0], 0)) {
        keeps_its_word::<Paxos>(&mutant, usize::MAX);
    }
}

#[test]
fn no_verdict_changes_among_three() {
    for f_p in [0, 1] {
        same_for_each_property::<Paxos>(&config(&[1, 1, 0], f_p));
    }
    for mutant in mutants::<Paxos>(&config(&[1, 1, 0], 1)) {
        same_for_each_property::<Paxos>(&mutant);
    }
}
