//! How long links are and how fast they open: `cargo bench --no-default-features --bench links`.
//!
//! Lengths are in characters after `#`. `MNM_FUZZ=1000000` also opens a million random, cut and
//! changed links and a million scenario texts and says how long the slowest took.

#![expect(
    clippy::disallowed_types,
    reason = "a bench measures time; the model has none"
)]

#[path = "../fuzz/strange.rs"]
mod strange;

use std::time::{Duration, Instant};

use mnmscope::model::{Config, Event, MemoryId, ProcessId};
use mnmscope::scenario::parse;
use mnmscope::share::{MOST_STEPS, Options, decode, encode, load, most_steps, save, sealed};
use mnmscope::sim::{
    Adversary, Choice, Hold, Lockstep, Random, Session, Side, Stop, Stubborn, algorithms, find,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const P2: ProcessId = ProcessId(1);

fn session(n: u8, m: u8) -> Session {
    let entry = find("protected-memory-paxos").expect("registered");
    let config = Config {
        f_p: n - 1,
        f_m: (m - 1) / 2,
        ..Config::new(n, m)
    };
    Session::new(entry, &config).expect("possible")
}

fn link(session: &Session) -> String {
    encode(session, Options::default()).expect("not too many steps")
}

/// By hand at random; whoever could decide hesitates, so that the run goes on.
fn at_random(session: &mut Session, seed: u64, steps: usize) {
    let mut random = Random::new(seed, false);
    for _ in 0..steps {
        let machine = std::sync::Arc::clone(session.machine());
        let mut draws = std::iter::repeat_with(|| random.choose(&session.trace)).take(1000);
        let hesitant = |event: &Option<Event>| {
            event.is_some_and(|e| {
                let after = machine.apply(session.trace.state(), e);
                after.is_ok_and(|o| o.decided.is_empty())
            })
        };
        let Some(event) = draws.find(hesitant).flatten() else {
            return;
        };
        session.event(event).expect("enabled");
    }
}

/// By hand as the stubborn strategy would, so that the run goes on as long as one likes.
fn stubborn(steps: usize) -> Session {
    let mut s = session(2, 3);
    for _ in 0..steps {
        let event = Stubborn.choose(&s.trace).expect("it always finds a way");
        s.event(event).expect("enabled");
    }
    s
}

/// p2 and m1 on one side, all others on the other.
fn partition(s: &Session) -> Hold {
    let side = Side::EMPTY.and_process(P2).and_memory(MemoryId(0));
    let others = Side::all(s.config()).without(side);
    Hold::between(side, others).expect("two sides")
}

fn lengths() {
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        s.run(&mut Lockstep, &Stop::Quiescent, MOST_STEPS);
        let (steps, id) = (s.trace.len(), entry.info.id);
        println!("lockstep, {steps} steps of {id}: {}", link(&s).len());
    }
    let mut s = session(2, 3);
    s.run(&mut Lockstep, &Stop::Quiescent, 2);
    s.event(Event::CrashMemory(MemoryId(1))).expect("up");
    s.run(&mut Lockstep, &Stop::Quiescent, 2);
    s.event(Event::Leader { at: P2, leader: P2 })
        .expect("other");
    s.run(&mut Lockstep, &Stop::Quiescent, 5);
    s.event(Event::CrashProcess(ProcessId(0))).expect("up");
    s.run(&mut Lockstep, &Stop::Quiescent, MOST_STEPS);
    println!("a lockstep lesson with three faults: {}", link(&s).len());

    for (n, m) in [(2, 3), (3, 3), (5, 5), (9, 9)] {
        let mut s = session(n, m);
        at_random(&mut s, 1, 500);
        let (steps, characters) = (s.trace.len(), link(&s).len());
        println!(
            "by hand at random, n={n} m={m}, {steps} steps: {characters}, {:.2} a choice",
            characters as f64 / steps as f64
        );
    }
    println!(
        "500 steps by hand against a decision: {}",
        link(&stubborn(500)).len()
    );

    let mut s = session(2, 3);
    at_random(&mut s, 1, 30);
    let before = link(&s).len();
    let faults = [
        Choice::Event(Event::CrashProcess(P2)),
        Choice::Event(Event::CrashMemory(MemoryId(2))),
        Choice::Hold(Hold::Lane(P2, MemoryId(1))),
        Choice::Hold(Hold::Link(ProcessId(0), P2)),
        Choice::Hold(partition(&s)),
    ];
    for choice in faults {
        let mut after = s.clone();
        after.trace.act(choice).expect("possible");
        println!(
            "one more choice, {choice:?}: {}",
            link(&after).len() - before
        );
    }
}

