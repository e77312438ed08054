//! `mnm link`, `mnm unlink` and `mnm export`.

mod command;

use command::{mnm, out};

const LESSON: &str = "\
setup protected-memory-paxos processes=5 memories=5 inputs=(a,b,c,d,e)
run random seed=7 steps=12
crash m2
run lockstep until decided
leader p2
";

#[test]
fn a_scenario_becomes_a_link_and_the_link_the_same_run() {
    let made = mnm(&["link", "-"], LESSON);
    let link = out(&made).trim().to_owned();
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    assert!(link.len() < 60, "{link}");

    let back = mnm(&["unlink", &link], "");
    assert_eq!(back.status.code(), Some(0), "{back:?}");
    let scenario = out(&back);
    assert!(scenario.contains("crash m2"), "{scenario}");
    assert!(scenario.contains("run random seed=7"), "{scenario}");

    let summary = |text: &str| out(&mnm(&["run", "-", "--json"], text));
    assert_eq!(summary(&scenario), summary(LESSON));
    let again = mnm(&["link", "-"], &scenario);
    assert_eq!(out(&again).trim(), link);
}

#[test]
fn a_link_opens_where_and_how_it_was_told() {
    let made = mnm(&["link", "-", "--at", "4", "--locked"], LESSON);
    let back = out(&mnm(&["unlink", out(&made).trim()], ""));
    assert!(back.starts_with("# opens at step 4 of "), "{back}");
    assert!(
        back.lines().next().is_some_and(|l| l.contains("locked")),
        "{back}"
    );
    let short = mnm(&["link", "-", "--up-to", "4"], LESSON);
    let back = out(&mnm(&["unlink", out(&short).trim()], ""));
    assert!(back.starts_with("# opens at step 4 of 4"), "{back}");
    let far = mnm(&["link", "-", "--at", "4000"], LESSON);
    assert_eq!(far.status.code(), Some(2));
}

#[test]
fn of_a_damaged_link_what_applies_is_printed_and_the_rest_explained() {
    let made = mnm(&["link", "-"], LESSON);
    let link = out(&made).trim().to_owned();
    let cut = mnm(&["unlink", &link[..link.len() - 6]], "");
    assert_eq!(cut.status.code(), Some(2));
    assert!(
        out(&cut).contains("setup protected-memory-paxos"),
        "{cut:?}"
    );
    let told = String::from_utf8_lossy(&cut.stderr).into_owned();
    assert!(told.contains("the link was cut"), "{told}");
    let strange = mnm(&["unlink", "hello"], "");
    assert_eq!(strange.status.code(), Some(2));
    assert!(strange.stdout.is_empty());
    let told = String::from_utf8_lossy(&strange.stderr).into_owned();
    assert!(told.contains("begins with 'h'"), "{told}");
}

#[test]
fn a_run_is_exported_for_other_tools() {
    for (format, first) in [("json", "{\""), ("itf", "{\""), ("shiviz", "p1 {\"p1\":1}")] {
        let made = mnm(&["export", "-", "--as", format], LESSON);
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        assert!(out(&made).starts_with(first), "{}", out(&made));
    }
    let schema = mnm(&["export", "--schema"], "");
    assert!(out(&schema).contains("json-schema.org"));
    assert_eq!(
        mnm(&["export", "-", "--as", "xml"], LESSON).status.code(),
        Some(2)
    );
    assert_eq!(mnm(&["export", "-"], LESSON).status.code(), Some(2));
}

const TWO: &str = "\
setup protected-memory-paxos processes=2 memories=3
run lockstep for 1 delay
view p2
beside disk-paxos
run lockstep until all-decided
";

#[test]
fn a_link_takes_along_how_the_run_is_looked_at() {
    // As the scenario says at the step at which it opens, or as it is told.
    let link = |arguments: &[&str]| {
        let made = mnm(&[&["link", "-"], arguments].concat(), TWO);
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        out(&made).trim().to_owned()
    };
    assert!(link(&[]).ends_with("&view=p2&beside=disk-paxos"));
    assert!(!link(&["--at", "1"]).contains('&'));
    assert!(link(&["--view", "everything", "--beside", "paxos"]).ends_with("&beside=paxos"));
    let plain = link(&["--view", "everything", "--beside", "nothing"]);
    assert!(!plain.contains('&'), "{plain}");
    let back = out(&mnm(&["unlink", &link(&[])], ""));
    let first = back.lines().next().unwrap_or_default();
    assert!(
        first.ends_with(", as p2 knows it, beside disk-paxos"),
        "{first}"
    );

    let folded = "setup robust-backup processes=3 memories=3\nrun lockstep for 9 delays\n";
    let made = mnm(&["link", "-", "--level", "messages"], folded);
    assert!(out(&made).trim().ends_with("&level=messages"), "{made:?}");
    for (arguments, told) in [
        (
            ["--level", "copy"],
            "there is no level `copy`: choose of copies, registers",
        ),
        (
            ["--level", "registers"],
            "has no level `registers`: it has none",
        ),
        (["--view", "p3"], "there is no process `p3` here"),
        (["--beside", "raft"], "there is no algorithm `raft`"),
    ] {
        for command in ["link", "svg"] {
            let made = mnm(&[&[command, "-"], &arguments[..]].concat(), TWO);
            let error = String::from_utf8_lossy(&made.stderr).into_owned();
            assert_eq!(made.status.code(), Some(2), "{command}: {error}");
            assert!(error.contains(told), "{error}");
        }
    }
}

#[test]
fn a_picture_shows_the_run_as_it_is_looked_at() {
    let svg = |arguments: &[&str], text: &str| {
        let made = mnm(&[&["svg", "-"], arguments].concat(), text);
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        out(&made)
    };
    let whole = svg(&["--view", "everything", "--beside", "nothing"], TWO);
    let known = svg(&["--beside", "nothing"], TWO);
    let both = svg(&["--view", "everything"], TWO);
    assert!(known.contains("as p2 knows it") && !whole.contains("as p2 knows it"));
    for name in ["Protected Memory Paxos", "Disk Paxos"] {
        assert!(both.contains(&format!(">{name}<")), "{name}");
        assert!(!whole.contains(&format!(">{name}<")), "{name}");
    }
    let folded = "setup robust-backup processes=3 memories=3\nrun lockstep for 9 delays\n";
    let far = svg(&["--level", "messages"], folded);
    assert_ne!(far, svg(&[], folded));
    assert_ne!(
        svg(&["--level", "messages", "--what", "diagram"], folded),
        svg(&["--what", "diagram"], folded)
    );
}
