//! TikZ files: whole documents that pdfLaTeX, XeLaTeX and LuaLaTeX compile as they stand, on a
//! page as large as the picture. The `tikzpicture` within can be taken over into a paper.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::drawing::{Anchor, Group, PathData, Scene, Seg, Shape, num};
use super::style::{Ink, Paint, Style};
use super::theme::{Colour, Theme};

/// A CSS pixel in TeX's big points.
const UNIT: f64 = 0.75;

/// A drawing as a document of its own.
pub fn tikz(scene: &Scene, theme: Theme) -> String {
    let mut body = Writer {
        out: String::with_capacity(16 * 1024),
        colours: BTreeSet::new(),
        theme,
    };
    let (w, h) = (scene.width, scene.height);
    let ground = body.colour(theme.palette().ground);
    let _ = writeln!(
        body.out,
        "  \\useasboundingbox (0,0) rectangle ({},{});\n  \\fill[{ground}] (0,0) rectangle ({},{});",
        num(w),
        num(h),
        num(w),
        num(h)
    );
    for group in scene.groups() {
        body.group(group, 1.0, 1);
    }
    let mut colours = String::new();
    for colour in &body.colours {
        let hex = colour.to_string().to_uppercase();
        let _ = writeln!(
            colours,
            "\\definecolor{{{}}}{{HTML}}{{{}}}",
            name(*colour),
            hex.trim_start_matches('#')
        );
    }
    format!(
        "% {}\n\
         \\documentclass{{article}}\n\
         \\usepackage[paperwidth={}bp,paperheight={}bp,margin=0bp]{{geometry}}\n\
         \\usepackage{{iftex}}\n\
         \\iftutex\\else\\usepackage[T1]{{fontenc}}\\usepackage[utf8]{{inputenc}}\\fi\n\
         \\usepackage{{tikz}}\n\
         {colours}\
         \\pagestyle{{empty}}\n\
         \\setlength{{\\parindent}}{{0pt}}\n\
         \\setlength{{\\topskip}}{{0pt}}\n\
         \\begin{{document}}%\n\
         \\begin{{tikzpicture}}[x={UNIT}bp, y=-{UNIT}bp, line cap=round, line join=round, inner sep=0pt, outer sep=0pt]\n\
         {}\
         \\end{{tikzpicture}}%\n\
         \\end{{document}}\n",
        scene.label.replace(['\n', '\r'], " "),
        num(w * UNIT + 1.0),
        num(h * UNIT + 1.0),
        body.out
    )
}

fn name(colour: Colour) -> String {
    format!("c{}", &colour.to_string()[1..])
}

struct Writer {
    out: String,
    colours: BTreeSet<Colour>,
    theme: Theme,
}

impl Writer {
    fn colour(&mut self, colour: Colour) -> String {
        self.colours.insert(colour);
        name(colour)
    }

    fn ink(&mut self, ink: Ink, paint: Paint) -> Option<String> {
        let colour = ink.colour(self.theme, paint.tone)?;
        Some(self.colour(colour))
    }

    /// `scale` is that of the groups around it: TikZ scales places, but neither lines nor letters.
    fn group(&mut self, group: &Group, scale: f64, depth: usize) {
        let pose = group.pose;
        let indent = "  ".repeat(depth);
        let mut options = Vec::new();
        if pose.at.x != 0.0 || pose.at.y != 0.0 {
            options.push(format!("shift={{({},{})}}", num(pose.at.x), num(pose.at.y)));
        }
        if pose.turn != 0.0 {
            options.push(format!("rotate={}", num(-pose.turn)));
        }
        if pose.scale != 1.0 {
            options.push(format!("scale={}", num(pose.scale)));
        }
        if pose.opacity < 1.0 {
            options.push(format!("opacity={}", num(pose.opacity)));
        }
        let _ = writeln!(
            self.out,
            "{indent}\\begin{{scope}}[{}] % {}",
            options.join(", "),
            group.key.replace(['\n', '\r'], " ")
        );
        for shape in &group.shapes {
            let line = self.shape(shape, scale * pose.scale);
            let _ = writeln!(self.out, "{indent}  {line}");
        }
        for child in &group.children {
            self.group(child, scale * pose.scale, depth + 1);
        }
        let _ = writeln!(self.out, "{indent}\\end{{scope}}");
    }

