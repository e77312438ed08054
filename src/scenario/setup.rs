//! `setup`: the algorithm and its settings.

use std::fmt;

use super::error::Problem;
use super::expected::Expected;
use super::words::{self, Read, Word, Words};
use crate::model::{
    Config, FirstPhase, Links, MOST, ProcessId, ProcessSet, Quorum, Reads, UNBOUNDED, Value,
};
use crate::sim::{Entry, algorithms, find};

/// How often processes may try, as a scenario gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempts {
    /// Every process as often.
    All(u8),
    /// Each process its own number.
    Each(Vec<u8>),
}

/// What a scenario says about its configuration; what it leaves out has a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The algorithm's id.
    pub algorithm: String,
    /// n.
    pub processes: Option<u8>,
    /// m.
    pub memories: Option<u8>,
    /// The inputs.
    pub inputs: Option<Vec<Value>>,
    /// f_P.
    pub f_p: Option<u8>,
    /// f_M.
    pub f_m: Option<u8>,
    /// The Byzantine processes.
    pub byzantine: Option<ProcessSet>,
    /// The mutations, as a configuration's bits.
    pub mutations: Option<u32>,
    /// Whether links lose messages.
    pub links: Option<Links>,
    /// How often processes may try.
    pub attempts: Option<Attempts>,
    /// How memories are read.
    pub reads: Option<Reads>,
    /// Whether the first phase is done.
    pub first_phase: Option<FirstPhase>,
    /// Fast Paxos's e.
    pub e: Option<u8>,
    /// Which quorums.
    pub quorum: Option<Quorum>,
}

/// What a setting is called.
const KEYS: [&str; 13] = [
    "processes",
    "memories",
    "inputs",
    "f_p",
    "f_m",
    "byzantine",
    "mutate",
    "links",
    "attempts",
    "reads",
    "first_phase",
    "e",
    "quorum",
];

fn set<T>(place: &mut Option<T>, value: T, words: &Words<'_>, key: Word<'_>) -> Read<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(words.error(key.column, Problem::Twice(key.text.to_owned()))),
    }
}

fn choice<T: Copy>(words: &Words<'_>, value: Word<'_>, all: &[(&'static str, T)]) -> Read<T> {
    let hit = all.iter().find(|(name, _)| *name == value.text);
    hit.map(|(_, kind)| *kind).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        words.unlike(Some(value), Expected::OneOf(names.clone()), &names)
    })
}

const LINKS: [(&str, Links); 2] = [
    ("reliable", Links::Reliable),
    ("fair-lossy", Links::FairLossy),
];
const READS: [(&str, Reads); 2] = [("row", Reads::Row), ("register", Reads::Register)];
const FIRST_PHASES: [(&str, FirstPhase); 2] =
    [("done", FirstPhase::Done), ("run", FirstPhase::Run)];
const QUORUMS: [(&str, Quorum); 3] = [
    ("majority", Quorum::Majority),
    ("n-f", Quorum::AllButF),
    ("m-f", Quorum::AllButF),
];

fn name_of<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> &'static str {
    all.iter()
        .find(|(_, kind)| kind == value)
        .map_or("", |(name, _)| name)
}

impl Setup {
    /// Reads what follows the word `setup`.
    pub(super) fn parse(words: &mut Words<'_>) -> Read<Self> {
        let found = words.next();
        let ids: Vec<&str> = algorithms().iter().map(|e| e.info.id).collect();
        let entry = found.and_then(|w| find(w.text));
        let entry = entry.ok_or_else(|| words.unlike(found, Expected::Algorithm, &ids))?;
        let mut setup = Setup {
            algorithm: entry.info.id.to_owned(),
            ..Default::default()
        };
        setup.parse_settings(words)?;
        Ok(setup)
    }

    /// Reads settings up to the end of the line, on the setup's own line or an indented one that
    /// follows it.
    pub(super) fn parse_settings(&mut self, words: &mut Words<'_>) -> Read<()> {
        while let Some(word) = words.next() {
            let Some((key, value)) = words.keyed(word) else {
                return Err(words.unlike(Some(word), Expected::Setting, &KEYS));
            };
            let key = Word {
                text: key,
                column: word.column,
            };
            self.parse_setting(words, key, value)?;
        }
        Ok(())
    }

