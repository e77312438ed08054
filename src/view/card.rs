//! A memory's card: who may write, and what its registers hold.

use super::drawing::{Anchor, Area, Group, PathData, Point, Pose, Role, Seg, Shape, Target};
use super::frame::{Frame, MemoryMark, RegisterMark};
use super::icons::{self, Icon};
use super::layout::{
    CHIP, CardDetail, HEAD, HEAD_SMALL, HEADINGS, Layout, ROW, ROW_SMALL, Regions,
};
use super::lens::{Sight, hatched};
use super::metrics::{fitted, width};
use super::stage::emphasised;
use super::style::{Class, Paint, Tone};
use super::text::Tongue;
use crate::model::{Permission, ProcessSet};

/// One line of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// A region's name and permission, by its place.
    Region(usize),
    /// A register, by its place.
    Register(usize),
    /// So many registers are folded away.
    More(usize),
}

/// The region under which a register is shown: the first that covers it.
fn region_of(memory: &MemoryMark, register: usize) -> Option<usize> {
    let id = memory.registers[register].id;
    memory
        .regions
        .iter()
        .position(|r| r.registers.contains(&id))
}

/// The lines that are shown: what this step changed first, then what holds something.
fn rows(memory: &MemoryMark, room: usize, regions: Regions) -> Vec<Row> {
    // Where there is room for a line or two, what is held matters more than where.
    let sections = regions == Regions::Section && room > 2;
    let count = memory.registers.len();
    let whole = count + if sections { memory.regions.len() } else { 0 };
    let mut chosen: Vec<usize> = (0..count).collect();
    if whole > room {
        chosen.sort_by_key(|k| {
            let r = &memory.registers[*k];
            (!r.changed, r.empty, *k)
        });
        let mut used = usize::from(room > 1);
        let mut seen: Vec<Option<usize>> = Vec::new();
        let mut kept = 0;
        for k in &chosen {
            let region = region_of(memory, *k);
            let new = sections && !seen.contains(&region);
            let cost = 1 + usize::from(new);
            if used + cost > room {
                break;
            }
            used += cost;
            if new {
                seen.push(region);
            }
            kept += 1;
        }
        chosen.truncate(kept);
    }
    let hidden = count - chosen.len();
    let key = |k: &usize| {
        if sections {
            (region_of(memory, *k), *k)
        } else {
            (None, *k)
        }
    };
    chosen.sort_by_key(key);
    let mut out = Vec::new();
    let mut last = None;
    for k in chosen {
        let region = region_of(memory, k);
        if sections && (out.is_empty() || region != last) {
            out.extend(region.map(Row::Region));
            last = region;
        }
        out.push(Row::Register(k));
    }
    if hidden > 0 && out.len() < room.max(1) {
        out.push(Row::More(hidden));
    }
    out
}

