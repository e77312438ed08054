//! The commands `cargo serve`, `cargo single` and `cargo verify`: see [`HELP`].
//!
//! | module | what it knows |
//! |---|---|
//! | [`places`] | where things are: the checkout, what is built, the per-user cache and its lock |
//! | [`process`] | how to run other programs |
//! | [`say`] | how to talk to the user |
//! | [`wasm_std`] | the standard library for wasm32, by rustup or from Debian's sources |
//! | [`tools`] | trunk and wasm-bindgen |
//! | [`browser`] | Chromium, its driver, axe-core |
//! | [`page`] | running trunk: `cargo serve`, the release build, and `cargo single` |
//! | [`verify`] | the parts of `cargo verify` |
//!
//! What is installed is made in a temporary folder and renamed into place, under a lock, so a run may
//! be interrupted at any moment, and two may run at once.

mod browser;
mod page;
mod places;
mod process;
mod say;
mod tools;
mod verify;
mod wasm_std;

use std::process::ExitCode;

/// What went wrong, in words for the user, with the remedy.
type Error = String;

/// What `--help` prints.
const HELP: &str = "\
cargo serve [--open] [--port N] [--release]
    Sets up what is missing, builds the page and serves it on loopback, again after each change.
    Port 8080, or a free one if that is taken.

cargo single [FILE]
    Sets up what is missing, and makes one HTML file of the page (target/mnmscope.html), which works
    from a disk, by a double click, without a network.

cargo verify [--quick] [PART..] [-- NAME..]
    Sets up what is missing and runs the checks and tests, or the named parts, or in these only the
    tests whose names contain one of the words:
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.split_first() {
        Some((_, rest)) if rest.iter().any(|word| ["-h", "--help"].contains(word)) => help(),
        Some((&"serve", rest)) => page::serve(rest),
        Some((&"single", rest)) => page::single(rest),
        Some((&"verify", rest)) => return verify::verify(rest),
        _ => help(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say::error(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints the commands and the parts of the last.
fn help() -> Result<(), Error> {
    print!("{HELP}{}", verify::parts_help());
    println!(
        "\nEnvironment: {}=rustup|debian tries only that way to the wasm32 standard library;",
        wasm_std::ROUTE
    );
    println!(
        "{} is the folder for tools (default: {});",
        places::CACHE,
        places::cache().display()
    );
    println!("CHROMEDRIVER, CHROMIUM name a driver and a browser of your own.");
    Ok(())
}
