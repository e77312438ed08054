//! Folding the picture: at a level, the packets of what is part of something coarser are one
//! packet with its progress.

use super::frame::Frame;
use super::packet::{Agent, Fate, Fold, Load, Packet, carries_proof};
use crate::model::{Level, MemoryId, ProcessId, Status, Work};
use crate::sim::{BroadcastSpan, Levels, OperationSpan, OperationView, ResponseView, Session};

/// Folds a frame's packets as a level asks for.
pub fn fold(frame: &mut Frame, session: &Session, levels: &Levels, level: Level) {
    if level == Level::Copies {
        return;
    }
    let k = frame.step;
    fold_copies(frame, levels);
    let memories = frame.memories.len();
    let me = frame.lens;
    let open = levels.operations().iter().filter(|o| o.is_open(k));
    for operation in open.filter(|o| me.is_none_or(|me| o.process == me)) {
        let within = operation.work.and_then(Work::broadcast).is_some();
        if level == Level::Registers || !within {
            let mut packet = of_operation(operation, k, memories, me.is_some());
            packet.proof = carries_proof(session.machine().as_ref(), &packet.load);
            frame.packets.push(packet);
        }
    }
    if level < Level::Broadcasts {
        return;
    }
    let mut more = Vec::new();
    // Of a broadcast, a process knows that it has sent it, and what it delivers.
    let known = |b: &&BroadcastSpan| me.is_none_or(|me| b.sender == me && b.first == k);
    let spans = levels.broadcasts().iter().filter(|b| b.first <= k);
    for span in spans.filter(known) {
        for process in &frame.processes {
            let lie = frame
                .process(span.sender)
                .is_some_and(|p| p.status == Status::Byzantine);
            let up = matches!(process.status, Status::Up | Status::Stopped);
            if up && process.id != span.sender {
                let n = frame.processes.len();
                let packet = of_broadcast(span, process.id, (levels, level, k), n);
                more.extend(packet.map(|p| Packet { lie, ..p }));
            }
        }
    }
    frame.packets.extend(more);
}

/// Leaves out the packets that are parts of operations at all memories.
fn fold_copies(frame: &mut Frame, levels: &Levels) {
    let k = frame.step;
    frame.packets.retain(|packet| {
        let part = match (packet.from, packet.to) {
            (Agent::Process(p), Agent::Memory(m)) | (Agent::Memory(m), Agent::Process(p)) => {
                levels.folds_at(p, m, k)
            }
            _ => false,
        };
        !part
    });
}

/// An operation at all memories: out until a majority has carried it out, and back. Its process
/// knows no more than which of them have answered, so through its eyes it is out until then.
fn of_operation(span: &OperationSpan, k: usize, memories: usize, known: bool) -> Packet {
    let middle = Agent::Memory(MemoryId((memories / 2) as u8));
    let process = Agent::Process(span.process);
    let majority = span.majority();
    let progress = |k: usize| match span.progress(k) {
        (_, returned) if known => (returned, 0),
        all => all,
    };
    let (landed, returned) = progress(k);
    // What comes next it does not know either.
    let after = progress(if known { k } else { k + 1 });
    let share = |done: usize| (120 + 640 * done / majority.max(1)).min(1000) as u16;
    let out = known || landed < majority;
    let (from, to, load) = if out {
        (process, middle, Load::Request(span.operation.clone()))
    } else {
        (middle, process, Load::Response(answer(&span.operation)))
    };
    let (done, next) = match (out, after) {
        _ if known => (landed, share(landed)),
        (true, (landed_then, _)) if landed_then >= majority => (landed, 1000),
        (true, (landed_then, _)) => (landed, share(landed_then)),
        (false, (_, returned_then)) => (returned, share(returned_then)),
    };
    Packet {
        key: format!(
            "fold-{}-{}-{}{}",
            span.first, span.process, span.thread, out as u8
        ),
        from,
        to,
        owner: span.process,
        load,
        sent: span.first,
        fate: Fate::Waits,
        stale: false,
        orphan: false,
        held: false,
        moves: None,
        loses: None,
        // Several threads of one process operate at once.
        slot: span.thread.index % 3,
        lie: false,
        proof: false,
        fold: Some(Fold {
            broadcast: None,
            done: done as u8,
            of: span.copies.len() as u8,
            along: share(done),
            next,
        }),
    }
}

/// What the answers look like.
fn answer(operation: &OperationView) -> ResponseView {
    match operation {
        OperationView::Write { .. } => ResponseView::Ack,
        OperationView::Read { .. } | OperationView::ReadRow { .. } => ResponseView::Row(Vec::new()),
        OperationView::ChangePermission { .. } => ResponseView::Done,
    }
}

/// A broadcast on its way to one process; none where it has arrived, or is not meant for it.
fn of_broadcast(
    span: &BroadcastSpan,
    to: ProcessId,
    (levels, level, k): (&Levels, Level, usize),
    n: usize,
) -> Option<Packet> {
    let arrivals = span.arrivals(level);
    let arrives = arrivals.iter().find(|(p, _)| *p == to).map(|(_, at)| *at);
    // What is T-sent arrives at those whom it is meant for; as far as the run goes, they show.
    let meant = level < Level::Messages || arrivals.is_empty() || arrives.is_some();
    if !meant || arrives.is_some_and(|at| at <= k) {
        return None;
    }
    let along = |k: usize| {
        // The register operations that it takes are the steps of its way.
        let way = |to: usize| {
            let begun = levels.rank(Level::Registers, span.first);
            levels.rank(Level::Registers, to).saturating_sub(begun)
        };
        match arrives {
            Some(at) if k >= at => 1000,
            Some(at) => 80 + 680 * way(k) / way(at).max(1),
            None => 80 + 620 * way(k) / (way(k) + 60),
        }
    };
    let done = arrivals.iter().filter(|(_, at)| *at <= k).count();
    let of = match level {
        Level::Messages if !arrivals.is_empty() => arrivals.len(),
        _ => n,
    };
    Some(Packet {
        key: format!("fold-{}-{}-{to}", span.sender, span.key),
        from: Agent::Process(span.sender),
        to: Agent::Process(to),
        owner: span.sender,
        load: Load::Message(span.text.clone()),
        sent: span.first,
        fate: Fate::Waits,
        stale: false,
        orphan: false,
        held: false,
        moves: None,
        loses: None,
        slot: (span.key % 3) as u8,
        lie: false,
        proof: false,
        fold: Some(Fold {
            broadcast: Some((span.sender, span.key, span.t_send)),
            done: done as u8,
            of: of as u8,
            along: along(k).min(1000) as u16,
            next: along(k + 1).min(1000) as u16,
        }),
    })
}
