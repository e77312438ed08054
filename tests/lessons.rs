//! The built-in lessons: each plays as it says, and its narration stands where there is a step.

use std::collections::BTreeSet;

use mnmscope::scenario::{
    Command, Item, Look, Narration, Question, Saying, Voice, export_with, lesson, lessons, parse,
};
use mnmscope::sim::{Experience, ResponseView, Session, algorithms};
use mnmscope::view::beside::Views;
use mnmscope::view::text::Language;

#[test]
fn every_lesson_meets_its_own_expectations() {
    for lesson in lessons() {
        let scenario = lesson
            .scenario()
            .unwrap_or_else(|e| panic!("{}: {e}", lesson.id));
        let played = scenario
            .play()
            .unwrap_or_else(|e| panic!("{}: {e}", lesson.id));
        for check in &played.checks {
            assert!(
                check.verdict.met,
                "{}, line {}: expected {}; {}",
                lesson.id, check.line, check.expectation, check.verdict.found
            );
        }
        assert!(!played.checks.is_empty(), "{} expects nothing", lesson.id);
        assert_eq!(
            played.title.as_deref(),
            Some(lesson.title("en")),
            "{}",
            lesson.id
        );
    }
}

#[test]
fn every_lesson_is_narrated_from_its_first_step_on() {
    for lesson in lessons() {
        let played = lesson.scenario().and_then(|s| s.play()).expect("it plays");
        let first = played.said_after(0).next();
        assert!(
            matches!(first, Some(Saying::Chapter(_))),
            "{} begins with a chapter",
            lesson.id
        );
        let length = played.session.trace.len();
        let last = played.said_after(length).last();
        assert!(
            matches!(last, Some(Saying::Note(_))),
            "{} ends without a word",
            lesson.id
        );
        for remark in &played.remarks {
            assert!(remark.after <= length);
            if let Saying::Ask(question) = &remark.saying {
                assert!(
                    remark.after < length,
                    "{}: a question about no step",
                    lesson.id
                );
                let mut with_it = played
                    .said_after(remark.after)
                    .skip_while(|s| **s != remark.saying);
                with_it.next();
                let note = with_it.find(|s| matches!(s, Saying::Note(_)));
                assert_eq!(
                    note, None,
                    "{}: a note that gives the answer away",
                    lesson.id
                );
                let shown = question.shown();
                let distinct: BTreeSet<&str> = shown.iter().map(|(_, text)| *text).collect();
                assert_eq!(distinct.len(), question.answers.len(), "{}", lesson.id);
                assert!(shown.iter().any(|(place, _)| *place == Question::RIGHT));
            }
        }
    }
}

#[test]
fn every_lesson_asks_for_a_prediction_and_some_are_answered_on_the_stage() {
    let mut on_the_stage = 0;
    for lesson in lessons() {
        let played = lesson.scenario().and_then(|s| s.play()).expect("it plays");
        let questions: Vec<&Question> = played
            .remarks
            .iter()
            .filter_map(|remark| match &remark.saying {
                Saying::Ask(question) => Some(question),
                _ => None,
            })
            .collect();
        assert!(!questions.is_empty(), "{} asks nothing", lesson.id);
        on_the_stage += questions.iter().filter(|q| names_things(q)).count();
    }
    assert!(on_the_stage >= 2, "{on_the_stage} questions");
}

/// Whether all of a question's answers are names of processes and memories.
fn names_things(question: &Question) -> bool {
    question.answers.iter().all(|answer| {
        let (letter, digit) = answer.split_at(answer.len().min(1));
        matches!(letter, "p" | "m") && digit.parse::<u8>().is_ok()
    })
}

/// What a translation may not change: which kind of thing is said, and answers that name things.
fn shape(saying: &Saying) -> (u8, usize, Vec<String>) {
    match saying {
        Saying::Chapter(_) => (0, 0, Vec::new()),
        Saying::Note(_) => (1, 0, Vec::new()),
        Saying::Look(_) => (3, 0, Vec::new()),
        Saying::Ask(question) => {
            let named = if names_things(question) {
                question.answers.clone()
            } else {
                Vec::new()
            };
            (2, question.answers.len(), named)
        }
    }
}

#[test]
fn every_lesson_says_line_by_line_the_same_in_every_language() {
    for lesson in lessons() {
        let played = lesson.scenario().and_then(|s| s.play()).expect("it plays");
        let own = Voice::own(&played);
        let spoken: Vec<&str> = lesson.translations.iter().map(|(code, _)| *code).collect();
        let languages = Language::ALL.iter().map(|l| l.code());
        let others: Vec<&str> = languages.filter(|code| *code != "en").collect();
        assert_eq!(spoken, others, "{} lacks a language", lesson.id);
        for (code, text) in lesson.translations {
            let scenario = parse(text).unwrap_or_else(|e| panic!("{}.{code}: {e}", lesson.id));
            let first = scenario.commands().next().map(|(_, command)| command);
            let titled = matches!(first, Some(Command::Narration(Narration::Title(_))));
            assert!(titled, "{}.{code} begins with a title", lesson.id);
            for (line, command) in scenario.commands() {
                let spoken = matches!(command, Command::Narration(_));
                assert!(
                    spoken,
                    "{}.{code}, line {}: not spoken",
                    lesson.id, line.number
                );
            }
        }
        for voice in lesson.voices().expect("they can be read") {
            let code = voice.language.unwrap_or_default();
            let (here, there): (Vec<_>, Vec<_>) = (
                own.sayings.iter().map(shape).collect(),
                voice.sayings.iter().map(shape).collect(),
            );
            assert_eq!(here, there, "{}.{code}", lesson.id);
            for (ours, theirs) in own.sayings.iter().zip(&voice.sayings) {
                let same_number = |text: &str| text.parse::<u8>().is_ok();
                if let (Saying::Ask(a), Saying::Ask(b)) = (ours, theirs) {
                    for (a, b) in a.answers.iter().zip(&b.answers) {
                        assert!(!same_number(a) || a == b, "{}.{code}: {a}, {b}", lesson.id);
                    }
                }
            }
            assert_eq!(voice.title, lesson.title(code), "{}", lesson.id);
            assert_ne!(
                voice.title, own.title,
                "{}.{code} is not translated",
                lesson.id
            );
        }
    }
}

