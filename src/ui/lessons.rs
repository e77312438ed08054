//! The library of lessons, as a course; and opening what was brought along.

use yew::prelude::*;

use super::guide::open;
use super::modal::Modal;
use super::open::OpenForm;
use super::prefs::{use_language, use_prefs};
use super::store::{Action, Dialog};
use super::{use_store, use_words};
use crate::scenario::{Group, Lesson, lessons};
use crate::view::text::Word;

/// The dialog.
#[component]
pub fn Lessons() -> Html {
    let (store, say) = (use_store(), use_words());
    let on_survival = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Dialog(Some(Dialog::Survival))))
    };
    let on_close = Callback::from(move |()| store.dispatch(Action::Dialog(None)));
    let mut groups: Vec<Group> = lessons().iter().map(|l| l.group).collect();
    groups.dedup();
    let sections = groups.into_iter().map(|group| {
        let own = lessons().iter().filter(move |l| l.group == group);
        html! {
            <section>
                <h3>{ say(word(group)) }</h3>
                <ol class="lessons">{ for own.map(|lesson| html! { <Row {lesson} key={lesson.id} /> }) }</ol>
            </section>
        }
    });
    html! {
        <Modal title={say(Word::Lessons)} class="library" {on_close}>
            <div class="library-columns">
                <div>{ for sections }</div>
                <section><h3>{ say(Word::OpenYours) }</h3><OpenForm />
                    <p class="row"><button type="button" onclick={on_survival}>{ say(Word::Survival) }</button></p>
                </section>
            </div>
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    lesson: &'static Lesson,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let (store, prefs, say) = (use_store(), use_prefs(), use_words());
    let language = use_language();
    let lesson = props.lesson;
    let done = prefs.done.iter().any(|id| id == lesson.id);
    let onclick = Callback::from(move |_: MouseEvent| open(&store, lesson));
    html! {
        <li><button type="button" {onclick}>{ lesson.title(language.code()) }
            if done { <small>{ format!("✓ {}", say(Word::LessonDone)) }</small> }
        </button></li>
    }
}

fn word(group: Group) -> Word {
    match group {
        Group::Start => Word::GroupStart,
        Group::Model => Word::GroupModel,
        Group::Registers => Word::GroupRegisters,
        Group::Crashes => Word::GroupCrashes,
        Group::Permissions => Word::GroupPermissions,
        Group::Leaders => Word::GroupLeaders,
        Group::Without => Word::GroupWithout,
        Group::Lies => Word::GroupLies,
        Group::Byzantine => Word::GroupByzantine,
    }
}
