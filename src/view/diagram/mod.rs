//! The space-time diagram: lifelines of processes and memories, operations as there-and-back,
//! effects as points, and on each memory's lifeline the band of who may write.
//!
//! Only what is visible is drawn, from an index that grows with the run ([`DiagramIndex`]).

mod draw;
mod folded;
mod index;
mod strands;
mod table;

use std::collections::BTreeSet;

pub use index::DiagramIndex;
pub use table::{TableRow, diagram_table};

use super::drawing::{Area, Scene};
use super::icons::Icon;
use super::layout::Size;
use super::text::Language;
use crate::model::{Level, MemoryId, MemorySet, ProcessId, ProcessSet};
use crate::sim::Session;

/// What the diagram's axis counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Axis {
    /// Delays: the steps of one delay stand close together.
    #[default]
    Delays,
    /// Steps, each as wide as any other.
    Steps,
}

/// What the diagram sets off from the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Highlight {
    /// Nothing.
    #[default]
    None,
    /// The longest chain of trips that ends at a step.
    CriticalPath(usize),
    /// Everything that a step could have learnt from.
    CausalPast(usize),
}

/// What the diagram leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The processes that are shown.
    pub processes: ProcessSet,
    /// The memories that are shown.
    pub memories: MemorySet,
    /// The kinds of packets that are not shown.
    pub hidden: BTreeSet<Icon>,
}

impl Filter {
    /// Leaves a process out, or shows it again. Whether it was shown.
    pub fn toggle_process(&mut self, process: ProcessId) -> bool {
        self.processes.0 ^= 1 << process.0;
        !self.processes.contains(process)
    }

    /// Leaves a memory out, or shows it again. Whether it was shown.
    pub fn toggle_memory(&mut self, memory: MemoryId) -> bool {
        self.memories.0 ^= 1 << memory.0;
        !self.memories.contains(memory)
    }

    /// Leaves a kind of packet out, or shows it again. Whether it was shown.
    pub fn toggle_kind(&mut self, kind: Icon) -> bool {
        let shown = self.hidden.insert(kind);
        if !shown {
            self.hidden.remove(&kind);
        }
        shown
    }
}

impl Default for Filter {
    fn default() -> Self {
        Filter {
            processes: ProcessSet(u16::MAX),
            memories: MemorySet(u16::MAX),
            hidden: BTreeSet::new(),
        }
    }
}

/// How the diagram is to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagramOptions {
    /// The language of its words.
    pub language: Language,
    /// What the axis counts.
    pub axis: Axis,
    /// The visible part, in CSS pixels; where the lifelines need more height, they take it.
    pub size: Size,
    /// How far it is scrolled to the right, in CSS pixels.
    pub offset: f64,
    /// 1 as it is; more is wider.
    pub zoom: f64,
    /// The playhead, in steps.
    pub playhead: f64,
    /// What is set off.
    pub highlight: Highlight,
    /// What is left out.
    pub filter: Filter,
    /// How closely the run is looked at.
    pub level: Level,
    /// Whether the other runs are drawn below, from where they part.
    pub branches: bool,
}

impl DiagramOptions {
    /// Everything, from the start, in a visible part of that size.
    pub fn new(language: Language, size: Size) -> Self {
        DiagramOptions {
            language,
            axis: Axis::Delays,
            size,
            offset: 0.0,
            zoom: 1.0,
            playhead: 0.0,
            highlight: Highlight::None,
            filter: Filter::default(),
            level: Level::Copies,
            branches: false,
        }
    }
}

/// Where a click means a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The part of the drawing.
    pub area: Area,
    /// The step of the current run.
    pub step: usize,
}

/// The visible part of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// The drawing.
    pub scene: Scene,
    /// Where clicks mean a step: the marks, and where none is near, columns for each step.
    pub hits: Vec<Hit>,
    /// Where clicks mean another run.
    pub runs: Vec<(Area, usize)>,
    /// The width of the whole diagram, for scrolling.
    pub full_width: f64,
    /// Where the playhead is in the visible part.
    pub head: f64,
    /// The first and last step that are visible.
    pub visible: (usize, usize),
    /// The offset that would bring the playhead into view, as little as possible away from the
    /// present one.
    pub follow: f64,
}

impl Diagram {
    /// The other run that a click means.
    pub fn run_at(&self, x: f64, y: f64) -> Option<usize> {
        let inside = |a: &Area| x >= a.x && x <= a.x + a.w && y >= a.y && y <= a.y + a.h;
        let mut runs = self.runs.iter();
        runs.find(|(area, _)| inside(area)).map(|(_, run)| *run)
    }

    /// The step that a click means.
    pub fn step_at(&self, x: f64, y: f64) -> Option<usize> {
        let inside = |hit: &&Hit| {
            let a = hit.area;
            x >= a.x && x <= a.x + a.w && y >= a.y && y <= a.y + a.h
        };
        self.hits.iter().find(inside).map(|hit| hit.step)
    }
}

/// The visible part of the diagram of a session's current run. The index must have been updated
/// since the session's last change.
pub fn diagram(session: &Session, index: &DiagramIndex, options: &DiagramOptions) -> Diagram {
    draw::draw(session, index, options)
}

/// The offset that would bring the playhead into view, as [`Diagram::follow`] says it, without
/// drawing anything.
pub fn follow(index: &DiagramIndex, options: &DiagramOptions) -> f64 {
    draw::follow(index, options)
}

/// The whole diagram of a session's current run, as wide as it needs to be, for exports.
pub fn whole_diagram(session: &Session, options: &DiagramOptions) -> Diagram {
    let index = DiagramIndex::new(session);
    let narrow = draw::draw(session, &index, options);
    let wide = DiagramOptions {
        offset: 0.0,
        size: Size::new(narrow.full_width.max(options.size.w), options.size.h),
        ..options.clone()
    };
    draw::draw(session, &index, &wide)
}
