//! What an event did, as plain data for sentences, logs and exports.

use serde::Serialize;

use crate::model::{
    Algorithm, Fact, MemoryId, Operation, Permission, ProcessId, RegionId, RegisterId, Response,
    System, ThreadId, Value,
};

/// A memory operation as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum OperationView {
    /// A write.
    Write {
        /// The region's name.
        region: String,
        /// The register's place.
        register: RegisterId,
        /// The register's name.
        name: String,
        /// The value, in short.
        text: String,
    },
    /// A read of one register.
    Read {
        /// The region's name.
        region: String,
        /// The register's place.
        register: RegisterId,
        /// The register's name.
        name: String,
    },
    /// A read of all registers of a region.
    ReadRow {
        /// The region's name.
        region: String,
    },
    /// A permission change.
    ChangePermission {
        /// The region's name.
        region: String,
        /// The region's place.
        place: RegionId,
        /// The permission asked for.
        to: Permission,
    },
}

/// A memory's answer as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "content")]
pub enum ResponseView {
    /// A write was done.
    Ack,
    /// The caller lacked the permission.
    Nak,
    /// A register's value, in short.
    Value(String),
    /// The values of a region's registers, in short.
    Row(Vec<String>),
    /// A permission change is over.
    Done,
}

/// One thing that happened within an event; the variants are those of
/// [`Fact`], where they are explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
#[allow(
    missing_docs,
    reason = "the fields are those of model::Fact, explained there"
)]
pub enum Happening {
    /// `line` counts pseudocode lines from 1.
    Passed {
        process: ProcessId,
        thread: ThreadId,
        line: u8,
    },
    Sent {
        from: ProcessId,
        to: ProcessId,
        message: String,
    },
    Received {
        from: ProcessId,
        to: ProcessId,
        message: String,
    },
    Vanished {
        from: ProcessId,
        to: ProcessId,
        message: String,
    },
    Issued {
        process: ProcessId,
        thread: ThreadId,
        memory: MemoryId,
        operation: OperationView,
    },
    Queued {
        process: ProcessId,
        thread: ThreadId,
        memory: MemoryId,
        operation: OperationView,
    },
    Dropped {
        process: ProcessId,
        memory: MemoryId,
        operation: OperationView,
    },
    Landed {
        process: ProcessId,
        memory: MemoryId,
        operation: OperationView,
        before: Option<String>,
        permission: Permission,
        response: ResponseView,
        stale: bool,
    },
    PermissionChanged {
        memory: MemoryId,
        region: String,
        from: Permission,
        to: Permission,
        process: ProcessId,
    },
    ChangeRefused {
        memory: MemoryId,
        region: String,
        asked: Permission,
        process: ProcessId,
    },
    Returned {
        process: ProcessId,
        memory: MemoryId,
        response: ResponseView,
        stale: bool,
    },
    ScopeEnded {
        process: ProcessId,
        scope: u8,
    },
    Decided {
        process: ProcessId,
        value: Value,
        proposal: u16,
    },
    Stopped {
        process: ProcessId,
    },
    Trusts {
        at: ProcessId,
        leader: ProcessId,
    },
    ProcessCrashed {
        process: ProcessId,
    },
    Recovered {
        process: ProcessId,
        input: Value,
    },
    MemoryCrashed {
        memory: MemoryId,
    },
    RequestLost {
        process: ProcessId,
        memory: MemoryId,
        operation: OperationView,
    },
    TimedOut {
        process: ProcessId,
        thread: ThreadId,
        line: u8,
    },
    CoinFell {
        process: ProcessId,
        side: u8,
    },
    Signed {
        process: ProcessId,
    },
    Noted {
        process: ProcessId,
        note: String,
    },
}

impl OperationView {
    pub(super) fn of<A: Algorithm>(system: &System<A>, operation: &Operation<A>) -> Self {
        let named = |region: &RegionId| system.regions[region.0 as usize].name.clone();
        match operation {
            Operation::Write {
                region,
                register,
                value,
            } => OperationView::Write {
                region: named(region),
                register: *register,
                name: system.algorithm.register_name(*register),
                text: A::register_text(value),
            },
            Operation::Read { region, register } => OperationView::Read {
                region: named(region),
                register: *register,
                name: system.algorithm.register_name(*register),
            },
            Operation::ReadRow { region } => OperationView::ReadRow {
                region: named(region),
            },
            Operation::ChangePermission { region, to } => OperationView::ChangePermission {
                region: named(region),
                place: *region,
                to: *to,
            },
        }
    }
}

