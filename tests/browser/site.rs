//! A static web server for the built page, as plain as the hosts it will meet: files under one path,
//! 404 for everything else.

use anyhow::{Context, Result};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A running server on loopback. It ends when it is dropped.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    base: String,
    ended: Arc<AtomicBool>,
}

impl Site {
    /// Serves a folder under a path that begins and ends with `/`.
    pub fn serve(folder: &Path, base: &str) -> Result<Self> {
        assert!(
            base.starts_with('/') && base.ends_with('/'),
            "`{base}` must begin and end with /"
        );
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on loopback")?;
        let site = Self {
            address: listener.local_addr()?,
            base: base.into(),
            ended: Arc::default(),
        };
        let (folder, base, ended) = (folder.to_path_buf(), site.base.clone(), site.ended.clone());
        thread::spawn(move || {
            for connection in listener.incoming() {
                if ended.load(Ordering::SeqCst) {
                    return;
                }
                let (folder, base) = (folder.clone(), base.clone());
                // A browser that hangs up in the middle is its own affair.
                thread::spawn(move || {
                    connection.and_then(|connection| answer(connection, &folder, &base))
                });
            }
        });
        Ok(site)
    }

    /// The address of a file of the site; of its front page for the empty path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{}{path}", self.origin(), self.base)
    }

    /// Ends it. Whoever asks later finds nobody.
    pub fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        // Wakes the listener, so that it sees that it has ended.
        let _ = TcpStream::connect(self.address);
    }

    /// The scheme, host and port.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.end();
    }
}

/// Answers one request.
fn answer(mut connection: TcpStream, folder: &Path, base: &str) -> std::io::Result<()> {
    let mut lines = BufReader::new(connection.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // A connection may be closed only after all that was sent on it is read.
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let mut words = request.split(' ');
    let (method, target) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let found = file(folder, base, target).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, kind, body) = match &found {
        Some((body, file)) => ("200 OK", content_type(file), body.as_slice()),
        None => (
            "404 Not Found",
            "text/plain; charset=utf-8",
            &b"not found"[..],
        ),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    );
    connection.write_all(head.as_bytes())?;
    if method != "HEAD" {
        connection.write_all(body)?;
    }
    connection.flush()
}

/// The file that a request is for.
fn file(folder: &Path, base: &str, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix(base)?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = path
        .components()
        .all(|component| matches!(component, Component::Normal(_)));
    inside.then(|| folder.join(path))
}

/// What a file is, as browsers insist to be told.
fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_in_the_folder_is_served() {
        let at = |target| file(Path::new("/site"), "/a/b/", target);
        assert_eq!(at("/a/b/"), Some("/site/index.html".into()));
        assert_eq!(at("/a/b/x.js?y=1"), Some("/site/x.js".into()));
        assert_eq!(at("/a/b/../x.js"), None);
        assert_eq!(at("/a/b//etc/passwd"), None);
        assert_eq!(at("/"), None);
    }
}
