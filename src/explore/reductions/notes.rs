//! `notes`: what a process only notes for itself is noted just before it matters.
//!
//! An event at a process is a *note* if nobody else can tell that it happened: it sends nothing,
//! issues nothing, decides nothing, and wakes no property. (A response or a message that is
//! counted towards a majority; an attempt that is given up.) Nobody else's event can prevent it,
//! either. So in any run, a note can trade places with the next event if that is somebody else's:
//! an event at another process, or the landing of a request, this process's own included. It can
//! trade places with the next event of its own process, too, if the model says that the two
//! commute: both orders possible, the same messages, the same state in the end. Trade places as
//! long as a note can move towards the end of the run in this way: what is left has its notes in
//! chains, each right before an event of the same process that is no note and does not commute
//! with the last of the chain; and the notes that never mattered stand at the end.
//!
//! So the search takes a chain and the event behind it as one step, and leaves out the chains
//! whose last note commutes with that event. Every message, request and decision of every run is
//! still made, at the same state of everybody else. `always` properties may look at the decisions,
//! requests and messages of several processes at once, and at what one process notes when itself
//! does something, but not at what several have noted and not used yet.
//!
//! At rest, the notes at the end count: a state is judged after each process has noted all it can.
//!
//! Polls look at memories and Byzantine processes at everything: with either, this is off.

use std::collections::BTreeMap;

use super::super::graph::{Graph, key};
use super::super::memo::Memo;
use super::super::world::{NO_MESSAGES, Outcome, SAME, Sent, Step};
use crate::model::{Event, ProcessId};

/// A chain of notes and the event behind it.
#[derive(Clone, Copy, Debug)]
pub(in crate::explore) struct Chain {
    /// Where in [`Notes::paths`] the notes stand.
    pub notes: (u32, u32),
    /// The process and its inbox after the notes, before the event.
    pub before: (u32, u32),
    /// The event.
    pub step: Step,
    pub outcome: Outcome,
    /// The inbox without the message that the event delivers.
    pub without: u32,
    /// The answers that the process gives others on the way, as places in [`Answers::sent`].
    ///
    /// [`Answers::sent`]: super::answers::Answers::sent
    pub sent: (u32, u32),
}

/// A point at which a process may come to rest: it has noted all it can, or what it has not noted
/// can be lost.
#[derive(Clone, Copy, Debug)]
pub(in crate::explore) struct Pause {
    pub process: u32,
    pub inbox: u32,
    /// The outputs of Omega under which it has nothing to do.
    pub quiet: u16,
    /// Whose messages are still to arrive.
    pub arrives: u16,
    pub notes: (u32, u32),
}

/// What is known of chains.
#[derive(Debug)]
pub(in crate::explore) struct Notes {
    known: Vec<Memo>,
    places: Vec<((u32, u32), (u32, u32))>,
    pub chains: Vec<Chain>,
    pub pauses: Vec<Pause>,
    pub paths: Vec<Step>,
    numbers: BTreeMap<Step, u32>,
    commuting: Memo,
}

/// Something that a process can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub step: Step,
    /// Which event it is, whatever the state: even numbers for local ones, odd ones for messages.
    pub number: u32,
    pub outcome: Outcome,
    pub without: u32,
}

/// A process and its inbox, some notes (or answers) on.
#[derive(Debug)]
pub(super) struct Point {
    pub process: u32,
    pub inbox: u32,
    /// What it sent to others on the way, in order.
    pub sent: Vec<Sent>,
    pub from: usize,
    pub step: Option<Step>,
    /// The notes that lead here, and from where.
    pub last: Vec<(usize, u32)>,
}

/// What a process does on the way to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ways {
    Notes,
    Answers,
    Both,
}

impl Notes {
    pub(in crate::explore) fn new(processes: usize) -> Self {
        Notes {
            known: (0..processes).map(|_| Memo::new()).collect(),
            places: Vec::new(),
            chains: Vec::new(),
            pauses: Vec::new(),
            paths: Vec::new(),
            numbers: BTreeMap::new(),
            commuting: Memo::new(),
        }
    }

