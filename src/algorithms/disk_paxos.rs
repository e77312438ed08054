//! Disk Paxos (Gafni, Lamport, *Disk Paxos*, DISC 2000): consensus over memories that everyone
//! may write.
//!
//! Crash faults, with recovery; n >= f_P + 1 processes, m >= 2 f_M + 1 disks; Omega for progress
//! only. Each process writes its own block and then reads everyone else's, so of two rivals at
//! least one sees the other: a leader whose phase 1 is done decides in four delays.
//!
//! Modelling choices. Permissions are open and static, as on disks; that a process writes its own
//! block alone is the algorithm's doing. As in the formal versions, a recovering process keeps its
//! block with the greatest bal (the prose says mbal), and its next ballot is above every mbal that
//! it read. p1's ballot 1, whose phase 1 may be done before the run, is used once, before any
//! crash. An attempt's bound counts p's ballots (p, p+n, …), which a crash does not forget.
//! Processes tell each other decisions by message, and pass them on; the disks know nothing of it.

mod must_hold;
mod pseudocode;

use smallvec::{SmallVec, smallvec};

use super::decided::{self, Decided};
use super::proposals::{self, Accepted, later, pair};
use super::slots::memory_of;
use crate::model::{
    Algorithm, CodeLine, Config, Fact, Facts, Field, FirstPhase, Input, MemoryId, MemorySet,
    Mutation, Next, NoNote, Operation, Out, Permission, ProcessId, Property, Reads, Region,
    RegionId, RegisterId, Response, Scope, State, ThreadId, Value, Why,
};
use must_hold::PROPERTIES;
pub use pseudocode::Line;
use pseudocode::{MUTATIONS, PSEUDOCODE};

const ADOPT_NOTHING: u32 = 0;
const READ_BEFORE_WRITE: u32 = 1;
const SKIP_LAST_READ: u32 = 2;
const DECIDE_ON_ONE_DISK: u32 = 3;
const REUSE_FIRST_BALLOT: u32 = 4;
const RECOVER_MAX_MBAL: u32 = 5;

/// The one region of every disk: all blocks, open to everyone.
const BLOCKS: RegionId = RegionId(0);
/// The threads of one phase.
const PHASE: Scope = 1;

/// The algorithm in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiskPaxos {
    config: Config,
}

/// `disk[d][p]` = (mbal, bal, inp); the default is the empty block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Block {
    /// mbal: the ballot that p started last; 0 where there is none.
    pub mbal: u16,
    /// (bal, inp): the last ballot in which p reached phase 2, and its value there.
    pub chosen: Accepted,
}

/// Where a process is in its ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Between ballots.
    Idle,
    /// Reading its own block after a crash.
    Zero,
    One,
    Two,
}

/// A process's variables. What is dead between phases is reset, so that equal futures are equal
/// states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Locals {
    input: Value,
    /// dblock: what p writes.
    block: Block,
    /// The highest ballot seen anywhere, own ones included.
    seen: u16,
    phase: Phase,
    /// The disks on which the phase is over.
    done: MemorySet,
    /// Phase 1: the chosen value of the greatest bal among the blocks read and the own one.
    best: Accepted,
    /// The next block to read at a disk, where blocks are read one by one and one was read.
    next: SmallVec<[(MemoryId, u8); 2]>,
}

impl DiskPaxos {
    fn on(&self, mutation: u32) -> bool {
        self.config.mutated(mutation)
    }

    fn next_ballot(&self, me: ProcessId, seen: u16) -> u16 {
        proposals::next_number(self.config.processes, me, seen)
    }

    fn has_attempts(&self, me: ProcessId, locals: &Locals) -> bool {
        let earlier = (self.next_ballot(me, locals.seen) - 1) / u16::from(self.config.processes);
        proposals::has_attempts(&self.config, me, earlier)
    }

    fn majority(&self) -> usize {
        self.config.memory_quorum()
    }

    fn block(process: ProcessId) -> RegisterId {
        RegisterId(u16::from(process.0))
    }

