//! What searches leave out of messages: an algorithm's word on it is true, and no verdict changes.
//! What takes longer is in `long.rs`.

mod words;

use mnmscope::algorithms::{FastPaxos, Paxos};
use mnmscope::explore::{Reductions, Verdict};
use mnmscope::model::Algorithm;
use words::{config, keeps_its_word, mutants, run, same_for_each_property};

/// The states of small scopes, of every algorithm that says something of messages.
fn word_of<A: Algorithm>() -> Option<u64> {
    if !A::ANSWERS {
        return None;
    }
    let mut told = 0;
    for (attempts, f_p) in [([1, 1], 1), ([2, 1], 1), ([1, 2], 0)] {
        let config = config(&attempts, f_p);
        told += keeps_its_word::<A>(&config, 15_000);
        for mutant in mutants::<A>(&config) {
            told += keeps_its_word::<A>(&mutant, 15_000);
        }
    }
    Some(told)
}

macro_rules! words {
    ($($algorithm:ty,)*) => {
        [$((<$algorithm>::ID, word_of::<$algorithm>())),*]
    };
}

#[test]
fn what_an_algorithm_says_of_messages_is_true() {
    let told = mnmscope::with_algorithms!(words);
    let said: Vec<_> = told
        .iter()
        .filter_map(|(id, t)| t.map(|t| (id, t)))
        .collect();
    assert!(
        !said.is_empty() && said.iter().all(|(_, t)| *t > 0),
        "{said:?}"
    );
}

#[test]
fn no_verdict_changes_among_two() {
    for attempts in [[1, 1], [2, 1], [1, 2]] {
        let config = config(&attempts, 1);
        same_for_each_property::<Paxos>(&config);
    }
    for mutant in mutants::<Paxos>(&config(&[2, 1], 1)) {
        same_for_each_property::<Paxos>(&mutant);
    }
    same_for_each_property::<Paxos>(&config(&[2, 2], 0));
    let fast = config(&[1, 0], 1);
    same_for_each_property::<FastPaxos>(&fast);
    for mutant in mutants::<FastPaxos>(&fast) {
        same_for_each_property::<FastPaxos>(&mutant);
    }
}

/// The whole of two proposers with two ballots each, among three.
#[test]
fn two_proposers_with_two_ballots_each_are_searched_to_the_end() {
    let whole = config(&[2, 2, 0], 1);
    let (report, _) = run::<Paxos>(&whole, "all", None);
    assert_eq!(report.verdict, Verdict::HoldsInScope);
    assert!(report.reductions.contains(&"answers"));
    assert_eq!(report.distinct_states, 63_815);
    assert_eq!(Reductions::ALL.names().len(), 7);
}
