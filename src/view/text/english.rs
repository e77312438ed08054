//! English.

use super::{
    Beyond, Language, Told, Tongue, Trouble, Ui, Word, filled, is_nak, lens, side, spaced, trouble,
    why,
};
use crate::model::{Event, Kind, Permission, ProcessId, ProcessSet, Status, Why};
use crate::sim::{Hold, OperationView, ResponseView, Standing};
use crate::view::frame::{EnabledMark, Frame, MemoryMark, ProcessMark, RegionMark, RegisterMark};
use crate::view::lens::Sight;
use crate::view::packet::{Fold, Load, Packet};

/// English.
pub(super) struct English;

fn set(tongue: &English, processes: ProcessSet) -> String {
    let names: Vec<String> = processes.iter().map(|p| p.to_string()).collect();
    tongue.list(&names)
}

/// Who holds a permission, as the subject of `may write`.
fn writers(tongue: &English, who: ProcessSet) -> String {
    match who.len() {
        0 => "nobody".to_owned(),
        1 => format!("only {}", set(tongue, who)),
        _ => set(tongue, who),
    }
}

fn asked(tongue: &English, to: &Permission) -> String {
    format!("{} may write", writers(tongue, to.writers()))
}

fn hold(hold: Hold) -> String {
    match hold {
        Hold::Lane(p, m) => format!("the operations of {p} at {m}"),
        Hold::Link(a, b) => format!("the messages from {a} to {b}"),
        Hold::Process(p) => p.to_string(),
        Hold::Memory(m) => m.to_string(),
        Hold::Way(from, to) => format!("everything from {} to {}", side(from), side(to)),
        Hold::Between(one, other) => {
            format!("everything between {} and {}", side(one), side(other))
        }
        Hold::Message { from, to, .. } => format!("one message from {from} to {to}"),
        Hold::Request(p, m) => format!("{p}’s request to {m}"),
        Hold::Response(p, m) => format!("{m}’s answer to {p}"),
    }
}

/// A whole region.
fn whole(region: &str) -> String {
    match region {
        "everything" => region.to_owned(),
        _ if region.starts_with("from ") => format!("everything {region}"),
        _ => format!("all of {region}"),
    }
}

/// What a Byzantine process does, in its menu's words, as something that it does.
fn does(act: &str) -> String {
    let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
    match verb {
        "copy" => format!("copies {rest}"),
        "echo" => format!("echoes {rest}"),
        "ready" => format!("calls itself ready for {rest}"),
        _ => format!("{verb}s {rest}"),
    }
}

fn noun(operation: &OperationView) -> String {
    match operation {
        OperationView::Write { text, name, .. } => format!("write of {text} to {name}"),
        OperationView::Read { name, .. } => format!("read of {name}"),
        OperationView::ReadRow { region } => format!("read of {}", whole(region)),
        OperationView::ChangePermission { region, .. } => {
            format!("permission change on {region}")
        }
    }
}

