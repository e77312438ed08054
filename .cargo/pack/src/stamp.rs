//! The name of a build: the hash of all its files, written into the page, which asks for its service
//! worker only when it has one, and into the worker, with the hash of each file.

use crate::{Error, files};
use std::fmt::Write;
use std::path::Path;

/// The page and the worker.
const PAGE: &str = "index.html";
const WORKER: &str = "sw.js";

/// Stamps a built page. One that has a stamp gets the one that it should have.
pub fn stamp(folder: &Path) -> Result<(), Error> {
    let page = with_build(&files::read_text(folder, PAGE)?, "")?;
    let worker = with_files(&files::read_text(folder, WORKER)?, "", "")?;
    let mut hashes = Vec::new();
    for path in files::below(folder)? {
        if path != WORKER && path != PAGE {
            let hash = files::hash(&files::read(folder, &path)?);
            hashes.push((path, hash));
        }
    }
    let mut all = format!("{page}{worker}");
    for (path, hash) in &hashes {
        // Writing to a string cannot fail.
        let _ = writeln!(all, "{path} {hash}");
    }
    let build = files::name(&all);
    let page = with_build(&page, &build)?;
    // Hosts differ in what they do with the page's own name, but all know the folder's.
    hashes.insert(0, ("./".into(), files::hash(page.as_bytes())));
    let lines: String = hashes
        .iter()
        .map(|(path, hash)| format!("  {}: \"{hash}\",\n", quoted(path)))
        .collect();
    let worker = with_files(&worker, &build, &format!("\n{lines}"))?;
    files::write(&folder.join(PAGE), page.as_bytes())?;
    files::write(&folder.join(WORKER), worker.as_bytes())
}

/// The page with another name of its build; with none for the empty one.
fn with_build(page: &str, build: &str) -> Result<String, Error> {
    let attribute = match build {
        "" => String::new(),
        build => format!(" data-build=\"{build}\""),
    };
    let (before, rest) = page
        .split_once("<html lang=\"en\"")
        .ok_or("index.html has no <html lang=\"en\">, where the build's name goes")?;
    let (_, after) = rest.split_once('>').ok_or("the tag <html> has no end")?;
    Ok(format!("{before}<html lang=\"en\"{attribute}>{after}"))
}

/// The worker with another name and other files.
fn with_files(worker: &str, build: &str, files: &str) -> Result<String, Error> {
    let worker = between(worker, "const BUILD = \"", "\";\n", build)?;
    between(&worker, "const FILES = {", "};\n", files)
}

/// A text with something else between the first `start` and the next `end`.
fn between(text: &str, start: &str, end: &str, inside: &str) -> Result<String, Error> {
    let missing = || format!("sw.js has no `{start}`, where the build's files go");
    let (before, rest) = text.split_once(start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{before}{start}{inside}{end}{after}"))
}

/// A path as a string of JavaScript.
fn quoted(path: &str) -> String {
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A page of three files; `style` is one's content.
    fn page(name: &str, style: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("mnmscope-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("deeper")).unwrap();
        let worker = include_str!("../../../static/sw.js");
        for (path, content) in [
            (PAGE, "<!doctype html>\n<html lang=\"en\">\n<p>page</p>"),
            (WORKER, worker),
            ("deeper/style.css", style),
            (".hidden", "not served"),
        ] {
            fs::write(folder.join(path), content).unwrap();
        }
        folder
    }

    fn build(folder: &Path) -> String {
        let page = fs::read_to_string(folder.join(PAGE)).unwrap();
        let (_, rest) = page.split_once("data-build=\"").unwrap();
        rest.split('"').next().unwrap().to_owned()
    }

    #[test]
    fn the_name_follows_the_content_and_stands_in_both() {
        let folder = page("stamp", "a");
        stamp(&folder).unwrap();
        let first = build(&folder);
        let worker = fs::read_to_string(folder.join(WORKER)).unwrap();
        assert!(worker.contains(&format!("const BUILD = \"{first}\";")));
        assert!(worker.contains(&format!("\"deeper/style.css\": \"{}\"", files::hash(b"a"))));
        let page = fs::read(folder.join(PAGE)).unwrap();
        assert!(worker.contains(&format!("\"./\": \"{}\"", files::hash(&page))));
        assert!(!worker.contains("hidden"));

        stamp(&folder).unwrap();
        assert_eq!(build(&folder), first, "the same files got another name");
        fs::write(folder.join("deeper/style.css"), "b").unwrap();
        stamp(&folder).unwrap();
        assert_ne!(build(&folder), first, "other files got the same name");
        fs::write(folder.join("deeper/style.css"), "a").unwrap();
        stamp(&folder).unwrap();
        assert_eq!(build(&folder), first);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_page_that_cannot_be_stamped_says_why() {
        assert!(with_build("<html>", "x").is_err_and(|error| error.contains("lang")));
        assert!(with_files("const BUILD = 1;", "x", "").is_err());
    }
}