    /// p1's ballot 1, whose phase 1 is done where the configuration says so.
    fn is_prepared(&self, me: ProcessId, locals: &Locals) -> bool {
        self.config.first_phase == FirstPhase::Done
            && me == ProcessId(0)
            && locals.block.mbal == 1
            && locals.block.chosen.is_none()
    }

    /// Guard of lines 8, 11 and 17: any two majorities of disks share one.
    fn phase_over(&self, locals: &Locals) -> bool {
        let needed = if self.on(DECIDE_ON_ONE_DISK) && locals.phase == Phase::Two {
            1
        } else {
            self.majority()
        };
        locals.done.len() >= needed
    }

    /// The others' blocks, in the order in which they are read.
    fn other(me: ProcessId, place: u8) -> ProcessId {
        ProcessId(if place < me.0 { place } else { place + 1 })
    }

    fn start_phase(&self, out: &mut Out<'_, Self>, line: Line) {
        for disk in self.config.memory_ids() {
            out.spawn(ThreadId::memory(disk), PHASE, line);
        }
    }

    /// Where a disk's thread begins: the write comes before the reads.
    fn first_line(&self) -> Line {
        if self.on(READ_BEFORE_WRITE) {
            Line::ReadBlocks
        } else {
            Line::WriteBlock
        }
    }
}

impl Locals {
    fn see(&mut self, block: Block) {
        self.seen = self.seen.max(block.mbal);
        if self.phase == Phase::One {
            self.best = later(self.best, block.chosen);
        }
    }

    /// The place of the next block to read at a disk; forgotten until it is kept again.
    fn take_next(&mut self, disk: MemoryId) -> u8 {
        match self.next.iter().position(|(d, _)| *d == disk) {
            Some(place) => self.next.remove(place).1,
            None => 0,
        }
    }

    fn keep_next(&mut self, disk: MemoryId, next: u8) {
        let place = self.next.partition_point(|(d, _)| *d < disk);
        self.next.insert(place, (disk, next));
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.done = MemorySet::EMPTY;
        self.best = if phase == Phase::One {
            self.block.chosen
        } else {
            None
        };
        self.next.clear();
    }
}

impl Algorithm for DiskPaxos {
    type Line = Line;
    type Locals = Locals;
    type Message = Decided;
    type Register = Block;
    type Note = NoNote;

    const ID: &'static str = "disk-paxos";
    const REVISION: u16 = 1;
    const FACTS: Facts = Facts {
        name: "Disk Paxos",
        shows: "Memories let all processes but one fail; without permissions it takes a read after the write.",
        source: "Gafni and Lamport, Disk Paxos, DISC 2000",
        processes: "n >= f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 4,
        least_memories: 1,
        most_memories: 9,
        byzantine: false,
        recovers: true,
        symmetric_memories: true,
    };

    fn new(config: Config) -> Self {
        DiskPaxos { config }
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn standard() -> Config {
        Config::new(2, 3).with_faults(1, 1)
    }

    fn pseudocode() -> &'static [CodeLine<Line>] {
        PSEUDOCODE
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<Self>] = &PROPERTIES;

    fn regions(&self) -> Vec<Region> {
        let n = self.config.processes;
        vec![Region::over("blocks", u16::from(n), Permission::open(n))]
    }

    fn registers(&self) -> u16 {
        u16::from(self.config.processes)
    }

    fn start(&self, _process: ProcessId, input: Value) -> (Locals, Line) {
        let locals = Locals {
            input,
            block: Block::default(),
            seen: 0,
            phase: Phase::Idle,
            done: MemorySet::EMPTY,
            best: None,
            next: SmallVec::new(),
        };
        (locals, Line::Repeat)
    }

