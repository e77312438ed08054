//! The stage: what stays in place is drawn once a step; what moves gets its new place straight from
//! the frame clock, without a word to the store.

mod choices;
mod clock;
mod menu;
mod zoom;

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::drawing::{Layer, group};
use super::frame::{FrameHandle, use_frame};
use super::index::Index;
use super::prefs::{Theme, use_prefs};
use super::size::use_size;
use super::store::{Action, Dialog, Store};
use super::use_store;
use crate::model::{Level, ProcessId};
use crate::sim::{Choice, Hold, Session, Side, is_carried};
use crate::view::drawing::{Group, Shape, Target, num};
use crate::view::levels::fold;
use crate::view::text::{Ui, Word, lens as known};
use crate::view::{self, Frame, LayoutOptions, Size, Stage, layout, shown};
use choices::{Does, Offer, offers};
use clock::{Course, use_clock};
use menu::Menu;
use zoom::use_zoom;

/// Whose menu is open, and where.
#[derive(Clone, PartialEq)]
struct Opened {
    key: String,
    at: (f64, f64),
}

/// Which of two runs a stage shows.
#[derive(Properties, PartialEq)]
pub struct StageProps {
    /// Whether it is the one that stands beside the run.
    #[prop_or_default]
    pub beside: bool,
}

/// What a stage shows: a session, and the step at which it stands.
fn stands(store: &Store, beside: bool) -> (&Session, usize) {
    match &store.beside {
        Some(pair) if beside => (pair.other(), pair.place()),
        _ => (&store.session, store.session.trace.position()),
    }
}

