//! Two runs side by side: another algorithm under the same inputs and faults, or another run of the
//! same one, kept in step with the run at hand.
//!
//! What stands beside a run follows from it. Another algorithm runs in lockstep, and whatever fails,
//! moves the leader or is held in the run at hand does so there too, after the same delay. Both
//! stand where the same number of delays is over (or steps are taken, or events have happened at one
//! process), so that one playhead serves two runs.

use std::sync::Arc;

use super::trace::NodeId;
use super::{Choice, Entry, Hold, Leg, Lockstep, Session, Stop, Trace, happens_at};
use crate::model::{Config, ConfigError, Event, ProcessId, ProcessSet, UNBOUNDED, Value};

/// What two runs are kept in step by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The delays that are over (P1, section 3).
    Delays,
    /// The steps taken.
    Steps,
    /// The events that have happened at one process, which is all the time that it knows of.
    Of(ProcessId),
}

/// What stands beside a run.
#[derive(Clone)]
pub enum Beside {
    /// Another algorithm under the same inputs and faults.
    Algorithm(&'static Entry),
    /// A run of its own, with its name.
    Run(Arc<Session>, Arc<str>),
}

/// A run that stands beside another, and where it stands.
#[derive(Clone)]
pub struct Pair {
    what: Beside,
    /// What the two are kept in step by.
    pace: Pace,
    /// How many units of the pace the pair has gone on since the end of the run at hand.
    beyond: u32,
    /// Steps of the run at hand that were taken when it had ended and the pair had gone on, with
    /// the delays that were over by then.
    late: Vec<(NodeId, u32)>,
    /// The last step of the run at hand for which the rest was made.
    of: Option<NodeId>,
    /// For each step of the run at hand, how many delays are over in the pair.
    over: Vec<Option<u32>>,
    other: Arc<Session>,
    place: usize,
    left_out: Vec<Choice>,
}

/// The most steps that lockstep takes beside a run in one go.
const MOST_STEPS: usize = 1_500;
/// The most steps of a run that is made beside another, however much fails in that one.
const MOST_IN_ALL: usize = 6_000;

impl Pair {
    /// Another algorithm beside a run; an error where it can run with no n and m near those at
    /// hand.
    pub fn with_algorithm(entry: &'static Entry, of: &Session) -> Result<Self, ConfigError> {
        let config = config_beside(entry, of.config())?;
        let other = Arc::new(Session::new(entry, &config)?);
        let mut pair = Pair::new(Beside::Algorithm(entry), other, Pace::Delays);
        pair.follow(of);
        Ok(pair)
    }

    /// A session's current run beside another run.
    pub fn with_run(run: Session, name: &str, pace: Pace, of: &Session) -> Self {
        let run = Arc::new(run);
        let mut pair = Pair::new(Beside::Run(run.clone(), name.into()), run, pace);
        pair.follow(of);
        pair
    }

    fn new(what: Beside, other: Arc<Session>, pace: Pace) -> Self {
        Pair {
            what,
            pace,
            beyond: 0,
            late: Vec::new(),
            of: None,
            over: Vec::new(),
            other,
            place: 0,
            left_out: Vec::new(),
        }
    }

    /// What stands beside the run.
    pub fn what(&self) -> &Beside {
        &self.what
    }

    /// What the two are kept in step by.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// The session whose current run stands beside; its own playhead means nothing.
    pub fn other(&self) -> &Arc<Session> {
        &self.other
    }

    /// The step at which the other run stands.
    pub fn place(&self) -> usize {
        self.place
    }

    /// What happened in the run at hand and cannot happen beside it, such as the crash of a memory
    /// where there is none.
    pub fn left_out(&self) -> &[Choice] {
        &self.left_out
    }

    /// Keeps the two in step by something else.
    pub fn keep_pace(&mut self, pace: Pace, of: &Session) {
        self.pace = pace;
        self.beyond = 0;
        self.follow(of);
    }

    /// Goes where the playhead of the run at hand has gone, or where its run now leads.
    pub fn follow(&mut self, of: &Session) {
        let trace = &of.trace;
        let tip = trace.node_at(trace.len());
        if self.of != Some(tip) {
            self.of = Some(tip);
            self.over = self.over_in_all(trace);
            if let Beside::Algorithm(entry) = self.what {
                self.remake(entry, of);
            }
        }
        if trace.position() < trace.len() {
            self.beyond = 0;
        }
        self.beyond = self.beyond.min(self.left(trace));
        self.place = self.place_beside(trace);
    }

    /// Goes on by one unit of the pace while the run at hand stays at its end. Whether it could.
    pub fn go_on(&mut self, of: &Session) -> bool {
        let more = self.beyond < self.left(&of.trace);
        if more {
            self.beyond += 1;
            self.place = self.place_beside(&of.trace);
        }
        more
    }

