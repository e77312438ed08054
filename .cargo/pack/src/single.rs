//! The page as one file, which opens from a disk by a double click.
//!
//! A page from a disk may fetch nothing, not even what lies beside it. So the style and the script
//! stand in it, and all programs as text, compressed together, since they have much in common: the
//! page's first, then its parts, then the search's. Its policy names each script and style by hash.

use crate::{Error, files, text};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::io::Write;
use std::path::Path;

/// Starts the page, after the glue between it and the browser.
const START: &str = concat!(include_str!("unpack.js"), include_str!("single.js"));
/// The page's program, and the search's. Every other program is a part of the page's.
const PAGE: &str = "mnmscope_bg.wasm";
const SEARCH: &str = "mnmscope-search_bg.wasm";

/// Makes one file of a built page. Leaves one alone that was made of the same build.
pub fn write(folder: &Path, file: &Path) -> Result<(), Error> {
    let page = files::read_text(folder, "index.html")?;
    let build = page
        .split_once("data-build=\"")
        .and_then(|(_, rest)| rest.split('"').next())
        .ok_or("the page was not built for release, so it is too large; `cargo verify build` builds it")?;
    // Whether the file is of this build, and made by a program like this one.
    let made_of = format!(
        "{MADE_OF}{}\"",
        files::name(&format!("{build}{START}{}", env!("CARGO_PKG_VERSION")))
    );
    let up_to_date = std::fs::read_to_string(file).is_ok_and(|text| text.contains(&made_of));
    if !up_to_date {
        let single = single(folder, &page, &made_of)?;
        files::write(file, single.as_bytes())?;
    }
    Ok(())
}

/// What stands before the hash of what a single file is made of.
const MADE_OF: &str = "<html lang=\"en\" data-made-of=\"";

fn single(folder: &Path, page: &str, made_of: &str) -> Result<String, Error> {
    let read = |path: &str| files::read_text(folder, path);
    let style = read("style.css")?;
    let script = format!("\n{}\n{START}", read("mnmscope.js")?);
    let search = read("mnmscope-search.js")?;
    harmless("mnmscope-search.js", &search)?;
    let mut names = files::below(folder)?;
    names.retain(|name| name.ends_with(".wasm") && name != PAGE && name != SEARCH);
    names.insert(0, PAGE.into());
    names.push(SEARCH.into());
    let mut programs = Vec::new();
    let mut ends = Vec::new();
    for name in &names {
        programs.extend(files::read(folder, name)?);
        ends.push(format!("{name} {}", programs.len()));
    }
    let packed = text::written(&compressed(&programs)?);
    let mut scripts = format!(
        "<script type=\"text/plain\" id=\"search\">{search}</script>\n\
         <script type=\"text/plain\" id=\"programs\" data-ends=\"{}\">{packed}</script>\n",
        ends.join(" ")
    );
    harmless("mnmscope.js", &script)?;
    scripts += &format!("<script type=\"module\">{script}</script>");
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; img-src data: blob:; \
         worker-src blob:; base-uri 'none'; form-action 'none'",
        files::hash(script.as_bytes()),
        files::hash(style.as_bytes())
    );
    let icon = format!(
        "data:image/svg+xml;base64,{}",
        files::base64(&files::read(folder, "favicon.svg")?)
    );
    let mut html = Html(page.to_owned());
    html.replace("<html", &format!("{made_of}>"))?;
    html.replace(
        "<meta http-equiv=\"Content-Security-Policy\"",
        &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"),
    )?;
    html.replace(
        "<link rel=\"icon\"",
        &format!("<link rel=\"icon\" href=\"{icon}\">"),
    )?;
    html.replace(
        "<link rel=\"stylesheet\"",
        &format!("<style>{style}</style>"),
    )?;
    // What is in the file need not be fetched before, and a file cannot be installed.
    for fetched in [
        "<link rel=\"modulepreload\"",
        "<link rel=\"preload\"",
        "<link rel=\"manifest\"",
        "<link rel=\"apple-touch-icon\"",
    ] {
        html.replace(fetched, "")?;
    }
    html.replace("<script type=\"module\" src=", "")?;
    html.replace("</script", "")?;
    html.replace("</body", &format!("{scripts}\n</body>"))?;
    if let Some(at) = html.0.find("=\"./") {
        let rest: String = html.0[at..].chars().take(40).collect();
        return Err(format!(
            "index.html names a file that is not taken into the single one: {rest}"
        ));
    }
    Ok(html.0)
}

/// The page's text.
struct Html(String);

impl Html {
    /// Puts something else in place of the one tag that begins with this.
    fn replace(&mut self, start: &str, with: &str) -> Result<(), Error> {
        let text = &self.0;
        let found = text
            .find(start)
            .and_then(|at| Some((at, at + text[at..].find('>')? + 1)));
        let (at, end) = found.ok_or_else(|| format!("index.html has no `{start}`"))?;
        self.0.replace_range(at..end, with);
        Ok(())
    }
}

/// Refuses what would end the script that it stands in.
fn harmless(name: &str, content: &str) -> Result<(), Error> {
    match ["</script", "<!--"]
        .iter()
        .find(|end| content.contains(**end))
    {
        Some(end) => Err(format!(
            "{name} has `{end}` in it, so it cannot stand in a page"
        )),
        None => Ok(()),
    }
}

/// LZMA without a header, in the settings that `unpack.js` knows.
fn compressed(content: &[u8]) -> Result<Vec<u8>, Error> {
    let failed = |error| format!("the programs cannot be compressed: {error}");
    let mut options = LzmaOptions::with_preset(9);
    (options.lc, options.lp, options.pb, options.nice_len) = (4, 0, 0, 273);
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false).map_err(failed)?;
    writer.write_all(content).map_err(failed)?;
    writer.finish().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_replaced_whole_and_a_missing_one_named() {
        let mut html = Html("<head><link rel=\"a\" href=\"./b\"><p>c".into());
        html.replace("<link rel=\"a\"", "<i>").unwrap();
        assert_eq!(html.0, "<head><i><p>c");
        assert!(
            html.replace("<link", "")
                .is_err_and(|error| error.contains("<link"))
        );
    }

    #[test]
    fn a_script_that_would_end_itself_is_refused() {
        assert!(harmless("a.js", "let a = 1 < 2;").is_ok());
        assert!(harmless("a.js", "'</script>'").is_err_and(|error| error.contains("a.js")));
    }
}
