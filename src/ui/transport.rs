//! Moving through a run: the buttons, the place in the run, and who drives.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::auto::{AHEAD, Mode};
use super::prefs::{PACES, Prefer, use_language, use_prefs};
use super::store::{Action, Dialog};
use super::{StoreHandle, use_store, use_words};
use crate::sim::Stop;
use crate::view::text::{Language, Ui, Word};

/// The transport.
#[component]
pub fn Transport() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let trace = &store.session.trace;
    let (here, end) = (trace.position(), trace.len());
    let does = |action: Action| {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(action.clone()))
    };
    let on_scrub = {
        let store = store.clone();
        Callback::from(move |event: InputEvent| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            store.dispatch(Action::Seek(value.parse().unwrap_or(0)));
        })
    };
    let at_end = here == end && store.driver.mode == Mode::ByHand && !store.more_beside();
    let (play, play_word) = match store.playing {
        true => (Shape::Pause, Word::Pause),
        false => (Shape::Play, Word::Play),
    };
    html! {
        <div class="transport">
            <div class="buttons">
                <Press shape={Shape::First} word={Word::First} off={here == 0} on_press={does(Action::Seek(0))} />
                <Press shape={Shape::BackDelay} word={Word::PreviousDelay} off={here == 0} on_press={does(Action::BackDelay)} />
                <Press shape={Shape::Back} word={Word::PreviousEvent} off={here == 0} on_press={does(Action::Back)} />
                <Press shape={play} word={play_word} on_press={does(Action::Play(!store.playing))} />
                <Press shape={Shape::Next} word={Word::NextEvent} off={at_end} on_press={does(Action::Next)} />
                <Press shape={Shape::NextDelay} word={Word::NextDelay} off={at_end} on_press={does(Action::NextDelay)} />
                <Press shape={Shape::Last} word={Word::Last} off={here == end && !store.more_beside()} on_press={does(Action::Seek(usize::MAX))} />
            </div>
            <span class="stepno">
                <span class="wide">{ say(Word::Step) }{ " " }</span>{ here }
                <span class="wide">{ " " }{ say(Word::StepOf) }{ " " }</span><span class="narrow">{ "/" }</span>{ end }
            </span>
            <input class="scrub" type="range" min="0" max={end.to_string()} value={here.to_string()}
                aria-label={say(Word::Scrub)} oninput={on_scrub} />
            { levels(&store, language, say(Word::LevelShown)) }
            <Until />
            <Modes />
            <Speed />
        </div>
    }
}

/// How closely the run is looked at, where its algorithm has levels.
fn levels(store: &StoreHandle, language: Language, label: &'static str) -> Html {
    let all = store.levels();
    if all.is_empty() {
        return Html::default();
    }
    let onchange = {
        let store = store.clone();
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let place = usize::try_from(select.selected_index()).unwrap_or(0);
            if let Some(level) = all.iter().rev().nth(place) {
                store.dispatch(Action::Level(*level));
            }
        })
    };
    let options = all.iter().rev().map(|level| {
        let name = Ui::of_level(*level).text(language);
        html! { <option selected={*level == store.level}>{ name }</option> }
    });
    let shown = all.iter().rev().position(|level| *level == store.level);
    // What a reader chose once stays chosen, whatever its options say later.
    html! { <select class="level" ~selectedIndex={shown.unwrap_or(0)} {onchange} aria-label={label} title={label}>{ for options }</select> }
}

/// The pictures on the buttons.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    First,
    BackDelay,
    Back,
    Play,
    Pause,
    Next,
    NextDelay,
    Last,
}

impl Shape {
    fn path(self) -> &'static str {
        match self {
            Shape::First => "M3 3v10M13 3v10L5 8z",
            Shape::BackDelay => "M8 3v10L1.5 8zM14.5 3v10L8 8z",
            Shape::Back => "M11.5 3v10L4.5 8z",
            Shape::Play => "M4 2.5v11L13.5 8z",
            Shape::Pause => "M5 3v10M11 3v10",
            Shape::Next => "M4.5 3v10l7-5z",
            Shape::NextDelay => "M1.5 3v10L8 8zM8 3v10l6.5-5z",
            Shape::Last => "M13 3v10M3 3v10l8-5z",
        }
    }
}

#[derive(Properties, PartialEq)]
struct PressProps {
    shape: Shape,
    word: Word,
    #[prop_or_default]
    off: bool,
    on_press: Callback<()>,
}

