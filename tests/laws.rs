//! Laws over the registry: what is true of every algorithm, whichever is added.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mnmscope::model::{Config, Event, ProcessId, ProcessSet};
use mnmscope::scenario::{Setup, lessons, parse, sentence};
use mnmscope::sim::{Choice, Entry, Happening, Lockstep, Random, Session, Stop, algorithms};

/// Every algorithm in its standard configuration, and those for Byzantine faults with a liar in
/// it too.
fn everyone() -> Vec<(&'static Entry, Config)> {
    let mut all = Vec::new();
    for entry in algorithms() {
        let standard = (entry.standard)();
        if entry.info.facts.byzantine && standard.byzantine.is_empty() {
            let last = ProcessId(standard.processes - 1);
            for liar in [ProcessId(0), last] {
                let byzantine = ProcessSet::only(liar);
                all.push((
                    entry,
                    Config {
                        byzantine,
                        ..standard.clone()
                    },
                ));
            }
        }
        all.push((entry, standard));
    }
    all
}

fn session(entry: &'static Entry, config: &Config) -> Session {
    Session::new(entry, config).unwrap_or_else(|e| panic!("{}: {e}", entry.info.id))
}

/// A run with a bit of everything: lockstep, then chance with faults.
fn run(entry: &'static Entry, config: &Config, seed: u64, steps: usize) -> Session {
    let mut s = session(entry, config);
    s.run(&mut Lockstep, &Stop::Delays(1 + (seed % 5) as u32), 60);
    s.run(&mut Random::new(seed, true), &Stop::Quiescent, steps);
    s
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for (entry, config) in everyone() {
        for seed in 0..4 {
            let once = run(entry, &config, seed, 300);
            let twice = run(entry, &config, seed, 300);
            let choices = |s: &Session| s.trace.choices(usize::MAX).collect::<Vec<_>>();
            assert_eq!(choices(&once), choices(&twice), "{}", entry.info.id);
            let print = |s: &Session| s.trace.state().fingerprint();
            assert_eq!(print(&once), print(&twice), "{}", entry.info.id);
        }
    }
}

#[test]
fn so_many_steps_back_and_forward_again_lead_to_the_same_state() {
    for (entry, config) in everyone() {
        let mut s = run(entry, &config, 11, 200);
        let end = s.trace.len();
        let seen: Vec<u64> = (0..=end)
            .map(|k| s.trace.step(k).after.fingerprint())
            .collect();
        for _ in 0..=end + 100 {
            let before = s.trace.position().saturating_sub(1);
            s.trace.seek(before);
        }
        assert_eq!(s.trace.position(), 0, "back at the start and no further");
        let choices: Vec<Choice> = s.trace.choices(usize::MAX).collect();
        for (k, choice) in choices.into_iter().enumerate() {
            assert_eq!(s.trace.state().fingerprint(), seen[k], "{}", entry.info.id);
            s.trace.act(choice).expect("a recorded step");
        }
        assert_eq!(s.trace.state().fingerprint(), seen[end]);
        assert_eq!(
            s.trace.branches().len(),
            1,
            "walking the run again makes no branch"
        );
    }
}

#[test]
fn what_can_happen_is_listed_once_in_order_and_does_happen() {
    for (entry, config) in everyone() {
        let s = run(entry, &config, 3, 150);
        for k in 0..=s.trace.len() {
            let state = &s.trace.step(k).after;
            let events = s.machine().enabled(state);
            let strictly = events.windows(2).all(|pair| pair[0] < pair[1]);
            assert!(strictly, "{}: {events:?}", entry.info.id);
            for event in events {
                let outcome = s.machine().apply(state, event);
                assert!(
                    outcome.is_ok(),
                    "{}: {event:?}: {:?}",
                    entry.info.id,
                    outcome.err()
                );
            }
        }
    }
}

#[test]
fn every_act_has_words_that_name_it() {
    for (entry, config) in everyone() {
        let s = run(entry, &config, 5, 150);
        for k in (0..=s.trace.len()).step_by(7) {
            let state = &s.trace.step(k).after;
            for process in config.byzantine.iter() {
                let mut acts = s.machine().acts(state, process);
                acts.extend(s.machine().free_acts(state, process));
                acts.extend(s.machine().enabled(state).iter().filter_map(|e| match e {
                    Event::Byzantine { process: p, act } if *p == process => Some(*act),
                    _ => None,
                }));
                for act in acts {
                    let label = s.machine().act_label(process, act);
                    let named = s.machine().act_named(process, &label);
                    assert_eq!(named, Some(act), "{}: `{label}`", entry.info.id);
                    let spaced: Vec<&str> = label.split_whitespace().collect();
                    assert_eq!(label, spaced.join(" "), "one space between words");
                }
            }
        }
    }
}

