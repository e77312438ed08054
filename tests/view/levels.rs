//! Levels: what is folded is told once, drawn once, and can be stepped over; and where there are
//! no levels nothing changes.

use mnmscope::model::{Config, Level};
use mnmscope::sim::{Lockstep, Random, Session, Stop, algorithms, find};
use mnmscope::view::drawing::Role;
use mnmscope::view::levels::fold;
use mnmscope::view::text::what_at;
use mnmscope::view::{
    Class, DiagramIndex, DiagramOptions, Frame, Language, LayoutOptions, Size, Stage, diagram,
    layout,
};

use super::random_runs;

fn run(id: &str, n: u8, m: u8) -> Session {
    let entry = find(id).expect("registered");
    let config = Config {
        attempts: (entry.standard)().attempts,
        ..Config::new(n, m)
    };
    let mut session = Session::new(entry, &config).expect("possible");
    session.run(&mut Lockstep, &Stop::Quiescent, 6000);
    session
}

/// How many steps a level shows, the start aside.
fn shown(session: &Session, level: Level) -> usize {
    let index = DiagramIndex::new(session);
    index.levels().rank(level, session.trace.len())
}

#[test]
fn each_level_shows_less_than_the_one_before() {
    for session in random_runs(5, 250) {
        let index = DiagramIndex::new(&session);
        let levels = index.levels();
        for k in 0..=session.trace.len() {
            for pair in Level::ALL.windows(2) {
                let (close, far) = (pair[0], pair[1]);
                assert!(levels.shows(close, k) || !levels.shows(far, k));
            }
            if session.info().levels.is_empty() {
                assert!(levels.shows(Level::Messages, k), "{}", session.info().id);
            }
        }
    }
}

#[test]
fn an_index_that_follows_branches_is_the_one_made_anew() {
    for entry in algorithms().iter().filter(|e| !e.info.levels.is_empty()) {
        let mut session = Session::new(entry, &(entry.standard)()).expect("possible");
        session.run(&mut Random::new(3, false), &Stop::Quiescent, 300);
        let mut index = DiagramIndex::new(&session);
        session.trace.seek(session.trace.len() / 2);
        session.run(&mut Random::new(4, true), &Stop::Quiescent, 200);
        index.update(&session);
        let fresh = DiagramIndex::new(&session);
        let (kept, fresh) = (index.levels(), fresh.levels());
        assert_eq!(kept.operations(), fresh.operations(), "{}", entry.info.id);
        assert_eq!(kept.broadcasts(), fresh.broadcasts(), "{}", entry.info.id);
        for level in Level::ALL {
            let end = session.trace.len();
            assert_eq!(kept.rank(level, end), fresh.rank(level, end));
        }
    }
}

/// P1's non-equivocating broadcast: one message, delivered by all.
#[test]
fn a_broadcast_is_one_thing_with_its_deliveries() {
    let s = run("non-equivocating-broadcast", 3, 3);
    let index = DiagramIndex::new(&s);
    let spans = index.levels().broadcasts();
    assert_eq!(spans.len(), 1);
    let span = &spans[0];
    assert_eq!((span.sender.to_string(), span.key), ("p1".to_owned(), 1));
    assert_eq!(span.text, "a");
    assert_eq!(span.delivered.len(), 3);
    // It begins with the run, and three deliver it.
    assert_eq!(span.first, 0);
    assert_eq!(shown(&s, Level::Broadcasts), 3);
    assert!(shown(&s, Level::Registers) > 4);
    assert!(shown(&s, Level::Copies) > 2 * shown(&s, Level::Registers));
    let said = |language, k| what_at(language, &s, index.levels(), Level::Broadcasts, k);
    let begins = said(Language::English, span.first).head;
    assert_eq!(begins, "p1 broadcasts a as its message 1.");
    // What p1 sends first counts as a decision where it is delivered, which is the greater news.
    let (process, last) = span.delivered[2];
    let delivers = format!("{process} liefert Nachricht 1 von p1 aus: a; als 3. Prozess.");
    let rest = said(Language::German, last).rest;
    assert!(rest.starts_with(&delivers), "{rest}");
}

