//! Version 1 of links.
//!
//! After the frame (`super::frame`: version, length, check) the digits hold, each at the price of
//! its odds (`super::coder`):
//!
//! 1. the **head**: the algorithm by its number (or by its id's text), its revision, the
//!    configuration, whether it plays, is locked, is embedded; and a check of all that;
//! 2. the **schedule**: segments by hand, escaped, by lockstep and by a seed, with checks on the
//!    way (after automatic segments, and after each 64 choices by hand);
//! 3. the **fingerprint** of every event's identity and of the decisions;
//! 4. the step at which it opens.
//!
//! An ordinary event is told by its place among the ordinary events that can happen there, in the
//! order of `tables`, or by its place among those of its class; faults, holds and Byzantine acts in
//! full. **Nothing here changes**: what follows another rule is another version, beside this one.
//! What is added stands behind the marks that the first links left for it (a kind of segment, a
//! kind of escaped choice), so that a page which does not know it says that it is newer.

mod head;
mod history;
mod plan;
mod schedule;
mod tables;

use super::coder::{Code, Reader, Writer};
use super::frame::{self, Frame, FrameFlaw};
use super::{Extent, LinkError, Opened, Options, Revisions, most_steps};
use crate::sim::{Choice, Session, find};
use head::{Head, HeadFlaw};
use plan::{Run, Segment};
use schedule::{Flaw, Progress};
use tables::Happened;

pub(super) use history::{HISTORY, load, save};

/// The character with which links of this version begin.
pub(super) const VERSION: char = '1';
/// How often a link opens at its end, at its start, and elsewhere.
const PLACES: [u32; 3] = [6, 2, 8];

/// The link for a session's current run.
pub(super) fn encode(session: &Session, options: Options) -> Result<String, LinkError> {
    let trace = &session.trace;
    let end = match options.extent {
        Extent::Whole => trace.len(),
        Extent::UpToHere => trace.position(),
    };
    let most = most_steps(session.config());
    if end > most {
        return Err(LinkError::TooManySteps {
            most,
            claimed: end as u64,
        });
    }
    let head = Head {
        playing: options.playing,
        locked: options.locked,
        embed: options.embed,
        ..head_of(session)
    };
    let run = Run::of(&mut trace.clone(), 0, end);
    let write = |code: &mut Writer, plan: &[Segment]| {
        let mut happened = Happened::default();
        head.code(code).map_err(|_| Flaw::Newer)?;
        schedule::write(code, session, 0, &run, plan, &mut happened)?;
        schedule::fingerprint(code, &happened)?;
        place(code, trace.position().min(end), end)?;
        Ok(())
    };
    let body = written(|code| write(code, &schedule::shortest(&run, write)));
    Ok(frame::seal(VERSION, &body))
}

/// Opens a link; `rest` is what follows its version.
pub(super) fn decode(rest: &str) -> Result<Opened, LinkError> {
    let frame = frame::unseal(VERSION, rest).ok_or(LinkError::NoLink)?;
    let cut = matches!(frame.flaw, Some(FrameFlaw::Cut | FrameFlaw::Foreign(..)));
    let mut reader = Reader::new(&frame.body, cut);
    let flaw = frame.flaw;
    let head = Head::blank()
        .code(&mut reader)
        .map_err(|e| match (e, flaw) {
            (HeadFlaw::Newer, None) => LinkError::Newer,
            _ => LinkError::HeadDamaged,
        })?;
    let mut session = open(&head)?;
    let mut progress = Progress {
        happened: Happened::default(),
        allowed: most_steps(&head.config),
        confirmed: 0,
    };
    let mut position = None;
    let end = schedule::read(&mut reader, &mut session, &mut progress)
        .and_then(|()| schedule::fingerprint(&mut reader, &progress.happened))
        .map(|()| {
            progress.confirmed = session.trace.len();
            position = place(&mut reader, 0, session.trace.len()).ok();
        });
    // Where something is wrong and only checks can tell since when, what they have not confirmed
    // does not count.
    let doubtful = match (end, flaw) {
        (Ok(()), _) => false,
        (Err(_), Some(FrameFlaw::Damaged)) => true,
        (Err(flaw), _) => flaw == Flaw::Check,
    };
    let applies = if doubtful {
        progress.confirmed
    } else {
        session.trace.len()
    };
    let problem = match flaw {
        Some(flaw) => Some(text_problem(flaw, &frame, applies)),
        None if end.is_ok() && frame.extra > 0 => Some(LinkError::Trailing { extra: frame.extra }),
        None => end
            .err()
            .map(|flaw| run_problem(flaw, &head, &session, applies)),
    };
    session.trace.begin_with(applies);
    let position = position.unwrap_or(applies).min(applies);
    session.trace.seek(position);
    Ok(Opened {
        session,
        position,
        options: Options {
            extent: Extent::Whole,
            playing: head.playing,
            locked: head.locked,
            embed: head.embed,
        },
        problem,
    })
}

/// What a writer has written.
fn written(write: impl FnOnce(&mut Writer) -> Result<(), Flaw>) -> Vec<u8> {
    let mut writer = Writer::new();
    let done = write(&mut writer);
    assert!(done.is_ok(), "a writer takes everything: {done:?}");
    writer.finish()
}

fn head_of(session: &Session) -> Head {
    let info = session.info();
    Head {
        algorithm: info.id.to_owned(),
        revision: info.revision,
        config: session.config().clone(),
        ..Head::blank()
    }
}

fn open(head: &Head) -> Result<Session, LinkError> {
    let entry =
        find(&head.algorithm).ok_or_else(|| LinkError::UnknownAlgorithm(head.algorithm.clone()))?;
    Session::new(entry, &head.config).map_err(LinkError::Impossible)
}

/// Where a link opens: a place in a run of `end` steps.
fn place<C: Code>(code: &mut C, at: usize, end: usize) -> Result<usize, Flaw> {
    let form = match at {
        _ if at == end => 0,
        0 => 1,
        _ => 2,
    };
    Ok(match code.weighted(&PLACES, form)? {
        0 => end,
        1 => 0,
        _ => code.uniform(end as u32 + 1, at as u32)? as usize,
    })
}

/// What is wrong with a link whose text is not as it was made.
fn text_problem(flaw: FrameFlaw, frame: &Frame, steps: usize) -> LinkError {
    match flaw {
        FrameFlaw::Cut => LinkError::Cut {
            have: frame.body.len(),
            of: frame.claimed,
            steps,
        },
        FrameFlaw::Foreign(at, found) => LinkError::Foreign { at, found, steps },
        FrameFlaw::Damaged => LinkError::Damaged { steps },
    }
}

/// What is wrong with a whole link whose run does not go here as it went for its author.
fn run_problem(flaw: Flaw, head: &Head, session: &Session, steps: usize) -> LinkError {
    let revisions = Revisions {
        link: head.revision,
        here: session.info().revision,
    };
    match flaw {
        Flaw::TooMany(claimed) => LinkError::TooManySteps {
            claimed,
            most: most_steps(&head.config),
        },
        Flaw::Newer => LinkError::NewerStep { steps },
        Flaw::Refused(choice, why) => LinkError::Refused {
            step: steps + 1,
            choice: label(choice),
            why,
            revisions,
        },
        Flaw::Nothing | Flaw::Exhausted | Flaw::Check => LinkError::Diverged { steps, revisions },
    }
}

/// A choice as in scenario text.
fn label(choice: Choice) -> String {
    match choice {
        Choice::Event(event) => event.to_string(),
        Choice::Hold(hold) => format!("hold {hold}"),
        Choice::Release(hold) => format!("release {hold}"),
    }
}
