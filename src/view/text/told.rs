//! What a step did, gathered so that it can be told: equal operations at several memories are one
//! thing, a permission change and its landing are one thing.

mod gather;

use super::Tongue;
use crate::model::{Event, Level, MemoryId, Permission, ProcessId, ProcessSet, ThreadId, Value};
use crate::sim::{
    BroadcastSpan, Choice, Happening, Hold, Levels, OperationSpan, OperationView, ResponseView,
    Session,
};
use gather::{fold, gather};

/// How a sentence sounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// A decision.
    Good,
    /// A refusal, a crash, a loss, a lie.
    Bad,
}

/// What a step did, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence that matters most; it comes first.
    pub head: String,
    /// What else happened, as whole sentences; empty if nothing did.
    pub rest: String,
    /// How the head sounds.
    pub mood: Mood,
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.head)?;
        if !self.rest.is_empty() {
            write!(f, " {}", self.rest)?;
        }
        Ok(())
    }
}

/// One thing to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields are those of model::Fact, explained there"
)]
pub enum Told<'a> {
    /// The run begins.
    Begins { processes: u8, memories: u8 },
    /// Automatic schedules are to leave something alone.
    Holds(Hold),
    /// They may touch it again.
    Releases(Hold),
    /// A thread leaves a wait; `line` counts from 1.
    Proceeds {
        process: ProcessId,
        line: u8,
        code: &'a str,
    },
    /// A write was acknowledged.
    Writes {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
        before: Option<&'a str>,
        stale: bool,
    },
    /// An operation was refused. `since` is the delay at which the present writers got the
    /// permission, none where they had it from the start.
    Refuses {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
        writers: ProcessSet,
        since: Option<u32>,
    },
    /// A read took effect.
    Reads {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
        response: &'a ResponseView,
        stale: bool,
    },
    /// A permission changed.
    Changes {
        process: ProcessId,
        memory: MemoryId,
        region: &'a str,
        from: Permission,
        to: Permission,
    },
    /// A permission change left everything as it was: it was so already, or legalChange said no.
    ChangesNothing {
        process: ProcessId,
        memory: MemoryId,
        region: &'a str,
        refused: bool,
    },
    /// A response arrived.
    Returns {
        process: ProcessId,
        memory: MemoryId,
        response: &'a ResponseView,
        stale: bool,
    },
    /// Operations left, or queue behind the one under way.
    Issues {
        process: ProcessId,
        memories: Vec<MemoryId>,
        operation: &'a OperationView,
        queued: bool,
    },
    /// Messages left.
    Sends {
        from: ProcessId,
        to: Vec<ProcessId>,
        message: &'a str,
    },
    /// A message arrived.
    Receives {
        from: ProcessId,
        to: ProcessId,
        message: &'a str,
    },
    /// A message was lost, or reached nobody.
    Vanishes {
        from: ProcessId,
        to: ProcessId,
        message: &'a str,
    },
    /// A request was lost.
    Loses {
        process: ProcessId,
        memory: MemoryId,
        operation: &'a OperationView,
    },
    /// An attempt, or another group of threads, ended.
    Abandons { process: ProcessId },
    /// A process decided.
    Decides {
        process: ProcessId,
        value: Value,
        proposal: u16,
        delays: u32,
    },
    /// Omega's output changed.
    Trusts { at: ProcessId, leader: ProcessId },
    /// A process crashed.
    Crashes { process: ProcessId },
    /// A process came back.
    Recovers { process: ProcessId, input: Value },
    /// A memory crashed.
    MemoryCrashes { memory: MemoryId },
    /// A wait was given up.
    TimesOut {
        process: ProcessId,
        thread: ThreadId,
        line: u8,
    },
    /// A coin fell.
    Coin { process: ProcessId, side: u8 },
    /// A process signed something.
    Signs { process: ProcessId, times: usize },
    /// Something in the algorithm's own words.
    Notes { process: ProcessId, note: &'a str },
    /// A Byzantine process acted, in the words of scenario text.
    Lies { process: ProcessId, act: &'a str },
    /// A broadcast begins.
    Broadcasts { span: &'a BroadcastSpan },
    /// A broadcast is delivered; so many have delivered it by then.
    Delivers {
        process: ProcessId,
        span: &'a BroadcastSpan,
        count: usize,
    },
    /// A T-send arrives.
    TReceives {
        process: ProcessId,
        span: &'a BroadcastSpan,
    },
    /// An operation at all memories begins.
    Operates { span: &'a OperationSpan },
    /// It is over for its process, with so many answers.
    Completes {
        span: &'a OperationSpan,
        answers: usize,
    },
    /// Nothing that anybody could see.
    Nothing { process: ProcessId },
}

impl Told<'_> {
    fn mood(&self) -> Mood {
        match self {
            Told::Decides { .. } => Mood::Good,
            Told::Refuses { .. }
            | Told::Crashes { .. }
            | Told::MemoryCrashes { .. }
            | Told::Vanishes { .. }
            | Told::Loses { .. }
            | Told::Lies { .. }
            | Told::ChangesNothing { refused: true, .. } => Mood::Bad,
            _ => Mood::Plain,
        }
    }
}

/// The sentence for step `k`; where a level folds, of what is news at it.
pub(super) fn sentence(
    tongue: &dyn Tongue,
    session: &Session,
    k: usize,
    folded: Option<(&Levels, Level)>,
) -> Sentence {
    let step = session.trace.step(k);
    let happened = session.happenings(k);
    let happenings: Vec<&Happening> = happened.iter().map(|(h, _)| h).collect();
    let act = match step.event() {
        Some(Event::Byzantine { process, act }) => session.machine().act_label(process, act),
        _ => String::new(),
    };
    let mut told: Vec<Told<'_>> = Vec::new();
    match step.choice {
        None => told.push(Told::Begins {
            processes: session.config().processes,
            memories: session.config().memories,
        }),
        Some(Choice::Hold(hold)) => told.push(Told::Holds(hold)),
        Some(Choice::Release(hold)) => told.push(Told::Releases(hold)),
        Some(Choice::Event(Event::Byzantine { process, .. })) => {
            told.push(Told::Lies { process, act: &act });
        }
        Some(Choice::Event(Event::Proceed { process, thread })) => {
            let line = line_before(session, k, process, thread);
            let code = session.info().code.get(line.saturating_sub(1) as usize);
            told.push(Told::Proceeds {
                process,
                line,
                code: code.copied().unwrap_or_default().trim(),
            });
        }
        Some(Choice::Event(_)) => {}
    }
    gather(session, k, &happenings, &mut told);
    if let Some((levels, level)) = folded {
        fold(levels, level, k, step.event(), &mut told);
    }
    if told.is_empty() {
        let process = step
            .event()
            .and_then(Event::process)
            .unwrap_or(ProcessId(0));
        told.push(Told::Nothing { process });
    }
    // A decision is the news of its step, whatever brought it about.
    let first = told
        .iter()
        .position(|t| matches!(t, Told::Decides { .. }))
        .unwrap_or(0);
    let news = told.remove(first);
    let rest: Vec<String> = told.iter().map(|t| tongue.told(t)).collect();
    Sentence {
        head: tongue.told(&news),
        rest: rest.join(" "),
        mood: news.mood(),
    }
}

/// The pseudocode line on which a thread stood before a step.
fn line_before(session: &Session, k: usize, process: ProcessId, thread: ThreadId) -> u8 {
    let before = &session.trace.step(k.saturating_sub(1)).after;
    let before = session.machine().process_view(before, process);
    let mut threads = before.threads.iter();
    threads.find(|t| t.id == thread).map_or(0, |t| t.line)
}
