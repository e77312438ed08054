//! Drawing the visible part of a diagram.

use std::collections::BTreeSet;

use super::folded;
use super::index::{DiagramIndex, End, Reign, line_of};
use super::strands::{self, Strand};
use super::{Axis, Diagram, DiagramOptions, Highlight, Hit};
use crate::model::{Level, MemoryId, ProcessId};
use crate::sim::Session;
use crate::view::drawing::{
    Anchor, Area, Group, PathData, Point, Pose, Role, Scene, Seg, Shape, Target,
};
use crate::view::icons::Icon;
use crate::view::packet::Agent;
use crate::view::style::{Class, Paint, Tone};
use crate::view::text::Ui;

/// The room for the lifelines' names.
pub(super) const GUTTER: f64 = 56.0;
/// The room above the lifelines, for the axis.
const TOP: f64 = 22.0;
const BOTTOM: f64 = 12.0;
/// The width of a delay at zoom 1.
const DELAY: f64 = 118.0;
/// The width of a step at zoom 1.
const STEP: f64 = 34.0;
/// How much of a delay its steps take.
const SPREAD: f64 = 0.34;

/// Where things are.
pub(super) struct Frame<'a> {
    pub index: &'a DiagramIndex,
    pub options: &'a DiagramOptions,
    /// The line of each agent, hidden ones without.
    lines: Vec<Option<f64>>,
    processes: usize,
    height: f64,
    pub first: usize,
    pub last: usize,
}

impl Frame<'_> {
    pub fn unit(&self) -> f64 {
        let unit = match (self.options.axis, self.options.level) {
            (Axis::Delays, Level::Copies | Level::Registers) => DELAY,
            // A broadcast takes a dozen delays.
            (Axis::Delays, Level::Broadcasts | Level::Messages) => DELAY / 5.0,
            (Axis::Steps, Level::Copies | Level::Registers) => STEP,
            (Axis::Steps, Level::Broadcasts | Level::Messages) => STEP * 1.6,
        };
        unit * self.options.zoom
    }

    /// Whether many memories are one line.
    pub fn folds(&self) -> bool {
        self.options.level > Level::Copies
    }

    /// Whether a step is shown.
    pub fn shows(&self, k: usize) -> bool {
        self.index.levels.shows(self.options.level, k)
    }

    /// Where a step is on the axis, in units.
    fn place(&self, k: usize) -> f64 {
        let k = k.min(self.index.len());
        match self.options.axis {
            Axis::Steps => self.index.levels.rank(self.options.level, k) as f64,
            Axis::Delays => {
                let step = &self.index.steps[k];
                let start = self.index.groups[step.group as usize];
                let next = self.index.groups.get(step.group as usize + 1);
                let count = next.copied().unwrap_or(self.index.len() + 1) - start;
                f64::from(step.delays) + SPREAD * (k - start) as f64 / count as f64
            }
        }
    }

    /// Where a step is in the visible part.
    pub fn x(&self, k: usize) -> f64 {
        self.x_of(self.place(k))
    }

    /// Where a place on the axis is in the visible part.
    pub fn x_of(&self, place: f64) -> f64 {
        GUTTER + 20.0 + place * self.unit() - self.options.offset
    }

    fn x_between(&self, playhead: f64) -> f64 {
        let k = playhead.max(0.0).floor() as usize;
        let t = playhead.max(0.0).fract();
        let (a, b) = (self.x(k), self.x(k + 1));
        a + (b - a) * t
    }

    pub fn y(&self, agent: Agent) -> Option<f64> {
        self.lines.get(line_of(agent, self.processes)).copied()?
    }

    /// The last step that is not to the right of `x`.
    fn step_at(&self, x: f64) -> usize {
        let (mut low, mut high) = (0, self.index.len());
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.x(middle) <= x {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    pub fn right(&self) -> f64 {
        self.options.size.w
    }
}

/// The lines of the shown agents, and the height that they need, where something stands below.
fn lines(index: &DiagramIndex, options: &DiagramOptions, below: f64) -> (Vec<Option<f64>>, f64) {
    let (n, m) = (index.crashes.len(), index.memories.len());
    let shown = |k: usize| {
        if k < n {
            options.filter.processes.contains(ProcessId(k as u8))
        } else {
            options.filter.memories.contains(MemoryId((k - n) as u8))
        }
    };
    // Where levels fold, all memories are one line.
    let one = options.level > Level::Copies;
    let memory = (n..n + m).find(|k| shown(*k));
    let count = (0..n + m)
        .filter(|k| shown(*k) && (!one || *k < n || Some(*k) == memory))
        .count();
    let gap = if m > 0 { 0.4 } else { 0.0 };
    let room = options.size.h - below - TOP - BOTTOM;
    let pitch = (room / (count as f64 + gap).max(1.0)).clamp(19.0, 46.0);
    let mut y = TOP + pitch / 2.0;
    let mut out = Vec::with_capacity(n + m);
    for k in 0..n + m {
        if k == n && y > TOP + pitch {
            y += gap * pitch;
        }
        if one && k >= n {
            out.push(memory.map(|_| y));
            if k + 1 == n + m && memory.is_some() {
                y += pitch;
            }
        } else if shown(k) {
            out.push(Some(y));
            y += pitch;
        } else {
            out.push(None);
        }
    }
    (out, (y - pitch / 2.0 + BOTTOM).max(options.size.h - below))
}

/// Where things are, and the height of what stands above the other runs.
fn frame<'a>(
    index: &'a DiagramIndex,
    options: &'a DiagramOptions,
    strands: &[Strand],
) -> (Frame<'a>, f64) {
    let (lines, below) = lines(index, options, strands::height(strands.len()));
    let frame = Frame {
        index,
        options,
        lines,
        processes: index.crashes.len(),
        height: below + strands::height(strands.len()),
        first: 0,
        last: 0,
    };
    (frame, below)
}