/// The stage.
#[component]
pub fn StageArea(props: &StageProps) -> Html {
    let (store, prefs) = (use_store(), use_prefs());
    let beside = props.beside;
    let (session, place) = stands(&store, beside);
    let known = use_frame();
    let area = use_node_ref();
    let moving = use_node_ref();
    let size = use_size(&area);
    let step = use_state_eq(|| place);
    let opened = use_state_eq(|| None::<Opened>);
    let explained = use_state_eq(String::new);
    let (language, projector) = (prefs.language, prefs.theme == Theme::Projector);
    let step_here = (*step).min(session.trace.len());
    let lens = store.lens.filter(|p| p.0 < session.config().processes);
    let key = (
        run(&store, beside),
        lens,
        step_here,
        size.0,
        size.1,
        language,
        (projector, store.level),
    );
    // What stands beside is another session, with an index of its own for as long as it stays.
    let own_index = use_memo(run(&store, beside), |_| Index::default());
    let index = if beside { &*own_index } else { &store.index };
    let picture = use_memo(key, |_| {
        let known = (!beside).then_some(&known);
        let folds = store.level > Level::Copies && !session.info().levels.is_empty();
        let folds = folds.then_some((index, store.level));
        let look = (language, projector);
        picture((session, lens), known, step_here, size, look, folds)
    });
    let draw = {
        let (step, moving, picture) = (step.setter(), moving.clone(), picture.clone());
        Rc::new(move |playhead: f64| {
            step.set(shown(playhead));
            if shown(playhead) == picture.stage.step {
                pose(&moving, &picture.stage, playhead);
            }
        })
    };
    // The clock keeps the first function it is given, so it is given one that looks up the last.
    let latest = use_mut_ref(|| draw.clone() as Rc<dyn Fn(f64)>);
    *latest.borrow_mut() = draw;
    let playhead = use_mut_ref(|| place as f64);
    let ahead: Rc<dyn Fn(f64)> = {
        let (latest, playhead) = (latest.clone(), playhead.clone());
        Rc::new(move |now: f64| {
            *playhead.borrow_mut() = now;
            let draw = latest.borrow().clone();
            draw(now);
        })
    };
    {
        // A new step's elements are where they were made; put them where the clock is.
        let (moving, playhead) = (moving.clone(), playhead.clone());
        use_effect_with(picture.clone(), move |picture| {
            pose(&moving, &picture.stage, *playhead.borrow());
        });
    }
    let course = Course {
        run: run(&store, beside),
        target: place,
        // One clock asks for the next event; the other stage follows.
        playing: store.playing && !beside,
        pace: f64::from(prefs.milliseconds()),
    };
    let on_arrive = {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(Action::Tick))
    };
    use_clock(course, ahead, on_arrive);

    let open_at = {
        let (opened, area, store) = (opened.clone(), area.clone(), store.clone());
        Callback::from(move |(element, at): (Element, Option<(f64, f64)>)| {
            let key = element.get_attribute("data-key").unwrap_or_default();
            // A lesson's question about a thing is answered by the thing itself.
            if !beside
                && let Some((place, question)) = store.asked()
                && let Some(answer) = question.place(&key)
            {
                return store.dispatch(Action::Answer(place, answer));
            }
            let at = at.or_else(|| middle(&element));
            if let (Some((x, y)), Some(stage)) = (at, area.cast::<HtmlElement>()) {
                let corner = stage.get_bounding_client_rect();
                opened.set(Some(Opened {
                    key,
                    at: (x - corner.left(), y - corner.top()),
                }));
            }
        })
    };
    let on_click = {
        let open_at = open_at.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(element) = thing(&event) {
                let at = (f64::from(event.client_x()), f64::from(event.client_y()));
                open_at.emit((element, Some(at)));
            }
        })
    };
    let on_key = Callback::from(move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ")
            && let Some(element) = thing(&event)
        {
            event.prevent_default();
            open_at.emit((element, None));
        }
    });
    let explain = |event: &web_sys::Event, explained: &UseStateHandle<String>| {
        let says = |e: Element| {
            e.get_attribute("aria-label")
                .or_else(|| e.get_attribute("data-says"))
        };
        let label = thing(event).and_then(says);
        explained.set(label.unwrap_or_default());
    };
    let on_over = {
        let explained = explained.clone();
        Callback::from(move |event: PointerEvent| explain(&event, &explained))
    };
    let zoom = use_zoom(store.zoom);
    let on_focus = {
        let (explained, zoom) = (explained.clone(), zoom.clone());
        Callback::from(move |event: FocusEvent| {
            explain(&event, &explained);
            if let Some(element) = thing(&event)
                && let Some(at) = middle(&element)
            {
                zoom.look_at(&element, at);
            }
        })
    };
    let on_move = {
        let zoom = zoom.clone();
        Callback::from(move |event: PointerEvent| zoom.drag(&event))
    };
    let stage = &picture.stage;
    let menu = opened.as_ref().and_then(|opened_at| {
        let target = target(&picture.frame, &opened_at.key)?;
        Some(html! { <ThingMenu {beside} {target} frame={picture.frame.clone()} opened={opened_at.clone()} close={opened.setter()} /> })
    });
    html! {
        <div id={id(beside)} class="stage-area" tabindex="-1" ref={area}>
            <svg class="stage" viewBox={zoom.view_box(stage.width, stage.height)} role="group"
                aria-label={stage.label.clone()} onclick={on_click} onkeydown={on_key} onpointerover={on_over} onfocusin={on_focus} onpointermove={on_move}>
                <Layer groups={picture.still.clone()} />
                <g ref={moving}>
                    { for stage.flourishes_at(stage.step as f64).map(|g| group(&g)) }
                    { for stage.sprites.iter().map(|s| group(&s.group)) }
                </g>
            </svg>
            <ZoomButtons />
            if !explained.is_empty() && opened.is_none() { <p class="explains" aria-hidden="true">{ (*explained).clone() }</p> }
            { menu.unwrap_or_default() }
        </div>
    }
}

/// What is drawn of one step.
struct Picture {
    frame: Rc<Frame>,
    stage: Stage,
    /// What stays in place, which the stage then has no more.
    still: Rc<Vec<Group>>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The id of a stage's element.
fn id(beside: bool) -> &'static str {
    if beside { "stage-beside" } else { "stage" }
}

fn picture(
    (session, lens): (&Session, Option<ProcessId>),
    known: Option<&FrameHandle>,
    step: usize,
    (w, h): (u32, u32),
    (language, projector): (view::Language, bool),
    folds: Option<(&Index, Level)>,
) -> Picture {
    let known = known.filter(|f| step == f.0.step && session.trace.len() == f.0.steps);
    let frame = match known {
        Some(frame) => frame.0.clone(),
        None => Rc::new(Frame::at(session, step)),
    };
    let frame = match lens {
        Some(me) => Rc::new((*frame).clone().as_known_by(session, me)),
        None => frame,
    };
    let frame = match folds {
        None => frame,
        Some((index, level)) => {
            let mut folded = (*frame).clone();
            fold(&mut folded, session, index.of(session).levels(), level);
            Rc::new(folded)
        }
    };
    let mut options = LayoutOptions::of(&frame, language);
    if projector {
        options = options.for_projector();
    }
    let config = session.config();
    let size = Size::new(f64::from(w), f64::from(h));
    let layout = layout(config.processes, config.memories, size, &options);
    let mut stage = Stage::new(&frame, &layout);
    Picture {
        still: Rc::new(std::mem::take(&mut stage.still)),
        stage,
        frame,
    }
}