#[component]
fn Press(props: &PressProps) -> Html {
    let label = use_words()(props.word);
    let play = matches!(props.shape, Shape::Play | Shape::Pause);
    let bars = props.shape == Shape::Pause;
    let onclick = {
        let (on_press, off) = (props.on_press.clone(), props.off);
        // A disabled button would drop the focus in the middle of stepping.
        Callback::from(move |_: MouseEvent| {
            if !off {
                on_press.emit(());
            }
        })
    };
    html! {
        <button type="button" class={classes!("icon", play.then_some("play"))} aria-label={label} title={label}
            aria-disabled={props.off.then_some("true")} {onclick}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" class={classes!("glyph", bars.then_some("bars"))}>
                <path d={props.shape.path()} />
            </svg>
        </button>
    }
}

/// Who drives; for random runs, the seed.
#[component]
fn Modes() -> Html {
    let (store, say) = (use_store(), use_words());
    let modes = [
        (Mode::Lockstep, Word::Lockstep),
        (Mode::Random, Word::Random),
        (Mode::Stubborn, Word::Stubborn),
        (Mode::ByHand, Word::ByHand),
    ];
    let buttons = modes.into_iter().map(|(mode, word)| {
        let on = store.driver.mode == mode;
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Drive(mode)));
        let told = match mode {
            Mode::Lockstep => Word::LockstepTold,
            Mode::Random => Word::RandomTold,
            Mode::Stubborn => Word::StubbornTold,
            Mode::ByHand => Word::ChooseWhatHappens,
        };
        html! { <button type="button" aria-pressed={on.to_string()} {onclick} title={say(told)}>{ say(word) }</button> }
    });
    html! {
        <div class="modes">
            <div class="seg" role="group">{ for buttons }</div>
            if store.driver.mode == Mode::Random { <Seed /> }
        </div>
    }
}

#[component]
fn Seed() -> Html {
    let (store, say) = (use_store(), use_words());
    let seed = store.driver.seed;
    let draws = |seed: u64| {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| store.dispatch(Action::Draw(seed)))
    };
    let on_seed = {
        let store = store.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Ok(seed) = input.value().trim().parse() {
                store.dispatch(Action::Draw(seed));
            }
        })
    };
    let on_faults = {
        let store = store.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            store.dispatch(Action::Faults(input.checked()));
        })
    };
    html! {
        <div class="seed">
            <label>{ say(Word::Seed) }
                <input type="number" min="0" value={seed.to_string()} onchange={on_seed} />
            </label>
            <button type="button" onclick={draws(seed)}>{ say(Word::SameAgain) }</button>
            <button type="button" onclick={draws(seed + 1)}>{ say(Word::NextSeed) }</button>
            <label class="check"><input type="checkbox" checked={store.driver.faults} onchange={on_faults} />{ say(Word::DrawFaults) }</label>
        </div>
    }
}

#[component]
fn Speed() -> Html {
    let (prefs, say) = (use_prefs(), use_words());
    let pace = prefs.pace;
    let oninput = Callback::from(move |event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        prefs.dispatch(Prefer::Pace(value.parse().unwrap_or(3)));
    });
    html! {
        <label class="speed" title={say(Word::Speed)}><span class="unseen">{ say(Word::Speed) }</span>
            <input type="range" min="0" max={(PACES.len() - 1).to_string()} value={pace.to_string()} {oninput} />
        </label>
    }
}

/// What a run can go on to, in the order shown.
const STOPS: [(Stop, Word); 5] = [
    (Stop::Decided, Word::UntilDecided),
    (Stop::AllDecided, Word::UntilAllDecided),
    (Stop::Nak, Word::UntilNak),
    (Stop::Violation, Word::UntilViolation),
    (Stop::Quiescent, Word::UntilQuiescent),
];

/// Goes on to the exact step at which something happens.
#[component]
fn Until() -> Html {
    let (store, say) = (use_store(), use_words());
    let onchange = Callback::from(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        let place = usize::try_from(select.selected_index()).unwrap_or(0);
        let place = place.wrapping_sub(1);
        if let Some((stop, _)) = STOPS.get(place) {
            store.dispatch(Action::Until(stop.clone(), AHEAD));
        } else if place == STOPS.len() {
            store.dispatch(Action::Dialog(Some(Dialog::Until)));
        }
        select.set_selected_index(0);
    });
    html! {
        <select class="until" {onchange} aria-label={say(Word::RunUntil)}>
            <option selected={true}>{ say(Word::RunUntil) }</option>
            { for STOPS.iter().map(|(_, word)| html! { <option>{ say(*word) }</option> }) }
            <option>{ say(Word::UntilOther) }</option>
        </select>
    }
}