    /// Goes back by one unit while the run at hand stays at its end. Whether it could.
    pub fn go_back(&mut self, of: &Session) -> bool {
        let could = self.beyond > 0;
        self.beyond = self.beyond.saturating_sub(1);
        self.place = self.place_beside(&of.trace);
        could
    }

    /// Goes to so many units after the end of the run at hand, which is there already; at most to
    /// the other run's end.
    pub fn go_beyond(&mut self, units: usize, of: &Session) {
        let left = self.left(&of.trace);
        self.beyond = u32::try_from(units).map_or(left, |units| units.min(left));
        self.place = self.place_beside(&of.trace);
    }

    /// How many units of the pace it has gone on since the end of the run at hand.
    pub fn beyond(&self) -> u32 {
        self.beyond
    }

    /// Whether there is more beside the run at hand when that has ended.
    pub fn has_more(&self, of: &Session) -> bool {
        self.beyond < self.left(&of.trace)
    }

    /// Tells that the step after the playhead of the run at hand is about to be taken while the
    /// pair has gone on: it happens that much later beside it. To be asked for before the step;
    /// what it returns goes to [`Pair::happened_late`] after it.
    pub fn now(&self, of: &Session) -> Option<u32> {
        if self.pace != Pace::Delays || self.beyond == 0 {
            return None;
        }
        let over = self.over_at(of.trace.position())?;
        Some(over + self.beyond)
    }

    /// Tells that a step was taken when so many delays were over in the pair.
    pub fn happened_late(&mut self, step: NodeId, over: u32) {
        self.late.push((step, over));
        self.of = None;
    }

    /// How many delays are over in the pair when the run at hand stands at `k`.
    fn over_at(&self, k: usize) -> Option<u32> {
        self.over.get(k).copied().flatten()
    }

    /// The same for each step of the run at hand: the pair's time never goes back.
    fn over_in_all(&self, trace: &Trace) -> Vec<Option<u32>> {
        let late = self.late.iter().filter_map(|(node, over)| {
            let at = trace.place_of(*node)?;
            Some((at, over.saturating_sub(trace.step(at).clock.delays)))
        });
        let late: Vec<(usize, u32)> = late.collect();
        let mut last = None;
        let over = (0..=trace.len()).map(|k| {
            let shifts = late
                .iter()
                .filter(|(at, _)| *at <= k)
                .map(|(_, shift)| *shift);
            let over = match (delays_over(trace, k), shifts.max()) {
                (Some(over), shift) => Some(over + shift.unwrap_or(0)),
                (None, shift) => shift,
            };
            last = last.max(over);
            last
        });
        over.collect()
    }

    fn place_beside(&self, trace: &Trace) -> usize {
        let (k, other) = (trace.position(), &self.other.trace);
        match self.pace {
            Pace::Delays => match self.over_at(k) {
                Some(over) => at_delay(other, over + self.beyond),
                None => 0,
            },
            Pace::Steps => (k + self.beyond as usize).min(other.len()),
            Pace::Of(process) => {
                let count = events_at(trace, process, k) + self.beyond as usize;
                let mut seen = 0;
                let mut places = 0..=other.len();
                let place = places.find(|j| {
                    seen += usize::from(*j > 0 && is_at(other, process, *j));
                    seen == count
                });
                place.unwrap_or(other.len())
            }
        }
    }

    /// How many units of the pace the other run goes on when the run at hand has ended.
    fn left(&self, trace: &Trace) -> u32 {
        let (end, other) = (trace.len(), &self.other.trace);
        match self.pace {
            Pace::Delays => {
                let all = other.step(other.len()).clock.delays;
                all.saturating_sub(self.over_at(end).unwrap_or(0))
            }
            Pace::Steps => other.len().saturating_sub(end) as u32,
            Pace::Of(process) => {
                let all = events_at(other, process, other.len());
                all.saturating_sub(events_at(trace, process, end)) as u32
            }
        }
    }

