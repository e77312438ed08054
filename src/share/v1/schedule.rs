//! A schedule in a link: runs of automatic schedules and the user's own choices, with checks on
//! the way that tell where a link goes another way than it did for its author.

use super::plan::{Place, Run, Segment};
use super::tables::{HOLDS, Happened, choice, identity, ordinary};
use crate::model::Config;
use crate::share::coder::{Code, Exhausted, Writer};
use crate::sim::{Adversary, Choice, Draw, Lockstep, Random, Session, StepError, Stop};

/// How often each kind of segment comes: the end, by hand, lockstep, escaped, random, and what was
/// added since the first version, which a number tells.
const SEGMENTS: [u32; 6] = [12, 16, 16, 16, 3, 1];
const END: u32 = 0;
const HAND: u32 = 1;
const LOCKSTEP: u32 = 2;
const ESCAPED: u32 = 3;
const RANDOM: u32 = 4;
const LATER: u32 = 5;
/// Segments that were added are numbered below this.
const LATER_SEGMENTS: u32 = 16;
/// By hand, each choice told by its class first.
const SORTED: u32 = 0;
/// A check comes after so many choices by hand.
const HAND_CHECK: usize = 64;
/// A check on the way is a number below this.
const CHECK: u32 = 62;
/// The fingerprint at the end is two numbers below this.
const FINGERPRINT: u32 = 1 << 12;
/// Kinds of escaped choices are numbered below this; the last says that the number of a kind that
/// was added since the first version follows.
const KINDS: u32 = 16;
/// Kinds that were added are numbered below this, from [`KINDS`] - 1 on.
const LATER_KINDS: u32 = 16;
/// The later forms of holds are numbered below this.
const LATER_FORMS: u32 = 8;

/// Why a schedule cannot be followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is not whole.
    Exhausted,
    /// It says something that only a newer version knows.
    Newer,
    /// It claims so many steps, more than are allowed.
    TooMany(u64),
    /// A choice that cannot be made there.
    Refused(Choice, StepError),
    /// An automatic schedule or a choice by hand that finds nothing to choose.
    Nothing,
    /// What happened is not what the author saw.
    Check,
}

impl From<Exhausted> for Flaw {
    fn from(_: Exhausted) -> Self {
        Flaw::Exhausted
    }
}

/// The plan by which a run takes the fewest characters: `write` writes it by one.
pub fn shortest(
    run: &Run,
    mut write: impl FnMut(&mut Writer, &[Segment]) -> Result<(), Flaw>,
) -> Vec<Segment> {
    let length = |plan: &Vec<Segment>| {
        let mut writer = Writer::new();
        let written = write(&mut writer, plan);
        assert!(written.is_ok(), "a writer takes everything: {written:?}");
        writer.finish().len()
    };
    run.plans()
        .into_iter()
        .min_by_key(length)
        .unwrap_or_default()
}

/// Writes the steps after `from` of the session's current run, as a plan says.
pub fn write(
    code: &mut Writer,
    session: &Session,
    from: usize,
    run: &Run,
    plan: &[Segment],
    happened: &mut Happened,
) -> Result<(), Flaw> {
    let mut at = from;
    let mut unchecked = false;
    for segment in plan {
        let kind = match segment {
            Segment::Hand(_) => HAND,
            Segment::Sorted(_) => LATER,
            Segment::Escaped => ESCAPED,
            Segment::Lockstep(..) => LOCKSTEP,
            Segment::Random(..) => RANDOM,
        };
        code.weighted(&SEGMENTS, kind)?;
        if std::mem::take(&mut unchecked) {
            check(code, happened)?;
        }
        let end = at + segment.len();
        match *segment {
            Segment::Hand(count) | Segment::Sorted(count) => {
                let sorted = matches!(segment, Segment::Sorted(_));
                if sorted {
                    code.uniform(LATER_SEGMENTS, SORTED)?;
                }
                code.number(count as u64 - 1)?;
                for (k, told) in run.steps[at - from..end - from].iter().enumerate() {
                    if k > 0 && k % HAND_CHECK == 0 {
                        check(code, happened)?;
                    }
                    match told.place {
                        Some(place) if sorted => {
                            place.sorted(code)?;
                        }
                        Some(place) => {
                            place.plain(code)?;
                        }
                        None => {}
                    }
                    happened.step(session.trace.step(at + k + 1));
                }
                at = end;
                continue;
            }
            Segment::Escaped => {
                escaped(code, session, Some(run.steps[at - from].choice))?;
            }
            Segment::Lockstep(count, rest) => {
                length(code, count, rest)?;
                unchecked = true;
            }
            Segment::Random(draw, count, rest) => {
                seeded(code, draw)?;
                length(code, count, rest)?;
                unchecked = true;
            }
        }
        for k in at..end {
            happened.step(session.trace.step(k + 1));
        }
        at = end;
    }
    code.weighted(&SEGMENTS, END)?;
    Ok(())
}

