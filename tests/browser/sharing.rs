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

/// The run, as a link: the same wherever the same was done.
const HASH: &str = "document.querySelector('#link').value.split('#')[1]";

async fn link_of(page: &Page) -> Result<String> {
    page.press("s").await?;
    page.find("#link").await?;
    let link = page.value(HASH).await?;
    page.press(Key::Escape).await?;
    page.wait_until("the dialog is closed", "!document.querySelector('dialog')")
        .await?;
    Ok(link.as_str().unwrap_or_default().to_owned())
}

/// A reload brings back the runs, their names, what was held, and the step; also where the address
/// asks for the run that all of it began with.
pub async fn a_reload_loses_nothing(page: Page) -> Result<()> {
    page.open("").await?;
    let start = link_of(&page).await?;
    for address in [String::new(), format!("#{start}")] {
        // Another document first, so that nothing is kept and the address is asked anew.
        page.driver.goto(page.url("worker.js")).await?;
        page.value("void sessionStorage.clear()").await?;
        page.take_console_errors().await?;
        page.open(&address).await?;
        page.press(Key::Home).await?;
        page.press(Key::Right).await?;
        page.press(Key::Right).await?;
        // A fault and a partition, in the past of the run.
        page.click(".break button").await?;
        page.press("p").await?;
        page.click(".asks .pri").await?;
        page.find(".break.held button").await?;
        page.click("#tab-4").await?;
        page.value("(i => (i.value = 'with a fault', i.dispatchEvent(new Event('change', { bubbles: true }))))(document.querySelector('.runs .on input')) && 0").await?;
        page.wait_until(
            "it has its name",
            "document.querySelector('.runs .on b').textContent === 'with a fault'",
        )
        .await?;
        ensure!(page.count(".tree path").await? >= 2);
        let (runs, step) = (page.count(".runs li").await?, page.value(STEP).await?);
        let link = link_of(&page).await?;
        page.reload().await?;
        page.click("#tab-4").await?;
        ensure!(page.count(".runs li").await? == runs);
        ensure!(page.value(STEP).await? == step);
        ensure!(page.text(".runs .on b").await? == "with a fault");
        ensure!(
            page.count(".break.held button").await? == 1,
            "nothing is held"
        );
        ensure!(link_of(&page).await? == link);
    }
    Ok(())
}

/// Undo and redo reach a fault, a hold, another name and a run that was deleted.
pub async fn undo_reaches_everything(page: Page) -> Result<()> {
    page.open("").await?;
    // What the lesson did is not the reader's to undo.
    let undo = "document.querySelector('.break [aria-label=Undo]').ariaDisabled";
    ensure!(
        page.value(undo).await? == "true",
        "there is something to undo"
    );
    page.press("u").await?;
    ensure!(
        page.value(STEP).await? == "0",
        "undo took the lesson's steps"
    );
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    let runs = "document.querySelectorAll('.runs li').length";
    page.click("#tab-4").await?;
    // A fault makes a run of its own.
    page.click(".break button").await?;
    page.wait_until("there is another run", &format!("{runs} === 2"))
        .await?;
    page.click(".break [aria-label=Undo]").await?;
    page.wait_until("the fault is undone", &format!("{runs} === 1"))
        .await?;
    page.click(".break [aria-label=Redo]").await?;
    page.wait_until("the fault is redone", &format!("{runs} === 2"))
        .await?;
    // A hold.
    page.press("p").await?;
    page.click(".asks .pri").await?;
    page.find(".break.held").await?;
    page.press("u").await?;
    page.wait_until("nothing is held", "!document.querySelector('.break.held')")
        .await?;
    page.press("y").await?;
    page.find(".break.held").await?;
    // A name.
    let name = "document.querySelector('.runs .on b').textContent";
    let before = page.value(name).await?;
    page.value("(i => (i.value = 'mine', i.dispatchEvent(new Event('change', { bubbles: true }))))(document.querySelector('.runs .on input')) && 0").await?;
    page.wait_until("it is named", &format!("{name} === 'mine'"))
        .await?;
    page.click(".break [aria-label=Undo]").await?;
    page.wait_until("the name is back", &format!("{name} === {before}"))
        .await?;
    // A run: what was held in the past of the last one made another.
    ensure!(page.value(runs).await? == 3);
    page.click(".runs .on .icon").await?;
    page.wait_until("it is deleted", &format!("{runs} === 2"))
        .await?;
    page.click(".break [aria-label=Undo]").await?;
    page.wait_until("it is back", &format!("{runs} === 3"))
        .await?;
    page.find(".break.held").await?;
    page.accessible().await
}

