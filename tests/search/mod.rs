//! A plain breadth-first search and a random walk over the model, with nothing reduced: the
//! yardstick for the Byzantine family's properties and mutations.

use std::collections::{BTreeMap, BTreeSet};

use mnmscope::model::{Algorithm, Config, Event, Fact, FreeAct, Kind, Moment, State, System};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// What a search found.
#[derive(Debug)]
pub struct Outcome {
    /// Distinct states.
    pub states: usize,
    /// Events applied.
    pub transitions: usize,
    /// The longest shortest path.
    pub depth: usize,
    /// Whether every reachable state was seen.
    pub complete: bool,
    /// The first violated property, with the events that lead to it.
    pub violated: Option<(&'static str, Vec<String>)>,
    /// `sometimes` properties that some state satisfied.
    pub sometimes: BTreeSet<&'static str>,
}

impl Outcome {
    fn nothing() -> Self {
        Outcome {
            states: 0,
            transitions: 0,
            depth: 0,
            complete: false,
            violated: None,
            sometimes: BTreeSet::new(),
        }
    }

    /// The id of the violated property, if one is.
    pub fn broken(&self) -> Option<&'static str> {
        self.violated.as_ref().map(|v| v.0)
    }
}

/// Judges those properties that are asked for; what some state is to satisfy, always.
fn judge<A: Algorithm>(
    moment: &Moment<'_, A>,
    sometimes: &mut BTreeSet<&'static str>,
    asked: &dyn Fn(&'static str) -> bool,
) -> Option<&'static str> {
    for property in A::PROPERTIES {
        let unasked = property.kind == Kind::Always && !asked(property.id);
        let asleep = !moment.facts.iter().any(property.wakes);
        if property.kind == Kind::Eventually || unasked || asleep {
            continue;
        }
        let holds = (property.holds)(moment);
        match property.kind {
            Kind::Always if !holds && !moment.system.over_budget(moment.after) => {
                return Some(property.id);
            }
            Kind::Sometimes if holds => {
                sometimes.insert(property.id);
            }
            _ => {}
        }
    }
    None
}

/// Judges what must have happened by now, where nothing is left to happen.
fn judge_rest<A: Algorithm>(
    system: &System<A>,
    state: &State<A>,
    enabled: &[Event],
    asked: &dyn Fn(&'static str) -> bool,
) -> Option<&'static str> {
    if enabled.iter().any(|e| e.is_progress()) || system.over_budget(state) {
        return None;
    }
    let moment = Moment {
        system,
        before: state,
        event: None,
        facts: &[],
        after: state,
    };
    let mut due = A::PROPERTIES
        .iter()
        .filter(|p| p.kind == Kind::Eventually && asked(p.id));
    due.find(|p| !(p.holds)(&moment)).map(|p| p.id)
}

