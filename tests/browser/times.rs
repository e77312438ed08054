//! How long the page takes.

use browser::{Key, Page, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Runs of as many steps as one asks for, since the leaders never stop proposing.
const ENDLESS: &str =
    "setup protected-memory-paxos processes=2 memories=3 mutate=(erase-and-continue)";

/// Opens scenario text.
pub async fn open_scenario(page: &Page, text: &str) -> Result<()> {
    page.cdp("Performance.enable", json!({ "timeDomain": "threadTicks" }))
        .await?;
    page.open("").await?;
    page.press("c").await?;
    page.find(".open-form textarea").await?;
    let fill = format!(
        "(t => (t.value = {}, t.dispatchEvent(new Event('input', {{ bubbles: true }}))))(document.querySelector('.open-form textarea')) && 0",
        Value::from(text)
    );
    page.value(&fill).await?;
    page.click(".open-form .pri").await?;
    page.wait_until("the scenario is open", "!document.querySelector('dialog')")
        .await
}

/// Moves the playhead.
pub async fn seek(page: &Page, step: usize) -> Result<()> {
    page.value(&format!("(s => (s.value = {step}, s.dispatchEvent(new Event('input', {{ bubbles: true }}))))(document.querySelector('.scrub')) && 0"))
        .await?;
    page.wait_until(
        "the playhead is there",
        &format!("document.querySelector('.scrub').value === '{step}'"),
    )
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

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(Value::as_f64).collect()
}

/// Prints what was measured.
fn print(times: Vec<f64>, what: &str) {
    let (middle, most, worst) = spread(times);
    println!("{middle:>8.1} ms {most:>8.1} ms 95 % {worst:>8.1} ms worst  {what}");
}

/// Measures like [`times`] and prints it, with the processor's time beside the clock's: on a machine
/// that does other things as well, that is the one to go by.
async fn measure(page: &Page, act: &str, what: &str) -> Result<()> {
    const COUNT: usize = 200;
    let before = processor(page).await?;
    let all = times(page, COUNT, act).await?;
    let mean = (processor(page).await? - before) * 1000.0 / COUNT as f64;
    print(
        all,
        &format!("{what} ({mean:.1} ms of the processor, painting included)"),
    );
    Ok(())
}

/// The processor's time that the page's tasks have taken so far, in seconds.
async fn processor(page: &Page) -> Result<f64> {
    let metrics = page.cdp("Performance.getMetrics", json!({})).await?;
    let mut list = metrics["metrics"].as_array().into_iter().flatten();
    let found = list.find(|metric| metric["name"] == "TaskDuration");
    Ok(found
        .and_then(|metric| metric["value"].as_f64())
        .unwrap_or_default())
}

/// How long something takes, many times: from its start to the new picture's layout, painting aside.
/// `act` is JavaScript that does it the k-th time; `random()` is the same in every run.
async fn times(page: &Page, count: usize, act: &str) -> Result<Vec<f64>> {
    let script = format!(
        "const done = arguments[0];
        const channel = new MessageChannel();
        const turn = () => new Promise(go => {{ channel.port1.onmessage = go; channel.port2.postMessage(0); }});
        let seed = 1;
        const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
        const scrub = document.querySelector('.scrub');
        (async () => {{
            const times = [];
            // A tab takes the arrows for itself.
            document.activeElement.blur();
            for (let k = 0; k < {count}; k++) {{
                const start = performance.now();
                {act}
                await turn();
                document.body.offsetHeight;
                times.push(performance.now() - start);
                await new Promise(requestAnimationFrame);
            }}
            done(times);
        }})();"
    );
    let times = page.driver.execute_async(script, Vec::new()).await?;
    Ok(numbers(times.json()))
}

/// Steps on, and back again.
const STEP: &str = "const key = k % 40 < 20 ? 'ArrowRight' : 'ArrowLeft';
    window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));";

/// Goes to any step.
const SEEK: &str = "scrub.value = Math.floor(random() * scrub.max);
    scrub.dispatchEvent(new Event('input', { bubbles: true }));";

/// The panels that are measured, with the place of their tabs.
const PANELS: [(&str, usize); 3] = [("Pseudocode", 0), ("State", 1), ("Events", 2)];

/// How long it takes until the first picture is there and takes keys, from an empty cache.
pub async fn until_usable(page: Page) -> Result<()> {
    page.before_each_document(FIRST_PICTURE).await?;
    let (mut all, mut sites) = (Vec::new(), Vec::new());
    for _ in 0..7 {
        // Another port, so that nothing is kept of the visit before.
        let page = page.hosted_under("/")?;
        page.open("").await?;
        all.extend(page.value("window.picture_").await?.as_f64());
        // Its service worker may be at work still.
        sites.push(page);
    }
    ensure!(!all.is_empty(), "there was no picture");
    print(
        all,
        "from the address to a page that can be used, on loopback",
    );
    Ok(())
}

