//! What stays where it is: a lesson's notes have room, and the stage keeps its size from step to
//! step; the diagram is drawn once a step.

use crate::lessons::show_lesson;
use browser::{Page, Result, ensure};
use serde_json::{Value, json};

/// Goes through the lesson that is open, as a reader does, and lists what scrolls, sticks out or
/// makes the stage jump. What is shown beside the stage, or through whose eyes, may change its size.
const WALK: &str = "const done = arguments[0];
    (async () => {
        const frame = () => new Promise(requestAnimationFrame);
        const found = [];
        const title = document.querySelector('.guide-head b').textContent;
        let height = null;
        for (let k = 0; k < 60; k++) {
            await frame();
            await frame();
            const step = document.querySelector('.scrub').value;
            const words = document.querySelector('.words');
            const guide = document.querySelector('.guide');
            for (const e of [words, guide]) {
                if (e.scrollHeight > e.clientHeight + 1) found.push(`${title}, step ${step}: ${e.className} is ${e.scrollHeight} high in ${e.clientHeight}`);
            }
            const edge = Math.min(words.getBoundingClientRect().bottom, guide.getBoundingClientRect().bottom);
            for (const e of guide.querySelectorAll('.shown, .shown > *')) {
                if (e.getBoundingClientRect().bottom > edge) found.push(`${title}, step ${step}: '${e.textContent.slice(0, 40)}' sticks out`);
            }
            if (document.querySelector('.pair, .lens-bar')) {
                height = null;
            } else {
                const now = document.querySelector('.stage-area').offsetHeight;
                if (height !== null && now !== height) found.push(`${title}, step ${step}: the stage was ${height} high and is ${now}`);
                height = now;
                if (now < 215) found.push(`${title}: the stage is ${now} high`);
            }
            const answer = document.querySelector('.ask .answers button:not([aria-disabled])');
            const on = document.querySelector('.guide-head button:not(.plain):not(.following)');
            if (!answer && !on) break;
            (answer ?? on).click();
        }
        done(found);
    })();";

/// The lessons that say the most at once, by their places in the course.
const LONG: [usize; 6] = [0, 4, 13, 18, 25, 28];

/// In none of the themes a note has to be scrolled on a laptop's screen or a projector's, and the
/// stage keeps its size throughout a lesson.
pub async fn no_note_scrolls_and_the_stage_keeps_its_size(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    for (theme, language, (w, h)) in [
        ("light", "english", (1280, 720)),
        ("dark", "german", (1280, 800)),
        ("light", "german", (1280, 720)),
        ("projector", "english", (1280, 720)),
        ("projector", "german", (1280, 720)),
        ("projector", "german", (1920, 1080)),
    ] {
        page.screen(w, h).await?;
        page.open("").await?;
        page.value(&format!(
            "(sessionStorage.clear(), localStorage.setItem('mnmscope-preferences', '{}'), 0)",
            json!({ "theme": theme, "language": language })
        ))
        .await?;
        page.driver.goto("about:blank").await?;
        page.open("").await?;
        for place in 0..32 {
            show_lesson(&page, place).await?;
            let found: Value = if LONG.contains(&place) {
                let walked = page.driver.execute_async(WALK, Vec::new()).await?;
                walked.json().clone()
            } else {
                page.value("[...document.querySelectorAll('.words, .guide')].filter(e => e.scrollHeight > e.clientHeight + 1).map(e => e.className + ' scrolls')")
                    .await?
            };
            ensure!(
                found.as_array().is_some_and(Vec::is_empty),
                "{theme}, {language}, {w}x{h}, lesson {place}: {found}"
            );
        }
    }
    Ok(())
}

/// Going to a step draws the diagram once, where it is then scrolled to.
pub async fn a_seek_draws_the_diagram_once(page: Page) -> Result<()> {
    page.prefers(&[("prefers-reduced-motion", "reduce")])
        .await?;
    crate::levels::open(
        &page,
        "setup protected-memory-paxos processes=2 memories=3 mutate=(erase-and-continue)\nrun random seed=7 steps=600",
    )
    .await?;
    let counts = "const done = arguments[0];
        (async () => {
            let draws = 0;
            new MutationObserver(() => draws++)
                .observe(document.querySelector('.diagram'), { childList: true, subtree: true, attributes: true });
            const scrub = document.querySelector('.scrub');
            const counts = [];
            for (const step of [500, 20, 300, 301, 600, 0]) {
                draws = 0;
                scrub.value = step;
                scrub.dispatchEvent(new Event('input', { bubbles: true }));
                for (let k = 0; k < 5; k++) await new Promise(requestAnimationFrame);
                counts.push(draws);
            }
            done([counts, document.querySelector('.diagram-scroll').scrollWidth > 3000]);
        })();";
    let counted = page.driver.execute_async(counts, Vec::new()).await?;
    ensure!(
        counted.json() == &json!([[1, 1, 1, 1, 1, 1], true]),
        "drawn so often: {}",
        counted.json()
    );
    Ok(())
}
