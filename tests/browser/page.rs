//! What a test can do with the page.

use crate::settings;
use crate::site::Site;
use crate::webdriver::Kind;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};
use thirtyfour::{By, TypingData, WebDriver, WebElement};

/// How long a test waits for something to appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// A tab of the browser, and the site that it shows.
#[derive(Debug, Clone)]
pub struct Page {
    /// For what the methods here do not offer.
    pub driver: WebDriver,
    kind: Kind,
    site: Rc<Site>,
    /// The file that is shown instead of the site.
    file: Option<String>,
    seen: Rc<RefCell<Seen>>,
}

/// What the browser has told about a test so far.
#[derive(Debug, Default)]
struct Seen {
    /// The origins that belong to the test.
    origins: BTreeSet<String>,
    /// The files that do.
    files: BTreeSet<String>,
    /// The errors in the console.
    errors: Vec<String>,
    /// The addresses that were requested, in their order.
    requests: Vec<String>,
    /// Why a part of the test was left out.
    left_out: Option<String>,
}

/// # Before the page
impl Page {
    /// A page that nothing is loaded into yet.
    pub(crate) async fn new(driver: WebDriver, kind: Kind) -> Result<Self> {
        let site = Rc::new(Site::serve(&settings::dist(), "/")?);
        let page = Self {
            driver,
            kind,
            site,
            file: None,
            seen: Rc::default(),
        };
        page.seen.borrow_mut().origins.insert(page.site.origin());
        if kind == Kind::Chromium {
            page.screen(1280, 800).await?;
        }
        // What the tab before did on its way out is not ours.
        page.forget().await?;
        Ok(page)
    }

    /// The same tab, for the same site hosted under a path (`/courses/42/`) and nowhere else.
    pub fn hosted_under(&self, base: &str) -> Result<Self> {
        self.hosted_from(&settings::dist(), base)
    }

    /// The same tab, for another folder hosted under a path and nowhere else.
    pub fn hosted_from(&self, folder: &Path, base: &str) -> Result<Self> {
        let site = Rc::new(Site::serve(folder, base)?);
        self.seen.borrow_mut().origins.insert(site.origin());
        Ok(Self {
            site,
            ..self.clone()
        })
    }

