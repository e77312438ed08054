//! Room for fingers, and for large text.

use browser::{Key, Page, Result, ensure};
use serde_json::json;

/// The controls that are smaller than a finger wants, 44 pixels each way. A control inside a label is
/// as large as its label. On the drawing, where things shrink with the screen, the rule is the
/// minimum of WCAG 2.2 (2.5.8): 24 pixels, or as much room around its middle.
const SMALL: &str = "(() => {
    const controls = 'button, select, summary, textarea, input, a[href], [role=button], [role=tab], [role=menuitem]';
    const all = [...document.querySelectorAll(controls)].filter(e =>
        e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest('.unseen, .skip'));
    const open = document.querySelector('dialog[open]') ?? document.querySelector('.menu');
    const reached = open ? all.filter(e => open.contains(e)) : all;
    const boxes = reached.map(e => ({ e, box: (e.closest('label') ?? e).getBoundingClientRect(), drawn: !!e.closest('svg') }));
    const seen = boxes.filter(({ box }) => box.width > 0 && box.height > 0);
    const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
    const alone = ({ e, box }) => seen.every(other => {
        if (other.e === e || other.e.contains(e) || e.contains(other.e)) return true;
        const [[x, y], o] = [middle(box), other.box];
        const apart = Math.hypot(Math.max(o.left - x, x - o.right, 0), Math.max(o.top - y, y - o.bottom, 0));
        const [u, v] = middle(o);
        return apart >= 12 && (o.width >= 24 && o.height >= 24 || Math.hypot(x - u, y - v) >= 24);
    });
    const room = one => one.drawn
        ? one.box.width >= 24 && one.box.height >= 24 || alone(one)
        : one.box.width >= 43.9 && one.box.height >= 43.9;
    const name = e => e.getAttribute('aria-label') || e.dataset.key || e.id || e.textContent.trim().slice(0, 30) || e.className;
    return seen.filter(one => !room(one)).map(({ e, box }) =>
        `${e.tagName.toLowerCase()} ${name(e)}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
})()";

/// What is cut, overlaps or makes the page scroll sideways.
const CUT: &str = "(() => {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide on ${innerWidth}`);
    const open = document.querySelector('dialog[open]') ?? document.querySelector('#app');
    const shown = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) && !e.closest('.unseen, .skip, .standing, svg');
    const name = e => `${e.tagName.toLowerCase()}.${e.className} '${e.textContent.trim().slice(0, 40)}'`;
    for (const e of open.querySelectorAll('*')) {
        if (!shown(e) || e.tagName === 'INPUT') continue;
        const style = getComputedStyle(e);
        const hides = s => s === 'hidden' || s === 'clip';
        if (e.scrollWidth > e.clientWidth + 1 && hides(style.overflowX) && e.clientWidth > 0) found.push(`cut: ${name(e)}`);
        if (e.scrollHeight > e.clientHeight + 2 && hides(style.overflowY) && e.clientHeight > 0) found.push(`cut below: ${name(e)}`);
        if (e.matches('.modal-body, .panel') && e.scrollWidth > e.clientWidth + 1) found.push(`scrolls sideways: ${name(e)}`);
        if (e.tagName === 'BUTTON' && e.scrollWidth > e.clientWidth + 1) found.push(`the text sticks out: ${name(e)}`);
    }
    // Lines of text that lie on each other. What is above the page by intention does not count.
    const above = e => { for (; e && e !== open; e = e.parentElement) if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(e).position)) return true; return false; };
    const clipped = (e, r) => { for (; e && e !== open; e = e.parentElement) if (getComputedStyle(e).overflowY !== 'visible') {
        const b = e.getBoundingClientRect(); if (r.bottom > b.bottom + 1 || r.top < b.top - 1 || r.right > b.right + 1 || r.left < b.left - 1) return true; } return false; };
    const walker = document.createTreeWalker(open, NodeFilter.SHOW_TEXT);
    const lines = [];
    while (walker.nextNode()) {
        const [node, e] = [walker.currentNode, walker.currentNode.parentElement];
        if (!node.data.trim() || !shown(e) || above(e) || e.closest('option, textarea, dialog') !== (e.closest('dialog') ?? null)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const r of range.getClientRects()) if (r.width > 1 && !clipped(e, r)) lines.push({ e, r });
    }
    for (let i = 0; i < lines.length; i++) for (let j = i + 1; j < lines.length; j++) {
        const [a, b] = [lines[i].r, lines[j].r];
        const [w, h] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        // Letters are lower than their lines.
        if (w > 2 && h > Math.min(a.height, b.height) / 2) found.push(`on each other: ${name(lines[i].e)} and ${name(lines[j].e)}`);
    }
    return [...new Set(found)].slice(0, 12);
})()";

