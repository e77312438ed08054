//! Starting and ending a browser, through its WebDriver server.

use crate::settings;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use thirtyfour::{Capabilities, WebDriver};

/// The browsers that the tests know how to drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Chromium and its kin: every test.
    Chromium,
    /// Firefox, where its driver is there: the tests that need no more than plain WebDriver.
    Firefox,
}

/// A WebDriver server that we started. It is ended when this is dropped.
#[derive(Debug)]
pub struct Server {
    kind: Kind,
    child: Child,
    port: u16,
}

impl Server {
    /// Starts the server on a port of its own choice.
    pub fn start(kind: Kind) -> Result<Self> {
        let program = match kind {
            Kind::Chromium => settings::chromedriver(),
            Kind::Firefox => settings::geckodriver().context("GECKODRIVER is not set")?,
        };
        let mut child = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| {
                format!(
                    "cannot run {}; `cargo verify browser` installs it or says how",
                    program.display()
                )
            })?;
        let output = child.stdout.take().context("it was piped")?;
        let mut server = Self {
            kind,
            child,
            port: 0,
        };
        let mut lines = BufReader::new(output).lines();
        for line in lines.by_ref() {
            if let Some(port) = port_in(&line?) {
                server.port = port;
                // What it says later must be read, or it would stop when the pipe is full.
                thread::spawn(move || lines.for_each(drop));
                return Ok(server);
            }
        }
        bail!("{} ended without naming its port", program.display())
    }

    /// Starts a browser with an empty profile.
    pub async fn session(&self) -> Result<WebDriver> {
        let capabilities = match self.kind {
            Kind::Chromium => chromium(),
            Kind::Firefox => {
                json!({ "browserName": "firefox", "moz:firefoxOptions": { "args": ["-headless"] } })
            }
        };
        let mut wanted = Capabilities::new();
        for (name, value) in capabilities.as_object().into_iter().flatten() {
            wanted.set(name.as_str(), value)?;
        }
        let address = format!("http://127.0.0.1:{}", self.port);
        WebDriver::new(address, wanted)
            .await
            .with_context(|| format!("{:?} does not start", self.kind))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port in `ChromeDriver was started successfully on port 4321.` or in
/// `1700000000000 geckodriver INFO Listening on 127.0.0.1:4321`.
fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line
        .split_once("successfully on port ")
        .or_else(|| line.split_once("Listening on 127.0.0.1:"))?;
    port.trim().trim_end_matches('.').parse().ok()
}

/// Chromium without a window, without its own errands on the network, with a log of its console and
/// its requests.
fn chromium() -> serde_json::Value {
    let mut arguments = vec![
        "--headless",
        "--window-size=1280,800",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
    ];
    if is_root() {
        // Chromium's sandbox does not work for root.
        arguments.push("--no-sandbox");
    }
    let mut options = json!({ "args": arguments });
    if let Some(binary) = settings::chromium() {
        options["binary"] = json!(binary);
    }
    json!({
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    })
}

/// Whether we run as root, as in a container.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    cfg!(unix) && id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_servers_name_their_port() {
        assert_eq!(
            port_in("ChromeDriver was started successfully on port 4321."),
            Some(4321)
        );
        assert_eq!(
            port_in("1700000000000\tgeckodriver\tINFO\tListening on 127.0.0.1:4321"),
            Some(4321)
        );
        assert_eq!(
            port_in("Starting ChromeDriver 156.0.8078.73 on port 0"),
            None
        );
    }
}
