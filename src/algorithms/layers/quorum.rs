//! Cheap Quorum (after P1, section on Cheap Quorum): the leader decides with one write and one
//! signature; whoever doubts revokes the leader's permission for ever, and aborts with a value that
//! the backup may not pass over.
//!
//! `Region[l]` has one register, `Value[l]`, which only p1 may write, until anyone revokes that. Every
//! process p has `Value[p]`, `Panic[p]` and `Proof[p]` in a static region of its own.

mod evidence;
mod must_hold;
mod pseudocode;
mod reasons;
mod registers;
mod variables;

use super::bank::regular;
use crate::model::{
    Algorithm, Config, Input, MemoryId, Next, Out, Permission, ProcessId, ProcessSet, RegionId,
    RegisterId, Response, Responses, Scope, Signed, ThreadId,
};
pub use evidence::Evidence;
pub use must_hold::only_revocations;
pub use pseudocode::{Line, PSEUDOCODE};
pub use reasons::{why, why_abort, why_line};
pub use registers::{Content, Copied, Kind, Layout, Proposed, cells, text};
use variables::Found;
pub use variables::{Role, Variables};

/// p1, who may decide fast.
pub const LEADER: ProcessId = ProcessId(0);

/// An algorithm that runs Cheap Quorum: it says where the layer's registers lie.
pub trait Host: Algorithm {
    /// The layer's registers and regions.
    fn quorum_layout(&self) -> Layout;
    /// The layer's view of a register.
    fn quorum_content(register: &Self::Register) -> Option<&Content>;
    /// A register that holds this.
    fn quorum_register(content: Content) -> Self::Register;
    /// This layer's line among the algorithm's.
    fn quorum_line(line: Line) -> Self::Line;
}

/// The variations: see the mutations of `cheap-quorum`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bent {
    /// `Value[l]` is read at a memory before the permission is revoked there.
    pub read_before_revoking: bool,
    /// A follower decides on n copies, without proofs.
    pub no_proof: bool,
    /// legalChange allows everything on `Region[l]`.
    pub grant_is_legal: bool,
    /// Whoever has no copy aborts with its own input.
    pub abort_with_own_input: bool,
    /// A proof counts only once its write was acknowledged.
    pub proof_only_if_acknowledged: bool,
}

/// Where the layer's threads live in the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threads {
    /// The leader's thread.
    pub leader: ThreadId,
    /// The follower's.
    pub follower: ThreadId,
    /// The one that panics.
    pub panic: ThreadId,
    /// The scope of the first two, which a panic ends.
    pub run: Scope,
    /// The scope of the revocations, which the abort ends: a majority is enough.
    pub revoking: Scope,
}

/// What a line of the layer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// On within the layer.
    Next(Next<Line>),
    /// The process aborts; the host says what that leads to.
    Abort(Evidence),
}

/// Cheap Quorum in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quorum {
    /// n
    pub processes: u8,
    /// m
    pub memories: u8,
    /// How many memories make a majority.
    pub majority: u8,
    /// What is bent.
    pub bent: Bent,
    /// Whether a process that decided goes on watching for panics, to help a backup.
    pub watches: bool,
    /// The layer's threads.
    pub threads: Threads,
}

impl Quorum {
    /// The layer as a configuration needs it.
    pub fn new(config: &Config, bent: Bent, watches: bool, threads: Threads) -> Self {
        Quorum {
            processes: config.processes,
            memories: config.memories,
            majority: config.memory_quorum() as u8,
            bent,
            watches,
            threads,
        }
    }

    fn everyone(&self) -> impl Iterator<Item = ProcessId> + use<> {
        (0..self.processes).map(ProcessId)
    }

    fn memories(&self) -> impl Iterator<Item = MemoryId> + use<> {
        (0..self.memories).map(MemoryId)
    }

    /// legalChange: on `Region[l]` only the revocation of the leader's permission, by anyone;
    /// nothing else, anywhere.
    pub fn legal_change(&self, layout: Layout, region: RegionId, new: &Permission) -> bool {
        region == layout.leader() && (self.bent.grant_is_legal || *new == layout.revoked())
    }

