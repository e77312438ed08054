//! Running other programs.

use crate::Error;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The cargo that runs us, in the checkout.
pub fn cargo() -> Command {
    command(
        env::var_os("CARGO")
            .as_deref()
            .unwrap_or(OsStr::new("cargo")),
    )
}

/// A program in the checkout, with nothing to read.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(crate::places::root())
        .stdin(Stdio::null());
    command
}

/// The command as one would type it, to be named in messages.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_stem()
        .unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs a command to its end, its output going where ours goes.
pub fn run(command: &mut Command) -> Result<(), Error> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` failed ({status})", shown(command))),
        Err(error) => Err(format!("`{}` cannot be run: {error}", shown(command))),
    }
}

/// Runs a command like [`run`], but ends it when it takes longer than `limit`.
pub fn run_within(command: &mut Command, limit: Duration) -> Result<(), Error> {
    let mut child = command
        .spawn()
        .map_err(|error| format!("`{}` cannot be run: {error}", shown(command)))?;
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("`{}` failed ({status})", shown(command))),
            Ok(None) if start.elapsed() < limit => sleep(Duration::from_millis(50)),
            Ok(None) | Err(_) => {
                // It may have ended meanwhile; either way it is waited for.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "`{}` did not end within {} s",
                    shown(command),
                    limit.as_secs()
                ));
            }
        }
    }
}

/// The standard output of a command, its errors going where ours go.
pub fn output(command: &mut Command) -> Result<String, Error> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("`{}` cannot be run: {error}", shown(command)))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("`{}` failed ({})", shown(command), output.status))
    }
}

/// The first line that a program says about its version, if it can be run at all.
pub fn version(program: impl AsRef<OsStr>) -> Option<String> {
    let output = command(program)
        .arg("--version")
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output
        .status
        .success()
        .then(|| text.lines().next().unwrap_or_default().trim().to_string())
}

/// Whether we may do anything on this machine (as in a container).
pub fn is_root() -> bool {
    cfg!(unix) && output(command("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

/// Where a program lies on the search path.
pub fn find(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}
