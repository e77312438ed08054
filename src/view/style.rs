//! Classes: how each thing is drawn, in the words of the themes.
//!
//! One table serves the page's stylesheet, the SVG files and the TikZ files.

use std::fmt::Write;

use super::theme::{Colour, Theme};
use crate::model::{ProcessId, ProcessSet};

/// A colour by its meaning; a theme says what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Nothing is drawn.
    None,
    /// The page behind everything.
    Ground,
    /// Cards and panels.
    Surface,
    /// Thin lines.
    Line,
    /// Text.
    Ink,
    /// Text of less weight.
    Mute,
    /// A register's row.
    Soft,
    /// What this step changed.
    Changed,
    /// Well.
    Ok,
    /// Refused, crashed, violated.
    Bad,
    /// The colour of the process that it belongs to.
    Tone,
}

impl Ink {
    /// The custom property that holds it in a stylesheet.
    pub const fn property(self) -> &'static str {
        match self {
            Ink::None => "none",
            Ink::Ground => "var(--bg)",
            Ink::Surface => "var(--surface)",
            Ink::Line => "var(--line)",
            Ink::Ink => "var(--ink)",
            Ink::Mute => "var(--mute)",
            Ink::Soft => "var(--soft)",
            Ink::Changed => "var(--hi)",
            Ink::Ok => "var(--ok)",
            Ink::Bad => "var(--bad)",
            Ink::Tone => "var(--c)",
        }
    }

    /// What it looks like in a theme.
    pub fn colour(self, theme: Theme, tone: Tone) -> Option<Colour> {
        let palette = theme.palette();
        Some(match self {
            Ink::None => return None,
            Ink::Ground => palette.ground,
            Ink::Surface => palette.surface,
            Ink::Line => palette.line,
            Ink::Ink => palette.ink,
            Ink::Mute => palette.mute,
            Ink::Soft => palette.soft,
            Ink::Changed => palette.changed,
            Ink::Ok => palette.ok,
            Ink::Bad => palette.bad,
            Ink::Tone => match tone {
                Tone::Process(p) => palette.processes[p.0 as usize % palette.processes.len()],
                Tone::Nobody => palette.mute,
            },
        })
    }
}

/// Whose colour a thing wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// No process's.
    #[default]
    Nobody,
    /// This process's.
    Process(ProcessId),
}

impl Tone {
    /// The colour of the only one who may do something; nobody's where several or none may.
    pub fn of_writers(writers: ProcessSet) -> Self {
        match (writers.len(), writers.iter().next()) {
            (1, Some(process)) => Tone::Process(process),
            _ => Tone::Nobody,
        }
    }

    /// Its class name, which sets the custom property `--c`.
    pub const fn name(self) -> &'static str {
        match self {
            Tone::Nobody => "c0",
            Tone::Process(p) => match p.0 {
                0 => "c1",
                1 => "c2",
                2 => "c3",
                3 => "c4",
                4 => "c5",
                5 => "c6",
                6 => "c7",
                7 => "c8",
                _ => "c9",
            },
        }
    }
}

/// How a shape is drawn: its class, and whose colour it wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// The class.
    pub class: Class,
    /// Whose colour.
    pub tone: Tone,
}

impl Paint {
    /// A class in a process's colour.
    pub const fn of(class: Class, tone: Tone) -> Self {
        Paint { class, tone }
    }

    /// The value of a `class` attribute.
    pub fn classes(&self) -> String {
        match self.tone {
            Tone::Nobody => self.class.name().to_owned(),
            tone => format!("{} {}", self.class.name(), tone.name()),
        }
    }
}

impl From<Class> for Paint {
    fn from(class: Class) -> Self {
        Paint::of(class, Tone::Nobody)
    }
}

/// How a class is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The inside, or the letters.
    pub fill: Ink,
    /// The outline.
    pub stroke: Ink,
    /// The outline's width.
    pub width: f64,
    /// Dashes and gaps, in turn; empty for a whole line.
    pub dash: &'static [f64],
    /// From 0, unseen, to 1.
    pub opacity: f64,
    /// The letters' size; 0 where the class is not for text.
    pub size: f64,
    /// Whether letters are bold.
    pub bold: bool,
    /// Whether letters are of one width, as in code.
    pub mono: bool,
}

const PLAIN: Style = Style {
    fill: Ink::None,
    stroke: Ink::None,
    width: 0.0,
    dash: &[],
    opacity: 1.0,
    size: 0.0,
    bold: false,
    mono: false,
};

const fn filled(fill: Ink) -> Style {
    Style { fill, ..PLAIN }
}

