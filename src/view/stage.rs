//! The stage: what stays in place within a step, and the packets that move.

use super::card;
use super::drawing::{Anchor, Area, Group, Point, Pose, Role, Scene, Shape, Span, Target};
use super::frame::{DecisionMark, Frame, ProcessMark};
use super::icons::{self, Icon};
use super::layout::{Layout, ProcessDetail, ProcessPlace};
use super::lens::{Sight, hatched_circle};
use super::metrics::{fitted, width};
use super::packet::{Agent, Fate, Fold, LANDING, Packet, SETTLE, WAITING, ease};
use super::route::{Route, Routes};
use super::style::{Class, Paint, Tone};
use super::text::Tongue;
use crate::model::{Event, ProcessId, ProcessSet, Status};
use crate::sim::Happening;

/// Which step's frame is shown at a playhead: what arrives within a step lands when
/// [`LANDING`] of it has passed, and from then on the picture is the one after the step.
pub fn shown(playhead: f64) -> usize {
    (playhead.max(0.0) + SETTLE).floor() as usize
}

/// A packet as it is drawn, and its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// Its drawing, the same throughout the step; only its pose changes.
    pub group: Group,
    /// The packet.
    pub packet: Packet,
    route: Route,
    /// How far along the way it waits at most.
    reach: f64,
    /// How far beside the way it flies.
    aside: f64,
}

/// How a thing shows that it is new with this step.
#[derive(Clone, Debug, PartialEq)]
enum Motion {
    /// It grows to its size.
    Pops,
    /// It comes down to its place.
    Drops,
    /// A lock's shackle swings shut.
    Swings,
    /// A line grows from an agent of the quorum to the one that decides.
    Ties(Route),
    /// A ring closes.
    Closes,
}

/// Something that a step shows for itself alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Flourish {
    group: Group,
    motion: Motion,
}

/// The stage within one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The step.
    pub step: usize,
    /// Its width, in the layout's units.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// One sentence for whoever cannot see it.
    pub label: String,
    /// What stays in place.
    pub still: Vec<Group>,
    /// The packets.
    pub sprites: Vec<Sprite>,
    /// What the step shows for itself alone.
    pub flourishes: Vec<Flourish>,
}

impl Stage {
    /// The stage for a frame.
    pub fn new(frame: &Frame, layout: &Layout) -> Self {
        let tongue = layout.options.language.tongue();
        let mut flourishes = Vec::new();
        let routes = Routes::new(layout);
        let mut still = wires(frame, layout, &routes);
        for (mark, area) in frame.memories.iter().zip(&layout.memories) {
            let (group, swing) = card::card(frame, mark, *area, layout);
            still.push(group);
            flourishes.extend(swing.map(|group| Flourish {
                group,
                motion: Motion::Swings,
            }));
            if mark.crashed {
                let fresh = happened(
                    frame,
                    |h| matches!(h, Happening::MemoryCrashed { memory } if *memory == mark.id),
                );
                let at = Point::new(area.x + area.w - 6.0, area.y + 6.0);
                let badge = badge(format!("{}-crash", mark.id), Icon::Crash, Tone::Nobody, at);
                settle(badge, fresh, Motion::Pops, &mut still, &mut flourishes);
            }
        }
        for (mark, place) in frame.processes.iter().zip(&layout.processes) {
            still.push(process(mark, place, layout, tongue));
            badges(frame, mark, place, layout, &mut still, &mut flourishes);
        }
        for (liar, by) in &frame.caught {
            caught(*liar, *by, layout, &mut flourishes);
        }
        for decision in frame.decisions.iter().filter(|d| d.step == frame.step) {
            quorum(frame, layout, decision, &mut flourishes);
        }
        let mut sprites: Vec<Sprite> = frame
            .packets
            .iter()
            .map(|packet| sprite(packet, layout, &routes, tongue))
            .collect();
        label(&mut sprites, frame, layout, tongue);
        Stage {
            step: frame.step,
            width: layout.width,
            height: layout.height,
            label: tongue.stage(frame),
            still,
            sprites,
            flourishes,
        }
    }

