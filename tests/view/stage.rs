//! The stage: what is shown after a step, and where packets are in between.

use std::collections::BTreeMap;

use mnmscope::model::Event;
use mnmscope::sim::{Lockstep, Stop};
use mnmscope::view::drawing::{Group, Point, Role};
use mnmscope::view::packet::{Agent, Fate, LANDING, SETTLE};
use mnmscope::view::{Class, Frame, Language, LayoutOptions, Size, Stage, layout, scene, shown};

use super::{M1, M2, M3, P1, P2, protected, random_runs, takeover};

const SIZE: Size = Size::new(900.0, 420.0);

fn stage(frame: &Frame) -> Stage {
    let options = LayoutOptions::of(frame, Language::English);
    let (n, m) = (frame.processes.len() as u8, frame.memories.len() as u8);
    Stage::new(frame, &layout(n, m, SIZE, &options))
}

fn places(stage: &Stage, playhead: f64) -> BTreeMap<String, Point> {
    let place = |s: &mnmscope::view::Sprite| (s.packet.key.clone(), stage.pose(s, playhead).at);
    stage.sprites.iter().map(place).collect()
}

#[test]
fn packets_never_jump_and_land_where_they_go() {
    for session in random_runs(5, 120) {
        let frames: Vec<Frame> = (0..=session.trace.len())
            .map(|k| Frame::at(&session, k))
            .collect();
        let id = session.info().id;
        for pair in frames.windows(2) {
            let (now, next) = (stage(&pair[0]), stage(&pair[1]));
            let seam = pair[0].step as f64 + LANDING;
            let (before, after) = (places(&now, seam), places(&next, seam));
            for (key, at) in &before {
                let packet = pair[0].packet(key).expect("its own frame");
                match (packet.fate, after.get(key)) {
                    (Fate::Waits, Some(later)) => {
                        assert!(
                            at.distance(*later) < 0.5,
                            "{id} step {}: {key} jumps from {at:?} to {later:?}",
                            pair[0].step
                        );
                    }
                    (Fate::Waits, None) => panic!("{id} {key} waits and is gone"),
                    (Fate::Arrives | Fate::Vanishes, later) => assert_eq!(
                        later, None,
                        "{id} step {}: {key} is still there",
                        pair[0].step
                    ),
                }
            }
            for (key, at) in &after {
                if !before.contains_key(key) {
                    let sprite = next.sprites.iter().find(|s| s.packet.key == *key);
                    let start = next.pose(sprite.expect("drawn"), f64::MIN).at;
                    assert!(at.distance(start) < 0.5, "{id}: {key} appears on its way");
                }
            }
        }
    }
}

#[test]
fn keys_are_unique_within_a_frame() {
    for session in random_runs(9, 150) {
        for k in 0..=session.trace.len() {
            let frame = Frame::at(&session, k);
            let drawn = stage(&frame).scene(k as f64);
            let mut keys: Vec<&str> = drawn.groups().map(|g| g.key.as_str()).collect();
            keys.sort_unstable();
            let count = keys.len();
            keys.dedup();
            assert_eq!(keys.len(), count, "{} step {k}", session.info().id);
        }
    }
}

#[test]
fn every_event_that_can_happen_has_a_place_to_click() {
    for session in random_runs(3, 100) {
        for k in (0..=session.trace.len()).step_by(7) {
            let frame = Frame::at(&session, k);
            let drawn = stage(&frame).scene(k as f64);
            for mark in &frame.enabled {
                let key = mark.target.key();
                assert!(
                    drawn.groups().any(|g| g.key == key && g.target.is_some()),
                    "{} step {k}: {} has no {key}",
                    session.info().id,
                    mark.event
                );
            }
        }
    }
}

#[test]
fn a_step_is_shown_from_its_landing_on() {
    assert_eq!(shown(0.0), 0);
    assert_eq!(shown(4.0 + LANDING - 0.01), 4);
    assert_eq!(shown(4.0 + LANDING + 0.01), 5);
    assert!((LANDING + SETTLE - 1.0).abs() < 1e-9);
}

#[test]
fn a_refused_write_leaves_the_register_and_sends_a_nak() {
    let s = takeover();
    let frame = Frame::at(&s, s.trace.len());
    let m2 = frame.memory(M2).expect("it exists");
    assert!(m2.registers.iter().all(|r| r.empty && !r.changed));
    assert_eq!(m2.writers.iter().collect::<Vec<_>>(), [P2]);
    let drawn = stage(&frame).scene(frame.step as f64);
    let naks = drawn.moving.iter().filter(|g| g.shows(Class::Nak)).count();
    assert_eq!(naks, 1);
}

