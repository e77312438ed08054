//! What can happen next: every event as a whole sentence, each a button.

use yew::prelude::*;

use super::frame::use_frame;
use super::icon::Kind;
use super::lie_form::LieForm;
use super::prefs::use_language;
use super::store::Action;
use super::{use_store, use_words};
use crate::model::{Event as Step, Status};
use crate::sim::Choice;
use crate::view::frame::{EnabledMark, Frame};
use crate::view::text::Ui;
use crate::view::text::Word;
use crate::view::{Icon, Target};

/// The panel.
#[component]
pub fn NextPanel() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let trace = &store.session.trace;
    let frame = use_frame();
    let locked = store.locked;
    // What the recorded run does next, so that it can be told from what it does not.
    let recorded =
        (trace.position() < trace.len()).then(|| trace.step(trace.position() + 1).event());
    let button = |mark: &EnabledMark| {
        let event = mark.event;
        let store = store.clone();
        let onclick =
            Callback::from(move |_: MouseEvent| store.dispatch(Action::Act(Choice::Event(event))));
        let on_run = (recorded == Some(Some(event))).then_some("recorded");
        html! {
            <li>
                <button type="button" class={classes!(on_run, event.is_fault().then_some("fault"))} {onclick}
                    aria-disabled={locked.then_some("true")}>
                    <Kind icon={icon(&frame, mark)} of={event.process()} />
                    <span>
                        { language.tongue().event(&frame, mark) }
                        if on_run.is_some() { <small>{ " " }{ say(Word::AsRecorded) }</small> }
                        if mark.held { <small>{ " " }{ Ui::Holds.text(language) }</small> }
                    </span>
                </button>
            </li>
        }
    };
    let group = |word: Word, belongs: fn(Step) -> bool| {
        let marks: Vec<_> = frame.enabled.iter().filter(|m| belongs(m.event)).collect();
        if marks.is_empty() {
            return Html::default();
        }
        html! { <><h2>{ say(word) }</h2><ul>{ for marks.into_iter().map(button) }</ul></> }
    };
    let liars = frame
        .processes
        .iter()
        .filter(|p| p.status == Status::Byzantine);
    html! {
        <div class="next">
            <p class="hint">{ say(if locked { Word::LockedHere } else { Word::ChooseWhatHappens }) }</p>
            if !frame.enabled.iter().any(|m| m.event.is_progress()) {
                <p>{ Ui::NothingEnabled.text(language) }</p>
            }
            { group(Word::GroupProgress, Step::is_progress) }
            { group(Word::GroupOracle, |e| !e.is_progress() && !e.is_fault()) }
            { group(Word::GroupFaults, Step::is_fault) }
            if !store.locked {
                { for liars.map(|p| html! { <LieForm process={p.id} key={p.id.0} /> }) }
            }
        </div>
    }
}

/// The shape of what an event does.
fn icon(frame: &Frame, mark: &EnabledMark) -> Icon {
    let packet = match &mark.target {
        Target::Packet(key) => frame.packet(key),
        _ => None,
    };
    match mark.event {
        Step::LoseMessage { .. } | Step::LoseRequest { .. } => Icon::Lost,
        Step::CrashProcess(_) | Step::CrashMemory(_) => Icon::Crash,
        Step::Proceed { .. } => Icon::Proceed,
        Step::Timeout { .. } => Icon::Timeout,
        Step::Leader { .. } => Icon::Leader,
        Step::Recover { .. } => Icon::Recover,
        Step::Coin { .. } => Icon::Coin,
        Step::Byzantine { .. } => Icon::Byzantine,
        Step::Deliver { .. } | Step::Effect { .. } | Step::Return { .. } => {
            packet.map_or(Icon::Message, |p| p.icon())
        }
    }
}
