//! Two runs side by side, and one process's view.

use browser::{Key, Page, Result, ensure};

/// Opens a run of Protected Memory Paxos that no lesson interrupts.
async fn open_a_run(page: &Page) -> Result<()> {
    page.open("").await?;
    page.click("#pick").await?;
    page.click("input[value=protected-memory-paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.wait_until("the run is open", "!document.querySelector('dialog')")
        .await
}

/// Disk Paxos beside Protected Memory Paxos: one key steps both, and four delays stand beside two.
pub async fn two_algorithms_run_side_by_side(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press("d").await?;
    page.click("[data-algorithm=disk-paxos]").await?;
    page.wait_until(
        "both are there",
        "document.querySelectorAll('.half .stage').length == 2",
    )
    .await?;
    for (w, h) in [(1280, 720), (390, 844)] {
        page.screen(w, h).await?;
        let width = page.value("document.documentElement.scrollWidth").await?;
        ensure!(
            width.as_u64() <= Some(u64::from(w)),
            "{width} on a screen of {w}"
        );
        page.screenshot(&format!("beside-{w}x{h}")).await?;
        page.accessible().await?;
    }
    page.screen(1280, 720).await?;
    let counts =
        "[...document.querySelectorAll('.half .count b')].map(e => e.textContent).join(' ')";
    for _ in 0..20 {
        if page.value(counts).await? == "2 2" {
            break;
        }
        page.press(Key::Shift + Key::Right).await?;
    }
    page.screenshot("beside-two-delays").await?;
    let result = page.text(".beside-bar .result").await?;
    ensure!(result.contains("p1 decides a after 2 delays"), "{result}");
    ensure!(result.contains("nobody has decided yet"), "{result}");
    page.press(Key::End).await?;
    let result = page.text(".beside-bar .result").await?;
    ensure!(
        result.contains("p1 decides a after 2 delays") && result.contains("after 4 delays"),
        "{result}"
    );
    page.screenshot("beside-end").await?;
    page.press(Key::Home).await?;
    page.click(".break button").await?;
    let dead = "document.querySelectorAll('.half .v-process-dead').length";
    page.wait_until("p1 has crashed in both", &format!("{dead} == 2"))
        .await?;
    page.press(Key::Escape).await?;
    page.wait_until(
        "one stage is left",
        "document.querySelectorAll('.stage').length == 1",
    )
    .await
}

/// What only the run beside has cannot fail in both, and its menu says so.
pub async fn what_is_only_beside_says_why_it_cannot_fail(page: Page) -> Result<()> {
    page.open("").await?;
    page.click("#pick").await?;
    page.click("input[value=paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.press("d").await?;
    page.click("[data-algorithm=protected-memory-paxos]")
        .await?;
    page.find(".pair").await?;
    for (thing, told) in [("memory", true), ("process", false)] {
        page.value(&format!(
            "document.querySelector('#stage-beside .{thing}[data-key]').focus() || 0"
        ))
        .await?;
        page.press(Key::Enter).await?;
        let explains = page.text("#menu-explains").await?;
        ensure!(
            explains.contains("open this algorithm by itself") == told,
            "{explains}"
        );
        ensure!((page.count("[role=menuitem].fault").await? == 0) == told);
        page.accessible().await?;
        page.press(Key::Escape).await?;
    }
    Ok(())
}

/// What p1 knows: one key shows it, `?` and hatching stand where it cannot know, Escape leaves.
pub async fn the_stage_as_one_process_knows_it(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    for _ in 0..4 {
        page.press(Key::Right).await?;
    }
    page.press("v").await?;
    page.find(".lens-bar").await?;
    let label = page
        .value("document.querySelector('.stage').getAttribute('aria-label')")
        .await?;
    ensure!(
        label.as_str().is_some_and(|l| l.contains("as p1 knows it")),
        "{label}"
    );
    let hatched = "document.querySelectorAll('.stage .v-hatch').length";
    ensure!(
        page.value(hatched).await?.as_u64() > Some(3),
        "nothing is hatched"
    );
    page.screenshot("lens-1280x720").await?;
    for theme in ["light", "dark", "projector"] {
        page.value(&format!(
            "document.documentElement.setAttribute('data-theme', '{theme}')"
        ))
        .await?;
        page.accessible().await?;
        page.screenshot(&format!("lens-{theme}")).await?;
    }
    page.value("document.documentElement.setAttribute('data-theme', 'light')")
        .await?;
    page.press(Key::End).await?;
    let things = page.text(".state .log").await?;
    ensure!(things.contains("m1 answers: acknowledgement"), "{things}");
    page.screenshot("lens-end").await?;
    page.screen(390, 844).await?;
    let width = page.value("document.documentElement.scrollWidth").await?;
    ensure!(width.as_u64() <= Some(390), "{width} on a telephone");
    page.screenshot("lens-390x844").await?;
    page.press(Key::Escape).await?;
    page.wait_until("everything is seen", &format!("{hatched} == 0"))
        .await?;
    page.screen(1280, 720).await?;
    page.click("#tab-1").await?;
    page.click(".locals:nth-of-type(2) .find").await?;
    page.wait_until(
        "it is p2's view",
        "document.querySelector('.lens-bar b').textContent.includes('p2')",
    )
    .await
}

/// Two runs side by side: where they part is told, and whether a process can tell them apart.
pub async fn two_runs_stand_side_by_side(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press(Key::Right).await?;
    page.click(".break button").await?;
    page.click("#tab-4").await?;
    page.click(".runs li:first-child .put-beside").await?;
    page.find(".pair").await?;
    let result = page.text(".beside-bar .result").await?;
    ensure!(result.contains("First difference, at step 2"), "{result}");
    page.press("v").await?;
    let views = page.text(".beside-bar .views").await?;
    ensure!(views.starts_with("p1 "), "{views}");
    page.press(Key::End).await?;
    page.accessible().await?;
    page.screenshot("beside-runs").await.map(|_| ())
}

/// The lower bound's lesson opens p2's views of the two runs side by side at its third step, and
/// they are the same; a link of that reopens both.
pub async fn the_lower_bound_shows_the_views_side_by_side(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("c").await?;
    page.find("dialog .lessons button").await?;
    page.value(
        "[...document.querySelectorAll('.lessons button')].find(b => b.textContent.startsWith('No two delays')).click()",
    )
    .await?;
    page.wait_until("the lesson is open", "!document.querySelector('dialog')")
        .await?;
    let step = "document.querySelector('.guide-head').textContent.includes('Step 3')";
    for _ in 0..6 {
        if page.value(step).await? == true {
            break;
        }
        page.press(Key::Right).await?;
    }
    page.find(".pair").await?;
    for _ in 0..30 {
        page.press(Key::Right).await?;
        if page
            .value("document.querySelector('.guide .ask') !== null")
            .await?
            == true
        {
            break;
        }
        let views = page.text(".beside-bar .views").await?;
        ensure!(views.starts_with("p2 cannot tell the two apart"), "{views}");
        page.screenshot("lower-bound-views").await?;
    }
    page.click(".ask .answers button").await?;
    let p1 = "(document.querySelector('.beside-bar .views') || {textContent: ''}).textContent";
    for _ in 0..6 {
        page.press(Key::Right).await?;
        if page.value(&format!("{p1}.startsWith('p1')")).await? == true {
            break;
        }
    }
    let views = page.text(".beside-bar .views").await?;
    ensure!(views.starts_with("p1 cannot tell the two apart"), "{views}");
    page.accessible().await?;
    page.screenshot("lower-bound-views-of-p1").await?;
    page.press("s").await?;
    let link = page.value("document.querySelector('#link').value").await?;
    let link = link.as_str().unwrap_or_default().to_owned();
    ensure!(link.contains("&view=p1&beside="), "{link}");
    let hash = link
        .split_once('#')
        .map(|(_, hash)| hash)
        .unwrap_or_default();
    page.open("").await?;
    page.value(&format!("(location.hash = '{hash}')")).await?;
    page.find(".pair").await?;
    let again = page.text(".beside-bar .views").await?;
    ensure!(again == views, "{again}");
    Ok(())
}
