//! Amounts.

mod parse;
mod print;
mod remembered;
mod said;
mod table;

pub(crate) use parse::*;
pub(crate) use print::*;
pub(crate) use said::mana_of;
