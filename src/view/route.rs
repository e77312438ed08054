//! Routes: the ways of packets between two agents of a layout. Whatever stands between them is
//! passed through the gaps that the layout leaves, so that no packet covers another agent.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::drawing::{Area, PathData, Point, Seg};
use super::layout::{Flow, Layout, ProcessPlace};
use super::packet::Agent;
use crate::model::{MemoryId, ProcessId};

/// A way made of cubic curves, measured so that a packet keeps its pace.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    curves: Vec<[Point; 4]>,
    /// Points along it and how far along they are, from 0 to 1.
    marks: Vec<(f64, Point)>,
    /// How far beside it packets of the usual size may fly.
    room: f64,
}

/// How far apart packets of the usual size fly that take the same way at once.
const TRACK: f64 = 16.0;

/// Measured points for each curve.
const MARKS: usize = 14;

fn on_curve(c: &[Point; 4], t: f64) -> Point {
    let u = 1.0 - t;
    let (a, b, d, e) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
    Point::new(
        a * c[0].x + b * c[1].x + d * c[2].x + e * c[3].x,
        a * c[0].y + b * c[1].y + d * c[2].y + e * c[3].y,
    )
}

impl Route {
    fn new(curves: Vec<[Point; 4]>) -> Self {
        let mut marks = Vec::with_capacity(curves.len() * MARKS + 1);
        let mut far = 0.0;
        let mut last = curves[0][0];
        marks.push((0.0, last));
        for curve in &curves {
            for k in 1..=MARKS {
                let at = on_curve(curve, k as f64 / MARKS as f64);
                far += at.distance(last);
                marks.push((far, at));
                last = at;
            }
        }
        for mark in &mut marks {
            mark.0 /= far.max(1e-9);
        }
        Route {
            curves,
            marks,
            room: 0.0,
        }
    }

    /// The place that lies `t` of the way along, from 0 to 1.
    pub fn at(&self, t: f64) -> Point {
        let t = t.clamp(0.0, 1.0);
        let next = self
            .marks
            .partition_point(|m| m.0 < t)
            .clamp(1, self.marks.len() - 1);
        let ((a, from), (b, to)) = (self.marks[next - 1], self.marks[next]);
        from.towards(to, if b > a { (t - a) / (b - a) } else { 0.0 })
    }

    /// The direction across the way at `t`, one unit long.
    pub fn across(&self, t: f64) -> Point {
        let (a, b) = (self.at(t - 0.02), self.at(t + 0.02));
        let d = a.distance(b).max(1e-9);
        Point::new(-(b.y - a.y) / d, (b.x - a.x) / d)
    }

    /// How far beside the way packets of the usual size may fly.
    pub fn room(&self) -> f64 {
        self.room
    }

    /// The place that lies `t` of the way along and so far beside it. Packets beside each other
    /// leave and arrive together.
    pub fn beside(&self, t: f64, aside: f64) -> Point {
        let at = self.at(t);
        if aside == 0.0 {
            return at;
        }
        let across = self.across(t);
        let apart = aside * (1.0 - (2.0 * t - 1.0).powi(4));
        Point::new(at.x + across.x * apart, at.y + across.y * apart)
    }

    /// The way as it is drawn.
    pub fn path(&self) -> PathData {
        let start = self.curves[0][0];
        let mut segs = vec![Seg::Move(start.x, start.y)];
        segs.extend(
            self.curves
                .iter()
                .map(|c| Seg::Curve(c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y)),
        );
        PathData(segs.into())
    }

    /// The way as far as `t`, from 0 to 1, as it is drawn.
    pub fn path_until(&self, t: f64) -> PathData {
        let count = 24;
        let point = |k: usize| self.at(t * k as f64 / count as f64);
        let start = point(0);
        let mut segs = vec![Seg::Move(start.x, start.y)];
        segs.extend((1..=count).map(point).map(|p| Seg::Line(p.x, p.y)));
        PathData(segs.into())
    }

    /// The same way in the other direction.
    #[must_use]
    pub fn back(&self) -> Self {
        let curves = self.curves.iter().rev();
        let curves = curves.map(|c| [c[3], c[2], c[1], c[0]]).collect();
        Route {
            room: self.room,
            ..Route::new(curves)
        }
    }
}

