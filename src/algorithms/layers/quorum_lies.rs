//! What the adversary can do in Cheap Quorum, with the signatures and permissions that it has.

use smallvec::SmallVec;

use super::acts::{self, Act, Place};
use super::lies::free;
use super::quorum::{Content, Copied, Host, Kind, LEADER, Proposed};
use crate::model::{
    Adversary, Command, Config, Operation, Permission, ProcessId, Signed, State, System, Value,
};

/// The kinds of acts; their numbers begin where those about the broadcast end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// The leader writes a proposal: another at each memory, another after the first.
    Propose,
    /// Write a copy of a value, proposed or not.
    Copy,
    /// Raise the panic flag.
    Panic,
    /// Write a unanimity proof from copies that exist.
    Prove,
    /// Ask that the leader may write again.
    Grant,
    /// Revoke the leader's permission.
    Revoke,
}

impl Lie {
    /// All of them.
    pub const ALL: [Lie; 6] = [
        Lie::Propose,
        Lie::Copy,
        Lie::Panic,
        Lie::Prove,
        Lie::Grant,
        Lie::Revoke,
    ];
    /// The number of the first.
    pub const FIRST: u8 = 5;

    /// The kind of an act, if it is one of these.
    pub fn of(kind: u8) -> Option<Self> {
        let place = kind.checked_sub(Self::FIRST)?;
        Self::ALL.get(usize::from(place)).copied()
    }

    fn number(self) -> u8 {
        Self::FIRST + self as u8
    }

    fn words(self, process: ProcessId) -> (&'static str, String) {
        match self {
            Lie::Propose => ("say", "Value[l]".to_owned()),
            Lie::Copy => ("say", format!("Value[{process}]")),
            Lie::Panic => ("raise", format!("Panic[{process}]")),
            Lie::Prove => ("prove", format!("Proof[{process}]")),
            Lie::Grant => ("grant", "Region[l]".to_owned()),
            Lie::Revoke => ("revoke", "Region[l]".to_owned()),
        }
    }

    fn says_something(self) -> bool {
        matches!(self, Lie::Propose | Lie::Copy | Lie::Prove)
    }
}

/// The values that a lie may be about: two for a search, or all that anyone has as input.
fn values(config: &Config, all: bool) -> SmallVec<[Value; 4]> {
    let mut values: SmallVec<[Value; 4]> = config.inputs.iter().copied().collect();
    values.sort_unstable();
    values.dedup();
    if values.len() == 1 {
        values.push(Value((values[0].0 + 1) % 26));
    }
    values.truncate(if all { values.len() } else { 2 });
    values
}

fn contents<A: Host>(state: &State<A>) -> impl Iterator<Item = &Content> {
    state
        .memories()
        .flat_map(|(_, memory)| memory.registers.iter().filter_map(A::quorum_content))
}

/// Every signed copy of a value that any memory has shown, the adversary's own included.
fn copies<A: Host>(state: &State<A>, value: Value, keys: &Adversary) -> Option<Signed<Copied>> {
    let mut all: Option<Signed<Copied>> = None;
    let own = keys.liars().iter().map(|p| keys.sign(p, Copied(value)));
    let seen = contents(state).map(|content| match content {
        Content::Copy(_, copy) | Content::Proof(copy) => Some(*copy),
        _ => None,
    });
    for copy in own.chain(seen).flatten() {
        all = match all {
            None => Some(copy),
            Some(others) => others.join(&copy).or(all),
        };
    }
    all.filter(|a| a.content().0 == value)
}

/// The leader's signature on a value, if the adversary has it.
fn proposal<A: Host>(state: &State<A>, value: Value, keys: &Adversary) -> Option<Signed<Proposed>> {
    if keys.liars().contains(LEADER) {
        return keys.sign(LEADER, Proposed(value));
    }
    contents(state).find_map(|content| match content {
        Content::Proposal(signed) | Content::Copy(Some(signed), _)
            if signed.content().0 == value =>
        {
            Some(*signed)
        }
        _ => None,
    })
}

/// What a lie writes, and where; none if it cannot be made, or is no write.
fn content<A: Host>(
    state: &State<A>,
    (lie, process): (Lie, ProcessId),
    value: Value,
    keys: &Adversary,
) -> Option<(Kind, Content)> {
    match lie {
        Lie::Propose if process == LEADER => {
            let signed = keys.sign(process, Proposed(value))?;
            Some((Kind::Leader, Content::Proposal(signed)))
        }
        Lie::Copy => {
            let copy = keys.sign(process, Copied(value))?;
            let proposal = proposal(state, value, keys);
            Some((Kind::Value, Content::Copy(proposal, copy)))
        }
        Lie::Panic => Some((Kind::Panic, Content::Panic)),
        Lie::Prove => {
            let copies = copies(state, value, keys)?;
            let n = state.processes.len();
            (copies.signers().len() == n).then_some((Kind::Proof, Content::Proof(copies)))
        }
        _ => None,
    }
}

