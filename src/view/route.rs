//! Routes: the ways of packets between two agents of a layout.

use super::drawing::{PathData, Point, Seg};
use super::layout::{Flow, Layout};
use super::packet::Agent;
use crate::model::{MemoryId, ProcessId};

/// A way made of cubic curves, measured so that a packet keeps its pace.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    curves: Vec<[Point; 4]>,
    /// Points along it and how far along they are, from 0 to 1.
    marks: Vec<(f64, Point)>,
}

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
        Route { curves, marks }
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
        Route::new(curves.map(|c| [c[3], c[2], c[1], c[0]]).collect())
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

    /// From a process to a memory: straight to the first rank of cards, and to those behind
    /// through the gap between their neighbours.
    fn out(&self, process: ProcessId, memory: MemoryId) -> Route {
        let place = self.processes[process.0 as usize];
        let card = self.memories[memory.0 as usize];
        let rank = memory.0 as usize / self.files.max(1);
        let down = self.flow == Flow::Down;
        // Along the flow (u) and across it (v), turned at the end.
        let turn = |u: f64, v: f64| {
            if down {
                Point::new(v, u)
            } else {
                Point::new(u, v)
            }
        };
        let (start, v0) = if down {
            (place.area.y + place.area.h - 2.0, place.centre.x)
        } else {
            (place.centre.x + place.radius + 2.0, place.centre.y)
        };
        let (cu, cv, ch) = if down {
            (card.y, card.x, card.w)
        } else {
            (card.x, card.y, card.h)
        };
        let middle = cv + ch / 2.0;
        let half = (self.shore - start) * 0.34;
        if rank == 0 {
            return Route::new(vec![[
                turn(start, v0),
                turn(start + half, v0),
                turn(cu - half, middle),
                turn(cu, middle),
            ]]);
        }
        // The gap below the card; each rank has a way of its own in it.
        let gap = cv + ch + if rank % 2 == 1 { 10.0 } else { 20.0 };
        let near = self.shore - 14.0;
        let far = cu - 30.0;
        Route::new(vec![
            [
                turn(start, v0),
                turn(start + half, v0),
                turn(near - half, gap),
                turn(near, gap),
            ],
            [
                turn(near, gap),
                turn(near + (far - near) * 0.33, gap),
                turn(near + (far - near) * 0.66, gap),
                turn(far, gap),
            ],
            [
                turn(far, gap),
                turn(far + 18.0, gap),
                turn(cu - 16.0, middle),
                turn(cu, middle),
            ],
        ])
    }

    /// From one process to another: an arc on the side of the memories, or across the ring. The
    /// way back is an arc of its own.
    fn between(&self, p: ProcessId, q: ProcessId) -> Route {
        let (a, b) = (self.processes[p.0 as usize], self.processes[q.0 as usize]);
        let apart = a.centre.distance(b.centre);
        let (control_a, control_b) = if self.flow == Flow::Ring {
            let bend = (apart * 0.13).min(46.0);
            let n = Point::new(
                -(b.centre.y - a.centre.y) / apart.max(1e-9),
                (b.centre.x - a.centre.x) / apart.max(1e-9),
            );
            let shift = |t: f64| {
                let at = a.centre.towards(b.centre, t);
                Point::new(at.x + n.x * bend, at.y + n.y * bend)
            };
            (shift(0.33), shift(0.67))
        } else {
            let most = (self.shore - a.centre.x.max(b.centre.x)) * 0.9;
            let most = if self.flow == Flow::Down {
                130.0
            } else {
                most.max(60.0)
            };
            let reach = (30.0 + apart * 0.42 + if p < q { 0.0 } else { 30.0 }).min(most);
            let (u, v) = if self.flow == Flow::Down {
                (0.0, 1.0)
            } else {
                (1.0, 0.0)
            };
            let shift = |c: Point, r: f64| Point::new(c.x + u * (reach + r), c.y + v * (reach + r));
            (shift(a.centre, a.radius), shift(b.centre, b.radius))
        };
        let edge = |centre: Point, radius: f64, towards: Point| {
            let d = centre.distance(towards).max(1e-9);
            centre.towards(towards, (radius + 3.0) / d)
        };
        Route::new(vec![[
            edge(a.centre, a.radius, control_a),
            control_a,
            control_b,
            edge(b.centre, b.radius, control_b),
        ]])
    }

    /// A loop beside a process, for what it sends itself.
    fn to_itself(&self, p: ProcessId) -> Route {
        let place = self.processes[p.0 as usize];
        let (c, r) = (place.centre, place.radius);
        Route::new(vec![[
            Point::new(c.x - r * 0.5, c.y - r * 0.87),
            Point::new(c.x - r * 1.6, c.y - r * 2.0),
            Point::new(c.x - r * 2.2, c.y - r * 0.6),
            Point::new(c.x - r, c.y - r * 0.1),
        ]])
    }
}

fn straight(a: Point, b: Point) -> Route {
    Route::new(vec![[a, a.towards(b, 0.33), a.towards(b, 0.67), b]])
}
