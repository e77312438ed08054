//! How a run is told in the fewest characters: which stretches an automatic schedule would have
//! chosen just so, and which are told choice by choice.

use super::tables::{identity, ordinary};
use crate::model::Event;
use crate::share::coder::{Code, Exhausted};
use crate::sim::{Adversary, Choice, Draw, Lockstep, Origin, Random, Trace};

/// What is known of one step of the run.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// What was chosen.
    pub choice: Choice,
    /// Its place among the ordinary events that could happen; nothing for what has to be escaped.
    pub place: Option<Place>,
    /// Whether lockstep would choose it.
    lockstep: bool,
    /// The random schedule that chose it, if one did and would again.
    random: Option<Draw>,
    /// Whether lockstep, and that random schedule, would have nothing left to choose before it.
    ends: (bool, bool),
}

/// An event's place among the ordinary ones that can happen: the algorithm's and the network's
/// steps, and the whims of Omega and of clocks, which come less often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its place among all.
    place: u32,
    /// How many steps there are.
    steps: u32,
    /// Where the whims begin in the list of all, which they all follow or which they part.
    whims: (u32, u32),
}

impl Place {
    /// The first of a list of ordinary events, which is in their order.
    pub fn first_of(events: &[Event]) -> Self {
        let whim = |e: &Event| !e.is_progress();
        let first = events.iter().position(whim).unwrap_or(events.len());
        let count = events.iter().filter(|e| whim(e)).count();
        Place {
            place: 0,
            steps: (events.len() - count) as u32,
            whims: (first as u32, count as u32),
        }
    }

    /// Whether it is a whim, and its place in its class.
    fn of_class(self) -> (bool, u32) {
        let (first, count) = self.whims;
        match self.place {
            k if k < first => (false, k),
            k if k < first + count => (true, k - first),
            k => (false, k - count),
        }
    }

    /// Writes it as one of all, or reads another place among the same.
    pub fn plain<C: Code>(self, code: &mut C) -> Result<u32, Exhausted> {
        code.uniform(self.steps + self.whims.1, self.place)
    }

    /// Writes it as one of its class, or reads another place among the same.
    pub fn sorted<C: Code>(self, code: &mut C) -> Result<u32, Exhausted> {
        let (first, count) = self.whims;
        let (whim, place) = self.of_class();
        let whim = match (self.steps, count) {
            (0, _) => true,
            (_, 0) => false,
            _ => code.rarely(whim)?,
        };
        if whim {
            return Ok(first + code.uniform(count, place)?);
        }
        let place = code.uniform(self.steps, place)?;
        Ok(if place < first { place } else { place + count })
    }

    /// What it costs as one of all, and as one of its class, in sixteenths of a bit.
    fn costs(self) -> (u64, u64) {
        let (whim, _) = self.of_class();
        let class = if whim { self.whims.1 } else { self.steps };
        let told = match (self.steps, self.whims.1, whim) {
            (0, ..) | (_, 0, _) => 0,
            (_, _, true) => 4 * UNIT,
            // 15 of 16.
            (_, _, false) => 2,
        };
        (bits(self.steps + self.whims.1), told + bits(class))
    }
}

/// A stretch of a run, told in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// So many ordinary events, chosen one by one.
    Hand(usize),
    /// So many ordinary events, chosen one by one, each told by its class first.
    Sorted(usize),
    /// One choice, escaped.
    Escaped,
    /// Lockstep for so many steps, and whether that is all it would do.
    Lockstep(usize, bool),
    /// A random schedule for so many steps, and whether that is all it would do.
    Random(Draw, usize, bool),
}

impl Segment {
    /// How many steps it tells.
    pub fn len(self) -> usize {
        match self {
            Segment::Hand(k)
            | Segment::Sorted(k)
            | Segment::Lockstep(k, _)
            | Segment::Random(_, k, _) => k,
            Segment::Escaped => 1,
        }
    }
}

/// A run about to be told.
#[derive(Debug)]
pub struct Run {
    /// Its steps.
    pub steps: Vec<Told>,
    /// As [`Told::ends`], after the last step.
    end: (bool, bool),
}

impl Run {
    /// The current run's steps after `from` up to `to`; moves the playhead.
    pub fn of(trace: &mut Trace, from: usize, to: usize) -> Self {
        let mut random: Option<Random> = None;
        let mut steps = Vec::with_capacity(to.saturating_sub(from));
        for k in from..to {
            trace.seek(k);
            let step = trace.step(k + 1);
            let Some(choice) = step.choice else { continue };
            let (place, lockstep, idle) = match choice {
                Choice::Event(event) => {
                    let next = Lockstep.choose(trace);
                    let place = place(trace, event);
                    (place, next == Some(event), next.is_none())
                }
                Choice::Hold(_) | Choice::Release(_) => {
                    (None, false, Lockstep.choose(trace).is_none())
                }
            };
            let (drawn, spent) = chosen_by(&mut random, trace, step.origin, choice);
            steps.push(Told {
                choice,
                place,
                lockstep,
                random: drawn,
                ends: (idle, spent),
            });
        }
        trace.seek(to);
        let spent = random.is_some_and(|mut r| r.choose(trace).is_none());
        Run {
            steps,
            end: (Lockstep.choose(trace).is_none(), spent),
        }
    }

    fn ends(&self, k: usize) -> (bool, bool) {
        self.steps.get(k).map_or(self.end, |told| told.ends)
    }