/// The width of the whole diagram.
fn full_width(frame: &Frame<'_>) -> f64 {
    frame.x(frame.index.len()) + frame.options.offset + frame.unit() * 1.2
}

/// The offset that keeps the playhead, which is at `head` of the visible part, between a quarter
/// and three quarters of it.
fn following(frame: &Frame<'_>, head: f64) -> f64 {
    let options = frame.options;
    let (low, high) = (options.size.w * 0.25, options.size.w * 0.75);
    let wanted = if head < low {
        options.offset - (low - head)
    } else if head > high {
        options.offset + (head - high)
    } else {
        options.offset
    };
    wanted.clamp(0.0, (full_width(frame) - options.size.w).max(0.0))
}

pub(super) fn follow(index: &DiagramIndex, options: &DiagramOptions) -> f64 {
    let (frame, _) = frame(index, options, &[]);
    following(&frame, frame.x_between(options.playhead))
}

pub(super) fn draw(session: &Session, index: &DiagramIndex, options: &DiagramOptions) -> Diagram {
    let strands: &[Strand] = match options.branches {
        true => &index.strands,
        false => &[],
    };
    let (mut frame, below) = frame(index, options, strands);
    frame.first = frame.step_at(GUTTER - 10.0);
    frame.last = (frame.step_at(frame.right()) + 1).min(index.len());
    let hot = hot(session, options.highlight);
    let mut still = vec![rules(&frame)];
    still.extend(lifelines(&frame));
    still.extend(hot_stretches(&frame, session, hot.as_ref()));
    still.extend(arrows(&frame, hot.as_ref()));
    still.extend(folded::arrows(&frame));
    let (others, runs) = strands::draw(&frame, session, strands, below);
    still.extend(others);
    let (marks, mut hits) = marks(&frame, hot.as_ref());
    still.extend(marks);
    hits.extend(columns(&frame));
    let head = frame.x_between(options.playhead);
    let mut moving = vec![future(&frame, head)];
    moving.push(playhead(&frame, head));
    moving.push(names(&frame));
    Diagram {
        scene: Scene {
            width: options.size.w,
            height: frame.height,
            label: options.language.tongue().diagram(
                index.crashes.len(),
                index.memories.len(),
                index.len(),
            ),
            still,
            moving,
        },
        hits,
        runs,
        full_width: full_width(&frame),
        head,
        visible: (frame.first, frame.last),
        follow: following(&frame, head),
    }
}

/// The steps of the highlight.
fn hot(session: &Session, highlight: Highlight) -> Option<BTreeSet<usize>> {
    match highlight {
        Highlight::None => None,
        Highlight::CriticalPath(k) => Some(session.trace.critical_path(k).into_iter().collect()),
        Highlight::CausalPast(k) => Some(session.trace.causal_past(k).into_iter().collect()),
    }
}

