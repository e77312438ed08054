//! What a Byzantine process can do under any algorithm: write whatever a memory has shown into
//! whichever register it likes, and ask for any permission (P1, section 3).
//!
//! An algorithm's own acts are lies that mean something to it, and few enough for a search. These
//! are the rest, for a person to choose from: nonsense of every kind of content in every kind of
//! register, old values written back, requests that legalChange refuses. **No signature is forged
//! by them**: what is written has been seen.
//!
//! The algorithm's acts are numbers below 2^28, and these are above; both stand in links.

use super::{
    Algorithm, Command, MemoryId, Operation, Permission, ProcessId, RegionId, RegisterId, State,
    System,
};

/// The permission that a process asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That it alone may write.
    Mine,
    /// That everyone may read and write.
    Open,
    /// That nobody may write.
    Closed,
}

impl Wish {
    const ALL: [Wish; 3] = [Wish::Mine, Wish::Open, Wish::Closed];

    fn name(self) -> &'static str {
        match self {
            Wish::Mine => "mine",
            Wish::Open => "open",
            Wish::Closed => "closed",
        }
    }

    fn permission(self, process: ProcessId, n: u8) -> Permission {
        match self {
            Wish::Mine => Permission::exclusive(process, n),
            Wish::Open => Permission::open(n),
            Wish::Closed => Permission::read_only(n),
        }
    }
}

/// An act that is no algorithm's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeAct {
    /// Write into a register what another shows, whatever kind either is.
    Replay {
        /// Where it was seen.
        from: (RegisterId, MemoryId),
        /// Where it is written, permission or not.
        to: (RegisterId, MemoryId),
    },
    /// Ask for a region's permission; legalChange has the last word.
    Ask {
        /// Which region.
        region: RegionId,
        /// Where.
        memory: MemoryId,
        /// What for.
        wish: Wish,
    },
}

/// The highest bits of an act's number.
const REPLAY: u32 = 1;
const ASK: u32 = 2;

impl FreeAct {
    /// The number that stands in events and links. From the highest bit of a replay: 4 for the
    /// kind, 4 for each memory, 10 for each register; of a request: 4 for the kind, 4 for the
    /// memory, 8 for the region, then the wish.
    pub fn number(self) -> u32 {
        let memory = |m: MemoryId| u32::from(m.0);
        let register = |r: RegisterId| u32::from(r.0);
        match self {
            FreeAct::Replay { from, to } => {
                REPLAY << 28
                    | memory(from.1) << 24
                    | memory(to.1) << 20
                    | register(from.0) << 10
                    | register(to.0)
            }
            FreeAct::Ask {
                region,
                memory: at,
                wish,
            } => ASK << 28 | memory(at) << 24 | u32::from(region.0) << 16 | wish as u32,
        }
    }

    /// The act of a number, if it is one of these and names what is there.
    pub fn of<A: Algorithm>(number: u32, system: &System<A>) -> Option<Self> {
        let bits = |from: u32, count: u32| number >> from & ((1 << count) - 1);
        let memory = |from: u32| MemoryId(bits(from, 4) as u8);
        let act = match number >> 28 {
            REPLAY => FreeAct::Replay {
                from: (RegisterId(bits(10, 10) as u16), memory(24)),
                to: (RegisterId(bits(0, 10) as u16), memory(20)),
            },
            ASK => FreeAct::Ask {
                region: RegionId(bits(16, 8) as u8),
                memory: memory(24),
                wish: *Wish::ALL.get(bits(0, 16) as usize)?,
            },
            _ => return None,
        };
        let register = |(r, m): (RegisterId, MemoryId)| {
            r.0 < system.algorithm.registers() && m.0 < system.config().memories
        };
        let known = match act {
            FreeAct::Replay { from, to } => register(from) && register(to),
            FreeAct::Ask { region, memory, .. } => {
                usize::from(region.0) < system.regions.len() && memory.0 < system.config().memories
            }
        };
        known.then_some(act)
    }

    /// In scenario text: `replay Value[p1]@m1 to Value[p3]@m2`, `ask Region[l]@m1 for mine`.
    pub fn label<A: Algorithm>(self, system: &System<A>) -> String {
        let place =
            |(r, m): (RegisterId, MemoryId)| format!("{}@{m}", system.algorithm.register_name(r));
        match self {
            FreeAct::Replay { from, to } => format!("replay {} to {}", place(from), place(to)),
            FreeAct::Ask {
                region,
                memory,
                wish,
            } => format!(
                "ask {}@{memory} for {}",
                system.regions[usize::from(region.0)].name,
                wish.name()
            ),
        }
    }

