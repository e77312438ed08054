//! The parts of the page that a first visit does not fetch. A build for developers has none, and the
//! tests then have nothing to look at.

use browser::{Key, Page, Result, bail, ensure, settings};
use std::fs;

const STEP: &str = "document.querySelector('.scrub').value";
/// No part can be fetched while `without_` is true.
const WITHOUT: &str = "window.without_ = true; const fetch_ = window.fetch;
    window.fetch = (url, options) => window.without_ && /(split_|chunk_)/.test(url)
        ? Promise.reject(new Error('no network')) : fetch_(url, options);";

/// Whether the page has parts; a test of one that has none is left out.
fn in_parts(page: &Page) -> bool {
    let there = settings::dist().join("split_panels.wasm").is_file();
    if !there {
        page.leave_out(
            "dist/ was built for its developer; `cargo verify build browser` has the parts",
        );
    }
    there
}

/// The parts that were requested, in their order.
async fn parts(page: &Page) -> Result<Vec<String>> {
    let requests = page.requests().await?;
    let names = requests.iter().filter_map(|url| url.rsplit('/').next());
    let parts = names.filter(|name| name.starts_with("split_") || name.starts_with("chunk_"));
    Ok(parts.map(str::to_owned).collect())
}

/// Goes through the lesson that is open to its end, answering what it asks.
pub async fn to_the_end_of_the_lesson(page: &Page) -> Result<()> {
    for _ in 0..100 {
        if page.count(".guide-head .following").await? > 0 {
            return Ok(());
        }
        if page.count(".answers button:not([aria-disabled])").await? > 0 {
            page.click(".answers button").await?;
        }
        page.press(Key::Right).await?;
    }
    bail!("the lesson does not end")
}

/// The first lesson is stepped through, to the name of the next one, with what was fetched at first.
pub async fn the_first_lesson_fetches_no_part(page: Page) -> Result<()> {
    page.open("").await?;
    to_the_end_of_the_lesson(&page).await?;
    let fetched = parts(&page).await?;
    ensure!(fetched.is_empty(), "{fetched:?}");
    Ok(())
}

/// The next lesson, a tab, a dialog, another language: each brings its part, once, and works.
pub async fn what_is_needed_is_fetched_once(page: Page) -> Result<()> {
    if !in_parts(&page) {
        return Ok(());
    }
    page.open("").await?;
    to_the_end_of_the_lesson(&page).await?;
    page.click(".guide-head .following").await?;
    ensure!(page.text(".guide-head b").await? == "What is a remote write?");
    let fetched = parts(&page).await?;
    for part in ["split_algorithms.wasm", "split_lessons.wasm"] {
        ensure!(fetched.iter().any(|name| name == part), "{fetched:?}");
    }
    ensure!(
        !fetched.contains(&"split_panels.wasm".to_owned()),
        "{fetched:?}"
    );
    page.press("2").await?;
    page.find("#panel .registers, #panel table, #panel dl")
        .await?;
    page.press("?").await?;
    page.value("(s => (s.value = 'de', s.dispatchEvent(new Event('change', { bubbles: true })), 0))([...document.querySelectorAll('.choices select')].find(s => [...s.options].some(o => o.value === 'de')))")
        .await?;
    page.wait_until("it speaks German", "document.documentElement.lang === 'de'")
        .await?;
    page.press(Key::Escape).await?;
    let fetched = parts(&page).await?;
    for part in ["split_panels.wasm", "split_german.wasm"] {
        ensure!(fetched.iter().any(|name| name == part), "{fetched:?}");
    }
    let mut distinct = fetched.clone();
    distinct.sort();
    distinct.dedup();
    ensure!(
        distinct.len() == fetched.len(),
        "fetched twice: {fetched:?}"
    );
    Ok(())
}

/// Without a network the step, the run and the address stay; with one again, it goes on from there.
pub async fn what_cannot_be_fetched_is_told_and_nothing_is_lost(page: Page) -> Result<()> {
    if !in_parts(&page) {
        return Ok(());
    }
    page.before_each_document(WITHOUT).await?;
    page.open("").await?;
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    // A dialog does not open, a tab says so in its place.
    page.press("s").await?;
    let notice = page.text(".notice").await?;
    ensure!(notice.contains("could not be fetched"), "{notice}");
    ensure!(page.count("dialog").await? == 0);
    page.press("2").await?;
    let told = page.text("#panel [role=alert]").await?;
    ensure!(told.contains("could not be fetched"), "{told}");
    page.accessible().await?;
    ensure!(page.value(STEP).await? == "2", "the step was lost");
    page.value("(window.without_ = false, 0)").await?;
    page.click("#panel [role=alert] button").await?;
    page.wait_until(
        "the tab is there",
        "!document.querySelector('#panel [role=alert]')",
    )
    .await?;
    page.press("s").await?;
    let link = page.value("document.querySelector('#link').value").await?;
    let link = link.as_str().unwrap_or_default().to_owned();
    page.press(Key::Escape).await?;
    ensure!(page.value(STEP).await? == "2", "the step was lost");

    // A link, which may need any algorithm, is opened by a reload once there is a network.
    page.driver.goto("about:blank").await?;
    page.driver.goto(&link).await?;
    let note = page.text(".boot[role=alert]").await?;
    ensure!(note.contains("could not be fetched"), "{note}");
    let address = page.driver.current_url().await?;
    ensure!(address.as_str() == link, "{address}");
    let errors = page.take_console_errors().await?;
    ensure!(!errors.is_empty(), "the errors are not in the console");
    page.before_each_document("window.without_ = false;")
        .await?;
    page.reload().await?;
    ensure!(page.value(STEP).await? == "2", "the link opens elsewhere");
    Ok(())
}

/// A part that the host has of another build is not let in: it would write over the page's memory.
pub async fn a_part_of_another_build_is_refused(page: Page) -> Result<()> {
    if !in_parts(&page) {
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!("mnmscope-parts-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(settings::dist())? {
        let entry = entry?;
        fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    fs::copy(
        folder.join("split_lessons.wasm"),
        folder.join("split_panels.wasm"),
    )?;
    // A build without a name is kept by no service worker, which would have noticed first.
    let file = folder.join("index.html");
    let text = fs::read_to_string(&file)?;
    fs::write(&file, text.replace(" data-build=", " data-unnamed="))?;
    let hosted = page.hosted_from(&folder, "/")?;
    hosted.open("").await?;
    hosted.press("s").await?;
    let notice = hosted.text(".notice").await?;
    ensure!(notice.contains("reload it"), "{notice}");
    ensure!(hosted.value(STEP).await? == "0");
    hosted.take_console_errors().await?;
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}