    fn number(&mut self, step: Step) -> u32 {
        let next = self.numbers.len() as u32;
        2 * *self.numbers.entry(step).or_insert(next)
    }

    pub(in crate::explore) fn bytes(&self) -> usize {
        let memos: usize = self.known.iter().map(Memo::bytes).sum();
        memos
            + self.commuting.bytes()
            + self.places.capacity() * size_of::<((u32, u32), (u32, u32))>()
            + self.chains.capacity() * size_of::<Chain>()
            + self.pauses.capacity() * size_of::<Pause>()
            + self.paths.capacity() * size_of::<Step>()
    }
}

impl Graph {
    /// The chains of a process in a state, and the points at which it may rest: their places in
    /// [`Notes::chains`] and [`Notes::pauses`].
    pub(in crate::explore) fn chains(
        &mut self,
        ids: &[u32],
        p: usize,
        deaf: u16,
    ) -> ((u32, u32), (u32, u32)) {
        let at = key(ids[p], ids[self.shape.inbox(p)] << 9 | u32::from(deaf));
        if let Some(place) = self.notes.known[p].get(at) {
            return self.notes.places[place as usize];
        }
        let found = self.find_chains(ids, p, deaf);
        let place = self.notes.places.len() as u32;
        self.notes.places.push(found);
        self.notes.known[p].insert(at, place);
        found
    }

    /// Every point that a process reaches by such steps alone, and what else it can do at each.
    pub(super) fn points(
        &mut self,
        ids: &mut [u32],
        p: usize,
        deaf: u16,
        ways: Ways,
    ) -> (Vec<Point>, Vec<(usize, Choice)>) {
        let inbox = self.shape.inbox(p);
        let mut points = vec![Point {
            process: ids[p],
            inbox: ids[inbox],
            sent: Vec::new(),
            from: 0,
            step: None,
            last: Vec::new(),
        }];
        let mut met = BTreeMap::from([((ids[p], ids[inbox], Vec::new()), 0)]);
        let mut others: Vec<(usize, Choice)> = Vec::new();
        let mut at = 0;
        while at < points.len() {
            (ids[p], ids[inbox]) = (points[at].process, points[at].inbox);
            for choice in self.choices(ids, p, deaf) {
                let on_the_way = ways != Ways::Answers && self.is_note(p, ids[p], &choice)
                    || ways != Ways::Notes && self.is_answering(p, ids[p], &choice);
                if !on_the_way {
                    others.push((at, choice));
                    continue;
                }
                let (process, left) = self.after(ids, p, inbox, &choice);
                let mut sent = points[at].sent.clone();
                let (first, last) = choice.outcome.sent;
                let more = &self.tables.sent[first as usize..last as usize];
                sent.extend(more.iter().filter(|s| usize::from(s.to) != p));
                sent.sort_unstable();
                let next = (process, left, sent.clone());
                let place = *met.entry(next).or_insert(points.len());
                if place == points.len() {
                    points.push(Point {
                        process,
                        inbox: left,
                        sent,
                        from: at,
                        step: Some(choice.step),
                        last: Vec::new(),
                    });
                }
                if place != at {
                    points[place].last.push((at, choice.number));
                }
            }
            at += 1;
        }
        (points, others)
    }

    /// Whether the last thing done on some way to a point can trade places with an event there.
    pub(super) fn is_needless(
        &mut self,
        ids: &mut [u32],
        p: usize,
        deaf: u16,
        points: &[Point],
        (at, event): (usize, &Choice),
    ) -> bool {
        let here = (points[at].process, points[at].inbox);
        points[at].last.iter().any(|(from, note)| {
            let from = (points[*from].process, points[*from].inbox);
            self.commute(ids, p, deaf, (from, here), *note, event)
        })
    }