    /// The same tab, for a file on the disk, which no one hosts.
    pub fn from_disk(&self, file: &Path) -> Result<Self> {
        let encode = |byte: u8| match byte {
            b'/' | b'.' | b'-' | b'_' | b':' => char::from(byte).to_string(),
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        let path = file.to_str().context("the file has no name in Unicode")?;
        let path: String = path.replace('\\', "/").bytes().map(encode).collect();
        let url = format!("file:///{}", path.trim_start_matches('/'));
        // Nothing but the file itself.
        self.seen.borrow_mut().files.insert(url.clone());
        Ok(Self {
            file: Some(url),
            ..self.clone()
        })
    }

    /// Ends the site, as if the network had gone.
    pub fn end_site(&self) {
        self.site.end();
    }

    /// Makes the screen as large as this, in CSS pixels. A narrow one is a telephone's.
    pub async fn screen(&self, width: u32, height: u32) -> Result<()> {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.cdp("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        Ok(())
    }

    /// Makes the reader's system prefer something: `("prefers-color-scheme", "dark")`,
    /// `("prefers-reduced-motion", "reduce")`.
    pub async fn prefers(&self, features: &[(&str, &str)]) -> Result<()> {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<_> = features.iter().map(feature).collect();
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .await?;
        Ok(())
    }

    /// Makes the processor so many times slower.
    pub async fn slow_processor(&self, times: u32) -> Result<()> {
        self.cdp("Emulation.setCPUThrottlingRate", json!({ "rate": times }))
            .await?;
        Ok(())
    }

    /// Runs a script in each document before any of its own.
    pub async fn before_each_document(&self, script: &str) -> Result<()> {
        self.cdp(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": script }),
        )
        .await?;
        Ok(())
    }

    /// Tells Chromium's developer tools something: what they answer.
    pub async fn cdp(&self, command: &str, parameters: Value) -> Result<Value> {
        ensure!(
            self.kind == Kind::Chromium,
            "{command} needs Chromium: list the test with `chromium`"
        );
        self.driver
            .cdp()
            .send_raw(command, parameters)
            .await
            .with_context(|| command.to_string())
    }
}

/// # On the page
impl Page {
    /// The address of a file of the site, or of the page with what follows it (`#..`).
    pub fn url(&self, path: &str) -> String {
        match &self.file {
            Some(file) => format!("{file}{path}"),
            None => self.site.url(path),
        }
    }

    /// Opens the page, with what follows its address (`#..`), and waits until it has started.
    pub async fn open(&self, path: &str) -> Result<()> {
        self.driver.goto(self.url(path)).await?;
        self.started().await
    }

    /// Loads the page anew, and waits until it has started.
    pub async fn reload(&self) -> Result<()> {
        self.driver.refresh().await?;
        self.started().await
    }

    /// Waits until the page is there instead of its loading message.
    pub async fn started(&self) -> Result<()> {
        self.wait_until(
            "the page has started",
            "!document.querySelector('.boot:not([role=alert])')",
        )
        .await?;
        match self.driver.find(By::Css(".boot")).await {
            Ok(note) => bail!("the page did not start: {}", note.text().await?),
            Err(_) => Ok(()),
        }
    }

    /// The value of an expression of JavaScript.
    pub async fn value(&self, expression: &str) -> Result<Value> {
        let script = format!("return ({expression});");
        let value = self
            .driver
            .execute(script, Vec::new())
            .await
            .with_context(|| expression.to_string())?;
        Ok(value.json().clone())
    }

    /// Waits until an expression of JavaScript is true.
    pub async fn wait_until(&self, what: &str, expression: &str) -> Result<()> {
        let start = Instant::now();
        while self.value(expression).await? != Value::Bool(true) {
            ensure!(
                start.elapsed() < PATIENCE,
                "not within {} s: {what}",
                PATIENCE.as_secs()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Waits for an element.
    pub async fn find(&self, css: &str) -> Result<WebElement> {
        let quoted = Value::from(css);
        self.wait_until(
            &format!("there is `{css}`"),
            &format!("document.querySelector({quoted}) !== null"),
        )
        .await?;
        Ok(self.driver.find(By::Css(css)).await?)
    }

    /// How many elements there are now.
    pub async fn count(&self, css: &str) -> Result<usize> {
        Ok(self.driver.find_all(By::Css(css)).await?.len())
    }

    /// The text of an element, as it is shown.
    pub async fn text(&self, css: &str) -> Result<String> {
        Ok(self.find(css).await?.text().await?)
    }

    /// Clicks an element, and waits for the parts that it needs.
    pub async fn click(&self, css: &str) -> Result<()> {
        let element = self.find(css).await?;
        let clicked = element.click().await;
        clicked.with_context(|| format!("clicking `{css}`"))?;
        self.fetched().await
    }

    /// Waits until no part of the page is being fetched.
    async fn fetched(&self) -> Result<()> {
        let none = "!document.querySelector('[data-fetching], .fetching')";
        self.wait_until("what it needs is fetched", none).await
    }

    /// Presses keys, wherever the focus is: `Key::Right`, `"?"`, `Key::Shift + "a"`; and waits for
    /// the parts that they need.
    pub async fn press(&self, keys: impl Into<TypingData>) -> Result<()> {
        self.driver.action_chain().send_keys(keys).perform().await?;
        self.fetched().await
    }

    /// A picture of what is shown, in the folder for screenshots.
    pub async fn screenshot(&self, name: &str) -> Result<PathBuf> {
        let folder = settings::screenshots();
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let file = folder.join(format!("{name}.png"));
        self.driver.screenshot(&file).await?;
        Ok(file)
    }
}

/// # Judging the page
impl Page {
    /// Takes the errors that the console has shown, so that they do not fail the test.
    pub async fn take_console_errors(&self) -> Result<Vec<String>> {
        self.listen().await?;
        Ok(std::mem::take(&mut self.seen.borrow_mut().errors))
    }

    /// The addresses that were requested so far, in their order.
    pub async fn requests(&self) -> Result<Vec<String>> {
        self.listen().await?;
        Ok(self.seen.borrow().requests.clone())
    }

    /// Fails if the accessibility checker objects to what is shown now.
    pub async fn accessible(&self) -> Result<()> {
        let Some(script) = settings::axe() else {
            let reason = "axe-core is not there (it is installed with npm)";
            self.leave_out(reason);
            return Ok(());
        };
        if self.value("typeof axe").await? == "undefined" {
            let script =
                fs::read_to_string(&script).with_context(|| script.display().to_string())?;
            self.driver
                .execute(script, Vec::new())
                .await
                .context("axe-core cannot be loaded")?;
        }
        let run = "const done = arguments[0];
            axe.run().then(
                ({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
                    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`))),
                (error) => done([String(error)]));";
        let violations = self
            .driver
            .execute_async(run, Vec::new())
            .await
            .context("axe-core cannot be run")?;
        let violations: Vec<String> = violations.convert()?;
        ensure!(
            violations.is_empty(),
            "not accessible to everyone:\n{}",
            violations.join("\n")
        );
        Ok(())
    }

    /// Says that a part of the test is left out, and why.
    pub fn leave_out(&self, reason: &str) {
        self.seen.borrow_mut().left_out = Some(reason.into());
    }

    /// Why a part of the test was left out, if it was.
    pub(crate) fn left_out(&self) -> Option<String> {
        self.seen.borrow().left_out.clone()
    }

    /// Fails if the console has an error, or if another site was asked for anything.
    pub(crate) async fn clean(&self) -> Result<()> {
        self.listen().await?;
        let seen = self.seen.borrow();
        ensure!(
            seen.errors.is_empty(),
            "the console has errors:\n{}",
            seen.errors.join("\n")
        );
        let own = |url: &str| {
            ["data:", "blob:", "about:"]
                .iter()
                .any(|scheme| url.starts_with(scheme))
                || url
                    .split(['#', '?'])
                    .next()
                    .is_some_and(|file| seen.files.contains(file))
                || seen.origins.iter().any(|origin| {
                    url.strip_prefix(origin)
                        .is_some_and(|rest| rest.starts_with('/'))
                })
        };
        let foreign: Vec<_> = seen
            .requests
            .iter()
            .filter(|url| !own(url))
            .map(String::as_str)
            .collect();
        ensure!(
            foreign.is_empty(),
            "other sites were asked for:\n{}",
            foreign.join("\n")
        );
        Ok(())
    }

    /// Forgets what the browser has logged so far.
    async fn forget(&self) -> Result<()> {
        self.listen().await?;
        let mut seen = self.seen.borrow_mut();
        (seen.errors, seen.requests) = Default::default();
        Ok(())
    }

    /// Reads what the browser has logged since we last asked. Only Chromium tells.
    async fn listen(&self) -> Result<()> {
        if self.kind != Kind::Chromium {
            return Ok(());
        }
        let console = self.driver.browser_log().await?;
        let events = self.driver.get_log("performance").await?;
        let mut seen = self.seen.borrow_mut();
        seen.errors.extend(
            console
                .into_iter()
                .filter(|entry| entry.level == "SEVERE")
                .map(|entry| entry.message),
        );
        for event in events {
            let event: Value = serde_json::from_str(&event.message)?;
            let parameters = &event["message"]["params"];
            let url = match event["message"]["method"].as_str() {
                Some("Network.requestWillBeSent") => &parameters["request"]["url"],
                Some("Network.webSocketCreated") => &parameters["url"],
                _ => continue,
            };
            seen.requests.extend(url.as_str().map(str::to_string));
        }
        Ok(())
    }
}
