//! Layouts: where the processes and the memories' cards stand, for any number of them and any
//! size of the stage, without overlap.
//!
//! A layout is made in natural units, in which letters are 11 to 19 units high, and scaled as a
//! whole to the stage. Of all arrangements (rows, columns, how much a card and a process tell)
//! the one that tells most at a legible scale is taken. It depends on the configuration alone,
//! never on the state, so that nothing jumps from step to step.

use super::drawing::{Area, Point};
use super::frame::{Frame, MemoryMark};
use super::metrics::width;
use super::text::Language;

/// The size of a stage, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Size {
    /// A size.
    pub const fn new(w: f64, h: f64) -> Self {
        Size { w, h }
    }
}

/// What a layout needs to know besides n, m and the size.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutOptions {
    /// The language of the labels.
    pub language: Language,
    /// How many lines a whole card has: registers, and the names of regions where they are shown.
    pub rows: usize,
    /// The room for a register's name.
    pub name_width: f64,
    /// The room for each of its columns.
    pub columns: Vec<f64>,
    /// The room for a register's content in one word.
    pub text_width: f64,
    /// Whether regions stand in a card as a whole, row by row, or as sections.
    pub regions: Regions,
    /// The smallest scale that is legible, more on a projector than on a screen.
    pub legible: f64,
}

/// How a card shows its regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regions {
    /// There is one: the card's head says who may write.
    Card,
    /// Each has one register: the row says it.
    Row,
    /// Each has a line of its own above its registers.
    Section,
}

/// The smallest scale that is legible on a screen at arm's length.
const SCREEN: f64 = 0.8;

impl LayoutOptions {
    /// What the run's frames need; the same for every frame of a run.
    pub fn of(frame: &Frame, language: Language) -> Self {
        let memory = frame.memories.first();
        let regions = memory.map_or(Regions::Card, regions_of);
        let lines = memory.map_or(0, |m| match regions {
            Regions::Section => m.registers.len() + m.regions.len(),
            Regions::Card | Regions::Row => m.registers.len(),
        });
        let names = memory.into_iter().flat_map(|m| &m.registers);
        let name_width = names
            .map(|r| width(&r.name, 13.0, false))
            .fold(48.0, f64::max)
            .min(150.0);
        // Through one process's eyes, a name carries the step at which its content was learnt.
        let name_width = name_width + if frame.lens.is_some() { 34.0 } else { 0.0 };
        let columns: Vec<f64> = frame
            .columns
            .iter()
            .map(|c| (width(c, 11.0, false) + 14.0).max(50.0))
            .collect();
        LayoutOptions {
            language,
            rows: lines,
            name_width,
            text_width: columns.iter().sum::<f64>().clamp(64.0, 110.0),
            columns,
            regions,
            legible: SCREEN,
        }
    }

    /// The same for a lecture hall: less is shown, and larger.
    #[must_use]
    pub fn for_projector(mut self) -> Self {
        self.legible = 1.0;
        self
    }

    /// What an algorithm with one small region needs, for tests and previews.
    pub fn plain(rows: usize) -> Self {
        LayoutOptions {
            language: Language::English,
            rows,
            name_width: 60.0,
            columns: vec![62.0, 62.0, 50.0],
            text_width: 90.0,
            regions: Regions::Card,
            legible: SCREEN,
        }
    }
}

fn regions_of(memory: &MemoryMark) -> Regions {
    if memory.regions.len() < 2 {
        Regions::Card
    } else if memory.regions.iter().all(|r| r.registers.len() < 2) {
        Regions::Row
    } else {
        Regions::Section
    }
}

/// How much a memory's card tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardDetail {
    /// Its name and who may write.
    Brief,
    /// Each register's content in one word.
    Rows,
    /// Each register's columns, under headings.
    Table,
}

/// How much a process tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProcessDetail {
    /// Its name.
    Name,
    /// Its name, its input and one line.
    Short,
    /// Its name, its input, its role and its pseudocode lines.
    Full,
}

impl ProcessDetail {
    const fn radius(self) -> f64 {
        match self {
            ProcessDetail::Name => 17.0,
            ProcessDetail::Short => 29.0,
            ProcessDetail::Full => 41.0,
        }
    }