/// Robust Backup: what Paxos sends is T-sent, and each T-send is hundreds of steps.
#[test]
fn a_run_of_robust_backup_folds_into_its_messages() {
    let s = run("robust-backup", 3, 3);
    let index = DiagramIndex::new(&s);
    let levels = index.levels();
    let all = s.trace.len();
    let of = |level| levels.rank(level, all);
    println!(
        "{all} steps: {} at registers, {} at broadcasts, {} at messages",
        of(Level::Registers),
        of(Level::Broadcasts),
        of(Level::Messages)
    );
    assert!(
        of(Level::Messages) * 20 < all,
        "a class can step through it"
    );
    assert!(levels.broadcasts().iter().all(|b| b.t_send));
    // p1 asks everyone to accept, and each accepts towards everyone.
    for span in levels.broadcasts() {
        assert_eq!(span.delivered.len(), 3, "{}", span.text);
        assert!(!span.received.is_empty(), "{}", span.text);
    }
    // Every operation of a broadcast was carried out by a majority before its thread went on.
    for operation in levels.operations() {
        if let Some(last) = operation.last {
            assert!(operation.progress(last).1 >= operation.majority());
        }
    }
    let drawn = |level| {
        let options = DiagramOptions {
            level,
            ..DiagramOptions::new(Language::English, Size::new(40_000.0, 240.0))
        };
        let scene = diagram(&s, &index, &options).scene;
        scene.groups().filter(|g| g.role == Role::Arrow).count()
    };
    let receipts: usize = levels.broadcasts().iter().map(|b| b.received.len()).sum();
    assert_eq!(
        drawn(Level::Messages),
        receipts,
        "one arrow to each receiver"
    );
    assert!(drawn(Level::Registers) > drawn(Level::Broadcasts));
}

#[test]
fn the_stage_shows_what_is_folded_with_its_progress() {
    let s = run("robust-backup", 3, 3);
    let index = DiagramIndex::new(&s);
    let levels = index.levels();
    let span = &levels.broadcasts()[0];
    let (_, first) = span.delivered[0];
    for level in [Level::Registers, Level::Broadcasts, Level::Messages] {
        let mut frame = Frame::at(&s, first);
        let before = frame.packets.len();
        fold(&mut frame, &s, levels, level);
        assert_ne!(frame.packets.len(), before);
        let options = LayoutOptions::of(&frame, Language::English);
        let stage = Stage::new(&frame, &layout(3, 3, Size::new(830.0, 430.0), &options));
        assert_eq!(stage.sprites.len(), frame.packets.len());
        assert!(frame.packets.iter().all(|p| p.fold.is_some()), "{level:?}");
    }
    let mut frame = Frame::at(&s, first);
    fold(&mut frame, &s, levels, Level::Broadcasts);
    let packet = &frame.packets[0];
    let fold = packet.fold.expect("it stands for many");
    assert_eq!((fold.done, fold.of), (1, 3));
    assert_eq!(
        Language::English.tongue().packet(packet),
        "p1’s packet 1 (accept(1,a)) is being T-sent to p2: it has arrived at 1 of 3."
    );
}

/// Where all memories are one line, its band says who may write at a majority of them.
#[test]
fn a_folded_line_says_who_may_write() {
    let mut revoked = false;
    for session in random_runs(8, 400) {
        let index = DiagramIndex::new(&session);
        let size = Size::new(40_000.0, 260.0);
        for level in session.info().levels.iter().filter(|l| **l > Level::Copies) {
            let options = DiagramOptions {
                level: *level,
                ..DiagramOptions::new(Language::English, size)
            };
            let drawn = diagram(&session, &index, &options);
            let line = drawn.scene.still.iter().find(|g| g.key == "life-memories");
            let Some(line) = line else {
                assert_eq!(session.config().memories, 0);
                continue;
            };
            let regions = session.view().memories[0].regions.len();
            let bands = line.shapes.len() - 1;
            assert!(bands >= regions, "{}: {bands}", session.info().id);
            revoked |= line.shows(Class::BandOpen);
        }
    }
    assert!(revoked, "nobody lost a permission in any of the runs");
}

/// Through one process's eyes its own operations fold, and tell no more than the answers that have
/// come.
#[test]
fn what_a_process_knows_folds_too() {
    let s = run("robust-backup", 3, 3);
    let index = DiagramIndex::new(&s);
    let mut seen = 0;
    for k in (0..=s.trace.len()).step_by(5) {
        for me in s.config().process_ids() {
            let mut frame = Frame::at(&s, k).as_known_by(&s, me);
            fold(&mut frame, &s, index.levels(), Level::Registers);
            for packet in &frame.packets {
                assert_eq!(packet.owner, me, "step {k}");
                let Some(folded) = packet.fold else { continue };
                assert!(!packet.is_response() && folded.along == folded.next);
                let mut operations = index.levels().operations().iter();
                assert!(operations.any(|o| {
                    let same = o.process == me && o.first == packet.sent && o.is_open(k);
                    same && o.progress(k).1 == usize::from(folded.done)
                }));
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
