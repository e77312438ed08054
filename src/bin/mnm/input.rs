//! A file, or standard input for `-`, and the options after it.

use std::io::Read;
use std::path::PathBuf;

use lexopt::prelude::*;
use mnmscope::scenario::{self, Played, Scenario};

use super::Failure;

/// The largest scenario that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// A scenario and where it came from.
pub struct Source {
    /// As it is named in errors.
    pub name: String,
    /// What it says.
    pub scenario: Scenario,
}

/// Takes the one file name among the arguments.
pub fn file(found: &mut Option<PathBuf>, argument: lexopt::Arg<'_>) -> Result<(), Failure> {
    match argument {
        Value(path) if found.is_none() => {
            *found = Some(path.into());
            Ok(())
        }
        other => Err(unexpected(&other)),
    }
}

/// An argument that the command does not know, and where the ones that it knows are listed.
pub fn unexpected(argument: &lexopt::Arg<'_>) -> Failure {
    let told = argument.clone().unexpected();
    Failure(format!("{told}; `mnm --help` lists what there is"))
}

/// Reads, parses and plays a scenario: what it is named in errors, and what it came to.
pub fn play(path: Option<PathBuf>) -> Result<(String, Played), Failure> {
    let Source { name, scenario } = read(path)?;
    match scenario.play() {
        Ok(played) => Ok((name, played)),
        Err(error) => Err(Failure(format!("{name}: {error}"))),
    }
}

/// Reads and parses a scenario.
pub fn read(path: Option<PathBuf>) -> Result<Source, Failure> {
    let path =
        path.ok_or_else(|| Failure("name a scenario file, or - for standard input".to_owned()))?;
    let standard = path.as_os_str() == "-";
    let name = match standard {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    };
    let failed = |error: &dyn std::fmt::Display| Failure(format!("{name}: {error}"));
    let mut bytes = Vec::new();
    let read = if standard {
        std::io::stdin()
            .take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        std::fs::File::open(&path).and_then(|f| f.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(|e| failed(&e))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(failed(&"more than 16 MB: this is no scenario"));
    }
    let text = String::from_utf8(bytes).map_err(|_| failed(&"not a text in UTF-8"))?;
    let scenario = scenario::parse(&text).map_err(|e| failed(&e))?;
    Ok(Source { name, scenario })
}
