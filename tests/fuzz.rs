//! Random, cut and changed links and scenario texts: no panic, no hang, no unbounded memory.
//!
//! Ten thousand links and scenario texts as a rule, and half as many histories;
//! `MNM_FUZZ=1000000 cargo test --no-default-features --test fuzz` tries a million. How long the
//! slowest takes is the bench's business (`tests/benches/links.rs`).

#[path = "fuzz/strange.rs"]
mod strange;

use mnmscope::scenario;
use mnmscope::share::{
    MOST_HISTORY_STEPS, MOST_STEPS, Options, decode, encode, load, save, sealed,
};
use mnmscope::sim::{Lockstep, Random, Session, Stop, algorithms};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg32;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn rounds() -> u64 {
    let asked = std::env::var("MNM_FUZZ").ok();
    asked.map_or(10_000, |n| n.parse().expect("MNM_FUZZ is a number"))
}

fn letter(random: &mut Pcg32) -> char {
    char::from(ALPHABET[random.random_range(0..ALPHABET.len())])
}

/// Changes, removes, inserts, cuts and joins.
fn mutate(
    text: &str,
    other: &str,
    random: &mut Pcg32,
    draw: impl Fn(&mut Pcg32) -> char,
) -> String {
    let mut out: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=out.len());
        match random.random_range(0..6) {
            0 => out.truncate(at),
            1 if at < out.len() => out[at] = draw(random),
            2 if at < out.len() => {
                out.remove(at);
            }
            3 => out.insert(at, draw(random)),
            4 if at < out.len() => out.swap(at, 0),
            _ => {
                out.truncate(at);
                out.extend(other.chars().skip(at));
            }
        }
    }
    out.into_iter().collect()
}

fn sessions() -> Vec<Session> {
    let mut out = Vec::new();
    for entry in algorithms() {
        for seed in 0..4 {
            let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
            s.run(&mut Lockstep, &Stop::Quiescent, seed as usize * 3);
            s.run(&mut Random::new(seed, true), &Stop::Quiescent, 60);
            out.push(s);
        }
    }
    out
}

#[test]
fn no_link_panics_or_hangs() {
    let mut random = Pcg32::seed_from_u64(1);
    let whole: Vec<String> = sessions()
        .iter()
        .map(|s| encode(s, Options::default()).expect("few steps"))
        .collect();
    let mut opened = 0;
    for round in 0..rounds() {
        let one = &whole[random.random_range(0..whole.len())];
        let text = match round % 4 {
            0 => {
                let length = random.random_range(0..80);
                let noise: String = (0..length).map(|_| letter(&mut random)).collect();
                format!("1{noise}")
            }
            // A text whose check fits, so that all of it is read.
            1 => {
                let length = random.random_range(0..60);
                let body: Vec<u8> = (0..length).map(|_| random.random_range(0..62)).collect();
                sealed('1', &body)
            }
            2 => {
                let any = |r: &mut Pcg32| char::from_u32(r.next_u32() % 0x3000).unwrap_or('#');
                mutate(one, &whole[0], &mut random, any)
            }
            _ => {
                let other = &whole[random.random_range(0..whole.len())];
                mutate(one, other, &mut random, letter)
            }
        };
        if let Ok(link) = decode(&text) {
            opened += 1;
            assert!(link.session.trace.len() <= MOST_STEPS);
            assert_eq!(link.position, link.session.trace.position());
            if let Some(problem) = link.problem {
                assert!(!problem.to_string().is_empty());
            }
        }
    }
    assert!(opened > rounds() / 10, "{opened} links opened");
}

#[test]
fn no_history_panics_or_hangs() {
    let mut random = Pcg32::seed_from_u64(3);
    let mut whole = Vec::new();
    for mut s in sessions() {
        for at in [5, 9, 2] {
            s.trace.seek(at);
            s.run(&mut Random::new(at as u64, true), &Stop::Quiescent, 20);
        }
        whole.push(save(&s).expect("few steps"));
    }
    let mut opened = 0;
    for round in 0..rounds() / 2 {
        let one = &whole[random.random_range(0..whole.len())];
        let other = &whole[random.random_range(0..whole.len())];
        let text = if round % 3 == 0 {
            let length = random.random_range(0..80);
            let body: Vec<u8> = (0..length).map(|_| random.random_range(0..62)).collect();
            sealed('H', &body)
        } else {
            mutate(one, other, &mut random, letter)
        };
        if let Ok(history) = load(&text) {
            opened += 1;
            let trace = &history.session.trace;
            assert!(trace.nodes() <= MOST_HISTORY_STEPS + 1);
            assert!(trace.position() <= trace.len());
            assert!(!trace.can_undo());
        }
    }
    assert!(opened > rounds() / 40, "{opened} histories opened");
}

#[test]
fn no_scenario_text_panics_or_hangs() {
    let mut random = Pcg32::seed_from_u64(2);
    let whole = strange::texts();
    let (mut read, mut played) = (0, 0);
    for _ in 0..rounds() {
        let text = strange::strange(&mut random, &whole);
        match scenario::parse(&text) {
            Ok(parsed) => {
                read += 1;
                match parsed.play() {
                    Ok(done) => {
                        played += 1;
                        assert!(done.session.trace.len() <= scenario::MOST_STEPS);
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(read > rounds() / 10, "{read} texts read");
    assert!(played > rounds() / 100, "{played} texts played");
}