/// How far reading has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What has happened.
    pub happened: Happened,
    /// How many more steps are allowed.
    pub allowed: usize,
    /// The place in the run up to which a check has confirmed it.
    pub confirmed: usize,
}

/// Takes the steps that are told at the session's playhead, up to the end of the schedule or to
/// where it cannot be followed.
pub fn read<C: Code>(
    code: &mut C,
    session: &mut Session,
    progress: &mut Progress,
) -> Result<(), Flaw> {
    let mut unchecked = false;
    loop {
        let kind = code.weighted(&SEGMENTS, END)?;
        if kind == END {
            return Ok(());
        }
        if std::mem::take(&mut unchecked) {
            check(code, &progress.happened)?;
            progress.confirmed = session.trace.position();
        }
        match kind {
            HAND | LATER => {
                let sorted = kind == LATER;
                if sorted && code.uniform(LATER_SEGMENTS, SORTED)? != SORTED {
                    return Err(Flaw::Newer);
                }
                let count = code.number(0)?.saturating_add(1);
                let count = progress.claim(count)?;
                for k in 0..count {
                    if k > 0 && k % HAND_CHECK == 0 {
                        check(code, &progress.happened)?;
                        progress.confirmed = session.trace.position();
                    }
                    let events = ordinary(session.trace.enabled());
                    if events.is_empty() {
                        return Err(Flaw::Nothing);
                    }
                    let among = Place::first_of(&events);
                    let place = match sorted {
                        true => among.sorted(code)?,
                        false => among.plain(code)?,
                    };
                    progress.act(session, Choice::Event(events[place as usize]))?;
                }
            }
            ESCAPED => {
                let chosen = escaped(code, session, None)?;
                progress.claim(1)?;
                progress.act(session, chosen)?;
            }
            LOCKSTEP => {
                progress.run(session, &mut Lockstep, length(code, 0, false)?)?;
                unchecked = true;
            }
            RANDOM => {
                let mut random = Random::resume(seeded(code, Draw::default())?);
                progress.run(session, &mut random, length(code, 0, false)?)?;
                unchecked = true;
            }
            _ => return Err(Flaw::Newer),
        }
    }
}

impl Progress {
    /// Refuses a claim of more steps than are allowed before it is followed.
    fn claim(&mut self, count: u64) -> Result<usize, Flaw> {
        match usize::try_from(count) {
            Ok(steps) if steps <= self.allowed => {
                self.allowed -= steps;
                Ok(steps)
            }
            _ => Err(Flaw::TooMany(count)),
        }
    }

    fn act(&mut self, session: &mut Session, choice: Choice) -> Result<(), Flaw> {
        let step = session.trace.act(choice);
        step.map_err(|why| Flaw::Refused(choice, why))?;
        self.happened.step(session.trace.here());
        Ok(())
    }

    fn run(
        &mut self,
        session: &mut Session,
        adversary: &mut dyn Adversary,
        count: Option<u64>,
    ) -> Result<(), Flaw> {
        let start = session.trace.position();
        let limit = match count {
            Some(count) => self.claim(count)?,
            None => self.allowed,
        };
        let taken = session.run(adversary, &Stop::Quiescent, limit);
        for k in start..start + taken {
            self.happened.step(session.trace.step(k + 1));
        }
        if count.is_some() {
            return if taken == limit {
                Ok(())
            } else {
                Err(Flaw::Nothing)
            };
        }
        self.allowed -= taken;
        if taken == limit && adversary.choose(&session.trace).is_some() {
            return Err(Flaw::TooMany(limit as u64 + 1));
        }
        Ok(())
    }
}

/// A check on the way.
pub fn check<C: Code>(code: &mut C, happened: &Happened) -> Result<(), Flaw> {
    let told = happened.told(CHECK);
    if code.uniform(CHECK, told)? == told {
        Ok(())
    } else {
        Err(Flaw::Check)
    }
}

/// The fingerprint at the end.
pub fn fingerprint<C: Code>(code: &mut C, happened: &Happened) -> Result<(), Flaw> {
    let told = happened.told(FINGERPRINT * FINGERPRINT);
    let (high, low) = (told / FINGERPRINT, told % FINGERPRINT);
    if (
        code.uniform(FINGERPRINT, high)?,
        code.uniform(FINGERPRINT, low)?,
    ) == (high, low)
    {
        Ok(())
    } else {
        Err(Flaw::Check)
    }
}

