//! Searches of the scopes that scenario text names, for the crash-fault family.

#![allow(dead_code, reason = "each test program uses some of it")]

use mnmscope::explore::{self, Options, Reductions, Report, Verdict};
use mnmscope::model::{Algorithm, Config};
use mnmscope::scenario::parse;

/// The configuration that scenario text means.
pub fn scope(id: &str, settings: &str) -> Config {
    let text = format!("setup {id} {settings}");
    let played = parse(&text).and_then(|s| s.play());
    let played = played.unwrap_or_else(|e| panic!("{e} in {text}"));
    played.session.config().clone()
}

/// Searches a scope: the whole of it, or so many random runs.
pub fn search<A: Algorithm>(
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
pub fn clean<A: Algorithm>(settings: &str, states: u64) {
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
pub fn clean_reduced<A: Algorithm>(settings: &str, states: u64) {
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
pub fn too_small<A: Algorithm>(mutation: &str, scopes: &[&str]) {
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
pub fn caught<A: Algorithm>(deep: &[(&str, u32)]) {
    for m in A::MUTATIONS.iter().filter(|m| m.id != "reuse-first-ballot") {
        let settings = format!("{} mutate=({})", m.scope, m.id);
        let walks = deep.iter().find(|(id, _)| *id == m.id).map(|d| d.1);
        let report = search::<A>(&settings, Some(m.breaks), Reductions::ALL, walks);
        let found = report.counterexample.as_ref().map(|c| c.property);
        assert_eq!(found, Some(m.breaks), "{} {}", A::ID, m.id);
    }
}