    /// Several ways to tell the run, one of which is likely the shortest: they differ in how much
    /// a stretch must save to be told by an automatic schedule.
    pub fn plans(&self) -> Vec<Vec<Segment>> {
        let mut plans: Vec<Vec<Segment>> = Vec::new();
        for price in [2, 6, 10, 14, 20, 30, 1_000_000] {
            let plan = self.plan(price * UNIT);
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        plans
    }

    /// The cheapest way where a change of the way costs `price`, by dynamic programming over the
    /// ways in which each step can be told.
    fn plan(&self, price: u64) -> Vec<Segment> {
        const NEVER: u64 = u64::MAX / 4;
        let mut cost = [0, 0, 0];
        let mut from: Vec<[usize; 3]> = Vec::with_capacity(self.steps.len());
        for (k, told) in self.steps.iter().enumerate() {
            let own = [
                told.place.map_or(ESCAPE + price, |place| place.costs().0),
                if told.lockstep { 0 } else { NEVER },
                if told.random.is_some() { 0 } else { NEVER },
            ];
            let breaks = k > 0 && !self.same_random(k);
            let mut next = [NEVER; 3];
            let mut best = [0; 3];
            for way in 0..3 {
                for (before, spent) in cost.into_iter().enumerate() {
                    let stays = before == way && !(way == RANDOM && breaks);
                    // A random schedule is named by its seed, too.
                    let change = if way == RANDOM { price * 2 } else { price };
                    let total = spent + own[way] + if stays { 0 } else { change };
                    if total < next[way] {
                        next[way] = total;
                        best[way] = before;
                    }
                }
            }
            cost = next.map(|c| c.min(NEVER));
            from.push(best);
        }
        let mut way = (0..3).min_by_key(|w| cost[*w]).unwrap_or(HAND);
        let mut ways = vec![HAND; self.steps.len()];
        for k in (0..self.steps.len()).rev() {
            ways[k] = way;
            way = from[k][way];
        }
        self.segments(&ways)
    }

    /// Whether step `k` goes on with the random schedule of the step before it.
    fn same_random(&self, k: usize) -> bool {
        match (self.steps[k - 1].random, self.steps[k].random) {
            (Some(a), Some(b)) => a.seed == b.seed && a.faults == b.faults && b.drawn > a.drawn,
            _ => false,
        }
    }

    fn segments(&self, ways: &[usize]) -> Vec<Segment> {
        let mut out = Vec::new();
        let mut k = 0;
        while k < ways.len() {
            let way = ways[k];
            let mut end = k + 1;
            if way == HAND && self.steps[k].place.is_none() {
                out.push(Segment::Escaped);
                k = end;
                continue;
            }
            while end < ways.len() && ways[end] == way {
                let goes_on = match way {
                    HAND => self.steps[end].place.is_some(),
                    RANDOM => self.same_random(end),
                    _ => true,
                };
                if !goes_on {
                    break;
                }
                end += 1;
            }
            let (idle, spent) = self.ends(end);
            out.push(match (way, self.steps[k].random) {
                (LOCKSTEP, _) => Segment::Lockstep(end - k, idle),
                (RANDOM, Some(draw)) => Segment::Random(draw, end - k, spent),
                _ => self.by_hand(k, end),
            });
            k = end;
        }
        out
    }

    /// The steps from `k` to `end` by hand, in the shorter of the two ways.
    fn by_hand(&self, k: usize, end: usize) -> Segment {
        let places = self.steps[k..end].iter().filter_map(|told| told.place);
        let (plain, sorted) = places.fold((0, SORTING), |(plain, sorted), place| {
            let (a, b) = place.costs();
            (plain + a, sorted + b)
        });
        if sorted < plain {
            Segment::Sorted(end - k)
        } else {
            Segment::Hand(end - k)
        }
    }
}

const HAND: usize = 0;
const LOCKSTEP: usize = 1;
const RANDOM: usize = 2;
/// A bit, in the unit of costs.
const UNIT: u64 = 16;
/// What an escaped choice costs at least: its segment, its kind, and whom it concerns.
const ESCAPE: u64 = 8 * UNIT;
/// What it costs more to say that choices are told by their class first.
const SORTING: u64 = 8 * UNIT;

/// The logarithm of a count, in sixteenths of a bit.
fn bits(count: u32) -> u64 {
    if count < 256 {
        u64::from(u128::from(count.max(1)).pow(UNIT as u32).ilog2())
    } else {
        u64::from(count.ilog2() + 1) * UNIT
    }
}

fn place(trace: &Trace, event: Event) -> Option<Place> {
    let events = ordinary(trace.enabled());
    let key = |e: &Event| identity(Choice::Event(*e));
    let place = events.binary_search_by_key(&key(&event), key).ok()?;
    Some(Place {
        place: place as u32,
        ..Place::first_of(&events)
    })
}

/// The random schedule that chose a step, if it would again; and whether the one that chose the
/// steps before would have had nothing left to choose.
fn chosen_by(
    random: &mut Option<Random>,
    trace: &Trace,
    origin: Origin,
    choice: Choice,
) -> (Option<Draw>, bool) {
    let Origin::Random(draw) = origin else {
        let spent = random.take().is_some_and(|mut r| r.choose(trace).is_none());
        return (None, spent);
    };
    let goes_on = random.as_ref().is_some_and(|r| r.origin() == origin);
    let mut spent = false;
    if !goes_on {
        spent = random.take().is_some_and(|mut r| r.choose(trace).is_none());
    }
    let generator = random.get_or_insert_with(|| Random::resume(draw));
    if generator.choose(trace).map(Choice::Event) == Some(choice) {
        (Some(draw), spent)
    } else {
        *random = None;
        (None, spent)
    }
}
