//! Non-equivocating broadcast with L1 and L2 proofs (after P1, section on non-equivocating
//! broadcast): no two correct processes deliver different messages under one key of one sender,
//! and what one correct process delivers, all do.
//!
//! `Value[i,k,q]` is process i's copy of what q broadcast under key k. Whoever sees a majority of
//! copies, all of one value, writes an L1 proof; whoever sees a majority of L1 proofs for its
//! value writes an L2 proof, and an L2 proof delivers. Two valid L2 proofs for different values
//! cannot exist: each holds an L1 proof by a correct process, and of two correct processes, which
//! both wrote their copies before they read all, one saw the other's.

mod pseudocode;

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

use super::bank::{Bank, regular};
use crate::model::{
    Algorithm, Config, Input, MemoryId, Next, Out, Permission, ProcessId, Region, RegionId,
    RegisterId, Response, Responses, Signed,
};
pub use pseudocode::{Line, PSEUDOCODE};

/// What can be broadcast.
pub trait Payload: Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {}

impl<T: Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static> Payload for T {}

/// (k, m) of a sender: what is signed. The sender stands in it, so that a copy's signature can
/// never pass for a broadcast of the copier's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keyed<T> {
    /// Who broadcasts it.
    pub sender: ProcessId,
    /// k, from 1.
    pub key: u16,
    /// m
    pub payload: T,
}

/// An L1 proof's claim: a majority copied this, the sender's signature with it. Only a majority of
/// signed copies makes one, so an invalid proof cannot even be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Proof<T>(Keyed<T>);

impl<T: Payload> Proof<T> {
    /// The proof that these signatures make, if the sender's is among them and they are enough.
    pub fn new(copies: &Signed<Keyed<T>>, needed: usize) -> Option<Self> {
        let keyed = copies.content();
        let valid = copies.is_signed_by(keyed.sender) && copies.signers().len() >= needed;
        valid.then(|| Proof(keyed.clone()))
    }

    /// What it proves.
    pub fn keyed(&self) -> &Keyed<T> {
        &self.0
    }
}

/// What a register of the broadcast holds under one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content<T> {
    /// Value: the message with the sender's signature and the copier's.
    Value(Signed<Keyed<T>>),
    /// L1: the proof, signed by its author, and of the copies in it the author's own (the others'
    /// are known to exist; which ones they are makes no difference).
    L1(Signed<Proof<T>>, Signed<Keyed<T>>),
    /// L2: L1 proofs of one value under the signatures of their authors.
    L2(Signed<Proof<T>>),
}

impl<T: Payload> Content<T> {
    /// What it is about.
    pub fn keyed(&self) -> &Keyed<T> {
        match self {
            Content::Value(signed) => signed.content(),
            Content::L1(proof, _) | Content::L2(proof) => proof.content().keyed(),
        }
    }
}

/// A register's content: one entry for each key.
pub type Slots<T> = Bank<Content<T>>;

/// The three kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `Value[i,k,q]`
    Value,
    /// `L1[i,k,q]`
    L1,
    /// `L2[i,k,q]`
    L2,
}

impl Kind {
    /// All of them, in the order of the registers.
    pub const ALL: [Kind; 3] = [Kind::Value, Kind::L1, Kind::L2];

    /// As in the pseudocode.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Value => "Value",
            Kind::L1 => "L1",
            Kind::L2 => "L2",
        }
    }
}

/// Where the broadcast's registers and regions lie among the algorithm's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// n
    pub processes: u8,
    /// The first register.
    pub register: u16,
    /// The first region: n regions with one writer each, then a read-only row for each sender.
    pub region: u8,
    /// Which kinds of registers there are: the first of [`Kind::ALL`].
    pub kinds: u8,
}

