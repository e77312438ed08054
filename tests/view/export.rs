//! Pictures for slides: they parse, they are whole, and they are what they were.

use expect_test::expect_file;
use mnmscope::view::{
    DiagramOptions, Frame, Language, LayoutOptions, Scene, Size, Theme, layout, scene, svg,
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
