//! Two runs side by side: the same inputs and faults, in step by delays.

use mnmscope::model::{Event, MemoryId, ProcessId, Value};
use mnmscope::sim::{
    Choice, Lockstep, Pace, Pair, Session, Stop, algorithms, at_delay, config_beside, delays_over,
    find, first_parting,
};

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);
const M1: MemoryId = MemoryId(0);

/// A lockstep run of an algorithm in its standard configuration, with the playhead at the start.
fn run(id: &str) -> Session {
    let entry = find(id).expect("registered");
    let mut session = Session::new(entry, &(entry.standard)()).expect("possible");
    session.run(&mut Lockstep, &Stop::Quiescent, 2_000);
    session.trace.seek(0);
    session
}

fn beside(id: &str, of: &Session) -> Pair {
    Pair::with_algorithm(find(id).expect("registered"), of).expect("possible beside it")
}

/// Who has decided first by a step, what, and after how many delays.
fn decided(session: &Session, by: usize) -> Option<(ProcessId, Value, u32)> {
    (0..=by).find_map(|k| {
        let step = session.trace.step(k);
        let (process, value) = *step.decided.first()?;
        Some((process, value, step.causes.depth))
    })
}

/// Puts both where so many delays are over.
fn seek(pair: &mut Pair, one: &mut Session, delays: u32) {
    let place = at_delay(&one.trace, delays);
    one.trace.seek(place);
    pair.follow(one);
    let over = delays_over(&one.trace, place).unwrap_or(0);
    for _ in over..delays {
        pair.go_on(one);
    }
}

/// P1, sections 1 and 5: the same run takes Disk Paxos four delays, and two with permissions.
#[test]
fn protected_memory_paxos_decides_in_two_delays_beside_disk_paxos_in_four() {
    let mut one = run("protected-memory-paxos");
    let mut pair = beside("disk-paxos", &one);
    let at = |pair: &mut Pair, one: &mut Session, delays: u32| {
        seek(pair, one, delays);
        let here = decided(one, one.trace.position());
        (here, decided(pair.other(), pair.place()))
    };
    let a = Value(0);
    assert_eq!(at(&mut pair, &mut one, 1), (None, None));
    assert_eq!(at(&mut pair, &mut one, 2), (Some((P1, a, 2)), None));
    assert_eq!(at(&mut pair, &mut one, 3).1, None);
    let (here, there) = at(&mut pair, &mut one, 4);
    assert_eq!((here, there), (Some((P1, a, 2)), Some((P1, a, 4))));
}

/// Each pair of algorithms, with the delays of the papers' common case.
#[test]
fn every_pair_decides_in_its_common_case_delays() {
    for (id, other, delays, others) in [
        ("disk-paxos", "protected-memory-paxos", 4, 2),
        ("paxos", "fast-paxos", 2, 2),
        ("cheap-quorum", "fast-and-robust", 2, 2),
        ("protected-memory-paxos", "aligned-paxos", 2, 2),
        ("protected-memory-paxos", "paxos", 2, 2),
    ] {
        let one = run(id);
        let pair = beside(other, &one);
        let here = decided(&one, one.trace.len()).map(|d| d.2);
        let there = decided(pair.other(), pair.other().trace.len()).map(|d| d.2);
        assert_eq!((here, there), (Some(delays), Some(others)), "{id} {other}");
    }
}

/// Whatever is open, every other algorithm can be put beside it, with its inputs.
#[test]
fn every_algorithm_stands_beside_every_other() {
    for entry in algorithms() {
        let like = (entry.standard)();
        for other in algorithms() {
            let config = config_beside(other, &like).expect("some n and m are possible");
            let shared = config.inputs.len().min(like.inputs.len());
            assert_eq!(config.inputs[..shared], like.inputs[..shared]);
            assert!((other.info.within_theorem)(&config), "{}", other.info.id);
        }
    }
}

/// A step by event within a delay leaves the other run where it is; it moves when the delay is over.
#[test]
fn the_other_run_stays_while_a_delay_goes_on() {
    let mut one = run("protected-memory-paxos");
    let mut pair = beside("disk-paxos", &one);
    let mut last = 0;
    for k in 0..=one.trace.len() {
        one.trace.seek(k);
        pair.follow(&one);
        let over = delays_over(&one.trace, k);
        let there = over.map_or(0, |d| at_delay(&pair.other().trace, d));
        assert_eq!(pair.place(), there, "at step {k}");
        assert!(pair.place() >= last);
        last = pair.place();
    }
}

