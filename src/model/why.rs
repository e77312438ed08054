//! Why something matters: the reasons that explanations are made of.
//!
//! An algorithm names the reason; its words, in each language, stand in `view::text`, behind one
//! exhaustive `match` a language.

use serde::{Deserialize, Serialize};

use super::{MemoryId, ProcessId, Value};

/// A reason, with the names that its sentence needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// An old leader's write is refused because another took the memory: it cannot reach a
    /// majority without noticing.
    NakSavesAgreement {
        /// The old leader.
        old: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// An accepted write that is acknowledged proves that nobody took the memory before it.
    AckReplacesRead {
        /// The writer.
        writer: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// A write landed, but its response is not back: a later leader that reads here sees it.
    LandedIsVisible {
        /// The writer.
        writer: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// Taking the permission locks the old writer out before the slots are read.
    TakeBeforeRead {
        /// The new writer.
        taker: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// A value that may have been decided was read, and must be kept.
    AdoptsValue {
        /// Who adopts.
        process: ProcessId,
        /// What.
        value: Value,
    },
    /// Nothing was accepted where it read, so nothing was decided before: free to propose.
    FreeToPropose {
        /// Who.
        process: ProcessId,
    },
    /// A majority of memories belongs to this attempt: any decided value has been seen.
    BarrierPassed {
        /// Who.
        process: ProcessId,
    },
    /// Any two majorities share a memory, so every later leader sees this value.
    MajorityAcknowledged {
        /// Who.
        process: ProcessId,
        /// What.
        value: Value,
    },
    /// A higher accepted value turned up after the accepts began: adopting it now could let two
    /// values carry one proposal number, so the attempt is given up.
    StragglerAborts {
        /// Who.
        process: ProcessId,
    },
    /// A rival with a higher number was here: give way and try again.
    HigherNumberSeen {
        /// Who.
        process: ProcessId,
    },
    /// The response comes too late: its attempt is over, and it is ignored.
    TooLate {
        /// Who.
        process: ProcessId,
    },
    /// A minority of memories may be silent; the others suffice.
    MinorityMayFail,
    /// Safety never rests on the leader oracle, only progress does.
    LeaderOnlyForProgress,
    /// The crashed process's requests are on their way all the same, and may still land.
    LeftoversMayLand {
        /// Who crashed.
        process: ProcessId,
    },
    /// A promise shuts out every lower number: nothing below it is accepted here any more.
    PromiseShutsOut {
        /// Who promises.
        acceptor: ProcessId,
    },
    /// The refusal keeps an earlier promise to a higher number.
    RefusalKeepsPromise {
        /// Who refuses.
        acceptor: ProcessId,
    },
    /// Any two quorums share a process, so every later proposer hears of this value.
    QuorumAccepted {
        /// Who.
        process: ProcessId,
        /// What.
        value: Value,
    },
    /// A learner passes the decision on: whoever decided may crash while it tells the others.
    PassedOn {
        /// Who learnt it.
        process: ProcessId,
    },
    /// With static permissions nothing that anyone else did can stop a write that was held up: it
    /// is acknowledged as if nothing had happened meanwhile.
    NothingStopsLateWrite {
        /// The writer.
        writer: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// It read no trace of anyone else. The other may have crashed, so it must decide; and it
    /// cannot tell that apart from a write that is only late.
    SeesNobody {
        /// Who reads.
        process: ProcessId,
    },
    /// The write is at a majority of memories, so every read that begins from now on meets it.
    WriteIsOver {
        /// The writer.
        process: ProcessId,
    },
    /// The read overlaps the write, so it may still miss it, even after another read saw it: the
    /// register is regular, not atomic.
    MayMissOverlappingWrite {
        /// The reader.
        process: ProcessId,
    },
    /// So many voted in the fast round that whoever recovers meets this value in every classic
    /// quorum, more often than any other.
    FastQuorumVoted {
        /// Who decides.
        process: ProcessId,
        /// What.
        value: Value,
    },
    /// The votes of the fast round serve as promises for the next: nobody votes twice in it, and
    /// no round lies between, so the collision costs two delays and not four.
    CollisionRecovery {
        /// The coordinator.
        process: ProcessId,
    },
    /// A minority of processes may crash; the others suffice, but no fewer.
    MinorityOfProcessesMayFail,
    /// Its copy is in place before it reads the others': of two correct processes that copy one
    /// sender's message, at least one sees the other's copy, so a lie told twice is seen.
    CopyBeforeReading {
        /// Who copies.
        process: ProcessId,
    },
    /// A majority of L1 proofs holds one by a correct process, so no other message of this sender
    /// can ever be proved under this key: the lie has nowhere to go.
    ProofBindsSender {
        /// Who writes the proof.
        process: ProcessId,
    },
    /// Two different messages bear the sender's signature under one key. Only the sender can have
    /// made them, so it is caught, and neither is delivered here.
    EquivocationSeen {
        /// Who sees it.
        process: ProcessId,
        /// Who lied.
        sender: ProcessId,
    },
    /// A copy without the sender's signature proves nothing: anyone could have written it, so it
    /// counts as no copy at all.
    NoSignatureNoCopy {
        /// Who wrote it.
        by: ProcessId,
        /// Whom it lies about.
        sender: ProcessId,
    },
    /// Its write was acknowledged by a majority before anyone revoked the permission there, so
    /// whoever panics later meets the value: one write and one signature decide.
    OneWriteDecides {
        /// The leader.
        process: ProcessId,
    },
    /// A unanimity proof needs every correct process's signature, and each signs one copy: no
    /// other value can ever have one.
    ProofIsUnique {
        /// Who writes it.
        process: ProcessId,
    },
    /// All proofs are there, so every correct process has issued its own, and would abort with
    /// nothing but this value.
    EveryoneHasProof {
        /// Who decides.
        process: ProcessId,
    },
    /// The permission is revoked before the leader's value is read at the same memory: a write
    /// that was acknowledged here is seen, and none can be acknowledged later.
    RevokeBeforeRead {
        /// Who revokes.
        process: ProcessId,
    },
    /// No copy of its own and nothing from the leader: nobody can have decided, so its own input
    /// will do.
    NothingToKeep {
        /// Who aborts.
        process: ProcessId,
    },
    /// The leader may have decided the value that it signed, so it is kept.
    KeepsLeadersValue {
        /// Who aborts.
        process: ProcessId,
        /// With what.
        value: Value,
    },
    /// A follower may have decided, so the value is kept together with the proof that makes it
    /// outrank every other.
    KeepsProvedValue {
        /// Who aborts.
        process: ProcessId,
        /// With what.
        value: Value,
    },
    /// legalChange lets anyone revoke and nobody grant: a leader that was locked out stays locked
    /// out, whoever asks.
    OnlyRevocationIsLegal {
        /// Who asked.
        process: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// The message is received only now that its sender's whole history could have led to it: a
    /// liar can do no more than choose its input and its timing.
    HistoryChecked {
        /// Who receives.
        process: ProcessId,
    },
    /// No run of the algorithm leads from that history to that message, so the sender lies: it
    /// counts as crashed from now on, at every correct process.
    HistoryIsImpossible {
        /// Who rejects.
        process: ProcessId,
        /// Who lied.
        sender: ProcessId,
    },
    /// The own block is on the disk before the others' are read, so of two rivals at least one
    /// sees the other.
    WriteBeforeRead {
        /// Who wrote.
        process: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// No higher ballot was there when it read after its write: whoever starts one later reads
    /// this value at a shared disk.
    NobodyCameBetween {
        /// Who.
        process: ProcessId,
        /// What.
        value: Value,
    },
    /// Back from a crash, it passes every ballot that it may have used before.
    PastOwnBallots {
        /// Who.
        process: ProcessId,
    },
    /// Any two majorities of agents share one, be it a process or a memory, so every later leader
    /// finds this value there.
    AgentsAccepted {
        /// Who decides.
        process: ProcessId,
        /// What.
        value: Value,
    },
    /// A minority of all agents may fail, processes and memories counted together.
    MinorityOfAgentsMayFail,
    /// More have failed than the configuration allows for.
    MoreFailedThanMay,
    /// It echoes the first value that the sender tells it and no other, so that echoes can be
    /// counted on.
    EchoesOneValue {
        /// Who echoes.
        process: ProcessId,
    },
    /// Any two sets that make someone ready share a process that tells one story, so nobody correct
    /// is ever ready for another value.
    ReadyForOneValue {
        /// Who is ready.
        process: ProcessId,
        /// For what.
        value: Value,
    },
    /// With n <= 3f no more words can be waited for, and the one process that they share with what
    /// another heard may be a liar.
    ReadyOnLiarsWord {
        /// Who is ready.
        process: ProcessId,
        /// For what.
        value: Value,
    },
    /// Of the n - f that are ready n - 2f do not lie, and everyone else hears those and joins.
    OthersWillJoin {
        /// Who delivers.
        process: ProcessId,
    },
    /// The sender's lie is seen, but someone may have delivered one of its values by now.
    LieSeenTooLate {
        /// Who sees it.
        process: ProcessId,
        /// Who lied.
        sender: ProcessId,
    },
    /// Whoever may have crashed cannot be waited for, so nobody waits for more than n - f words.
    CannotWaitForAll,
    /// Its first phase was done before the run, when nobody had proposed anything.
    FirstPhaseDone {
        /// The first leader.
        process: ProcessId,
    },
    /// A decision is final, so whoever hears of it may take it over.
    LearnsDecision {
        /// Who hears of it.
        process: ProcessId,
    },
    /// A refusal ends the attempt: another one owns the memory by now.
    NakEndsAttempt {
        /// Who was refused.
        process: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// Cheap Quorum: the leader's write came after the permission was revoked, so whoever revoked
    /// it does not see the value there, and the leader may not count the memory.
    RevokedInTime {
        /// The leader.
        leader: ProcessId,
        /// Where.
        memory: MemoryId,
    },
    /// Cheap Quorum: who has waited long enough cannot tell a liar from a slow process, and panics.
    PanicsRatherThanWait {
        /// Who.
        process: ProcessId,
    },
    /// Broadcast by echo: no copy differs from the own one, which is in place, so whoever copies
    /// something else sees this one.
    NoCopyDiffers {
        /// Who delivers.
        process: ProcessId,
    },
    /// The L2 proof is in place before the message is delivered: everyone finds it.
    ProofBeforeDelivery {
        /// Who delivers.
        process: ProcessId,
    },
}

/// What is at stake where something matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// That no two values are decided.
    Agreement,
    /// That a decision comes, however many may fail.
    Progress,
    /// That a decision comes soon: two delays.
    Speed,
    /// That a liar says the same to everyone, or nothing.
    NonEquivocation,
    /// What a reader of a register may rely on.
    Regularity,
}

impl Why {
    /// What is at stake there.
    pub const fn stake(self) -> Stake {
        match self {
            Why::AckReplacesRead { .. }
            | Why::FirstPhaseDone { .. }
            | Why::OneWriteDecides { .. }
            | Why::NobodyCameBetween { .. } => Stake::Speed,
            Why::HigherNumberSeen { .. }
            | Why::MinorityMayFail
            | Why::LeaderOnlyForProgress
            | Why::PassedOn { .. }
            | Why::LearnsDecision { .. }
            | Why::SeesNobody { .. }
            | Why::MinorityOfProcessesMayFail
            | Why::MinorityOfAgentsMayFail
            | Why::MoreFailedThanMay
            | Why::PanicsRatherThanWait { .. }
            | Why::OthersWillJoin { .. }
            | Why::CannotWaitForAll => Stake::Progress,
            Why::CopyBeforeReading { .. }
            | Why::ProofBindsSender { .. }
            | Why::EquivocationSeen { .. }
            | Why::NoSignatureNoCopy { .. }
            | Why::NoCopyDiffers { .. }
            | Why::ProofBeforeDelivery { .. }
            | Why::EchoesOneValue { .. }
            | Why::ReadyForOneValue { .. }
            | Why::ReadyOnLiarsWord { .. }
            | Why::LieSeenTooLate { .. } => Stake::NonEquivocation,
            Why::WriteIsOver { .. } | Why::MayMissOverlappingWrite { .. } => Stake::Regularity,
            Why::NakSavesAgreement { .. }
            | Why::LandedIsVisible { .. }
            | Why::TakeBeforeRead { .. }
            | Why::AdoptsValue { .. }
            | Why::FreeToPropose { .. }
            | Why::BarrierPassed { .. }
            | Why::MajorityAcknowledged { .. }
            | Why::StragglerAborts { .. }
            | Why::TooLate { .. }
            | Why::LeftoversMayLand { .. }
            | Why::PromiseShutsOut { .. }
            | Why::RefusalKeepsPromise { .. }
            | Why::QuorumAccepted { .. }
            | Why::NothingStopsLateWrite { .. }
            | Why::FastQuorumVoted { .. }
            | Why::CollisionRecovery { .. }
            | Why::ProofIsUnique { .. }
            | Why::EveryoneHasProof { .. }
            | Why::RevokeBeforeRead { .. }
            | Why::NothingToKeep { .. }
            | Why::KeepsLeadersValue { .. }
            | Why::KeepsProvedValue { .. }
            | Why::OnlyRevocationIsLegal { .. }
            | Why::HistoryChecked { .. }
            | Why::HistoryIsImpossible { .. }
            | Why::WriteBeforeRead { .. }
            | Why::PastOwnBallots { .. }
            | Why::AgentsAccepted { .. }
            | Why::NakEndsAttempt { .. }
            | Why::RevokedInTime { .. } => Stake::Agreement,
        }
    }
}

impl Why {
    /// Who is caught in a lie, where something is given for that reason.
    pub fn catches(self) -> Option<ProcessId> {
        match self {
            Why::EquivocationSeen { sender, .. } | Why::HistoryIsImpossible { sender, .. } => {
                Some(sender)
            }
            Why::NoSignatureNoCopy { by, .. } => Some(by),
            _ => None,
        }
    }
}
