//! Non-equivocating broadcast by echo, after P1 (Aguilera, Ben-David, Guerraoui, Marathe,
//! Zablotchi, *The Impact of RDMA on Agreement*, PODC 2019), section on non-equivocating broadcast,
//! in its simple form.
//!
//! Byzantine processes, n >= 2 f_P + 1; crashing memories, m >= 2 f_M + 1; signatures; static
//! single-writer registers. Each process copies what the sender signed, and only then reads the
//! others' copies: of two that deliver, one sees the other's copy. This gives properties 1 to 3 of
//! the form with proofs, but not the fourth: one correct process may deliver what another never
//! does.
//!
//! Modelling choices are those of `non-equivocating-broadcast`. The sender's own register is among
//! the copies that are compared: a sender that has written something else by then is caught too. A
//! receiver's first read may meet the
//! broadcast's write on its way, so the common case takes 6 delays; where it comes after the write has
//! returned it takes 8.

use super::broadcasting::{self, Broadcasting, Form, Locals, Note};
use super::layers::bank::regular;
use super::layers::broadcast::{Content, Host, Keyed, Kind as Register, Slots, Step};
use super::layers::lies::Lie;
use super::properties;
use crate::model::{
    Algorithm, CodeLine, Fact, Facts, Input, Kind, Mutation, Next, Out, ProcessId, Property, Reach,
    RegisterId, Response, Responses, Signed, Value, Why,
};

/// The broadcast by echo.
pub type NonEquivocatingBroadcastEcho = Broadcasting<ByEcho>;

/// This form: a sender's messages are copied, and the copies compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ByEcho {}

pseudocode! {
    Broadcast => "broadcast(k, m): Value[me,k,me] ← sign(k, m)",
    ForEachSender => "for each process q in parallel, for ever",
    NextKey => "  k ← last[q] + 1",
    ReadMessage => "  x ← Value[q,k,q]",
    CheckMessage => "  if x is empty, or not signed by q for k: read again",
    WriteCopy => "  Value[me,k,q] ← sign(x)",
    ReadCopies => "  read Value[i,k,q] for every i",
    SeeConflict => "  if some copy signed by q differs from x: never deliver from q",
    Deliver => "  deliver(k, m, q);  last[q] ← k",
}

/// A process's progress with one sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Follow {
    key: u16,
    /// x: what the sender signed, as this process copies it.
    message: Option<Signed<Keyed<Value>>>,
    /// It saw two messages: it delivers nothing more from this sender.
    blocked: bool,
}

impl Default for Follow {
    fn default() -> Self {
        Follow {
            key: 1,
            message: None,
            blocked: false,
        }
    }
}

impl ByEcho {
    /// `Value[owner,k,q]` as a regular register, where it is about the right message.
    fn seen(
        responses: &Responses<NonEquivocatingBroadcastEcho>,
        owner: ProcessId,
        (sender, key): (ProcessId, u16),
    ) -> Option<Signed<Keyed<Value>>> {
        let place = usize::from(owner.0);
        let content = regular(responses.iter().map(|(_, response)| match response {
            Response::Row(values) => values[place].get(key),
            _ => None,
        }));
        match content {
            Some(Content::Value(signed)) => {
                let keyed = signed.content();
                (keyed.sender == sender && keyed.key == key).then_some(*signed)
            }
            _ => None,
        }
    }

    /// Line 8: whether some copy that bears q's signature differs from x.
    fn conflict(
        host: &NonEquivocatingBroadcastEcho,
        responses: &Responses<NonEquivocatingBroadcastEcho>,
        out: &mut Out<'_, NonEquivocatingBroadcastEcho>,
        q: ProcessId,
        x: &Signed<Keyed<Value>>,
    ) -> bool {
        let key = x.content().key;
        for owner in host.config().process_ids() {
            let Some(copy) = Self::seen(responses, owner, (q, key)) else {
                continue;
            };
            if !copy.is_signed_by(q) && !host.layer.bent.unsigned_copies {
                let (by, sender) = (owner, q);
                out.note(Note::Forged { by, sender, key });
            } else if copy.content() != x.content() {
                out.note(Note::TwoValues { sender: q, key });
                return true;
            }
        }
        false
    }
}

