//! What a line of an algorithm sees, and what it says: the commands that it gives, and where its
//! thread goes on.

use smallvec::SmallVec;

use super::{
    Algorithm, MemoryId, Operation, Permission, ProcessId, RegionId, RegisterId, Response,
    Responses, Scope, Signed, ThreadId, Value,
};

/// What wakes a thread, as its line sees it.
#[derive(Debug)]
pub enum Input<'a, A: Algorithm> {
    /// Control came here from the line before.
    Continue,
    /// The wait is over: its guard held.
    Proceed,
    /// The response to this thread's operation.
    Response(MemoryId, Response<A>),
    /// The responses to an operation on all memories: enough of them, perhaps more.
    Quorum(Responses<A>),
    /// A message arrived. Every line of its handler sees it.
    Message(ProcessId, &'a A::Message),
    /// The wait was given up.
    Timeout,
    /// The coin fell on this side.
    Coin(u8),
}

/// Where a thread goes from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<L> {
    /// Straight on: local code, within the same event.
    Goto(L),
    /// The line issued one operation; go on there with the response.
    Response(L),
    /// The line issued an operation at every memory; go on there when enough have answered.
    Quorum(L),
    /// `wait until` the guard of that line holds, and go on there.
    Wait(L),
    /// The poll of that region showed nothing new: wait until some memory would answer otherwise,
    /// and go on there, to read again.
    Park(RegionId, L),
    /// Toss a coin, and go on there.
    Coin(L),
    /// The thread is over.
    End,
}

/// A command that a line gives; carried out in order once the arm is over.
#[derive(Debug)]
pub enum Command<A: Algorithm> {
    /// Send a message.
    Send(ProcessId, A::Message),
    /// Issue an operation, or queue it behind the one under way.
    Issue(MemoryId, Operation<A>),
    /// Start a thread (or start it anew) at a line.
    Spawn(ThreadId, Scope, A::Line),
    /// End a scope: its threads stop, its queued operations are dropped, its responses ignored.
    EndScope(Scope),
    /// Decide a value at a proposal number (0 where there is none).
    Decide(Value, u16),
    /// Stop for good.
    Stop,
    /// Say something in the algorithm's own vocabulary.
    Note(A::Note),
    /// A signature was made. It changes nothing but the count.
    CountSignature,
}

/// What a line sees of the world around its variables, and the commands it gives.
#[derive(Debug)]
pub struct Out<'a, A: Algorithm> {
    /// The process that runs.
    pub me: ProcessId,
    /// The thread that runs.
    pub thread: ThreadId,
    /// Omega's output here.
    pub leader: ProcessId,
    pub(super) commands: &'a mut SmallVec<[Command<A>; 4]>,
}

impl<A: Algorithm> Out<'_, A> {
    /// Sends a message. One to oneself is a packet too, and takes a delay.
    pub fn send(&mut self, to: ProcessId, message: A::Message) {
        self.commands.push(Command::Send(to, message));
    }

    /// Sends a message to each of them.
    pub fn send_to(&mut self, to: impl IntoIterator<Item = ProcessId>, message: &A::Message) {
        for process in to {
            self.send(process, message.clone());
        }
    }

    /// Issues any operation.
    pub fn issue(&mut self, memory: MemoryId, operation: Operation<A>) {
        self.commands.push(Command::Issue(memory, operation));
    }

    /// Issues a write.
    pub fn write(
        &mut self,
        memory: MemoryId,
        region: RegionId,
        register: RegisterId,
        value: A::Register,
    ) {
        self.issue(
            memory,
            Operation::Write {
                region,
                register,
                value,
            },
        );
    }

    /// Issues a read of one register.
    pub fn read(&mut self, memory: MemoryId, region: RegionId, register: RegisterId) {
        self.issue(memory, Operation::Read { region, register });
    }

    /// Issues a read of a region's registers in one operation.
    pub fn read_row(&mut self, memory: MemoryId, region: RegionId) {
        self.issue(memory, Operation::ReadRow { region });
    }

    /// Issues a permission change.
    pub fn change_permission(&mut self, memory: MemoryId, region: RegionId, to: Permission) {
        self.issue(memory, Operation::ChangePermission { region, to });
    }

    /// Writes a register at every memory: a replicated write, which is over when a majority
    /// has acknowledged ([`Next::Quorum`]).
    pub fn write_everywhere(
        &mut self,
        memories: impl IntoIterator<Item = MemoryId>,
        region: RegionId,
        register: RegisterId,
        value: &A::Register,
    ) {
        for memory in memories {
            self.write(memory, region, register, value.clone());
        }
    }

    /// Reads a region's registers at every memory: a replicated read ([`Next::Quorum`]).
    pub fn read_everywhere(
        &mut self,
        memories: impl IntoIterator<Item = MemoryId>,
        region: RegionId,
    ) {
        for memory in memories {
            self.read_row(memory, region);
        }
    }

    /// sign(v), as this process and no other.
    pub fn sign<T>(&mut self, content: T) -> Signed<T> {
        self.commands.push(Command::CountSignature);
        Signed::new(content, self.me)
    }

    /// Adds this process's signature to what others have signed.
    pub fn countersign<T: Clone>(&mut self, signed: &Signed<T>) -> Signed<T> {
        self.commands.push(Command::CountSignature);
        signed.clone().add(self.me)
    }

    /// Starts a thread at a line, or starts it anew; it runs within the same event.
    pub fn spawn(&mut self, thread: ThreadId, scope: Scope, line: A::Line) {
        self.commands.push(Command::Spawn(thread, scope, line));
    }

    /// Ends a scope. A thread that ends its own scope is over after this line.
    pub fn end_scope(&mut self, scope: Scope) {
        self.commands.push(Command::EndScope(scope));
    }

    /// Decides. A second decision of the same process is kept only as a fact.
    pub fn decide(&mut self, value: Value, proposal: u16) {
        self.commands.push(Command::Decide(value, proposal));
    }

    /// Stops the process for good; its variables are dropped.
    pub fn stop(&mut self) {
        self.commands.push(Command::Stop);
    }

    /// Says something for the log, in the algorithm's own vocabulary.
    pub fn note(&mut self, note: A::Note) {
        self.commands.push(Command::Note(note));
    }
}
