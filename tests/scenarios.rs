//! Every file of `tests/scenarios/` is played, and its output compared.
//!
//! `UPDATE=1 cargo test --no-default-features --test scenarios` writes the outputs anew; read the
//! difference before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use mnmscope::scenario::{Item, parse};

fn files_below(folder: &Path, out: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, out);
        } else if path.extension().is_some_and(|e| e == "txt") {
            out.push(path);
        }
    }
}

fn check(path: &Path, update: bool) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut scenario = parse(&text).map_err(|e| e.to_string())?;
    match scenario.lines.first().map(|l| &l.item) {
        Some(Item::Comment(purpose)) if !purpose.is_empty() => {}
        _ => return Err("line 1: begin with a comment that tells the purpose".to_owned()),
    }
    let played = scenario.play().map_err(|e| e.to_string())?;
    if played.checks.is_empty() {
        return Err("it expects nothing: add an `expect`".to_owned());
    }
    let failed: Vec<String> = played
        .checks
        .iter()
        .filter(|c| !c.verdict.met)
        .map(|c| {
            format!(
                "line {}: expected {}; {}",
                c.line, c.expectation, c.verdict.found
            )
        })
        .collect();
    if !failed.is_empty() {
        let transcript = played.transcript();
        let rows: Vec<&str> = transcript.lines().collect();
        let last = rows[rows.len().saturating_sub(80)..].join("\n");
        return Err(format!("{}\n{last}", failed.join("\n")));
    }
    let output = played.transcript();
    if update {
        scenario.output = Some(output);
        return fs::write(path, scenario.to_string()).map_err(|e| e.to_string());
    }
    let recorded = scenario.output.take().unwrap_or_default();
    if recorded == output {
        return Ok(());
    }
    let differ = recorded
        .lines()
        .zip(output.lines())
        .position(|(a, b)| a != b);
    let k = differ.unwrap_or_else(|| recorded.lines().count().min(output.lines().count()));
    let line = |text: &str| text.lines().nth(k).unwrap_or("(nothing)").to_owned();
    Err(format!(
        "line {} of the output\n  recorded: {}\n  now:      {}\nUPDATE=1 writes it anew",
        k + 1,
        line(&recorded),
        line(&output)
    ))
}

#[test]
fn every_transcript_is_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut files = Vec::new();
    files_below(&folder, &mut files);
    assert!(!files.is_empty(), "there are transcripts");
    let update = std::env::var_os("UPDATE").is_some();
    let wrong: Vec<String> = files
        .iter()
        .filter_map(|path| {
            let error = check(path, update).err()?;
            let name = path.strip_prefix(&folder).unwrap_or(path);
            Some(format!("{}: {error}", name.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n\n"));
}