    /// The options of a path.
    fn options(&mut self, paint: Paint, style: &Style, scale: f64) -> String {
        let mut out = Vec::new();
        if let Some(fill) = self.ink(style.fill, paint) {
            out.push(format!("fill={fill}"));
        }
        if let Some(draw) = self.ink(style.stroke, paint) {
            out.push(format!("draw={draw}"));
            out.push(format!("line width={}bp", num(style.width * scale * UNIT)));
        }
        if !style.dash.is_empty() {
            let mut dashes = String::new();
            for (k, d) in style.dash.iter().enumerate() {
                let word = if k % 2 == 0 { "on" } else { "off" };
                let _ = write!(dashes, " {word} {}bp", num(d * scale * UNIT));
            }
            out.push(format!("dash pattern={}", dashes.trim_start()));
        }
        if style.opacity < 1.0 {
            out.push(format!("opacity={}", num(style.opacity)));
        }
        out.join(", ")
    }

    fn shape(&mut self, shape: &Shape, scale: f64) -> String {
        let paint = shape.paint();
        let style = paint.class.style_in(self.theme);
        match shape {
            Shape::Rect { area, r, .. } => {
                let mut options = self.options(paint, &style, scale);
                let r = r.min(area.w / 2.0).min(area.h / 2.0) * scale * UNIT;
                if r > 0.05 {
                    let _ = write!(options, ", rounded corners={}bp", num(r));
                }
                format!(
                    "\\path[{options}] ({},{}) rectangle ({},{});",
                    num(area.x),
                    num(area.y),
                    num(area.x + area.w),
                    num(area.y + area.h)
                )
            }
            Shape::Circle { at, r, .. } => format!(
                "\\path[{}] ({},{}) circle[radius={}];",
                self.options(paint, &style, scale),
                num(at.x),
                num(at.y),
                num(*r)
            ),
            Shape::Path { data, .. } => {
                format!(
                    "\\path[{}] {};",
                    self.options(paint, &style, scale),
                    path(data)
                )
            }
            Shape::Text {
                at, anchor, spans, ..
            } => {
                let size = style.size * scale * UNIT;
                let colour = self.ink(style.fill, paint).unwrap_or_default();
                let anchor = match anchor {
                    Anchor::Start => "base west",
                    Anchor::Middle => "base",
                    Anchor::End => "base east",
                };
                let mut text = String::new();
                for span in spans {
                    let words = escaped(&span.text);
                    match span.paint {
                        Some(own) => {
                            let style = own.class.style_in(self.theme);
                            let colour = self.ink(style.fill, own).unwrap_or_default();
                            let weight = if style.bold { "\\bfseries " } else { "" };
                            let _ = write!(text, "{{{weight}\\color{{{colour}}}{words}}}");
                        }
                        None => text.push_str(&words),
                    }
                }
                let weight = if style.bold { "\\bfseries" } else { "" };
                format!(
                    "\\node[anchor={anchor}, text={colour}, font=\\sffamily{weight}\\fontsize{{{}}}{{{}}}\\selectfont] at ({},{}) {{{text}}};",
                    num(size),
                    num(size * 1.2),
                    num(at.x),
                    num(at.y)
                )
            }
        }
    }
}

fn path(data: &PathData) -> String {
    let mut out = String::new();
    for seg in data.0.iter() {
        let _ = match *seg {
            Seg::Move(x, y) => write!(out, " ({},{})", num(x), num(y)),
            Seg::Line(x, y) => write!(out, " -- ({},{})", num(x), num(y)),
            Seg::Curve(a, b, c, d, x, y) => write!(
                out,
                " .. controls ({},{}) and ({},{}) .. ({},{})",
                num(a),
                num(b),
                num(c),
                num(d),
                num(x),
                num(y)
            ),
            Seg::Close => write!(out, " -- cycle"),
        };
    }
    out.trim_start().to_owned()
}

/// A text as TeX reads it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '–' => out.push_str("--"),
            '’' => out.push('\''),
            '…' => out.push_str("\\dots{}"),
            '“' | '„' | '”' => out.push_str("\\textquotedbl{}"),
            'Ω' => out.push_str("$\\Omega$"),
            '←' => out.push_str("$\\leftarrow$"),
            '→' => out.push_str("$\\rightarrow$"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '≠' => out.push_str("$\\neq$"),
            '∪' => out.push_str("$\\cup$"),
            '∈' => out.push_str("$\\in$"),
            '∅' | '⊥' => out.push_str("$\\bot$"),
            '⟨' => out.push_str("$\\langle$"),
            '⟩' => out.push_str("$\\rangle$"),
            '×' => out.push_str("$\\times$"),
            '·' => out.push_str("$\\cdot$"),
            // Letters of the Latin alphabets are known to every TeX with these encodings.
            c if c.is_ascii_graphic() || c == ' ' || ('\u{c0}'..='\u{17f}').contains(&c) => {
                out.push(c);
            }
            _ => out.push('?'),
        }
    }
    out
}
