//! Help: the keys, and what the reader may choose once and for all.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::kept::forget;
use super::keys::KEYS;
use super::modal::Modal;
use super::page::full_screen;
use super::parts;
use super::prefs::{Prefer, Theme, use_prefs};
use super::presenter::open_window;
use super::store::Action;
use super::{use_store, use_words};
use crate::view::text::Language;
use crate::view::text::Word;

/// The dialog.
#[component]
pub fn Help() -> Html {
    let (store, say) = (use_store(), use_words());
    let on_close = Callback::from(move |()| store.dispatch(Action::Dialog(None)));
    html! {
        <Modal title={say(Word::Help)} class="help" {on_close}>
            <Choices />
            <h3>{ say(Word::Keys) }</h3>
            <dl class="keys">{ for rows(say) }</dl>
        </Modal>
    }
}

/// One row for each command, with all of its keys.
fn rows(say: impl Fn(Word) -> &'static str) -> Vec<Html> {
    let mut commands: Vec<_> = KEYS
        .iter()
        .map(|(.., command, word)| (*command, *word))
        .collect();
    commands.dedup_by_key(|(command, _)| *command);
    let row = |(command, word)| {
        let keys = KEYS.iter().filter(|(.., c, _)| *c == command);
        html! {
            <div>
                <dt>{ for keys.map(|(_, _, shown, ..)| html! { <kbd>{ *shown }</kbd> }) }</dt>
                <dd>{ say(word) }</dd>
            </div>
        }
    };
    commands.into_iter().map(row).collect()
}

#[component]
fn Choices() -> Html {
    let (store, prefs, say) = (use_store(), use_prefs(), use_words());
    let on_theme = {
        let prefs = prefs.clone();
        Callback::from(move |event: Event| {
            let id = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some(theme) = Theme::ALL.into_iter().find(|t| t.id() == id) {
                prefs.dispatch(Prefer::Theme(theme));
            }
        })
    };
    let on_language = {
        let prefs = prefs.clone();
        Callback::from(move |event: Event| {
            let tag = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some(language) = Language::of_code(&tag) {
                let prefs = prefs.clone();
                parts::with(parts::of(language), &store, move || {
                    prefs.dispatch(Prefer::Language(language));
                });
            }
        })
    };
    let themes = Theme::ALL.into_iter().map(|theme| {
        html! { <option value={theme.id()} selected={theme == prefs.theme}>{ say(theme_word(theme)) }</option> }
    });
    let languages = Language::ALL.into_iter().map(|l| {
        html! { <option value={l.code()} lang={l.code()} selected={l == prefs.language}>{ l.name() }</option> }
    });
    html! {
        <div class="choices">
            <label>{ say(Word::Theme) }<select onchange={on_theme}>{ for themes }</select></label>
            <label>{ say(Word::Language) }<select onchange={on_language}>{ for languages }</select></label>
            <button type="button" onclick={Callback::from(|_: MouseEvent| open_window())}>{ say(Word::PresenterWindow) }</button>
            <button type="button" onclick={Callback::from(|_: MouseEvent| full_screen())}>{ say(Word::FullScreen) }</button>
            <button type="button" onclick={Callback::from(|_: MouseEvent| forget())}>{ say(Word::ForgetAll) }</button>
        </div>
    }
}

fn theme_word(theme: Theme) -> Word {
    match theme {
        Theme::System => Word::ThemeSystem,
        Theme::Light => Word::ThemeLight,
        Theme::Dark => Word::ThemeDark,
        Theme::Projector => Word::ThemeProjector,
    }
}
