//! The simulation core: delays, branches and adversaries.

#[path = "sim/plainly.rs"]
mod plainly;

use mnmscope::model::{Config, Event, MemoryId, ProcessId};
use mnmscope::sim::{
    Adversary, Choice, Experience, Hold, Lockstep, Random, Session, Slow, Stop, Stubborn,
    algorithms, experience, find, first_difference, looks_the_same,
};

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);
const M1: MemoryId = MemoryId(0);

fn session(config: &Config) -> Session {
    let entry = find("protected-memory-paxos").expect("registered");
    Session::new(entry, config).expect("a possible configuration")
}

fn standard() -> Session {
    session(&(find("protected-memory-paxos")
        .expect("registered")
        .standard)())
}

#[test]
fn the_first_leader_decides_in_two_delays_and_tells_the_other_in_a_third() {
    let mut s = standard();
    s.run(&mut Lockstep, &Stop::AllDecided, 1000);
    let told: Vec<_> = s
        .decisions()
        .iter()
        .map(|(p, _, step)| (*p, step.causes.depth))
        .collect();
    assert_eq!(told, [(P1, 2), (P2, 3)]);
}

#[test]
fn a_takeover_decides_in_eight_delays() {
    let mut s = standard();
    s.event(Event::CrashProcess(P1)).expect("p1 is up");
    s.event(Event::Leader { at: P2, leader: P2 })
        .expect("p2 trusts p1");
    s.run(&mut Lockstep, &Stop::Decided, 1000);
    let (who, _, step) = s.decisions()[0];
    assert_eq!((who, step.causes.depth), (P2, 8));
    let path = s.trace.critical_path(s.trace.position());
    let mut depths: Vec<u32> = path.iter().map(|k| s.trace.step(*k).causes.depth).collect();
    depths.dedup();
    assert_eq!(
        depths,
        [0, 1, 2, 3, 4, 5, 6, 7, 8],
        "one trip after another"
    );
}

#[test]
fn acting_in_the_past_makes_a_branch_and_repeating_a_choice_does_not() {
    let mut s = standard();
    s.run(&mut Lockstep, &Stop::Quiescent, 1000);
    let end = s.trace.len();
    let last = s.trace.here().after.fingerprint();
    s.trace.seek(1);
    let next = s.trace.step(2).choice.expect("not the start");
    s.trace.act(next).expect("as recorded");
    assert_eq!((s.trace.branches().len(), s.trace.position()), (1, 2));
    s.event(Event::CrashMemory(M1)).expect("m1 is up");
    assert_eq!((s.trace.branches().len(), s.trace.len()), (2, 3));
    s.trace.seek(2);
    let next = s
        .trace
        .node(s.trace.path_to(s.trace.branches()[0].tip)[3])
        .choice;
    s.trace
        .act(next.expect("not the start"))
        .expect("as recorded");
    assert_eq!((s.trace.branch(), s.trace.len()), (0, end));
    s.trace.seek(usize::MAX);
    assert_eq!(s.trace.here().after.fingerprint(), last);
}

#[test]
fn one_seed_means_one_run() {
    let run = |seed| {
        let mut s = standard();
        s.run(&mut Random::new(seed, true), &Stop::Quiescent, 400);
        let choices: Vec<Choice> = s.trace.choices(usize::MAX).collect();
        (choices, s.trace.here().after.fingerprint())
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn a_slow_memory_does_not_keep_the_leader_from_deciding_in_two_delays() {
    let mut s = standard();
    s.run(&mut Slow(Hold::Memory(M1)), &Stop::Decided, 1000);
    assert_eq!(s.decisions()[0].2.causes.depth, 2);
    let slow = Event::Effect {
        process: P1,
        memory: M1,
    };
    assert!(s.trace.enabled().contains(&slow), "m1 was left for later");
}

#[test]
fn the_stubborn_adversary_keeps_two_leaders_undecided() {
    let mut s = standard();
    let taken = s.run(&mut Stubborn, &Stop::Decided, 300);
    assert_eq!((taken, s.decisions().len()), (300, 0));
    s.trace.seek(0);
    s.run(&mut Lockstep, &Stop::Decided, 300);
    assert_eq!(s.decisions().len(), 1);
}

#[test]
fn what_the_stubborn_adversary_does_not_look_at_changes_no_choice() {
    let mut choices = 0;
    for entry in algorithms() {
        let standard = (entry.standard)();
        let smaller = Config::new(2, standard.memories.min(1));
        for config in [standard, smaller] {
            let Ok(mut s) = Session::new(entry, &config) else {
                continue;
            };
            for seed in 0..4 {
                s.trace.seek(0);
                // From where chance leads, too.
                s.run(
                    &mut Random::new(seed, true),
                    &Stop::Quiescent,
                    9 * seed as usize,
                );
                for _ in 0..12 {
                    let event = Stubborn.choose(&s.trace);
                    assert_eq!(event, plainly::stubborn(&s.trace), "{}", entry.info.id);
                    let Some(event) = event else { break };
                    s.event(event).expect("it can happen");
                    choices += 1;
                }
            }
        }
    }
    assert!(choices > 600, "{choices} choices");
}

#[test]
fn a_process_cannot_tell_runs_apart_that_differ_where_it_does_not_look() {
    let run = |first: MemoryId| {
        let mut s = standard();
        s.run(&mut Lockstep, &Stop::Delays(0), 10);
        for memory in [first, MemoryId(3 - first.0)] {
            s.event(Event::Effect {
                process: P1,
                memory,
            })
            .expect("p1's write is on its way");
        }
        s.run(&mut Lockstep, &Stop::Decided, 100);
        s
    };
    let (one, other) = (run(MemoryId(1)), run(MemoryId(2)));
    let seen = |s: &Session, p| experience(s, p, s.trace.position());
    assert_eq!(first_difference(&seen(&one, P1), &seen(&other, P1)), None);
    let mut later = other.clone();
    later.run(&mut Lockstep, &Stop::AllDecided, 100);
    let seen_later = seen(&later, P2);
    assert_eq!(first_difference(&seen(&one, P2), &seen_later), Some(1));
    assert!(matches!(seen_later[1].1, Experience::Received { .. }));
    assert!(looks_the_same(&one, &other, P1, 0) && !looks_the_same(&one, &later, P2, 0));
    // From any step that both share, it is the same to ask.
    for seeds in [(1, 1), (1, 2), (3, 4)] {
        let random = |seed: u64| {
            let mut s = standard();
            s.run(&mut Lockstep, &Stop::Delays(1), 100);
            let shared = s.trace.len();
            s.run(&mut Random::new(seed, false), &Stop::Quiescent, 60);
            (s, shared)
        };
        let ((one, shared), (two, _)) = (random(seeds.0), random(seeds.1));
        for p in [P1, P2] {
            let equal = first_difference(&seen(&one, p), &seen(&two, p)).is_none();
            assert_eq!(looks_the_same(&one, &two, p, 0), equal, "{p} of {seeds:?}");
            assert_eq!(looks_the_same(&one, &two, p, shared), equal);
        }
    }
}