/// Looks at every view with a script that lists what is wrong.
async fn every_view(page: &Page, script: &str) -> Result<()> {
    let mut wrong = Vec::new();
    let mut look = async |view: &str| -> Result<()> {
        let found = page.value(script).await?;
        for one in found.as_array().into_iter().flatten() {
            wrong.push(format!("{view}: {}", one.as_str().unwrap_or_default()));
        }
        Ok(())
    };
    page.open("").await?;
    look("the lesson").await?;
    page.press(Key::Right).await?;
    for tab in 0..6 {
        page.value(&format!(
            "(document.querySelector('#tab-{tab}').click(), 0)"
        ))
        .await?;
        look(&format!("tab {tab}")).await?;
    }
    page.press("r").await?;
    look("a random run").await?;
    page.value("(document.querySelector('[data-key=p2]').focus(), 0)")
        .await?;
    page.press(Key::Enter).await?;
    page.find(".menu").await?;
    look("a menu").await?;
    page.press(Key::Escape).await?;
    for (key, view) in [
        ("a", "the setup"),
        ("c", "the lessons"),
        ("w", "what survives"),
        ("s", "sharing"),
        ("?", "the help"),
    ] {
        page.press(key).await?;
        page.find("dialog").await?;
        look(view).await?;
        page.press(Key::Escape).await?;
        page.wait_until("the dialog is closed", "!document.querySelector('dialog')")
            .await?;
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// On a telephone every control has room for a finger.
pub async fn fingers_find_what_they_press(page: Page) -> Result<()> {
    page.screen(390, 844).await?;
    page.cdp(
        "Emulation.setTouchEmulationEnabled",
        json!({ "enabled": true }),
    )
    .await?;
    page.open("").await?;
    ensure!(
        page.value("matchMedia('(pointer: coarse)').matches")
            .await?
            == true
    );
    let result = every_view(&page, SMALL).await;
    page.cdp(
        "Emulation.setTouchEmulationEnabled",
        json!({ "enabled": false }),
    )
    .await?;
    result
}

/// With the text twice as large as usual, as a reader sets it in the browser, nothing is cut, nothing
/// lies on anything else, and the page does not scroll sideways.
pub async fn large_text_has_room(page: Page) -> Result<()> {
    page.cdp(
        "Page.setFontSizes",
        json!({ "fontSizes": { "standard": 32, "fixed": 26 } }),
    )
    .await?;
    let mut result = Ok(());
    for (w, h) in [(1280, 800), (390, 844)] {
        page.screen(w, h).await?;
        let found = every_view(&page, CUT).await;
        result = result.and(found.map_err(|error| error.context(format!("{w} x {h}"))));
    }
    page.cdp(
        "Page.setFontSizes",
        json!({ "fontSizes": { "standard": 16, "fixed": 13 } }),
    )
    .await?;
    result
}

/// The browser's zoom at 200 % leaves half the room.
pub async fn twice_the_zoom_has_room(page: Page) -> Result<()> {
    page.screen(640, 400).await?;
    every_view(&page, CUT).await
}