    /// The room above the body, for a crown.
    const fn above(self) -> f64 {
        match self {
            ProcessDetail::Name => 11.0,
            ProcessDetail::Short => 16.0,
            ProcessDetail::Full => 19.0,
        }
    }

    /// The room below it, for captions.
    const fn below(self) -> f64 {
        match self {
            ProcessDetail::Name => 5.0,
            ProcessDetail::Short => 21.0,
            ProcessDetail::Full => 44.0,
        }
    }

    const fn cell(self) -> (f64, f64) {
        let w = match self {
            ProcessDetail::Name => 50.0,
            ProcessDetail::Short => 108.0,
            ProcessDetail::Full => 166.0,
        };
        (w, self.radius() * 2.0 + self.above() + self.below())
    }
}

/// Where a process stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessPlace {
    /// All that it takes, captions included.
    pub area: Area,
    /// The middle of its body.
    pub centre: Point,
    /// The body's radius.
    pub radius: f64,
}

/// Where the processes stand with respect to the memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Processes to the left, memories to the right.
    Across,
    /// Processes above, memories below.
    Down,
    /// Processes in a ring, no memories.
    Ring,
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The stage's width, in natural units.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Pixels a unit.
    pub scale: f64,
    /// What was asked for.
    pub options: LayoutOptions,
    /// Where processes stand with respect to memories.
    pub flow: Flow,
    /// How much a process tells.
    pub process_detail: ProcessDetail,
    /// The processes, in their order.
    pub processes: Vec<ProcessPlace>,
    /// How much a card tells.
    pub card_detail: CardDetail,
    /// How many lines of a card are shown.
    pub rows: usize,
    /// The memories' cards, in their order.
    pub memories: Vec<Area>,
    /// How many columns of cards there are across, or rows of cards down.
    pub ranks: usize,
    /// How many cards stand in each.
    pub files: usize,
    /// Where the first rank of cards begins, along the flow.
    pub shore: f64,
    /// How large a packet is drawn: 1 as it is, less where there are many.
    pub packet: f64,
    /// The ranks of processes, the last beside the strait.
    pub(super) process_ranks: Vec<Rank>,
    /// How far beside a card the middle of the gap to its neighbour lies.
    pub(super) beside_card: f64,
}

/// A rank of processes: what lies between the memories and the ranks behind it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rank {
    /// Where it begins, along the flow.
    pub begin: f64,
    /// Where it ends.
    pub end: f64,
    /// The middles of the gaps through which packets pass it, across the flow.
    pub gaps: Vec<f64>,
}

impl Layout {
    /// The room that a packet takes to each side of its way.
    pub fn clear(&self) -> f64 {
        CLEAR * self.packet
    }
}

/// The height of a card's head.
pub(super) const HEAD: f64 = 38.0;
/// The same for cards that tell little.
pub(super) const HEAD_SMALL: f64 = 32.0;
/// The height of the columns' headings.
pub(super) const HEADINGS: f64 = 17.0;
/// The height of a row, with the gap below.
pub(super) const ROW: f64 = 28.0;
/// The same for cards that tell little.
pub(super) const ROW_SMALL: f64 = 23.0;
/// The room for one chip of a permission.
pub(super) const CHIP: f64 = 13.0;
const MARGIN: f64 = 10.0;

/// As many of a kind as are kept in one rank where that is possible.
const FEW: usize = 4;

/// One way to arrange everything, in natural units.
#[derive(Clone, Copy, Debug)]
struct Plan {
    process: ProcessDetail,
    card: CardDetail,
    rows: usize,
    /// Columns of processes across, rows of them down.
    process_ranks: usize,
    ranks: usize,
    flow: Flow,
    w: f64,
    h: f64,
}

