//! P1's claims on Protected Memory Paxos (section on Protected Memory Paxos, Theorem 5.1).

use mnmscope::model::{ProcessId, Reads, Value};
use mnmscope::sim::{
    Happening, Lockstep, OperationView, Random, ResponseView, Session, Standing, Stop,
};

use super::common::{first_decision, happenings, play, session, standing};

const ID: &str = "protected-memory-paxos";
const P1: ProcessId = ProcessId(0);

fn sized(n: u8, m: u8) -> Session {
    session(ID, |c| {
        *c = mnmscope::model::Config {
            f_p: n - 1,
            f_m: (m - 1) / 2,
            ..mnmscope::model::Config::new(n, m)
        };
    })
}

/// Theorem 5.1: the algorithm is 2-deciding: in the common case some process decides in two
/// delays, whatever n and m are.
#[test]
fn it_is_two_deciding_for_every_n_and_m() {
    for (n, m) in (1..=9).flat_map(|n| (1..=9).map(move |m| (n, m))) {
        let mut s = sized(n, m);
        s.run(&mut Lockstep, &Stop::Decided, 1000);
        assert_eq!(first_decision(&s), Some((P1, Value(0), 2)), "n={n} m={m}");
    }
}

/// Section on Protected Memory Paxos: the first leader needs one parallel write and no read.
#[test]
fn the_first_leader_writes_once_at_each_memory_and_reads_nothing() {
    let mut s = sized(3, 5);
    s.run(&mut Lockstep, &Stop::Decided, 1000);
    let issued: Vec<OperationView> = happenings(&s)
        .into_iter()
        .filter_map(|h| match h {
            Happening::Issued { operation, .. } => Some(operation),
            _ => None,
        })
        .collect();
    assert_eq!(issued.len(), 5);
    assert!(
        issued
            .iter()
            .all(|o| matches!(o, OperationView::Write { .. }))
    );
}

/// Theorem 5.1: n >= f_P + 1, so all processes but one may crash, whichever it is that stays.
#[test]
fn all_processes_but_one_may_crash() {
    for n in 2..=9u8 {
        for survivor in 1..=n {
            let mut text =
                format!("setup {ID} processes={n} memories=3\nrun lockstep for 1 delay\n");
            for p in (1..=n).filter(|p| *p != survivor) {
                text += &format!("crash p{p}\n");
            }
            if survivor != 1 {
                text += &format!("leader p{survivor}\n");
            }
            text += "run lockstep\nexpect termination holds\nexpect agreement holds\n";
            text += &format!("expect decided p{survivor}=a\n");
            let played = play(&text);
            assert!(played.passed(), "{:?} in\n{text}", played.checks);
        }
    }
}

/// Theorem 5.1: m >= 2 f_M + 1, so any minority of the memories may crash, at no cost in delays.
#[test]
fn a_minority_of_the_memories_may_crash_at_no_cost() {
    for m in 1..=9u8 {
        let mut text = format!("setup {ID} processes=2 memories={m}\n");
        for crashed in 1..=(m - 1) / 2 {
            text += &format!("crash m{crashed}\n");
        }
        text += "run lockstep until decided\nexpect decided p1=a delays=2\n";
        text += "run lockstep\nexpect termination holds\n";
        assert!(play(&text).passed(), "{text}");
    }
}

/// Theorem 5.1: the bound is tight for this algorithm: at m = 2 f_M it blocks, and decides nothing
/// wrong.
#[test]
fn half_of_the_memories_gone_blocks() {
    for m in [2u8, 4, 6, 8] {
        let mut text = format!("setup {ID} processes=2 memories={m} f_m={}\n", m / 2);
        for crashed in 1..=m / 2 {
            text += &format!("crash m{crashed}\n");
        }
        text += "run lockstep\nexpect blocked\nleader p2\nrun lockstep\nexpect blocked\n";
        text += "expect undecided p1\nexpect undecided p2\n";
        let played = play(&text);
        assert!(played.passed(), "{:?}", played.checks);
        assert!(
            played.summary().beyond_theorem.is_some(),
            "it says that this is beyond"
        );
    }
}