#[test]
fn what_a_step_changed_is_lit_for_that_step_alone() {
    let s = takeover();
    let lit = |k: usize| -> Vec<String> {
        let frame = Frame::at(&s, k);
        let memories = frame.memories.iter();
        let changed = memories.flat_map(|m| m.registers.iter().map(move |r| (m, r)));
        changed
            .filter(|(_, r)| r.changed)
            .map(|(m, r)| format!("{} {} {}", m.id, r.name, r.text))
            .collect()
    };
    let landed = (0..=s.trace.len())
        .find(|k| {
            s.trace.step(*k).event()
                == Some(Event::Effect {
                    process: P1,
                    memory: M1,
                })
        })
        .expect("it landed");
    assert_eq!(lit(landed), ["m1 slot[p1] (1,1,a)"]);
    assert!(lit(landed + 1).is_empty());
}

#[test]
fn a_crashed_memory_keeps_its_last_content_on_screen() {
    let mut s = takeover();
    s.event(Event::CrashMemory(M1)).expect("it is up");
    let frame = Frame::at(&s, s.trace.len());
    let m1 = frame.memory(M1).expect("it exists");
    assert!(m1.crashed);
    assert_eq!(m1.registers[0].text, "(1,1,a)");
    assert!(stage(&frame).still.iter().any(|g| g.shows(Class::CardDead)));
}

#[test]
fn a_quorum_closes_around_the_memories_that_acknowledged() {
    let mut s = protected(2, 3);
    s.event(Event::CrashMemory(M3)).expect("it is up");
    s.run(&mut Lockstep, &Stop::Decided, 100);
    let frame = Frame::at(&s, s.trace.len());
    assert_eq!(frame.quorum, [Agent::Memory(M1), Agent::Memory(M2)]);
    assert!(
        stage(&frame)
            .scene(frame.step as f64)
            .moving
            .iter()
            .any(|g| {
                g.role == Role::Flourish && g.key == "p1-quorum-m1" && g.shows(Class::Quorum)
            })
    );
    let mut by_messages = mnmscope::sim::Session::new(
        mnmscope::sim::find("paxos").expect("registered"),
        &mnmscope::model::Config::new(3, 0),
    )
    .expect("possible");
    by_messages.run(&mut Lockstep, &Stop::Decided, 100);
    let frame = Frame::at(&by_messages, by_messages.trace.len());
    assert!(frame.quorum.len() >= 2, "{:?}", frame.quorum);
    assert!(frame.quorum.iter().all(|a| matches!(a, Agent::Process(_))));
}

#[test]
fn a_lock_swings_shut_when_a_permission_changes() {
    let s = takeover();
    let taken = (0..=s.trace.len())
        .find(|k| {
            s.trace.step(*k).event()
                == Some(Event::Effect {
                    process: P2,
                    memory: M2,
                })
        })
        .expect("it landed");
    let frame = Frame::at(&s, taken);
    let stage = stage(&frame);
    let turn = |playhead: f64| {
        let swings = stage
            .flourishes_at(playhead)
            .find(|g| g.key == "m2-shackle");
        swings.expect("the lock of m2 swings").pose.turn
    };
    let k = taken as f64;
    assert!(turn(k - 0.35) < -40.0, "open at first");
    assert!(turn(k - 0.35) < turn(k - 0.2) && turn(k - 0.2) < turn(k - 0.05));
    assert_eq!(turn(k), 0.0, "shut at rest");
}

#[test]
fn a_stage_of_three_hundred_packets_is_whole() {
    // Nine processes that all tell each other, over and over.
    let mut s = protected(9, 9);
    s.run(&mut Lockstep, &Stop::Delays(3), 500);
    let mut frame = Frame::at(&s, s.trace.len());
    let some: Vec<_> = frame.packets.clone();
    assert!(!some.is_empty());
    while frame.packets.len() < 300 {
        let k = frame.packets.len();
        let mut more = some[k % some.len()].clone();
        more.key = format!("copy-{k}");
        frame.packets.push(more);
    }
    let options = LayoutOptions::of(&frame, Language::English);
    let layout = layout(9, 9, Size::new(1250.0, 620.0), &options);
    let drawn = scene(&frame, &layout, frame.step as f64 + 0.3);
    let packets: Vec<&Group> = drawn
        .moving
        .iter()
        .filter(|g| g.role == Role::Packet)
        .collect();
    assert_eq!(packets.len(), 300);
    assert!(packets.iter().all(|g| {
        let at = g.pose.at;
        (0.0..=layout.width).contains(&at.x) && (0.0..=layout.height).contains(&at.y)
    }));
}
