//! The shapes of the stage, beside words.

use yew::prelude::*;

use super::drawing;
use crate::model::ProcessId;
use crate::view::{Icon, Tone};

/// Which shape, in whose colour.
#[derive(Properties, PartialEq)]
pub struct KindProps {
    /// The shape.
    pub icon: Icon,
    /// Whose colour; nobody's where there is none.
    #[prop_or_default]
    pub of: Option<ProcessId>,
}

/// A shape; the words beside it say the same.
#[component]
pub fn Kind(props: &KindProps) -> Html {
    let tone = props.of.map_or(Tone::Nobody, Tone::Process);
    let area = Icon::bounds();
    let view_box = format!("{} {} {} {}", area.x, area.y, area.w, area.h);
    html! {
        <svg class="kind" viewBox={view_box} aria-hidden="true">
            { for props.icon.shapes(tone).iter().map(drawing::shape) }
        </svg>
    }
}
