//! The diagram as a table, for whoever listens to it.

use super::index::{DiagramIndex, End};
use crate::model::ProcessSet;
use crate::sim::Session;
use crate::view::text::{self, Language};

/// One step as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The step.
    pub step: usize,
    /// Delays so far.
    pub delays: u32,
    /// Where it happened; empty for a hold.
    pub place: String,
    /// What happened, in sentences.
    pub what: String,
    /// The step that sent what arrived, if something did.
    pub sent: Option<usize>,
    /// Who may write each memory after it, in the memories' order; several regions are one set.
    pub writers: Vec<ProcessSet>,
}

/// Rows for steps `first` to `last` of the session's current run. The index must have been
/// updated since the session's last change.
pub fn diagram_table(
    session: &Session,
    index: &DiagramIndex,
    language: Language,
    first: usize,
    last: usize,
) -> Vec<TableRow> {
    let last = last.min(index.len());
    (first..=last)
        .map(|k| {
            let step = &index.steps[k];
            let arrows = index.arrows_between(k, k);
            let sent = arrows.into_iter().find_map(|id| {
                let arrow = &index.arrows[id as usize];
                (arrow.end == End::Arrives(k)).then_some(arrow.sent)
            });
            let writers = index.memories.iter().map(|line| {
                let now = line.regions.iter().filter_map(|reigns| {
                    let before = reigns.partition_point(|r| r.from <= k);
                    reigns.get(before.checked_sub(1)?)
                });
                now.fold(ProcessSet::EMPTY, |all, r| all.union(r.writers))
            });
            TableRow {
                step: k,
                delays: step.delays,
                place: step.place.map_or_else(String::new, |p| p.to_string()),
                what: text::what(language, session, k).to_string(),
                sent,
                writers: writers.collect(),
            }
        })
        .collect()
}
