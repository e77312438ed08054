//! A lesson being shown: what it says about the step that follows, and the question to answer
//! before that step is taken. It can be left at any point, by acting, and come back to.

use std::rc::Rc;

use yew::prelude::*;

use super::prefs::{Prefer, use_prefs};
use super::store::{Action, Store};
use super::{use_store, use_words};
use crate::scenario::{Played, Question, Remark, Saying};
use crate::view::text::Word;

/// A lesson under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// Its name in the library; none for a scenario that was brought along.
    pub lesson: Option<&'static str>,
    /// Its title.
    pub title: String,
    /// What it says, in order.
    pub remarks: Rc<Vec<Remark>>,
    /// The run that it is about.
    pub branch: usize,
    /// The furthest step that was shown.
    pub place: usize,
    /// The answers given, each with the place of its remark.
    pub answers: Vec<(usize, String)>,
}

impl Guide {
    /// The guide through a scenario that was played; none where it says nothing.
    pub fn of(played: &Played, lesson: Option<&'static str>) -> Option<Guide> {
        (!played.remarks.is_empty()).then(|| Guide {
            lesson,
            title: played.title.clone().unwrap_or_default(),
            remarks: Rc::new(played.remarks.clone()),
            branch: played.session.trace.branch(),
            place: 0,
            answers: Vec::new(),
        })
    }

    /// What was answered to a remark.
    fn answer(&self, remark: usize) -> Option<&str> {
        let mut answers = self.answers.iter();
        answers
            .find(|(r, _)| *r == remark)
            .map(|(_, text)| text.as_str())
    }

    /// The question that is to be answered before the step after `position`.
    pub fn open_question(&self, position: usize) -> Option<(usize, &Question)> {
        let mut remarks = self.remarks.iter().enumerate();
        remarks.find_map(|(k, remark)| match &remark.saying {
            Saying::Ask(question) if remark.after == position && self.answer(k).is_none() => {
                Some((k, question))
            }
            _ => None,
        })
    }

    /// The chapter that a position belongs to.
    fn chapter(&self, position: usize) -> Option<&str> {
        let past = self.remarks.iter().rev().filter(|r| r.after <= position);
        let mut past = past.filter_map(|r| match &r.saying {
            Saying::Chapter(title) => Some(title.as_str()),
            _ => None,
        });
        past.next()
    }
}

impl Store {
    /// Whether the page stands on the lesson's own run.
    pub fn on_lesson(&self) -> bool {
        let branch = self.session.trace.branch();
        self.guide.as_ref().is_some_and(|g| g.branch == branch)
    }
}

/// What the lesson says here.
#[component]
pub fn GuideView() -> Html {
    let (store, prefs, say) = (use_store(), use_prefs(), use_words());
    let Some(guide) = &store.guide else {
        return Html::default();
    };
    let trace = &store.session.trace;
    let (here, end) = (trace.position(), trace.len());
    let does = |action: Action| {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(action.clone()))
    };
    let on_leave = {
        let (store, lesson) = (store.clone(), guide.lesson);
        let done = here == end;
        Callback::from(move |_: MouseEvent| {
            if let (true, Some(lesson)) = (done, lesson) {
                prefs.dispatch(Prefer::Done(lesson.to_owned()));
            }
            store.dispatch(Action::LeaveLesson);
        })
    };
    if !store.on_lesson() {
        return html! {
            <div class="guide away" role="group" aria-label={say(Word::Lesson)}>
                <p>{ say(Word::LeftTheLesson) }</p>
                <button type="button" onclick={does(Action::BackToLesson)}>{ say(Word::BackToLesson) }</button>
                <button type="button" class="plain" onclick={on_leave}>{ say(Word::EndLesson) }</button>
            </div>
        };
    }
    let remarks = guide.remarks.iter().enumerate();
    let said = remarks.filter(|(_, remark)| remark.after == here).map(|(k, remark)| match &remark.saying {
        Saying::Chapter(_) => Html::default(),
        Saying::Note(text) => html! { <p class="note">{ text }</p> },
        Saying::Ask(question) => {
            html! { <Ask question={question.clone()} place={k} given={guide.answer(k).map(str::to_owned)} /> }
        }
    });
    html! {
        <div class="guide" role="group" aria-live="polite" aria-label={say(Word::Lesson)}>
            <p class="guide-head">
                <b>{ &guide.title }</b>
                { for guide.chapter(here).map(|c| html! { <span>{ c }</span> }) }
                <span class="grow"></span>
                <button type="button" class="plain" onclick={on_leave}>{ if here == end { say(Word::EndLesson) } else { say(Word::LeaveLesson) } }</button>
            </p>
            { for said }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct AskProps {
    question: Question,
    place: usize,
    given: Option<String>,
}

/// A question, and what was made of the answer.
#[component]
fn Ask(props: &AskProps) -> Html {
    let (store, say) = (use_store(), use_words());
    let (question, place) = (&props.question, props.place);
    let answers = question.shown().into_iter().map(|answer| {
        let given = props.given.as_deref();
        let class = match given {
            Some(_) if question.is_right(answer) => Some("right"),
            Some(given) if given == answer => Some("wrong"),
            _ => None,
        };
        let (store, answer) = (store.clone(), answer.to_owned());
        let (text, off) = (answer.clone(), given.is_some());
        let onclick = Callback::from(move |_: MouseEvent| {
            if !off {
                store.dispatch(Action::Answer(place, answer.clone()));
            }
        });
        html! { <button type="button" {class} aria-disabled={off.then_some("true")} {onclick}>{ text }</button> }
    });
    let verdict = props
        .given
        .as_deref()
        .map(|given| match question.is_right(given) {
            true => say(Word::RightAnswer),
            false => say(Word::WrongAnswer),
        });
    html! {
        <div class="ask">
            <p>{ &question.text }</p>
            <p class="answers">{ for answers }</p>
            <p class="verdict-line" role="status">{ verdict.unwrap_or_default() }</p>
        </div>
    }
}
