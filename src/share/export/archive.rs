//! Several files as one: a ZIP archive, without compression.

use std::io::{self, Write};

use rawzip::ZipArchiveWriter;

/// An archive of texts with their names, or why there is none: too many, too large, or a name that
/// cannot be one.
pub fn archive(files: impl IntoIterator<Item = (String, String)>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, text) in files {
        let (mut entry, config) = archive.new_file(&name).start().map_err(io::Error::other)?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes())?;
        let (_, written) = writer.finish().map_err(io::Error::other)?;
        entry.finish(written).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(bytes)
}