/// The permission that an act asks for, if it is one that asks.
fn asks<A: Host>(lie: Lie, system: &System<A>) -> Option<Permission> {
    let n = system.config().processes;
    match lie {
        Lie::Grant => Some(Permission::exclusive(LEADER, n)),
        Lie::Revoke => Some(system.algorithm.quorum_layout().revoked()),
        _ => None,
    }
}

/// Every act that can be done now. A search has no use for requests that change nothing; a person
/// may want to see them refused.
pub fn menu<A: Host>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    all: bool,
) -> Vec<u32> {
    let config = system.config();
    let layout = system.algorithm.quorum_layout();
    let keys = system.adversary();
    let mut acts = Vec::new();
    let everywhere = all.then_some(Place::Everywhere);
    for place in config.memory_ids().map(Place::At).chain(everywhere) {
        let idle: SmallVec<[_; 9]> = free(state, process, place, &system.algorithm).collect();
        for lie in Lie::ALL {
            let values = if lie.says_something() {
                values(config, all)
            } else {
                SmallVec::from_slice(&[Value(0)])
            };
            for value in values {
                let changes = idle.iter().any(|memory| {
                    let memory_state = state.memory(*memory);
                    if let Some(to) = asks(lie, system) {
                        let old = memory_state.permission(layout.leader());
                        let legal = system.algorithm.legal_change(
                            process,
                            *memory,
                            layout.leader(),
                            old,
                            &to,
                        );
                        return *old != to && (legal || all);
                    }
                    match content(state, (lie, process), value, &keys) {
                        Some((kind, content)) => {
                            let register = memory_state.register(layout.at(kind, process));
                            A::quorum_content(register) != Some(&content)
                        }
                        None => false,
                    }
                });
                if changes {
                    let act = Act {
                        kind: lie.number(),
                        place,
                        about: process,
                        key: 0,
                        content: value.0,
                    };
                    acts.push(act.number());
                }
            }
        }
    }
    acts.sort_unstable();
    acts
}

/// Carries out an act.
pub fn act<A: Host>(
    state: &State<A>,
    system: &System<A>,
    process: ProcessId,
    number: u32,
    keys: &Adversary,
) -> Option<Vec<Command<A>>> {
    let act = Act::of(number, system.config())?;
    let lie = Lie::of(act.kind)?;
    let layout = system.algorithm.quorum_layout();
    let operation = match asks(lie, system) {
        Some(to) => Operation::ChangePermission {
            region: layout.leader(),
            to,
        },
        None => {
            let value = Value(act.content);
            let (kind, content) = content(state, (lie, process), value, keys)?;
            Operation::Write {
                region: match kind {
                    Kind::Leader => layout.leader(),
                    _ => layout.own(process),
                },
                register: layout.at(kind, process),
                value: A::quorum_register(content),
            }
        }
    };
    let idle = free(state, process, act.place, &system.algorithm);
    let commands: Vec<_> = idle
        .map(|memory| Command::Issue(memory, operation.clone()))
        .collect();
    (!commands.is_empty()).then_some(commands)
}

/// `say Value[l]@m1 = b`, `raise Panic[p3]@m1`, `grant Region[l]@m1`
pub fn label(process: ProcessId, act: &Act) -> Option<String> {
    let lie = Lie::of(act.kind)?;
    let (verb, target) = lie.words(process);
    let place = act.place.text();
    Some(if lie.says_something() {
        format!("{verb} {target}@{place} = {}", Value(act.content))
    } else {
        format!("{verb} {target}@{place}")
    })
}

/// [`label`] backwards.
pub fn parse(process: ProcessId, config: &Config, text: &str) -> Option<u32> {
    let (verb, name, indices, place, content) = acts::split(text)?;
    let target = format!("{name}[{}]", indices.join(","));
    let lie = Lie::ALL
        .into_iter()
        .find(|lie| lie.words(process) == (verb, target.clone()))?;
    let mut letters = content.chars();
    let value = if lie.says_something() {
        Value::from_letter(letters.next()?)?
    } else {
        Value(0)
    };
    let act = Act {
        kind: lie.number(),
        place,
        about: process,
        key: 0,
        content: value.0,
    };
    let whole = letters.next().is_none() && Act::of(act.number(), config) == Some(act);
    whole.then(|| act.number())
}
