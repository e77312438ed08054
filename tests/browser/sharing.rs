//! Links, files and reloads: what is sent opens as it was, and nothing that was open is lost.

use browser::{Key, Page, Result, ensure};

const STEP: &str = "document.querySelector('.scrub').value";

/// A link reopens the run at its step, in another tab as well as by Back.
pub async fn a_link_reopens_the_step(page: Page) -> Result<()> {
    page.open("").await?;
    for _ in 0..3 {
        page.press(Key::Right).await?;
    }
    let told = page.text(".narration").await?;
    page.press("s").await?;
    let link = page.value("document.querySelector('#link').value").await?;
    let link = link.as_str().unwrap_or_default().to_owned();
    ensure!(link.contains('#') && link.len() < 160, "{link}");
    ensure!(page.count(".qr path").await? == 1);
    page.accessible().await?;
    page.press(Key::Escape).await?;
    page.press(Key::Home).await?;
    let hash = link.split('#').nth(1).unwrap_or_default();
    page.value(&format!("void (location.hash = '{hash}')"))
        .await?;
    page.wait_until("the link is open", &format!("{STEP} === '3'"))
        .await?;
    ensure!(page.text(".narration").await? == told);
    Ok(())
}

/// A damaged link gets a plain message, and what was open stays open.
pub async fn a_damaged_link_loses_nothing(page: Page) -> Result<()> {
    page.open("").await?;
    page.press(Key::Right).await?;
    let told = page.text(".narration").await?;
    page.value("void (location.hash = 'ThisIsNoLink')").await?;
    let notice = page.text(".notice").await?;
    ensure!(notice.contains("link"), "{notice}");
    ensure!(page.text(".narration").await? == told);
    page.click(".notice button").await?;
    ensure!(page.count(".notice").await? == 0);
    Ok(())
}

/// A reload brings back the runs, the names and the step.
pub async fn a_reload_loses_nothing(page: Page) -> Result<()> {
    page.open("").await?;
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    page.click(".break button").await?;
    page.click("#tab-4").await?;
    let runs = page.count(".runs li").await?;
    let step = page.value(STEP).await?;
    page.reload().await?;
    page.click("#tab-4").await?;
    ensure!(page.count(".runs li").await? == runs);
    ensure!(page.value(STEP).await? == step);
    Ok(())
}

/// Back returns to what was open before another algorithm took its place.
pub async fn back_returns_to_what_was_open(page: Page) -> Result<()> {
    page.open("").await?;
    page.press(Key::Right).await?;
    let told = page.text(".narration").await?;
    page.click("#pick").await?;
    page.click("input[value=paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.wait_until(
        "Paxos is open",
        "document.querySelector('#pick').textContent.startsWith('Paxos')",
    )
    .await?;
    page.driver.back().await?;
    page.wait_until(
        "the run before is open",
        "document.querySelector('#pick').textContent.startsWith('Protected')",
    )
    .await?;
    ensure!(page.text(".narration").await? == told);
    Ok(())
}

/// Pasted text is played; a mistake is told with its line and the nearest word.
pub async fn a_scenario_can_be_pasted(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("c").await?;
    page.click(".open-form textarea").await?;
    page.press("setup protected-memory-paxos\nrun lokstep")
        .await?;
    page.click(".open-form .pri").await?;
    let problem = page.text(".open-form .problem").await?;
    ensure!(
        problem.contains("line 2") && problem.contains("lockstep"),
        "{problem}"
    );
    page.accessible().await?;
    page.value("(t => (t.value = 'setup paxos processes=3\\nrun lockstep until decided', t.dispatchEvent(new Event('input', { bubbles: true }))))(document.querySelector('.open-form textarea')) && 0").await?;
    page.click(".open-form .pri").await?;
    page.wait_until(
        "it is open",
        "document.querySelector('#pick').textContent.startsWith('Paxos')",
    )
    .await?;
    Ok(())
}