/// Derived from the pseudocode: a takeover is four operations one after another: permission,
/// write, read, accept: 8 delays, if all slots of a memory are read in one operation.
#[test]
fn a_takeover_takes_eight_delays_with_row_reads() {
    for (n, m) in (2..=9).flat_map(|n| [1, 3, 9].map(|m| (n, m))) {
        let delays = takeover(n, m, Reads::Row);
        assert_eq!(delays, 8, "n={n} m={m}");
    }
}

/// Derived from the pseudocode and the rule of one outstanding operation at each memory: 6 + 2n
/// delays if every slot is a read of its own.
#[test]
fn a_takeover_takes_six_and_two_n_delays_with_register_reads() {
    for (n, m) in (2..=9).flat_map(|n| [1, 3].map(|m| (n, m))) {
        let delays = takeover(n, m, Reads::Register);
        assert_eq!(delays, 6 + 2 * u32::from(n), "n={n} m={m}");
    }
}

fn takeover(n: u8, m: u8, reads: Reads) -> u32 {
    let reads = match reads {
        Reads::Row => "row",
        Reads::Register => "register",
    };
    let text = format!(
        "setup {ID} processes={n} memories={m} reads={reads}\ncrash p1\nleader p2\nrun lockstep until decided\n"
    );
    let (_, _, delays) = first_decision(&play(&text).session).expect("the new leader decides");
    delays
}

/// Theorem 5.1, uniform agreement and validity: whatever crashes and whomever Omega names, no two
/// processes decide differently, those that crash later included, and only inputs are decided.
#[test]
fn agreement_is_uniform_under_chance_and_faults() {
    let mut decided = 0;
    for seed in 0..300 {
        let mut s = sized(2 + (seed % 3) as u8, 1 + (seed % 5) as u8);
        s.run(&mut Random::new(seed, true), &Stop::Quiescent, 600);
        for property in ["agreement", "validity", "decided-survives", "one-writer"] {
            assert_ne!(
                standing(&s, property),
                Standing::Violated,
                "seed {seed}: {property}"
            );
        }
        decided += u32::from(!s.decisions().is_empty());
    }
    assert!(decided > 200, "most runs decide: {decided}");
}

/// Section on Protected Memory Paxos: an acknowledgement proves that nobody took the memory
/// before, because a write is refused from the new writer's permission change on.
#[test]
fn no_write_is_acknowledged_behind_a_permission_change() {
    let mut naks = 0;
    for seed in 0..200 {
        let mut s = sized(3, 3);
        s.run(&mut Random::new(seed, false), &Stop::Quiescent, 600);
        let mut owner = [P1; 3];
        for happening in happenings(&s) {
            match happening {
                Happening::PermissionChanged {
                    memory, process, ..
                } => {
                    owner[memory.0 as usize] = process;
                }
                Happening::Landed {
                    process,
                    memory,
                    operation: OperationView::Write { .. },
                    response,
                    ..
                } => {
                    let owned = owner[memory.0 as usize] == process;
                    assert_eq!(response == ResponseView::Ack, owned, "seed {seed}");
                    naks += u32::from(!owned);
                }
                _ => {}
            }
        }
    }
    assert!(naks > 0, "some old writes were refused");
}

/// Theorem 5.1, termination: with Omega settled on a correct process and a majority of memories
/// up, every correct process decides, from any state that chance and faults lead to.
#[test]
fn everyone_correct_decides_once_omega_settles() {
    use mnmscope::model::Status;
    for seed in 0..200 {
        let mut s = sized(3, 3);
        s.run(
            &mut Random::new(seed, true),
            &Stop::Quiescent,
            (seed % 80) as usize,
        );
        let up: Vec<ProcessId> = {
            let view = s.view();
            let up = view.processes.iter().filter(|p| p.status == Status::Up);
            up.map(|p| p.id).collect()
        };
        let Some(leader) = up.last().copied() else {
            continue;
        };
        for at in up {
            // Refused where it trusts that leader already.
            let _ = s.event(mnmscope::model::Event::Leader { at, leader });
        }
        s.run(&mut Lockstep, &Stop::Quiescent, 10_000);
        assert_eq!(standing(&s, "termination"), Standing::Holds, "seed {seed}");
    }
}