impl Layout {
    fn kinds(self) -> &'static [Kind] {
        &Kind::ALL[..usize::from(self.kinds)]
    }

    /// How many registers it takes.
    pub fn registers(self) -> u16 {
        u16::from(self.kinds) * u16::from(self.processes) * u16::from(self.processes)
    }

    /// The register of a kind that `owner` writes about `sender`'s broadcasts.
    pub fn at(self, kind: Kind, owner: ProcessId, sender: ProcessId) -> RegisterId {
        let n = u16::from(self.processes);
        RegisterId(
            self.register + kind as u16 * n * n + u16::from(owner.0) * n + u16::from(sender.0),
        )
    }

    /// The kind, owner and sender of a register; none if it is another layer's.
    pub fn named(self, register: RegisterId) -> Option<(Kind, ProcessId, ProcessId)> {
        let n = u16::from(self.processes);
        let place = register.0.checked_sub(self.register)?;
        let kind = *self.kinds().get(usize::from(place / (n * n)))?;
        let owner = ProcessId((place % (n * n) / n) as u8);
        Some((kind, owner, ProcessId((place % n) as u8)))
    }

    /// The region that only `owner` may write: SWMR(owner).
    pub fn own(self, owner: ProcessId) -> RegionId {
        RegionId(self.region + owner.0)
    }

    /// The read-only region over everything about one sender's broadcasts.
    pub fn row(self, sender: ProcessId) -> RegionId {
        RegionId(self.region + self.processes + sender.0)
    }

    /// The regions, all static.
    pub fn regions(self) -> Vec<Region> {
        let n = self.processes;
        let everyone = || (0..n).map(ProcessId);
        let own = everyone().map(|owner| Region {
            name: format!("broadcast[{owner}]"),
            registers: self
                .kinds()
                .iter()
                .flat_map(|kind| everyone().map(|sender| self.at(*kind, owner, sender)))
                .collect(),
            permission: Permission::exclusive(owner, n),
        });
        let rows = everyone().map(|sender| Region {
            name: format!("from {sender}"),
            registers: self
                .kinds()
                .iter()
                .flat_map(|kind| everyone().map(|owner| self.at(*kind, owner, sender)))
                .collect(),
            permission: Permission::read_only(n),
        });
        own.chain(rows).collect()
    }

    /// Whether a register holds L1 or L2 proofs.
    pub fn proves(self, register: RegisterId) -> bool {
        let named = self.named(register);
        matches!(named, Some((Kind::L1 | Kind::L2, ..)))
    }

    /// The name of a register, such as `Value[p1,·,p2]`.
    pub fn register_name(self, register: RegisterId) -> Option<String> {
        let (kind, owner, sender) = self.named(register)?;
        Some(format!("{}[{owner},·,{sender}]", kind.name()))
    }
}

/// An algorithm that broadcasts: it says where the layer's registers lie.
pub trait Host<T: Payload>: Algorithm {
    /// The layer's registers and regions.
    fn layout(&self) -> Layout;
    /// The layer's view of a register; none if it is another layer's.
    fn slots(register: &Self::Register) -> Option<&Slots<T>>;
    /// A register that holds this.
    fn register(slots: Slots<T>) -> Self::Register;
}

/// How far a process is with one sender's next message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage<T> {
    /// Nothing from the sender yet.
    #[default]
    Sender,
    /// This is its copy.
    L1(Signed<Keyed<T>>),
    /// It wrote an L1 proof of this.
    L2(Keyed<T>),
    /// It writes an L2 proof of this, and delivers.
    Proved(Keyed<T>),
}

impl<T> Stage<T> {
    /// The state's name in the pseudocode.
    pub fn name(&self) -> &'static str {
        match self {
            Stage::Sender => "WaitSender",
            Stage::L1(_) => "WaitL1",
            Stage::L2(_) => "WaitL2",
            Stage::Proved(_) => "proved",
        }
    }
}

/// What a poll found; it moves the stage on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Found<T> {
    /// Nothing new.
    Nothing,
    /// An L2 proof.
    Proof(Signed<Proof<T>>),
    /// The sender's message.
    Message(Signed<Keyed<T>>),
    /// A majority of copies.
    Copies(Proof<T>),
    /// A majority of L1 proofs.
    Proofs(Signed<Proof<T>>),
}

/// A process's progress with one sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Follow<T> {
    /// `last[q]` + 1: the key that it waits for.
    pub key: u16,
    /// How far it is with it.
    pub stage: Stage<T>,
    /// What the last poll found, until it is acted upon.
    found: Option<Found<T>>,
}

impl<T> Default for Follow<T> {
    fn default() -> Self {
        Follow {
            key: 1,
            stage: Stage::Sender,
            found: None,
        }
    }
}

/// The variations: see the mutations of `non-equivocating-broadcast`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bent {
    /// The copy is written only after the others' copies were read.
    pub copy_after_reading: bool,
    /// No copy is written.
    pub no_copy: bool,
    /// A copy counts without the sender's signature.
    pub unsigned_copies: bool,
    /// One L1 proof makes an L2 proof.
    pub one_l1_proof: bool,
}

