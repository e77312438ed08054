//! Running `mnm`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs it with arguments and a standard input, to its end.
pub fn mnm(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnm"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mnm starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // One that does not read its input closes the pipe.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("mnm ends")
}

/// What it printed.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}
