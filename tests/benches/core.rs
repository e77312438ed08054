//! How fast the world turns: `cargo bench --no-default-features --bench core`.
//!
//! Prints events a second for `apply` with its fingerprint on Protected Memory Paxos n=2, m=3,
//! over the events of seeded runs, as the median of several rounds.

#![allow(clippy::disallowed_types, reason = "a bench measures time")]

use std::hint::black_box;
use std::time::Instant;

use mnmscope::algorithms::ProtectedMemoryPaxos;
use mnmscope::model::{Algorithm, Event, State, System};
use mnmscope::sim::{Random, Session, Stop, find};

type World = ProtectedMemoryPaxos;

/// Pairs of a state and an event that can happen in it, from seeded runs.
fn moments(system: &System<World>) -> Vec<(State<World>, Event)> {
    let mut moments = Vec::new();
    for seed in 0..200 {
        let entry = find(World::ID).expect("registered");
        let mut session = Session::new(entry, system.config()).expect("possible");
        session.run(&mut Random::new(seed, false), &Stop::Quiescent, 200);
        for k in 1..=session.trace.len() {
            let step = session.trace.step(k);
            let before = &session.trace.step(k - 1).after;
            if let (Some(event), Some(state)) = (step.event(), before.state::<World>()) {
                moments.push((state.clone(), event));
            }
        }
    }
    moments
}

fn main() {
    let system = System::<World>::new(&World::standard()).expect("possible");
    let moments = moments(&system);
    let mut rates: Vec<f64> = (0..21)
        .map(|_| {
            let start = Instant::now();
            let mut sum = 0u64;
            for _ in 0..10 {
                for (state, event) in &moments {
                    let after = system.apply(state, *event, None).expect("recorded");
                    sum = sum.wrapping_add(after.fingerprint());
                }
            }
            black_box(sum);
            10.0 * moments.len() as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    println!(
        "apply + fingerprint: {:.0} events/s (median of {} rounds over {} events; best {:.0})",
        rates[rates.len() / 2],
        rates.len(),
        moments.len(),
        rates[rates.len() - 1],
    );
}
