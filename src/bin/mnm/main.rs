//! `mnm`, the command line of mnmscope, for scripts, lecturers and tests.
//!
//! What was asked for goes to standard output, what went wrong to standard error, and the exit
//! code says which of the answers it was.

mod explore;
mod export;
mod input;
mod link;
mod list;
mod look;
mod run;
mod svg;

use std::process::ExitCode;

use lexopt::prelude::*;

/// What `mnm --help` says.
const HELP: &str = "\
mnm runs the consensus algorithms of the message-and-memory model, RDMA's.

  mnm list [--json]          the algorithms, with their bounds, mutations and properties
  mnm run FILE|- [--json]    plays a scenario and prints what happened
                             exit 0: all expectations hold, 1: one failed, 2: bad input
  mnm explore FILE|- [--json]
                             searches every run that goes on from the scenario's end, with one
                             attempt for each process where the setup sets no limit
      --budget STATES        the most distinct states to visit
      --memory MIB           the most memory to use (1024)
      --reductions LIST      all (as it is without this), none, or some of
                             symmetry,omega,losses,crashes,dead,notes,answers
      --property ID          judge this property alone
      --order breadth|depth  nearest or deepest first (breadth)
      --walks N, --seed N    random runs that go first (256), and their seed (1)
                             exit 0: holds in this scope, 1: violated (prints a shortest
                             counterexample as a scenario), 2: bad input, 3: budget exhausted
  mnm link FILE|-            the scenario's run as a link: what stands after # in the address
      --at STEP              open at this step instead of at the end
      --up-to STEP           the run up to this step alone
      --playing, --locked, --embed
                             start playing; to step but not to act; the picture alone
      --view p2, --level registers|broadcasts|messages, --beside ALGORITHM
                             as a process knows it, from further away, with another algorithm
                             beside it; else as the scenario says at that step
  mnm unlink LINK            a link, or a whole address, as a scenario
                             exit 2: something is wrong with it (what still applies is printed)
  mnm export FILE|- --as json|itf|shiviz
                             the scenario's run for other tools: JSON (--schema prints what is in
                             it), ITF for those of the TLA+ world, a vector-clock log for ShiViz
  mnm svg FILE|-             a picture of the scenario's run
      --as svg|tikz          a file for slides, or one that LaTeX compiles as it stands (svg)
      --what stage|diagram   the stage, or the space-time diagram (stage)
      --step K               after so many steps (the last)
      --every FOLDER         one file for each step up to that, for slides
      --theme light|dark|projector, --language en|de, --width, --height
      --view, --level, --beside
                             as for a link

FILE is scenario text, - is standard input. Try:

  echo 'setup protected-memory-paxos
  run lockstep until decided' | mnm run -
";

/// A command that could not be carried out: bad input.
pub struct Failure(String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}

/// Everything was as asked for.
pub const FINE: u8 = 0;
/// An expectation or a property failed.
pub const FAILED: u8 = 1;
/// The input could not be used.
pub const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match command() {
        Ok(code) => ExitCode::from(code),
        Err(Failure(reason)) => {
            eprintln!("mnm: {reason}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn command() -> Result<u8, Failure> {
    // After a command too, whatever else it was told.
    if std::env::args_os().any(|argument| argument == "--help" || argument == "-h") {
        return say(HELP);
    }
    let mut arguments = lexopt::Parser::from_env();
    match arguments.next()? {
        Some(Value(word)) => match word.to_string_lossy().as_ref() {
            "list" => list::command(arguments),
            "run" => run::command(arguments),
            "export" => export::command(arguments),
            "svg" => svg::command(arguments),
            "link" => link::link(arguments),
            "unlink" => link::unlink(arguments),
            "explore" => explore::command(arguments),
            "help" => say(HELP),
            other => Err(Failure(format!(
                "there is no command `{other}`; `mnm --help` lists them"
            ))),
        },
        Some(Short('V') | Long("version")) => say(&format!("mnm {}", env!("CARGO_PKG_VERSION"))),
        Some(other) => Err(input::unexpected(&other)),
        None => Err(Failure(format!("say what to do\n\n{HELP}"))),
    }
}

/// Prints a text with a line's end. A reader that has gone away (`mnm list | head`) is no error.
pub fn say(text: &str) -> Result<u8, Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{end}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(FINE),
    }
}
