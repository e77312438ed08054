//! Exports, read by readers that are not ours.

use std::collections::{BTreeMap, BTreeSet};

use mnmscope::model::{Field, Level, MemoryId, ProcessId};
use mnmscope::share::export::{SCHEMA, archive, itf, json, shiviz};
use mnmscope::sim::{Choice, Hold, Lockstep, Random, Session, Stop, algorithms, find};
use mnmscope::view::{DiagramIndex, Language, Look, Size, Slides, Theme, slide_steps, svg};
use serde::Deserialize;
use serde_json::Value;

/// Runs of every algorithm: the common case, and one with faults and a hold.
fn runs() -> Vec<Session> {
    let mut out = Vec::new();
    for entry in algorithms() {
        let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
        s.run(&mut Lockstep, &Stop::Quiescent, 80);
        out.push(s);
        for seed in 0..3 {
            let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
            let hold = Choice::Hold(Hold::Process(ProcessId(0)));
            s.run(&mut Random::new(seed, true), &Stop::Quiescent, 30);
            s.trace.act(hold).expect("p1 is there");
            s.run(&mut Random::new(seed, true), &Stop::Quiescent, 30);
            out.push(s);
        }
    }
    out
}

#[test]
fn json_is_as_its_schema_says() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let mut compiler = boon::Compiler::new();
    compiler
        .add_resource("trace.json", schema)
        .expect("a schema");
    let mut schemas = boon::Schemas::new();
    let trace = compiler
        .compile("trace.json", &mut schemas)
        .expect("a schema");
    let mut kinds = BTreeSet::new();
    for s in runs() {
        let run: Value = serde_json::from_str(&json(&s)).expect("JSON");
        if let Err(error) = schemas.validate(&run, trace) {
            panic!("{}: {error:#}", s.info().id);
        }
        let steps = run["steps"].as_array().expect("as the schema says");
        assert_eq!(steps.len(), s.trace.len() + 1);
        let last = &steps[s.trace.len()]["fingerprint"];
        let after = s.trace.step(s.trace.len()).after.fingerprint();
        assert_eq!(last.as_str(), Some(format!("{after:016x}").as_str()));
        let happened = steps
            .iter()
            .flat_map(|s| s["happened"].as_array().expect("a list"));
        kinds.extend(happened.map(|h| h["what"].to_string()));
        // Something wrong is found: the schema is not empty of meaning.
        let mut wrong = run.clone();
        wrong["steps"][0]["says"] = Value::Null;
        assert!(schemas.validate(&wrong, trace).is_err());
    }
    assert!(kinds.len() > 10, "{kinds:?}");
}

#[derive(Deserialize)]
struct State {
    action: String,
    says: String,
    delays: u32,
    processes: BTreeMap<String, Process>,
    memories: BTreeMap<String, Memory>,
    messages: BTreeSet<Message>,
    operations: BTreeSet<Operation>,
}

#[derive(Deserialize)]
struct Process {
    status: String,
    leader: String,
    decision: String,
    lines: BTreeMap<String, u8>,
    variables: Vec<Variable>,
}

#[derive(Deserialize)]
struct Variable {
    name: String,
    text: String,
}

#[derive(Deserialize)]
struct Memory {
    crashed: bool,
    registers: BTreeMap<String, String>,
    permissions: BTreeMap<String, Permission>,
}