    /// How much of the way from landing to rest has passed, from 0 to 1; and how much of the way
    /// to the next landing.
    fn phase(&self, playhead: f64) -> (f64, f64) {
        let u = (playhead - self.step as f64).clamp(-SETTLE, LANDING);
        (((u + SETTLE) / SETTLE).min(1.0), (u / LANDING).max(0.0))
    }

    /// Where a packet is at a playhead.
    pub fn pose(&self, sprite: &Sprite, playhead: f64) -> Pose {
        let u = (playhead - self.step as f64).clamp(-SETTLE, LANDING);
        let (_, ahead) = self.phase(playhead);
        let age = self.step.saturating_sub(sprite.packet.sent) as f64;
        let t = sprite
            .packet
            .progress(age + u + SETTLE, ahead, sprite.reach);
        Pose {
            at: sprite.route.beside(t, sprite.aside),
            scale: 1.0,
            turn: 0.0,
            opacity: match sprite.packet.fate {
                Fate::Vanishes => 1.0 - ahead,
                Fate::Waits | Fate::Arrives => 1.0,
            },
        }
    }

    /// The flourishes at a playhead.
    pub fn flourishes_at(&self, playhead: f64) -> impl Iterator<Item = Group> {
        let (settled, _) = self.phase(playhead);
        self.flourishes.iter().map(move |f| f.at(settled))
    }

    /// The whole stage at a playhead.
    pub fn scene(&self, playhead: f64) -> Scene {
        let packets = self.sprites.iter().map(|sprite| {
            let mut group = sprite.group.clone();
            group.pose = self.pose(sprite, playhead);
            group
        });
        Scene {
            width: self.width,
            height: self.height,
            label: self.label.clone(),
            still: self.still.clone(),
            moving: self.flourishes_at(playhead).chain(packets).collect(),
        }
    }
}

/// The stage for a frame, at a playhead.
pub fn scene(frame: &Frame, layout: &Layout, playhead: f64) -> Scene {
    Stage::new(frame, layout).scene(playhead)
}

impl Flourish {
    /// How it looks when so much of its time has passed.
    fn at(&self, settled: f64) -> Group {
        let mut group = self.group.clone();
        let t = ease(settled);
        match &self.motion {
            Motion::Pops => {
                // A little too large, then right.
                group.pose.scale *= t + 0.35 * (t * std::f64::consts::PI).sin();
            }
            Motion::Drops => group.pose.at.y -= 18.0 * (1.0 - t),
            Motion::Swings => group.pose.turn = -70.0 * (1.0 - t) * (1.0 - 0.3 * t),
            Motion::Ties(route) => {
                for shape in &mut group.shapes {
                    if let Shape::Path { data, .. } = shape {
                        *data = route.path_until(t);
                    }
                }
            }
            Motion::Closes => {
                group.pose.scale = 1.0 + 0.5 * (1.0 - t);
                group.pose.opacity = t;
            }
        }
        group
    }
}

fn happened(frame: &Frame, is: impl Fn(&Happening) -> bool) -> bool {
    frame.happened.iter().any(|(h, _)| is(h))
}

fn badge(key: String, icon: Icon, tone: Tone, at: Point) -> Group {
    let mut group = Group::new(key, Role::Flourish).posed(Pose::at(at.x, at.y));
    group.shapes = icon.shapes(tone);
    group
}

fn settle(
    group: Group,
    fresh: bool,
    motion: Motion,
    still: &mut Vec<Group>,
    flourishes: &mut Vec<Flourish>,
) {
    if fresh {
        flourishes.push(Flourish { group, motion });
    } else {
        still.push(group);
    }
}

/// Up to this many ways between processes and memories, idle ones are drawn too.
const FEW_WIRES: usize = 12;

