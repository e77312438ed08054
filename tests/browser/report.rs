//! Figures of the built page. `cargo verify report` prints them.

use anyhow::Context;
use browser::{Page, Result, chromium, settings, suite};
use std::fs;
use std::process::ExitCode;

fn main() -> ExitCode {
    suite::measure(&[
        chromium!(first_visit),
        chromium!(steps_of_a_long_run),
        chromium!(frames_with_many_packets),
    ])
}

/// The bytes that a first visit fetches, compressed as a web host would.
async fn first_visit(page: Page) -> Result<()> {
    page.open("").await?;
    println!("{:>12} {:>12}  first visit, bytes", "plain", "brotli");
    let (mut plain, mut compressed) = (0, 0);
    for url in page.requests().await? {
        let Some(path) = url.strip_prefix(&page.url("")) else {
            continue;
        };
        let path = if path.is_empty() { "index.html" } else { path };
        let file = settings::dist().join(path);
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        let small = brotli(&bytes)?;
        println!("{:>12} {small:>12}  {path}", bytes.len());
        plain += bytes.len();
        compressed += small;
    }
    println!("{plain:>12} {compressed:>12}  in all");
    Ok(())
}

/// The length of what brotli makes of this, at its best.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut compressed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &parameters)?;
    Ok(compressed.len())
}

/// Opens scenario text.
async fn open_scenario(page: &Page, text: &str) -> Result<()> {
    page.open("").await?;
    page.press("c").await?;
    page.find(".open-form textarea").await?;
    let fill = format!(
        "(t => (t.value = {}, t.dispatchEvent(new Event('input', {{ bubbles: true }}))))(document.querySelector('.open-form textarea')) && 0",
        serde_json::Value::from(text)
    );
    page.value(&fill).await?;
    page.click(".open-form .pri").await?;
    page.wait_until("the scenario is open", "!document.querySelector('dialog')")
        .await
}

/// The middle, the 95th percentile and the greatest of some numbers.
fn spread(mut numbers: Vec<f64>) -> (f64, f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = ((numbers.len().max(1) - 1) as f64 * share).round() as usize;
        numbers.get(place).copied().unwrap_or_default()
    };
    (at(0.5), at(0.95), at(1.0))
}

fn numbers(value: &serde_json::Value) -> Vec<f64> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(serde_json::Value::as_f64).collect()
}

/// How long a step and a step back take at step 2,000 of a run: from the key to the new picture's
/// layout, painting aside.
async fn steps_of_a_long_run(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_scenario(
        &page,
        "setup protected-memory-paxos processes=2 memories=3 mutate=(erase-and-continue)\nrun random seed=7 steps=2200",
    )
    .await?;
    page.value("(s => (s.value = 2000, s.dispatchEvent(new Event('input', { bubbles: true }))))(document.querySelector('.scrub')) && 0")
        .await?;
    let script = "const done = arguments[0];
        const channel = new MessageChannel();
        const turn = () => new Promise(go => { channel.port1.onmessage = go; channel.port2.postMessage(0); });
        (async () => {
            const times = [];
            // A tab takes the arrows for itself.
            document.activeElement.blur();
            for (let k = 0; k < 200; k++) {
                const key = k % 40 < 20 ? 'ArrowRight' : 'ArrowLeft';
                const start = performance.now();
                window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                await turn();
                document.body.offsetHeight;
                times.push(performance.now() - start);
                await new Promise(requestAnimationFrame);
            }
            done(times);
        })();";
    for tab in ["Pseudocode", "State", "Events"] {
        let place = ["Pseudocode", "State", "Events"]
            .iter()
            .position(|t| *t == tab);
        page.click(&format!("#tab-{}", place.unwrap_or_default()))
            .await?;
        let times = page.driver.execute_async(script, Vec::new()).await?;
        let (middle, most, worst) = spread(numbers(times.json()));
        let step = page.value("document.querySelector('.scrub').value").await?;
        println!(
            "{middle:>8.1} ms {most:>8.1} ms 95 % {worst:>8.1} ms worst  a step at step {step}, with {tab} open"
        );
    }
    Ok(())
}

/// How long the script of a frame takes while many packets move.
async fn frames_with_many_packets(page: Page) -> Result<()> {
    page.before_each_document(
        "window.frames_ = []; const ask = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = then => ask(now => {
            const start = performance.now(); then(now); window.frames_.push(performance.now() - start);
        });",
    )
    .await?;
    let leaders: String = (2..=9).map(|p| format!("leader p{p} at p{p}\n")).collect();
    let proceeds: String = (1..=9).map(|p| format!("proceed p{p}\n")).collect();
    let text = format!(
        "setup paxos processes=9 first_phase=run\n{leaders}{proceeds}run random seed=3 steps=60"
    );
    open_scenario(&page, &text).await?;
    page.press(browser::Key::End).await?;
    for _ in 0..30 {
        page.press(browser::Key::Left).await?;
    }
    page.value("(frames_.length = 0)").await?;
    page.press(".").await?;
    tokio::time::sleep(std::time::Duration::from_secs(8)).await;
    page.press(".").await?;
    let packets = page.count(".stage .packet").await?;
    let (middle, most, worst) = spread(numbers(&page.value("frames_").await?));
    println!(
        "{middle:>8.1} ms {most:>8.1} ms 95 % {worst:>8.1} ms worst  the script of a frame with {packets} packets moving"
    );
    Ok(())
}
