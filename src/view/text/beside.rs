//! Two runs side by side, and what one process knows, in words.

use super::{Language, what};
use crate::model::ProcessId;
use crate::sim::{Experience, Session};
use crate::view::beside::{Parting, Standpoint, Views};

/// Who decides after how many delays in each of two runs.
pub fn result(language: Language, one: &Standpoint, other: &Standpoint) -> String {
    let delays = |count: u32| language.tongue().delays(count);
    if let (Some((p, v, d)), Some((q, w, e))) = (one.decisions.first(), other.decisions.first())
        && (p, v) == (q, w)
    {
        let (d, e, one, other) = (delays(*d), delays(*e), &one.name, &other.name);
        return match language {
            Language::English => format!("{p} decides {v} after {d} ({one}); after {e} ({other})."),
            Language::German => {
                format!("{p} entscheidet {v} nach {d} ({one}); nach {e} ({other}).")
            }
        };
    }
    format!("{} {}", stands(language, one), stands(language, other))
}

fn stands(language: Language, run: &Standpoint) -> String {
    let name = &run.name;
    let delays = |count: u32| language.tongue().delays(count);
    match (language, run.decisions.first()) {
        (Language::English, Some((p, v, d))) => {
            format!("{name}: {p} decides {v} after {}.", delays(*d))
        }
        (Language::German, Some((p, v, d))) => {
            format!("{name}: {p} entscheidet {v} nach {}.", delays(*d))
        }
        (Language::English, None) if run.at_rest => {
            format!("{name}: nobody decides; nothing is left to happen.")
        }
        (Language::German, None) if run.at_rest => {
            format!("{name}: niemand entscheidet; es kann nichts mehr geschehen.")
        }
        (Language::English, None) => format!(
            "{name}: nobody has decided yet, after {}.",
            delays(run.delays)
        ),
        (Language::German, None) => format!(
            "{name}: noch niemand hat entschieden, nach {}.",
            delays(run.delays)
        ),
    }
}

/// Where two runs part, and what each does there.
pub fn parting(language: Language, at: Option<&Parting>, one: &Session, other: &Session) -> String {
    let Some(at) = at else {
        return match language {
            Language::English => "The two runs are the same.",
            Language::German => "Die beiden Läufe sind gleich.",
        }
        .to_owned();
    };
    let does = |session: &Session, goes_on: bool| match (goes_on, language) {
        (true, _) => what(language, session, at.step).head,
        (false, Language::English) => "Nothing more happens.".to_owned(),
        (false, Language::German) => "Nichts geschieht mehr.".to_owned(),
    };
    let (here, there, step) = (does(one, at.here), does(other, at.there), at.step);
    match language {
        Language::English => {
            format!("First difference, at step {step}. Here: {here} There: {there}")
        }
        Language::German => {
            format!("Erster Unterschied, in Schritt {step}. Hier: {here} Dort: {there}")
        }
    }
}

/// Whether a process can tell two runs apart.
pub fn views(language: Language, views: &Views) -> String {
    let (p, count) = (views.process, views.here.len());
    let Some(place) = views.difference else {
        return match language {
            Language::English => format!(
                "{p} cannot tell the two apart so far: the same {count} things have reached it, in the same order."
            ),
            Language::German => format!(
                "{p} kann die beiden bisher nicht unterscheiden: dieselben {count} Dinge haben es erreicht, in derselben Reihenfolge."
            ),
        };
    };
    let thing = |list: &[(usize, Experience)]| match (list.get(place), language) {
        (Some((_, e)), _) => experienced(language, p, e),
        (None, Language::English) => "nothing more yet.".to_owned(),
        (None, Language::German) => "noch nichts weiter.".to_owned(),
    };
    let (here, there, nth) = (thing(&views.here), thing(&views.there), place + 1);
    match language {
        Language::English => {
            format!(
                "{p} can tell the two apart, by thing {nth} that reaches it. Here: {here} There: {there}"
            )
        }
        Language::German => {
            format!(
                "{p} kann die beiden unterscheiden, am {nth}. Ding, das es erreicht. Hier: {here} Dort: {there}"
            )
        }
    }
}

/// One thing that reached a process.
pub fn experienced(language: Language, p: ProcessId, what: &Experience) -> String {
    let response = |r| language.tongue().response(r);
    match language {
        Language::English => match what {
            Experience::Woke { input } => format!("{p} wakes up with the input {input}."),
            Experience::Received { from, message } => format!("{from} says: {message}."),
            Experience::Answered {
                memory,
                response: r,
            } => format!("{memory} answers: {}.", response(r)),
            Experience::Told { leader } => format!("Omega says: {leader} leads."),
            Experience::TimedOut { line } => format!("{p} gives up waiting at line {line}."),
            Experience::CoinFell { side } => format!("{p}’s coin falls on {side}."),
        },
        Language::German => match what {
            Experience::Woke { input } => format!("{p} erwacht mit der Eingabe {input}."),
            Experience::Received { from, message } => format!("{from} sagt: {message}."),
            Experience::Answered {
                memory,
                response: r,
            } => format!("{memory} antwortet: {}.", response(r)),
            Experience::Told { leader } => format!("Omega sagt: {leader} führt."),
            Experience::TimedOut { line } => format!("{p} gibt das Warten in Zeile {line} auf."),
            Experience::CoinFell { side } => format!("Die Münze von {p} fällt auf {side}."),
        },
    }
}