fn wires(frame: &Frame, layout: &Layout, routes: &Routes<'_>) -> Vec<Group> {
    let mut out = Vec::new();
    let mut wire = |key: String, from: Agent, to: Agent, paint: Paint| {
        let mut group = Group::new(key, Role::Wire);
        group.push(Shape::path(routes.between(from, to).path(), paint));
        out.push(group);
    };
    let cut = |event: Event| {
        let mut lasting = frame.holds.iter().filter(|hold| !hold.is_of_packet());
        lasting.any(|hold| hold.covers(event))
    };
    if layout.processes.len() * layout.memories.len() <= FEW_WIRES {
        for p in &frame.processes {
            for m in &frame.memories {
                let (from, to) = (Agent::Process(p.id), Agent::Memory(m.id));
                let (process, memory) = (p.id, m.id);
                let held = cut(Event::Effect { process, memory })
                    || cut(Event::Return { process, memory });
                let class = if held { Class::WireHeld } else { Class::Wire };
                wire(format!("wire-{from}-{to}"), from, to, class.into());
            }
        }
    }
    if layout.processes.len() * layout.processes.len() <= FEW_WIRES {
        for p in &frame.processes {
            let later = frame.processes.iter().filter(|q| q.id > p.id);
            for q in later {
                let cut = |from, to| cut(Event::Deliver { to, from, nth: 0 });
                if cut(p.id, q.id) || cut(q.id, p.id) {
                    let (from, to) = (Agent::Process(p.id), Agent::Process(q.id));
                    wire(
                        format!("wire-{from}-{to}"),
                        from,
                        to,
                        Class::WireHeld.into(),
                    );
                }
            }
        }
    }
    let mut seen = Vec::new();
    for packet in &frame.packets {
        // A way out and its way back are one.
        let ends = match (packet.from, packet.to) {
            (Agent::Memory(_), Agent::Process(_)) => (packet.to, packet.from),
            ends => ends,
        };
        if seen.contains(&ends) {
            continue;
        }
        seen.push(ends);
        let paint = Paint::of(Class::WireBusy, Tone::Process(packet.owner));
        wire(format!("busy-{}-{}", ends.0, ends.1), ends.0, ends.1, paint);
    }
    out
}

fn process(
    mark: &ProcessMark,
    place: &ProcessPlace,
    layout: &Layout,
    tongue: &dyn Tongue,
) -> Group {
    let tone = Tone::Process(mark.id);
    let r = place.radius;
    let detail = layout.process_detail;
    let mut group = Group::new(mark.id.to_string(), Role::Process)
        .posed(Pose::at(place.centre.x, place.centre.y))
        .titled(tongue.process(mark))
        .aimed(Target::Process(mark.id));
    let decided = mark.decision.is_some() && mark.status != Status::Byzantine;
    let dead = mark.status == Status::Crashed;
    if mark.acted {
        group.push(Shape::circle(
            0.0,
            0.0,
            r + 5.0,
            Paint::of(Class::Halo, tone),
        ));
    }
    let unknown = mark.sight != Sight::Plain;
    let body = match (dead, decided) {
        _ if unknown => Class::Unknown,
        (true, _) => Class::ProcessDead,
        (false, true) => Class::ProcessDecided,
        (false, false) => Class::Process,
    };
    group.push(Shape::circle(0.0, 0.0, r, Paint::of(body, tone)));
    if unknown {
        group.push(hatched_circle(r));
        // The letters stay clear of it.
        let (w, h) = (r * 1.1, r * 0.98);
        group.push(Shape::rect(
            -w / 2.0,
            -h / 2.0,
            w,
            h,
            r / 4.0,
            Class::SolidOn,
        ));
    }
    if mark.status == Status::Byzantine {
        group.push(Shape::circle(0.0, 0.0, r - 5.0, Class::ProcessByzantine));
    }
    let on = decided && !dead;
    let big = match (detail, on) {
        (ProcessDetail::Name, false) => Class::ProcessNameSmall,
        (ProcessDetail::Name, true) => Class::ProcessNameSmallOn,
        (_, false) => Class::ProcessName,
        (_, true) => Class::ProcessNameOn,
    };
    let name_y = if detail == ProcessDetail::Name {
        5.0
    } else {
        -1.0
    };
    group.push(Shape::text(
        0.0,
        name_y,
        Anchor::Middle,
        mark.id.to_string(),
        big,
    ));
    if detail != ProcessDetail::Name {
        let class = if unknown {
            Class::Asked
        } else if on {
            Class::ProcessValueOn
        } else {
            Class::ProcessValue
        };
        let value = match detail {
            // The mask's ring leaves little room, and what a liar proposes means little.
            _ if mark.status == Status::Byzantine => mark.input.to_string(),
            ProcessDetail::Full => tongue.value(mark),
            _ if unknown => "?".to_owned(),
            _ => mark.decision.map_or(mark.input, |d| d.value).to_string(),
        };
        let value = fitted(&value, 12.0, false, r * 1.85);
        group.push(Shape::text(0.0, 16.0, Anchor::Middle, value, class));
    }
    let room = place.area.w - 4.0;
    match detail {
        ProcessDetail::Name => {}
        ProcessDetail::Short => {
            let line = fitted(&tongue.lines(mark), 12.0, false, room);
            group.push(Shape::text(
                0.0,
                r + 17.0,
                Anchor::Middle,
                line,
                Class::ProcessLine,
            ));
        }
        ProcessDetail::Full => {
            let role = fitted(&tongue.phrase(&mark.role), 12.5, false, room);
            let line = fitted(&tongue.lines(mark), 12.0, false, room);
            let (first, second) = if role.is_empty() {
                (line, role)
            } else {
                (role, line)
            };
            let class = if second.is_empty() {
                Class::ProcessLine
            } else {
                Class::ProcessRole
            };
            group.push(Shape::text(0.0, r + 20.0, Anchor::Middle, first, class));
            if !second.is_empty() {
                group.push(Shape::text(
                    0.0,
                    r + 37.0,
                    Anchor::Middle,
                    second,
                    Class::ProcessLine,
                ));
            }
        }
    }
    group
}

