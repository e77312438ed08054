//! Going on to the exact step at which something happens that a list of a few words cannot name: a
//! register takes a value, a process reaches a line, a property changes.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::auto::AHEAD;
use super::frame::use_frame;
use super::modal::Modal;
use super::prefs::use_language;
use super::store::Action;
use super::{use_store, use_words};
use crate::sim::Stop;
use crate::view::text::Word;

/// What can be waited for, in the order shown.
const KINDS: [Word; 3] = [
    Word::RegisterTakes,
    Word::ProcessReaches,
    Word::PropertyChanges,
];
/// The most steps that a reader may look ahead.
const MOST: usize = 5000;

/// What is chosen so far: each a place in the list that is shown.
#[derive(Clone, PartialEq)]
struct Chosen {
    kind: usize,
    memory: usize,
    register: usize,
    text: String,
    process: usize,
    line: usize,
    property: usize,
    most: usize,
}

/// The dialog.
#[component]
pub fn UntilForm() -> Html {
    let (store, say, language) = (use_store(), use_words(), use_language());
    let frame = use_frame();
    let info = store.session.info();
    let chosen = use_state_eq(|| Chosen {
        // Without memories, no register can take a value.
        kind: usize::from(frame.memories.is_empty()),
        memory: 0,
        register: 0,
        text: String::new(),
        process: 0,
        line: 0,
        property: 0,
        most: AHEAD,
    });
    let select = |label: Word, at: usize, options: Vec<String>, set: fn(&mut Chosen, usize)| {
        let chosen = chosen.clone();
        let onchange = Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let mut next = (*chosen).clone();
            set(
                &mut next,
                usize::try_from(select.selected_index()).unwrap_or(0),
            );
            chosen.set(next);
        });
        let options = options.into_iter().enumerate();
        let options = options.map(|(k, o)| html! { <option selected={k == at}>{ o }</option> });
        html! { <label class="pick-one">{ say(label) }<select ~selectedIndex={at} {onchange}>{ for options }</select></label> }
    };
    let memory = frame.memories.get(chosen.memory);
    let register = memory.and_then(|m| m.registers.get(chosen.register));
    let stop = match chosen.kind {
        0 => memory
            .zip(register)
            .map(|(memory, register)| Stop::Register {
                memory: memory.id,
                name: register.name.clone(),
                text: Some(chosen.text.trim().to_owned()).filter(|text| !text.is_empty()),
            }),
        1 => frame
            .processes
            .get(chosen.process)
            .map(|p| Stop::Line(p.id, chosen.line as u8 + 1)),
        _ => {
            let property = chosen.property.checked_sub(1);
            let property = property.and_then(|k| info.properties.get(k));
            Some(Stop::Property(property.map(|p| p.id.to_owned())))
        }
    };
    let names = |names: &mut dyn Iterator<Item = String>| names.collect::<Vec<_>>();
    let fields = match chosen.kind {
        0 => {
            let memories = names(&mut frame.memories.iter().map(|m| m.id.to_string()));
            let registers = memory.map(|m| names(&mut m.registers.iter().map(|r| r.name.clone())));
            // What some register shows is what one is likely to take next.
            let shown = frame.memories.iter().flat_map(|m| &m.registers);
            let mut shown: Vec<&str> = shown.filter(|r| !r.empty).map(|r| &*r.text).collect();
            shown.sort_unstable();
            shown.dedup();
            let on_text = {
                let chosen = chosen.clone();
                Callback::from(move |event: InputEvent| {
                    let text = event.target_unchecked_into::<HtmlInputElement>().value();
                    chosen.set(Chosen {
                        text,
                        ..(*chosen).clone()
                    });
                })
            };
            html! {
                <>
                    { select(Word::Memory, chosen.memory, memories, |c, k| c.memory = k) }
                    { select(Word::Register, chosen.register, registers.unwrap_or_default(), |c, k| c.register = k) }
                    <label class="pick-one">{ say(Word::ValueTaken) }
                        <input type="text" list="shown-values" value={chosen.text.clone()} oninput={on_text} />
                    </label>
                    <datalist id="shown-values">{ for shown.iter().map(|text| html! { <option value={(*text).to_owned()} /> }) }</datalist>
                </>
            }
        }
        1 => {
            let processes = names(&mut frame.processes.iter().map(|p| p.id.to_string()));
            let lines = info.code.iter().enumerate();
            let lines = names(&mut lines.map(|(k, line)| format!("{} {}", k + 1, line.trim())));
            html! {
                <>
                    { select(Word::Process, chosen.process, processes, |c, k| c.process = k) }
                    { select(Word::LineReached, chosen.line, lines, |c, k| c.line = k) }
                </>
            }
        }
        _ => {
            let any = std::iter::once(say(Word::AnyProperty).to_owned());
            let known = info.properties.iter();
            let known = known.map(|p| language.tongue().property(p.id));
            let properties = names(&mut any.chain(known));
            select(Word::Property, chosen.property, properties, |c, k| {
                c.property = k
            })
        }
    };
    let on_most = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            chosen.set(Chosen {
                most: input.value().parse().unwrap_or(AHEAD).clamp(1, MOST),
                ..(*chosen).clone()
            });
        })
    };
    let on_close = {
        let store = store.clone();
        Callback::from(move |()| store.dispatch(Action::Dialog(None)))
    };
    let on_submit = {
        let (store, most) = (store.clone(), chosen.most);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(stop) = stop.clone() {
                store.dispatch(Action::Dialog(None));
                store.dispatch(Action::Until(stop, most));
            }
        })
    };
    let kinds = names(&mut KINDS.iter().map(|word| say(*word).to_owned()));
    html! {
        <Modal title={say(Word::GoOnUntil)} class="asks" {on_close}>
            <form onsubmit={on_submit}>
                { select(Word::WaitedFor, chosen.kind, kinds, |c, k| c.kind = k) }
                { fields }
                <label class="pick-one">{ say(Word::AtMostSteps) }
                    <input type="number" min="1" max={MOST.to_string()} value={chosen.most.to_string()} onchange={on_most} />
                </label>
                <p class="row"><span class="grow"></span><button type="submit" class="pri">{ say(Word::GoOn) }</button></p>
            </form>
        </Modal>
    }
}