/// What a line leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<T, L = Line> {
    /// On within the thread.
    Next(Next<L>),
    /// This is delivered; the host says where the thread goes on.
    Deliver(Keyed<T>),
}

/// Something that the layer saw, for the host to note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The sender signed two different messages under one key.
    TwoValues,
    /// This process's register holds a copy without the sender's signature.
    Forged(ProcessId),
}

/// Non-equivocating broadcast in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Broadcast {
    /// n
    pub processes: u8,
    /// m
    pub memories: u8,
    /// What is bent.
    pub bent: Bent,
}

/// The registers about one sender and key, by kind and owner, as a quorum of memories showed them.
struct Row<T> {
    contents: SmallVec<[Option<Content<T>>; 9]>,
    processes: u8,
}

impl<T: Payload> Row<T> {
    /// Reads each register as a regular one.
    fn of<A: Host<T>>(responses: &Responses<A>, key: u16, processes: u8) -> Self {
        let places = 0..Kind::ALL.len() * usize::from(processes);
        let seen = |place: usize| {
            regular(responses.iter().map(|(_, response)| match response {
                Response::Row(values) => A::slots(&values[place])?.get(key),
                _ => None,
            }))
        };
        Row {
            contents: places.map(|place| seen(place).cloned()).collect(),
            processes,
        }
    }

    fn at(&self, kind: Kind, owner: ProcessId) -> Option<&Content<T>> {
        let place = kind as usize * usize::from(self.processes) + usize::from(owner.0);
        self.contents.get(place)?.as_ref()
    }

    /// The content of `Value[owner,k,q]`, if it is about the right message.
    fn copy(&self, owner: ProcessId, (sender, key): (ProcessId, u16)) -> Option<&Signed<Keyed<T>>> {
        match self.at(Kind::Value, owner) {
            Some(Content::Value(signed)) => {
                let keyed = signed.content();
                let right = keyed.sender == sender && keyed.key == key;
                (right && signed.is_signed_by(owner)).then_some(signed)
            }
            _ => None,
        }
    }
}

impl Broadcast {
    /// The layer as a configuration needs it.
    pub fn new(config: &Config, bent: Bent) -> Self {
        Broadcast {
            processes: config.processes,
            memories: config.memories,
            bent,
        }
    }

    /// A majority of the processes: at least one of any is correct, since n >= 2 f_P + 1.
    pub fn majority(&self) -> usize {
        usize::from(self.processes) / 2 + 1
    }

    /// How many L1 proofs make an L2 proof.
    pub fn proofs_needed(&self) -> usize {
        if self.bent.one_l1_proof {
            1
        } else {
            self.majority()
        }
    }

    fn everyone(&self) -> impl Iterator<Item = ProcessId> + use<> {
        (0..self.processes).map(ProcessId)
    }

    fn memories(&self) -> impl Iterator<Item = MemoryId> + use<> {
        (0..self.memories).map(MemoryId)
    }

    /// Writes one of this process's own registers at every memory.
    pub fn put<A: Host<T>, T: Payload>(
        &self,
        host: &A,
        out: &mut Out<'_, A>,
        (kind, sender, key): (Kind, ProcessId, u16),
        content: Content<T>,
    ) {
        let (layout, me) = (host.layout(), out.me);
        let value = A::register(Bank::of(key, content));
        let register = layout.at(kind, me, sender);
        out.write_everywhere(self.memories(), layout.own(me), register, &value);
    }

    /// Line 1, for the host's own thread: broadcast(k, m). The host goes on when enough memories
    /// have acknowledged.
    pub fn broadcast<A: Host<T>, T: Payload>(
        &self,
        host: &A,
        out: &mut Out<'_, A>,
        key: u16,
        payload: T,
    ) {
        let sender = out.me;
        let signed = out.sign(Keyed {
            sender,
            key,
            payload,
        });
        let place = (Kind::Value, sender, key);
        self.put(host, out, place, Content::Value(signed));
    }

    /// What a poll looks at in a register: only what can move its stage on.
    pub fn glance<A: Host<T>, T: Payload>(
        layout: Layout,
        (sender, follow): (ProcessId, &Follow<T>),
        register: RegisterId,
        value: &A::Register,
    ) -> A::Register {
        let wanted = match layout.named(register) {
            Some((Kind::L2, ..)) => true,
            Some((Kind::Value, owner, _)) => match follow.stage {
                Stage::Sender => owner == sender,
                Stage::L1(_) => true,
                Stage::L2(_) | Stage::Proved(_) => false,
            },
            Some((Kind::L1, ..)) => matches!(follow.stage, Stage::L2(_)),
            None => false,
        };
        match A::slots(value) {
            Some(slots) if wanted => A::register(slots.key(follow.key)),
            _ => A::Register::default(),
        }
    }

