//! SVG files: self-contained, with the theme written into every element, so that slides and
//! papers show them as the page does.

use std::fmt::Write;

use super::drawing::{Group, Scene, Shape, num};
use super::style::{Ink, LETTERS, Paint};
use super::theme::Theme;

/// A drawing as a file of its own.
pub fn svg(scene: &Scene, theme: Theme) -> String {
    let mut out = String::with_capacity(16 * 1024);
    let (w, h) = (num(scene.width), num(scene.height));
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"{}\" role=\"img\" font-family=\"{}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<title>{}</title>\n",
        scene.view_box(),
        escaped(LETTERS),
        escaped(&scene.label)
    );
    let ground = theme.palette().ground;
    let _ = writeln!(
        out,
        "<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>"
    );
    for group in scene.groups() {
        write_group(&mut out, group, theme);
    }
    out.push_str("</svg>\n");
    out
}

/// A text as it stands in XML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are no part of XML.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn write_group(out: &mut String, group: &Group, theme: Theme) {
    out.push_str("<g");
    let transform = group.pose.transform();
    if transform != "translate(0 0)" {
        let _ = write!(out, " transform=\"{transform}\"");
    }
    if group.pose.opacity < 1.0 {
        let _ = write!(out, " opacity=\"{}\"", num(group.pose.opacity));
    }
    out.push('>');
    if !group.title.is_empty() {
        let _ = write!(out, "<title>{}</title>", escaped(&group.title));
    }
    for shape in &group.shapes {
        write_shape(out, shape, theme);
    }
    for child in &group.children {
        write_group(out, child, theme);
    }
    out.push_str("</g>\n");
}

/// The attributes of a paint in a theme.
fn attributes(paint: Paint, theme: Theme) -> String {
    let style = paint.class.style_in(theme);
    let colour = |ink: Ink| ink.colour(theme, paint.tone).map(|c| c.to_string());
    let mut out = format!(
        " fill=\"{}\"",
        colour(style.fill).unwrap_or_else(|| "none".to_owned())
    );
    if let Some(stroke) = colour(style.stroke) {
        let _ = write!(
            out,
            " stroke=\"{stroke}\" stroke-width=\"{}\"",
            num(style.width)
        );
    }
    if !style.dash.is_empty() {
        let dashes: Vec<String> = style.dash.iter().map(|d| num(*d)).collect();
        let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
    }
    if style.opacity < 1.0 {
        let _ = write!(out, " opacity=\"{}\"", num(style.opacity));
    }
    if style.size > 0.0 {
        let _ = write!(out, " font-size=\"{}\"", num(style.size));
    }
    if style.bold {
        out.push_str(" font-weight=\"700\"");
    }
    out
}

fn write_shape(out: &mut String, shape: &Shape, theme: Theme) {
    match shape {
        Shape::Rect { area, r, paint } => {
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}/>",
                num(area.x),
                num(area.y),
                num(area.w),
                num(area.h),
                num(*r),
                attributes(*paint, theme)
            );
        }
        Shape::Circle { at, r, paint } => {
            let _ = write!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
                num(at.x),
                num(at.y),
                num(*r),
                attributes(*paint, theme)
            );
        }
        Shape::Path { data, paint } => {
            let _ = write!(out, "<path d=\"{data}\"{}/>", attributes(*paint, theme));
        }
        Shape::Text {
            at,
            anchor,
            spans,
            paint,
        } => {
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" xml:space=\"preserve\"{}>",
                num(at.x),
                num(at.y),
                anchor.name(),
                attributes(*paint, theme)
            );
            for span in spans {
                match span.paint {
                    Some(paint) => {
                        let _ = write!(
                            out,
                            "<tspan{}>{}</tspan>",
                            attributes(paint, theme),
                            escaped(&span.text)
                        );
                    }
                    None => out.push_str(&escaped(&span.text)),
                }
            }
            out.push_str("</text>");
        }
    }
}
