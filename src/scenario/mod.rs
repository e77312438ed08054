//! Scenario text: one format for transcripts, lessons, exports and the command line.
//!
//! A scenario is comments (`#`), commands, one a line, and after a line `----` the output that
//! they produced. [`parse`] reads it, its `Display` prints it, [`Scenario::play`] runs it, and
//! [`export()`] writes any run down as one. This page is the format's manual.
//!
//! ```text
//! # p1 decides with one write to every memory.
//! setup protected-memory-paxos processes=2 memories=3 inputs=(a,b)
//! run lockstep until decided
//! expect decided p1=a delays=2
//! ```
//!
//! Names are `p1` to `p9` for processes, `m1` to `m9` for memories, `a` to `z` for values;
//! `p1@m2` is what goes on between a process and a memory, `p1->p2` a link.
//!
//! | command | meaning |
//! |---|---|
//! | `setup <algorithm> [settings]` | first, once; an indented line of settings may follow it |
//! | `run lockstep\|random seed=7\|slow p1@m2\|stubborn` | an automatic schedule takes over, until nothing is left that it could do |
//! | … `until decided\|all-decided\|quiescent\|nak\|violation` | … or until that; `decided` is the next decision |
//! | … `until line p1=18`, `until register slot[p1]@m2=(1,1,a)` | … until a process passes a pseudocode line, a register takes a value (any other one, without `=`) |
//! | … `until property [id]` | … until a property, or that one, stands otherwise than before |
//! | … `for 4 delays`, `for 3 steps`, `steps=500`, `faults=on` | … for so long; random may inject faults |
//! | `deliver p1->p2 [nth]` | a message arrives; `nth` counts distinct messages between the two, from 1, in the order of their content |
//! | `effect p1@m2`, `return p1@m2` | a request takes effect, a response arrives |
//! | `proceed p1 [thread]` | a thread (`main`, `m1`, `q2`, …) leaves a wait whose condition holds; the first that can, where none is named |
//! | `timeout p2 [thread]`, `coin p1=0 [thread]` | a waiting thread gives up, a coin falls |
//! | `leader p2 [at p1,p3]` | Omega names p2, to everyone or to these |
//! | `crash p1`, `crash m2`, `recover p1 [input=c]` | faults |
//! | `lose p1->p2 [nth]`, `lose p1@m2`, `lose all p1` | what a crashed process left in flight is lost; any message where links are fair-lossy |
//! | `act p3 <what it does>` | a Byzantine process acts, in its menu's words |
//! | `act p3 replay Value[p1]@m1 to Value[p3]@m2` | … writes what one register shows into another, whatever kind either is |
//! | `act p3 ask Region[l]@m1 for mine\|open\|closed` | … asks for a region's permission; legalChange has the last word |
//! | `hold p1@m2`, `hold p1->p2`, `hold p1`, `hold m2`, and `release` | automatic schedules leave it alone: a process's operations at a memory, the messages from one to another, a process, a memory (it hangs) |
//! | `hold p1,m1\|p2,m2`, `hold p1,m1->p2,m2`, and `release` | a partition; one direction of it |
//! | `hold packet p1->p2 [nth]`, `hold packet p1->m2`, `hold packet m2->p1`, and `release` | one message, request or response, until it arrives or is lost |
//! | `expect decided p1=a [delays=2]`, `expect undecided p2` | a decision, by now |
//! | `expect <property> holds\|violated\|open\|no-promise` | how a property stands |
//! | `expect nak p1@m2`, `expect register slot[p1]@m2=(1,1,a)`, `expect line p1=18`, `expect delays=4` | a refusal so far, a register's content, a place in the pseudocode, the delays so far |
//! | `expect quiescent`, `expect blocked` | only faults, time-outs and Omega are left; and somebody correct is undecided |
//! | `title`, `chapter`, `note` and a text | the scenario's name; a part begins; narration for the step that follows |
//! | `ask <question> \| <right answer> \| <other>` … | a prediction to make before the step that follows is shown |
//! | `view p2`, `view everything` | from the step that follows on, what p2 knows is shown, or everything |
//! | `beside disk-paxos`, `beside run crash p1; leader p2; run lockstep`, `beside nothing` | … another algorithm stands beside it, under the same inputs and faults; or another run of the same setup; or nothing |
//!
//! Settings: `processes=2 memories=3 inputs=(a,b) f_p=1 f_m=1 byzantine=(p3) mutate=(id,..)
//! links=reliable|fair-lossy attempts=2|(1,2)|unbounded reads=row|register first_phase=done|run
//! e=1 quorum=majority|n-f`. What is left out is as in the paper's smallest example; f_P and f_M
//! are the most that the theorem allows with that n and m, and a larger one is an experiment that
//! says so; attempts are unbounded, and 1 where a search starts from the scenario.
mod act;
mod command;
mod error;
mod expect;
mod expected;
mod export;
mod holds;
mod lessons;
mod look;
mod narration;
mod packets;
mod play;
mod processes;
mod run;
mod sentence;
mod setup;
mod survival;
mod text;
mod transcript;
mod words;

pub use act::Act;
pub use command::{COMMANDS, Command};
pub use error::{Deed, Problem, ScenarioError};
pub use expect::{Expectation, Verdict, standing_word};
pub use expected::Expected;
pub use export::{export, export_with};
pub use lessons::{Group, Lesson, Voice, bring_lessons, lesson, lessons};
pub use look::Look;
pub use narration::{Narration, Question};
pub use packets::{InFlight, Packets};
pub use play::{Check, MOST_STEPS, Played, Remark, Saying, most_steps, weight};
pub use processes::Processes;
pub use run::{Run, Strategy};
pub use sentence::sentence;
pub use setup::{Attempts, Beyond, Over, Setup, beyond_theorem};
pub use survival::{Fate, Promise, Survival, survival};
pub use text::{Item, Line, MOST_LINES, RULE, Scenario, parse};
pub use transcript::{CheckSummary, DecisionSummary, Summary};
