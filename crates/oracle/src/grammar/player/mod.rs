//! Players.

mod beside;
mod parse;
mod such;

pub(crate) use beside::{beside, sits_beside};
pub(crate) use parse::*;
pub(crate) use such::*;
