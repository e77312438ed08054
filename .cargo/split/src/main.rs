//! `mnmscope-split PROGRAM FOLDER` takes the page's program apart and writes it into the folder of
//! the built page, in place of the whole one that trunk put there.
//!
//! PROGRAM is what cargo built, with the linker's relocations (`.cargo/build.rs` asks for them) and before
//! wasm-bindgen. The functions marked as the ways into a part (`src/ui/parts.rs`) say where to cut:
//! what can be reached from one of them, and not from the page's start, goes into a file of its own,
//! code and data. What two parts share and the page's start does not need is a file too. The rest is
//! the program that a first visit fetches; wasm-bindgen gets that one.

use base64::prelude::{BASE64_STANDARD, Engine};
use sha2::{Digest, Sha256};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What went wrong, in words for the user, with the remedy.
type Error = String;

/// What the page's program and the glue around it are called.
const NAME: &str = "mnmscope";
/// From where the program imports the functions that load its parts.
const LINK: &str = "./parts.js";
/// Fetches and starts a part; what stands around it is written by the library.
const FETCH: &str = include_str!("parts.js");

fn main() -> ExitCode {
    let words: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let result = match &words[..] {
        [program, folder] => split(program, folder),
        _ => Err("mnmscope-split takes PROGRAM and FOLDER".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mnmscope: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn split(program: &Path, folder: &Path) -> Result<(), Error> {
    let whole = read(program)?;
    let work = program.with_extension("parts");
    // What an earlier build left there would be taken for a part of this one.
    let _ = fs::remove_dir_all(&work);
    let first = work.join("first.wasm");
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = &work;
    options.main_out_path = &first;
    options.link_name = LINK;
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| format!("{} cannot be taken apart: {error:?}", program.display()))?;

    let mut link = String::from_utf8(read(&work.join(LINK))?)
        .map_err(|_| "the parts' links are not UTF-8".to_owned())?;
    for part in &split.split_modules {
        let name = part.file_name().unwrap_or_default().to_string_lossy();
        let bytes = written_anew(&read(part)?)
            .map_err(|error| format!("the part {name} cannot be read: {error:?}"))?;
        write(&folder.join(&*name), &bytes)?;
        link = replaced(
            &link,
            &format!("fetch(new URL(\"./{name}\", import.meta.url))"),
            &format!("fetchPart(\"{name}\", \"{}\")", hash(&bytes)),
        )?;
    }

    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(&first)
        .out_name(NAME)
        .typescript(false)
        // The parts share the table of functions, which is one of them.
        .keep_lld_exports(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    let failed = |error| format!("wasm-bindgen failed: {error:?}");
    bindgen.web(true).map_err(failed)?;
    let mut output = bindgen.generate_output().map_err(failed)?;
    let glue = with_parts(output.js(), &link)?;
    write(
        &folder.join(format!("{NAME}_bg.wasm")),
        &output.wasm_mut().emit_wasm(),
    )?;
    write(&folder.join(format!("{NAME}.js")), glue.as_bytes())
}

/// A program without names, and with numbers as short as they can be.
fn written_anew(program: &[u8]) -> Result<Vec<u8>, Error> {
    let mut config = walrus::ModuleConfig::new();
    config
        .generate_name_section(false)
        .generate_producers_section(false);
    let mut module = config
        .parse(program)
        .map_err(|error| format!("{error:?}"))?;
    let own: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for id in own {
        module.customs.delete(id);
    }
    Ok(module.emit_wasm())
}

/// The glue with the links to the parts in it: one file, so that neither can be of another build.
fn with_parts(glue: &str, link: &str) -> Result<String, Error> {
    let import = format!(" from \"{LINK}\"");
    let (imports, own): (Vec<&str>, Vec<&str>) = glue
        .lines()
        .partition(|line| line.starts_with("import ") && line.contains(&import));
    if imports.is_empty() {
        return Err(format!("the glue imports nothing from {LINK}"));
    }
    // The library's file is a module that imports from the glue's; here they are the same module.
    let (_, link) = link
        .split_once(";\n")
        .filter(|(first, _)| first.starts_with("import { initSync }"))
        .ok_or("the parts' links do not begin with their import")?;
    let link = link.replace("WebAssembly.instantiateStreaming(", "startPart(");
    let mut loads = Vec::new();
    let mut lines = Vec::new();
    for line in link.lines() {
        match line.strip_prefix("export const ") {
            Some(rest) => {
                loads.extend(rest.split(' ').next());
                lines.push(format!("const {rest}"));
            }
            None => lines.push(line.to_owned()),
        }
    }
    let mut text = own.join("\n");
    text.push('\n');
    text.push_str(FETCH);
    text.push_str(&lines.join("\n"));
    text.push('\n');
    for import in imports {
        let name = import
            .strip_prefix("import * as ")
            .and_then(|rest| rest.split(' ').next())
            .ok_or_else(|| format!("the glue imports in a way that is not known here: {import}"))?;
        text.push_str(&format!("const {name} = {{ {} }};\n", loads.join(", ")));
    }
    Ok(text)
}

/// A text with something else in place of something that must be there.
fn replaced(text: &str, what: &str, with: &str) -> Result<String, Error> {
    if !text.contains(what) {
        return Err(format!("the parts' links have no `{what}`"));
    }
    Ok(text.replace(what, with))
}

/// The hash of some bytes as browsers want it.
fn hash(content: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, content: &[u8]) -> Result<(), Error> {
    fs::write(file, content).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_links_become_a_part_of_the_glue() {
        let glue = "import * as import1 from \"./parts.js\"\nfunction initSync() {}\n";
        let link = "import { initSync } from \"./main.js\";\n\nexport const load_a = one(WebAssembly.instantiateStreaming(src, imports));\n";
        let text = with_parts(glue, link).unwrap();
        assert!(
            !text.contains("import {") && !text.contains("import *"),
            "{text}"
        );
        assert!(
            text.contains("\nconst load_a = one(startPart(src, imports));\n"),
            "{text}"
        );
        assert!(text.ends_with("const import1 = { load_a };\n"), "{text}");
        assert!(with_parts("function initSync() {}", link).is_err());
    }

    #[test]
    fn what_must_be_there_is_missed() {
        assert_eq!(replaced("a b", "b", "c"), Ok("a c".into()));
        assert!(replaced("a b", "d", "c").is_err_and(|error| error.contains("`d`")));
    }
}
