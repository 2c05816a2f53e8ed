//! Players.

mod beside;
mod parse;

pub(crate) use beside::{beside, sits_beside};
pub(crate) use parse::*;