    /// Whether a wait on this line can be given up.
    pub fn has_timeout(&self, line: Line, variables: &Variables) -> bool {
        let waits = matches!(
            line,
            Line::PollProposal
                | Line::WriteCopy
                | Line::PollCopies
                | Line::WriteProof
                | Line::PollProofs
        );
        waits && !matches!(variables.decided, Some((Role::Follower, _)))
    }

    /// Whether what a line waits for holds.
    pub fn guard(&self, line: Line, variables: &Variables) -> bool {
        line == Line::WaitRevoked && variables.reads.len() >= usize::from(self.majority)
    }

    /// What a poll looks at in a register: only what can move the line on.
    pub fn glance<A: Host>(
        layout: Layout,
        line: Line,
        variables: &Variables,
        register: RegisterId,
        value: &A::Register,
    ) -> A::Register {
        let decided = matches!(variables.decided, Some((Role::Follower, _)));
        let wanted = match layout.named(register) {
            Some((Kind::Panic, _)) => true,
            Some((Kind::Leader, _)) => line == Line::PollProposal,
            Some((Kind::Value, _)) => line == Line::PollCopies,
            Some((Kind::Proof, _)) => line == Line::PollProofs && !decided,
            None => false,
        };
        if wanted {
            value.clone()
        } else {
            A::Register::default()
        }
    }

    fn put<A: Host>(&self, host: &A, out: &mut Out<'_, A>, kind: Kind, content: Content) {
        let (layout, me) = (host.quorum_layout(), out.me);
        let region = match kind {
            Kind::Leader => layout.leader(),
            _ => layout.own(me),
        };
        let value = A::quorum_register(content);
        out.write_everywhere(self.memories(), region, layout.at(kind, me), &value);
    }

