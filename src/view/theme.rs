//! Themes: what each colour looks like on a screen, in the dark, and from the last row.
//!
//! The nine process colours are told apart by people with any colour vision: for normal vision
//! and for simulated protanopia, deuteranopia and tritanopia every two of them stay at least a
//! perceptual distance apart, and each reads as text on every surface (4.5:1, and 7:1 on a
//! projector). The test of this file's promise is `tests/view/theme.rs`.

use std::fmt::{self, Write};

/// A colour: red, green and blue, from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    const fn hex(rgb: u32) -> Self {
        Colour((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// Red, green and blue as shares of linear light.
    pub fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Relative luminance, from 0 to 1 (WCAG 2.2).
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast between two colours, from 1 to 21 (WCAG 2.2).
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// For the last row of a lecture hall: white ground, strong contrast, thick lines.
    Projector,
}

/// A theme's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The page behind everything.
    pub ground: Colour,
    /// Cards and panels.
    pub surface: Colour,
    /// Thin lines.
    pub line: Colour,
    /// Text.
    pub ink: Colour,
    /// Text of less weight.
    pub mute: Colour,
    /// A register's row.
    pub soft: Colour,
    /// What this step changed.
    pub changed: Colour,
    /// Well.
    pub ok: Colour,
    /// Refused, crashed, violated.
    pub bad: Colour,
    /// The ring around what has the keyboard's focus.
    pub focus: Colour,
    /// `p1` to `p9`.
    pub processes: [Colour; 9],
}

const LIGHT: Palette = Palette {
    ground: Colour::hex(0xf6f5f1),
    surface: Colour::hex(0xffffff),
    line: Colour::hex(0xd9d6cd),
    ink: Colour::hex(0x1c2430),
    mute: Colour::hex(0x5d6675),
    soft: Colour::hex(0xeceae3),
    changed: Colour::hex(0xfff3c4),
    ok: Colour::hex(0x08714e),
    bad: Colour::hex(0xb3123c),
    focus: Colour::hex(0x1c2430),
    processes: [
        Colour::hex(0x0b62a8),
        Colour::hex(0xa84e08),
        Colour::hex(0x0f5132),
        Colour::hex(0x7e00ec),
        Colour::hex(0x845a69),
        Colour::hex(0x000085),
        Colour::hex(0x570045),
        Colour::hex(0x583a70),
        Colour::hex(0x302600),
    ],
};

const DARK: Palette = Palette {
    ground: Colour::hex(0x10151c),
    surface: Colour::hex(0x18202a),
    line: Colour::hex(0x2d3846),
    ink: Colour::hex(0xe8edf3),
    mute: Colour::hex(0x9aa7b6),
    soft: Colour::hex(0x202a36),
    changed: Colour::hex(0x4a3f12),
    ok: Colour::hex(0x4fd0a0),
    bad: Colour::hex(0xff6f8e),
    focus: Colour::hex(0xffffff),
    processes: [
        Colour::hex(0x63b3f3),
        Colour::hex(0xf5a04c),
        Colour::hex(0xa6d2ac),
        Colour::hex(0x9c78ff),
        Colour::hex(0xfbd007),
        Colour::hex(0x3aa082),
        Colour::hex(0x05f8fd),
        Colour::hex(0xb98703),
        Colour::hex(0xcaffac),
    ],
};

const PROJECTOR: Palette = Palette {
    ground: Colour::hex(0xffffff),
    surface: Colour::hex(0xffffff),
    line: Colour::hex(0x8a8a86),
    ink: Colour::hex(0x000000),
    mute: Colour::hex(0x3c3c3c),
    soft: Colour::hex(0xf2f2ee),
    changed: Colour::hex(0xffe66b),
    ok: Colour::hex(0x004d33),
    bad: Colour::hex(0x9a0028),
    focus: Colour::hex(0x000000),
    processes: [
        Colour::hex(0x00478f),
        Colour::hex(0x7a2c00),
        Colour::hex(0x022900),
        Colour::hex(0x7103c5),
        Colour::hex(0xa20352),
        Colour::hex(0x0007ff),
        Colour::hex(0x5e0459),
        Colour::hex(0x00008c),
        Colour::hex(0x370534),
    ],
};

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Projector];

    /// Its name in the `data-theme` attribute.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Projector => "projector",
        }
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Option<Self> {
        Theme::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Its colours.
    pub const fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Projector => &PROJECTOR,
        }
    }

    /// Its custom properties, as declarations.
    pub fn declarations(self) -> String {
        let p = self.palette();
        let scheme = if self == Theme::Dark { "dark" } else { "light" };
        let weight = if self == Theme::Projector { "1.5" } else { "1" };
        let mut out = format!(
            "color-scheme:{scheme};--bg:{};--surface:{};--line:{};--ink:{};--mute:{};--soft:{};\
             --hi:{};--ok:{};--bad:{};--focus:{};--weight:{weight}",
            p.ground, p.surface, p.line, p.ink, p.mute, p.soft, p.changed, p.ok, p.bad, p.focus
        );
        for (k, colour) in p.processes.iter().enumerate() {
            let _ = write!(out, ";--p{}:{colour}", k + 1);
        }
        out
    }
}

/// The custom properties of every theme for a stylesheet: light, dark where the system asks for
/// it, and whichever `data-theme` names.
pub fn theme_css() -> String {
    let (light, dark, projector) = (
        Theme::Light.declarations(),
        Theme::Dark.declarations(),
        Theme::Projector.declarations(),
    );
    format!(
        ":root{{{light}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme]){{{dark}}}}}\n\
         [data-theme=light]{{{light}}}\n\
         [data-theme=dark]{{{dark}}}\n\
         [data-theme=projector]{{{projector}}}\n"
    )
}
