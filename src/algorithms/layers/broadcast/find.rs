//! What a poll of everything about one sender's broadcasts finds.

use smallvec::SmallVec;

use super::progress::{Follow, Found, Stage};
use super::registers::{Content, Keyed, Kind, Proof};
use super::{Broadcast, Host, Sight};
use crate::algorithms::layers::bank::regular;
use crate::model::{Data, ProcessId, Response, Responses, Signed};

/// The registers about one sender and key, by kind and owner, as a quorum of memories showed them.
pub(super) struct Row<T> {
    contents: SmallVec<[Option<Content<T>>; 9]>,
    processes: u8,
}

impl<T: Data> Row<T> {
    /// Reads each register as a regular one.
    pub(super) fn of<A: Host<T>>(responses: &Responses<A>, key: u16, processes: u8) -> Self {
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
    /// What moves a process on that is that far with a sender.
    pub(super) fn find<T: Data>(
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
    fn find_copies<T: Data>(
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
    fn find_proofs<T: Data>(&self, row: &Row<T>, mine: &Keyed<T>) -> Found<T> {
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
