//! Opening what was brought along: scenario text, a typed list of events or a link, by paste, file
//! or drop.

use gloo::file::callbacks::{FileReader, read_as_text};
use web_sys::{DragEvent, File, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::files::open_text;
use super::prefs::use_language;
use super::{use_store, use_words};
use crate::view::text::{Trouble, Word};

/// The form. What cannot be read is explained in place, and everything stays as it was.
#[component]
pub fn OpenForm() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let text = use_state(String::new);
    let problem = use_state(|| None::<Trouble>);
    let reading = use_mut_ref(|| None::<FileReader>);
    let open = {
        let (store, problem) = (store.clone(), problem.clone());
        Callback::from(move |text: String| match open_text(&store, &text) {
            Ok(()) => {}
            Err(error) => problem.set(Some(error)),
        })
    };
    let on_text = {
        let text = text.clone();
        Callback::from(move |event: InputEvent| {
            text.set(event.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    };
    let read = {
        let (text, open, problem) = (text.clone(), open.clone(), problem.clone());
        Callback::from(move |file: File| {
            let (text, open, problem) = (text.clone(), open.clone(), problem.clone());
            let file = gloo::file::File::from(file);
            let reader = read_as_text(&file, move |read| match read {
                Ok(content) => {
                    text.set(content.clone());
                    open.emit(content);
                }
                Err(error) => problem.set(Some(error.to_string().into())),
            });
            *reading.borrow_mut() = Some(reader);
        })
    };
    let on_file = {
        let read = read.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                read.emit(file);
            }
        })
    };
    let on_drop = Callback::from(move |event: DragEvent| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|data| data.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            read.emit(file);
        }
    });
    let on_open = {
        let (text, open) = (text.clone(), open.clone());
        Callback::from(move |_: MouseEvent| open.emit((*text).clone()))
    };
    let allow = Callback::from(|event: DragEvent| event.prevent_default());
    html! {
        <div class="open-form" ondrop={on_drop} ondragover={allow}>
            <label>{ say(Word::PasteScenario) }
                <textarea rows="8" spellcheck="false" value={(*text).clone()} oninput={on_text}
                    placeholder="setup protected-memory-paxos processes=2 memories=3\nrun lockstep until decided" />
            </label>
            <p class="problem" role="alert">{ for problem.as_ref().map(|p| p.says(language)) }</p>
            <p class="row">
                <label class="file">{ say(Word::ChooseFile) }<input type="file" accept=".txt,.scenario,text/plain" onchange={on_file} /></label>
                <span class="grow"></span>
                <button type="button" class="pri" disabled={text.trim().is_empty()} onclick={on_open}>{ say(Word::OpenIt) }</button>
            </p>
        </div>
    }
}