fn card_size(n: usize, card: CardDetail, rows: usize, options: &LayoutOptions) -> (f64, f64) {
    let chips = n as f64 * CHIP;
    let beside = match options.regions {
        Regions::Card => 0.0,
        Regions::Row | Regions::Section => chips + 8.0,
    };
    let lines = rows as f64;
    match card {
        CardDetail::Brief => ((62.0 + chips.min(4.0 * CHIP)).max(96.0), HEAD_SMALL + 4.0),
        CardDetail::Rows => (
            (34.0 + options.name_width + options.text_width + beside).max(76.0 + chips),
            HEAD_SMALL + lines * ROW_SMALL + 6.0,
        ),
        CardDetail::Table => (
            (44.0 + options.name_width + options.columns.iter().sum::<f64>() + beside)
                .max(236.0 + chips),
            HEAD + HEADINGS + lines * ROW + 8.0,
        ),
    }
}

/// The room between processes and memories, for packets.
const fn strait(flow: Flow) -> f64 {
    match flow {
        Flow::Across => 170.0,
        Flow::Down | Flow::Ring => 96.0,
    }
}

/// The room that a packet of the usual size takes to each side of its way.
const CLEAR: f64 = 13.5;

/// How large packets are drawn.
fn packet_size(n: usize, m: usize) -> f64 {
    if n * m.max(n) > 25 { 0.8 } else { 1.0 }
}

/// The gaps between cards, along and across the flow: wide enough for packets where there is a
/// rank behind.
fn gaps(ranks: usize, packet: f64) -> (f64, f64) {
    match ranks {
        0 | 1 => (0.0, 12.0),
        _ => (2.0 * CLEAR * packet + 14.0, 2.0 * CLEAR * packet + 4.0),
    }
}

/// The same between processes.
fn process_gaps(ranks: usize, packet: f64) -> (f64, f64) {
    match ranks {
        0 | 1 => (0.0, 0.0),
        // What they say to each other flies between their ranks.
        _ => (2.0 * CLEAR * packet + 40.0, 2.0 * CLEAR * packet + 3.0),
    }
}

fn plan(
    n: usize,
    m: usize,
    flow: Flow,
    process: ProcessDetail,
    (card, rows): (CardDetail, usize),
    (process_ranks, ranks): (usize, usize),
    options: &LayoutOptions,
) -> Plan {
    let packet = packet_size(n, m);
    let (cw, ch) = card_size(n, card, rows, options);
    let (pr, cr) = (process_ranks as f64, ranks as f64);
    let (pf, cf) = (n.div_ceil(process_ranks) as f64, m.div_ceil(ranks) as f64);
    let (along, across) = gaps(ranks, packet);
    let between = process_gaps(process_ranks, packet);
    let between_ranks = (pr - 1.0) * between.0;
    let (pw, ph) = match flow {
        Flow::Across | Flow::Ring => (process.cell().0, process.cell().1 + between.1),
        Flow::Down => (process.cell().0 + between.1, process.cell().1),
    };
    // Processes of a second rank stand half a file lower than those of the first.
    let stagger = if process_ranks > 1 { 0.5 } else { 0.0 };
    let side = if ranks > 1 { 2.0 * across } else { 0.0 };
    let (w, h) = match flow {
        Flow::Across | Flow::Ring => (
            pr * pw + between_ranks + strait(flow) + cr * cw + (cr - 1.0) * along,
            ((pf + stagger) * ph).max(cf * ch + (cf - 1.0) * across + side),
        ),
        Flow::Down => (
            ((pf + stagger) * pw).max(cf * cw + (cf - 1.0) * across + side),
            pr * ph + between_ranks + strait(flow) + cr * ch + (cr - 1.0) * along,
        ),
    };
    Plan {
        process,
        card,
        rows,
        process_ranks,
        ranks,
        flow,
        w: w + 2.0 * MARGIN,
        h: h + 2.0 * MARGIN,
    }
}