/// What a process wears: a crown, a decision, a crash, a mask, a hold.
fn badges(
    frame: &Frame,
    mark: &ProcessMark,
    place: &ProcessPlace,
    layout: &Layout,
    still: &mut Vec<Group>,
    flourishes: &mut Vec<Flourish>,
) {
    let tone = Tone::Process(mark.id);
    let (c, r) = (place.centre, place.radius);
    let small = if layout.process_detail == ProcessDetail::Name {
        0.7
    } else {
        1.0
    };
    let scaled = |mut group: Group| {
        group.pose.scale = small;
        group
    };
    let corner = |x: f64, y: f64| Point::new(c.x + x * r * 0.78, c.y + y * r * 0.78);
    let id = mark.id;
    let alive: ProcessSet = frame
        .processes
        .iter()
        .filter(|p| p.status != Status::Crashed)
        .map(|p| p.id)
        .collect();
    if !mark.trusted_by.is_empty() && mark.status != Status::Crashed {
        let at = Point::new(c.x, c.y - r - 7.0 * small);
        let mut crown = scaled(badge(format!("{id}-crown"), Icon::Leader, tone, at));
        if mark.trusted_by != alive && layout.process_detail != ProcessDetail::Name {
            // Not everyone agrees: say who.
            let names: Vec<String> = mark.trusted_by.iter().map(|p| p.to_string()).collect();
            let text = format!("Ω: {}", names.join(" "));
            crown.push(Shape::text(17.0, 1.0, Anchor::Start, text, Class::Heading));
        }
        let fresh = happened(
            frame,
            |h| matches!(h, Happening::Trusts { leader, .. } if *leader == id),
        );
        settle(crown, fresh, Motion::Drops, still, flourishes);
    }
    if mark.status == Status::Crashed {
        let crash = scaled(badge(
            format!("{id}-crash"),
            Icon::Crash,
            tone,
            corner(1.0, -1.0),
        ));
        let fresh = happened(
            frame,
            |h| matches!(h, Happening::ProcessCrashed { process } if *process == id),
        );
        settle(crash, fresh, Motion::Pops, still, flourishes);
    }
    if let Some(decision) = mark.decision {
        let at = corner(1.0, 1.0);
        let group = scaled(badge(format!("{id}-decision"), Icon::Decision, tone, at));
        let fresh = decision.step == frame.step;
        settle(group, fresh, Motion::Pops, still, flourishes);
    }
    if mark.status == Status::Byzantine {
        let at = corner(-1.0, -1.0);
        still.push(scaled(badge(
            format!("{id}-mask"),
            Icon::Byzantine,
            tone,
            at,
        )));
    }
    if mark.held || mark.side.is_some() {
        let at = corner(-1.0, 1.0);
        let mut held = scaled(badge(format!("{id}-held"), Icon::Hold, tone, at));
        if let Some(side) = mark.side {
            held.push(Shape::text(-11.0, 6.0, Anchor::End, side, Class::Side));
        }
        still.push(held);
    }
}

