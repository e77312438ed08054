//! A word to the reader: what could not be done, where, and what to do about it.

use yew::prelude::*;

use super::prefs::use_language;
use super::store::Action;
use super::{use_store, use_words};
use crate::view::text::Word;

/// The notice, if there is one.
#[component]
pub fn NoticeView() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let Some(notice) = &store.notice else {
        return Html::default();
    };
    let on_dismiss = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Dismiss))
    };
    html! {
        <div class={classes!("notice", notice.error.then_some("error"))} role="alert">
            <p>{ notice.said.says(language) }</p>
            <button type="button" onclick={on_dismiss}>{ say(Word::Dismiss) }</button>
        </div>
    }
}
