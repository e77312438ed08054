//! What a liar can say in reliable broadcast by messages.

use smallvec::{SmallVec, smallvec};

use super::{ECHO_AGAIN, Message, NON_EQUIVOCATION, ReliableBroadcast, SENDER, SIGNATURES, Word};
use crate::algorithms::layers::acts::{Act, EVERYONE, Place};
use crate::model::{Adversary, Command, Config, ProcessId, Signed, State, System, Value};

pub(super) fn word(act: &Act) -> Option<Word> {
    let plain = act.place == Place::Everywhere && act.key == 0 && act.content < 26;
    Word::ALL
        .get(usize::from(act.kind))
        .copied()
        .filter(|_| plain)
}

/// Every word of a process that is in flight or that a correct one has noted, with its receiver.
fn told(
    state: &State<ReliableBroadcast>,
    by: ProcessId,
) -> impl Iterator<Item = (Word, Value, ProcessId)> + '_ {
    let inboxes = (0..).map(ProcessId).zip(&state.inboxes);
    let flying = inboxes.flat_map(move |(to, inbox)| {
        let own = inbox.packets.iter().filter(move |(from, _)| *from == by);
        own.map(move |(_, m)| (m.word, m.value, to))
    });
    let noted = state.processes().flat_map(move |(to, p)| {
        let locals = p.locals.as_ref();
        locals.into_iter().flat_map(move |l| {
            let words = Word::ALL.into_iter();
            words.filter_map(move |w| Some((w, l.heard(w)[by.0 as usize]?, to)))
        })
    });
    flying.chain(noted)
}

/// Every signature of the sender that is in flight or that a correct process has seen.
fn signatures(state: &State<ReliableBroadcast>) -> impl Iterator<Item = Signed<Value>> + '_ {
    let packets = state.inboxes.iter().flat_map(|inbox| &inbox.packets);
    let flying = packets.filter_map(|(_, m)| m.signature);
    let locals = state.processes().filter_map(|(_, p)| p.locals.as_ref());
    flying.chain(locals.flat_map(|l| l.signed.iter().copied()))
}

/// The signature that goes with a lie: one that exists, or the adversary's own if it is the sender.
/// Where nobody can equivocate, a sender that has signed signs nothing else.
fn signature(
    state: &State<ReliableBroadcast>,
    system: &System<ReliableBroadcast>,
    value: Value,
    keys: &Adversary,
) -> Option<Signed<Value>> {
    let exists = signatures(state).find(|s| *s.content() == value);
    let bound = system.algorithm.on(NON_EQUIVOCATION) && signatures(state).next().is_some();
    exists.or_else(|| keys.sign(SENDER, value).filter(|_| !bound))
}

/// Whether a process may send this word about this value, where nobody can equivocate.
fn one_word(
    state: &State<ReliableBroadcast>,
    system: &System<ReliableBroadcast>,
    process: ProcessId,
    (word, value): (Word, Value),
) -> bool {
    let free = !system.algorithm.on(NON_EQUIVOCATION);
    free || told(state, process).all(|(w, v, _)| w != word || v == value)
}

/// What a liar speaks about: the sender's value and one other, or all that anyone has as input.
fn values(config: &Config, all: bool) -> SmallVec<[Value; 4]> {
    let own = config.input(SENDER);
    let mut out: SmallVec<[Value; 4]> = smallvec![own];
    for value in config.inputs.iter().chain([&Value((own.0 + 1) % 26)]) {
        if !out.contains(value) && (all || out.len() < 2) {
            out.push(*value);
        }
    }
    out
}

/// Every word that a liar can send now to each receiver who would still note it; in the free form
/// to all of them at once too, and words that will be ignored.
pub(super) fn menu(
    state: &State<ReliableBroadcast>,
    system: &System<ReliableBroadcast>,
    process: ProcessId,
    free: bool,
) -> Vec<u32> {
    let config = system.config();
    let keys = system.adversary();
    let sent: Vec<(Word, Value, ProcessId)> = told(state, process).collect();
    let receivers = config.process_ids().chain(free.then_some(EVERYONE));
    let mut acts = Vec::new();
    for about in receivers {
        let listens = about == EVERYONE || state.process(about).locals.is_some();
        if !listens {
            continue;
        }
        for (kind, word) in (0..).zip(Word::ALL) {
            let heard = sent.iter().any(|(w, _, to)| *w == word && *to == about);
            let ends = heard && !(word == Word::Say && system.algorithm.on(ECHO_AGAIN));
            if (ends && !free) || (word == Word::Say && process != SENDER) {
                continue;
            }
            for value in values(config, free) {
                let again = sent.contains(&(word, value, about));
                let unsigned = system.algorithm.on(SIGNATURES)
                    && signature(state, system, value, &keys).is_none();
                if again || (unsigned && !free) || !one_word(state, system, process, (word, value))
                {
                    continue;
                }
                let act = Act {
                    kind,
                    place: Place::Everywhere,
                    about,
                    key: 0,
                    content: value.0,
                };
                acts.push(act.number());
            }
        }
    }
    acts.sort_unstable();
    acts
}

pub(super) fn carried_out(
    state: &State<ReliableBroadcast>,
    system: &System<ReliableBroadcast>,
    process: ProcessId,
    number: u32,
    keys: &Adversary,
) -> Option<Vec<Command<ReliableBroadcast>>> {
    let config = system.config();
    let act = Act::of(number, config)?;
    let (word, value) = (word(&act)?, Value(act.content));
    if !one_word(state, system, process, (word, value)) {
        return None;
    }
    let signs = system.algorithm.on(SIGNATURES);
    let message = Message {
        word,
        value,
        signature: signature(state, system, value, keys).filter(|_| signs),
    };
    let receivers: SmallVec<[ProcessId; 9]> = match act.about {
        EVERYONE => config.process_ids().filter(|q| *q != process).collect(),
        q => smallvec![q],
    };
    let send = receivers.into_iter().map(|q| Command::Send(q, message));
    Some(send.collect())
}
