//! A folder's files and their hashes.

use crate::Error;
use base64::prelude::{BASE64_STANDARD, Engine};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Every file below a folder that a web host serves (none whose name begins with a dot), by its path
/// from there with `/`, in the order of the paths.
pub fn below(folder: &Path) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, path: &str, files: &mut Vec<String>) -> Result<(), Error> {
    let failed = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type().map_err(failed)?.is_dir() {
            collect(&entry.path(), &format!("{path}{name}/"), files)?;
        } else {
            files.push(format!("{path}{name}"));
        }
    }
    Ok(())
}

/// The bytes of a file.
pub fn read(folder: &Path, path: &str) -> Result<Vec<u8>, Error> {
    let file = folder.join(path);
    fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))
}

/// A file that is text.
pub fn read_text(folder: &Path, path: &str) -> Result<String, Error> {
    String::from_utf8(read(folder, path)?).map_err(|_| format!("{path} is not UTF-8"))
}

/// Writes a file.
pub fn write(file: &Path, content: &[u8]) -> Result<(), Error> {
    fs::write(file, content).map_err(|error| format!("{}: {error}", file.display()))
}

/// The hash of some bytes as browsers want it, in `integrity` and in a Content-Security-Policy.
pub fn hash(content: &[u8]) -> String {
    format!("sha256-{}", base64(&Sha256::digest(content)))
}

/// Base64 with padding.
pub fn base64(content: &[u8]) -> String {
    BASE64_STANDARD.encode(content)
}

/// Sixteen hexadecimal digits that differ wherever the text does.
pub fn name(content: &str) -> String {
    let digest = Sha256::digest(content.as_bytes());
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_as_browsers_want_them() {
        // The empty text's, from the standard.
        let empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!(hash(b""), empty);
        assert_eq!(name(""), "e3b0c44298fc1c14");
    }
}