#[derive(Deserialize)]
struct Permission {
    read: BTreeSet<String>,
    write: BTreeSet<String>,
    read_write: BTreeSet<String>,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    from: String,
    to: String,
    text: String,
    copies: u8,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Operation {
    process: String,
    memory: String,
    leg: String,
    what: String,
    stale: bool,
}

#[test]
fn itf_is_read_by_its_own_crate() {
    for s in runs() {
        let trace: itf::Trace<State> = itf::trace_from_str(&itf(&s)).expect("ITF");
        assert_eq!(trace.vars.len(), 7);
        assert_eq!(trace.states.len(), s.trace.len() + 1);
        for (k, state) in trace.states.iter().enumerate() {
            assert_eq!(state.meta.index, Some(k as u64));
            let state = &state.value;
            let step = s.trace.step(k);
            let view = s.machine().view(&step.after);
            assert_eq!(state.action.is_empty(), k == 0);
            assert!(!state.says.is_empty());
            assert_eq!(state.delays, step.clock.delays);
            for p in &view.processes {
                let told = &state.processes[&p.id.to_string()];
                assert_eq!(told.leader, p.leader.to_string());
                assert_eq!(told.lines.len(), p.threads.len());
                assert_eq!(told.variables.len(), p.fields.len());
                let same = |(v, f): (&Variable, &Field)| v.name == f.name && v.text == f.text;
                assert!(told.variables.iter().zip(&p.fields).all(same));
                assert_eq!(told.decision.is_empty(), p.decision.is_none());
                assert!(["up", "byzantine", "stopped", "crashed"].contains(&told.status.as_str()));
            }
            for m in &view.memories {
                let told = &state.memories[&m.id.to_string()];
                assert_eq!(told.crashed, m.crashed);
                for r in &m.registers {
                    assert_eq!(told.registers[&r.name], r.text);
                }
                for r in &m.regions {
                    let p = &told.permissions[&r.name];
                    let all = p.read.len() + p.write.len() + p.read_write.len();
                    let sets = [
                        r.permission.read,
                        r.permission.write,
                        r.permission.read_write,
                    ];
                    assert_eq!(all, sets.iter().map(|s| s.len()).sum::<usize>());
                }
            }
            let copies: u32 = state.messages.iter().map(|m| u32::from(m.copies)).sum();
            let there: u32 = view.messages.iter().map(|m| u32::from(m.copies)).sum();
            assert_eq!(copies, there);
            assert!(
                state
                    .messages
                    .iter()
                    .all(|m| !(m.from.is_empty() || m.to.is_empty() || m.text.is_empty()))
            );
            let lanes = view.processes.iter().flat_map(|p| &p.lanes);
            let under_way = lanes.filter(|l| l.current.is_some()).count();
            assert_eq!(state.operations.len(), under_way);
            let stale = state.operations.iter().filter(|o| o.stale).count();
            assert!(stale <= under_way);
            for o in &state.operations {
                assert!(o.process.starts_with('p') && o.memory.starts_with('m'));
                assert!(!o.what.is_empty());
                assert!(["request", "response"].contains(&o.leg.as_str()));
            }
        }
    }
}

type Clock = BTreeMap<String, u32>;

/// As ShiViz reads a log: by its standard expression, clocks as JSON.
fn read_log(log: &str) -> Vec<(String, Clock, String)> {
    let standard =
        regex::Regex::new(r"(?<host>\S*) (?<clock>\{.*\})\n(?<event>.*)").expect("valid");
    let mut end = 0;
    let mut out = Vec::new();
    for part in standard.captures_iter(log) {
        let whole = part.get(0).expect("a match");
        assert_eq!(log[end..whole.start()].trim(), "", "nothing is left unread");
        end = whole.end();
        let clock = serde_json::from_str(&part["clock"]).expect("a clock is JSON");
        out.push((part["host"].to_owned(), clock, part["event"].to_owned()));
    }
    assert_eq!(log[end..].trim(), "");
    out
}

#[test]
fn shiviz_finds_a_log_whose_clocks_agree() {
    for s in runs() {
        let log = read_log(&shiviz(&s));
        let processes = s.config().processes as usize;
        assert_eq!(log.len(), processes + s.trace.len());
        // ShiViz wants each host's own count to go up one by one, and what a clock knows of
        // another host to have happened.
        let mut last: BTreeMap<&str, &Clock> = BTreeMap::new();
        for (host, clock, event) in &log {
            assert!(!event.is_empty());
            let before = last.get(host.as_str());
            let count = |c: &Clock| c.get(host).copied().unwrap_or(0);
            assert_eq!(count(clock), before.map_or(0, |c| count(c)) + 1, "{host}");
            for (other, known) in clock {
                if other != host {
                    let there = last.get(other.as_str()).map_or(0, |c| c[other]);
                    assert!(
                        *known <= there,
                        "{host} knows of {other} what has not happened"
                    );
                    assert!(before.and_then(|c| c.get(other)).unwrap_or(&0) <= known);
                }
            }
            last.insert(host, clock);
        }
        // What arrived is after its sending.
        for k in 1..=s.trace.len() {
            let sending = s.trace.step(k).causes.sending;
            let sent = sending
                .and_then(|id| s.trace.place_of(id))
                .filter(|k| *k > 0);
            if let Some(sent) = sent {
                let (sender, before, _) = &log[processes + sent - 1];
                let (_, clock, _) = &log[processes + k - 1];
                assert!(clock.get(sender) >= before.get(sender));
            }
        }
    }
}

#[test]
fn a_memorys_events_are_its_own_in_a_log() {
    let entry = mnmscope::sim::find("protected-memory-paxos").expect("registered");
    let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
    s.run(&mut Lockstep, &Stop::Decided, 100);
    let log = shiviz(&s);
    let m1 = MemoryId(0);
    assert!(log.contains(&format!("{m1} {{\"m1\":1, \"p1\":")), "{log}");
}

/// Numbered pictures as one file: each is there under its number, and is the picture of its step.
#[test]
fn slides_are_one_archive_with_a_picture_for_each_step() {
    let entry = find("non-equivocating-broadcast").expect("registered");
    let mut s = Session::new(entry, &(entry.standard)()).expect("standard");
    s.run(&mut Lockstep, &Stop::Quiescent, 500);
    let index = DiagramIndex::new(&s);
    let levels = index.levels();
    let slides = Slides {
        size: Size::new(960.0, 540.0),
        theme: Theme::Light,
        language: Language::English,
    };
    let each = slide_steps(&s, levels, Level::Copies, false);
    assert_eq!(each.len(), s.trace.len() + 1);
    let folded = slide_steps(&s, levels, Level::Broadcasts, false);
    assert_eq!(folded.len(), 4, "it begins, and three deliver");
    let by_delay = slide_steps(&s, levels, Level::Copies, true);
    let delays = s.trace.step(s.trace.len()).clock.delays as usize;
    assert_eq!(by_delay.len(), delays + 1);
    let look = Look::at(levels, Level::Copies);
    let files = slides.sequence(&s, &look, by_delay.clone());
    let bytes = archive(files).expect("a small one");
    let mut read = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    assert_eq!(read.len(), by_delay.len());
    let names = read.file_names().map(|n| n.expect("a name").into_owned());
    let mut names: Vec<String> = names.collect();
    let digits = s.trace.len().to_string().len();
    let expected: Vec<String> = by_delay
        .iter()
        .map(|k| format!("step-{k:0digits$}.svg"))
        .collect();
    names.sort();
    assert_eq!(names, expected);
    for (name, k) in expected.iter().zip(by_delay) {
        let mut text = String::new();
        let mut file = read.by_name(name).expect("it is there");
        std::io::Read::read_to_string(&mut file, &mut text).expect("text, whole");
        assert_eq!(text, svg(&slides.stage(&s, k), Theme::Light));
    }
}
