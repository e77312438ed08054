//! The store: the session with its playhead, who drives it, and what is open on the page. Changed
//! only by [`Action`]s, by a pure reducer: no clock, no storage, no randomness.

use std::rc::Rc;

use yew::Reducible;

use super::auto::{Driver, Mode};
use super::guide::Guide;
use super::index::Index;
use crate::model::{Config, Event, Level, ProcessId};
use crate::scenario::{Played, Question};
use crate::sim::{Beside, Choice, Entry, Hold, Pace, Pair, Session, Side, Stop, find};
use crate::view::text::Trouble;

/// The tabs beside the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Pseudocode.
    Code,
    /// Locals and registers.
    State,
    /// What happened so far.
    Events,
    /// What can happen next.
    Next,
    /// The runs.
    Branches,
    /// The search of all runs.
    Search,
}

impl Tab {
    /// In the order shown.
    pub const ALL: [Tab; 6] = [
        Tab::Code,
        Tab::State,
        Tab::Events,
        Tab::Next,
        Tab::Branches,
        Tab::Search,
    ];
}

/// What lies over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Algorithm and configuration.
    Setup,
    /// The keys.
    Help,
    /// The link and its picture.
    Share,
    /// The lessons.
    Lessons,
    /// Which algorithm survives what.
    Survival,
    /// What is to stand beside the run.
    Beside,
    /// A partition, with those who stand on its first side to begin with.
    Partition(Side),
    /// Going on until something happens.
    Until,
}

/// A word to the reader that is not part of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says.
    pub said: Trouble,
    /// Whether something could not be done.
    pub error: bool,
}

