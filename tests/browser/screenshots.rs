//! Pictures of every view, in every theme and size. `cargo verify screenshots` makes them, in
//! `target/screenshots/`, for people to look at.

use browser::{Key, Page, Result, chromium, suite};
use serde_json::Value;
use std::process::ExitCode;

const THEMES: [&str; 3] = ["light", "dark", "projector"];
const SIZES: [(u32, u32); 5] = [
    (1280, 720),
    (1280, 800),
    (1920, 1080),
    (1024, 768),
    (390, 844),
];

fn main() -> ExitCode {
    suite::measure(&[
        chromium!(at_1280_by_720),
        chromium!(at_1280_by_800),
        chromium!(at_1920),
        chromium!(at_1024),
        chromium!(at_390),
    ])
}

async fn at_1280_by_720(page: Page) -> Result<()> {
    every_view(&page, SIZES[0]).await
}

async fn at_1280_by_800(page: Page) -> Result<()> {
    every_view(&page, SIZES[1]).await
}

async fn at_1920(page: Page) -> Result<()> {
    every_view(&page, SIZES[2]).await
}

async fn at_1024(page: Page) -> Result<()> {
    every_view(&page, SIZES[3]).await
}

async fn at_390(page: Page) -> Result<()> {
    every_view(&page, SIZES[4]).await
}

/// Every view at one size.
async fn every_view(page: &Page, (w, h): (u32, u32)) -> Result<()> {
    page.screen(w, h).await?;
    // What moves would be caught in the middle.
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    for theme in THEMES {
        page.driver.goto(page.url("")).await?;
        page.value(&format!(
            "(sessionStorage.clear(), localStorage.setItem('mnmscope-preferences', '{{\"theme\":\"{theme}\"}}'), 0)"
        ))
        .await?;
        let shot = async |view: &str| page.screenshot(&format!("{w}x{h}-{theme}-{view}")).await;

        // The lesson that the page opens on, at its first step and at a question.
        page.driver.goto("about:blank").await?;
        page.open("").await?;
        shot("lesson").await?;
        for _ in 0..6 {
            page.press(Key::Right).await?;
        }
        shot("lesson-later").await?;
        page.value("(document.querySelector('#app').scrollIntoView(false), 0)")
            .await?;
        shot("below").await?;
        page.value("(scrollTo(0, 0), 0)").await?;

        for (name, text, back) in RUNS {
            open(page, text).await?;
            page.press(Key::End).await?;
            for _ in 0..back {
                page.press(Key::Left).await?;
            }
            shot(name).await?;
        }
        open(page, RUNS[0].1).await?;
        page.press(Key::Right).await?;
        page.press(Key::Right).await?;
        for (tab, name) in ["code", "state", "events", "next", "branches", "search"]
            .into_iter()
            .enumerate()
        {
            page.value(&format!(
                "(document.querySelector('#tab-{tab}').click(), 0)"
            ))
            .await?;
            shot(&format!("panel-{name}")).await?;
        }
        page.value("(document.querySelector('[data-key=p1]').focus(), 0)")
            .await?;
        page.press(Key::Enter).await?;
        page.find(".menu").await?;
        shot("menu").await?;
        page.press(Key::Escape).await?;
        for (key, name) in [
            ("a", "setup"),
            ("c", "lessons"),
            ("w", "survival"),
            ("?", "help"),
            ("s", "share"),
        ] {
            page.press(key).await?;
            page.find("dialog").await?;
            if name == "survival" {
                page.wait_until("every algorithm has its answer", "[...document.querySelectorAll('.survival tbody tr')].every(row => row.textContent.indexOf('…') < 0)").await?;
            }
            shot(name).await?;
            if name != "share" {
                page.press(Key::Escape).await?;
                closed(page).await?;
            }
        }
        click(page, ".share-options label:last-child input").await?;
        shot("share-frame").await?;
        let link = page.value("document.querySelector('#link').value").await?;
        page.press(Key::Escape).await?;
        closed(page).await?;

        click(page, "#pick").await?;
        click(page, "input[value=protected-memory-paxos]").await?;
        // On a telephone it is far below.
        page.value(
            "(document.querySelector('.mutations .find').scrollIntoView({ block: 'center' }), 0)",
        )
        .await?;
        click(page, ".mutations .find").await?;
        page.wait_until(
            "it is found",
            "!!document.querySelector('.outcome.violated')",
        )
        .await?;
        shot("search-found").await?;
        click(page, ".outcome .pri").await?;
        page.wait_until(
            "it is shown",
            "!!document.querySelector('.properties .violated')",
        )
        .await?;
        shot("violation").await?;

        page.value("(document.documentElement.dataset.update = 'ready', dispatchEvent(new Event('mnmscope-update')), location.hash = 'NoLink', 0)")
            .await?;
        page.find(".notice.error").await?;
        shot("notices").await?;

        page.driver.goto("about:blank").await?;
        page.driver.goto(link.as_str().unwrap_or_default()).await?;
        page.started().await?;
        shot("embedded").await?;
        page.open("?follow").await?;
        shot("presenter").await?;
        page.value("(localStorage.clear(), sessionStorage.clear(), 0)")
            .await?;
    }
    Ok(())
}

/// Runs to look at: a name, the scenario, and how many steps before its end.
const RUNS: [(&str, &str, usize); 6] = [
    (
        "two-leaders",
        "setup protected-memory-paxos processes=2 memories=3 inputs=(a,b)\nproceed p1\nhold p1@m1\nhold p1@m2\nhold p1@m3\nleader p2 at p2\nrun lockstep until decided\nrelease p1@m2\neffect p1@m2",
        0,
    ),
    (
        "most-memories",
        "setup protected-memory-paxos processes=3 memories=9\nleader p2 at p2\nrun random seed=5 steps=60",
        12,
    ),
    (
        "most-processes",
        "setup paxos processes=9\nleader p2 at p2\nrun random seed=3 steps=60",
        10,
    ),
    (
        "all-of-both",
        "setup aligned-paxos processes=9 memories=9\nrun random seed=2 steps=80",
        30,
    ),
    (
        "fast-and-robust",
        "setup fast-and-robust processes=3 memories=3\nrun random seed=2 steps=120",
        20,
    ),
    (
        "crashes",
        "setup disk-paxos processes=3 memories=5\nrun random seed=4 steps=10\ncrash p2\ncrash m3\nrun random seed=4 steps=30",
        6,
    ),
];

/// Opens scenario text.
async fn open(page: &Page, text: &str) -> Result<()> {
    page.press("c").await?;
    page.find(".open-form textarea").await?;
    page.value(&format!(
        "(t => (t.value = {}, t.dispatchEvent(new Event('input', {{ bubbles: true }}))))(document.querySelector('.open-form textarea')) && 0",
        Value::from(text)
    ))
    .await?;
    click(page, ".open-form .pri").await?;
    closed(page).await
}

/// Clicks what may be far below on a telephone, or behind what stays in reach there.
async fn click(page: &Page, css: &str) -> Result<()> {
    page.find(css).await?;
    page.value(&format!(
        "(document.querySelector({}).click(), 0)",
        Value::from(css)
    ))
    .await?;
    Ok(())
}

async fn closed(page: &Page) -> Result<()> {
    page.wait_until("the dialog is closed", "!document.querySelector('dialog')")
        .await
}
