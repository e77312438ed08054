//! Without a network: what was visited once, what is one file, and from one build to the next.

use browser::{Context, Key, Page, Result, bail, ensure, settings};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const STEP: &str = "document.querySelector('.scrub').value";
const BUILD: &str = "document.documentElement.dataset.build";
/// The most bytes that the page as one file may have.
const SINGLE: u64 = 1_500_000;

/// A folder that is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    /// An empty one.
    fn new(name: &str) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("mnmscope-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Self(folder))
    }

    /// The page that is tested, as a release build of its own.
    fn release(name: &str) -> Result<Self> {
        let folder = Self::new(name)?;
        copy(&settings::dist(), &folder.0)?;
        folder.stamp()?;
        Ok(folder)
    }

    /// Names the build after a change.
    fn stamp(&self) -> Result<()> {
        let pack =
            settings::pack().context("MNMSCOPE_PACK is not set; `cargo verify browser` sets it")?;
        let status = Command::new(&pack).arg("stamp").arg(&self.0).status();
        ensure!(
            status
                .with_context(|| pack.display().to_string())?
                .success(),
            "the build cannot be named"
        );
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the system's folder for what may be lost.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies the files of a folder; the page has no folders in it, or they are copied too.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let there = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&there)?;
            copy(&entry.path(), &there)?;
        } else {
            fs::copy(entry.path(), there)?;
        }
    }
    Ok(())
}

/// Waits until the page is kept whole.
async fn kept(page: &Page) -> Result<()> {
    page.wait_until(
        "the page is kept",
        "navigator.serviceWorker.controller !== null",
    )
    .await
}

/// Searches all runs of a small system, to its end.
async fn search(page: &Page) -> Result<()> {
    page.click("#pick").await?;
    page.click("input[value=protected-memory-paxos]").await?;
    page.click(".mutations .find").await?;
    page.wait_until(
        "something is found",
        "!!document.querySelector('.outcome.violated')",
    )
    .await
}

/// After one visit the network may go: reload, step, open a link, search.
pub async fn it_works_without_a_network(page: Page) -> Result<()> {
    let folder = Folder::release("kept")?;
    let page = page.hosted_from(&folder.0, "/courses/consensus%20101/")?;
    page.open("").await?;
    kept(&page).await?;
    page.press(Key::Right).await?;
    page.press("s").await?;
    let link = page.value("document.querySelector('#link').value").await?;
    let link = link.as_str().unwrap_or_default().to_owned();
    page.press(Key::Escape).await?;
    page.end_site();
    ensure!(
        page.value("fetch('./nothing').then(() => 'there', () => 'gone')")
            .await?
            == "gone",
        "the site is still there"
    );
    page.take_console_errors().await?;

    page.reload().await?;
    ensure!(page.value(STEP).await? == "1");
    page.press(Key::Right).await?;
    ensure!(page.value(STEP).await? == "2");
    // The page by its other name, and a link in a new visit.
    page.open("index.html").await?;
    page.driver.goto("about:blank").await?;
    page.driver.goto(&link).await?;
    page.started().await?;
    ensure!(page.value(STEP).await? == "1", "the link opens elsewhere");
    // The search is a program of its own, which no one had fetched.
    search(&page).await
}

/// A build that is half copied to the host changes nothing; a whole one is announced, and taken in
/// every window at once when the reader says so.
pub async fn a_new_version_is_announced_and_taken_whole(page: Page) -> Result<()> {
    let (site, next) = (Folder::release("site")?, Folder::release("next")?);
    let style = next.0.join("style.css");
    let changed = fs::read_to_string(&style)? + "\n.brand { --next: 1; }\n";
    fs::write(&style, changed)?;
    next.stamp()?;

    let page = page.hosted_from(&site.0, "/")?;
    page.open("").await?;
    kept(&page).await?;
    page.press(Key::Right).await?;
    let first = page.value(BUILD).await?;

    // The host has the new page and its list of files, but the old style still.
    for file in ["index.html", "sw.js"] {
        fs::copy(next.0.join(file), site.0.join(file))?;
    }
    let update = "navigator.serviceWorker.ready.then(r => r.update()).then(r => new Promise(done => {
            const worker = r.installing ?? r.waiting;
            const tell = () => ['installed', 'redundant'].includes(worker?.state) && done(worker.state);
            worker ? (worker.addEventListener('statechange', tell), tell()) : done('none');
        }), () => 'refused')";
    let half = page.value(update).await?;
    ensure!(half != "installed", "half a build was taken");
    ensure!(page.count(".update").await? == 0);
    page.take_console_errors().await?;
    page.reload().await?;
    ensure!(page.value(BUILD).await? == first, "half a build is shown");

    copy(&next.0, &site.0)?;
    ensure!(page.value(update).await? == "installed");
    let notice = page.text(".update").await?;
    ensure!(notice.contains("new version"), "{notice}");
    page.accessible().await?;
    ensure!(page.value(BUILD).await? == first, "it was taken unasked");
    let here = page.driver.window().await?;
    let other = page.driver.new_tab().await?;
    page.driver.switch_to_window(other).await?;
    page.open("").await?;
    ensure!(page.value(BUILD).await? == first);
    page.driver.switch_to_window(here.clone()).await?;

    page.click(".update button").await?;
    let taken = format!("{BUILD} !== {first} && !!document.querySelector('.brand')");
    page.wait_until("the new version is there", &taken).await?;
    let style = "getComputedStyle(document.querySelector('.brand')).getPropertyValue('--next')";
    ensure!(page.value(style).await? == "1", "its style is the old one");
    ensure!(page.value(STEP).await? == "1", "the step was lost");
    ensure!(
        page.value("caches.keys().then(names => names.length)")
            .await?
            == 1,
        "the version before is still kept"
    );
    let other = page
        .driver
        .windows()
        .await?
        .into_iter()
        .find(|window| *window != here);
    page.driver
        .switch_to_window(other.context("the other window is gone")?)
        .await?;
    page.wait_until("the other window has it too", &taken)
        .await?;
    page.driver.close_window().await?;
    page.driver.switch_to_window(here).await?;
    Ok(())
}

