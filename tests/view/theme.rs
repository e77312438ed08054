//! Nine process colours, told apart by people with any colour vision, legible on every surface.

use mnmscope::view::theme::{Colour, Palette, Theme};

/// What a colour becomes for someone without one kind of cone, in linear light: the matrices of
/// Machado, Oliveira and Fernandes (2009) at full severity; the first is normal vision.
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    (
        "normal",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

fn seen(colour: Colour, matrix: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = colour.linear();
    matrix.map(|row| {
        let sum: f64 = row.iter().zip(light).map(|(a, b)| a * b).sum();
        sum.clamp(0.0, 1.0)
    })
}

/// Oklab times 100: a distance of 2 is about the least that is noticed side by side.
fn perceived([r, g, b]: [f64; 3]) -> [f64; 3] {
    let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
    let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
    let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
    [
        21.04542553 * l + 79.36177850 * m - 0.40720468 * s,
        197.79984951 * l - 242.85922050 * m + 45.05937099 * s,
        2.59040371 * l + 78.27717662 * m - 80.86757660 * s,
    ]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(x, y)| (x - y).powi(2))
        .sum::<f64>()
        .sqrt()
}

#[test]
fn any_two_processes_differ_for_every_kind_of_colour_vision() {
    for theme in Theme::ALL {
        let colours = theme.palette().processes;
        for (vision, matrix) in VISIONS {
            let mut least = (f64::MAX, 0, 0);
            for i in 0..9 {
                for j in 0..i {
                    let look = |k: usize| perceived(seen(colours[k], &matrix));
                    let d = distance(look(i), look(j));
                    if d < least.0 {
                        least = (d, j + 1, i + 1);
                    }
                }
            }
            println!(
                "{} {vision}: least distance {:.1}, p{} and p{}",
                theme.name(),
                least.0,
                least.1,
                least.2
            );
            assert!(least.0 >= 8.0, "{} {vision}: {least:?}", theme.name());
        }
    }
}

#[test]
fn everything_reads_on_every_surface() {
    for theme in Theme::ALL {
        let p: &Palette = theme.palette();
        let needed = if theme == Theme::Projector { 7.0 } else { 4.5 };
        let plain = [p.ground, p.surface, p.soft];
        for surface in plain {
            for (k, colour) in p.processes.iter().enumerate() {
                let c = colour.contrast(surface);
                assert!(c >= needed, "{} p{}: {c:.2}", theme.name(), k + 1);
            }
            for colour in [p.ink, p.mute, p.ok, p.bad] {
                let c = colour.contrast(surface);
                assert!(
                    c >= needed,
                    "{} {colour} on {surface}: {c:.2}",
                    theme.name()
                );
            }
        }
        // What a step changed carries text in the plain ink alone.
        let c = p.ink.contrast(p.changed);
        assert!(c >= needed, "{} changed: {c:.2}", theme.name());
        assert!(p.focus.contrast(p.ground) >= 3.0, "{} focus", theme.name());
    }
}

#[test]
fn red_and_green_differ_from_every_process_and_from_each_other_in_lightness_or_hue() {
    for theme in Theme::ALL {
        let p = theme.palette();
        let d = distance(perceived(p.ok.linear()), perceived(p.bad.linear()));
        assert!(d >= 12.0, "{}: {d:.1}", theme.name());
    }
}

#[test]
fn the_stylesheet_has_a_rule_for_every_class_and_property() {
    let css = mnmscope::view::class_css();
    for class in mnmscope::view::Class::ALL {
        assert!(css.contains(&format!(".{}{{", class.name())), "{class:?}");
    }
    let theme = mnmscope::view::theme_css();
    for name in [
        "--bg",
        "--surface",
        "--line",
        "--ink",
        "--mute",
        "--soft",
        "--hi",
        "--ok",
    ] {
        assert_eq!(theme.matches(&format!("{name}:")).count(), 5, "{name}");
    }
    assert_eq!(theme.matches("--p9:").count(), 5);
}
