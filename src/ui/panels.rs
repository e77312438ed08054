//! What the page does not open with, in a part of its own: the dialogs, and every tab but the
//! pseudocode.

use std::cell::Cell;

use yew::prelude::*;

use super::beside::BesideDialog;
use super::events_panel::EventsPanel;
use super::help::Help;
use super::lessons::Lessons;
use super::next_panel::NextPanel;
use super::partition::Partition;
use super::parts::{NotFetched, Part, are_here, fetch};
use super::runs_panel::RunsPanel;
use super::search::{self, SearchPanel};
use super::setup::Setup;
use super::share::Share;
use super::state_panel::StatePanel;
use super::store::{Action, Dialog, Notice, Tab};
use super::survival::SurvivalTable;
use super::until::UntilForm;
use super::{use_store, use_words};
use crate::view::text::Word;

/// What lies over the page, or beside the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Panel {
    /// Over the page.
    Dialog(Dialog),
    /// Beside the stage.
    Tab(Tab),
}

impl Panel {
    /// The parts that it needs.
    fn parts(self) -> &'static [Part] {
        match self {
            Panel::Dialog(Dialog::Setup | Dialog::Lessons | Dialog::Survival | Dialog::Beside) => {
                &[Part::Panels, Part::Algorithms, Part::Lessons]
            }
            Panel::Dialog(Dialog::Help | Dialog::Share | Dialog::Partition(_) | Dialog::Until)
            | Panel::Tab(_) => &[Part::Panels],
        }
    }
}

type Draw = fn(Panel) -> Html;

thread_local! {
    /// What draws a panel, once its part is here.
    static DRAW: Cell<Option<Draw>> = const { Cell::new(None) };
}

/// Leaves behind what draws the panels and starts the search.
pub fn bring() {
    DRAW.set(Some(draw));
    search::bring();
}

fn draw(panel: Panel) -> Html {
    match panel {
        Panel::Dialog(Dialog::Setup) => html! { <Setup /> },
        Panel::Dialog(Dialog::Help) => html! { <Help /> },
        Panel::Dialog(Dialog::Share) => html! { <Share /> },
        Panel::Dialog(Dialog::Lessons) => html! { <Lessons /> },
        Panel::Dialog(Dialog::Survival) => html! { <SurvivalTable /> },
        Panel::Dialog(Dialog::Beside) => html! { <BesideDialog /> },
        Panel::Dialog(Dialog::Partition(first)) => html! { <Partition {first} /> },
        Panel::Dialog(Dialog::Until) => html! { <UntilForm /> },
        Panel::Tab(Tab::Code) => Html::default(),
        Panel::Tab(Tab::State) => html! { <StatePanel /> },
        Panel::Tab(Tab::Events) => html! { <EventsPanel /> },
        Panel::Tab(Tab::Next) => html! { <NextPanel /> },
        Panel::Tab(Tab::Branches) => html! { <RunsPanel /> },
        Panel::Tab(Tab::Search) => html! { <SearchPanel /> },
    }
}

/// What came of asking for a panel's parts.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Waiting,
    Here,
    Failed,
}

/// Which panel is shown.
#[derive(Properties, PartialEq)]
pub struct FetchedProps {
    /// The panel.
    pub panel: Panel,
}

/// A panel, once it is here. Where it cannot be fetched, a tab says so in its place, and a dialog
/// does not open.
#[component]
pub fn Fetched(props: &FetchedProps) -> Html {
    let (store, say) = (use_store(), use_words());
    // How often the reader asked for it again, and what came of it.
    let asked = use_state_eq(|| (0, Asked::Waiting));
    let panel = props.panel;
    let here = are_here(panel.parts());
    {
        let setter = asked.setter();
        let times = asked.0;
        use_effect_with((panel, times), move |_| {
            if !are_here(panel.parts()) {
                yew::platform::spawn_local(async move {
                    let failed = matches!(fetch(panel.parts()).await, Err(NotFetched));
                    match panel {
                        Panel::Dialog(_) if failed => {
                            let said = Word::NotFetched.into();
                            store.dispatch(Action::Dialog(None));
                            store.dispatch(Action::Tell(Notice { said, error: true }));
                        }
                        _ if failed => setter.set((times, Asked::Failed)),
                        _ => setter.set((times, Asked::Here)),
                    }
                });
            }
        });
    }
    if let Some(draw) = DRAW.get().filter(|_| here) {
        return draw(panel);
    }
    match (panel, asked.1) {
        (Panel::Dialog(_), _) => {
            html! { <p class="fetching" role="status">{ say(Word::Fetching) }</p> }
        }
        (Panel::Tab(_), Asked::Waiting | Asked::Here) => {
            html! { <p role="status">{ say(Word::Fetching) }</p> }
        }
        (Panel::Tab(_), Asked::Failed) => {
            let onclick =
                Callback::from(move |_: MouseEvent| asked.set((asked.0 + 1, Asked::Waiting)));
            html! {
                <div class="problem" role="alert">
                    <p>{ say(Word::NotFetched) }</p>
                    <button type="button" {onclick}>{ say(Word::TryAgain) }</button>
                </div>
            }
        }
    }
}