static MUTATIONS: &[Mutation] = &[
    Mutation {
        id: "copy-after-reading",
        title: "A process reads the others' copies before it writes its own.",
        line: 6,
        breaks: "non-equivocation",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "no-copy",
        title: "A process writes no copy of what it read.",
        line: 6,
        breaks: "non-equivocation",
        scope: "processes=3 memories=1 attempts=(0,0,1) byzantine=(p3)",
    },
    Mutation {
        id: "count-unsigned-copies",
        title: "A copy counts even without the sender's signature.",
        line: 8,
        breaks: "delivery",
        scope: "processes=3 memories=1 attempts=(1,0,0) byzantine=(p3)",
    },
];

impl Form for ByEcho {
    type Line = Line;
    type Follow = Follow;

    const ID: &'static str = "non-equivocating-broadcast-echo";
    const FACTS: Facts = Facts {
        name: "Non-equivocating broadcast by echo",
        shows: "Copy first, then read the others' copies: a lie told twice is seen, though some may miss the message.",
        source: "P1, section on non-equivocating broadcast",
        processes: "n >= 2 f_P + 1",
        memories: "m >= 2 f_M + 1",
        common_case_delays: 6,
        least_memories: 1,
        most_memories: 9,
        byzantine: true,
        recovers: false,
        symmetric_memories: true,
    };
    const MUTATIONS: &'static [Mutation] = MUTATIONS;
    const PROPERTIES: &'static [Property<NonEquivocatingBroadcastEcho>] = &PROPERTIES;
    const PSEUDOCODE: &'static [CodeLine<Line>] = PSEUDOCODE;
    const KINDS: u8 = 1;
    const LIES: &'static [Lie] = &[Lie::Say, Lie::Copy, Lie::Forge];
    const BROADCAST: Line = Line::Broadcast;
    const FOR_EACH_SENDER: Line = Line::ForEachSender;
    const NEXT_KEY: Line = Line::NextKey;

    fn step(
        host: &NonEquivocatingBroadcastEcho,
        line: Line,
        input: Input<'_, NonEquivocatingBroadcastEcho>,
        (q, follow): (ProcessId, &mut Follow),
        out: &mut Out<'_, NonEquivocatingBroadcastEcho>,
    ) -> Step<Value, Line> {
        let me = out.me;
        let (row, bent) = (host.layout().row(q), host.layer.bent);
        Step::Next(match line {
            // 3: k ← last[q] + 1. Lines 1 and 2 are not this thread's.
            Line::Broadcast | Line::ForEachSender | Line::NextKey => Next::Goto(Line::ReadMessage),
            // 4: x ← Value[q,k,q]
            Line::ReadMessage => {
                out.read_everywhere(host.config().memory_ids(), row);
                Next::Quorum(Line::CheckMessage)
            }
            // 5: if x is empty, or not signed by q for k: read again (once that can help)
            Line::CheckMessage => {
                let Input::Quorum(responses) = input else {
                    return Step::Next(Next::Goto(Line::ReadMessage));
                };
                let x = Self::seen(&responses, q, (q, follow.key));
                match x.filter(|x| x.is_signed_by(q)) {
                    None => Next::Park(row, Line::ReadMessage),
                    Some(x) if q == me => {
                        follow.message = Some(x);
                        Next::Goto(Line::ReadCopies)
                    }
                    Some(x) => {
                        follow.message = Some(out.countersign(&x));
                        if bent.copy_after_reading || bent.no_copy {
                            Next::Goto(Line::ReadCopies)
                        } else {
                            Next::Goto(Line::WriteCopy)
                        }
                    }
                }
            }
            // 6: Value[me,k,q] ← sign(x). The copy is in place before the others' are read: of two
            // that deliver, one sees the other's copy.
            Line::WriteCopy => {
                if let Some(x) = follow.message {
                    let place = (Register::Value, q, follow.key);
                    host.layer.put(host, out, place, Content::Value(x));
                }
                if bent.copy_after_reading {
                    Next::Quorum(Line::Deliver)
                } else {
                    Next::Quorum(Line::ReadCopies)
                }
            }
            // 7: read Value[i,k,q] for every i
            Line::ReadCopies => {
                out.read_everywhere(host.config().memory_ids(), row);
                Next::Quorum(Line::SeeConflict)
            }
            // 8: if some copy signed by q differs from x: never deliver from q
            Line::SeeConflict => {
                if let (Input::Quorum(responses), Some(x)) = (input, follow.message)
                    && Self::conflict(host, &responses, out, q, &x)
                {
                    follow.message = None;
                    follow.blocked = true;
                    Next::End
                } else if bent.copy_after_reading && q != me {
                    Next::Goto(Line::WriteCopy)
                } else {
                    Next::Goto(Line::Deliver)
                }
            }
            // 9: deliver(k, m, q); last[q] ← k
            Line::Deliver => match follow.message.take() {
                Some(x) => {
                    follow.key += 1;
                    return Step::Deliver(*x.content());
                }
                None => Next::End,
            },
        })
    }

