//! The page.

/// Starts it.
fn main() {
    mnmscope::ui::start();
}
