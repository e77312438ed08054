//! What stands beside the run of a link, and through whose eyes it is seen.
//!
//! It follows the link as `&view=p2`, `&level=broadcasts`, `&beside=disk-paxos` (or another link) and
//! `&pace=steps`; the link before it is as it would be alone. What is not known here is passed over,
//! so that a later version can say more.

use std::fmt;

use super::{LinkError, Options, decode, encode};
use crate::model::{Level, MOST, ProcessId};
use crate::sim::{Beside, Pace, Pair, Session, find};

/// What stands beside the run of a link, and through whose eyes it is seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenery {
    /// The process through whose eyes the run is seen.
    pub lens: Option<ProcessId>,
    /// The level at which it is shown, where that is not the closest.
    pub level: Option<Level>,
    /// The id of the algorithm that stands beside it, or the link of a run.
    pub beside: Option<String>,
    /// What the two are kept in step by, where that is not as usual.
    pub pace: Option<Pace>,
}

impl Scenery {
    /// What is shown of a run besides the run. Fails only where the other run is too long for a link.
    pub fn of(
        lens: Option<ProcessId>,
        level: Level,
        pair: Option<&Pair>,
    ) -> Result<Self, LinkError> {
        let alone = Scenery {
            lens,
            level: Some(level).filter(|level| *level != Level::default()),
            ..Scenery::default()
        };
        let Some(pair) = pair else {
            return Ok(alone);
        };
        let (beside, usual) = match pair.what() {
            Beside::Algorithm(entry) => (entry.info.id.to_owned(), Pace::Delays),
            Beside::Run(run, _) => {
                let mut run = (**run).clone();
                run.trace.seek(0);
                (encode(&run, Options::default())?, Pace::Steps)
            }
        };
        Ok(Scenery {
            beside: Some(beside),
            pace: Some(pair.pace()).filter(|pace| *pace != usual),
            ..alone
        })
    }

    /// What follows a link, or a whole address.
    pub fn read(link: &str) -> Self {
        let text = link.rsplit('#').next().unwrap_or_default().trim();
        let mut out = Scenery::default();
        for part in text.split('&').skip(1) {
            match part.split_once('=') {
                Some(("view", name)) => out.lens = process(name),
                Some(("level", name)) => out.level = Level::named(name),
                Some(("beside", what)) => out.beside = Some(what.to_owned()),
                Some(("pace", name)) => {
                    out.pace = match name {
                        "delays" => Some(Pace::Delays),
                        "steps" => Some(Pace::Steps),
                        name => process(name).map(Pace::Of),
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// What stands beside a session's run, if anything can.
    pub fn pair(&self, of: &Session) -> Option<Pair> {
        let what = self.beside.as_deref()?;
        let mut pair = match find(what) {
            Some(entry) => Pair::with_algorithm(entry, of).ok()?,
            None => Pair::with_run(decode(what).ok()?.session, "", Pace::Steps, of),
        };
        if let Some(pace) = self.pace {
            pair.keep_pace(pace, of);
        }
        Some(pair)
    }
}

fn process(name: &str) -> Option<ProcessId> {
    let number: u8 = name.strip_prefix('p')?.parse().ok()?;
    (1..=MOST).contains(&number).then(|| ProcessId(number - 1))
}

impl fmt::Display for Scenery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(process) = self.lens {
            write!(f, "&view={process}")?;
        }
        if let Some(level) = self.level {
            write!(f, "&level={}", level.name())?;
        }
        if let Some(beside) = &self.beside {
            write!(f, "&beside={beside}")?;
        }
        match self.pace {
            None => Ok(()),
            Some(Pace::Delays) => f.write_str("&pace=delays"),
            Some(Pace::Steps) => f.write_str("&pace=steps"),
            Some(Pace::Of(process)) => write!(f, "&pace={process}"),
        }
    }
}
