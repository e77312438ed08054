//! What the claims' tests share.

use mnmscope::model::{Config, ProcessId, Value};
use mnmscope::scenario::{Played, parse};
use mnmscope::sim::{Happening, Session, Standing, find};

/// Plays scenario text.
pub fn play(text: &str) -> Played {
    let played = parse(text).and_then(|s| s.play());
    played.unwrap_or_else(|e| panic!("{e} in\n{text}"))
}

/// A session of an algorithm in its standard configuration with changes.
pub fn session(id: &str, change: impl FnOnce(&mut Config)) -> Session {
    let entry = find(id).unwrap_or_else(|| panic!("no algorithm {id}"));
    let mut config = (entry.standard)();
    change(&mut config);
    Session::new(entry, &config).unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// Who decided first, what, and in how many delays.
pub fn first_decision(session: &Session) -> Option<(ProcessId, Value, u32)> {
    let all = session.decisions();
    let (process, _, step) = all.first()?;
    let (_, value) = step.decided.iter().find(|(p, _)| p == process)?;
    Some((*process, *value, step.causes.depth))
}

/// How a property stands.
pub fn standing(session: &Session, id: &str) -> Standing {
    let place = session.info().properties.iter().position(|p| p.id == id);
    let place = place.unwrap_or_else(|| panic!("no property {id}"));
    session.standings()[place]
}

/// All that happened, the start included.
pub fn happenings(session: &Session) -> Vec<Happening> {
    let steps = 0..=session.trace.position();
    let all = steps.flat_map(|k| session.happenings(k));
    all.map(|(h, _)| h).collect()
}