fn quorum(frame: &Frame, layout: &Layout, decision: &DecisionMark, flourishes: &mut Vec<Flourish>) {
    let tone = Tone::Process(decision.process);
    let place = layout.processes[decision.process.0 as usize];
    let id = decision.process;
    if frame.quorum.is_empty() {
        return;
    }
    for agent in frame.quorum.iter().copied() {
        let route = match agent {
            Agent::Memory(m) => {
                let area = layout.memories[m.0 as usize];
                let mut ring = Group::new(format!("{id}-quorum-{m}"), Role::Flourish)
                    .posed(Pose::at(area.x + area.w / 2.0, area.y + area.h / 2.0));
                ring.push(Shape::rect(
                    -area.w / 2.0 - 3.0,
                    -area.h / 2.0 - 3.0,
                    area.w + 6.0,
                    area.h + 6.0,
                    12.0,
                    Paint::of(Class::Quorum, tone),
                ));
                flourishes.push(Flourish {
                    group: ring,
                    motion: Motion::Closes,
                });
                layout.route(agent, Agent::Process(id))
            }
            Agent::Process(q) => {
                let other = layout.processes[q.0 as usize];
                let mut ring = Group::new(format!("{id}-quorum-{q}"), Role::Flourish)
                    .posed(Pose::at(other.centre.x, other.centre.y));
                let paint = Paint::of(Class::Quorum, tone);
                ring.push(Shape::circle(0.0, 0.0, other.radius + 7.0, paint));
                flourishes.push(Flourish {
                    group: ring,
                    motion: Motion::Closes,
                });
                if q == id {
                    continue;
                }
                layout.route(Agent::Process(q), Agent::Process(id))
            }
        };
        let mut tie = Group::new(format!("{id}-tie-{agent}"), Role::Flourish);
        tie.push(Shape::path(route.path(), Paint::of(Class::QuorumTie, tone)));
        flourishes.push(Flourish {
            group: tie,
            motion: Motion::Ties(route),
        });
    }
    let mut ring = Group::new(format!("{id}-quorum"), Role::Flourish)
        .posed(Pose::at(place.centre.x, place.centre.y));
    ring.push(Shape::circle(
        0.0,
        0.0,
        place.radius + 7.0,
        Paint::of(Class::Quorum, tone),
    ));
    flourishes.push(Flourish {
        group: ring,
        motion: Motion::Closes,
    });
}

/// A lie is caught: a line from who catches it, and a ring around whose it is with the barred mask.
fn caught(liar: ProcessId, by: ProcessId, layout: &Layout, flourishes: &mut Vec<Flourish>) {
    let place = layout.processes[liar.0 as usize];
    if by != liar {
        let route = layout.route(Agent::Process(by), Agent::Process(liar));
        let mut tie = Group::new(format!("{by}-catches-{liar}"), Role::Flourish);
        tie.push(Shape::path(route.path(), Class::CaughtTie));
        flourishes.push(Flourish {
            group: tie,
            motion: Motion::Ties(route),
        });
    }
    let mut ring = Group::new(format!("{liar}-caught"), Role::Flourish)
        .posed(Pose::at(place.centre.x, place.centre.y));
    ring.push(Shape::circle(0.0, 0.0, place.radius + 7.0, Class::Bad));
    let mut mask = Group::new(format!("{liar}-caught-mask"), Role::Flourish)
        .posed(Pose::at(-place.radius * 0.78, -place.radius * 0.78));
    mask.shapes = Icon::Caught.shapes(Tone::Nobody);
    ring.children.push(mask);
    flourishes.push(Flourish {
        group: ring,
        motion: Motion::Closes,
    });
}

