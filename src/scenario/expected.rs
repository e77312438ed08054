//! What could stand at a place of a scenario where something else stands.

use std::fmt;

macro_rules! expected {
    ($($(#[$doc:meta])* $what:ident: $english:literal;)*) => {
        /// What could stand at a place of a scenario.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Expected {
            /// One of these words.
            OneOf(Vec<&'static str>),
            /// A number within a range.
            Number {
                /// The least.
                least: u64,
                /// The most.
                most: u64,
            },
            $($(#[$doc])* #[doc = concat!("In words: `", $english, "`.")] $what,)*
        }

        impl fmt::Display for Expected {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Expected::OneOf(words) => f.write_str(&words.join(" or ")),
                    Expected::Number { least, most } => {
                        write!(f, "a number from {least} to {most}")
                    }
                    $(Expected::$what => f.write_str($english),)*
                }
            }
        }
    };
}

expected! {
    Command: "a command";
    EndOfLine: "the end of the line";
    Act: "what it does, as its menu words it";
    Lane: "a process and a memory, such as p1@m2";
    Link: "two processes, such as p1->p2";
    Lost: "p1@m2, p1->p2 or all p1";
    View: "a process, p1 to p9, or everything";
    Beside: "an algorithm's id, run and its commands, or nothing";
    Steps: "a command that takes steps";
    Text: "a text up to the end of the line";
    Question: "a question and at least two answers, the right one first: question | right | wrong";
    Toss: "a toss such as p1=0";
    Process: "a process, p1 to p9";
    Processes: "processes, such as p1,p3";
    At: "at, or the end of the line";
    Thing: "a process or a memory";
    Input: "input=, such as input=c";
    Expectation: "decided, undecided, a property of this algorithm, nak, register, line, delays=, quiescent or blocked";
    Standing: "holds, violated, open or no-promise";
    Decision: "a process and its value, such as p1=a";
    Delays: "delays=, such as delays=2";
    Hold: "what to hold: p1@m2, p1->p2, p1, m2, one direction such as p1,m1->p2,m2, a partition such as p1,m1|p2,m2, or packet p1->p2";
    Way: "a packet's way: p1->p2, p1->m2 or m2->p1";
    Strategy: "lockstep, random, slow or stubborn";
    Count: "a number of delays or steps";
    Unit: "delays or steps";
    OnOrOff: "on or off";
    RunMore: "until, for, steps= (and after random seed=, faults=)";
    Seed: "a seed, such as seed=7";
    Until: "decided, all-decided, quiescent, nak, violation, property, line or register";
    Property: "a property of this algorithm";
    PlaceInCode: "a process and a pseudocode line, such as p1=18";
    Content: "a register and its content, such as slot[p1]@m2=(1,1,a)";
    Value: "a value, one letter a to z";
    List: "a list that ends with a parenthesis, such as (a,b)";
    Algorithm: "an algorithm's id";
    Setting: "a setting such as processes=2";
    Mutation: "a mutation of this algorithm";
}
