//! The other algorithms for crash faults: their bounds, their delays, and why the bounds are tight.

use super::common::{first_decision, play, session};
use mnmscope::model::{FirstPhase, Reads};
use mnmscope::sim::{Lockstep, Stop};

/// The delays to the first decision in the common case.
fn delays(id: &str, change: impl FnOnce(&mut mnmscope::model::Config)) -> u32 {
    let mut s = session(id, change);
    s.run(&mut Lockstep, &Stop::Quiescent, 5_000);
    first_decision(&s).expect("somebody decides").2
}

fn size(config: &mut mnmscope::model::Config, n: u8, m: u8) {
    *config = mnmscope::model::Config::new(n, m);
}

/// Lamport, *Paxos Made Simple*, 2001, section 3: with phase 1 done a command is chosen by one
/// round of accepts; the other learners hear one delay later.
#[test]
fn paxos_decides_in_two_delays_and_in_four_with_its_first_phase() {
    for n in 1..=9 {
        assert_eq!(delays("paxos", |c| size(c, n, 0)), 2, "n={n}");
        let run = |c: &mut mnmscope::model::Config| {
            size(c, n, 0);
            c.first_phase = FirstPhase::Run;
        };
        assert_eq!(delays("paxos", run), 4, "n={n}");
    }
    let text = "setup paxos processes=3\nrun lockstep\nexpect decided p2=a delays=3";
    assert!(play(text).checks.iter().all(|c| c.verdict.met));
}

/// Gafni and Lamport, *Disk Paxos*, DISC 2000: in steady state one write and one read of each other
/// block; P1, section 6: Disk Paxos takes four delays.
#[test]
fn disk_paxos_takes_four_delays_and_a_read_for_each_process_where_registers_are_read_alone() {
    for n in 2..=9 {
        for m in [1, 3, 5] {
            assert_eq!(delays("disk-paxos", |c| size(c, n, m)), 4, "n={n} m={m}");
        }
        let alone = |c: &mut mnmscope::model::Config| {
            size(c, n, 3);
            c.reads = Reads::Register;
        };
        assert_eq!(delays("disk-paxos", alone), 2 + 2 * (u32::from(n) - 1));
    }
    let both = |c: &mut mnmscope::model::Config| c.first_phase = FirstPhase::Run;
    assert_eq!(delays("disk-paxos", both), 8);
}

/// P1, section on Aligned Paxos: the phases align, so it is 2-deciding for any mix of agents.
#[test]
fn aligned_paxos_decides_in_two_delays_with_any_mix_of_agents() {
    for n in 1..=5 {
        for m in 0..=5 {
            assert_eq!(delays("aligned-paxos", |c| size(c, n, m)), 2, "n={n} m={m}");
        }
    }
}

/// P1, section on Aligned Paxos: f_P + f_M < (n + m) / 2, with a live process.
#[test]
fn aligned_paxos_survives_any_minority_of_agents_and_no_more() {
    for (n, m) in [(3, 2), (2, 3), (1, 4), (4, 1), (2, 2)] {
        for f_p in 0..n {
            for f_m in 0..=m {
                let mut text =
                    format!("setup aligned-paxos processes={n} memories={m} f_p={f_p} f_m={f_m}\n");
                (1..=f_p).for_each(|k| text.push_str(&format!("crash p{k}\n")));
                (1..=f_m).for_each(|k| text.push_str(&format!("crash m{k}\n")));
                if f_p > 0 {
                    text.push_str(&format!("leader p{}\n", f_p + 1));
                }
                text.push_str("run lockstep");
                let played = play(&text);
                let decided = first_decision(&played.session).is_some();
                assert_eq!(decided, 2 * (f_p + f_m) < n + m, "{text}");
            }
        }
    }
}
