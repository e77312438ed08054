//! The space-time diagram: only the part in view is drawn; a click goes to its step, and stepping
//! scrolls it. The same as a table for whoever listens.

use std::rc::Rc;

use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use super::drawing::picture;
use super::icon::Kind;
use super::prefs::use_language;
use super::size::use_size;
use super::store::Action;
use super::use_store;
use crate::sim::Session;
use crate::view::Icon;
use crate::view::Size;
use crate::view::diagram::{
    Axis, DiagramIndex, DiagramOptions, Filter, Highlight, diagram, diagram_table, follow,
};
use crate::view::drawing::num;
use crate::view::text::Language;
use crate::view::text::Ui;
use crate::view::text::Word;

/// How far a press of a zoom button zooms.
const ZOOM: f64 = 1.4;

/// What the reader chose to see.
#[derive(Clone, PartialEq)]
struct Choices {
    axis: Axis,
    highlight: Shown,
    zoom: f64,
    table: bool,
    branches: bool,
    /// Whether the filter is open.
    filters: bool,
    filter: Filter,
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
        branches: true,
        filters: false,
        filter: Filter::default(),
    });
    let scroller = use_node_ref();
    let (w, h) = use_size(&scroller);
    // How far it is scrolled, in whole pixels as the browser keeps it, and for which step.
    let scrolled = use_mut_ref(|| (0i32, None));
    let redraw = use_force_update();
    let index = store.index.of(&store.session);
    let here = store.session.trace.position();
    let key = (
        here,
        store.session.trace.branch(),
        Rc::as_ptr(&store.identity),
    );
    let drawn = {
        let mut options = DiagramOptions {
            axis: choices.axis,
            offset: f64::from(scrolled.borrow().0),
            zoom: choices.zoom,
            playhead: here as f64,
            highlight: choices.highlight.at(here),
            filter: choices.filter.clone(),
            level: store.level,
            branches: choices.branches,
            ..DiagramOptions::new(language, Size::new(f64::from(w), f64::from(h)))
        };
        if scrolled.borrow().1 != Some(key) {
            // It is drawn where it will be scrolled to, so that its own scrolling draws nothing.
            options.offset = follow(&index, &options).floor();
            *scrolled.borrow_mut() = (options.offset as i32, Some(key));
        }
        Rc::new(diagram(&store.session, &index, &options))
    };
    let redraw_where_it_is = {
        let scrolled = scrolled.clone();
        Rc::new(move |element: &HtmlElement| {
            let left = element.scroll_left();
            if scrolled.borrow().0 != left {
                scrolled.borrow_mut().0 = left;
                redraw.force_update();
            }
        })
    };
    {
        let (scroller, wanted) = (scroller.clone(), scrolled.borrow().0);
        let redraw = redraw_where_it_is.clone();
        use_effect_with(key, move |_| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                element.set_scroll_left(wanted);
                redraw(&element);
            }
        });
    }
    let on_scroll = {
        let scroller = scroller.clone();
        Callback::from(move |_: Event| {
            if let Some(element) = scroller.cast::<HtmlElement>() {
                redraw_where_it_is(&element);
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
            if let Some(run) = drawn.run_at(x, y) {
                store.dispatch(Action::Switch(run));
            } else if let Some(step) = drawn.step_at(x, y) {
                store.dispatch(Action::Seek(step));
            }
        })
    };
    let on_change = {
        let choices = choices.clone();
        Callback::from(move |c| choices.set(c))
    };
    let scene = &drawn.scene;
    let spacer = drawn.full_width.max(f64::from(w));
    html! {
        <div class="diagram-area">
            { tools(&choices, &on_change, language, store.session.trace.branches().len() > 1) }
            if choices.filters { { filters(&store.session, &choices, &on_change, language) } }
            <div class="diagram-scroll" ref={scroller} onscroll={on_scroll} onclick={on_click} tabindex="0"
                role="group" aria-label={Ui::Diagram.text(language)}>
                <svg class="diagram" width={num(scene.width)} height={num(scene.height)} viewBox={scene.view_box()}
                    role="img" aria-label={scene.label.clone()}>
                    { for scene.groups().map(picture) }
                </svg>
                <svg class="spacer" width={num(spacer)} height="1" aria-hidden="true"></svg>
            </div>
            if choices.table { { table(&store.session, &index, language, drawn.visible) } }
        </div>
    }
}