fn sprite(packet: &Packet, layout: &Layout, routes: &Routes<'_>, tongue: &dyn Tongue) -> Sprite {
    let tone = Tone::Process(packet.owner);
    let mut group = Group::new(packet.key.clone(), Role::Packet)
        .titled(tongue.packet(packet))
        .aimed(Target::Packet(packet.key.clone()));
    if packet.moves.is_some() && packet.fate == Fate::Arrives && !packet.held {
        group.push(Shape::circle(0.0, 0.0, 18.0, Class::Next));
    }
    let asker = match packet.load.asks_for().map(|to| to.writers()) {
        // A lock on its way wears the colour of who will own it.
        Some(writers) if writers.len() == 1 => Tone::of_writers(writers),
        _ => tone,
    };
    group.shapes.extend(packet.icon().shapes(asker));
    let mut corner = |icon: Icon, x: f64| {
        let key = format!("{}-{}", packet.key, icon.name());
        let mut badge = Group::new(key, Role::Flourish).posed(Pose {
            scale: 0.58,
            ..Pose::at(x, -11.0)
        });
        badge.shapes = icon.shapes(tone);
        group.children.push(badge);
    };
    if packet.lie {
        corner(Icon::Byzantine, -12.0);
    }
    if packet.proof {
        corner(Icon::Proof, 12.0);
    }
    if let Some(fold) = packet.fold {
        pips(&mut group, fold, tone);
    }
    if packet.orphan || packet.stale {
        group.push(Shape::circle(0.0, 0.0, 16.0, Class::Stale));
    }
    if packet.held {
        let mut held = Group::new(format!("{}-held", packet.key), Role::Flourish).posed(Pose {
            scale: 0.6,
            ..Pose::at(13.0, -13.0)
        });
        held.shapes = icons::Icon::Hold.shapes(tone);
        group.children.push(held);
    }
    let group = match layout.packet {
        1.0 => group,
        size => smaller(group, size),
    };
    let route = routes.between(packet.from, packet.to);
    let track = route.room() * layout.packet;
    Sprite {
        reach: reach(packet, layout),
        packet: packet.clone(),
        group,
        aside: match packet.slot {
            0 => 0.0,
            1 => track,
            _ => -track,
        },
        route,
    }
}

/// A packet drawn smaller, before it gets its label.
fn smaller(mut group: Group, size: f64) -> Group {
    let mut inner = Group::new(format!("{}-body", group.key), Role::Flourish).posed(Pose {
        scale: size,
        ..Pose::default()
    });
    inner.shapes = std::mem::take(&mut group.shapes);
    inner.children = std::mem::take(&mut group.children);
    group.children.push(inner);
    group
}

/// How far along its way a packet waits at most. In a crowd neighbours wait at different
/// distances; those between many processes and many memories in columns, one for each process.
fn reach(packet: &Packet, layout: &Layout) -> f64 {
    let (n, m) = (layout.processes.len(), layout.memories.len());
    let (process, out) = match (packet.from, packet.to) {
        (Agent::Process(p), Agent::Memory(_)) => (p, true),
        (Agent::Memory(_), Agent::Process(p)) => (p, false),
        (Agent::Process(p), Agent::Process(q)) if n > 3 || m > 3 => {
            return WAITING - 0.09 * f64::from((p.0 + 2 * q.0) % 5);
        }
        _ => return WAITING,
    };
    if n > 3 && m > 1 {
        let column = 0.46 + 0.36 * f64::from(process.0) / (n as f64 - 1.0);
        return if out { column } else { 1.0 - column };
    }
    if n > 3 || m > 3 || layout.ranks > 1 {
        return WAITING - 0.1 * f64::from(process.0 % 4);
    }
    WAITING
}

