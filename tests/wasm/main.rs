//! Tests of what only a browser can show, run inside one by `cargo verify wasm`.
//!
//! A test here is a function with `#[wasm_bindgen_test]`; plain `#[test]` functions do not run.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::wasm_bindgen_test;

/// Where these tests run: on 32 bits, in a page.
#[wasm_bindgen_test]
fn this_is_a_page() {
    assert_eq!(size_of::<usize>(), 4);
    assert!(gloo::utils::document().body().is_some());
}
