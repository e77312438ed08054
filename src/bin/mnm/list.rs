//! `mnm list`: the algorithms with bounds, mutations and properties.

use std::fmt::Write;

use lexopt::prelude::*;
use mnmscope::model::Kind;
use mnmscope::scenario::Setup;
use mnmscope::sim::{Entry, algorithms};
use serde_json::{Value as Json, json};

use super::{Failure, input, say};

/// What sources are short for.
const P1: &str = "P1 is Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, The Impact of RDMA on Agreement, PODC 2019.\n";

/// Carries out `mnm list`.
pub fn command(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let mut as_json = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("json") => as_json = true,
            other => return Err(input::unexpected(&other)),
        }
    }
    if as_json {
        let all: Vec<Json> = algorithms().iter().map(json_of).collect();
        return say(&serde_json::to_string_pretty(&all)?);
    }
    let mut out = String::new();
    for entry in algorithms() {
        describe(&mut out, entry)?;
    }
    out.push_str(P1);
    say(&out)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Always => "always",
        Kind::Sometimes => "sometimes",
        Kind::Eventually => "eventually",
    }
}

fn json_of(entry: &Entry) -> Json {
    let info = &entry.info;
    let facts = &info.facts;
    let delays = Some(facts.common_case_delays).filter(|d| *d > 0);
    let mutations = info.mutations.iter().map(|m| {
        json!({"id": m.id, "title": m.title, "line": m.line, "breaks": m.breaks, "scope": m.scope})
    });
    let properties = info
        .properties
        .iter()
        .map(|p| json!({"id": p.id, "says": p.says, "source": p.source, "kind": kind(p.kind)}));
    json!({
        "id": info.id,
        "revision": info.revision,
        "name": facts.name,
        "shows": facts.shows,
        "source": facts.source,
        "bounds": {"processes": facts.processes, "memories": facts.memories},
        "memories": {"least": facts.least_memories, "most": facts.most_memories},
        "common_case_delays": delays,
        "byzantine": facts.byzantine,
        "recovers": facts.recovers,
        "pseudocode": info.code,
        "mutations": mutations.collect::<Vec<_>>(),
        "properties": properties.collect::<Vec<_>>(),
    })
}

fn describe(out: &mut String, entry: &'static Entry) -> std::fmt::Result {
    let info = &entry.info;
    let facts = &info.facts;
    writeln!(out, "{}  ({})", info.id, facts.name)?;
    writeln!(out, "  {}", facts.shows)?;
    writeln!(out, "  after {}", facts.source)?;
    let delays = match facts.common_case_delays {
        0 => String::new(),
        delays => format!("; {delays} delays in the common case"),
    };
    writeln!(out, "  {}, {}{delays}", facts.processes, facts.memories)?;
    writeln!(out, "  {}", Setup::of(entry, &(entry.standard)()))?;
    writeln!(out, "  properties:")?;
    for p in &info.properties {
        writeln!(out, "    {:<26} {}: {}", p.id, kind(p.kind), p.says)?;
    }
    if !info.mutations.is_empty() {
        writeln!(out, "  mutations:")?;
        for m in info.mutations {
            writeln!(out, "    {:<26} line {}: {}", m.id, m.line, m.title)?;
            match m.breaks {
                "" => writeln!(
                    out,
                    "    {:<26} mends what is broken without it, in {}",
                    "", m.scope
                )?,
                breaks => writeln!(out, "    {:<26} breaks {breaks} in {}", "", m.scope)?,
            }
        }
    }
    writeln!(out)
}
