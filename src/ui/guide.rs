//! A lesson being shown: what it says about the step that follows, and the question to answer
//! before that step is taken. It can be left at any point, by acting, and come back to.

use std::rc::Rc;

use yew::prelude::*;

use super::files::{complain, show_scenario};
use super::parts;
use super::prefs::{Prefer, use_language, use_prefs};
use super::store::{Action, Store};
use super::{StoreHandle, use_store, use_words};
use crate::scenario::{Lesson, Look, Played, Question, Saying, Voice, lesson, lessons};
use crate::view::text::{Language, Word};

/// The store with which the page opens when nothing else is asked for: the first lesson.
pub fn first() -> Option<Store> {
    let lesson = lessons().first()?;
    let played = lesson.scenario().ok()?.play().ok()?;
    Some(Store::showing(played, Some(lesson.id)))
}

/// A lesson under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// Its name in the library; none for a scenario that was brought along.
    pub lesson: Option<&'static str>,
    /// The text of a scenario that was brought along, so that a reload can bring it back.
    pub text: Option<Rc<str>>,
    /// What it says, in its own language and in those into which it was translated.
    voices: Rc<Vec<Voice>>,
    /// How many steps come before each of the things that it says.
    after: Rc<Vec<usize>>,
    /// The run that it is about.
    pub branch: usize,
    /// The furthest step that was shown.
    pub place: usize,
    /// The answers given: the place of the remark, and that of the answer.
    pub answers: Vec<(usize, usize)>,
    /// The remarks that say how the steps shown now are looked at: as whom, and beside what.
    pub looks: (Option<usize>, Option<usize>),
}

impl Guide {
    /// The guide through a scenario that was played; none where it says nothing.
    pub fn of(played: &Played, name: Option<&'static str>) -> Option<Guide> {
        let mut voices = vec![Voice::own(played)];
        let known = name.and_then(lesson).map(Lesson::voices);
        voices.extend(known.and_then(Result::ok).unwrap_or_default());
        (!played.remarks.is_empty()).then(|| Guide {
            lesson: name,
            text: None,
            voices: Rc::new(voices),
            after: Rc::new(played.remarks.iter().map(|r| r.after).collect()),
            branch: played.session.trace.branch(),
            place: 0,
            answers: Vec::new(),
            looks: (None, None),
        })
    }

    /// What it says in a language, or in its own where it has no other.
    fn voice(&self, language: Language) -> &Voice {
        let mut all = self.voices.iter();
        all.find(|v| v.language == Some(language.code()))
            .unwrap_or(&self.voices[0])
    }

    /// What was answered to a remark.
    fn answer(&self, remark: usize) -> Option<usize> {
        let mut answers = self.answers.iter();
        answers.find(|(r, _)| *r == remark).map(|(_, place)| *place)
    }

    /// The question that is to be answered before the step after `position`. The names of things
    /// among its answers are the same in every language.
    pub fn open_question(&self, position: usize) -> Option<(usize, &Question)> {
        let mut sayings = self.voices[0].sayings.iter().enumerate();
        sayings.find_map(|(k, saying)| match saying {
            Saying::Ask(question)
                if self.after.get(k) == Some(&position) && self.answer(k).is_none() =>
            {
                Some((k, question))
            }
            _ => None,
        })
    }

    /// The first place from `from` on, up to `to`, where a question waits; `to` where none does.
    pub fn up_to_a_question(&self, from: usize, to: usize) -> usize {
        let mut between = from..to;
        between
            .find(|k| self.open_question(*k).is_some())
            .unwrap_or(to)
    }

    /// The next place after `from` at which something is said; none where nothing follows.
    fn next_place(&self, from: usize) -> Option<usize> {
        self.after.iter().copied().find(|after| *after > from)
    }

    /// What is said after so many steps, with the places.
    fn said(&self, language: Language, position: usize) -> Vec<(usize, &Saying)> {
        let all = self.voice(language).sayings.iter().enumerate();
        all.filter(|(k, _)| self.after.get(*k) == Some(&position))
            .collect()
    }

    /// The remarks that say how the step at a position is looked at, by their places.
    fn looks_at(&self, position: usize) -> (Option<usize>, Option<usize>) {
        let (mut view, mut beside) = (None, None);
        let past = self.after.iter().take_while(|after| **after <= position);
        // How the run is looked at is the same in every language.
        let all = self.voices[0].sayings.iter();
        for (k, (saying, _)) in all.zip(past).enumerate() {
            match saying {
                Saying::Look(Look::View(_)) => view = Some(k),
                Saying::Look(_) => beside = Some(k),
                Saying::Chapter(_) | Saying::Note(_) | Saying::Ask(_) => {}
            }
        }
        (view, beside)
    }