    /// Ballot 1 counts as seen by p1: an earlier incarnation may have used it without a trace on
    /// the disks that are read.
    fn recover(&self, process: ProcessId, input: Value) -> (Locals, Line) {
        let mut locals = self.start(process, input).0;
        if process == ProcessId(0) && !self.on(REUSE_FIRST_BALLOT) {
            locals.seen = u16::from(self.config.first_phase == FirstPhase::Done);
        }
        locals.phase = Phase::Zero;
        (locals, Line::UponRecovery)
    }

    fn upon(&self, _message: &Decided) -> Line {
        Line::UponDecided
    }

    fn step(
        &self,
        line: Line,
        input: Input<'_, Self>,
        locals: &mut Locals,
        out: &mut Out<'_, Self>,
    ) -> Next<Line> {
        let me = out.me;
        let others = self.config.processes - 1;
        let disk = memory_of(out.thread);
        match line {
            // 1: repeat forever
            Line::Repeat => Next::Wait(Line::WaitForLeader),
            // 2: wait until Ω = p
            Line::WaitForLeader => Next::Goto(Line::StartBallot),
            // 3: mbal ← a ballot of p above every one seen; bal and inp are kept
            Line::StartBallot => {
                locals.block.mbal = self.next_ballot(me, locals.seen);
                locals.seen = locals.block.mbal;
                Next::Goto(Line::PhaseOne)
            }
            // 4: phase 1 for each disk d in parallel, unless p1 is in ballot 1 and it is done: no
            // ballot is lower, so nothing could be found
            Line::PhaseOne if self.is_prepared(me, locals) => Next::Goto(Line::ChooseValue),
            Line::PhaseOne => {
                locals.enter(Phase::One);
                self.start_phase(out, self.first_line());
                Next::Wait(Line::EndPhaseOne)
            }
            // 5: write disk[d][p] ← (mbal, bal, inp)
            Line::WriteBlock => {
                out.write(disk, BLOCKS, Self::block(me), locals.block);
                let skips = self.on(SKIP_LAST_READ) && locals.phase == Phase::Two;
                Next::Response(if self.on(READ_BEFORE_WRITE) || skips {
                    Line::HigherBallot
                } else {
                    Line::ReadBlocks
                })
            }
            // 6: read disk[d][q] for every q ≠ p, after the own write: of two rivals, at least
            // one sees the other's block
            Line::ReadBlocks => {
                let mut next = locals.take_next(disk);
                match input {
                    Input::Response(_, Response::Row(blocks)) => {
                        let all = self.config.process_ids().zip(blocks);
                        all.filter(|(q, _)| *q != me)
                            .for_each(|(_, block)| locals.see(block));
                        next = others;
                    }
                    Input::Response(_, Response::Value(block)) => {
                        locals.see(block);
                        next += 1;
                    }
                    _ => {}
                }
                if next >= others {
                    return Next::Goto(Line::HigherBallot);
                }
                match self.config.reads {
                    Reads::Row => out.read_row(disk, BLOCKS),
                    Reads::Register => {
                        out.read(disk, BLOCKS, Self::block(Self::other(me, next)));
                        if next > 0 {
                            locals.keep_next(disk, next);
                        }
                    }
                }
                Next::Response(Line::ReadBlocks)
            }
            // 7: if some mbal ≥ p's mbal: abort. Ballots are disjoint, so it is a higher one.
            Line::HigherBallot if locals.seen > locals.block.mbal => Next::Goto(Line::Abort),
            Line::HigherBallot => match input {
                Input::Continue if self.on(READ_BEFORE_WRITE) => Next::Goto(Line::WriteBlock),
                _ => {
                    locals.done.insert(disk);
                    Next::End
                }
            },
            // 8: wait until a majority of disks is written and read
            Line::EndPhaseOne => {
                out.end_scope(PHASE);
                Next::Goto(Line::ChooseValue)
            }
            // 9: inp ← the inp of the greatest bal, or p's input; bal ← mbal. Whoever committed
            // in a lower ballot wrote a block that this majority of disks shows, or will see
            // p's mbal.
            Line::ChooseValue => {
                let value = match locals.best {
                    Some((_, value)) if !self.on(ADOPT_NOTHING) => value,
                    _ => locals.input,
                };
                locals.block.chosen = Some((locals.block.mbal, value));
                Next::Goto(Line::PhaseTwo)
            }
            // 10: phase 2: lines 5 to 7 for each disk d in parallel
            Line::PhaseTwo => {
                locals.enter(Phase::Two);
                self.start_phase(out, self.first_line());
                Next::Wait(Line::EndPhaseTwo)
            }
            // 11: wait until a majority of disks is written and read
            Line::EndPhaseTwo => Next::Goto(Line::Decide),
            // 12: decide inp; tell the others; stop
            Line::Decide => {
                if let Some((ballot, value)) = locals.block.chosen {
                    let decision = (value, ballot);
                    decided::decide(&self.config, out, decision, &Decided(value));
                }
                out.stop();
                Next::End
            }
            // 13: abort: keep bal and inp, go to line 1
            Line::Abort => {
                locals.enter(Phase::Idle);
                out.end_scope(PHASE);
                out.spawn(ThreadId::MAIN, 0, Line::Repeat);
                Next::End
            }
            // 14: upon recovery: for each disk d in parallel
            Line::UponRecovery => {
                self.start_phase(out, Line::ReadOwnBlock);
                Next::Wait(Line::EndPhaseZero)
            }
            // 15: read disk[d][p]. It waits for what the crashed incarnation left in flight there.
            Line::ReadOwnBlock => {
                out.read(disk, BLOCKS, Self::block(me));
                Next::Response(Line::KeepBlock)
            }
            // 16: keep bal and inp of the greatest bal, see every mbal. Two of p's blocks may have
            // one mbal: that of phase 1 and that of phase 2, and only the second one counts.
            Line::KeepBlock => {
                if let Input::Response(_, Response::Value(block)) = input {
                    if self.on(RECOVER_MAX_MBAL) {
                        if block.mbal >= locals.block.mbal {
                            locals.block = block;
                        }
                    } else {
                        locals.block.chosen = locals.block.chosen.max(block.chosen);
                    }
                    locals.seen = locals.seen.max(block.mbal);
                }
                locals.done.insert(disk);
                Next::End
            }
            // 17: wait until a majority of disks is read; go to line 1. Line 3 then chooses a
            // ballot above every mbal read.
            Line::EndPhaseZero => {
                out.end_scope(PHASE);
                locals.enter(Phase::Idle);
                Next::Goto(Line::Repeat)
            }
            // 18: upon ⟨decided, v⟩: decide v; tell the others; stop
            Line::UponDecided => {
                if let Input::Message(from, message) = input {
                    decided::learn(&self.config, out, (from, message.0), message);
                }
                Next::End
            }
        }
    }

