//! ITF, the trace format of the TLA+ world (Apalache, Quint): a list of states, each a value for
//! every variable.
//!
//! | variable | value |
//! |---|---|
//! | `action` | the event that led to the state, as in scenario text; empty at the start |
//! | `says` | the same in a sentence |
//! | `delays` | the delays so far |
//! | `processes` | for each process its status, Omega's output, decision (empty for none), lines by thread, and variables (a list: layers may use one name) |
//! | `memories` | for each memory whether it has crashed, its registers, and who may do what in each region |
//! | `messages` | the messages in flight |
//! | `operations` | the operations under way, and on which leg |

use serde_json::{Map, Value, json};

use crate::model::{Permission, ProcessSet};
use crate::scenario::sentence;
use crate::sim::{FlightView, MemoryView, ProcessView, Session, StateView};

/// The current run in ITF.
pub fn itf(session: &Session) -> String {
    let trace = &session.trace;
    let states: Vec<Value> = (0..=trace.len()).map(|k| state(session, k)).collect();
    let info = session.info();
    let vars = [
        "action",
        "says",
        "delays",
        "processes",
        "memories",
        "messages",
        "operations",
    ];
    json!({
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "source": format!("{} revision {}", info.id, info.revision),
            "description": format!("a run of {} in mnmscope", info.facts.name),
        },
        "vars": vars,
        "states": states,
    })
    .to_string()
}

fn state(session: &Session, k: usize) -> Value {
    let step = session.trace.step(k);
    let view = session.machine().view(&step.after);
    let action = step
        .choice
        .map_or_else(String::new, |c| super::json::label(session, c));
    json!({
        "#meta": { "index": k },
        "action": action,
        "says": sentence(session, k),
        "delays": int(step.clock.delays.into()),
        "processes": map(view.processes.iter().map(|p| (p.id.to_string(), process(p)))),
        "memories": map(view.memories.iter().map(|m| (m.id.to_string(), memory(m)))),
        "messages": messages(&view),
        "operations": operations(&view),
    })
}

fn int(value: u64) -> Value {
    json!({ "#bigint": value.to_string() })
}

fn map(pairs: impl Iterator<Item = (String, Value)>) -> Value {
    let pairs: Vec<Value> = pairs.map(|(k, v)| json!([k, v])).collect();
    json!({ "#map": pairs })
}

fn set(members: Vec<Value>) -> Value {
    json!({ "#set": members })
}

fn process(p: &ProcessView) -> Value {
    let decision = p.decision.map_or_else(String::new, |d| d.value.to_string());
    let lines = p
        .threads
        .iter()
        .map(|t| (t.name.clone(), int(t.line.into())));
    let fields = p.fields.iter();
    let fields: Vec<Value> = fields
        .map(|f| json!({ "name": f.name, "text": f.text }))
        .collect();
    json!({
        "status": super::json::status(p.status),
        "leader": p.leader.to_string(),
        "decision": decision,
        "lines": map(lines),
        "variables": fields,
    })
}

fn memory(m: &MemoryView) -> Value {
    let registers = m.registers.iter().map(|r| (r.name.clone(), json!(r.text)));
    let regions = m
        .regions
        .iter()
        .map(|r| (r.name.clone(), permission(&r.permission)));
    json!({
        "crashed": m.crashed,
        "registers": map(registers),
        "permissions": map(regions),
    })
}

fn permission(p: &Permission) -> Value {
    let names = |s: ProcessSet| set(s.iter().map(|p| json!(p.to_string())).collect());
    json!({
        "read": names(p.read),
        "write": names(p.write),
        "read_write": names(p.read_write),
    })
}

fn messages(view: &StateView) -> Value {
    let message = |m: &crate::sim::MessageView| {
        json!({
            "from": m.from.to_string(),
            "to": m.to.to_string(),
            "text": m.text,
            "copies": int(m.copies.into()),
        })
    };
    set(view.messages.iter().map(message).collect())
}

fn operations(view: &StateView) -> Value {
    let mut out = Vec::new();
    for p in &view.processes {
        for lane in &p.lanes {
            let Some(flight) = &lane.current else {
                continue;
            };
            let (leg, what, stale) = match flight {
                FlightView::Request {
                    operation, stale, ..
                } => ("request", super::json::operation(operation), stale),
                FlightView::Response { response, stale } => {
                    ("response", super::json::response(response), stale)
                }
            };
            let mut record = Map::new();
            record.insert("process".to_owned(), json!(p.id.to_string()));
            record.insert("memory".to_owned(), json!(lane.memory.to_string()));
            record.insert("leg".to_owned(), json!(leg));
            record.insert("what".to_owned(), json!(what));
            record.insert("stale".to_owned(), json!(stale));
            out.push(Value::Object(record));
        }
    }
    set(out)
}