/// What the axis counts, what is set off, how wide it is, and what is shown at all.
fn tools(
    choices: &Choices,
    on_change: &Callback<Choices>,
    language: Language,
    branches: bool,
) -> Html {
    let change = |next: Choices| on_change.reform(move |_: MouseEvent| next.clone());
    let on_shown = {
        let choices = choices.clone();
        on_change.reform(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let place = usize::try_from(select.selected_index()).unwrap_or(0);
            Choices {
                highlight: Shown::ALL[place.min(2)].0,
                ..choices.clone()
            }
        })
    };
    let axis = match choices.axis {
        Axis::Delays => (Axis::Steps, Ui::AxisRounds),
        Axis::Steps => (Axis::Delays, Ui::AxisSteps),
    };
    let options = Shown::ALL.into_iter().map(|(shown, label)| {
        html! { <option selected={shown == choices.highlight}>{ label.text(language) }</option> }
    });
    let zoomed = |zoom: f64| Choices {
        zoom: zoom.clamp(0.2, 6.0),
        ..choices.clone()
    };
    let switch = |label: Ui, on: bool, next: Choices| {
        html! { <button type="button" aria-pressed={on.to_string()} onclick={change(next)}>{ label.text(language) }</button> }
    };
    html! {
        <div class="diagram-tools" role="group" aria-label={Ui::Diagram.text(language)}>
            <button type="button" onclick={change(Choices { axis: axis.0, ..choices.clone() })}>{ axis.1.text(language) }</button>
            <select onchange={on_shown} aria-label={Ui::CriticalPath.text(language)}>{ for options }</select>
            <button type="button" class="icon" aria-label={Ui::ZoomOut.text(language)} onclick={change(zoomed(choices.zoom / ZOOM))}>{ "−" }</button>
            <button type="button" class="icon" aria-label={Ui::ZoomIn.text(language)} onclick={change(zoomed(choices.zoom * ZOOM))}>{ "+" }</button>
            if branches { { switch(Ui::OtherRuns, choices.branches, Choices { branches: !choices.branches, ..choices.clone() }) } }
            { switch(Ui::Filter, choices.filters, Choices { filters: !choices.filters, ..choices.clone() }) }
            { switch(Ui::Table, choices.table, Choices { table: !choices.table, ..choices.clone() }) }
        </div>
    }
}

/// The kinds of packets that can be left out.
const KINDS: [Icon; 8] = [
    Icon::Message,
    Icon::Write,
    Icon::Read,
    Icon::Permission,
    Icon::Ack,
    Icon::Value,
    Icon::Done,
    Icon::Nak,
];

/// Which processes, memories and kinds are shown: a press for each.
fn filters(
    session: &Session,
    choices: &Choices,
    on_change: &Callback<Choices>,
    language: Language,
) -> Html {
    let press = |on: bool, label: Html, filter: Filter| {
        let next = Choices {
            filter,
            ..choices.clone()
        };
        let onclick = on_change.reform(move |_: MouseEvent| next.clone());
        html! { <button type="button" aria-pressed={on.to_string()} {onclick}>{ label }</button> }
    };
    let config = session.config();
    let filter = &choices.filter;
    let processes = config.process_ids().map(|p| {
        let mut next = filter.clone();
        let on = next.toggle_process(p);
        press(on, html! { { p.to_string() } }, next)
    });
    let memories = config.memory_ids().map(|m| {
        let mut next = filter.clone();
        let on = next.toggle_memory(m);
        press(on, html! { { m.to_string() } }, next)
    });
    let kinds = KINDS.into_iter().map(|icon| {
        let mut next = filter.clone();
        let on = next.toggle_kind(icon);
        let label = html! { <><Kind {icon} />{ " " }{ icon.label().text(language) }</> };
        press(on, label, next)
    });
    html! {
        <div class="diagram-filter" role="group" aria-label={Ui::Filter.text(language)}>
            { for processes }{ for memories }{ for kinds }
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
