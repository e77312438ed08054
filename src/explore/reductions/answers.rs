//! `answers`: a question is answered just before the answer is used.
//!
//! This goes on where [`notes`](super::notes) ends. A process *answers* if what it does sends
//! answers alone ([`Algorithm::is_answer`]: whoever gets one takes a note at most), wakes no
//! property, and shows on no face. (An acceptor's promise.) Until the answer is noted, and the note
//! matters, nobody else can tell that it was given. So in any run an answer can trade places with
//! the next event, unless that is at the same process and does not commute with it, or notes the
//! answer. Move answers towards the end like notes: what is left has each event that is neither,
//! preceded by the notes and answers that it follows from and that were not needed before; and at
//! the end of the run, the answers that never mattered.
//!
//! So the search takes as one step: at each other process, at most one chain of answers, the last
//! of which is to this process and gets noted; then, at this process, a chain of notes and
//! answers; then the event. Chains whose last link commutes with what comes next are left out, and
//! so are chains of answers that are not noted. That an answer commutes with every note of its
//! process, and that an answer's arrival is a note, is looked at all the while: where it is not
//! so, the reduction is withdrawn and the search begins anew.
//!
//! `always` properties that look at several processes are woken by what they look at, and an event
//! that wakes one is no answer. They must not get truer for want of an answer or a note.
//!
//! At rest every question has been answered. So a state is judged after all processes have
//! answered all questions, in every way: those that may have crashed as many as they like. An
//! algorithm says ([`Algorithm::may_rest`]) of which processes it is clear that they are not at
//! rest, so that few states need this.
//!
//! Memories, Byzantine processes, processes that recover and links that lose messages are not
//! thought of here: with any of them, this is off.
//!
//! [`Algorithm::is_answer`]: crate::model::Algorithm::is_answer
//! [`Algorithm::may_rest`]: crate::model::Algorithm::may_rest

use super::super::graph::{Graph, key};
use super::super::memo::Memo;
use super::super::world::{CRASHED, NO_MESSAGES, NO_PACKET, SAME, Sent, WAITS};
use super::notes::{Choice, Point, Ways};
use crate::model::Event;

/// A chain of answers at one process.
#[derive(Clone, Copy, Debug)]
struct Reply {
    /// The process and its inbox after it.
    after: (u32, u32),
    /// What it sends to others, as places in [`Answers::sent`]; from `last` on, by its last link.
    sent: (u32, u32),
    last: u32,
    /// Where in `Notes::paths` it stands.
    path: (u32, u32),
}

/// A point at which a process has no more questions to answer, but for those of some senders.
#[derive(Clone, Copy, Debug)]
struct Settled {
    after: (u32, u32),
    sent: (u32, u32),
    path: (u32, u32),
    /// The senders of what is left and is no answer.
    waiting: u16,
}

/// What is known of answers.
#[derive(Debug)]
pub(in crate::explore) struct Answers {
    known: Vec<Memo>,
    places: Vec<((u32, u32), (u32, u32))>,
    replies: Vec<Reply>,
    settled: Vec<Settled>,
    pub sent: Vec<Sent>,
    /// Whether something was met that does not go together with this.
    pub withdrawn: bool,
    chosen: Vec<(usize, u32)>,
    before: Vec<u32>,
}

