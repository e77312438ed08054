//! `crashes`: crashing is the same as taking no more steps.
//!
//! Asynchrony lets a process or a memory be as slow as it likes. Take a run with crashes, and leave
//! the crashes (and the losses of what the crashed left) out: the other events can still happen,
//! in the same order, with the same effect. A process that is up never learns that another is
//! crashed, only that it is silent; messages to the crashed process and requests to the crashed
//! memory stay in flight instead of vanishing. So every value of every part that runs is reached
//! without crashes, and the parts that crashed stand where they stood. An `always` property that
//! fails with a crashed part fails with the same part standing still: none says more of a crashed
//! part than of one that runs.
//!
//! `eventually` properties are another matter: a run comes to rest *because* of a crash. So in
//! every state, for every set of processes and memories within the fault budget, the search asks
//! whether all that could still happen belongs to the set; if so, it judges the state in which
//! the set has crashed and what it left is lost. That state is reached by crashing the set just
//! then, and every state at rest of a run with crashes is one of these.
//!
//! Processes that recover lose their variables in a crash, which being slow does not; there, only
//! memories are treated like this.
