//! A whole trace with all its branches, for keeping work where it is and for taking it along.
//!
//! The head is a link's. Then come the branches in their order, each with its name and where it
//! leaves an earlier one, a check, its own steps as a schedule, and a check; the fingerprint of it
//! all; and the current branch and place. What can be undone is not kept.

use super::plan::{Run, Segment};
use super::schedule::{self, Flaw, Progress};
use super::tables::Happened;
use super::{Head, HeadFlaw, frame, head_of, open, run_problem, text_problem, written};
use crate::share::coder::{Code, Reader, Writer};
use crate::share::frame::FrameFlaw;
use crate::share::{LinkError, Loaded, MOST_BRANCHES, most_history_steps};
use crate::sim::{Branch, Session, Trace};

/// The character with which histories of this version begin.
pub(in crate::share) const HISTORY: char = 'H';
/// The longest name of a branch, in bytes.
const LONGEST_NAME: usize = 100;

/// A branch as it is written: where it leaves which branch before it.
struct Strand {
    name: String,
    parent: usize,
    from: usize,
}

/// The history of a session.
pub(in crate::share) fn save(session: &Session) -> Result<String, LinkError> {
    let branches = session.trace.branches();
    if branches.len() > MOST_BRANCHES {
        return Err(LinkError::TooManyBranches {
            claimed: branches.len() as u64,
        });
    }
    let strands = strands(&session.trace);
    let mut scratch = session.clone();
    let steps: usize = (0..branches.len())
        .map(|k| {
            scratch.trace.switch(k);
            scratch.trace.len() - strands[k].from
        })
        .sum();
    let most = most_history_steps(session.config());
    if steps > most {
        return Err(LinkError::LongHistory {
            most,
            claimed: steps as u64,
        });
    }
    let body = written(|code| {
        head_of(session).code(code).map_err(|_| Flaw::Newer)?;
        code.number(branches.len() as u64 - 1)?;
        let mut happened = Happened::default();
        let mut lengths = Vec::new();
        for (k, strand) in strands.iter().enumerate() {
            let name = name(code, &strand.name)?;
            let (parent, from) = leave(code, &lengths, strand)?;
            happened.branch(&name, parent, from);
            schedule::check(code, &happened)?;
            scratch.trace.switch(k);
            let end = scratch.trace.len();
            let run = Run::of(&mut scratch.trace, strand.from, end);
            let write = |code: &mut Writer, plan: &[Segment], happened: &mut Happened| {
                schedule::write(code, &scratch, strand.from, &run, plan, happened)
            };
            let plan = schedule::shortest(&run, |c, p| write(c, p, &mut happened.clone()));
            write(code, &plan, &mut happened)?;
            schedule::check(code, &happened)?;
            lengths.push(end);
        }
        schedule::fingerprint(code, &happened)?;
        stand(
            code,
            &lengths,
            session.trace.branch(),
            session.trace.position(),
        )?;
        Ok(())
    });
    Ok(frame::seal(HISTORY, &body))
}

/// For each branch, the one before it that goes with it longest, and how far.
fn strands(trace: &Trace) -> Vec<Strand> {
    let mut paths: Vec<Vec<_>> = Vec::new();
    let mut out = Vec::new();
    for Branch { name, tip } in trace.branches() {
        let path = trace.path_to(*tip);
        let shared = |other: &Vec<_>| path.iter().zip(other).take_while(|(a, b)| a == b).count();
        let (mut parent, mut from) = (0, 0);
        for (k, other) in paths.iter().enumerate() {
            let steps = shared(other) - 1;
            if steps > from {
                (parent, from) = (k, steps);
            }
        }
        paths.push(path);
        out.push(Strand {
            name: name.clone(),
            parent,
            from,
        });
    }
    out
}

