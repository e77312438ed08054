//! The frame at the playhead, gathered once for everyone who shows a part of it.

use std::ops::Deref;
use std::rc::Rc;

use yew::prelude::*;

use super::StoreHandle;
use crate::view::Frame;

/// A frame, the same as another only where it is that one.
#[derive(Clone)]
pub struct FrameHandle(pub Rc<Frame>);

impl PartialEq for FrameHandle {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for FrameHandle {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.0
    }
}

/// The frame at the store's playhead: made once, at the page's root.
#[hook]
pub fn use_own_frame(store: &StoreHandle) -> FrameHandle {
    // A session that changes is another one, so its place in memory tells it apart while it lives.
    let session = store.session.clone();
    let frame = use_memo(Shown(session), |shown| {
        let session = &shown.0;
        FrameHandle(Rc::new(Frame::at(session, session.trace.position())))
    });
    (*frame).clone()
}

/// A session, the same as another only where it is that one.
#[derive(Clone)]
struct Shown(Rc<crate::sim::Session>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The frame at the playhead, anywhere below the root.
#[hook]
pub fn use_frame() -> FrameHandle {
    use_context::<FrameHandle>().expect("App provides the frame")
}