    /// Runs a line of one of the layer's threads.
    pub fn step<A: Host>(
        &self,
        host: &A,
        line: Line,
        input: Input<'_, A>,
        variables: &mut Variables,
        out: &mut Out<'_, A>,
    ) -> Step {
        let layout = host.quorum_layout();
        Step::Next(match line {
            // 1: propose(v): p1 leads, and everyone follows
            Line::Propose => {
                let threads = self.threads;
                if out.me == LEADER {
                    let line = A::quorum_line(Line::WriteProposal);
                    out.spawn(threads.leader, threads.run, line);
                }
                let line = A::quorum_line(Line::PollProposal);
                out.spawn(threads.follower, threads.run, line);
                Next::End
            }
            // 2: leader: Value[l] ← sign(v), at every memory
            Line::WriteProposal => {
                let signed = out.sign(Proposed(variables.input));
                self.put(host, out, Kind::Leader, Content::Proposal(signed));
                Next::Quorum(Line::LeaderDecides)
            }
            // 3: if a majority acknowledged, and none refused: decide v. Whoever panics later
            // revokes at a majority, meets the value in the memory that the two share, and keeps it.
            Line::LeaderDecides => {
                let acked = match &input {
                    Input::Quorum(responses) => responses.iter().all(|(_, r)| *r == Response::Ack),
                    _ => false,
                };
                if !acked {
                    return Step::Next(Next::Goto(Line::LeaderPanics));
                }
                if variables.decided.is_none() {
                    variables.decided = Some((Role::Leader, variables.input));
                }
                out.decide(variables.input, 0);
                Next::End
            }
            // 4: else panic()
            Line::LeaderPanics => self.call_panic(variables, out),
            // 5, 8 and 10: the polls
            Line::PollProposal | Line::PollCopies | Line::PollProofs => match input {
                Input::Timeout => Next::Goto(Line::FollowerPanics),
                Input::Quorum(responses) => {
                    let found = self.find::<A>(line, variables, &responses);
                    variables.found = found;
                    match found {
                        None => Next::Park(layout.row(), line),
                        Some(Found::Panic) => Next::Goto(Line::FollowerPanics),
                        Some(Found::Proposal(_) | Found::Unsigned) => Next::Goto(Line::NoProposal),
                        Some(Found::Copies(_)) if self.bent.no_proof => {
                            Next::Goto(Line::FollowerDecides)
                        }
                        Some(Found::Copies(_)) => Next::Goto(Line::WriteProof),
                        Some(Found::Proofs) => Next::Goto(Line::FollowerDecides),
                    }
                }
                // A write is acknowledged, or the poll begins anew.
                _ => {
                    out.read_everywhere(self.memories(), layout.row());
                    Next::Quorum(line)
                }
            },
            // 6: if it is not signed by the leader: panic()
            Line::NoProposal => match variables.found {
                Some(Found::Proposal(_)) => Next::Goto(Line::WriteCopy),
                _ => Next::Goto(Line::FollowerPanics),
            },
            // 7: Value[p] ← sign(v). From now on it counts as set, acknowledged or not.
            Line::WriteCopy => match (input, variables.found.take()) {
                (Input::Timeout, _) => Next::Goto(Line::FollowerPanics),
                (Input::Quorum(_), _) => Next::Goto(Line::PollCopies),
                (_, Some(Found::Proposal(proposal))) => {
                    variables.copied = Some(proposal);
                    let copy = out.sign(Copied(proposal.content().0));
                    let content = Content::Copy(Some(proposal), copy);
                    self.put(host, out, Kind::Value, content);
                    Next::Quorum(Line::WriteCopy)
                }
                _ => Next::Goto(Line::PollCopies),
            },
            // 9: Proof[p] ← sign(the n copies). It counts as set from now on: should another decide
            // because it lands, this process aborts with it.
            Line::WriteProof => match (input, variables.found.take()) {
                (Input::Timeout, _) => Next::Goto(Line::FollowerPanics),
                (Input::Quorum(_), found) => {
                    if let Some(Found::Copies(proof)) = found {
                        variables.proof = Some(proof);
                    }
                    Next::Goto(Line::PollProofs)
                }
                (_, Some(Found::Copies(proof))) => {
                    if self.bent.proof_only_if_acknowledged {
                        variables.found = Some(Found::Copies(proof));
                    } else {
                        variables.proof = Some(proof);
                    }
                    self.put(host, out, Kind::Proof, Content::Proof(proof));
                    Next::Quorum(Line::WriteProof)
                }
                _ => Next::Goto(Line::PollProofs),
            },
            // 11: decide v. All n proofs are there, so every correct process has its own.
            Line::FollowerDecides => {
                variables.found = None;
                if let Some(proposal) = variables.copied
                    && !matches!(variables.decided, Some((Role::Follower, _)))
                {
                    let value = proposal.content().0;
                    if variables.decided.is_none() {
                        out.decide(value, 0);
                    }
                    variables.decided = Some((Role::Follower, value));
                }
                if self.watches {
                    Next::Goto(Line::PollProofs)
                } else {
                    Next::End
                }
            }
            // 12: all along, on some Panic[q] or a time-out: panic()
            Line::FollowerPanics => self.call_panic(variables, out),
            // 13: panic(): Panic[p] ← true
            Line::Panic => match input {
                Input::Quorum(_) => Next::Goto(Line::PanicEach),
                _ => {
                    self.put(host, out, Kind::Panic, Content::Panic);
                    Next::Quorum(Line::Panic)
                }
            },
            // 14: for each memory i in parallel
            Line::PanicEach => {
                let first = if self.bent.read_before_revoking {
                    Line::ReadProposal
                } else {
                    Line::Revoke
                };
                for memory in self.memories() {
                    let thread = ThreadId::memory(memory);
                    out.spawn(thread, self.threads.revoking, A::quorum_line(first));
                }
                Next::Wait(Line::WaitRevoked)
            }
            // 15: changePermission(Region[l] at i, nobody writes)
            Line::Revoke => {
                let memory = out.thread.as_memory().unwrap_or(MemoryId(0));
                out.change_permission(memory, layout.leader(), layout.revoked());
                Next::Response(Line::ReadProposal)
            }
            // 16: read Value[l] at i. No write of the leader lands here any more, so one that was
            // acknowledged here is seen.
            Line::ReadProposal => match input {
                Input::Response(memory, Response::Value(register)) => {
                    let seen = match A::quorum_content(&register) {
                        Some(Content::Proposal(signed)) if signed.is_signed_by(LEADER) => {
                            Some(*signed)
                        }
                        _ => None,
                    };
                    let place = variables.reads.partition_point(|(m, _)| *m < memory);
                    variables.reads.insert(place, (memory, seen));
                    if self.bent.read_before_revoking {
                        out.change_permission(memory, layout.leader(), layout.revoked());
                        return Step::Next(Next::Response(Line::WaitRevoked));
                    }
                    Next::End
                }
                _ => {
                    let memory = out.thread.as_memory().unwrap_or(MemoryId(0));
                    out.read(memory, layout.leader(), layout.at(Kind::Leader, LEADER));
                    Next::Response(Line::ReadProposal)
                }
            },
            // 17: wait until a majority of memories is done
            Line::WaitRevoked => match input {
                Input::Response(..) => Next::End,
                _ => Next::Goto(Line::Abort),
            },
            // 18: abort with Value[p], Proof[p]; else Value[l]; else the input
            Line::Abort => {
                let evidence = self.evidence(variables);
                variables.aborted = Some(evidence);
                variables.reads.clear();
                out.end_scope(self.threads.revoking);
                return Step::Abort(evidence);
            }
        })
    }