/// Notes when the stage is painted for the first time.
const FIRST_PICTURE: &str = "new MutationObserver((_, observer) => {
        if (!document.querySelector('.stage .process')) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => window.picture_ = performance.now()));
    }).observe(document, { childList: true, subtree: true });";

/// How long a step and a step back take at step 2,000 of a run.
pub async fn steps_of_a_long_run(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_scenario(&page, &format!("{ENDLESS}\nrun random seed=7 steps=2200")).await?;
    seek(&page, 2000).await?;
    for (name, tab) in PANELS {
        page.click(&format!("#tab-{tab}")).await?;
        measure(
            &page,
            STEP,
            &format!("a step at step 2000, with {name} open"),
        )
        .await?;
    }
    Ok(())
}

/// How long a step takes in the middle of what is open.
pub async fn steps_here(page: &Page, place: &str) -> Result<()> {
    let steps = page.value("+document.querySelector('.scrub').max").await?;
    seek(page, steps.as_u64().unwrap_or_default() as usize / 2).await?;
    measure(page, STEP, &format!("a step {place}")).await
}

/// How long it takes to go to any step of a run of 5,000.
pub async fn seeks_in_a_long_run(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_scenario(&page, &format!("{ENDLESS}\nrun random seed=7 steps=5000")).await?;
    let steps = page.value("document.querySelector('.scrub').max").await?;
    for (name, tab) in PANELS {
        page.click(&format!("#tab-{tab}")).await?;
        for slower in [1, 4] {
            page.slow_processor(slower).await?;
            let what = format!(
                "to any step of {steps}, with the diagram and {name} open, processor 1/{slower}"
            );
            measure(&page, SEEK, &what).await?;
        }
        page.slow_processor(1).await?;
    }
    Ok(())
}

/// How often the diagram is drawn for a seek: once, where it is scrolled to.
pub async fn draws_of_the_diagram(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_scenario(&page, &format!("{ENDLESS}\nrun random seed=7 steps=2000")).await?;
    let seeks = 20;
    page.value(WATCH_THE_DIAGRAM).await?;
    times(&page, seeks, SEEK).await?;
    let draws = page.value("window.draws_").await?;
    println!("{draws:>8} drawings of the diagram for {seeks} seeks");
    Ok(())
}

/// Counts how often the diagram changes: each drawing is one batch of changes.
pub const WATCH_THE_DIAGRAM: &str = "(window.draws_ = 0, new MutationObserver(() => window.draws_++)
    .observe(document.querySelector('.diagram'), { childList: true, subtree: true, attributes: true }), 0)";

/// How long a reader waits for the next paint after a key or a click, with the processor slowed
/// fourfold, as the browser itself measures it.
pub async fn interactions(page: Page) -> Result<()> {
    page.before_each_document(
        "window.waits_ = new Map();
        const labels = new Map();
        const label = event => labels.set(event.timeStamp, event.key ? `key ${event.key}` : `click ${event.target.id || event.target.textContent.slice(0, 20)}`);
        for (const kind of ['keydown', 'click']) addEventListener(kind, label, true);
        new PerformanceObserver(list => {
            for (const { interactionId, duration, startTime } of list.getEntries()) {
                if (!interactionId) continue;
                const known = waits_.get(interactionId) ?? { most: 0 };
                known.most = Math.max(known.most, duration);
                known.label ??= labels.get(startTime);
                waits_.set(interactionId, known);
            }
        }).observe({ type: 'event', durationThreshold: 16, buffered: true });",
    )
    .await?;
    page.open("").await?;
    page.slow_processor(4).await?;
    let pause = || tokio::time::sleep(Duration::from_millis(250));
    for _ in 0..3 {
        for _ in 0..7 {
            page.press(Key::Right).await?;
            pause().await;
        }
        for tab in 0..6 {
            page.click(&format!("#tab-{tab}")).await?;
            pause().await;
            page.press("b").await?;
            pause().await;
        }
        for key in ["a", "c", "w", "s", "?"] {
            page.press(key).await?;
            page.find("dialog").await?;
            pause().await;
            page.press(Key::Escape).await?;
            pause().await;
        }
        for key in ["r", "x", "x", "l", "t", "t", "t", "t", "u"] {
            page.press(key).await?;
            pause().await;
        }
        page.click(".break button").await?;
        pause().await;
    }
    page.slow_processor(1).await?;
    let waits = page
        .value("[...waits_.values()].map(({ most, label }) => [label ?? 'other', most])")
        .await?;
    let waits: Vec<(String, f64)> = serde_json::from_value(waits)?;
    ensure!(!waits.is_empty(), "the browser measured nothing");
    let mut by_label: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (label, wait) in &waits {
        by_label.entry(label).or_default().push(*wait);
    }
    // Each was done several times, and the machine may have been elsewhere at one of them.
    let mut middles: Vec<_> = by_label
        .into_iter()
        .map(|(label, waits)| (spread(waits).0, label))
        .collect();
    middles.sort_by(|a, b| b.0.total_cmp(&a.0));
    let slowest: Vec<_> = middles
        .iter()
        .take(4)
        .map(|(wait, label)| format!("{label} {wait:.0} ms"))
        .collect();
    let all = waits.iter().map(|(_, wait)| *wait).collect();
    print(all, "from a key or click to the next paint, processor 1/4");
    println!(
        "{:>48}slowest in the middle of three: {}",
        "",
        slowest.join(", ")
    );
    Ok(())
}