    fn parse_setting(&mut self, words: &Words<'_>, key: Word<'_>, value: Word<'_>) -> Read<()> {
        match key.text {
            // Out of range is for the configuration to explain, with the algorithm's own range.
            "processes" => set(&mut self.processes, words.number(value, 0, 99)?, words, key),
            "memories" => set(&mut self.memories, words.number(value, 0, 99)?, words, key),
            "inputs" => {
                let items = words.list(value)?;
                let inputs: Read<Vec<Value>> = items.into_iter().map(|w| words.value(w)).collect();
                set(&mut self.inputs, inputs?, words, key)
            }
            "f_p" => set(&mut self.f_p, words.number(value, 0, MOST)?, words, key),
            "f_m" => set(&mut self.f_m, words.number(value, 0, MOST)?, words, key),
            "byzantine" => {
                let mut all = ProcessSet::EMPTY;
                for item in words.list(value)? {
                    let process = words::process(item.text).ok_or_else(|| {
                        let names = words::process_names();
                        words.unlike(Some(item), Expected::Process, &names)
                    });
                    all.insert(process?);
                }
                set(&mut self.byzantine, all, words, key)
            }
            "mutate" => {
                let mut bits = 0;
                for item in words.list(value)? {
                    bits |= 1 << self.mutation(words, item)?;
                }
                set(&mut self.mutations, bits, words, key)
            }
            "links" => set(&mut self.links, choice(words, value, &LINKS)?, words, key),
            "attempts" => {
                let limit = |w: Word<'_>| match w.text {
                    "unbounded" => Ok(UNBOUNDED),
                    _ => words.number(w, 0, UNBOUNDED - 1),
                };
                let items: Read<Vec<u8>> = words.list(value)?.into_iter().map(limit).collect();
                let attempts = match items?.as_slice() {
                    [one] if !value.text.starts_with('(') => Attempts::All(*one),
                    each => Attempts::Each(each.to_vec()),
                };
                set(&mut self.attempts, attempts, words, key)
            }
            "reads" => set(&mut self.reads, choice(words, value, &READS)?, words, key),
            "first_phase" => {
                let phase = choice(words, value, &FIRST_PHASES)?;
                set(&mut self.first_phase, phase, words, key)
            }
            "e" => set(&mut self.e, words.number(value, 0, MOST)?, words, key),
            "quorum" => set(
                &mut self.quorum,
                choice(words, value, &QUORUMS)?,
                words,
                key,
            ),
            _ => Err(words.unlike(Some(key), Expected::Setting, &KEYS)),
        }
    }

    fn mutation(&self, words: &Words<'_>, item: Word<'_>) -> Read<usize> {
        let all = find(&self.algorithm).map_or(&[][..], |e| e.info.mutations);
        all.iter().position(|m| m.id == item.text).ok_or_else(|| {
            let ids: Vec<&str> = all.iter().map(|m| m.id).collect();
            words.unlike(Some(item), Expected::Mutation, &ids)
        })
    }

    /// The algorithm, and the configuration with its defaults: n, m and inputs as in the paper's
    /// smallest example, f_P and f_M the most that the theorem allows, nobody Byzantine, and
    /// `attempts` where neither the setup nor that example sets a limit.
    ///
    /// Whether the configuration is possible is for [`Session::new`](crate::sim::Session::new)
    /// to say.
    pub fn configuration(&self, attempts: u8) -> Option<(&'static Entry, Config)> {
        let entry = find(&self.algorithm)?;
        let standard = (entry.standard)();
        let n = self.processes.unwrap_or(standard.processes);
        let inputs = match &self.inputs {
            Some(inputs) => inputs.clone(),
            None if n == standard.processes => standard.inputs.clone(),
            None => (0..n).map(Value).collect(),
        };
        let mut config = Config {
            processes: n,
            memories: self.memories.unwrap_or(standard.memories),
            inputs,
            byzantine: self.byzantine.unwrap_or_default(),
            mutations: self.mutations.unwrap_or(0),
            links: self.links.unwrap_or(standard.links),
            attempts: match &self.attempts {
                None => usual_attempts(&standard, n, attempts),
                Some(Attempts::All(limit)) => vec![*limit; n as usize],
                Some(Attempts::Each(each)) => each.clone(),
            },
            reads: self.reads.unwrap_or(standard.reads),
            first_phase: self.first_phase.unwrap_or(standard.first_phase),
            e: self.e.unwrap_or(standard.e),
            quorum: self.quorum.unwrap_or(standard.quorum),
            ..standard
        };
        let (f_p, f_m) = (entry.info.most_faults)(&config);
        config.f_p = self.f_p.unwrap_or(f_p);
        config.f_m = self.f_m.unwrap_or(f_m);
        Some((entry, config))
    }

    /// The setup that means this configuration: n, m and inputs in full, the rest where it is not
    /// the default.
    pub fn of(entry: &'static Entry, config: &Config) -> Self {
        let mut setup = Setup {
            algorithm: entry.info.id.to_owned(),
            processes: Some(config.processes),
            memories: Some(config.memories),
            inputs: Some(config.inputs.clone()),
            ..Default::default()
        };
        let Some((_, usual)) = setup.configuration(UNBOUNDED) else {
            return setup;
        };
        let unlike = |differs: bool| differs.then_some(());
        setup.byzantine = unlike(!config.byzantine.is_empty()).map(|()| config.byzantine);
        setup.mutations = unlike(config.mutations != 0).map(|()| config.mutations);
        setup.links = unlike(config.links != usual.links).map(|()| config.links);
        setup.attempts = unlike(config.attempts != usual.attempts).map(|()| {
            let first = config.attempts.first().copied().unwrap_or(UNBOUNDED);
            match config.attempts.iter().all(|limit| *limit == first) {
                true => Attempts::All(first),
                false => Attempts::Each(config.attempts.clone()),
            }
        });
        setup.reads = unlike(config.reads != usual.reads).map(|()| config.reads);
        setup.first_phase =
            unlike(config.first_phase != usual.first_phase).map(|()| config.first_phase);
        setup.e = unlike(config.e != usual.e).map(|()| config.e);
        setup.quorum = unlike(config.quorum != usual.quorum).map(|()| config.quorum);
        // The most faults may depend on e and the quorums, so they are compared last.
        let (f_p, f_m) = (entry.info.most_faults)(config);
        setup.f_p = unlike(config.f_p != f_p).map(|()| config.f_p);
        setup.f_m = unlike(config.f_m != f_m).map(|()| config.f_m);
        setup
    }
}

