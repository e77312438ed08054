//! Scenario text: what it means, what it says of mistakes, and that what is printed reads back.

use mnmscope::model::Event;
use mnmscope::scenario::{MOST_LINES, Scenario, export, export_with, parse};
use mnmscope::sim::{Lockstep, Random, Session, Stop, find};
use proptest::prelude::*;

fn error_of(text: &str) -> String {
    let error = match parse(text) {
        Err(error) => error,
        Ok(scenario) => match scenario.play() {
            Err(error) => error,
            Ok(_) => panic!("no error in {text}"),
        },
    };
    error.to_string()
}

const SETUP: &str = "setup protected-memory-paxos processes=2 memories=3\n";

#[test]
fn mistakes_are_told_with_their_place_and_the_nearest_word() {
    for (text, error) in [
        (
            "rum lockstep",
            "line 1, column 1: expected a command, found `rum`; the nearest is `run`",
        ),
        (
            "setup protected-memory-paxo",
            "line 1, column 7: expected an algorithm's id, found `protected-memory-paxo`; the nearest is `protected-memory-paxos`",
        ),
        (
            "setup protected-memory-paxos proceses=2",
            "line 1, column 30: expected a setting such as processes=2, found `proceses`; the nearest is `processes`",
        ),
        (
            "setup protected-memory-paxos mutate=(no-barrier,no-barier)",
            "line 1, column 49: expected a mutation of this algorithm, found `no-barier`; the nearest is `no-barrier`",
        ),
        (
            "setup protected-memory-paxos memories=2 memories=3",
            "line 1, column 41: `memories` is given twice: keep one",
        ),
        (
            "run lockstp",
            "line 1, column 5: expected lockstep, random, slow or stubborn, found `lockstp`; the nearest is `lockstep`",
        ),
        (
            "run random",
            "line 1, column 11: expected a seed, such as seed=7, found the end of the line",
        ),
        (
            "run lockstep until decide",
            "line 1, column 20: expected decided, all-decided, quiescent, nak, violation, property, line or register, found `decide`; the nearest is `decided`",
        ),
        (
            "effect p1-m2",
            "line 1, column 8: expected a process and a memory, such as p1@m2, found `p1-m2`",
        ),
        (
            "crash q1",
            "line 1, column 7: expected a process or a memory, found `q1`; the nearest is `p1`",
        ),
        (
            "crash p1 p2",
            "line 1, column 10: expected the end of the line, found `p2`",
        ),
        (
            "setup paxos\nrun lockstep until property agrement",
            "line 2, column 29: expected a property of this algorithm, found `agrement`; the nearest is `agreement`",
        ),
        (
            "hold p1,m1|p1",
            "line 1, column 6: expected what to hold: p1@m2, p1->p2, p1, m2, one direction such as p1,m1->p2,m2, a partition such as p1,m1|p2,m2, or packet p1->p2, found `p1,m1|p1`; the nearest is `p1@m2`",
        ),
        (
            "hold packet p1",
            "line 1, column 13: expected a packet's way: p1->p2, p1->m2 or m2->p1, found `p1`",
        ),
        (
            "leader p2 at p1,x",
            "line 1, column 17: expected processes, such as p1,p3, found `x`; the nearest is `p1`",
        ),
        (
            "expect decided p1=ab",
            "line 1, column 19: expected a value, one letter a to z, found `ab`",
        ),
        (
            "view p2x",
            "line 1, column 6: expected a process, p1 to p9, or everything, found `p2x`; the nearest is `p1`",
        ),
        (
            "beside disk-paxo",
            "line 1, column 8: expected an algorithm's id, run and its commands, or nothing, found `disk-paxo`; the nearest is `disk-paxos`",
        ),
        (
            "beside run crash p1; leeder p2",
            "line 1, column 22: expected a command, found `leeder`; the nearest is `leader`",
        ),
        (
            "beside run note hello",
            "line 1, column 12: expected a command that takes steps, found `note`",
        ),
        (
            "setup protected-memory-paxos\nview p5",
            "line 2, column 1: there is no process p5 here",
        ),
        (
            "ask who? | p1",
            "line 1, column 5: expected a question and at least two answers, the right one first: question | right | wrong, found `who? | p1`",
        ),
        (
            "setup protected-memory-paxos\n\nexpect agrement holds",
            "line 3, column 8: expected decided, undecided, a property of this algorithm, nak, register, line, delays=, quiescent or blocked, found `agrement`; the nearest is `agreement`",
        ),
        (
            "run lockstep",
            "line 1, column 1: no setup yet: begin with a line such as `setup protected-memory-paxos processes=2 memories=3`",
        ),
        (
            "setup protected-memory-paxos\nsetup protected-memory-paxos",
            "line 2, column 1: a second setup: a scenario has one, before its first event",
        ),
    ] {
        assert_eq!(error_of(text), error, "in {text:?}");
    }
}