    #[cold]
    fn find_chains(&mut self, ids: &[u32], p: usize, deaf: u16) -> ((u32, u32), (u32, u32)) {
        let mut ids = ids.to_vec();
        let inbox = self.shape.inbox(p);
        let ways = if self.reductions.answers {
            Ways::Both
        } else {
            Ways::Notes
        };
        let (points, events) = self.points(&mut ids, p, deaf, ways);
        let first = self.notes.chains.len() as u32;
        for (at, choice) in events {
            if !self.is_needless(&mut ids, p, deaf, &points, (at, &choice)) {
                let notes = self.path(&points, at);
                let sent = self.answers.keep(&points[at].sent);
                self.notes.chains.push(Chain {
                    notes,
                    before: (points[at].process, points[at].inbox),
                    step: choice.step,
                    outcome: choice.outcome,
                    without: choice.without,
                    sent,
                });
            }
        }
        let points = if self.reductions.answers {
            (ids[p], ids[inbox]) = (points[0].process, points[0].inbox);
            self.points(&mut ids, p, deaf, Ways::Notes).0
        } else {
            points
        };
        let resting = self.notes.pauses.len() as u32;
        for at in 0..points.len() {
            (ids[p], ids[inbox]) = (points[at].process, points[at].inbox);
            let row = self.row(&ids, p, deaf);
            let quiet = self.quiet(row);
            let mut arrives = 0;
            if ids[inbox] != NO_MESSAGES {
                self.open(ids[inbox]);
                let mut k = 0;
                while let Some(flying) = self.flying(ids[inbox], k) {
                    arrives |= 1 << flying.from.0;
                    k += 1;
                }
            }
            if quiet != 0 {
                let notes = self.path(&points, at);
                self.notes.pauses.push(Pause {
                    process: ids[p],
                    inbox: ids[inbox],
                    quiet,
                    arrives,
                    notes,
                });
            }
        }
        let chains = (first, self.notes.chains.len() as u32);
        (chains, (resting, self.notes.pauses.len() as u32))
    }

    /// The notes that lead to a point.
    pub(super) fn path(&mut self, points: &[Point], mut at: usize) -> (u32, u32) {
        let start = self.notes.paths.len();
        while let Some(step) = points[at].step {
            self.notes.paths.push(step);
            at = points[at].from;
        }
        self.notes.paths[start..].reverse();
        (start as u32, self.notes.paths.len() as u32)
    }

    /// Everything that the process can do by itself, with the messages that it has.
    pub(super) fn choices(&mut self, ids: &[u32], p: usize, deaf: u16) -> Vec<Choice> {
        let row = self.row(ids, p, deaf);
        let mut out = Vec::new();
        for k in 0..self.locals(row) {
            let local = self.local_of(row, k);
            let step = local.step();
            out.push(Choice {
                step,
                number: self.notes.number(step),
                outcome: local.outcome,
                without: SAME,
            });
        }
        let inbox = ids[self.shape.inbox(p)];
        if inbox == NO_MESSAGES {
            return out;
        }
        self.open(inbox);
        let mut k = 0;
        while let Some(flying) = self.flying(inbox, k) {
            let event = Event::Deliver {
                to: ProcessId(p as u8),
                from: flying.from,
                nth: flying.nth,
            };
            out.push(Choice {
                step: Step::taking(event, flying.packet),
                number: 2 * flying.packet + 1,
                outcome: self.delivery(ids, p, flying.packet, deaf, event),
                without: flying.without,
            });
            k += 1;
        }
        out
    }

    pub(super) fn is_note(&self, p: usize, id: u32, choice: &Choice) -> bool {
        let kind = matches!(
            choice.step.event,
            Event::Deliver { .. } | Event::Return { .. } | Event::Proceed { .. }
        );
        let (first, last) = choice.outcome.sent;
        kind && first == last && self.is_unseen(p, id, choice)
    }

