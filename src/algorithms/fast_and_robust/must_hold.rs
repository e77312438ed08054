//! What must hold of Fast & Robust.

use smallvec::SmallVec;

use super::{FastAndRobust, Line, Locals, Note};
use crate::algorithms::layers::backup::{self, Variables as BackupVariables};
use crate::algorithms::layers::{broadcast, quorum};
use crate::algorithms::message::{Preferential, Stage as PaxosStage, class};
use crate::algorithms::over_broadcast::{self, Judged, Note as BackupNote};
use crate::algorithms::preferential_paxos as preferential;
use crate::algorithms::properties;
use crate::model::{Algorithm, Fact, Kind, Moment, Property, Reach, Status};

impl Judged for FastAndRobust {
    type Core = Preferential;

    fn variables(locals: &Locals) -> &BackupVariables<Preferential> {
        &locals.backup
    }

    fn is_rejection(note: &Note) -> bool {
        matches!(note, Note::Backup(BackupNote::Rejected { .. }))
    }

    fn delivers(line: &Line) -> bool {
        *line == Line::Backup(backup::Line::Broadcast(broadcast::Line::Deliver))
    }
}

fn correct<'a>(moment: &'a Moment<'_, FastAndRobust>) -> impl Iterator<Item = &'a Locals> {
    let up = moment.after.processes().filter(|(_, p)| p.is_correct());
    up.filter_map(|(_, p)| p.locals.as_ref())
}

fn hands_over(fact: &Fact<FastAndRobust>) -> bool {
    matches!(
        fact,
        Fact::Decided { .. }
            | Fact::Noted {
                note: Note::HandsOver(_),
                ..
            }
    )
}

/// Whether nobody is stuck: everyone correct decided, or a time-out or Omega could still help.
fn terminates(moment: &Moment<'_, FastAndRobust>) -> bool {
    let state = moment.after;
    let algorithm = &moment.system.algorithm;
    let up: SmallVec<[_; 4]> = state
        .processes()
        .filter(|(_, p)| p.status == Status::Up)
        .collect();
    let everyone = up.iter().all(|(_, p)| p.decision.is_some());
    let may_time_out = up.iter().any(|(_, p)| {
        p.locals.as_ref().is_some_and(|locals| {
            let waits = |line| algorithm.has_timeout(line, locals);
            p.threads.iter().any(|t| waits(t.line))
        })
    });
    let Some((_, first)) = up.first() else {
        return true;
    };
    let leader = first.leader;
    // Whoever left Cheap Quorum waits for the leader's attempt; a leader without attempts is
    // replaced sooner or later.
    let leads = up.iter().any(|(id, p)| {
        let locals = p.locals.as_ref().filter(|_| *id == leader);
        locals.is_some_and(|locals| match &locals.backup.core {
            Some(core) => preferential::goes_on(&algorithm.backup.core, leader, core),
            None => true,
        })
    });
    let enough =
        up.len() >= usize::from(moment.system.config().processes - moment.system.config().f_p);
    everyone || may_time_out || !enough || !leads || !up.iter().all(|(_, p)| p.leader == leader)
}

pub(super) static PROPERTIES: [Property<FastAndRobust>; 11] = [
    over_broadcast::agreement(),
    over_broadcast::decides_once(),
    over_broadcast::weak_validity(),
    Property {
        id: "carried-over",
        says: "Once a correct process decided v in Cheap Quorum, whoever correct hands over brings v with evidence.",
        source: "P1, section on Fast & Robust: composition lemma",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: hands_over,
        holds: |moment| {
            let n = moment.system.config().processes;
            correct(moment)
                .filter_map(|l| l.quorum.decided)
                .all(|(_, value)| {
                    let brought = correct(moment).filter_map(|l| l.quorum.aborted);
                    brought
                        .into_iter()
                        .all(|e| e.value() == value && class(&e, n) > 0)
                })
        },
    },
    quorum::only_revocations(),
    over_broadcast::one_stream(),
    over_broadcast::honest_is_believed(),
    properties::write_needs_permission(),
    properties::someone_decides(),
    Property {
        id: "the-backup-decides",
        says: "Some run decides in the backup.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: |moment| {
            correct(moment).any(|l| {
                let core = l.backup.core.as_ref();
                core.is_some_and(|core| core.paxos.stage == PaxosStage::Decided)
            })
        },
    },
    Property {
        id: "termination",
        says: "If time-outs strike, everyone trusts one correct leader, and majorities are up, everyone correct decides.",
        source: "P1, section on Fast & Robust",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: terminates,
    },
];