/// What cards and processes may tell, the most first.
fn details(rows: usize) -> Vec<(ProcessDetail, (CardDetail, usize))> {
    let shown = |most: usize| rows.min(most);
    let mut cards = Vec::new();
    for most in [rows, 12, 9, 7, 5, 4, 3] {
        cards.push((CardDetail::Table, shown(most)));
    }
    for most in [rows, 9, 7, 5, 4, 3, 2] {
        cards.push((CardDetail::Rows, shown(most)));
    }
    cards.push((CardDetail::Brief, 0));
    cards.dedup();
    let mut out = Vec::new();
    for card in cards {
        for process in [
            ProcessDetail::Full,
            ProcessDetail::Short,
            ProcessDetail::Name,
        ] {
            out.push((process, card));
        }
    }
    // A process's captions are worth less than a card's columns, and more than its tenth row.
    out.sort_by_key(|(process, (card, shown))| {
        let worth = match card {
            CardDetail::Table => 60,
            CardDetail::Rows => 30,
            CardDetail::Brief => 0,
        };
        let captions = match process {
            ProcessDetail::Full => 13,
            ProcessDetail::Short => 9,
            ProcessDetail::Name => 0,
        };
        let all = if *shown == rows { 8 } else { 0 };
        std::cmp::Reverse(worth + captions + all + (*shown).min(12))
    });
    out
}

/// The layout of `n` processes and `m` memories on a stage.
pub fn layout(n: u8, m: u8, size: Size, options: &LayoutOptions) -> Layout {
    let (n, m) = (n.max(1) as usize, m as usize);
    let size = Size::new(size.w.max(64.0), size.h.max(64.0));
    if m == 0 {
        return ring(n, size, options);
    }
    let scale = |p: &Plan| (size.w / p.w).min(size.h / p.h);
    // Processes beside the memories on a wide stage, above them on a tall one.
    let flows: &[Flow] = if size.w > size.h * 1.25 {
        &[Flow::Across]
    } else if size.h > size.w * 1.25 {
        &[Flow::Down]
    } else {
        &[Flow::Across, Flow::Down]
    };
    let mut fallback: Option<Plan> = None;
    // One that is left over in a second rank looks like another kind of thing, and packets pass it
    // by. So few stand in one rank where that is possible, even if they tell less there.
    let (one_p, one_m) = (n <= FEW, m <= FEW);
    // Letters may be a little smaller for it.
    let smaller = (options.legible * 0.85).max(SCREEN).min(options.legible);
    for (orderly, legible) in [
        (true, options.legible),
        (true, smaller),
        (false, options.legible),
    ] {
        for (process, card) in details(options.rows) {
            if orderly && one_m && card.0 == CardDetail::Brief {
                continue;
            }
            let mut best: Option<Plan> = None;
            for flow in flows {
                for process_ranks in 1..=if orderly && one_p { 1 } else { n.min(3) } {
                    for ranks in 1..=if orderly && one_m { 1 } else { m } {
                        let grid = (process_ranks, ranks);
                        let one = plan(n, m, *flow, process, card, grid, options);
                        if fallback.is_none_or(|f| scale(&one) > scale(&f)) {
                            fallback = Some(one);
                        }
                        if scale(&one) < legible {
                            continue;
                        }
                        let worth = |p: &Plan| scale(p).min(1.3) * ease(p, n, m);
                        if best.is_none_or(|b| worth(&one) > worth(&b) + 1e-9) {
                            best = Some(one);
                        }
                    }
                }
            }
            if let Some(best) = best {
                return place(n, m, size, &best, options);
            }
        }
    }
    let fallback = fallback.unwrap_or_else(|| {
        // There is always a plan; this one needs the least.
        let least = (CardDetail::Brief, 0);
        plan(
            n,
            m,
            Flow::Across,
            ProcessDetail::Name,
            least,
            (1, 1),
            options,
        )
    });
    place(n, m, size, &fallback, options)
}

/// How easily packets are followed, up to 1: ways to a second rank go between cards, those to a
/// third more so, and a rank that is not full looks unfinished.
fn ease(plan: &Plan, n: usize, m: usize) -> f64 {
    let ways = match plan.ranks {
        1 => 1.0,
        2 => 0.88,
        3 => 0.8,
        _ => 0.6,
    };
    let crossing = if plan.process_ranks == 1 { 1.0 } else { 0.9 };
    let full = |count: usize, ranks: usize| {
        let missing = (count.div_ceil(ranks) * ranks - count) as f64;
        1.0 - 0.04 * missing
    };
    ways * crossing * full(m, plan.ranks) * full(n, plan.process_ranks)
}

/// The largest scale that looks right.
const LARGEST: f64 = 1.6;