/// How long it takes until a link of 2,000 steps is a picture: in a page that is open, and in a new
/// one, program and all.
pub async fn links_of_a_long_run(page: Page) -> Result<()> {
    open_scenario(&page, &format!("{ENDLESS}\nrun random seed=7 steps=2000")).await?;
    page.press(Key::End).await?;
    page.press("s").await?;
    page.find("#link").await?;
    let link = page.value("document.querySelector('#link').value").await?;
    let link = link.as_str().unwrap_or_default().to_owned();
    let hash = link.split_once('#').map_or("", |(_, hash)| hash);
    page.press(Key::Escape).await?;
    let mut all = Vec::new();
    for _ in 0..7 {
        page.open("").await?;
        let script = format!(
            "const done = arguments[0];
            const start = performance.now();
            location.hash = {};
            const look = () => document.querySelector('.scrub').max === '2000'
                ? setTimeout(() => done(performance.now() - start))
                : requestAnimationFrame(look);
            requestAnimationFrame(look);",
            Value::from(hash)
        );
        let took = page.driver.execute_async(script, Vec::new()).await?;
        all.extend(took.json().as_f64());
        page.value("void sessionStorage.clear()").await?;
        page.driver.goto("about:blank").await?;
    }
    print(
        all,
        &format!(
            "a link of 2000 steps ({} characters) to its picture",
            hash.len()
        ),
    );
    page.before_each_document(FIRST_PICTURE).await?;
    let mut all = Vec::new();
    for _ in 0..7 {
        page.driver.goto("about:blank").await?;
        page.driver.goto(&link).await?;
        page.started().await?;
        all.extend(page.value("window.picture_").await?.as_f64());
    }
    print(all, "the same in a new page, program and all");
    Ok(())
}

/// How long a step takes at step 5,000 of Robust Backup.
pub async fn steps_of_the_backup(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_scenario(
        &page,
        "setup robust-backup processes=3 memories=3\nrun random seed=7 steps=5200",
    )
    .await?;
    let steps = page.value("+document.querySelector('.scrub').max").await?;
    let at = steps
        .as_u64()
        .unwrap_or_default()
        .saturating_sub(30)
        .min(5000) as usize;
    seek(&page, at).await?;
    // From everything folded into messages to each memory's copy.
    let levels = page
        .value("[...document.querySelector('select.level')?.options ?? []].map(one => one.textContent)")
        .await?;
    let levels: Vec<String> = serde_json::from_value(levels)?;
    for (k, level) in levels.iter().enumerate() {
        page.value(&format!("(s => (s.selectedIndex = {k}, s.dispatchEvent(new Event('change', {{ bubbles: true }}))))(document.querySelector('select.level')) && 0"))
            .await?;
        page.click("#tab-0").await?;
        let what = format!("a step at step {at} of Robust Backup, n=3 m=3, level `{level}`");
        measure(&page, STEP, &what).await?;
    }
    for (name, tab) in PANELS {
        page.click(&format!("#tab-{tab}")).await?;
        let what = format!("a step at step {at} of Robust Backup, n=3 m=3, with {name} open");
        measure(&page, STEP, &what).await?;
    }
    Ok(())
}

/// How long the script of a frame takes while many packets move.
pub async fn frames_with_many_packets(page: Page) -> Result<()> {
    page.before_each_document(
        "window.frames_ = []; const ask = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = then => ask(now => {
            const start = performance.now(); then(now); window.frames_.push(performance.now() - start);
        });",
    )
    .await?;
    // Nine leaders compete while four processes are held, and all that was sent to these waits; then
    // it is released at once.
    let leaders: String = (2..=9).map(|p| format!("leader p{p} at p{p}\n")).collect();
    let holds: String = (6..=9).map(|p| format!("hold p{p}\n")).collect();
    let text = format!(
        "setup fast-paxos processes=9 attempts=(9,9,9,9,9,9,9,9,9)\n{leaders}{holds}run random seed=2 steps=1200"
    );
    open_scenario(&page, &text).await?;
    page.press(Key::End).await?;
    page.click(".break.held .pri").await?;
    let packets = page.count(".stage .packet").await?;
    page.value("(frames_.length = 0)").await?;
    page.press(".").await?;
    tokio::time::sleep(Duration::from_secs(8)).await;
    page.press(".").await?;
    let left = page.count(".stage .packet").await?;
    let all = numbers(&page.value("frames_").await?);
    print(
        all,
        &format!("the script of a frame, {packets} packets in flight at first, {left} after 8 s"),
    );
    Ok(())
}
