//! A run as a sequence of pictures, numbered for slides.

use super::layout::{LayoutOptions, Size, layout};
use super::levels::fold;
use super::{Frame, Language, Scene, Theme, scene, svg};
use crate::model::Level;
use crate::sim::{Levels, Session};

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
        self.draw(&Frame::at(session, k), k)
    }

    /// The same at a level.
    pub fn stage_at(&self, session: &Session, levels: &Levels, level: Level, k: usize) -> Scene {
        let mut frame = Frame::at(session, k);
        fold(&mut frame, session, levels, level);
        self.draw(&frame, k)
    }

    fn draw(&self, frame: &Frame, k: usize) -> Scene {
        let options = LayoutOptions::of(frame, self.language);
        let options = match self.theme {
            Theme::Light | Theme::Dark => options,
            Theme::Projector => options.for_projector(),
        };
        let (n, m) = (frame.processes.len() as u8, frame.memories.len() as u8);
        scene(frame, &layout(n, m, self.size, &options), k as f64)
    }

    /// One file for each of some steps: its name, numbered so that names sort as the steps do, and
    /// its content, looked at from a level.
    pub fn sequence<'a>(
        &'a self,
        session: &'a Session,
        levels: &'a Levels,
        level: Level,
        steps: Vec<usize>,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        let digits = session.trace.len().max(1).to_string().len();
        steps.into_iter().map(move |k| {
            let name = format!("step-{k:0digits$}.svg");
            let scene = self.stage_at(session, levels, level, k);
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
