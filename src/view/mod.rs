//! The picture: pure functions from a session to plain drawing data.
//!
//! Nothing here knows a browser. [`Frame::at`] gathers everything there is to show after one
//! step, [`layout()`] says where things stand, [`Stage`] is the drawing within a step (what stays
//! in place, and the packets with their ways), and [`Stage::pose`] says where a packet is at a
//! playhead.
//!
//! # The visual language
//!
//! - **A process has a colour, and ownership wears it.** Whoever may write a memory is the colour
//!   of its edge and its lock, and of the band of its lifeline in the diagram. No other meaning
//!   uses those nine colours ([`theme`]), and each is doubled by its name.
//! - **Kind is shape** ([`icons`]), the same on the stage, in the diagram, the log and the legend:
//!   a write is a filled square, a read a hollow diamond, a permission change a lock, a message an
//!   envelope, an acknowledgement a ring with a tick, a nak an octagon with a cross; a decision a
//!   filled hexagon, a crash a bolt, the leader a crown, a proof a seal.
//! - **A lie has a face.** A Byzantine process wears a horned mask and a second, dashed outline;
//!   what it sends carries the mask at its corner, and a line of dashes and dots in the diagram.
//!   Who catches a lie is tied to whose it is by a dotted line, and the liar gets a ring and the
//!   mask barred. A proof carries its seal on its way and in its register.
//! - **Line says direction**: whole on the way out, dashed on the way back; dotted rings are what
//!   nobody waits for any more; dashed outlines are what has crashed.
//! - **What a step changed is lit for that step alone**: a register's row, a process's halo, a
//!   lock that swings.
//! - **What each process may do** is a chip in its colour: a filled square writes and reads, a
//!   triangle only writes, a hollow square only reads, a dash does neither.
//! - **Motion explains.** A request goes out and waits; in its own step it goes the rest of the
//!   way and *lands*; from that instant the register shows the new content, and the answer sets
//!   out. A nak bounces off. A permission change swings the lock. At a decision a ring closes
//!   around the agents whose answers it rests on.
//! - **Red is refusal, crash and violation, green is what holds**; both always come with a shape
//!   or a word, since colour alone tells nothing to many.
//! - **Nothing covers anything.** Packets pass what stands between their ends through the gaps that
//!   the layout leaves ([`route`]); many of them are drawn smaller, and wait in columns.
//! - **What a process cannot know is hatched and says `?`**, and what it learnt earlier carries the
//!   step at which it did (`@7`), where the stage is seen through one process ([`lens`]).
//! - **What a level folds is one thing with pips**: a filled one for each memory or process that
//!   has done its part, a hollow one for each that has not.
//! - **The playhead divides past from future**; the future of a recorded run is dimmed, not
//!   hidden.

pub mod beside;
pub mod diagram;
pub mod drawing;
pub mod frame;
pub mod icons;
pub mod layout;
pub mod lens;
pub mod levels;
pub mod metrics;
pub mod packet;
pub mod route;
pub mod style;
pub mod text;
pub mod theme;

mod card;
mod slides;
mod stage;
mod svg;
mod tikz;

pub use diagram::{Axis, Diagram, DiagramIndex, DiagramOptions, Highlight, diagram, diagram_table};
pub use drawing::{Group, Pose, Scene, Shape, Target};
pub use frame::Frame;
pub use icons::Icon;
pub use layout::{Layout, LayoutOptions, Size, layout};
pub use packet::Packet;
pub use slides::{Look, Slides, slide_steps};
pub use stage::{Sprite, Stage, scene, shown};
pub use style::{Class, Ink, Paint, Tone, class_css};
pub use svg::svg;
pub use text::Language;
pub use theme::{Theme, theme_css};
pub use tikz::tikz;
