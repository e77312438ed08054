//! The other runs of a trace, below the lifelines: each a line from where it parts from the run
//! that is shown, with what is remarkable of it.

use super::Axis;
use super::draw::{Frame, GUTTER};
use crate::model::{Event, ProcessId};
use crate::sim::{NodeId, Session, Trace};
use crate::view::drawing::{Anchor, Area, Group, Pose, Role, Shape};
use crate::view::icons::Icon;
use crate::view::style::{Class, Paint, Tone};

/// The room that one of them takes.
const ROW: f64 = 22.0;
/// How many are drawn at most.
const MOST: usize = 6;

/// Another run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strand {
    /// Its place among the branches.
    branch: usize,
    tip: NodeId,
    /// The last step that it shares with the run that is shown.
    fork: usize,
    /// How many steps it has after that.
    steps: usize,
    /// The delays at its end.
    delays: u32,
    /// What is remarkable of it: how many steps after the fork, at which delay, its shape, and
    /// whose colour it wears.
    marks: Vec<(usize, u32, Icon, Option<ProcessId>)>,
}

/// The strands of a trace: those that are known already stay, unless the run shown is `another`.
pub(super) fn kept(known: Vec<Strand>, trace: &Trace, another: bool) -> Vec<Strand> {
    let others = trace.branches().iter().enumerate();
    let others = others.filter(|(branch, _)| *branch != trace.branch());
    let tips: Vec<(usize, NodeId)> = others.map(|(k, b)| (k, b.tip)).take(MOST).collect();
    let same = known
        .iter()
        .map(|s| (s.branch, s.tip))
        .eq(tips.iter().copied());
    if same && !another {
        return known;
    }
    tips.into_iter()
        .map(|(branch, tip)| strand(trace, branch, tip))
        .collect()
}

fn strand(trace: &Trace, branch: usize, tip: NodeId) -> Strand {
    let mut nodes = Vec::new();
    let mut at = tip;
    let fork = loop {
        if let Some(place) = trace.place_of(at) {
            break place;
        }
        nodes.push(at);
        at = trace.node(at).parent;
    };
    nodes.reverse();
    let marks = nodes.iter().enumerate().filter_map(|(k, id)| {
        let step = trace.node(*id);
        let event = step.event();
        let icon = match event {
            _ if !step.decided.is_empty() => Icon::Decision,
            _ if step.violated != 0 => Icon::Nak,
            Some(Event::CrashProcess(_) | Event::CrashMemory(_)) => Icon::Crash,
            Some(Event::Leader { .. }) => Icon::Leader,
            Some(Event::Byzantine { .. }) => Icon::Byzantine,
            _ => return None,
        };
        let owner = event.and_then(Event::process);
        Some((k + 1, step.clock.delays, icon, owner))
    });
    Strand {
        branch,
        tip,
        fork,
        steps: nodes.len(),
        delays: trace.node(tip).clock.delays,
        marks: marks.collect(),
    }
}

/// The room that so many take.
pub(super) fn height(count: usize) -> f64 {
    ROW * count as f64
}

/// The lines below `top`, and where clicks mean them.
pub(super) fn draw(
    frame: &Frame<'_>,
    session: &Session,
    strands: &[Strand],
    top: f64,
) -> (Vec<Group>, Vec<(Area, usize)>) {
    let mut groups = Vec::new();
    let mut runs = Vec::new();
    for (row, strand) in strands.iter().enumerate() {
        let y = top + ROW * (row as f64 + 0.4);
        let fork = frame.x(strand.fork);
        let place = |steps: usize, delays: u32| match frame.options.axis {
            Axis::Delays => frame.x_of(f64::from(delays) + 0.3).max(fork + 14.0),
            Axis::Steps => fork + steps as f64 * frame.unit(),
        };
        let end = place(strand.steps, strand.delays).max(fork + 40.0);
        let (from, to) = (fork.max(GUTTER), end.min(frame.right()));
        if from >= to {
            continue;
        }
        let mut group = Group::new(format!("run-{}", strand.branch), Role::Run);
        group.pose.opacity = 0.75;
        if fork >= GUTTER {
            group.push(Shape::line(fork, 22.0, fork, y, Class::LifeDead));
        }
        group.push(Shape::line(from, y, to, y, Class::LifeDead));
        for (steps, delays, icon, owner) in &strand.marks {
            let x = place(*steps, *delays);
            if (from..=to).contains(&x) {
                let tone = owner.map_or(Tone::Nobody, Tone::Process);
                let key = format!("run-{}-{steps}", strand.branch);
                let mut mark = Group::new(key, Role::Mark).posed(Pose {
                    scale: 0.5,
                    ..Pose::at(x, y)
                });
                mark.shapes = icon.shapes(tone);
                group.children.push(mark);
            }
        }
        let name = session.trace.branches().get(strand.branch);
        let name = name.map(|b| b.name.clone()).unwrap_or_default();
        let paint: Paint = Class::TickText.into();
        group.push(Shape::text(from + 6.0, y - 4.0, Anchor::Start, name, paint));
        groups.push(group);
        let area = Area {
            x: from,
            y: y - ROW * 0.6,
            w: (to - from).max(90.0),
            h: ROW,
        };
        runs.push((area, strand.branch));
    }
    (groups, runs)
}
