//! What automatic schedules leave alone: single packets, directions, partitions, memories that
//! hang; and that all of it is said in scenario text and in links.

use mnmscope::model::{Config, Event, MemoryId, ProcessId};
use mnmscope::scenario::{export, parse};
use mnmscope::share::{Options, decode, encode};
use mnmscope::sim::{Choice, Hold, Lockstep, Random, Session, Side, StepError, Stop, find};

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);
const P3: ProcessId = ProcessId(2);
const M1: MemoryId = MemoryId(0);
const M2: MemoryId = MemoryId(1);

fn session(algorithm: &str, n: u8, m: u8) -> Session {
    let entry = find(algorithm).expect("registered");
    let config = Config {
        f_p: if m > 0 { n - 1 } else { (n - 1) / 2 },
        f_m: m.saturating_sub(1) / 2,
        ..Config::new(n, m)
    };
    Session::new(entry, &config).expect("possible")
}

fn processes(ids: &[ProcessId]) -> Side {
    ids.iter().copied().fold(Side::EMPTY, Side::and_process)
}

fn hold(s: &mut Session, hold: Hold) {
    s.trace.act(Choice::Hold(hold)).expect("it exists");
}

fn step(s: &mut Session, event: Event) {
    s.event(event).expect("it can happen");
}

/// Plays a session's run again, from its scenario text and from its link.
fn comes_back(s: &Session) {
    let text = export(s, usize::MAX);
    let played = parse(&text).expect("it reads").play().expect("it plays");
    let choices = |s: &Session| s.trace.choices(usize::MAX).collect::<Vec<_>>();
    assert_eq!(choices(&played.session), choices(s), "{text}");
    let link = encode(s, Options::default()).expect("few steps");
    let opened = decode(&link).expect("whole");
    assert_eq!(opened.problem, None);
    assert_eq!(choices(&opened.session), choices(s));
    assert_eq!(opened.session.trace.here().holds, s.trace.here().holds);
}

#[test]
fn a_partition_holds_until_it_is_healed() {
    let mut s = session("paxos", 3, 0);
    let partition = Hold::between(processes(&[P1]), processes(&[P2, P3])).expect("two sides");
    hold(&mut s, partition);
    s.run(&mut Lockstep, &Stop::Quiescent, 1000);
    let undecided = s.decisions().is_empty();
    assert!(undecided, "p1 alone has no majority");
    s.trace
        .act(Choice::Release(partition))
        .expect("it was held");
    s.run(&mut Lockstep, &Stop::AllDecided, 1000);
    assert_eq!(s.decisions().len(), 3);
    comes_back(&s);
}

#[test]
fn one_direction_lets_the_other_pass() {
    let mut s = session("protected-memory-paxos", 2, 3);
    // p1's requests reach m1, and m1's answers do not come back.
    let answers = Hold::way(Side::EMPTY.and_memory(M1), processes(&[P1])).expect("two sides");
    hold(&mut s, answers);
    s.run(&mut Lockstep, &Stop::Quiescent, 1000);
    let taken: Vec<Choice> = s.trace.choices(usize::MAX).collect();
    let (process, memory) = (P1, M1);
    assert!(taken.contains(&Choice::Event(Event::Effect { process, memory })));
    assert!(!taken.contains(&Choice::Event(Event::Return { process, memory })));
    assert!(!s.decisions().is_empty(), "two memories are a majority");
    comes_back(&s);
}

#[test]
fn a_held_request_is_one_packet() {
    let mut s = session("protected-memory-paxos", 2, 3);
    s.run(&mut Lockstep, &Stop::Quiescent, 1);
    let held = Hold::Request(P1, M1);
    hold(&mut s, held);
    assert_eq!(
        s.trace.act(Choice::Hold(Hold::Response(P1, M1))),
        Err(StepError::NoSuchHold(Hold::Response(P1, M1))),
        "nothing comes back yet"
    );
    s.run(&mut Lockstep, &Stop::Delays(1), 1000);
    assert!(s.trace.here().holds.contains(&held));
    // By hand it lands, and with it the hold is over.
    step(
        &mut s,
        Event::Effect {
            process: P1,
            memory: M1,
        },
    );
    assert!(s.trace.here().holds.is_empty());
    hold(&mut s, Hold::Response(P1, M1));
    step(
        &mut s,
        Event::Return {
            process: P1,
            memory: M1,
        },
    );
    assert!(s.trace.here().holds.is_empty());
    comes_back(&s);
}

