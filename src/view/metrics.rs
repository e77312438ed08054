//! How much room letters take: estimates that err on the wide side, for any common sans serif.

/// The width of a text, in units, at a letter size.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = text.chars().map(ems).sum();
    ems * size * if bold { 1.09 } else { 1.0 }
}

/// The width of a letter, in ems, about that of DejaVu Sans, which is among the widest.
fn ems(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '|' | '\'' | '’' => 0.29,
        ' ' | '.' | ',' | ':' | ';' | '!' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | 'I' => 0.41,
        's' | 'c' | 'k' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.57,
        'm' | 'w' | 'M' | 'W' | '→' | '←' | '≥' | '≤' | '⟨' | '⟩' => 0.95,
        'A'..='Z' => 0.72,
        _ => 0.635,
    }
}

/// The text as far as it fits, with an ellipsis where something is left out.
pub fn fitted(text: &str, size: f64, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = width("…", size, bold);
    for letter in text.chars() {
        used += ems(letter) * size * if bold { 1.09 } else { 1.0 };
        if used > room {
            break;
        }
        out.push(letter);
    }
    let kept = out.trim_end().len();
    out.truncate(kept);
    out.push('…');
    out
}