    /// Only the sender's own register is waited for.
    fn glance(
        host: &NonEquivocatingBroadcastEcho,
        (q, follow): (ProcessId, &Follow),
        register: RegisterId,
        value: &Slots<Value>,
    ) -> Slots<Value> {
        match host.layout().named(register) {
            Some((_, owner, _)) if owner == q => value.key(follow.key),
            _ => Slots::default(),
        }
    }

    fn key(follow: &Follow) -> u16 {
        follow.key
    }

    fn progress(follow: &Follow, last: u16) -> Option<String> {
        let key = follow.key;
        match follow.message {
            _ if follow.blocked => Some("blocked: it lied".to_owned()),
            Some(x) => Some(format!("key {key}, x = {}", x.content().payload)),
            None => (key <= last).then(|| format!("key {key}, no message yet")),
        }
    }

    fn why(fact: &Fact<NonEquivocatingBroadcastEcho>) -> Option<Why> {
        match *fact {
            Fact::Passed {
                process,
                line: Line::WriteCopy,
                ..
            } => Some(Why::CopyBeforeReading { process }),
            Fact::Noted {
                process,
                note: Note::Delivered { .. },
            } => Some(Why::NoCopyDiffers { process }),
            _ => None,
        }
    }
}

static PROPERTIES: [Property<NonEquivocatingBroadcastEcho>; 7] = [
    broadcasting::non_equivocation(),
    broadcasting::integrity(),
    broadcasting::delivery(),
    broadcasting::written_once(),
    properties::write_needs_permission(),
    broadcasting::someone_delivers(),
    Property {
        id: "partial-delivery",
        says: "Some run lets one correct process deliver what another never will: the proofs of the other form prevent that.",
        source: "P1, section on non-equivocating broadcast: property 4 needs more than an echo",
        kind: Kind::Sometimes,
        reach: Reach::Global,
        wakes: |fact| matches!(fact, Fact::Noted { .. }),
        holds: |moment| {
            let locals = || {
                let up = moment.after.processes();
                up.filter_map(|(_, p)| p.locals.as_ref())
            };
            let mut senders = moment.system.config().process_ids();
            senders.any(|q| {
                let blocked = |l: &Locals<ByEcho>| l.follows[q.0 as usize].blocked;
                locals().any(blocked) && locals().any(|l| !l.delivered.from(q).is_empty())
            })
        },
    },
];