/// An automatic schedule's rules and how long it runs: nothing, for until it has nothing to do.
fn length<C: Code>(code: &mut C, count: usize, rest: bool) -> Result<Option<u64>, Flaw> {
    // The mark for other rules than those of the first version.
    if code.rarely(false)? {
        return Err(Flaw::Newer);
    }
    if code.uniform(2, (!rest).into())? == 0 {
        return Ok(None);
    }
    let count = code.number((count as u64).saturating_sub(1))?;
    Ok(Some(count.saturating_add(1)))
}

fn seeded<C: Code>(code: &mut C, draw: Draw) -> Result<Draw, Flaw> {
    Ok(Draw {
        seed: code.number(draw.seed)?,
        faults: code.uniform(2, draw.faults.into())? == 1,
        drawn: code.number(draw.drawn)?,
    })
}

/// How the parts of a kind's content are written.
#[derive(Clone, Copy)]
enum Part {
    Process,
    Memory,
    /// Small as a rule.
    Number,
    /// A thread: its family and its place there.
    Thread,
    /// Any number of 32 bits.
    Act,
    Nothing,
}

fn parts(kind: u8, form: u32) -> Option<[Part; 3]> {
    use Part::{Act, Memory, Nothing, Number, Process, Thread};
    Some(match kind {
        0 | 8 => [Process, Process, Number],
        1 | 2 | 9 => [Process, Memory, Nothing],
        3 | 4 => [Process, Thread, Nothing],
        5 => [Process, Process, Nothing],
        6 => [Process, Nothing, Nothing],
        7 => [Memory, Nothing, Nothing],
        10 => [Process, Number, Nothing],
        11 => [Process, Thread, Number],
        12 => [Process, Act, Nothing],
        // The first part of a hold is its form.
        13 | 14 => match form {
            0 => [Nothing, Process, Memory],
            1 => [Nothing, Process, Process],
            2 => [Nothing, Process, Nothing],
            _ => [Nothing, Memory, Nothing],
        },
        _ => return None,
    })
}

/// Writes a choice in full, or reads one.
fn escaped<C: Code>(
    code: &mut C,
    session: &Session,
    given: Option<Choice>,
) -> Result<Choice, Flaw> {
    let (kind, given) = given.map_or((0, [0; 3]), identity);
    let added = KINDS - 1;
    let mut told = code.uniform(KINDS, u32::from(kind).min(added))?;
    if told == added {
        told += code.uniform(LATER_KINDS, u32::from(kind).saturating_sub(added))?;
    }
    let kind = told as u8;
    if kind == 15 || kind == 16 {
        let content = later_hold(code, session.config(), given)?;
        return choice(kind, content).ok_or(Flaw::Newer);
    }
    let mut content = [0; 3];
    if kind == 13 || kind == 14 {
        content[0] = code.uniform(HOLDS.len() as u32, given[0])?;
    }
    let parts = parts(kind, content[0]).ok_or(Flaw::Newer)?;
    let config = session.config();
    for (k, part) in parts.into_iter().enumerate() {
        content[k] = match part {
            Part::Process => code.uniform(config.processes.into(), given[k])?,
            // Without memories, no memory can be meant.
            Part::Memory => code.uniform(u32::from(config.memories).max(1), given[k])?,
            Part::Number => small(code.number(given[k].into())?)?,
            Part::Thread => {
                let family = small(code.number((given[k] >> 8).into())?)?;
                let index = small(code.number((given[k] & 0xFF).into())?)?;
                family << 8 | index & 0xFF
            }
            Part::Act => {
                let bits = u32::BITS - given[k].leading_zeros();
                let bits = code.uniform(u32::BITS + 1, bits)?;
                code.bits(bits, given[k].into())? as u32
            }
            Part::Nothing => content[k],
        };
    }
    choice(kind, content).ok_or(Flaw::Newer)
}

/// Writes the content of a hold whose form came later, or reads one.
fn later_hold<C: Code>(
    code: &mut C,
    config: &Config,
    [form, one, other]: [u32; 3],
) -> Result<[u32; 3], Flaw> {
    let form = code.uniform(LATER_FORMS, form)?;
    let process = |code: &mut C, p: u32| code.uniform(config.processes.into(), p);
    Ok(match form {
        0 | 1 => {
            let processes = (0..u32::from(config.processes)).map(|p| 1 << p);
            let memories = (0..u32::from(config.memories)).map(|m| 1 << (16 + m));
            let (mut first, mut second) = (0, 0);
            for bit in processes.chain(memories) {
                // On neither side, on the first, on the second.
                let side = u32::from(one & bit != 0) + 2 * u32::from(other & bit != 0);
                match code.uniform(3, side)? {
                    0 => {}
                    1 => first |= bit,
                    _ => second |= bit,
                }
            }
            [form, first, second]
        }
        2 => {
            let (from, to) = (process(code, one >> 8)?, process(code, one & 0xFF)?);
            [form, from << 8 | to, small(code.number(other.into())?)?]
        }
        3 | 4 => {
            let p = process(code, one)?;
            let memories = u32::from(config.memories).max(1);
            [form, p, code.uniform(memories, other)?]
        }
        _ => return Err(Flaw::Newer),
    })
}

