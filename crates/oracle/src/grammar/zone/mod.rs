//! Zones (400).

mod parse;

pub(crate) use parse::*;

/// Under whose control things are put onto the battlefield that go to their owners.
pub(crate) const UNDER_OWNERS: &[&str] = &[
    "under its owner 's control",
    "under their owner 's control",
    "under their owners 's control",
    "under the control of that card 's owner",
];
