//! The picture: no overlap anywhere, packets that never jump, colours that everyone tells apart,
//! sentences for everything, drawings that parse.

mod diagram;
mod export;
mod layout;
mod lens;
mod levels;
mod stage;
mod text;
mod theme;

use mnmscope::model::{Config, Event, MemoryId, ProcessId};
use mnmscope::sim::{Lockstep, Random, Session, Stop, algorithms, find};

const P1: ProcessId = ProcessId(0);
const P2: ProcessId = ProcessId(1);
const M1: MemoryId = MemoryId(0);
const M2: MemoryId = MemoryId(1);
const M3: MemoryId = MemoryId(2);

/// A session of Protected Memory Paxos.
fn protected(processes: u8, memories: u8) -> Session {
    let config = Config {
        f_p: 1,
        f_m: 1,
        ..Config::new(processes, memories)
    };
    let entry = find("protected-memory-paxos").expect("registered");
    Session::new(entry, &config).expect("a possible configuration")
}

/// p1 has written everywhere when p2 takes over; p1's write at m2 comes too late.
fn takeover() -> Session {
    let mut s = protected(2, 3);
    s.run(&mut Lockstep, &Stop::Delays(0), 10);
    let mut happen = |event| s.event(event).expect("it can happen");
    happen(Event::Leader { at: P2, leader: P2 });
    happen(Event::Proceed {
        process: P2,
        thread: mnmscope::model::ThreadId::MAIN,
    });
    let effect = |process, memory| Event::Effect { process, memory };
    happen(effect(P1, M1));
    happen(effect(P2, M2));
    happen(effect(P2, M3));
    happen(effect(P1, M2));
    s
}

/// A random run of every algorithm, with faults.
fn random_runs(seed: u64, steps: usize) -> Vec<Session> {
    algorithms()
        .iter()
        .map(|entry| {
            let config = (entry.standard)();
            let mut s = Session::new(entry, &config).expect("a standard configuration");
            s.run(&mut Random::new(seed, true), &Stop::Quiescent, steps);
            s
        })
        .collect()
}
