//! How much memory the page takes.

use crate::times::open_scenario;
use browser::{Page, Result, ensure};
use serde_json::json;

/// How many runs the history has.
const BRANCHES: usize = 50;

/// A history of 50 random runs of Robust Backup, of 400 steps each: the program's own memory and the script's heap.
pub async fn of_a_long_history(page: Page) -> Result<()> {
    // The program's memory is nowhere to be asked for, so it is caught when the program starts.
    page.before_each_document(
        "for (const name of ['instantiate', 'instantiateStreaming']) {
            const start = WebAssembly[name];
            WebAssembly[name] = async (...parts) => {
                const started = await start(...parts);
                // Its parts have none of their own.
                window.memory_ = (started.instance ?? started).exports.memory ?? window.memory_;
                return started;
            };
        }",
    )
    .await?;
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_scenario(&page, "setup robust-backup processes=3 memories=3").await?;
    page.press("r").await?;
    for run in 1..=BRANCHES {
        page.press("x").await?;
        if run * 2 == BRANCHES {
            let program = page.value("memory_.buffer.byteLength").await?;
            let steps = page.value("+document.querySelector('.scrub').max").await?;
            println!(
                "{:>8.1} MB program                                   half of it: {run} runs, each of {steps} steps",
                program.as_f64().unwrap_or_default() / 1e6
            );
        }
    }
    page.click("#tab-4").await?;
    let runs = page.count(".runs li").await?;
    ensure!(runs >= BRANCHES, "only {runs} runs");
    let steps = page.value("+document.querySelector('.scrub').max").await?;
    page.cdp("HeapProfiler.collectGarbage", json!({})).await?;
    let metrics = page.cdp("Performance.getMetrics", json!({})).await?;
    let metric = |name: &str| {
        let list = metrics["metrics"].as_array().into_iter().flatten();
        let mut found = list.filter(|metric| metric["name"] == name);
        found
            .next()
            .and_then(|metric| metric["value"].as_f64())
            .unwrap_or_default()
    };
    let program = page.value("memory_.buffer.byteLength").await?;
    let program = program.as_f64().unwrap_or_default();
    let heap = metric("JSHeapUsedSize");
    println!(
        "{:>8.1} MB program {:>8.1} MB script {:>8} elements  a history of {runs} runs, each of {steps} steps",
        program / 1e6,
        heap / 1e6,
        metric("Nodes"),
    );
    crate::times::steps_here(&page, "in that history, with its list open").await?;
    page.click("#tab-0").await?;
    crate::times::steps_here(&page, "in that history, with Pseudocode open").await
}