const fn drawn(stroke: Ink, width: f64) -> Style {
    Style {
        stroke,
        width,
        ..PLAIN
    }
}

const fn boxed(fill: Ink, stroke: Ink, width: f64) -> Style {
    Style {
        fill,
        stroke,
        width,
        ..PLAIN
    }
}

const fn letters(size: f64, fill: Ink) -> Style {
    Style {
        fill,
        size,
        ..PLAIN
    }
}

const fn bold(size: f64, fill: Ink) -> Style {
    Style {
        bold: true,
        ..letters(size, fill)
    }
}

macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident = $name:literal => $style:expr,)*) => {
        /// How a shape is drawn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Class {
            $($(#[$doc])* $class,)*
        }

        impl Class {
            /// Every class.
            pub const ALL: &'static [Class] = &[$(Class::$class),*];

            /// Its name in a stylesheet.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Class::$class => $name,)*
                }
            }

            /// How it is drawn.
            pub const fn style(self) -> Style {
                match self {
                    $(Class::$class => $style,)*
                }
            }
        }
    };
}

classes! {
    /// The surface under a whole drawing.
    Ground = "v-ground" => filled(Ink::Ground),
    /// The way between two agents.
    Wire = "v-wire" => Style { opacity: 0.8, ..drawn(Ink::Line, 1.4) },
    /// The same while something is on it.
    WireBusy = "v-wire-busy" => Style { opacity: 0.55, ..drawn(Ink::Tone, 1.6) },
    /// The same where something holds it.
    WireHeld = "v-wire-held" => Style { dash: &[2.0, 6.0], ..drawn(Ink::Ink, 2.0) },
    /// A memory's card.
    Card = "v-card" => boxed(Ink::Surface, Ink::Line, 1.5),
    /// A crashed memory's card.
    CardDead = "v-card-dead" => Style { dash: &[5.0, 4.0], ..boxed(Ink::Ground, Ink::Bad, 2.0) },
    /// The edge that wears the colour of who may write.
    Edge = "v-edge" => filled(Ink::Tone),
    /// A part of the edge where several may write: its outline.
    EdgeOpen = "v-edge-open" => boxed(Ink::None, Ink::Mute, 1.2),
    /// A memory's name.
    MemoryName = "v-memory-name" => bold(17.0, Ink::Ink),
    /// Who may write, in words.
    Permit = "v-permit" => letters(12.5, Ink::Mute),
    /// A name within them.
    PermitName = "v-permit-name" => bold(12.5, Ink::Tone),
    /// On which side of a partition somebody stands.
    Side = "v-side" => bold(15.0, Ink::Ink),
    /// A column's heading.
    Heading = "v-heading" => letters(11.0, Ink::Mute),
    /// A register's row.
    Slot = "v-slot" => filled(Ink::Soft),
    /// A register's row that this step changed.
    SlotChanged = "v-slot-changed" => boxed(Ink::Changed, Ink::Ink, 1.0),
    /// A register's name.
    SlotName = "v-slot-name" => letters(13.0, Ink::Ink),
    /// A register's content.
    Cell = "v-cell" => bold(13.0, Ink::Ink),
    /// An empty register's content.
    CellEmpty = "v-cell-empty" => letters(13.0, Ink::Mute),
    /// A stripe beside a row or a name, in its owner's colour.
    Stripe = "v-stripe" => filled(Ink::Tone),
    /// Letters that say what is folded away.
    Folded = "v-folded" => letters(12.0, Ink::Mute),
    /// A chip for a process that may write.
    ChipWrite = "v-chip-write" => filled(Ink::Tone),
    /// A chip for a process that may only read.
    ChipRead = "v-chip-read" => boxed(Ink::Surface, Ink::Tone, 1.6),
    /// A chip for a process that may do neither.
    ChipNone = "v-chip-none" => drawn(Ink::Line, 1.4),
    /// A process's body.
    Process = "v-process" => boxed(Ink::Surface, Ink::Tone, 3.5),
    /// A crashed process's body.
    ProcessDead = "v-process-dead" => Style { dash: &[5.0, 4.0], ..boxed(Ink::Ground, Ink::Mute, 2.5) },
    /// What a process cannot know, behind its hatching.
    Unknown = "v-unknown" => Style { dash: &[1.5, 3.5], ..boxed(Ink::Surface, Ink::Mute, 1.6) },
    /// The hatching.
    Hatch = "v-hatch" => drawn(Ink::Line, 1.3),
    /// The question mark on it.
    Asked = "v-asked" => bold(15.0, Ink::Mute),
    /// A process's body while it has decided.
    ProcessDecided = "v-process-decided" => filled(Ink::Tone),
    /// A Byzantine process's second outline.
    ProcessByzantine = "v-process-byzantine" => Style { dash: &[2.5, 3.5], ..drawn(Ink::Bad, 2.5) },
    /// A process's name.
    ProcessName = "v-process-name" => bold(19.0, Ink::Ink),
    /// A process's name on its own colour.
    ProcessNameOn = "v-process-name-on" => bold(19.0, Ink::Surface),
    /// A process's name where there is little room.
    ProcessNameSmall = "v-process-name-small" => bold(14.0, Ink::Ink),
    /// The same on its own colour.
    ProcessNameSmallOn = "v-process-name-small-on" => bold(14.0, Ink::Surface),
    /// What it proposes.
    ProcessValue = "v-process-value" => letters(12.0, Ink::Mute),
    /// The same on its own colour.
    ProcessValueOn = "v-process-value-on" => letters(12.0, Ink::Surface),
    /// What it is about.
    ProcessRole = "v-process-role" => letters(12.5, Ink::Ink),
    /// Where it stands.
    ProcessLine = "v-process-line" => letters(12.0, Ink::Mute),
    /// What it decided.
    ProcessDecision = "v-process-decision" => bold(13.0, Ink::Tone),
    /// A shape filled with its process's colour.
    Solid = "v-solid" => filled(Ink::Tone),
    /// A shape drawn in its process's colour.
    Hollow = "v-hollow" => boxed(Ink::Surface, Ink::Tone, 2.4),
    /// A line in its process's colour, within a shape.
    Stroke = "v-stroke" => drawn(Ink::Tone, 2.4),
    /// A line on a filled shape.
    StrokeOn = "v-stroke-on" => drawn(Ink::Surface, 2.0),
    /// A small filled shape on a filled one.
    SolidOn = "v-solid-on" => filled(Ink::Surface),
    /// The octagon of a nak.
    Nak = "v-nak" => filled(Ink::Bad),
    /// Its cross.
    NakCross = "v-nak-cross" => drawn(Ink::Surface, 2.8),
    /// A line that says crashed, lost or lied.
    Bad = "v-bad" => drawn(Ink::Bad, 3.0),
    /// The ring around what is caught in a lie.
    Caught = "v-caught" => drawn(Ink::Bad, 2.0),
    /// The line from who catches a lie to whose it is.
    CaughtTie = "v-caught-tie" => Style { dash: &[1.0, 5.0], ..drawn(Ink::Bad, 3.5) },
    /// A shape filled with it.
    BadSolid = "v-bad-solid" => filled(Ink::Bad),
    /// A line that says held.
    Held = "v-held" => drawn(Ink::Ink, 2.4),
    /// The ground of a label.
    Tag = "v-tag" => boxed(Ink::Surface, Ink::Line, 1.0),
    /// The ground of a nak's label.
    TagBad = "v-tag-bad" => boxed(Ink::Surface, Ink::Bad, 1.8),
    /// A label.
    TagText = "v-tag-text" => letters(12.0, Ink::Ink),
    /// A nak's label.
    TagTextBad = "v-tag-text-bad" => bold(12.0, Ink::Bad),
    /// The label of what will be ignored.
    TagTextStale = "v-tag-text-stale" => letters(12.0, Ink::Mute),
    /// The ring that says: this packet moves next.
    Next = "v-next" => Style { dash: &[3.0, 3.0], ..drawn(Ink::Ink, 1.4) },
    /// The halo of a process at which the step happened.
    Halo = "v-halo" => Style { opacity: 0.22, ..drawn(Ink::Tone, 9.0) },
    /// The ring around what nobody waits for any more.
    Stale = "v-stale" => Style { dash: &[2.0, 4.0], ..drawn(Ink::Mute, 1.6) },
    /// The line that closes around a quorum.
    Quorum = "v-quorum" => Style { opacity: 0.9, ..drawn(Ink::Tone, 4.0) },
    /// The line between a quorum's members.
    QuorumTie = "v-quorum-tie" => Style { opacity: 0.35, ..drawn(Ink::Tone, 7.0) },
    /// A ruled delay.
    Tick = "v-tick" => Style { dash: &[2.0, 4.0], ..drawn(Ink::Line, 1.0) },
    /// Its number.
    TickText = "v-tick-text" => letters(11.0, Ink::Mute),
    /// The name of a lifeline.
    LifeName = "v-life-name" => bold(14.0, Ink::Tone),
    /// The name of a memory's lifeline.
    LifeNameMemory = "v-life-name-memory" => bold(14.0, Ink::Ink),
    /// A process's lifeline.
    Life = "v-life" => Style { opacity: 0.6, ..drawn(Ink::Tone, 2.0) },
    /// A memory's lifeline.
    LifeThin = "v-life-thin" => drawn(Ink::Line, 2.0),
    /// A lifeline after a crash.
    LifeDead = "v-life-dead" => Style { dash: &[2.0, 5.0], ..drawn(Ink::Line, 2.0) },
    /// A stretch in which one process may write.
    Band = "v-band" => Style { opacity: 0.85, ..filled(Ink::Tone) },
    /// A stretch in which several may, or nobody.
    BandOpen = "v-band-open" => boxed(Ink::Soft, Ink::Mute, 1.0),
    /// A packet on its way out.
    Arrow = "v-arrow" => drawn(Ink::Tone, 1.8),
    /// A packet on its way back.
    ArrowBack = "v-arrow-back" => Style { dash: &[5.0, 4.0], ..drawn(Ink::Tone, 1.8) },
    /// A refusal on its way back.
    ArrowNak = "v-arrow-nak" => Style { dash: &[5.0, 4.0], ..drawn(Ink::Bad, 2.2) },
    /// What a Byzantine process sends.
    ArrowLie = "v-arrow-lie" => Style { dash: &[9.0, 3.0, 1.5, 3.0], ..drawn(Ink::Tone, 2.4) },
    /// A highlighted packet on its way out.
    ArrowHot = "v-arrow-hot" => drawn(Ink::Tone, 3.6),
    /// A highlighted packet on its way back.
    ArrowBackHot = "v-arrow-back-hot" => Style { dash: &[7.0, 4.0], ..drawn(Ink::Tone, 3.6) },
    /// A packet that is not in the highlight.
    ArrowFaint = "v-arrow-faint" => Style { opacity: 0.22, ..drawn(Ink::Tone, 1.4) },
    /// A highlighted stretch of a lifeline.
    LifeHot = "v-life-hot" => drawn(Ink::Tone, 5.0),
    /// The ground of a point.
    Point = "v-point" => boxed(Ink::Tone, Ink::Surface, 2.0),
    /// A point without a shape of its own.
    PointPlain = "v-point-plain" => boxed(Ink::Surface, Ink::Tone, 1.8),
    /// What has not happened yet.
    Future = "v-future" => Style { opacity: 0.62, ..filled(Ink::Ground) },
    /// The playhead's line.
    Head = "v-head" => drawn(Ink::Ink, 1.8),
    /// The playhead's handle.
    HeadTop = "v-head-top" => filled(Ink::Ink),
    /// Letters of a legend.
    Legend = "v-legend" => letters(12.5, Ink::Ink),
}