/// Forgetting everything leaves a first visit.
pub async fn forgetting_leaves_nothing(page: Page) -> Result<()> {
    page.open("").await?;
    page.press(Key::Right).await?;
    page.click(".break button").await?;
    page.press("t").await?;
    page.press("?").await?;
    page.find("dialog[open] button").await?;
    page.value("(window.before = true, [...document.querySelectorAll('dialog[open] button')].find(b => b.textContent === 'Forget everything kept in this browser').click()) && 0").await?;
    page.wait_until(
        "it is another page",
        "!window.before && !!document.querySelector('.stepno')",
    )
    .await?;
    ensure!(page.value(STEP).await? == "0", "it goes on with a run");
    ensure!(
        page.value("document.documentElement.dataset.theme ?? ''")
            .await?
            == ""
    );
    Ok(())
}

/// A partition is put together, looks held, and is healed; one packet of many can be held too.
pub async fn a_partition_holds_and_heals(page: Page) -> Result<()> {
    page.open("").await?;
    page.press(Key::Home).await?;
    page.press("p").await?;
    page.find(".asks .sides").await?;
    page.accessible().await?;
    page.click(".sides:nth-of-type(3) button").await?;
    let told = page.text(".asks [role=status]").await?;
    ensure!(told.contains("between p1, m1 and p2, m2, m3"), "{told}");
    page.click(".asks .pri").await?;
    page.find(".break.held button").await?;
    ensure!(page.text(".narration").await?.contains("between p1, m1"));
    page.find(".v-wire-held").await?;
    page.wait_until(
        "everybody has a side",
        "document.querySelectorAll('.v-side').length === 5",
    )
    .await?;
    page.accessible().await?;
    page.press(Key::End).await?;
    ensure!(
        page.text(".decisions").await?.contains("none"),
        "p1 decided"
    );
    page.click(".break.held button").await?;
    page.wait_until("it is healed", "!document.querySelector('.break.held')")
        .await?;
    page.press(Key::End).await?;
    ensure!(page.text(".decisions").await?.contains("p1"));
    // One packet, from its menu and by keyboard.
    page.press(Key::Home).await?;
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    page.find(".packet[data-key]").await?;
    page.value("document.querySelector('.packet[data-key]').focus() || 0")
        .await?;
    page.press(Key::Enter).await?;
    page.find("[role=menu]").await?;
    page.accessible().await?;
    page.value("[...document.querySelectorAll('[role=menuitem]')].find(b => b.textContent.includes('this packet alone')).click() || 0")
        .await?;
    page.wait_until(
        "the packet is held",
        "[...document.querySelectorAll('.break.held button')].some(b => b.textContent.includes('request'))",
    )
    .await?;
    Ok(())
}

/// It goes on to the exact step at which a register takes a value, and says plainly what does not
/// happen.
pub async fn it_goes_on_until_a_register_takes_a_value(page: Page) -> Result<()> {
    page.open("").await?;
    page.press(Key::Home).await?;
    page.press("j").await?;
    page.find(".asks select").await?;
    page.accessible().await?;
    page.click(".asks .pri").await?;
    page.wait_until("it went on", &format!("{STEP} > 0"))
        .await?;
    let told = page.text(".narration").await?;
    ensure!(told.contains("m1") && told.contains("slot[p1]"), "{told}");
    let step = page.value(STEP).await?;
    // A line that is never reached.
    let choose = |k: usize, at: usize| {
        format!(
            "(s => (s.selectedIndex = {at}, s.dispatchEvent(new Event('change', {{ bubbles: true }}))))(document.querySelectorAll('.asks select')[{k}]) && 0"
        )
    };
    page.press("j").await?;
    page.find(".asks select").await?;
    page.value(&choose(0, 1)).await?;
    page.value(&choose(1, 1)).await?;
    page.value(&choose(2, 10)).await?;
    page.click(".asks .pri").await?;
    page.wait_until(
        "it says so",
        "document.querySelector('.notice').textContent.includes('does not happen')",
    )
    .await?;
    ensure!(page.value(STEP).await? == step, "it moved");
    Ok(())
}

