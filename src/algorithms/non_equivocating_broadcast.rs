//! Non-equivocating broadcast with L1 and L2 proofs, after P1 (Aguilera, Ben-David, Guerraoui,
//! Marathe, Zablotchi, *The Impact of RDMA on Agreement*, PODC 2019), section on non-equivocating
//! broadcast.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures; static
//! single-writer registers. (1) What a correct process broadcasts, every correct one delivers;
//! (2) no two correct processes deliver different messages under one key of one sender; (3) what
//! is delivered from a correct sender, it broadcast; (4) what one correct process delivers, all
//! do.
//!
//! Modelling choices. The registers of one writer about one sender, one for each key, stand in a
//! bank. What everyone wrote about one sender is read as one row. A process broadcasts its input
//! under key 1 and the letters after it under the next keys, as often as `attempts` says (once
//! where it says nothing; 0 is never). A poll that shows nothing new rests until a register that
//! it looks at has changed. A receiver's first read may meet the broadcast's write on its way, so the
//! common case takes 12 delays; where it comes after the write has returned it takes 14.

use smallvec::SmallVec;

use super::broadcasting::{self, Broadcasting, Form, Note};
use super::layers::broadcast::{
    Broadcast, Content, Follow, Host, Kind as Register, Line, PSEUDOCODE, Sight, Slots, Step,
};
use super::layers::lies::Lie;
use super::properties;
use crate::model::{
    CodeLine, Fact, Facts, Input, Kind, Moment, Mutation, Out, ProcessId, Property, Reach,
    RegisterId, Value, Why,
};

/// The broadcast with L1 and L2 proofs.
pub type NonEquivocatingBroadcast = Broadcasting<WithProofs>;

/// This form: a sender's messages are copied, and a majority's copies proved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WithProofs {}

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "copy-after-reading",
        title: "A process reads the others' copies before it writes its own.",
        line: 7,
        breaks: "one-l2-value",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "no-copy",
        title: "A process writes no copy of what it read.",
        line: 7,
        breaks: "one-l2-value",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "count-unsigned-copies",
        title: "A copy counts even without the sender's signature.",
        line: 8,
        breaks: "delivery",
        scope: "processes=3 memories=1 attempts=(1,0,0) byzantine=(p3)",
    },
    Mutation {
        id: "one-l1-proof",
        title: "One L1 proof makes an L2 proof.",
        line: 10,
        breaks: "non-equivocation",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
];

impl Form for WithProofs {
    type Line = Line;
    type Follow = Follow<Value>;

    const ID: &'static str = "non-equivocating-broadcast";
    const FACTS: Facts = Facts {
        name: "Non-equivocating broadcast",
        shows: "Copies and proofs in shared memory make a liar say the same to everyone, or nothing.",
        source: "P1, section on non-equivocating broadcast",
        processes: "n >= 2 f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 12,
        least_memories: 1,
        most_memories: 9,
        byzantine: true,
        recovers: false,
        symmetric_memories: true,
    };
    const MUTATIONS: &'static [Mutation] = MUTATIONS;
    const PROPERTIES: &'static [Property<NonEquivocatingBroadcast>] = &PROPERTIES;
    const PSEUDOCODE: &'static [CodeLine<Line>] = PSEUDOCODE;
    const KINDS: u8 = 3;
    const LIES: &'static [Lie] = &Lie::ALL;
    const BROADCAST: Line = Line::Broadcast;
    const FOR_EACH_SENDER: Line = Line::ForEachSender;
    const NEXT_KEY: Line = Line::NextKey;