impl ResponseView {
    pub(super) fn of<A: Algorithm>(response: &Response<A>) -> Self {
        match response {
            Response::Ack => ResponseView::Ack,
            Response::Nak => ResponseView::Nak,
            Response::Value(value) => ResponseView::Value(A::register_text(value)),
            Response::Row(values) => {
                ResponseView::Row(values.iter().map(A::register_text).collect())
            }
            Response::Done => ResponseView::Done,
        }
    }
}

/// The number, from 1, of a pseudocode line.
pub(super) fn line_number<A: Algorithm>(line: A::Line) -> u8 {
    let place = A::pseudocode().iter().position(|c| c.line == line);
    place.map_or(0, |k| k as u8 + 1)
}

impl Happening {
    pub(super) fn of<A: Algorithm>(system: &System<A>, fact: &Fact<A>) -> Self {
        let view = |o: &Operation<A>| OperationView::of(system, o);
        let named = |r: &RegionId| system.regions[r.0 as usize].name.clone();
        match *fact {
            Fact::Passed {
                process,
                thread,
                line,
            } => Happening::Passed {
                process,
                thread,
                line: line_number::<A>(line),
            },
            Fact::Sent {
                from,
                to,
                ref message,
            } => Happening::Sent {
                from,
                to,
                message: message.to_string(),
            },
            Fact::Received {
                from,
                to,
                ref message,
            } => Happening::Received {
                from,
                to,
                message: message.to_string(),
            },
            Fact::Vanished {
                from,
                to,
                ref message,
            } => Happening::Vanished {
                from,
                to,
                message: message.to_string(),
            },
            Fact::Issued {
                process,
                thread,
                memory,
                ref operation,
            } => Happening::Issued {
                process,
                thread,
                memory,
                operation: view(operation),
            },
            Fact::Queued {
                process,
                thread,
                memory,
                ref operation,
            } => Happening::Queued {
                process,
                thread,
                memory,
                operation: view(operation),
            },
            Fact::Dropped {
                process,
                memory,
                ref operation,
            } => Happening::Dropped {
                process,
                memory,
                operation: view(operation),
            },
            Fact::Landed {
                process,
                memory,
                ref operation,
                ref before,
                permission,
                ref response,
                stale,
            } => Happening::Landed {
                process,
                memory,
                operation: view(operation),
                before: before.as_ref().map(A::register_text),
                permission,
                response: ResponseView::of(response),
                stale,
            },
            Fact::PermissionChanged {
                memory,
                ref region,
                from,
                to,
                process,
            } => Happening::PermissionChanged {
                memory,
                region: named(region),
                from,
                to,
                process,
            },
            Fact::ChangeRefused {
                memory,
                ref region,
                asked,
                process,
            } => Happening::ChangeRefused {
                memory,
                region: named(region),
                asked,
                process,
            },
            Fact::Returned {
                process,
                memory,
                ref response,
                stale,
            } => Happening::Returned {
                process,
                memory,
                response: ResponseView::of(response),
                stale,
            },
            Fact::ScopeEnded { process, scope } => Happening::ScopeEnded { process, scope },
            Fact::Decided {
                process,
                value,
                proposal,
            } => Happening::Decided {
                process,
                value,
                proposal,
            },
            Fact::Stopped { process } => Happening::Stopped { process },
            Fact::Trusts { at, leader } => Happening::Trusts { at, leader },
            Fact::ProcessCrashed(process) => Happening::ProcessCrashed { process },
            Fact::Recovered { process, input } => Happening::Recovered { process, input },
            Fact::MemoryCrashed(memory) => Happening::MemoryCrashed { memory },
            Fact::RequestLost {
                process,
                memory,
                ref operation,
            } => Happening::RequestLost {
                process,
                memory,
                operation: view(operation),
            },
            Fact::TimedOut {
                process,
                thread,
                line,
            } => Happening::TimedOut {
                process,
                thread,
                line: line_number::<A>(line),
            },
            Fact::CoinFell { process, side } => Happening::CoinFell { process, side },
            Fact::Signed { process } => Happening::Signed { process },
            Fact::Noted { process, ref note } => Happening::Noted {
                process,
                note: note.to_string(),
            },
        }
    }
}
