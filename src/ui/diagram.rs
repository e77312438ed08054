//! The space-time diagram: only the part in view is drawn; a click goes to its step, and stepping
//! scrolls it. The same as a table for whoever listens.

use std::rc::Rc;

use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use super::drawing::picture;
use super::prefs::use_language;
use super::size::use_size;
use super::store::{Action, Store};
use super::use_store;
use crate::sim::Session;
use crate::view::Size;
use crate::view::diagram::{Axis, DiagramIndex, DiagramOptions, Highlight, diagram, diagram_table};
use crate::view::drawing::num;
use crate::view::text::Language;
use crate::view::text::Ui;
use crate::view::text::Word;

/// How far a press of a zoom button zooms.
const ZOOM: f64 = 1.4;

/// What the reader chose to see.
#[derive(Clone, Copy, PartialEq)]
struct Choices {
    axis: Axis,
    highlight: Shown,
    zoom: f64,
    table: bool,
}

/// What is set off, wherever the playhead is.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Nothing,
    CriticalPath,
    CausalPast,
}

impl Shown {
    const ALL: [(Shown, Ui); 3] = [
        (Shown::Nothing, Ui::NoHighlight),
        (Shown::CriticalPath, Ui::CriticalPath),
        (Shown::CausalPast, Ui::CausalPast),
    ];

    /// Of the step at the playhead.
    fn at(self, step: usize) -> Highlight {
        match self {
            Shown::Nothing => Highlight::None,
            Shown::CriticalPath => Highlight::CriticalPath(step),
            Shown::CausalPast => Highlight::CausalPast(step),
        }
    }
}

/// The diagram.
#[component]
pub fn DiagramView() -> Html {
    let (store, language) = (use_store(), use_language());
    let choices = use_state_eq(|| Choices {
        axis: Axis::Delays,
        highlight: Shown::Nothing,
        zoom: 1.0,
        table: false,
    });
    let scroller = use_node_ref();
    let (w, h) = use_size(&scroller);
    let offset = use_state_eq(|| 0.0f64);
    let index = use_index(&store);
    let here = store.session.trace.position();
    let drawn = {
        let index = index.borrow();
        let options = DiagramOptions {
            axis: choices.axis,
            offset: *offset,
            zoom: choices.zoom,
            playhead: here as f64,
            highlight: choices.highlight.at(here),
            ..DiagramOptions::new(language, Size::new(f64::from(w), f64::from(h)))
        };
        Rc::new(diagram(&store.session, &index, &options))
    };
    {
        let scroller = scroller.clone();
        let follow = drawn.follow;
        let key = (
            here,
            store.session.trace.branch(),
            Rc::as_ptr(&store.identity),
        );
        use_effect_with(key, move |_| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                element.set_scroll_left(follow as i32);
            }
        });
    }
    let on_scroll = {
        let (scroller, offset) = (scroller.clone(), offset.clone());
        Callback::from(move |_: Event| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                offset.set(f64::from(element.scroll_left()));
            }
        })
    };
    let on_click = {
        let (store, drawn, scroller) = (store.clone(), drawn.clone(), scroller.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = scroller.cast::<HtmlElement>() else {
                return;
            };
            let corner = element.get_bounding_client_rect();
            let x = f64::from(event.client_x()) - corner.left();
            let y = f64::from(event.client_y()) - corner.top() + f64::from(element.scroll_top());
            if let Some(step) = drawn.step_at(x, y) {
                store.dispatch(Action::Seek(step));
            }
        })
    };
    let scene = &drawn.scene;
    let spacer = drawn.full_width.max(f64::from(w));
    html! {
        <div class="diagram-area">
            <Tools choices={*choices} on_change={{ let choices = choices.clone(); Callback::from(move |c| choices.set(c)) }} />
            <div class="diagram-scroll" ref={scroller} onscroll={on_scroll} onclick={on_click} tabindex="0"
                role="group" aria-label={Ui::Diagram.text(language)}>
                <svg class="diagram" width={num(scene.width)} height={num(scene.height)} viewBox={scene.view_box()}
                    role="img" aria-label={scene.label.clone()}>
                    { for scene.groups().map(picture) }
                </svg>
                <svg class="spacer" width={num(spacer)} height="1" aria-hidden="true"></svg>
            </div>
            if choices.table { { table(&store.session, &index.borrow(), language, drawn.visible) } }
        </div>
    }
}

