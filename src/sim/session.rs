//! A session: one configuration, its trace, and the running of it by adversaries.

use std::sync::Arc;

use super::{Adversary, Choice, Entry, Happening, Info, Machine, Step, StepError, Trace};
use super::{ResponseView, StateView};
use crate::model::{Config, ConfigError, Event, Kind, MemoryId, ProcessId, Why};

/// When an automatic run stops; it always stops where its adversary has nothing left to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// When some process decides.
    Decided,
    /// When every process that is up has decided.
    AllDecided,
    /// When nothing is left to happen.
    Quiescent,
    /// After so many more delays.
    Delays(u32),
    /// When a nak leaves a memory.
    Nak,
    /// When a property is violated.
    Violation,
    /// When the property of that id, or any at all, stands otherwise than before.
    Property(Option<String>),
    /// When a process passes a pseudocode line, counted from 1.
    Line(ProcessId, u8),
    /// When a register takes a value that it did not have, both as they are shown.
    Register {
        /// The memory.
        memory: MemoryId,
        /// The register's name, such as `slot[p1]`.
        name: String,
        /// Its content in short, such as `(1,1,a)`; any other than before, where it is left out.
        text: Option<String>,
    },
}

/// How a property stands at the playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It has held so far.
    Holds,
    /// It does not hold yet, and may still.
    Open,
    /// It is violated.
    Violated,
    /// More has failed than the algorithm promises to survive: nothing is promised any more.
    NoPromise,
}

/// One configuration, its trace, and the running of it.
#[derive(Clone)]
pub struct Session {
    entry: &'static Entry,
    /// The runs so far, and the playhead.
    pub trace: Trace,
}

impl Session {
    /// A session at the start of a run, or what is impossible about the configuration.
    pub fn new(entry: &'static Entry, config: &Config) -> Result<Self, ConfigError> {
        let machine = entry.build(config)?;
        Ok(Session {
            entry,
            trace: Trace::new(machine),
        })
    }

