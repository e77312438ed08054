//! Lessons: they ask before they show, are answered on the stage, can be left and come back to, are
//! kept, and speak every language; a lecturer's own is as good as ours.

use browser::{Key, Page, Result, bail, ensure};

const OWN: &str = "title My own lesson\\nsetup protected-memory-paxos processes=2 memories=3\\nchapter Begin\\nnote Look at m2.\\nrun lockstep for 1 step\\nask Which memory comes first? | m1 | m2\\nrun lockstep for 2 steps\\nnote It was m1.\\nrun lockstep";

/// Opens a lesson of the library by its title.
async fn open_lesson(page: &Page, title: &str) -> Result<()> {
    page.press("c").await?;
    page.value(&format!(
        "[...document.querySelectorAll('.lessons button')].find(b => b.textContent.startsWith('{title}')).click() && 0"
    ))
    .await?;
    page.wait_until("the lesson is open", "!document.querySelector('dialog')")
        .await?;
    ensure!(page.text(".guide-head b").await? == title);
    Ok(())
}

/// Opens a lesson of the library by its place in the course.
pub async fn show_lesson(page: &Page, place: usize) -> Result<()> {
    page.press("c").await?;
    page.find(".lessons button").await?;
    page.value(&format!(
        "document.querySelectorAll('.lessons button')[{place}].click() && 0"
    ))
    .await?;
    page.wait_until("the lesson is open", "!document.querySelector('dialog')")
        .await
}

/// Goes on, as the lesson's own button does, until it asks.
async fn go_on_to_a_question(page: &Page) -> Result<()> {
    for _ in 0..30 {
        if page.count(".ask").await? > 0 {
            return Ok(());
        }
        page.click(".guide-head button:not(.plain)").await?;
    }
    bail!("it asks nothing")
}

async fn step(page: &Page) -> Result<String> {
    let value = page.value("document.querySelector('.scrub').value").await?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

/// Neither a step nor a delay goes past a question; after any answer both do, and the end of the
/// lesson is kept and leads to the next one.
pub async fn a_lesson_asks_before_it_shows(page: Page) -> Result<()> {
    page.open("").await?;
    go_on_to_a_question(&page).await?;
    let asked = step(&page).await?;
    page.press(Key::Right).await?;
    page.click("[aria-label='To the end of the next delay']")
        .await?;
    ensure!(step(&page).await? == asked, "it went past the question");
    page.click(".answers button:last-of-type").await?;
    ensure!(page.count(".answers .right").await? == 1);
    ensure!(!page.text(".verdict-line").await?.is_empty());
    page.accessible().await?;
    page.press(Key::Right).await?;
    ensure!(step(&page).await? != asked, "the answer changed nothing");
    page.press(Key::End).await?;
    page.click(".guide-head button:not(.plain)").await?;
    ensure!(page.text(".guide-head b").await? == "What is a remote write?");
    page.reload().await?;
    page.press("c").await?;
    ensure!(
        page.count(".lessons small").await? == 1,
        "it is not kept as done"
    );
    Ok(())
}

/// Where the answers are things, the thing itself is the answer.
pub async fn a_question_is_answered_on_the_stage(page: Page) -> Result<()> {
    page.open("").await?;
    open_lesson(&page, "One copy out of three").await?;
    go_on_to_a_question(&page).await?;
    page.value("document.querySelector('.stage [data-key=m1]').dispatchEvent(new MouseEvent('click', { bubbles: true })) && 0")
        .await?;
    ensure!(page.text(".answers .right").await?.contains("m1"));
    ensure!(page.count(".menu").await? == 0, "a menu opened instead");
    Ok(())
}

/// A lecturer's own lesson opens as one, can be left by acting and come back to, and is there after
/// a reload.
pub async fn a_lecturers_own_lesson_is_one(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("c").await?;
    page.value(&format!("(t => (t.value = '{OWN}', t.dispatchEvent(new Event('input', {{ bubbles: true }}))))(document.querySelector('.open-form textarea')) && 0")).await?;
    page.click(".open-form .pri").await?;
    page.wait_until("it is open", "!document.querySelector('dialog')")
        .await?;
    ensure!(page.text(".guide-head b").await? == "My own lesson");
    go_on_to_a_question(&page).await?;
    page.click(".break button").await?;
    ensure!(
        page.count(".guide.away").await? == 1,
        "acting did not leave it"
    );
    page.click(".guide.away button").await?;
    ensure!(
        page.count(".ask").await? == 1,
        "it is not where it was left"
    );
    page.reload().await?;
    ensure!(page.text(".guide-head b").await? == "My own lesson");
    ensure!(page.count(".ask").await? == 1);
    Ok(())
}

/// In German the lesson, its questions and what is wrong with a scenario are German, and the page
/// that shows them is as accessible.
pub async fn lessons_and_errors_speak_german(page: Page) -> Result<()> {
    page.open("").await?;
    page.value("localStorage.setItem('mnmscope-preferences', '{\"language\":\"german\"}')")
        .await?;
    page.reload().await?;
    ensure!(page.text(".guide-head b").await? == "Ein Schreiben entscheidet");
    go_on_to_a_question(&page).await?;
    ensure!(page.text(".ask p").await?.contains("Bestätigungen"));
    page.press("c").await?;
    page.click(".open-form textarea").await?;
    page.press("setup protected-memory-paxos\nrun lokstep")
        .await?;
    page.click(".open-form .pri").await?;
    let problem = page.text(".open-form .problem").await?;
    ensure!(
        problem.starts_with("Zeile 2, Spalte 5") && problem.contains("lockstep"),
        "{problem}"
    );
    page.accessible().await?;
    Ok(())
}
