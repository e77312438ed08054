//! A run as JSON, for programs of any language; [`SCHEMA`] says what is in it.

use serde_json::{Value, json};

use crate::model::{MemoryId, ProcessId, ProcessSet, Status, ThreadId, Value as Input};
use crate::scenario::{Command, sentence};
use crate::sim::{Choice, Machine, NodeId, OperationView, Origin, ResponseView, Session, Standing};

/// The JSON Schema of [`json()`], with what each part means.
pub const SCHEMA: &str = include_str!("trace.schema.json");

/// The current run as JSON.
pub fn json(session: &Session) -> String {
    let trace = &session.trace;
    let machine = &**session.machine();
    let info = session.info();
    let steps: Vec<Value> = (0..=trace.len()).map(|k| step(session, k)).collect();
    let mut end = session.clone();
    end.trace.seek(usize::MAX);
    let mut state = plain(&end.view());
    name(&mut state, "", machine);
    let properties = info.properties.iter().zip(end.standings());
    let properties: Vec<Value> = properties
        .map(|(p, standing)| json!({ "id": p.id, "says": p.says, "stands": stands(standing) }))
        .collect();
    let mut config = plain(session.config());
    config["inputs"] = session
        .config()
        .inputs
        .iter()
        .map(ToString::to_string)
        .collect();
    config["byzantine"] = names(session.config().byzantine);
    config["mutations"] = info
        .mutations
        .iter()
        .zip(0..)
        .filter(|(_, place)| session.config().mutated(*place))
        .map(|(m, _)| json!(m.id))
        .collect();
    json!({
        "format": "mnmscope-trace",
        "version": 1,
        "algorithm": { "id": info.id, "name": info.facts.name, "revision": info.revision },
        "config": config,
        "steps": steps,
        "end": { "state": state, "properties": properties },
    })
    .to_string()
}

fn plain<T: serde::Serialize>(value: &T) -> Value {
    let value = serde_json::to_value(value);
    assert!(value.is_ok(), "plain data is JSON: {value:?}");
    value.unwrap_or_default()
}

fn step(session: &Session, k: usize) -> Value {
    let trace = &session.trace;
    let machine = &**session.machine();
    let step = trace.step(k);
    let place = |id: NodeId| trace.place_of(id);
    let happened = session.happenings(k).into_iter().map(|(happening, _)| {
        let mut value = plain(&happening);
        name(&mut value, "", machine);
        value
    });
    let violated = session.info().properties.iter().zip(0..);
    let violated = violated.filter(|(_, bit)| step.violated & (1 << bit) != 0);
    json!({
        "step": k,
        "event": step.choice.map(|c| label(session, c)),
        "chosen_by": origin(step.origin),
        "says": sentence(session, k),
        "delays": step.causes.depth,
        "follows": place(step.causes.previous),
        "sent_at": step.causes.sending.and_then(place),
        "happened": happened.collect::<Vec<_>>(),
        "violated": violated.map(|(p, _)| p.id).collect::<Vec<_>>(),
        "fingerprint": format!("{:016x}", step.after.fingerprint()),
    })
}

/// A choice as scenario text.
pub(super) fn label(session: &Session, choice: Choice) -> String {
    Command::of(choice, &**session.machine()).to_string()
}

fn origin(origin: Origin) -> Value {
    match origin {
        Origin::User => json!("user"),
        Origin::Lockstep => json!("lockstep"),
        // As text: a seed may have more bits than a number in a browser.
        Origin::Random(draw) => {
            json!({ "seed": draw.seed.to_string(), "faults": draw.faults })
        }
    }
}

fn stands(standing: Standing) -> &'static str {
    match standing {
        Standing::Holds => "holds",
        Standing::Open => "open",
        Standing::Violated => "violated",
        Standing::NoPromise => "no-promise",
    }
}

/// A process's status in a word.
pub(super) fn status(status: Status) -> &'static str {
    match status {
        Status::Up => "up",
        Status::Byzantine => "byzantine",
        Status::Stopped => "stopped",
        Status::Crashed => "crashed",
    }
}

/// An operation in short.
pub(super) fn operation(operation: &OperationView) -> String {
    match operation {
        OperationView::Write { name, text, .. } => format!("write {name} {text}"),
        OperationView::Read { name, .. } => format!("read {name}"),
        OperationView::ReadRow { region } => format!("read all of {region}"),
        OperationView::ChangePermission { region, to, .. } => format!("change {region} to {to}"),
    }
}

/// A response in short.
pub(super) fn response(response: &ResponseView) -> String {
    match response {
        ResponseView::Ack => "ack".to_owned(),
        ResponseView::Nak => "nak".to_owned(),
        ResponseView::Value(text) => text.clone(),
        ResponseView::Row(texts) => texts.join(" "),
        ResponseView::Done => "done".to_owned(),
    }
}

fn names(set: ProcessSet) -> Value {
    set.iter().map(|p| json!(p.to_string())).collect()
}

/// Puts names for numbers, everywhere in a value that stands under `key`: `p1`, `m2`, `a`, `main`.
fn name(value: &mut Value, key: &str, machine: &dyn Machine) {
    match value {
        Value::Number(number) => {
            let n = number.as_u64().unwrap_or_default();
            let byte = u8::try_from(n).unwrap_or_default();
            *value = match key {
                "process" | "at" | "leader" | "from" | "to" => json!(ProcessId(byte).to_string()),
                "memory" | "answered" => json!(MemoryId(byte).to_string()),
                "input" | "value" => json!(Input(byte).to_string()),
                // A message's identity has more bits than a number in a browser.
                "content" => json!(format!("{n:016x}")),
                _ => return,
            };
        }
        Value::Array(items) => items.iter_mut().for_each(|item| name(item, key, machine)),
        Value::Object(fields) => {
            let number = |k: &str| fields.get(k).and_then(Value::as_u64);
            if let (Some(family), Some(index)) = (number("family"), number("index")) {
                let thread = ThreadId {
                    family: family as u8,
                    index: index as u8,
                };
                *value = json!(machine.thread_name(thread));
                return;
            }
            for (k, v) in fields {
                match (k.as_str(), key, v.as_u64()) {
                    ("read" | "write" | "read_write", _, Some(set)) => {
                        *v = names(ProcessSet(set as u16));
                    }
                    ("id", "processes", Some(_)) => name(v, "process", machine),
                    ("id", "memories", Some(_)) => name(v, "memory", machine),
                    _ => name(v, k, machine),
                }
            }
        }
        _ => {}
    }
}