fn place(n: usize, m: usize, size: Size, plan: &Plan, options: &LayoutOptions) -> Layout {
    let most = LARGEST.max(options.legible * 1.5);
    let scale = (size.w / plan.w).min(size.h / plan.h).min(most);
    let (w, h) = (size.w / scale, size.h / scale);
    // Work along the flow (u) and across it (v), and turn at the end.
    let down = plan.flow == Flow::Down;
    let turn = |(x, y): (f64, f64)| if down { (y, x) } else { (x, y) };
    let (length, breadth) = turn((w, h));
    let (pu, pv) = turn(plan.process.cell());
    let (cu, cv) = turn(card_size(n, plan.card, plan.rows, options));
    let packet = packet_size(n, m);
    let (along, across) = gaps(plan.ranks, packet);
    let (between, _) = process_gaps(plan.process_ranks, packet);
    let (pf, cf) = (n.div_ceil(plan.process_ranks), m.div_ceil(plan.ranks));
    let side = if plan.ranks > 1 { across } else { 0.0 };

    // Spare length goes to the strait, up to a point, then to the margins; spare breadth goes
    // between.
    let (pr, cr) = (plan.process_ranks as f64, plan.ranks as f64);
    let all_processes = pr * pu + (pr - 1.0) * between;
    let fixed = all_processes + cr * cu + (cr - 1.0) * along + 2.0 * MARGIN;
    let strait = (length - fixed).min(strait(plan.flow) * 2.6);
    let begin = MARGIN + (length - fixed - strait) / 2.0;

    let stagger = if plan.process_ranks > 1 { 0.5 } else { 0.0 };
    let pitch_limit = if down { pv * 2.2 } else { pv * 1.9 };
    let pitch = ((breadth - 2.0 * MARGIN) / (pf as f64 + stagger)).min(pitch_limit);
    let v0 = (breadth - (pf as f64 + stagger) * pitch) / 2.0;
    // With three ranks the third stands as the first does.
    let lower = |rank: usize| if rank % 2 == 1 { 0.5 } else { 0.0 };
    let process_ranks = (0..plan.process_ranks).map(|rank| {
        let begin = begin + rank as f64 * (pu + between);
        let gap = |file: usize| v0 + (file as f64 + lower(rank)) * pitch;
        Rank {
            begin,
            end: begin + pu,
            gaps: (0..=pf).map(gap).collect(),
        }
    });
    let process_ranks: Vec<Rank> = process_ranks.collect();
    let processes = (0..n).map(|k| {
        let (rank, file) = (k % plan.process_ranks, k / plan.process_ranks);
        let v = v0 + (file as f64 + lower(rank)) * pitch + (pitch - pv) / 2.0;
        let (x, y) = turn((process_ranks[rank].begin, v));
        let (pw, ph) = plan.process.cell();
        let radius = plan.process.radius();
        ProcessPlace {
            area: Area { x, y, w: pw, h: ph },
            centre: Point::new(x + pw / 2.0, y + plan.process.above() + radius),
            radius,
        }
    });
    let processes: Vec<ProcessPlace> = processes.collect();

    let room = breadth - 2.0 * MARGIN - 2.0 * side;
    let card_gap = if cf > 1 {
        ((room - cf as f64 * cv) / (cf as f64 - 1.0)).clamp(across.min(12.0), across + 26.0)
    } else {
        0.0
    };
    let in_all = cf as f64 * cv + (cf as f64 - 1.0) * card_gap;
    let shore = begin + all_processes + strait;
    let memories = (0..m).map(|k| {
        let (rank, file) = (k / cf, k % cf);
        // A last rank that is not full stands in the middle, as far as the gaps stay in line.
        let here = cf.min(m - rank * cf);
        let missing = ((cf - here) / 2) as f64 * (cv + card_gap);
        let v = (breadth - in_all) / 2.0 + missing + file as f64 * (cv + card_gap);
        let (x, y) = turn((shore + rank as f64 * (cu + along), v));
        let (w, h) = turn((cu, cv));
        Area { x, y, w, h }
    });
    Layout {
        width: w,
        height: h,
        scale,
        flow: plan.flow,
        process_detail: plan.process,
        processes,
        card_detail: plan.card,
        rows: plan.rows,
        memories: memories.collect(),
        ranks: plan.ranks,
        files: cf,
        shore,
        packet,
        process_ranks,
        beside_card: if cf > 1 { card_gap } else { across } / 2.0,
        options: options.clone(),
    }
}