#[test]
fn every_name_sentence_and_source_is_there() {
    for (entry, config) in everyone() {
        let info = &entry.info;
        let facts = &info.facts;
        for text in [
            info.id,
            facts.name,
            facts.shows,
            facts.source,
            facts.processes,
            facts.memories,
        ] {
            assert!(!text.trim().is_empty(), "{}", info.id);
        }
        assert!(!info.code.is_empty() && info.code.iter().all(|line| !line.trim().is_empty()));
        let mut ids = BTreeSet::new();
        for p in &info.properties {
            assert!(ids.insert(p.id), "{}: {} twice", info.id, p.id);
            assert!(
                p.says.ends_with('.') && !p.source.is_empty(),
                "{}: {}",
                info.id,
                p.id
            );
        }
        let s = run(entry, &config, 9, 200);
        for k in 0..=s.trace.len() {
            let said = sentence(&s, k);
            assert!(
                !said.trim().is_empty() && !said.contains(": ;"),
                "{}: {said}",
                info.id
            );
        }
        let view = s.view();
        for p in &view.processes {
            let names: BTreeSet<&str> = p.threads.iter().map(|t| t.name.as_str()).collect();
            assert_eq!(
                names.len(),
                p.threads.len(),
                "{}: two threads of one name",
                info.id
            );
        }
        let registers = view.memories.iter().flat_map(|m| &m.registers);
        for r in registers {
            assert!(!r.name.is_empty() && !r.text.is_empty(), "{}", info.id);
            assert_eq!(r.cells.len(), info.columns.len(), "{}: {}", info.id, r.name);
        }
    }
}

#[test]
fn every_mutation_names_a_line_a_property_and_a_scope_that_reads() {
    for entry in algorithms() {
        let info = &entry.info;
        for m in info.mutations {
            assert!(
                (1..=info.code.len()).contains(&usize::from(m.line)),
                "{}: {}",
                info.id,
                m.id
            );
            let breaks = info.properties.iter().any(|p| p.id == m.breaks);
            assert!(
                breaks || m.breaks.is_empty(),
                "{}: {} breaks an unknown {}",
                info.id,
                m.id,
                m.breaks
            );
            let text = format!("setup {} {} mutate=({})", info.id, m.scope, m.id);
            let played = parse(&text).and_then(|s| s.play());
            assert!(played.is_ok(), "{text}: {:?}", played.err());
        }
    }
}

#[test]
fn the_standard_configuration_keeps_to_the_theorem_and_is_what_text_means() {
    for entry in algorithms() {
        let config = (entry.standard)();
        let (f_p, f_m) = (entry.info.most_faults)(&config);
        assert!(config.f_p <= f_p && config.f_m <= f_m, "{}", entry.info.id);
        let setup = Setup::of(entry, &config);
        let again = parse(&setup.to_string())
            .and_then(|s| s.play())
            .expect("it plays");
        assert_eq!(again.session.config(), &config, "{setup}");
        let f_p_of = |n| {
            (entry.info.most_faults)(&Config {
                processes: n,
                ..config.clone()
            })
            .0
        };
        assert!(
            f_p_of(9) >= f_p_of(3),
            "{}: more processes survive more",
            entry.info.id
        );
        assert!(
            f_p_of(9) > 0,
            "{}: nine processes survive a crash",
            entry.info.id
        );
    }
}

/// Scenario text asks before it is known whether there can be so many of them.
#[test]
fn what_a_theorem_allows_is_told_of_any_numbers() {
    const NUMBERS: [u8; 6] = [0, 1, 2, 9, 99, u8::MAX];
    for entry in algorithms() {
        for (n, m) in NUMBERS.iter().flat_map(|n| NUMBERS.map(|m| (*n, m))) {
            let (f_p, f_m) = (entry.info.most_faults)(&Config::new(n, m));
            let config = Config::new(n, m).with_faults(f_p, f_m);
            let possible = config.check(1..=9).is_ok();
            let covered = (entry.info.within_theorem)(&config);
            assert!(covered || !possible, "{} {n} {m}", entry.info.id);
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, extension: &str, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, extension, out);
        } else if path.extension().is_some_and(|e| e == extension) {
            out.push(path);
        }
    }
}