/// How long an action takes: the best and the median of some rounds. On a machine that does
/// something else too, the best is the truer one.
fn time(mut action: impl FnMut()) -> String {
    let mut times: Vec<Duration> = (0..31)
        .map(|_| {
            let start = Instant::now();
            action();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    format!("{:.1?}, median {:.1?}", times[0], times[times.len() / 2])
}

fn times() {
    let s = stubborn(2000);
    let text = link(&s);
    println!("2000 steps by hand: {} characters", text.len());
    println!("  making the link: {}", time(|| drop(link(&s))));
    println!("  opening it: {}", time(|| drop(decode(&text))));

    let mut s = session(9, 9);
    at_random(&mut s, 3, 2000);
    let text = link(&s);
    let steps = s.trace.len();
    println!(
        "{steps} steps at random, n=9 m=9: {} characters",
        text.len()
    );
    println!("  opening it: {}", time(|| drop(decode(&text))));
    assert!(decode(&text).is_ok_and(|o| o.problem.is_none()));
}

/// Many steps on many branches, as a lecture leaves them.
fn histories() {
    let mut s = stubborn(5000);
    for k in 1..50 {
        s.trace.switch(0);
        s.trace.seek(k * 90);
        let crash = Event::CrashMemory(MemoryId(k as u8 % 3));
        s.event(crash).expect("up");
        for _ in 0..100 {
            let Some(event) = Stubborn.choose(&s.trace) else {
                break;
            };
            s.event(event).expect("enabled");
        }
    }
    let text = save(&s).expect("not too many");
    let (steps, branches) = (s.trace.nodes() - 1, s.trace.branches().len());
    println!(
        "a history of {steps} steps in {branches} branches: {} characters",
        text.len()
    );
    println!("  saving it: {}", time(|| drop(save(&s))));
    println!("  opening it: {}", time(|| drop(load(&text))));
}

/// As many steps as a link may claim, for each algorithm with as many processes and memories as it
/// takes: what a hostile link can cost.
fn hostile() {
    for entry in algorithms() {
        let standard = (entry.standard)();
        let sizes = [(9, 9), (9, 0), (standard.processes, standard.memories)];
        let made = sizes.into_iter().find_map(|(n, m)| {
            let config = Config {
                f_p: n - 1,
                f_m: m / 2,
                byzantine: standard.byzantine,
                ..Config::new(n, m)
            };
            Some((n, m, Session::new(entry, &config).ok()?))
        });
        let Some((n, m, mut s)) = made else { continue };
        let mut k = 0;
        let most = most_steps(s.config());
        while s.trace.len() < most {
            s.run(
                &mut Random::new(k, false),
                &Stop::Quiescent,
                most - s.trace.len(),
            );
            // At rest, Omega wakes somebody.
            let at = ProcessId((k % u64::from(n)) as u8);
            let leader = ProcessId((k / 2 % u64::from(n)) as u8);
            let _ = s.event(Event::Leader { at, leader });
            k += 1;
            if k > 200 {
                break;
            }
        }
        let text = link(&s);
        let start = Instant::now();
        let opened = decode(&text).expect("whole");
        let took = start.elapsed();
        let (id, steps) = (entry.info.id, opened.session.trace.len());
        println!("{steps} steps of {id} with n={n} m={m}: opened in {took:.0?}");
    }
}

fn fuzz(rounds: u64) {
    let mut random = Pcg32::seed_from_u64(9);
    let whole: Vec<String> = algorithms()
        .iter()
        .flat_map(|entry| {
            (0..4).map(|seed| {
                let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
                s.run(&mut Random::new(seed, true), &Stop::Quiescent, 80);
                link(&s)
            })
        })
        .collect();
    let (mut slowest, mut by) = (Duration::ZERO, String::new());
    let (mut opened, mut refused) = (0u64, 0u64);
    for _ in 0..rounds {
        let text = if random.random_bool(0.5) {
            let length = random.random_range(0..120);
            let body: Vec<u8> = (0..length).map(|_| random.random_range(0..62)).collect();
            sealed('1', &body)
        } else {
            let mut bytes = whole[random.random_range(0..whole.len())]
                .clone()
                .into_bytes();
            let at = random.random_range(0..bytes.len());
            bytes[at] = b"0Zz~"[random.random_range(0..4)];
            bytes.truncate(random.random_range(0..bytes.len() * 2));
            String::from_utf8(bytes).expect("ascii")
        };
        let start = Instant::now();
        match decode(&text) {
            Ok(_) => opened += 1,
            Err(_) => refused += 1,
        }
        let took = start.elapsed();
        if took > slowest {
            (slowest, by) = (took, text);
        }
    }
    println!("{rounds} strange links: {opened} opened in part, {refused} refused");
    println!("  the slowest took {slowest:?}: {by}");
}

fn fuzz_texts(rounds: u64) {
    let mut random = Pcg32::seed_from_u64(10);
    let whole = strange::texts();
    let (mut slowest, mut by) = (Duration::ZERO, String::new());
    let (mut played, mut stopped, mut refused) = (0u64, 0u64, 0u64);
    for _ in 0..rounds {
        let text = strange::strange(&mut random, &whole);
        let start = Instant::now();
        match parse(&text).map(|scenario| scenario.play()) {
            Ok(Ok(_)) => played += 1,
            Ok(Err(_)) => stopped += 1,
            Err(_) => refused += 1,
        }
        let took = start.elapsed();
        if took > slowest {
            (slowest, by) = (took, text);
        }
    }
    println!(
        "{rounds} strange scenario texts: {played} played, {stopped} in part, {refused} refused"
    );
    println!("  the slowest took {slowest:?}:\n{by}");
}

/// What costs much a line, on as many lines as a file can have.
fn many_lines() {
    let lines = [
        "run stubborn steps=40",
        "beside robust-backup",
        "beside run run stubborn",
        "beside run run random seed=1 steps=5000",
        "expect blocked",
        "expect nak p1@m1",
        "leader p1 at p2\nleader p2 at p2",
        "note a word",
    ];
    for entry in algorithms() {
        for (n, m) in [(9, 9), (9, 0), (3, 3)] {
            for line in lines {
                let id = entry.info.id;
                let head = format!("setup {id} processes={n} memories={m}\n");
                let run = "run random seed=1 steps=1000\n";
                let text = format!("{head}{run}{}", format!("{line}\n").repeat(60_000));
                let start = Instant::now();
                let played = parse(&text).map(|s| s.play());
                let took = start.elapsed();
                if took > Duration::from_millis(500) {
                    let ended = match played {
                        Ok(Ok(_)) => "played".to_owned(),
                        Ok(Err(error)) | Err(error) => error.to_string(),
                    };
                    println!("many times `{line}` of {id} with n={n} m={m}: {took:.0?}, {ended}");
                }
            }
        }
    }
}

/// As many steps as a scenario may ask for, of the schedules that look furthest ahead or touch
/// most.
fn long_texts() {
    let runs = [
        "stubborn steps=50000",
        "random seed=1 steps=50000",
        "lockstep until property",
    ];
    for entry in algorithms() {
        for (n, m) in [(9, 9), (9, 0)] {
            for run in runs {
                let id = entry.info.id;
                let text = format!("setup {id} processes={n} memories={m}\nrun {run}\n");
                let start = Instant::now();
                let Ok(Ok(played)) = parse(&text).map(|s| s.play()) else {
                    continue;
                };
                let (steps, took) = (played.session.trace.len(), start.elapsed());
                if took > Duration::from_millis(500) {
                    println!("{run} of {id} with n={n} m={m}: {steps} steps in {took:.0?}");
                }
            }
        }
    }
}

fn main() {
    lengths();
    times();
    histories();
    hostile();
    long_texts();
    many_lines();
    if let Ok(rounds) = std::env::var("MNM_FUZZ") {
        let rounds = rounds.parse().expect("MNM_FUZZ is a number");
        fuzz(rounds);
        fuzz_texts(rounds);
    }
}