/// A card, and the shackle that swings if this step changed its lock.
pub(super) fn card(
    frame: &Frame,
    memory: &MemoryMark,
    area: Area,
    layout: &Layout,
) -> (Group, Option<Group>) {
    let tongue = layout.options.language.tongue();
    let detail = layout.card_detail;
    let table = detail == CardDetail::Table;
    let head = if table { HEAD } else { HEAD_SMALL };
    let mut group = Group::new(memory.id.to_string(), Role::Memory)
        .posed(Pose::at(area.x, area.y))
        .titled(tongue.memory(memory))
        .aimed(Target::Memory(memory.id));
    let ground = if memory.crashed {
        Class::CardDead
    } else {
        Class::Card
    };
    group.push(Shape::rect(0.0, 0.0, area.w, area.h, 10.0, ground));
    let regions = layout.options.regions;
    let unknown = memory.regions.iter().any(|r| is_unknown(r.sight));
    if regions == Regions::Card && unknown {
        group.push(hatched(2.0, 8.0, 9.0, area.h - 16.0));
    } else if regions == Regions::Card && !memory.crashed {
        group.shapes.extend(edge(memory.writers, area.h));
    }
    let swing = head_of(&mut group, memory, area, layout, tongue);
    if detail == CardDetail::Brief {
        return (group, swing);
    }
    if table {
        let mut x = 20.0 + layout.options.name_width + 8.0;
        for (column, w) in frame.columns.iter().zip(&layout.options.columns) {
            group.push(Shape::text(
                x + w / 2.0,
                head + 11.0,
                Anchor::Middle,
                *column,
                Class::Heading,
            ));
            x += w;
        }
    }
    let step = if table { ROW } else { ROW_SMALL };
    let mut y = head + if table { HEADINGS } else { 0.0 };
    for row in rows(memory, layout.rows, regions) {
        match row {
            Row::Region(k) => {
                let region = &memory.regions[k];
                let room = area.w - 30.0 - CHIP * frame.processes.len() as f64;
                let mut line = Group::new(format!("{}-region-{k}", memory.id), Role::Region)
                    .posed(Pose::at(0.0, y));
                let name = fitted(&region.name, 12.5, false, room);
                line.push(Shape::text(
                    16.0,
                    step - 10.0,
                    Anchor::Start,
                    name,
                    Class::Permit,
                ));
                let end = Point::new(area.w - 14.0, step - 14.5);
                line.shapes
                    .extend(chips(frame, region.sight, &region.permission, end));
                group.children.push(line);
            }
            Row::Register(k) => {
                let register = &memory.registers[k];
                let mut row = register_row(frame, memory, register, area, layout, tongue);
                row.pose = Pose::at(0.0, y);
                group.children.push(row);
            }
            Row::More(count) => {
                let text = tongue.folded(count);
                group.push(Shape::text(
                    20.0,
                    y + step - 11.0,
                    Anchor::Start,
                    text,
                    Class::Folded,
                ));
            }
        }
        y += step;
    }
    (group, swing)
}

/// The head: name, lock, who may write, and a chip for each process.
fn head_of(
    group: &mut Group,
    memory: &MemoryMark,
    area: Area,
    layout: &Layout,
    tongue: &dyn Tongue,
) -> Option<Group> {
    let table = layout.card_detail == CardDetail::Table;
    let base = if table { 26.0 } else { 22.0 };
    let mut x = if table { 24.0 } else { 18.0 };
    let name = memory.id.to_string();
    group.push(Shape::text(x, base, Anchor::Start, name, Class::MemoryName));
    x += 34.0;
    let whole = layout.options.regions == Regions::Card;
    let mut swing = None;
    let changed = memory.regions.iter().any(|r| r.changed);
    let unknown = memory.regions.iter().any(|r| is_unknown(r.sight));
    if !memory.crashed && (whole || changed) && !unknown {
        let tone = if memory.uniform {
            Tone::of_writers(memory.writers)
        } else {
            Tone::Nobody
        };
        let at = Point::new(x + 8.0, base - 6.5);
        let scale = 0.82;
        let mut lock = Group::new(format!("{}-lock", memory.id), Role::Lock)
            .posed(Pose {
                scale,
                ..Pose::at(at.x, at.y)
            })
            .titled(tongue.memory(memory));
        if changed {
            lock.shapes = icons::lock_body(tone);
            // The shackle turns on its hinge, so it is drawn around that.
            let hinge = icons::HINGE;
            let mut shackle =
                Group::new(format!("{}-shackle", memory.id), Role::Lock).posed(Pose {
                    scale,
                    ..Pose::at(
                        area.x + at.x + hinge.x * scale,
                        area.y + at.y + hinge.y * scale,
                    )
                });
            shackle.push(icons::shackle_on_hinge(tone));
            swing = Some(shackle);
        } else {
            lock.shapes = icons::lock(tone);
        }
        group.children.push(lock);
        x += 26.0;
    }
    if memory.held || memory.side.is_some() {
        let mut held = Group::new(format!("{}-held", memory.id), Role::Flourish).posed(Pose {
            scale: 0.8,
            ..Pose::at(x + 8.0, base - 6.0)
        });
        held.shapes = Icon::Hold.shapes(Tone::Nobody);
        if let Some(side) = memory.side {
            held.push(Shape::text(12.0, 6.0, Anchor::Start, side, Class::Side));
            x += 12.0;
        }
        group.children.push(held);
        x += 24.0;
    }
    let processes = layout.processes.len();
    let chips_width = CHIP * processes as f64;
    let room_for_chips = area.w - x - 14.0;
    let with_chips = whole && !memory.crashed && !unknown && room_for_chips >= chips_width;
    if with_chips && let Some(region) = memory.regions.first() {
        let end = Point::new(area.w - 14.0, base - 5.5);
        group
            .shapes
            .extend(chips_of(processes, &region.permission, end));
    }
    let words = tongue.permit(memory);
    let room = room_for_chips - if with_chips { chips_width + 6.0 } else { 0.0 };
    if table && !words.is_empty() && width(&words, 12.5, false) - 12.0 <= room {
        let tone = Tone::of_writers(memory.writers);
        group.push(Shape::Text {
            at: Point::new(x, base - 1.0),
            anchor: Anchor::Start,
            spans: emphasised(&words, Paint::of(Class::PermitName, tone)),
            paint: Class::Permit.into(),
        });
    }
    swing
}

