//! Breaking it, one press away, with the budget in view.

use yew::prelude::*;

use super::frame::use_frame;
use super::icon::Kind;
use super::page::first_process;
use super::prefs::use_language;
use super::store::{Action, Dialog};
use super::{use_store, use_words};
use crate::model::{Event as Step, ProcessId, Status};
use crate::sim::{Choice, Hold};
use crate::view::Icon;
use crate::view::text::{Language, Ui, Word};

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
    let does = |action: Action| {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(action.clone()))
    };
    let change = |word: Word, sign: &'static str, off: bool, action: Action| {
        html! {
            <button type="button" class="icon" aria-label={say(word)} title={say(word)} aria-disabled={off.then_some("true")}
                onclick={does(action)}>{ sign }</button>
        }
    };
    let part = does(Action::Dialog(Some(Dialog::Partition(first_process()))));
    let trace = &store.session.trace;
    html! {
        <div class="breaks">
            <div class="break" role="group" aria-label={say(Word::BreakIt)}>
                <span>{ say(Word::BreakIt) }</span>
                <span class="presses">
                    { for processes.take(2).chain(memories.take(2)).chain(leader) }
                    <button type="button" onclick={part} aria-haspopup="dialog">{ say(Word::Partition) }{ " …" }</button>
                </span>
                <span class="grow"></span>
                { change(Word::Undo, "↶", !trace.can_undo(), Action::Undo) }
                { change(Word::Redo, "↷", !trace.can_redo(), Action::Redo) }
            </div>
            { held(&frame.holds, language, &does) }
        </div>
    }
}

/// What is held, each thing to be released by a press.
fn held(holds: &[Hold], language: Language, does: &dyn Fn(Action) -> Callback<MouseEvent>) -> Html {
    if holds.is_empty() {
        return Html::default();
    }
    let release = Ui::Release.text(language);
    let each = holds.iter().map(|hold| {
        let what = language.tongue().hold(*hold);
        let label = format!("{release}: {what}");
        html! {
            <button type="button" key={hold.to_string()} title={label.clone()} aria-label={label}
                onclick={does(Action::Act(Choice::Release(*hold)))}>{ what }<span aria-hidden="true">{ " ✕" }</span></button>
        }
    });
    let all = holds.iter().map(|hold| Choice::Release(*hold)).collect();
    html! {
        <div class="break held" role="group" aria-label={Ui::Holds.text(language)}>
            <Kind icon={Icon::Hold} of={None::<ProcessId>} />
            <span class="presses">
                { for each }
                if holds.len() > 1 {
                    <button type="button" class="pri" onclick={does(Action::ActAll(all))}>{ Word::ReleaseAll.says(language) }</button>
                }
            </span>
        </div>
    }
}
