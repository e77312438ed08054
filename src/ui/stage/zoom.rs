//! Looking closer: which part of the stage is in view. It follows the keyboard's focus and a
//! pointer that drags.

use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use crate::view::drawing::num;

/// How much closer each level is.
const CLOSER: f64 = 1.5;

/// The part of the stage in view.
#[derive(Clone, PartialEq)]
pub struct Zoom {
    /// How many times closer.
    scale: f64,
    /// The part's middle, as shares of the stage's width and height.
    middle: UseStateHandle<(f64, f64)>,
}

/// The part in view at a level of closeness, 0 for the whole stage.
#[hook]
pub fn use_zoom(level: u8) -> Zoom {
    let middle = use_state_eq(|| (0.5, 0.5));
    {
        let middle = middle.clone();
        use_effect_with(level == 0, move |whole| {
            if *whole {
                middle.set((0.5, 0.5));
            }
        });
    }
    Zoom {
        scale: CLOSER.powi(i32::from(level)),
        middle,
    }
}

impl Zoom {
    /// The value of the stage's `viewBox`.
    pub fn view_box(&self, width: f64, height: f64) -> String {
        let (w, h) = (width / self.scale, height / self.scale);
        let corner = |middle: f64, whole: f64, part: f64| {
            (middle * whole - part / 2.0).clamp(0.0, whole - part)
        };
        let (x, y) = (
            corner(self.middle.0, width, w),
            corner(self.middle.1, height, h),
        );
        format!("{} {} {} {}", num(x), num(y), num(w), num(h))
    }

    /// Brings an element into the middle, if the stage is looked at closely.
    pub fn look_at(&self, element: &Element, (x, y): (f64, f64)) {
        if self.scale <= 1.0 {
            return;
        }
        let Some(svg) = element.closest("svg").ok().flatten() else {
            return;
        };
        let rect = svg.get_bounding_client_rect();
        let part = |at: f64, from: f64, size: f64| (at - from) / size - 0.5;
        let (dx, dy) = (
            part(x, rect.left(), rect.width()),
            part(y, rect.top(), rect.height()),
        );
        self.shift(dx, dy);
    }

    /// Follows a pointer that drags.
    pub fn drag(&self, event: &PointerEvent) {
        if self.scale <= 1.0 || event.buttons() & 1 == 0 {
            return;
        }
        let svg = event
            .current_target()
            .and_then(|t| t.dyn_into::<Element>().ok());
        if let Some(svg) = svg {
            let rect = svg.get_bounding_client_rect();
            self.shift(
                -f64::from(event.movement_x()) / rect.width(),
                -f64::from(event.movement_y()) / rect.height(),
            );
        }
    }

    fn shift(&self, dx: f64, dy: f64) {
        let half = 0.5 / self.scale;
        let moved = |at: f64, by: f64| (at + by / self.scale).clamp(half, 1.0 - half);
        self.middle
            .set((moved(self.middle.0, dx), moved(self.middle.1, dy)));
    }
}
