//! `cargo verify`: the checks and tests.

use crate::{Error, browser, page, places, process, say, tools, wasm_std};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

/// A part of the verification, which can be run by itself.
struct Part {
    /// What it is called on the command line.
    name: &'static str,
    /// What it does.
    what: &'static str,
    /// How long it takes on two cores when nothing is to be set up.
    usually: &'static str,
    /// When it runs without being named.
    when: When,
    /// Runs it; counts tests.
    run: fn(&mut Tally) -> Result<(), Error>,
}

/// When a part runs without being named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// Always.
    Quick,
    /// Unless `--quick` is asked for.
    Full,
    /// Never.
    Named,
}

/// All of them, in their order.
const PARTS: [Part; 14] = [
    Part {
        name: "fmt",
        what: "formatting",
        usually: "1 s",
        when: When::Quick,
        run: fmt,
    },
    Part {
        name: "clippy",
        what: "lints, natively and for wasm32",
        usually: "5 s warm, 1 min cold",
        when: When::Quick,
        run: clippy,
    },
    Part {
        name: "test",
        what: "native tests, without the page",
        usually: "2 min warm, 4 min cold",
        when: When::Quick,
        run: test,
    },
    Part {
        name: "stateright",
        what: "the search beside Stateright's: the same states, and both rates",
        usually: "10 s warm, 1 min cold",
        when: When::Full,
        run: |_| {
            process::run(&mut cargo_beside_stateright(&[
                "run",
                "--release",
                "--quiet",
                "--locked",
            ]))
        },
    },
    Part {
        name: "doc",
        what: "documentation",
        usually: "5 s warm, 30 s cold",
        when: When::Full,
        run: doc,
    },
    Part {
        name: "wasm",
        what: "tests inside a browser",
        usually: "5 s warm, 1 min cold",
        when: When::Full,
        run: wasm,
    },
    Part {
        name: "build",
        what: "release build of the page into dist/",
        usually: "2 s warm, 1 min cold",
        when: When::Full,
        run: build,
    },
    Part {
        name: "browser",
        what: "end-to-end tests of dist/ in headless Chromium",
        usually: "2 min warm, 3 min cold",
        when: When::Full,
        run: browser,
    },
    Part {
        name: "firefox",
        what: "those of these tests that need no Chromium, in headless Firefox",
        usually: "2 min warm, 4 min cold",
        when: When::Named,
        run: firefox,
    },
    Part {
        name: "size",
        what: "figures of dist/: the bytes of a first visit",
        usually: "10 s",
        when: When::Full,
        run: |_| figures(&["bytes"]),
    },
    Part {
        name: "report",
        what: "figures of dist/: bytes, times and memory",
        usually: "5 min",
        when: When::Named,
        run: |_| figures(&[]),
    },
    Part {
        name: "screenshots",
        what: "pictures of every view of dist/, in every theme and size, into target/screenshots/",
        usually: "3 min",
        when: When::Named,
        run: screenshots,
    },
    Part {
        name: "long",
        what: "native tests that search for minutes",
        usually: "8 min",
        when: When::Named,
        run: long,
    },
    Part {
        name: "fallback",
        what: "wasm32's standard library from Debian's sources, into a folder of its own",
        usually: "30 s",
        when: When::Named,
        run: |_| wasm_std::try_debian(),
    },
];

/// The parts, one a line.
pub fn parts_help() -> String {
    let line = |part: &Part| {
        let when = match part.when {
            When::Quick => "; also with --quick",
            When::Full => "",
            When::Named => "; only when named",
        };
        format!(
            "    {:11} {} (usually {}{when})\n",
            part.name, part.what, part.usually
        )
    };
    PARTS.iter().map(line).collect()
}