/// How often processes may try where nothing is said: as in the example, if that sets a limit.
fn usual_attempts(standard: &Config, n: u8, attempts: u8) -> Vec<u8> {
    match standard.attempts.iter().any(|limit| *limit != UNBOUNDED) {
        true => {
            let last = standard.attempts.last().copied().unwrap_or(attempts);
            let mut limits = standard.attempts.clone();
            limits.resize(n as usize, last);
            limits
        }
        false => vec![attempts; n as usize],
    }
}

/// A number of faults that is larger than a theorem allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// What it is called: `f_p` or `f_m`.
    pub name: &'static str,
    /// As asked for.
    pub given: u8,
    /// The most that the bound allows with that n or m.
    pub most: u8,
    /// The bound.
    pub bound: &'static str,
}

/// What is beyond an algorithm's theorem in a configuration. It runs all the same, as an
/// experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond(pub Vec<Over>);

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("beyond the theorem, an experiment: ")?;
        for (k, over) in self.0.iter().enumerate() {
            let Over {
                name,
                given,
                most,
                bound,
            } = over;
            let and = if k > 0 { " and " } else { "" };
            write!(
                f,
                "{and}{name}={given} (the bound {bound} allows {most} here)"
            )?;
        }
        Ok(())
    }
}

/// What is beyond an algorithm's theorem in a configuration; nothing where the theorem holds.
pub fn beyond_theorem(entry: &Entry, config: &Config) -> Option<Beyond> {
    if (entry.info.within_theorem)(config) {
        return None;
    }
    let facts = &entry.info.facts;
    let (f_p, f_m) = (entry.info.most_faults)(config);
    let all = [
        ("f_p", config.f_p, f_p, facts.processes),
        ("f_m", config.f_m, f_m, facts.memories),
    ];
    let over = all.into_iter().filter(|(_, given, most, _)| given > most);
    let over: Vec<Over> = over
        .map(|(name, given, most, bound)| Over {
            name,
            given,
            most,
            bound,
        })
        .collect();
    (!over.is_empty()).then_some(Beyond(over))
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|i| i.to_string()).collect();
    format!("({})", items.join(","))
}

fn limit(attempts: u8) -> String {
    match attempts {
        UNBOUNDED => "unbounded".to_owned(),
        limit => limit.to_string(),
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setup {}", self.algorithm)?;
        if let Some(n) = self.processes {
            write!(f, " processes={n}")?;
        }
        if let Some(m) = self.memories {
            write!(f, " memories={m}")?;
        }
        if let Some(inputs) = &self.inputs {
            write!(f, " inputs={}", list(inputs))?;
        }
        if let Some(f_p) = self.f_p {
            write!(f, " f_p={f_p}")?;
        }
        if let Some(f_m) = self.f_m {
            write!(f, " f_m={f_m}")?;
        }
        if let Some(byzantine) = self.byzantine {
            let all: Vec<ProcessId> = byzantine.iter().collect();
            write!(f, " byzantine={}", list(all))?;
        }
        if let Some(bits) = self.mutations {
            let all = find(&self.algorithm).map_or(&[][..], |e| e.info.mutations);
            let on = all.iter().enumerate().filter(|(k, _)| bits & (1 << k) != 0);
            write!(f, " mutate={}", list(on.map(|(_, m)| m.id)))?;
        }
        if let Some(links) = &self.links {
            write!(f, " links={}", name_of(&LINKS, links))?;
        }
        match &self.attempts {
            None => {}
            Some(Attempts::All(all)) => write!(f, " attempts={}", limit(*all))?,
            Some(Attempts::Each(each)) => {
                write!(f, " attempts={}", list(each.iter().map(|a| limit(*a))))?;
            }
        }
        if let Some(reads) = &self.reads {
            write!(f, " reads={}", name_of(&READS, reads))?;
        }
        if let Some(phase) = &self.first_phase {
            write!(f, " first_phase={}", name_of(&FIRST_PHASES, phase))?;
        }
        if let Some(e) = self.e {
            write!(f, " e={e}")?;
        }
        if let Some(quorum) = &self.quorum {
            write!(f, " quorum={}", name_of(&QUORUMS, quorum))?;
        }
        Ok(())
    }
}
