//! Drawings as plain data: groups of shapes, each with a stable key, a role and a class.
//!
//! The page turns a drawing into SVG elements, [`svg`](super::svg()) and [`tikz`](super::tikz()) into
//! files. Nothing here says what a colour looks like: that is [`Class`] and the themes.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::style::{Class, Paint};
use crate::model::{MemoryId, ProcessId, RegisterId};

/// What a group stands for, as a class name and for assistive technology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The surface under everything.
    Ground,
    /// A process.
    Process,
    /// A memory.
    Memory,
    /// A region's line in a memory's card.
    Region,
    /// A register's row in a memory's card.
    Register,
    /// The lock that says who may write.
    Lock,
    /// The way between two agents.
    Wire,
    /// A packet in flight.
    Packet,
    /// Something that a step shows for itself alone: a quorum closing, a lock swinging.
    Flourish,
    /// A lifeline of the diagram.
    Lifeline,
    /// A stretch of time in which the same processes may write.
    Band,
    /// A packet's way in the diagram.
    Arrow,
    /// An event's point in the diagram.
    Mark,
    /// A ruled delay or step.
    Rule,
    /// The line that divides the past from the future.
    Playhead,
    /// What has not happened yet at the playhead.
    Future,
    /// Another run in the diagram.
    Run,
    /// The explanation of shapes and colours.
    Legend,
}

impl Role {
    /// The role as a class name.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Ground => "ground",
            Role::Process => "process",
            Role::Memory => "memory",
            Role::Region => "region",
            Role::Register => "register",
            Role::Lock => "lock",
            Role::Wire => "wire",
            Role::Packet => "packet",
            Role::Flourish => "flourish",
            Role::Lifeline => "lifeline",
            Role::Band => "band",
            Role::Arrow => "arrow",
            Role::Mark => "mark",
            Role::Rule => "rule",
            Role::Playhead => "playhead",
            Role::Future => "future",
            Role::Run => "run",
            Role::Legend => "legend",
        }
    }
}

/// What a click, a tap or the keyboard's focus on a group means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A process.
    Process(ProcessId),
    /// A memory.
    Memory(MemoryId),
    /// A register of a memory.
    Register(MemoryId, RegisterId),
    /// A packet, by its key.
    Packet(String),
    /// A step of the current run, in the diagram.
    Step(usize),
}

impl Target {
    /// The key of the group that stands for it on the stage.
    pub fn key(&self) -> String {
        match self {
            Target::Process(p) => p.to_string(),
            Target::Memory(m) => m.to_string(),
            Target::Register(m, r) => format!("{m}-r{}", r.0),
            Target::Packet(key) => key.clone(),
            Target::Step(k) => format!("step-{k}"),
        }
    }
}

/// A place in a drawing, in its units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A place.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// The place that lies `t` of the way to another.
    #[must_use]
    pub fn towards(self, other: Point, t: f64) -> Point {
        Point::new(
            self.x + (other.x - self.x) * t,
            self.y + (other.y - self.y) * t,
        )
    }

    /// How far another place is.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A rectangle in a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its top edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Area {
    /// Whether two rectangles share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        let more = |a: f64, b: f64| a > b + 1e-6;
        more(other.x + other.w, self.x)
            && more(self.x + self.w, other.x)
            && more(other.y + other.h, self.y)
            && more(self.y + self.h, other.y)
    }

    /// Whether another rectangle lies within this one.
    pub fn contains(&self, other: &Area) -> bool {
        other.x >= self.x - 1e-6
            && other.y >= self.y - 1e-6
            && other.x + other.w <= self.x + self.w + 1e-6
            && other.y + other.h <= self.y + self.h + 1e-6
    }

    /// How far a place is from it; nothing within.
    pub fn distance(&self, to: Point) -> f64 {
        let beyond = |x: f64, low: f64, size: f64| (low - x).max(x - low - size).max(0.0);
        beyond(to.x, self.x, self.w).hypot(beyond(to.y, self.y, self.h))
    }

    /// Its middle.
    pub fn centre(&self) -> Point {
        Point::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// Where and how a group is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its origin.
    pub at: Point,
    /// Its size, 1 for as it is.
    pub scale: f64,
    /// Its turn clockwise, in degrees.
    pub turn: f64,
    /// From 0, unseen, to 1.
    pub opacity: f64,
}

impl Pose {
    /// As it is, at a place.
    pub const fn at(x: f64, y: f64) -> Self {
        Pose {
            at: Point::new(x, y),
            scale: 1.0,
            turn: 0.0,
            opacity: 1.0,
        }
    }

    /// The value of an SVG `transform` attribute.
    pub fn transform(&self) -> String {
        let mut out = format!("translate({} {})", num(self.at.x), num(self.at.y));
        if self.turn != 0.0 {
            let _ = write!(out, " rotate({})", num(self.turn));
        }
        if self.scale != 1.0 {
            let _ = write!(out, " scale({})", num(self.scale));
        }
        out
    }
}

impl Default for Pose {
    fn default() -> Self {
        Pose::at(0.0, 0.0)
    }
}

/// A number as drawings print it: two decimals at most.
pub fn num(x: f64) -> String {
    let rounded = (x * 100.0).round() / 100.0;
    if rounded == 0.0 {
        return "0".to_owned();
    }
    format!("{rounded}")
}

