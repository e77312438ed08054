//! Who drives the run: the automatic schedules, and how far ahead they are asked to go.

use crate::sim::{Hold, Lockstep, Random, Session, Slow, Stop, Stubborn, stubborn_steps};

/// How many steps a schedule is asked for at a time: enough for a talk, little enough for a blink.
pub const AHEAD: usize = 400;

/// How many steps of a stubborn schedule are asked for at a time: it looks far ahead at each, and
/// the page waits for it.
fn ahead_stubborn(session: &Session) -> usize {
    (stubborn_steps(session.config()) / 4).clamp(2, 100)
}

/// Who chooses what happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The papers' common case.
    Lockstep,
    /// A seed.
    Random,
    /// Whoever keeps the run undecided as long as it can.
    Stubborn,
    /// The reader.
    ByHand,
}

/// A driver: its mode and, for random runs, their seed, whether faults are drawn too, and the step
/// from which the seed counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driver {
    /// Who chooses.
    pub mode: Mode,
    /// The seed of random runs.
    pub seed: u64,
    /// Whether random runs draw faults, within the budget.
    pub faults: bool,
    /// The step at which the random run began.
    pub since: usize,
}

impl Default for Driver {
    fn default() -> Self {
        Driver {
            mode: Mode::Lockstep,
            seed: 1,
            faults: false,
            since: 0,
        }
    }
}

impl Driver {
    /// Lets the driver continue the run at its end. The playhead stays where it is. Returns how
    /// many steps there are more; none by hand, and none where nothing is left to happen.
    pub fn extend(self, session: &mut Session) -> usize {
        let (here, end) = (session.trace.position(), session.trace.len());
        session.trace.seek(end);
        match self.mode {
            Mode::Lockstep => session.run(&mut Lockstep, &Stop::Quiescent, AHEAD),
            Mode::Stubborn => {
                let ahead = ahead_stubborn(session);
                session.run(&mut Stubborn, &Stop::Decided, ahead)
            }
            Mode::Random => session.run(
                // A run that goes on draws anew; by its length, so that doing it again is the same.
                &mut Random::new(self.seed.wrapping_add((end as u64) << 32), self.faults),
                &Stop::AllDecided,
                AHEAD,
            ),
            Mode::ByHand => 0,
        };
        session.trace.seek(here);
        session.trace.len() - end
    }

    /// Draws a run from `since`, which becomes the current branch; the playhead stands at its start.
    pub fn draw(self, session: &mut Session) {
        session.trace.seek(self.since);
        match self.mode {
            Mode::Lockstep => session.run(&mut Lockstep, &Stop::Quiescent, AHEAD),
            Mode::Stubborn => {
                let ahead = ahead_stubborn(session);
                session.run(&mut Stubborn, &Stop::Decided, ahead)
            }
            Mode::Random => {
                let mut random = Random::new(self.seed, self.faults);
                session.run(&mut random, &Stop::AllDecided, AHEAD)
            }
            Mode::ByHand => 0,
        };
        session.trace.seek(self.since);
    }

    /// Runs in lockstep around what is slow, which moves only when all else is at rest, from the
    /// playhead on; the playhead stays.
    pub fn slow(session: &mut Session, what: Hold) {
        let here = session.trace.position();
        session.run(&mut Slow(what), &Stop::Quiescent, AHEAD);
        session.trace.seek(here);
    }

    /// Goes on until something happens, along the recorded run and then, where `on` allows it, by
    /// the driver (lockstep, where the reader drives), looking at most `most` steps ahead. The
    /// playhead stands at the exact step; where it does not happen, it stays where it was, and how
    /// many steps were looked at is returned.
    pub fn until(
        self,
        session: &mut Session,
        stop: &Stop,
        most: usize,
        on: bool,
    ) -> Result<(), usize> {
        let (here, end) = (session.trace.position(), session.trace.len());
        let last = end.min(here.saturating_add(most));
        if let Some(step) = (here + 1..=last).find(|k| session.stops_at(*k, stop)) {
            session.trace.seek(step);
            return Ok(());
        }
        let more = most - (last - here);
        if !on || more == 0 {
            return Err(last - here);
        }
        session.trace.seek(end);
        match self.mode {
            Mode::Random => {
                let seed = self.seed.wrapping_add((end as u64) << 32);
                session.run(&mut Random::new(seed, self.faults), stop, more)
            }
            Mode::Stubborn => {
                let more = more.min(ahead_stubborn(session));
                session.run(&mut Stubborn, stop, more)
            }
            Mode::Lockstep | Mode::ByHand => session.run(&mut Lockstep, stop, more),
        };
        let reached = session.trace.position();
        if reached > end && session.stops_at(reached, stop) {
            return Ok(());
        }
        session.trace.seek(here);
        Err(reached - here)
    }
}