/// How many have done their part of what is folded into one: filled for each that has, hollow for
/// each that has not.
fn pips(group: &mut Group, fold: Fold, tone: Tone) {
    let apart = 8.0;
    let left = -apart * (f64::from(fold.of) - 1.0) / 2.0;
    for k in 0..fold.of {
        let class = if k < fold.done {
            Class::Solid
        } else {
            Class::PointPlain
        };
        let x = left + apart * f64::from(k);
        group.push(Shape::circle(x, 19.0, 3.0, Paint::of(class, tone)));
    }
}

/// Labels packets where there is room: beside the packet, and over nothing else.
fn label(sprites: &mut [Sprite], frame: &Frame, layout: &Layout, tongue: &dyn Tongue) {
    let still = Stage {
        step: frame.step,
        width: 0.0,
        height: 0.0,
        label: String::new(),
        still: Vec::new(),
        sprites: Vec::new(),
        flourishes: Vec::new(),
    };
    let places: Vec<Point> = sprites
        .iter()
        .map(|s| still.pose(s, frame.step as f64).at)
        .collect();
    let mut taken: Vec<Area> = layout.memories.clone();
    taken.extend(layout.processes.iter().map(|p| p.area));
    let half = layout.clear();
    let body = |p: &Point| Area {
        x: p.x - half,
        y: p.y - half,
        w: 2.0 * half,
        h: 2.0 * half,
    };
    taken.extend(places.iter().map(body));
    let whole = Area {
        x: 0.0,
        y: 0.0,
        w: layout.width,
        h: layout.height,
    };
    // A nak is the news; then what moves next; then the rest.
    let mut order: Vec<usize> = (0..sprites.len()).collect();
    order.sort_by_key(|k| {
        let packet = &sprites[*k].packet;
        (
            !super::text::is_nak(packet),
            packet.fate != Fate::Arrives,
            *k,
        )
    });
    for k in order {
        let nak = super::text::is_nak(&sprites[k].packet);
        let text = super::text::packet_label(tongue, &sprites[k].packet);
        let text = fitted(&text, 12.0, nak, 150.0);
        let w = width(&text, 12.0, nak) + 14.0;
        let at = places[k];
        let spots = [
            (-w / 2.0, -half - 19.5),
            (
                -w / 2.0,
                match sprites[k].packet.fold {
                    Some(_) => 25.0 * layout.packet,
                    None => half + 1.5,
                },
            ),
            (half + 2.5, -9.0),
            (-w - half - 2.5, -9.0),
        ];
        let area = |(x, y): (f64, f64)| Area {
            x: at.x + x,
            y: at.y + y,
            w,
            h: 18.0,
        };
        let spot = spots.into_iter().find(|spot| {
            let area = area(*spot);
            whole.contains(&area) && !taken.iter().any(|t| t.overlaps(&area))
        });
        let Some((x, y)) = spot else { continue };
        taken.push(area((x, y)));
        let sprite = &mut sprites[k];
        let stale = sprite.packet.stale || sprite.packet.orphan;
        let (ground, letters) = match (nak, stale) {
            (true, _) => (Class::TagBad, Class::TagTextBad),
            (false, true) => (Class::Tag, Class::TagTextStale),
            (false, false) => (Class::Tag, Class::TagText),
        };
        sprite.group.push(Shape::rect(x, y, w, 18.0, 9.0, ground));
        sprite.group.push(Shape::text(
            x + w / 2.0,
            y + 13.2,
            Anchor::Middle,
            text,
            letters,
        ));
    }
}

/// A text in which the part between `{` and `}` has a paint of its own.
pub(super) fn emphasised(text: &str, paint: Paint) -> Vec<Span> {
    let mut out = Vec::new();
    let mut plain = true;
    for part in text.split(['{', '}']) {
        if !part.is_empty() {
            out.push(Span {
                text: part.to_owned(),
                paint: (!plain).then_some(paint),
            });
        }
        plain = !plain;
    }
    out
}
