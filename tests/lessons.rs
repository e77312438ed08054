//! The built-in lessons: each plays as it says, and its narration stands where there is a step.

use std::collections::BTreeSet;

use mnmscope::scenario::{Command, Item, Saying, lessons};

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
            Some(lesson.title()),
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
                let distinct: BTreeSet<&str> = question.shown().into_iter().collect();
                assert_eq!(distinct.len(), question.answers.len(), "{}", lesson.id);
                assert!(question.shown().iter().any(|a| question.is_right(a)));
            }
        }
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
