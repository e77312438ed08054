//! The files that a run can be saved as: its scenario, its pictures, and traces for other tools.

use std::cell::Cell;

use yew::prelude::*;

use super::files::{complain, save, save_bytes, save_png};
use super::parts::{self, Part};
use super::prefs::{Prefs, Theme, use_prefs};
use super::{StoreHandle, use_store, use_words};
use crate::scenario::export;
use crate::share::export::{archive, itf, json, shiviz};
use crate::sim::Levels;
use crate::view::diagram::{DiagramOptions, whole_diagram};
use crate::view::text::Word;

use crate::view::text::Ui;
use crate::view::{self, Look, Scene, Size, Slides, slide_steps, svg, tikz};

/// The size of the pictures, in CSS pixels.
const PICTURE: Size = Size::new(960.0, 540.0);
/// How many pixels of a PNG a CSS pixel has.
const SHARP: f64 = 2.0;

/// A kind of file.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Scenario,
    StageSvg,
    DiagramSvg,
    Png,
    Tikz,
    Json,
    Itf,
    ShiViz,
    /// A picture for each step that the level shows.
    Slides,
    /// A picture for each delay.
    SlidesByDelay,
}

/// The buttons.
#[component]
pub fn SavePanel() -> Html {
    let (store, prefs, say) = (use_store(), use_prefs(), use_words());
    let language = prefs.language;
    let press = |kind: Kind, label: &'static str| {
        let (store, prefs) = (store.clone(), (*prefs).clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            let (saved, prefs) = (store.clone(), prefs.clone());
            parts::with(&[Part::Files], &store, move || {
                if let Some(Err(error)) = WRITE.get().map(|write| write(kind, &saved, &prefs)) {
                    complain(&saved, format!("{error:?}"));
                }
            });
        });
        html! { <button type="button" {onclick}>{ label }</button> }
    };
    html! {
        <div class="files"><h3>{ say(Word::SaveAs) }</h3>
            <p class="row">
                { press(Kind::Scenario, Ui::ExportScenario.text(language)) }
                { press(Kind::StageSvg, Ui::ExportSvgStage.text(language)) }
                { press(Kind::DiagramSvg, Ui::ExportSvgDiagram.text(language)) }
                { press(Kind::Slides, Ui::ExportSlides.text(language)) }
                { press(Kind::SlidesByDelay, Ui::ExportSlidesByDelay.text(language)) }
                { press(Kind::Png, Ui::ExportPng.text(language)) }
                { press(Kind::Tikz, Ui::ExportTikz.text(language)) }
                { press(Kind::Json, "JSON") }
                { press(Kind::Itf, "ITF (TLA+)") }
                { press(Kind::ShiViz, "ShiViz") }
            </p>
        </div>
    }
}

type Write = fn(Kind, &StoreHandle, &Prefs) -> Result<(), wasm_bindgen::JsValue>;

thread_local! {
    /// What writes a file, once its part is here.
    static WRITE: Cell<Option<Write>> = const { Cell::new(None) };
}

/// Leaves behind what writes files.
pub fn bring() {
    WRITE.set(Some(write));
}

fn write(kind: Kind, store: &StoreHandle, prefs: &Prefs) -> Result<(), wasm_bindgen::JsValue> {
    let session = &store.session;
    let (id, step) = (session.info().id, session.trace.position());
    let theme = theme(prefs);
    match kind {
        Kind::Scenario => {
            let text = export(session, session.trace.len());
            save(&format!("{id}.txt"), "text/plain", &text)
        }
        Kind::StageSvg => {
            let text = svg(&stage(store, prefs), theme);
            save(&format!("{id}-{step}.svg"), "image/svg+xml", &text)
        }
        Kind::DiagramSvg => {
            let options = DiagramOptions {
                playhead: step as f64,
                ..DiagramOptions::new(prefs.language, Size::new(PICTURE.w, 240.0))
            };
            let text = svg(&whole_diagram(session, &options).scene, theme);
            save(&format!("{id}-diagram.svg"), "image/svg+xml", &text)
        }
        Kind::Png => {
            let size = (PICTURE.w * SHARP, PICTURE.h * SHARP);
            let text = svg(&stage(store, prefs), theme);
            save_png(&format!("{id}-{step}.png"), &text, size)
        }
        Kind::Tikz => {
            let text = tikz(&stage(store, prefs), theme);
            save(&format!("{id}-{step}.tex"), "application/x-tex", &text)
        }
        Kind::Json => save(&format!("{id}.json"), "application/json", &json(session)),
        Kind::Itf => save(&format!("{id}.itf.json"), "application/json", &itf(session)),
        Kind::Slides | Kind::SlidesByDelay => slides(store, prefs, kind == Kind::SlidesByDelay),
        Kind::ShiViz => save(&format!("{id}.log"), "text/plain", &shiviz(session)),
    }
}

/// The most pictures that are made at once: more of them than a tab holds, or a talk.
const MOST_SLIDES: usize = 1000;

/// Numbered pictures of the stage, one after the other, as one file.
fn slides(
    store: &StoreHandle,
    prefs: &Prefs,
    by_delays: bool,
) -> Result<(), wasm_bindgen::JsValue> {
    let session = &store.session;
    let index = store.index.of(session);
    let levels = index.levels();
    let steps = slide_steps(session, levels, store.level, by_delays);
    if steps.len() > MOST_SLIDES {
        complain(store, Ui::TooManySlides.text(prefs.language).to_owned());
        return Ok(());
    }
    let slides = Slides {
        size: PICTURE,
        theme: theme(prefs),
        language: prefs.language,
    };
    let look = look(store, levels);
    let files = slides.sequence(session, &look, steps);
    let bytes = archive(files).map_err(|error| error.to_string())?;
    let name = format!("{}-slides.zip", session.info().id);
    save_bytes(&name, "application/zip", &bytes)
}

/// The run as it is looked at on the page.
fn look<'a>(store: &'a StoreHandle, levels: &'a Levels) -> Look<'a> {
    Look {
        lens: store.lens,
        level: store.level,
        levels,
        beside: store.beside.as_ref(),
    }
}

/// The stage at the playhead, as it is shown.
fn stage(store: &StoreHandle, prefs: &Prefs) -> Scene {
    let session = &store.session;
    let slides = Slides {
        size: PICTURE,
        theme: view::Theme::Light,
        language: prefs.language,
    };
    let index = store.index.of(session);
    let look = look(store, index.levels());
    slides.stage_as(session, &look, session.trace.position())
}

/// Pictures are for paper and slides, which are light unless the reader says otherwise.
fn theme(prefs: &Prefs) -> view::Theme {
    match prefs.theme {
        Theme::System | Theme::Light => view::Theme::Light,
        Theme::Dark => view::Theme::Dark,
        Theme::Projector => view::Theme::Projector,
    }
}
