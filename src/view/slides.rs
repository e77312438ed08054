//! A run as a sequence of pictures, numbered for slides.

use super::layout::{LayoutOptions, Size, layout};
use super::{Frame, Language, Scene, Theme, scene, svg};
use crate::sim::Session;

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
        let frame = Frame::at(session, k);
        let options = LayoutOptions::of(&frame, self.language);
        let options = match self.theme {
            Theme::Light | Theme::Dark => options,
            Theme::Projector => options.for_projector(),
        };
        let (n, m) = (frame.processes.len() as u8, frame.memories.len() as u8);
        scene(&frame, &layout(n, m, self.size, &options), k as f64)
    }

    /// One file for each step from `first` to `last`: its name, numbered so that names sort as
    /// the steps do, and its content.
    pub fn sequence<'a>(
        &'a self,
        session: &'a Session,
        first: usize,
        last: usize,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        let last = last.min(session.trace.len());
        let digits = last.max(1).to_string().len();
        (first..=last).map(move |k| {
            let name = format!("step-{k:0digits$}.svg");
            (name, svg(&self.stage(session, k), self.theme))
        })
    }
}
