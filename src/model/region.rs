//! Regions: named groups of registers with one permission each (P1, section 3).

use super::{Permission, RegisterId};

/// A region as an algorithm declares it; every memory has one of its own.
///
/// Regions may overlap: a register can be read through one and written through another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The name on screen, such as `slots` or `Region[l]`.
    pub name: String,
    /// The registers in it, in the order in which a row read returns them.
    pub registers: Vec<RegisterId>,
    /// The permission at the start.
    pub permission: Permission,
}

impl Region {
    /// A region over the registers from 0 to `count` - 1.
    pub fn over(name: &str, count: u16, permission: Permission) -> Self {
        Region {
            name: name.to_owned(),
            registers: (0..count).map(RegisterId).collect(),
            permission,
        }
    }
}
