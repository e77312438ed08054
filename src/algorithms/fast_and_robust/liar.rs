//! What a liar can claim in the backup of Fast & Robust.

use smallvec::SmallVec;

use super::{FastAndRobust, Register};
use crate::algorithms::layers::backup::Backup;
use crate::algorithms::layers::backup_lies::Claims;
use crate::algorithms::layers::claims;
use crate::algorithms::layers::quorum::{Content, Evidence};
use crate::algorithms::message::{Preferential, PreferentialMessage as Message};
use crate::algorithms::preferential_paxos as preferential;
use crate::algorithms::robust_backup::paxos_claims;
use crate::model::{Adversary, ProcessId, State, System};

/// The evidence that any register shows.
fn shown(state: &State<FastAndRobust>) -> impl Iterator<Item = Evidence> {
    let registers = state.memories().flat_map(|(_, m)| m.registers.iter());
    registers.flat_map(|register| {
        let mut seen: SmallVec<[Evidence; 2]> = SmallVec::new();
        match register {
            Register::Empty => {}
            Register::Quorum(Content::Proposal(signed)) => seen.push(Evidence::Leader(*signed)),
            Register::Quorum(Content::Copy(signed, copy)) => {
                seen.extend(signed.map(Evidence::Leader));
                seen.push(Evidence::Proof(*copy));
            }
            Register::Quorum(Content::Proof(copies)) => seen.push(Evidence::Proof(*copies)),
            Register::Quorum(Content::Panic) => {}
            Register::Broadcast(slots) => {
                let messages = slots.iter().map(|(_, c)| &c.keyed().payload.message);
                seen.extend(messages.filter_map(preferential::input_of));
            }
        }
        seen
    })
}

impl Claims<Preferential> for FastAndRobust {
    fn backup(&self) -> &Backup<Preferential> {
        &self.backup
    }

    fn claimed_input(&self, process: ProcessId) -> Evidence {
        Evidence::Bare(self.config.input(process))
    }

    fn claim(
        _system: &System<Self>,
        state: &State<Self>,
        number: u16,
        keys: &Adversary,
    ) -> Option<Message> {
        match claims::setup(number) {
            Some(claim) => claims::evidence(claim, shown(state), keys).map(Message::Setup),
            None => claims::paxos_message(number).map(Message::Paxos),
        }
    }

    fn input_of(message: &Message) -> Option<Evidence> {
        preferential::input_of(message)
    }

    fn claim_text(number: u16) -> String {
        claims::text(number)
    }

    fn claim_named(text: &str) -> Option<u16> {
        claims::named(text)
    }

    fn claims(system: &System<Self>, process: ProcessId) -> Vec<u16> {
        let mut claims = preferential::setup_claims(system.config());
        claims.extend(paxos_claims(system.config(), process));
        claims
    }
}