/// A change of the store.
#[derive(Clone)]
pub enum Action {
    /// Show another store, as a link asks for.
    Open(Box<Store>),
    /// Start an algorithm in a configuration that was found possible.
    Start(&'static Entry, Config),
    /// Move the playhead; beyond the run's end, what stands beside it goes on.
    Seek(usize),
    /// One event on.
    Next,
    /// One event back.
    Back,
    /// To the end of the next delay.
    NextDelay,
    /// To the end of the delay before.
    BackDelay,
    /// Look at the run from another level.
    Level(Level),
    /// One level closer, and one event of it on.
    Into,
    /// One level further away, and to its next event.
    Out,
    /// Start or stop the clock.
    Play(bool),
    /// The clock says: one event on.
    Tick,
    /// The reader acts.
    Act(Choice),
    /// The reader acts several times at once, such as moving Omega at every observer.
    ActAll(Vec<Choice>),
    /// Go on until something happens, looking at most so many steps ahead.
    Until(Stop, usize),
    /// Hand the run to someone else.
    Drive(Mode),
    /// Draw a random run with this seed from where the last one began, or from here.
    Draw(u64),
    /// Run in lockstep around what is slow.
    Slow(Hold),
    /// Whether random runs draw faults.
    Faults(bool),
    /// Take the last change back.
    Undo,
    /// Do again what was taken back last.
    Redo,
    /// Show a run that was found, as a branch of this one where it can be one.
    Replay {
        /// The algorithm's id.
        algorithm: String,
        /// Its configuration.
        config: Config,
        /// The run.
        events: Vec<Event>,
        /// Its name.
        name: String,
    },
    /// Show another run.
    Switch(usize),
    /// Name a run.
    Rename(usize, String),
    /// Delete a run.
    Delete(usize),
    /// Put another algorithm beside the run.
    Beside(&'static Entry),
    /// Put another run beside the one that is shown.
    BesideRun(usize),
    /// Keep the two in step by something else.
    Pace(Pace),
    /// See the run as a process knows it, or all of it.
    Lens(Option<ProcessId>),
    /// Leave what is closest: a process's view, then what stands beside the run.
    Leave,
    /// Look closer at the stage, or from further away.
    Zoom(i8),
    /// Show a tab.
    Tab(Tab),
    /// Open or close what lies over the page.
    Dialog(Option<Dialog>),
    /// Show a scenario that was played, from its start: a lesson of that name, or a text that was
    /// brought along.
    Show(Box<Played>, Result<&'static str, Rc<str>>),
    /// Answer the lesson's question: the remark's place, and that of the answer.
    Answer(usize, usize),
    /// Return to the lesson's own run, where it was left.
    BackToLesson,
    /// End the lesson; its run stays.
    LeaveLesson,
    /// Say something.
    Tell(Notice),
    /// It was read.
    Dismiss,
}

/// Everything that the page shows, but preferences.
#[derive(Clone)]
pub struct Store {
    /// Tells this session from any other.
    pub identity: Rc<()>,
    /// The runs and the playhead; shared with whoever shows them.
    pub session: Rc<Session>,
    /// Who drives.
    pub driver: Driver,
    /// Whether the clock runs.
    pub playing: bool,
    /// The tab shown.
    pub tab: Tab,
    /// What lies over the page.
    pub dialog: Option<Dialog>,
    /// What the reader is told.
    pub notice: Option<Notice>,
    /// The lesson that is shown.
    pub guide: Option<Guide>,
    /// Whether the reader can step but not act.
    pub locked: bool,
    /// Whether the page shows the picture without what surrounds it.
    pub embed: bool,
    /// Whether the page's address asked for this session.
    pub from_link: bool,
    /// How closely the stage is looked at, 0 for the whole.
    pub zoom: u8,
    /// What stands beside the run, in step with it.
    pub beside: Option<Pair>,
    /// The process through whose eyes the stage is seen.
    pub lens: Option<ProcessId>,
    /// The level at which the run is shown, and stepped through.
    pub level: Level,
    /// What is part of what in the run.
    pub index: Index,
    /// What was open before this session took its place.
    pub replaced: Option<Rc<Store>>,
}

/// The closest look.
const CLOSEST: u8 = 4;

impl PartialEq for Store {
    /// Each action makes another store, so two are the same only where they are one.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Store {
    /// At the start of a session, which its driver runs ahead.
    pub fn new(mut session: Session, driver: Driver) -> Self {
        if session.trace.is_empty() {
            driver.extend(&mut session);
            // What the reader did not do, the reader cannot undo.
            session.trace.forget_changes();
        }
        Store {
            identity: Rc::new(()),
            session: Rc::new(session),
            driver,
            playing: false,
            tab: Tab::Code,
            dialog: None,
            notice: None,
            guide: None,
            locked: false,
            embed: false,
            from_link: false,
            zoom: 0,
            beside: None,
            lens: None,
            level: Level::Copies,
            index: Index::default(),
            replaced: None,
        }
    }

    /// At the start of a scenario that was played.
    pub fn showing(played: Played, lesson: Option<&'static str>) -> Self {
        let guide = Guide::of(&played, lesson);
        let mut session = played.session;
        session.trace.seek(0);
        session.trace.forget_changes();
        Store {
            guide,
            ..Store::new(session, Driver::default())
        }
    }

    /// Whether there is a next event without anyone's choice.
    pub fn can_go_on(&self) -> bool {
        self.session.trace.position() < self.session.trace.len()
    }

    /// The session, to be changed.
    pub fn run(&mut self) -> &mut Session {
        Rc::make_mut(&mut self.session)
    }

    /// Whose view comes after the one that is shown: nobody's, then each process's in turn.
    pub fn next_lens(&self) -> Option<ProcessId> {
        let next = self.lens.map_or(0, |p| p.0 + 1);
        (next < self.session.config().processes).then_some(ProcessId(next))
    }

    /// Whether there is more beside the run when that has ended.
    pub fn more_beside(&self) -> bool {
        let beside = self.beside.as_ref();
        beside.is_some_and(|pair| pair.has_more(&self.session))
    }

    fn seek(&mut self, position: usize) {
        self.run().trace.seek(position);
    }

    /// One unit on beside the run, which has ended. Whether there was one.
    fn go_on_beside(&mut self) -> bool {
        let session = self.session.clone();
        self.beside
            .as_mut()
            .is_some_and(|pair| pair.go_on(&session))
    }

    /// One unit back beside the run, where the pair has gone on since its end. Whether it had.
    fn go_back_beside(&mut self) -> bool {
        let session = self.session.clone();
        self.beside
            .as_mut()
            .is_some_and(|pair| pair.go_back(&session))
    }

    fn put_beside(&mut self, entry: &'static Entry) {
        match Pair::with_algorithm(entry, &self.session) {
            Ok(pair) => {
                self.beside = Some(pair);
                self.dialog = None;
            }
            Err(error) => self.complain(error),
        }
    }

    fn put_run_beside(&mut self, branch: usize) {
        let Some(name) = self
            .session
            .trace
            .branches()
            .get(branch)
            .map(|b| b.name.clone())
        else {
            return;
        };
        let mut run = (*self.session).clone();
        run.trace.switch(branch);
        self.beside = Some(Pair::with_run(run, &name, Pace::Steps, &self.session));
        self.dialog = None;
    }

    /// On to the next event that the level shows, along the run or by its driver, or to the
    /// question that stands before it. Whether there was one.
    fn next(&mut self) -> bool {
        let mut moved = false;
        loop {
            if self.asked().is_some() {
                return moved;
            }
            let here = self.session.trace.position();
            if !self.can_go_on() && self.driver.extend(Rc::make_mut(&mut self.session)) == 0 {
                return moved || self.go_on_beside();
            }
            self.seek(here + 1);
            moved = true;
            if self.shows(here + 1) {
                return true;
            }
        }
    }

    /// Whether the level shows a step.
    fn shows(&self, step: usize) -> bool {
        let closest = self.level == Level::Copies;
        closest
            || self
                .index
                .of(&self.session)
                .levels()
                .shows(self.level, step)
    }

    /// Back to the event before that the level shows.
    fn back(&mut self) {
        let here = self.session.trace.position();
        let before = (0..here).rev().find(|k| self.shows(*k));
        self.seek(before.unwrap_or(0));
    }

    /// The levels of the algorithm, the closest first; empty where it has none.
    pub fn levels(&self) -> &'static [Level] {
        self.session.info().levels
    }

    /// So many levels further away, or closer. Whether there is such a level.
    fn step_level(&mut self, by: isize) -> bool {
        let levels = self.levels();
        let place = levels.iter().position(|l| *l == self.level).unwrap_or(0);
        let next = place.checked_add_signed(by).and_then(|k| levels.get(k));
        next.map(|level| self.level = *level).is_some()
    }

    /// The question that stands before the next step, if one does.
    pub fn asked(&self) -> Option<(usize, &Question)> {
        let guide = self.guide.as_ref().filter(|_| self.on_lesson())?;
        guide.open_question(self.session.trace.position())
    }

    /// The places where a delay ends, seen from the playhead: the next one, or the one before.
    fn delay_end(&self, forward: bool) -> usize {
        let trace = &self.session.trace;
        let delays = |k: usize| trace.step(k).clock.delays;
        let ends = |k: &usize| *k == 0 || *k == trace.len() || delays(*k) < delays(*k + 1);
        let here = trace.position();
        if forward {
            (here + 1..=trace.len()).find(ends).unwrap_or(trace.len())
        } else {
            (0..here).rev().find(ends).unwrap_or(0)
        }
    }

    fn complain(&mut self, error: impl Into<Trouble>) {
        self.notice = Some(Notice {
            said: error.into(),
            error: true,
        });
    }

    fn until(&mut self, stop: &Stop, most: usize) {
        self.playing = false;
        // A locked run is looked through, and not made longer.
        let may_go_on = !self.locked;
        let driver = self.driver;
        if let Err(looked) = driver.until(self.run(), stop, most, may_go_on) {
            self.notice = Some(Notice {
                said: Trouble::NotWithin(looked),
                error: false,
            });
        }
    }

    fn act(&mut self, choices: &[Choice]) {
        self.playing = false;
        let mut taken = 0;
        let here = self.session.trace.position();
        let late = self
            .beside
            .as_ref()
            .and_then(|pair| pair.now(&self.session));
        self.run().trace.join_changes(true);
        for choice in choices {
            match self.run().trace.act(*choice) {
                Ok(()) => taken += 1,
                // Of several, those that change nothing are left out.
                Err(_) if choices.len() > 1 => {}
                Err(error) => self.complain(error),
            }
        }
        if taken > 0 {
            self.notice = None;
            if let (Some(pair), Some(over)) = (&mut self.beside, late) {
                let trace = &self.session.trace;
                for step in here + 1..=trace.position() {
                    pair.happened_late(trace.node_at(step), over);
                }
            }
            if !self.can_go_on() {
                self.driver.extend(Rc::make_mut(&mut self.session));
            }
        }
        self.run().trace.join_changes(false);
    }

    /// Shows another session; what was open about the page stays open.
    fn open(&mut self, session: Session, driver: Driver) {
        let (tab, level) = (self.tab, self.level);
        let beside = self.beside.take();
        *self = Store::new(session, driver);
        self.tab = tab;
        self.keep_level(level);
        if let Some(Beside::Algorithm(entry)) = beside.as_ref().map(Pair::what) {
            self.beside = Pair::with_algorithm(entry, &self.session).ok();
        }
    }

    /// Looks at another run from the level that was chosen, as near as it has one.
    pub(super) fn keep_level(&mut self, level: Level) {
        let mut levels = self.levels().iter().rev();
        self.level = levels.find(|l| **l <= level).copied().unwrap_or_default();
    }

    fn replay(&mut self, algorithm: &str, config: &Config, events: &[Event], name: &str) {
        let here = &self.session;
        // A locked run gets no branch: what is shown beside it is another.
        if self.locked || here.info().id != algorithm || here.config() != config {
            let session = find(algorithm).map(|entry| Session::new(entry, config));
            match session {
                Some(Ok(session)) => self.open(
                    session,
                    Driver {
                        mode: Mode::ByHand,
                        ..self.driver
                    },
                ),
                Some(Err(error)) => return self.complain(error),
                None => return,
            }
        }
        self.playing = false;
        let trace = &mut self.run().trace;
        trace.seek(0);
        trace.join_changes(true);
        let done = events.iter().try_for_each(|e| trace.act(Choice::Event(*e)));
        trace.join_changes(false);
        let branch = trace.branch();
        trace.rename(branch, name);
        if let Err(error) = done {
            self.complain(error);
        }
    }

    fn undo(&mut self, again: bool) {
        self.playing = false;
        let trace = &mut self.run().trace;
        let here = trace.position();
        if again {
            if trace.redo() {
                // What an automatic schedule added lies ahead, not behind.
                trace.seek((here + 1).min(trace.position()));
            }
        } else {
            trace.undo();
        }
    }

    fn drive(&mut self, mode: Mode) {
        self.driver.mode = mode;
        self.driver.since = self.session.trace.position();
        match mode {
            Mode::Lockstep | Mode::Random | Mode::Stubborn => {
                self.driver.draw(Rc::make_mut(&mut self.session))
            }
            Mode::ByHand => {
                self.playing = false;
                self.tab = Tab::Next;
            }
        }
    }

    /// Whether an action changes the run, which a locked one forbids.
    fn forbids(&self, action: &Action) -> bool {
        self.locked
            && matches!(
                action,
                Action::Act(_)
                    | Action::ActAll(_)
                    | Action::Drive(_)
                    | Action::Draw(_)
                    | Action::Slow(_)
                    | Action::Rename(..)
                    | Action::Delete(_)
                    | Action::Undo
                    | Action::Redo
            )
    }

    fn change(&mut self, action: Action) {
        match action {
            Action::Open(store) => *self = *store,
            Action::Start(entry, config) => match Session::new(entry, &config) {
                Ok(session) => self.open(
                    session,
                    Driver {
                        since: 0,
                        // Who sets up a run wants to see one.
                        mode: match self.driver.mode {
                            Mode::ByHand => Mode::Lockstep,
                            mode => mode,
                        },
                        ..self.driver
                    },
                ),
                Err(error) => self.complain(error),
            },
            Action::Replay {
                algorithm,
                config,
                events,
                name,
            } => self.replay(&algorithm, &config, &events, &name),
            Action::Undo => self.undo(false),
            Action::Redo => self.undo(true),
            Action::Delete(branch) => {
                if let Err(error) = self.run().trace.delete(branch) {
                    self.complain(error);
                }
            }
            Action::Seek(position) => {
                self.playing = false;
                self.seek(position);
                let beyond = position.saturating_sub(self.session.trace.len());
                if let Some(pair) = &mut self.beside {
                    pair.follow(&self.session);
                    pair.go_beyond(beyond, &self.session);
                }
            }
            Action::Next => {
                self.playing = false;
                if !self.next() && self.asked().is_none() {
                    self.tab = Tab::Next;
                }
            }
            Action::Tick => self.playing = self.next(),
            Action::Back => {
                self.playing = false;
                if !self.go_back_beside() {
                    self.back();
                }
            }
            Action::Level(level) => {
                if self.levels().contains(&level) {
                    self.level = level;
                }
            }
            Action::Into | Action::Out => {
                self.playing = false;
                self.step_level(if matches!(action, Action::Into) {
                    -1
                } else {
                    1
                });
                self.next();
            }
            Action::NextDelay => {
                self.playing = false;
                if !self.can_go_on() {
                    self.driver.extend(Rc::make_mut(&mut self.session));
                }
                if self.can_go_on() {
                    let (here, end) = (self.session.trace.position(), self.delay_end(true));
                    let guide = self.guide.as_ref().filter(|_| self.on_lesson());
                    let end = guide.map_or(end, |g| g.up_to_a_question(here, end));
                    self.seek(end);
                } else {
                    self.go_on_beside();
                }
            }
            Action::BackDelay => {
                self.playing = false;
                if !self.go_back_beside() {
                    self.seek(self.delay_end(false));
                }
            }
            Action::Play(on) => {
                let more = self.can_go_on() || self.more_beside();
                self.playing = on && (more || self.driver.mode != Mode::ByHand);
            }
            Action::Act(choice) => self.act(&[choice]),
            Action::ActAll(choices) => self.act(&choices),
            Action::Until(stop, most) => self.until(&stop, most),
            Action::Drive(mode) => self.drive(mode),
            Action::Draw(seed) => {
                self.playing = false;
                self.driver.seed = seed;
                self.driver.mode = Mode::Random;
                self.driver.draw(Rc::make_mut(&mut self.session));
            }
            Action::Slow(what) => {
                self.playing = false;
                Driver::slow(self.run(), what);
            }
            Action::Faults(on) => self.driver.faults = on,
            Action::Switch(branch) => {
                self.playing = false;
                self.run().trace.switch(branch);
            }
            Action::Rename(branch, name) => self.run().trace.rename(branch, &name),
            Action::Beside(entry) => self.put_beside(entry),
            Action::BesideRun(branch) => self.put_run_beside(branch),
            Action::Pace(pace) => {
                if let Some(pair) = &mut self.beside {
                    pair.keep_pace(pace, &self.session);
                }
            }
            Action::Lens(lens) => {
                self.lens = lens;
                if lens.is_some() {
                    // There, what has reached the process is told.
                    self.tab = Tab::State;
                }
            }
            Action::Leave if self.lens.is_some() => self.lens = None,
            Action::Leave => self.beside = None,
            Action::Zoom(by) => self.zoom = self.zoom.saturating_add_signed(by).min(CLOSEST),
            Action::Tab(tab) => self.tab = tab,
            Action::Dialog(dialog) => {
                self.playing &= dialog.is_none();
                self.dialog = dialog;
            }
            Action::Show(played, source) => {
                let (tab, level) = (self.tab, self.level);
                *self = Store::showing(*played, source.as_ref().ok().copied());
                if let (Some(guide), Err(text)) = (&mut self.guide, source) {
                    guide.text = Some(text);
                }
                self.tab = tab;
                self.keep_level(level);
            }
            Action::Answer(place, answer) => {
                if let Some(guide) = &mut self.guide {
                    guide.answers.push((place, answer));
                }
            }
            Action::BackToLesson => {
                if let Some(guide) = &self.guide {
                    let (branch, place) = (guide.branch, guide.place);
                    self.run().trace.switch(branch);
                    self.run().trace.seek(place);
                }
            }
            Action::LeaveLesson => {
                self.guide = None;
                (self.lens, self.beside) = (None, None);
            }
            Action::Tell(notice) => self.notice = Some(notice),
            Action::Dismiss => self.notice = None,
        }
    }
}

impl Reducible for Store {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        if !self.forbids(&action) {
            next.change(action);
        }
        if !Rc::ptr_eq(&next.identity, &self.identity) {
            let before = Store {
                replaced: None,
                ..(*self).clone()
            };
            next.replaced = Some(Rc::new(before));
        }
        next.look_as_told();
        let processes = next.session.config().processes;
        next.lens = next.lens.filter(|p| p.0 < processes);
        if let Some(pair) = &mut next.beside {
            pair.follow(&next.session);
        }
        let position = next.session.trace.position();
        let on_lesson = next.on_lesson();
        if let Some(guide) = next.guide.as_mut().filter(|_| on_lesson) {
            guide.place = position;
        }
        Rc::new(next)
    }
}