/// One piece of a path, in absolute coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seg {
    /// Go there without a line.
    Move(f64, f64),
    /// A straight line.
    Line(f64, f64),
    /// A cubic Bézier curve with its two handles.
    Curve(f64, f64, f64, f64, f64, f64),
    /// Back to the last [`Seg::Move`].
    Close,
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathData(pub Cow<'static, [Seg]>);

impl PathData {
    /// A path that is known beforehand.
    pub const fn fixed(segs: &'static [Seg]) -> Self {
        PathData(Cow::Borrowed(segs))
    }

    /// A straight line.
    pub fn line(from: Point, to: Point) -> Self {
        PathData(Cow::Owned(vec![
            Seg::Move(from.x, from.y),
            Seg::Line(to.x, to.y),
        ]))
    }
}

impl fmt::Display for PathData {
    /// The value of an SVG `d` attribute.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seg in self.0.iter() {
            match *seg {
                Seg::Move(x, y) => write!(f, "M{} {}", num(x), num(y))?,
                Seg::Line(x, y) => write!(f, "L{} {}", num(x), num(y))?,
                Seg::Curve(a, b, c, d, x, y) => write!(
                    f,
                    "C{} {} {} {} {} {}",
                    num(a),
                    num(b),
                    num(c),
                    num(d),
                    num(x),
                    num(y)
                )?,
                Seg::Close => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// The value of an SVG `text-anchor` attribute.
    pub const fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A stretch of text with a paint of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Its paint; the text's own where it has none.
    pub paint: Option<Paint>,
}

/// One thing drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// Where.
        area: Area,
        /// The corners' radius.
        r: f64,
        /// How.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Its middle.
        at: Point,
        /// Its radius.
        r: f64,
        /// How.
        paint: Paint,
    },
    /// A path.
    Path {
        /// The path.
        data: PathData,
        /// How.
        paint: Paint,
    },
    /// One line of text; `at` is on its baseline.
    Text {
        /// Where.
        at: Point,
        /// Which end is there.
        anchor: Anchor,
        /// What it says.
        spans: Vec<Span>,
        /// How.
        paint: Paint,
    },
}

impl Shape {
    /// A rectangle.
    pub fn rect(x: f64, y: f64, w: f64, h: f64, r: f64, paint: impl Into<Paint>) -> Self {
        Shape::Rect {
            area: Area { x, y, w, h },
            r,
            paint: paint.into(),
        }
    }

    /// A circle.
    pub fn circle(x: f64, y: f64, r: f64, paint: impl Into<Paint>) -> Self {
        Shape::Circle {
            at: Point::new(x, y),
            r,
            paint: paint.into(),
        }
    }

    /// A path.
    pub fn path(data: PathData, paint: impl Into<Paint>) -> Self {
        Shape::Path {
            data,
            paint: paint.into(),
        }
    }

    /// A straight line.
    pub fn line(x1: f64, y1: f64, x2: f64, y2: f64, paint: impl Into<Paint>) -> Self {
        Shape::path(
            PathData::line(Point::new(x1, y1), Point::new(x2, y2)),
            paint,
        )
    }

    /// A text in one paint.
    pub fn text(
        x: f64,
        y: f64,
        anchor: Anchor,
        text: impl Into<String>,
        paint: impl Into<Paint>,
    ) -> Self {
        Shape::Text {
            at: Point::new(x, y),
            anchor,
            spans: vec![Span {
                text: text.into(),
                paint: None,
            }],
            paint: paint.into(),
        }
    }

    /// Its paint.
    pub fn paint(&self) -> Paint {
        match self {
            Shape::Rect { paint, .. }
            | Shape::Circle { paint, .. }
            | Shape::Path { paint, .. }
            | Shape::Text { paint, .. } => *paint,
        }
    }
}

/// Shapes that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Stable from step to step for the same thing, unique within its drawing.
    pub key: String,
    /// What it stands for.
    pub role: Role,
    /// What a click on it means.
    pub target: Option<Target>,
    /// One sentence that explains it; empty where there is nothing to explain.
    pub title: String,
    /// Where it is.
    pub pose: Pose,
    /// What is drawn, first below.
    pub shapes: Vec<Shape>,
    /// Groups within it, above its shapes.
    pub children: Vec<Group>,
}

impl Group {
    /// A group without shapes yet.
    pub fn new(key: impl Into<String>, role: Role) -> Self {
        Group {
            key: key.into(),
            role,
            target: None,
            title: String::new(),
            pose: Pose::default(),
            shapes: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The same, placed.
    #[must_use]
    pub fn posed(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }

    /// The same, explained.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The same, with a meaning for clicks.
    #[must_use]
    pub fn aimed(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// Adds a shape.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Whether any shape in it, or below it, has that class.
    pub fn shows(&self, class: Class) -> bool {
        self.shapes.iter().any(|s| s.paint().class == class)
            || self.children.iter().any(|g| g.shows(class))
    }
}

/// A whole drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its width, in its own units.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// One sentence for whoever cannot see it.
    pub label: String,
    /// What stays in place within a step, first below.
    pub still: Vec<Group>,
    /// What moves, above it.
    pub moving: Vec<Group>,
}

impl Scene {
    /// The value of an SVG `viewBox` attribute.
    pub fn view_box(&self) -> String {
        format!("0 0 {} {}", num(self.width), num(self.height))
    }

    /// All groups, first below.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.still.iter().chain(&self.moving)
    }
}
