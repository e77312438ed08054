//! German. `nak` and the names in the pseudocode stay as the field has them.

use super::{
    Beyond, Language, Told, Tongue, Trouble, Ui, Word, algorithms, filled, is_nak, lens, phrases,
    side, spaced, trouble, why,
};
use crate::model::{Event, Kind, Permission, ProcessId, ProcessSet, Status, Why};
use crate::sim::{Hold, OperationView, ResponseView, Standing};
use crate::view::frame::{EnabledMark, Frame, MemoryMark, ProcessMark, RegionMark, RegisterMark};
use crate::view::lens::Sight;
use crate::view::packet::{Fold, Load, Packet};

/// German.
struct German;

/// Its sentences; English ones for as long as a page that is taken into parts has not fetched them.
pub(super) fn tongue() -> &'static dyn Tongue {
    #[cfg(not(in_parts))]
    let tongue: &dyn Tongue = &German;
    #[cfg(in_parts)]
    let tongue = BROUGHT.get().copied().unwrap_or(&super::english::English);
    tongue
}

#[cfg(in_parts)]
static BROUGHT: std::sync::OnceLock<&'static dyn Tongue> = std::sync::OnceLock::new();

/// Brings the German sentences. What calls it must be in a part of its own: whatever can be reached
/// from here is fetched with it, and with nothing else.
#[cfg(in_parts)]
pub fn bring() {
    BROUGHT.get_or_init(|| &German);
}

fn set(tongue: &German, processes: ProcessSet) -> String {
    let names: Vec<String> = processes.iter().map(|p| p.to_string()).collect();
    tongue.list(&names)
}

/// Who may write, as subject and verb.
fn may_write(tongue: &German, who: ProcessSet) -> String {
    match who.len() {
        0 => "niemand darf".to_owned(),
        1 => format!("nur {} darf", set(tongue, who)),
        _ => format!("{} dürfen", set(tongue, who)),
    }
}

/// The same with the verb at the end, as after `dass`.
fn that_may_write(tongue: &German, to: &Permission) -> String {
    let who = to.writers();
    match who.len() {
        0 => "niemand schreiben darf".to_owned(),
        1 => format!("nur {} schreiben darf", set(tongue, who)),
        _ => format!("{} schreiben dürfen", set(tongue, who)),
    }
}

fn hold(hold: Hold) -> String {
    match hold {
        Hold::Lane(p, m) => format!("die Operationen von {p} an {m}"),
        Hold::Link(a, b) => format!("die Nachrichten von {a} an {b}"),
        Hold::Process(p) => p.to_string(),
        Hold::Memory(m) => m.to_string(),
        Hold::Way(from, to) => format!("alles von {} an {}", side(from), side(to)),
        Hold::Between(one, other) => format!("alles zwischen {} und {}", side(one), side(other)),
        Hold::Message { from, to, .. } => format!("eine Nachricht von {from} an {to}"),
        Hold::Request(p, m) => format!("die Anfrage von {p} an {m}"),
        Hold::Response(p, m) => format!("die Antwort von {m} an {p}"),
    }
}

/// A whole region, after `von` or `nach`.
fn whole(region: &str) -> String {
    match region.strip_prefix("from ") {
        Some(sender) => format!("allem von {sender}"),
        None if region == "everything" => "allem".to_owned(),
        None => format!("allem in {region}"),
    }
}

/// What an operation reads or changes.
fn object(operation: &OperationView) -> String {
    match operation {
        OperationView::Write { name, .. } | OperationView::Read { name, .. } => name.clone(),
        OperationView::ChangePermission { region, .. } | OperationView::ReadRow { region } => {
            match region.strip_prefix("from ") {
                Some(sender) => format!("alles von {sender}"),
                None if region == "everything" => "alles".to_owned(),
                None => region.clone(),
            }
        }
    }
}

fn noun(operation: &OperationView) -> String {
    match operation {
        OperationView::Write { text, name, .. } => format!("Schreiben von {text} nach {name}"),
        OperationView::Read { name, .. } => format!("Lesen von {name}"),
        OperationView::ReadRow { region } => format!("Lesen von {}", whole(region)),
        OperationView::ChangePermission { region, .. } => {
            format!("Ändern der Rechte an {region}")
        }
    }
}

