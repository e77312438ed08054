//! A link as a picture for telephones in the hall.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;
use yew::prelude::*;

use super::use_words;
use crate::view::text::Word;

/// What the picture says.
#[derive(Properties, PartialEq)]
pub struct QrProps {
    /// A link.
    pub text: AttrValue,
}

/// The quiet zone around the code, in modules.
const QUIET: i32 = 4;

/// The picture; a sentence where the link is too long for one.
#[component]
pub fn Qr(props: &QrProps) -> Html {
    let say = use_words();
    let Ok(code) = QrCode::encode_text(&props.text, QrCodeEcc::Low) else {
        return html! { <p class="hint">{ say(Word::TooLongForQr) }</p> };
    };
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
    }
    let span = size + 2 * QUIET;
    html! {
        <svg class="qr" viewBox={format!("-{QUIET} -{QUIET} {span} {span}")} role="img" aria-label={say(Word::QrCode)}>
            <rect x={format!("-{QUIET}")} y={format!("-{QUIET}")} width={span.to_string()} height={span.to_string()} class="qr-ground" />
            <path class="qr-code" d={path} />
        </svg>
    }
}
