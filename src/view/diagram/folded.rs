//! What a level folds, in the diagram: one arrow there and back for an operation at all memories,
//! one arrow to each process that it reaches for a broadcast.

use super::draw::{Frame, Way, arrow};
use super::index::{End, MemoryLine, Reign};
use crate::model::{Level, MemoryId, ProcessId, ProcessSet, Work};
use crate::sim::{BroadcastSpan, OperationSpan};
use crate::view::drawing::{Anchor, Group, Pose, Role, Shape};
use crate::view::icons::Icon;
use crate::view::packet::{Agent, operation_icon};
use crate::view::style::{Class, Paint, Tone};

/// Who may write the memories' regions where all memories are one line: those who may at a majority
/// of the memories, and nobody where there is no such majority.
pub(super) fn reigns(memories: &[MemoryLine]) -> Vec<Vec<Reign>> {
    let regions = memories.first().map_or(0, |line| line.regions.len());
    let majority = memories.len() / 2 + 1;
    let writers_at = |line: &MemoryLine, region: usize, k: usize| {
        let reigns = &line.regions[region];
        let past = reigns.iter().take_while(|reign| reign.from <= k);
        past.last().map_or(ProcessSet::EMPTY, |reign| reign.writers)
    };
    let at = |region: usize, k: usize| {
        let all: Vec<ProcessSet> = memories.iter().map(|m| writers_at(m, region, k)).collect();
        let held = |set: &&ProcessSet| all.iter().filter(|s| s == set).count() >= majority;
        all.iter().find(held).copied().unwrap_or(ProcessSet::EMPTY)
    };
    let of_region = |region: usize| {
        let reigns = memories.iter().flat_map(|line| &line.regions[region]);
        let mut changes: Vec<usize> = reigns.map(|reign| reign.from).collect();
        changes.sort_unstable();
        let mut out: Vec<Reign> = Vec::new();
        for from in changes {
            let writers = at(region, from);
            if out.last().is_none_or(|last| last.writers != writers) {
                out.push(Reign { from, writers });
            }
        }
        out
    };
    (0..regions).map(of_region).collect()
}

/// The arrows of what is folded at the level shown.
pub(super) fn arrows(frame: &Frame<'_>) -> Vec<Group> {
    let mut out = Vec::new();
    let level = frame.options.level;
    if level == Level::Copies {
        return out;
    }
    let levels = &frame.index.levels;
    let operations = levels.operations().iter().enumerate();
    for (place, operation) in operations.filter(|(_, o)| o.first <= frame.last) {
        let within = operation.work.and_then(Work::broadcast).is_some();
        if (level == Level::Registers || !within) && reaches(frame, ends(operation)) {
            there_and_back(frame, place, operation, &mut out);
        }
    }
    if level >= Level::Broadcasts {
        for span in levels.broadcasts().iter().filter(|b| b.first <= frame.last) {
            broadcast(frame, span, &mut out);
        }
    }
    out
}

/// Whether something that ends with a step, or not yet, is still there at the left edge.
fn reaches(frame: &Frame<'_>, end: Option<usize>) -> bool {
    end.is_none_or(|k| k >= frame.first)
}

/// The step at which an operation is over for whoever looks on.
fn ends(operation: &OperationSpan) -> Option<usize> {
    let all = operation.copies.iter().map(|c| c.returned);
    let answered = all
        .collect::<Option<Vec<_>>>()
        .and_then(|all| all.into_iter().max());
    operation.last.or(answered)
}

/// The step by which a majority of the copies has come so far.
fn majority(
    operation: &OperationSpan,
    steps: impl Iterator<Item = Option<usize>>,
) -> Option<usize> {
    let mut steps: Vec<usize> = steps.flatten().collect();
    steps.sort_unstable();
    steps.get(operation.majority() - 1).copied()
}

fn there_and_back(frame: &Frame<'_>, place: usize, span: &OperationSpan, out: &mut Vec<Group>) {
    let (process, memories) = (Agent::Process(span.process), Agent::Memory(MemoryId(0)));
    let icon = operation_icon(&span.operation);
    let landed = majority(span, span.copies.iter().map(|c| c.landed));
    let over = ends(span);
    let end = |at: Option<usize>| match (at, over) {
        (Some(k), _) => End::Arrives(k),
        (None, Some(k)) => End::Vanishes(k),
        (None, None) => End::Open,
    };
    let way = |leg: &str, sent: usize, end: End, from: Agent, to: Agent, icon: Icon| Way {
        key: format!("o{place}{leg}"),
        sent,
        end,
        from,
        to,
        owner: span.process,
        icon,
        lie: false,
    };
    let there = way("", span.first, end(landed), process, memories, icon);
    out.extend(arrow(frame, &there, None));
    let Some(at) = landed else { return };
    let home = majority(span, span.copies.iter().map(|c| c.returned)).or(over);
    let back = way("b", at, end(home), memories, process, Icon::Ack);
    out.extend(arrow(frame, &back, None));
    let (x, y) = (frame.x(at), frame.y(memories));
    if let (Some(y), true) = (y, (super::draw::GUTTER..=frame.right()).contains(&x)) {
        let mut mark = Group::new(format!("o{place}-lands"), Role::Mark).posed(Pose {
            scale: 0.5,
            ..Pose::at(x, y)
        });
        mark.shapes = icon.shapes(Tone::Process(span.process));
        out.push(mark);
    }
}

fn broadcast(frame: &Frame<'_>, span: &BroadcastSpan, out: &mut Vec<Group>) {
    let level = frame.options.level;
    let arrivals = span.arrivals(level);
    let from = Agent::Process(span.sender);
    let processes = (0..frame.index.crashes.len() as u8).map(ProcessId);
    for to in processes {
        let arrives = arrivals.iter().find(|(p, _)| *p == to).map(|(_, at)| *at);
        let meant = level < Level::Messages || arrivals.is_empty() || arrives.is_some();
        if !meant || !reaches(frame, arrives) || (arrives.is_none() && to == span.sender) {
            continue;
        }
        let way = Way {
            key: format!("b{}-{}-{to}", span.sender, span.key),
            sent: span.first,
            end: arrives.map_or(End::Open, End::Arrives),
            from,
            to: Agent::Process(to),
            owner: span.sender,
            icon: Icon::Message,
            lie: frame.index.is_byzantine(span.sender),
        };
        out.extend(arrow(frame, &way, None));
    }
    let (x, y) = (frame.x(span.first), frame.y(from));
    if let (Some(y), true) = (y, (super::draw::GUTTER..=frame.right()).contains(&x)) {
        let mut label = Group::new(format!("b{}-{}", span.sender, span.key), Role::Mark);
        let paint = Paint::of(Class::ProcessDecision, Tone::Process(span.sender));
        let text = span.text.clone();
        label.push(Shape::text(x + 4.0, y - 8.0, Anchor::Start, text, paint));
        out.push(label);
    }
}