/// What is dropped on the page or pasted into it opens: a scenario, a list of events for the
/// configuration that is shown, a link. A mistake is told with its place, and loses nothing.
pub async fn what_is_dropped_or_pasted_opens(page: Page) -> Result<()> {
    page.open("").await?;
    let link = link_of(&page).await?;
    let bring = |kind: &str, text: &str| {
        let quoted = format!("{text:?}");
        match kind {
            "drop" => format!(
                "(d => (d.items.add(new File([{quoted}], 'run.txt', {{ type: 'text/plain' }})), document.querySelector('main').dispatchEvent(new DragEvent('drop', {{ dataTransfer: d, bubbles: true, cancelable: true }})), 0))(new DataTransfer())"
            ),
            _ => format!(
                "(d => (d.setData('text/plain', {quoted}), document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: d, bubbles: true }})), 0))(new DataTransfer())"
            ),
        }
    };
    let picked =
        |name: &str| format!("document.querySelector('#pick').textContent.startsWith('{name}')");
    let paxos = "setup paxos processes=3\nrun lockstep until decided";
    page.value(&bring("drop", paxos)).await?;
    page.wait_until("the file is open", &picked("Paxos"))
        .await?;
    // A list of events needs no setup.
    page.value(&bring("paste", "crash p3\nrun lockstep until decided"))
        .await?;
    page.wait_until(
        "p3 is crashed",
        "document.querySelector('.budget').textContent.includes('1 of')
            || (document.querySelector('.scrub').max > 3 && !document.querySelector('.guide'))",
    )
    .await?;
    page.press(Key::Right).await?;
    ensure!(page.text(".narration").await?.contains("p3"));
    page.value(&bring("paste", "crash p3\nfly p1")).await?;
    page.wait_until(
        "the mistake is told",
        "document.querySelector('.notice').textContent.includes('line 2')",
    )
    .await?;
    ensure!(page.text(".narration").await?.contains("p3"));
    page.value(&bring("paste", &link)).await?;
    page.wait_until("the link is open", &picked("Protected"))
        .await?;
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

/// Back brings back all that was open, not the run alone: the other runs, what stands beside, whose
/// eyes it is seen through, what can be undone; and Forward what was left for it. A reload forgets
/// the other runs of what was left, and the address still tells the rest.
pub async fn back_and_forward_bring_back_everything(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press(Key::Right).await?;
    page.press(Key::Right).await?;
    page.click(".break button").await?;
    page.press("d").await?;
    page.click("[data-algorithm=disk-paxos]").await?;
    page.find(".pair").await?;
    page.press("v").await?;
    page.find(".lens-bar").await?;
    let shown = "[document.querySelectorAll('.pair .stage').length, document.querySelectorAll('.lens-bar').length, document.querySelector('#tab-4').textContent, document.querySelector('.scrub').value].join(' ')";
    let before = page.value(shown).await?;
    ensure!(before == "2 1 Runs (2) 3", "{before}");
    page.click("#pick").await?;
    page.click("input[value=paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    let is =
        |name: &str| format!("document.querySelector('#pick').textContent.startsWith('{name}')");
    page.wait_until("Paxos is open", &is("Paxos")).await?;
    page.press(Key::Right).await?;
    for _ in 0..2 {
        page.driver.back().await?;
        page.wait_until("the run before is open", &is("Protected"))
            .await?;
        page.wait_until(
            "it is as it was",
            &format!("{shown} === '{}'", before.as_str().unwrap_or_default()),
        )
        .await?;
        ensure!(
            page.count(".break [aria-label=Undo]:not([aria-disabled])")
                .await?
                == 1
        );
        page.driver.forward().await?;
        page.wait_until("Paxos is open again", &is("Paxos")).await?;
        ensure!(page.value(STEP).await? == "1");
    }
    page.reload().await?;
    page.wait_until("Paxos is still open", &is("Paxos")).await?;
    page.driver.back().await?;
    page.wait_until("the run before is open", &is("Protected"))
        .await?;
    page.find(".pair").await?;
    page.find(".lens-bar").await?;
    ensure!(page.value(STEP).await? == "3");
    Ok(())
}

/// A run of Protected Memory Paxos that no lesson interrupts.
async fn open_a_run(page: &Page) -> Result<()> {
    page.open("").await?;
    page.click("#pick").await?;
    page.click("input[value=protected-memory-paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.wait_until("the run is open", "!document.querySelector('dialog')")
        .await
}

/// What is locked stays locked: by Back, and in the links that are made of it.
pub async fn a_lock_is_not_lost_on_the_way(page: Page) -> Result<()> {
    page.open("").await?;
    let hash = link_of(&page).await?;
    page.press("s").await?;
    page.click(".share-options label:nth-child(3) input")
        .await?;
    let locked = "document.querySelector('#link').value.split('#')[1]";
    page.wait_until(
        "the link is a locked one",
        &format!("{locked} !== '{hash}'"),
    )
    .await?;
    let hash = page.value(locked).await?;
    let hash = hash.as_str().unwrap_or_default().to_owned();
    page.press(Key::Escape).await?;
    page.value(&format!("void (location.hash = '{hash}')"))
        .await?;
    let is_locked = "document.querySelector('.break').textContent.includes('locked')";
    page.wait_until("it is locked", is_locked).await?;
    ensure!(link_of(&page).await? == hash, "its own link is locked");
    page.click("#pick").await?;
    page.click("input[value=paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.wait_until("another run is not", &format!("!{is_locked}"))
        .await?;
    page.reload().await?;
    page.wait_until("still not", &format!("!{is_locked}"))
        .await?;
    page.driver.back().await?;
    page.wait_until("it is locked again", is_locked).await
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
    // Going on until something that the run never shows makes it no longer.
    let end = page.value("document.querySelector('.scrub').max").await?;
    page.value("(s => (s.selectedIndex = 3, s.dispatchEvent(new Event('change', { bubbles: true }))))(document.querySelector('.until')) && 0").await?;
    page.find(".notice").await?;
    ensure!(page.value("document.querySelector('.scrub').max").await? == end);
    page.click(".notice button").await?;
    // A thing explains itself, and offers nothing.
    page.value("document.querySelector('.process[data-key]').focus() || 0")
        .await?;
    page.press(Key::Enter).await?;
    page.find("#menu-explains").await?;
    // One may look with its eyes, and do nothing to it.
    ensure!(page.count("[role=menuitem]").await? == 1);
    let look = page.text("[role=menuitem]").await?;
    ensure!(look.contains("p1 knows it"), "{look}");
    page.accessible().await?;
    page.press(Key::Escape).await?;
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

/// Protected Memory Paxos with two processes and three memories in lockstep, for slide decks.
const EMBEDDED: &str = "1BgQy526qvnXjjz3PT";

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
    ensure!(
        page.value("document.activeElement === document.body")
            .await?
            == true,
        "the page took the focus from the deck"
    );
    // Only the window around the page is listened to: not a neighbour in another frame.
    page.value(
        "(f => (f.contentWindow.eval(\"parent.document.querySelector('#deck').contentWindow.postMessage({ mnmscope: 'seek', step: 2 }, '*')\"), 0))
            (document.body.appendChild(document.createElement('iframe')))",
    )
    .await?;
    page.value("document.querySelector('#deck').contentWindow.postMessage({ mnmscope: 'seek', step: 3 }, '*') || 0")
        .await?;
    page.wait_until(
        "it was stepped",
        "told.some(t => t.mnmscope === 'at' && t.step === 3)",
    )
    .await?;
    ensure!(
        page.value("told.some(t => t.step === 2)").await? == false,
        "a neighbour was listened to"
    );
    // Keys open what they open elsewhere, and step it again when that is closed.
    let deck = "document.querySelector('#deck').contentWindow";
    let key = |key: &str| {
        format!(
            "{deck}.dispatchEvent(new ({deck}.KeyboardEvent)('keydown', {{ key: '{key}', bubbles: true }})) && 0"
        )
    };
    page.value(&format!("({deck}.location.hash = '{EMBEDDED}') && 0"))
        .await?;
    page.wait_until(
        "the picture stands alone",
        &format!("!!{deck}.document.querySelector('.embedded')"),
    )
    .await?;
    page.value(&key("?")).await?;
    page.wait_until(
        "the keys are shown",
        &format!("!!{deck}.document.querySelector('dialog')"),
    )
    .await?;
    page.value(&format!(
        "{deck}.document.querySelector('.modal-head button').click() || 0"
    ))
    .await?;
    page.wait_until(
        "they are gone",
        &format!("!{deck}.document.querySelector('dialog')"),
    )
    .await?;
    page.value(&key("Home")).await?;
    page.value(&key("ArrowRight")).await?;
    page.wait_until("keys step it still", "told[told.length - 1].step === 1")
        .await?;
    // A document that is no page has no icon.
    page.take_console_errors().await?;
    Ok(())
}
