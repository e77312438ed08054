//! Everything has a place of its own, for any number of processes and memories.

use mnmscope::view::drawing::Area;
use mnmscope::view::layout::{CardDetail, Layout};
use mnmscope::view::{LayoutOptions, Size, layout};

/// Stages as the page has them at 1280x720, 1920x1080, 1024x768 and 390x844, and those sizes
/// themselves, for full screen.
const SIZES: [Size; 8] = [
    Size::new(1280.0, 720.0),
    Size::new(1920.0, 1080.0),
    Size::new(1024.0, 768.0),
    Size::new(390.0, 844.0),
    Size::new(812.0, 330.0),
    Size::new(1250.0, 620.0),
    Size::new(640.0, 380.0),
    Size::new(390.0, 420.0),
];

fn check(made: &Layout, what: &str) {
    let whole = Area {
        x: 0.0,
        y: 0.0,
        w: made.width,
        h: made.height,
    };
    let mut areas: Vec<Area> = made.processes.iter().map(|p| p.area).collect();
    areas.extend(&made.memories);
    for (k, a) in areas.iter().enumerate() {
        assert!(whole.contains(a), "{what}: {a:?} leaves {whole:?}");
        for b in &areas[k + 1..] {
            assert!(!a.overlaps(b), "{what}: {a:?} and {b:?}");
        }
    }
    for p in &made.processes {
        let body = Area {
            x: p.centre.x - p.radius,
            y: p.centre.y - p.radius,
            w: 2.0 * p.radius,
            h: 2.0 * p.radius,
        };
        assert!(p.area.contains(&body), "{what}: a body leaves its place");
    }
}

#[test]
fn nothing_overlaps_for_any_n_and_m_on_any_screen() {
    for size in SIZES {
        let mut least = (f64::MAX, 0, 0);
        for n in 1..=9 {
            for m in 0..=9 {
                for rows in [1, n as usize, 40] {
                    for options in [
                        LayoutOptions::plain(rows),
                        LayoutOptions::plain(rows).for_projector(),
                    ] {
                        let made = layout(n, m, size, &options);
                        check(&made, &format!("n={n} m={m} {size:?} rows={rows}"));
                        if made.scale < least.0 && options.legible < 1.0 {
                            least = (made.scale, n, m);
                        }
                    }
                }
            }
        }
        println!(
            "{size:?}: smallest scale {:.2} at n={} m={}",
            least.0, least.1, least.2
        );
        assert!(least.0 > 0.5, "{size:?}: letters too small, {least:?}");
    }
}

#[test]
fn the_standard_example_shows_everything_at_full_length() {
    for size in [Size::new(1280.0, 720.0), Size::new(812.0, 345.0)] {
        let made = layout(2, 3, size, &LayoutOptions::plain(2));
        assert_eq!((made.card_detail, made.rows), (CardDetail::Table, 2));
        assert!(made.scale >= 0.8);
    }
}

#[test]
fn a_route_ends_where_it_says() {
    use mnmscope::model::{MemoryId, ProcessId};
    use mnmscope::view::packet::Agent;
    for (n, m) in [(2, 3), (9, 9), (5, 7), (3, 0)] {
        for size in SIZES {
            let made = layout(n, m, size, &LayoutOptions::plain(n as usize));
            for p in 0..n {
                for q in 0..m {
                    let (from, to) = (Agent::Process(ProcessId(p)), Agent::Memory(MemoryId(q)));
                    let (out, back) = (made.route(from, to), made.route(to, from));
                    let card = made.memories[q as usize];
                    let end = out.at(1.0);
                    let within = |x: f64, low: f64, high: f64| x >= low - 1.0 && x <= high + 1.0;
                    assert!(within(end.x, card.x, card.x + card.w));
                    assert!(within(end.y, card.y, card.y + card.h));
                    assert!(
                        out.at(0.3).distance(back.at(0.7)) < 1.0,
                        "one way, both directions"
                    );
                }
            }
        }
    }
}
