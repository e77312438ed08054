//! Figures of the built page. `cargo verify report` prints them, `cargo verify size` its bytes alone.

mod memory;
mod times;

use anyhow::Context;
use browser::{Key, Page, Result, chromium, settings, suite};
use std::fs;
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().any(|word| word == "bytes") {
        return suite::measure(&[chromium!(first_visit)]);
    }
    suite::measure(&[
        chromium!(first_visit),
        chromium!(times::until_usable),
        chromium!(times::steps_of_a_long_run),
        chromium!(times::seeks_in_a_long_run),
        chromium!(times::draws_of_the_diagram),
        chromium!(times::interactions),
        chromium!(times::links_of_a_long_run),
        chromium!(times::steps_of_the_backup),
        chromium!(times::frames_with_many_packets),
        chromium!(memory::of_a_long_history),
    ])
}

/// The bytes that a first visit fetches, until the first lesson is stepped through, compressed as a
/// web host would; those of each part that is fetched when it is needed; and the single file's.
async fn first_visit(page: Page) -> Result<()> {
    page.open("").await?;
    // As a reader goes through it, to where the next lesson is offered.
    while page.count(".guide-head .following").await? == 0 {
        if page.count(".answers button:not([aria-disabled])").await? > 0 {
            page.click(".answers button").await?;
        }
        page.press(Key::Right).await?;
    }
    println!("{:>12} {:>12}  first visit, bytes", "plain", "brotli");
    let mut fetched = Vec::new();
    for url in page.requests().await? {
        if let Some(path) = url.strip_prefix(&page.url("")) {
            fetched.push(if path.is_empty() { "index.html" } else { path }.to_owned());
        }
    }
    table(&fetched)?;
    let mut others = Vec::new();
    for entry in fs::read_dir(settings::dist())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let program = name.ends_with(".wasm") || name.ends_with(".js");
        if program && !fetched.contains(&name) && name != "sw.js" {
            others.push(name);
        }
    }
    others.sort();
    println!("{:>12} {:>12}  fetched when it is needed", "", "");
    table(&others)?;
    if let Some(file) = settings::single() {
        let bytes = fs::metadata(&file)
            .with_context(|| file.display().to_string())?
            .len();
        println!("{bytes:>12} {:>12}  the page as one file", "");
    }
    Ok(())
}

/// A line for each file, and one for all of them.
fn table(files: &[String]) -> Result<()> {
    let (mut plain, mut compressed) = (0, 0);
    for path in files {
        let file = settings::dist().join(path);
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        let small = brotli(&bytes)?;
        println!("{:>12} {small:>12}  {path}", bytes.len());
        plain += bytes.len();
        compressed += small;
    }
    println!("{plain:>12} {compressed:>12}  in all");
    Ok(())
}

/// The length of what brotli makes of this, at its best.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut compressed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &parameters)?;
    Ok(compressed.len())
}