    fn step(
        host: &NonEquivocatingBroadcast,
        line: Line,
        input: Input<'_, NonEquivocatingBroadcast>,
        (q, follow): (ProcessId, &mut Follow<Value>),
        out: &mut Out<'_, NonEquivocatingBroadcast>,
    ) -> Step<Value> {
        let key = follow.key;
        let mut sight = |out: &mut Out<'_, NonEquivocatingBroadcast>, sight| {
            out.note(match sight {
                Sight::TwoValues => Note::TwoValues { sender: q, key },
                Sight::Forged(by) => Note::Forged { by, sender: q, key },
            });
        };
        host.layer
            .step(host, line, input, (q, follow), out, &mut sight)
    }

    fn glance(
        host: &NonEquivocatingBroadcast,
        from: (ProcessId, &Follow<Value>),
        register: RegisterId,
        value: &Slots<Value>,
    ) -> Slots<Value> {
        Broadcast::glance::<NonEquivocatingBroadcast, Value>(host.layout(), from, register, value)
    }

    fn key(follow: &Follow<Value>) -> u16 {
        follow.key
    }

    fn progress(follow: &Follow<Value>, last: u16) -> Option<String> {
        let (key, stage) = (follow.key, follow.stage.name());
        (key <= last).then(|| format!("key {key}, {stage}"))
    }

    fn why(fact: &Fact<NonEquivocatingBroadcast>) -> Option<Why> {
        match *fact {
            Fact::Passed {
                process,
                line: Line::WriteCopy,
                ..
            } => Some(Why::CopyBeforeReading { process }),
            Fact::Passed {
                process,
                line: Line::WriteL2,
                ..
            } => Some(Why::ProofBindsSender { process }),
            Fact::Noted {
                process,
                note: Note::Delivered { .. },
            } => Some(Why::ProofBeforeDelivery { process }),
            _ => None,
        }
    }
}

static PROPERTIES: [Property<NonEquivocatingBroadcast>; 9] = [
    broadcasting::non_equivocation(),
    broadcasting::integrity(),
    broadcasting::delivery(),
    Property {
        id: "all-or-nothing",
        says: "What one correct process delivers, every correct process delivers.",
        source: "P1, section on non-equivocating broadcast: property 4, by L1 and L2 proofs",
        kind: Kind::Eventually,
        reach: Reach::Global,
        wakes: |_| true,
        holds: broadcasting::all_or_nothing,
    },
    Property {
        id: "one-l2-value",
        says: "No two valid L2 proofs for different messages under one key exist.",
        source: "P1, section on non-equivocating broadcast: lemma on L2 proofs",
        kind: Kind::Always,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Landed {
                    before: Some(_),
                    ..
                }
            )
        },
        holds: one_l2_value,
    },
    broadcasting::written_once(),
    properties::write_needs_permission(),
    broadcasting::someone_delivers(),
    Property {
        id: "a-liar-is-caught",
        says: "Some run shows a correct process two messages that a liar signed under one key.",
        source: "a check on the search itself",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| {
            matches!(
                fact,
                Fact::Noted {
                    note: Note::TwoValues { .. },
                    ..
                }
            )
        },
        holds: |moment| {
            moment.facts.iter().any(|fact| {
                matches!(
                    fact,
                    Fact::Noted {
                        note: Note::TwoValues { .. },
                        ..
                    }
                )
            })
        },
    },
];

fn one_l2_value(moment: &Moment<'_, NonEquivocatingBroadcast>) -> bool {
    let layout = moment.system.algorithm.layout();
    let mut proved: SmallVec<[_; 4]> = SmallVec::new();
    for (_, memory) in moment.after.memories() {
        for (register, slots) in (0..).map(RegisterId).zip(&memory.registers) {
            if !matches!(layout.named(register), Some((Register::L2, ..))) {
                continue;
            }
            for (_, content) in slots.iter() {
                if let Content::L2(proof) = content
                    && proof.signers().len() >= moment.system.algorithm.layer.majority()
                {
                    proved.push(*proof.content().keyed());
                }
            }
        }
    }
    let mut pairs = proved
        .iter()
        .flat_map(|a| proved.iter().map(move |b| (a, b)));
    pairs.all(|(a, b)| (a.sender, a.key) != (b.sender, b.key) || a.payload == b.payload)
}
