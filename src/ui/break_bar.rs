//! Breaking it, one press away, with the budget in view.

use yew::prelude::*;

use super::frame::use_frame;
use super::prefs::use_language;
use super::store::Action;
use super::{use_store, use_words};
use crate::model::{Event as Step, Status};
use crate::sim::Choice;
use crate::view::text::Ui;
use crate::view::text::Word;

/// The bar under the stage.
#[component]
pub fn BreakBar() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let frame = use_frame();
    if store.locked {
        return html! { <p class="break">{ say(Word::LockedHere) }</p> };
    }
    let press = |label: String, choices: Vec<Choice>| {
        let store = store.clone();
        let onclick =
            Callback::from(move |_: MouseEvent| store.dispatch(Action::ActAll(choices.clone())));
        html! { <button type="button" key={label.clone()} {onclick}>{ label }</button> }
    };
    let crash = Ui::Crash.text(language);
    let up: Vec<_> = frame
        .processes
        .iter()
        .filter(|p| matches!(p.status, Status::Up | Status::Byzantine))
        .collect();
    let processes = up.iter().map(|p| {
        press(
            format!("{crash} {}", p.id),
            vec![Choice::Event(Step::CrashProcess(p.id))],
        )
    });
    let memories = frame.memories.iter().filter(|m| !m.crashed).map(|m| {
        press(
            format!("{crash} {}", m.id),
            vec![Choice::Event(Step::CrashMemory(m.id))],
        )
    });
    // The next process in turn: moving the leader is one press as well.
    let next = up.iter().find(|p| up.iter().any(|q| q.leader != p.id));
    let leader = next.map(|p| {
        let hearers = up.iter().filter(|q| q.leader != p.id);
        let moves = hearers.map(|q| {
            Choice::Event(Step::Leader {
                at: q.id,
                leader: p.id,
            })
        });
        press(
            format!("{}: {}", Ui::MakeLeader.text(language), p.id),
            moves.collect(),
        )
    });
    html! {
        <div class="break" role="group" aria-label={say(Word::BreakIt)}>
            <span>{ say(Word::BreakIt) }</span>
            <span class="presses">{ for processes.take(2).chain(memories.take(2)).chain(leader) }</span>
        </div>
    }
}
