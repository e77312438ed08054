//! The whole page.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::auto::{Driver, Mode};
use super::beside::Stages;
use super::break_bar::BreakBar;
use super::diagram::DiagramView;
use super::files::use_brought;
use super::frame::{FrameHandle, use_own_frame};
use super::guide::{self, GuideView};
use super::header::Header;
use super::kept::{self, use_kept};
use super::keys::{self, Command};
use super::links::{asked_for, hash};
use super::narration::Narration;
use super::notice::NoticeView;
use super::panels::{Fetched, Panel};
use super::parts::{self, ANY_RUN, Part};
use super::past::use_past;
use super::prefs::{Prefer, Prefs, PrefsHandle, use_own_prefs};
use super::presenter::{follows, use_presenter};
use super::search::{Search, use_own_search};
use super::store::{Action, Dialog, Store, Tab};
use super::tabs::Tabs;
use super::talk::use_talk;
use super::transport::Transport;
use super::update::Update;
use super::verdict::Verdict;
use super::{StoreHandle, use_words};
use crate::model::ProcessId;
use crate::sim::{Session, Side, algorithms};
use crate::view::text::Word;

/// The parts without which the page cannot open on what it is asked for.
pub fn needed() -> Vec<Part> {
    let mut parts = parts::of(Prefs::kept().language).to_vec();
    if kept::is_kept() || hash().is_some() || follows() {
        parts.extend(ANY_RUN);
    }
    parts
}

/// What the page opens on: what was open before a reload, else what its address asks for, else the
/// first lesson.
fn first_store() -> Store {
    if let Some(store) = kept::kept() {
        return store;
    }
    let (asked, notice) = asked_for();
    let mut store = asked.or_else(guide::first).unwrap_or_else(|| {
        let entry = &algorithms()[0];
        let session = Session::new(entry, &(entry.standard)());
        let session = session.expect("an algorithm's standard configuration is possible");
        Store::new(session, Driver::default())
    });
    store.notice = notice;
    store
}

/// The page with its store and its preferences.
#[component]
pub fn App() -> Html {
    let prefs = use_own_prefs();
    let store = use_reducer(first_store);
    let search = use_own_search();
    let frame = use_own_frame(&store);
    use_past(&store);
    use_kept(&store);
    use_presenter(&store);
    use_talk(&store);
    use_brought(&store);
    use_keyboard(&store, &prefs);
    html! {
        <ContextProvider<PrefsHandle> context={prefs}>
            <ContextProvider<StoreHandle> context={store}>
                <ContextProvider<Search> context={search}>
                    <ContextProvider<FrameHandle> context={frame}>
                        <Layout />
                    </ContextProvider<FrameHandle>>
                </ContextProvider<Search>>
            </ContextProvider<StoreHandle>>
        </ContextProvider<PrefsHandle>>
    }
}

#[component]
fn Layout() -> Html {
    let say = use_words();
    let store = super::use_store();
    let dialog = store
        .dialog
        .map(|dialog| html! { <Fetched panel={Panel::Dialog(dialog)} /> });
    if follows() {
        return html! { <><NoticeView /><main class="page embedded follows"><section class="left"><div class="words"><Narration /></div><Stages /></section></main>{ dialog }</> };
    }
    if store.embed {
        return html! { <><Embedded />{ dialog }</> };
    }
    html! {
        <>
            <a class="skip" href="#stage">{ say(Word::SkipToStage) }</a>
            <Header />
            <Update />
            <NoticeView />
            <main class={classes!("page", store.guide.is_some().then_some("taught"))}>
                <div class={classes!("words", store.guide.is_some().then_some("with-guide"))}>
                    <Narration />
                    <GuideView />
                </div>
                <section class="left" aria-label={say(Word::Stage)}>
                    <Stages />
                    <BreakBar />
                </section>
                <section class="right">
                    <Verdict />
                    <Tabs />
                </section>
            </main>
            <footer class="foot"><Transport /><DiagramView /></footer>
            { for dialog }
        </>
    }
}

/// The picture without what surrounds it, for slide decks and course pages.
#[component]
fn Embedded() -> Html {
    html! {
        <>
            <NoticeView />
            <main class="page embedded">
                <section class="left"><div class="words"><Narration /></div><Stages /></section>
            </main>
            <footer class="foot"><Transport /></footer>
        </>
    }
}

/// Listens to the keyboard for as long as the page lives.
#[hook]
fn use_keyboard(store: &StoreHandle, prefs: &PrefsHandle) {
    let handles = (store.clone(), prefs.clone());
    use_effect_with(handles, |(store, prefs)| {
        let (store, prefs) = (store.clone(), prefs.clone());
        let options = EventListenerOptions::enable_prevent_default();
        let window = gloo::utils::window();
        let listener = EventListener::new_with_options(&window, "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            if store.dialog.is_some() {
                return;
            }
            if let Some(command) = keys::command(event) {
                event.prevent_default();
                obey(command, &store, &prefs);
            }
        });
        move || drop(listener)
    });
}

fn obey(command: Command, store: &StoreHandle, prefs: &PrefsHandle) {
    let action = match command {
        Command::Next => Action::Next,
        Command::Back => Action::Back,
        Command::NextDelay => Action::NextDelay,
        Command::BackDelay => Action::BackDelay,
        Command::Into => Action::Into,
        Command::Out => Action::Out,
        Command::First => Action::Seek(0),
        Command::Last => Action::Seek(usize::MAX),
        Command::PlayPause => Action::Play(!store.playing),
        Command::Tab(k) => Action::Tab(Tab::ALL[k]),
        Command::Lockstep => Action::Drive(Mode::Lockstep),
        Command::Random => Action::Drive(Mode::Random),
        Command::ByHand => Action::Drive(Mode::ByHand),
        Command::NextSeed => Action::Draw(store.driver.seed + 1),
        Command::Setup => Action::Dialog(Some(Dialog::Setup)),
        // Nothing can be held in a run that is locked.
        Command::Partition if store.locked => return,
        Command::Partition => Action::Dialog(Some(Dialog::Partition(first_process()))),
        Command::Until => Action::Dialog(Some(Dialog::Until)),
        Command::Share => Action::Dialog(Some(Dialog::Share)),
        Command::Survival => Action::Dialog(Some(Dialog::Survival)),
        Command::Beside => Action::Dialog(Some(Dialog::Beside)),
        Command::View => Action::Lens(store.next_lens()),
        Command::Leave => Action::Leave,
        Command::Help => Action::Dialog(Some(Dialog::Help)),
        Command::Zoom(by) => Action::Zoom(by),
        Command::Undo => Action::Undo,
        Command::Redo => Action::Redo,
        Command::Lessons => Action::Dialog(Some(Dialog::Lessons)),
        Command::Faster => return prefs.dispatch(Prefer::Faster(1)),
        Command::Slower => return prefs.dispatch(Prefer::Faster(-1)),
        Command::Theme => return prefs.dispatch(Prefer::NextTheme),
        Command::FullScreen => return full_screen(),
        Command::Stage => return focus("stage"),
    };
    store.dispatch(action);
}

/// Whom a partition cuts off until the reader says otherwise.
pub(super) fn first_process() -> Side {
    Side::EMPTY.and_process(ProcessId(0))
}

/// Moves the focus to an element.
pub(super) fn focus(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Goes to full screen, or back.
pub(super) fn full_screen() {
    let document = gloo::utils::document();
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(root) = document.document_element() {
        // A browser may refuse, as some do on telephones: the page stays as it is.
        let _ = root.request_fullscreen();
    }
}