fn counted(count: u8, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn late(stale: bool, of: ProcessId) -> String {
    if stale {
        format!(" {of} no longer waits for it.")
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

fn nth(count: usize) -> String {
    match count {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        more => format!("{more}th"),
    }
}

impl Tongue for English {
    fn word(&self, word: Word) -> &'static str {
        word.english()
    }

    fn label(&self, label: Ui) -> &'static str {
        label.english()
    }

    fn said(&self, english: &'static str) -> &'static str {
        english
    }

    fn trouble(&self, trouble: &Trouble) -> String {
        trouble::english(trouble)
    }

    fn beyond(&self, beyond: &Beyond) -> String {
        beyond.to_string()
    }

    fn list(&self, names: &[String]) -> String {
        match names {
            [] => "nobody".to_owned(),
            [one] => one.clone(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        }
    }

    fn told(&self, told: &Told<'_>) -> String {
        match told {
            Told::Begins {
                processes,
                memories: 0,
            } => format!(
                "The run begins, with {} and no memory.",
                counted(*processes, "process", "processes")
            ),
            Told::Begins {
                processes,
                memories,
            } => format!(
                "The run begins, with {} and {}.",
                counted(*processes, "process", "processes"),
                counted(*memories, "memory", "memories")
            ),
            Told::Holds(what) => format!("Held from here on: {}.", hold(*what)),
            Told::Releases(what) => format!("Released: {}.", hold(*what)),
            Told::Proceeds {
                process, line: 0, ..
            } => format!("{process} goes on."),
            Told::Proceeds {
                process,
                line,
                code,
            } => format!("{process} goes on past line {line} (“{code}”)."),
            Told::Writes {
                process,
                memory,
                operation: OperationView::Write { name, text, .. },
                before: Some(before),
                stale,
            } if *before != "-" => format!(
                "{process}’s write lands at {memory}: {name} is now {text}, it was {before}.{}",
                late(*stale, *process)
            ),
            Told::Writes {
                process,
                memory,
                operation: OperationView::Write { name, text, .. },
                stale,
                ..
            } => format!(
                "{process}’s write lands at {memory}: {name} is now {text}.{}",
                late(*stale, *process)
            ),
            Told::Writes {
                process,
                memory,
                operation,
                stale,
                ..
            } => format!(
                "{process}’s {} lands at {memory}.{}",
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
                "{memory} refuses {process}’s write: {} took the permission at delay {delay}, so {process} can no longer write here.",
                set(self, *who)
            ),
            Told::Refuses {
                process,
                memory,
                operation,
                writers: who,
                ..
            } => format!(
                "{memory} refuses {process}’s {}: {} may write here.",
                noun(operation),
                writers(self, *who)
            ),
            Told::Reads {
                process,
                memory,
                operation,
                response: ResponseView::Value(value),
                stale,
            } => format!(
                "{process}’s {} takes effect at {memory}: it holds {}.{}",
                noun(operation),
                if value == "-" { "nothing" } else { value },
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
                        None => ": nothing is written there yet".to_owned(),
                        Some(held) => format!(": it shows {held}"),
                    },
                    _ => String::new(),
                };
                format!(
                    "{process}’s {} takes effect at {memory}{shown}.{}",
                    noun(operation),
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
                    format!(
                        "{process} takes the permission of {memory}: {} can no longer write {region}.",
                        set(self, lost)
                    )
                } else {
                    format!(
                        "{process} changes the permission of {region} at {memory}: {} may write now.",
                        writers(self, gained)
                    )
                }
            }
            Told::ChangesNothing {
                process,
                memory,
                region,
                refused: true,
            } => format!(
                "{memory} ignores {process}’s permission change on {region}: it is not a legal one, and {process} is not told."
            ),
            Told::ChangesNothing {
                process,
                memory,
                region,
                refused: false,
            } => format!(
                "{process}’s permission change lands at {memory}, where {region} was so already."
            ),
            Told::Returns {
                process,
                memory,
                response,
                stale,
            } => {
                let what = match response {
                    ResponseView::Ack => format!("{memory}’s acknowledgement reaches {process}"),
                    ResponseView::Nak => format!("{memory}’s nak reaches {process}"),
                    ResponseView::Value(value) if value == "-" => {
                        format!("{memory} shows {process} an empty register")
                    }
                    ResponseView::Value(value) => format!("{memory} shows {process} {value}"),
                    ResponseView::Row(row) => match filled(row) {
                        None => format!("{memory} shows {process} that nothing is written there"),
                        Some(held) => format!("{memory} shows {process} {held}"),
                    },
                    ResponseView::Done => {
                        format!("{process} hears that its permission change at {memory} is over")
                    }
                };
                if *stale {
                    format!("{what}, too late: it is ignored.")
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
                        format!("{process} sends a write of {text} to {name} at {places}")
                    }
                    OperationView::Read { name, .. } => {
                        format!("{process} asks {places} for {name}")
                    }
                    OperationView::ReadRow { region } => {
                        format!("{process} asks {places} for {}", whole(region))
                    }
                    OperationView::ChangePermission { to, .. } => {
                        format!("{process} asks {places} that {}", asked(self, to))
                    }
                };
                if *queued {
                    format!("{what}, once the operation under way there is over.")
                } else {
                    format!("{what}.")
                }
            }
            Told::Sends { from, to, message } => {
                let names: Vec<String> = to.iter().map(|p| p.to_string()).collect();
                format!("{from} sends {message} to {}.", self.list(&names))
            }
            Told::Receives { from, to, message } => {
                format!("{to} receives {message} from {from}.")
            }
            Told::Vanishes { from, to, message } => {
                format!("{message} from {from} to {to} is lost.")
            }
            Told::Loses {
                process,
                memory,
                operation,
            } => format!(
                "{process}’s {} on its way to {memory} is lost.",
                noun(operation)
            ),
            Told::Abandons { process } => format!("{process} gives up this attempt."),
            Told::Decides {
                process,
                value,
                proposal: 0,
                delays,
            } => format!("{process} decides {value}, after {}.", self.delays(*delays)),
            Told::Decides {
                process,
                value,
                proposal,
                delays,
            } => format!(
                "{process} decides {value} with proposal {proposal}, after {}.",
                self.delays(*delays)
            ),
            Told::Trusts { at, leader } if at == leader => {
                format!("{at} now trusts itself to be the leader.")
            }
            Told::Trusts { at, leader } => format!("{at} now trusts {leader} to be the leader."),
            Told::Crashes { process } => format!("{process} crashes."),
            Told::Recovers { process, input } => {
                format!("{process} comes back, with nothing but its input {input}.")
            }
            Told::MemoryCrashes { memory } => {
                format!("{memory} crashes: it will never answer again.")
            }
            Told::TimesOut {
                process, line: 0, ..
            } => format!("{process} has waited long enough and gives up waiting."),
            Told::TimesOut {
                process,
                line,
                thread: _,
            } => format!("{process} has waited long enough on line {line} and gives up waiting."),
            Told::Coin { process, side } => format!("{process}’s coin falls on {side}."),
            Told::Signs { process, times: 1 } => format!("{process} signs."),
            Told::Signs { process, times } => format!("{process} signs {times} times."),
            Told::Notes { process, note } if note.starts_with("the ") => {
                format!("{process}: {note}.")
            }
            Told::Notes { process, note } => format!("{process} {note}."),
            Told::Lies { process, act } => format!("{process} is Byzantine: it {}.", does(act)),
            Told::Broadcasts { span } if span.t_send => format!(
                "{} T-sends {}, its packet {}.",
                span.sender, span.text, span.key
            ),
            Told::Broadcasts { span } => format!(
                "{} broadcasts {} as its message {}.",
                span.sender, span.text, span.key
            ),
            Told::Delivers {
                process,
                span,
                count,
            } => format!(
                "{process} delivers {} {} of {}{}; it is the {} to do so.",
                if span.t_send { "packet" } else { "message" },
                span.key,
                span.sender,
                after_colon(&span.text),
                nth(*count)
            ),
            Told::TReceives { process, span } => format!(
                "{process} T-receives packet {} of {}{}.",
                span.key,
                span.sender,
                after_colon(&span.text)
            ),
            Told::Operates { span } => format!(
                "{} begins to {} at every memory.",
                span.process,
                self.operation(&span.operation)
            ),
            Told::Completes { span, answers } => format!(
                "{answers} of {} memories have answered {}’s {}.",
                span.copies.len(),
                span.process,
                noun(&span.operation)
            ),
            Told::Nothing { process } => format!("{process} takes a step."),
        }
    }

    fn phrase(&self, english: &str) -> String {
        english.to_owned()
    }

    fn why(&self, why: Why) -> String {
        why::english(why)
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
                Some(Load::Message(text)) => format!("{to} receives {text} from {from}"),
                _ => format!("{to} receives a message from {from}"),
            },
            Event::Effect { process, memory } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Request(operation)) => {
                    format!("{process}’s {} lands at {memory}", noun(operation))
                }
                _ => format!("{process}’s request lands at {memory}"),
            },
            Event::Return { process, memory } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Response(response)) => {
                    format!("{memory}’s {} reaches {process}", self.response(response))
                }
                _ => format!("{memory}’s answer reaches {process}"),
            },
            Event::Proceed { process, thread } => {
                let threads = frame.process(process).map(|p| &p.threads);
                match threads.and_then(|t| t.iter().find(|t| t.id == thread)) {
                    Some(t) if t.line > 0 => format!("{process} goes on past line {}", t.line),
                    _ => format!("{process} goes on"),
                }
            }
            Event::Timeout { process, thread } => {
                let threads = frame.process(process).map(|p| &p.threads);
                match threads.and_then(|t| t.iter().find(|t| t.id == thread)) {
                    Some(t) if t.line > 0 => {
                        format!("{process} gives up waiting on line {}", t.line)
                    }
                    _ => format!("{process} gives up waiting"),
                }
            }
            Event::Leader { at, leader } if at == leader => {
                format!("{at} trusts itself to be the leader")
            }
            Event::Leader { at, leader } => format!("{at} trusts {leader} to be the leader"),
            Event::CrashProcess(process) => format!("{process} crashes"),
            Event::CrashMemory(memory) => format!("{memory} crashes"),
            Event::LoseMessage { to, from, .. } => match carried(mark.event).map(|p| &p.load) {
                Some(Load::Message(text)) => format!("{text} from {from} to {to} is lost"),
                _ => format!("a message from {from} to {to} is lost"),
            },
            Event::LoseRequest { process, memory } => {
                format!("{process}’s request to {memory} is lost")
            }
            Event::Recover { process, input } => {
                format!("{process} comes back with the input {input}")
            }
            Event::Coin { process, side, .. } => format!("{process}’s coin falls on {side}"),
            Event::Byzantine { process, .. } => format!("{process} (Byzantine): {}", mark.act),
        }
    }

    fn packet_label(&self, packet: &Packet) -> String {
        match &packet.load {
            Load::Message(text) => text.clone(),
            Load::Request(OperationView::Write { text, .. }) => format!("write {text}"),
            Load::Request(OperationView::Read { name, .. }) => format!("read {name}"),
            Load::Request(OperationView::ReadRow { region }) => format!("read {region}"),
            Load::Request(OperationView::ChangePermission { to, .. }) => {
                let who = to.writers();
                match who.len() {
                    0 => "nobody writes".to_owned(),
                    1 => format!("only {} writes", set(self, who)),
                    _ => format!("{} write", set(self, who)),
                }
            }
            Load::Response(ResponseView::Ack) => "ack".to_owned(),
            Load::Response(ResponseView::Nak) => "nak: not allowed".to_owned(),
            Load::Response(ResponseView::Value(value)) if value == "-" => "empty".to_owned(),
            Load::Response(ResponseView::Value(value)) => value.clone(),
            Load::Response(ResponseView::Row(row)) => {
                filled(row).unwrap_or_else(|| "all empty".to_owned())
            }
            Load::Response(ResponseView::Done) => "done".to_owned(),
        }
    }

    fn folded_packet(&self, packet: &Packet, fold: Fold) -> String {
        let (to, Fold { done, of, .. }) = (packet.to, fold);
        match (fold.broadcast, &packet.load) {
            (Some((sender, key, false)), load) => format!(
                "{sender}’s message {key}{} is being broadcast to {to}: {done} of {of} have delivered it.",
                says(load)
            ),
            (Some((sender, key, true)), load) => format!(
                "{sender}’s packet {key}{} is being T-sent to {to}: it has arrived at {done} of {of}.",
                says(load)
            ),
            (None, Load::Request(operation)) => format!(
                "{}’s {} at every memory: {done} of {of} have carried it out.",
                packet.owner,
                noun(operation)
            ),
            (None, _) => format!(
                "The memories’ answers to {}: {done} of {of} have arrived.",
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
            Load::Message(text) => format!("A message from {from} to {to}: {text}."),
            Load::Request(operation) => {
                format!("{from}’s {} is on its way to {to}.", noun(operation))
            }
            Load::Response(response) => {
                format!(
                    "{from}’s {} is on its way to {to}.",
                    self.response(response)
                )
            }
        };
        if packet.orphan {
            out.push_str(" Its process has crashed, but it will land all the same.");
        } else if packet.stale {
            out.push_str(" Nobody waits for it any more: it will be ignored.");
        }
        if packet.held {
            out.push_str(" It is held.");
        }
        if is_nak(packet) {
            out.push_str(" Nothing was changed by it.");
        }
        out
    }

    fn process(&self, process: &ProcessMark) -> String {
        let id = process.id;
        if let Sight::Unknown { to } = process.sight {
            return lens::process(Language::English, id, to);
        }
        let mut out = match process.status {
            Status::Up => format!("{id} proposes {}", process.input),
            Status::Stopped => format!("{id} has stopped"),
            Status::Crashed => format!("{id} has crashed"),
            Status::Byzantine => format!(
                "{id} is Byzantine: it may do anything but forge a signature or break a permission"
            ),
        };
        if let Some(d) = process.decision {
            out.push_str(&format!(
                " and decided {} after {}",
                d.value,
                self.delays(d.delays)
            ));
        } else if process.status == Status::Up && !process.role.is_empty() {
            out.push_str(&format!("; {}", process.role));
        }
        out.push('.');
        if !process.trusted_by.is_empty() && process.status == Status::Up {
            out.push_str(&format!(
                " Trusted to be the leader by {}.",
                set(self, process.trusted_by)
            ));
        }
        if process.held {
            out.push_str(" It is held.");
        }
        if let Some(side) = process.side {
            out.push_str(&format!(" It stands on side {side} of a partition."));
        }
        out
    }

    fn value(&self, process: &ProcessMark) -> String {
        match process.decision {
            _ if process.sight != Sight::Plain => "?".to_owned(),
            Some(d) => format!("decided {}", d.value),
            None => format!("proposes {}", process.input),
        }
    }

    fn lines(&self, process: &ProcessMark) -> String {
        let threads = process.threads.iter().map(|t| t.line);
        let mut lines: Vec<u8> = threads.filter(|line| *line > 0).collect();
        lines.sort_unstable();
        lines.dedup();
        match lines.as_slice() {
            [] => match process.status {
                Status::Crashed => "crashed".to_owned(),
                Status::Byzantine => "Byzantine".to_owned(),
                Status::Stopped => "stopped".to_owned(),
                Status::Up => String::new(),
            },
            [line] => format!("line {line}"),
            all => {
                let names: Vec<String> = all.iter().map(u8::to_string).collect();
                format!("lines {}", names.join(", "))
            }
        }
    }

    fn memory(&self, memory: &MemoryMark) -> String {
        if memory.crashed {
            return format!(
                "{} has crashed: it never answers again. Shown is what it held.",
                memory.id
            );
        }
        let told = |k: usize| {
            let region = &memory.regions[k];
            format!(
                "{} may write {}",
                writers(self, region.permission.writers()),
                region.name
            )
        };
        let mut out = lens::memory(Language::English, memory, &told).unwrap_or_else(|| {
            let regions: Vec<String> = (0..memory.regions.len()).map(told).collect();
            format!("{}: {}.", memory.id, regions.join("; "))
        });
        if memory.held {
            out.push_str(" It hangs: it answers nobody until it is released.");
        }
        if let Some(side) = memory.side {
            out.push_str(&format!(" It stands on side {side} of a partition."));
        }
        out
    }

    fn permit(&self, memory: &MemoryMark) -> String {
        if memory.crashed {
            return "crashed".to_owned();
        }
        let unknown = |r: &RegionMark| matches!(r.sight, Sight::Unknown { .. });
        if memory.regions.iter().any(unknown) {
            return lens::unknown_writers(Language::English);
        }
        if !memory.uniform {
            return String::new();
        }
        let all = memory
            .regions
            .first()
            .map_or(0, |r| r.permission.read.union(r.permission.writers()).len());
        match memory.writers.len() {
            0 => "nobody may write".to_owned(),
            1 => format!("only {{{}}} may write", set(self, memory.writers)),
            k if k == all && k > 2 => "everyone may write".to_owned(),
            _ => format!("{} may write", set(self, memory.writers)),
        }
    }

    fn register(&self, memory: &MemoryMark, register: &RegisterMark) -> String {
        if let Some(told) = lens::register(Language::English, memory.id, register) {
            return told;
        }
        let held = if register.empty {
            "is empty".to_owned()
        } else {
            format!("holds {}", register.text)
        };
        format!(
            "{} at {} {held}; {} may write it.",
            register.name,
            memory.id,
            writers(self, register.writers)
        )
    }

    fn folded(&self, registers: usize) -> String {
        format!("and {registers} more")
    }

    fn stage(&self, frame: &Frame) -> String {
        let told = format!(
            "The stage after step {} of {}: {} processes, {} memories, {} packets in flight.",
            frame.step,
            frame.steps,
            frame.processes.len(),
            frame.memories.len(),
            frame.packets.len()
        );
        match frame.lens {
            Some(by) => format!("{told} {}", lens::stage(Language::English, by)),
            None => told,
        }
    }

    fn diagram(&self, processes: usize, memories: usize, steps: usize) -> String {
        format!(
            "Space-time diagram: lifelines of {processes} processes and {memories} memories over {steps} steps. The same is in the table."
        )
    }

    fn operation(&self, operation: &OperationView) -> String {
        match operation {
            OperationView::Write { name, text, .. } => format!("write {text} to {name}"),
            OperationView::Read { name, .. } => format!("read {name}"),
            OperationView::ReadRow { region } => format!("read {region}"),
            OperationView::ChangePermission { region, to, .. } => {
                format!("change permission of {region}: {}", asked(self, to))
            }
        }
    }

    fn response(&self, response: &ResponseView) -> String {
        match response {
            ResponseView::Ack => "acknowledgement".to_owned(),
            ResponseView::Nak => "nak".to_owned(),
            ResponseView::Value(value) if value == "-" => "answer (empty)".to_owned(),
            ResponseView::Value(value) => format!("answer {value}"),
            ResponseView::Row(row) => match filled(row) {
                None => "answer (all empty)".to_owned(),
                Some(held) => format!("answer {held}"),
            },
            ResponseView::Done => "end of a permission change".to_owned(),
        }
    }

    fn standing(&self, kind: Kind, standing: Standing) -> &'static str {
        match (kind, standing) {
            (Kind::Eventually | Kind::Sometimes, Standing::Open) => "not yet",
            (_, Standing::Holds) => "holds",
            (_, Standing::Open) => "open",
            (_, Standing::Violated) => "violated",
            (_, Standing::NoPromise) => "no promise: too much has failed",
        }
    }

    fn property(&self, id: &str) -> String {
        match id {
            "one-writer" => "One writer per memory".to_owned(),
            "write-needs-permission" => "A write needs the permission".to_owned(),
            "decided-survives" => "Decided values survive".to_owned(),
            "majority-before-decision" => "A majority before a decision".to_owned(),
            "one-value-per-proposal" => "One value per proposal".to_owned(),
            "someone-decides" => "A decision".to_owned(),
            "chosen-survives" => "Chosen values survive".to_owned(),
            "one-value-per-number" => "One value per number".to_owned(),
            "promise-is-kept" => "Promises are kept".to_owned(),
            "non-equivocation" => "Nobody says two things".to_owned(),
            "all-or-nothing" => "All deliver or none".to_owned(),
            "one-l2-value" => "One proved value".to_owned(),
            "a-liar-is-caught" => "A liar is caught".to_owned(),
            "partial-delivery" => "Partial delivery".to_owned(),
            "written-once" => "Registers are written once".to_owned(),
            "decision-agreement" => "Agreement".to_owned(),
            "abort-agreement" => "Aborts agree with decisions".to_owned(),
            "one-unanimous-value" => "One unanimous value".to_owned(),
            "only-revocations" => "Only revocations".to_owned(),
            "weak-validity" => "Weak validity".to_owned(),
            "a-follower-decides" => "A follower decides".to_owned(),
            "someone-aborts" => "Someone aborts".to_owned(),
            "someone-delivers" => "A delivery".to_owned(),
            "carried-over" => "Decisions are carried over".to_owned(),
            "the-backup-decides" => "The backup decides".to_owned(),
            "rank-rule" => "The rank rule".to_owned(),
            "decides-once" => "One decision each".to_owned(),
            "honest-is-believed" => "The honest are believed".to_owned(),
            "a-liar-is-rejected" => "A liar is rejected".to_owned(),
            "one-vote-per-round" => "One vote per round".to_owned(),
            "ballots-rise" => "Ballots only rise".to_owned(),
            "write-before-read" => "Write before read".to_owned(),
            _ => spaced(id),
        }
    }

    fn delays(&self, count: u32) -> String {
        match count {
            1 => "1 delay".to_owned(),
            _ => format!("{count} delays"),
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
            format!(", memories {} of {}", b.failed_memories, b.f_m)
        };
        let over = if b.over {
            ". Beyond the theorem: nothing is promised any more"
        } else {
            ""
        };
        format!(
            "Failed: processes {} of {}{memories}{over}",
            b.failed_processes, b.f_p
        )
    }
}
