//! `hold` and `release`: what automatic schedules leave alone.

use super::error::Problem;
use super::expected::Expected;
use super::packets::MOST_NUMBERED;
use super::play::Player;
use super::words::{self, Read, Words};
use crate::sim::{Choice, Hold, Side};

/// Reads what is held: `p1@m2`, `p1->p2`, `p1`, `m2`, `p1,m1->p2`, `p1,m1|p2`, or a single packet:
/// `packet p1->p2 [nth]`, `packet p1->m2`, `packet m2->p1`.
pub(super) fn parse(words: &mut Words<'_>) -> Read<Hold> {
    if words.take("packet") {
        return packet(words);
    }
    lasting(words)
}

/// Reads what can be held for as long as one likes: all but single packets.
pub(super) fn lasting(words: &mut Words<'_>) -> Read<Hold> {
    let found = words.next();
    found.and_then(|w| of(w.text)).ok_or_else(|| {
        let mut fitting = words::all_names();
        fitting.extend(["p1@m2".to_owned(), "p1->p2".to_owned(), "packet".to_owned()]);
        words.unlike(found, Expected::Hold, &fitting)
    })
}

fn packet(words: &mut Words<'_>) -> Read<Hold> {
    let found = words.next();
    let ends = found.and_then(|w| w.text.split_once("->"));
    let ends = ends.and_then(|(from, to)| {
        let process = (words::process(from), words::process(to));
        let memory = (words::memory(from), words::memory(to));
        Some(match (process, memory) {
            ((Some(from), Some(to)), _) => Hold::Message { from, to, nth: 0 },
            ((Some(p), _), (_, Some(m))) => Hold::Request(p, m),
            ((_, Some(p)), (Some(m), _)) => Hold::Response(p, m),
            _ => return None,
        })
    });
    let hold = ends.ok_or_else(|| words.unexpected(found, Expected::Way))?;
    Ok(match (hold, words.peek()) {
        (Hold::Message { from, to, .. }, Some(word)) => {
            words.next();
            let nth = (words.number(word, 1, MOST_NUMBERED)? - 1) as u8;
            Hold::Message { from, to, nth }
        }
        _ => hold,
    })
}

fn of(text: &str) -> Option<Hold> {
    let lane = words::lane(text).map(|(p, m)| Hold::Lane(p, m));
    let link = || words::link(text).map(|(from, to)| Hold::Link(from, to));
    let process = || words::process(text).map(Hold::Process);
    let memory = || words::memory(text).map(Hold::Memory);
    let way = || {
        let (from, to) = text.split_once("->")?;
        Hold::way(side(from)?, side(to)?)
    };
    let between = || {
        let (one, other) = text.split_once('|')?;
        Hold::between(side(one)?, side(other)?)
    };
    lane.or_else(link)
        .or_else(process)
        .or_else(memory)
        .or_else(way)
        .or_else(between)
}

/// `p1,m1`: some processes and memories.
fn side(text: &str) -> Option<Side> {
    text.split(',').try_fold(Side::EMPTY, |side, name| {
        let process = words::process(name).map(|p| side.and_process(p));
        process.or_else(|| words::memory(name).map(|m| side.and_memory(m)))
    })
}

pub(super) fn hold(hold: Hold, player: &mut Player) -> Result<(), Problem> {
    player.choose(Choice::Hold(hold))
}

pub(super) fn release(hold: Hold, player: &mut Player) -> Result<(), Problem> {
    player.choose(Choice::Release(hold))
}
