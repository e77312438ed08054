//! What stands before the schedule: the algorithm, its configuration, and how to open it.

use super::tables::ALGORITHMS;
use crate::model::{Config, FirstPhase, Links, ProcessSet, Quorum, Reads, UNBOUNDED, Value};
use crate::share::coder::{Code, Exhausted};

/// Algorithms are numbered below this; this itself says that the id follows as text.
const BY_TEXT: u32 = 31;
/// The characters of ids.
const ID_CHARACTERS: &[u8; 37] = b"abcdefghijklmnopqrstuvwxyz0123456789-";
/// The longest id, in characters.
const LONGEST_ID: u64 = 60;
/// The head's own check is a number below this.
const CHECK: u32 = 62 * 62;

/// The head of a link or a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The algorithm's id.
    pub algorithm: String,
    /// The algorithm's revision.
    pub revision: u16,
    /// Its configuration.
    pub config: Config,
    /// Whether it starts playing.
    pub playing: bool,
    /// Whether a reader can only step.
    pub locked: bool,
    /// Whether it is shown without what surrounds the picture.
    pub embed: bool,
}

/// Why a head cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadFlaw {
    /// It is not whole.
    Exhausted,
    /// It says something that only a newer version knows.
    Newer,
    /// Its check does not fit.
    Check,
}

impl From<Exhausted> for HeadFlaw {
    fn from(_: Exhausted) -> Self {
        HeadFlaw::Exhausted
    }
}

impl Head {
    /// A head for a reader to fill.
    pub fn blank() -> Self {
        Head {
            algorithm: String::new(),
            revision: 0,
            config: Config::new(1, 0),
            playing: false,
            locked: false,
            embed: false,
        }
    }

    /// Writes the head, or reads another.
    pub fn code<C: Code>(&self, code: &mut C) -> Result<Head, HeadFlaw> {
        let algorithm = algorithm(code, &self.algorithm)?;
        let revision = code.number(self.revision.into())?;
        let head = Head {
            algorithm,
            revision: u16::try_from(revision).map_err(|_| HeadFlaw::Newer)?,
            config: config(code, &self.config)?,
            playing: code.rarely(self.playing)?,
            locked: code.rarely(self.locked)?,
            embed: code.rarely(self.embed)?,
        };
        let check = head.check();
        if code.uniform(CHECK, check)? == check {
            Ok(head)
        } else {
            Err(HeadFlaw::Check)
        }
    }

    fn check(&self) -> u32 {
        let c = &self.config;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(self.algorithm.as_bytes());
        hasher.update(&self.revision.to_le_bytes());
        hasher.update(&[c.processes, c.memories, c.f_p, c.f_m, c.e]);
        for value in &c.inputs {
            hasher.update(&[value.0]);
        }
        hasher.update(&c.attempts);
        hasher.update(&c.byzantine.0.to_le_bytes());
        hasher.update(&c.mutations.to_le_bytes());
        let settings = [
            c.links == Links::FairLossy,
            c.reads == Reads::Register,
            c.first_phase == FirstPhase::Run,
            c.quorum == Quorum::AllButF,
            self.playing,
            self.locked,
            self.embed,
        ];
        hasher.update(&settings.map(u8::from));
        hasher.finalize() % CHECK
    }
}

fn algorithm<C: Code>(code: &mut C, id: &str) -> Result<String, HeadFlaw> {
    let number = ALGORITHMS.iter().position(|known| *known == id);
    let number = number.map_or(BY_TEXT, |n| n as u32);
    let number = code.uniform(BY_TEXT + 1, number)?;
    if number != BY_TEXT {
        let known = ALGORITHMS.get(number as usize);
        return known.map(|id| (*id).to_owned()).ok_or(HeadFlaw::Newer);
    }
    let length = code.number(id.len() as u64)?;
    if length > LONGEST_ID {
        return Err(HeadFlaw::Newer);
    }
    let mut out = String::new();
    for k in 0..length as usize {
        let character = id.as_bytes().get(k);
        let place = ID_CHARACTERS.iter().position(|c| Some(c) == character);
        let place = code.uniform(ID_CHARACTERS.len() as u32, place.unwrap_or(0) as u32)?;
        out.push(char::from(ID_CHARACTERS[place as usize]));
    }
    Ok(out)
}

fn byte<C: Code>(code: &mut C, value: u8) -> Result<u8, Exhausted> {
    Ok(code.uniform(256, value.into())? as u8)
}

/// Writes a configuration, or reads another. What is as usual costs next to nothing.
fn config<C: Code>(code: &mut C, given: &Config) -> Result<Config, HeadFlaw> {
    // Every field by name: one that is added must find its place in a link too, behind the mark
    // for extensions.
    let Config {
        processes,
        memories,
        inputs,
        f_p,
        f_m,
        byzantine,
        mutations,
        links,
        attempts,
        reads,
        first_phase,
        e,
        quorum,
    } = given;
    let n = code.uniform(9, u32::from(*processes) - 1)? as u8 + 1;
    let m = code.uniform(10, (*memories).into())? as u8;
    let mut out = Config::new(n, m);
    out.f_p = code.uniform(u32::from(n) + 1, (*f_p).into())? as u8;
    out.f_m = code.uniform(u32::from(m) + 1, (*f_m).into())? as u8;

    let usual = Config {
        f_p: *f_p,
        f_m: *f_m,
        ..Config::new(*processes, *memories)
    };
    if code.weighted(&[3, 1], (*given != usual).into())? == 0 {
        return Ok(out);
    }
    if code.rarely(*inputs != usual.inputs)? {
        for k in 0..n as usize {
            out.inputs[k] = Value(byte(code, inputs.get(k).map_or(0, |v| v.0))?);
        }
    }
    if code.uniform(2, (!byzantine.is_empty()).into())? == 1 {
        out.byzantine = ProcessSet(code.uniform(1 << n, byzantine.0.into())? as u16);
    }
    if code.uniform(2, (*mutations != 0).into())? == 1 {
        let bits = code.number((*mutations).into())?;
        out.mutations = u32::try_from(bits).map_err(|_| HeadFlaw::Newer)?;
    }
    if code.rarely(*links == Links::FairLossy)? {
        out.links = Links::FairLossy;
    }
    if code.rarely(*reads == Reads::Register)? {
        out.reads = Reads::Register;
    }
    if code.rarely(*first_phase == FirstPhase::Run)? {
        out.first_phase = FirstPhase::Run;
    }
    if code.rarely(*quorum == Quorum::AllButF)? {
        out.quorum = Quorum::AllButF;
    }
    let alike = attempts.iter().all(|a| Some(a) == attempts.first());
    let first = attempts.first().copied().unwrap_or(UNBOUNDED);
    let form = if !alike {
        2
    } else {
        u32::from(first != UNBOUNDED)
    };
    match code.weighted(&[8, 4, 1], form)? {
        0 => {}
        1 => out.attempts = vec![byte(code, first)?; n as usize],
        _ => {
            for k in 0..n as usize {
                out.attempts[k] = byte(code, attempts.get(k).copied().unwrap_or(0))?;
            }
        }
    }
    if code.rarely(*e != 0)? {
        out.e = byte(code, *e)?;
    }
    // The mark for extensions.
    if code.rarely(false)? {
        return Err(HeadFlaw::Newer);
    }
    Ok(out)
}
