//! The environment variables that `cargo verify` sets. Without it, each has a sensible default.

use std::env;
use std::path::{Path, PathBuf};

/// The built page: `MNMSCOPE_DIST`, or `dist/` of the checkout.
pub fn dist() -> PathBuf {
    path("MNMSCOPE_DIST").unwrap_or_else(|| checkout().join("dist"))
}

/// Where pictures go: `MNMSCOPE_SCREENSHOTS`, or `target/screenshots/` of the checkout.
pub fn screenshots() -> PathBuf {
    path("MNMSCOPE_SCREENSHOTS").unwrap_or_else(|| checkout().join("target/screenshots"))
}

/// The page as one file: `MNMSCOPE_SINGLE`. There is no default; a page that was built for its
/// developer has none.
pub fn single() -> Option<PathBuf> {
    path("MNMSCOPE_SINGLE")
}

/// The program that names a build: `MNMSCOPE_PACK`.
pub fn pack() -> Option<PathBuf> {
    path("MNMSCOPE_PACK")
}

/// The accessibility checker's script: `MNMSCOPE_AXE`. There is no default; without it those checks
/// say that they are skipped.
pub fn axe() -> Option<PathBuf> {
    path("MNMSCOPE_AXE")
}

/// Chromium's WebDriver server: `CHROMEDRIVER`, or the one on the search path.
pub fn chromedriver() -> PathBuf {
    path("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into())
}

/// The browser: `CHROMIUM`, or the one that the driver finds.
pub fn chromium() -> Option<PathBuf> {
    path("CHROMIUM")
}

/// Firefox's WebDriver server: `GECKODRIVER`. There is no default; without it Firefox is left out.
pub fn geckodriver() -> Option<PathBuf> {
    path("GECKODRIVER")
}

/// Whether the tests run in Firefox alone: `MNMSCOPE_ONLY=firefox`.
pub fn only_firefox() -> bool {
    env::var("MNMSCOPE_ONLY").is_ok_and(|only| only == "firefox")
}

/// A variable that names a path.
fn path(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

/// The checkout that this package lies in.
fn checkout() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
