//! A partition at once: two sides, and nothing gets from one to the other until it is released.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::modal::Modal;
use super::prefs::use_language;
use super::store::Action;
use super::{tone, use_store, use_words};
use crate::sim::{Choice, Hold, Side};
use crate::view::text::{Ui, Word};

/// What of a partition is held.
const DIRECTIONS: [Word; 3] = [Word::BothWays, Word::OnlyAToB, Word::OnlyBToA];

/// The dialog's properties.
#[derive(Properties, PartialEq)]
pub struct PartitionProps {
    /// Who stands on side A at first.
    pub first: Side,
}

/// The dialog.
#[component]
pub fn Partition(props: &PartitionProps) -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let first = use_state_eq(|| props.first);
    let direction = use_state_eq(|| 0);
    let config = store.session.config();
    let one = *first;
    let other = Side::all(config).without(one);
    let hold = match *direction {
        0 => Hold::between(one, other),
        1 => Hold::way(one, other),
        _ => Hold::way(other, one),
    };
    let name = |name: String, own: Side, class: String| {
        let on_first = one.without(own) != one;
        let first = first.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            first.set(match on_first {
                true => one.without(own),
                false => Side(one.0 | own.0),
            });
        });
        let side = if on_first { "A" } else { "B" };
        html! {
            <button type="button" class={classes!("name", class)} key={name.clone()} aria-pressed={on_first.to_string()}
                aria-label={format!("{name}: {} {side}", say(Word::SideLabel))} {onclick}>
                { name } <b>{ side }</b>
            </button>
        }
    };
    let processes = config
        .process_ids()
        .map(|p| name(p.to_string(), Side::EMPTY.and_process(p), tone(p)));
    let memories = config
        .memory_ids()
        .map(|m| name(m.to_string(), Side::EMPTY.and_memory(m), String::new()));
    let chosen = *direction;
    let directions = DIRECTIONS.iter().zip(0..).map(|(word, k)| {
        html! { <option selected={k == chosen}>{ say(*word) }</option> }
    });
    let on_direction = Callback::from(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        direction.set(select.selected_index());
    });
    let on_close = {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(Action::Dialog(None)))
    };
    let on_submit = {
        let store = store.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(hold) = hold {
                store.dispatch(Action::Dialog(None));
                store.dispatch(Action::Act(Choice::Hold(hold)));
            }
        })
    };
    let told = hold.map(|hold| language.tongue().hold(hold));
    html! {
        <Modal title={say(Word::Partition)} class="asks" {on_close}>
            <form onsubmit={on_submit}>
                <p class="hint">{ say(Word::PartitionTold) }</p>
                <p class="sides">{ for processes }</p>
                <p class="sides">{ for memories }</p>
                <label class="pick-one">{ say(Word::Direction) }
                    <select onchange={on_direction}>{ for directions }</select>
                </label>
                <p class={classes!(told.is_none().then_some("problem"))} role="status">
                    { told.map_or_else(|| say(Word::BothSidesNeeded).to_owned(), |t| format!("{}: {t}", Ui::Hold.text(language))) }
                </p>
                <p class="row"><span class="grow"></span>
                    <button type="submit" class="pri" aria-disabled={hold.is_none().then_some("true")}>{ Ui::Hold.text(language) }</button>
                </p>
            </form>
        </Modal>
    }
}