fn rules(frame: &Frame<'_>) -> Group {
    let mut group = Group::new("rules", Role::Rule);
    let unit = frame.unit();
    let origin = GUTTER + 20.0 - frame.options.offset;
    // Numbers stay apart however far it is zoomed out.
    let every = (26.0 / unit).ceil().max(1.0) as usize;
    let every = match frame.options.axis {
        Axis::Delays => every,
        Axis::Steps => every.max(if unit < 60.0 { 5 } else { 1 }),
    };
    let first = ((GUTTER - origin) / unit).max(0.0) as usize / every * every;
    let end = frame.place(frame.index.len());
    if frame.folds() && frame.options.axis == Axis::Steps {
        // The numbers of the steps that are shown.
        let shown = (frame.first..=frame.last).filter(|k| frame.shows(*k));
        let rank = |k: &usize| frame.index.levels.rank(frame.options.level, *k);
        for k in shown.filter(|k| rank(k).is_multiple_of(every)) {
            rule(frame, &mut group, frame.x(k), k);
        }
        return group;
    }
    let mut k = first;
    while origin + k as f64 * unit <= frame.right() && k as f64 <= end + 1.0 {
        rule(frame, &mut group, origin + k as f64 * unit, k);
        k += every;
    }
    group
}

/// A ruled place of the axis with its number.
fn rule(frame: &Frame<'_>, group: &mut Group, x: f64, number: usize) {
    if x < GUTTER || x > frame.right() {
        return;
    }
    let foot = frame.height - BOTTOM + 4.0;
    group.push(Shape::line(x, TOP - 6.0, x, foot, Class::Tick));
    let text = number.to_string();
    group.push(Shape::text(x, 12.0, Anchor::Middle, text, Class::TickText));
}

/// The stretches of time in which a process is down, clipped to what is visible.
fn downtimes(frame: &Frame<'_>, process: usize) -> Vec<(f64, f64)> {
    let turns = &frame.index.crashes[process];
    turns
        .chunks(2)
        .map(|pair| {
            let up = pair.get(1).map_or(frame.right(), |k| frame.x(*k));
            (frame.x(pair[0]).max(GUTTER), up.min(frame.right()))
        })
        .filter(|(a, b)| a < b)
        .collect()
}

fn lifelines(frame: &Frame<'_>) -> Vec<Group> {
    let mut out = Vec::new();
    for p in 0..frame.processes {
        let id = ProcessId(p as u8);
        let Some(y) = frame.y(Agent::Process(id)) else {
            continue;
        };
        let paint = Paint::of(Class::Life, Tone::Process(id));
        let mut group = Group::new(format!("life-{id}"), Role::Lifeline);
        let mut x = GUTTER;
        for (down, up) in downtimes(frame, p) {
            group.push(Shape::line(x, y, down, y, paint));
            group.push(Shape::line(down, y, up, y, Class::LifeDead));
            x = up;
        }
        if x < frame.right() {
            group.push(Shape::line(x, y, frame.right(), y, paint));
        }
        out.push(group);
    }
    if frame.folds() {
        if let Some(y) = frame.y(Agent::Memory(MemoryId(0))) {
            let mut group = Group::new("life-memories", Role::Band);
            let reigns = folded::reigns(&frame.index.memories);
            reign(frame, &mut group, (&reigns, None), y);
            out.push(group);
        }
        return out;
    }
    for m in 0..frame.index.memories.len() {
        let id = MemoryId(m as u8);
        if let Some(y) = frame.y(Agent::Memory(id)) {
            let line = &frame.index.memories[m];
            let mut group = Group::new(format!("life-{id}"), Role::Band);
            reign(frame, &mut group, (&line.regions, line.crashed), y);
            out.push(group);
        }
    }
    out
}

/// The height of a memory's band.
const BAND: f64 = 14.0;