/// Which run is shown: it differs wherever the same step could look different.
fn run(store: &Store, beside: bool) -> (usize, usize) {
    let trace = &stands(store, beside).0.trace;
    let tip = trace.node_at(trace.len());
    let which = match &store.beside {
        // What stands beside is made anew whenever the run at hand changes.
        Some(pair) if beside => {
            let at = std::sync::Arc::as_ptr(pair.other()).cast::<u8>() as usize;
            at ^ trace.node(tip).after.fingerprint() as usize
        }
        _ => Rc::as_ptr(&store.identity).cast::<u8>() as usize,
    };
    (which, tip.0 as usize)
}

/// Puts what moves where it is at a playhead.
fn pose(moving: &NodeRef, stage: &Stage, playhead: f64) {
    let Some(layer) = moving.cast::<Element>() else {
        return;
    };
    let elements = layer.children();
    let mut place = 0;
    let mut next = || {
        place += 1;
        elements.item(place - 1)
    };
    for flourish in stage.flourishes_at(playhead) {
        let Some(element) = next() else { return };
        set(&element, &flourish.pose);
        if let (Some(Shape::Path { data, .. }), Some(path)) =
            (flourish.shapes.first(), element.first_element_child())
            && path.tag_name() == "path"
        {
            // Setting an attribute of a known name cannot fail.
            let _ = path.set_attribute("d", &data.to_string());
        }
    }
    for sprite in &stage.sprites {
        let Some(element) = next() else { return };
        set(&element, &stage.pose(sprite, playhead));
    }
}

fn set(element: &Element, pose: &view::Pose) {
    // Setting an attribute of a known name cannot fail.
    let _ = element.set_attribute("transform", &pose.transform());
    // Few things fade, and each call out of the program costs as much as a place.
    if pose.opacity < 1.0 || element.has_attribute("opacity") {
        let _ = element.set_attribute("opacity", &num(pose.opacity));
    }
}

/// The thing on the stage that an event is about.
fn thing(event: &web_sys::Event) -> Option<Element> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    element.closest("[data-key]").ok().flatten()
}

/// The middle of an element, in the window.
fn middle(element: &Element) -> Option<(f64, f64)> {
    let rect = element.get_bounding_client_rect();
    Some((
        rect.left() + rect.width() / 2.0,
        rect.top() + rect.height() / 2.0,
    ))
}

/// What a key stands for.
fn target(frame: &Frame, key: &str) -> Option<Target> {
    let processes = frame.processes.iter().map(|p| Target::Process(p.id));
    let memories = frame.memories.iter().flat_map(|m| {
        let registers = m.registers.iter().map(|r| Target::Register(m.id, r.id));
        std::iter::once(Target::Memory(m.id)).chain(registers)
    });
    let packets = frame.packets.iter().map(|p| Target::Packet(p.key.clone()));
    processes
        .chain(memories)
        .chain(packets)
        .find(|t| t.key() == key)
}

#[derive(Properties)]
struct ThingMenuProps {
    beside: bool,
    target: Target,
    frame: Rc<Frame>,
    opened: Opened,
    close: UseStateSetter<Option<Opened>>,
}

impl PartialEq for ThingMenuProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.frame, &other.frame) && self.opened == other.opened
    }
}

