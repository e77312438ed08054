//! Non-equivocating broadcast with L1 and L2 proofs (after P1, section on non-equivocating
//! broadcast): no two correct processes deliver different messages under one key of one sender,
//! and what one correct process delivers, all do.
//!
//! `Value[i,k,q]` is process i's copy of what q broadcast under key k. Whoever sees a majority of
//! copies, all of one value, writes an L1 proof; whoever sees a majority of L1 proofs for its
//! value writes an L2 proof, and an L2 proof delivers. Two valid L2 proofs for different values
//! cannot exist: each holds an L1 proof by a correct process, and of two correct processes, which
//! both wrote their copies before they read all, one saw the other's.
//!
//! Modelling choices. An L2 proof is the L1 proofs under their authors' signatures, whoever writes
//! it down; nobody signs it again, since only a register's owner can have written there.

mod find;
mod progress;
mod pseudocode;
mod registers;

use super::bank::Bank;
use crate::model::{
    Algorithm, Config, Data, Input, MemoryId, Next, Out, ProcessId, RegionId, RegisterId,
};
use find::Row;
use progress::Found;
pub use progress::{Follow, Stage};
pub use pseudocode::{Line, PSEUDOCODE};
pub use registers::{Content, Keyed, Kind, Layout, Proof, Slots};

/// An algorithm that broadcasts: it says where the layer's registers lie.
pub trait Host<T: Data>: Algorithm {
    /// The layer's registers and regions.
    fn layout(&self) -> Layout;
    /// The layer's view of a register; none if it is another layer's.
    fn slots(register: &Self::Register) -> Option<&Slots<T>>;
    /// A register that holds this.
    fn register(slots: Slots<T>) -> Self::Register;
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
    pub fn put<A: Host<T>, T: Data>(
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
    pub fn broadcast<A: Host<T>, T: Data>(
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
    pub fn glance<A: Host<T>, T: Data>(
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
    pub fn step<A: Host<T>, T: Data>(
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
}
