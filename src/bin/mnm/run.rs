//! `mnm run`: plays a scenario.

use lexopt::prelude::*;

use super::{FAILED, FINE, Failure, input, say};

/// Carries out `mnm run`.
pub fn command(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let (mut path, mut as_json) = (None, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("json") => as_json = true,
            other => input::file(&mut path, other)?,
        }
    }
    let (name, played) = input::play(path)?;
    if as_json {
        say(&serde_json::to_string(&played.summary())?)?;
    } else {
        say(&played.transcript())?;
    }
    for check in played.checks.iter().filter(|c| !c.verdict.met) {
        eprintln!(
            "mnm: {name}: line {}: expected {}; {}",
            check.line, check.expectation, check.verdict.found
        );
    }
    Ok(if played.passed() { FINE } else { FAILED })
}
