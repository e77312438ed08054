//! Whether an algorithm's word on what searches may leave out of messages is true, and whether
//! leaving it out changes a verdict.

#![allow(dead_code, reason = "each test program uses some of it")]

use std::collections::BTreeSet;

use mnmscope::explore::{Options, Report, Search, search_of};
use mnmscope::model::{Algorithm, Config, Event, Fact, ProcessId, State, Status, System};

/// Processes with these limits on their attempts, and no memory.
pub fn config(attempts: &[u8], f_p: u8) -> Config {
    Config {
        f_p,
        attempts: attempts.to_vec(),
        ..Config::new(attempts.len() as u8, 0)
    }
}

/// The same with each mutation by itself.
pub fn mutants<A: Algorithm>(config: &Config) -> impl Iterator<Item = Config> {
    (0..A::MUTATIONS.len()).map(|place| Config {
        mutations: 1 << place,
        ..config.clone()
    })
}

/// What an algorithm says of a message on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    ignored: bool,
    refused: bool,
    over: bool,
}

fn said<A: Algorithm>(
    system: &System<A>,
    state: &State<A>,
    to: ProcessId,
    from: ProcessId,
    message: &A::Message,
) -> Said {
    let of = |p: ProcessId, what: &dyn Fn(&A::Locals) -> bool| {
        state.process(p).locals.as_ref().is_some_and(what)
    };
    let algorithm = &system.algorithm;
    Said {
        ignored: of(to, &|l| algorithm.ignores(to, l, message)),
        refused: of(to, &|l| algorithm.refuses(to, l, message)),
        over: of(from, &|l| algorithm.is_over(from, l, message)),
    }
}

/// Checks what is said of every message in a state, and that it stays so in the state after every
/// event; how often something was said.
fn check<A: Algorithm>(system: &System<A>, state: &State<A>) -> u64 {
    let mut told = 0;
    let up = |state: &State<A>, p| state.process(p).status == Status::Up;
    let events = system.enabled(state);
    for event in &events {
        let mut facts = Vec::new();
        let after = system.apply(state, *event, Some(&mut facts));
        let after = after.expect("it is enabled");
        let quiet = |f: &Fact<A>| !matches!(f, Fact::Sent { .. } | Fact::Decided { .. });
        if let Event::Deliver { to, from, nth } = *event
            && up(state, to)
        {
            let inbox = state.inbox(to);
            let place = inbox.place(from, nth).expect("it is there");
            let message = &inbox.packets[place].1;
            let words = said(system, state, to, from, message);
            if A::is_answer(message) {
                assert!(facts.iter().all(quiet), "{message:?} does more than note");
            }
            if words.ignored {
                told += 1;
                assert!(facts.iter().all(quiet), "{message:?} is not ignored");
                assert_eq!(after.process(to), state.process(to), "{message:?}");
            }
            if words.refused {
                told += 1;
                assert_eq!(after.process(to), state.process(to), "{message:?}");
                for fact in &facts {
                    assert!(!matches!(fact, Fact::Decided { .. }), "{message:?}");
                    if let Fact::Sent {
                        to: back,
                        message: answer,
                        ..
                    } = fact
                    {
                        assert!(*back == from && A::is_answer(answer), "{message:?}");
                        if words.over && up(state, from) {
                            let there = state.process(from).locals.as_ref();
                            let ignored =
                                there.is_some_and(|l| system.algorithm.ignores(from, l, answer));
                            assert!(ignored, "{answer:?} is not ignored");
                        }
                    }
                }
            }
        }
        for to in system.config().process_ids().filter(|p| up(&after, *p)) {
            for (from, _, message) in state.inbox(to).distinct() {
                let (then, now) = (
                    said(system, state, to, from, message),
                    said(system, &after, to, from, message),
                );
                assert!(!then.ignored || now.ignored, "{message:?} after {event}");
                assert!(!then.refused || now.refused, "{message:?} after {event}");
                let over = !then.over || now.over || !up(&after, from);
                assert!(over, "{message:?} after {event}");
            }
        }
    }
    if system.is_quiescent(state) && !system.over_budget(state) {
        for (p, process) in state.processes().filter(|(_, p)| p.status == Status::Up) {
            let locals = process.locals.as_ref().expect("it runs");
            assert!(system.algorithm.may_rest(p, locals), "{p} rests");
        }
    }
    told
}

/// Checks the first `most` states that a depth-first search meets.
pub fn keeps_its_word<A: Algorithm>(config: &Config, most: usize) -> u64 {
    let system = System::<A>::new(config).expect("the scope is possible");
    let start = system.initial();
    let mut found = BTreeSet::from([start.fingerprint()]);
    let mut left = vec![start];
    let mut told = 0;
    while let Some(state) = left.pop() {
        told += check(&system, &state);
        for event in system.enabled(&state) {
            let next = system.apply(&state, event, None).expect("it is enabled");
            if found.len() < most && found.insert(next.fingerprint()) {
                left.push(next);
            }
        }
    }
    told
}

/// Searches a whole scope with a list of reductions.
pub fn run<A: Algorithm>(
    config: &Config,
    reductions: &str,
    property: Option<&str>,
) -> (Report, Box<dyn Search>) {
    let options = Options {
        reductions: reductions.parse().expect("they exist"),
        property: property.map(str::to_owned),
        walks: 0,
        ..Options::default()
    };
    let mut search = search_of::<A>(config, &[], &options).expect("the scope is possible");
    (search.finish(), search)
}

fn decisions(search: &dyn Search) -> BTreeSet<Vec<(u8, u8, u16)>> {
    let mut seen = BTreeSet::new();
    search.each(&mut |_, decided| {
        let each = decided.iter().map(|(p, d)| (p.0, d.value.0, d.proposal));
        seen.insert(each.collect());
    });
    seen
}

const LISTS: [&str; 4] = [
    "dead",
    "losses,crashes,dead,notes",
    "losses,crashes,dead,notes,answers",
    "all",
];

/// Each property by itself: a violation of another one must not hide it.
pub fn same_for_each_property<A: Algorithm>(config: &Config) {
    for property in A::PROPERTIES {
        let (whole, states) = run::<A>(config, "none", Some(property.id));
        for list in LISTS {
            let (reduced, fewer) = run::<A>(config, list, Some(property.id));
            let place = format!("{list}: {} in {config:?}", property.id);
            assert_eq!(reduced.verdict, whole.verdict, "{place}");
            assert_eq!(reduced.never, whole.never, "{place}");
            if let Some(found) = &reduced.counterexample {
                let system = System::<A>::new(config).expect("the scope is possible");
                let end = found
                    .events
                    .iter()
                    .try_fold(system.initial(), |state, event| {
                        system.apply(&state, *event, None)
                    });
                assert!(end.is_ok(), "{place}: {:?}", end.err());
            } else {
                assert!(decisions(&*fewer) == decisions(&*states), "{place}");
            }
        }
    }
}
