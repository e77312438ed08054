//! Whether a packet's sender can have sent it: its history is replayed.

use std::fmt::{Display, Formatter};

use super::{Backup, Packet, Receipt, Variables};
use crate::algorithms::message::{Impossible, MessageAlgorithm, Replay};
use crate::model::ProcessId;

/// Why a packet is rejected, and its sender with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection<M> {
    /// The step that it claims is impossible after the history that it claims.
    Impossible(Impossible<M>),
    /// It claims the receipt of a packet that was not for it, or was received before.
    NotForIt(Receipt),
    /// It claims the receipt of a packet that every correct process rejects.
    Rejected(Receipt),
    /// Its first packet names no input, or a later one does.
    Input,
}

impl<M: Display> Display for Rejection<M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::Impossible(Impossible::Owes(to, m)) => {
                write!(f, "its history obliges it to send {m} to {to} first")
            }
            Rejection::Impossible(Impossible::Never(to, m)) => write!(
                f,
                "no step of the algorithm sends {m} to {to} after its history"
            ),
            Rejection::NotForIt((sender, key)) => write!(
                f,
                "it claims to have received packet {key} of {sender}, which it cannot have"
            ),
            Rejection::Rejected((sender, key)) => write!(
                f,
                "it claims to have believed packet {key} of {sender}, which is rejected"
            ),
            Rejection::Input => f.write_str("it does not say its input once, at the start"),
        }
    }
}

/// What is to be said of a peer's next packet.
pub(super) enum Verdict<M: MessageAlgorithm> {
    Believed(Packet<M>),
    Rejected(Rejection<M::Message>),
}

impl<M: MessageAlgorithm> Backup<M> {
    /// What is to be said of a peer's next packet; nothing while one that it cites is not judged.
    pub(super) fn judge(
        &self,
        me: ProcessId,
        q: ProcessId,
        variables: &mut Variables<M>,
    ) -> Option<Verdict<M>> {
        let peer = &variables.peers[q.0 as usize];
        let packet = peer.log.get(usize::from(peer.believed))?.clone();
        if peer.rejected {
            return None;
        }
        if q == me || self.gullible {
            return Some(Verdict::Believed(packet));
        }
        let mut cited = peer.cited.clone();
        for receipt in &packet.receipts {
            let (sender, key) = *receipt;
            let cites = variables.peers.get(usize::from(sender.0))?;
            if cites.believed < key {
                if cites.rejected {
                    return Some(Verdict::Rejected(Rejection::Rejected(*receipt)));
                }
                return None;
            }
            let last = &mut cited[sender.0 as usize];
            let there = usize::from(key).checked_sub(1).map(|k| &cites.log[k]);
            if key <= *last || !there.is_some_and(|p| p.to.contains(q)) {
                return Some(Verdict::Rejected(Rejection::NotForIt(*receipt)));
            }
            *last = key;
        }
        let first = peer.believed == 0;
        if packet.input.is_some() != first {
            return Some(Verdict::Rejected(Rejection::Input));
        }
        let replay = match &packet.input {
            Some(input) => Some(Replay::new(&self.core, q, input.clone())),
            None => peer.replay.clone(),
        };
        let mut replay = replay?;
        if let Err(impossible) = self.replayed(&mut replay, variables, &packet) {
            return Some(Verdict::Rejected(Rejection::Impossible(impossible)));
        }
        let peer = &mut variables.peers[q.0 as usize];
        peer.cited = cited;
        peer.replay = Some(replay);
        Some(Verdict::Believed(packet))
    }

    /// Feeds a packet's history and its message to the replay of its sender.
    fn replayed(
        &self,
        replay: &mut Replay<M>,
        variables: &Variables<M>,
        packet: &Packet<M>,
    ) -> Result<(), Impossible<M::Message>> {
        for (sender, key) in &packet.receipts {
            let log = &variables.peers[sender.0 as usize].log;
            let message = &log[usize::from(*key) - 1].message;
            replay.received(&self.core, *sender, message)?;
        }
        for to in packet.to.iter() {
            replay.sent(&self.core, to, &packet.message)?;
        }
        Ok(())
    }
}
