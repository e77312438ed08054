//! The frame clock: a playhead that glides to where the store stands, and asks for the next event
//! while the run plays. It lives here alone, runs only while there is something to move, stands
//! still in a hidden tab, and takes no giant step when it comes back.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use yew::prelude::*;

use crate::ui::prefs::less_motion;

/// The longest time that one frame may make up for, in milliseconds.
const LONGEST_FRAME: f64 = 50.0;
/// How long a step by hand glides at most, in milliseconds.
const GLIDE: f64 = 520.0;

/// What the clock is to do.
#[derive(Clone, PartialEq)]
pub struct Course {
    /// The run: another one is not glided to.
    pub run: (usize, usize),
    /// The step to glide to.
    pub target: usize,
    /// Whether to ask for the next event on arrival.
    pub playing: bool,
    /// How long an event takes, in milliseconds.
    pub pace: f64,
}

/// Where the clock stands.
struct Clock {
    playhead: f64,
    /// How long it has stood at its target, in milliseconds.
    stood: f64,
    /// Whether it came there at once, without a glide.
    jumped: bool,
    run: (usize, usize),
    last: Option<f64>,
    frame: Option<AnimationFrame>,
}

/// Runs the clock. `draw` is called with the playhead whenever it has moved.
#[hook]
pub fn use_clock(course: Course, draw: Rc<dyn Fn(f64)>, on_arrive: Callback<()>) {
    let clock = use_mut_ref(|| Clock {
        playhead: course.target as f64,
        stood: 0.0,
        jumped: false,
        run: course.run,
        last: None,
        frame: None,
    });
    use_effect_with(course, move |course| {
        let far = {
            let mut clock = clock.borrow_mut();
            clock.last = None;
            clock.stood = 0.0;
            let far = (clock.playhead - course.target as f64).abs() > 1.5;
            let other = clock.run != course.run && course.target as f64 <= clock.playhead;
            clock.run = course.run;
            clock.jumped = far || other || less_motion();
            if clock.jumped {
                clock.playhead = course.target as f64;
            }
            clock.playhead
        };
        draw(far);
        schedule(&clock, course.clone(), draw, on_arrive);
        move || drop(clock.borrow_mut().frame.take())
    });
}

fn schedule(
    clock: &Rc<RefCell<Clock>>,
    course: Course,
    draw: Rc<dyn Fn(f64)>,
    on_arrive: Callback<()>,
) {
    let there = course.target as f64;
    if clock.borrow().playhead == there && !course.playing {
        return;
    }
    let shared = clock.clone();
    let frame = request_animation_frame(move |now| {
        let (playhead, arrived) = shared.borrow_mut().move_on(&course, now);
        draw(playhead);
        if arrived {
            on_arrive.emit(());
        } else {
            schedule(&shared, course, draw, on_arrive);
        }
    });
    clock.borrow_mut().frame = Some(frame);
}

impl Clock {
    /// One frame on. Whether the next event is due.
    fn move_on(&mut self, course: &Course, now: f64) -> (f64, bool) {
        let passed = self
            .last
            .map_or(0.0, |last| (now - last).clamp(0.0, LONGEST_FRAME));
        self.last = Some(now);
        let there = course.target as f64;
        let pace = match course.playing {
            true => course.pace,
            false => course.pace.min(GLIDE),
        };
        let stride = passed / pace;
        if (there - self.playhead).abs() > stride {
            self.playhead += stride.copysign(there - self.playhead);
            return (self.playhead, false);
        }
        let left = passed - (there - self.playhead).abs() * pace;
        self.playhead = there;
        self.stood += left;
        // Where nothing glides, each picture stands as long as an event takes.
        let due = if self.jumped { course.pace } else { 0.0 };
        (there, course.playing && self.stood >= due)
    }
}
