//! Preferential Paxos, after P1 (Aguilera, Ben-David, Guerraoui, Marathe, Zablotchi, *The Impact of
//! RDMA on Agreement*, PODC 2019), section on Preferential Paxos.
//!
//! As Robust Backup: Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1;
//! signatures; static permissions. Inputs have priorities, and the decision is one of the first
//! f_P + 1 in their order: a value that f_P + 1 processes hold in the highest class wins.
//!
//! Modelling choices. The classes are those of Fast & Robust: T for a unanimity proof, M for p1's
//! signature, B for the rest. p1 signed its own input before the run, and whoever has the same input
//! holds that signature; of these the first `e` hold a unanimity proof as well. Everyone works the
//! class out from the evidence; the history check makes a liar adopt the best of what it received.

use std::sync::LazyLock;

use super::layers::backup;
use super::layers::claims;
use super::layers::quorum::{Copied, Evidence, LEADER, Proposed};
use super::message::{
    MessageAlgorithm, Preferential, PreferentialMessage as Message, PreferentialState, Stage, class,
};
use super::over_broadcast::{self, Carried, OverBroadcast, whole};
use super::properties;
use super::robust_backup::{paxos_claims, paxos_fields, two_values};
use crate::model::{
    Adversary, CodeLine, Config, Dealer, Fact, Facts, Field, Kind, Moment, Mutation, ProcessId,
    Property, Reach, State, System, Value,
};

/// The set-up phase and Paxos, over T-send and T-receive.
pub type PreferentialPaxos = OverBroadcast<Preferential>;

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "no-history-check",
        title: "A delivered packet is believed without a look at its history.",
        line: 3,
        breaks: "agreement",
        scope: "processes=3 memories=1 attempts=(1,0,0) byzantine=(p3)",
    },
    Mutation {
        id: "trust-the-claim",
        title: "A claimed class counts without the evidence for it.",
        line: 19,
        breaks: "rank-rule",
        scope: "processes=3 memories=1 inputs=(a,a,b) attempts=(1,0,0) byzantine=(p3)",
    },
];

/// The set-up claims that a search tries: each class for two values.
pub(super) fn setup_claims(config: &Config) -> Vec<u16> {
    let classes = (0..3).flat_map(|class| two_values(config).map(|value| (class, value)));
    classes
        .filter_map(|(class, value)| claims::setup_number(class, value))
        .collect()
}

/// What the packets that any memory shows claim as evidence.
fn shown(state: &State<PreferentialPaxos>) -> impl Iterator<Item = Evidence> {
    let registers = state.memories().flat_map(|(_, m)| m.registers.iter());
    let contents = registers.flat_map(|slots| slots.iter().map(|(_, content)| content));
    contents.filter_map(|content| match &content.keyed().payload.message {
        Message::Setup(evidence) => Some(*evidence),
        Message::Paxos(_) => None,
    })
}

/// Its variables for display.
pub(super) fn fields(state: &PreferentialState) -> Vec<Field> {
    let heard = state.heard.iter().map(|(q, e)| format!("{q}:{e}"));
    let mut fields = vec![
        Field::new("own input", state.own),
        Field::new("set-ups heard", heard.collect::<Vec<_>>().join(" ")),
        Field::new(
            "adopted",
            state.adopted.map_or("-".to_owned(), |e| e.to_string()),
        ),
    ];
    fields.extend(paxos_fields(&state.paxos));
    fields
}

/// Its role in few words.
pub(super) fn role(state: &PreferentialState) -> String {
    match state.adopted {
        Some(_) => state.paxos.role(),
        None => format!("set-up with {}", state.own),
    }
}

/// A liar that sends a set-up message says that it was its input.
pub(super) fn input_of(message: &Message) -> Option<Evidence> {
    match message {
        Message::Setup(evidence) => Some(*evidence),
        Message::Paxos(_) => None,
    }
}

/// Whether a process has decided by now, or may yet begin an attempt.
pub(super) fn goes_on(core: &Preferential, me: ProcessId, state: &PreferentialState) -> bool {
    state.paxos.stage == Stage::Decided || core.paxos().has_attempts(me, &state.paxos)
}

impl Carried for Preferential {
    const ID: &'static str = "preferential-paxos";
    const FACTS: Facts = Facts {
        name: "Preferential Paxos",
        shows: "What enough processes hold with good evidence cannot be passed over, whatever a liar claims.",
        source: "P1, section on Preferential Paxos",
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
        Preferential::new(config, config.mutated(1))
    }