#[test]
fn what_cannot_happen_is_told_with_its_line() {
    for (commands, error) in [
        (
            "effect p2@m1",
            "line 2, column 1: no request of p2 is on its way to m1",
        ),
        (
            "  crash p3",
            "line 2, column 3: there is no process p3 here",
        ),
        (
            "leader p1",
            "line 2, column 1: everyone who is up trusts p1 already",
        ),
        (
            "lose all p1",
            "line 2, column 1: p1 has left nothing in flight that could be lost",
        ),
        (
            "proceed p1 m1",
            "line 2, column 1: p1 has no thread `m1` that can do that here; there is main",
        ),
        (
            "proceed p2",
            "line 2, column 1: no thread of p2 can go on here",
        ),
        ("release m1", "line 2, column 1: m1 is not held"),
        ("act p1 lie", "line 2, column 1: p1 cannot do `lie`"),
    ] {
        assert_eq!(error_of(&format!("{SETUP}{commands}")), error);
    }
}

#[test]
fn impossible_settings_explain_themselves() {
    for (settings, error) in [
        (
            "memories=0",
            "line 1, column 1: 0 memories: this algorithm needs between 1 and 9",
        ),
        (
            "processes=0",
            "line 1, column 1: 0 processes: choose between 1 and 9",
        ),
        (
            "processes=3 inputs=(a,b)",
            "line 1, column 1: 2 inputs for 3 processes: give one letter for each process",
        ),
        (
            "byzantine=(p1)",
            "line 1, column 1: this algorithm has no Byzantine processes: it is for crash faults",
        ),
        (
            "f_m=9",
            "line 1, column 1: f_m=9: there are only 3 memories, so at most 3 can fail",
        ),
    ] {
        assert_eq!(
            error_of(&format!("setup protected-memory-paxos {settings}")),
            error
        );
    }
}

#[test]
fn more_faults_than_the_theorem_allows_are_an_experiment_that_says_so() {
    let played = parse("setup protected-memory-paxos memories=3 f_m=2\nrun lockstep\n")
        .and_then(|s| s.play())
        .expect("an experiment runs");
    let says = "beyond the theorem, an experiment: f_m=2 (the bound m >= 2 f_M + 1 allows 1 here)";
    assert_eq!(played.summary().beyond_theorem.as_deref(), Some(says));
    assert!(played.transcript().starts_with(says));
}

#[test]
fn what_a_setup_leaves_out_is_the_most_that_the_theorem_allows() {
    let config = |text: &str| {
        let played = parse(text).and_then(|s| s.play()).expect("it plays");
        played.session.config().clone()
    };
    let c = config("setup protected-memory-paxos processes=5 memories=7");
    assert_eq!((c.f_p, c.f_m, c.inputs.len()), (4, 3, 5));
    let c = config("setup protected-memory-paxos\n  processes=3 memories=5\n  f_m=1");
    assert_eq!((c.processes, c.f_p, c.f_m), (3, 2, 1));
}

#[test]
fn a_list_of_events_without_a_setup_is_played_in_the_configuration_at_hand() {
    let session = session("protected-memory-paxos processes=3 memories=1");
    let events = parse("proceed p1\neffect p1@m1\nreturn p1@m1\nproceed p1\n").expect("it parses");
    let played = events.play_in(&session).expect("it plays");
    assert_eq!(played.session.config().processes, 3);
    assert_eq!(played.summary().decisions[0].delays, 2);
}

fn session(setup: &str) -> Session {
    let played = parse(&format!("setup {setup}")).and_then(|s| s.play());
    played.expect("a possible setup").session
}

