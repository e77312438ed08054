//! A dialog over the page: focus stays inside, Escape closes it, and the focus returns.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::use_words;
use crate::view::text::Word;

/// What a dialog is made of.
#[derive(Properties, PartialEq)]
pub struct ModalProps {
    /// Its heading.
    pub title: AttrValue,
    /// A class of its own.
    #[prop_or_default]
    pub class: Classes,
    /// Called when it is closed by whatever means.
    pub on_close: Callback<()>,
    /// What it shows.
    pub children: Html,
}

/// A dialog.
#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let say = use_words();
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            let element = dialog.cast::<HtmlDialogElement>();
            if let Some(element) = &element {
                // It fails only where the dialog is open already.
                let _ = element.show_modal();
            }
            move || {
                if let Some(element) = element {
                    element.close();
                }
            }
        });
    }
    let on_close = props.on_close.reform(|_: MouseEvent| ());
    let on_cancel = {
        let on_close = props.on_close.clone();
        Callback::from(move |event: Event| {
            // The store closes it, and it alone.
            event.prevent_default();
            on_close.emit(());
        })
    };
    html! {
        <dialog ref={dialog} class={classes!("modal", props.class.clone())} oncancel={on_cancel}
            aria-labelledby="modal-title">
            <header class="modal-head">
                <h2 id="modal-title">{ &props.title }</h2>
                <button type="button" class="icon" aria-label={say(Word::Close)} onclick={on_close}>{ "✕" }</button>
            </header>
            <div class="modal-body">{ props.children.clone() }</div>
        </dialog>
    }
}