    fn inputs(config: &Config, dealer: &Dealer) -> Vec<Evidence> {
        let led = config.input(LEADER);
        let signed = dealer.signed(LEADER, Proposed(led));
        let copies = config
            .process_ids()
            .skip(1)
            .fold(dealer.signed(LEADER, Copied(led)), |all, p| {
                dealer.and(all, p)
            });
        let mut proofs = config.e;
        let evidence = |p: ProcessId| {
            let value = config.input(p);
            if value != led {
                return Evidence::Bare(value);
            }
            if proofs > 0 {
                proofs -= 1;
                return Evidence::Proof(copies);
            }
            Evidence::Leader(signed)
        };
        config.process_ids().map(evidence).collect()
    }

    const MUTATIONS: &'static [Mutation] = MUTATIONS;

    const PROPERTIES: &'static [Property<PreferentialPaxos>] = &PROPERTIES;

    fn lines() -> &'static [CodeLine<backup::Line<<Self as MessageAlgorithm>::Line>>] {
        type Lines = Vec<CodeLine<backup::Line<<Preferential as MessageAlgorithm>::Line>>>;
        static LINES: LazyLock<Lines> = LazyLock::new(whole::<Preferential>);
        &LINES
    }

    fn goes_on(&self, me: ProcessId, state: &PreferentialState) -> bool {
        goes_on(self, me, state)
    }

    fn claim(
        system: &System<PreferentialPaxos>,
        state: &State<PreferentialPaxos>,
        number: u16,
        keys: &Adversary,
    ) -> Option<Message> {
        let Some(claim) = claims::setup(number) else {
            return claims::paxos_message(number).map(Message::Paxos);
        };
        let inputs = system.algorithm.inputs();
        let own = keys.liars().iter().map(|p| inputs[p.0 as usize]);
        let evidence = claims::evidence(claim, own.chain(shown(state)), keys)?;
        Some(Message::Setup(evidence))
    }

    fn input_of(message: &Message) -> Option<Evidence> {
        input_of(message)
    }

    fn claims(config: &Config, process: ProcessId) -> Vec<u16> {
        let mut claims = setup_claims(config);
        claims.extend(paxos_claims(config, process));
        claims
    }

    fn fields(&self, state: &PreferentialState) -> Vec<Field> {
        fields(state)
    }

    fn role(&self, state: &PreferentialState) -> String {
        role(state)
    }
}

/// Fewer than f_P + 1 correct processes hold an input of a class above the decided value's.
fn rank_rule(moment: &Moment<'_, PreferentialPaxos>) -> bool {
    let config = moment.system.config();
    let n = config.processes;
    let inputs = moment.system.algorithm.inputs();
    let liar = |p: &ProcessId| config.byzantine.contains(*p);
    let decided = moment.facts.iter().filter_map(|fact| match fact {
        Fact::Decided { process, value, .. } if !liar(process) => Some(*value),
        _ => None,
    });
    let best_class = |value: Value| {
        let held = inputs.iter().filter(|e| e.value() == value);
        let best = held.map(|e| class(e, n)).max();
        // A lying p1 can sign anything at any time.
        let signed = u8::from(config.byzantine.contains(LEADER));
        best.unwrap_or(0).max(signed)
    };
    decided.into_iter().all(|value| {
        let rank = best_class(value);
        let honest = config.process_ids().filter(|p| !liar(p));
        let above = honest.filter(|p| class(&inputs[p.0 as usize], n) > rank);
        above.count() <= usize::from(config.f_p)
    })
}

static PROPERTIES: [Property<PreferentialPaxos>; 10] = [
    over_broadcast::agreement(),
    over_broadcast::decides_once(),
    over_broadcast::weak_validity(),
    Property {
        id: "rank-rule",
        says: "The decision is among the first f_P + 1 inputs in the order of their priority.",
        source: "P1, section on Preferential Paxos: lemma on priorities",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::Decided { .. }),
        holds: rank_rule,
    },
    over_broadcast::one_stream(),
    over_broadcast::honest_is_believed(),
    properties::write_needs_permission(),
    properties::someone_decides(),
    over_broadcast::liar_is_rejected(),
    Property {
        id: "termination",
        says: "If everyone trusts one correct leader, and majorities of processes and memories are up, everyone correct decides.",
        source: "P1, section on Preferential Paxos",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: over_broadcast::terminates::<Preferential>,
    },
];
