//! One process's view: what it cannot know changes nothing that it is shown.

use mnmscope::model::{Event, ProcessId};
use mnmscope::sim::{Lockstep, Session, Stop, happens_at};
use mnmscope::view::frame::{MemoryMark, ProcessMark};
use mnmscope::view::lens::Sight;
use mnmscope::view::packet::{Load, Packet};
use mnmscope::view::{Frame, Language, LayoutOptions, Size, Stage, layout};

use super::{M1, P1, P2, random_runs, takeover};

/// All that a process is shown, without what is lit for one step alone.
type Shown = (Vec<ProcessMark>, Vec<MemoryMark>, Vec<Packet>);

fn shown(session: &Session, k: usize, me: ProcessId) -> Shown {
    let mut frame = Frame::at(session, k).as_known_by(session, me);
    for memory in &mut frame.memories {
        memory.registers.iter_mut().for_each(|r| r.changed = false);
        memory.regions.iter_mut().for_each(|r| r.changed = false);
    }
    for process in &mut frame.processes {
        process.acted = false;
        process.fields.iter_mut().for_each(|f| f.changed = false);
    }
    // A message leaves the picture when it has been sent.
    frame
        .packets
        .retain(|p| !matches!(p.load, Load::Message(_)));
    (frame.processes, frame.memories, frame.packets)
}

/// Two states that a process cannot tell apart look the same to it: whatever happens elsewhere, in
/// any algorithm, leaves its view as it was.
#[test]
fn what_happens_elsewhere_changes_nothing_in_a_view() {
    let mut elsewhere = 0;
    for session in random_runs(4, 90) {
        for me in session.config().process_ids() {
            let mut before = shown(&session, 0, me);
            for k in 1..=session.trace.len() {
                let after = shown(&session, k, me);
                let event = session.trace.step(k).event();
                if !event.is_some_and(|e| happens_at(e, me)) {
                    let id = session.info().id;
                    assert_eq!(before, after, "{id}: {me} sees step {k}, {event:?}");
                    elsewhere += 1;
                }
                before = after;
            }
        }
    }
    assert!(elsewhere > 1000, "only {elsewhere} steps were elsewhere");
}

/// Nothing of other processes, and no register that it never read or wrote, is shown.
#[test]
fn others_and_what_was_never_read_are_unknown() {
    let session = takeover();
    for k in 0..=session.trace.len() {
        let frame = Frame::at(&session, k).as_known_by(&session, P2);
        let other = frame.process(P1).expect("it exists");
        assert_eq!(other.sight, Sight::Unknown { to: P2 });
        assert!(other.fields.is_empty() && other.threads.is_empty() && other.decision.is_none());
        assert!(
            frame
                .packets
                .iter()
                .all(|p| p.owner == P2 && p.moves.is_none())
        );
    }
    let start = Frame::at(&session, 0).as_known_by(&session, P2);
    let m1 = start.memory(M1).expect("it exists");
    assert!(
        m1.registers
            .iter()
            .all(|r| r.sight == Sight::Unknown { to: P2 })
    );
}

/// What a process reads is as it was, with the step of the answer, until it reads again.
#[test]
fn what_was_read_keeps_the_step_of_the_answer() {
    let mut session = takeover();
    session.run(&mut Lockstep, &Stop::Quiescent, 500);
    let mut learnt = 0;
    for k in 1..=session.trace.len() {
        let Some(Event::Return { process, memory }) = session.trace.step(k).event() else {
            continue;
        };
        if process != P2 {
            continue;
        }
        let frame = Frame::at(&session, k).as_known_by(&session, P2);
        let memory = frame.memory(memory).expect("it exists");
        learnt += memory.registers.iter().filter(|r| r.changed).count();
        for register in &memory.registers {
            if register.changed {
                assert_eq!(register.sight, Sight::Learnt { by: P2, step: k });
            }
        }
    }
    assert!(learnt > 0, "p2 read or wrote something");
}

/// Unknown things are hatched, say `?`, and their names say as whom they are seen.
#[test]
fn the_unknown_is_told_apart_without_colour() {
    let session = takeover();
    let frame = Frame::at(&session, 3).as_known_by(&session, P2);
    for language in Language::ALL {
        let options = LayoutOptions::of(&frame, language);
        let stage = Stage::new(&frame, &layout(2, 3, Size::new(900.0, 420.0), &options));
        let p1 = stage.still.iter().find(|g| g.key == "p1").expect("drawn");
        assert!(p1.shows(mnmscope::view::Class::Hatch));
        assert!(p1.title.contains("p2"), "{}", p1.title);
        let m1 = stage.still.iter().find(|g| g.key == "m1").expect("drawn");
        assert!(m1.shows(mnmscope::view::Class::Hatch) && m1.title.contains("p2"));
        assert!(stage.label.contains("p2"), "{}", stage.label);
    }
}
