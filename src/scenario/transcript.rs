//! The output of a scenario: a row for each step, and the state of affairs at the end.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::expect::{standing_word, undecided};
use super::play::{Played, Row, Saying};
use super::sentence::sentence;
use super::setup::beyond_theorem;
use crate::sim::Session;

/// A decision, as `--json` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecisionSummary {
    /// Who.
    pub process: String,
    /// What.
    pub value: String,
    /// In how many delays.
    pub delays: u32,
    /// At which step.
    pub step: usize,
}

/// An expectation, as `--json` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckSummary {
    /// The line, from 1.
    pub line: u32,
    /// What was expected.
    pub expected: String,
    /// Whether it was so.
    pub met: bool,
    /// What was found instead; nothing where it was met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

/// A run in short, as `--json` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The first decision of each process, in the order of the run.
    pub decisions: Vec<DecisionSummary>,
    /// How each property stands.
    pub properties: Map<String, Json>,
    /// How many steps the run has.
    pub steps: usize,
    /// How many delays have passed.
    pub delays: u32,
    /// Whether only faults, time-outs and Omega could change anything.
    pub quiescent: bool,
    /// The fingerprint of the state at the end, 16 hexadecimal digits.
    pub fingerprint: String,
    /// The expectations.
    pub expectations: Vec<CheckSummary>,
    /// What is beyond the theorem in this configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond_theorem: Option<String>,
}

fn decisions(session: &Session) -> Vec<DecisionSummary> {
    let all = session.decisions();
    let told = all.iter().filter_map(|(process, k, step)| {
        let (_, value) = step.decided.iter().find(|(p, _)| p == process)?;
        Some(DecisionSummary {
            process: process.to_string(),
            value: value.to_string(),
            delays: step.causes.depth,
            step: *k,
        })
    });
    told.collect()
}

impl Played {
    /// The run in short.
    pub fn summary(&self) -> Summary {
        let session = &self.session;
        let properties = session.info().properties.iter();
        let standings = properties.zip(session.standings());
        Summary {
            decisions: decisions(session),
            properties: standings
                .map(|(p, s)| (p.id.to_owned(), Json::from(standing_word(s))))
                .collect(),
            steps: session.trace.len(),
            delays: session.trace.here().clock.delays,
            quiescent: session.machine().is_quiescent(session.trace.state()),
            fingerprint: format!("{:016x}", session.trace.state().fingerprint()),
            expectations: self
                .checks
                .iter()
                .map(|check| CheckSummary {
                    line: check.line,
                    expected: check.expectation.to_string(),
                    met: check.verdict.met,
                    found: (!check.verdict.met).then(|| check.verdict.found.clone()),
                })
                .collect(),
            beyond_theorem: beyond_theorem(session.entry(), session.config())
                .map(|b| b.to_string()),
        }
    }

    /// The output: a row for each step (its number, its depth in delays, what it did), what was
    /// expected, and at the end decisions and properties.
    pub fn transcript(&self) -> String {
        let mut out = String::new();
        let session = &self.session;
        if let Some(beyond) = beyond_theorem(session.entry(), session.config()) {
            let _ = writeln!(out, "{beyond}");
        }
        for row in &self.rows {
            match row {
                Row::Run(command) => {
                    let _ = writeln!(out, "> {command}");
                }
                Row::Step(k) => self.step(&mut out, *k),
                Row::Limit(steps) => {
                    let _ = writeln!(out, "            (stopped after {steps} steps)");
                }
                Row::Remark(place) => match &self.remarks[*place].saying {
                    Saying::Chapter(text) => {
                        let _ = writeln!(out, "== {text}");
                    }
                    Saying::Note(text) => {
                        let _ = writeln!(out, "          | {text}");
                    }
                    Saying::Ask(question) => {
                        let _ = writeln!(out, "          ? {}", question.text);
                    }
                    Saying::Look(look) => {
                        let _ = writeln!(out, "          @ {look}");
                    }
                },
                Row::Check(place) => {
                    let check = &self.checks[*place];
                    let _ = match check.verdict.met {
                        true => writeln!(out, "   ok       {}", check.expectation),
                        false => writeln!(
                            out,
                            "   FAILED   {} (line {}): {}",
                            check.expectation, check.line, check.verdict.found
                        ),
                    };
                }
            }
        }
        self.ending(&mut out);
        out
    }

    fn step(&self, out: &mut String, k: usize) {
        let step = self.session.trace.step(k);
        let depth = step.causes.depth;
        let _ = writeln!(out, "{k:>5} {depth:>3}  {}", sentence(&self.session, k));
        let properties = self.session.info().properties.iter().enumerate();
        for (_, property) in properties.filter(|(bit, _)| step.violated & (1 << bit) != 0) {
            let _ = writeln!(
                out,
                "            VIOLATED {}: {}",
                property.id, property.says
            );
        }
    }

    fn ending(&self, out: &mut String) {
        let session = &self.session;
        let _ = writeln!(out);
        for d in decisions(session) {
            let unit = if d.delays == 1 { "delay" } else { "delays" };
            let _ = writeln!(
                out,
                "{} decided {} in {} {unit} (step {})",
                d.process, d.value, d.delays, d.step
            );
        }
        let open: Vec<String> = undecided(session).iter().map(|p| p.to_string()).collect();
        let rest = session.machine().is_quiescent(session.trace.state());
        // A register is read and written; there is nothing to decide.
        let decides = session
            .info()
            .properties
            .iter()
            .any(|p| p.id.contains("agreement"));
        if decides && !open.is_empty() {
            let why = if rest {
                ", and nothing is left to happen: blocked"
            } else {
                ""
            };
            let _ = writeln!(out, "undecided: {}{why}", open.join(", "));
        }
        let machine = session.machine();
        if machine.over_budget(session.trace.state()) {
            let (p, m) = machine.failed(session.trace.state());
            let config = session.config();
            let _ = writeln!(
                out,
                "more has failed than the promise covers: {p} of f_p={}, {m} of f_m={}",
                config.f_p, config.f_m
            );
        }
        let properties = session.info().properties.iter().zip(session.standings());
        for word in ["violated", "holds", "open", "no-promise"] {
            let such = properties
                .clone()
                .filter(|(_, s)| standing_word(*s) == word);
            let ids: Vec<&str> = such.map(|(p, _)| p.id).collect();
            if !ids.is_empty() {
                let word = if word == "violated" { "VIOLATED" } else { word };
                let _ = writeln!(out, "{word}: {}", ids.join(", "));
            }
        }
    }
}