impl Answers {
    pub(in crate::explore) fn new(processes: usize) -> Self {
        Answers {
            known: (0..processes).map(|_| Memo::new()).collect(),
            places: Vec::new(),
            replies: Vec::new(),
            settled: Vec::new(),
            sent: Vec::new(),
            withdrawn: false,
            chosen: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Keeps what is sent; where it stands.
    pub(super) fn keep(&mut self, sent: &[Sent]) -> (u32, u32) {
        let start = self.sent.len() as u32;
        self.sent.extend_from_slice(sent);
        (start, self.sent.len() as u32)
    }

    pub(in crate::explore) fn bytes(&self) -> usize {
        let memos: usize = self.known.iter().map(Memo::bytes).sum();
        memos
            + self.places.capacity() * size_of::<((u32, u32), (u32, u32))>()
            + self.replies.capacity() * size_of::<Reply>()
            + self.settled.capacity() * size_of::<Settled>()
            + self.sent.capacity() * size_of::<Sent>()
    }
}

/// The ways in which all questions are answered, while they are gone through.
struct Settling {
    /// For each process, its places in [`Answers::settled`].
    points: Vec<(u32, u32)>,
    /// Those that crash.
    crashed: u16,
    /// Those whose messages can be lost.
    gone: u16,
    failed: (usize, usize),
    here: Vec<u32>,
    sent: Vec<(u32, u32)>,
    paths: Vec<(u32, u32)>,
}

impl Graph {
    // --- chains --------------------------------------------------------------------------------

    /// Whether what a process does answers, and no more.
    pub(super) fn is_answering(&self, p: usize, id: u32, choice: &Choice) -> bool {
        let (first, last) = choice.outcome.sent;
        self.reductions.answers
            && matches!(choice.step.event, Event::Deliver { .. })
            && first != last
            && self.tables.sent[first as usize..last as usize]
                .iter()
                .all(|sent| self.world().is_answer(sent.packet))
            && self.is_unseen(p, id, choice)
    }

    /// The chains of answers at a process, and the points where all is answered: their places in
    /// [`Answers::replies`] and [`Answers::settled`].
    fn replies(&mut self, ids: &[u32], p: usize, deaf: u16) -> ((u32, u32), (u32, u32)) {
        let at = key(ids[p], ids[self.shape.inbox(p)] << 9 | u32::from(deaf));
        if let Some(place) = self.answers.known[p].get(at) {
            return self.answers.places[place as usize];
        }
        let found = self.find_replies(ids, p, deaf);
        let place = self.answers.places.len() as u32;
        self.answers.places.push(found);
        self.answers.known[p].insert(at, place);
        found
    }

    #[cold]
    fn find_replies(&mut self, ids: &[u32], p: usize, deaf: u16) -> ((u32, u32), (u32, u32)) {
        let mut ids = ids.to_vec();
        let inbox = self.shape.inbox(p);
        let (points, _) = self.points(&mut ids, p, deaf, Ways::Answers);
        let first = self.answers.replies.len() as u32;
        for at in 0..points.len() {
            let point = (points[at].process, points[at].inbox);
            (ids[p], ids[inbox]) = point;
            let choices = self.choices(&ids, p, deaf);
            for choice in &choices {
                (ids[p], ids[inbox]) = point;
                if !self.is_answering(p, ids[p], choice) {
                    continue;
                }
                self.check(&mut ids, p, deaf, &choices, choice);
                if self.is_beside_the_point(&mut ids, p, deaf, &points, (at, choice)) {
                    continue;
                }
                (ids[p], ids[inbox]) = point;
                let after = self.after(&ids, p, inbox, choice);
                let (from, to) = choice.outcome.sent;
                let more = self.tables.sent[from as usize..to as usize].to_vec();
                let path = self.path(&points, at);
                self.notes.paths.push(choice.step);
                let sent = self.answers.keep(&points[at].sent);
                let own = more.into_iter().filter(|s| usize::from(s.to) != p);
                let own: Vec<Sent> = own.collect();
                let (last, end) = self.answers.keep(&own);
                self.answers.replies.push(Reply {
                    after,
                    sent: (sent.0, end),
                    last,
                    path: (path.0, path.1 + 1),
                });
            }
        }
        let settled = self.answers.settled.len() as u32;
        for at in 0..points.len() {
            let after = (points[at].process, points[at].inbox);
            let mut waiting = 0;
            if after.1 != NO_MESSAGES {
                self.open(after.1);
                let mut k = 0;
                while let Some(flying) = self.flying(after.1, k) {
                    if !self.world().is_answer(flying.packet) {
                        waiting |= 1 << flying.from.0;
                    }
                    k += 1;
                }
            }
            let path = self.path(&points, at);
            let sent = self.answers.keep(&points[at].sent);
            self.answers.settled.push(Settled {
                after,
                sent,
                path,
                waiting,
            });
        }
        let replies = (first, self.answers.replies.len() as u32);
        (replies, (settled, self.answers.settled.len() as u32))
    }

    /// Whether the last answer on some way to a point can trade places with one given there, to
    /// somebody else.
    fn is_beside_the_point(
        &mut self,
        ids: &mut [u32],
        p: usize,
        deaf: u16,
        points: &[Point],
        (at, answer): (usize, &Choice),
    ) -> bool {
        let inbox = self.shape.inbox(p);
        let targets = |graph: &Graph, choice: &Choice| {
            let (first, last) = choice.outcome.sent;
            let sent = &graph.tables.sent[first as usize..last as usize];
            sent.iter().fold(0u16, |mask, s| mask | 1 << s.to)
        };
        let here = (points[at].process, points[at].inbox);
        let asked = targets(self, answer);
        points[at].last.iter().any(|(from, before)| {
            let from = (points[*from].process, points[*from].inbox);
            (ids[p], ids[inbox]) = from;
            let there = self.choices(ids, p, deaf);
            let last = there.iter().find(|c| c.number == *before);
            last.is_some_and(|last| targets(self, last) & asked == 0)
                && self.commute(ids, p, deaf, (from, here), *before, answer)
        })
    }

    /// Looks whether an answer commutes with the notes of its process, and whether what arrives as
    /// an answer is a note.
    fn check(&mut self, ids: &mut [u32], p: usize, deaf: u16, choices: &[Choice], answer: &Choice) {
        let inbox = self.shape.inbox(p);
        let from = (ids[p], ids[inbox]);
        for choice in choices {
            (ids[p], ids[inbox]) = from;
            if !self.is_note(p, ids[p], choice) {
                let arrives = choice.step.packet;
                self.answers.withdrawn |= arrives != NO_PACKET && self.world().is_answer(arrives);
                continue;
            }
            let here = self.after(ids, p, inbox, choice);
            (ids[p], ids[inbox]) = here;
            let late = self.choices(ids, p, deaf);
            let late = late.into_iter().find(|c| c.number == answer.number);
            let commutes = late.is_some_and(|late| {
                self.tell_commute(ids, p, deaf, (from, here), choice.number, &late)
            });
            self.answers.withdrawn |= !commutes;
        }
        (ids[p], ids[inbox]) = from;
    }

    // --- steps ---------------------------------------------------------------------------------

    /// Every event of a process that is neither a note nor an answer, with the answers of others
    /// and the notes and answers of its own that it follows from.
    pub(in crate::explore) fn answer(&mut self, ids: &[u32], p: usize, deaf: u16) {
        let mut here = ids.to_vec();
        let mut chosen = std::mem::take(&mut self.answers.chosen);
        chosen.clear();
        self.answer_from(ids, &mut here, p, deaf, 0, &mut chosen);
        self.answers.chosen = chosen;
    }

    /// Goes through the chains of answers of the processes from `q` on; `here` has the answers to
    /// `p` that are chosen so far in its inbox.
    fn answer_from(
        &mut self,
        ids: &[u32],
        here: &mut [u32],
        p: usize,
        deaf: u16,
        q: usize,
        chosen: &mut Vec<(usize, u32)>,
    ) {
        if q == self.shape.processes {
            self.steps_with(ids, here, p, deaf, chosen);
            return;
        }
        self.answer_from(ids, here, p, deaf, q + 1, chosen);
        let none = ids[self.shape.inbox(q)] == NO_MESSAGES;
        if q == p || none || deaf & (1 << q) != 0 {
            return;
        }
        let inbox = self.shape.inbox(p);
        let kept = here[inbox];
        let ((first, last), _) = self.replies(ids, q, deaf);
        for k in first..last {
            let reply = self.answers.replies[k as usize];
            if !(reply.last..reply.sent.1).any(|s| self.is_heard(ids, p, s)) {
                continue;
            }
            for s in reply.sent.0..reply.sent.1 {
                let sent = self.answers.sent[s as usize];
                if usize::from(sent.to) == p {
                    here[inbox] = self.insert(here[inbox], sent.packet);
                }
            }
            here[inbox] = self.heeded(p, here[p], here[inbox]);
            chosen.push((q, k));
            self.answer_from(ids, here, p, deaf, q + 1, chosen);
            chosen.pop();
            here[inbox] = kept;
        }
    }

    /// Whether something sent is for a process, which does not ignore it.
    fn is_heard(&mut self, ids: &[u32], p: usize, place: u32) -> bool {
        let sent = self.answers.sent[place as usize];
        usize::from(sent.to) == p && !self.ignores(p, ids[p], sent.packet)
    }

    /// The steps of a process after these chains of answers, each of which is used.
    fn steps_with(
        &mut self,
        ids: &[u32],
        here: &[u32],
        p: usize,
        deaf: u16,
        chosen: &[(usize, u32)],
    ) {
        let inbox = self.shape.inbox(p);
        let ((first, last), _) = self.chains(here, p, deaf);
        'chains: for k in first..last {
            let chain = self.notes.chains[k as usize];
            for (_, reply) in chosen {
                let reply = self.answers.replies[*reply as usize];
                let path = chain.notes.0 as usize..chain.notes.1 as usize;
                let used = |packet| {
                    packet == chain.step.packet
                        || self.notes.paths[path.clone()]
                            .iter()
                            .any(|s| s.packet == packet)
                };
                let sent = &self.answers.sent[reply.last as usize..reply.sent.1 as usize];
                if !sent
                    .iter()
                    .any(|s| usize::from(s.to) == p && used(s.packet))
                {
                    continue 'chains;
                }
            }
            let mut before = std::mem::take(&mut self.answers.before);
            before.clear();
            before.extend_from_slice(ids);
            let start = self.ranges.len() as u32;
            for (q, reply) in chosen {
                let reply = self.answers.replies[*reply as usize];
                (before[*q], before[self.shape.inbox(*q)]) = reply.after;
                self.ranges.push(reply.path);
            }
            self.ranges.push(chain.notes);
            (before[p], before[inbox]) = chain.before;
            for (_, reply) in chosen {
                let reply = self.answers.replies[*reply as usize];
                self.spread(&mut before, reply.sent, p, deaf);
            }
            self.spread(&mut before, chain.sent, p, deaf);
            let without = (chain.without != SAME).then_some(chain.without);
            let ranges = (start, self.ranges.len() as u32);
            self.step_after(
                &before,
                ranges,
                chain.step,
                p,
                &chain.outcome,
                without,
                deaf,
            );
            self.answers.before = before;
        }
    }

    /// Puts what was sent to others than `p` into their inboxes.
    fn spread(&mut self, ids: &mut [u32], sent: (u32, u32), p: usize, deaf: u16) {
        for k in sent.0..sent.1 {
            let sent = self.answers.sent[k as usize];
            let to = usize::from(sent.to);
            if to != p && deaf & (1 << to) == 0 {
                let place = self.shape.inbox(to);
                ids[place] = self.insert(ids[place], sent.packet);
            }
        }
    }

    // --- rest ----------------------------------------------------------------------------------

    /// Judges the state at rest, after all questions have been answered, in every way.
    pub(in crate::explore) fn judge_rest_answered(
        &mut self,
        ids: &[u32],
        faulty: usize,
        dead: usize,
        deaf: u16,
    ) {
        let n = self.shape.processes;
        let (mut waits, mut down) = (0u16, 0u16);
        for (p, id) in ids[..n].iter().enumerate() {
            let flags = self.tables.processes[p][*id as usize];
            down |= u16::from(flags & CRASHED != 0) << p;
            waits |= u16::from(flags & WAITS != 0) << p;
        }
        let may_fail = self.shape.f_p.saturating_sub(faulty);
        if waits.count_ones() as usize > may_fail {
            return;
        }
        let points: Vec<(u32, u32)> = (0..n).map(|p| self.replies(ids, p, deaf).1).collect();
        for crashed in 0..1u16 << n {
            let fits = crashed.count_ones() as usize <= may_fail
                && crashed & down == 0
                && waits & !crashed == 0;
            if !fits {
                continue;
            }
            let mut settling = Settling {
                points: points.clone(),
                crashed,
                gone: crashed | down,
                failed: (faulty, dead),
                here: ids.to_vec(),
                sent: Vec::with_capacity(n),
                paths: Vec::with_capacity(n),
            };
            self.settle_each(&mut settling, 0, deaf);
            if self.found.is_some() {
                return;
            }
        }
    }

    fn settle_each(&mut self, settling: &mut Settling, p: usize, deaf: u16) {
        if p == self.shape.processes {
            let mut here = settling.here.clone();
            for sent in &settling.sent {
                self.spread(&mut here, *sent, usize::MAX, deaf);
            }
            self.tidy(&mut here);
            self.judge_rest_noted(&here, settling.failed.0, settling.failed.1);
            if let Some(found) = &mut self.found {
                let paths = settling.paths.iter();
                let before = paths.flat_map(|r| &self.notes.paths[r.0 as usize..r.1 as usize]);
                let mut steps: Vec<_> = before.copied().collect();
                steps.append(&mut found.steps);
                found.steps = steps;
            }
            return;
        }
        let inbox = self.shape.inbox(p);
        let kept = (settling.here[p], settling.here[inbox]);
        let (first, last) = settling.points[p];
        for k in first..last {
            let point = self.answers.settled[k as usize];
            let crashes = settling.crashed & 1 << p != 0;
            if !crashes && point.waiting & !settling.gone != 0 {
                continue;
            }
            // Of whoever crashes, only what it sent is left.
            let sent = |s: (u32, u32)| &self.answers.sent[s.0 as usize..s.1 as usize];
            let again = |e: u32| sent(self.answers.settled[e as usize].sent) == sent(point.sent);
            if crashes && (first..k).any(again) {
                continue;
            }
            (settling.here[p], settling.here[inbox]) = point.after;
            settling.sent.push(point.sent);
            settling.paths.push(point.path);
            self.settle_each(settling, p + 1, deaf);
            settling.sent.pop();
            settling.paths.pop();
            if self.found.is_some() {
                break;
            }
        }
        (settling.here[p], settling.here[inbox]) = kept;
    }
}