/// The pseudocode lines that an algorithm's transcripts and lessons pass.
fn lines_reached() -> BTreeMap<String, BTreeSet<u8>> {
    let mut files = Vec::new();
    files_below(&root().join("tests/scenarios"), "txt", &mut files);
    let mut texts: Vec<String> = files
        .iter()
        .map(|path| fs::read_to_string(path).expect("readable"))
        .collect();
    texts.extend(lessons().iter().map(|l| l.text.to_owned()));
    let mut reached: BTreeMap<String, BTreeSet<u8>> = BTreeMap::new();
    for text in texts {
        let played = parse(&text).and_then(|s| s.play());
        let Ok(played) = played else {
            // The transcripts' own test says what is wrong with it.
            continue;
        };
        let s = &played.session;
        let lines = reached.entry(s.info().id.to_owned()).or_default();
        for k in 0..=s.trace.len() {
            lines.extend(s.happenings(k).iter().filter_map(|(h, _)| match h {
                Happening::Passed { line, .. } => Some(*line),
                _ => None,
            }));
        }
    }
    reached
}

#[test]
fn every_algorithm_has_transcripts_and_every_folder_an_algorithm() {
    let folder = root().join("tests/scenarios");
    for entry in algorithms() {
        let mut files = Vec::new();
        files_below(&folder.join(entry.info.id), "txt", &mut files);
        assert!(
            files.len() >= 5,
            "{}: {} transcripts",
            entry.info.id,
            files.len()
        );
    }
    let folders = fs::read_dir(&folder)
        .expect("the folder is there")
        .flatten();
    for name in folders.map(|f| f.file_name()) {
        let name = name.to_string_lossy();
        let known = algorithms().iter().any(|e| e.info.id == name);
        assert!(known, "tests/scenarios/{name} belongs to no algorithm");
    }
}

#[test]
fn every_pseudocode_line_is_passed_in_some_transcript() {
    let reached = lines_reached();
    let mut missing = Vec::new();
    for entry in algorithms() {
        let none = BTreeSet::new();
        let lines = reached.get(entry.info.id).unwrap_or(&none);
        for (k, text) in entry.info.code.iter().enumerate() {
            if !lines.contains(&(k as u8 + 1)) {
                missing.push(format!("{} line {}: {text}", entry.info.id, k + 1));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no transcript passes\n{}",
        missing.join("\n")
    );
}

/// Source without comments, line by line.
fn code_of(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("readable");
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(k, line)| (k + 1, line.to_owned()))
        .collect()
}

/// The layers left of the page, each with the layers that it may name.
const LAYERS: [(&str, &[&str]); 7] = [
    ("model", &[]),
    ("algorithms", &["model"]),
    ("sim", &["model", "algorithms"]),
    ("explore", &["model", "algorithms", "sim"]),
    ("scenario", &["model", "algorithms", "sim"]),
    ("share", &["model", "algorithms", "sim", "scenario"]),
    ("view", &["model", "algorithms", "sim", "scenario", "share"]),
];

/// What nothing left of the page may name, and why.
const FORBIDDEN: [(&str, &str); 14] = [
    ("yew", "a browser"),
    ("web_sys", "a browser"),
    ("js_sys", "a browser"),
    ("gloo", "a browser"),
    ("wasm_bindgen", "a browser"),
    ("std::time", "a clock"),
    ("Instant::", "a clock"),
    ("SystemTime", "a clock"),
    ("HashMap", "an order that differs from run to run"),
    ("HashSet", "an order that differs from run to run"),
    ("thread_rng", "global randomness"),
    ("StdRng", "randomness that changes with its crate"),
    ("rand::rng(", "global randomness"),
    ("rand::random", "global randomness"),
];

#[test]
fn nothing_left_of_the_page_names_a_browser_a_clock_hash_order_or_global_randomness() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (layer, may) in LAYERS {
        let mut files = Vec::new();
        files_below(&root().join("src").join(layer), "rs", &mut files);
        for path in files {
            for (k, line) in code_of(&path) {
                seen += 1;
                let mut tell = |what: &str| wrong.push(format!("{}:{k}: {what}", path.display()));
                for (word, why) in FORBIDDEN {
                    if line.contains(word) {
                        tell(&format!("{word}: {why}"));
                    }
                }
                for (other, _) in LAYERS.iter().chain([&("ui", &[] as &[&str])]) {
                    let named = line.contains(&format!("crate::{other}"));
                    if named && *other != layer && !may.contains(other) {
                        tell(&format!("{layer} names {other}"));
                    }
                }
                let float = line.contains("f32") || line.contains("f64");
                if float && layer != "view" {
                    tell("a float: it rounds differently from machine to machine");
                }
            }
        }
    }
    assert!(seen > 1000, "the sources are there");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