/// Processes in a ring, for algorithms that only send messages.
fn ring(n: usize, size: Size, options: &LayoutOptions) -> Layout {
    let mut last = None;
    for detail in [
        ProcessDetail::Full,
        ProcessDetail::Short,
        ProcessDetail::Name,
    ] {
        let made = ring_of(n, size, detail, options);
        if made.scale >= options.legible {
            return made;
        }
        last = Some(made);
    }
    last.unwrap_or_else(|| ring_of(n, size, ProcessDetail::Name, options))
}

fn ring_of(n: usize, size: Size, detail: ProcessDetail, options: &LayoutOptions) -> Layout {
    let (mut pw, ph) = detail.cell();
    // There is room for longer words in a ring.
    pw *= 1.2;
    let aspect = (size.w / size.h).clamp(0.6, 1.9);
    let areas = |radius: f64| -> Vec<Area> {
        let start = if n == 2 {
            std::f64::consts::PI
        } else {
            -std::f64::consts::FRAC_PI_2
        };
        let turn = std::f64::consts::TAU / n as f64;
        let wide = if n == 1 { 0.0 } else { radius };
        (0..n)
            .map(|k| {
                let angle = start + turn * k as f64;
                Area {
                    x: wide * aspect * angle.cos() - pw / 2.0,
                    y: wide * angle.sin() - ph / 2.0,
                    w: pw,
                    h: ph,
                }
            })
            .collect()
    };
    let mut radius = 90.0;
    while areas(radius).iter().enumerate().any(|(k, a)| {
        let grown = Area {
            w: a.w + 34.0,
            h: a.h + 22.0,
            ..*a
        };
        areas(radius)[k + 1..].iter().any(|b| {
            grown.overlaps(&Area {
                w: b.w + 34.0,
                h: b.h + 22.0,
                ..*b
            })
        })
    }) {
        radius += 6.0;
    }
    let spread = |of: &[Area]| {
        let left = of.iter().map(|a| a.x).fold(f64::MAX, f64::min);
        let right = of.iter().map(|a| a.x + a.w).fold(f64::MIN, f64::max);
        let top = of.iter().map(|a| a.y).fold(f64::MAX, f64::min);
        let bottom = of.iter().map(|a| a.y + a.h).fold(f64::MIN, f64::max);
        (
            left,
            top,
            right - left + 2.0 * MARGIN,
            bottom - top + 2.0 * MARGIN,
        )
    };
    let (_, _, w, h) = spread(&areas(radius));
    let scale = (size.w / w).min(size.h / h).min(LARGEST);
    // Spare room widens the ring rather than the letters, once these are large enough.
    while radius < 400.0 {
        let (_, _, w, h) = spread(&areas(radius + 6.0));
        if (size.w / w).min(size.h / h) < scale {
            break;
        }
        radius += 6.0;
    }
    let placed = areas(radius);
    let (left, top, w, h) = spread(&placed);
    let (width, height) = (size.w / scale, size.h / scale);
    let (dx, dy) = (
        (width - w) / 2.0 + MARGIN - left,
        (height - h) / 2.0 + MARGIN - top,
    );
    let processes = placed.iter().map(|a| {
        let area = Area {
            x: a.x + dx,
            y: a.y + dy,
            ..*a
        };
        ProcessPlace {
            area,
            centre: Point::new(area.x + pw / 2.0, area.y + detail.above() + detail.radius()),
            radius: detail.radius(),
        }
    });
    Layout {
        width,
        height,
        scale,
        flow: Flow::Ring,
        process_detail: detail,
        processes: processes.collect(),
        card_detail: CardDetail::Table,
        rows: 0,
        memories: Vec::new(),
        ranks: 0,
        files: 0,
        shore: width,
        packet: packet_size(n, 0),
        process_ranks: Vec::new(),
        beside_card: 0.0,
        options: options.clone(),
    }
}
