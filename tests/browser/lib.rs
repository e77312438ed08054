//! Tests of the built page in a real browser.
//!
//! `cargo verify build browser` builds the page and runs them all; `cargo verify browser -- narrow`
//! runs those whose names contain `narrow`, on the `dist/` that is there.
//!
//! # I want to add a test
//!
//! Write a function in one of the files beside this one, and name it in the list in `all.rs`:
//!
//! ```ignore
//! pub async fn one_step_back_is_where_we_were(page: Page) -> Result<()> {
//!     page.open("").await?;
//!     let before = page.text("#log").await?;
//!     page.press(Key::Right).await?;
//!     page.press(Key::Left).await?;
//!     assert_eq!(page.text("#log").await?, before);
//!     Ok(())
//! }
//! ```
//!
//! Each test has a tab of its own and a site of its own (another port, so another origin: nothing
//! that one test stores is seen by the next). After each, the harness fails it if the console has an
//! error or if anything was asked of another site; a test that provokes an error takes it out with
//! [`Page::take_console_errors`]. A test that fails leaves a screenshot.
//!
//! `cargo verify report` prints figures (`report.rs`, `times.rs`, `memory.rs`), and
//! `cargo verify screenshots` takes a picture of every view in every theme and size.
//!
//! | module | what it knows |
//! |---|---|
//! | [`page`] | what a test can do with the page |
//! | [`site`] | a static web server for `dist/` |
//! | [`webdriver`] | starting and ending a browser |
//! | [`suite`] | running a list of tests |
//! | [`settings`] | the environment variables |

pub mod page;
pub mod settings;
pub mod site;
pub mod suite;
pub mod webdriver;

pub use anyhow::{Context, Result, bail, ensure};
pub use page::Page;
pub use thirtyfour::{By, Key};
