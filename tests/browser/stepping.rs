//! Stepping: forth and back, by keys, buttons and clicks; breaking it; and what was tried before.

use browser::{Key, Page, Result, ensure};

/// Which step the page stands at, and how many there are.
async fn place(page: &Page) -> Result<(u64, u64)> {
    let text = page
        .value("(e => [e.value, e.max])(document.querySelector('.scrub'))")
        .await?;
    let number = |k: usize| {
        text[k]
            .as_str()
            .and_then(|t| t.parse().ok())
            .unwrap_or(u64::MAX)
    };
    Ok((number(0), number(1)))
}

/// Opens a run of Protected Memory Paxos that no lesson interrupts.
async fn open_a_run(page: &Page) -> Result<()> {
    page.open("").await?;
    page.click("#pick").await?;
    page.click("input[value=protected-memory-paxos]").await?;
    page.click(".setup-end button[type=submit]").await?;
    page.wait_until("the run is open", "!document.querySelector('dialog')")
        .await?;
    ensure!(place(page).await?.0 == 0, "it does not start at the start");
    Ok(())
}

/// With nothing chosen, the first lesson is there, and its first steps go by with one key.
pub async fn it_opens_on_a_guided_run(page: Page) -> Result<()> {
    page.open("").await?;
    ensure!(!page.text(".guide .note").await?.is_empty());
    ensure!(page.count(".stage .process").await? == 2);
    ensure!(page.count(".stage .memory").await? == 3);
    page.press(Key::Right).await?;
    ensure!(place(&page).await?.0 == 1);
    ensure!(!page.text(".narration .what").await?.is_empty());
    Ok(())
}

/// A step back is a step back; at the start, a hundred more change nothing.
pub async fn back_at_the_start_stays_there(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    let before = page.text(".narration").await?;
    page.press(Key::Right).await?;
    ensure!(page.text(".narration").await? != before);
    page.press(Key::Left).await?;
    ensure!(page.text(".narration").await? == before);
    for _ in 0..100 {
        page.press(Key::Left).await?;
    }
    ensure!(place(&page).await?.0 == 0);
    page.press(Key::Right).await?;
    ensure!(place(&page).await?.0 == 1);
    Ok(())
}

/// To the end and back by delays: p1 decides in two.
pub async fn two_delays_decide(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.click("[aria-label='To the end of the next delay']")
        .await?;
    ensure!(page.text(".big b").await? == "0" || page.text(".big b").await? == "1");
    page.press(Key::End).await?;
    let (here, end) = place(&page).await?;
    ensure!(here == end && end > 0, "step {here} of {end}");
    let decisions = page.text(".decisions").await?;
    ensure!(
        decisions.contains("p1") && decisions.contains('2'),
        "{decisions}"
    );
    page.press(Key::Home).await?;
    ensure!(place(&page).await?.0 == 0);
    Ok(())
}

/// It plays by itself, and stops when asked.
pub async fn it_plays_and_pauses(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press(".").await?;
    page.wait_until("it plays", "+document.querySelector('.scrub').value >= 2")
        .await?;
    page.press(".").await?;
    let (here, _) = place(&page).await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    ensure!(place(&page).await?.0 == here, "it went on");
    Ok(())
}

/// Acting in the past makes another run, and the one before can be shown again; undo takes it back.
pub async fn acting_in_the_past_forks(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press(Key::Right).await?;
    let (_, end) = place(&page).await?;
    page.click(".break button").await?;
    page.click("#tab-4").await?;
    ensure!(page.count(".runs li").await? == 2);
    let crashed = page.text(".budget").await?;
    ensure!(crashed.contains('1'), "{crashed}");
    page.click(".runs li:first-child button").await?;
    ensure!(place(&page).await?.1 == end, "the first run is another one");
    page.press("u").await?;
    ensure!(page.count(".runs li").await? == 1, "undo left the branch");
    Ok(())
}

/// What can happen next is a list of sentences, and each is a button.
pub async fn by_hand_each_event_is_a_button(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press("h").await?;
    let first = page.text(".next ul button").await?;
    ensure!(first.ends_with('.') || first.contains(' '), "{first}");
    page.click(".next ul button").await?;
    ensure!(place(&page).await?.0 == 1);
    Ok(())
}

