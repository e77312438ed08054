//! What must hold of non-equivocating broadcast, in both forms.

use smallvec::SmallVec;

use super::{Broadcasting, Deliveries, Form, Note, broadcasts, message};
use crate::algorithms::properties;
use crate::model::{Fact, Kind, Moment, Operation, ProcessId, Property, Reach, State};

fn wakes<F: Form>(fact: &Fact<Broadcasting<F>>) -> bool {
    matches!(
        fact,
        Fact::Noted {
            note: Note::Delivered { .. },
            ..
        }
    )
}

fn correct<F: Form>(
    state: &State<Broadcasting<F>>,
) -> impl Iterator<Item = (ProcessId, &Deliveries)> {
    state.processes().filter_map(|(id, p)| {
        let locals = p.locals.as_ref().filter(|_| p.is_correct())?;
        Some((id, &locals.delivered))
    })
}

/// (2) No two correct processes deliver different messages under one key.
pub const fn non_equivocation<F: Form>() -> Property<Broadcasting<F>> {
    Property {
        id: "non-equivocation",
        says: "No two correct processes deliver different messages under one key of one sender.",
        source: "P1, section on non-equivocating broadcast: property 2",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: wakes::<F>,
        holds: |moment| {
            let all: SmallVec<[_; 4]> = correct(moment.after).collect();
            moment.system.config().process_ids().all(|sender| {
                let mut pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
                pairs.all(|(a, b)| {
                    let both = a.1.from(sender).iter().zip(b.1.from(sender));
                    both.into_iter().all(|(x, y)| x == y)
                })
            })
        },
    }
}

/// (3) What is delivered from a correct sender, it broadcast.
pub const fn integrity<F: Form>() -> Property<Broadcasting<F>> {
    Property {
        id: "integrity",
        says: "What is delivered from a correct sender is what it broadcast.",
        source: "P1, section on non-equivocating broadcast: property 3",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: wakes::<F>,
        holds: |moment| {
            let config = moment.system.config();
            correct(moment.after).all(|(_, deliveries)| {
                let mut honest = config
                    .process_ids()
                    .filter(|p| !config.byzantine.contains(*p));
                honest.all(|sender| {
                    let got = deliveries.from(sender);
                    let keys = 1..=broadcasts(config, sender);
                    got.len() <= keys.clone().count()
                        && keys
                            .zip(got)
                            .all(|(key, v)| message(config, sender, key) == *v)
                })
            })
        },
    }
}

/// (1) What a correct process broadcasts, every correct process delivers.
pub const fn delivery<F: Form>() -> Property<Broadcasting<F>> {
    Property {
        id: "delivery",
        says: "What a correct process broadcasts is delivered by every correct process.",
        source: "P1, section on non-equivocating broadcast: property 1",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: |moment| {
            let config = moment.system.config();
            let up: SmallVec<[ProcessId; 4]> = correct(moment.after).map(|(id, _)| id).collect();
            correct(moment.after).all(|(_, deliveries)| {
                up.iter().all(|sender| {
                    deliveries.from(*sender).len() == usize::from(broadcasts(config, *sender))
                })
            })
        },
    }
}

/// (4) What one correct process delivers, every correct process delivers.
pub fn all_or_nothing<F: Form>(moment: &Moment<'_, Broadcasting<F>>) -> bool {
    let mut senders = moment.system.config().process_ids();
    senders.all(|sender| {
        let mut counts = correct(moment.after).map(|(_, d)| d.from(sender).len());
        let first = counts.next();
        counts.all(|count| Some(count) == first)
    })
}

/// A correct process writes each of its registers at most once with a value.
pub const fn written_once<F: Form>() -> Property<Broadcasting<F>> {
    Property {
        id: "written-once",
        says: "A correct process never writes a second value into one of its registers.",
        source: "P1, section on non-equivocating broadcast: write-once registers",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: properties::is_write_landed,
        holds: |moment| {
            let byzantine = moment.system.config().byzantine;
            moment.facts.iter().all(|fact| match fact {
                Fact::Landed {
                    process,
                    operation: Operation::Write { value, .. },
                    before: Some(before),
                    ..
                } if !byzantine.contains(*process) => {
                    let kept = |key, content| before.get(key).is_none_or(|old| old == content);
                    value.iter().all(|(key, content)| kept(key, content))
                }
                _ => true,
            })
        },
    }
}

/// Some run delivers.
pub const fn someone_delivers<F: Form>() -> Property<Broadcasting<F>> {
    Property {
        id: "someone-delivers",
        says: "Some run delivers a message.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: wakes::<F>,
        holds: |moment| moment.facts.iter().any(wakes::<F>),
    }
}
