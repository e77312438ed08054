//! `losses`: losing a packet is the same as never delivering it.
//!
//! No guard and no step reads what is in flight; a message changes nothing before it is delivered,
//! and a request that a crashed process left changes nothing before it lands. So take a run, and
//! leave its losses out: every other event can still happen (a message's number among its kind
//! may differ), and every process and memory goes through the same values. What is never delivered
//! stays in flight. Requests are left to be lost where a crashed process can recover, since there
//! a loss frees the way for the new incarnation's first operation.
//!
//! `always` properties may be stricter with more in flight, never with less. At rest, what could
//! still be lost counts as lost: [`rest`](crate::explore) judges the state without it.