#[test]
fn every_algorithm_has_a_lesson() {
    let mut taught = BTreeSet::new();
    for lesson in lessons() {
        let scenario = lesson.scenario().expect("it parses");
        taught.extend(scenario.setup().map(|(_, setup)| setup.algorithm.clone()));
    }
    for entry in algorithms() {
        assert!(taught.contains(entry.info.id), "{}", entry.info.id);
    }
}

#[test]
fn the_course_goes_through_its_groups_in_order_and_ids_are_unique() {
    let groups: Vec<_> = lessons().iter().map(|l| l.group).collect();
    assert!(groups.is_sorted());
    let ids: BTreeSet<&str> = lessons().iter().map(|l| l.id).collect();
    assert_eq!(ids.len(), lessons().len());
}

#[test]
fn a_lesson_is_printed_as_it_is_written() {
    for lesson in lessons() {
        let scenario = lesson.scenario().expect("it parses");
        let printed = scenario.to_string();
        let again = mnmscope::scenario::parse(&printed).expect("it parses again");
        assert_eq!(again, scenario, "{}", lesson.id);
        let purpose = &scenario.lines[0].item;
        assert!(
            matches!(purpose, Item::Comment(text) if !text.is_empty()),
            "{}",
            lesson.id
        );
        let commands = scenario
            .commands()
            .filter(|(_, c)| matches!(c, Command::Setup(_)));
        assert_eq!(commands.count(), 1);
    }
}

/// The runs that a lesson puts beside its own, each with the process through whose eyes it is seen.
fn views(id: &str) -> Vec<Views> {
    let lesson = lesson(id).expect("it is in the library");
    let played = lesson.scenario().and_then(|s| s.play()).expect("it plays");
    let mut eyes = None;
    let mut out = Vec::new();
    for remark in &played.remarks {
        match &remark.saying {
            Saying::Look(Look::View(process)) => eyes = *process,
            Saying::Look(look @ Look::Run(_)) => {
                let other = look.run(&played.session).expect("it plays");
                let other = other.expect("it is a run");
                let ends = (played.session.trace.len(), other.trace.len());
                out.push(Views::of(
                    eyes.expect("seen through someone's eyes"),
                    (&played.session, ends.0),
                    (&other, ends.1),
                ));
            }
            _ => {}
        }
    }
    out
}

/// A lesson that says how it is looked at is written down with that, and reads back.
#[test]
fn looks_are_exported_where_they_stand() {
    for id in ["lower-bound", "lower-bound-mended"] {
        let lesson = lesson(id).expect("it is in the library");
        let played = lesson.scenario().and_then(|s| s.play()).expect("it plays");
        let session = &played.session;
        let written = export_with(session, session.trace.len(), &[], &played.remarks);
        let text = written.to_string();
        assert!(
            text.contains("\nbeside run ") && text.contains("\nview p1\n"),
            "{text}"
        );
        let again = parse(&text).and_then(|s| s.play()).expect("it plays");
        assert_eq!(again.remarks, played.remarks);
        let end = |s: &Session| s.trace.step(s.trace.len()).after.fingerprint();
        assert_eq!(end(&again.session), end(session));
    }
}

/// P1, Theorem 6.1: p2 cannot tell the run from one in which p1 crashed at the start (step 3 of the
/// proof), and p1 cannot tell it from one in which it is alone (step 5); so both decide.
#[test]
fn the_views_of_the_lower_bound_are_indistinguishable() {
    let views = views("lower-bound");
    let whose: Vec<u8> = views.iter().map(|v| v.process.0 + 1).collect();
    assert_eq!(whose, [2, 1]);
    for view in &views {
        assert_eq!(view.difference, None, "{view:?}");
        assert!(view.here.len() >= 3, "too little reaches {}", view.process);
    }
}

/// With permissions, the nak is what p1 sees, and the first thing that differs.
#[test]
fn with_permissions_the_nak_tells_the_runs_apart() {
    let views = views("lower-bound-mended");
    let [view] = views.as_slice() else {
        panic!("one run stands beside it");
    };
    let place = view.difference.expect("p1 can tell");
    let (_, here) = &view.here[place];
    assert!(
        matches!(
            here,
            Experience::Answered {
                response: ResponseView::Nak,
                ..
            }
        ),
        "{here:?}"
    );
}
