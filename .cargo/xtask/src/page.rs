//! Running trunk.

use crate::{Error, places, process, say, tools, wasm_std};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs what the page is built with.
pub fn set_up() -> Result<(), Error> {
    wasm_std::ensure()?;
    tools::WASM_BINDGEN.ensure()?;
    tools::TRUNK.ensure()?;
    // trunk runs offline, so that it never downloads a tool of its own choice.
    process::run(process::cargo().args(["fetch", "--quiet", "--locked"]))
}

/// trunk in the checkout.
fn trunk(subcommand: &str) -> Result<Command, Error> {
    let mut trunk = process::command(tools::TRUNK.program("trunk"));
    trunk
        .arg(subcommand)
        .args(["--offline", "true", "--skip-version-check"]);
    // trunk 0.21 takes NO_COLOR=1 for a mistake.
    trunk.env_remove("NO_COLOR");
    // A program with an error in it is no reason to see where trunk was at the time.
    trunk.env_remove("RUST_BACKTRACE");
    tools::with_tools(&mut trunk)?;
    Ok(trunk)
}

/// The release build, to `dist`.
pub fn release() -> Result<(), Error> {
    process::run(
        trunk("build")?
            .args(["--release", "--dist"])
            .arg(places::dist()),
    )
}

/// `cargo single`.
pub fn single(words: &[&str]) -> Result<(), Error> {
    let file = match words {
        [] => places::single(),
        [file] if !file.starts_with('-') => std::env::current_dir()
            .map_err(|error| error.to_string())?
            .join(file),
        _ => {
            return Err(
                "cargo single takes the name of the file to write, and nothing else".into(),
            );
        }
    };
    set_up()?;
    let usually = "2 min the first time, 1 min after a change";
    say::timed("building the page", usually, release)?;
    pack_single(&file)?;
    let size = std::fs::metadata(&file).map_or(0, |about| about.len());
    say::step(&format!(
        "{} ({} kB) is the whole page: it opens by a double click",
        file.display(),
        size / 1000
    ));
    Ok(())
}

/// Makes one file of the release build in `dist`, unless the file is made of that build already.
pub fn pack_single(file: &Path) -> Result<(), Error> {
    say::timed(
        "making one file of it",
        "20 s, nothing if it is there",
        || {
            let mut pack = process::command(pack()?);
            process::run(pack.arg("single").arg(places::dist()).arg(file))
        },
    )
}

/// Whether `dist` was built for release.
pub fn is_release() -> bool {
    let page = std::fs::read_to_string(places::dist().join("index.html"));
    page.is_ok_and(|text| text.contains("data-build=\""))
}

/// The program that names a build and makes one file of it.
pub fn pack() -> Result<PathBuf, Error> {
    let mut build = process::cargo();
    build.args(["build", "--quiet", "--locked", "--package", "mnmscope-pack"]);
    process::run(&mut build)?;
    let name = format!("mnmscope-pack{}", std::env::consts::EXE_SUFFIX);
    Ok(places::target().join("debug").join(name))
}

/// `cargo serve`.
pub fn serve(words: &[&str]) -> Result<(), Error> {
    let Options {
        open,
        port,
        release,
    } = options(words)?;
    set_up()?;
    let port = free_port(port)?;
    let usually = match release {
        true => "2 min the first time, 1 min after a change",
        false => "1 min the first time, 5 s after a change",
    };
    say::step(&format!(
        "building the page (usually {usually}); then it is at http://127.0.0.1:{port}/ until Ctrl-C"
    ));
    let mut trunk = trunk("serve")?;
    trunk
        .args([
            "--address",
            "127.0.0.1",
            "--port",
            &port.to_string(),
            "--dist",
        ])
        .arg(places::target().join("page"));
    if release {
        trunk.arg("--release");
    }
    if open {
        trunk.arg("--open");
    }
    become_(&mut trunk)
}

/// What `cargo serve` was told.
#[derive(Debug, Default, PartialEq)]
struct Options {
    /// Open the browser.
    open: bool,
    /// The port that must be used; any free one if there is none.
    port: Option<u16>,
    /// Build what would be published.
    release: bool,
}

/// Reads what `cargo serve` was told.
fn options(words: &[&str]) -> Result<Options, Error> {
    let mut options = Options::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word
            .split_once('=')
            .map_or((word, None), |(name, value)| (name, Some(value)))
        {
            ("--open", None) => options.open = true,
            ("--release", None) => options.release = true,
            ("--port", value) => {
                let value = value.or(words.next().copied()).unwrap_or_default();
                let port = value.parse().ok().filter(|&port| port > 0);
                options.port = Some(port.ok_or_else(|| {
                    format!("--port takes a number from 1 to 65535, not `{value}`")
                })?);
            }
            _ => {
                return Err(format!(
                    "cargo serve takes --open, --port N and --release, not `{word}`"
                ));
            }
        }
    }
    Ok(options)
}

/// The port asked for, or 8080, or a free one if that is taken.
fn free_port(asked: Option<u16>) -> Result<u16, Error> {
    let bind = |port| {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| listener.local_addr())
    };
    let address = match asked {
        Some(port) => bind(port)
            .map_err(|error| format!("port {port}: {error}; leave out --port for a free one"))?,
        None => bind(8080)
            .or_else(|_| bind(0))
            .map_err(|error| format!("no free port on 127.0.0.1: {error}"))?,
    };
    Ok(address.port())
}

/// Runs the last command of ours. Where it can, it takes our place, so that whoever ends us ends it.
#[cfg(unix)]
fn become_(command: &mut Command) -> Result<(), Error> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(format!(
        "`{}` cannot be run: {error}",
        process::shown(command)
    ))
}

/// Runs the last command of ours.
#[cfg(not(unix))]
fn become_(command: &mut Command) -> Result<(), Error> {
    process::run(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_in_both_spellings() {
        let expected = Options {
            open: true,
            port: Some(9000),
            release: false,
        };
        assert_eq!(
            options(&["--open", "--port", "9000"]),
            Ok(Options {
                open: true,
                ..expected
            })
        );
        assert_eq!(
            options(&["--port=9000"]).map(|options| options.port),
            Ok(Some(9000))
        );
    }

    #[test]
    fn a_wrong_option_is_named() {
        assert!(options(&["--prot", "9000"]).is_err_and(|error| error.contains("--prot")));
        assert!(options(&["--port"]).is_err());
        assert!(options(&["--port", "0"]).is_err());
    }

    #[test]
    fn a_port_that_is_taken_is_refused_or_avoided() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let held = TcpListener::bind((Ipv4Addr::LOCALHOST, taken)).unwrap();
        assert!(free_port(Some(taken)).is_err());
        drop(held);
        assert!(free_port(None).is_ok());
    }
}
