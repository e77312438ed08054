//! How fast the picture is made: `cargo bench --no-default-features --bench view`.
//!
//! Prints the time for a frame of a stage with 300 packets, and for a seek to any step of a run
//! of 5,000 events, diagram included, as median and 95th percentile.

#![allow(clippy::disallowed_types, reason = "a bench measures time")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use mnmscope::model::Config;
use mnmscope::sim::{Lockstep, Random, Session, Stop, Stubborn, find};
use mnmscope::view::{
    Axis, DiagramIndex, DiagramOptions, Frame, Language, LayoutOptions, Size, Stage, diagram,
    layout, text,
};

const STAGE: Size = Size::new(1250.0, 620.0);

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    println!(
        "{what}: median {:?}, 95th percentile {:?}, of {}",
        times[times.len() / 2],
        times[times.len() * 95 / 100],
        times.len()
    );
}

fn timed<T>(run: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(run());
    start.elapsed()
}

fn session(n: u8, m: u8) -> Session {
    let entry = find("protected-memory-paxos").expect("registered");
    Session::new(entry, &Config::new(n, m)).expect("possible")
}

fn three_hundred_packets() {
    let mut s = session(9, 9);
    s.run(&mut Lockstep, &Stop::Delays(3), 500);
    let mut frame = Frame::at(&s, s.trace.len());
    let some = frame.packets.clone();
    while frame.packets.len() < 300 {
        let k = frame.packets.len();
        let mut more = some[k % some.len()].clone();
        more.key = format!("copy-{k}");
        frame.packets.push(more);
    }
    let layout = layout(9, 9, STAGE, &LayoutOptions::of(&frame, Language::English));
    let made = (0..200)
        .map(|_| timed(|| Stage::new(&frame, &layout)))
        .collect();
    report("stage with 300 packets, once a step", made);
    let stage = Stage::new(&frame, &layout);
    let at = |t: usize| frame.step as f64 + 0.6 * t as f64 / 200.0;
    let posed = (0..200).map(|t| {
        timed(|| {
            let poses = stage
                .sprites
                .iter()
                .map(|s| stage.pose(s, at(t)).transform());
            poses.collect::<Vec<_>>()
        })
    });
    report("poses of 300 packets, every frame", posed.collect());
    let whole = (0..200).map(|t| timed(|| stage.scene(at(t)))).collect();
    report("whole scene with 300 packets", whole);
}

fn five_thousand_events() {
    let mut s = session(3, 5);
    // The adversary that keeps everyone from deciding as long as it can.
    s.run(&mut Stubborn, &Stop::Quiescent, 5000);
    let steps = s.trace.len();
    println!("a run of {steps} events");
    report(
        "index of the whole run",
        (0..5).map(|_| timed(|| DiagramIndex::new(&s))).collect(),
    );
    let index = DiagramIndex::new(&s);
    let mut generator = 1u64;
    let mut any = move || {
        generator = generator
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (generator >> 33) as usize % (steps + 1)
    };
    let mut options = DiagramOptions {
        axis: Axis::Steps,
        ..DiagramOptions::new(Language::English, Size::new(1256.0, 240.0))
    };
    let seeks = (0..400).map(|_| {
        let k = any();
        timed(|| {
            let frame = Frame::at(&s, k);
            let options_of = LayoutOptions::of(&frame, Language::English);
            let stage = Stage::new(&frame, &layout(3, 5, STAGE, &options_of));
            options.playhead = k as f64;
            options.offset = diagram(&s, &index, &options).follow;
            let drawn = diagram(&s, &index, &options);
            let said = text::what(Language::English, &s, k);
            (stage.scene(k as f64), drawn, said)
        })
    });
    report(
        "seek to any step, diagram and sentence included",
        seeks.collect(),
    );
}

/// What each part of the page does with one step at step 5,000 of a run of Robust Backup, the
/// longest runs that there are.
fn a_step_of_robust_backup() {
    let entry = find("robust-backup").expect("registered");
    let mut s = Session::new(entry, &Config::new(3, 3)).expect("possible");
    s.run(&mut Random::new(1, false), &Stop::Quiescent, 5200);
    let steps = s.trace.len();
    println!("a run of Robust Backup, n=3, m=3, of {steps} events");
    let places = || (0..200).map(|k| steps.min(5100) - k % 100);
    let mut index = DiagramIndex::new(&s);
    let part = |what: &str, run: &mut dyn FnMut(usize)| {
        report(what, places().map(|k| timed(|| run(k))).collect());
    };
    part("the session is copied to be changed", &mut |k| {
        let mut copy = s.clone();
        copy.trace.seek(k);
        black_box(copy);
    });
    part("events that can happen", &mut |k| {
        black_box(s.machine().enabled(&s.trace.step(k).after));
    });
    part("frame", &mut |k| {
        black_box(Frame::at(&s, k));
    });
    let options_of = |k| LayoutOptions::of(&Frame::at(&s, k), Language::English);
    let (options_of, frame) = (options_of(steps), Frame::at(&s, steps));
    part("layout and stage", &mut |_| {
        black_box(Stage::new(&frame, &layout(3, 3, STAGE, &options_of)));
    });
    part("narration", &mut |k| {
        black_box((text::what(Language::English, &s, k), s.happenings(k)));
    });
    part("standings", &mut |k| {
        black_box(s.standings_at(k));
    });
    part("decisions", &mut |_| {
        black_box(s.decisions());
    });
    part("the end of the delay", &mut |k| {
        black_box(s.trace.critical_path(k));
    });
    part("state as plain data", &mut |k| {
        black_box(s.machine().view(&s.trace.step(k).after));
    });
    let mut options = DiagramOptions::new(Language::English, Size::new(1256.0, 240.0));
    part("diagram", &mut |k| {
        index.update(&s);
        options.playhead = k as f64;
        options.offset = diagram(&s, &index, &options).follow;
        black_box(diagram(&s, &index, &options));
    });
    println!("arrows {}", index.arrow_count());
}

fn main() {
    three_hundred_packets();
    five_thousand_events();
    a_step_of_robust_backup();
}
