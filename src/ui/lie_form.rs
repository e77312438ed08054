//! A Byzantine process's free hand: any act that has words, typed or picked and then changed.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::store::Action;
use super::{use_store, use_words};
use crate::model::{Event as Step, ProcessId};
use crate::sim::{Choice, Session};
use crate::view::text::Word;

/// The form of one liar.
#[derive(Properties, PartialEq)]
pub struct LieFormProps {
    /// Who lies.
    pub process: ProcessId,
}

/// A line in which any act can be written, with those that can be done now to pick from.
#[component]
pub fn LieForm(props: &LieFormProps) -> Html {
    let (store, say) = (use_store(), use_words());
    let line = use_node_ref();
    // There can be hundreds of acts, so they are put into words only once someone asks.
    let asked = use_state_eq(|| false);
    let impossible = use_state_eq(|| false);
    let process = props.process;
    let words = match *asked {
        true => acts(&store.session, process),
        false => Vec::new(),
    };
    let (list, field) = (format!("acts-{process}"), format!("act-{process}"));
    let focused = |on: bool| {
        let asked = asked.clone();
        Callback::from(move |_: FocusEvent| asked.set(on))
    };
    let onsubmit = {
        let (line, store, impossible) = (line.clone(), store.clone(), impossible.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(input) = line.cast::<HtmlInputElement>() else {
                return;
            };
            match named(&store.session, process, &input.value()) {
                Some(event) => {
                    input.set_value("");
                    impossible.set(false);
                    store.dispatch(Action::Act(Choice::Event(event)));
                }
                None => impossible.set(true),
            }
        })
    };
    let (failed, _) = store.session.machine().failed(store.session.trace.state());
    let budget = store.session.config().f_p;
    html! {
        <form class="lie" {onsubmit}>
            <label for={field.clone()}>{ format!("{process}: ") }{ say(Word::LieFreely) }</label>
            <div class="lie-line">
                <input type="text" ref={line} id={field} list={list.clone()} autocomplete="off" spellcheck="false" required=true
                    onfocus={focused(true)} onblur={focused(false)} aria-describedby={format!("hint-{process}")} />
                <button type="submit" class="fault">{ say(Word::DoIt) }</button>
            </div>
            <datalist id={list}>{ for words.into_iter().map(|value| html! { <option {value} /> }) }</datalist>
            <p class="hint" id={format!("hint-{process}")}>
                { say(Word::LieHint) }{ " " }{ say(Word::ProcessFaults) }{ format!(": {failed}/{budget}") }
            </p>
            <p role="status">{ if *impossible { say(Word::LieImpossible) } else { "" } }</p>
        </form>
    }
}

/// Everything that can be done now, in scenario text.
fn acts(session: &Session, process: ProcessId) -> Vec<String> {
    let (machine, state) = (session.machine(), session.trace.state());
    let mut acts = machine.acts(state, process);
    acts.extend(machine.free_acts(state, process));
    let words = acts.into_iter().map(|act| machine.act_label(process, act));
    words.collect()
}

/// The act that the words name, if it can be done now.
fn named(session: &Session, process: ProcessId, words: &str) -> Option<Step> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let machine = session.machine();
    let act = machine.act_named(process, &words.join(" "))?;
    let event = Step::Byzantine { process, act };
    let possible = machine.apply(session.trace.state(), event).is_ok();
    possible.then_some(event)
}
