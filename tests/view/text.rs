//! Sentences for everything, in every language.

use expect_test::expect;
use mnmscope::sim::{Lockstep, Stop};
use mnmscope::view::text::{self, Ui};
use mnmscope::view::{Frame, Icon, Language};

use super::{protected, random_runs, takeover};

fn transcript(language: Language, session: &mnmscope::sim::Session) -> String {
    let mut out = String::new();
    for k in 0..=session.trace.len() {
        out.push_str(&format!("{k} {}\n", text::what(language, session, k)));
        if let Some(why) = text::why_of(&Frame::at(session, k)) {
            out.push_str(&format!("  {}\n", text::why(language, why)));
        }
    }
    out
}

#[test]
fn a_takeover_is_told_in_english() {
    expect![[r#"
        0 The run begins, with 2 processes and 3 memories.
        1 p1 goes on past line 2 (“wait until Ω = p”). p1 sends a write of (1,1,a) to slot[p1] at m1, m2 and m3.
        2 p2 now trusts itself to be the leader.
          Safety never rests on who is trusted: with two leaders at once nothing goes wrong, it only takes longer.
        3 p2 goes on past line 2 (“wait until Ω = p”). p2 asks m1, m2 and m3 that only p2 may write.
        4 p1’s write lands at m1: slot[p1] is now (1,1,a).
          From this moment a later leader that reads m1 sees what p1 wrote, whether or not p1 ever hears back.
        5 p2 takes the permission of m2: p1 can no longer write slots.
          p2 locks the old writer out of m2 before it reads: whatever was written is there to be seen, and nothing can be written after it looked.
        6 p2 takes the permission of m3: p1 can no longer write slots.
          p2 locks the old writer out of m3 before it reads: whatever was written is there to be seen, and nothing can be written after it looked.
        7 m2 refuses p1’s write: p2 took the permission at delay 1, so p1 can no longer write here.
          p1 cannot reach a majority without noticing that another leader was at m2. This refusal replaces the last read of Disk Paxos, and saves two delays.
    "#]].assert_eq(&transcript(Language::English, &takeover()));
}

#[test]
fn a_takeover_is_told_in_german() {
    expect![[r#"
        0 Der Lauf beginnt, mit 2 Prozessen und 3 Speichern.
        1 p1 macht nach Zeile 2 („wait until Ω = p“) weiter. p1 schickt an m1, m2 und m3 ein Schreiben von (1,1,a) nach slot[p1].
        2 p2 hält jetzt sich selbst für den Leader.
          Die Sicherheit hängt nie davon ab, wem vertraut wird: Mit zwei Leadern zugleich geht nichts schief, es dauert nur länger.
        3 p2 macht nach Zeile 2 („wait until Ω = p“) weiter. p2 verlangt von m1, m2 und m3, dass nur p2 schreiben darf.
        4 Das Schreiben von p1 trifft in m1 ein: slot[p1] ist jetzt (1,1,a).
          Von jetzt an sieht ein späterer Leader, der m1 liest, was p1 schrieb, ob p1 je davon erfährt oder nicht.
        5 p2 nimmt sich das Recht an m2: p1 kann slots nicht mehr schreiben.
          p2 sperrt den alten Schreiber aus m2 aus, bevor er liest: Was geschrieben wurde, ist zu sehen, und danach kommt nichts mehr hinzu.
        6 p2 nimmt sich das Recht an m3: p1 kann slots nicht mehr schreiben.
          p2 sperrt den alten Schreiber aus m3 aus, bevor er liest: Was geschrieben wurde, ist zu sehen, und danach kommt nichts mehr hinzu.
        7 m2 weist das Schreiben von p1 ab: p2 hat sich zum Zeitpunkt 1 das Recht genommen, also kann p1 hier nicht mehr schreiben.
          p1 kann keine Mehrheit erreichen, ohne zu bemerken, dass ein anderer Leader an m2 war. Diese Abweisung ersetzt das letzte Lesen von Disk Paxos und spart zwei Verzögerungen.
    "#]].assert_eq(&transcript(Language::German, &takeover()));
}

#[test]
fn the_common_case_is_told() {
    let mut s = protected(2, 3);
    s.run(&mut Lockstep, &Stop::AllDecided, 100);
    expect![[r#"
        0 The run begins, with 2 processes and 3 memories.
        1 p1 goes on past line 2 (“wait until Ω = p”). p1 sends a write of (1,1,a) to slot[p1] at m1, m2 and m3.
        2 p1’s write lands at m1: slot[p1] is now (1,1,a).
          From this moment a later leader that reads m1 sees what p1 wrote, whether or not p1 ever hears back.
        3 p1’s write lands at m2: slot[p1] is now (1,1,a).
          From this moment a later leader that reads m2 sees what p1 wrote, whether or not p1 ever hears back.
        4 p1’s write lands at m3: slot[p1] is now (1,1,a).
          From this moment a later leader that reads m3 sees what p1 wrote, whether or not p1 ever hears back.
        5 m1’s acknowledgement reaches p1.
          An acknowledgement proves that nobody took m1 before the write landed, so p1 need not read again to know it.
        6 m2’s acknowledgement reaches p1.
          An acknowledgement proves that nobody took m2 before the write landed, so p1 need not read again to know it.
        7 m3’s acknowledgement reaches p1.
          An acknowledgement proves that nobody took m3 before the write landed, so p1 need not read again to know it.
        8 p1 decides a with proposal 1, after 2 delays. p1 goes on past line 18 (“wait until a majority acknowledged”). p1 sends decided(a) to p2.
          Any two majorities share a memory, so every later leader will read a there and keep it.
        9 p2 decides a, after 3 delays. p2 receives decided(a) from p1.
          p2 passes the decision on, since whoever decided may crash while it tells the others.
    "#]].assert_eq(&transcript(Language::English, &s));
}

#[test]
fn everything_that_happens_is_a_whole_sentence_in_every_language() {
    for seed in 0..12 {
        for session in random_runs(seed, 160) {
            for k in 0..=session.trace.len() {
                let frame = Frame::at(&session, k);
                let told: Vec<String> = Language::ALL
                    .iter()
                    .map(|l| text::what(*l, &session, k).to_string())
                    .collect();
                assert_ne!(told[0], told[1], "{} step {k}", session.info().id);
                for sentence in &told {
                    assert!(sentence.ends_with('.'), "{sentence}");
                    assert!(
                        !sentence.contains(['{', '}']) || sentence.contains("{p"),
                        "{sentence}"
                    );
                }
                for language in Language::ALL {
                    let tongue = language.tongue();
                    for mark in &frame.enabled {
                        assert!(!tongue.event(&frame, mark).is_empty());
                    }
                    for packet in &frame.packets {
                        assert!(!tongue.packet_label(packet).is_empty());
                        assert!(tongue.packet(packet).ends_with('.'));
                    }
                    for process in &frame.processes {
                        assert!(tongue.process(process).ends_with('.'));
                    }
                    for memory in &frame.memories {
                        assert!(tongue.memory(memory).ends_with('.'));
                    }
                }
            }
        }
    }
}

#[test]
fn every_label_is_there_and_every_shape_has_one() {
    for language in Language::ALL {
        for label in Ui::ALL {
            assert!(!label.text(language).is_empty(), "{label:?}");
        }
        let mut names: Vec<&str> = Icon::ALL.iter().map(|i| i.label().text(language)).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "two shapes share a name");
    }
    assert_eq!(Language::of_code("de-AT"), Some(Language::German));
    assert_eq!(Language::of_code("fr"), None);
}

#[test]
fn what_algorithms_say_of_themselves_is_there_in_every_language() {
    let mut missing = Vec::new();
    for entry in mnmscope::sim::algorithms() {
        let info = &entry.info;
        let mut said = vec![info.facts.shows];
        said.extend(info.properties.iter().map(|p| p.says));
        said.extend(info.mutations.iter().map(|m| m.title));
        for language in Language::ALL {
            let lacks = |english: &&&'static str| {
                language != Language::English && text::said(language, english) == **english
            };
            let lacking = said.iter().filter(lacks);
            missing.extend(lacking.map(|english| (language, info.id, *english)));
        }
    }
    assert!(
        missing.is_empty(),
        "add these to src/view/text/algorithms.rs: {missing:#?}"
    );
}
