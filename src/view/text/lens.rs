//! What one process knows, in words.

use super::Language;
use crate::model::{MemoryId, ProcessId};
use crate::view::frame::{MemoryMark, RegisterMark};
use crate::view::lens::Sight;

/// The stage, for whoever cannot see it, ends with these words.
pub fn stage(language: Language, by: ProcessId) -> String {
    match language {
        Language::English => format!("It is shown as {by} knows it."),
        Language::German => format!("Sie ist so gezeigt, wie {by} sie kennt."),
    }
}

/// The heading of a process's view.
pub fn title(language: Language, by: ProcessId) -> String {
    match language {
        Language::English => format!("As {by} knows it"),
        Language::German => format!("Wie {by} es kennt"),
    }
}

/// A step of which a process learns nothing.
pub fn unseen(language: Language, by: ProcessId, step: usize) -> String {
    match language {
        Language::English => format!("{by} learns nothing of step {step}."),
        Language::German => format!("Von Schritt {step} erfährt {by} nichts."),
    }
}

/// The things that have reached a process, as a heading.
pub fn experiences(language: Language, by: ProcessId) -> String {
    match language {
        Language::English => format!("What has reached {by}"),
        Language::German => format!("Was {by} erreicht hat"),
    }
}

/// When something was learnt.
pub fn when(language: Language, step: usize) -> String {
    match (language, step) {
        (Language::English, 0) => "from the start".to_owned(),
        (Language::German, 0) => "von Anfang an".to_owned(),
        (Language::English, step) => format!("as of step {step}"),
        (Language::German, step) => format!("Stand: Schritt {step}"),
    }
}

/// Another process.
pub(super) fn process(language: Language, id: ProcessId, to: ProcessId) -> String {
    match language {
        Language::English => {
            format!("{id}, as {to} knows it: nobody can see into another process.")
        }
        Language::German => {
            format!("{id}, wie {to} ihn kennt: Niemand sieht in einen anderen Prozess.")
        }
    }
}

/// Who may write a memory, where the process does not know.
pub(super) fn unknown_writers(language: Language) -> String {
    match language {
        Language::English => "who may write: ?",
        Language::German => "wer schreiben darf: ?",
    }
    .to_owned()
}

/// A memory; `writers` tells who may write a region.
pub(super) fn memory(
    language: Language,
    memory: &MemoryMark,
    writers: &dyn Fn(usize) -> String,
) -> Option<String> {
    let by = memory.regions.iter().find_map(|r| viewer(r.sight))?;
    let regions: Vec<String> = memory
        .regions
        .iter()
        .enumerate()
        .map(|(k, region)| match (region.sight, language) {
            (Sight::Unknown { .. }, Language::English) => {
                format!("who may write {} is unknown", region.name)
            }
            (Sight::Unknown { .. }, Language::German) => {
                format!("wer {} schreiben darf, ist unbekannt", region.name)
            }
            (Sight::Learnt { step, .. }, _) => format!("{} ({})", writers(k), when(language, step)),
            (Sight::Plain, _) => writers(k),
        })
        .collect();
    let (id, regions) = (memory.id, regions.join("; "));
    Some(match language {
        Language::English => format!("{id}, as {by} knows it: {regions}."),
        Language::German => format!("{id}, wie {by} es kennt: {regions}."),
    })
}

/// A register.
pub(super) fn register(
    language: Language,
    memory: MemoryId,
    register: &RegisterMark,
) -> Option<String> {
    let by = viewer(register.sight)?;
    let name = &register.name;
    let known = match (register.sight, language) {
        (Sight::Learnt { step, .. }, _) if register.empty => match language {
            Language::English => format!("it was empty, {}", when(language, step)),
            Language::German => format!("es war leer, {}", when(language, step)),
        },
        (Sight::Learnt { step, .. }, Language::English) => {
            format!("it held {}, {}", register.text, when(language, step))
        }
        (Sight::Learnt { step, .. }, Language::German) => {
            format!("es enthielt {}, {}", register.text, when(language, step))
        }
        (_, Language::English) => "unknown".to_owned(),
        (_, Language::German) => "unbekannt".to_owned(),
    };
    Some(match language {
        Language::English => format!("{name} at {memory}, as {by} knows it: {known}."),
        Language::German => format!("{name} in {memory}, wie {by} es kennt: {known}."),
    })
}

fn viewer(sight: Sight) -> Option<ProcessId> {
    match sight {
        Sight::Plain => None,
        Sight::Learnt { by, .. } => Some(by),
        Sight::Unknown { to } => Some(to),
    }
}
