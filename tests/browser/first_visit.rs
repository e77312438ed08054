//! What a reader meets who opens the page for the first time.

use browser::{Page, Result, ensure};
use std::collections::BTreeSet;

/// The page replaces its loading message, without an error in the console (which the harness checks
/// after each test).
pub async fn the_page_starts(page: Page) -> Result<()> {
    page.open("").await?;
    ensure!(page.driver.title().await?.contains("mnmscope"));
    ensure!(page.text("h1").await?.contains("mnmscope"));
    Ok(())
}

/// Hosted below the top of a site, nothing is looked for at the top.
pub async fn it_works_under_any_path(page: Page) -> Result<()> {
    let page = page.hosted_under("/courses/distributed%20systems/mnmscope/")?;
    page.open("").await?;
    page.find("h1").await?;
    Ok(())
}

/// It fetches each of its files once. (That it asks no other site is checked after each test.)
pub async fn it_asks_for_its_own_files_only(page: Page) -> Result<()> {
    page.open("").await?;
    let requests = page.requests().await?;
    let distinct: BTreeSet<_> = requests.iter().collect();
    ensure!(
        requests.contains(&page.url("mnmscope_bg.wasm")),
        "{requests:#?}"
    );
    ensure!(
        distinct.len() == requests.len(),
        "fetched twice: {requests:#?}"
    );
    Ok(())
}

/// Nothing sticks out to the right of a narrow screen.
pub async fn it_fits_a_telephone(page: Page) -> Result<()> {
    page.screen(390, 844).await?;
    page.open("").await?;
    page.screenshot("first-visit-390").await?;
    let width = page.value("document.documentElement.scrollWidth").await?;
    ensure!(
        width.as_u64() <= Some(390),
        "the page is {width} pixels wide"
    );
    Ok(())
}

/// axe-core has nothing to object to.
pub async fn it_is_accessible_in_light_and_dark(page: Page) -> Result<()> {
    for scheme in ["light", "dark"] {
        page.prefers(&[("prefers-color-scheme", scheme)]).await?;
        page.open("").await?;
        page.screenshot(&format!("first-visit-{scheme}")).await?;
        page.accessible().await?;
    }
    Ok(())
}

/// Where the site was copied without its largest file, the page says so.
pub async fn a_missing_file_is_told_to_the_reader(page: Page) -> Result<()> {
    page.before_each_document("window.fetch = () => Promise.reject(new Error('no such file'));")
        .await?;
    page.driver.goto(page.url("")).await?;
    let note = page.text(".boot[role=alert]").await?;
    ensure!(note.contains("mnmscope_bg.wasm"), "{note}");
    ensure!(
        !page.take_console_errors().await?.is_empty(),
        "the error is not in the console"
    );
    Ok(())
}
