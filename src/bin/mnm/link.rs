//! `mnm link` and `mnm unlink`: from a scenario to a link, and back.

use std::fmt::Write as _;

use lexopt::prelude::*;
use mnmscope::scenario;
use mnmscope::share::{self, Extent, Opened, Options, Scenery};
use mnmscope::sim::{Origin, Session};

use super::look::Looks;
use super::{BAD_INPUT, FINE, Failure, input, say};

/// Carries out `mnm link`.
pub fn link(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let (mut path, mut at) = (None, None);
    let mut options = Options::default();
    let mut looks = Looks::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("at") => at = Some(arguments.value()?.parse()?),
            Long("up-to") => {
                at = Some(arguments.value()?.parse()?);
                options.extent = Extent::UpToHere;
            }
            Long("playing") => options.playing = true,
            Long("locked") => options.locked = true,
            Long("embed") => options.embed = true,
            Long(name @ ("view" | "level" | "beside")) => {
                let name = name.to_owned();
                looks.take(&name, &mut arguments)?;
            }
            other => input::file(&mut path, other)?,
        }
    }
    let (name, mut played) = input::play(path)?;
    if let Some(step) = at {
        let steps = played.session.trace.len();
        if step > steps {
            return Err(Failure(format!(
                "there is no step {step}: the run of {name} has {steps}"
            )));
        }
        played.session.trace.seek(step);
    }
    let session = &played.session;
    let seen = looks.at(&played, session.trace.position())?;
    let scenery = Scenery::of(seen.lens, seen.level, seen.beside.as_ref())?;
    say(&format!("{}{scenery}", share::encode(session, options)?))
}

/// Carries out `mnm unlink`.
pub fn unlink(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let mut text = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Value(link) if text.is_none() => text = Some(link.string()?),
            other => return Err(input::unexpected(&other)),
        }
    }
    let text = text.ok_or_else(|| Failure("name a link: what stands after #".to_owned()))?;
    let opened = share::decode(&text)?;
    say(&scenario(&opened, &Scenery::read(&text)))?;
    match opened.problem {
        None => Ok(FINE),
        Some(problem) => {
            eprintln!("mnm: {problem}");
            Ok(BAD_INPUT)
        }
    }
}

/// What a link holds, as scenario text with a comment that says how it opens.
fn scenario(opened: &Opened, scenery: &Scenery) -> String {
    let trace = &opened.session.trace;
    let mut text = format!("# opens at step {} of {}", opened.position, trace.len());
    let ways = [
        (opened.options.playing, "playing"),
        (opened.options.locked, "locked: to step, not to act"),
        (opened.options.embed, "embedded"),
    ];
    for (_, way) in ways.iter().filter(|(on, _)| *on) {
        let _ = write!(text, ", {way}");
    }
    if let Some(process) = scenery.lens {
        let _ = write!(text, ", as {process} knows it");
    }
    if let Some(level) = scenery.level {
        let _ = write!(text, ", at the level {}", level.name());
    }
    if let Some(beside) = &scenery.beside {
        let _ = write!(text, ", beside {beside}");
    }
    let seeds = seeds(&opened.session);
    let scenario = scenario::export_with(&opened.session, trace.len(), &seeds, &[]);
    format!("{text}\n{scenario}")
}

/// The seeds that chose steps of the run.
fn seeds(session: &Session) -> Vec<(u64, bool)> {
    let origins = (0..=session.trace.len()).map(|k| session.trace.step(k).origin);
    let mut seeds: Vec<(u64, bool)> = origins
        .filter_map(|origin| match origin {
            Origin::Random(draw) => Some((draw.seed, draw.faults)),
            _ => None,
        })
        .collect();
    seeds.sort_unstable();
    seeds.dedup();
    seeds
}