fn small(number: u64) -> Result<u32, Flaw> {
    u8::try_from(number).map(u32::from).map_err(|_| Flaw::Newer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::v1::{VERSION, head_of, written};
    use crate::share::{LinkError, MOST_STEPS, decode, frame};
    use crate::sim::find;

    fn standard() -> Session {
        let entry = find("protected-memory-paxos").expect("registered");
        Session::new(entry, &(entry.standard)()).expect("its own configuration")
    }

    /// A whole link with a schedule that nobody's run has.
    fn hostile(write: impl FnOnce(&mut Writer) -> Result<(), Flaw>) -> String {
        let body = written(|code| {
            head_of(&standard()).code(code).map_err(|_| Flaw::Newer)?;
            write(code)
        });
        frame::seal(VERSION, &body)
    }

    #[test]
    fn a_claim_of_a_billion_steps_is_refused_before_it_is_followed() {
        type Claim = fn(&mut Writer) -> Result<(), Flaw>;
        let claims: [Claim; 4] = [
            |code| {
                code.weighted(&SEGMENTS, LOCKSTEP)?;
                length(code, 1_000_000_000, false).map(|_| ())
            },
            |code| {
                code.weighted(&SEGMENTS, RANDOM)?;
                seeded(code, Draw::default())?;
                length(code, 1_000_000_000, false).map(|_| ())
            },
            |code| {
                code.weighted(&SEGMENTS, HAND)?;
                code.number(999_999_999)?;
                Ok(())
            },
            |code| {
                code.weighted(&SEGMENTS, LATER)?;
                code.uniform(LATER_SEGMENTS, SORTED)?;
                code.number(999_999_999)?;
                Ok(())
            },
        ];
        for claim in claims {
            let opened = decode(&hostile(claim)).expect("its head is whole");
            let claimed = 1_000_000_000;
            let most = MOST_STEPS;
            assert_eq!(
                opened.problem,
                Some(LinkError::TooManySteps { claimed, most })
            );
            assert!(opened.session.trace.is_empty());
        }
    }

    #[test]
    fn holds_without_end_are_refused_when_they_are_too_many() {
        let hold = crate::sim::Hold::Process(crate::model::ProcessId(0));
        let link = hostile(|code| {
            for k in 0..MOST_STEPS + 10 {
                code.weighted(&SEGMENTS, ESCAPED)?;
                let choice = [Choice::Hold(hold), Choice::Release(hold)][k % 2];
                escaped(code, &standard(), Some(choice))?;
            }
            Ok(())
        });
        let opened = decode(&link).expect("its head is whole");
        assert!(matches!(
            opened.problem,
            Some(LinkError::TooManySteps { .. })
        ));
        assert_eq!(opened.session.trace.len(), MOST_STEPS);
    }

    #[test]
    fn what_only_a_newer_version_knows_is_told_so() {
        type Later = fn(&mut Writer) -> Result<(), Flaw>;
        let later: [Later; 3] = [
            |code| {
                code.weighted(&SEGMENTS, LATER)?;
                code.uniform(LATER_SEGMENTS, LATER_SEGMENTS - 1)?;
                Ok(())
            },
            |code| {
                code.weighted(&SEGMENTS, ESCAPED)?;
                code.uniform(KINDS, KINDS - 1)?;
                code.uniform(LATER_KINDS, LATER_KINDS - 1)?;
                Ok(())
            },
            |code| {
                code.weighted(&SEGMENTS, ESCAPED)?;
                code.uniform(KINDS, KINDS - 1)?;
                code.uniform(LATER_KINDS, 0)?;
                code.uniform(LATER_FORMS, LATER_FORMS - 1)?;
                Ok(())
            },
        ];
        for write in later {
            let opened = decode(&hostile(write)).expect("its head is whole");
            assert_eq!(opened.problem, Some(LinkError::NewerStep { steps: 0 }));
        }
    }

    #[test]
    fn what_cannot_happen_is_named() {
        let link = hostile(|code| {
            code.weighted(&SEGMENTS, ESCAPED)?;
            let p1 = crate::model::ProcessId(0);
            let recover = crate::model::Event::Recover {
                process: p1,
                input: crate::model::Value(0),
            };
            escaped(code, &standard(), Some(Choice::Event(recover)))?;
            Ok(())
        });
        let opened = decode(&link).expect("its head is whole");
        let told = opened.problem.expect("p1 has not crashed").to_string();
        assert!(
            told.starts_with("step 1 of the link (recover p1 input=a)"),
            "{told}"
        );
    }
}
