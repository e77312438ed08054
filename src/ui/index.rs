//! The index of the run that is shown, shared by whoever asks what is part of what.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use crate::sim::Session;
use crate::view::DiagramIndex;

/// An index that grows when it is asked. It follows from the session alone, so it is no part of
/// what the page shows; only one session may ask, and its copies.
#[derive(Clone, Default)]
pub struct Index(Rc<RefCell<Option<DiagramIndex>>>);

impl Index {
    /// The index of a session's current run.
    pub fn of(&self, session: &Session) -> Ref<'_, DiagramIndex> {
        if let Ok(mut kept) = self.0.try_borrow_mut() {
            match kept.as_mut() {
                Some(index) => index.update(session),
                None => *kept = Some(DiagramIndex::new(session)),
            }
        }
        Ref::map(self.0.borrow(), |kept| {
            kept.as_ref().expect("it was made just now")
        })
    }
}