/// The left edge in the colours of those who may write: one process is a whole edge, several
/// share it, nobody is an empty one.
fn edge(writers: ProcessSet, h: f64) -> Vec<Shape> {
    let outline = |top: f64, bottom: f64, first: bool, last: bool| {
        let mut segs = vec![Seg::Move(10.0, top)];
        if first {
            segs.extend([
                Seg::Line(9.0, 0.0),
                Seg::Curve(4.0, 0.0, 0.0, 4.0, 0.0, 9.0),
            ]);
        } else {
            segs.push(Seg::Line(0.0, top));
        }
        if last {
            segs.extend([
                Seg::Line(0.0, h - 9.0),
                Seg::Curve(0.0, h - 4.0, 4.0, h, 9.0, h),
                Seg::Line(10.0, h),
            ]);
        } else {
            segs.extend([Seg::Line(0.0, bottom), Seg::Line(10.0, bottom)]);
        }
        segs.push(Seg::Close);
        PathData(segs.into())
    };
    let count = writers.len();
    if count == 0 {
        return vec![Shape::path(outline(0.0, h, true, true), Class::EdgeOpen)];
    }
    let part = h / count as f64;
    writers
        .iter()
        .enumerate()
        .map(|(k, process)| {
            let top = part * k as f64;
            Shape::path(
                outline(top, top + part, k == 0, k + 1 == count),
                Paint::of(Class::Edge, Tone::Process(process)),
            )
        })
        .collect()
}

fn is_unknown(sight: Sight) -> bool {
    matches!(sight, Sight::Unknown { .. })
}

/// A name, with the step at which its content was learnt where it is seen through one process.
fn named(name: &str, sight: Sight) -> String {
    match sight {
        Sight::Learnt { step, .. } => format!("{name} @{step}"),
        Sight::Plain | Sight::Unknown { .. } => name.to_owned(),
    }
}

fn chips(frame: &Frame, sight: Sight, permission: &Permission, end: Point) -> Vec<Shape> {
    if is_unknown(sight) {
        return vec![Shape::text(
            end.x,
            end.y + 5.0,
            Anchor::End,
            "?",
            Class::Asked,
        )];
    }
    chips_of(frame.processes.len(), permission, end)
}

/// What each process may do: a filled square writes (and reads), a triangle only writes, a hollow
/// square only reads, a dash does neither.
fn chips_of(processes: usize, permission: &Permission, end: Point) -> Vec<Shape> {
    (0..processes)
        .map(|k| {
            let process = crate::model::ProcessId(k as u8);
            let tone = Tone::Process(process);
            let x = end.x - CHIP * (processes - k) as f64 + 2.5;
            let y = end.y - 4.5;
            match (permission.may_read(process), permission.may_write(process)) {
                (true, true) => Shape::rect(x, y, 9.0, 9.0, 1.5, Paint::of(Class::ChipWrite, tone)),
                (false, true) => Shape::path(
                    PathData(
                        vec![
                            Seg::Move(x, y + 9.0),
                            Seg::Line(x + 4.5, y),
                            Seg::Line(x + 9.0, y + 9.0),
                            Seg::Close,
                        ]
                        .into(),
                    ),
                    Paint::of(Class::ChipWrite, tone),
                ),
                (true, false) => Shape::rect(
                    x + 0.8,
                    y + 0.8,
                    7.4,
                    7.4,
                    1.5,
                    Paint::of(Class::ChipRead, tone),
                ),
                (false, false) => Shape::line(x + 1.0, y + 4.5, x + 8.0, y + 4.5, Class::ChipNone),
            }
        })
        .collect()
}

