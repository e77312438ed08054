//! One shape for each kind of thing, the same on the stage, in the diagram, the log and the
//! legend.
//!
//! Each is drawn around the origin, about 22 units wide, and told apart by its outline alone:
//! filled or hollow, square, diamond, ring, octagon, envelope, lock.

use super::drawing::{Area, PathData, Point, Seg, Shape};
use super::style::{Class, Paint, Tone};
use crate::sim::{Happening, ResponseView};

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Icon {
    /// A message: an envelope.
    Message,
    /// A write: a filled square with a pen.
    Write,
    /// A read: a hollow diamond with an eye.
    Read,
    /// A permission change: a lock.
    Permission,
    /// An acknowledgement: a ring with a tick.
    Ack,
    /// A refusal: an octagon with a cross.
    Nak,
    /// What a read returned: a hollow diamond with a filled one in it.
    Value,
    /// The end of a permission change: a ring with a dot.
    Done,
    /// A crash: a bolt.
    Crash,
    /// A decision: a filled hexagon with a tick.
    Decision,
    /// The leader: a crown.
    Leader,
    /// A Byzantine act: a horned mask.
    Byzantine,
    /// A proof: a seal with ribbons.
    Proof,
    /// A process goes on past a wait: two chevrons.
    Proceed,
    /// A time-out: an hourglass.
    Timeout,
    /// Something is lost: a struck-out ring.
    Lost,
    /// A coin: two rings.
    Coin,
    /// Something is held: two bars.
    Hold,
    /// A process comes back: an arrow round.
    Recover,
    /// A lie that is caught: a mask, barred, in a ring.
    Caught,
}

impl Icon {
    /// Every kind.
    pub const ALL: [Icon; 20] = [
        Icon::Message,
        Icon::Write,
        Icon::Read,
        Icon::Permission,
        Icon::Ack,
        Icon::Nak,
        Icon::Value,
        Icon::Done,
        Icon::Crash,
        Icon::Decision,
        Icon::Leader,
        Icon::Byzantine,
        Icon::Proof,
        Icon::Proceed,
        Icon::Timeout,
        Icon::Lost,
        Icon::Coin,
        Icon::Hold,
        Icon::Recover,
        Icon::Caught,
    ];