/// The routes of a layout, each found once.
pub(super) struct Routes<'a> {
    layout: &'a Layout,
    found: RefCell<BTreeMap<(Agent, Agent), Route>>,
}

impl<'a> Routes<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        Routes {
            layout,
            found: RefCell::default(),
        }
    }

    /// The way from one agent to another.
    pub fn between(&self, from: Agent, to: Agent) -> Route {
        let mut found = self.found.borrow_mut();
        let made = found.entry((from, to));
        made.or_insert_with(|| self.layout.route(from, to)).clone()
    }
}

impl Layout {
    /// The way from one agent to another.
    pub fn route(&self, from: Agent, to: Agent) -> Route {
        match (from, to) {
            (Agent::Process(p), Agent::Memory(m)) => self.out(p, m),
            (Agent::Memory(m), Agent::Process(p)) => self.out(p, m).back(),
            (Agent::Process(p), Agent::Process(q)) if p == q => self.to_itself(p),
            (Agent::Process(p), Agent::Process(q)) => self.between(p, q),
            (Agent::Memory(a), Agent::Memory(b)) => {
                let (a, b) = (self.memories[a.0 as usize], self.memories[b.0 as usize]);
                straight(a.centre(), b.centre())
            }
        }
    }

    /// From a process to a memory: past the ranks of processes and of cards through the gaps
    /// between them, and in the strait as it likes.
    fn out(&self, process: ProcessId, memory: MemoryId) -> Route {
        let place = memory.0 as usize;
        let rank = place / self.files.max(1);
        let (begin, middle, _, half) = self.card(place);
        let clear = self.clear();
        // Each rank behind has a gap of its own beside its cards.
        let gap = match rank % 2 {
            1 => middle + half + self.beside_card,
            _ => middle - half - self.beside_card,
        };
        let mut way = self.leave(process);
        let goal = if rank == 0 { middle } else { gap };
        self.pass_processes(&mut way, self.rank_of(process), usize::MAX, goal);
        if rank == 0 {
            way.to(begin, self.landing(process, middle, half));
            return way.done(match (self.process_ranks.len(), self.processes.len()) {
                (1, ..4) => TRACK,
                (1, _) => TRACK * 0.4,
                _ => 0.0,
            });
        }
        way.to(self.shore - clear, gap);
        let before = self.card(place - self.files);
        way.to(before.0 + before.2 + clear, gap);
        way.to(begin, middle);
        way.done(0.0)
    }

