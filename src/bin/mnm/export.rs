//! `mnm export`: a scenario's run for other tools.

use lexopt::prelude::*;
use mnmscope::share::export;
use mnmscope::sim::Session;

use super::{Failure, input, say};

/// Carries out `mnm export`.
pub fn command(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let (mut path, mut format) = (None, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("as") => format = Some(arguments.value()?.string()?),
            Long("schema") => return say(export::SCHEMA),
            other => input::file(&mut path, other)?,
        }
    }
    let write: fn(&Session) -> String = match format.as_deref() {
        Some("json") => export::json,
        Some("itf") => export::itf,
        Some("shiviz") => export::shiviz,
        Some(other) => {
            let reason = format!("there is no export `{other}`: choose json, itf or shiviz");
            return Err(Failure(reason));
        }
        None => return Err(Failure("say --as json, itf or shiviz".to_owned())),
    };
    let (_, played) = input::play(path)?;
    say(&write(&played.session))
}
