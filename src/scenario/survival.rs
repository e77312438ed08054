//! Which algorithm survives? For given n, m, f_P and f_M: what the theorems promise, and a
//! scenario that shows what happens when that many fail.
//!
//! The worst that crashes can do to progress is to happen at once, at the start, to the first
//! leader and to those after it. So that is the scenario: they fail, Omega settles on the first
//! process that is left, and the rest runs in lockstep. Beyond the bound a second scenario is the
//! experiment in which quorums are made small enough to go on: two halves that cannot hear each
//! other decide for themselves (the partition argument).

use std::fmt::Write as _;

use super::parse;
use crate::model::ConfigError;
use crate::sim::{Entry, Standing};

/// What became of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "fate")]
pub enum Fate {
    /// Everyone correct decided, the first after so many delays.
    Decides {
        /// Delays to the first decision.
        delays: u32,
    },
    /// Nothing is left to happen, and somebody correct is undecided.
    Blocks,
    /// Two processes decided differently.
    Breaks,
}

/// What the theorems promise where so many may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Everyone correct decides, on one value.
    Decision,
    /// Nothing wrong happens, but somebody may wait for ever, or give up: a broadcast whose sender
    /// is silent, a register whose writer is gone, Cheap Quorum, which leaves the rest to a backup.
    Safety,
    /// Nothing: n and m are not enough for f_P and f_M.
    Nothing,
}

/// What an algorithm does at one point of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survival {
    /// What the theorems promise.
    pub promise: Promise,
    /// What happens when that many fail.
    pub fate: Fate,
    /// The scenario that shows it.
    pub scenario: String,
    /// Beyond the bound: the experiment with quorums of all but f, and what becomes of it.
    pub experiment: Option<(Fate, String)>,
}

/// What an algorithm does with `n` processes and `m` memories of which `f_p` and `f_m` fail; an
/// error where it cannot be set up like that. Algorithms by messages alone take m as 0.
pub fn survival(
    entry: &'static Entry,
    n: u8,
    m: u8,
    f_p: u8,
    f_m: u8,
) -> Result<Survival, ConfigError> {
    let m = m.min(entry.info.facts.most_memories);
    let f_m = f_m.min(m);
    let mut config = (entry.standard)();
    config.processes = n;
    config.memories = m;
    config.inputs = (0..n).map(crate::model::Value).collect();
    config.attempts = vec![crate::model::UNBOUNDED; n as usize];
    (config.f_p, config.f_m) = (f_p, f_m);
    entry.build(&config)?;
    let (most_p, most_m) = (entry.info.most_faults)(&config);
    let property = |id: &str| entry.info.properties.iter().any(|p| p.id == id);
    // A variant that breaks nothing mends: as it stands, the algorithm keeps no promise.
    let mended = entry.info.mutations.iter().any(|m| m.breaks.is_empty());
    let promise = match (entry.info.within_theorem)(&config) && !mended {
        false => Promise::Nothing,
        true if property("termination") && !property("abort-agreement") => Promise::Decision,
        true => Promise::Safety,
    };
    let setup = |extra: &str| {
        let id = entry.info.id;
        format!("setup {id} processes={n} memories={m} f_p={f_p} f_m={f_m}{extra}\n")
    };
    let scenario = all_fail(entry, &setup, (n, m), (f_p, f_m));
    let fate = fate(&scenario);
    let divided = (f_p > most_p && f_p < n) || (f_m > most_m && f_m < m);
    let experiment = (promise == Promise::Nothing && divided).then(|| split(&setup, n, m));
    Ok(Survival {
        promise,
        fate,
        scenario,
        experiment: experiment.map(|text| (self::fate(&text), text)),
    })
}

/// Those that may fail do so at the start: Byzantine processes by silence, all others by crashing.
fn all_fail(
    entry: &Entry,
    setup: &dyn Fn(&str) -> String,
    (n, m): (u8, u8),
    (f_p, f_m): (u8, u8),
) -> String {
    let first: Vec<String> = (1..=f_p).map(|k| format!("p{k}")).collect();
    let byzantine = entry.info.facts.byzantine && f_p > 0;
    let mut text = if byzantine {
        setup(&format!(" byzantine=({})", first.join(",")))
    } else {
        let mut text = setup("");
        for p in &first {
            let _ = writeln!(text, "crash {p}");
        }
        text
    };
    for k in m - f_m + 1..=m {
        let _ = writeln!(text, "crash m{k}");
    }
    if f_p > 0 && f_p < n {
        let _ = writeln!(text, "leader p{}", f_p + 1);
    }
    text.push_str("run lockstep until all-decided\n");
    text
}

/// Two halves that do not hear each other, each with a leader of its own.
fn split(setup: &dyn Fn(&str) -> String, n: u8, m: u8) -> String {
    let mut text = setup(" quorum=n-f");
    let half = n.div_ceil(2);
    let middle = m.div_ceil(2);
    let names = |from: u8, to: u8| {
        let names: Vec<String> = (from..=to).map(|p| format!("p{p}")).collect();
        names.join(",")
    };
    for p in 1..=n {
        for q in 1..=n {
            if (p <= half) != (q <= half) {
                let _ = writeln!(text, "hold p{p}->p{q}");
            }
        }
        for k in 1..=m {
            if (p <= half) != (k <= middle) {
                let _ = writeln!(text, "hold p{p}@m{k}");
            }
        }
    }
    if half < n {
        let _ = writeln!(text, "leader p{} at {}", half + 1, names(half + 1, n));
    }
    text.push_str("run lockstep until all-decided\n");
    text
}

/// What becomes of a scenario made here.
fn fate(text: &str) -> Fate {
    let Ok(played) = parse(text).and_then(|scenario| scenario.play()) else {
        return Fate::Blocks;
    };
    let session = &played.session;
    let place = session
        .info()
        .properties
        .iter()
        .position(|p| p.id == "agreement");
    let torn = place.is_some_and(|k| {
        session.trace.here().violated_so_far & (1 << k) != 0
            || session.standings()[k] == Standing::Violated
    });
    let decisions = session.decisions();
    let machine = session.machine();
    let view = machine.view(session.trace.state());
    let correct = |status| {
        matches!(
            status,
            crate::model::Status::Up | crate::model::Status::Stopped
        )
    };
    let mut left = view.processes.iter().filter(|p| correct(p.status));
    match decisions.first() {
        _ if torn => Fate::Breaks,
        Some((_, _, step)) if left.all(|p| p.decision.is_some()) => Fate::Decides {
            delays: step.causes.depth,
        },
        _ => Fate::Blocks,
    }
}