fn counted(processes: u8) -> String {
    match processes {
        1 => "1 Prozess".to_owned(),
        _ => format!("{processes} Prozessen"),
    }
}

fn late(stale: bool, of: ProcessId) -> String {
    if stale {
        format!(" {of} wartet nicht mehr darauf.")
    } else {
        String::new()
    }
}

fn after_colon(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(": {text}"),
    }
}

/// What a message on its way says, after its name.
fn says(load: &Load) -> String {
    match load {
        Load::Message(text) if !text.is_empty() => format!(" ({text})"),
        _ => String::new(),
    }
}

impl Tongue for German {
    fn word(&self, word: Word) -> &'static str {
        word.german()
    }

    fn label(&self, label: Ui) -> &'static str {
        label.german()
    }

    fn said(&self, english: &'static str) -> &'static str {
        algorithms::german(english).unwrap_or(english)
    }

    fn trouble(&self, trouble: &Trouble) -> String {
        trouble::german(trouble)
    }

    fn beyond(&self, beyond: &Beyond) -> String {
        trouble::german_beyond(beyond)
    }

    fn list(&self, names: &[String]) -> String {
        match names {
            [] => "niemand".to_owned(),
            [one] => one.clone(),
            [all @ .., last] => format!("{} und {last}", all.join(", ")),
        }
    }

    fn told(&self, told: &Told<'_>) -> String {
        match told {
            Told::Begins {
                processes,
                memories: 0,
            } => format!(
                "Der Lauf beginnt, mit {} und ohne Speicher.",
                counted(*processes)
            ),
            Told::Begins {
                processes,
                memories,
            } => format!(
                "Der Lauf beginnt, mit {} und {memories} Speicher{}.",
                counted(*processes),
                if *memories == 1 { "" } else { "n" }
            ),
            Told::Holds(what) => format!("Von hier an angehalten: {}.", hold(*what)),
            Told::Releases(what) => format!("Wieder freigegeben: {}.", hold(*what)),
            Told::Proceeds {
                process, line: 0, ..
            } => format!("{process} macht weiter."),
            Told::Proceeds {
                process,
                line,
                code,
            } => format!("{process} macht nach Zeile {line} („{code}“) weiter."),
            Told::Writes {
                process,
                memory,
                operation: OperationView::Write { name, text, .. },
                before: Some(before),
                stale,
            } if *before != "-" => format!(
                "Das Schreiben von {process} trifft in {memory} ein: {name} ist jetzt {text}, vorher {before}.{}",
                late(*stale, *process)
            ),
            Told::Writes {
                process,
                memory,
                operation: OperationView::Write { name, text, .. },
                stale,
                ..
            } => format!(
                "Das Schreiben von {process} trifft in {memory} ein: {name} ist jetzt {text}.{}",
                late(*stale, *process)
            ),
            Told::Writes {
                process,
                memory,
                operation,
                stale,
                ..
            } => format!(
                "Von {process} trifft in {memory} ein: {}.{}",
                noun(operation),
                late(*stale, *process)
            ),
            Told::Refuses {
                process,
                memory,
                operation: OperationView::Write { .. },
                writers: who,
                since: Some(delay),
            } if who.len() == 1 => format!(
                "{memory} weist das Schreiben von {process} ab: {} hat sich zum Zeitpunkt {delay} das Recht genommen, also kann {process} hier nicht mehr schreiben.",
                set(self, *who)
            ),
            Told::Refuses {
                process,
                memory,
                operation,
                writers: who,
                ..
            } => format!(
                "{memory} weist {process} ab ({}): {} hier schreiben.",
                noun(operation),
                may_write(self, *who)
            ),
            Told::Reads {
                process,
                memory,
                operation,
                response: ResponseView::Value(value),
                stale,
            } => format!(
                "Das Lesen von {process} wirkt in {memory}: {} {}.{}",
                object(operation),
                if value == "-" {
                    "ist leer".to_owned()
                } else {
                    format!("enthält {value}")
                },
                late(*stale, *process)
            ),
            Told::Reads {
                process,
                memory,
                operation,
                response,
                stale,
            } => {
                let shown = match response {
                    ResponseView::Row(row) => match filled(row) {
                        None => ": Dort steht noch nichts".to_owned(),
                        Some(held) => format!(": Dort steht {held}"),
                    },
                    _ => String::new(),
                };
                format!(
                    "Das Lesen von {process} ({}) wirkt in {memory}{shown}.{}",
                    object(operation),
                    late(*stale, *process)
                )
            }
            Told::Changes {
                process,
                memory,
                region,
                from,
                to,
            } => {
                let lost: ProcessSet = from
                    .writers()
                    .iter()
                    .filter(|p| !to.writers().contains(*p))
                    .collect();
                let gained = to.writers();
                if gained == ProcessSet::only(*process) && !lost.is_empty() {
                    let verb = if lost.len() == 1 { "kann" } else { "können" };
                    format!(
                        "{process} nimmt sich das Recht an {memory}: {} {verb} {region} nicht mehr schreiben.",
                        set(self, lost)
                    )
                } else {
                    format!(
                        "{process} ändert die Rechte an {region} in {memory}: {} jetzt schreiben.",
                        may_write(self, gained)
                    )
                }
            }
            Told::ChangesNothing {
                process,
                memory,
                region,
                refused: true,
            } => format!(
                "{memory} übergeht die Rechteänderung von {process} an {region}: Sie ist nicht erlaubt, und {process} erfährt es nicht."
            ),
            Told::ChangesNothing {
                process,
                memory,
                region,
                refused: false,
            } => format!(
                "Die Rechteänderung von {process} trifft in {memory} ein, wo {region} schon so war."
            ),
            Told::Returns {
                process,
                memory,
                response,
                stale,
            } => {
                let what = match response {
                    ResponseView::Ack => format!("Die Bestätigung von {memory} erreicht {process}"),
                    ResponseView::Nak => format!("Der nak von {memory} erreicht {process}"),
                    ResponseView::Value(value) if value == "-" => {
                        format!("{memory} zeigt {process} ein leeres Register")
                    }
                    ResponseView::Value(value) => format!("{memory} zeigt {process} {value}"),
                    ResponseView::Row(row) => match filled(row) {
                        None => format!("{memory} zeigt {process}, dass dort nichts steht"),
                        Some(held) => format!("{memory} zeigt {process} {held}"),
                    },
                    ResponseView::Done => {
                        format!(
                            "{process} erfährt, dass seine Rechteänderung an {memory} vorbei ist"
                        )
                    }
                };
                if *stale {
                    format!("{what}, aber zu spät: Das wird nicht beachtet.")
                } else {
                    format!("{what}.")
                }
            }
            Told::Issues {
                process,
                memories,
                operation,
                queued,
            } => {
                let names: Vec<String> = memories.iter().map(|m| m.to_string()).collect();
                let places = self.list(&names);
                let what = match operation {
                    OperationView::Write { name, text, .. } => {
                        format!(
                            "{process} schickt an {places} ein Schreiben von {text} nach {name}"
                        )
                    }
                    OperationView::Read { name, .. } => {
                        format!("{process} fragt {places} nach {name}")
                    }
                    OperationView::ReadRow { region } => {
                        format!("{process} fragt {places} nach {}", whole(region))
                    }
                    OperationView::ChangePermission { to, .. } => {
                        format!(
                            "{process} verlangt von {places}, dass {}",
                            that_may_write(self, to)
                        )
                    }
                };
                if *queued {
                    format!("{what}, sobald die laufende Operation dort vorbei ist.")
                } else {
                    format!("{what}.")
                }
            }
            Told::Sends { from, to, message } => {
                let names: Vec<String> = to.iter().map(|p| p.to_string()).collect();
                format!("{from} sendet {message} an {}.", self.list(&names))
            }
            Told::Receives { from, to, message } => {
                format!("{to} empfängt {message} von {from}.")
            }
            Told::Vanishes { from, to, message } => {
                format!("{message} von {from} an {to} geht verloren.")
            }
            Told::Loses {
                process,
                memory,
                operation,
            } => format!(
                "Auf dem Weg von {process} nach {memory} geht verloren: {}.",
                noun(operation)
            ),
            Told::Abandons { process } => format!("{process} gibt diesen Versuch auf."),
            Told::Decides {
                process,
                value,
                proposal: 0,
                delays,
            } => format!(
                "{process} entscheidet {value}, nach {}.",
                self.delays(*delays)
            ),
            Told::Decides {
                process,
                value,
                proposal,
                delays,
            } => format!(
                "{process} entscheidet {value} mit Vorschlag {proposal}, nach {}.",
                self.delays(*delays)
            ),
            Told::Trusts { at, leader } if at == leader => {
                format!("{at} hält jetzt sich selbst für den Leader.")
            }
            Told::Trusts { at, leader } => format!("{at} hält jetzt {leader} für den Leader."),
            Told::Crashes { process } => format!("{process} stürzt ab."),
            Told::Recovers { process, input } => {
                format!("{process} kommt zurück, mit nichts als seiner Eingabe {input}.")
            }
            Told::MemoryCrashes { memory } => {
                format!("{memory} stürzt ab und antwortet nie wieder.")
            }
            Told::TimesOut {
                process, line: 0, ..
            } => format!("{process} hat lange genug gewartet und gibt das Warten auf."),
            Told::TimesOut {
                process,
                line,
                thread: _,
            } => format!(
                "{process} hat in Zeile {line} lange genug gewartet und gibt das Warten auf."
            ),
            Told::Coin { process, side } => format!("Die Münze von {process} fällt auf {side}."),
            Told::Signs { process, times: 1 } => format!("{process} unterschreibt."),
            Told::Signs { process, times } => format!("{process} unterschreibt {times}-mal."),
            Told::Notes { process, note } if note.starts_with("the ") => {
                format!("{process}: {}.", self.phrase(note))
            }
            Told::Notes { process, note } => format!("{process} {}.", self.phrase(note)),
            Told::Lies { process, act } => {
                format!("{process} ist byzantinisch und {}.", self.phrase(act))
            }
            Told::Broadcasts { span } if span.t_send => format!(
                "{} T-sendet {}, sein Paket {}.",
                span.sender, span.text, span.key
            ),
            Told::Broadcasts { span } => format!(
                "{} verbreitet {} als seine Nachricht {}.",
                span.sender, span.text, span.key
            ),
            Told::Delivers {
                process,
                span,
                count,
            } => format!(
                "{process} liefert {} {} von {} aus{}; als {count}. Prozess.",
                if span.t_send { "Paket" } else { "Nachricht" },
                span.key,
                span.sender,
                after_colon(&span.text)
            ),
            Told::TReceives { process, span } => format!(
                "{process} T-empfängt Paket {} von {}{}.",
                span.key,
                span.sender,
                after_colon(&span.text)
            ),
            Told::Operates { span } => format!(
                "{} beginnt an allen Speichern: {}.",
                span.process,
                self.operation(&span.operation)
            ),
            Told::Completes { span, answers } => format!(
                "{answers} von {} Speichern haben {} geantwortet: {}.",
                span.copies.len(),
                span.process,
                noun(&span.operation)
            ),
            Told::Nothing { process } => format!("{process} macht einen Schritt."),
        }
    }

    fn phrase(&self, english: &str) -> String {
        phrases::german(english)
    }

    fn why(&self, why: Why) -> String {
        why::german(why)
    }

    fn event(&self, frame: &Frame, mark: &EnabledMark) -> String {
        let carried = |event| {
            frame
                .packets
                .iter()
                .find(|p| p.moves == Some(event) || p.loses == Some(event))
        };
        match mark.event {
            Event::Deliver { to, from, .. } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Message(text)) => format!("{to} empfängt {text} von {from}"),
                _ => format!("{to} empfängt eine Nachricht von {from}"),
            },
            Event::Effect { process, memory } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Request(operation)) => {
                    format!("Von {process} trifft in {memory} ein: {}", noun(operation))
                }
                _ => format!("Die Anfrage von {process} trifft in {memory} ein"),
            },
            Event::Return { process, memory } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Response(response)) => {
                    format!("{process} erhält von {memory}: {}", self.response(response))
                }
                _ => format!("Die Antwort von {memory} erreicht {process}"),
            },
            Event::Proceed { process, thread } => {
                let threads = frame.process(process).map(|p| &p.threads);
                match threads.and_then(|t| t.iter().find(|t| t.id == thread)) {
                    Some(t) if t.line > 0 => {
                        format!("{process} macht nach Zeile {} weiter", t.line)
                    }
                    _ => format!("{process} macht weiter"),
                }
            }
            Event::Timeout { process, thread } => {
                let threads = frame.process(process).map(|p| &p.threads);
                match threads.and_then(|t| t.iter().find(|t| t.id == thread)) {
                    Some(t) if t.line > 0 => {
                        format!("{process} gibt das Warten in Zeile {} auf", t.line)
                    }
                    _ => format!("{process} gibt das Warten auf"),
                }
            }
            Event::Leader { at, leader } if at == leader => {
                format!("{at} hält sich selbst für den Leader")
            }
            Event::Leader { at, leader } => format!("{at} hält {leader} für den Leader"),
            Event::CrashProcess(process) => format!("{process} stürzt ab"),
            Event::CrashMemory(memory) => format!("{memory} stürzt ab"),
            Event::LoseMessage { to, from, .. } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Message(text)) => format!("{text} von {from} an {to} geht verloren"),
                _ => format!("Eine Nachricht von {from} an {to} geht verloren"),
            },
            Event::LoseRequest { process, memory } => {
                format!("Die Anfrage von {process} an {memory} geht verloren")
            }
            Event::Recover { process, input } => {
                format!("{process} kommt mit der Eingabe {input} zurück")
            }
            Event::Coin { process, side, .. } => {
                format!("Die Münze von {process} fällt auf {side}")
            }
            Event::Byzantine { process, .. } => {
                format!("{process} (byzantinisch) {}", self.phrase(&mark.act))
            }
        }
    }

    fn packet_label(&self, packet: &Packet) -> String {
        match &packet.load {
            Load::Message(text) => text.clone(),
            Load::Request(OperationView::Write { text, .. }) => format!("schreibe {text}"),
            Load::Request(OperationView::Read { name, .. }) => format!("lies {name}"),
            Load::Request(operation @ OperationView::ReadRow { .. }) => {
                format!("lies {}", object(operation))
            }
            Load::Request(OperationView::ChangePermission { to, .. }) => {
                let who = to.writers();
                match who.len() {
                    0 => "niemand schreibt".to_owned(),
                    1 => format!("nur {} schreibt", set(self, who)),
                    _ => format!("{} schreiben", set(self, who)),
                }
            }
            Load::Response(ResponseView::Ack) => "ack".to_owned(),
            Load::Response(ResponseView::Nak) => "nak: kein Recht".to_owned(),
            Load::Response(ResponseView::Value(value)) if value == "-" => "leer".to_owned(),
            Load::Response(ResponseView::Value(value)) => value.clone(),
            Load::Response(ResponseView::Row(row)) => {
                filled(row).unwrap_or_else(|| "alles leer".to_owned())
            }
            Load::Response(ResponseView::Done) => "erledigt".to_owned(),
        }
    }

    fn folded_packet(&self, packet: &Packet, fold: Fold) -> String {
        let (to, Fold { done, of, .. }) = (packet.to, fold);
        match (fold.broadcast, &packet.load) {
            (Some((sender, key, false)), load) => format!(
                "Nachricht {key} von {sender}{} wird an {to} verbreitet: {done} von {of} haben sie ausgeliefert.",
                says(load)
            ),
            (Some((sender, key, true)), load) => format!(
                "Paket {key} von {sender}{} wird an {to} T-gesendet: Bei {done} von {of} ist es angekommen.",
                says(load)
            ),
            (None, Load::Request(operation)) => format!(
                "{} von {} an allen Speichern: {done} von {of} haben es ausgeführt.",
                noun(operation),
                packet.owner
            ),
            (None, _) => format!(
                "Die Antworten der Speicher an {}: {done} von {of} sind eingetroffen.",
                packet.owner
            ),
        }
    }

    fn packet(&self, packet: &Packet) -> String {
        if let Some(fold) = packet.fold {
            return self.folded_packet(packet, fold);
        }
        let (from, to) = (packet.from, packet.to);
        let mut out = match &packet.load {
            Load::Message(text) => format!("Eine Nachricht von {from} an {to}: {text}."),
            Load::Request(operation) => {
                format!("Unterwegs von {from} nach {to}: {}.", noun(operation))
            }
            Load::Response(response) => {
                format!("Unterwegs von {from} zu {to}: {}.", self.response(response))
            }
        };
        if packet.orphan {
            out.push_str(" Der Prozess ist abgestürzt, aber es wird trotzdem eintreffen.");
        } else if packet.stale {
            out.push_str(" Niemand wartet mehr darauf: Es wird nicht beachtet.");
        }
        if packet.held {
            out.push_str(" Es ist angehalten.");
        }
        if is_nak(packet) {
            out.push_str(" Dadurch wurde nichts verändert.");
        }
        out
    }

    fn process(&self, process: &ProcessMark) -> String {
        let id = process.id;
        if let Sight::Unknown { to } = process.sight {
            return lens::process(Language::German, id, to);
        }
        let mut out = match process.status {
            Status::Up => format!("{id} schlägt {} vor", process.input),
            Status::Stopped => format!("{id} hat angehalten"),
            Status::Crashed => format!("{id} ist abgestürzt"),
            Status::Byzantine => format!(
                "{id} ist byzantinisch und darf alles außer Unterschriften fälschen und Rechte brechen"
            ),
        };
        if let Some(d) = process.decision {
            out.push_str(&format!(
                " und hat nach {} {} entschieden",
                self.delays(d.delays),
                d.value
            ));
        } else if process.status == Status::Up && !process.role.is_empty() {
            out.push_str(&format!("; {}", self.phrase(&process.role)));
        }
        out.push('.');
        if !process.trusted_by.is_empty() && process.status == Status::Up {
            let verb = if process.trusted_by.len() == 1 {
                "hält"
            } else {
                "halten"
            };
            out.push_str(&format!(
                " {} {verb} ihn für den Leader.",
                set(self, process.trusted_by)
            ));
        }
        if process.held {
            out.push_str(" Er ist angehalten.");
        }
        if let Some(side) = process.side {
            out.push_str(&format!(" Er steht auf Seite {side} einer Partition."));
        }
        out
    }

    fn value(&self, process: &ProcessMark) -> String {
        match process.decision {
            _ if process.sight != Sight::Plain => "?".to_owned(),
            Some(d) => format!("entschied {}", d.value),
            None => format!("Eingabe {}", process.input),
        }
    }

    fn lines(&self, process: &ProcessMark) -> String {
        let threads = process.threads.iter().map(|t| t.line);
        let mut lines: Vec<u8> = threads.filter(|line| *line > 0).collect();
        lines.sort_unstable();
        lines.dedup();
        match lines.as_slice() {
            [] => match process.status {
                Status::Crashed => "abgestürzt".to_owned(),
                Status::Byzantine => "byzantinisch".to_owned(),
                Status::Stopped => "angehalten".to_owned(),
                Status::Up => String::new(),
            },
            [line] => format!("Zeile {line}"),
            all => {
                let names: Vec<String> = all.iter().map(u8::to_string).collect();
                format!("Zeilen {}", names.join(", "))
            }
        }
    }

    fn memory(&self, memory: &MemoryMark) -> String {
        if memory.crashed {
            return format!(
                "{} ist abgestürzt und antwortet nie wieder. Zu sehen ist, was es enthielt.",
                memory.id
            );
        }
        let told = |k: usize| {
            let region = &memory.regions[k];
            format!(
                "{} {} schreiben",
                may_write(self, region.permission.writers()),
                region.name
            )
        };
        let mut out = lens::memory(Language::German, memory, &told).unwrap_or_else(|| {
            let regions: Vec<String> = (0..memory.regions.len()).map(told).collect();
            format!("{}: {}.", memory.id, regions.join("; "))
        });
        if memory.held {
            out.push_str(" Er hängt und antwortet niemandem, bis er freigegeben wird.");
        }
        if let Some(side) = memory.side {
            out.push_str(&format!(" Er steht auf Seite {side} einer Partition."));
        }
        out
    }

    fn permit(&self, memory: &MemoryMark) -> String {
        if memory.crashed {
            return "abgestürzt".to_owned();
        }
        let unknown = |r: &RegionMark| matches!(r.sight, Sight::Unknown { .. });
        if memory.regions.iter().any(unknown) {
            return lens::unknown_writers(Language::German);
        }
        if !memory.uniform {
            return String::new();
        }
        let all = memory
            .regions
            .first()
            .map_or(0, |r| r.permission.read.union(r.permission.writers()).len());
        match memory.writers.len() {
            0 => "niemand schreibt".to_owned(),
            1 => format!("nur {{{}}} schreibt", set(self, memory.writers)),
            k if k == all && k > 2 => "alle schreiben".to_owned(),
            _ => format!("{} schreiben", set(self, memory.writers)),
        }
    }

    fn register(&self, memory: &MemoryMark, register: &RegisterMark) -> String {
        if let Some(told) = lens::register(Language::German, memory.id, register) {
            return told;
        }
        let held = if register.empty {
            "ist leer".to_owned()
        } else {
            format!("enthält {}", register.text)
        };
        format!(
            "{} in {} {held}; {} es schreiben.",
            register.name,
            memory.id,
            may_write(self, register.writers)
        )
    }

    fn folded(&self, registers: usize) -> String {
        format!("und {registers} weitere")
    }

    fn stage(&self, frame: &Frame) -> String {
        let told = format!(
            "Die Bühne nach Schritt {} von {}: Prozesse {}, Speicher {}, Pakete unterwegs {}.",
            frame.step,
            frame.steps,
            frame.processes.len(),
            frame.memories.len(),
            frame.packets.len()
        );
        match frame.lens {
            Some(by) => format!("{told} {}", lens::stage(Language::German, by)),
            None => told,
        }
    }

    fn diagram(&self, processes: usize, memories: usize, steps: usize) -> String {
        format!(
            "Raum-Zeit-Diagramm: Lebenslinien von {processes} Prozessen und {memories} Speichern über {steps} Schritte. Dasselbe steht in der Tabelle."
        )
    }

    fn operation(&self, operation: &OperationView) -> String {
        match operation {
            OperationView::Write { name, text, .. } => format!("schreibe {text} nach {name}"),
            OperationView::Read { name, .. } => format!("lies {name}"),
            OperationView::ReadRow { .. } => format!("lies {}", object(operation)),
            OperationView::ChangePermission { region, to, .. } => {
                format!(
                    "ändere Rechte an {region}: {} schreiben",
                    may_write(self, to.writers())
                )
            }
        }
    }

    fn response(&self, response: &ResponseView) -> String {
        match response {
            ResponseView::Ack => "Bestätigung".to_owned(),
            ResponseView::Nak => "nak".to_owned(),
            ResponseView::Value(value) if value == "-" => "Antwort (leer)".to_owned(),
            ResponseView::Value(value) => format!("Antwort {value}"),
            ResponseView::Row(row) => match filled(row) {
                None => "Antwort (alles leer)".to_owned(),
                Some(held) => format!("Antwort {held}"),
            },
            ResponseView::Done => "Ende einer Rechteänderung".to_owned(),
        }
    }

    fn standing(&self, kind: Kind, standing: Standing) -> &'static str {
        match (kind, standing) {
            (Kind::Eventually | Kind::Sometimes, Standing::Open) => "noch nicht",
            (_, Standing::Holds) => "gilt",
            (_, Standing::Open) => "offen",
            (_, Standing::Violated) => "verletzt",
            (_, Standing::NoPromise) => "kein Versprechen: zu viel ist ausgefallen",
        }
    }

    fn property(&self, id: &str) -> String {
        match id {
            "agreement" => "Einigkeit".to_owned(),
            "validity" => "Gültigkeit".to_owned(),
            "termination" => "Terminierung".to_owned(),
            "one-writer" => "Ein Schreiber je Speicher".to_owned(),
            "write-needs-permission" => "Schreiben braucht das Recht".to_owned(),
            "decided-survives" => "Entschiedenes bleibt".to_owned(),
            "majority-before-decision" => "Mehrheit vor der Entscheidung".to_owned(),
            "one-value-per-proposal" => "Ein Wert je Vorschlag".to_owned(),
            "someone-decides" => "Eine Entscheidung".to_owned(),
            "chosen-survives" => "Gewähltes bleibt".to_owned(),
            "one-value-per-number" => "Ein Wert je Nummer".to_owned(),
            "promise-is-kept" => "Versprechen gelten".to_owned(),
            "non-equivocation" => "Niemand sagt zweierlei".to_owned(),
            "integrity" => "Unverfälschtheit".to_owned(),
            "delivery" => "Auslieferung".to_owned(),
            "all-or-nothing" => "Alle oder keiner".to_owned(),
            "one-l2-value" => "Ein bewiesener Wert".to_owned(),
            "a-liar-is-caught" => "Ein Lügner fällt auf".to_owned(),
            "partial-delivery" => "Teilweise Auslieferung".to_owned(),
            "written-once" => "Register nur einmal beschrieben".to_owned(),
            "decision-agreement" => "Einigkeit".to_owned(),
            "abort-agreement" => "Abbruch passt zur Entscheidung".to_owned(),
            "one-unanimous-value" => "Ein einstimmiger Wert".to_owned(),
            "only-revocations" => "Nur Entzug von Rechten".to_owned(),
            "weak-validity" => "Schwache Gültigkeit".to_owned(),
            "a-follower-decides" => "Nicht nur der Leader entscheidet".to_owned(),
            "someone-aborts" => "Jemand bricht ab".to_owned(),
            "someone-delivers" => "Eine Auslieferung".to_owned(),
            "carried-over" => "Entscheidungen gehen mit über".to_owned(),
            "the-backup-decides" => "Das Ersatzverfahren entscheidet".to_owned(),
            "rank-rule" => "Die Vorrangregel".to_owned(),
            "decides-once" => "Jeder entscheidet einmal".to_owned(),
            "honest-is-believed" => "Ehrlichen wird geglaubt".to_owned(),
            "a-liar-is-rejected" => "Ein Lügner wird verworfen".to_owned(),
            "one-vote-per-round" => "Eine Stimme je Runde".to_owned(),
            "ballots-rise" => "Wahlgänge steigen nur".to_owned(),
            "write-before-read" => "Schreiben vor Lesen".to_owned(),
            _ => spaced(id),
        }
    }

    fn delays(&self, count: u32) -> String {
        match count {
            1 => "1 Verzögerung".to_owned(),
            _ => format!("{count} Verzögerungen"),
        }
    }

    fn hold(&self, what: Hold) -> String {
        hold(what)
    }

    fn budget(&self, frame: &Frame) -> String {
        let b = frame.budget;
        let memories = if frame.memories.is_empty() {
            String::new()
        } else {
            format!(", Speicher {} von {}", b.failed_memories, b.f_m)
        };
        let over = if b.over {
            ". Jenseits des Satzes: Nichts ist mehr versprochen"
        } else {
            ""
        };
        format!(
            "Ausgefallen: Prozesse {} von {}{memories}{over}",
            b.failed_processes, b.f_p
        )
    }
}