    fn call_panic<A: Host>(&self, variables: &mut Variables, out: &mut Out<'_, A>) -> Next<Line> {
        variables.found = None;
        variables.panicked = true;
        out.end_scope(self.threads.run);
        out.spawn(self.threads.panic, 0, A::quorum_line(Line::Panic));
        Next::End
    }

    fn evidence(&self, variables: &Variables) -> Evidence {
        if let Some(proof) = variables.proof {
            return Evidence::Proof(proof);
        }
        if let Some(proposal) = variables.copied {
            return Evidence::Leader(proposal);
        }
        let read = regular(variables.reads.iter().map(|(_, seen)| *seen));
        match read {
            Some(proposal) if !self.bent.abort_with_own_input => Evidence::Leader(proposal),
            _ => Evidence::Bare(variables.input),
        }
    }

    /// A register as a regular one.
    fn seen<A: Host>(&self, responses: &Responses<A>, place: usize) -> Option<Content> {
        regular(responses.iter().map(|(_, response)| match response {
            Response::Row(values) => A::quorum_content(&values[place]),
            _ => None,
        }))
        .copied()
    }

    fn find<A: Host>(
        &self,
        line: Line,
        variables: &Variables,
        responses: &Responses<A>,
    ) -> Option<Found> {
        let n = usize::from(self.processes);
        let panics = (0..n).any(|q| {
            // One memory that shows it is enough: only its owner can have written it.
            responses.iter().any(|(_, response)| match response {
                Response::Row(values) => A::quorum_content(&values[1 + n + q]).is_some(),
                _ => false,
            })
        });
        if panics {
            return Some(Found::Panic);
        }
        match line {
            Line::PollProposal => match self.seen(responses, 0)? {
                Content::Proposal(signed) if signed.is_signed_by(LEADER) => {
                    Some(Found::Proposal(signed))
                }
                _ => Some(Found::Unsigned),
            },
            Line::PollCopies => {
                let mine = Copied(variables.copied?.content().0);
                let mut joined: Option<Signed<Copied>> = None;
                for q in self.everyone() {
                    let Some(Content::Copy(_, copy)) = self.seen(responses, 1 + usize::from(q.0))
                    else {
                        return None;
                    };
                    if !copy.is_signed_by(q) || *copy.content() != mine {
                        return None;
                    }
                    joined = match joined {
                        None => Some(copy),
                        Some(others) => others.join(&copy),
                    };
                }
                joined.map(Found::Copies)
            }
            Line::PollProofs => {
                if matches!(variables.decided, Some((Role::Follower, _))) {
                    return None;
                }
                let mine = Copied(variables.copied?.content().0);
                let mut everyone = self.everyone();
                let all = everyone.all(|q| {
                    let place = 1 + 2 * n + usize::from(q.0);
                    match self.seen(responses, place) {
                        Some(Content::Proof(proof)) => {
                            *proof.content() == mine && self.is_unanimous(&proof)
                        }
                        _ => false,
                    }
                });
                all.then_some(Found::Proofs)
            }
            _ => None,
        }
    }

    /// Whether it is a unanimity proof: copies of one value signed by all n.
    pub fn is_unanimous(&self, copies: &Signed<Copied>) -> bool {
        copies.signers() == ProcessSet::first(self.processes)
    }
}