/// A liar does what is typed, and says so where it cannot.
pub async fn a_liar_does_what_is_typed(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("c").await?;
    page.value("(t => (t.value = 'setup cheap-quorum processes=3 memories=1 byzantine=(p3)', t.dispatchEvent(new Event('input', { bubbles: true }))))(document.querySelector('.open-form textarea')) && 0").await?;
    page.click(".open-form .pri").await?;
    page.wait_until(
        "it is open",
        "document.querySelector('#pick').textContent.startsWith('Cheap')",
    )
    .await?;
    page.press("h").await?;
    page.click(".lie input").await?;
    page.wait_until(
        "there are acts to pick from",
        "document.querySelectorAll('.lie datalist option').length > 5",
    )
    .await?;
    page.press("say Value[p9]@m1 = q").await?;
    page.press(Key::Enter).await?;
    let problem = page.text(".lie [role=status]").await?;
    ensure!(
        !problem.is_empty(),
        "it says nothing about an impossible act"
    );
    page.accessible().await?;
    page.value("(document.querySelector('.lie input').select(), 0)")
        .await?;
    page.press("ask Region[l]@m1 for mine").await?;
    page.press(Key::Enter).await?;
    ensure!(place(&page).await?.0 == 1, "it has asked");
    Ok(())
}

/// A thing on the stage opens its menu by key, says what it is, and gives the focus back.
pub async fn the_stage_works_by_keyboard_alone(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.value("document.querySelector('[data-key=p2]').focus()")
        .await?;
    page.press(Key::Enter).await?;
    let items = page.text(".menu [role=menu]").await?;
    ensure!(items.contains("p2"), "{items}");
    page.accessible().await?;
    page.press(Key::Escape).await?;
    page.wait_until("the menu is closed", "!document.querySelector('.menu')")
        .await?;
    let focused = page
        .value("document.activeElement.getAttribute('data-key')")
        .await?;
    ensure!(focused == "p2", "the focus is at {focused}");
    Ok(())
}

/// Random runs show their seed; the same again is the same, another seed is another run.
pub async fn the_seed_is_shown_and_means_the_same(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press("r").await?;
    ensure!(
        page.value("document.querySelector('.seed input').value")
            .await?
            == "1"
    );
    let told = "(document.querySelector('#tab-2').click(), 0)";
    page.value(told).await?;
    let first = page.text(".log").await?;
    page.click(".seed button").await?;
    ensure!(
        page.text(".log").await? == first,
        "the same seed made another run"
    );
    page.press("x").await?;
    ensure!(
        page.value("document.querySelector('.seed input').value")
            .await?
            == "2"
    );
    ensure!(
        page.text(".log").await? != first,
        "another seed made the same run"
    );
    Ok(())
}

/// Letters typed in a field are letters.
pub async fn keys_in_a_field_are_not_commands(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.click("#tab-4").await?;
    page.click(".runs input").await?;
    page.press("nnn").await?;
    ensure!(place(&page).await?.0 == 0, "typing stepped");
    Ok(())
}

/// Impossible settings explain themselves beside the form, and the run stays as it was.
pub async fn an_impossible_setup_explains_itself(page: Page) -> Result<()> {
    open_a_run(&page).await?;
    page.press(Key::Right).await?;
    page.click("#pick").await?;
    page.click(".numbers input").await?;
    page.press(Key::Backspace).await?;
    page.press("0").await?;
    ensure!(page.text(".problem").await?.contains("between 1 and 9"));
    page.press(Key::Escape).await?;
    page.wait_until("the setup is closed", "!document.querySelector('dialog')")
        .await?;
    ensure!(place(&page).await?.0 == 1, "the run was lost");
    Ok(())
}

/// With less motion asked for, a step is there at once, and playing still goes on.
pub async fn less_motion_jumps(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    open_a_run(&page).await?;
    page.press(Key::Right).await?;
    let where_it_is = "[...document.querySelectorAll('.stage .packet')].map(p => p.getAttribute('transform')).join()";
    let at_once = page.value(where_it_is).await?;
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    ensure!(page.value(where_it_is).await? == at_once, "it glides");
    page.press(".").await?;
    page.wait_until("it plays", "+document.querySelector('.scrub').value >= 3")
        .await?;
    Ok(())
}
