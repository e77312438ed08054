//! Tells a release build of the page that it is taken apart afterwards (`.cargo/pack`).

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=.cargo/build.rs");
    println!("cargo::rustc-check-cfg=cfg(in_parts)");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|v| v == value);
    if is("CARGO_CFG_TARGET_ARCH", "wasm32")
        && is("PROFILE", "release")
        && env::var_os("CARGO_FEATURE_UI").is_some()
    {
        println!("cargo::rustc-cfg=in_parts");
        // Where each function and each datum is named, so that they can be moved.
        println!("cargo::rustc-link-arg-bin=mnmscope=--emit-relocs");
    }
}
