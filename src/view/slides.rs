//! A run as a sequence of pictures, numbered for slides.

use super::drawing::{Anchor, Group, Pose, Role, Shape};
use super::layout::{LayoutOptions, Size, layout};
use super::levels::fold;
use super::style::Class;
use super::{DiagramIndex, Frame, Language, Scene, Theme, scene, svg};
use crate::model::{Level, ProcessId};
use crate::sim::{Levels, Pair, Session};

/// How a run is looked at in a picture.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The process as which it is seen.
    pub lens: Option<ProcessId>,
    /// The level at which it is shown.
    pub level: Level,
    /// What is part of what in the run.
    pub levels: &'a Levels,
    /// What stands beside it.
    pub beside: Option<&'a Pair>,
}

impl<'a> Look<'a> {
    /// From a level, by everyone's eyes, with nothing beside it.
    pub fn at(levels: &'a Levels, level: Level) -> Self {
        Look {
            lens: None,
            level,
            levels,
            beside: None,
        }
    }
}

/// The height of the names over two stages side by side, and the room between them.
const NAMES: f64 = 32.0;
const BETWEEN: f64 = 24.0;

/// How a run is drawn as slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slides {
    /// The size of each picture, in CSS pixels.
    pub size: Size,
    /// Its theme.
    pub theme: Theme,
    /// The language of its labels.
    pub language: Language,
}

impl Slides {
    /// The stage after step `k` of the session's current run.
    pub fn stage(&self, session: &Session, k: usize) -> Scene {
        self.draw(&Frame::at(session, k), self.size, k)
    }

    /// The same as it is looked at: through a process's eyes, or from a level, or with something
    /// beside it.
    pub fn stage_as(&self, session: &Session, look: &Look<'_>, k: usize) -> Scene {
        let stage = |session: &Session, levels: &Levels, k: usize, size: Size| {
            let mut frame = Frame::at(session, k);
            if let Some(me) = look.lens.filter(|p| p.0 < session.config().processes) {
                frame = frame.as_known_by(session, me);
            }
            if !session.info().levels.is_empty() {
                fold(&mut frame, session, levels, look.level);
            }
            self.draw(&frame, size, k)
        };
        let Some(pair) = look.beside else {
            return stage(session, look.levels, k, self.size);
        };
        let mut pair = pair.clone();
        let mut here = session.clone();
        here.trace.seek(k);
        pair.follow(&here);
        let half = Size::new((self.size.w - BETWEEN) / 2.0, self.size.h - NAMES);
        let name = |session: &Session| session.info().facts.name;
        let (other, place) = (pair.other(), pair.place());
        let index = DiagramIndex::new(other);
        let halves = [
            (name(session), stage(session, look.levels, k, half)),
            (name(other), stage(other, index.levels(), place, half)),
        ];
        let mut both = Scene {
            width: self.size.w,
            height: self.size.h,
            label: format!("{} | {}", halves[0].1.label, halves[1].1.label),
            still: Vec::new(),
            moving: Vec::new(),
        };
        for (place, (name, scene)) in halves.into_iter().enumerate() {
            let x = place as f64 * (half.w + BETWEEN);
            let mut group =
                Group::new(format!("half-{place}"), Role::Ground).posed(Pose::at(x, NAMES));
            let (x, y) = (half.w / 2.0, 24.0 - NAMES);
            group
                .shapes
                .push(Shape::text(x, y, Anchor::Middle, name, Class::MemoryName));
            // A stage that needs more room than it has is made smaller.
            let scale = (half.w / scene.width).min(half.h / scene.height).min(1.0);
            let mut whole = Group::new(format!("stage-{place}"), Role::Ground).posed(Pose {
                scale,
                ..Pose::default()
            });
            whole.children = scene.still.into_iter().chain(scene.moving).collect();
            group.children.push(whole);
            both.still.push(group);
        }
        both
    }

    fn draw(&self, frame: &Frame, size: Size, k: usize) -> Scene {
        let options = LayoutOptions::of(frame, self.language);
        let options = match self.theme {
            Theme::Light | Theme::Dark => options,
            Theme::Projector => options.for_projector(),
        };
        let (n, m) = (frame.processes.len() as u8, frame.memories.len() as u8);
        scene(frame, &layout(n, m, size, &options), k as f64)
    }

    /// One file for each of some steps: its name, numbered so that names sort as the steps do, and
    /// its content.
    pub fn sequence<'a>(
        &'a self,
        session: &'a Session,
        look: &'a Look<'a>,
        steps: Vec<usize>,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        let digits = session.trace.len().max(1).to_string().len();
        steps.into_iter().map(move |k| {
            let name = format!("step-{k:0digits$}.svg");
            let scene = self.stage_as(session, look, k);
            (name, svg(&scene, self.theme))
        })
    }
}

/// The steps of a run that a level shows, the start included; or of each delay its last one.
pub fn slide_steps(
    session: &Session,
    levels: &Levels,
    level: Level,
    by_delays: bool,
) -> Vec<usize> {
    let trace = &session.trace;
    let delays = |k: usize| trace.step(k).clock.delays;
    (0..=trace.len())
        .filter(|k| match by_delays {
            true => *k == trace.len() || delays(*k) < delays(*k + 1),
            false => levels.shows(level, *k),
        })
        .collect()
}
