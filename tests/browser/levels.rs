//! Levels and the diagram: folded and unfolded, stepped over and into; filters, other runs, and
//! pictures for slides.

use browser::{Key, Page, Result, ensure};

/// Opens scenario text.
pub async fn open(page: &Page, text: &str) -> Result<()> {
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

async fn place(page: &Page) -> Result<u64> {
    let value = page
        .value("+document.querySelector('.scrub').value")
        .await?;
    Ok(value.as_u64().unwrap_or(u64::MAX))
}

async fn choose(page: &Page, level: &str) -> Result<()> {
    let choose = format!(
        "(s => (s.selectedIndex = [...s.options].findIndex(o => o.text === '{level}'), s.dispatchEvent(new Event('change', {{ bubbles: true }})), s.blur()))(document.querySelector('select.level')) && 0"
    );
    page.value(&choose).await?;
    Ok(())
}

const ROBUST_BACKUP: &str =
    "setup robust-backup processes=3 memories=3 inputs=(a,b,c) attempts=1\nrun lockstep";

/// A T-send is one step, one sentence and one arrow; unfolded it is its operations.
pub async fn a_broadcast_is_stepped_over_and_into(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open(&page, ROBUST_BACKUP).await?;
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    ensure!(place(&page).await? == 2, "at first every step is shown");
    page.press(Key::Home).await?;
    choose(&page, "messages").await?;
    page.press(Key::Right).await?;
    let said = page.text(".narration .what").await?;
    ensure!(said.contains("T-sends accept(1,a)"), "{said}");
    let begun = place(&page).await?;
    page.press(Key::Right).await?;
    ensure!(place(&page).await? > begun + 20, "it is stepped over");
    let said = page.text(".narration .what").await?;
    ensure!(said.contains("T-receives"), "{said}");
    ensure!(page.count(".stage .packet").await? > 0);
    page.press(Key::Left).await?;
    ensure!(place(&page).await? == begun, "and back over");
    page.click("#tab-2").await?;
    page.click(".log .unfold").await?;
    ensure!(page.count(".log .inside li").await? > 20);
    page.accessible().await?;
    page.press("i").await?;
    page.press("i").await?;
    let level = page
        .value("document.querySelector('select.level').selectedOptions[0].text")
        .await?;
    ensure!(level == "registers", "{level}");
    page.press("o").await?;
    let after = place(&page).await?;
    ensure!(after > begun);
    for (w, h) in [(1280, 720), (390, 844)] {
        page.screen(w, h).await?;
        page.screenshot(&format!("levels-{w}x{h}")).await?;
        let width = page.value("document.documentElement.scrollWidth").await?;
        ensure!(width.as_u64() <= Some(u64::from(w)), "{width} of {w}");
        page.accessible().await?;
    }
    Ok(())
}

/// The level goes with a link and stays over a reload.
pub async fn the_level_goes_with_a_link(page: Page) -> Result<()> {
    open(&page, ROBUST_BACKUP).await?;
    choose(&page, "broadcasts").await?;
    let level = "document.querySelector('select.level').selectedOptions[0].text";
    page.reload().await?;
    page.find("select.level").await?;
    ensure!(page.value(level).await? == "broadcasts");
    page.press("s").await?;
    page.find("#link").await?;
    let hash = page
        .value("document.querySelector('#link').value.split('#')[1]")
        .await?;
    let hash = hash.as_str().unwrap_or_default().to_owned();
    ensure!(hash.ends_with("&level=broadcasts"), "{hash}");
    page.press(Key::Escape).await?;
    choose(&page, "registers").await?;
    page.value(&format!("void (location.hash = '{hash}')"))
        .await?;
    page.wait_until(
        "the link's level is shown",
        &format!("{level} === 'broadcasts'"),
    )
    .await
}

/// Where an algorithm has no levels, there is nothing to choose.
pub async fn without_levels_nothing_is_folded(page: Page) -> Result<()> {
    page.open("").await?;
    ensure!(page.count("select.level").await? == 0);
    page.press("i").await?;
    ensure!(place(&page).await? == 1);
    Ok(())
}

/// The diagram leaves out what it is told to, shows the other runs, and goes to one by a click.
pub async fn the_diagram_filters_and_shows_other_runs(page: Page) -> Result<()> {
    open(
        &page,
        "setup protected-memory-paxos processes=2 memories=3\nrun lockstep",
    )
    .await?;
    page.press(Key::End).await?;
    let lines = page.count(".diagram .lifeline, .diagram .band").await?;
    let arrows = page.count(".diagram .arrow").await?;
    let press = |name: &str| {
        format!(
            "[...document.querySelectorAll('.diagram-tools button, .diagram-filter button')].find(b => b.textContent.trim() === '{name}').click()"
        )
    };
    page.value(&press("Filter")).await?;
    page.find(".diagram-filter").await?;
    page.accessible().await?;
    page.value(&press("m3")).await?;
    page.wait_until(
        "a lifeline is gone",
        &format!(
            "document.querySelectorAll('.diagram .lifeline, .diagram .band').length < {lines}"
        ),
    )
    .await?;
    ensure!(page.count(".diagram .arrow").await? < arrows);
    page.value(&press("m3")).await?;
    page.value(&press("write")).await?;
    page.wait_until(
        "writes are gone",
        &format!("document.querySelectorAll('.diagram .arrow').length < {arrows}"),
    )
    .await?;
    page.value(&press("write")).await?;
    // Another run: p1 crashes at step 2.
    page.press(Key::Home).await?;
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    page.click("#tab-3").await?;
    page.value("[...document.querySelectorAll('.next button.fault')][0].click()")
        .await?;
    page.find(".diagram g.run").await?;
    page.screenshot("diagram-other-runs").await?;
    let runs = "[...document.querySelectorAll('#tab-4')][0].textContent";
    ensure!(page.value(runs).await? == "Runs (2)");
    page.value(
        "(g => { const box = g.getBoundingClientRect();
            g.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height - 2 })) })(document.querySelector('.diagram g.run'))",
    )
    .await?;
    page.click("#tab-4").await?;
    page.wait_until(
        "the first run is shown again",
        "document.querySelector('.runs li').classList.contains('on')",
    )
    .await?;
    Ok(())
}

/// A picture of each step that the level shows, numbered, as one archive.
pub async fn slides_are_one_download(page: Page) -> Result<()> {
    page.before_each_document(
        "window.saved_ = []; const make = URL.createObjectURL.bind(URL);
        URL.createObjectURL = blob => { blob.arrayBuffer().then(bytes => saved_.push(new Uint8Array(bytes))); return make(blob); };",
    )
    .await?;
    open(
        &page,
        "setup non-equivocating-broadcast processes=3 memories=3 attempts=(1,0,0)\nrun lockstep",
    )
    .await?;
    choose(&page, "broadcasts").await?;
    page.press("s").await?;
    page.find(".files").await?;
    page.value("[...document.querySelectorAll('.files button')].find(b => b.textContent.startsWith('One SVG for each step')).click()")
        .await?;
    page.wait_until("something is saved", "saved_.length === 1")
        .await?;
    let names = "(t => t.startsWith('PK') && t.match(/step-[0-9]+[.]svg/g).length)(new TextDecoder('latin1').decode(saved_[0]))";
    // It begins, and three deliver: each name stands before its file and in the list at the end.
    let named = page.value(names).await?;
    ensure!(named == 8, "{named} names");
    Ok(())
}