    /// Whether nobody who looks at the process can tell that it happened.
    pub(super) fn is_unseen(&self, p: usize, id: u32, choice: &Choice) -> bool {
        let outcome = &choice.outcome;
        let faces = &self.tables.faces[p];
        outcome.broken == 0
            && outcome.woken == 0
            && (outcome.process == SAME || faces[outcome.process as usize] == faces[id as usize])
    }

    /// Whether a note and the event after it can trade places. The note leads from the first of
    /// `points` to the second; the event happens in the second.
    pub(super) fn commute(
        &mut self,
        ids: &mut [u32],
        p: usize,
        deaf: u16,
        (from, here): ((u32, u32), (u32, u32)),
        note: u32,
        event: &Choice,
    ) -> bool {
        let inbox = self.shape.inbox(p);
        (ids[p], ids[inbox]) = from;
        // What arrives may have been sent by the note itself.
        let there = self.choices(ids, p, deaf);
        if note == event.number || !there.iter().any(|c| c.number == event.number) {
            return false;
        }
        let row = self.row(ids, p, deaf) as u64;
        let at = row << 40 | u64::from(note) << 20 | u64::from(event.number);
        let fits = row < 1 << 24 && note < 1 << 20 && event.number < 1 << 20;
        if let Some(known) = self.notes.commuting.get(at).filter(|_| fits) {
            return known != 0;
        }
        let told = self.tell_commute(ids, p, deaf, (from, here), note, event);
        if fits {
            self.notes.commuting.insert(at, u32::from(told));
        }
        told
    }

    pub(super) fn tell_commute(
        &mut self,
        ids: &mut [u32],
        p: usize,
        deaf: u16,
        (from, here): ((u32, u32), (u32, u32)),
        note: u32,
        event: &Choice,
    ) -> bool {
        let inbox = self.shape.inbox(p);
        (ids[p], ids[inbox]) = from;
        let with = |choices: &[Choice], number| {
            let found = choices.iter().find(|c: &&Choice| c.number == number);
            found.copied()
        };
        let there = self.choices(ids, p, deaf);
        let (Some(early), Some(noted)) = (with(&there, event.number), with(&there, note)) else {
            return false;
        };
        let (a, b) = (&early.outcome, &event.outcome);
        if !self.sends_alike(a, b) || (a.broken, a.woken) != (b.broken, b.woken) {
            return false;
        }
        (ids[p], ids[inbox]) = self.after(ids, p, inbox, &early);
        if self.is_deaf(p, ids[p]) {
            return false;
        }
        let there = self.choices(ids, p, deaf);
        let Some(late) = with(&there, note) else {
            return false;
        };
        let unseen = self.is_note(p, ids[p], &late) || self.is_answering(p, ids[p], &late);
        if !unseen || !self.sends_alike(&noted.outcome, &late.outcome) {
            return false;
        }
        let one = self.after(ids, p, inbox, &late);
        (ids[p], ids[inbox]) = here;
        one == self.after(ids, p, inbox, event)
    }

    fn sends_alike(&self, a: &Outcome, b: &Outcome) -> bool {
        let sent = |o: &Outcome| &self.tables.sent[o.sent.0 as usize..o.sent.1 as usize];
        sent(a) == sent(b)
    }

    /// The process and its inbox after something that it does: what it sends to itself is there,
    /// what it ignores is not.
    pub(super) fn after(
        &mut self,
        ids: &[u32],
        p: usize,
        inbox: usize,
        choice: &Choice,
    ) -> (u32, u32) {
        let or = |new: u32, old: u32| if new == SAME { old } else { new };
        let process = or(choice.outcome.process, ids[p]);
        let mut left = or(choice.without, ids[inbox]);
        for k in choice.outcome.sent.0..choice.outcome.sent.1 {
            let sent = self.tables.sent[k as usize];
            if usize::from(sent.to) == p {
                left = self.insert(left, sent.packet);
            }
        }
        (process, self.heeded(p, process, left))
    }
}
