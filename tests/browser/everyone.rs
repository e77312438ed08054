//! Every view, on every screen, in every theme.

use browser::{Key, Page, Result, ensure};

/// axe-core has nothing to object to in any panel and dialog, in any theme.
pub async fn every_view_is_accessible_in_every_theme(page: Page) -> Result<()> {
    page.open("").await?;
    for theme in ["light", "dark", "projector"] {
        page.value(&format!(
            "document.documentElement.setAttribute('data-theme', '{theme}')"
        ))
        .await?;
        page.press(Key::Right).await?;
        for tab in 0..6 {
            page.click(&format!("#tab-{tab}")).await?;
            page.accessible().await?;
        }
        for (key, name) in [
            ("a", "setup"),
            ("c", "lessons"),
            ("w", "survival"),
            ("?", "help"),
        ] {
            page.press(key).await?;
            page.find("dialog").await?;
            page.screenshot(&format!("{name}-{theme}")).await?;
            page.accessible().await?;
            page.press(Key::Escape).await?;
            page.wait_until("the dialog is closed", "!document.querySelector('dialog')")
                .await?;
        }
    }
    Ok(())
}

/// Nothing is wider than the screen, from a telephone's to a projector's.
pub async fn nothing_sticks_out_on_any_screen(page: Page) -> Result<()> {
    for (w, h) in [
        (1280, 720),
        (1920, 1080),
        (1024, 768),
        (390, 844),
        (640, 360),
    ] {
        page.screen(w, h).await?;
        page.open("").await?;
        page.press(Key::Right).await?;
        page.screenshot(&format!("stage-{w}x{h}")).await?;
        let width = page.value("document.documentElement.scrollWidth").await?;
        ensure!(
            width.as_u64() <= Some(u64::from(w)),
            "{width} pixels on a screen of {w}"
        );
    }
    Ok(())
}
