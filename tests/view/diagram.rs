//! The space-time diagram: the same from scratch and step by step, cheap, and also a table.

use mnmscope::model::Event;
use mnmscope::sim::{Choice, Lockstep, Random, Stop};
use mnmscope::view::drawing::Role;
use mnmscope::view::{
    Axis, Class, DiagramIndex, DiagramOptions, Highlight, Language, Size, diagram, diagram_table,
};

use super::{M1, P1, P2, protected, random_runs, takeover};

fn options() -> DiagramOptions {
    DiagramOptions::new(Language::English, Size::new(1256.0, 216.0))
}

#[test]
fn an_index_kept_up_to_date_is_the_one_made_anew() {
    for mut session in random_runs(11, 200) {
        let mut index = DiagramIndex::new(&session);
        let check = |index: &DiagramIndex, session: &mnmscope::sim::Session| {
            for axis in [Axis::Delays, Axis::Steps] {
                for offset in [0.0, 900.0, 2500.0] {
                    let o = DiagramOptions {
                        axis,
                        offset,
                        playhead: session.trace.position() as f64,
                        ..options()
                    };
                    let fresh = DiagramIndex::new(session);
                    assert_eq!(
                        diagram(session, index, &o),
                        diagram(session, &fresh, &o),
                        "{}",
                        session.info().id
                    );
                }
            }
        };
        // Back into the past, and off on another branch.
        session.trace.seek(session.trace.len() / 2);
        session.run(&mut Random::new(4, true), &Stop::Quiescent, 90);
        index.update(&session);
        check(&index, &session);
        session.trace.switch(0);
        index.update(&session);
        check(&index, &session);
        session.trace.seek(usize::MAX);
        session.run(&mut Random::new(8, true), &Stop::Quiescent, 40);
        index.update(&session);
        check(&index, &session);
    }
}

#[test]
fn bands_change_hands_where_permissions_do() {
    let s = takeover();
    let index = DiagramIndex::new(&s);
    let rows = diagram_table(&s, &index, Language::English, 0, s.trace.len());
    let last = rows.last().expect("there are steps");
    let writers: Vec<String> = last.writers.iter().map(|w| w.to_string()).collect();
    assert_eq!(writers, ["{p1}", "{p2}", "{p2}"]);
    assert_eq!(
        last.what,
        "m2 refuses p1’s write: p2 took the permission at delay 1, so p1 can no longer write here."
    );
    assert_eq!(last.place, "m2");
    let drawn = diagram(&s, &index, &options());
    let band = drawn
        .scene
        .groups()
        .find(|g| g.key == "life-m2")
        .expect("m2");
    let bands = band
        .shapes
        .iter()
        .filter(|s| s.paint().class == Class::Band)
        .count();
    assert_eq!(bands, 2, "first p1's, then p2's");
}

#[test]
fn clicks_seek_and_every_visible_step_can_be_hit() {
    for session in random_runs(2, 300) {
        let index = DiagramIndex::new(&session);
        for axis in [Axis::Delays, Axis::Steps] {
            let d = diagram(&session, &index, &DiagramOptions { axis, ..options() });
            let (first, last) = d.visible;
            for k in first..last {
                let hit = d
                    .hits
                    .iter()
                    .find(|h| h.step == k)
                    .expect("every step is hit");
                let c = hit.area.centre();
                assert!(d.step_at(c.x, c.y).is_some());
            }
        }
    }
}

#[test]
fn only_what_is_visible_is_drawn() {
    let mut s = protected(3, 5);
    let mut random = Random::new(21, false);
    for _ in 0..40 {
        s.run(&mut random, &Stop::Quiescent, 200);
        // Keep it busy: the leader moves whenever nothing is left to happen.
        for leader in [P1, P2] {
            for at in s.config().process_ids() {
                let _ = s.event(Event::Leader { at, leader });
            }
        }
    }
    let index = DiagramIndex::new(&s);
    println!("{} steps, {} packets", index.len(), index.arrow_count());
    let o = DiagramOptions {
        axis: Axis::Steps,
        offset: 3000.0,
        playhead: 100.0,
        ..options()
    };
    let d = diagram(&s, &index, &o);
    let (first, last) = d.visible;
    assert!(last - first < 60, "{:?}", d.visible);
    let arrows = d.scene.groups().filter(|g| g.role == Role::Arrow).count();
    assert!(arrows < 120, "{arrows} arrows");
}

#[test]
fn the_critical_path_is_one_chain_of_as_many_trips_as_delays() {
    let mut s = protected(2, 3);
    s.run(&mut Lockstep, &Stop::Decided, 100);
    let index = DiagramIndex::new(&s);
    let o = DiagramOptions {
        highlight: Highlight::CriticalPath(s.trace.len()),
        ..options()
    };
    let d = diagram(&s, &index, &o);
    let hot = |class| d.scene.groups().filter(|g| g.shows(class)).count();
    assert_eq!((hot(Class::ArrowHot), hot(Class::ArrowBackHot)), (1, 1));
}

#[test]
fn a_crash_ends_a_lifeline() {
    let mut s = protected(2, 3);
    s.run(&mut Lockstep, &Stop::Delays(1), 100);
    s.trace
        .act(Choice::Event(Event::CrashProcess(P1)))
        .expect("p1 is up");
    s.event(Event::CrashMemory(M1)).expect("m1 is up");
    s.run(&mut Lockstep, &Stop::Quiescent, 100);
    let index = DiagramIndex::new(&s);
    let d = diagram(&s, &index, &options());
    for key in ["life-p1", "life-m1"] {
        let line = d.scene.groups().find(|g| g.key == key).expect("a lifeline");
        assert!(line.shows(Class::LifeDead), "{key}");
    }
}
