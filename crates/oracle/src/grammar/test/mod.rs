//! Tests: what is said of one object.

mod controlled;
mod expansion;
pub(crate) mod kind;
mod parse;
mod print;
mod shared;
mod source;
mod status;
mod table;
mod there;

pub(crate) use expansion::{originally_printed, printed_in};
pub(crate) use parse::*;
pub(crate) use print::*;
pub(crate) use shared::all_colors;
pub(crate) use status::{quality_word, stat_word, status_text};
pub(crate) use table::status_of;