#[test]
fn a_held_message_keeps_its_hold_while_others_come_and_go() {
    // Two leaders send to p3: what is held is told apart by its content, whatever its number.
    let mut shifted = 0;
    for seed in 0..40 {
        let mut s = session("paxos", 3, 0);
        s.run(&mut Random::new(seed, false), &Stop::Quiescent, 12);
        let several = |e: &Event| matches!(e, Event::Deliver { nth: 1.., .. });
        let Some(Event::Deliver { from, to, nth }) = s.trace.enabled().into_iter().find(several)
        else {
            continue;
        };
        let content = s.machine().content(s.trace.state(), from, to, nth);
        hold(&mut s, Hold::Message { from, to, nth });
        for _ in 0..30 {
            if s.run(&mut Random::new(seed, false), &Stop::Quiescent, 1) == 0 {
                break;
            }
            let held = s.trace.here().holds.iter().next().copied();
            let Some(Hold::Message { from, to, nth: now }) = held else {
                panic!("nobody lets it arrive: {held:?}");
            };
            let same = s.machine().content(s.trace.state(), from, to, now);
            assert_eq!(same, content);
            shifted += usize::from(now != nth);
        }
        comes_back(&s);
    }
    assert!(shifted > 0, "no run gave the held message another number");
}

#[test]
fn sides_are_told_in_one_way_only() {
    let (one, two) = (processes(&[P1]), processes(&[P2]));
    let m2 = Side::EMPTY.and_memory(M2);
    assert_eq!(Hold::way(one, two), Some(Hold::Link(P1, P2)));
    assert_eq!(Hold::between(m2, one), Some(Hold::Lane(P1, M2)));
    assert_eq!(Hold::between(one, two), Hold::between(two, one));
    assert_eq!(Hold::between(one, processes(&[P1, P2])), None);
    assert_eq!(Hold::way(one, Side::EMPTY), None);
    let mut s = session("paxos", 2, 0);
    let absent = Hold::between(one, processes(&[P2, P3])).expect("two sides");
    assert_eq!(
        s.trace.act(Choice::Hold(absent)),
        Err(StepError::NoSuchHold(absent)),
        "there is no p3"
    );
}

#[test]
fn a_register_is_waited_for_until_it_changes() {
    let register = |text: Option<&str>| Stop::Register {
        memory: M1,
        name: "slot[p1]".to_owned(),
        text: text.map(str::to_owned),
    };
    let mut s = session("protected-memory-paxos", 2, 3);
    s.run(&mut Lockstep, &register(None), 1000);
    let first = s.trace.position();
    assert!(s.stops_at(first, &register(Some("(1,1,a)"))));
    assert!((1..first).all(|k| !s.stops_at(k, &register(None))));
    // It has that value now, and does not take it again.
    s.run(&mut Lockstep, &register(Some("(1,1,a)")), 1000);
    assert!(!s.stops_at(s.trace.position(), &register(Some("(1,1,a)"))));
}

#[test]
fn a_property_is_waited_for_until_it_stands_otherwise() {
    let any = Stop::Property(None);
    let mut s = session("protected-memory-paxos", 2, 3);
    s.run(&mut Lockstep, &any, 1000);
    let k = s.trace.position();
    assert_ne!(s.standings_at(k - 1), s.standings_at(k));
    assert!((1..k).all(|k| s.standings_at(k - 1) == s.standings_at(k)));
    s.event(Event::CrashProcess(P1)).expect("up");
    let over = s.trace.position();
    step(&mut s, Event::CrashProcess(P2));
    let agreement = Stop::Property(Some("agreement".to_owned()));
    assert!(
        s.stops_at(over + 1, &agreement),
        "with both crashed, nothing is promised any more"
    );
}
