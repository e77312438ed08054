//! The properties, judged of numbers.

use super::{PASSING, Typed};
use crate::explore::reductions::omega;
use crate::explore::world::Judge;
use crate::model::{Algorithm, Event, Kind, Moment, ProcessId, State, System};

impl<A: Algorithm> Typed<A> {
    /// The `always` properties that the start violates, a bit for each place.
    pub(super) fn violated_at_start(&self) -> u32 {
        let moment = Moment {
            system: &self.system,
            before: &self.start,
            event: None,
            facts: &[],
            after: &self.start,
        };
        let places = A::PROPERTIES.iter().enumerate();
        let judged = places.filter(|(k, _)| self.shape.always & (1 << k) != 0);
        let broken = judged.filter(|(_, p)| !(p.holds)(&moment));
        broken.fold(0, |mask, (k, _)| mask | 1 << k)
    }
}

impl<A: Algorithm> Judge for Typed<A> {
    fn judge(
        &mut self,
        before: &[u32],
        event: Event,
        facts: u32,
        after: &[u32],
        properties: u32,
    ) -> u32 {
        self.values.follow(&mut self.before, before);
        self.values.follow(&mut self.after, after);
        let facts = match facts.checked_sub(PASSING) {
            Some(passing) => &self.passing[passing as usize],
            None => &self.kept[facts as usize],
        };
        let moment = Moment {
            system: &self.system,
            before: &self.before.state,
            event: Some(event),
            facts,
            after: &self.after.state,
        };
        let mut told = 0;
        let mut left = properties;
        while left != 0 {
            let k = left.trailing_zeros();
            left &= left - 1;
            let property = &A::PROPERTIES[k as usize];
            let holds = (property.holds)(&moment);
            if holds == (property.kind == Kind::Sometimes) {
                told |= 1 << k;
            }
        }
        told
    }

    fn judge_rest(&mut self, ids: &[u32], leaders: &[(usize, ProcessId)]) -> u32 {
        self.values.follow(&mut self.after, ids);
        let mut state = self.after.state.clone();
        for (at, leader) in leaders {
            state = omega::led(&state, ProcessId(*at as u8), *leader);
        }
        rest_violations(&self.system, &state, self.shape.eventually)
    }

    fn property(&self, place: u32) -> &'static str {
        A::PROPERTIES[place as usize].id
    }
}

/// The `eventually` properties among `judged` that a state at rest violates.
pub(super) fn rest_violations<A: Algorithm>(
    system: &System<A>,
    state: &State<A>,
    judged: u32,
) -> u32 {
    let moment = Moment {
        system,
        before: state,
        event: None,
        facts: &[],
        after: state,
    };
    let places = A::PROPERTIES.iter().enumerate();
    let broken = places.filter(|(k, p)| {
        judged & (1 << k) != 0 && p.kind == Kind::Eventually && !(p.holds)(&moment)
    });
    broken.fold(0, |mask, (k, _)| mask | 1 << k)
}