/// Every property is judged.
const ANY: fn(&'static str) -> bool = |_| true;

/// Carries out an event and judges it: the state that it leads to, or the property that it breaks.
fn take<A: Algorithm>(
    system: &System<A>,
    before: &State<A>,
    event: Event,
    facts: &mut Vec<Fact<A>>,
    found: &mut Outcome,
    asked: &dyn Fn(&'static str) -> bool,
) -> Result<State<A>, &'static str> {
    facts.clear();
    let after = system
        .apply(before, event, Some(facts))
        .expect("what is enabled can happen");
    found.transitions += 1;
    let moment = Moment {
        system,
        before,
        event: Some(event),
        facts,
        after: &after,
    };
    match judge(&moment, &mut found.sometimes, asked) {
        Some(id) => Err(id),
        None => Ok(after),
    }
}

fn label<A: Algorithm>(system: &System<A>, event: Event) -> String {
    match event {
        Event::Byzantine { process, act } => {
            let free = FreeAct::of(act, system);
            let label = match free {
                Some(free) => free.label(system),
                None => A::byzantine_label(system, process, act),
            };
            let parsed = match free {
                Some(_) => FreeAct::parse(system, &label).map(FreeAct::number),
                None => A::byzantine_parse(system, process, &label),
            };
            assert_eq!(parsed, Some(act), "{label:?} does not name its act");
            format!("act {process} {label}")
        }
        Event::Proceed { process, thread } => {
            format!("proceed {process} {}", System::<A>::thread_name(thread))
        }
        Event::Timeout { process, thread } => {
            format!("timeout {process} {}", System::<A>::thread_name(thread))
        }
        other => other.to_string(),
    }
}

/// Searches every execution, up to `limit` distinct states.
pub fn exhaust<A: Algorithm>(config: &Config, limit: usize) -> Outcome {
    let system = System::<A>::new(config).expect("a possible configuration");
    let mut facts: Vec<Fact<A>> = Vec::new();
    let first = system.initial_with(&mut facts);
    let mut found = Outcome {
        states: 1,
        complete: true,
        ..Outcome::nothing()
    };
    let mut parents: BTreeMap<u64, (u64, Option<Event>)> = BTreeMap::new();
    parents.insert(first.fingerprint(), (0, None));
    let mut level = vec![first];
    let trace = |parents: &BTreeMap<u64, (u64, Option<Event>)>, at: u64, last: Option<Event>| {
        let mut events: Vec<String> = last.iter().map(|e| label(&system, *e)).collect();
        let mut at = at;
        while let Some((parent, Some(event))) = parents.get(&at) {
            events.push(label(&system, *event));
            at = *parent;
        }
        events.reverse();
        events
    };
    while !level.is_empty() {
        let mut next = Vec::new();
        for state in &level {
            let here = state.fingerprint();
            let enabled = system.enabled(state);
            if let Some(id) = judge_rest(&system, state, &enabled, &ANY) {
                found.violated = Some((id, trace(&parents, here, None)));
                return found;
            }
            for event in enabled {
                let after = match take(&system, state, event, &mut facts, &mut found, &ANY) {
                    Ok(after) => after,
                    Err(id) => {
                        found.violated = Some((id, trace(&parents, here, Some(event))));
                        return found;
                    }
                };
                let print = after.fingerprint();
                if let std::collections::btree_map::Entry::Vacant(vacant) = parents.entry(print) {
                    if found.states == limit {
                        found.complete = false;
                        continue;
                    }
                    vacant.insert((here, Some(event)));
                    found.states += 1;
                    next.push(after);
                }
            }
        }
        found.depth += usize::from(!next.is_empty());
        level = next;
    }
    found
}

/// Random walks of at most `steps` events each. Faults, lies, time-outs and the oracle are chosen
/// `rare` times in a hundred, so that runs get somewhere.
pub fn walk<A: Algorithm>(
    config: &Config,
    seeds: std::ops::Range<u64>,
    steps: usize,
    rare: u32,
) -> Outcome {
    let system = System::<A>::new(config).expect("a possible configuration");
    let mut found = Outcome::nothing();
    let mut facts: Vec<Fact<A>> = Vec::new();
    for seed in seeds {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = system.initial();
        let mut events: Vec<Event> = Vec::new();
        let told = |events: &[Event]| events.iter().map(|e| label(&system, *e)).collect();
        for _ in 0..steps {
            let enabled = system.enabled(&state);
            if let Some(id) = judge_rest(&system, &state, &enabled, &ANY) {
                found.violated = Some((id, told(&events)));
                return found;
            }
            let (usual, odd): (Vec<Event>, Vec<Event>) =
                enabled.iter().partition(|e| e.is_progress());
            let odd_now = usual.is_empty() || random.random_range(0..100) < rare;
            let pool = if odd_now && !odd.is_empty() {
                &odd
            } else {
                &usual
            };
            if pool.is_empty() {
                break;
            }
            let event = pool[random.random_range(0..pool.len())];
            events.push(event);
            state = match take(&system, &state, event, &mut facts, &mut found, &ANY) {
                Ok(after) => after,
                Err(id) => {
                    found.violated = Some((id, told(&events)));
                    return found;
                }
            };
        }
        found.depth = found.depth.max(events.len());
    }
    found
}

/// Random runs of at most `steps` events each, drawn with weights of their own (Groce and others,
/// *Swarm Testing*, ISSTA 2012): in one a process is slow, in another time-outs are common or the
/// liar is busy, so that together they go further apart than runs drawn evenly. Only the property
/// named is judged; all of them where none is. With `nonsense`, half of what a liar does is no lie
/// of the algorithm's own: any content in any register, requests for any permission. Returns what
/// it found, and how many runs it took.
pub fn swarm<A: Algorithm>(
    config: &Config,
    seeds: std::ops::Range<u64>,
    steps: usize,
    property: Option<&str>,
    nonsense: bool,
) -> (Outcome, u64) {
    let system = System::<A>::new(config).expect("a possible configuration");
    let mut found = Outcome::nothing();
    let mut facts: Vec<Fact<A>> = Vec::new();
    let asked = |id: &'static str| property.is_none_or(|p| p == id);
    let mut runs = 0;
    for seed in seeds {
        runs += 1;
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut drawn = |from: &[u32]| from[random.random_range(0..from.len())];
        let busy: Vec<u32> = config
            .process_ids()
            .map(|_| drawn(&[1, 4, 16, 64]))
            .collect();
        // Messages, effects, responses, waits; then time-outs, Omega, lies and other faults.
        let kinds: [u32; 8] = [
            drawn(&[16, 64]),
            drawn(&[16, 64]),
            drawn(&[16, 64]),
            drawn(&[16, 64]),
            drawn(&[0, 1, 8]),
            drawn(&[0, 1]),
            drawn(&[1, 8, 32]),
            drawn(&[0, 1]),
        ];
        let weight = |event: &Event| {
            let kind = match event {
                Event::Deliver { .. } => 0,
                Event::Effect { .. } => 1,
                Event::Return { .. } => 2,
                Event::Proceed { .. } | Event::Coin { .. } => 3,
                Event::Timeout { .. } => 4,
                Event::Leader { .. } => 5,
                Event::Byzantine { .. } => 6,
                _ => 7,
            };
            let process = event.process().map_or(1, |p| busy[usize::from(p.0)]);
            u64::from(kinds[kind] * process)
        };
        let mut state = system.initial();
        let mut events: Vec<Event> = Vec::new();
        let told = |events: &[Event]| events.iter().map(|e| label(&system, *e)).collect();
        while events.len() < steps {
            let enabled = system.enabled(&state);
            if let Some(id) = judge_rest(&system, &state, &enabled, &asked) {
                found.violated = Some((id, told(&events)));
                return (found, runs);
            }
            let total: u64 = enabled.iter().map(weight).sum();
            if total == 0 {
                break;
            }
            let mut left = random.random_range(0..total);
            let event = enabled.iter().find(|e| match left.checked_sub(weight(e)) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            });
            let mut event = *event.expect("the weights add up");
            if let Event::Byzantine { process, .. } = event
                && nonsense
                && random.random_range(0..2) == 0
            {
                let acts = system.free_acts(&state, process);
                if !acts.is_empty() {
                    let act = acts[random.random_range(0..acts.len())].number();
                    event = Event::Byzantine { process, act };
                }
            }
            events.push(event);
            state = match take(&system, &state, event, &mut facts, &mut found, &asked) {
                Ok(after) => after,
                Err(id) => {
                    found.violated = Some((id, told(&events)));
                    return (found, runs);
                }
            };
        }
        found.depth = found.depth.max(events.len());
    }
    (found, runs)
}

/// A configuration with these processes Byzantine (numbers from 1) and one mutation, if named.
pub fn config<A: Algorithm>(
    (n, m): (u8, u8),
    attempts: &[u8],
    liars: &[u8],
    mutation: Option<&str>,
) -> Config {
    let mut config = Config::new(n, m);
    config.attempts = attempts.to_vec();
    config.byzantine = liars
        .iter()
        .map(|p| mnmscope::model::ProcessId(p - 1))
        .collect();
    config.f_p = (n - 1) / 2;
    if let Some(id) = mutation {
        let place = A::MUTATIONS.iter().position(|m| m.id == id);
        config.mutations = 1 << place.expect("no such mutation");
    }
    config
}