    /// Runs the algorithm again beside what the run at hand has become.
    fn remake(&mut self, entry: &'static Entry, of: &Session) {
        self.left_out.clear();
        let Ok(mut other) = Session::new(entry, self.other.config()) else {
            return;
        };
        for k in 1..=of.trace.len() {
            let step = of.trace.step(k);
            let Some(choice) = step.choice.filter(|c| is_carried(*c)) else {
                continue;
            };
            let node = of.trace.node_at(k);
            let late = self.late.iter().find(|(at, _)| *at == node);
            let over = late.map_or_else(|| self.over_at(k - 1), |(_, over)| Some(*over));
            if let Some(over) = over {
                let passed = other.trace.here().clock.delays;
                let stop = Stop::Delays(over.saturating_sub(passed));
                run_beside(&mut other, &stop);
            }
            if other.trace.act(choice).is_err() {
                self.left_out.push(choice);
            }
        }
        run_beside(&mut other, &Stop::Quiescent);
        other.trace.forget_changes();
        self.other = Arc::new(other);
    }
}

fn run_beside(other: &mut Session, stop: &Stop) {
    let room = MOST_IN_ALL.saturating_sub(other.trace.len());
    other.run(&mut Lockstep, stop, room.min(MOST_STEPS));
}

/// Whether what was chosen in a run is chosen beside it too: what fails, what is held, and whom
/// Omega names. The schedule itself is each algorithm's own.
pub fn is_carried(choice: Choice) -> bool {
    match choice {
        Choice::Event(event) => matches!(
            event,
            Event::CrashProcess(_)
                | Event::CrashMemory(_)
                | Event::Leader { .. }
                | Event::Recover { .. }
        ),
        Choice::Hold(hold) | Choice::Release(hold) => match hold {
            Hold::Process(_)
            | Hold::Memory(_)
            | Hold::Lane(..)
            | Hold::Link(..)
            | Hold::Way(..)
            | Hold::Between(..) => true,
            // A packet here is none there.
            Hold::Message { .. } | Hold::Request(..) | Hold::Response(..) => false,
        },
    }
}

/// The configuration in which an algorithm stands beside another one: the same inputs, and n, m and
/// faults as far as it allows; no mutation. An error where no n near that one is possible.
pub fn config_beside(entry: &'static Entry, like: &Config) -> Result<Config, ConfigError> {
    let facts = &entry.info.facts;
    let standard = (entry.standard)();
    let memories = match like.memories {
        m if m < facts.least_memories => standard.memories,
        m => m.min(facts.most_memories),
    };
    let with = |n: u8| {
        let mut inputs = like.inputs.clone();
        inputs.truncate(n as usize);
        inputs.extend((inputs.len() as u8..n).map(Value));
        let mut attempts = like.attempts.clone();
        attempts.resize(n as usize, UNBOUNDED);
        let liars = like.byzantine.iter().filter(|p| p.0 < n);
        let mut config = Config {
            processes: n,
            memories,
            inputs,
            attempts,
            byzantine: match facts.byzantine {
                true => liars.collect(),
                false => ProcessSet::EMPTY,
            },
            mutations: 0,
            e: standard.e,
            f_p: 0,
            f_m: 0,
            ..like.clone()
        };
        let (most_p, most_m) = (entry.info.most_faults)(&config);
        config.f_p = like.f_p.min(most_p);
        config.f_m = like.f_m.min(most_m);
        entry.build(&config).map(|_| config)
    };
    with(like.processes)
        .or_else(|_| with(standard.processes.max(like.processes)))
        .or_else(|_| with(standard.processes))
}

/// How many delays are over after step `k` of the current run: all that has happened lies within
/// them, and what happens next does not. None while those things happen that take no delay.
///
/// What fails or is held takes no time: before it, a delay is over where nothing is left in flight
/// that arrives within it.
pub fn delays_over(trace: &Trace, k: usize) -> Option<u32> {
    let here = trace.step(k);
    let now = here.clock.delays;
    let next = (k < trace.len()).then(|| trace.step(k + 1));
    let over = match next {
        None => true,
        Some(next) if next.choice.is_some_and(is_carried) => {
            let mut due = here.clock.flying.iter().filter(|f| f.depth < now);
            due.all(|f| here.holds_back(arrival(f.leg)))
        }
        Some(next) => next.clock.delays > now,
    };
    match over {
        true => Some(now),
        false => now.checked_sub(1),
    }
}

/// The event with which what flies on a leg arrives, as far as holds are concerned.
fn arrival(leg: Leg) -> Event {
    match leg {
        Leg::Message(from, to, _) => Event::Deliver { to, from, nth: 0 },
        Leg::Request(process, memory) => Event::Effect { process, memory },
        Leg::Response(process, memory) => Event::Return { process, memory },
    }
}

/// The last step of a run within so many delays.
pub fn at_delay(trace: &Trace, delays: u32) -> usize {
    let within = |k: &usize| trace.step(*k).clock.delays <= delays;
    // Delays never fall along a run.
    let (mut low, mut high) = (0, trace.len());
    while low < high {
        let middle = (low + high).div_ceil(2);
        if within(&middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// Whether step `k` happened at a process.
fn is_at(trace: &Trace, process: ProcessId, k: usize) -> bool {
    let event = trace.step(k).event();
    event.is_some_and(|e| happens_at(e, process))
}

fn events_at(trace: &Trace, process: ProcessId, k: usize) -> usize {
    (1..=k).filter(|j| is_at(trace, process, *j)).count()
}

/// The first step at which two runs do different things, or at which only one goes on; none where
/// they are the same.
pub fn first_parting(one: &Trace, other: &Trace) -> Option<usize> {
    let both = one.len().min(other.len());
    let differs = (1..=both).find(|k| one.step(*k).choice != other.step(*k).choice);
    differs.or((one.len() != other.len()).then_some(both + 1))
}