    /// The chapter that a position belongs to.
    fn chapter(&self, language: Language, position: usize) -> Option<&str> {
        let all = self.voice(language).sayings.iter().zip(self.after.iter());
        let past = all.rev().filter(|(_, after)| **after <= position);
        let mut titles = past.filter_map(|(saying, _)| match saying {
            Saying::Chapter(title) => Some(title.as_str()),
            _ => None,
        });
        titles.next()
    }

    /// The lesson that follows in the course.
    fn following(&self) -> Option<&'static Lesson> {
        let place = lessons().iter().position(|l| Some(l.id) == self.lesson)?;
        lessons().get(place + 1)
    }
}

impl Guide {
    /// Takes the run as it is looked at now, which may be as the reader likes.
    pub fn looked_at(&mut self, position: usize) {
        self.looks = self.looks_at(position);
    }
}

impl Store {
    /// Looks at the run as its lesson says, wherever that has changed since the last step.
    pub(super) fn look_as_told(&mut self) {
        let position = self.session.trace.position();
        let on_lesson = self.on_lesson();
        let Some(guide) = self.guide.as_mut().filter(|_| on_lesson) else {
            return;
        };
        let now = guide.looks_at(position);
        let before = std::mem::replace(&mut guide.looks, now);
        let voices = guide.voices.clone();
        let look = |place: Option<usize>| match place.map(|k| &voices[0].sayings[k]) {
            Some(Saying::Look(look)) => Some(look),
            _ => None,
        };
        if now.0 != before.0 {
            self.lens = match look(now.0) {
                Some(Look::View(lens)) => *lens,
                _ => None,
            };
        }
        if now.1 != before.1 {
            let session = &self.session;
            self.beside = look(now.1).and_then(|look| look.pair(session, self.lens));
        }
    }

    /// Whether the page stands on the lesson's own run.
    pub fn on_lesson(&self) -> bool {
        let branch = self.session.trace.branch();
        self.guide.as_ref().is_some_and(|g| g.branch == branch)
    }
}

/// What the lesson says here.
#[component]
pub fn GuideView() -> Html {
    let (store, prefs, say, language) = (use_store(), use_prefs(), use_words(), use_language());
    let (here, end) = (store.session.trace.position(), store.session.trace.len());
    let on_lesson = store.on_lesson();
    let over = on_lesson && here == end;
    let read = store.guide.as_ref().and_then(|g| g.lesson);
    use_effect_with(read.filter(|_| over), move |read| {
        if let Some(lesson) = read {
            prefs.dispatch(Prefer::Done((*lesson).to_owned()));
        }
    });
    let Some(guide) = &store.guide else {
        return Html::default();
    };
    let does = |action: Action| {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(action.clone()))
    };
    if !on_lesson {
        return html! {
            <div class="guide away" role="group" aria-label={say(Word::Lesson)}>
                <div class="shown">
                    <p>{ say(Word::LeftTheLesson) }</p>
                    <button type="button" onclick={does(Action::BackToLesson)}>{ say(Word::BackToLesson) }</button>
                    <button type="button" class="plain" onclick={does(Action::LeaveLesson)}>{ say(Word::EndLesson) }</button>
                </div>
                <Sizes guide={guide.clone()} {language} />
            </div>
        };
    }
    let said = guide.said(language, here);
    let said = said.into_iter().map(|(k, saying)| match saying {
        Saying::Chapter(_) | Saying::Look(_) => Html::default(),
        Saying::Note(text) => html! { <p class="note">{ text }</p> },
        Saying::Ask(question) => {
            html! { <Ask question={question.clone()} place={k} given={guide.answer(k)} /> }
        }
    });
    // To where the lesson has more to say; a single step is taken as one, so that it is seen.
    let on = guide.next_place(here).unwrap_or(end);
    let asks = guide.open_question(here).is_some();
    let go_on = (!over && !asks).then(|| match on - here {
        0 | 1 => does(Action::Next),
        _ => does(Action::Seek(on)),
    });
    let following = guide.following().filter(|_| over).map(|lesson| {
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| open(&store, lesson));
        html! { <button type="button" class="following" {onclick}>{ say(Word::NextLesson) }{ " " }{ lesson.title(language.code()) }</button> }
    });
    html! {
        <div class="guide" role="group" aria-live="polite" aria-label={say(Word::Lesson)}>
            <div class="shown">
                <p class="guide-head">
                    <b>{ &guide.voice(language).title }</b>
                    { for guide.chapter(language, here).map(|c| html! { <span>{ c }</span> }) }
                    <span class="grow"></span>
                    { for go_on.map(|onclick| html! { <button type="button" {onclick}>{ say(Word::GoOn) }</button> }) }
                    { for following }
                    <button type="button" class="plain" onclick={does(Action::LeaveLesson)}>{ say(if over { Word::EndLesson } else { Word::LeaveLesson }) }</button>
                </p>
                { for said }
            </div>
            <Sizes guide={guide.clone()} {language} />
        </div>
    }
}

