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

/// Where the routes of a layout touch what they pass: packets are as large as drawn, on each of the
/// tracks of a way.
fn touches(made: &Layout, what: &str) -> Vec<String> {
    use mnmscope::model::{MemoryId, ProcessId};
    use mnmscope::view::packet::Agent;
    let processes = (0..made.processes.len()).map(|k| Agent::Process(ProcessId(k as u8)));
    let memories = (0..made.memories.len()).map(|k| Agent::Memory(MemoryId(k as u8)));
    let all: Vec<Agent> = processes.chain(memories).collect();
    let area = |agent: Agent| match agent {
        Agent::Process(p) => made.processes[p.0 as usize].area,
        Agent::Memory(m) => made.memories[m.0 as usize],
    };
    // What a packet's shape takes, without the ring of what is next or stale.
    let radius = 12.5 * made.packet;
    let mut found = Vec::new();
    for from in &all {
        for to in &all {
            if matches!((from, to), (Agent::Memory(_), Agent::Memory(_))) {
                continue;
            }
            let route = made.route(*from, *to);
            let others: Vec<Agent> = all
                .iter()
                .copied()
                .filter(|a| a != from && a != to)
                .collect();
            for track in [-1.0, 0.0, 1.0] {
                for k in 0..=60 {
                    let t = f64::from(k) / 60.0;
                    let at = route.beside(t, track * route.room() * made.packet);
                    let inside = at.x > -1.0
                        && at.y > -1.0
                        && at.x < made.width + 1.0
                        && at.y < made.height + 1.0;
                    if !inside {
                        found.push(format!("{what}: {from} to {to} leaves the stage at {t:.2}"));
                    }
                    for other in &others {
                        if area(*other).distance(at) < radius {
                            found.push(format!("{what}: {from} to {to} covers {other} at {t:.2}"));
                        }
                    }
                }
                if route.room() == 0.0 {
                    break;
                }
            }
        }
    }
    found.dedup_by(|a, b| a.split(" at ").next() == b.split(" at ").next());
    found
}

#[test]
fn no_packet_covers_what_it_passes() {
    let mut found = Vec::new();
    for size in SIZES {
        for n in 1..=9 {
            for m in 0..=9 {
                for options in [
                    LayoutOptions::plain(n as usize),
                    LayoutOptions::plain(n as usize).for_projector(),
                ] {
                    let made = layout(n, m, size, &options);
                    let what = format!(
                        "n={n} m={m} {}x{} {:?} {:?} {} ranks, {}",
                        size.w, size.h, made.flow, made.process_detail, made.ranks, options.legible
                    );
                    found.extend(touches(&made, &what));
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "{} in all, such as\n{}",
        found.len(),
        found
            .iter()
            .step_by(found.len() / 40 + 1)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    );
}
