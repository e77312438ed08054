//! The size of an element, whenever it changes.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlElement, ResizeObserver};
use yew::prelude::*;

/// The inner width and height of an element, in CSS pixels.
#[hook]
pub fn use_size(area: &NodeRef) -> (u32, u32) {
    let size = use_state_eq(|| (800, 500));
    let (area, setter) = (area.clone(), size.setter());
    use_effect_with((), move |()| {
        let element = area.cast::<HtmlElement>();
        let measured = element.clone();
        let measure = Closure::<dyn Fn()>::new(move || {
            if let Some(element) = &measured {
                let (w, h) = (element.client_width(), element.client_height());
                if w > 0 && h > 0 {
                    setter.set((w as u32, h as u32));
                }
            }
        });
        let observer = ResizeObserver::new(measure.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, &element) {
            observer.observe(element);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(measure);
        }
    });
    *size
}
