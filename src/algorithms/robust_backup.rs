//! Robust Backup(Paxos), after P1 (Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The Impact
//! of RDMA on Agreement*, PODC 2019), section on Robust Backup, with the translation of Clement,
//! Junqueira, Kate and Rodrigues, PODC 2012.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures on every
//! message; static permissions. Paxos's sends and receives become T-sends and T-receives, so that a
//! Byzantine process can do no more than a crashing one: choose its input and its timing, and stop.
//! Weak Byzantine agreement: a liar may lie about its input, and nobody can tell.
//!
//! The layers say what they choose: `layers::backup` for histories, `layers::broadcast` below it.

use std::sync::LazyLock;

use super::layers::backup;
use super::layers::claims;
use super::message::{PaxosCore, PaxosMessage, PaxosState, Stage};
use super::over_broadcast::{self, Carried, OverBroadcast, whole};
use super::properties;
use super::proposals::pair;
use crate::model::{
    Adversary, CodeLine, Config, Dealer, Facts, Field, Kind, Mutation, ProcessId, Property, Reach,
    State, System, Value,
};

/// Paxos over T-send and T-receive.
pub type RobustBackup = OverBroadcast<PaxosCore>;

static MUTATIONS: &[Mutation] = &[Mutation {
    id: "no-history-check",
    title: "A delivered packet is believed without a look at its history.",
    line: 3,
    breaks: "agreement",
    scope: "processes=3 memories=1 attempts=(1,0,0) byzantine=(p3)",
}];

/// Two values for a liar to play with: the first two inputs, or the next letter.
pub(super) fn two_values(config: &Config) -> [Value; 2] {
    let first = config.input(ProcessId(0));
    let other = config.inputs.iter().copied().find(|v| *v != first);
    [first, other.unwrap_or(Value((first.0 + 1) % 26))]
}

/// The claims about Paxos that a search tries: answers to the first attempts of everyone, accepts
/// of its own, and decisions.
pub(super) fn paxos_claims(config: &Config, process: ProcessId) -> Vec<u16> {
    let own = u16::from(process.0) + 1;
    let mut messages = Vec::new();
    for n in 1..=u16::from(config.processes) {
        messages.push(PaxosMessage::Promise(n, None));
        messages.push(PaxosMessage::Accepted(n));
    }
    messages.push(PaxosMessage::Prepare(own));
    for value in two_values(config) {
        messages.push(PaxosMessage::Accept(own, value));
        messages.push(PaxosMessage::Decided(value));
    }
    messages.iter().filter_map(claims::paxos_number).collect()
}

/// Paxos's variables for display.
pub(super) fn paxos_fields(state: &PaxosState) -> Vec<Field> {
    let stage = match state.stage {
        Stage::Idle => "-".to_owned(),
        Stage::Preparing(who, _) => format!("phase 1 of {}, promised {who}", state.number),
        Stage::Accepting(v, who) => format!("phase 2 of {} with {v}, accepted {who}", state.number),
        Stage::Decided => "decided".to_owned(),
    };
    vec![
        Field::new("input", state.input),
        Field::new("np", state.np),
        Field::new("(na,va)", pair(state.accepted)),
        Field::new("attempt", state.attempt),
        Field::new("proposer", stage),
    ]
}

impl Carried for PaxosCore {
    const ID: &'static str = "robust-backup";
    const FACTS: Facts = Facts {
        name: "Robust Backup (Paxos)",
        shows: "Paxos survives liars when every message brings its sender's history along, and everyone checks it.",
        source: "P1, section on Robust Backup; Clement and others, PODC 2012",
        processes: "n >= 2 f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 0,
        least_memories: 1,
        most_memories: 9,
        byzantine: true,
        recovers: false,
        symmetric_memories: true,
    };

    fn carried(config: &Config) -> Self {
        PaxosCore::unmutated(config)
    }

    fn inputs(config: &Config, _dealer: &Dealer) -> Vec<Value> {
        config.inputs.clone()
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<RobustBackup>] = &PROPERTIES;

    fn lines() -> &'static [CodeLine<backup::Line<Self::Line>>] {
        static LINES: LazyLock<Vec<CodeLine<backup::Line<super::message::PaxosLine>>>> =
            LazyLock::new(whole::<PaxosCore>);
        &LINES
    }

    fn goes_on(&self, me: ProcessId, state: &PaxosState) -> bool {
        state.stage == Stage::Decided || self.has_attempts(me, state)
    }

    fn claim(
        _system: &System<RobustBackup>,
        _state: &State<RobustBackup>,
        number: u16,
        _keys: &Adversary,
    ) -> Option<PaxosMessage> {
        claims::paxos_message(number)
    }

    /// A liar that has a value accepted says that it was its input.
    fn input_of(message: &PaxosMessage) -> Option<Value> {
        match message {
            PaxosMessage::Accept(_, value) => Some(*value),
            _ => None,
        }
    }

    fn claims(config: &Config, process: ProcessId) -> Vec<u16> {
        paxos_claims(config, process)
    }

    fn fields(&self, state: &PaxosState) -> Vec<Field> {
        paxos_fields(state)
    }

    fn role(&self, state: &PaxosState) -> String {
        state.role()
    }
}

static PROPERTIES: [Property<RobustBackup>; 9] = [
    over_broadcast::agreement(),
    over_broadcast::decides_once(),
    over_broadcast::weak_validity(),
    over_broadcast::one_stream(),
    over_broadcast::honest_is_believed(),
    properties::write_needs_permission(),
    properties::someone_decides(),
    over_broadcast::liar_is_rejected(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader, and majorities of processes and memories are up, everyone correct decides.",
        source: "P1, section on Robust Backup",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: over_broadcast::terminates::<PaxosCore>,
    },
];