/// The menu of a thing, and the doing of what is chosen in it.
#[component]
fn ThingMenu(props: &ThingMenuProps) -> Html {
    let (store, prefs) = (use_store(), use_prefs());
    let close = {
        let (close, key, id) = (
            props.close.clone(),
            props.opened.key.clone(),
            id(props.beside),
        );
        Callback::from(move |()| {
            close.set(None);
            let selector = format!("#{id} [data-key=\"{key}\"]");
            let thing = gloo::utils::document().query_selector(&selector);
            if let Some(thing) = thing
                .ok()
                .flatten()
                .and_then(|t| t.dyn_into::<web_sys::SvgElement>().ok())
            {
                // What is gone cannot take the focus back.
                let _ = thing.focus();
            }
        })
    };
    let mut explains = explanation(&props.frame, &props.target, prefs.language);
    let (session, _) = stands(&store, props.beside);
    let mut offers = match store.locked {
        // What cannot be changed is explained, and no more.
        true => Vec::new(),
        false => offers(session, &props.frame, &props.target, prefs.language),
    };
    if props.beside {
        // What is done beside the run is done to both; the schedule there is its own.
        let state = store.session.view();
        let carried = |offer: &Offer| matches!(&offer.does, Does::Steps(steps) if steps.iter().all(|c| is_carried(*c)));
        offers.retain(carried);
        let all = offers.len();
        offers.retain(|offer| {
            matches!(&offer.does, Does::Steps(steps) if steps.iter().all(|c| exists_in(&state, *c)))
        });
        if all > 0 && offers.is_empty() {
            // What only this run has cannot fail in the other.
            explains = format!("{explains} {}", Word::NotInBoth.says(prefs.language));
        }
    }
    // One may look through a process's eyes, too.
    let looks = match props.target {
        Target::Process(id) if store.lens != Some(id) => Some(id),
        _ => None,
    };
    if let Target::Process(id) = props.target {
        let label = match looks {
            Some(id) => known::title(prefs.language, id),
            None => Word::SeeEverything.says(prefs.language).to_owned(),
        };
        if id.0 < store.session.config().processes {
            offers.push(Offer::look(label));
        }
    }
    let on_choose = {
        let close = close.clone();
        Callback::from(move |offer: Offer| {
            close.emit(());
            store.dispatch(match offer.does {
                Does::Steps(choices) => Action::ActAll(choices),
                Does::Slow(what) => Action::Slow(what),
                Does::Look => Action::Lens(looks),
                Does::Part(side) => Action::Dialog(Some(Dialog::Partition(side))),
            });
        })
    };
    html! { <Menu {explains} {offers} at={props.opened.at} {on_choose} on_close={close} /> }
}

/// Whether what a choice is about is there in a state too.
fn exists_in(state: &crate::sim::StateView, choice: Choice) -> bool {
    let (process, memory) = match choice {
        Choice::Event(event) => (event.process(), event.memory()),
        Choice::Hold(hold) | Choice::Release(hold) => match hold {
            Hold::Process(p) => (Some(p), None),
            Hold::Memory(m) => (None, Some(m)),
            Hold::Lane(p, m) => (Some(p), Some(m)),
            Hold::Link(p, q) | Hold::Message { from: p, to: q, .. } => (Some(p.max(q)), None),
            Hold::Request(p, m) | Hold::Response(p, m) => (Some(p), Some(m)),
            Hold::Way(one, other) | Hold::Between(one, other) => {
                let all = Side(one.0 | other.0);
                (all.processes().last(), all.memories().last())
            }
        },
    };
    process.is_none_or(|p| (p.0 as usize) < state.processes.len())
        && memory.is_none_or(|m| (m.0 as usize) < state.memories.len())
}

fn explanation(frame: &Frame, target: &Target, language: view::Language) -> String {
    let tongue = language.tongue();
    match target {
        Target::Process(id) => frame.process(*id).map(|p| tongue.process(p)),
        Target::Memory(id) => frame.memory(*id).map(|m| tongue.memory(m)),
        Target::Register(id, register) => frame.memory(*id).and_then(|m| {
            let register = m.registers.iter().find(|r| r.id == *register)?;
            Some(tongue.register(m, register))
        }),
        Target::Packet(key) => frame.packet(key).map(|p| tongue.packet(p)),
        Target::Step(_) => None,
    }
    .unwrap_or_default()
}

/// Looking closer, and at the whole again.
#[component]
fn ZoomButtons() -> Html {
    let (store, language) = (use_store(), use_prefs().language);
    let press = |label: Ui, sign: &'static str, by: i8| {
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Action::Zoom(by)));
        let label = label.text(language);
        html! { <button type="button" class="icon" aria-label={label} title={label} {onclick}>{ sign }</button> }
    };
    html! {
        <div class="zoom">
            if store.zoom > 0 { { press(Ui::ZoomReset, "⤢", i8::MIN) } { press(Ui::ZoomOut, "−", -1) } }
            { press(Ui::ZoomIn, "+", 1) }
        </div>
    }
}