/// What fails in the run at hand fails beside it after the same delay.
#[test]
fn a_crash_reaches_both_after_the_same_delay() {
    let mut one = run("protected-memory-paxos");
    let mut pair = beside("disk-paxos", &one);
    seek(&mut pair, &mut one, 1);
    let place = pair.place();
    one.event(Event::CrashProcess(P1)).expect("p1 is up");
    one.event(Event::CrashMemory(M1)).expect("m1 is up");
    one.event(Event::Leader { at: P2, leader: P2 })
        .expect("p2 trusts p1");
    one.run(&mut Lockstep, &Stop::Quiescent, 2_000);
    pair.follow(&one);
    let there = &pair.other().trace;
    let chosen: Vec<_> = (place + 1..place + 4)
        .filter_map(|k| there.step(k).event())
        .collect();
    assert_eq!(
        chosen,
        [
            Event::CrashProcess(P1),
            Event::CrashMemory(M1),
            Event::Leader { at: P2, leader: P2 }
        ]
    );
    let both = [
        decided(&one, one.trace.len()),
        decided(pair.other(), there.len()),
    ];
    assert!(
        both.iter().all(|d| d.is_some_and(|d| d.0 == P2)),
        "{both:?}"
    );
}

/// When the run at hand has ended, what fails then fails beside it where the pair stands.
#[test]
fn a_crash_after_the_end_reaches_the_other_where_it_stands() {
    let mut one = run("protected-memory-paxos");
    let end = one.trace.len();
    let last = one.trace.step(end).clock.delays;
    let mut pair = beside("disk-paxos", &one);
    one.trace.seek(end);
    pair.follow(&one);
    assert!(pair.go_on(&one), "Disk Paxos takes longer");
    let (place, now) = (pair.place(), pair.now(&one).expect("the pair has gone on"));
    assert_eq!(now, last + 1);
    one.event(Event::CrashMemory(M1)).expect("m1 is up");
    pair.happened_late(one.trace.node_at(one.trace.position()), now);
    pair.follow(&one);
    let there = &pair.other().trace;
    assert_eq!(there.step(place + 1).event(), Some(Event::CrashMemory(M1)));
    assert!(pair.place() > place, "the pair went back");
}

/// What has no counterpart is told, not passed over.
#[test]
fn a_crash_of_what_is_not_there_is_told() {
    let mut one = run("protected-memory-paxos");
    one.event(Event::CrashMemory(M1)).expect("m1 is up");
    let pair = beside("paxos", &one);
    assert_eq!(
        pair.left_out(),
        [Choice::Event(Event::CrashMemory(M1))],
        "there are no memories beside it"
    );
}

/// Two branches go on step by step, and part where they part.
#[test]
fn two_branches_go_together_and_part_where_they_part() {
    let mut one = run("protected-memory-paxos");
    let end = one.trace.len();
    one.trace.seek(4);
    one.event(Event::CrashMemory(M1)).expect("m1 is up");
    one.run(&mut Lockstep, &Stop::Quiescent, 2_000);
    let mut first = one.clone();
    first.trace.switch(0);
    assert_eq!(first_parting(&one.trace, &first.trace), Some(5));
    assert_eq!(first_parting(&one.trace, &one.trace), None);
    let mut pair = Pair::with_run(first, "main", Pace::Steps, &one);
    one.trace.seek(3);
    pair.follow(&one);
    assert_eq!(pair.place(), 3);
    one.trace.seek(usize::MAX);
    pair.follow(&one);
    assert_eq!(pair.place(), one.trace.len().min(end));
    pair.go_beyond(usize::MAX, &one);
    assert_eq!(pair.place(), end);
}

/// By the events of one process, another's events move nothing.
#[test]
fn by_the_events_of_one_process_only_those_count() {
    let mut one = run("protected-memory-paxos");
    let mut pair = Pair::with_run(one.clone(), "again", Pace::Of(P2), &one);
    let mut last = 0;
    for k in 1..=one.trace.len() {
        one.trace.seek(k);
        pair.follow(&one);
        let event = one.trace.step(k).event();
        let own = matches!(event, Some(Event::Deliver { to, .. }) if to == P2)
            || matches!(event, Some(Event::Proceed { process, .. } | Event::Return { process, .. }) if process == P2);
        assert_eq!(pair.place() > last, own, "at step {k}: {event:?}");
        last = pair.place();
    }
}