/// The index of the run that is shown, brought up to date.
#[hook]
fn use_index(store: &Store) -> Rc<std::cell::RefCell<DiagramIndex>> {
    let kept = use_mut_ref(|| DiagramIndex::new(&store.session));
    let of = use_mut_ref(|| Rc::as_ptr(&store.identity));
    let identity = Rc::as_ptr(&store.identity);
    if *of.borrow() == identity {
        kept.borrow_mut().update(&store.session);
    } else {
        *kept.borrow_mut() = DiagramIndex::new(&store.session);
        *of.borrow_mut() = identity;
    }
    kept
}

#[derive(Properties, PartialEq)]
struct ToolsProps {
    choices: Choices,
    on_change: Callback<Choices>,
}

/// What the axis counts, what is set off, and how wide it is.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let language = use_language();
    let choices = props.choices;
    let change = |next: Choices| props.on_change.reform(move |_: MouseEvent| next);
    let on_shown = props.on_change.reform(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        let place = usize::try_from(select.selected_index()).unwrap_or(0);
        Choices {
            highlight: Shown::ALL[place.min(2)].0,
            ..choices
        }
    });
    let axis = match choices.axis {
        Axis::Delays => (Axis::Steps, Ui::AxisRounds),
        Axis::Steps => (Axis::Delays, Ui::AxisSteps),
    };
    let options = Shown::ALL.into_iter().map(|(shown, label)| {
        html! { <option selected={shown == choices.highlight}>{ label.text(language) }</option> }
    });
    html! {
        <div class="diagram-tools" role="group" aria-label={Ui::Diagram.text(language)}>
            <button type="button" onclick={change(Choices { axis: axis.0, ..choices })}>{ axis.1.text(language) }</button>
            <select onchange={on_shown} aria-label={Ui::CriticalPath.text(language)}>{ for options }</select>
            <button type="button" class="icon" aria-label={Ui::ZoomOut.text(language)} onclick={change(Choices { zoom: (choices.zoom / ZOOM).max(0.2), ..choices })}>{ "−" }</button>
            <button type="button" class="icon" aria-label={Ui::ZoomIn.text(language)} onclick={change(Choices { zoom: (choices.zoom * ZOOM).min(6.0), ..choices })}>{ "+" }</button>
            <button type="button" aria-pressed={choices.table.to_string()} onclick={change(Choices { table: !choices.table, ..choices })}>{ Ui::Table.text(language) }</button>
        </div>
    }
}

/// The visible part of the diagram as a table.
fn table(
    session: &Session,
    index: &DiagramIndex,
    language: Language,
    (first, last): (usize, usize),
) -> Html {
    let rows = diagram_table(session, index, language, first, last);
    let here = session.trace.position();
    let heads = [
        Ui::ColumnStep,
        Ui::ColumnDelay,
        Ui::ColumnWhere,
        Ui::ColumnWhat,
        Ui::ColumnCause,
        Ui::ColumnWriters,
    ];
    let rows = rows.into_iter().map(|row| {
        let writers = row.writers.iter().enumerate();
        let writers: Vec<String> = writers.map(|(k, w)| format!("m{}: {w}", k + 1)).collect();
        html! {
            <tr aria-current={(row.step == here).then_some("step")}>
                <td>{ row.step }</td><td>{ row.delays }</td><td>{ row.place }</td><td>{ row.what }</td>
                <td>{ row.sent.map(|s| s.to_string()).unwrap_or_default() }</td><td>{ writers.join(" ") }</td>
            </tr>
        }
    });
    html! {
        <div class="diagram-table" tabindex="0" role="group" aria-label={Word::DiagramTable.says(language)}>
            <table>
                <thead><tr>{ for heads.into_iter().map(|h| html! { <th scope="col">{ h.text(language) }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}