#[derive(Properties)]
struct SizesProps {
    guide: Guide,
    language: Language,
}

impl PartialEq for SizesProps {
    /// What a lesson says is the same at each of its steps.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.guide.voices, &other.guide.voices) && self.language == other.language
    }
}

/// All that the lesson says, unseen and on top of each other: its box is as large as the largest of
/// it, so that nothing has to be scrolled and the stage below stays where it is.
#[component]
fn Sizes(props: &SizesProps) -> Html {
    let (say, language) = (use_words(), props.language);
    let guide = &props.guide;
    let mut places = guide.after.to_vec();
    places.dedup();
    let last = places.len().saturating_sub(1);
    let press = |text: &str| html! { <span class="press">{ text }</span> };
    let places = places.into_iter().enumerate().map(|(k, place)| {
        let following = guide.following().filter(|_| k == last);
        let said = guide.said(language, place).into_iter();
        let said = said.map(|(_, saying)| match saying {
            Saying::Chapter(_) | Saying::Look(_) => Html::default(),
            Saying::Note(text) => html! { <p>{ text }</p> },
            Saying::Ask(question) => html! {
                <>
                    <p>{ &question.text }</p>
                    <p class="answers">
                        { for question.answers.iter().map(|answer| press(answer)) }
                        <span>{ say(Word::WrongAnswer) }</span>
                    </p>
                </>
            },
        });
        html! {
            <div>
                <p class="guide-head">
                    <b>{ &guide.voice(language).title }</b>
                    { for guide.chapter(language, place).map(|c| html! { <span>{ c }</span> }) }
                    <span class="grow"></span>
                    { match following {
                        Some(lesson) => press(&format!("{} {}", say(Word::NextLesson), lesson.title(language.code()))),
                        None => press(say(Word::GoOn)),
                    } }
                    { press(say(Word::LeaveLesson)) }
                </p>
                { for said }
            </div>
        }
    });
    html! { <div class="sizes" aria-hidden="true">{ for places }</div> }
}

/// Opens a lesson of the library from its start.
pub(super) fn open(store: &StoreHandle, lesson: &'static Lesson) {
    let opened = store.clone();
    parts::with(parts::ANY_RUN, store, move || {
        if let Err(error) = show_scenario(&opened, lesson.text, Some(lesson.id)) {
            complain(&opened, error);
        }
    });
}

#[derive(Properties, PartialEq)]
struct AskProps {
    question: Question,
    place: usize,
    given: Option<usize>,
}

/// A question, and what was made of the answer.
#[component]
fn Ask(props: &AskProps) -> Html {
    let (store, say) = (use_store(), use_words());
    let (question, place, given) = (&props.question, props.place, props.given);
    let answers = question.shown().into_iter().map(|(answer, text)| {
        let class = match given {
            Some(_) if answer == Question::RIGHT => Some("right"),
            Some(given) if given == answer => Some("wrong"),
            _ => None,
        };
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if given.is_none() {
                store.dispatch(Action::Answer(place, answer));
            }
        });
        html! { <button type="button" {class} aria-disabled={given.map(|_| "true")} {onclick}>{ text }</button> }
    });
    let verdict = given.map(|given| match given {
        Question::RIGHT => say(Word::RightAnswer),
        _ => say(Word::WrongAnswer),
    });
    html! {
        <div class="ask">
            <p>{ &question.text }</p>
            <p class="answers">{ for answers }<span class="verdict-line" role="status">{ verdict.unwrap_or_default() }</span></p>
        </div>
    }
}
