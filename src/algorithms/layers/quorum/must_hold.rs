//! What must hold wherever Cheap Quorum runs.

use super::Host;
use crate::model::{Fact, Kind, Property, Reach};

/// No permission changes but by a revocation.
pub const fn only_revocations<A: Host>() -> Property<A> {
    Property {
        id: "only-revocations",
        says: "No permission ever changes but by revoking the leader's.",
        source: "P1, section on Cheap Quorum: legalChange",
        kind: Kind::Always,
        reach: Reach::Local,
        wakes: |fact| matches!(fact, Fact::PermissionChanged { .. }),
        holds: |moment| {
            let layout = moment.system.algorithm.quorum_layout();
            moment.facts.iter().all(|fact| match fact {
                Fact::PermissionChanged { region, to, .. } => {
                    *region == layout.leader() && *to == layout.revoked()
                }
                _ => true,
            })
        },
    }
}
