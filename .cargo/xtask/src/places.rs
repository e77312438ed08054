//! Where things are.

use crate::{Error, say};
use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The environment variable that names another folder for what is installed.
pub const CACHE: &str = "MNMSCOPE_CACHE";

/// The checkout.
pub fn root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let manifest = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    manifest
        .ancestors()
        .nth(2)
        .expect("the crate lies in .cargo/xtask")
        .to_path_buf()
}

/// What is built, all but `dist`.
pub fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The release build of the page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The page as one file.
pub fn single() -> PathBuf {
    target().join("mnmscope.html")
}

/// The user's cache for what is installed once and used by every checkout.
pub fn cache() -> PathBuf {
    let from = |variable: &str| {
        env::var_os(variable)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let home = || env::home_dir().unwrap_or_else(env::temp_dir);
    if let Some(folder) = from(CACHE) {
        folder
    } else if cfg!(windows) {
        from("LOCALAPPDATA").unwrap_or_else(home).join("mnmscope")
    } else if cfg!(target_os = "macos") {
        home().join("Library/Caches/mnmscope")
    } else {
        from("XDG_CACHE_HOME")
            .unwrap_or_else(|| home().join(".cache"))
            .join("mnmscope")
    }
}

/// The right to install, held until it is dropped (or the process ends, however it ends).
#[must_use]
pub struct Installing(#[expect(dead_code, reason = "held for the lock on it")] File);

/// Waits for the right to install. Whoever gets it looks again whether there is still something to
/// do.
pub fn installing() -> Result<Installing, Error> {
    let cache = cache();
    let failed = |error| {
        format!(
            "{}: {error}; set {CACHE} to a folder that can be written",
            cache.display()
        )
    };
    fs::create_dir_all(&cache).map_err(failed)?;
    let file = File::create(cache.join("lock")).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            say::step("another cargo serve or cargo verify is installing tools: waiting for it");
            file.lock().map_err(failed)?;
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    Ok(Installing(file))
}

/// An empty folder beside `place`, to be renamed to it when it is complete. What an interrupted run
/// left there is removed. Wants the right to install.
pub fn staging(place: &Path) -> Result<PathBuf, Error> {
    let mut name = place
        .file_name()
        .expect("a place has a name")
        .to_os_string();
    name.push(".partial");
    let staging = place.with_file_name(name);
    remove(&staging)?;
    fs::create_dir_all(&staging).map_err(|error| format!("{}: {error}", staging.display()))?;
    Ok(staging)
}

/// Puts what was staged in its place, whatever was there before.
pub fn commit(staging: &Path, place: &Path) -> Result<(), Error> {
    remove(place)?;
    fs::rename(staging, place).map_err(|error| format!("{}: {error}", place.display()))
}

/// Removes a folder, if it is there.
pub fn remove(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}