/// Where a build without a name takes the place of one that was kept (a developer's, at the same
/// address), nothing is kept any more, and the page is the new one.
pub async fn a_build_for_developers_clears_what_was_kept(page: Page) -> Result<()> {
    let site = Folder::release("developed")?;
    let page = page.hosted_from(&site.0, "/")?;
    page.open("").await?;
    kept(&page).await?;
    let file = site.0.join("index.html");
    let text = fs::read_to_string(&file)?;
    let build = page.value(BUILD).await?;
    let build = build.as_str().unwrap_or_default();
    fs::write(&file, text.replace(&format!(" data-build=\"{build}\""), ""))?;
    fs::write(site.0.join("sw.js"), include_str!("../../static/sw.js"))?;
    page.reload().await?;
    page.wait_until("the page is the new one", &format!("{BUILD} === undefined"))
        .await?;
    page.started().await?;
    let left = "Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([kept, workers]) => kept.length + workers.length)";
    ensure!(page.value(left).await? == 0, "something is still kept");
    Ok(())
}

/// A browser would install the page as a program of its own.
pub async fn it_can_be_installed(page: Page) -> Result<()> {
    let folder = Folder::release("installed")?;
    let page = page.hosted_from(&folder.0, "/mnmscope/")?;
    page.open("").await?;
    kept(&page).await?;
    let manifest = page
        .cdp("Page.getAppManifest", serde_json::json!({}))
        .await?;
    ensure!(manifest["errors"] == serde_json::json!([]), "{manifest}");
    ensure!(
        manifest["url"] == page.url("manifest.webmanifest").as_str(),
        "{manifest}"
    );
    let errors = page
        .cdp("Page.getInstallabilityErrors", serde_json::json!({}))
        .await?;
    ensure!(
        errors["installabilityErrors"] == serde_json::json!([]),
        "{errors}"
    );
    Ok(())
}

/// The page as one file: opened from a disk, it steps, shares, searches and comes back as it was.
pub async fn one_file_opens_from_a_disk(page: Page) -> Result<()> {
    let Some(single) = settings::single() else {
        page.leave_out(
            "dist/ was built for its developer; `cargo verify build browser` has the file",
        );
        return Ok(());
    };
    let size = fs::metadata(&single)?.len();
    ensure!(size <= SINGLE, "{size} bytes are more than {SINGLE}");
    // Alone, and with a name that people give to files.
    let folder = Folder::new("stick")?;
    let file = folder.0.join("Consensus & RDMA (ü).html");
    fs::copy(&single, &file)?;
    let page = page.from_disk(&file)?;
    page.open("").await?;
    for _ in 0..3 {
        page.press(Key::Right).await?;
    }
    let told = page.text(".narration").await?;
    page.press("s").await?;
    let link = page.value("document.querySelector('#link').value").await?;
    let link = link.as_str().unwrap_or_default().to_owned();
    ensure!(link.starts_with("file:///"), "{link}");
    page.accessible().await?;
    page.press(Key::Escape).await?;

    page.press(Key::Home).await?;
    page.reload().await?;
    ensure!(page.value(STEP).await? == "0", "the reload lost the step");
    page.driver.goto("about:blank").await?;
    page.driver.goto(&link).await?;
    page.started().await?;
    ensure!(page.value(STEP).await? == "3", "the link opens elsewhere");
    ensure!(page.text(".narration").await? == told);
    search(&page).await?;

    // The second window follows the first.
    let here = page.driver.window().await?;
    page.press("?").await?;
    page.click(".choices button").await?;
    let other = page
        .driver
        .windows()
        .await?
        .into_iter()
        .find(|window| *window != here);
    let Some(other) = other else {
        bail!("no second window was opened");
    };
    page.press(Key::Escape).await?;
    page.driver.switch_to_window(other).await?;
    page.started().await?;
    let told = "document.querySelector('.narration').textContent";
    let followed = page.value(told).await?;
    page.driver.switch_to_window(here.clone()).await?;
    page.wait_until("the help is closed", "!document.querySelector('dialog')")
        .await?;
    ensure!(page.value(told).await? == followed, "{followed}");
    page.press(Key::Right).await?;
    let stepped = page.value(told).await?;
    ensure!(stepped != followed);
    let windows = page.driver.windows().await?;
    let other = windows.into_iter().find(|window| *window != here);
    page.driver
        .switch_to_window(other.context("the second window is gone")?)
        .await?;
    page.wait_until(
        "the second window follows",
        &format!("{told} === {stepped}"),
    )
    .await?;
    page.driver.close_window().await?;
    page.driver.switch_to_window(here).await?;
    Ok(())
}
