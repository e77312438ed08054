//! mnmscope: the consensus algorithms of the message-and-memory model, one event at a time.

pub mod algorithms;
pub mod model;
pub mod sim;
