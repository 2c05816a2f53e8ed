//! Zone changes.

mod arrival;
mod at_once;
mod attacking;
mod commander;
mod destroy;
mod half;
mod parse;
mod print;
pub(crate) mod way_up;
mod whence;
mod with;

pub(crate) use arrival::arrival;
pub(crate) use at_once::{at_once, same_for};
pub(crate) use attacking::attacked;
pub(crate) use commander::in_command_zone;
pub(crate) use parse::*;
pub(crate) use print::{owner_of, says_more};
pub(crate) use with::{counters, if_such, onto_attached};
