//! `mnm explore`: searches every run that goes on from a scenario's end.

use std::fmt::Write;

use lexopt::prelude::*;
use mnmscope::explore::{self, Options, Order, Report, Verdict};
use mnmscope::model::Event;
use mnmscope::scenario::{Command, Expectation, Scenario, export_with};
use mnmscope::sim::{Choice, Session, Standing};
use serde_json::json;

use super::{FAILED, FINE, Failure, input, say};

/// The budget ended the search before it was over.
const EXHAUSTED: u8 = 3;

/// Carries out `mnm explore`.
pub fn command(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let (mut path, mut as_json) = (None, false);
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("json") => as_json = true,
            Long("budget") => options.states = Some(arguments.value()?.parse()?),
            Long("memory") => options.memory = arguments.value()?.parse()?,
            Long("reductions") => options.reductions = arguments.value()?.parse()?,
            Long("property") => options.property = Some(arguments.value()?.parse()?),
            Long("walks") => options.walks = arguments.value()?.parse()?,
            Long("seed") => options.seed = arguments.value()?.parse()?,
            Long("order") => {
                options.order = match arguments.value()?.to_string_lossy().as_ref() {
                    "breadth" => Order::Breadth,
                    "depth" => Order::Depth,
                    other => {
                        let problem = format!("there is no order `{other}`: breadth or depth");
                        return Err(Failure(problem));
                    }
                }
            }
            other => input::file(&mut path, other)?,
        }
    }
    let source = input::read(path)?;
    let failed = |error: &dyn std::fmt::Display| Failure(format!("{}: {error}", source.name));
    let start = source.scenario.play_bounded().map_err(|e| failed(&e))?;
    let session = start.session;
    let events: Vec<Event> = session
        .trace
        .choices(usize::MAX)
        .filter_map(|choice| match choice {
            Choice::Event(event) => Some(event),
            Choice::Hold(_) | Choice::Release(_) => None,
        })
        .collect();
    let began = stopwatch();
    let search = explore::search(session.info().id, session.config(), &events, &options);
    let report = search.map_err(|e| failed(&e))?.finish();
    let seconds = began();
    let counterexample = counterexample(&session, &report)?;
    let found = report.counterexample.as_ref();
    if as_json {
        let text = json!({
            "verdict": report.verdict,
            "property": found.map(|c| c.property),
            "distinct_states": report.distinct_states,
            "transitions": report.transitions,
            "depth": report.depth,
            "seconds": seconds,
            "reductions": report.reductions,
            "counterexample": counterexample.map(|c| c.to_string()),
            "shortest": found.map(|c| c.shortest),
            "frontier": report.frontier,
            "bytes": report.bytes,
            "missed": report.missed,
            "never": report.never,
        });
        say(&text.to_string())?;
    } else {
        say(&describe(&report, seconds, counterexample)?)?;
    }
    Ok(match report.verdict {
        Verdict::HoldsInScope => FINE,
        Verdict::Violated => FAILED,
        Verdict::BudgetExhausted => EXHAUSTED,
    })
}

/// Measures how long something takes, in seconds.
#[expect(
    clippy::disallowed_types,
    reason = "the command line reports how long a search took; the library has no clock"
)]
fn stopwatch() -> impl Fn() -> f64 {
    let began = std::time::Instant::now();
    move || began.elapsed().as_secs_f64()
}

/// The violating run from the scenario's start on, as a scenario.
fn counterexample(session: &Session, report: &Report) -> Result<Option<Scenario>, Failure> {
    let Some(found) = &report.counterexample else {
        return Ok(None);
    };
    let mut session = session.clone();
    for event in &found.events {
        session.event(*event)?;
    }
    let mut scenario = export_with(&session, session.trace.position(), &[], &[]);
    scenario.push(Command::Expect(Expectation::Property {
        id: found.property.to_owned(),
        standing: Standing::Violated,
    }));
    Ok(Some(scenario))
}

/// What was found, in words; with a counterexample, as a scenario that can be played.
fn describe(
    report: &Report,
    seconds: f64,
    counterexample: Option<Scenario>,
) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    let mark = if counterexample.is_some() { "# " } else { "" };
    match (report.verdict, &report.counterexample) {
        (_, Some(found)) => {
            let kind = if found.shortest {
                "a shortest run"
            } else {
                "a run"
            };
            let steps = found.events.len();
            writeln!(
                out,
                "{mark}violated: {}, in {kind} of {steps} steps",
                found.property
            )?;
        }
        (Verdict::BudgetExhausted, None) => {
            let left = report.frontier;
            writeln!(
                out,
                "the budget ended the search: no violation so far, {left} states left to visit"
            )?;
        }
        (_, None) => {
            let all = report.distinct_states;
            writeln!(out, "no violation in all {all} states of this scope")?;
        }
    }
    let used = match report.reductions.as_slice() {
        [] => "none".to_owned(),
        names => names.join(", "),
    };
    writeln!(
        out,
        "{mark}{} distinct states, {} transitions, depth {}, {seconds:.2} s, {} MiB",
        report.distinct_states,
        report.transitions,
        report.depth,
        report.bytes >> 20
    )?;
    writeln!(
        out,
        "{mark}reductions: {used}; chance of a missed state: {}",
        report.missed
    )?;
    if report.counterexample.is_none() && !report.never.is_empty() {
        let never = report.never.join(", ");
        writeln!(out, "{mark}never seen in this scope: {never}")?;
    }
    if let Some(scenario) = counterexample {
        write!(out, "{scenario}")?;
    }
    Ok(out)
}
