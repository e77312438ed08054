//! What is done to the page after it is built.
//!
//! - `mnmscope-pack stamp [FOLDER]` names the build by the hash of all its files, for the service
//!   worker (`static/sw.js`). Trunk runs it on the folder that it is about to put in place, and then
//!   it stamps only what is built for release: while the page is developed, nothing is kept. What is
//!   built for release it has taken apart before, by `mnmscope-split`.
//! - `mnmscope-pack single FOLDER FILE` makes one HTML file of a built page.
//!
//! | module | what it knows |
//! |---|---|
//! | [`files`] | a folder's files and their hashes |
//! | [`stamp`] | the name of a build |
//! | [`single`] | the page as one file |
//! | [`text`] | bytes as text |

mod files;
mod single;
mod stamp;
mod text;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What went wrong, in words for the user, with the remedy.
type Error = String;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["stamp"] => stamp_for_trunk(),
        ["stamp", folder] => stamp::stamp(Path::new(folder)),
        ["single", folder, file] => single::write(Path::new(folder), Path::new(file)),
        _ => Err("mnmscope-pack knows `stamp`, `stamp FOLDER` and `single FOLDER FILE`".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mnmscope: error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Takes apart and stamps what trunk is about to put in place, if it is for release.
fn stamp_for_trunk() -> Result<(), Error> {
    let told = |name: &str| {
        env::var_os(name).ok_or_else(|| {
            format!(
                "{name} is not set: trunk sets it, and `mnmscope-pack stamp FOLDER` needs no trunk"
            )
        })
    };
    if told("TRUNK_PROFILE")? != "release" {
        return Ok(());
    }
    let folder = PathBuf::from(told("TRUNK_STAGING_DIR")?);
    split(&folder)?;
    stamp::stamp(&folder)
}

/// Has the page taken apart, by a program that is compiled only where it is needed.
fn split(folder: &Path) -> Result<(), Error> {
    let own = env::current_exe().map_err(|error| error.to_string())?;
    let target = own.ancestors().nth(2).ok_or("this is not cargo's folder")?;
    let program = target.join("wasm32-unknown-unknown/web/mnmscope.wasm");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "mnmscope-split",
        "--",
    ]);
    match cargo.arg(program).arg(folder).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the page could not be taken apart ({status})")),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}