fn register_row(
    frame: &Frame,
    memory: &MemoryMark,
    register: &RegisterMark,
    area: Area,
    layout: &Layout,
    tongue: &dyn Tongue,
) -> Group {
    let table = layout.card_detail == CardDetail::Table;
    let (h, base) = if table { (24.0, 17.0) } else { (20.0, 14.5) };
    let target = Target::Register(memory.id, register.id);
    let mut row = Group::new(target.key(), Role::Register)
        .titled(tongue.register(memory, register))
        .aimed(target);
    let unknown = is_unknown(register.sight);
    let ground = if unknown {
        Class::Unknown
    } else if register.changed {
        Class::SlotChanged
    } else {
        Class::Slot
    };
    row.push(Shape::rect(14.0, 0.0, area.w - 24.0, h, 5.0, ground));
    if unknown {
        // The name stays clear of it.
        let from = 20.0 + layout.options.name_width;
        row.push(hatched(from, 1.0, area.w - 11.0 - from, h - 2.0));
    }
    let regions = layout.options.regions;
    if regions != Regions::Card && !memory.crashed {
        let count = register.writers.len().max(1) as f64;
        for (k, process) in register.writers.iter().enumerate() {
            let top = h / count * k as f64;
            let paint = Paint::of(Class::Stripe, Tone::Process(process));
            row.push(Shape::rect(10.0, top, 5.0, h / count, 1.0, paint));
        }
    }
    let name = named(&register.name, register.sight);
    let name = fitted(&name, 13.0, false, layout.options.name_width + 2.0);
    row.push(Shape::text(
        22.0,
        base,
        Anchor::Start,
        name,
        Class::SlotName,
    ));
    if register.proof && !is_unknown(register.sight) && !register.empty {
        let mut seal = Group::new(
            format!("{}-{}-proof", memory.id, register.id.0),
            Role::Flourish,
        )
        .posed(Pose {
            scale: 0.55,
            ..Pose::at(area.w - 20.0, h / 2.0 + 1.0)
        });
        let owner = Tone::of_writers(register.writers);
        seal.shapes = Icon::Proof.shapes(owner);
        row.children.push(seal);
    }
    let mut x = 20.0 + layout.options.name_width + 8.0;
    if unknown {
        let room = match table {
            true => layout.options.columns.iter().sum(),
            false => layout.options.text_width,
        };
        let middle: f64 = x + room / 2.0;
        row.push(Shape::rect(
            middle - 9.0,
            2.0,
            18.0,
            h - 4.0,
            4.0,
            Class::SolidOn,
        ));
        row.push(Shape::text(middle, base, Anchor::Middle, "?", Class::Asked));
    } else if table {
        for (cell, w) in register.cells.iter().zip(&layout.options.columns) {
            let (text, class) = if cell.is_empty() {
                ("–".to_owned(), Class::CellEmpty)
            } else {
                (fitted(cell, 13.0, true, w - 4.0), Class::Cell)
            };
            row.push(Shape::text(x + w / 2.0, base, Anchor::Middle, text, class));
            x += w;
        }
    } else {
        let (text, class) = if register.empty {
            ("–".to_owned(), Class::CellEmpty)
        } else {
            let room = layout.options.text_width - 4.0;
            (fitted(&register.text, 13.0, true, room), Class::Cell)
        };
        let middle = x + layout.options.text_width / 2.0 - 8.0;
        row.push(Shape::text(middle, base, Anchor::Middle, text, class));
    }
    if regions == Regions::Row
        && let Some(region) = memory
            .regions
            .iter()
            .find(|r| r.registers.contains(&register.id))
    {
        let end = Point::new(area.w - 14.0, h / 2.0);
        row.shapes
            .extend(chips(frame, region.sight, &region.permission, end));
    }
    row
}
