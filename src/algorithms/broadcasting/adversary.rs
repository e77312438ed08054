//! What a liar can write in non-equivocating broadcast, in both forms.

use smallvec::SmallVec;

use super::{Broadcasting, Form, broadcasts, message};
use crate::algorithms::layers::acts::{self, Act, EVERYONE, Place};
use crate::algorithms::layers::broadcast::{Host, Keyed, Kind as Register};
use crate::algorithms::layers::lies::{self, Lie};
use crate::model::{Adversary, Command, Config, ProcessId, State, System, Value};

fn keyed(act: &Act, lie: Lie, process: ProcessId) -> Keyed<Value> {
    let sender = if lie == Lie::Say { process } else { act.about };
    Keyed {
        sender,
        key: u16::from(act.key),
        payload: Value(act.content),
    }
}

/// Whether a lie can be told about oneself (`own`), or about others: one says something of oneself,
/// and copies or forges what others said.
fn fits(lie: Lie, own: bool) -> bool {
    match lie {
        Lie::Say => own,
        Lie::Copy | Lie::Forge => !own,
        Lie::ProveL1 | Lie::ProveL2 => true,
    }
}

/// What a Byzantine process can say about a sender's message: that message and one other, or all
/// that anyone has as input.
fn words(config: &Config, sender: ProcessId, key: u16, all: bool) -> SmallVec<[Value; 4]> {
    let own = message(config, sender, key);
    let mut others: SmallVec<[Value; 4]> = config.inputs.iter().copied().collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|v| *v != own);
    if others.is_empty() {
        others.push(Value((own.0 + 1) % 26));
    }
    others.truncate(if all { others.len() } else { 1 });
    others.insert(0, own);
    others
}

/// Every act that can be done now: at each memory (with `all`, at all of them at once too), each
/// lie that its register allows and that would change something.
pub fn menu<F: Form>(
    state: &State<Broadcasting<F>>,
    system: &System<Broadcasting<F>>,
    process: ProcessId,
    all: bool,
) -> Vec<u32> {
    let config = system.config();
    let places = config.memory_ids().map(Place::At);
    let everywhere = all.then_some(Place::Everywhere);
    let mut acts = Vec::new();
    for place in places.chain(everywhere) {
        if lies::free(state, process, place, &system.algorithm)
            .next()
            .is_none()
        {
            continue;
        }
        for (kind, lie) in (0..).zip(Lie::ALL) {
            if !F::LIES.contains(&lie) {
                continue;
            }
            for about in config.process_ids() {
                let fits = fits(lie, about == process);
                for key in 1..=broadcasts(config, about) {
                    let words = words(config, about, key, all);
                    let said = words.iter().filter(|_| fits);
                    acts.extend(
                        said.map(|v| Act {
                            kind,
                            place,
                            about,
                            key: key as u8,
                            content: v.0,
                        })
                        .filter(|act| makes_sense(state, system, process, (lie, act)))
                        .map(Act::number),
                    );
                }
            }
        }
    }
    acts.sort_unstable();
    acts
}

/// Whether the signatures for it exist, and some register would change.
fn makes_sense<F: Form>(
    state: &State<Broadcasting<F>>,
    system: &System<Broadcasting<F>>,
    process: ProcessId,
    (lie, act): (Lie, &Act),
) -> bool {
    let host = &system.algorithm;
    let keys = system.adversary();
    let keyed = keyed(act, lie, process);
    // What the sender did sign can be copied; only what it did not is a forgery.
    if lie == Lie::Forge && system.config().byzantine.contains(act.about) {
        return false;
    }
    let layer = &host.layer;
    let Some(content) = lies::content(state, (lie, process), &keyed, (layer, &keys)) else {
        return false;
    };
    let register = host.layout().at(lie.register(), process, act.about);
    act.place.memories(system.config()).any(|memory| {
        let memory = state.memory(memory);
        !memory.crashed && memory.register(register).get(u16::from(act.key)) != Some(&content)
    })
}

/// Carries out an act.
pub fn act<F: Form>(
    state: &State<Broadcasting<F>>,
    system: &System<Broadcasting<F>>,
    process: ProcessId,
    number: u32,
    keys: &Adversary,
) -> Option<Vec<Command<Broadcasting<F>>>> {
    let act = Act::of(number, system.config())?;
    if act.about == EVERYONE {
        return None;
    }
    let lie = *Lie::ALL.get(usize::from(act.kind))?;
    if !F::LIES.contains(&lie) || act.key == 0 || !fits(lie, act.about == process) {
        return None;
    }
    let host = &system.algorithm;
    let keyed = keyed(&act, lie, process);
    let content = lies::content(state, (lie, process), &keyed, (&host.layer, keys))?;
    let writes = lies::writes(host, state, process, (&act, lie.register()), &content);
    (!writes.is_empty()).then_some(writes)
}

/// `say Value[p3,1,p3]@m1 = b`
pub fn label(process: ProcessId, config: &Config, number: u32) -> String {
    let Some(act) = Act::of(number, config) else {
        return number.to_string();
    };
    let lie = Lie::ALL[usize::from(act.kind).min(Lie::ALL.len() - 1)];
    format!(
        "{} {}[{process},{},{}]@{} = {}",
        lie.verb(),
        lie.register().name(),
        act.key,
        act.about,
        act.place.text(),
        Value(act.content)
    )
}

/// [`label`] backwards.
pub fn parse(process: ProcessId, config: &Config, text: &str) -> Option<u32> {
    let (verb, name, indices, place, content) = acts::split(text)?;
    let [owner, key, about] = indices.as_slice() else {
        return None;
    };
    let register = *Register::ALL.iter().find(|k| k.name() == name)?;
    let kind = Lie::ALL
        .iter()
        .position(|l| l.verb() == verb && l.register() == register)?;
    let mut letters = content.chars();
    let value = Value::from_letter(letters.next()?)?;
    let act = Act {
        kind: kind as u8,
        place,
        about: ProcessId(acts::number_after(about, 'p')?),
        key: key.parse().ok()?,
        content: value.0,
    };
    let whole = letters.next().is_none() && acts::number_after(owner, 'p')? == process.0;
    (whole && Act::of(act.number(), config) == Some(act)).then(|| act.number())
}
