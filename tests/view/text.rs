//! Sentences for everything, in every language.

use expect_test::expect;
use mnmscope::sim::{Happening, Lockstep, Stop};
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
          A decision is final, so p2 may take it over from whoever tells it.
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

/// Every transcript and every lesson, played.
fn all_runs() -> Vec<mnmscope::sim::Session> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut texts = Vec::new();
    for folder in std::fs::read_dir(root).expect("the folder is there") {
        let folder = folder.expect("readable").path();
        for file in std::fs::read_dir(folder).expect("a folder for each algorithm") {
            let file = file.expect("readable").path();
            texts.push(std::fs::read_to_string(file).expect("readable"));
        }
    }
    texts.extend(
        mnmscope::scenario::lessons()
            .iter()
            .map(|l| l.text.to_owned()),
    );
    let played = texts.iter().map(|text| {
        let scenario = mnmscope::scenario::parse(text).expect("it parses");
        scenario.play().expect("it plays").session
    });
    played.collect()
}

#[test]
fn what_algorithms_say_while_they_run_is_there_in_every_language() {
    let mut missing = std::collections::BTreeSet::new();
    for session in all_runs() {
        let mut said = Vec::new();
        for k in 0..=session.trace.len() {
            for (happening, _) in session.happenings(k) {
                if let Happening::Noted { note, .. } = happening {
                    said.push(note.clone());
                }
            }
        }
        let view = session.view();
        for process in view.processes {
            said.push(process.role.clone());
            said.extend(process.fields.iter().map(|f| f.name.to_owned()));
        }
        for language in Language::ALL {
            // Names of the papers are one word, or hold no word at all.
            let words = |text: &&String| text.split(' ').any(|w| w.len() > 2) && text.contains(' ');
            let lacks = |text: &&String| {
                language != Language::English && text::phrase(language, text) == **text
            };
            let lacking = said.iter().filter(words).filter(lacks);
            missing.extend(lacking.map(|text| format!("{language:?}: {text}")));
        }
    }
    assert!(
        missing.is_empty(),
        "add these to src/view/text/phrases.rs: {missing:#?}"
    );
}

#[test]
fn errors_are_said_in_every_language_with_place_and_remedy() {
    use mnmscope::model::ConfigError;
    use mnmscope::scenario::parse;
    let wrong = [
        "setup paxoss",
        "setup paxos processes=0",
        "setup paxos colour=2",
        "run lockstep",
        "setup paxos\nsetup paxos",
        "setup paxos\nrun quickly",
        "setup paxos\nrun lockstep until noon",
        "setup paxos\ndeliver p1",
        "setup paxos\neffect p1@m1",
        "setup paxos\ncrash p1\ncrash p1",
        "setup paxos\nask why?",
        "setup paxos\nexpect decided p1",
        "setup paxos\nproceed p2 q7",
        "setup paxos\nleader p1",
        "setup paxos\nhold p1\nhold p1",
        "setup cheap-quorum reads=register",
        "setup cheap-quorum byzantine=(p3)\nact p3 dance",
    ];
    let mut out = String::new();
    for text in wrong {
        let error = parse(text).and_then(|s| s.play().map(|_| ()));
        let trouble = text::Trouble::from(error.expect_err(text));
        for language in Language::ALL {
            out.push_str(&format!("{}\n", trouble.says(language)));
        }
    }
    let crash_only = text::Trouble::from(ConfigError::CrashOnly);
    out.push_str(&crash_only.says(Language::German));
    expect![[r#"
        line 1, column 7: expected an algorithm's id, found `paxoss`; the nearest is `paxos`
        Zeile 1, Spalte 7: Erwartet: der Name eines Algorithmus; gefunden: `paxoss`; am nächsten kommt `paxos`.
        line 1, column 1: 0 processes: choose between 1 and 9
        Zeile 1, Spalte 1: 0 Prozesse: Wähle zwischen 1 und 9.
        line 1, column 13: expected a setting such as processes=2, found `colour`; the nearest is `quorum`
        Zeile 1, Spalte 13: Erwartet: eine Einstellung, etwa processes=2; gefunden: `colour`; am nächsten kommt `quorum`.
        line 1, column 1: no setup yet: begin with a line such as `setup protected-memory-paxos processes=2 memories=3`
        Zeile 1, Spalte 1: Noch kein setup: Beginne mit einer Zeile wie `setup protected-memory-paxos processes=2 memories=3`.
        line 2, column 1: a second setup: a scenario has one, before its first event
        Zeile 2, Spalte 1: Ein zweites setup: Ein Szenario hat eines, vor dem ersten Ereignis.
        line 2, column 5: expected lockstep, random, slow or stubborn, found `quickly`; the nearest is `lockstep`
        Zeile 2, Spalte 5: Erwartet: lockstep, random, slow oder stubborn; gefunden: `quickly`; am nächsten kommt `lockstep`.
        line 2, column 20: expected decided, all-decided, quiescent, nak, violation, property, line or register, found `noon`; the nearest is `nak`
        Zeile 2, Spalte 20: Erwartet: decided, all-decided, quiescent, nak, violation, property, line oder register; gefunden: `noon`; am nächsten kommt `nak`.
        line 2, column 9: expected two processes, such as p1->p2, found `p1`
        Zeile 2, Spalte 9: Erwartet: zwei Prozesse, etwa p1->p2; gefunden: `p1`.
        line 2, column 1: there is no memory m1 here
        Zeile 2, Spalte 1: Hier gibt es kein m1.
        line 3, column 1: p1 has crashed
        Zeile 3, Spalte 1: p1 ist abgestürzt.
        line 2, column 5: expected a question and at least two answers, the right one first: question | right | wrong, found `why?`
        Zeile 2, Spalte 5: Erwartet: eine Frage und mindestens zwei Antworten, die richtige zuerst: Frage | richtig | falsch; gefunden: `why?`.
        line 2, column 16: expected a process and its value, such as p1=a, found `p1`
        Zeile 2, Spalte 16: Erwartet: ein Prozess und sein Wert, etwa p1=a; gefunden: `p1`.
        line 2, column 1: p2 has no thread `q7` that can do that here; none can
        Zeile 2, Spalte 1: p2 hat keinen Faden `q7`, der das hier kann; kein anderer kann es.
        line 2, column 1: everyone who is up trusts p1 already
        Zeile 2, Spalte 1: Alle, die laufen, halten p1 schon für den Leader.
        line 3, column 1: p1 is held already
        Zeile 3, Spalte 1: p1 ist schon angehalten.
        line 1, column 1: this algorithm reads its registers as rows: leave reads=register out
        Zeile 1, Spalte 1: Dieser Algorithmus liest seine Register zeilenweise: Lass reads=register weg.
        line 2, column 1: p3 cannot do `dance`; the nearest is `raise Panic[p3]@m1`
        Zeile 2, Spalte 1: p3 kann `dance` nicht tun; am nächsten kommt `raise Panic[p3]@m1`.
        Dieser Algorithmus ist für Abstürze gemacht: Byzantinische Prozesse gibt es in ihm nicht."#]].assert_eq(&out);
}