    /// From one process to another: an arc on the side of the memories where they stand in one
    /// rank, through the space between their ranks where they do not; across the ring where there
    /// are no memories.
    fn between(&self, p: ProcessId, q: ProcessId) -> Route {
        if self.flow == Flow::Ring {
            return self.across_the_ring(p, q);
        }
        let (a, b) = (self.rank_of(p), self.rank_of(q));
        let clear = self.clear();
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => self.between(q, p).back(),
            std::cmp::Ordering::Equal => {
                let (mut way, back) = (self.leave(p), self.leave(q));
                let last = a + 1 == self.process_ranks.len();
                let track = if self.process_ranks.len() == 1 {
                    TRACK
                } else {
                    0.0
                };
                let end = self.process_ranks[a].end + clear;
                let room = match last {
                    true => self.shore - clear - track * self.packet - end,
                    false => self.process_ranks[a + 1].begin - clear - end,
                };
                let apart = (way.v - back.v).abs();
                let most = room.max(0.0) / 0.75;
                let reach = match last {
                    true => 16.0 + apart * 0.36 + if p < q { 0.0 } else { 2.2 * clear },
                    // The further apart, the further out.
                    false => most * (0.2 + 0.8 * apart / self.breadth().max(apart)),
                };
                way.to(end, way.v);
                way.bend(back.v, reach.min(most));
                way.to(back.u, back.v);
                way.done(track)
            }
            std::cmp::Ordering::Less => {
                let mut way = self.leave(p);
                let (rear, v) = self.rear(q);
                self.pass_processes(&mut way, a, b, v);
                way.to(way.u.max(self.process_ranks[b - 1].end + clear), way.v);
                way.to(self.process_ranks[b].begin - clear, v);
                way.to(rear, v);
                way.done(0.0)
            }
        }
    }

    /// How far the stage reaches across the flow.
    fn breadth(&self) -> f64 {
        match self.flow {
            Flow::Down => self.width,
            Flow::Across | Flow::Ring => self.height,
        }
    }

    /// The rank in which a process stands.
    fn rank_of(&self, process: ProcessId) -> usize {
        process.0 as usize % self.process_ranks.len().max(1)
    }

    /// Past the ranks of processes after `from` and before `to`, and through the gaps that lead
    /// towards `goal`.
    fn pass_processes(&self, way: &mut Way, from: usize, to: usize, goal: f64) {
        let clear = self.clear();
        if let Some(own) = self.process_ranks.get(from) {
            way.to(own.end, way.v);
        }
        let ranks = self.process_ranks.iter().take(to).skip(from + 1);
        for rank in ranks {
            // The nearest gap; of two as near, the one towards the goal.
            let far = |gap: f64| (gap - way.v).abs() + 0.01 * (gap - goal).abs();
            let gaps = rank.gaps.iter().copied();
            let gap = gaps.min_by(|a, b| far(*a).total_cmp(&far(*b)));
            let gap = gap.unwrap_or(way.v);
            way.to(rank.begin - clear, gap);
            way.to(rank.end + clear, gap);
        }
    }

    /// A way that leaves a process on the side of the memories.
    fn leave(&self, process: ProcessId) -> Way {
        let place = self.processes[process.0 as usize];
        let down = self.flow == Flow::Down;
        let (u, v) = match down {
            true => (place.area.y + place.area.h - 2.0, place.centre.x),
            false => (place.centre.x + place.radius + 2.0, place.centre.y),
        };
        Way {
            down,
            u,
            v,
            curves: Vec::with_capacity(8),
        }
    }

    /// Where a process is reached from behind.
    fn rear(&self, process: ProcessId) -> (f64, f64) {
        let place = self.processes[process.0 as usize];
        match self.flow {
            Flow::Down => (place.area.y, place.centre.x),
            Flow::Across | Flow::Ring => (place.centre.x - place.radius - 2.0, place.centre.y),
        }
    }

    /// A card: where it begins along the flow, its middle across it, its length and half its
    /// breadth.
    fn card(&self, place: usize) -> (f64, f64, f64, f64) {
        let card = self.memories[place];
        match self.flow {
            Flow::Down => (card.y, card.x + card.w / 2.0, card.h, card.w / 2.0),
            Flow::Across | Flow::Ring => (card.x, card.y + card.h / 2.0, card.w, card.h / 2.0),
        }
    }

    /// Where on the edge of its card a process's packets land: those of many beside each other.
    fn landing(&self, process: ProcessId, middle: f64, half: f64) -> f64 {
        let count = self.processes.len();
        if count < 4 {
            return middle;
        }
        let clear = self.clear();
        let apart = (2.0 * (half - clear).max(0.0) / (count as f64 - 1.0)).min(2.0 * clear);
        middle + (f64::from(process.0) - (count as f64 - 1.0) / 2.0) * apart
    }

    /// From one process to another in a ring: bent to its own side, and further to the middle
    /// where another process would be in the way.
    fn across_the_ring(&self, p: ProcessId, q: ProcessId) -> Route {
        let (a, b) = (self.processes[p.0 as usize], self.processes[q.0 as usize]);
        let apart = a.centre.distance(b.centre).max(1e-9);
        let n = Point::new(
            -(b.centre.y - a.centre.y) / apart,
            (b.centre.x - a.centre.x) / apart,
        );
        let half = a.centre.towards(b.centre, 0.5);
        let (x, y) = (self.width / 2.0 - half.x, self.height / 2.0 - half.y);
        let inward = if n.x * x + n.y * y < -1e-6 { -1.0 } else { 1.0 };
        let usual = (apart * 0.13).min(46.0);
        // What goes the other way keeps its distance.
        let other = if inward < 0.0 {
            2.4 * self.clear()
        } else {
            0.0
        };
        let more = (0..18).map(|k| inward * (usual + other + apart * 0.045 * f64::from(k)));
        let less = [usual, usual * 0.5, usual * 0.2].into_iter();
        let mut made = None;
        for bend in less
            .chain(more)
            .chain([1.0, 1.25, 0.8, 1.5, 0.6].map(|part| inward * usual * part))
        {
            let shift = |t: f64| {
                let at = a.centre.towards(b.centre, t);
                Point::new(at.x + n.x * bend, at.y + n.y * bend)
            };
            let (from, to) = (shift(0.33), shift(0.67));
            let mut route = Route::new(vec![[leaves(&a, from), from, to, leaves(&b, to)]]);
            route.room = TRACK;
            if self.is_free(&route, p, q) {
                return route;
            }
            route.room = 0.0;
            if made.is_none() && self.is_free(&route, p, q) {
                made = Some(route);
            }
        }
        made.unwrap_or_else(|| straight(a.centre, b.centre))
    }

    /// Whether packets on a way between two processes touch no other.
    fn is_free(&self, route: &Route, p: ProcessId, q: ProcessId) -> bool {
        let clear = self.clear();
        let others = self.processes.iter().enumerate();
        let others = others.filter(|(k, _)| *k != p.0 as usize && *k != q.0 as usize);
        let areas: Vec<Area> = others.map(|(_, place)| place.area).collect();
        let tracks: &[f64] = if route.room > 0.0 {
            &[-1.0, 0.0, 1.0]
        } else {
            &[0.0]
        };
        (0..=60).all(|k| {
            let t = f64::from(k) / 60.0;
            tracks.iter().all(|track| {
                let at = route.beside(t, track * route.room * self.packet);
                let seen = at.x >= 0.0 && at.y >= 0.0 && at.x <= self.width && at.y <= self.height;
                seen && areas.iter().all(|area| area.distance(at) >= clear)
            })
        })
    }

    /// A loop beside a process, for what it sends itself.
    fn to_itself(&self, p: ProcessId) -> Route {
        let place = self.processes[p.0 as usize];
        let (c, r) = (place.centre, place.radius);
        if let Some(rank) = self.process_ranks.get(self.rank_of(p)) {
            let mut way = self.leave(p);
            let far = rank.end + self.clear() + 4.0 - way.u;
            way.v -= r * 0.3;
            way.bend(way.v + r * 0.6, far / 0.75);
            return way.done(0.0);
        }
        let left = r + 12.0;
        Route::new(vec![[
            Point::new(c.x - r * 0.87, c.y - r * 0.5),
            Point::new(c.x - left, c.y - r * 0.8),
            Point::new(c.x - left, c.y + r * 0.4),
            Point::new(c.x - r, c.y + r * 0.2),
        ]])
    }
}