/// Who may write a memory, over time: a band in the colour of the only one, an open band where
/// several may or nobody; one lane for each region.
fn reign(
    frame: &Frame<'_>,
    group: &mut Group,
    (regions, crashed): (&[Vec<Reign>], Option<usize>),
    y: f64,
) {
    let end = crashed.map_or(frame.right(), |k| frame.x(k));
    let now = frame.x(frame.index.len()) + 14.0;
    group.push(Shape::line(GUTTER, y, frame.right(), y, Class::LifeThin));
    let lanes = regions.len().max(1) as f64;
    let tall = BAND.max(lanes * 2.2);
    for (lane, reigns) in regions.iter().enumerate() {
        let top = y - tall / 2.0 + tall * lane as f64 / lanes;
        let high = tall / lanes - if lanes > 1.0 { 0.6 } else { 0.0 };
        for (k, reign) in reigns.iter().enumerate() {
            let from = if reign.from == 0 {
                GUTTER
            } else {
                frame.x(reign.from)
            };
            let until = reigns.get(k + 1).map_or(now, |next| frame.x(next.from));
            let (from, until) = (from.max(GUTTER), until.min(end).min(frame.right()));
            if from >= until {
                continue;
            }
            let writers = reign.writers;
            if writers.len() == 1 {
                let paint = Paint::of(Class::Band, Tone::of_writers(writers));
                group.push(Shape::rect(from, top, until - from, high, 0.0, paint));
            } else {
                group.push(Shape::rect(
                    from,
                    top,
                    until - from,
                    high,
                    0.0,
                    Class::BandOpen,
                ));
                // Several writers: a thread of each one's colour along the band.
                let count = writers.len() as f64;
                for (j, process) in writers.iter().enumerate() {
                    let paint = Paint::of(Class::Band, Tone::Process(process));
                    let part = high / count;
                    let thin = (part * 0.55).max(0.8);
                    let at = top + part * j as f64 + (part - thin) / 2.0;
                    group.push(Shape::rect(from, at, until - from, thin, 0.0, paint));
                }
            }
        }
    }
    if let Some(k) = crashed {
        let x = frame.x(k).max(GUTTER);
        if x < frame.right() {
            group.push(Shape::line(x, y, frame.right(), y, Class::LifeDead));
        }
    }
}

fn hot_stretches(
    frame: &Frame<'_>,
    session: &Session,
    hot: Option<&BTreeSet<usize>>,
) -> Vec<Group> {
    let mut out = Vec::new();
    for k in hot.into_iter().flatten() {
        let Some(step) = frame.index.steps.get(*k) else {
            continue;
        };
        let (Some(place), Some(previous)) = (
            step.place,
            session
                .trace
                .place_of(session.trace.step(*k).causes.previous),
        ) else {
            continue;
        };
        let joined = previous == 0 || hot.is_some_and(|h| h.contains(&previous));
        let (Some(y), true) = (frame.y(place), joined) else {
            continue;
        };
        let (from, to) = (
            frame.x(previous).max(GUTTER),
            frame.x(*k).min(frame.right()),
        );
        if from < to && matches!(place, Agent::Process(_)) {
            let tone = match place {
                Agent::Process(p) => Tone::Process(p),
                Agent::Memory(_) => Tone::Nobody,
            };
            let mut group = Group::new(format!("hot-{k}"), Role::Lifeline);
            group.push(Shape::line(from, y, to, y, Paint::of(Class::LifeHot, tone)));
            out.push(group);
        }
    }
    out
}

fn arrows(frame: &Frame<'_>, hot: Option<&BTreeSet<usize>>) -> Vec<Group> {
    let shown = frame.index.arrows_between(frame.first, frame.last);
    let ways = shown.into_iter().filter_map(|id| {
        let arrow = &frame.index.arrows[id as usize];
        let way = Way {
            key: id.to_string(),
            sent: arrow.sent,
            end: arrow.end,
            from: arrow.from,
            to: arrow.to,
            owner: arrow.owner,
            icon: arrow.icon,
            lie: arrow.lie,
        };
        (!arrow.folds || !frame.folds()).then_some(way)
    });
    ways.filter_map(|way| arrow(frame, &way, hot)).collect()
}

/// The way of a packet, or of what many are folded into.
pub(super) struct Way {
    pub key: String,
    pub sent: usize,
    pub end: End,
    pub from: Agent,
    pub to: Agent,
    pub owner: ProcessId,
    pub icon: Icon,
    pub lie: bool,
}