#[test]
fn a_lockstep_run_is_exported_as_one_command() {
    let mut s = session("protected-memory-paxos processes=2 memories=3");
    s.run(&mut Lockstep, &Stop::Decided, 1000);
    let text = export(&s, s.trace.position());
    assert_eq!(
        text,
        "setup protected-memory-paxos processes=2 memories=3 inputs=(a,b)\nrun lockstep until decided\n"
    );
}

#[test]
fn a_random_run_is_exported_as_one_command_where_its_seed_is_known() {
    let mut s = session("protected-memory-paxos processes=3 memories=3");
    s.run(&mut Random::new(7, true), &Stop::Quiescent, 60);
    let steps = s.trace.len();
    let scenario = export_with(&s, steps, &[(7, true)], &[]);
    let last = scenario.to_string().lines().last().map(str::to_owned);
    assert_eq!(
        last,
        Some(format!("run random seed=7 faults=on steps={steps}"))
    );
    assert_replays(&s, &scenario);
}

fn assert_replays(original: &Session, scenario: &Scenario) {
    let text = scenario.to_string();
    let again = parse(&text)
        .and_then(|s| s.play())
        .expect("an export plays");
    let choices = |s: &Session| s.trace.choices(usize::MAX).collect::<Vec<_>>();
    assert_eq!(choices(&again.session), choices(original), "{text}");
    assert_eq!(
        again.session.trace.here().after.fingerprint(),
        original.trace.here().after.fingerprint()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_run_is_exported_to_text_that_replays_it(
        seed in any::<u64>(),
        faults in any::<bool>(),
        which in 0..mnmscope::sim::algorithms().len(),
        steps in 1usize..120,
    ) {
        let id = mnmscope::sim::algorithms()[which].info.id;
        let entry = find(id).expect("registered");
        let mut s = Session::new(entry, &(entry.standard)()).expect("its standard configuration");
        s.run(&mut Lockstep, &Stop::Delays(1), 30);
        s.run(&mut Random::new(seed, faults), &Stop::Quiescent, steps);
        s.run(&mut Lockstep, &Stop::Quiescent, 40);
        let scenario = export_with(&s, s.trace.len(), &[], &[]);
        assert_replays(&s, &scenario);
        prop_assert_eq!(parse(&scenario.to_string()), Ok(scenario));
    }

    #[test]
    fn no_text_makes_the_parser_or_the_player_panic(
        lines in prop::collection::vec(prop_oneof![command(), "\\PC{0,60}"], 0..10),
    ) {
        for text in [lines.join("\n"), format!("{SETUP}{}", lines.join("\n"))] {
            if let Ok(scenario) = parse(&text) {
                let _ = scenario.play();
            }
        }
    }

    #[test]
    fn what_parses_prints_to_what_parses_to_the_same(lines in prop::collection::vec(command(), 1..4)) {
        if let Ok(scenario) = parse(&lines.join("\n")) {
            prop_assert_eq!(parse(&scenario.to_string()), Ok(scenario));
        }
    }
}

/// Lines of every command, and lines made of the vocabulary's words, some of them right.
fn command() -> impl Strategy<Value = String> {
    let whole = prop::sample::select(vec![
        "setup protected-memory-paxos",
        "setup protected-memory-paxos processes=3 memories=(5) inputs=(c, b,a) attempts=(1,2,3)",
        "setup protected-memory-paxos mutate=(no-barrier,ignore-straggler) reads=register f_p=2",
        "  links=fair-lossy first_phase=run e=1 quorum=n-f attempts=unbounded f_m=0",
        "title two leaders",
        "chapter  the old  leader",
        "note p1 | p2 # no comment",
        "ask who | p1|p2 |  m3",
        "run lockstep until line p1=18 steps=9",
        "run lockstep for 1 delay",
        "run lockstep for 2 steps for 3 delays",
        "run random faults=on seed=18446744073709551615",
        "run slow p1@m2 until register slot[p1]@m2=(1,1,a)",
        "run stubborn until violation",
        "deliver p1->p2 3",
        "lose p1->p2",
        "lose p1@m2",
        "lose all p1",
        "effect p1@m9",
        "return p1@m2",
        "proceed p1 m2",
        "timeout p2",
        "coin p1=1 main",
        "leader p2 at p3, p1",
        "leader p2",
        "crash m2",
        "recover p1 input=c",
        "act p3 write  slot[p1]@m2 = (1,1,b)",
        "hold p1->p2",
        "release m2",
        "expect decided p1=a delays=2",
        "expect undecided p2",
        "expect termination no-promise",
        "expect nak p1@m2",
        "expect register slot[p1]@m2=-",
        "expect line p1=3",
        "expect delays=0",
        "expect blocked",
        "## about",
        "#",
        "",
        "  \t",
        "----\nanything",
    ]);
    let word = || {
        prop::sample::select(vec![
            "p1",
            "p9",
            "m1",
            "p1@m2",
            "p1->p2",
            "x",
            "until",
            "decided",
            "nak",
            "for",
            "3",
            "delays",
            "steps=20",
            "seed=7",
            "faults=on",
            "at",
            "p1,p2",
            "main",
            "input=c",
            "p1=a",
            "delays=2",
            "holds",
            "agreement",
            "p1=0",
            "line",
            "register",
            "|",
            "yes",
            "lockstep",
            "random",
            "slow",
            "all",
            "2",
            "e=1",
            "protected-memory-paxos",
            "(",
            ")",
        ])
    };
    let first = prop::sample::select(mnmscope::scenario::COMMANDS.to_vec());
    let rest = prop::collection::vec(word(), 0..4);
    let mixed = (first, rest).prop_map(|(first, rest)| format!("{first} {}", rest.join(" ")));
    prop_oneof![4 => whole.prop_map(str::to_owned), 1 => mixed]
}

#[test]
fn a_text_that_asks_for_more_than_can_be_played_in_a_second_is_told_so() {
    let setup = "setup robust-backup processes=3 memories=3\n";
    let long = format!("{setup}run random seed=1 steps=400\n");
    for line in [
        "run stubborn steps=9",
        "beside robust-backup",
        "beside paxos",
        "beside run run stubborn steps=9; run random seed=2",
        "expect blocked",
    ] {
        let text = format!("{long}{}", format!("{line}\n").repeat(60_000));
        let error = error_of(&text);
        assert!(
            error.contains("more than can be played in a second"),
            "{line}: {error}"
        );
        // As often as a text needs it, it may.
        let text = format!("{long}{}", format!("{line}\n").repeat(3));
        let played = parse(&text).expect("it reads").play();
        assert!(played.is_ok(), "{line}");
    }
    let blank = "\n".repeat(MOST_LINES + 1);
    assert_eq!(
        error_of(&format!("{setup}{blank}")),
        "line 200001, column 1: the text has more than 200000 lines: leave some out, or make several \
         texts of it"
    );
}

#[test]
fn a_run_until_a_property_changes_stops_where_it_does() {
    let text = "setup protected-memory-paxos processes=2 memories=3\nrun lockstep until property\n";
    let played = parse(text).expect("it reads").play().expect("it plays");
    let trace = &played.session.trace;
    let stop = Stop::Property(None);
    let stops: Vec<usize> = (1..=trace.len())
        .filter(|k| played.session.stops_at(*k, &stop))
        .collect();
    assert_eq!(stops, [trace.len()]);
}

#[test]
fn a_link_that_is_held_for_long_keeps_more_messages_than_have_a_number() {
    // A duel whose messages one link keeps: none is lost, and all arrive once it heals.
    let text = "setup aligned-paxos processes=2 memories=1 inputs=(a,b) reads=register\n\
        leader p2 at p2\nhold p2->p1\nhold p1->p2\nproceed p2\neffect p2@m1\nreturn p2@m1\n\
        effect p2@m1\nreturn p2@m1\nproceed p1\nrun lockstep\n";
    let held = parse(text).expect("it reads").play().expect("it plays");
    let view = held.session.view();
    let flying = view.messages.len();
    assert!(flying > 300, "{flying} messages");
    let enabled = held.session.trace.enabled();
    let numbered = enabled
        .iter()
        .filter(|e| matches!(e, Event::Deliver { .. }));
    assert!(numbered.count() <= 2 * 256);
    let distinct: std::collections::BTreeSet<_> = enabled.iter().collect();
    assert_eq!(distinct.len(), enabled.len(), "each event once");
    let healed = format!("{text}release p2->p1\nrelease p1->p2\nrun lockstep until all-decided\n");
    let healed = parse(&healed).expect("it reads").play().expect("it plays");
    assert_eq!(healed.session.decisions().len(), 2);
}