    fn guard(
        &self,
        line: Line,
        _thread: ThreadId,
        me: ProcessId,
        locals: &Locals,
        leader: ProcessId,
    ) -> bool {
        match line {
            Line::WaitForLeader => leader == me && self.has_attempts(me, locals),
            Line::EndPhaseZero | Line::EndPhaseOne | Line::EndPhaseTwo => self.phase_over(locals),
            _ => false,
        }
    }

    fn waits_for_leader(&self, line: Line, me: ProcessId, locals: &Locals) -> bool {
        line == Line::WaitForLeader && self.has_attempts(me, locals)
    }

    fn rename_memories(&self, locals: &mut Locals, map: &[MemoryId]) {
        locals.done = locals.done.renamed(map);
        for (disk, _) in &mut locals.next {
            *disk = map[disk.0 as usize];
        }
        locals.next.sort_unstable();
    }

    fn register_name(&self, register: RegisterId) -> String {
        format!("block[p{}]", register.0 + 1)
    }

    const REGISTER_COLUMNS: &'static [&'static str] = &["mbal", "bal", "inp"];

    fn register_cells(block: &Block) -> SmallVec<[String; 3]> {
        let mbal = if block.mbal == 0 {
            String::new()
        } else {
            block.mbal.to_string()
        };
        let (bal, inp) = match block.chosen {
            Some((bal, inp)) => (bal.to_string(), inp.to_string()),
            None => (String::new(), String::new()),
        };
        smallvec![mbal, bal, inp]
    }

    fn register_text(block: &Block) -> String {
        match (block.mbal, block.chosen) {
            (0, None) => "-".to_owned(),
            (mbal, None) => format!("({mbal},-,-)"),
            (mbal, Some((bal, inp))) => format!("({mbal},{bal},{inp})"),
        }
    }

    fn fields(&self, locals: &Locals) -> Vec<Field> {
        let phase = match locals.phase {
            Phase::Idle => "-",
            Phase::Zero => "0",
            Phase::One => "1",
            Phase::Two => "2",
        };
        vec![
            Field::new("input", locals.input),
            Field::new("mbal", locals.block.mbal),
            Field::new("(bal,inp)", pair(locals.block.chosen)),
            Field::new("phase", phase),
            Field::new("disks done", locals.done),
            Field::new("greatest bal read", pair(locals.best)),
            Field::new("highest seen", locals.seen),
        ]
    }

    fn role(&self, locals: &Locals) -> String {
        match locals.phase {
            Phase::Idle => format!("between ballots, highest seen {}", locals.seen),
            Phase::Zero => "recovering".to_owned(),
            Phase::One => format!("phase 1 of ballot {}", locals.block.mbal),
            Phase::Two => format!("phase 2 of ballot {}", locals.block.mbal),
        }
    }

    fn why(&self, fact: &Fact<Self>, after: &State<Self>) -> Option<Why> {
        match *fact {
            Fact::Landed {
                process,
                memory,
                operation:
                    Operation::Write {
                        value:
                            Block {
                                mbal,
                                chosen: Some((bal, _)),
                            },
                        ..
                    },
                ..
            } if mbal == bal => Some(Why::LandedIsVisible {
                writer: process,
                memory,
            }),
            Fact::Returned {
                process,
                stale: true,
                ..
            } => Some(Why::TooLate { process }),
            Fact::Returned {
                process,
                memory,
                response: Response::Ack,
                ..
            } => Some(Why::WriteBeforeRead { process, memory }),
            Fact::Passed {
                process,
                line: Line::Abort,
                ..
            } => Some(Why::HigherNumberSeen { process }),
            Fact::Passed {
                process,
                line: Line::ChooseValue,
                ..
            } => chosen_why(&self.config, process, after),
            Fact::Passed {
                process,
                line: Line::EndPhaseZero,
                ..
            } => Some(Why::PastOwnBallots { process }),
            Fact::Decided {
                process,
                value,
                proposal: 1..,
            } => Some(Why::NobodyCameBetween { process, value }),
            Fact::Decided {
                process,
                proposal: 0,
                ..
            } => Some(Why::LearnsDecision { process }),
            Fact::MemoryCrashed(_) => Some(Why::MinorityMayFail),
            Fact::Trusts { .. } => Some(Why::LeaderOnlyForProgress),
            Fact::ProcessCrashed(process) => Some(Why::LeftoversMayLand { process }),
            _ => None,
        }
    }
}

/// Whether the value that phase 2 begins with was adopted. Where it is the own input and some
/// block says the same, the state does not tell, and nothing is said.
fn chosen_why(config: &Config, process: ProcessId, after: &State<DiskPaxos>) -> Option<Why> {
    let locals = after.process(process).locals.as_ref()?;
    let (ballot, value) = locals.block.chosen?;
    if ballot == 1 && config.first_phase == FirstPhase::Done {
        return Some(Why::FirstPhaseDone { process });
    }
    if value != locals.input {
        return Some(Why::AdoptsValue { process, value });
    }
    let mut blocks = after.memories().flat_map(|(_, m)| m.registers.iter());
    let same = blocks.any(|b| b.chosen.is_some_and(|c| c.0 < ballot && c.1 == value));
    (!same).then_some(Why::FreeToPropose { process })
}