    /// Runs a line of the thread that follows `sender`.
    pub fn step<A: Host<T>, T: Payload>(
        &self,
        host: &A,
        line: Line,
        input: Input<'_, A>,
        (sender, follow): (ProcessId, &mut Follow<T>),
        out: &mut Out<'_, A>,
        sight: &mut impl FnMut(&mut Out<'_, A>, Sight),
    ) -> Step<T> {
        let key = follow.key;
        let row = host.layout().row(sender);
        Step::Next(match line {
            // 1 and 2 are the host's: who broadcasts what, and who is followed.
            Line::Broadcast | Line::ForEachSender => Next::Goto(Line::NextKey),
            // 3: k ← last[q] + 1; state ← WaitSender
            Line::NextKey => Next::Goto(Line::Poll),
            // 4: read what everyone wrote about q, one row at a majority of memories
            Line::Poll => match input {
                Input::Quorum(responses) => {
                    let seen = Row::of(&responses, key, self.processes);
                    let me = out.me;
                    let found = self.find(&seen, me, sender, follow, &mut |s| sight(out, s));
                    follow.found = Some(found);
                    Next::Goto(Line::SeeProof)
                }
                _ => {
                    out.read_everywhere(self.memories(), row);
                    Next::Quorum(Line::Poll)
                }
            },
            // 5: if some L2[i,k,q] is a valid L2 proof: take it over, deliver. Its own register
            // holds the proof before it delivers, so every other process will find it.
            Line::SeeProof => match follow.found.take() {
                Some(Found::Proof(proof)) => {
                    follow.stage = Stage::Proved(proof.content().keyed().clone());
                    self.put(host, out, (Kind::L2, sender, key), Content::L2(proof));
                    Next::Quorum(Line::Deliver)
                }
                found => {
                    follow.found = found;
                    Next::Goto(match follow.stage {
                        Stage::Sender => Line::WaitSender,
                        Stage::L1(_) => Line::WaitL1,
                        Stage::L2(_) | Stage::Proved(_) => Line::WaitL2,
                    })
                }
            },
            // 6: WaitSender: if x = Value[q,k,q] is signed by q
            Line::WaitSender => match follow.found {
                Some(Found::Message(_)) => Next::Goto(Line::WriteCopy),
                _ => Self::again(follow, row),
            },
            // 7: Value[me,k,q] ← sign(x); state ← WaitL1. It is in place before the others' copies
            // are read: of two correct processes that copy, one sees the other's copy.
            Line::WriteCopy => {
                if let Some(Found::Message(message)) = follow.found.take() {
                    let copy = if sender == out.me {
                        message
                    } else {
                        out.countersign(&message)
                    };
                    follow.stage = Stage::L1(copy.clone());
                    // The sender's own message is its copy.
                    if sender == out.me || self.bent.no_copy || self.bent.copy_after_reading {
                        return Step::Next(Next::Goto(Line::Poll));
                    }
                    self.put(host, out, (Kind::Value, sender, key), Content::Value(copy));
                }
                Next::Quorum(Line::WaitL1)
            }
            // 8: WaitL1: if a majority of copies is signed by q, all of one value
            Line::WaitL1 => match follow.found {
                Some(Found::Copies(_)) => match &follow.stage {
                    Stage::L1(copy) if self.bent.copy_after_reading && sender != out.me => {
                        let late = Content::Value(copy.clone());
                        self.put(host, out, (Kind::Value, sender, key), late);
                        Next::Quorum(Line::WriteL1)
                    }
                    _ => Next::Goto(Line::WriteL1),
                },
                Some(_) => Self::again(follow, row),
                None => Next::Goto(Line::Poll),
            },
            // 9: L1[me,k,q] ← sign(the copies); state ← WaitL2
            Line::WriteL1 => {
                let stage = std::mem::take(&mut follow.stage);
                if let (Some(Found::Copies(proof)), Stage::L1(copy)) = (follow.found.take(), stage)
                {
                    follow.stage = Stage::L2(proof.keyed().clone());
                    let l1 = Content::L1(out.sign(proof), copy);
                    self.put(host, out, (Kind::L1, sender, key), l1);
                }
                Next::Quorum(Line::WaitL2)
            }
            // 10: WaitL2: if a majority of L1[i,k,q] proves my value
            Line::WaitL2 => match follow.found {
                Some(Found::Proofs(_)) => Next::Goto(Line::WriteL2),
                Some(_) => Self::again(follow, row),
                None => Next::Goto(Line::Poll),
            },
            // 11: L2[me,k,q] ← those L1 proofs. One of them is by a correct process, so no other
            // value can get a valid L2 proof.
            Line::WriteL2 => {
                if let Some(Found::Proofs(proofs)) = follow.found.take() {
                    follow.stage = Stage::Proved(proofs.content().keyed().clone());
                    self.put(host, out, (Kind::L2, sender, key), Content::L2(proofs));
                }
                Next::Quorum(Line::Deliver)
            }
            // 12: deliver(k, m, q); last[q] ← k
            Line::Deliver => {
                let done = std::mem::take(&mut follow.stage);
                follow.key += 1;
                return match done {
                    Stage::Proved(keyed) => Step::Deliver(keyed),
                    _ => Step::Next(Next::Goto(Line::NextKey)),
                };
            }
        })
    }

    /// Nothing new: rest until it changes.
    fn again<T>(follow: &mut Follow<T>, row: RegionId) -> Next<Line> {
        follow.found = None;
        Next::Park(row, Line::Poll)
    }

    fn find<T: Payload>(
        &self,
        row: &Row<T>,
        me: ProcessId,
        sender: ProcessId,
        follow: &Follow<T>,
        sight: &mut impl FnMut(Sight),
    ) -> Found<T> {
        let about = (sender, follow.key);
        let right = |keyed: &Keyed<T>| (keyed.sender, keyed.key) == about;
        for owner in self.everyone() {
            if let Some(Content::L2(proof)) = row.at(Kind::L2, owner)
                && right(proof.content().keyed())
                && proof.signers().len() >= self.proofs_needed()
            {
                return Found::Proof(proof.clone());
            }
        }
        match &follow.stage {
            Stage::Sender => match row.copy(sender, about) {
                Some(message) => Found::Message(message.clone()),
                None => Found::Nothing,
            },
            Stage::L1(mine) => self.find_copies(row, me, about, mine, sight),
            Stage::L2(mine) => self.find_proofs(row, mine),
            Stage::Proved(_) => Found::Nothing,
        }
    }

    /// A majority of copies with the sender's signature, if they are all of one value.
    fn find_copies<T: Payload>(
        &self,
        row: &Row<T>,
        me: ProcessId,
        about: (ProcessId, u16),
        mine: &Signed<Keyed<T>>,
        sight: &mut impl FnMut(Sight),
    ) -> Found<T> {
        // Bent so that its own copy is not there yet, a process still counts itself.
        let unwritten = self.bent.no_copy || self.bent.copy_after_reading;
        let mut kept = 0;
        let mut joined: Option<Signed<Keyed<T>>> = None;
        for owner in self.everyone() {
            let copy = match row.copy(owner, about) {
                Some(copy) if copy.is_signed_by(about.0) || self.bent.unsigned_copies => copy,
                Some(_) => {
                    sight(Sight::Forged(owner));
                    continue;
                }
                None if unwritten && owner == me => mine,
                None => continue,
            };
            kept += 1;
            joined = match joined {
                None => Some(copy.clone()),
                Some(others) => match others.join(copy) {
                    Some(both) => Some(both),
                    None => {
                        sight(Sight::TwoValues);
                        return Found::Nothing;
                    }
                },
            };
        }
        let proof = joined.filter(|_| kept >= self.majority());
        match proof.and_then(|copies| Proof::new(&copies, self.majority())) {
            Some(proof) => Found::Copies(proof),
            None => Found::Nothing,
        }
    }

    /// Enough L1 proofs of this process's value, by different authors.
    fn find_proofs<T: Payload>(&self, row: &Row<T>, mine: &Keyed<T>) -> Found<T> {
        let mut joined: Option<Signed<Proof<T>>> = None;
        for owner in self.everyone() {
            if let Some(Content::L1(proof, _)) = row.at(Kind::L1, owner)
                && proof.is_signed_by(owner)
                && proof.content().keyed() == mine
            {
                joined = match joined {
                    None => Some(proof.clone()),
                    Some(others) => others.join(proof),
                };
            }
        }
        match joined {
            Some(proofs) if proofs.signers().len() >= self.proofs_needed() => Found::Proofs(proofs),
            _ => Found::Nothing,
        }
    }
}