    /// Its name, as a class and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Icon::Message => "message",
            Icon::Write => "write",
            Icon::Read => "read",
            Icon::Permission => "permission",
            Icon::Ack => "ack",
            Icon::Nak => "nak",
            Icon::Value => "value",
            Icon::Done => "done",
            Icon::Crash => "crash",
            Icon::Decision => "decision",
            Icon::Leader => "leader",
            Icon::Byzantine => "byzantine",
            Icon::Proof => "proof",
            Icon::Proceed => "proceed",
            Icon::Timeout => "timeout",
            Icon::Lost => "lost",
            Icon::Coin => "coin",
            Icon::Hold => "hold",
            Icon::Recover => "recover",
            Icon::Caught => "caught",
        }
    }

    /// The kind that a happening is shown as; none for what has no shape of its own.
    pub fn of(happening: &Happening) -> Option<Icon> {
        Some(match happening {
            Happening::Sent { .. } | Happening::Received { .. } => Icon::Message,
            Happening::Vanished { .. } | Happening::RequestLost { .. } => Icon::Lost,
            Happening::Issued { operation, .. } | Happening::Queued { operation, .. } => {
                super::packet::operation_icon(operation)
            }
            Happening::Landed {
                response: ResponseView::Nak,
                ..
            } => Icon::Nak,
            Happening::Landed { operation, .. } => super::packet::operation_icon(operation),
            Happening::PermissionChanged { .. } | Happening::ChangeRefused { .. } => {
                Icon::Permission
            }
            Happening::Returned { response, .. } => super::packet::response_icon(response),
            Happening::Decided { .. } => Icon::Decision,
            Happening::Trusts { .. } => Icon::Leader,
            Happening::ProcessCrashed { .. } | Happening::MemoryCrashed { .. } => Icon::Crash,
            Happening::Recovered { .. } => Icon::Recover,
            Happening::TimedOut { .. } => Icon::Timeout,
            Happening::CoinFell { .. } => Icon::Coin,
            Happening::Signed { .. } | Happening::Noted { .. } => Icon::Proof,
            Happening::Passed { .. } => Icon::Proceed,
            Happening::Dropped { .. }
            | Happening::ScopeEnded { .. }
            | Happening::Stopped { .. } => return None,
        })
    }

    /// Its shapes, in a process's colour where it wears one.
    pub fn shapes(self, tone: Tone) -> Vec<Shape> {
        let solid = Paint::of(Class::Solid, tone);
        let hollow = Paint::of(Class::Hollow, tone);
        let stroke = Paint::of(Class::Stroke, tone);
        match self {
            Icon::Message => vec![
                Shape::rect(-12.0, -8.5, 24.0, 17.0, 2.5, hollow),
                Shape::path(FLAP, stroke),
            ],
            Icon::Write => vec![
                Shape::rect(-11.0, -11.0, 22.0, 22.0, 4.0, solid),
                Shape::path(PEN, Class::SolidOn),
            ],
            Icon::Read => vec![
                Shape::path(DIAMOND, hollow),
                Shape::circle(0.0, 0.0, 3.4, stroke),
            ],
            Icon::Permission => lock(tone),
            Icon::Ack => vec![
                Shape::circle(0.0, 0.0, 10.0, hollow),
                Shape::path(TICK, stroke),
            ],
            Icon::Nak => vec![
                Shape::path(OCTAGON, Class::Nak),
                Shape::path(CROSS, Class::NakCross),
            ],
            Icon::Value => vec![Shape::path(DIAMOND, hollow), Shape::path(DIAMOND_IN, solid)],
            Icon::Done => vec![
                Shape::circle(0.0, 0.0, 10.0, hollow),
                Shape::circle(0.0, 0.0, 4.2, solid),
            ],
            Icon::Crash => vec![Shape::path(BOLT, Class::BadSolid)],
            Icon::Decision => vec![
                Shape::path(HEXAGON, solid),
                Shape::path(TICK, Class::StrokeOn),
            ],
            Icon::Leader => vec![Shape::path(CROWN, solid)],
            Icon::Byzantine => vec![
                Shape::path(HORNS, Class::BadSolid),
                Shape::circle(0.0, 2.0, 9.0, Class::BadSolid),
                Shape::path(EYES, Class::SolidOn),
            ],
            Icon::Proof => vec![
                Shape::path(RIBBONS, solid),
                Shape::circle(0.0, -3.0, 8.5, solid),
                Shape::path(SEAL_TICK, Class::StrokeOn),
            ],
            Icon::Proceed => vec![Shape::path(CHEVRONS, stroke)],
            Icon::Timeout => vec![Shape::path(HOURGLASS, stroke), Shape::path(SAND, solid)],
            Icon::Lost => vec![
                Shape::circle(0.0, 0.0, 9.5, hollow),
                Shape::path(SLASH, Class::Bad),
            ],
            Icon::Coin => vec![
                Shape::circle(0.0, 0.0, 10.0, hollow),
                Shape::circle(0.0, 0.0, 6.0, stroke),
            ],
            Icon::Hold => vec![
                Shape::rect(-6.5, -8.0, 4.5, 16.0, 1.0, solid),
                Shape::rect(2.0, -8.0, 4.5, 16.0, 1.0, solid),
            ],
            Icon::Caught => vec![
                Shape::path(HORNS, Class::BadSolid),
                Shape::circle(0.0, 2.0, 9.0, Class::BadSolid),
                Shape::circle(0.0, 0.0, 12.5, Class::Caught),
                Shape::path(SLASH, Class::StrokeOn),
            ],
            Icon::Recover => vec![Shape::path(ROUND, stroke), Shape::path(ROUND_TIP, solid)],
        }
    }

    /// The square that its shapes keep to.
    pub const fn bounds() -> Area {
        Area {
            x: -14.0,
            y: -14.0,
            w: 28.0,
            h: 28.0,
        }
    }
}

/// A lock in a process's colour: its shackle turns about [`HINGE`] when the permission changes.
pub(super) fn lock(tone: Tone) -> Vec<Shape> {
    vec![
        Shape::path(SHACKLE, Paint::of(Class::Stroke, tone)),
        Shape::rect(-8.5, -1.0, 17.0, 12.0, 2.5, Paint::of(Class::Solid, tone)),
        Shape::circle(0.0, 5.0, 1.9, Class::SolidOn),
    ]
}

/// A lock's shackle alone, drawn around its hinge.
pub(super) fn shackle_on_hinge(tone: Tone) -> Shape {
    Shape::path(SHACKLE_ON_HINGE, Paint::of(Class::Stroke, tone))
}

/// A lock's body alone.
pub(super) fn lock_body(tone: Tone) -> Vec<Shape> {
    lock(tone).split_off(1)
}

/// Where a lock's shackle turns.
pub(super) const HINGE: Point = Point::new(5.0, -1.0);

use Seg::{Close, Curve, Line, Move};

