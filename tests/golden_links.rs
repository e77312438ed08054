//! Every link that was ever published opens for ever: `tests/links/` holds some of each version
//! and algorithm.
//!
//! A file there is a link, a line `----`, and the run that it must open. **No line of a file is
//! ever changed.** A new algorithm gets its file by
//! `MNM_NEW_GOLDEN=1 cargo test --no-default-features --test golden_links`, which adds what is
//! missing and leaves alone what is there.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use mnmscope::model::{Config, Event, FirstPhase, Links, Quorum, Reads};
use mnmscope::share::{Options, decode, encode};
use mnmscope::sim::{Adversary, Choice, Entry, Lockstep, Random, Session, Stop, algorithms};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/links")
}

fn may_add() -> bool {
    std::env::var_os("MNM_NEW_GOLDEN").is_some()
}

/// A configuration's fields as they were when the first link was published.
fn settings(c: &Config) -> String {
    let inputs: String = c.inputs.iter().map(ToString::to_string).collect();
    format!(
        "n={} m={} inputs={inputs} f_p={} f_m={} byzantine={} mutations={:b} lossy={} \
         attempts={:?} registers={} first-phase={} e={} all-but-f={}",
        c.processes,
        c.memories,
        c.f_p,
        c.f_m,
        c.byzantine,
        c.mutations,
        c.links == Links::FairLossy,
        c.attempts,
        c.reads == Reads::Register,
        c.first_phase == FirstPhase::Run,
        c.e,
        c.quorum == Quorum::AllButF,
    )
}

/// What a link opens, as text that depends on nothing but the link's meaning.
fn told(link: &str) -> String {
    let opened = match decode(link) {
        Ok(opened) => opened,
        Err(error) => return format!("refused: {error}\n"),
    };
    let s = &opened.session;
    let mut out = format!(
        "algorithm {}\nconfig {}\n",
        s.info().id,
        settings(s.config())
    );
    for choice in s.trace.choices(usize::MAX) {
        let _ = match choice {
            Choice::Event(event) => writeln!(out, "{event}"),
            Choice::Hold(hold) => writeln!(out, "hold {hold}"),
            Choice::Release(hold) => writeln!(out, "release {hold}"),
        };
    }
    let end = s.trace.step(s.trace.len());
    for (process, decision) in s.machine().decisions(&end.after) {
        let _ = writeln!(out, "decided {process}={}", decision.value);
    }
    let o = opened.options;
    let _ = writeln!(out, "opens at {}", opened.position);
    let _ = writeln!(
        out,
        "playing {} locked {} embed {}",
        o.playing, o.locked, o.embed
    );
    if let Some(problem) = opened.problem {
        let _ = writeln!(out, "problem: {problem}");
    }
    out
}

/// One of each way in which a schedule is told.
fn links(entry: &'static Entry) -> Vec<(&'static str, String)> {
    let new = || Session::new(entry, &(entry.standard)()).expect("its own configuration");
    let mut out = Vec::new();

    let mut s = new();
    s.run(&mut Lockstep, &Stop::Quiescent, 150);
    s.trace.seek(0);
    let playing = Options {
        playing: true,
        ..Options::default()
    };
    out.push((
        "the common case, from its start, playing",
        encode(&s, playing),
    ));

    let mut s = new();
    for _ in 0..3 {
        s.run(&mut Lockstep, &Stop::Quiescent, 4);
        let fault = s.trace.enabled().into_iter().find(|e| e.is_fault());
        if let Some(fault) = fault {
            s.event(fault).expect("enabled");
        }
        let omega = s
            .trace
            .enabled()
            .into_iter()
            .find(|e| matches!(e, Event::Leader { .. }));
        if let Some(omega) = omega {
            s.event(omega).expect("enabled");
        }
    }
    s.run(&mut Lockstep, &Stop::Quiescent, 100);
    s.trace.seek(s.trace.len() / 2);
    let locked = Options {
        locked: true,
        ..Options::default()
    };
    out.push((
        "lockstep with faults, open in the middle, locked",
        encode(&s, locked),
    ));

    let mut s = new();
    s.run(&mut Random::new(7, true), &Stop::Quiescent, 60);
    let embed = Options {
        embed: true,
        ..Options::default()
    };
    out.push(("a seed, embedded", encode(&s, embed)));

    let mut s = new();
    let mut random = Random::new(11, true);
    for _ in 0..90 {
        let Some(event) = random.choose(&s.trace) else {
            break;
        };
        s.event(event).expect("enabled");
    }
    out.push(("by hand", encode(&s, Options::default())));

    let whole = |(what, link): (_, Result<_, _>)| (what, link.expect("few steps"));
    out.into_iter().map(whole).collect()
}

/// Writes down the golden links of an algorithm that has none yet, where that was asked for.
fn add_missing(entry: &'static Entry) {
    let place = folder().join(format!("v1-{}.txt", entry.info.id));
    if place.exists() {
        return;
    }
    assert!(
        may_add(),
        "{} has no golden links yet: run this test with MNM_NEW_GOLDEN=1 and commit {}",
        entry.info.id,
        place.display()
    );
    let mut text = String::new();
    for (what, link) in links(entry) {
        let _ = write!(text, "# {what}\n{link}\n----\n{}\n", told(&link));
    }
    fs::write(&place, text.trim_end().to_owned() + "\n").expect("tests/links is there");
}

#[test]
fn golden_links_open_what_they_always_opened() {
    algorithms().iter().for_each(add_missing);
    let mut checked = 0;
    for file in fs::read_dir(folder()).expect("tests/links is there") {
        let place = file.expect("readable").path();
        if place.file_stem().is_none_or(|name| name == "numbering") {
            continue;
        }
        let text = fs::read_to_string(&place).expect("readable");
        for part in text.trim_end().split("\n\n") {
            let (head, expected) = part.split_once("\n----\n").expect("a link, ----, its run");
            let link = head.lines().last().expect("a link");
            assert_eq!(
                told(link).trim(),
                expected.trim(),
                "{link} in {} opens something else than when it was published; where the \
                 algorithm was meant to change, raise its REVISION and add new links to the file \
                 (before its first release: remove the file and make it anew)",
                place.display()
            );
            checked += 1;
        }
    }
    assert!(checked >= 4 * algorithms().len(), "{checked} golden links");
}

/// Links count mutations by their place in the algorithm's list, so that list only grows.
#[test]
fn mutations_keep_their_places() {
    let place = folder().join("numbering.txt");
    let known = fs::read_to_string(&place).expect("tests/links/numbering.txt");
    let mut now = String::new();
    for entry in algorithms() {
        let ids: Vec<&str> = entry.info.mutations.iter().map(|m| m.id).collect();
        let line = format!("{}: {}", entry.info.id, ids.join(" "));
        let old = known
            .lines()
            .find(|l| l.starts_with(&format!("{}:", entry.info.id)));
        match old {
            Some(old) => assert!(
                line.starts_with(old),
                "a mutation of {} has another place than before: add new ones at the end\n \
                 before: {old}\n now:    {line}",
                entry.info.id
            ),
            None => assert!(
                may_add(),
                "{} is not in tests/links/numbering.txt: run this test with MNM_NEW_GOLDEN=1",
                entry.info.id
            ),
        }
        let _ = writeln!(now, "{line}");
    }
    if may_add() {
        fs::write(place, now).expect("writable");
    }
}
