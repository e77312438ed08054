//! Pictures for slides: they parse, they are whole, and they are what they were.

use expect_test::expect_file;
use mnmscope::model::Level;
use mnmscope::view::{
    DiagramIndex, DiagramOptions, Frame, Language, LayoutOptions, Look, Scene, Size, Slides, Theme,
    layout, scene, slide_steps, svg, tikz,
};

use super::{random_runs, takeover};

fn stage(session: &mnmscope::sim::Session, k: usize, size: Size) -> Scene {
    let frame = Frame::at(session, k);
    let options = LayoutOptions::of(&frame, Language::English);
    let (n, m) = (frame.processes.len() as u8, frame.memories.len() as u8);
    scene(&frame, &layout(n, m, size, &options), k as f64)
}

#[test]
fn every_picture_of_every_algorithm_is_well_formed() {
    for session in random_runs(1, 120) {
        for theme in Theme::ALL {
            for k in (0..=session.trace.len()).step_by(9) {
                let drawn = svg(&stage(&session, k, Size::new(900.0, 420.0)), theme);
                let parsed = roxmltree::Document::parse(&drawn);
                let parsed = parsed.unwrap_or_else(|e| panic!("{}: {e}", session.info().id));
                let refers = parsed.descendants().any(|n| {
                    n.attributes()
                        .any(|a| a.name() == "href" || a.value().contains("url("))
                });
                assert!(!refers, "a picture stands on its own");
            }
            let o = DiagramOptions::new(Language::German, Size::new(900.0, 240.0));
            let drawn = svg(
                &mnmscope::view::diagram::whole_diagram(&session, &o).scene,
                theme,
            );
            roxmltree::Document::parse(&drawn).expect("a diagram parses");
        }
    }
}

#[test]
fn the_stage_at_the_refusal_is_drawn_as_it_was() {
    let s = takeover();
    let drawn = svg(
        &stage(&s, s.trace.len(), Size::new(900.0, 420.0)),
        Theme::Light,
    );
    expect_file!["snapshots/refusal-stage.svg"].assert_eq(&drawn);
}

#[test]
fn the_diagram_at_the_refusal_is_drawn_as_it_was() {
    let s = takeover();
    let o = DiagramOptions {
        playhead: s.trace.len() as f64,
        ..DiagramOptions::new(Language::English, Size::new(700.0, 216.0))
    };
    let drawn = svg(
        &mnmscope::view::diagram::whole_diagram(&s, &o).scene,
        Theme::Light,
    );
    expect_file!["snapshots/refusal-diagram.svg"].assert_eq(&drawn);
}

#[test]
fn the_tikz_of_the_refusal_is_what_it_was() {
    let s = takeover();
    let drawn = tikz(
        &stage(&s, s.trace.len(), Size::new(900.0, 420.0)),
        Theme::Light,
    );
    expect_file!["snapshots/refusal-stage.tex"].assert_eq(&drawn);
}

/// Whether braces match, scopes close, and nothing is left that TeX would stumble over.
fn is_balanced(tex: &str) -> bool {
    let mut depth = 0i32;
    let mut escape = false;
    for line in tex.lines() {
        for c in line.chars() {
            match c {
                _ if escape => escape = false,
                '\\' => escape = true,
                '%' => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
        escape = false;
    }
    let count = |word: &str| tex.matches(word).count();
    depth == 0 && count("\\begin{scope}") == count("\\end{scope}")
}

#[test]
fn every_tikz_picture_is_balanced_and_where_latex_is_installed_compiles() {
    let installed = std::process::Command::new("pdflatex")
        .arg("--version")
        .output()
        .is_ok();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tikz");
    std::fs::create_dir_all(&folder).expect("a folder under target");
    for (k, session) in random_runs(6, 60).iter().enumerate() {
        let o = DiagramOptions::new(Language::German, Size::new(900.0, 240.0));
        let half = session.trace.len() / 2;
        let pictures = [
            stage(session, half, Size::new(900.0, 420.0)),
            mnmscope::view::diagram::whole_diagram(session, &o).scene,
        ];
        for (j, picture) in pictures.iter().enumerate() {
            let tex = tikz(picture, Theme::Projector);
            assert!(is_balanced(&tex), "{}", session.info().id);
            if installed {
                let file = format!("picture-{k}-{j}.tex");
                std::fs::write(folder.join(&file), &tex).expect("written");
                let run = std::process::Command::new("pdflatex")
                    .args(["-interaction=nonstopmode", "-halt-on-error", &file])
                    .current_dir(&folder)
                    .output()
                    .expect("pdflatex runs");
                assert!(
                    run.status.success(),
                    "{}: {}",
                    session.info().id,
                    String::from_utf8_lossy(&run.stdout)
                );
            }
        }
    }
    if !installed {
        println!("pdflatex is not installed: compiling was not checked");
    }
}

#[test]
fn slides_are_numbered_so_that_they_sort() {
    let s = takeover();
    let slides = Slides {
        size: Size::new(640.0, 360.0),
        theme: Theme::Projector,
        language: Language::English,
    };
    let index = DiagramIndex::new(&s);
    let steps = slide_steps(&s, index.levels(), Level::Copies, false);
    let files: Vec<(String, String)> = slides
        .sequence(&s, &Look::at(index.levels(), Level::Copies), steps)
        .collect();
    assert_eq!(files.len(), s.trace.len() + 1);
    assert_eq!(files[0].0, "step-0.svg");
    let mut sorted = files.clone();
    sorted.sort();
    assert_eq!(sorted, files);
    for (_, content) in &files {
        roxmltree::Document::parse(content).expect("it parses");
    }
}