pub(super) fn arrow(
    frame: &Frame<'_>,
    arrow: &Way,
    hot: Option<&BTreeSet<usize>>,
) -> Option<Group> {
    let id = &arrow.key;
    if frame.options.filter.hidden.contains(&arrow.icon) {
        return None;
    }
    let (y1, y2) = (frame.y(arrow.from)?, frame.y(arrow.to)?);
    let from = Point::new(frame.x(arrow.sent), y1);
    let to = match arrow.end {
        End::Arrives(k) => Point::new(frame.x(k), y2),
        // As far as it came: it fades out on its way.
        End::Vanishes(k) => from.towards(Point::new(frame.x(k), y2), 0.72),
        End::Open => {
            let now = frame.x(frame.index.len()) + frame.unit() * 0.35;
            from.towards(Point::new(now.max(from.x + 12.0), y2), 0.6)
        }
    };
    let within = match (hot, arrow.end) {
        (None, _) => None,
        (Some(hot), End::Arrives(k)) => {
            Some(hot.contains(&k) && (arrow.sent == 0 || hot.contains(&arrow.sent)))
        }
        (Some(_), _) => Some(false),
    };
    let back = matches!(arrow.from, Agent::Memory(_));
    let class = match (within, back) {
        (None, false) if arrow.lie => Class::ArrowLie,
        (None, false) => Class::Arrow,
        (None, true) if arrow.icon == Icon::Nak => Class::ArrowNak,
        (None, true) => Class::ArrowBack,
        (Some(true), false) => Class::ArrowHot,
        (Some(true), true) => Class::ArrowBackHot,
        (Some(false), _) => Class::ArrowFaint,
    };
    let paint = Paint::of(class, Tone::Process(arrow.owner));
    let mut group = Group::new(format!("arrow-{id}"), Role::Arrow);
    let data = if arrow.from == arrow.to {
        let high = 16.0;
        PathData(
            vec![
                Seg::Move(from.x, from.y),
                Seg::Curve(from.x, y1 - high, to.x, y1 - high, to.x, to.y),
            ]
            .into(),
        )
    } else {
        PathData::line(from, to)
    };
    group.push(Shape::path(data, paint));
    let reached = to.x <= frame.right() && to.x >= GUTTER;
    match arrow.end {
        End::Vanishes(_) if reached => {
            let mut lost = Group::new(format!("lost-{id}"), Role::Mark).posed(Pose {
                scale: 0.5,
                ..Pose::at(to.x, to.y)
            });
            lost.shapes = Icon::Lost.shapes(Tone::Process(arrow.owner));
            group.children.push(lost);
        }
        End::Arrives(_) if reached && matches!(arrow.to, Agent::Process(_)) => {
            let tip = if arrow.from == arrow.to {
                Point::new(to.x, to.y - 8.0)
            } else {
                from
            };
            let paint = if arrow.icon == Icon::Nak {
                Class::BadSolid.into()
            } else {
                Paint::of(Class::Solid, Tone::Process(arrow.owner))
            };
            if within != Some(false) {
                group.push(Shape::path(head(tip, to), paint));
            }
        }
        _ => {}
    }
    Some(group)
}

/// An arrow's head.
fn head(from: Point, to: Point) -> PathData {
    let d = from.distance(to).max(1e-9);
    let (ux, uy) = ((to.x - from.x) / d, (to.y - from.y) / d);
    let back = Point::new(to.x - ux * 9.0, to.y - uy * 9.0);
    PathData(
        vec![
            Seg::Move(to.x, to.y),
            Seg::Line(back.x - uy * 3.6, back.y + ux * 3.6),
            Seg::Line(back.x + uy * 3.6, back.y - ux * 3.6),
            Seg::Close,
        ]
        .into(),
    )
}

/// The points of the visible steps, and where clicks mean them.
fn marks(frame: &Frame<'_>, hot: Option<&BTreeSet<usize>>) -> (Vec<Group>, Vec<Hit>) {
    let mut groups = Vec::new();
    let mut hits = Vec::new();
    for k in frame.first.max(1)..=frame.last {
        let step = &frame.index.steps[k];
        let (Some(place), Some(icon), true) = (step.place, step.icon, frame.shows(k)) else {
            continue;
        };
        let x = frame.x(k);
        let (Some(y), true) = (frame.y(place), x >= GUTTER && x <= frame.right()) else {
            continue;
        };
        let tone = step.owner.map_or(Tone::Nobody, Tone::Process);
        let faint = hot.is_some_and(|h| !h.contains(&k));
        let mut group = Group::new(format!("step-{k}"), Role::Mark)
            .posed(Pose {
                scale: 0.62,
                opacity: if faint { 0.3 } else { 1.0 },
                ..Pose::at(x, y)
            })
            .aimed(Target::Step(k));
        let at_memory = matches!(place, Agent::Memory(_));
        match icon {
            // What arrives at a process is its arrow's head.
            Icon::Message | Icon::Ack | Icon::Value | Icon::Done => {}
            Icon::Nak if !at_memory => {}
            Icon::Proceed => {
                group.push(Shape::circle(
                    0.0,
                    0.0,
                    5.0,
                    Paint::of(Class::PointPlain, tone),
                ));
            }
            Icon::Write if at_memory => {
                let paint = Paint::of(Class::Point, tone);
                group.push(Shape::rect(-10.0, -10.0, 20.0, 20.0, 4.0, paint));
            }
            Icon::Permission if at_memory => {
                group.push(Shape::circle(
                    0.0,
                    0.0,
                    15.0,
                    Paint::of(Class::PointPlain, tone),
                ));
                group.shapes.extend(Icon::Permission.shapes(tone));
            }
            Icon::Leader => {
                group.pose.at.y -= 10.0;
                group.shapes = icon.shapes(tone);
            }
            Icon::Decision => {
                group.pose.scale = 0.85;
                group.shapes = icon.shapes(tone);
                if let Some(value) = &step.decided {
                    let paint = Paint::of(Class::ProcessDecision, tone);
                    group.push(Shape::text(17.0, -6.0, Anchor::Start, value.clone(), paint));
                }
            }
            icon => group.shapes = icon.shapes(tone),
        }
        if step.violated {
            group.push(Shape::circle(0.0, 0.0, 20.0, Class::Bad));
        }
        hits.push(Hit {
            area: Area {
                x: x - 9.0,
                y: y - 9.0,
                w: 18.0,
                h: 18.0,
            },
            step: k,
        });
        if !group.shapes.is_empty() {
            groups.push(group);
        }
    }
    // Later marks lie above earlier ones, so clicks find them first.
    hits.reverse();
    (groups, hits)
}