/// `cargo verify`. Goes on after a part that failed, so that one run shows all there is to mend.
/// The last line counts tests; a failing check that has no tests (a lint, a build) counts as one.
pub fn verify(words: &[&str]) -> ExitCode {
    let mut tally = Tally::default();
    let mut failed = Vec::new();
    let (words, filter) = match words.iter().position(|&word| word == "--") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    tally.filter = filter.iter().map(ToString::to_string).collect();
    match chosen(words) {
        Ok(parts) => {
            for part in parts {
                let before = tally.failed;
                let result = say::timed(
                    &format!("{}: {}", part.name, part.what),
                    part.usually,
                    || (part.run)(&mut tally),
                );
                if let Err(error) = result {
                    say::error(&format!("{}: {error}", part.name));
                    failed.push(part.name);
                    tally.failed += u32::from(tally.failed == before);
                }
            }
        }
        Err(error) => {
            say::error(&error);
            return ExitCode::FAILURE;
        }
    }
    if !failed.is_empty() {
        say::step(&format!(
            "failed: {}; `cargo verify {}` runs that again",
            failed.join(", "),
            failed.join(" ")
        ));
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The parts that were asked for.
fn chosen(words: &[&str]) -> Result<Vec<&'static Part>, Error> {
    let quick = words.contains(&"--quick");
    let names: Vec<_> = words.iter().filter(|&&word| word != "--quick").collect();
    if let Some(name) = names
        .iter()
        .find(|name| PARTS.iter().all(|part| part.name != ***name))
    {
        return Err(format!(
            "cargo verify has no part `{name}`, but these:\n{}",
            parts_help()
        ));
    }
    let wanted = |part: &&Part| {
        names.iter().any(|name| part.name == **name)
            || (quick && part.when == When::Quick)
            || (!quick && names.is_empty() && part.when != When::Named)
    };
    Ok(PARTS.iter().filter(wanted).collect())
}

/// Which tests are wanted, and how many there were.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    /// What the test programs are told; all run if it is empty.
    filter: Vec<String>,
    /// Those that passed.
    passed: u32,
    /// Those that failed.
    failed: u32,
}

impl Tally {
    /// Counts a line like `test result: FAILED. 3 passed; 1 failed; 0 ignored; ..`; other lines are
    /// nothing to it.
    fn read(&mut self, line: &str) {
        let Some((_, counts)) = line.split_once("test result: ") else {
            return;
        };
        let words: Vec<&str> = counts.split_whitespace().collect();
        let before = |word: &str| {
            let at = words
                .iter()
                .position(|candidate| candidate.trim_end_matches(';') == word)?;
            words.get(at.checked_sub(1)?)?.parse::<u32>().ok()
        };
        self.passed += before("passed").unwrap_or(0);
        self.failed += before("failed").unwrap_or(0);
    }

