//! What happened, and why it matters: the two sentences that the hall reads, spoken too.

use yew::prelude::*;

use super::frame::use_frame;
use super::prefs::use_language;
use super::use_store;
use crate::sim::happens_at;
use crate::view::text::{Mood, Ui, lens, stake, what_at, why, why_of};

/// The narration.
#[component]
pub fn Narration() -> Html {
    let (store, language) = (use_store(), use_language());
    let (session, frame) = (&store.session, use_frame());
    let here = session.trace.position();
    let event = session.trace.step(here).event();
    if let Some(me) = store.lens
        && here > 0
        && !event.is_some_and(|e| happens_at(e, me))
    {
        return html! {
            <div class="narration" tabindex="0" aria-live="polite" aria-atomic="true">
                <p class="what">{ lens::unseen(language, me, here) }</p>
            </div>
        };
    }
    let sentence = what_at(
        language,
        session,
        store.index.of(session).levels(),
        store.level,
        here,
    );
    // Why something is safe is no comfort where this very step has broken it.
    let broken = session.trace.step(here).violated != 0;
    let reason = why_of(&frame).filter(|_| !broken);
    let mood = match sentence.mood {
        Mood::Plain => None,
        Mood::Good => Some("good"),
        Mood::Bad => Some("bad"),
    };
    html! {
        <div class="narration" tabindex="0" aria-live="polite" aria-atomic="true">
            <p class={classes!("what", mood)}><b>{ sentence.head }</b>{ " " }{ sentence.rest }</p>
            if let Some(reason) = reason {
                <p class="because">{ format!("{} ({}): {}", Ui::WhyItMatters.text(language), stake(language, reason), why(language, reason)) }</p>
            }
        </div>
    }
}