/// A search runs beside the page, finds what a mutation breaks, and opens it at the violation.
pub async fn what_a_mutation_breaks_is_found_and_opened(page: Page) -> Result<()> {
    page.open("").await?;
    page.click("#pick").await?;
    page.click("input[value=protected-memory-paxos]").await?;
    page.click(".mutations .find").await?;
    page.wait_until(
        "something is found",
        "!!document.querySelector('.outcome.violated')",
    )
    .await?;
    page.accessible().await?;
    page.click(".outcome .pri").await?;
    page.wait_until(
        "the violation is shown",
        "!!document.querySelector('.properties .violated')",
    )
    .await?;
    let (here, end) = (
        page.value(STEP).await?,
        page.value("document.querySelector('.scrub').max").await?,
    );
    ensure!(here == end, "step {here} of {end}");
    Ok(())
}

/// A search of the unmutated algorithm never says more than it has seen.
pub async fn a_clean_search_names_its_scope(page: Page) -> Result<()> {
    page.open("").await?;
    page.click("#pick").await?;
    page.click("input[value=paxos]").await?;
    page.value("(n => (n.value = 2, n.dispatchEvent(new Event('input', { bubbles: true }))))(document.querySelector('.numbers input')) && 0").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.click("#tab-5").await?;
    page.click(".search-buttons button").await?;
    page.wait_until("the search is over", "!!document.querySelector('.outcome')")
        .await?;
    let outcome = page.text(".outcome").await?;
    ensure!(
        outcome.contains("No violation in all") && outcome.contains("states of this scope"),
        "{outcome}"
    );
    ensure!(!outcome.to_lowercase().contains("verified"), "{outcome}");
    Ok(())
}

/// What an algorithm survives is told for each, and a press shows the run.
pub async fn what_survives_is_a_press_away(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("w").await?;
    page.wait_until(
        "every algorithm has its answer",
        "(rows => rows.length > 2 && rows.every(row => row.textContent.indexOf('…') < 0))([...document.querySelectorAll('.survival tbody tr')])",
    )
    .await?;
    page.click(".survival .fate").await?;
    page.wait_until("the run is open", "!document.querySelector('dialog')")
        .await?;
    ensure!(
        page.value("+document.querySelector('.scrub').max > 0")
            .await?
            == true
    );
    Ok(())
}

/// A locked link is stepped through, and nothing can be done to its run.
pub async fn a_locked_link_can_be_stepped_and_not_changed(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("s").await?;
    page.click(".share-options label:nth-child(3) input")
        .await?;
    let link = page.value("document.querySelector('#link').value").await?;
    page.press(Key::Escape).await?;
    let hash = link
        .as_str()
        .unwrap_or_default()
        .split('#')
        .nth(1)
        .unwrap_or_default();
    page.value(&format!("void (location.hash = '{hash}')"))
        .await?;
    page.wait_until(
        "it says that it is locked",
        "document.querySelector('.break').textContent.includes('locked')",
    )
    .await?;
    ensure!(page.count(".break button").await? == 0);
    page.press(Key::Home).await?;
    page.press(Key::Right).await?;
    ensure!(page.value(STEP).await? == "1");
    page.click("#tab-3").await?;
    page.click(".next li:last-child button").await?;
    ensure!(
        page.value("document.querySelector('#tab-4').textContent.includes('(1)')")
            .await?
            == true
    );
    Ok(())
}

/// A slide deck steps the page that it embeds, and is told where it stands.
pub async fn a_slide_deck_can_step_the_page(page: Page) -> Result<()> {
    // Any document without the page's own policy, which lets it embed nothing.
    page.driver.goto(page.url("worker.js")).await?;
    let address = page.url("");
    page.value(&format!(
        "(window.told = [], addEventListener('message', e => told.push(e.data)),
          document.body.append(Object.assign(document.createElement('iframe'), {{ src: '{address}', id: 'deck' }})), 0)"
    ))
    .await?;
    page.wait_until(
        "it tells where it stands",
        "told.some(t => t.mnmscope === 'at' && t.steps > 1)",
    )
    .await?;
    page.value("document.querySelector('#deck').contentWindow.postMessage({ mnmscope: 'seek', step: 3 }, '*') || 0")
        .await?;
    page.wait_until(
        "it was stepped",
        "told.some(t => t.mnmscope === 'at' && t.step === 3)",
    )
    .await?;
    // A document that is no page has no icon.
    page.take_console_errors().await?;
    Ok(())
}