const FLAP: PathData = PathData::fixed(&[Move(-11.0, -7.5), Line(0.0, 2.0), Line(11.0, -7.5)]);
const PEN: PathData = PathData::fixed(&[
    Move(-5.5, 5.5),
    Line(-4.5, 1.5),
    Line(2.0, -5.0),
    Line(5.0, -2.0),
    Line(-1.5, 4.5),
    Close,
]);
const DIAMOND: PathData = PathData::fixed(&[
    Move(0.0, -12.5),
    Line(12.5, 0.0),
    Line(0.0, 12.5),
    Line(-12.5, 0.0),
    Close,
]);
const DIAMOND_IN: PathData = PathData::fixed(&[
    Move(0.0, -6.5),
    Line(6.5, 0.0),
    Line(0.0, 6.5),
    Line(-6.5, 0.0),
    Close,
]);
const TICK: PathData = PathData::fixed(&[Move(-4.6, 0.6), Line(-1.5, 3.8), Line(4.6, -3.4)]);
const OCTAGON: PathData = PathData::fixed(&[
    Move(-5.4, -13.0),
    Line(5.4, -13.0),
    Line(13.0, -5.4),
    Line(13.0, 5.4),
    Line(5.4, 13.0),
    Line(-5.4, 13.0),
    Line(-13.0, 5.4),
    Line(-13.0, -5.4),
    Close,
]);
const CROSS: PathData = PathData::fixed(&[
    Move(-5.0, -5.0),
    Line(5.0, 5.0),
    Move(5.0, -5.0),
    Line(-5.0, 5.0),
]);
const SHACKLE: PathData = PathData::fixed(&[
    Move(-5.0, -1.0),
    Line(-5.0, -4.5),
    Curve(-5.0, -7.3, -2.8, -9.5, 0.0, -9.5),
    Curve(2.8, -9.5, 5.0, -7.3, 5.0, -4.5),
    Line(5.0, -1.0),
]);
const SHACKLE_ON_HINGE: PathData = PathData::fixed(&[
    Move(-10.0, 0.0),
    Line(-10.0, -3.5),
    Curve(-10.0, -6.3, -7.8, -8.5, -5.0, -8.5),
    Curve(-2.2, -8.5, 0.0, -6.3, 0.0, -3.5),
    Line(0.0, 0.0),
]);
const BOLT: PathData = PathData::fixed(&[
    Move(2.5, -13.0),
    Line(-8.0, 2.0),
    Line(-1.0, 2.0),
    Line(-3.5, 13.0),
    Line(8.0, -3.5),
    Line(1.0, -3.5),
    Close,
]);
const HEXAGON: PathData = PathData::fixed(&[
    Move(-6.2, -10.8),
    Line(6.2, -10.8),
    Line(12.4, 0.0),
    Line(6.2, 10.8),
    Line(-6.2, 10.8),
    Line(-12.4, 0.0),
    Close,
]);
const CROWN: PathData = PathData::fixed(&[
    Move(-12.0, -6.0),
    Line(-6.0, 0.5),
    Line(0.0, -9.0),
    Line(6.0, 0.5),
    Line(12.0, -6.0),
    Line(10.0, 8.0),
    Line(-10.0, 8.0),
    Close,
]);
const HORNS: PathData = PathData::fixed(&[
    Move(-9.0, 0.0),
    Line(-11.0, -12.0),
    Line(-2.5, -6.5),
    Line(2.5, -6.5),
    Line(11.0, -12.0),
    Line(9.0, 0.0),
    Close,
]);
const EYES: PathData = PathData::fixed(&[
    Move(-6.0, -1.5),
    Line(-1.5, 1.5),
    Line(-5.0, 3.0),
    Close,
    Move(6.0, -1.5),
    Line(1.5, 1.5),
    Line(5.0, 3.0),
    Close,
]);
const RIBBONS: PathData = PathData::fixed(&[
    Move(-6.0, 2.0),
    Line(-8.5, 13.0),
    Line(-3.5, 10.5),
    Line(0.0, 5.5),
    Line(3.5, 10.5),
    Line(8.5, 13.0),
    Line(6.0, 2.0),
    Close,
]);
const SEAL_TICK: PathData = PathData::fixed(&[Move(-4.0, -2.6), Line(-1.2, 0.2), Line(4.0, -6.0)]);
const CHEVRONS: PathData = PathData::fixed(&[
    Move(-7.5, -7.5),
    Line(-0.5, 0.0),
    Line(-7.5, 7.5),
    Move(1.0, -7.5),
    Line(8.0, 0.0),
    Line(1.0, 7.5),
]);
const HOURGLASS: PathData = PathData::fixed(&[
    Move(-7.5, -10.5),
    Line(7.5, -10.5),
    Line(-7.5, 10.5),
    Line(7.5, 10.5),
    Close,
]);
const SAND: PathData = PathData::fixed(&[Move(-4.0, 8.6), Line(4.0, 8.6), Line(0.0, 3.0), Close]);
const SLASH: PathData = PathData::fixed(&[Move(-9.0, 9.0), Line(9.0, -9.0)]);
const ROUND: PathData = PathData::fixed(&[
    Move(8.5, 0.0),
    Curve(8.5, 4.7, 4.7, 8.5, 0.0, 8.5),
    Curve(-4.7, 8.5, -8.5, 4.7, -8.5, 0.0),
    Curve(-8.5, -4.7, -4.7, -8.5, 0.0, -8.5),
    Curve(2.6, -8.5, 4.6, -7.5, 6.2, -5.8),
]);
const ROUND_TIP: PathData =
    PathData::fixed(&[Move(9.5, -10.0), Line(9.0, -2.5), Line(2.5, -5.0), Close]);
