//! The list of tests. How to add one: see the crate's documentation.

mod first_visit;

use browser::{anywhere, chromium, suite};
use std::process::ExitCode;

fn main() -> ExitCode {
    suite::run(&[
        anywhere!(first_visit::the_page_starts),
        anywhere!(first_visit::it_works_under_any_path),
        chromium!(first_visit::it_asks_for_its_own_files_only),
        chromium!(first_visit::it_fits_a_telephone),
        chromium!(first_visit::it_is_accessible_in_light_and_dark),
        chromium!(first_visit::a_missing_file_is_told_to_the_reader),
    ])
}
