//! Talking to the user: one line before each step, with what it usually costs, and one after it.

use std::time::{Duration, Instant};

/// Says on standard error what is about to happen.
pub fn step(text: &str) {
    eprintln!("mnmscope: {text}");
}

/// Says on standard error what went wrong.
pub fn error(text: &str) {
    eprintln!("mnmscope: error: {text}");
}

/// Runs `work`, saying before it what it is and how long it usually takes, and after it how long it
/// took.
pub fn timed<T>(what: &str, usually: &str, work: impl FnOnce() -> T) -> T {
    step(&format!("{what} (usually {usually})"));
    let start = Instant::now();
    let result = work();
    step(&format!("{what}: {}", seconds(start.elapsed())));
    result
}

/// A duration as a person reads it.
pub fn seconds(duration: Duration) -> String {
    match duration.as_secs() {
        0..10 => format!("{:.1} s", duration.as_secs_f64()),
        whole @ 10..120 => format!("{whole} s"),
        whole => format!("{} min {:02} s", whole / 60, whole % 60),
    }
}
