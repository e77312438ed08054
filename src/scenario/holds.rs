//! `hold` and `release`: what automatic schedules leave alone.

use super::error::Problem;
use super::expected::Expected;
use super::play::Player;
use super::words::{self, Read, Words};
use crate::sim::{Choice, Hold};

/// Reads what is held: `p1@m2`, `p1->p2`, `p1` or `m2`.
pub(super) fn parse(words: &mut Words<'_>) -> Read<Hold> {
    let found = words.next();
    found.and_then(|w| of(w.text)).ok_or_else(|| {
        let mut fitting = words::all_names();
        fitting.extend(["p1@m2".to_owned(), "p1->p2".to_owned()]);
        words.unlike(found, Expected::Hold, &fitting)
    })
}

fn of(text: &str) -> Option<Hold> {
    let lane = words::lane(text).map(|(p, m)| Hold::Lane(p, m));
    let link = || words::link(text).map(|(from, to)| Hold::Link(from, to));
    let process = || words::process(text).map(Hold::Process);
    let memory = || words::memory(text).map(Hold::Memory);
    lane.or_else(link).or_else(process).or_else(memory)
}

pub(super) fn hold(hold: Hold, player: &mut Player) -> Result<(), Problem> {
    player.choose(Choice::Hold(hold))
}

pub(super) fn release(hold: Hold, player: &mut Player) -> Result<(), Problem> {
    player.choose(Choice::Release(hold))
}
