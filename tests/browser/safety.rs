//! What the page may do, and what is done with what others wrote.

use browser::{Key, Page, Result, ensure};

/// Collects whatever the page's policy refuses.
const COLLECT: &str = "window.refused = []; document.addEventListener('securitypolicyviolation', e => refused.push(`${e.violatedDirective} ${e.blockedURI}`));";

/// No view does what the page's policy forbids, none asks another site (that is checked after every
/// test), and none leaves a cookie.
pub async fn nothing_is_refused_and_no_cookie_is_left(page: Page) -> Result<()> {
    page.before_each_document(COLLECT).await?;
    page.open("").await?;
    page.press(Key::Right).await?;
    for tab in 0..6 {
        page.click(&format!("#tab-{tab}")).await?;
    }
    for key in ["a", "c", "w", "s", "?"] {
        page.press(key).await?;
        page.find("dialog").await?;
        page.press(Key::Escape).await?;
        page.wait_until("the dialog is closed", "!document.querySelector('dialog')")
            .await?;
    }
    page.click("#tab-5").await?;
    page.click(".search-buttons button").await?;
    page.find(".figures, .outcome").await?;
    let refused = page.value("refused").await?;
    ensure!(refused == serde_json::json!([]), "{refused}");
    ensure!(page.value("document.cookie").await? == "");
    ensure!(page.driver.get_all_cookies().await?.is_empty());
    Ok(())
}

/// The policy forbids what it should: scripts and styles in the page, `eval`, other sites.
pub async fn the_policy_is_strict(page: Page) -> Result<()> {
    page.before_each_document(COLLECT).await?;
    page.open("").await?;
    let tried = page
        .value(
            "(async () => {
                const script = document.createElement('script');
                script.textContent = 'window.ran = 1';
                document.head.append(script);
                const button = document.createElement('button');
                button.setAttribute('onclick', 'window.ran = 2');
                button.click();
                const style = document.createElement('style');
                style.textContent = 'body { --ran: 3 }';
                document.head.append(style);
                // In a task of the page: one of the driver may do more.
                await new Promise(go => setTimeout(() => {
                    try { (0, eval)('window.ran = 4'); } catch { /* refused */ }
                    go();
                }));
                fetch('http://127.0.0.1:9/elsewhere').catch(() => 0);
                return [window.ran ?? null, getComputedStyle(document.body).getPropertyValue('--ran')];
            })()",
        )
        .await?;
    ensure!(tried == serde_json::json!([null, ""]), "{tried}");
    page.wait_until("all is refused", "refused.length >= 5")
        .await?;
    // The browser says in its console what it refused.
    page.take_console_errors().await?;
    Ok(())
}

/// Text that others wrote is shown as text.
pub async fn what_others_wrote_is_text(page: Page) -> Result<()> {
    page.open("").await?;
    page.press("c").await?;
    page.find(".open-form textarea").await?;
    page.value("(t => (t.value = 'title <img src=x onerror=alert(1)>\\nsetup paxos processes=3\\nnote <b id=bold>bold</b>\\nrun lockstep until decided', t.dispatchEvent(new Event('input', { bubbles: true }))))(document.querySelector('.open-form textarea')) && 0").await?;
    page.click(".open-form .pri").await?;
    page.wait_until(
        "it is open, or is said to be wrong",
        "!document.querySelector('dialog') || document.querySelector('.open-form .problem').textContent !== ''",
    )
    .await?;
    ensure!(
        page.count("img, #bold").await? == 0,
        "text became a part of the page"
    );
    ensure!(
        page.text("body").await?.contains('<'),
        "it is not shown at all"
    );
    Ok(())
}
