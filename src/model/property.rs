//! Properties: what must hold, and where to look.

use super::{Algorithm, Event, Fact, State, System};

/// When a property is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// After every event.
    Always,
    /// In at least one state of a search: it shows that the search is not empty of the cases that
    /// matter.
    Sometimes,
    /// Judged when nothing but faults, time-outs and the oracle is left to happen, and only while
    /// the fault budget is kept.
    Eventually,
}

/// How far a property has to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only at the parts that the event changed, and at the event itself: a search judges it once
    /// for each such change, not in every state.
    Local,
    /// At the whole state, after events for which [`Property::wakes`] is true of some fact.
    Global,
}

/// What a property sees: the state before, the event and what it did, and the state after.
#[derive(Debug)]
pub struct Moment<'a, A: Algorithm> {
    /// The fixed surroundings.
    pub system: &'a System<A>,
    /// The state before; in a search for a local property it is whole only in the parts touched.
    pub before: &'a State<A>,
    /// What happened; none at the start.
    pub event: Option<Event>,
    /// What it did.
    pub facts: &'a [Fact<A>],
    /// The state after.
    pub after: &'a State<A>,
}

/// Something that must hold.
#[derive(Clone, Copy, Debug)]
pub struct Property<A: Algorithm> {
    /// Its id, such as `agreement`.
    pub id: &'static str,
    /// One sentence that says what must hold.
    pub says: &'static str,
    /// The paper and section, theorem or lemma.
    pub source: &'static str,
    /// When it is judged.
    pub kind: Kind,
    /// How far it looks.
    pub reach: Reach,
    /// Whether a fact can make a difference to it.
    pub wakes: fn(&Fact<A>) -> bool,
    /// Whether it holds.
    pub holds: fn(&Moment<'_, A>) -> bool,
}
