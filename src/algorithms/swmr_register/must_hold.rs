//! What must hold of the replicated register.

use super::{Line, Note, SwmrRegister, WRITER};
use crate::algorithms::properties;
use crate::model::{Fact, Kind, Moment, Property, Reach, Status, Value};

/// The reads that returned: what, and whether they knew that the write had returned before.
fn reads<'a>(
    moment: &'a Moment<'_, SwmrRegister>,
) -> impl Iterator<Item = (Option<Value>, bool)> + 'a {
    moment.facts.iter().filter_map(|fact| match fact {
        Fact::Noted {
            note: Note::Read { value, after_write },
            ..
        } => Some((*value, *after_write)),
        _ => None,
    })
}

pub(super) static PROPERTIES: [Property<SwmrRegister>; 5] = [
    Property {
        id: "regular",
        says: "A read that begins after the write returned, returns what was written.",
        source: "P1, section 4: regular registers",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Noted { .. }),
        holds: |moment| {
            let written = Some(moment.system.input(WRITER));
            reads(moment).all(|(value, after_write)| !after_write || value == written)
        },
    },
    Property {
        id: "only-what-was-written",
        says: "A read returns the written value or empty, nothing else.",
        source: "P1, section 4: regular registers",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Noted { .. }),
        holds: |moment| {
            let written = Some(moment.system.input(WRITER));
            reads(moment).all(|(value, _)| value.is_none() || value == written)
        },
    },
    properties::write_needs_permission(),
    Property {
        id: "someone-reads-it",
        says: "Some run has a read that returns the written value.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Noted { .. }),
        holds: |moment| {
            let mut locals = moment
                .after
                .processes()
                .filter_map(|(_, p)| p.locals.as_ref());
            locals.any(|l| l.returned.iter().any(Option::is_some))
        },
    },
    Property {
        id: "operations-return",
        says: "While a majority of memories is up, every operation of a correct process returns.",
        source: "P1, section 4: wait-freedom of the replicated register",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let up = moment
                .after
                .processes()
                .filter(|(_, p)| p.status == Status::Up);
            let mut lines = up.flat_map(|(_, p)| p.threads.iter().map(|t| t.line));
            !lines.any(|line| matches!(line, Line::Write | Line::Read))
        },
    },
];
