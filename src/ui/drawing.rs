//! Drawings as SVG elements.

use std::rc::Rc;

use yew::prelude::*;

use crate::view::drawing::{Group, Role, Shape, num};

/// A group with everything in it. What can be chosen takes the focus and says what it is; what can
/// be chosen within it is reached by its menu, and explained when it is pointed at.
pub fn group(g: &Group) -> Html {
    element(g, g.target.is_some(), true)
}

/// A group that is part of one picture: nothing in it takes the focus.
pub fn picture(g: &Group) -> Html {
    element(g, false, false)
}

fn element(g: &Group, focus: bool, says: bool) -> Html {
    let class = classes!(g.role.name(), focus.then_some("target"));
    let label = (says && !g.title.is_empty()).then(|| g.title.clone());
    let key = says.then(|| g.target.as_ref().map(|t| t.key())).flatten();
    let role = match (focus, &label) {
        (true, _) => Some("button"),
        (false, Some(_)) if key.is_none() => Some("img"),
        _ => None,
    };
    // Without a role, the words are for the page alone.
    let (label, words) = match role {
        Some(_) => (label, None),
        None => (None, label),
    };
    let opacity = (g.pose.opacity < 1.0).then(|| num(g.pose.opacity));
    html! {
        <g key={g.key.clone()} {class} {role} tabindex={focus.then_some("0")} aria-label={label}
            data-says={words} data-key={key} transform={g.pose.transform()} {opacity}>
            if focus && g.role == Role::Packet {
                // Room for a finger, which the style sheet gives where there are fingers.
                <circle class="hit" r="26" />
            }
            { for g.shapes.iter().map(shape) }
            { for g.children.iter().map(|child| element(child, !focus && child.target.is_some() && says, says)) }
        </g>
    }
}

/// One shape.
pub fn shape(shape: &Shape) -> Html {
    let class = shape.paint().classes();
    match shape {
        Shape::Rect { area, r, .. } => html! {
            <rect {class} x={num(area.x)} y={num(area.y)} width={num(area.w)} height={num(area.h)} rx={num(*r)} />
        },
        Shape::Circle { at, r, .. } => html! {
            <circle {class} cx={num(at.x)} cy={num(at.y)} r={num(*r)} />
        },
        Shape::Path { data, .. } => html! { <path {class} d={data.to_string()} /> },
        Shape::Text {
            at, anchor, spans, ..
        } => html! {
            <text {class} x={num(at.x)} y={num(at.y)} text-anchor={anchor.name()}>
                { for spans.iter().map(|span| match span.paint {
                    None => html! { { &span.text } },
                    Some(paint) => html! { <tspan class={paint.classes()}>{ &span.text }</tspan> },
                }) }
            </text>
        },
    }
}

/// Groups that stay as they are while a clock runs.
#[derive(Properties, PartialEq)]
pub struct LayerProps {
    /// First below.
    pub groups: Rc<Vec<Group>>,
}

/// A layer of groups.
#[component]
pub fn Layer(props: &LayerProps) -> Html {
    html! { <g>{ for props.groups.iter().map(group) }</g> }
}