fn name<C: Code>(code: &mut C, given: &str) -> Result<String, Flaw> {
    let mut length = given.len().min(LONGEST_NAME);
    while !given.is_char_boundary(length) {
        length -= 1;
    }
    let length = code.number(length as u64)? as usize;
    if length > LONGEST_NAME {
        return Err(Flaw::Newer);
    }
    let mut bytes = Vec::with_capacity(length);
    for k in 0..length {
        let byte = given.as_bytes().get(k).copied().unwrap_or(0);
        bytes.push(code.uniform(256, byte.into())? as u8);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Where a branch leaves which of those before it, whose lengths are known.
fn leave<C: Code>(
    code: &mut C,
    lengths: &[usize],
    strand: &Strand,
) -> Result<(usize, usize), Flaw> {
    if lengths.is_empty() {
        return Ok((0, 0));
    }
    let parent = code.uniform(lengths.len() as u32, strand.parent as u32)? as usize;
    let places = lengths[parent] as u32 + 1;
    Ok((parent, code.uniform(places, strand.from as u32)? as usize))
}

/// The current branch and the place on it.
fn stand<C: Code>(
    code: &mut C,
    lengths: &[usize],
    branch: usize,
    position: usize,
) -> Result<(usize, usize), Flaw> {
    let branch = code.uniform(lengths.len() as u32, branch as u32)? as usize;
    let places = lengths[branch] as u32 + 1;
    Ok((branch, code.uniform(places, position as u32)? as usize))
}

/// Opens a history; `rest` is what follows its version.
pub(in crate::share) fn load(rest: &str) -> Result<Loaded, LinkError> {
    let frame = frame::unseal(HISTORY, rest).ok_or(LinkError::NoLink)?;
    let cut = matches!(frame.flaw, Some(FrameFlaw::Cut | FrameFlaw::Foreign(..)));
    let mut reader = Reader::new(&frame.body, cut);
    let head = Head::blank()
        .code(&mut reader)
        .map_err(|e| match (e, frame.flaw) {
            (HeadFlaw::Newer, None) => LinkError::Newer,
            _ => LinkError::HeadDamaged,
        })?;
    let mut session = open(&head)?;
    let branches = reader.number(0).map_err(|_| LinkError::HeadDamaged)?;
    let branches = branches.saturating_add(1);
    if branches > MOST_BRANCHES as u64 {
        return Err(LinkError::TooManyBranches { claimed: branches });
    }
    let mut progress = Progress {
        happened: Happened::default(),
        allowed: most_history_steps(&head.config),
        confirmed: 0,
    };
    let end = read(&mut reader, &mut session, &mut progress, branches);
    let doubtful = match (end, frame.flaw) {
        (Ok(()), _) => false,
        (Err(_), Some(FrameFlaw::Damaged)) => true,
        (Err(flaw), _) => flaw == Flaw::Check,
    };
    if doubtful {
        keep_confirmed(&mut session.trace, progress.confirmed);
    }
    session.trace.forget_changes();
    let steps = session.trace.nodes() - 1;
    let problem = match frame.flaw {
        Some(flaw) => Some(text_problem(flaw, &frame, steps)),
        None if end.is_ok() && frame.extra > 0 => Some(LinkError::Trailing { extra: frame.extra }),
        None => end.err().map(|flaw| match flaw {
            Flaw::TooMany(claimed) => LinkError::LongHistory {
                claimed,
                most: most_history_steps(&head.config),
            },
            flaw => run_problem(flaw, &head, &session, steps),
        }),
    };
    Ok(Loaded { session, problem })
}

fn read(
    reader: &mut Reader<'_>,
    session: &mut Session,
    progress: &mut Progress,
    branches: u64,
) -> Result<(), Flaw> {
    let blank = Strand {
        name: String::new(),
        parent: 0,
        from: 0,
    };
    let mut lengths = Vec::new();
    for k in 0..branches {
        let name = name(reader, "")?;
        let (parent, from) = leave(reader, &lengths, &blank)?;
        progress.happened.branch(&name, parent, from);
        schedule::check(reader, &progress.happened)?;
        if k == 0 {
            session.trace.rename(0, &name);
        } else {
            session.trace.switch(parent);
            session.trace.seek(from);
            let at = session.trace.node_at(from);
            session.trace.fork(at, &name);
        }
        progress.confirmed = from;
        schedule::read(reader, session, progress)?;
        schedule::check(reader, &progress.happened)?;
        progress.confirmed = session.trace.len();
        lengths.push(session.trace.len());
    }
    schedule::fingerprint(reader, &progress.happened)?;
    if let Ok((branch, position)) = stand(reader, &lengths, 0, 0) {
        session.trace.switch(branch);
        session.trace.seek(position);
    }
    Ok(())
}

/// Takes from the branch that was read last what no check has confirmed.
fn keep_confirmed(trace: &mut Trace, confirmed: usize) {
    let last = trace.branches().len() - 1;
    let at = trace.node_at(confirmed);
    let name = trace.branches()[last].name.clone();
    trace.fork(at, &name);
    // There are two at least: this one and the new one.
    let deleted = trace.delete(last);
    assert!(deleted.is_ok(), "a branch was just added: {deleted:?}");
    trace.seek(confirmed);
}