/// Where no mark is near, a click means the nearest step.
fn columns(frame: &Frame<'_>) -> Vec<Hit> {
    let mut out = Vec::with_capacity(frame.last + 1 - frame.first);
    let shown: Vec<usize> = (frame.first..=frame.last)
        .filter(|k| frame.shows(*k))
        .collect();
    for (place, k) in shown.iter().copied().enumerate() {
        let x = frame.x(k);
        let left = match place.checked_sub(1) {
            None => GUTTER,
            Some(before) => (frame.x(shown[before]) + x) / 2.0,
        };
        let right = match shown.get(place + 1) {
            None => frame.right(),
            Some(next) => (x + frame.x(*next)) / 2.0,
        };
        let (left, right) = (left.max(GUTTER), right.min(frame.right()));
        if left <= right {
            out.push(Hit {
                area: Area {
                    x: left,
                    y: 0.0,
                    w: right - left,
                    h: frame.height,
                },
                step: k,
            });
        }
    }
    out
}

fn future(frame: &Frame<'_>, head: f64) -> Group {
    let mut group = Group::new("future", Role::Future);
    let from = head.clamp(GUTTER, frame.right());
    let end = frame.options.playhead >= frame.index.len() as f64;
    if from < frame.right() && !end {
        group.push(Shape::rect(
            from,
            TOP - 6.0,
            frame.right() - from,
            frame.height - TOP + 6.0,
            0.0,
            Class::Future,
        ));
    }
    group
}

fn playhead(frame: &Frame<'_>, head: f64) -> Group {
    let mut group = Group::new("playhead", Role::Playhead).posed(Pose::at(head, 0.0));
    if (GUTTER..=frame.right()).contains(&head) {
        group.push(Shape::line(0.0, 8.0, 0.0, frame.height - 4.0, Class::Head));
        group.push(Shape::path(
            PathData::fixed(&[
                Seg::Move(-7.0, 0.0),
                Seg::Line(7.0, 0.0),
                Seg::Line(0.0, 9.0),
                Seg::Close,
            ]),
            Class::HeadTop,
        ));
    }
    group
}

/// The lifelines' names, over whatever is scrolled below them.
fn names(frame: &Frame<'_>) -> Group {
    let mut group = Group::new("names", Role::Lifeline);
    group.push(Shape::rect(
        0.0,
        0.0,
        GUTTER - 4.0,
        frame.height,
        0.0,
        Class::Ground,
    ));
    for k in 0..frame.lines.len() {
        let Some(y) = frame.lines[k] else { continue };
        let (name, paint) = if k >= frame.processes && frame.folds() {
            if k > frame.processes {
                continue;
            }
            let language = frame.options.language;
            (
                Ui::MemoriesLane.text(language).to_owned(),
                Class::TickText.into(),
            )
        } else if k < frame.processes {
            let id = ProcessId(k as u8);
            (
                id.to_string(),
                Paint::of(Class::LifeName, Tone::Process(id)),
            )
        } else {
            let id = MemoryId((k - frame.processes) as u8);
            (id.to_string(), Class::LifeNameMemory.into())
        };
        let x = if name.len() > 4 { 0.0 } else { 16.0 };
        group.push(Shape::text(x, y + 5.0, Anchor::Start, name, paint));
    }
    group
}
