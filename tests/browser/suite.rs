//! Running a list of tests: one browser for all of them, a tab and a site for each.

use crate::page::Page;
use crate::settings;
use crate::webdriver::{Kind, Server};
use anyhow::{Result, anyhow, bail};
use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use thirtyfour::WebDriver;
use tokio::task::{JoinError, LocalSet, spawn_local};

/// How long one test may take.
const LIMIT: Duration = Duration::from_secs(120);

/// A test that was started.
pub type Running = Pin<Box<dyn Future<Output = Result<()>>>>;

/// A test, or a measurement.
#[derive(Debug)]
pub struct Test {
    /// Its path: `first_visit::loads`.
    pub name: &'static str,
    /// Whether it needs more than plain WebDriver, which only Chromium has.
    pub chromium_only: bool,
    /// What it does.
    pub run: fn(Page) -> Running,
}

/// A test that every browser can run: it uses no emulation and reads no log.
#[macro_export]
macro_rules! anywhere {
    ($function:path) => {
        $crate::suite::Test {
            name: stringify!($function),
            chromium_only: false,
            run: |page| Box::pin($function(page)),
        }
    };
}

/// A test that needs Chromium: emulated screens and preferences, logs.
#[macro_export]
macro_rules! chromium {
    ($function:path) => {
        $crate::suite::Test {
            chromium_only: true,
            ..$crate::anywhere!($function)
        }
    };
}

/// Runs the tests whose names contain one of the words on the command line (all, if there is none),
/// in Chromium, and those that can in Firefox where its driver is there, or there alone.
pub fn run(tests: &[Test]) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |test: &&Test| {
        let mut words = words
            .iter()
            .filter(|word| !word.starts_with('-'))
            .peekable();
        words.peek().is_none() || words.any(|word| test.name.contains(word.as_str()))
    };
    let chosen: Vec<_> = tests.iter().filter(wanted).collect();
    let anywhere: Vec<_> = chosen
        .iter()
        .filter(|test| !test.chromium_only)
        .copied()
        .collect();
    println!(
        "\nrunning {} tests on {}",
        chosen.len(),
        settings::dist().display()
    );
    let start = Instant::now();
    let (chosen, mut results) = match settings::only_firefox() {
        true => (anywhere.clone(), Vec::new()),
        false => {
            let results = browse(Kind::Chromium, &chosen);
            (chosen, results)
        }
    };
    if settings::geckodriver().is_some() {
        results.extend(browse(Kind::Firefox, &anywhere));
    } else if !anywhere.is_empty() {
        println!(
            "Firefox is left out: there is no geckodriver; `cargo verify firefox` installs it"
        );
    }
    let count = |outcome| results.iter().filter(|&&result| result == outcome).count();
    let failed = count(Outcome::Failed);
    println!(
        "\ntest result: {}. {} passed; {failed} failed; {} ignored; 0 measured; {} filtered out; finished in {:.2}s\n",
        if failed == 0 { "ok" } else { "FAILED" },
        count(Outcome::Passed),
        count(Outcome::Ignored),
        tests.len() - chosen.len(),
        start.elapsed().as_secs_f64()
    );
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs measurements, which print their figures, in Chromium.
pub fn measure(measurements: &[Test]) -> ExitCode {
    let results = browse(Kind::Chromium, &measurements.iter().collect::<Vec<_>>());
    if results.contains(&Outcome::Failed) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// Something that it needs is not on this machine.
    Ignored,
}

/// Runs tests in one browser: how each ended.
fn browse(kind: Kind, tests: &[&Test]) -> Vec<Outcome> {
    if tests.is_empty() {
        return Vec::new();
    }
    let mut results = Vec::new();
    if let Err(error) = try_to_browse(kind, tests, &mut results) {
        println!("error: {error:#}");
    }
    // Without a browser, nothing passes.
    results.resize(tests.len(), Outcome::Failed);
    results
}

/// Runs tests in one browser, as long as there is one.
fn try_to_browse(kind: Kind, tests: &[&Test], results: &mut Vec<Outcome>) -> Result<()> {
    if !settings::dist().join("index.html").is_file() {
        bail!(
            "{} has no page; `cargo verify build` builds it",
            settings::dist().display()
        );
    }
    let server = Server::start(kind)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    LocalSet::new().block_on(&runtime, async {
        let mut driver = server.session().await?;
        for test in tests {
            let start = Instant::now();
            let result = one(&driver, kind, test).await;
            let took = start.elapsed().as_secs_f64();
            let name = format!("test {} ({kind:?}) ...", test.name);
            results.push(match result {
                Ok(None) => {
                    println!("{name} ok ({took:.1} s)");
                    Outcome::Passed
                }
                Ok(Some(reason)) => {
                    println!("{name} ignored, {reason}");
                    Outcome::Ignored
                }
                Err(error) => {
                    println!("{name} FAILED ({took:.1} s)\n{}", indented(error));
                    // What is left of this browser might spoil the next test.
                    let _ = driver.quit().await;
                    driver = server.session().await?;
                    Outcome::Failed
                }
            });
        }
        Ok(driver.quit().await?)
    })
}

/// Runs one test in a new tab: why a part of it was left out, if it was.
async fn one(driver: &WebDriver, kind: Kind, test: &Test) -> Result<Option<String>> {
    let tab = driver.new_tab().await?;
    driver.close_window().await?;
    driver.switch_to_window(tab).await?;
    let page = Page::new(driver.clone(), kind).await?;
    let body = spawn_local(tokio::time::timeout(LIMIT, (test.run)(page.clone())));
    let error = match body.await {
        Ok(Ok(Ok(()))) => match page.clean().await {
            Ok(()) => return Ok(page.left_out()),
            Err(error) => error,
        },
        Ok(Ok(Err(error))) => error,
        Ok(Err(_)) => anyhow!("it did not end within {} s", LIMIT.as_secs()),
        Err(ended) => anyhow!("it panicked: {}", panic_message(ended)),
    };
    // The reason first, then what helps to see it.
    let picture = page
        .screenshot(&format!("failed-{}", test.name.replace("::", "-")))
        .await;
    let picture = picture.map_or_else(|_| "none".into(), |file| file.display().to_string());
    let console = page
        .take_console_errors()
        .await
        .unwrap_or_default()
        .join("\n");
    Err(anyhow!("{error:#}\npicture: {picture}\nconsole: {console}"))
}

/// What a test that panicked said.
fn panic_message(ended: JoinError) -> String {
    let Ok(panic) = ended.try_into_panic() else {
        return "it was ended".into();
    };
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap_or_default()
}

/// A text of several lines, set off.
fn indented(text: impl Display) -> String {
    text.to_string()
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect()
}
