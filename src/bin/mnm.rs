//! The command line of mnmscope.
fn main() {}
