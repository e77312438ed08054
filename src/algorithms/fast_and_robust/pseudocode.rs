//! The lines of Fast & Robust, as they are shown, and what can be bent.

use std::sync::LazyLock;

use crate::algorithms::layers::{backup, quorum};
use crate::algorithms::message::{MessageAlgorithm, Preferential};
use crate::algorithms::over_broadcast;
use crate::model::{CodeLine, Mutation};

/// The lines of the pseudocode: its own, then its layers'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Start,
    HandOver,
    Quorum(quorum::Line),
    Backup(BackupLine),
}

/// A line of the backup.
pub(super) type BackupLine = backup::Line<<Preferential as MessageAlgorithm>::Line>;

pub(super) static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "abort-with-own-input",
        title: "Whoever has no copy hands over its own input, whatever Value[l] shows.",
        line: 20,
        breaks: "agreement",
        scope: "processes=3 memories=1 attempts=(0,1,0)",
    },
    Mutation {
        id: "trust-the-claim",
        title: "The backup takes a claimed class on trust, without the evidence for it.",
        line: 39,
        breaks: "agreement",
        scope: "processes=3 memories=1 attempts=(0,1,0) byzantine=(p3)",
    },
    Mutation {
        id: "leave-after-deciding",
        title: "A process that decided in Cheap Quorum does not join the backup.",
        line: 2,
        breaks: "termination",
        scope: "processes=2 memories=1 f_p=0 attempts=(0,1)",
    },
];

pub(super) static PSEUDOCODE: LazyLock<Vec<CodeLine<Line>>> = LazyLock::new(|| {
    let own = [
        CodeLine::new(Line::Start, "run Cheap Quorum with the input"),
        CodeLine::new(
            Line::HandOver,
            "when it aborts with v: run Preferential Paxos with v and its evidence",
        ),
    ];
    let quorum = quorum::PSEUDOCODE
        .iter()
        .map(|code| code.within(Line::Quorum));
    let backup = over_broadcast::whole::<Preferential>();
    let backup = backup.iter().map(|code| code.within(Line::Backup));
    own.into_iter().chain(quorum).chain(backup).collect()
});