    /// Runs a test program, shows what it prints, and counts.
    fn run(&mut self, command: &mut Command) -> Result<(), Error> {
        if !self.filter.is_empty() {
            command.arg("--").args(&self.filter);
        }
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child = child
            .map_err(|error| format!("`{}` cannot be run: {error}", process::shown(command)))?;
        let mut output = BufReader::new(child.stdout.take().expect("it was piped"));
        let mut line = Vec::new();
        while output
            .read_until(b'\n', &mut line)
            .is_ok_and(|length| length > 0)
        {
            // Whoever reads us may have gone: that is no reason to stop testing.
            let _ = std::io::stdout().write_all(&line);
            self.read(&String::from_utf8_lossy(&line));
            line.clear();
        }
        match child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{}` failed ({status})", process::shown(command))),
            Err(error) => Err(format!("`{}`: {error}", process::shown(command))),
        }
    }
}

/// The package of the browser tests, which the root does not know.
const BROWSER_TESTS: &str = "tests/browser/Cargo.toml";

/// The package that compares the search with Stateright's, which the root does not know either.
const BESIDE_STATERIGHT: &str = "tests/stateright/Cargo.toml";

/// cargo on that package.
fn cargo_beside_stateright(words: &[&str]) -> Command {
    let mut cargo = process::cargo();
    cargo
        .args(words)
        .args(["--manifest-path", BESIDE_STATERIGHT]);
    cargo.env("CARGO_TARGET_DIR", places::target().join("stateright"));
    cargo
}

/// cargo on the package of the browser tests.
fn cargo_in_browser_tests(words: &[&str]) -> Command {
    let mut cargo = process::cargo();
    cargo.args(words).args(["--manifest-path", BROWSER_TESTS]);
    cargo.env("CARGO_TARGET_DIR", places::target().join("browser"));
    cargo
}

/// Runs cargo with words and nothing else.
fn cargo(words: &[&str]) -> Result<(), Error> {
    process::run(process::cargo().args(words))
}

fn fmt(_: &mut Tally) -> Result<(), Error> {
    cargo(&["fmt", "--all", "--check"])?;
    process::run(&mut cargo_in_browser_tests(&["fmt", "--check"]))?;
    process::run(&mut cargo_beside_stateright(&["fmt", "--check"]))
}

fn clippy(_: &mut Tally) -> Result<(), Error> {
    wasm_std::ensure()?;
    let clippy = |words: &[&str]| {
        let mut clippy = process::cargo();
        clippy.args(["clippy", "--quiet", "--locked"]).args(words);
        clippy.args(["--", "-D", "warnings"]);
        clippy
    };
    process::run(&mut clippy(&[
        "--workspace",
        "--all-targets",
        "--test",
        "long",
        "--no-default-features",
    ]))?;
    process::run(&mut clippy(&["--workspace", "--all-targets"]))?;
    // For wasm32, only what runs there: some helpers of the native tests do not compile for it.
    let there = ["--target", wasm_std::TARGET, "--lib", "--bins"];
    process::run(&mut clippy(&[&there[..], &["--test", "wasm"]].concat()))?;
    let mut own = clippy(&["--all-targets", "--manifest-path", BROWSER_TESTS]);
    process::run(own.env("CARGO_TARGET_DIR", places::target().join("browser")))?;
    let mut beside = clippy(&["--all-targets", "--manifest-path", BESIDE_STATERIGHT]);
    process::run(beside.env("CARGO_TARGET_DIR", places::target().join("stateright")))
}

fn test(tally: &mut Tally) -> Result<(), Error> {
    tally.run(process::cargo().args([
        "test",
        "--locked",
        "--workspace",
        "--no-default-features",
        "--no-fail-fast",
    ]))
}

fn long(tally: &mut Tally) -> Result<(), Error> {
    tally.run(process::cargo().args([
        "test",
        "--locked",
        "--no-default-features",
        "--no-fail-fast",
        "--test",
        "long",
    ]))
}

fn doc(_: &mut Tally) -> Result<(), Error> {
    let mut doc = process::cargo();
    doc.args([
        "doc",
        "--quiet",
        "--locked",
        "--workspace",
        "--no-deps",
        "--document-private-items",
    ]);
    process::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn wasm(tally: &mut Tally) -> Result<(), Error> {
    wasm_std::ensure()?;
    tools::WASM_BINDGEN.ensure()?;
    let browser = browser::ensure()?;
    let capabilities = places::target().join("webdriver.json");
    fs::write(&capabilities, webdriver_json(&browser))
        .map_err(|error| format!("{}: {error}", capabilities.display()))?;
    let mut test = process::cargo();
    test.args([
        "test",
        "--locked",
        "--target",
        wasm_std::TARGET,
        "--no-fail-fast",
        "--test",
        "wasm",
    ]);
    test.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
        tools::WASM_BINDGEN.program("wasm-bindgen-test-runner"),
    );
    test.env("WASM_BINDGEN_USE_BROWSER", "1")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities);
    test.env_remove("GECKODRIVER")
        .env("CHROMEDRIVER", browser.driver);
    tally.run(&mut test)
}

/// What the tests inside a browser tell its driver.
fn webdriver_json(browser: &browser::Browser) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut arguments = vec![
        "--headless",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
    ];
    if process::is_root() {
        // Chromium's sandbox does not work for root.
        arguments.push("--no-sandbox");
    }
    let arguments: Vec<_> = arguments.into_iter().map(quoted).collect();
    let binary = browser
        .chromium
        .as_ref()
        .map(|path| format!(",\"binary\":{}", quoted(&path.to_string_lossy())));
    format!(
        "{{\"goog:chromeOptions\":{{\"args\":[{}]{}}}}}\n",
        arguments.join(","),
        binary.unwrap_or_default()
    )
}

fn build(_: &mut Tally) -> Result<(), Error> {
    page::set_up()?;
    page::release()
}

fn browser(tally: &mut Tally) -> Result<(), Error> {
    let mut test = cargo_in_browser_tests(&["test", "--locked", "--no-fail-fast"]);
    if let Some(axe) = browser::axe() {
        test.env("MNMSCOPE_AXE", axe);
    }
    tally.run(with_browser(&mut test)?)
}

fn firefox(tally: &mut Tally) -> Result<(), Error> {
    let driver = browser::firefox()?;
    let mut test = cargo_in_browser_tests(&["test", "--locked", "--no-fail-fast"]);
    test.env("MNMSCOPE_ONLY", "firefox")
        .env("GECKODRIVER", driver);
    if let Some(axe) = browser::axe() {
        test.env("MNMSCOPE_AXE", axe);
    }
    tally.run(with_page(&mut test)?)
}

fn figures(words: &[&str]) -> Result<(), Error> {
    let mut run = cargo_in_browser_tests(&["run", "--quiet", "--locked", "--bin", "report"]);
    with_browser(&mut run)?.arg("--").args(words);
    process::run(&mut run)
}

fn screenshots(_: &mut Tally) -> Result<(), Error> {
    let mut run = cargo_in_browser_tests(&["run", "--quiet", "--locked", "--bin", "screenshots"]);
    process::run(with_browser(&mut run)?)
}

/// Sees to it that there is something to test and Chromium to test it in, and tells the tests where.
fn with_browser(tests: &mut Command) -> Result<&mut Command, Error> {
    let browser = browser::ensure()?;
    tests.env("CHROMEDRIVER", browser.driver);
    if let Some(chromium) = browser.chromium {
        tests.env("CHROMIUM", chromium);
    }
    if let Some(geckodriver) = process::find("geckodriver") {
        tests.env("GECKODRIVER", geckodriver);
    }
    with_page(tests)
}

/// Sees to it that there is a page to test, and tells the tests where.
fn with_page(tests: &mut Command) -> Result<&mut Command, Error> {
    if !places::dist().join("index.html").is_file() {
        say::step("there is no dist/ yet, so it is built");
        page::set_up()?;
        page::release()?;
    }
    tests.env("MNMSCOPE_DIST", places::dist());
    tests.env("MNMSCOPE_PACK", page::pack()?);
    // A page that is built for its developer is too large to be one file.
    if page::is_release() {
        page::pack_single(&places::single())?;
        tests.env("MNMSCOPE_SINGLE", places::single());
    }
    Ok(tests.env("MNMSCOPE_SCREENSHOTS", places::target().join("screenshots")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_tests_are_counted() {
        let mut tally = Tally::default();
        tally.read("test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s");
        tally.read("    test result: FAILED. 3 passed; 2 failed; 0 ignored");
        tally.read("10 passed, 20 failed");
        assert_eq!(
            tally,
            Tally {
                passed: 8,
                failed: 2,
                ..Tally::default()
            }
        );
    }

    #[test]
    fn parts_run_in_their_order_and_once() {
        let names = |words: &[&str]| {
            chosen(words).map(|parts| parts.iter().map(|part| part.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["test", "fmt", "test"]), Ok(vec!["fmt", "test"]));
        assert_eq!(names(&["--quick"]), Ok(vec!["fmt", "clippy", "test"]));
        assert_eq!(names(&["--quick", "doc"]).map(|parts| parts.len()), Ok(4));
        let usual = names(&[]).unwrap_or_default();
        let named = PARTS.iter().map(|part| part.name);
        let named: Vec<_> = named.filter(|name| !usual.contains(name)).collect();
        let told = ["firefox", "report", "screenshots", "long", "fallback"];
        assert_eq!(named, told);
        assert_eq!(names(&["fallback"]), Ok(vec!["fallback"]));
        assert!(names(&["tests"]).is_err_and(|error| error.contains("`tests`")));
    }
}
