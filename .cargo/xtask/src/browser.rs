//! The browser that the tests run in, its driver, and axe-core.

use crate::{Error, places, process, say, tools};
use std::env;
use std::path::{Path, PathBuf};

/// The version of axe-core, the accessibility checker.
const AXE: &str = "4.10.3";

/// What the tests in a browser need.
pub struct Browser {
    /// The WebDriver server.
    pub driver: PathBuf,
    /// The browser, where its driver would not find it by itself.
    pub chromium: Option<PathBuf>,
}

/// Finds Chromium and its driver, or installs them where that is ours to do.
pub fn ensure() -> Result<Browser, Error> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    let debian = Path::new("/etc/debian_version").exists() && process::find("apt-get").is_some();
    if !(debian && process::is_root()) {
        let how = match (debian, cfg!(target_os = "macos"), cfg!(windows)) {
            (true, ..) => "run `sudo apt-get install chromium chromium-driver`",
            (_, true, _) => "run `brew install --cask chromium chromedriver`",
            (.., true) => "install Chrome and the chromedriver of its version",
            _ => "install Chromium or Chrome and the chromedriver of its version",
        };
        return Err(format!(
            "the browser tests need Chromium and chromedriver: {how}; or name them in CHROMIUM and CHROMEDRIVER"
        ));
    }
    install(&["chromium", "chromium-driver"])?;
    find().ok_or_else(|| "apt installed chromium-driver, but there is no chromedriver".into())
}

/// Installs Debian's packages of those names.
fn install(packages: &[&str]) -> Result<(), Error> {
    let _lock = places::installing()?;
    let what = format!("installing {} with apt", packages.join(" and "));
    say::timed(&what, "15 s", || {
        let apt = |words: &[&str]| {
            let mut apt = process::command("apt-get");
            // It prints its progress, which is ours to print.
            apt.env("DEBIAN_FRONTEND", "noninteractive")
                .stdout(std::process::Stdio::null())
                .args(words);
            process::run(&mut apt)
        };
        apt(&["-qq", "update"])?;
        let options = ["-qq", "install", "--yes", "--no-install-recommends"].as_slice();
        apt(&[options, packages].concat())
    })
}

/// What a variable names, if it is set.
fn named(variable: &str) -> Option<PathBuf> {
    let value = env::var_os(variable).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

/// Finds Firefox and its driver, or installs them where that is ours to do: the driver.
pub fn firefox() -> Result<PathBuf, Error> {
    let there = || {
        let mut names = ["firefox", "firefox-esr"].into_iter();
        // Elsewhere than on Linux, the driver knows where the browser lies.
        !cfg!(target_os = "linux") || names.any(|name| process::find(name).is_some())
    };
    let debian = Path::new("/etc/debian_version").exists() && process::find("apt-get").is_some();
    if !there() && debian && process::is_root() {
        install(&["firefox-esr"])?;
    }
    if !there() {
        let how = match debian {
            true => "run `sudo apt-get install firefox-esr`",
            false => "install it so that `firefox` is on the search path",
        };
        return Err(format!("these tests need Firefox: {how}"));
    }
    if let Some(driver) = named("GECKODRIVER") {
        return Ok(driver);
    }
    if let Some(driver) = process::find("geckodriver") {
        return Ok(driver);
    }
    tools::GECKODRIVER.ensure()?;
    Ok(tools::GECKODRIVER.program("geckodriver"))
}

/// Finds Chromium and its driver.
fn find() -> Option<Browser> {
    let driver = named("CHROMEDRIVER").or_else(|| process::find("chromedriver"))?;
    let chromium = named("CHROMIUM").or_else(|| {
        ["chromium", "google-chrome"]
            .into_iter()
            .find_map(process::find)
    });
    // Elsewhere than on Linux, the driver knows where the browser lies.
    (chromium.is_some() || !cfg!(target_os = "linux")).then_some(Browser { driver, chromium })
}

/// The accessibility checker's script, installed into the cache with npm. `None` where there is no
/// npm, or it cannot fetch: those tests say that they are skipped.
pub fn axe() -> Option<PathBuf> {
    let home = places::cache().join(format!("axe-core-{AXE}"));
    let script = home.join("node_modules/axe-core/axe.min.js");
    if script.is_file() {
        return Some(script);
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if process::version(npm).is_none() {
        say::step(
            "there is no npm to install axe-core with: the accessibility tests will be skipped",
        );
        return None;
    }
    let installed = places::installing().and_then(|_lock| {
        if script.is_file() {
            return Ok(());
        }
        say::timed(
            &format!("installing axe-core {AXE} with npm"),
            "3 s",
            || {
                let staging = places::staging(&home)?;
                let mut install = process::command(npm);
                install.args([
                    "install",
                    "--silent",
                    "--no-save",
                    "--ignore-scripts",
                    "--no-audit",
                    "--no-fund",
                    "--prefix",
                ]);
                process::run(install.arg(&staging).arg(format!("axe-core@{AXE}")))?;
                places::commit(&staging, &home)
            },
        )
    });
    match installed {
        Ok(()) => Some(script),
        Err(error) => {
            say::step(&format!("{error}: the accessibility tests will be skipped"));
            None
        }
    }
}