/// Where a way towards a place leaves a process in a ring: below, its captions are left out too.
fn leaves(place: &ProcessPlace, towards: Point) -> Point {
    let d = place.centre.distance(towards).max(1e-9);
    let (dx, dy) = (
        (towards.x - place.centre.x) / d,
        (towards.y - place.centre.y) / d,
    );
    let area = place.area;
    let mut far = place.radius + 3.0;
    let below = area.y + area.h - place.centre.y;
    if dy > 0.0 && (dx / dy * below).abs() < area.w * 0.3 {
        far = far.max(below / dy);
    }
    Point::new(place.centre.x + dx * far, place.centre.y + dy * far)
}

/// A way that is being made, along the flow (u) and across it (v).
struct Way {
    down: bool,
    u: f64,
    v: f64,
    curves: Vec<[Point; 4]>,
}

impl Way {
    fn turned(&self, u: f64, v: f64) -> Point {
        match self.down {
            true => Point::new(v, u),
            false => Point::new(u, v),
        }
    }

    /// On to a place, setting out and arriving along the flow.
    fn to(&mut self, u: f64, v: f64) {
        let along = (u - self.u) * 0.42;
        self.curve(self.u + along, u - along, u, v);
    }

    /// Out and back again, to another place across the flow.
    fn bend(&mut self, v: f64, reach: f64) {
        let far = self.u + reach;
        self.curve(far, far, self.u, v);
    }

    fn curve(&mut self, first: f64, second: f64, u: f64, v: f64) {
        if (u - self.u).abs() < 1e-6 && (v - self.v).abs() < 1e-6 {
            return;
        }
        self.curves.push([
            self.turned(self.u, self.v),
            self.turned(first, self.v),
            self.turned(second, v),
            self.turned(u, v),
        ]);
        (self.u, self.v) = (u, v);
    }

    /// The way, with so much room beside it.
    fn done(self, room: f64) -> Route {
        let mut route = Route::new(self.curves);
        route.room = room;
        route
    }
}

fn straight(a: Point, b: Point) -> Route {
    Route::new(vec![[a, a.towards(b, 0.33), a.towards(b, 0.67), b]])
}
