//! The command line, as its users meet it: exit codes, JSON, and what goes where.

mod command;

use std::process::Output;

use command::{mnm, out};
use serde_json::Value as Json;

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json(output: &Output) -> Json {
    serde_json::from_str(&out(output)).expect("JSON")
}

const PMP: &str = "setup protected-memory-paxos processes=2 memories=3 inputs=(a,b)\n";

#[test]
fn list_tells_bounds_delays_mutations_and_properties() {
    let all = json(&mnm(&["list", "--json"], ""));
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), mnmscope::sim::algorithms().len());
    let pmp = all.iter().find(|a| a["id"] == "protected-memory-paxos");
    let pmp = pmp.expect("it is listed");
    assert_eq!(pmp["bounds"]["processes"], "n >= f_P + 1");
    assert_eq!(pmp["bounds"]["memories"], "m >= 2 f_M + 1");
    assert_eq!(pmp["common_case_delays"], 2);
    assert_eq!(pmp["mutations"][0]["id"], "no-permission-change");
    assert_eq!(pmp["properties"][0]["id"], "agreement");
    let text = out(&mnm(&["list"], ""));
    for entry in mnmscope::sim::algorithms() {
        let source = format!("\n  after {}\n", entry.info.facts.source);
        assert!(text.contains(entry.info.id) && text.contains(&source));
        assert!(!source.contains("after after"), "{source}");
    }
}

#[test]
fn run_tells_decisions_properties_steps_and_a_fingerprint() {
    let scenario = format!("{PMP}run lockstep until decided\nexpect decided p1=a delays=2\n");
    let output = mnm(&["run", "-", "--json"], &scenario);
    assert_eq!(code(&output), Some(0));
    let told = json(&output);
    let decision = serde_json::json!({"process": "p1", "value": "a", "delays": 2, "step": 8});
    assert_eq!(told["decisions"], serde_json::json!([decision]));
    assert_eq!(told["properties"]["agreement"], "holds");
    assert_eq!(told["steps"], 8);
    let print = told["fingerprint"].as_str().expect("text");
    assert!(print.len() == 16 && print.bytes().all(|b| b.is_ascii_hexdigit()));
    let output = mnm(&["run", "-"], &scenario);
    assert!(out(&output).contains("p1 decided a in 2 delays (step 8)"));
    assert!(err(&output).is_empty());
}

#[test]
fn run_exits_with_1_where_an_expectation_fails_and_tells_which() {
    let output = mnm(&["run", "-"], &format!("{PMP}expect decided p1=a\n"));
    assert_eq!(code(&output), Some(1));
    let told = "mnm: standard input: line 2: expected decided p1=a; p1 has not decided\n";
    assert_eq!(err(&output), told);
}

#[test]
fn bad_input_exits_with_2_and_leaves_standard_output_empty() {
    for (arguments, input, told) in [
        (
            &["run", "-"][..],
            "setup paxso\n",
            "mnm: standard input: line 1, column 7: expected an algorithm's id, found `paxso`; the nearest is `paxos`\n",
        ),
        (
            &["run", "-"],
            "setup protected-memory-paxos\neffect p2@m1\n",
            "mnm: standard input: line 2, column 1: no request of p2 is on its way to m1\n",
        ),
        (
            &["run"],
            "",
            "mnm: name a scenario file, or - for standard input\n",
        ),
        (
            &["run", "-", "--jsn"],
            "",
            "mnm: invalid option '--jsn'; `mnm --help` lists what there is\n",
        ),
        (
            &["rum", "-"],
            "",
            "mnm: there is no command `rum`; `mnm --help` lists them\n",
        ),
        (
            &["explore", "-", "--reductions", "some"],
            PMP,
            "mnm: cannot parse argument \"some\": there is no reduction 'some': write all, none, or some of symmetry, omega, losses, crashes, dead, notes, answers with commas between\n",
        ),
        (
            &["explore", "-", "--property", "aggreement"],
            PMP,
            "mnm: standard input: there is no property 'aggreement' here: choose one of agreement, validity, one-writer, write-needs-permission, decided-survives, majority-before-decision, one-value-per-proposal, someone-decides, termination\n",
        ),
        (
            &["svg", "-", "--step", "9"],
            PMP,
            "mnm: --step 9: the run has 0 steps, from 0 to 0\n",
        ),
    ] {
        let output = mnm(arguments, input);
        assert_eq!(
            (code(&output), err(&output).as_str()),
            (Some(2), told),
            "{arguments:?}"
        );
        assert!(out(&output).is_empty(), "{arguments:?}");
    }
    let missing = mnm(&["run", "no-such-file.txt"], "");
    assert_eq!(code(&missing), Some(2));
    assert!(err(&missing).starts_with("mnm: no-such-file.txt: "));
}

