//! What the adversary can write into the broadcast's registers, with the signatures that exist:
//! its own, and every one that any memory has ever shown.

use super::acts::{Act, Place};
use super::bank::Bank;
use super::broadcast::{Broadcast, Content, Host, Keyed, Kind, Proof};
use crate::model::{
    Adversary, Algorithm, Command, Data, MemoryId, Operation, ProcessId, ProcessSet, Signed, State,
};

/// The kinds of lies about a broadcast, as acts number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Write a message of one's own: another at each memory, another after the first.
    Say,
    /// Write a copy of what the sender did sign.
    Copy,
    /// Write a copy without the sender's signature.
    Forge,
    /// Write an L1 proof from copies that exist.
    ProveL1,
    /// Write an L2 proof from L1 proofs that exist.
    ProveL2,
}

impl Lie {
    /// All of them, by their number in acts.
    pub const ALL: [Lie; 5] = [Lie::Say, Lie::Copy, Lie::Forge, Lie::ProveL1, Lie::ProveL2];

    /// The verb in scenario text.
    pub fn verb(self) -> &'static str {
        match self {
            Lie::Say => "say",
            Lie::Copy => "copy",
            Lie::Forge => "forge",
            Lie::ProveL1 | Lie::ProveL2 => "prove",
        }
    }

    /// The kind of register that it writes.
    pub fn register(self) -> Kind {
        match self {
            Lie::Say | Lie::Copy | Lie::Forge => Kind::Value,
            Lie::ProveL1 => Kind::L1,
            Lie::ProveL2 => Kind::L2,
        }
    }
}

/// Every signature on a message that any memory has shown, the adversary's own included.
fn signatures<A: Host<T>, T: Data>(
    state: &State<A>,
    keyed: &Keyed<T>,
    keys: &Adversary,
) -> Option<Signed<Keyed<T>>> {
    let mut all: Option<Signed<Keyed<T>>> = None;
    for liar in keys.liars().iter() {
        let own = keys.sign(liar, keyed.clone());
        all = own.and_then(|own| all.as_ref().map_or(Some(own.clone()), |a| a.join(&own)));
    }
    for content in contents(state) {
        if let Content::Value(signed) | Content::L1(_, signed) = content {
            let both = all.as_ref().and_then(|a| a.join(signed));
            all = both.or(all);
        }
    }
    all
}

/// The L1 proofs of a message by every author that has one, the adversary included where it can
/// make one.
fn proofs<A: Host<T>, T: Data>(
    state: &State<A>,
    keyed: &Keyed<T>,
    (broadcast, keys): (&Broadcast, &Adversary),
) -> Option<Signed<Proof<T>>> {
    let mut all: Option<Signed<Proof<T>>> = None;
    let mut add = |more: &Signed<Proof<T>>| {
        all = match &all {
            None => Some(more.clone()),
            Some(a) => a.join(more),
        };
    };
    for content in contents(state) {
        if let Content::L1(proof, _) | Content::L2(proof) = content
            && proof.content().keyed() == keyed
        {
            add(proof);
        }
    }
    let copies = signatures(state, keyed, keys)?;
    if let Some(own) = Proof::new(&copies, broadcast.majority()) {
        for liar in keys.liars().iter() {
            keys.sign(liar, own.clone()).iter().for_each(&mut add);
        }
    }
    all
}

fn contents<A: Host<T>, T: Data>(state: &State<A>) -> impl Iterator<Item = &Content<T>> {
    state.memories().flat_map(|(_, memory)| {
        let banks = memory.registers.iter().filter_map(A::slots);
        banks.flat_map(|bank| bank.iter().map(|(_, content)| content))
    })
}

/// What a lie writes; none if the signatures for it do not exist.
pub fn content<A: Host<T>, T: Data>(
    state: &State<A>,
    (lie, process): (Lie, ProcessId),
    keyed: &Keyed<T>,
    (broadcast, keys): (&Broadcast, &Adversary),
) -> Option<Content<T>> {
    match lie {
        Lie::Say => keys.sign(process, keyed.clone()).map(Content::Value),
        Lie::Copy => {
            let all = signatures(state, keyed, keys)?;
            let both = ProcessSet::only(keyed.sender).with(process);
            all.only(both).map(Content::Value)
        }
        Lie::Forge => keys.sign(process, keyed.clone()).map(Content::Value),
        Lie::ProveL1 => {
            let copies = signatures(state, keyed, keys)?;
            let proof = Proof::new(&copies, broadcast.majority())?;
            let both = ProcessSet::only(keyed.sender).with(process);
            Some(Content::L1(keys.sign(process, proof)?, copies.only(both)?))
        }
        Lie::ProveL2 => {
            let proofs = proofs(state, keyed, (broadcast, keys))?;
            let enough = proofs.signers().len() >= broadcast.proofs_needed();
            enough.then_some(Content::L2(proofs))
        }
    }
}

/// The writes of a lie, at each of its memories where the liar has nothing under way.
pub fn writes<A: Host<T>, T: Data>(
    host: &A,
    state: &State<A>,
    process: ProcessId,
    (act, kind): (&Act, Kind),
    content: &Content<T>,
) -> Vec<Command<A>> {
    let layout = host.layout();
    let idle = free(state, process, act.place, host);
    idle.map(|memory| {
        Command::Issue(
            memory,
            Operation::Write {
                region: layout.own(process),
                register: layout.at(kind, process, act.about),
                value: A::register(Bank::of(u16::from(act.key), content.clone())),
            },
        )
    })
    .collect()
}

/// The memories of a place where the process has nothing under way: one operation at a time.
pub fn free<'a, A: Algorithm>(
    state: &'a State<A>,
    process: ProcessId,
    place: Place,
    host: &A,
) -> impl Iterator<Item = MemoryId> + use<'a, A> {
    let memories = place.memories(host.config());
    memories.filter(move |m| {
        !state.memory(*m).crashed && state.process(process).lane(*m).current.is_none()
    })
}