/// How much thicker lines are in a theme.
fn weight(theme: Theme) -> f64 {
    match theme {
        Theme::Light | Theme::Dark => 1.0,
        Theme::Projector => 1.5,
    }
}

impl Class {
    /// How it is drawn in a theme: lines are thicker on a projector, and nothing is faint.
    pub fn style_in(self, theme: Theme) -> Style {
        let style = self.style();
        Style {
            width: style.width * weight(theme),
            ..style
        }
    }
}

/// The family of letters in a stylesheet and in SVG files.
pub const LETTERS: &str = "system-ui,\"Inter\",\"DejaVu Sans\",\"Segoe UI\",Arial,sans-serif";

/// The rules of every class for a stylesheet, over the custom properties of
/// [`theme_css`](super::theme::theme_css).
pub fn class_css() -> String {
    // What belongs to nobody wears nobody's colour.
    let mut out = String::from("svg{--c:var(--mute)}\n");
    for k in 0..=9u8 {
        let colour = if k == 0 {
            "var(--mute)".to_owned()
        } else {
            format!("var(--p{k})")
        };
        let _ = writeln!(out, ".c{k}{{--c:{colour}}}");
    }
    for class in Class::ALL {
        let style = class.style();
        let _ = write!(out, ".{}{{fill:{}", class.name(), style.fill.property());
        if style.stroke != Ink::None {
            let _ = write!(
                out,
                ";stroke:{};stroke-width:calc({}px * var(--weight))",
                style.stroke.property(),
                style.width
            );
        }
        if !style.dash.is_empty() {
            let dashes: Vec<String> = style.dash.iter().map(f64::to_string).collect();
            let _ = write!(out, ";stroke-dasharray:{}", dashes.join(" "));
        }
        if style.opacity < 1.0 {
            let _ = write!(out, ";opacity:{}", style.opacity);
        }
        if style.size > 0.0 {
            let _ = write!(
                out,
                ";font:{} {}px {LETTERS}",
                if style.bold { 700 } else { 400 },
                style.size
            );
        }
        out.push_str("}\n");
    }
    out
}