#[test]
fn explore_says_what_holds_in_a_scope() {
    let scope = "setup protected-memory-paxos processes=2 memories=1 f_p=0 f_m=0\n";
    let output = mnm(&["explore", "-", "--json", "--reductions", "none"], scope);
    assert_eq!(code(&output), Some(0));
    let told = json(&output);
    assert_eq!(told["verdict"], "holds-in-scope");
    assert_eq!(told["property"], Json::Null);
    assert_eq!(told["counterexample"], Json::Null);
    assert_eq!(told["distinct_states"], 118);
    assert_eq!(told["transitions"], 218);
    assert_eq!(told["reductions"], serde_json::json!([]));
    assert!(told["seconds"].is_number() && told["depth"].is_number());
    let text = out(&mnm(&["explore", "-", "--reductions", "none"], scope));
    assert!(
        text.starts_with("no violation in all 118 states of this scope\n"),
        "{text}"
    );
}

#[test]
fn explore_prints_a_counterexample_that_run_accepts() {
    let scope =
        "setup protected-memory-paxos processes=2 memories=1 mutate=(no-permission-change)\n";
    let output = mnm(&["explore", "-", "--property", "agreement"], scope);
    assert_eq!(code(&output), Some(1));
    let again = mnm(&["run", "-"], &out(&output));
    assert_eq!(code(&again), Some(0), "{}", err(&again));
    assert!(out(&again).contains("VIOLATED agreement"));
    let told = json(&mnm(
        &["explore", "-", "--json", "--property", "agreement"],
        scope,
    ));
    assert_eq!(told["verdict"], "violated");
    assert_eq!(told["property"], "agreement");
    let text = told["counterexample"].as_str().expect("scenario text");
    assert!(text.ends_with("expect agreement violated\n"));
}

#[test]
fn explore_goes_on_from_the_end_of_the_scenario() {
    let scope = "setup protected-memory-paxos processes=2 memories=1\nrun lockstep\n";
    let told = json(&mnm(&["explore", "-", "--json"], scope));
    assert!(told["distinct_states"].as_u64() < Some(20), "{told}");
}

#[test]
fn explore_exits_with_3_where_the_budget_ends_it() {
    let output = mnm(&["explore", "-", "--budget", "50", "--json"], PMP);
    assert_eq!(code(&output), Some(3));
    assert_eq!(json(&output)["verdict"], "budget-exhausted");
}

#[test]
fn svg_draws_the_stage_and_the_diagram() {
    let scenario = format!("{PMP}run lockstep\n");
    let tex = out(&mnm(&["svg", "-", "--as", "tikz"], &scenario));
    assert!(tex.contains("\\begin{tikzpicture}") && tex.ends_with("\\end{document}\n"));
    let stage = out(&mnm(&["svg", "-", "--step", "4"], &scenario));
    let diagram = out(&mnm(&["svg", "-", "--what", "diagram"], &scenario));
    for picture in [&stage, &diagram] {
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }
    assert!(stage.contains("(1,1,a)") || stage.contains("slot[p1]"));
    assert_ne!(stage, diagram);
}

#[test]
fn svg_writes_one_numbered_file_for_each_step() {
    let folder = std::env::temp_dir().join(format!("mnm-slides-{}", std::process::id()));
    let name = folder.to_str().expect("UTF-8");
    let output = mnm(
        &["svg", "-", "--every", name],
        &format!("{PMP}run lockstep\n"),
    );
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let files = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .count();
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    assert_eq!(files, 10, "the start and nine steps");
}

#[test]
fn help_names_every_command_and_reduction() {
    let output = mnm(&["--help"], "");
    for asked in [
        &["help"][..],
        &["-h"],
        &["explore", "--help"],
        &["svg", "-", "-h"],
    ] {
        assert_eq!(out(&mnm(asked, "")), out(&output), "{asked:?}");
    }
    let reductions = mnmscope::explore::Reductions::ALL.names().join(",");
    assert!(out(&output).contains(&reductions), "{reductions}");
    assert_eq!(code(&output), Some(0));
    for command in ["list", "run", "explore", "link", "unlink", "export", "svg"] {
        assert!(
            out(&output).contains(&format!("mnm {command} ")),
            "{command}"
        );
    }
    assert_eq!(code(&mnm(&[], "")), Some(2));
}