    /// The algorithm's place in the registry.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// What is known about the algorithm.
    pub fn info(&self) -> &'static Info {
        &self.entry.info
    }

    /// The machine.
    pub fn machine(&self) -> &Arc<dyn Machine> {
        self.trace.machine()
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        self.machine().config()
    }

    /// The state at the playhead, as plain data.
    pub fn view(&self) -> StateView {
        self.machine().view(self.trace.state())
    }

    /// What step `k` of the current run did, with the reasons why it matters; 0 is the start.
    pub fn happenings(&self, k: usize) -> Vec<(Happening, Option<Why>)> {
        let step = self.trace.step(k);
        match step.choice {
            None => self.machine().happenings(&step.after, None),
            Some(Choice::Event(event)) => {
                let before = &self.trace.node(step.parent).after;
                self.machine().happenings(before, Some(event))
            }
            Some(Choice::Hold(_) | Choice::Release(_)) => Vec::new(),
        }
    }

    /// Lets an event happen at the playhead.
    pub fn event(&mut self, event: Event) -> Result<(), StepError> {
        self.trace.act(Choice::Event(event))
    }

    /// Lets an adversary run from the playhead until `stop`, at most `limit` steps. Returns how
    /// many steps it took. The run is one change: it is undone as a whole.
    pub fn run(&mut self, adversary: &mut dyn Adversary, stop: &Stop, limit: usize) -> usize {
        let last = self.trace.here().clock.delays;
        let watched = matches!(stop, Stop::Property(_));
        let mut standings = watched.then(|| self.standings());
        self.trace.begin_change();
        for taken in 0..limit {
            if matches!(stop, Stop::AllDecided) && self.all_decided(self.trace.position()) {
                return taken;
            }
            let origin = adversary.origin();
            let Some(event) = adversary.choose(&self.trace) else {
                return taken;
            };
            if let Stop::Delays(more) = stop
                && self.trace.causes(event).depth > last + more
            {
                return taken;
            }
            let step = self.trace.act_for(Choice::Event(event), origin);
            if step.is_err() {
                return taken;
            }
            let stops = match (stop, &mut standings) {
                (Stop::AllDecided | Stop::Quiescent, _) => false,
                (Stop::Property(which), Some(was)) => {
                    let is = self.standings();
                    let changed = self.has_changed(which.as_deref(), was, &is);
                    *was = is;
                    changed
                }
                _ => self.stops_at(self.trace.position(), stop),
            };
            if stops {
                return taken + 1;
            }
        }
        limit
    }

    /// Whether a property, that of an id or any, stands otherwise than before.
    fn has_changed(&self, which: Option<&str>, was: &[Standing], is: &[Standing]) -> bool {
        let mut all = self.info().properties.iter().zip(was.iter().zip(is));
        all.any(|(p, (was, is))| was != is && which.is_none_or(|w| w == p.id))
    }

    /// Whether step `k` of the current run is one at which a run that goes on until `stop` stops.
    ///
    /// [`Stop::Delays`] counts from where the run began, so no step is such a one by itself.
    pub fn stops_at(&self, k: usize, stop: &Stop) -> bool {
        let step = self.trace.step(k);
        let told = |is: &dyn Fn(&Happening) -> bool| {
            let happenings = self.happenings(k);
            happenings.iter().any(|(h, _)| is(h))
        };
        match stop {
            Stop::Decided => !step.decided.is_empty(),
            Stop::AllDecided => self.all_decided(k),
            Stop::Quiescent => {
                let events = self.machine().enabled(&step.after);
                let mut open = events.into_iter().filter(|e| !step.holds_back(*e));
                !open.any(Event::is_progress)
            }
            Stop::Delays(_) => false,
            Stop::Violation => step.violated != 0,
            Stop::Property(which) => {
                let before = self.standings_at(k.saturating_sub(1));
                self.has_changed(which.as_deref(), &before, &self.standings_at(k))
            }
            Stop::Nak => told(&|h| {
                matches!(
                    h,
                    Happening::Landed {
                        response: ResponseView::Nak,
                        ..
                    }
                )
            }),
            Stop::Line(p, l) => told(
                &|h| matches!(h, Happening::Passed { process, line, .. } if process == p && line == l),
            ),
            Stop::Register { memory, name, text } => {
                let content = |k: usize| self.register_at(k, *memory, name);
                match (content(k.saturating_sub(1)), content(k)) {
                    (was, Some(is)) => {
                        was.as_ref() != Some(&is) && text.as_ref().is_none_or(|t| *t == is)
                    }
                    (_, None) => false,
                }
            }
        }
    }

    /// What a register holds after step `k`, in short; nothing where there is no such register.
    fn register_at(&self, k: usize, memory: MemoryId, name: &str) -> Option<String> {
        let known = memory.0 < self.config().memories;
        let view = known.then(|| {
            self.machine()
                .memory_view(&self.trace.step(k).after, memory)
        })?;
        let register = view.registers.into_iter().find(|r| r.name == name);
        register.map(|r| r.text)
    }

    /// Whether every process that is up and correct has decided after step `k`.
    fn all_decided(&self, k: usize) -> bool {
        self.machine().all_decided(&self.trace.step(k).after)
    }

    /// How each property stands at the playhead, in the order of [`Info::properties`].
    pub fn standings(&self) -> Vec<Standing> {
        self.standings_at(self.trace.position())
    }

    /// How each property stands after step `k` of the current run.
    pub fn standings_at(&self, k: usize) -> Vec<Standing> {
        let here = self.trace.step(k);
        let machine = self.machine();
        let over = machine.over_budget(&here.after);
        let at_rest = machine.is_quiescent(&here.after);
        let unmet = machine.judge_rest(&here.after);
        let judge = |(k, kind): (usize, Kind)| {
            let violated = here.violated_so_far & (1 << k) != 0;
            match kind {
                Kind::Always if violated => Standing::Violated,
                _ if over => Standing::NoPromise,
                Kind::Always => Standing::Holds,
                Kind::Sometimes if here.met_so_far & (1 << k) != 0 => Standing::Holds,
                Kind::Sometimes => Standing::Open,
                Kind::Eventually if unmet & (1 << k) != 0 => Standing::Violated,
                Kind::Eventually if at_rest => Standing::Holds,
                Kind::Eventually => Standing::Open,
            }
        };
        let kinds = self.info().properties.iter().map(|p| p.kind).enumerate();
        kinds.map(judge).collect()
    }

    /// The step of the current run at which a process first decided, with its delays.
    pub fn decisions(&self) -> Vec<(ProcessId, usize, &Step)> {
        let mut out: Vec<(ProcessId, usize, &Step)> = Vec::new();
        for k in 0..=self.trace.position() {
            let step = self.trace.step(k);
            for (process, _) in &step.decided {
                if !out.iter().any(|(p, ..)| p == process) {
                    out.push((*process, k, step));
                }
            }
        }
        out
    }
}
