//! mnmscope's exhaustive search beside Stateright's, over the same states of the same model: the
//! sets of reachable states must be equal, and both rates are printed.
//!
//! `cargo verify stateright`, or, for the larger scopes that rates are told of as well,
//! `cargo run --release --manifest-path tests/stateright/Cargo.toml -- --large`.

#![allow(clippy::disallowed_types, reason = "the rates are measured")]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mnmscope::algorithms::{Paxos, ProtectedMemoryPaxos};
use mnmscope::explore::{Options, Reductions, Search, search_of};
use mnmscope::model::{Algorithm, Config, Event, State, System};
use stateright::{Checker, Model, Property, StateRecorder};

/// The model as Stateright sees it: the model's own states, events and transitions.
#[derive(Clone)]
struct Whole<A: Algorithm>(System<A>);

impl<A: Algorithm> Model for Whole<A> {
    type State = State<A>;
    type Action = Event;

    fn init_states(&self) -> Vec<State<A>> {
        vec![self.0.initial()]
    }

    fn actions(&self, state: &State<A>, actions: &mut Vec<Event>) {
        self.0.enabled_into(state, actions);
    }

    fn next_state(&self, state: &State<A>, event: Event) -> Option<State<A>> {
        self.0.apply(state, event, None).ok()
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("agreement", |_, state: &State<A>| {
            let mut decided = state.decisions().map(|(_, d)| d.value);
            let first = decided.next();
            decided.all(|value| Some(value) == first)
        })]
    }
}

fn ours<A: Algorithm>(config: &Config) -> (Box<dyn Search>, Duration) {
    let options = Options {
        reductions: Reductions::NONE,
        walks: 0,
        memory: 8 << 10,
        ..Options::default()
    };
    let mut search = search_of::<A>(config, &[], &options).expect("the scope is possible");
    let begin = Instant::now();
    search.finish();
    (search, begin.elapsed())
}

/// Whether both searches reach the same states.
fn compare<A: Algorithm>(name: &str, config: &Config) {
    let (search, _) = ours::<A>(config);
    let mut mine = BTreeSet::new();
    search.each(&mut |fingerprint, _| {
        mine.insert(fingerprint);
    });
    let model = Whole(System::<A>::new(config).expect("the scope is possible"));
    let (recorder, states) = StateRecorder::new_with_accessor();
    let checker = model
        .checker()
        .threads(1)
        .visitor(recorder)
        .spawn_bfs()
        .join();
    let theirs: BTreeSet<u64> = states().iter().map(State::fingerprint).collect();
    let transitions = search.report().expect("it is over").transitions;
    assert_eq!(
        checker.unique_state_count(),
        mine.len(),
        "{name}: distinct states"
    );
    // Stateright counts the initial state as generated, too.
    assert_eq!(
        checker.state_count() as u64,
        transitions + 1,
        "{name}: states generated"
    );
    assert!(
        mine == theirs,
        "{name}: the sets of reachable states differ"
    );
    println!("{name:34} {:>9} states: the same", mine.len());
}

/// Both rates over one scope.
fn race<A: Algorithm>(name: &str, config: &Config) {
    let (search, mine) = ours::<A>(config);
    let report = search.report().expect("it is over");
    let model = Whole(System::<A>::new(config).expect("the scope is possible"));
    let begin = Instant::now();
    let checker = model.checker().threads(1).spawn_bfs().join();
    let theirs = begin.elapsed();
    assert_eq!(
        checker.unique_state_count() as u64,
        report.distinct_states,
        "{name}"
    );
    let line = |who: &str, time: Duration| {
        let seconds = time.as_secs_f64();
        println!(
            "  {who:10} {:>9} states {:>10} transitions {seconds:>7.2} s {:>9.0} distinct/s {:>9.0} transitions/s",
            report.distinct_states,
            report.transitions,
            report.distinct_states as f64 / seconds,
            report.transitions as f64 / seconds,
        );
    };
    println!("{name}");
    line("mnmscope", mine);
    line("Stateright", theirs);
    println!(
        "  {:.1} times Stateright's rate, {} bytes per distinct state",
        theirs.as_secs_f64() / mine.as_secs_f64(),
        report.bytes / report.distinct_states,
    );
}

fn paxos(attempts: &[u8], faults: u8) -> Config {
    Config {
        f_p: faults,
        attempts: attempts.to_vec(),
        ..Config::new(attempts.len() as u8, 0)
    }
}

fn pmp(memories: u8, attempts: &[u8], faults: u8) -> Config {
    Config {
        f_p: faults,
        f_m: faults,
        attempts: attempts.to_vec(),
        ..Config::new(attempts.len() as u8, memories)
    }
}

fn main() {
    type Pmp = ProtectedMemoryPaxos;
    compare::<Pmp>("protected-memory-paxos n=2 m=1", &pmp(1, &[2, 2], 1));
    compare::<Pmp>("protected-memory-paxos n=2 m=2", &pmp(2, &[1, 1], 1));
    compare::<Pmp>("protected-memory-paxos n=3 m=1", &pmp(1, &[1, 1, 1], 1));
    compare::<Pmp>("protected-memory-paxos n=2 m=3", &pmp(3, &[1, 1], 0));
    compare::<Paxos>("paxos n=2", &paxos(&[1, 1], 1));
    compare::<Paxos>("paxos n=3", &paxos(&[1, 1, 0], 0));
    race::<Pmp>("protected-memory-paxos n=2 m=3", &pmp(3, &[1, 1], 0));
    race::<Paxos>("paxos n=3, up to one crash", &paxos(&[1, 1, 0], 1));
    if !std::env::args().any(|word| word == "--large") {
        return;
    }
    race::<Pmp>(
        "protected-memory-paxos n=2 m=3, a crash of each kind",
        &pmp(3, &[1, 1], 1),
    );
    race::<Pmp>("the same, with attempts (1,2)", &pmp(3, &[1, 2], 1));
}
