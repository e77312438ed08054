//! `mnm svg`: pictures of a run, for slides and papers.

use std::path::PathBuf;

use lexopt::prelude::*;
use mnmscope::scenario::Played;
use mnmscope::view::diagram::whole_diagram;
use mnmscope::view::{
    DiagramIndex, DiagramOptions, Language, Look, Scene, Size, Slides, Theme, svg, tikz,
};

use super::look::{Looks, Seen};
use super::{FINE, Failure, input, say};

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Stage,
    Diagram,
}

/// What the files are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Tikz,
}

/// How it is drawn.
struct Picture {
    what: What,
    format: Format,
    theme: Theme,
    language: Language,
    width: Option<u32>,
    height: Option<u32>,
}

/// Pixels that a picture may be wide or high.
const PIXELS: std::ops::RangeInclusive<u32> = 100..=20_000;

/// Carries out `mnm svg`.
pub fn command(mut arguments: lexopt::Parser) -> Result<u8, Failure> {
    let (mut path, mut step, mut folder) = (None, None, None::<PathBuf>);
    let mut picture = Picture {
        what: What::Stage,
        format: Format::Svg,
        theme: Theme::Light,
        language: Language::English,
        width: None,
        height: None,
    };
    let mut looks = Looks::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long(name @ ("view" | "level" | "beside")) => {
                let name = name.to_owned();
                looks.take(&name, &mut arguments)?;
            }
            Long("what") => {
                picture.what = match arguments.value()?.to_string_lossy().as_ref() {
                    "stage" => What::Stage,
                    "diagram" => What::Diagram,
                    other => return Err(no_such("picture", other, "stage or diagram")),
                }
            }
            Long("as") => {
                picture.format = match arguments.value()?.to_string_lossy().as_ref() {
                    "svg" => Format::Svg,
                    "tikz" => Format::Tikz,
                    other => return Err(no_such("format", other, "svg or tikz")),
                }
            }
            Long("step") => step = Some(arguments.value()?.parse()?),
            Long("theme") => {
                let name = arguments.value()?;
                let name = name.to_string_lossy();
                let known = Theme::named(&name);
                picture.theme =
                    known.ok_or_else(|| no_such("theme", &name, "light, dark or projector"))?;
            }
            Long("language") => {
                let code = arguments.value()?;
                let code = code.to_string_lossy();
                let known = Language::of_code(&code);
                picture.language = known.ok_or_else(|| no_such("language", &code, "en or de"))?;
            }
            Long("width") => picture.width = Some(pixels(arguments.value()?.parse()?)?),
            Long("height") => picture.height = Some(pixels(arguments.value()?.parse()?)?),
            Long("every") => folder = Some(arguments.value()?.into()),
            other => input::file(&mut path, other)?,
        }
    }
    let (_, played) = input::play(path)?;
    let steps = played.session.trace.len();
    let step = step.unwrap_or(steps);
    if step > steps {
        return Err(Failure(format!(
            "--step {step}: the run has {steps} steps, from 0 to {steps}"
        )));
    }
    let Some(folder) = folder else {
        return say(&picture.draw(&played, &looks, step)?);
    };
    std::fs::create_dir_all(&folder)?;
    let digits = step.to_string().len();
    for k in 0..=step {
        let file = folder.join(format!("step-{k:0digits$}.{}", picture.ending()));
        std::fs::write(&file, picture.draw(&played, &looks, k)?)
            .map_err(|e| Failure(format!("{}: {e}", file.display())))?;
    }
    eprintln!("mnm: {} pictures in {}", step + 1, folder.display());
    Ok(FINE)
}

fn no_such(kind: &str, given: &str, all: &str) -> Failure {
    Failure(format!("there is no {kind} `{given}`: choose {all}"))
}

fn pixels(count: u32) -> Result<u32, Failure> {
    match PIXELS.contains(&count) {
        true => Ok(count),
        false => Err(Failure(format!(
            "{count} pixels: choose between {} and {}",
            PIXELS.start(),
            PIXELS.end()
        ))),
    }
}

impl Picture {
    fn size(&self, width: u32, height: u32) -> Size {
        Size::new(
            f64::from(self.width.unwrap_or(width)),
            f64::from(self.height.unwrap_or(height)),
        )
    }

    /// The ending of its files' names.
    fn ending(&self) -> &'static str {
        match self.format {
            Format::Svg => "svg",
            Format::Tikz => "tex",
        }
    }

    /// The picture after `step` steps, as a file's content.
    fn draw(&self, played: &Played, looks: &Looks, step: usize) -> Result<String, Failure> {
        let scene = self.scene(played, &looks.at(played, step)?, step);
        Ok(match self.format {
            Format::Svg => svg(&scene, self.theme),
            Format::Tikz => tikz(&scene, self.theme),
        })
    }

    fn scene(&self, played: &Played, seen: &Seen, step: usize) -> Scene {
        let session = &played.session;
        match self.what {
            What::Stage => {
                let slides = Slides {
                    size: self.size(960, 540),
                    theme: self.theme,
                    language: self.language,
                };
                let index = DiagramIndex::new(session);
                let look = Look {
                    lens: seen.lens,
                    level: seen.level,
                    levels: index.levels(),
                    beside: seen.beside.as_ref(),
                };
                slides.stage_as(session, &look, step)
            }
            What::Diagram => {
                let options = DiagramOptions {
                    playhead: step as f64,
                    level: seen.level,
                    ..DiagramOptions::new(self.language, self.size(960, 360))
                };
                whole_diagram(session, &options).scene
            }
        }
    }
}
