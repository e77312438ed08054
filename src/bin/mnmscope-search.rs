//! The search in the page's worker.

/// Waits for its job.
fn main() {
    #[cfg(target_arch = "wasm32")]
    mnmscope::worker::serve();
}