    /// [`FreeAct::label`] backwards.
    pub fn parse<A: Algorithm>(system: &System<A>, label: &str) -> Option<Self> {
        let memory = |text: &str| -> Option<MemoryId> {
            let mut all = system.config().memory_ids();
            all.find(|m| m.to_string() == text)
        };
        if let Some(rest) = label.strip_prefix("replay ") {
            let place = |text: &str| {
                let (name, at) = text.trim().rsplit_once('@')?;
                let mut all = (0..system.algorithm.registers()).map(RegisterId);
                let register = all.find(|r| system.algorithm.register_name(*r) == name)?;
                Some((register, memory(at)?))
            };
            let (from, to) = rest.split_once(" to ")?;
            return Some(FreeAct::Replay {
                from: place(from)?,
                to: place(to)?,
            });
        }
        let (target, wish) = label.strip_prefix("ask ")?.rsplit_once(" for ")?;
        let (name, at) = target.trim().rsplit_once('@')?;
        let region = system.regions.iter().position(|r| r.name == name)?;
        Some(FreeAct::Ask {
            region: RegionId(region as u8),
            memory: memory(at)?,
            wish: Wish::ALL.into_iter().find(|w| w.name() == wish.trim())?,
        })
    }

    /// The request that it makes, where the process can make one there now: one operation at each
    /// memory, and none at a memory that is down.
    pub(super) fn command<A: Algorithm>(
        self,
        state: &State<A>,
        system: &System<A>,
        process: ProcessId,
    ) -> Option<Command<A>> {
        let (at, operation) = match self {
            FreeAct::Replay { from, to } => {
                let seen = state.memory(from.1);
                let holds = |k: usize, r: RegisterId| system.regions[k].registers.contains(&r);
                let mut regions = 0..system.regions.len();
                let may_read = |k: usize| {
                    holds(k, from.0) && seen.permission(RegionId(k as u8)).may_read(process)
                };
                // A memory that is down was read before, if it could be.
                if !seen.crashed && !regions.clone().any(may_read) {
                    return None;
                }
                let value = seen.registers.get(usize::from(from.0.0))?.clone();
                let target = state.memory(to.1);
                if target.crashed {
                    return None;
                }
                let may_write = |k: &usize| {
                    let permission = target.permission(RegionId(*k as u8));
                    holds(*k, to.0) && permission.may_write(process)
                };
                let region = regions.clone().find(may_write);
                let region = region.or_else(|| regions.find(|k| holds(*k, to.0)))?;
                let write = Operation::Write {
                    region: RegionId(region as u8),
                    register: to.0,
                    value,
                };
                (to.1, write)
            }
            FreeAct::Ask {
                region,
                memory,
                wish,
            } => {
                let to = wish.permission(process, system.config().processes);
                (memory, Operation::ChangePermission { region, to })
            }
        };
        let idle = state.process(process).lane(at).current.is_none();
        (idle && !state.memory(at).crashed).then_some(Command::Issue(at, operation))
    }
}

impl<A: Algorithm> System<A> {
    /// Those acts of no algorithm's own that a process can do now and that would change something
    /// or be refused: what is not empty, into registers that it may write and that show something
    /// else; and every permission that a region does not have.
    pub fn free_acts(&self, state: &State<A>, process: ProcessId) -> Vec<FreeAct> {
        let n = self.config().processes;
        let empty = A::Register::default();
        let up = || state.memories().filter(|(_, m)| !m.crashed);
        let mut acts = Vec::new();
        for (at, memory) in up() {
            for (k, _) in self.regions.iter().enumerate() {
                let region = RegionId(k as u8);
                let has = memory.permission(region);
                let wishes = Wish::ALL.into_iter();
                let others = wishes.filter(|w| w.permission(process, n) != *has);
                acts.extend(others.map(|wish| FreeAct::Ask {
                    region,
                    memory: at,
                    wish,
                }));
            }
            let mine = self.regions.iter().enumerate().filter(|(k, _)| {
                let permission = memory.permission(RegionId(*k as u8));
                permission.may_write(process)
            });
            let targets = mine.flat_map(|(_, region)| region.registers.iter().copied());
            for to in targets {
                for (shown_at, shown) in state.memories() {
                    let shown = (0..).map(RegisterId).zip(&shown.registers);
                    let news = shown.filter(|(_, v)| **v != empty && *v != memory.register(to));
                    acts.extend(news.map(|(from, _)| FreeAct::Replay {
                        from: (from, shown_at),
                        to: (to, at),
                    }));
                }
            }
        }
        acts.retain(|act| act.command(state, self, process).is_some());
        acts
    }
}
